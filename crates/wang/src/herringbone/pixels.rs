//! Templates as images of `stb_herringbone_wang_tile` (Sean Barrett), corner sets and edge sets.
//!
//! The last nine bytes of the first row, read backwards and each xored with 55 times its number, say how many colors each kind
//! has, how often each piece is repeated across and down, and the cells of half a piece. Everything else follows: horizontal
//! pieces are in rows from pixel row 2, vertical ones two pixel rows below them, each in a frame of one pixel, two pixels right
//! of and above the next one's. Along a row three of the six colors of a piece run through their values, the first one fastest,
//! and from row to row the other three. Frames and what is between them are not looked at: they follow from the same numbers.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{Color, Grid, Palette, Point, Tile};

use super::error::HerringboneError;
use super::lattice::Form;
use super::template::{HerringbonePiece, HerringboneTemplate, size_of};
use crate::MatchOn;

/// The color of an empty template.
const UNPAINTED: Color = Color(255, 255, 255);

/// How pieces of a form follow each other. The six colors are named as in the file format, 0 to 5: those of a horizontal piece
/// row by row (edges: top, left, right, bottom), those of a vertical piece row by row (edges) or column by column (corners).
struct Layout {
    /// The kind of each color, as the file numbers them.
    kinds: [usize; 6],
    /// The colors that change along a row of pieces, the first one fastest.
    across: [usize; 3],
    /// Those that change from row to row.
    down: [usize; 3],
    /// The colors clockwise from the top left.
    clockwise: [usize; 6],
}

const fn layout(on: MatchOn, form: Form) -> Layout {
    match (on, form) {
        (MatchOn::Edges, Form::Horizontal) => {
            Layout { kinds: [2, 3, 1, 4, 0, 2], across: [0, 2, 4], down: [5, 3, 1], clockwise: [0, 1, 3, 5, 4, 2] }
        }
        (MatchOn::Edges, Form::Vertical) => {
            Layout { kinds: [0, 5, 1, 4, 5, 3], across: [0, 2, 4], down: [1, 3, 5], clockwise: [0, 2, 4, 5, 3, 1] }
        }
        (MatchOn::Corners, Form::Horizontal) => {
            Layout { kinds: [1, 2, 3, 0, 1, 2], across: [0, 1, 2], down: [3, 4, 5], clockwise: [0, 1, 2, 5, 4, 3] }
        }
        (MatchOn::Corners, Form::Vertical) => {
            Layout { kinds: [0, 3, 2, 1, 0, 3], across: [0, 1, 2], down: [3, 4, 5], clockwise: [0, 3, 4, 5, 2, 1] }
        }
    }
}

/// What the first row says.
struct Header {
    on: MatchOn,
    /// The colors of each kind, as the file numbers them.
    colors: [u8; 6],
    /// How often each piece is repeated across and down.
    repeats: [u8; 2],
    unit: u8,
}

/// The pieces of a form: the first pixel row, the pieces in a row, and their rows.
struct PieceRows {
    form: Form,
    top: u64,
    across: u64,
    down: u64,
}

impl HerringboneTemplate {
    /// Reads a template from the pixels of an image of `stb_herringbone_wang_tile`. A pixel is the tile of its color in `legend`, or
    /// in the default palette; any other is floor if it is light, and wall if it is dark. But beside another light color, white is
    /// wall: empty templates are white.
    ///
    /// # Errors
    ///
    /// The first row does not say how pieces lie, or the image is too small for them; and those of
    /// [`new`](HerringboneTemplate::new).
    pub fn from_pixels(pixels: &Grid<Color>, legend: &BTreeMap<Color, Tile>) -> Result<Self, HerringboneError> {
        let header = Header::read(pixels)?;
        let (rows, size) = header.rows();
        let found = pixels.size();
        if u64::from(found.w) < size.0 || u64::from(found.h) < size.1 {
            let why = format!("{}x{} pixels, but its first row asks for {}x{}", found.w, found.h, size.0, size.1);
            return Err(HerringboneError::Image { why });
        }
        let count = rows.iter().map(|block| block.across * block.down).sum::<u64>();
        if count > u16::MAX.into() {
            return Err(HerringboneError::Count { found: usize::try_from(count).unwrap_or(usize::MAX) });
        }
        let mut drawn = Vec::new();
        for PieceRows { form, top, across, down } in rows {
            let inner = size_of(form, header.unit.into());
            for (row, column) in (0..down).flat_map(|row| (0..across).map(move |column| (row, column))) {
                let (x, y) = (column * (u64::from(inner.w) + 3) + 1, top + row * (u64::from(inner.h) + 3) + 1);
                // The image is large enough.
                let at = |p: Point| Some((u16::try_from(x).ok()? + p.x, u16::try_from(y).ok()? + p.y));
                let pixel = |p| at(p).and_then(|at| pixels.get(at)).copied().unwrap_or(Color(0, 0, 0));
                drawn.push((form, header.colors_at(form, column, row), Grid::from_fn(inner, pixel)));
            }
        }
        let tiles = tiles_of(drawn.iter().flat_map(|(.., cells)| cells.as_slice()).copied().collect(), legend);
        let tile = |color: &Color| tiles.get(color).copied().unwrap_or_default();
        let pieces =
            drawn.into_iter().map(|(form, colors, cells)| HerringbonePiece { form, colors, cells: cells.map(tile) });
        HerringboneTemplate::matching(header.on, header.unit.into(), pieces.collect::<Vec<_>>())
    }
}

/// Returns the tile of each color.
fn tiles_of(colors: BTreeSet<Color>, legend: &BTreeMap<Color, Tile>) -> BTreeMap<Color, Tile> {
    let palette = Palette::default();
    let is_known =
        |color: &Color| legend.contains_key(color) || palette.looks().iter().any(|look| look.color == *color);
    let is_paint = |color: &Color| *color != UNPAINTED && !is_known(color) && !palette.tile_of_color(*color).is_solid();
    let is_painted = colors.iter().any(is_paint);
    let tile = |color: Color| match legend.get(&color) {
        Some(tile) => *tile,
        None if is_painted && color == UNPAINTED => Tile::WALL,
        None => palette.tile_of_color(color),
    };
    colors.into_iter().map(|color| (color, tile(color))).collect()
}

impl Header {
    fn read(pixels: &Grid<Color>) -> Result<Self, HerringboneError> {
        let row = pixels.rows().next().unwrap_or(&[]);
        let bytes = row.iter().rev().flat_map(|&Color(r, g, b)| [b, g, r]);
        let bytes: Vec<u8> = bytes.zip(0u8..9).map(|(byte, nth)| byte ^ nth.wrapping_mul(55)).collect();
        let wrong = |why: String| Err(HerringboneError::Image { why });
        let header = match bytes[..] {
            [a, b, c, d, x, y, unit, 0xc0, _] => {
                Header { on: MatchOn::Corners, colors: [a, b, c, d, 1, 1], repeats: [x, y], unit }
            }
            [a, b, c, d, e, f, x, y, unit] => {
                Header { on: MatchOn::Edges, colors: [a, b, c, d, e, f], repeats: [x, y], unit }
            }
            _ => return wrong("fewer than 3 pixels across".to_owned()),
        };
        let most = if header.on == MatchOn::Corners { 4 } else { 8 };
        let Header { colors, repeats, unit, .. } = header;
        if let Some(color) = colors.iter().find(|color| !(1..=most).contains(*color)) {
            return wrong(format!("a first row that ends with {color} colors of a kind; expected 1 to {most}"));
        }
        if repeats.iter().any(|repeat| !(1..=64).contains(repeat)) || unit == 0 {
            let [x, y] = repeats;
            return wrong(format!(
                "a first row that ends with pieces repeated {x}x{y} times in units of {unit}; expected 1 to 64, and units of 1 to 255"
            ));
        }
        Ok(header)
    }

    /// The pieces of each form, and the columns and rows of the image.
    fn rows(&self) -> ([PieceRows; 2], (u64, u64)) {
        let (mut top, mut width) = (2, 0);
        let rows = Form::ALL.map(|form| {
            let (layout, [x, y]) = (layout(self.on, form), self.repeats_of(form));
            let product = |names: [usize; 3], repeats: u64| {
                names.into_iter().fold(repeats, |all, name| all * u64::from(self.colors[layout.kinds[name]]))
            };
            let (across, down) = (product(layout.across, x), product(layout.down, y));
            let (inner, block) = (size_of(form, self.unit.into()), PieceRows { form, top, across, down });
            width = width.max(across * (u64::from(inner.w) + 3));
            top += down * (u64::from(inner.h) + 3) + 2;
            block
        });
        (rows, (width, top - 2))
    }

    /// How often pieces of a form are repeated across and down: the two change places.
    fn repeats_of(&self, form: Form) -> [u64; 2] {
        let [x, y] = self.repeats.map(u64::from);
        if form == Form::Horizontal { [x, y] } else { [y, x] }
    }

    /// The colors of a piece, clockwise. Repeated pieces are at the end of a row, and in rows below each other.
    fn colors_at(&self, form: Form, column: u64, row: u64) -> [u8; 6] {
        let layout = layout(self.on, form);
        let mut named = [0; 6];
        let [_, repeats] = self.repeats_of(form);
        for (names, mut left) in [(layout.across, column), (layout.down, row / repeats)] {
            for name in names {
                let colors = u64::from(self.colors[layout.kinds[name]]);
                named[name] = u8::try_from(left % colors).unwrap_or(0);
                left /= colors;
            }
        }
        layout.clockwise.map(|name| named[name])
    }
}
