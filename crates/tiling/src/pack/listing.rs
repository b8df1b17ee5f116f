//! All fillings from the states of a frontier.
//!
//! A search for all fillings goes astray nearly everywhere: of the 6×10 pentominoes a million states can be reached and
//! some ten thousand lie on the way to a filling. So find the states layer by layer, as for a count, but keep all layers.
//! Then go through them backwards and keep only states from which some kept state, or the full board, is one piece
//! away. What is left leads to fillings only, and a walk through it finds one at every end. A state costs a tenth of
//! a node of the search, as all states with the same window are handled together.

use mapwright_core::Point;

use super::bits::Bits;
use super::complete::Placed;
use super::count::{End, Frontier};
use super::layers::{Entry, Layer, merge};
use super::solve::{Flow, cells_of};
use super::watch::{Purse, Watch};

/// All layers of a frontier. The number of ways to a state is of no interest here.
type Layers<W> = Vec<Layer<W, ()>>;

impl super::layers::Ways for () {
    const ONE: Self = ();

    fn plus(self, (): Self) -> Option<Self> {
        Some(())
    }
    fn wide(self) -> u128 {
        0
    }
}

/// A step of the walk: the state that it left, and which placement is next there.
#[derive(Clone, Copy)]
struct Step<W> {
    covered: u32,
    window: W,
    left: u64,
    next: u32,
    end: u32,
}

impl<W: Bits> Frontier<W> {
    /// Shows all fillings to `visit`, as kinds and cells; it can break off.
    pub(super) fn list(
        mut self,
        watch: &Watch<'_>,
        visit: &mut dyn FnMut(&[(usize, Vec<Point>)]) -> Flow,
    ) -> Result<(), End> {
        let mut purse = Purse::new(watch, watch.left());
        let mut layers = self.reach(&mut purse, watch.options().memory)?;
        self.prune(&mut layers);
        self.walk(&layers, visit);
        Ok(())
    }

    /// Every state that can be reached.
    fn reach(&mut self, purse: &mut Purse<'_, '_>, memory: u64) -> Result<Layers<W>, End> {
        let mut layers: Layers<W> = vec![Layer::new(); self.area as usize + 1];
        layers[0].list(W::NONE, Vec::new).push((self.full, ()));
        let mut states = 0;
        for covered in 0..self.area {
            let (done, later) = layers.split_at_mut(covered as usize + 1);
            for (window, list) in &mut done[covered as usize].lists {
                merge(list).ok_or(End::Overflow)?;
                let at = covered - window.ones();
                self.keep_balanced(at, *window, list);
                list.shrink_to_fit();
                states += list.len() as u64;
                let moved = self.extend((at, *window, list), |area| area as usize - 1, later, &mut Vec::new());
                purse.nodes(moved, covered as usize)?;
                // Entries that wait to be merged are not more than a few times as many.
                if 4 * states * size_of::<Entry<()>>() as u64 > memory {
                    return Err(End::Memory);
                }
            }
        }
        Ok(layers)
    }

    /// Keeps only states that lead to the full board.
    fn prune(&mut self, layers: &mut Layers<W>) {
        for covered in (0..self.area).rev() {
            let (done, later) = layers.split_at_mut(covered as usize + 1);
            for (window, list) in &mut done[covered as usize].lists {
                let alive = self.alive(covered, *window, list, later);
                let mut alive = alive.into_iter();
                list.retain(|_| alive.next().unwrap_or(false));
            }
        }
    }

    /// Which entries of a list have a successor.
    fn alive(&mut self, covered: u32, window: W, list: &[Entry<()>], later: &[Layer<W, ()>]) -> Vec<bool> {
        let mut alive = vec![false; list.len()];
        let (from, to) = self.lists.range(covered - window.ones(), window);
        for nth in from..to {
            let placement = self.lists.get(nth);
            if window.meets(placement.mask) {
                continue;
            }
            let kind = usize::from(placement.kind);
            let filled = window.with(placement.mask);
            let target = later.get(self.areas[kind] as usize - 1);
            let Some(target) = target.and_then(|layer| layer.find(filled.drop_low(filled.run()))) else { continue };
            if target.is_empty() {
                continue;
            }
            let field = self.fields[kind];
            for (entry, alive) in list.iter().zip(&mut alive).filter(|(entry, alive)| !**alive && field.of(entry.0) > 0) {
                let left = entry.0 - (1 << field.shift);
                *alive = target.binary_search_by_key(&left, |entry| entry.0).is_ok();
            }
        }
        alive
    }

    /// Walks through what is left.
    fn walk(&mut self, layers: &Layers<W>, visit: &mut dyn FnMut(&[(usize, Vec<Point>)]) -> Flow) {
        if layers[0].find(W::NONE).is_none_or(<[_]>::is_empty) {
            return;
        }
        let (next, end) = self.lists.range(0, W::NONE);
        let mut steps = vec![Step { covered: 0, window: W::NONE, left: self.full, next, end }];
        while let Some(&step) = steps.last() {
            if step.next == step.end {
                steps.pop();
                continue;
            }
            let last = steps.len() - 1;
            steps[last].next += 1;
            let Some((covered, window, left)) = self.after(step) else { continue };
            if covered == self.area {
                let pieces: Vec<(usize, Vec<Point>)> = steps.iter().map(|step| self.piece(step)).collect();
                if visit(&pieces).is_break() {
                    return;
                }
            } else if layers[covered as usize].find(window).is_some_and(|list| list.binary_search(&(left, ())).is_ok()) {
                let (next, end) = self.lists.range(covered - window.ones(), window);
                steps.push(Step { covered, window, left, next, end });
            }
        }
    }

    /// The state after the next placement of a step, if it fits.
    fn after(&self, step: Step<W>) -> Option<(u32, W, u64)> {
        let placement = self.lists.get(step.next);
        let kind = usize::from(placement.kind);
        let fits = self.fields[kind].of(step.left) > 0 && !step.window.meets(placement.mask);
        let filled = step.window.with(placement.mask);
        let left = step.left.wrapping_sub(1 << self.fields[kind].shift);
        fits.then(|| (step.covered + self.areas[kind], filled.drop_low(filled.run()), left))
    }

    /// The piece that a step has placed.
    fn piece(&self, step: &Step<W>) -> (usize, Vec<Point>) {
        let placement = self.lists.get(step.next - 1);
        let placed: Placed<W> = (step.covered - step.window.ones(), placement.mask, placement.kind);
        cells_of(&self.lists.cells, placed)
    }
}
