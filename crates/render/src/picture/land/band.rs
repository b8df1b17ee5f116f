//! One row of cells, painted pass after pass.
//!
//! The passes share what they know of each pixel: the field of the rock's border, and the noises of this row.

use std::ops::Range;

use super::Landscape;
use super::fields::{HALF, ONE, unrest};
use super::noise::{Noise, purpose};
use super::shapes::Rows;
use crate::scene::rank;
use crate::scene::{BUILT, SLANT};

/// What a band needs while it is painted; used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) grain: Noise,
    pub(super) patches: Noise,
    pub(super) rock_grain: Noise,
    pub(super) unrest: Noise,
    pub(super) deep: Noise,
    pub(super) foam: Noise,
    /// The field of the rock's border, from one cell left of the map, and some rows above the band.
    pub(super) border: Vec<i32>,
    /// The band that lies below the one that the border was taken for.
    below: Option<i32>,
    /// Fields over one cell.
    pub(super) cell: [Vec<i32>; 4 + rank::COUNT],
    /// How much ink the hatching lays on each pixel of the band.
    pub(super) ink: Vec<u8>,
}

pub(super) struct InkBand<'a, 'b, 'c> {
    pub(super) land: &'a Landscape<'a>,
    pub(super) y: i32,
    pub(super) rows: &'b mut Rows<'c>,
    pub(super) scratch: &'b mut Scratch,
}

/// Whether all nine values are alike.
pub(super) fn alike<T: PartialEq>(around: &[[T; 3]; 3]) -> bool {
    around.as_flattened().iter().all(|value| *value == around[1][1])
}

impl InkBand<'_, '_, '_> {
    pub(super) fn paint(mut self) {
        let land = self.land;
        self.prepare();
        let cells = 0..land.terrain.axes.w;
        for x in cells.clone() {
            self.ground(x);
        }
        if land.has_details() {
            cells.clone().for_each(|x| self.details(x));
        }
        if land.terrain.depth.is_some() {
            self.hatching();
            cells.clone().for_each(|x| self.rock(x));
        }
        if let Some(walls) = &land.terrain.walls {
            cells.clone().for_each(|x| self.thin_walls(walls, x));
        }
        if let Some(tints) = land.tints {
            cells.for_each(|x| self.tint(tints, x));
        }
        self.things();
        if let Some(light) = &land.light {
            self.lit(light);
        }
    }

    /// Noises and the rock's border.
    fn prepare(&mut self) {
        let (land, y) = (self.land, self.y);
        let fill = |noise: &mut Noise, purpose, step| noise.fill(land.places, y, purpose, step);
        let scratch = &mut *self.scratch;
        let area = land.scale * land.scale;
        scratch.cell.iter_mut().for_each(|field| field.resize(area, 0));
        if land.theme.grain > 0 {
            fill(&mut scratch.grain, purpose::GRAIN, 1);
            fill(&mut scratch.patches, purpose::PATCHES, 3);
            fill(&mut scratch.rock_grain, purpose::ROCK, 1);
        }
        if land.is_round {
            fill(&mut scratch.unrest, purpose::UNREST, 1);
        }
        if land.terrain.wet.is_some() {
            fill(&mut scratch.deep, purpose::DEPTH, 2);
            fill(&mut scratch.foam, purpose::FOAM, 1);
        }
        if land.terrain.depth.is_some() {
            self.borders();
        }
    }

    /// The field of the rock's border, for the band and the rows above it that cast shadows into it.
    fn borders(&mut self) {
        let (land, y) = (self.land, self.y);
        let (scale, lift) = (land.scale, land.lift());
        let stride = land.border_stride();
        let Scratch { border, below, .. } = &mut *self.scratch;
        border.resize(stride * (lift + scale), 0);
        // The last rows of the band above are those above this one.
        let known = *below == Some(y);
        if known {
            border.copy_within(stride * scale.., 0);
        }
        *below = Some(y + 1);
        for (nth, x) in (-1..land.terrain.axes.w).enumerate() {
            let Scratch { border, cell, unrest, .. } = &mut *self.scratch;
            for (rows, top, above) in [(scale - lift..scale, 0, true), (0..scale, lift, false)] {
                if above && known {
                    continue;
                }
                let [field, noise, ..] = cell;
                let wobble = if land.is_round { unrest.around(x, above) } else { Default::default() };
                land.border((x, y - i32::from(above)), wobble, rows.clone(), field, noise);
                for (row, field) in field.chunks_exact(scale).skip(rows.start).enumerate() {
                    let start = (top + row) * stride + nth * scale;
                    border[start..start + scale].copy_from_slice(field);
                }
            }
        }
    }

    /// The rows of a cell from the first to the last that rock does not hide.
    pub(super) fn shown(&self, x: i32) -> Range<usize> {
        let land = self.land;
        let (scale, terrain) = (land.scale, &land.terrain);
        if !terrain.rock.at(x, self.y) {
            return 0..scale;
        }
        let hidden = HALF + (HALF as usize).div_ceil(scale) as i32;
        let is_shown = |row: &usize| {
            let start = (land.lift() + row) * land.border_stride() + (x as usize + 1) * scale;
            self.scratch.border[start..start + scale].iter().any(|&field| field < hidden)
        };
        let first = (0..scale).find(is_shown).unwrap_or(scale);
        first..(first..scale).rfind(is_shown).map_or(first, |last| last + 1)
    }
}

impl Landscape<'_> {
    /// The pixels above a band that cast shadows into it.
    pub(super) fn lift(&self) -> usize {
        (usize::from(self.theme.cast.1) * self.scale / 64).min(self.scale)
    }

    /// Pixels of the border's field in a row: a cell more than the map has.
    pub(super) fn border_stride(&self) -> usize {
        (self.terrain.axes.w as usize + 1) * self.scale
    }

    /// The field of the rock's border in some rows of a cell: at built vertices the cell itself, at others smooth.
    pub(super) fn border(
        &self,
        (x, y): (i32, i32),
        wobble: [[i32; 3]; 3],
        rows: Range<usize>,
        field: &mut [i32],
        noise: &mut [i32],
    ) {
        let (terrain, scale) = (&self.terrain, self.scale);
        let rock = terrain.rock.around(x, y);
        let plain = if rock[1][1] { ONE } else { 0 };
        let corners = terrain.corners(x, y);
        let flags = corners.as_flattened();
        if alike(&rock) || flags.iter().all(|flags| flags & BUILT != 0) {
            return field.fill(plain);
        }
        self.spline.over(terrain.weight.around(x, y).map(|row| row.map(i32::from)), rows.clone(), field);
        self.spline.over(wobble, rows.clone(), noise);
        let part = rows.start * scale..rows.end * scale;
        for (field, &noise) in field[part.clone()].iter_mut().zip(&noise[part.clone()]) {
            *field = unrest(*field >> 3, noise);
        }
        if flags.iter().all(|flags| flags & (BUILT | SLANT) == 0) {
            return;
        }
        for (row, field) in rows.zip(field[part].chunks_exact_mut(scale)) {
            for (column, field) in field.iter_mut().enumerate() {
                let flags = corners[self.half(row)][self.half(column)];
                if flags & BUILT != 0 {
                    *field = plain;
                } else if flags & SLANT != 0 {
                    let hat = self.hat[row] * self.hat[column] * i64::from(ONE) / self.hat_whole * 5 / 8;
                    *field += hat as i32;
                }
            }
        }
    }

    /// Whether a pixel of a cell is nearer to its second vertex than to its first, as a number.
    #[inline]
    pub(super) const fn half(&self, at: usize) -> usize {
        (at >= self.scale - self.scale / 2) as usize
    }
}

/// How high a hat stands over a vertex, for a pixel of a cell: twice the distance in halves of a pixel, taken from the cell.
pub(super) fn hats(scale: usize) -> Vec<i64> {
    let (n, s) = (scale as i64, scale as i64 / 2);
    (0..n).map(|at| 2 * n - 2 * (2 * ((at + s) % n - s) + 1).abs()).collect()
}
