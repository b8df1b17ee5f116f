//! Our side of each row: one function per work, of the same signature as the
//! peers' functions, or `None` while a work is not written yet ("not yet" in
//! the table).
//!
//! To fill one in, depend on the library in `Cargo.toml` and replace its
//! `None` by `Some(function)`. The function builds one level of `size` x `size`
//! cells from `seed`, from nothing, and returns a checksum of a few cells of
//! the result (pass the result through `std::hint::black_box` first):
//!
//! ```ignore
//! pub const PRIM: Option<Work> = Some(prim);
//!
//! fn prim(size: u16, seed: u64) -> u64 { /* build, black_box, probe */ }
//! ```

use crate::rows::Work;

/// Prim's maze of `size` x `size` rooms.
pub const PRIM: Option<Work> = None;

/// Kruskal's maze of `size` x `size` rooms.
pub const KRUSKAL: Option<Work> = None;

/// Depth-first maze of `size` x `size` rooms.
pub const BACKTRACKER: Option<Work> = None;

/// Noise and fifteen rounds of cellular automata on `size` x `size` tiles.
pub const CELLULAR: Option<Work> = None;
