//! Positions on a map: corners, middles of sides, the center.

use mapwright_core::{Point, Size, params};

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

/// The cell at a position.
pub(super) fn place(x: AreaX, y: AreaY, size: Size) -> Point {
    let x = match x {
        AreaX::Left => 0,
        AreaX::Center => size.w / 2,
        AreaX::Right => size.w.saturating_sub(1),
    };
    let y = match y {
        AreaY::Top => 0,
        AreaY::Center => size.h / 2,
        AreaY::Bottom => size.h.saturating_sub(1),
    };
    Point::new(x, y)
}
