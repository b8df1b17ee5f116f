//! The box-drawing characters, by the directions in which their lines leave the middle.

use crate::Dirs;

/// Light lines, indexed by N=1 E=2 S=4 W=8.
const LIGHT: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
/// Heavy lines, indexed alike.
const HEAVY: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// The character with light lines in these directions.
pub(super) const fn light(dirs: Dirs) -> char {
    LIGHT[dirs.bits() as usize & 15]
}

/// The character with heavy lines in these directions.
pub(super) const fn heavy(dirs: Dirs) -> char {
    HEAVY[dirs.bits() as usize & 15]
}
