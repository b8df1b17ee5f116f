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

/// The directions of the lines of a character, light or heavy.
pub(super) fn dirs(glyph: char) -> Option<Dirs> {
    let find = |table: &[char; 16]| table.iter().position(|&known| known == glyph);
    let code = find(&LIGHT).or_else(|| find(&HEAVY))?;
    Some(Dirs::from_bits(u8::try_from(code).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_directions_has_a_character_of_its_own() {
        for set in (0..16).map(Dirs::from_bits) {
            assert_eq!(dirs(light(set)), Some(set));
            assert_eq!(dirs(heavy(set)), Some(set));
        }
        assert_eq!(dirs('#'), None);
    }
}
