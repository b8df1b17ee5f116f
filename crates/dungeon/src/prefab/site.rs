//! Where vaults are put, one after the other.
//!
//! The places of a vault are found once. When something was put, only the places near it are looked at anew.

use std::ops::Range;

use mapwright_core::{BuildCx, BuilderMap, MapRng, Point, Size, Wrap};

use super::cut::CutSearch;
use super::field::Field;
use super::fits::{Ground, Places, Shape};
use super::stamp::{Placed, stamp};
use super::template::Prefab;
use super::vault::Vault;
use super::vaults::PrefabVaults;

/// A vault that may be put, and what is known of where it fits.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    vault: &'a Vault,
    /// The ways in which it may lie; none before it was drawn for the first time.
    ways: Vec<Way>,
    /// How many of the site's changes its places know of.
    changes: usize,
    /// Places where it would have cut the map, and which way it lay. After a change they may do.
    cutting: Vec<(usize, Point)>,
}

/// A vault turned or mirrored.
#[derive(Debug)]
struct Way {
    prefab: Prefab,
    shape: Shape,
    places: Places,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(vault: &'a Vault) -> Self {
        Candidate { vault, ways: Vec::new(), changes: 0, cutting: Vec::new() }
    }

    /// Gives its places up.
    pub(super) fn forget(&mut self) {
        *self = Candidate::new(self.vault);
    }

    /// Takes out a place, all of them equally likely, and tells for which way to lie it is. (Past 2³² places, which
    /// take a map of half a billion cells, only the first so many are drawn from.)
    fn take_any(&mut self, rng: &mut MapRng) -> Option<(usize, Point)> {
        let total: u64 = self.ways.iter().map(|way| way.places.count()).sum();
        if total == 0 {
            return None;
        }
        let mut nth = u64::from(rng.below(u32::try_from(total).unwrap_or(u32::MAX)));
        for (i, Way { places, .. }) in self.ways.iter_mut().enumerate() {
            if nth < places.count() {
                return Some((i, places.take(nth)?));
            }
            nth -= places.count();
        }
        None
    }
}

/// Which of the candidates is next, by weight; `None` when there is none.
pub(super) fn draw(candidates: &[Candidate<'_>], rng: &mut MapRng) -> Option<usize> {
    let weights = || candidates.iter().map(|candidate| candidate.vault.weight);
    let mut drawn = if candidates.is_empty() { return None } else { rng.below(weights().sum()) };
    weights().position(|weight| {
        let is_it = drawn < weight;
        drawn = drawn.wrapping_sub(weight);
        is_it
    })
}

/// What is known of a map while vaults are put into it.
#[derive(Debug)]
pub(super) struct Site {
    size: Size,
    wrap: Wrap,
    /// Where tiles of vaults may come to lie.
    fitting: Field,
    margin: u8,
    /// What is open.
    open: Field,
    /// The rows of each vault that was put. On a wrapped axis they may go past the border.
    changes: Vec<Range<i32>>,
    cuts: CutSearch,
}

impl Site {
    pub(super) fn new(stage: &PrefabVaults, map: &BuilderMap) -> Self {
        let (size, wrap, margin) = (map.size(), map.wrap, stage.margin);
        let cuts = CutSearch::new(map);
        let longest = |vault: &Vault| vault.template.size().w.max(vault.template.size().h);
        let longest = stage.applying().map(longest).max().unwrap_or(0).min(size.w);
        // A gate lies one cell past the vault, and its margin as far as it is wide.
        let reach = usize::from(longest) + usize::from(margin) + 1;
        let has_mark = |p: Point| map.start == Some(p) || map.exit == Some(p) || cuts.has_portal(p);
        let fitting = Field::new(size, wrap, reach, |p| stage.ground.has(map.tiles[p]) && !has_mark(p));
        let open = Field::new(size, wrap, reach, |p| !map.tiles[p].is_solid());
        Site { size, wrap, fitting, margin, open, changes: Vec::new(), cuts }
    }

    /// Puts a vault somewhere, if it fits anywhere.
    pub(super) fn put(
        &mut self,
        stage: &PrefabVaults,
        candidate: &mut Candidate<'_>,
        map: &mut BuilderMap,
        cx: &mut BuildCx<'_>,
    ) -> bool {
        self.find_places(stage, candidate);
        self.cuts.allow(PrefabVaults::LOOKS + u64::from(self.size.area()) * PrefabVaults::LOOKS_PER_CELL);
        while !self.cuts.is_spent()
            && let Some((i, at)) = candidate.take_any(&mut cx.rng)
        {
            let prefab = &candidate.ways[i].prefab;
            let placed = Placed { prefab, corner: (at.x.into(), at.y.into()), size: self.size, wrap: self.wrap };
            if self.cuts.leaves_joined(map, &placed) {
                stamp(map, &placed, &mut self.cuts.passages, cx);
                self.note(&placed);
                return true;
            }
            candidate.cutting.push((i, at));
        }
        false
    }

    /// What was put is open or not from now on, and fits nothing.
    fn note(&mut self, placed: &Placed<'_>) {
        for (p, tile) in placed.cells() {
            self.fitting.set(p, false);
            self.open.set(p, !tile.is_solid());
        }
        let top = placed.corner.1;
        self.changes.push(top..top + i32::from(placed.prefab.size().h));
    }

    /// Finds the places of a candidate, or those that may have changed since its last turn.
    fn find_places(&self, stage: &PrefabVaults, candidate: &mut Candidate<'_>) {
        let Site { fitting, margin, open, wrap, .. } = self;
        let ground = Ground { fitting, margin: *margin, open, wrap: *wrap };
        if candidate.ways.is_empty() {
            let prefab = candidate.vault.template.trimmed();
            let prefabs = prefab.map(|prefab| prefab.orientations(stage.rotate, stage.mirror)).unwrap_or_default();
            let way = |prefab: Prefab| {
                let (shape, mut places) = (Shape::of(&prefab), Places::none(self.size));
                shape.look(&mut places, 0..self.size.h, &ground);
                Way { prefab, shape, places }
            };
            candidate.ways = prefabs.into_iter().map(way).collect();
        } else {
            candidate.cutting.drain(..).for_each(|(i, at)| candidate.ways[i].places.put_back(at));
            for Way { shape, places, .. } in &mut candidate.ways {
                for rows in self.stale_rows(shape, candidate.changes) {
                    shape.look(places, rows, &ground);
                }
            }
        }
        candidate.changes = self.changes.len();
    }

    /// The rows of places that have changed since there were so many changes.
    fn stale_rows(&self, shape: &Shape, known: usize) -> Vec<Range<u16>> {
        let mut is_stale = vec![false; self.size.h.into()];
        for rows in &self.changes[known..] {
            for y in shape.reaching(rows.clone(), self.margin) {
                let y = if self.wrap.y() { y.rem_euclid(self.size.h.into()) } else { y };
                if let Some(is_stale) = usize::try_from(y).ok().and_then(|y| is_stale.get_mut(y)) {
                    *is_stale = true;
                }
            }
        }
        let mut y = 0;
        let runs = is_stale.chunk_by(|a, b| a == b).map(|run| {
            let first = y;
            y += u16::try_from(run.len()).unwrap_or(u16::MAX);
            (run[0], first..y)
        });
        runs.filter(|(is_stale, _)| *is_stale).map(|(_, rows)| rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Builder, Grid, Sides, Tile};

    use super::*;

    /// The map after `n` turns, whose places are found anew at each turn or not.
    fn put_some(stage: &PrefabVaults, map: &BuilderMap, anew: bool, seed: u64) -> (BuilderMap, u32) {
        let (mut map, mut cx) = (map.clone(), BuildCx::new(seed, stage.name(), 0));
        let (mut site, mut put) = (Site::new(stage, &map), 0);
        let mut left: Vec<Candidate<'_>> = stage.applying().map(Candidate::new).collect();
        for _ in 0..stage.max {
            let Some(i) = draw(&left, &mut cx.rng) else { break };
            if anew {
                left[i].forget();
            }
            match site.put(stage, &mut left[i], &mut map, &mut cx) {
                true => put += 1,
                false => drop(left.remove(i)),
            }
        }
        (map, put)
    }

    #[test]
    fn remembered_places_are_those_found_anew() {
        let mut rng = MapRng::new(8);
        let mut put = 0;
        for seed in 0..150 {
            let size = Size::new(1 + rng.below(90) as u16, 1 + rng.below(60) as u16);
            let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
            let walls = [0.0, 0.02, 0.1][rng.below(3) as usize];
            map.tiles = Grid::from_fn(size, |_| if rng.chance(walls) { Tile::WALL } else { Tile::FLOOR });
            map.sides = rng.chance(0.2).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
            let ground = [super::super::VaultGround::Floor, super::super::VaultGround::Any][rng.below(2) as usize];
            let (max, margin, repeat) = (40, rng.below(3) as u8, true);
            let stage = PrefabVaults { max, margin, repeat, ground, depth: 6, ..PrefabVaults::default() };
            let remembered = put_some(&stage, &map, false, seed);
            assert!(remembered == put_some(&stage, &map, true, seed), "{seed}");
            put += remembered.1;
        }
        assert!(put > 1500, "{put}");
    }
}
