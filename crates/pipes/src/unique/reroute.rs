//! Reroutes a tree until its tiles have only one solution.
//!
//! Each round deduces the whole board from the kinds of its tiles. What stays open falls into *clusters*, each a few
//! tiles whose joints could be different. In each cluster, one undecided joint is swapped for an undecided side that
//! closes a cycle with it, which changes two to four tiles of the cluster, and the deduction continues from there. If
//! it settles the cluster, the swap stays; otherwise it is undone, and another is tried. Nothing outside the cluster is
//! processed again. A round without open tiles proves that the solution is unique.
//!
//! # Why a swap may build on what was deduced before it
//!
//! A swap touches only sides that are not propagated. So the new tree has the same propagated sides, and everything that
//! is known stays true of it. But it may no longer *follow*: a rule may have used the kind of a tile that has changed.
//! That is why the next round starts from nothing. On trees of 300×300 tiles from Prim's algorithm the first round
//! finds some 550 clusters, the second 120, the third 45.
//!
//! # Why it ends
//!
//! Within a round every swap that stays settles tiles permanently, and each cluster gets a limited number of tries.
//! What could not be settled is *shaken* at the end of a round: a random swap nearby, settled or not. Rounds have a
//! budget.
//!
//! # Ideas that failed
//!
//! * *One swap that settles the whole cluster, or none.* Half of the clusters had no such swap, and each of them cost
//!   a round. Now any swap that leaves fewer tiles open is kept.
//! * *Only sides that are still open.* A square of four tiles has too few of them: again half of the clusters were stuck.
//!   Sides that are known to be closed may be opened too, at the price of forgetting them.
//! * *Forgetting everything closed around a swap.* It was meant to catch circular arguments at once. It caught none of
//!   them, since those run through open sides, and made every trial larger.
//! * *A round from nothing after each round of swaps.* The last few clusters took as many whole deductions as there were
//!   rounds. Keeping what was known outside the windows made these rounds ten times cheaper.

use mapwright_core::{Dirs, MapRng};

use super::swaps::{ChangedCells, SwapObserver};
use super::tree::{Swap, Tree};
use crate::Grade;
use crate::solver::cell::Cell;
use crate::solver::deduction::{Contradiction, Deduction, Ruleset, Run};
use crate::solver::search::Clusters;

/// The probability that a cluster is shaken without a try, after the first round.
const SHAKEN: f64 = 0.25;

/// How many swaps are tried in one cluster before it is shaken instead.
const TRIALS: usize = 24;

/// The swaps that are always looked at in a cluster, even on a small board.
const SWAPS: usize = 1 << 12;

/// The requirements of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) max_degree: u32,
    pub(super) hardest: Grade,
    pub(super) easiest: Grade,
    pub(super) rounds: u32,
}

/// The result of rerouting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rerouted {
    Unique,
    /// The budget of rounds was used up.
    GaveUp,
    /// The observer did not want to go on.
    Stopped,
}

impl Wanted {
    /// The rules that a solver may use without looking ahead.
    fn rules(&self) -> Ruleset {
        match self.hardest {
            Grade::Local => Ruleset::Local,
            Grade::Rings => Ruleset::Rings,
            _ => Ruleset::Isolation,
        }
    }
}

/// Swaps joints until the tree is the only solution of its tiles. `observer` sees every swap that stays.
pub(super) fn reroute(
    tree: &mut Tree<'_>,
    wanted: &Wanted,
    rng: &mut MapRng,
    observer: &mut impl SwapObserver,
) -> Rerouted {
    let mut known = None;
    for _ in 0..wanted.rounds {
        let is_proof = known.is_none();
        let mut noted = ChangedCells { changed: Vec::new(), observer };
        let outcome = round(tree, known, wanted, rng, &mut noted);
        let ChangedCells { changed, observer } = noted;
        if !observer.goes_on(0) {
            return Rerouted::Stopped;
        }
        known = match outcome {
            None if is_proof && !is_too_easy(tree, wanted, observer) => return Rerouted::Unique,
            None if is_proof => {
                for _ in 0..tree.tiles.len().div_ceil(CELLS_A_SHAKE) {
                    let at = rng.below(tree.ground.area());
                    shake(tree, at, wanted, rng, observer);
                }
                None
            }
            None => None,
            Some(cells) => Some((cells, changed)),
        };
    }
    Rerouted::GaveUp
}

/// A board that is too easy is changed in one of this many cells.
const CELLS_A_SHAKE: usize = 100;

/// Whether rules that are easier than required settle every tile.
fn is_too_easy(tree: &Tree<'_>, wanted: &Wanted, observer: &mut impl SwapObserver) -> bool {
    let easier = match wanted.easiest.min(wanted.hardest) {
        Grade::Local => return false,
        Grade::Rings => Ruleset::Local,
        Grade::Isolation => Ruleset::Rings,
        Grade::Lookahead | Grade::Guessing => Ruleset::Isolation,
    };
    let open = Deduction::new(&tree.tiles, tree.ground).and_then(|mut board| {
        board.sweep(easier, &mut |tiles| observer.goes_on(tiles))?;
        run(&mut board, observer)?;
        Ok(board.n_open())
    });
    open == Ok(0)
}

/// What was deduced before, and the tiles near which it no longer holds.
type Known = (Vec<Cell>, Vec<u32>);

/// Runs the rules until nothing more follows, or the observer does not want to go on.
fn run(board: &mut Deduction<'_>, observer: &mut impl SwapObserver) -> Result<(), Contradiction> {
    while board.run(ASKS_AFTER)? == Run::Stopped && observer.goes_on(ASKS_AFTER) {}
    Ok(())
}

/// How many tiles are looked at before the build is asked whether it goes on.
const ASKS_AFTER: u64 = 1 << 14;

/// One round. Returns what was deduced, or nothing if no tile was open. What it returns once the observer does not want to go
/// on says nothing.
fn round(
    tree: &mut Tree<'_>,
    known: Option<Known>,
    wanted: &Wanted,
    rng: &mut MapRng,
    observer: &mut impl SwapObserver,
) -> Option<Vec<Cell>> {
    // The tree is a solution, so nothing that follows from its tiles is a contradiction.
    let is_first = known.is_none();
    let mut board = match known {
        None => {
            let mut board = Deduction::new(&tree.tiles, tree.ground).ok()?;
            // The cheap rule first settles a third of the tiles.
            board.sweep(Ruleset::Local, &mut |tiles| observer.goes_on(tiles)).ok()?;
            run(&mut board, observer).ok()?;
            board.sweep(wanted.rules(), &mut |tiles| observer.goes_on(tiles)).ok()?;
            board
        }
        Some((cells, changed)) => {
            let open = windows(tree, &changed);
            if !observer.goes_on(ASKS_AFTER) {
                return None;
            }
            let goes_on = &mut |tiles| observer.goes_on(tiles);
            Deduction::resume(cells, &tree.tiles, tree.ground, (&open, wanted.rules()), goes_on).ok()?
        }
    };
    run(&mut board, observer).ok()?;
    if wanted.hardest >= Grade::Lookahead {
        board
            .look_ahead(|at| tree.tiles.get(at as usize).copied(), u64::MAX, &mut |tiles| observer.goes_on(tiles))
            .ok()?;
    }
    if board.n_open() == 0 {
        return None;
    }
    if !observer.goes_on(ASKS_AFTER) {
        return None;
    }
    let clusters = Clusters::of(&board);
    let mut stuck = Vec::new();
    for cluster in 0..clusters.len() {
        let tiles = clusters.tiles_of(cluster);
        if !observer.goes_on(1) {
            return None;
        }
        // Two swaps that each seem to settle a cluster could alternate for ever.
        let unsettled = match !is_first && rng.chance(SHAKEN) {
            true => tiles.first().copied(),
            false => settle(&mut board, tree, tiles, wanted, rng, observer),
        };
        stuck.extend(unsettled);
    }
    for at in stuck {
        if !observer.goes_on(1) {
            return None;
        }
        shake(tree, at, wanted, rng, observer);
    }
    Some(board.into_cells())
}

/// Every cell near one of some cells, once: there, earlier deductions do not hold.
fn windows(tree: &Tree<'_>, around: &[u32]) -> Vec<u32> {
    let mut seen = vec![false; tree.tiles.len()];
    let mut cells: Vec<u32> = Vec::new();
    let mut add = |cells: &mut Vec<u32>, at: u32| {
        if !std::mem::replace(&mut seen[at as usize], true) {
            cells.push(at);
        }
    };
    around.iter().for_each(|&at| add(&mut cells, at));
    // The more clusters there are, the more of them depend on something farther away: 5 steps on 31×31 tiles, 10 on
    // 1000×1000 leave less than one on average to be found by the proof.
    let steps = tree.tiles.len().checked_ilog2().unwrap_or(0) / 2 + 1;
    let mut reached = 0;
    for _ in 0..steps {
        let rim = reached..cells.len();
        reached = cells.len();
        for i in rim {
            for dir in tree.ground.dirs(cells[i]).iter() {
                let next = tree.ground.step(cells[i], dir);
                add(&mut cells, next);
            }
        }
    }
    cells
}

/// Makes a swap on a board with open tiles and deduces what follows. Returns whether it leaves fewer open.
fn has_progress(
    board: &mut Deduction<'_>,
    tree: &Tree<'_>,
    swap: Swap,
    open: &[u32],
    wanted: &Wanted,
    observer: &mut impl SwapObserver,
) -> bool {
    let changed = tree.changed(swap);
    board.forget(swap.added.0, swap.added.1);
    for &(at, tile) in &changed {
        board.replace(at, tile);
    }
    let near = around(&changed, open);
    near.iter().for_each(|&at| board.reset(at));
    let known = |at: u32| {
        let changed = changed.iter().find(|&&(other, _)| other == at).map(|&(_, tile)| tile);
        changed.or_else(|| tree.tiles.get(at as usize).copied())
    };
    let run = run(board, observer).and_then(|()| match wanted.hardest >= Grade::Lookahead {
        true => board.look_ahead_in(&near, known, u64::MAX, &mut |tiles| observer.goes_on(tiles)).map(|_| ()),
        false => Ok(()),
    });
    run.is_ok() && near.iter().filter(|&&at| !board.cell(at).is_settled()).count() < open.len()
}

/// Makes swaps in a cluster that each leave fewer tiles open, until none is open; otherwise returns an open one.
fn settle(
    board: &mut Deduction<'_>,
    tree: &mut Tree<'_>,
    tiles: &[u32],
    wanted: &Wanted,
    rng: &mut MapRng,
    observer: &mut impl SwapObserver,
) -> Option<u32> {
    let mut open: Vec<u32> = tiles.to_vec();
    let mut swaps = swaps_in(board, tree, &open, wanted);
    for _ in 0..TRIALS {
        let Some(swap) = rng.swap_remove(&mut swaps) else { break };
        let (mark, before) = (board.mark(), board.steps);
        let has_progress = has_progress(board, tree, swap, &open, wanted, observer);
        if !observer.goes_on(board.steps - before) {
            return None;
        }
        if !has_progress {
            board.undo(mark);
            continue;
        }
        board.commit();
        open = around(&tree.changed(swap), &open);
        tree.swap(swap);
        observer.swapped(tree, swap);
        open.retain(|&at| !board.cell(at).is_settled());
        if open.is_empty() {
            return None;
        }
        swaps = swaps_in(board, tree, &open, wanted);
    }
    open.first().copied()
}

/// The tiles, with those that a swap changes.
fn around(changed: &[(u32, Dirs)], tiles: &[u32]) -> Vec<u32> {
    let changed = changed.iter().map(|&(at, _)| at);
    tiles.iter().copied().chain(changed.filter(|at| !tiles.contains(at))).collect()
}

/// The swaps in a cluster of two sides that are not propagated: all, unless they are more than the cells of the board, or
/// than [`SWAPS`]. Where rules are so weak that the whole board is one cluster, each of its sides closes a long cycle, and
/// all swaps would take memory that grows faster than the board.
fn swaps_in(board: &Deduction<'_>, tree: &mut Tree<'_>, tiles: &[u32], wanted: &Wanted) -> Vec<Swap> {
    let mut swaps = Vec::new();
    let most = tree.tiles.len().max(SWAPS);
    for &at in tiles {
        for dir in tree.tiles[at as usize].complement().iter() {
            let left = most - swaps.len();
            if left == 0 {
                return swaps;
            }
            if tree.ground.next(at, dir).is_some_and(|next| tree.degree(next) > 0) {
                let cycle = tree.cycle((at, dir));
                let unpropagated = cycle.swaps((at, dir)).filter(|swap| {
                    let (at, dir) = swap.removed;
                    board.cell(at).unpropagated().contains(dir)
                });
                swaps.extend(unpropagated.filter(|&swap| is_within(tree, swap, wanted)).take(left));
            }
        }
    }
    swaps
}

/// Whether a swap respects the cap on open sides.
fn is_within(tree: &Tree<'_>, swap: Swap, wanted: &Wanted) -> bool {
    tree.changed(swap).iter().all(|(_, tile)| tile.len() <= wanted.max_degree)
}

/// How far around a tile shaking goes, and how many swaps are drawn for it.
const SHAKES: u32 = 32;

/// Swaps a joint near a tile, whatever is known about it.
fn shake(tree: &mut Tree<'_>, at: u32, wanted: &Wanted, rng: &mut MapRng, observer: &mut impl SwapObserver) {
    let mut here = at;
    for _ in 0..SHAKES {
        let Some(dir) = rng.pick_dir(tree.ground.dirs(here)) else { return };
        let next = tree.ground.step(here, dir);
        let is_closed = !tree.tiles[here as usize].contains(dir) && tree.degree(here).min(tree.degree(next)) > 0;
        let near = if is_closed { tree.cycle((here, dir)).swaps((here, dir)).collect() } else { Vec::new() };
        let within: Vec<Swap> = near.into_iter().filter(|&swap| is_within(tree, swap, wanted)).collect();
        if let Some(&swap) = rng.pick(&within) {
            tree.swap(swap);
            observer.swapped(tree, swap);
            return;
        }
        // A step aside, and sometimes back to the tile.
        here = if rng.chance(0.25) || tree.degree(next) == 0 { at } else { next };
    }
}
