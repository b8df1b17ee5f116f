//! Wang tiles as text, one character for each tile.

use mapwright::core::{Corner, Sides};
use mapwright::wang::WangKind;

/// Lines to the sides whose color is not 0, by N=1 E=2 S=4 W=8.
const LINES: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];
/// The quarters whose corner has a color other than 0, by NE=1 SE=2 SW=4 NW=8.
const QUARTERS: [char; 16] = [' ', '▝', '▗', '▐', '▖', '▞', '▄', '▟', '▘', '▀', '▚', '▜', '▌', '▛', '▙', '█'];
/// The colors of points, where there are more than a quarter can show.
const SHADES: [char; 4] = ['·', '░', '▒', '█'];

/// Tiles row by row, `width` of them each, every row ended by a line break.
pub(super) fn text(kind: WangKind, colors: u8, width: usize, tiles: &[Sides]) -> String {
    let glyph = |tile: &Sides| match (kind, colors) {
        (WangKind::Edges, _) => LINES[usize::from(tile.code())],
        (WangKind::Corners, 2) => QUARTERS[usize::from(tile.code())],
        // The tile's own point.
        (WangKind::Corners, _) => SHADES[usize::from(tile.corner(Corner::NW))],
    };
    tiles.chunks(width.max(1)).flat_map(|row| row.iter().map(glyph).chain(['\n'])).collect()
}
