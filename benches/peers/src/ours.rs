//! Our side of each row: one function per work, of the same signature as the
//! peers' functions, or `None` while a work is not written yet ("not yet" in
//! the table).
//!
//! Each builds one level of `size` x `size` cells from `seed`, from nothing,
//! as a user would: through a chain. It returns a checksum of a few cells of
//! the result.

use std::hint::black_box;

use mapwright::prelude::*;

use crate::peers::probe;
use crate::rows::Work;

/// Prim's maze of `size` x `size` rooms.
pub const PRIM: Option<Work> = Some(|size, seed| sides(size, seed, start_with(size, PrimMaze::default())));

/// Kruskal's maze of `size` x `size` rooms.
pub const KRUSKAL: Option<Work> = Some(|size, seed| sides(size, seed, start_with(size, KruskalMaze::default())));

/// Depth-first maze of `size` x `size` rooms.
pub const BACKTRACKER: Option<Work> = Some(|size, seed| sides(size, seed, start_with(size, Backtracker::default())));

/// Noise and fifteen rounds of cellular automata on `size` x `size` tiles.
pub const CELLULAR: Option<Work> = Some(|size, seed| {
    let map = built(seed, start_with(size, CellularAutomata::default()));
    probe(size, |at| map.is_open(place(at)))
});

/// A whole pipe puzzle: a maze, its tiles turned, and what is joined found.
pub const PUZZLE: Option<Work> = Some(|size, seed| {
    let maze = start_with(size, PrimMaze::default());
    sides(size, seed, maze.with(PipeShuffler::default()).with(RingValidator::default()))
});

fn start_with(size: u16, initial: impl InitialMapBuilder + 'static) -> BuilderChain {
    BuilderChain::start_with(Size::new(size, size), initial)
}

/// No seed of these chains fails; if one did, the row should fail too.
fn built(seed: u64, chain: BuilderChain) -> BuilderMap {
    black_box(chain.build(seed).expect("a level from any seed"))
}

fn sides(size: u16, seed: u64, chain: BuilderChain) -> u64 {
    let map = built(seed, chain);
    let sides = map.sides.as_ref().expect("a map with sides");
    probe(size, |at| sides[place(at)].is_open(Dir::E))
}

/// A place on the diagonal.
fn place(at: usize) -> Point {
    Point::new(at as u16, at as u16)
}
