//! A random walk until it meets something, most of it in leaps.
//!
//! Far from anything that the walk could meet it may leap: see `leaps.rs` for where to, and `nearby.rs` for
//! what is far. Near a target each step is made. So walks end where single steps would have ended, with the
//! same chances up to 2⁻³² a leap.

use mapwright_core::{BuildError, MapRng};

use super::field::At;
use super::leaps::Leaps;
use super::nearby::Nearby;
use super::painter::Painter;

/// Walks to the open places, or to the solid ones.
#[derive(Debug)]
pub(super) struct Wandering {
    targets: Nearby,
    leaps: Leaps,
    /// Whether solid places are the targets.
    to_solid: bool,
    /// Random bits for single steps, and for how many of them there are some left.
    bits: u64,
    left: u32,
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
        let mut targets = Nearby::new(&painter.field);
        let found = painter.field.places().filter(|&at| painter.is_solid(at) == to_solid);
        found.for_each(|at| targets.add(at));
        let leaps = Leaps::new(targets.levels());
        Wandering { targets, leaps, to_solid, bits: 0, left: 0 }
    }

    /// One target more. There has to be one before the first walk.
    #[inline]
    pub(super) fn add(&mut self, at: At) {
        self.targets.add(at);
    }

    /// One target less.
    #[inline]
    pub(super) fn remove(&mut self, at: At) {
        self.targets.remove(at);
    }

    /// Walks from a place that is no target until the next step meets one. Returns the last place before it,
    /// and the target.
    pub(super) fn until(&mut self, from: At, painter: &mut Painter<'_, '_>) -> Result<(At, At), BuildError> {
        let mut at = from;
        loop {
            painter.spend(1)?;
            let (field, rng) = (painter.field, &mut painter.cx.rng);
            match self.targets.level(at) {
                0 => {
                    let next = field.step(at, self.two_bits(rng));
                    if painter.is_solid(next) == self.to_solid {
                        return Ok((at, next));
                    }
                    at = next;
                }
                level => {
                    let (dx, dy) = self.leaps.draw(level, rng.bits());
                    at = At { x: field.x.leap(at.x, dx), y: field.y.leap(at.y, dy) };
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use mapwright_core::{BuildCx, BuilderMap, Size, Tile, Wrap};

    use super::super::painter::{Paint, Symmetry};
    use super::*;

    /// Where walks from `from` end, and the last place before: by going on with the chances of all places, step
    /// by step, until next to nothing is left.
    fn exact(painter: &Painter<'_, '_>, from: At, to_solid: bool) -> BTreeMap<[i32; 4], f64> {
        let field = painter.field;
        let index = |at: At| (at.y * field.x.length + at.x).cast_unsigned() as usize;
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

    /// Walks often, and compares with the exact chances.
    #[track_caller]
    fn check(size: Size, wrap: Wrap, targets: &[(i32, i32)], from: (i32, i32), to_solid: bool) {
        let rest = if to_solid { Tile::FLOOR } else { Tile::WALL };
        let mut map = BuilderMap::filled(size, wrap, rest);
        let mut cx = BuildCx::new(1, "", 0);
        let paint = Paint { brush: 1, symmetry: Symmetry::None, floor_percent: 1 };
        let mut painter = Painter::new(paint, u64::MAX / u64::from(u32::MAX), &mut map, &mut cx).expect("room");
        for &(x, y) in targets {
            let cell = painter.field.cell(At { x, y });
            painter.map.tiles[cell] = if to_solid { Tile::WALL } else { Tile::FLOOR };
        }
        let from = At { x: from.0, y: from.1 };
        let exact = exact(&painter, from, to_solid);
        let mut walk = Wandering::new(&painter, to_solid);
        assert!(walk.targets.level(from) > 1, "leaps are made");
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
        let paint = Paint { brush: 3, symmetry: Symmetry::Both, floor_percent: 60 };
        let mut painter = Painter::new(paint, 1_000_000, &mut map, &mut cx).expect("room");
        let (mut inwards, mut outwards) = (Wandering::to_open(&painter), Wandering::to_solid(&painter));
        while !painter.is_done() {
            let at = painter.random_place();
            painter.stroke(at, |at| {
                inwards.add(at);
                outwards.remove(at);
            });
            let from = painter.random_place();
            let walk = if painter.is_solid(from) { &mut inwards } else { &mut outwards };
            let (last, met) = walk.until(from, &mut painter).expect("an end");
            assert_eq!(painter.is_solid(last), painter.is_solid(from));
            assert_ne!(painter.is_solid(met), painter.is_solid(from));
            assert!((0..4).any(|step| painter.field.step(last, step) == met), "side by side");
        }
    }
}
