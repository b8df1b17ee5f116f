//! Samples from pictures and texts.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, Color, Grid, Palette, TextError, TextRows, Tile, Wrap};

/// The most colors without a name that are open, and the most that are solid: the numbers that are free for tiles.
const MOST_OF_A_KIND: u8 = 96;
/// The first of these numbers.
const FIRST_FREE: u8 = 32;

/// The meaning of colors and glyphs in samples.
///
/// A color is the tile that the legend gives it, or that has this color in the default palette. Black is wall and white floor. If
/// the sample has two colors and none of them is known, one light and one dark, these are floor and wall as well. No two colors
/// become one tile in this way; every other color gets a tile of its own by number, and a color in the map's palette.
///
/// ```
/// use mapwright_core::{Color, Grid, Size, Tile};
/// use mapwright_wfc::SampleLegend;
///
/// let sea = Color(0, 0, 250);
/// let pixels = Grid::from_fn(Size::new(3, 1), |p| [Color(0, 0, 0), sea, Color(200, 0, 0)][usize::from(p.x)]);
/// let legend = SampleLegend { colors: [(sea, Tile::WATER)].into(), ..SampleLegend::default() };
/// let sample = legend.picture(&pixels)?;
/// assert_eq!(sample.map.tiles.as_slice(), [Tile::WALL, Tile::WATER, Tile(32)]);
/// assert_eq!((sample.map.palette[&Tile(32)], sample.unnamed), (Color(200, 0, 0), vec![Tile(32)]));
/// # Ok::<(), mapwright_wfc::SampleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleLegend {
    /// The tiles of colors.
    pub colors: BTreeMap<Color, Tile>,
    /// The tiles of glyphs, in addition to those of the default palette.
    pub glyphs: BTreeMap<char, Tile>,
    /// Colors whose numbered tiles are solid.
    pub solid: BTreeSet<Color>,
}

/// A sample that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sample {
    /// Its map.
    pub map: BuilderMap,
    /// The tiles of colors that have no name.
    pub unnamed: Vec<Tile>,
}

/// What a sample has in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleCell {
    /// A tile.
    Tile(Tile),
    /// A color, which a legend makes a tile.
    Color(Color),
}

/// Why a picture is no sample.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum SampleError {
    /// There are not enough numbers for colors without a name.
    #[error(
        "more than {MOST_OF_A_KIND} {} colors have no name; give tiles to some of them in `legend`",
        if *.solid { "solid" } else { "open" }
    )]
    Colors {
        /// Whether these colors are solid.
        solid: bool,
    },
}

impl SampleLegend {
    /// The sample that a picture shows, with a cell for each pixel.
    ///
    /// # Errors
    ///
    /// More than 96 colors without a name are open, or solid.
    pub fn picture(&self, pixels: &Grid<Color>) -> Result<Sample, SampleError> {
        self.sample(&pixels.map(|&color| SampleCell::Color(color)))
    }

    /// The sample of these cells.
    ///
    /// # Errors
    ///
    /// More than 96 colors without a name are open, or solid.
    pub fn sample(&self, cells: &Grid<SampleCell>) -> Result<Sample, SampleError> {
        let (mut known, strange, taken) = self.known(cells);
        let palette = Palette::default();
        let is_two_tone = match strange[..] {
            [a, b] => known.is_empty() && taken.is_empty() && palette.tile_of_color(a) != palette.tile_of_color(b),
            _ => false,
        };
        let mut free = [false, true].map(|solid| self.free_tiles(solid));
        let mut unnamed = Vec::new();
        for color in strange {
            let tone = palette.tile_of_color(color);
            let is_plain = [Color(0, 0, 0), Color(255, 255, 255)].contains(&color);
            let tile = if (is_two_tone || is_plain) && !taken.contains(&tone) {
                tone
            } else {
                let solid = self.solid.contains(&color);
                let tile = free[usize::from(solid)].next().ok_or(SampleError::Colors { solid })?;
                unnamed.push(tile);
                tile
            };
            known.insert(color, tile);
        }
        let mut map = BuilderMap::filled(cells.size(), Wrap::None, Tile::WALL);
        map.tiles = cells.map(|cell| match cell {
            SampleCell::Tile(tile) => *tile,
            SampleCell::Color(color) => known.get(color).copied().unwrap_or_default(),
        });
        for (color, tile) in known {
            if palette.looks().iter().all(|look| look.tile != tile) {
                map.palette.entry(tile).or_insert(color);
            }
        }
        Ok(Sample { map, unnamed })
    }

    /// The tiles of colors with a name, the other colors in the order of their cells, and all tiles with a name.
    fn known(&self, cells: &Grid<SampleCell>) -> (BTreeMap<Color, Tile>, Vec<Color>, BTreeSet<Tile>) {
        let palette = Palette::default();
        let of_palette = |color| palette.looks().iter().find(|look| look.color == color).map(|look| look.tile);
        let (mut known, mut strange, mut seen) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let mut taken = BTreeSet::new();
        for cell in cells.as_slice() {
            match *cell {
                SampleCell::Tile(tile) => drop(taken.insert(tile)),
                SampleCell::Color(color) if seen.contains(&color) => (),
                SampleCell::Color(color) => {
                    seen.insert(color);
                    match self.colors.get(&color).copied().or_else(|| of_palette(color)) {
                        Some(tile) => drop(known.insert(color, tile)),
                        // One more than there are numbers for is enough to refuse them.
                        None if strange.len() > 2 * usize::from(MOST_OF_A_KIND) + 2 => break,
                        None => strange.push(color),
                    }
                }
            }
        }
        taken.extend(known.values());
        (known, strange, taken)
    }

    /// The numbers that the legend leaves for tiles of a kind.
    fn free_tiles(&self, solid: bool) -> impl Iterator<Item = Tile> {
        let first = if solid { FIRST_FREE | Tile::SOLID_BIT } else { FIRST_FREE };
        let tiles = (0..MOST_OF_A_KIND).map(move |nth| Tile(first + nth));
        tiles.filter(|tile| self.colors.values().chain(self.glyphs.values()).all(|given| given != tile))
    }

    /// The tile of a glyph: that of the legend or of the default palette. The marks of starts, exits and spawns, `@`, `S`, `E`
    /// and `!`, are floor.
    pub fn tile_of_glyph(&self, glyph: char) -> Option<Tile> {
        let mark = "@SE!".contains(glyph).then_some(Tile::FLOOR);
        self.glyphs.get(&glyph).copied().or_else(|| Palette::default().tile(glyph)).or(mark)
    }

    /// The glyphs that stand for a tile, for messages.
    pub fn known_glyphs(&self) -> String {
        let palette = Palette::default();
        let glyphs = palette.looks().iter().map(|look| look.glyph).chain(self.glyphs.keys().copied());
        glyphs.map(|glyph| format!("`{}`", glyph.escape_debug())).collect::<Vec<_>>().join(" ")
    }

    /// The map that a text shows, with a cell for each glyph. Empty lines at the end are ignored.
    ///
    /// # Errors
    ///
    /// An empty text, lines of different lengths, or a glyph that stands for no tile.
    pub fn text(&self, text: &str) -> Result<BuilderMap, TextError> {
        let tiles = TextRows::from_text(text)?.read(|at, glyph| {
            self.tile_of_glyph(glyph).ok_or_else(|| {
                let expected = format!("is the glyph of no tile; expected {}", self.known_glyphs());
                TextError::character(at, glyph, expected)
            })
        })?;
        Ok(BuilderMap::from_tiles(tiles, Wrap::None))
    }
}

/// The map that a text shows, in the glyphs of the default palette; see [`SampleLegend::text`].
///
/// # Errors
///
/// An empty text, lines of different lengths, or a glyph that stands for no tile.
pub fn sample_from_text(text: &str) -> Result<BuilderMap, TextError> {
    SampleLegend::default().text(text)
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
        assert!(
            message("\t#").starts_with("line 1, column 1: U+0009 (a tab) is the glyph of no tile"),
            "{}",
            message("\t#")
        );
        assert!(glyph.starts_with("line 2, column 2: `Q` is the glyph of no tile; expected `.` `#` `+`"), "{glyph}");
    }

    #[test]
    fn colors_are_tiles_of_their_own() {
        let check = |colors: &[Color], legend: &[(Color, Tile)], expected: &[u8], unnamed: usize| {
            let pixels = Grid::from_vec(mapwright_core::Size::new(colors.len() as u16, 1), colors.to_vec());
            let legend = SampleLegend { colors: legend.iter().copied().collect(), ..SampleLegend::default() };
            let sample = pixels.and_then(|pixels| legend.picture(&pixels).ok());
            let found = sample.as_ref().map(|sample| sample.map.tiles.as_slice().iter().map(|tile| tile.0).collect());
            assert_eq!((found, sample.map(|sample| sample.unnamed.len())), (Some(expected.to_vec()), Some(unnamed)));
        };
        let (black, white, red, pale) = (Color(0, 0, 0), Color(255, 255, 255), Color(200, 0, 0), Color(250, 240, 230));
        let (water, wall) = (Color(0x7d, 0xb8, 0xd8), Color(0x2f, 0x36, 0x4a));
        // Black and white, palette and legend.
        check(&[black, white, water], &[], &[128, 0, 4], 0);
        check(&[black, white, red], &[(black, Tile::GRASS), (red, Tile(32))], &[5, 0, 32], 0);
        // Two tones are wall and floor, alone only.
        check(&[red, pale], &[], &[128, 0], 0);
        check(&[red, pale, water], &[], &[32, 33, 4], 2);
        check(&[red, Color(60, 0, 0)], &[], &[32, 33], 2);
        check(&[red, red], &[], &[32, 32], 1);
        // No two colors are one tile.
        check(&[black, wall], &[], &[32, 128], 1);
        // Numbers of the legend stay free.
        check(&[red, pale, water], &[(water, Tile(33))], &[32, 34, 33], 2);
    }

    #[test]
    fn cells_of_texts_and_colors_go_together() {
        let red = Color(200, 0, 0);
        let legend = SampleLegend { solid: [red].into(), ..SampleLegend::default() };
        let cells = [SampleCell::Tile(Tile::WALL), SampleCell::Color(Color(0, 0, 0)), SampleCell::Color(red)];
        let cells = Grid::from_vec(mapwright_core::Size::new(3, 1), cells.to_vec());
        let sample = cells.and_then(|cells| legend.sample(&cells).ok());
        let found = sample.as_ref().map(|sample| sample.map.tiles.as_slice());
        assert_eq!(found, Some(&[Tile::WALL, Tile(32), Tile(160)][..]));
        let colors = [(Tile(32), Color(0, 0, 0)), (Tile(160), red)];
        assert_eq!(sample.map(|sample| sample.map.palette), Some(colors.into()));
        let own = SampleLegend { glyphs: [('Q', Tile::SAND)].into(), ..SampleLegend::default() };
        assert_eq!(own.text("Q#").map(|map| map.tiles.into_vec()), Ok(vec![Tile::SAND, Tile::WALL]));
    }
}
