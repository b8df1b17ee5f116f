//! Guessing, with a way back: a depth-first search over the tiles that stay open, without recursion.

use mapwright_core::Dirs;

use super::deduction::{Contradiction, Deduction, Mark};

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Every tile is settled; the state holds the solution.
    Solution,
    /// There is none.
    Nothing,
    /// The budget was used up.
    Unknown,
}

/// A guess: the tile, the orientation it was given, and where to go on looking for open tiles.
#[derive(Clone, Copy, Debug)]
struct Guess {
    at: u32,
    orientation: u8,
    next: usize,
    before: Mark,
}

/// What guessing took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Guesses {
    pub(crate) made: u32,
    pub(crate) depth: u32,
}

impl Deduction<'_> {
    /// Looks for a solution in which the tiles of `order` are settled, by guessing them in that order. Where
    /// `likely` says how a tile may lie, that is tried first.
    ///
    /// However it ends, the state is changed; the caller takes a [`mark`](Self::mark) before and goes back to it.
    ///
    /// The order should keep near tiles together: a guess that went wrong is found out by its neighbors, and then
    /// nothing else has to be taken back.
    pub(crate) fn search(
        &mut self,
        order: &[u32],
        likely: Option<&[Dirs]>,
        last_step: u64,
        guesses: &mut Guesses,
    ) -> Found {
        let mut path: Vec<Guess> = Vec::new();
        let mut next = 0;
        loop {
            let Some(skipped) = order.iter().skip(next).position(|&at| !self.cell(at).is_settled()) else {
                return Found::Solution;
            };
            next += skipped;
            if self.steps >= last_step {
                return Found::Unknown;
            }
            let at = order[next];
            let orientation = self.guess(at, likely);
            path.push(Guess { at, orientation, next, before: self.mark() });
            guesses.made = guesses.made.saturating_add(1);
            guesses.depth = guesses.depth.max(u32::try_from(path.len()).unwrap_or(u32::MAX));
            let mut outcome = self.narrow(at, orientation).and_then(|()| self.run(u64::MAX));
            while outcome == Err(Contradiction) {
                let Some(guess) = path.pop() else { return Found::Nothing };
                self.undo(guess.before);
                next = guess.next;
                outcome = self.narrow(guess.at, !guess.orientation).and_then(|()| self.run(u64::MAX));
            }
        }
    }

    fn guess(&self, at: u32, likely: Option<&[Dirs]>) -> u8 {
        let cell = self.cell(at);
        let likely = likely.map_or(0, |likely| cell.bit_of(likely[at as usize]) & cell.possible());
        if likely != 0 { likely } else { 1 << cell.possible().trailing_zeros() }
    }
}
