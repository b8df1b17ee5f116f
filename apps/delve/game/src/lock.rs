//! A lock that opens when its pipes are joined.

use mapwright::builders::{PipeShuffler, PrimMaze, UniquePipes};
use mapwright::pipes::Session;
use mapwright::prelude::*;

/// A lock and the game of pipes in it.
#[derive(Clone, Debug)]
pub struct PipeLock {
    /// The number of the lock.
    pub lock: u8,
    /// The pipes. Water comes from the source in the middle.
    pub pipes: Session,
}

impl PipeLock {
    /// A lock of 4×4 tiles near the surface, of 6×6 at the bottom. It has one solution, and is not solved yet. `None` if
    /// a hundred seeds give no such lock.
    pub fn new(seed: u64, depth: u32, lock: u8) -> Option<PipeLock> {
        let side = if depth < 4 {
            4
        } else if depth < 8 {
            5
        } else {
            6
        };
        let chain = BuilderChain::start_with(Size::new(side, side), PrimMaze::default())
            .with(UniquePipes::default())
            .with(PipeShuffler::default());
        let first = seed.wrapping_add(1000 * u64::from(depth) + u64::from(lock));
        let maps = (0..100).filter_map(|nth| chain.build(first.wrapping_add(300 * nth)).ok());
        let mut games = maps.filter_map(|map| Session::from_map(&map).ok());
        games.find(|pipes| !pipes.is_solved()).map(|pipes| PipeLock { lock, pipes })
    }
}
