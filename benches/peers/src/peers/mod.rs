//! The peers: one small function per peer and work, all of one signature.
//!
//! Each goes through the peer's fastest public API, with its seed fixed, and
//! returns a checksum of a few probed cells. Peers which give no cheap way to
//! read a cell return the size alone; `black_box` keeps their work from being
//! optimised away.

pub mod chokes;
pub mod dungeons;
pub mod mazes;
pub mod searches;
pub mod worlds;

use mapwright::prelude::Size;

/// Columns and rows, as the peers count them.
fn sides(size: Size) -> (usize, usize) {
    (size.w.into(), size.h.into())
}

/// Folds sixteen probed places on the diagonal into a checksum.
pub fn probe(size: Size, open: impl Fn(usize, usize) -> bool) -> u64 {
    let (w, h) = sides(size);
    (0..16).fold(1, |sum, nth| sum << 1 | u64::from(open(nth * w / 16, nth * h / 16)))
}
