//! Edge-matched Wang tiles: each side's color fills the triangle from it to the middle, so where
//! neighbors match, triangles join into diamonds.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{Color, Dir, Grid, Sides};

use super::{Cells, PackedCell, each};
use crate::picture::canvas::{UNIT, blank, mix, paint};
use crate::picture::style::Style;

#[derive(Debug)]
pub(in crate::picture) struct EdgeCells<'a> {
    pub(super) sides: &'a Grid<Sides>,
    pub(super) style: &'a Style,
}

impl Cells for EdgeCells<'_> {
    fn looks(&self, y: u16, looks: &mut [PackedCell]) {
        each(y, looks, |at| self.sides[at].0.into());
    }

    fn paint(&self, look: PackedCell) -> RgbaImage {
        let sides = Sides(u8::try_from(look).unwrap_or(0));
        let theme = &self.style.theme;
        let scale = i64::from(self.style.scale);
        let span = scale * UNIT;
        let mut stamp = blank(self.style.scale, self.style.scale, theme.paper);
        let colors = Dir::ALL.map(|side| shade(theme.sides[usize::from(sides.color(side)) & 3], side, theme.ink));
        paint(&mut stamp, (0, 0), (scale, scale), |x, y| {
            let side = match (x > y, x + y > span) {
                (true, false) => Dir::N,
                (true, true) => Dir::E,
                (false, true) => Dir::S,
                (false, false) => Dir::W,
            };
            Some(colors[side as usize])
        });
        if scale >= 10 {
            let line = mix(theme.paper, theme.ink, 1, 2);
            stamp.fill((0, 0), (scale, 1), line);
            stamp.fill((0, 0), (1, scale), line);
        }
        stamp
    }
}

/// Triangles on the lower right are a touch darker, as on a cut stone: equal colors stay apart.
fn shade(color: Color, side: Dir, ink: Color) -> Color {
    match side {
        Dir::N | Dir::W => color,
        Dir::E | Dir::S => mix(color, ink, 1, 14),
    }
}
