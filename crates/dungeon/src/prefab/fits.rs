//! Where a prefab fits, for all places at once.
//!
//! It fits where every cell that gets a tile lies on fitting ground, and where each connected part of its open cells has
//! an open cell of the map beside it. The first is an erosion of the ground by the shape of the prefab, a run of cells at a
//! time; the second is a union of shifted planes for each part. Both take a word operation for 64 places.

use std::collections::BTreeMap;

use mapwright_core::{Grid, Point, Size, Wrap};
use mapwright_graph::Components;

use super::field::Field;
use super::template::Prefab;

/// What the fitting of a prefab hangs on.
#[derive(Debug)]
pub(super) struct Shape {
    size: Size,
    /// The runs of cells that get a tile, by their length: where they begin.
    runs: BTreeMap<u16, Vec<(i32, i32)>>,
    /// For each connected part of the open cells, the cells beside it that the prefab leaves as they are.
    gates: Vec<Vec<(i32, i32)>>,
}

impl Shape {
    pub(super) fn of(prefab: &Prefab) -> Self {
        Shape { size: prefab.size(), runs: runs(prefab), gates: gates(prefab) }
    }

    /// The places, by the prefab's top left cell, where it fits. On an axis that wraps it must be shorter than the
    /// axis, or it would be a neighbor of itself.
    pub(super) fn fits(&self, ground: &Field, open: &Field, map: Size, wrap: Wrap) -> Places {
        let mut places = Places { w: map.w, per_row: ground.words_of_row(), words: Vec::new(), count: 0 };
        let in_length = |length: u16, most: u16, wraps: bool| length < most || length == most && !wraps;
        if !in_length(self.size.w, map.w, wrap.x()) || !in_length(self.size.h, map.h, wrap.y()) {
            return places;
        }
        places.words = vec![!0; places.per_row * usize::from(map.h)];
        for (&length, runs) in &self.runs {
            let field = ground.runs(length.into());
            for (row, y) in places.words.chunks_mut(places.per_row).zip(0..) {
                runs.iter().for_each(|&(dx, dy)| field.and_row(row, (y, dy), dx));
            }
        }
        let mut beside = vec![0; places.per_row];
        for (row, y) in places.words.chunks_mut(places.per_row).zip(0..) {
            for gates in &self.gates {
                if row.iter().all(|&word| word == 0) {
                    break;
                }
                beside.fill(0);
                gates.iter().for_each(|&(dx, dy)| open.or_row(&mut beside, (y, dy), dx));
                row.iter_mut().zip(&beside).for_each(|(word, beside)| *word &= beside);
            }
            // What lies beyond the last column is no place.
            if let (Some(last), past @ 1..) = (row.last_mut(), map.w % 64) {
                *last &= (1 << past) - 1;
            }
        }
        places.count = places.words.iter().map(|word| u64::from(word.count_ones())).sum();
        places
    }
}

/// The runs of cells that get a tile, row by row, by their length.
fn runs(prefab: &Prefab) -> BTreeMap<u16, Vec<(i32, i32)>> {
    let mut runs: BTreeMap<u16, Vec<(i32, i32)>> = BTreeMap::new();
    for (row, y) in prefab.tiles().rows().zip(0..) {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a.is_some() == b.is_some()) {
            let length = u16::try_from(run.len()).unwrap_or(u16::MAX);
            if run[0].is_some() {
                runs.entry(length).or_default().push((x, y));
            }
            x += i32::from(length);
        }
    }
    runs
}

/// For each connected part of the open cells the cells around it that get no tile.
fn gates(prefab: &Prefab) -> Vec<Vec<(i32, i32)>> {
    let tile = |x: i32, y: i32| {
        let at = u16::try_from(x).ok().zip(u16::try_from(y).ok());
        at.and_then(|(x, y)| prefab.tiles().get(Point::new(x, y)).copied().flatten())
    };
    let parts = open_parts(prefab);
    let mut gates = vec![Vec::new(); parts.sizes.len()];
    for (p, &label) in parts.label.iter().filter(|&(_, &label)| label > 0) {
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let (x, y) = (i32::from(p.x) + dx, i32::from(p.y) + dy);
            if tile(x, y).is_none() {
                gates[label as usize - 1].push((x, y));
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
    w: u16,
    per_row: usize,
    words: Vec<u64>,
    count: u64,
}

impl Places {
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

    /// The place of a bit.
    fn point(&self, word: usize, bit: u32) -> Option<Point> {
        let x = u32::try_from(word % self.per_row).ok()? * 64 + bit;
        let x = u16::try_from(x).ok().filter(|&x| x < self.w)?;
        Some(Point::new(x, u16::try_from(word / self.per_row).ok()?))
    }
}
