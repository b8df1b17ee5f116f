//! What a turn changed.

use mapwright_core::Point;

/// What a turn changed. A tile that dried and became wet again within the turn is not listed.
///
/// Every list is in row-major order. With the feature `serde` it is one JSON object,
/// `{"wet":[[x,y],…],"dry":[…],"on_ring":[…],"off_ring":[…],"solved":bool}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BoardChange {
    /// Cells that became wet.
    pub wet: Vec<Point>,
    /// Cells that became dry.
    pub dry: Vec<Point>,
    /// Cells that came on a ring, wet or dry.
    pub on_ring: Vec<Point>,
    /// Cells that left all rings.
    pub off_ring: Vec<Point>,
    /// Whether every tile is wet now.
    pub solved: bool,
}

impl BoardChange {
    /// Whether no cell changed. A turn may have no consequences.
    pub const fn is_empty(&self) -> bool {
        self.wet.is_empty() && self.dry.is_empty() && self.on_ring.is_empty() && self.off_ring.is_empty()
    }
}
