//! Samples from pictures and texts.

use mapwright_core::{BuilderMap, Color, Grid, Palette, TextError, TextRows, Tile, Wrap};

/// The map that a picture shows, with a cell for each pixel. A pixel becomes the tile with its color in the default
/// palette; any other color is floor if it is light, and wall if it is dark.
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

/// The map that a text shows, with a cell for each glyph of the default palette: `#` for wall, `.` for floor, `+` for a
/// door and so on. The marks of starts, exits and spawns, `@`, `S`, `E` and `!`, are floor. Empty lines at the end are
/// ignored.
///
/// # Errors
///
/// An empty text, lines of different lengths, or a glyph that stands for no tile.
pub fn sample_from_text(text: &str) -> Result<BuilderMap, TextError> {
    let palette = Palette::default();
    let tiles = TextRows::from_text(text)?.read(|at, glyph| {
        let mark = "@SE!".contains(glyph).then_some(Tile::FLOOR);
        palette.tile(glyph).or(mark).ok_or_else(|| {
            let known: Vec<String> = palette.looks().iter().map(|look| format!("`{}`", look.glyph)).collect();
            TextError::character(at, glyph, format!("is the glyph of no tile; expected {}", known.join(" ")))
        })
    })?;
    let mut map = BuilderMap::filled(tiles.size(), Wrap::None, Tile::WALL);
    map.tiles = tiles;
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
        assert_eq!(message("\n"), "the text holds no map");
        assert_eq!(message("##\n#"), "line 2 has 1 characters; the first line has 2");
        let glyph = message("##\n#Q");
        let marked = sample_from_text("\u{feff}@S\r\nE!").map(|map| map.tiles.into_vec());
        assert_eq!(marked, Ok(vec![floor; 4]));
        assert!(message("\t#").starts_with("line 1, column 1: `\\t` is the glyph of no tile"), "{}", message("\t#"));
        assert!(glyph.starts_with("line 2, column 2: `Q` is the glyph of no tile; expected `.` `#` `+`"), "{glyph}");
    }
}
