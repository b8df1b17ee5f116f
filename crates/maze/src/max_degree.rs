//! The cap on open sides that some mazes take.

use mapwright_core::BuildError;

/// Three, or four for no cap: see [`PrimMaze::max_degree`](crate::PrimMaze::max_degree) for why not two.
pub(crate) fn check(max_degree: u8) -> Result<(), BuildError> {
    match max_degree {
        3 | 4 => Ok(()),
        other => Err(BuildError::parameter("max_degree", other, "3 or 4")),
    }
}
