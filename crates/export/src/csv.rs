//! Comma-separated values: one row of tile numbers a line.

use std::fmt::Write;

use mapwright_core::BuilderMap;

/// The tile numbers of a map as comma-separated values, one row a line.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
///
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// let floor = Tile::FLOOR.0;
/// assert_eq!(mapwright_export::csv(&map), format!("{floor},{floor},{floor}\n{floor},{floor},{floor}\n"));
/// ```
#[must_use]
pub fn csv(map: &BuilderMap) -> String {
    let mut text = String::with_capacity(map.tiles.as_slice().len() * 2);
    for row in map.tiles.rows() {
        for (x, tile) in row.iter().enumerate() {
            let comma = if x == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{}", tile.0);
        }
        text.push('\n');
    }
    text
}
