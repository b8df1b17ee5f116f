//! Lookahead: drops orientations that lead to a contradiction.

use mapwright_core::Dirs;

use super::clusters::Clusters;
use super::deduction::{Contradiction, Deduction, Run};

/// The most tiles to which an assumption is followed. Contradictions are nearby or nowhere: on a shuffled
/// tree of 300×300 tiles, 24 leave 2,956 tiles open and 100,000 leave 2,948. But on a board that stays open
/// everywhere, each assumption would cost its area without a bound.
const REACH: u64 = 256;

/// Where sides can be wasted, lookahead ends after so many steps without a refutation. A board of a million tees would
/// take 20 million, all in vain: nearly any orientation of a tile is part of some solution.
const IN_VAIN: u64 = 1 << 20;

impl Deduction<'_> {
    /// Whether a tile in one orientation leads to a contradiction. The state is the same afterwards.
    fn refutes(&mut self, at: u32, orientation: u8) -> bool {
        let mark = self.mark();
        let outcome = self.narrow(at, orientation).and_then(|()| self.run(REACH));
        self.undo(mark);
        outcome == Err(Contradiction)
    }

    /// Looks ahead at all open tiles, in each cluster until nothing more is ruled out. What one cluster implies for
    /// another nearly always followed from the rules, so a second pass over all clusters finds nothing.
    ///
    /// `known` is a known solution; its orientations need not be tried. `goes_on` is told how many tiles were looked at, and ends
    /// it.
    pub(crate) fn look_ahead(
        &mut self,
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let mut all = Ahead { refuted: 0, run: Run::Done };
        let clusters = Clusters::of(self);
        for cluster in 0..clusters.len() {
            let ahead = self.look_ahead_in(clusters.tiles_of(cluster), &known, last_step, goes_on)?;
            all = Ahead { refuted: all.refuted.saturating_add(ahead.refuted), ..ahead };
        }
        Ok(all)
    }

    /// Looks ahead at some tiles until nothing more is ruled out.
    pub(crate) fn look_ahead_in(
        &mut self,
        tiles: &[u32],
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let mut all = Ahead { refuted: 0, run: Run::Done };
        loop {
            let ahead = self.look_ahead_once(tiles, &known, last_step, goes_on)?;
            all = Ahead { refuted: all.refuted.saturating_add(ahead.refuted), ..ahead };
            if ahead.refuted == 0 || ahead.run == Run::Stopped {
                return Ok(all);
            }
        }
    }

    /// Tries every orientation of some tiles and drops those that are impossible. Stops when the steps are used up.
    fn look_ahead_once(
        &mut self,
        tiles: &[u32],
        known: impl Fn(u32) -> Option<Dirs>,
        last_step: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Ahead, Contradiction> {
        let patience = if self.is_tree { u64::MAX } else { IN_VAIN };
        let (mut refuted, mut since) = (0, self.steps);
        for &at in tiles {
            let before = self.steps;
            let sure = known(at).map_or(0, |tile| self.cell(at).bit_of(tile));
            for i in (0..4).filter(|i| sure >> i & 1 == 0) {
                if self.steps >= last_step || self.steps - since >= patience {
                    return Ok(Ahead { refuted, run: Run::Stopped });
                }
                let is_possible = self.cell(at).possible() >> i & 1 == 1;
                if is_possible && !self.cell(at).is_settled() && self.refutes(at, 1 << i) {
                    refuted += 1;
                    self.narrow(at, !(1 << i))?;
                    self.run(u64::MAX)?;
                    since = self.steps;
                }
            }
            if !goes_on(self.steps - before) {
                return Ok(Ahead { refuted, run: Run::Stopped });
            }
        }
        Ok(Ahead { refuted, run: Run::Done })
    }
}

/// The result of lookahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// Orientations that turned out to be impossible.
    pub(crate) refuted: u32,
    /// Whether it finished.
    pub(crate) run: Run,
}
