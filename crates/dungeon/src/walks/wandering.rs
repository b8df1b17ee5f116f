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
