//! One step ahead: an orientation that leads to a contradiction is none.

use super::deduction::{Contradiction, Deduction, Run};

/// The most tiles that one assumption is followed to. Contradictions are near or not at all: on shuffled trees
/// of 300×300 tiles 64 lose nothing against 100,000, but a board that stays open everywhere would cost its
/// area for each assumption.
pub(crate) const REACH: u64 = 256;

impl Deduction<'_> {
    /// Whether a tile in one orientation leads to a contradiction. The state is the same afterwards.
    pub(crate) fn refutes(&mut self, at: u32, orientation: u8, reach: u64) -> bool {
        let mark = self.mark();
        let outcome = self.narrow(at, orientation).and_then(|()| self.run(reach));
        self.undo(mark);
        outcome == Err(Contradiction)
    }

    /// Tries every orientation of some tiles and drops those that cannot be; gives the number dropped. Stops when
    /// so many steps are used up.
    pub(crate) fn look_ahead(&mut self, tiles: &[u32], last_step: u64) -> Result<Ahead, Contradiction> {
        let mut refuted = 0;
        for &at in tiles {
            for i in 0..4 {
                if self.steps >= last_step {
                    return Ok(Ahead { refuted, run: Run::Stopped });
                }
                let is_possible = self.cell(at).possible() >> i & 1 == 1;
                if is_possible && !self.cell(at).is_settled() && self.refutes(at, 1 << i, REACH) {
                    refuted += 1;
                    self.narrow(at, !(1 << i))?;
                    self.run(u64::MAX)?;
                }
            }
        }
        Ok(Ahead { refuted, run: Run::Done })
    }
}

/// What one pass of lookahead did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Orientations that turned out to be impossible.
    pub(crate) refuted: u32,
    /// Whether it got through.
    pub(crate) run: Run,
}
