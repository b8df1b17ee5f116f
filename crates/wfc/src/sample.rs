//! Samples from pictures and texts.

use mapwright_core::{BuilderMap, Color, Grid, Palette, Size, Tile, Wrap};

/// The map that a picture shows, a cell for each pixel. A pixel is the tile whose color of the default palette it has;
/// any other is floor if it is light, and wall if it is dark.
///
/// ```
/// use mapwright_core::{Color, Grid, Size, Tile};
///
/// let pixels = Grid::from_fn(Size::new(2, 1), |p| if p.x == 0 { Color(0, 0, 0) } else { Color(250, 240, 230) });
/// let sample = mapwright_wfc::sample_from_pixels(&pixels);
/// assert_eq!(sample.tiles.as_slice(), [Tile::WALL, Tile::FLOOR]);
/// ```
pub fn sample_from_pixels(pixels: &Grid<Color>) -> BuilderMap {
    let palette = Palette::default();
    let mut map = BuilderMap::filled(pixels.size(), Wrap::None, Tile::WALL);
    map.tiles = pixels.map(|&color| palette.tile_of_color(color));
    map
}

/// A text that is no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// Nothing in it.
    #[error("no line has a glyph")]
    Empty,
    /// Lines of different lengths.
    #[error("line {line} has {found} glyphs; expected {expected}, as in line 1")]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// Its glyphs.
        found: usize,
        /// Those of the first line.
        expected: usize,
    },
    /// More lines or columns than a map can have.
    #[error("{w}x{h} glyphs are too many: expected at most 65535 a side")]
    TooLarge {
        /// Columns.
        w: usize,
        /// Lines.
        h: usize,
    },
    /// A glyph that stands for no tile.
    #[error("line {line}, column {column}: `{}` is the glyph of no tile; expected {allowed}", glyph.escape_debug())]
    Glyph {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The glyph.
        glyph: char,
        /// All glyphs there are.
        allowed: String,
    },
}

/// The map that a text shows, a cell for each glyph of the default palette: `#` for wall, `.` for floor, `+` for a door
/// and so on. What marks a start, exit or spawn in texts, `@`, `S`, `E` and `!`, is floor. Empty lines at the end are passed
/// over.
///
/// # Errors
///
/// An empty text, lines of different lengths, or a glyph that stands for no tile.
pub fn sample_from_text(text: &str) -> Result<BuilderMap, SampleError> {
    let palette = Palette::default();
    // Some editors begin a file with a mark of their own.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let width = lines.first().map_or(0, |line| line.chars().count());
    if width == 0 {
        return Err(SampleError::Empty);
    }
    let mut cells = Vec::new();
    for (line, number) in lines.iter().zip(1..) {
        let found = line.chars().count();
        if found != width {
            return Err(SampleError::Ragged { line: number, found, expected: width });
        }
        for (glyph, column) in line.chars().zip(1..) {
            let mark = || "@SE!".contains(glyph).then_some(Tile::FLOOR);
            cells.push(palette.tile(glyph).or_else(mark).ok_or_else(|| {
                let allowed: Vec<String> = palette.looks().iter().map(|look| format!("`{}`", look.glyph)).collect();
                SampleError::Glyph { line: number, column, glyph, allowed: allowed.join(" ") }
            })?);
        }
    }
    let too_large = || SampleError::TooLarge { w: width, h: lines.len() };
    let side = |length: usize| u16::try_from(length).map_err(|_| too_large());
    let size = Size::new(side(width)?, side(lines.len())?);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    map.tiles = Grid::from_vec(size, cells).ok_or_else(too_large)?;
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_faults_are_named() {
        let map = sample_from_text("#.+\n...\n\n").map(|map| map.tiles.into_vec());
        let (wall, floor) = (Tile::WALL, Tile::FLOOR);
        assert_eq!(map, Ok(vec![wall, floor, Tile::DOOR, floor, floor, floor]));
        let message = |text: &str| sample_from_text(text).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(message("\n"), "no line has a glyph");
        assert_eq!(message("##\n#"), "line 2 has 1 glyphs; expected 2, as in line 1");
        let glyph = message("##\n#Q");
        let marked = sample_from_text("\u{feff}@S\r\nE!").map(|map| map.tiles.into_vec());
        assert_eq!(marked, Ok(vec![floor; 4]));
        assert!(message("\t#").starts_with("line 1, column 1: `\\t` is the glyph of no tile"), "{}", message("\t#"));
        assert!(glyph.starts_with("line 2, column 2: `Q` is the glyph of no tile; expected `.` `#` `+`"), "{glyph}");
    }
}
