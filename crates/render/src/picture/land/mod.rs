//! The land of a picture: grounds, water, rock, what stands on it, and the light on it.
//!
//! A row of cells is painted pass after pass, and knows only the cells at most two away, in planes that are made once for
//! the whole map. So rows can be painted in any order and on any core, and an animation paints only those that changed.

mod band;
mod details;
mod fields;
mod flat;
mod hatch;
mod light;
mod noise;
mod paints;
mod rock;
mod shapes;
mod soil;
#[cfg(test)]
mod tests;
mod thin;
mod things;

use mapwright_core::{Grid, bands};

use self::band::{InkBand, Scratch};
use self::fields::Spline;
pub(crate) use self::flat::FlatGround;
use self::hatch::Strokes;
use self::light::Light;
use self::noise::Places;
use self::paints::Paints;
use self::shapes::Rows;
use self::things::Things;
use super::style::Style;
use super::theme::{Hatch, Theme};
use crate::scene::{Scene, Terrain};

/// Cells of fewer pixels are square: smooth borders might close passages.
const ROUND: usize = 8;
/// A terrain and what stands on it, ready to be painted.
#[derive(Debug)]
pub(crate) struct Landscape<'a> {
    terrain: &'a Terrain,
    theme: Theme,
    paints: Paints,
    spline: Spline,
    /// Pixels of a cell.
    scale: usize,
    places: Places,
    /// Whether grounds have smooth borders.
    is_round: bool,
    is_flat: bool,
    /// How rocks that touch aslant are joined.
    hat: Vec<i64>,
    hat_whole: i64,
    tints: Option<&'a Grid<u8>>,
    things: Things,
    strokes: Option<Strokes>,
    light: Option<Light>,
}

impl<'a> Landscape<'a> {
    /// Prepares a terrain and the scene that it belongs to.
    pub(crate) fn of(scene: &'a Scene<'_>, terrain: &'a Terrain, style: &Style) -> Landscape<'a> {
        let scale = style.scale as usize;
        let places = Places { axes: terrain.axes, origin: style.origin, repeats: style.repeats };
        let mut theme = style.theme.clone();
        if style.flat || style.repeats {
            theme.grain = 0;
        }
        if style.repeats {
            (theme.rock_far, theme.hatch, theme.light) = (theme.rock, Hatch::None, false);
        }
        let mut land = Landscape {
            paints: Paints::new(&theme),
            theme,
            spline: Spline::new(scale),
            scale,
            places,
            is_round: scale >= ROUND,
            is_flat: style.flat,
            hat: band::hats(scale),
            hat_whole: (4 * scale * scale) as i64,
            tints: scene.tints.as_ref(),
            things: Things::of(scene, style),
            strokes: None,
            light: None,
            terrain,
        };
        land.strokes = Strokes::of(&land);
        land.light =
            scene.lamps.as_ref().filter(|_| land.theme.light).map(|lamps| light::light(lamps, &land, &scene.doors));
        land
    }

    /// The length of a cell, and the strokes of the hatching from end to end, if the theme has any.
    pub(crate) fn strokes(&self) -> (i64, impl Iterator<Item = [(i64, i64); 2]>) {
        (self.unit(), self.strokes.iter().flat_map(Strokes::all))
    }

    /// Paints the map on a picture: rows of `stride` bytes, of which the map's first pixel is the one in column and row
    /// `corner`.
    pub(crate) fn paint(&self, picture: &mut [u8], stride: usize, corner: usize) {
        let scale = self.scale;
        let start = corner * stride;
        let length = self.terrain.axes.h as usize * scale * stride;
        bands(&mut picture[start..start + length], scale * stride, |first, rows| {
            let mut scratch = Scratch::default();
            for (y, bytes) in (first..).zip(rows.chunks_exact_mut(scale * stride)) {
                self.band(y, bytes, stride, corner * 4, &mut scratch);
            }
        });
    }

    /// Paints row by row, and passes the pixels of each row of cells.
    pub(crate) fn each_row(&self, mut see: impl FnMut(u16, &[[u8; 4]])) {
        let stride = self.terrain.axes.w as usize * self.scale * 4;
        let (mut bytes, mut scratch) = (vec![0; stride * self.scale], Scratch::default());
        for y in 0..self.terrain.axes.h as u16 {
            self.band(y.into(), &mut bytes, stride, 0, &mut scratch);
            see(y, bytes.as_chunks().0);
        }
    }

    /// Paints a row of cells on rows of `stride` bytes, the map's first pixel behind `left` of them.
    fn band(&self, y: usize, bytes: &mut [u8], stride: usize, left: usize, scratch: &mut Scratch) {
        let columns = 0..(self.terrain.axes.w as usize * self.scale) as i64;
        let rows = (y * self.scale) as i64..((y + 1) * self.scale) as i64;
        let mut rows = Rows { bytes, stride, left, columns, rows };
        InkBand { land: self, y: y as i32, rows: &mut rows, scratch }.paint();
    }
}
