//! Templates: a tileset of plain guides, for a person to paint over.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{Color, Plane};

use super::kind::TilesetKind;
use crate::RenderError;
use crate::letters::{Lettering, draw_caption};
use crate::picture::Style;
use crate::picture::Theme;
use crate::picture::canvas::{UNIT, blank, mix, paint};

/// What a template looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesetTemplate {
    /// Pixels a tile.
    pub tile_px: u32,
    /// Tiles a row; `None` for the kind's own.
    pub columns: Option<u16>,
    /// Whether each tile shows its index. Tiles of fewer than 24 pixels have no room for that.
    pub captions: bool,
    /// The colors of sides and corners, ink and paper.
    pub theme: Theme,
}

impl Default for TilesetTemplate {
    /// 32 pixels a tile, no captions, house colors.
    fn default() -> Self {
        TilesetTemplate { tile_px: 32, columns: None, captions: false, theme: Theme::default() }
    }
}

/// Draws the guides for a kind of tileset: a bare grid that can be read as a tileset as it is.
///
/// Each tile shows what it meets: a wedge of color on each side, a quarter of a disc in each corner, or, for a blob,
/// dark where the cells around are solid. Everything that touches a border is what must be painted to touch it.
///
/// # Errors
///
/// No pixels a tile, or more than 2²⁸ altogether.
pub fn tileset_template(kind: TilesetKind, style: &TilesetTemplate) -> Result<RgbaImage, RenderError> {
    if style.tile_px == 0 {
        return Err(RenderError::ZeroScale);
    }
    let columns = u32::from(style.columns.unwrap_or(kind.columns()).clamp(1, kind.most()));
    let rows = u32::from(kind.most()).div_ceil(columns);
    let px = u64::from(style.tile_px);
    let (w, h) = Style::default().claim(u64::from(columns) * px, u64::from(rows) * px)?;
    // Places without a tile stay transparent, as a reader wants them.
    let mut sheet = RgbaImage::new(w, h);
    for (index, place) in (0..kind.most()).zip(0..) {
        let tile = guides(kind, index, style);
        sheet.paste((place % columns * style.tile_px, place / columns * style.tile_px), &tile);
    }
    Ok(sheet)
}

/// Tenths of a tile that a wedge, or the frame of a blob, reaches in.
const REACH: i64 = 3;

fn guides(kind: TilesetKind, index: u16, style: &TilesetTemplate) -> RgbaImage {
    let (px, theme) = (style.tile_px, &style.theme);
    let span = i64::from(px) * UNIT;
    let places = kind.places(index);
    let paper = mix(theme.board, theme.paper, 1, 2);
    let mut tile = blank(px, px, paper);
    paint(&mut tile, (0, 0), (px.into(), px.into()), |x, y| {
        let color = match kind.plane() {
            Some(Plane::Corners) => corner(places, x, y, span).map(|color| theme.corners[usize::from(color) & 3]),
            Some(_) => wedge(places, x, y, span).map(|color| theme.sides[usize::from(color) & 3]),
            None if index >= kind.count() => None,
            None => is_solid(places, x, y, span).then_some(theme.ink),
        };
        // A hair line, so that one sees where tiles end and which part nothing depends on.
        let hair = (span / 48).min(UNIT);
        let is_border = px >= 12 && (x < hair || y < hair);
        if is_border { Some(mix(color.unwrap_or(paper), theme.far, 3, 5)) } else { color }
    });
    if style.captions && px >= 24 {
        let ink = if kind.plane().is_none() && index < kind.count() { theme.halo } else { theme.ink };
        number(&mut tile, index, ink);
    }
    tile
}

/// The color of the side that a place belongs to: the nearest one, if it is near.
fn wedge(places: [Option<u8>; 8], x: i64, y: i64, span: i64) -> Option<u8> {
    let distances = [(y, 0), (span - x, 2), (span - y, 4), (x, 6)];
    let (near, side) = distances.into_iter().min_by_key(|&(distance, _)| distance)?;
    places[side].filter(|_| near * 10 < REACH * span)
}

/// The color of the corner that a place is near.
fn corner(places: [Option<u8>; 8], x: i64, y: i64, span: i64) -> Option<u8> {
    let (right, down) = (x * 2 >= span, y * 2 >= span);
    let (dx, dy) = (if right { span - x } else { x }, if down { span - y } else { y });
    let place = match (right, down) {
        (true, false) => 1,
        (true, true) => 3,
        (false, true) => 5,
        (false, false) => 7,
    };
    // Four ninths of a tile round the corner: the discs of neighbors meet, and those of one tile do not.
    places[place].filter(|_| 81 * (dx * dx + dy * dy) < 16 * span * span)
}

/// Whether a blob fills a place: its middle always, its rim where the cell beyond is solid too.
fn is_solid(places: [Option<u8>; 8], x: i64, y: i64, span: i64) -> bool {
    let third = |at: i64| match (at * 10 < 2 * span, at * 10 >= 8 * span) {
        (true, _) => 0,
        (_, true) => 2,
        _ => 1,
    };
    const AROUND: [[Option<usize>; 3]; 3] =
        [[Some(7), Some(0), Some(1)], [Some(6), None, Some(2)], [Some(5), Some(4), Some(3)]];
    AROUND[third(y)][third(x)].is_none_or(|place| places[place] == Some(1))
}

fn number(tile: &mut RgbaImage, index: u16, ink: Color) {
    let height = match tile.width() {
        0..56 => 9,
        56..80 => 12,
        80..120 => 14,
        _ => 19,
    };
    let (text, lettering) = (index.to_string(), Lettering::title(height));
    let middle = |whole: u32, part: u32| whole.saturating_sub(part) / 2;
    let at = (middle(tile.width(), lettering.width(&text)), middle(tile.height(), lettering.height()));
    draw_caption(tile, at, &text, lettering, ink);
}
