//! REXPaint's `.xp`: layers of colored characters in code page 437.
//!
//! A file is compressed with gzip. It holds its version as a negative number, the number of layers, and for each layer
//! width, height and, *column by column*, ten bytes a cell: the character's number, then the colors of character and
//! ground. All numbers are little endian. A cell with the ground 255, 0, 255 is transparent.

mod canvas;

use std::io;

use mapwright_core::text::WriteError;
use mapwright_core::{BuilderMap, Color, Grid, Palette, Secrets};
use mapwright_render::Theme;

use canvas::Canvas;
use mapwright_files::gzip;

/// What a REXPaint image shows of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XpForm {
    /// Pipes where the map has a solution or a flow, else walls where it has sides, else tiles.
    #[default]
    Auto,
    /// The glyph of each tile, whatever else the map has.
    Tiles,
    /// The glyph of each tile, with the walls of a maze as tiles between cells: 2w+1 by 2h+1.
    Walls,
    /// The walls of a maze as lines: 2w+1 by 2h+1.
    Lines,
    /// One box-drawing character a cell. One with a single end has a double line, as the code page has no other.
    Pipes,
}

/// How to draw a map for REXPaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XpStyle {
    /// What to show.
    pub form: XpForm,
    /// Whether there is a layer with start, exit, spawns and portals, as `S`, `E`, `!` and digits.
    pub marks: bool,
    /// Whether doors that look like wall are shown as the tiles that they are.
    pub secrets: Secrets,
    /// Whether there is a layer in the colors of the regions, if the map has any.
    pub regions: bool,
    /// Glyphs and colors of tiles. The color is the ground's; the glyph is dark on bright ground and bright on dark.
    pub palette: Palette,
    /// All other colors.
    pub theme: Theme,
}

impl Default for XpStyle {
    /// The fitting form in default colors, with all layers.
    fn default() -> Self {
        let (palette, theme) = (Palette::default(), Theme::default());
        XpStyle { form: XpForm::Auto, marks: true, secrets: Secrets::Shown, regions: true, palette, theme }
    }
}

/// A map that cannot be drawn for REXPaint.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum XpError {
    /// The map cannot be drawn in this form.
    #[error(transparent)]
    Text(#[from] WriteError),
    /// A glyph that the code page does not have.
    #[error("the glyph `{glyph}` of `{name}` is not in code page 437, which REXPaint draws with")]
    Glyph {
        /// The tile's name.
        name: String,
        /// Its glyph.
        glyph: char,
    },
    /// More cells than an image may have.
    #[error("an image of {w}x{h} characters is too large: expected at most {most} in all")]
    TooLarge {
        /// Characters across.
        w: u64,
        /// Characters down.
        h: u64,
        /// The most in all.
        most: u64,
    },
    /// The bytes cannot be put together.
    #[error("cannot compress the image: {0}")]
    Compress(#[from] io::Error),
}

mapwright_core::debug_as_display!(XpError);

/// A character's number, its color, and that of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8, Color, Color);

/// Nothing: the layer below shows through.
const CLEAR: Cell = Cell(b' ', Color(0, 0, 0), Color(255, 0, 255));

type XpLayer = Grid<Cell>;

/// Draws a map for REXPaint: the bytes of an `.xp` file.
///
/// The first layer shows the map. If requested, the next has the marks and the last the regions, both transparent
/// elsewhere.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_export::{XpStyle, xp};
///
/// let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
/// let file = xp(&map, &XpStyle::default())?;
/// assert_eq!(file[..2], [0x1f, 0x8b]);
/// # Ok::<(), mapwright_export::XpError>(())
/// ```
///
/// # Errors
///
/// A map without cells, planes of different sizes, a form that shows a plane the map does not have, a glyph that is not
/// in the code page, or more than 2²³ cells.
pub fn xp(map: &BuilderMap, style: &XpStyle) -> Result<Vec<u8>, XpError> {
    let map = &*style.secrets.map(map);
    let canvas = Canvas::of(map, style)?;
    let marks = style.marks.then(|| canvas.marks(map, &style.theme));
    let regions = map.regions.as_ref().filter(|_| style.regions);
    let regions = regions.map(|regions| canvas.regions(regions, marks.as_ref(), &style.theme));
    let layers: Vec<&XpLayer> =
        [Some(&canvas.ground), marks.as_ref(), regions.as_ref()].into_iter().flatten().collect();
    Ok(gzip(&encode(&layers))?)
}

/// The file before it is compressed.
fn encode(layers: &[&XpLayer]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = |bytes: &mut Vec<u8>, number: i32| bytes.extend(number.to_le_bytes());
    number(&mut bytes, -1);
    number(&mut bytes, i32::try_from(layers.len()).unwrap_or(i32::MAX));
    for layer in layers {
        let size = layer.size();
        number(&mut bytes, size.w.into());
        number(&mut bytes, size.h.into());
        for (x, y) in (0..size.w).flat_map(|x| (0..size.h).map(move |y| (x, y))) {
            let Cell(glyph, ink, ground) = layer[mapwright_core::Point::new(x, y)];
            bytes.extend(u32::from(glyph).to_le_bytes());
            bytes.extend([ink.0, ink.1, ink.2, ground.0, ground.1, ground.2]);
        }
    }
    bytes
}
