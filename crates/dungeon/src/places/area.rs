//! Where along a side of a map.

use mapwright_core::params;

/// A position along the width of a map.
#[params]
pub enum AreaX {
    /// The first column.
    Left,
    /// The middle column.
    #[default]
    Center,
    /// The last column.
    Right,
}

/// A position along the height of a map.
#[params]
pub enum AreaY {
    /// The first row.
    Top,
    /// The middle row.
    #[default]
    Center,
    /// The last row.
    Bottom,
}
