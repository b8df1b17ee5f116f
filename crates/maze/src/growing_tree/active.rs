//! The active cells of a growing tree, in the order in which they were added.

use mapwright_core::{MapRng, params};

/// Which active cell of a [`GrowingTree`](crate::GrowingTree) comes next.
#[params]
pub enum NextCell {
    /// The newest.
    Newest,
    /// The oldest.
    Oldest,
    /// A random one.
    Random,
    /// Each with its weight; not all weights are 0.
    #[default]
    Mix,
}

/// Active cells: the newest, the oldest or a random one can be chosen, and any can be retired, in constant time.
///
/// A cell retired in the middle leaves a gap. Gaps at the ends are removed at once. When less than half of the list are
/// cells, all gaps are closed; so a random index hits a cell at least half of the time.
#[derive(Debug)]
pub(super) struct Active {
    cells: Vec<u32>,
    /// The index of the oldest cell; everything before it is retired.
    oldest: usize,
    n_cells: usize,
    /// Whether the order matters. If not, the last cell fills each gap.
    is_ordered: bool,
}

/// No cell has this number: they are less than 65535².
const GAP: u32 = u32::MAX;

impl Active {
    pub(super) fn new(is_ordered: bool) -> Self {
        Active { cells: Vec::new(), oldest: 0, n_cells: 0, is_ordered }
    }

    #[inline]
    pub(super) fn push(&mut self, cell: u32) {
        self.cells.push(cell);
        self.n_cells += 1;
    }

    /// A cell with its index.
    #[inline]
    pub(super) fn choose(&self, which: NextCell, rng: &mut MapRng) -> Option<(usize, u32)> {
        if self.n_cells == 0 {
            return None;
        }
        let at = match which {
            NextCell::Newest => self.cells.len() - 1,
            NextCell::Oldest => self.oldest,
            _ => {
                let span = (self.cells.len() - self.oldest) as u32;
                let mut at = self.oldest + rng.below(span) as usize;
                // Ends with probability 1: at least half of the entries are cells.
                while self.cells[at] == GAP {
                    at = self.oldest + rng.below(span) as usize;
                }
                at
            }
        };
        Some((at, self.cells[at]))
    }

    /// Removes the cell at an index.
    #[inline]
    pub(super) fn retire(&mut self, at: usize) {
        self.n_cells -= 1;
        if !self.is_ordered {
            self.cells.swap_remove(at);
            return;
        }
        self.cells[at] = GAP;
        while self.cells.last() == Some(&GAP) {
            self.cells.pop();
        }
        while self.cells.get(self.oldest) == Some(&GAP) {
            self.oldest += 1;
        }
        self.oldest = self.oldest.min(self.cells.len());
        if 2 * self.n_cells < self.cells.len() - self.oldest || self.oldest > self.cells.len() / 2 {
            self.cells.drain(..self.oldest);
            self.oldest = 0;
            self.cells.retain(|&cell| cell != GAP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a plain list.
    #[test]
    fn cells_keep_their_order_and_are_chosen_alike() {
        let mut rng = MapRng::new(4);
        for is_ordered in [true, false] {
            let (mut active, mut twin) = (Active::new(is_ordered), Vec::new());
            for cell in 0..3000 {
                active.push(cell);
                twin.push(cell);
                // First it grows, then it shrinks.
                for _ in 0..rng.below(if cell < 1500 { 2 } else { 4 }) {
                    let which = [NextCell::Newest, NextCell::Oldest, NextCell::Random][rng.below(3) as usize];
                    let which = if is_ordered { which } else { NextCell::Random };
                    let Some((at, cell)) = active.choose(which, &mut rng) else {
                        assert_eq!(twin, []);
                        continue;
                    };
                    let place = twin.iter().position(|&other| other == cell).unwrap();
                    match which {
                        NextCell::Newest => assert_eq!(place, twin.len() - 1),
                        NextCell::Oldest => assert_eq!(place, 0),
                        _ => (),
                    }
                    active.retire(at);
                    twin.remove(place);
                    assert_eq!(active.n_cells, twin.len());
                    assert!(active.cells.len() - active.oldest <= 2 * twin.len());
                }
            }
        }
        // Ten cells, every other one retired: the rest are equally likely.
        let mut active = Active::new(true);
        (0..10).for_each(|cell| active.push(cell));
        [1, 3, 5, 7].into_iter().for_each(|at| active.retire(at));
        let mut counts = [0; 10];
        for _ in 0..6000 {
            counts[active.choose(NextCell::Random, &mut rng).unwrap().1 as usize] += 1;
        }
        // Six standard deviations.
        assert!(
            counts
                .iter()
                .zip([1, 0, 1, 0, 1, 0, 1, 0, 1, 1])
                .all(|(n, is): (&i32, i32)| (n - 1000 * is).abs() < 175 * is.max(0) + 1)
        );
    }
}
