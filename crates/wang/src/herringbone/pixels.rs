//! Templates as images: one pixel for each cell, and around each piece a frame that shows its edges.
//!
//! The frame is one pixel wide. Its four corners are magenta, which is not allowed elsewhere outside of pieces; so
//! pieces are found anywhere, with their sizes. Between the corners each unit of the frame has the
//! color of the edge beside it. All other pixels outside of pieces are ignored.

use mapwright_core::{Color, Grid, Palette, Point, Size};

use super::error::HerringboneError;
use super::lattice::Form;
use super::template::{HerringbonePiece, HerringboneTemplate, size_of};

/// The corners of a frame.
const MARK: Color = Color(0xff, 0x00, 0xff);
/// The colors 0 to 3 of edges: paper, teal, amber, red.
const EDGES: [Color; 4] =
    [Color(0xf3, 0xea, 0xd3), Color(0x2f, 0x6d, 0x7e), Color(0xe3, 0x9a, 0x3b), Color(0xc4, 0x4d, 0x3e)];
/// Between frames.
const GROUND: Color = Color(0xff, 0xff, 0xff);

/// The most pixels of a row of pieces, unless one piece is wider.
const ROW: u32 = 320;

impl HerringboneTemplate {
    /// Reads a template from the pixels of an image.
    ///
    /// Frames are found by their magenta corners. A pixel of a frame counts as the nearest of four colors: paper 0
    /// (f3ead3), teal 1 (2f6d7e), amber 2 (e39a3b), red 3 (c44d3e). A pixel in a piece is the tile with that color in
    /// the default palette; any other is floor if it is light, and wall if it is dark.
    ///
    /// # Errors
    ///
    /// There is no frame, a frame is not closed or not two units by one, or an edge has two colors; and those of
    /// [`new`](HerringboneTemplate::new).
    pub fn from_pixels(pixels: &Grid<Color>) -> Result<Self, HerringboneError> {
        let palette = Palette::default();
        let mut seen = Grid::new(pixels.size(), false);
        let (mut pieces, mut unit) = (Vec::new(), None);
        for at in pixels.size().points().filter(|&at| pixels[at] == MARK) {
            if seen[at] {
                continue;
            }
            let (form, found) = frame(pixels, at)?;
            let unit = *unit.get_or_insert(found);
            if found != unit {
                return Err(wrong(at, format!("a frame in units of {found}; those before are in units of {unit}")));
            }
            let inner = size_of(form, unit);
            for y in at.y..=at.y + inner.h + 1 {
                (at.x..=at.x + inner.w + 1).for_each(|x| seen[Point::new(x, y)] = true);
            }
            let cells =
                Grid::from_fn(inner, |p| palette.tile_of_color(pixels[Point::new(at.x + 1 + p.x, at.y + 1 + p.y)]));
            pieces.push(HerringbonePiece { form, edges: edges(pixels, at, form, unit)?, cells });
        }
        let none = || wrong(Point::new(0, 0), "no frame anywhere; its corners are ff00ff".to_owned());
        HerringboneTemplate::new(unit.ok_or_else(none)?, pieces)
    }

    /// The template as an image that reads back as the same template, if all its tiles have distinct colors: horizontal
    /// pieces first, one pixel between frames. `None` for an image higher than 65,535 pixels.
    pub fn to_pixels(&self) -> Option<Grid<Color>> {
        let palette = Palette::default();
        let places = self.places();
        let extent = |side: fn(&(Point, Size)) -> u32| places.iter().flatten().map(side).max().unwrap_or(0);
        let w = extent(|(at, size)| u32::from(at.x) + u32::from(size.w) + 3);
        let h = extent(|(at, size)| u32::from(at.y) + u32::from(size.h) + 3);
        let size = Size::new(u16::try_from(w).ok()?, u16::try_from(h).ok()?);
        let mut pixels = Grid::new(size, GROUND);
        for (piece, place) in self.pieces().iter().zip(places) {
            let (at, inner) = place?;
            for (side, color) in sides(piece.form, self.unit(), inner).into_iter().zip(piece.edges) {
                for p in side {
                    pixels[Point::new(at.x + p.x, at.y + p.y)] = EDGES[usize::from(color) & 3];
                }
            }
            for (x, y) in [(0, 0), (inner.w + 1, 0), (0, inner.h + 1), (inner.w + 1, inner.h + 1)] {
                pixels[Point::new(at.x + x, at.y + y)] = MARK;
            }
            for (p, &tile) in piece.cells.iter() {
                pixels[Point::new(at.x + 1 + p.x, at.y + 1 + p.y)] = palette.look(tile).color;
            }
        }
        Some(pixels)
    }

    /// The upper left corner of each piece's frame, and the size of the piece; `None` if there is no room.
    fn places(&self) -> Vec<Option<(Point, Size)>> {
        let mut places = vec![None; self.pieces().len()];
        let (mut x, mut y) = (1u32, 1u32);
        for form in Form::ALL {
            let size = size_of(form, self.unit());
            let (w, h) = (u32::from(size.w) + 3, u32::from(size.h) + 3);
            for (piece, place) in self.pieces().iter().zip(&mut places).filter(|(piece, _)| piece.form == form) {
                if x > 1 && x + w > ROW.max(w) {
                    (x, y) = (1, y + h);
                }
                let corner = u16::try_from(x).ok().zip(u16::try_from(y).ok().filter(|y| *y < 60_000));
                *place = corner.map(|(x, y)| (Point::new(x, y), piece.cells.size()));
                x += w;
            }
            (x, y) = (1, y + if x > 1 { h } else { 0 });
        }
        places
    }
}

fn wrong(at: Point, why: String) -> HerringboneError {
    HerringboneError::Pixel { x: at.x, y: at.y, why }
}

/// The piece whose frame has its upper left corner here, by the next marks to the right and below.
fn frame(pixels: &Grid<Color>, at: Point) -> Result<(Form, u16), HerringboneError> {
    let right = (at.x + 1..pixels.size().w).find(|&x| pixels[Point::new(x, at.y)] == MARK);
    let below = (at.y + 1..pixels.size().h).find(|&y| pixels[Point::new(at.x, y)] == MARK);
    let (Some(right), Some(below)) = (right, below) else {
        return Err(wrong(at, "a corner of a frame without other corners".to_owned()));
    };
    if pixels[Point::new(right, below)] != MARK {
        return Err(wrong(Point::new(right, below), "the lower right corner of a frame is missing".to_owned()));
    }
    let (w, h) = (right - at.x - 1, below - at.y - 1);
    match (w, h) {
        _ if h > 0 && w / 2 == h && w % 2 == 0 => Ok((Form::Horizontal, h)),
        _ if w > 0 && h / 2 == w && h % 2 == 0 => Ok((Form::Vertical, w)),
        _ => Err(wrong(at, format!("a frame around {w}x{h} pixels; expected two units by one"))),
    }
}

/// The pixels of the frame beside each edge, from the frame's corner.
fn sides(form: Form, unit: u16, inner: Size) -> [Vec<Point>; 6] {
    let horizontal = |nth: u16, y: u16| (1 + nth * unit..=(nth + 1) * unit).map(|x| Point::new(x, y)).collect();
    let vertical = |nth: u16, x: u16| (1 + nth * unit..=(nth + 1) * unit).map(|y| Point::new(x, y)).collect();
    let (right, bottom) = (inner.w + 1, inner.h + 1);
    match form {
        Form::Horizontal => [
            horizontal(0, 0),
            horizontal(1, 0),
            vertical(0, right),
            horizontal(1, bottom),
            horizontal(0, bottom),
            vertical(0, 0),
        ],
        Form::Vertical => [
            horizontal(0, 0),
            vertical(0, right),
            vertical(1, right),
            horizontal(0, bottom),
            vertical(1, 0),
            vertical(0, 0),
        ],
    }
}

fn edges(pixels: &Grid<Color>, at: Point, form: Form, unit: u16) -> Result<[u8; 6], HerringboneError> {
    let mut edges = [0; 6];
    for (edge, side) in edges.iter_mut().zip(sides(form, unit, size_of(form, unit))) {
        let colors = side.into_iter().map(|p| Point::new(at.x + p.x, at.y + p.y)).map(|p| (p, nearest(pixels[p])));
        let mut first = None;
        for (p, color) in colors {
            let expected = *first.get_or_insert(color);
            if color != expected {
                return Err(wrong(p, format!("an edge of color {expected} has a pixel of color {color}")));
            }
            *edge = color;
        }
    }
    Ok(edges)
}

fn nearest(color: Color) -> u8 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let off = |other: &Color| square(color.0, other.0) + square(color.1, other.1) + square(color.2, other.2);
    let numbered = EDGES.iter().zip(0..);
    numbered.min_by_key(|(other, _)| off(other)).map_or(0, |(_, number)| number)
}
