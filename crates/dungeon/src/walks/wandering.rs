//! A random walk until it meets a target, in leaps while no target is near.
//!
//! A pyramid of blocks says what is near. Level k divides the field into blocks of 2ᵏ cells a side. A block is *near*
//! if it or one of its eight neighbors contains a target. From a block that is not near, no target is within 2ᵏ cells
//! along either axis, so the walk may leap to the border of the square that reaches so far; see `field.rs`. Near a
//! target it takes single steps. So walks end with the same distribution as with single steps, up to 2⁻³² a leap.

use mapwright_core::{BuildError, MapRng};

use super::field::{DigField, FieldAxis, Offset};
use super::leaps::Leaps;
use super::painter::Painter;

/// The most levels: leaps of 512 cells.
const LEVELS: u32 = 9;

/// Walks to the open places, or to the solid ones.
#[derive(Debug)]
pub(super) struct Wandering {
    /// Whether solid places are the targets.
    to_solid: bool,
    levels: Vec<PyramidLevel>,
    leaps: Leaps,
    /// Random bits for single steps, and for how many steps they last.
    bits: u64,
    left: u32,
    /// At how many open places the blocks are outdated.
    outdated: u32,
}

/// A level of the pyramid.
#[derive(Debug)]
struct PyramidLevel {
    /// Blocks have 2ᵏ cells a side: this is k. The last block of an axis is longer if the length is not a multiple,
    /// because none may be shorter.
    shift: u32,
    x: FieldAxis,
    y: FieldAxis,
    columns: i32,
    rows: i32,
    /// For each block, whether it contains a target, and whether it is near.
    blocks: Vec<(bool, bool)>,
}

impl Wandering {
    /// Walks through solid places to open ones.
    pub(super) fn to_open(painter: &Painter<'_, '_>) -> Self {
        Wandering::new(painter, false)
    }

    /// Walks through open places to solid ones.
    pub(super) fn to_solid(painter: &Painter<'_, '_>) -> Self {
        Wandering::new(painter, true)
    }

    fn new(painter: &Painter<'_, '_>, to_solid: bool) -> Self {
        let mut walks = Wandering { to_solid, levels: Vec::new(), leaps: Leaps::new(0), bits: 0, left: 0, outdated: 0 };
        walks.look_around(painter);
        walks.leaps = Leaps::new(walks.levels.len() as u32);
        walks
    }

    /// Finds all targets again.
    fn look_around(&mut self, painter: &Painter<'_, '_>) {
        let (field, to_solid) = (painter.field, self.to_solid);
        // Leaps of more than a quarter of the map would hardly ever find room.
        let longest = field.x.length.max(field.y.length).cast_unsigned();
        let levels = (1..=LEVELS).take_while(|shift| longest >> shift >= 4);
        self.levels = levels.map(|shift| PyramidLevel::new(shift, &field)).collect();
        let targets = field.places().filter(|&at| painter.is_solid(at) == to_solid);
        targets.for_each(|at| self.add(at));
        self.outdated = if self.to_solid { painter.open + painter.open / 8 + 16 } else { u32::MAX };
    }

    /// Adds a target. There must be one before the first walk.
    ///
    /// Removed targets may stay in the pyramid until it is outdated: then leaps are shorter than they could be.
    #[inline]
    pub(super) fn add(&mut self, at: Offset) {
        // A block that contains a target lies in a larger one that does.
        self.levels.iter_mut().take_while(|level| !level.holds(at)).for_each(|level| level.add(at));
    }

    /// Walks from a place that is no target until the next step meets one. Returns the last place before it, and the
    /// target.
    pub(super) fn until(
        &mut self,
        from: Offset,
        painter: &mut Painter<'_, '_>,
    ) -> Result<(Offset, Offset), BuildError> {
        if painter.open >= self.outdated {
            self.look_around(painter);
        }
        let mut at = from;
        loop {
            painter.spend(1)?;
            let (field, rng) = (painter.field, &mut painter.cx.rng);
            match self.level(at) {
                0 => {
                    let next = field.step(at, self.two_bits(rng));
                    if painter.is_solid(next) == self.to_solid {
                        return Ok((at, next));
                    }
                    at = next;
                }
                level => {
                    let (dx, dy) = self.leaps.draw(level, rng.bits());
                    at = Offset { x: field.x.leap(at.x, dx), y: field.y.leap(at.y, dy) };
                }
            }
        }
    }

    /// The highest level up to which a place's block is not near; 0 if it is near at all levels.
    #[inline]
    fn level(&self, at: Offset) -> usize {
        self.levels.iter().position(|level| level.is_near(at)).unwrap_or(self.levels.len())
    }

    #[inline]
    fn two_bits(&mut self, rng: &mut MapRng) -> u64 {
        if self.left == 0 {
            (self.bits, self.left) = (rng.bits(), 32);
        }
        let bits = self.bits;
        (self.bits, self.left) = (bits >> 2, self.left - 1);
        bits
    }
}

impl PyramidLevel {
    fn new(shift: u32, field: &DigField) -> Self {
        let [columns, rows] = [field.x, field.y].map(|axis| (axis.length >> shift).max(1));
        let blocks = vec![(false, false); (columns * rows).cast_unsigned() as usize];
        PyramidLevel { shift, x: field.x, y: field.y, columns, rows, blocks }
    }

    #[inline]
    fn column_and_row(&self, at: Offset) -> (i32, i32) {
        ((at.x >> self.shift).min(self.columns - 1), (at.y >> self.shift).min(self.rows - 1))
    }

    #[inline]
    fn index(&self, (column, row): (i32, i32)) -> usize {
        (row * self.columns + column).cast_unsigned() as usize
    }

    fn holds(&self, at: Offset) -> bool {
        self.blocks[self.index(self.column_and_row(at))].0
    }

    #[inline]
    fn is_near(&self, at: Offset) -> bool {
        self.blocks[self.index(self.column_and_row(at))].1
    }

    fn add(&mut self, at: Offset) {
        let here = self.column_and_row(at);
        let i = self.index(here);
        self.blocks[i].0 = true;
        for row in (-1..=1).filter_map(|by| beside(here.1 + by, self.rows, self.y)) {
            for column in (-1..=1).filter_map(|by| beside(here.0 + by, self.columns, self.x)) {
                let i = self.index((column, row));
                self.blocks[i].1 = true;
            }
        }
    }
}

/// The block with a number that may be past the ends of an axis, if the axis wraps.
fn beside(block: i32, blocks: i32, axis: FieldAxis) -> Option<i32> {
    let block = if axis.wraps { block.rem_euclid(blocks) } else { block };
    (0..blocks).contains(&block).then_some(block)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mapwright_core::{BuildCx, BuilderMap, Size, Tile, Wrap};

    use super::super::painter::{PaintOptions, Symmetry};
    use super::*;

    /// Where walks from `from` end, and the last place before: by advancing the distribution of all places, step
    /// by step, until almost nothing is left.
    fn exact(painter: &Painter<'_, '_>, from: Offset, to_solid: bool) -> BTreeMap<[i32; 4], f64> {
        let field = painter.field;
        let index = |at: Offset| (at.y * field.x.length + at.x).cast_unsigned() as usize;
        let mut chances = vec![0.0; field.places().count()];
        chances[index(from)] = 1.0;
        let mut ends = BTreeMap::new();
        while chances.iter().sum::<f64>() > 1e-6 {
            let mut next = vec![0.0; chances.len()];
            for at in field.places().filter(|&at| chances[index(at)] > 0.0) {
                for to in (0..4).map(|step| field.step(at, step)) {
                    match painter.is_solid(to) == to_solid {
                        true => *ends.entry([at.x, at.y, to.x, to.y]).or_insert(0.0) += chances[index(at)] / 4.0,
                        false => next[index(to)] += chances[index(at)] / 4.0,
                    }
                }
            }
            chances = next;
        }
        ends
    }

    /// Walks often, and compares with the exact distribution.
    #[track_caller]
    fn check(size: Size, wrap: Wrap, targets: &[(i32, i32)], from: (i32, i32), to_solid: bool) {
        let rest = if to_solid { Tile::FLOOR } else { Tile::WALL };
        let mut map = BuilderMap::filled(size, wrap, rest);
        let mut cx = BuildCx::new(1, "", 0);
        let paint = PaintOptions { brush: 1, symmetry: Symmetry::None, share: 0.01 };
        let mut painter = Painter::new(paint, u64::MAX / u64::from(u32::MAX), &mut map, &mut cx).expect("room");
        for &(x, y) in targets {
            let cell = painter.field.cell(Offset { x, y });
            painter.map.tiles[cell] = if to_solid { Tile::WALL } else { Tile::FLOOR };
        }
        let from = Offset { x: from.0, y: from.1 };
        let exact = exact(&painter, from, to_solid);
        let mut walk = Wandering::new(&painter, to_solid);
        assert!(walk.level(from) > 1, "leaps are made");
        const WALKS: u32 = 40_000;
        let mut ends = BTreeMap::new();
        for _ in 0..WALKS {
            let (last, met) = walk.until(from, &mut painter).expect("an end");
            *ends.entry([last.x, last.y, met.x, met.y]).or_insert(0.0) += 1.0;
        }
        assert!(ends.keys().all(|end| exact.contains_key(end)));
        let (mut chi_square, mut free) = (0.0, -1.0);
        for (end, chance) in exact.into_iter().filter(|&(_, chance)| chance * f64::from(WALKS) > 5.0) {
            let mean = chance * f64::from(WALKS);
            chi_square += (ends.get(&end).unwrap_or(&0.0) - mean).powi(2) / mean;
            free += 1.0;
        }
        // Mean `free`, variance twice that: five standard deviations.
        assert!(chi_square < free + 5.0 * f64::sqrt(2.0 * free), "{size} {wrap}: {chi_square}, {free} free");
    }

    #[test]
    fn leaping_walks_end_where_single_steps_end() {
        for wrap in Wrap::ALL {
            check(Size::new(30, 26), wrap, &[(2, 3), (24, 20), (23, 20), (14, 1)], (12, 10), false);
            check(Size::new(40, 6), wrap, &[(1, 1), (37, 2)], (17, 2), false);
        }
        let ring: Vec<(i32, i32)> = (0..30).flat_map(|i| [(i, 0), (i, 29), (0, i), (29, i)]).collect();
        check(Size::new(32, 32), Wrap::None, &ring, (11, 16), true);
    }

    #[test]
    fn targets_may_come_and_go() {
        let mut map = BuilderMap::filled(Size::new(34, 34), Wrap::None, Tile::WALL);
        let mut cx = BuildCx::new(1, "", 0);
        let paint = PaintOptions { brush: 3, symmetry: Symmetry::Both, share: 0.6 };
        let mut painter = Painter::new(paint, 1_000_000, &mut map, &mut cx).expect("room");
        let (mut inwards, mut outwards) = (Wandering::to_open(&painter), Wandering::to_solid(&painter));
        while !painter.is_done() {
            let at = painter.random_place();
            painter.stroke(at, |at| inwards.add(at));
            let from = painter.random_place();
            let walk = if painter.is_solid(from) { &mut inwards } else { &mut outwards };
            let (last, met) = walk.until(from, &mut painter).expect("an end");
            assert_eq!(painter.is_solid(last), painter.is_solid(from));
            assert_ne!(painter.is_solid(met), painter.is_solid(from));
            assert!((0..4).any(|step| painter.field.step(last, step) == met), "side by side");
        }
    }

    #[test]
    fn no_target_is_within_a_leap() {
        let mut rng = MapRng::new(4);
        for (w, h) in [(3, 3), (10, 10), (37, 5), (5, 70), (67, 61), (130, 3)] {
            for (wrap, to_solid) in Wrap::ALL.into_iter().flat_map(|wrap| [(wrap, false), (wrap, true)]) {
                let (rest, target) = if to_solid { (Tile::FLOOR, Tile::WALL) } else { (Tile::WALL, Tile::FLOOR) };
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, rest);
                let mut cx = BuildCx::new(1, "", 0);
                let paint = PaintOptions { brush: 1, symmetry: Symmetry::None, share: 0.01 };
                let painter = Painter::new(paint, 1, &mut map, &mut cx).expect("room");
                let field = painter.field;
                let places: Vec<Offset> = field.places().collect();
                for &at in places.iter().filter(|at| to_solid && at.x % 30 == 3) {
                    painter.map.tiles[field.cell(at)] = target;
                }
                let (mut walks, mut targets) = (Wandering::new(&painter, to_solid), Vec::<Offset>::new());
                for _ in 0..12 {
                    let &at = rng.pick(&places).expect("a place");
                    // Solid targets go, open ones come.
                    painter.map.tiles[field.cell(at)] = Tile::FLOOR;
                    if !to_solid {
                        walks.add(at);
                    }
                    targets = places.iter().copied().filter(|&at| painter.is_solid(at) == to_solid).collect();
                    for &at in &places {
                        let apart = |to: &Offset| field.x.way(at.x, to.x).abs().max(field.y.way(at.y, to.y).abs());
                        let nearest = targets.iter().map(apart).min().unwrap_or(i32::MAX);
                        let level = walks.level(at);
                        assert!(level == 0 || nearest > 1 << level, "{w}x{h} {wrap} {at:?}: {level}, {nearest}");
                        // Without removed targets: at most its own block, which may be longer, and the next one.
                        let next = level + 1;
                        let may_leap = next > walks.levels.len() || to_solid || nearest < 4 << next;
                        assert!(may_leap, "{w}x{h} {wrap} {at:?}: {level}, {nearest}");
                    }
                }
                assert!(to_solid || !targets.is_empty());
            }
        }
    }
}
