//! Where a prefab fits, for all places at once.
//!
//! It fits where every cell that gets a tile lies on fitting ground, and where each connected part of its open cells
//! has an open cell of the map beside it. The first is an erosion of the ground by the shape of the prefab, a run of
//! cells at a time; the second is a union of shifted planes for each part. Both take a word operation for 64 places.

use std::collections::BTreeMap;
use std::ops::Range;

use mapwright_core::{Grid, Point, Size, Wrap};
use mapwright_graph::Components;

use super::field::Field;
use super::template::Prefab;

/// What the fitting of a prefab hangs on.
#[derive(Debug)]
pub(super) struct Shape {
    size: Size,
    /// The runs of cells that get a tile, by their length: where they begin.
    runs: BTreeMap<u16, Vec<(u16, u16)>>,
    /// For each connected part of the open cells, the cells beside it that the prefab leaves as they are: columns, and
    /// rows from the one above the prefab.
    gates: Vec<Vec<(i32, u16)>>,
}

impl Shape {
    pub(super) fn of(prefab: &Prefab) -> Self {
        Shape { size: prefab.size(), runs: runs(prefab), gates: gates(prefab) }
    }

    /// Looks anew at all places whose top row is one of `rows`; a place is called by the prefab's top left cell. On
    /// an axis that wraps, the prefab must be shorter than the axis, or it would be a neighbor of itself.
    pub(super) fn look(&self, places: &mut Places, rows: Range<u16>, site: &Ground<'_>) {
        let (w, h) = (places.size.w, places.size.h);
        let in_length = |length: u16, most: u16, wraps: bool| length < most || length == most && !wraps;
        if !in_length(self.size.w, w, site.wrap.x()) || !in_length(self.size.h, h, site.wrap.y()) {
            return;
        }
        // Few enough rows to stay in the cache.
        for first in rows.clone().step_by(ROWS.into()) {
            self.look_at_band(places, first..rows.end.min(first.saturating_add(ROWS)), site);
        }
    }

    fn look_at_band(&self, places: &mut Places, rows: Range<u16>, site: &Ground<'_>) {
        let (margin, height) = (usize::from(site.margin), usize::from(self.size.h));
        // With the rows above and below that count: those of the margin, and those of the gates.
        let first = i32::from(rows.start);
        let mut ground = site.fitting.band(first - i32::from(site.margin), rows.len() + height - 1 + 2 * margin);
        if margin > 0 {
            ground = ground.eroded(site.margin);
        }
        let open = site.open.band(first - 1, rows.len() + height + 1);
        let first = usize::from(rows.start) * places.per_row;
        let words = &mut places.words[first..][..rows.len() * places.per_row];
        places.count -= ones(words);
        words.fill(!0);
        for (&length, runs) in &self.runs {
            let field = ground.runs(length.into());
            for (row, y) in words.chunks_mut(places.per_row).zip(margin..) {
                runs.iter().for_each(|&(dx, dy)| field.and_row(row, y + usize::from(dy), dx.into()));
            }
        }
        let mut beside = vec![0; places.per_row];
        for (row, y) in words.chunks_mut(places.per_row).zip(0..) {
            for gates in &self.gates {
                if row.iter().all(|&word| word == 0) {
                    break;
                }
                beside.fill(0);
                gates.iter().for_each(|&(dx, below)| open.or_row(&mut beside, y + usize::from(below), dx));
                row.iter_mut().zip(&beside).for_each(|(word, beside)| *word &= beside);
            }
            // What lies beyond the last column is no place.
            if let (Some(last), past @ 1..) = (row.last_mut(), places.size.w % 64) {
                *last &= (1 << past) - 1;
            }
        }
        places.count += ones(words);
    }

    /// The rows of places that hang on some rows of the map: those from which a prefab, its margin or a gate would
    /// reach into them. They may lie beyond the borders.
    pub(super) fn reaching(&self, rows: Range<i32>, margin: u8) -> Range<i32> {
        let margin = i32::from(margin).max(1);
        rows.start - i32::from(self.size.h) - margin + 1..rows.end + margin
    }
}

/// Rows that are looked at together.
const ROWS: u16 = 128;

/// What places are looked for on.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    /// Where tiles may come to lie.
    pub(super) fitting: &'a Field,
    /// How far around them the ground has to be fitting, too.
    pub(super) margin: u8,
    /// What is open.
    pub(super) open: &'a Field,
    pub(super) wrap: Wrap,
}

fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The runs of cells that get a tile, row by row, by their length.
fn runs(prefab: &Prefab) -> BTreeMap<u16, Vec<(u16, u16)>> {
    let mut runs: BTreeMap<u16, Vec<(u16, u16)>> = BTreeMap::new();
    for (row, y) in prefab.tiles().rows().zip(0..) {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a.is_some() == b.is_some()) {
            // No row is longer than a `u16` tells.
            let length = u16::try_from(run.len()).unwrap_or(u16::MAX);
            if run[0].is_some() {
                runs.entry(length).or_default().push((x, y));
            }
            x += length;
        }
    }
    runs
}

/// For each connected part of the open cells the cells around it that get no tile.
fn gates(prefab: &Prefab) -> Vec<Vec<(i32, u16)>> {
    let tile = |x: i32, y: i32| {
        let at = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        at.and_then(|(x, y)| prefab.tiles().get(Point::new(x, y)).copied().flatten())
    };
    let parts = open_parts(prefab);
    let mut gates = vec![Vec::new(); parts.sizes.len()];
    for (p, &label) in parts.label.iter().filter(|&(_, &label)| label > 0) {
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let (x, y) = (i32::from(p.x) + dx, i32::from(p.y) + dy);
            if let Ok(from_above) = u16::try_from(y + 1)
                && tile(x, y).is_none()
            {
                gates[label as usize - 1].push((x, from_above));
            }
        }
    }
    for gates in &mut gates {
        gates.sort_unstable();
        gates.dedup();
    }
    gates
}

/// The connected parts of the cells with an open tile.
fn open_parts(prefab: &Prefab) -> Components {
    use mapwright_core::{BuilderMap, Tile};
    let mut map = BuilderMap::filled(prefab.size(), Wrap::None, Tile::WALL);
    map.tiles = Grid::from_fn(prefab.size(), |p| prefab.tiles()[p].unwrap_or(Tile::WALL));
    Components::of(&map, &map.passages())
}

/// A set of places.
#[derive(Debug)]
pub(super) struct Places {
    size: Size,
    per_row: usize,
    words: Vec<u64>,
    count: u64,
}

impl Places {
    /// None of the places of a map.
    pub(super) fn none(size: Size) -> Self {
        let per_row = usize::from(size.w).div_ceil(64);
        Places { size, per_row, words: vec![0; per_row * usize::from(size.h)], count: 0 }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Takes out the nth place, row by row from 0.
    pub(super) fn take(&mut self, nth: u64) -> Option<Point> {
        let mut left = nth;
        for (word, i) in self.words.iter_mut().zip(0..) {
            let ones = u64::from(word.count_ones());
            if left < ones {
                let rest = (0..left).fold(*word, |rest, _| rest & (rest - 1));
                *word &= !(rest & rest.wrapping_neg());
                self.count -= 1;
                return self.point(i, rest.trailing_zeros());
            }
            left -= ones;
        }
        None
    }

    /// Puts back a place that was taken out.
    pub(super) fn put_back(&mut self, p: Point) {
        let word = &mut self.words[usize::from(p.y) * self.per_row + usize::from(p.x) / 64];
        self.count += u64::from(*word >> (p.x % 64) & 1 == 0);
        *word |= 1 << (p.x % 64);
    }

    /// The place of a bit.
    fn point(&self, word: usize, bit: u32) -> Option<Point> {
        let x = u32::try_from(word % self.per_row).ok()? * 64 + bit;
        let x = u16::try_from(x).ok().filter(|&x| x < self.size.w)?;
        Some(Point::new(x, u16::try_from(word / self.per_row).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Dir, MapRng, Tile};

    use super::*;

    /// The cell at an offset, round the map where it wraps.
    fn beside(at: Point, (dx, dy): (i32, i32), size: Size, wrap: Wrap) -> Option<Point> {
        let crossings = wrap.crossings(size);
        let axis = |at: u16, by: i32, length: u16, wraps: bool| {
            let to = i32::from(at) + by;
            u16::try_from(if wraps { to.rem_euclid(length.into()) } else { to }).ok().filter(|&to| to < length)
        };
        let x = axis(at.x, dx, size.w, crossings.contains(Dir::E))?;
        Some(Point::new(x, axis(at.y, dy, size.h, crossings.contains(Dir::S))?))
    }

    /// Whether a prefab fits at a place, cell by cell.
    fn fits_at(prefab: &Prefab, at: Point, ground: &Grid<bool>, open: &Grid<bool>, wrap: Wrap) -> bool {
        let size = ground.size();
        let here = |p: Point| beside(at, (p.x.into(), p.y.into()), size, wrap);
        let parts = open_parts(prefab);
        let mut has_gate = vec![false; parts.sizes.len()];
        for (p, _) in prefab.tiles().iter().filter(|(_, tile)| tile.is_some()) {
            if !here(p).is_some_and(|p| ground[p]) {
                return false;
            }
            for step in Dir::ALL.map(Dir::delta).into_iter().filter(|_| parts.label[p] > 0) {
                let next = (i32::from(p.x) + step.0, i32::from(p.y) + step.1);
                let inside = beside(p, step, prefab.size(), Wrap::None).and_then(|p| prefab.tiles()[p]);
                let is_open = beside(at, next, size, wrap).is_some_and(|p| open[p]);
                has_gate[parts.label[p] as usize - 1] |= inside.is_none() && is_open;
            }
        }
        has_gate.iter().all(|&has_gate| has_gate)
    }

    #[test]
    fn places_are_those_found_cell_by_cell() {
        let mut rng = MapRng::new(3);
        let mut found = 0;
        for round in 0..600 {
            let widths = [1, 2, 3, 7, 61, 62, 63, 64, 65, 66, 127, 128, 129, 140];
            let size = Size::new(widths[rng.below(14) as usize], 1 + rng.below(7) as u16);
            let wrap = Wrap::ALL[rng.below(4) as usize];
            let mut noise = |share: f64| Grid::from_fn(size, |_| rng.chance(share));
            let (ground, open) = (noise(0.8), noise(0.5));
            let tiles = [None, Some(Tile::WALL), Some(Tile::FLOOR), Some(Tile::DOOR)];
            let longest = if round % 3 == 0 { 70 } else { 5 };
            let drawn = Size::new(1 + rng.below(longest) as u16, 1 + rng.below(3) as u16);
            let prefab = Prefab::of_tiles(Grid::from_fn(drawn, |_| tiles[rng.below(4) as usize]));
            let Some(prefab) = prefab.trimmed() else { continue };
            let reach = usize::from(prefab.size().w.min(size.w)) + 1;
            let field = |cells: &Grid<bool>| Field::new(size, wrap, reach, |p| cells[p]);
            let (fitting, open_field) = (&field(&ground), &field(&open));
            let mut places = Places::none(size);
            Shape::of(&prefab).look(&mut places, 0..size.h, &Ground { fitting, margin: 0, open: open_field, wrap });
            let shorter = |length: u16, most: u16, wraps: bool| !wraps || length < most;
            let may_fit = shorter(prefab.size().w, size.w, wrap.x()) && shorter(prefab.size().h, size.h, wrap.y());
            let expected = size.points().filter(|&at| may_fit && fits_at(&prefab, at, &ground, &open, wrap));
            let expected: Vec<Point> = expected.collect();
            assert_eq!(places.count(), expected.len() as u64, "{size} {wrap} {prefab:?}");
            let taken: Vec<Point> = std::iter::from_fn(|| places.take(0)).collect();
            assert_eq!(taken, expected, "{size} {wrap}");
            assert_eq!(places.count(), 0);
            found += taken.len();
        }
        assert!(found > 5000, "{found}");
    }

    #[test]
    fn margins_are_those_found_cell_by_cell() {
        let mut rng = MapRng::new(4);
        for _ in 0..200 {
            let size = Size::new(1 + rng.below(140) as u16, 1 + rng.below(9) as u16);
            let (wrap, margin) = (Wrap::ALL[rng.below(4) as usize], rng.below(4) as u8);
            let cells = Grid::from_fn(size, |_| rng.chance(0.95));
            let field = Field::new(size, wrap, 20, |p| cells[p]);
            let rows = usize::from(size.h) + 2 * usize::from(margin);
            let eroded = field.band(-i32::from(margin), rows).eroded(margin);
            let row_of = |y: u16| usize::from(y) + usize::from(margin);
            let near = || -i32::from(margin)..=i32::from(margin);
            for at in size.points() {
                let all = near().flat_map(|dx| near().map(move |dy| (dx, dy)));
                let expected = all.clone().all(|step| beside(at, step, size, wrap).is_some_and(|p| cells[p]));
                let mut row = vec![!0; eroded.words_of_row()];
                eroded.and_row(&mut row, row_of(at.y), 0);
                assert_eq!(row[usize::from(at.x) / 64] >> (at.x % 64) & 1 == 1, expected, "{size} {wrap} {at}");
            }
            // Seen over the border, it is the same.
            let mut row = vec![!0; eroded.words_of_row()];
            eroded.and_row(&mut row, row_of(0), -1);
            let before = beside(Point::new(0, 0), (-1, 0), size, wrap);
            let mut own = vec![!0; eroded.words_of_row()];
            eroded.and_row(&mut own, row_of(0), 0);
            let expected = before.is_some_and(|p| own[usize::from(p.x) / 64] >> (p.x % 64) & 1 == 1);
            assert_eq!(row[0] & 1 == 1, expected, "{size} {wrap}");
        }
    }
}
