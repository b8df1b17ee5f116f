//! Brings a tree under the cap on open sides.

use mapwright_core::Dir;

use super::swaps::SwapObserver;
use super::tree::{Swap, Tree};

/// How far from a cell to search for joints that relieve it.
const REACH: usize = 200;

/// Removes sides from every tile that has more than `max_degree`; on failure, returns the tile.
///
/// The parts of the tree that hang on a full tile touch each other all around it, mostly at the very next cells. A
/// joint there closes a cycle through the tile, and one of the tile's sides on that cycle can go.
pub(super) fn lower(tree: &mut Tree<'_>, max_degree: u32, observer: &mut impl SwapObserver) -> Result<(), u32> {
    for full in 0..tree.ground.area() {
        while tree.degree(full) > max_degree {
            let swap = relief(tree, full, max_degree).ok_or(full)?;
            tree.swap(swap);
            observer.swapped(tree, swap);
        }
    }
    Ok(())
}

/// The nearest swap that removes a side of a full tile and fills no other.
fn relief(tree: &mut Tree<'_>, full: u32, max_degree: u32) -> Option<Swap> {
    let mut near = vec![full];
    let mut next = 0;
    while let Some(&here) = near.get(next) {
        next += 1;
        for dir in Dir::ALL {
            let Some(beyond) = tree.ground.next(here, dir) else { continue };
            if near.len() < REACH && !near.contains(&beyond) {
                near.push(beyond);
            }
            if tree.tiles[here as usize].contains(dir) || tree.degree(here).min(tree.degree(beyond)) == 0 {
                continue;
            }
            let before = tree.degree(full);
            let cycle = tree.cycle((here, dir));
            let helps = |swap: &Swap| {
                let changed = tree.changed(*swap);
                let relieved = changed.iter().any(|&(at, tile)| at == full && tile.len() < before);
                relieved && changed.iter().all(|&(at, tile)| at == full || tile.len() <= max_degree)
            };
            if let Some(swap) = cycle.swaps((here, dir)).find(helps) {
                return Some(swap);
            }
        }
    }
    None
}
