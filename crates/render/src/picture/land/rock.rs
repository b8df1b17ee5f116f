//! Rock, the stones of its walls, and the shade that lies along it. Nothing else casts any.
//!
//! Where rock was built, everything about a pixel follows from the cells and vertices around it. Elsewhere it follows
//! from the smooth border.

use super::band::{InkBand, Scratch, alike};
use super::fields::{HALF, cover};
use super::noise::{Places, purpose};
use super::paints::{channels, rgb};
use super::shapes::blend;
use crate::picture::theme::Hatch;
use crate::scene::{BUILT, STONE};

/// From this depth on, in fifths of a cell, rock has its last color.
const DEEP: u8 = 13;
/// A cell as a depth.
const CELL: i32 = 5 * 4 * 256;

fn lerp(a: [i32; 3], b: [i32; 3], part: i32) -> [i32; 3] {
    [0, 1, 2].map(|i| (a[i] * (256 - part) + b[i] * part + 128) >> 8)
}

/// What the cells around a built rock make of its pixels.
struct Wall {
    rock: [[bool; 3]; 3],
    corners: [[u8; 2]; 2],
    /// How thick the rim is, the band of stones, and the line where it meets earth.
    rim: usize,
    thick: usize,
    line: usize,
    /// Where joints lie in this row and column of stones.
    joints: [usize; 2],
}

impl Wall {
    /// The steps from a pixel to the side of the cell that its vertex lies on, and the index of that side's neighbors.
    const fn to_side(at: usize, half: usize, scale: usize) -> (usize, usize) {
        if half == 0 { (at, 0) } else { (scale - 1 - at, 2) }
    }

    /// Whether a pixel lies in the dark rim along open ground.
    fn is_rim(&self, (x, y): (usize, usize), (hx, hy): (usize, usize), scale: usize) -> bool {
        let ((dx, nx), (dy, ny)) = (Self::to_side(x, hx, scale), Self::to_side(y, hy, scale));
        let (near_x, near_y) = (dx < self.rim, dy < self.rim);
        near_x && !self.rock[1][nx] || near_y && !self.rock[ny][1] || near_x && near_y && !self.rock[ny][nx]
    }

    /// Whether a pixel of stone lies on the line where the stones meet earth.
    fn is_line(&self, (x, y): (usize, usize), (hx, hy): (usize, usize), split: usize) -> bool {
        let near = |at: usize, half: usize| if half == 0 { at + self.line >= split } else { at < split + self.line };
        let is_earth = |hx: usize, hy: usize| self.corners[hy][hx] & STONE == 0;
        let (near_x, near_y) = (near(x, hx), near(y, hy));
        near_x && is_earth(1 - hx, hy) || near_y && is_earth(hx, 1 - hy) || near_x && near_y && is_earth(1 - hx, 1 - hy)
    }

    /// Whether a pixel of stone lies in a joint: across the wall.
    fn is_joint(&self, (x, y): (usize, usize), scale: usize) -> bool {
        let beside = y < self.thick && !self.rock[0][1] || scale - 1 - y < self.thick && !self.rock[2][1];
        if beside { x == self.joints[0] } else { y == self.joints[1] }
    }
}

impl InkBand<'_, '_, '_> {
    /// The shade on a cell and the rock in it.
    pub(super) fn rock(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let rock = land.terrain.rock.around(x, y);
        if !rock.as_flattened().contains(&true) {
            return;
        }
        let corners = land.terrain.corners(x, y);
        let built = corners.as_flattened().iter().filter(|&&flags| flags & BUILT != 0).count();
        let is_hidden = rock[1][1] && (built == 4 || alike(&rock));
        if !is_hidden && land.theme.ao > 0 {
            self.shade(x, rock, corners);
        }
        if !rock[1][1] && built == 4 {
            return;
        }
        let has_stone = land.theme.masonry.is_some()
            && land.scale >= 8
            && corners.as_flattened().iter().any(|flags| flags & STONE != 0);
        if is_hidden && alike(&rock) && !has_stone {
            self.earth(x);
        } else {
            self.edge(x, rock, corners, has_stone);
        }
    }

    /// Shade along rock, and a little more to its south-east.
    fn shade(&mut self, x: i32, rock: [[bool; 3]; 3], corners: [[u8; 2]; 2]) {
        let land = self.land;
        let scale = land.scale;
        let aside = (usize::from(land.theme.cast.0) * scale / 64).min(scale);
        let softness = scale as i32 * 2 / 5 + 1;
        let ao = i32::from(land.theme.ao);
        let shade = channels(land.theme.shade);
        let rows = self.shown(x);
        let fields = &mut self.scratch.cell;
        land.spline.over(rock.map(|row| row.map(i32::from)), rows.clone(), &mut fields[0]);
        let border = &self.scratch.border;
        for row in rows {
            let start = row * land.border_stride() + (x as usize + 1) * scale - aside;
            let cast = &border[start..start + scale];
            let dark = &mut fields[0][row * scale..][..scale];
            let paved = corners[land.half(row)].map(|flags| if flags & BUILT != 0 { 180 } else { 256 });
            let (west, east) = dark.split_at_mut(if paved[0] == paved[1] { scale } else { scale - scale / 2 });
            let cast = cast.split_at(west.len());
            for ((dark, cast), paved) in [(west, cast.0), (east, cast.1)].into_iter().zip(paved) {
                for (dark, &cast) in dark.iter_mut().zip(cast) {
                    let soft = (*dark).clamp(0, HALF) >> 7;
                    let along = (((((soft * soft) >> 8) * paved) >> 8) * ao) >> 8;
                    *dark = (along + cover(cast, softness, 0) * ao / 620).min(200);
                }
            }
            for (pixel, &mut dark) in self.rows.cell(x, row).iter_mut().zip(dark) {
                let dark = land.tone(dark);
                if dark > 0 {
                    blend(pixel, shade, dark);
                }
            }
        }
    }

    /// The body of rock at each pixel of a cell: how deep it is in fifths of a cell with 10 fractional bits, into the first
    /// field, and how much lighter, into the second.
    fn body(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let Some(depth) = land.terrain.depth.as_ref().map(|depth| depth.around(x, y)) else { return };
        let Scratch { cell: [deep, tone, ..], rock_grain, .. } = &mut *self.scratch;
        land.spline.over(depth.map(|row| row.map(|depth| i32::from(depth) * 4)), 0..land.scale, deep);
        deep.iter_mut().for_each(|deep| *deep >>= 8);
        if land.theme.grain > 0 {
            land.spline.over(rock_grain.around(x, false), 0..land.scale, tone);
            tone.iter_mut().for_each(|tone| *tone = ((*tone >> 16) - 128) >> 5);
        } else {
            tone.fill(0);
        }
    }

    /// A cell of nothing but rock.
    fn earth(&mut self, x: i32) {
        let (land, y) = (self.land, self.y);
        let Some(depth) = &land.terrain.depth else { return };
        let is_deep = depth.around(x, y).as_flattened().iter().all(|&depth| depth >= DEEP);
        if is_deep && land.theme.grain == 0 {
            let color = land.paints.rock(256, 0);
            (0..land.scale).for_each(|row| self.rows.cell(x, row).fill(color));
            if land.theme.hatch != Hatch::Lines && self.scratch.ink.is_empty() {
                return;
            }
        }
        self.body(x);
        let fields = &self.scratch.cell;
        let ink = &self.scratch.ink;
        for row in 0..land.scale {
            let top = self.rows.rows.start;
            let from = row * land.scale;
            let (deep, tone) = (&fields[0][from..], &fields[1][from..]);
            let left = x as usize * land.scale;
            let stride = land.terrain.axes.w as usize * land.scale;
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                let ink = ink.get(row * stride + left + column).copied().unwrap_or(0);
                let at = ((left + column) as i64, top + row as i64);
                *pixel = land.rock_color(deep[column], tone[column], at, ink);
            }
        }
        self.scratches(x);
    }

    /// A cell with the edge of rock, or its stones.
    fn edge(&mut self, x: i32, rock: [[bool; 3]; 3], corners: [[u8; 2]; 2], has_stone: bool) {
        let (land, y) = (self.land, self.y);
        let (scale, s, lift) = (land.scale, land.scale as i32, land.lift());
        self.body(x);
        let (px, py) = land.places.of(x, y);
        let odd = |at: i32| if at & 1 == 1 && scale > 1 { scale - scale / 2 } else { 0 };
        let width = (usize::from(land.theme.rim_width) * scale / 256).max(usize::from(land.theme.rim_width > 0));
        let wall = Wall {
            rock,
            corners,
            rim: width,
            thick: scale.div_ceil(2),
            line: (scale / 16).max(1),
            joints: [odd(py), odd(px)],
        };
        let split = scale - scale / 2;
        let rim = channels(land.theme.rim);
        let stone = land.paints.stone.at((land.places.hash(x, y, purpose::STONE) & 15) as i32 - 8);
        let joint = lerp(rgb(stone), rim, 60);
        let fields = &self.scratch.cell;
        let border = &self.scratch.border;
        let ink = &self.scratch.ink;
        let top = self.rows.rows.start;
        let (left, stride) = (x as usize * scale, land.terrain.axes.w as usize * scale);
        for row in 0..scale {
            let start = (lift + row) * land.border_stride() + (x as usize + 1) * scale;
            let border = &border[start..start + scale];
            let hy = land.half(row);
            for (column, pixel) in self.rows.cell(x, row).iter_mut().enumerate() {
                let covered = cover(border[column], s, 0);
                if covered == 0 {
                    continue;
                }
                let hx = land.half(column);
                let (at, halves, flags) = ((column, row), (hx, hy), corners[hy][hx]);
                let inner = if flags & BUILT == 0 {
                    cover(border[column], s, -(width as i32) * 256)
                } else if wall.is_rim(at, halves, scale) {
                    0
                } else {
                    256
                };
                let color = if inner == 0 {
                    rim
                } else if has_stone && flags & STONE != 0 {
                    let color = match () {
                        () if wall.is_line(at, halves, split) => rim,
                        () if wall.is_joint(at, scale) => joint,
                        () => rgb(stone),
                    };
                    lerp(rim, color, inner)
                } else {
                    let nth = row * scale + column;
                    let ink = ink.get(row * stride + left + column).copied().unwrap_or(0);
                    let at = ((left + column) as i64, top + row as i64);
                    let color = land.rock_color(fields[0][nth], fields[1][nth], at, ink);
                    if inner == 256 {
                        *pixel = color;
                        continue;
                    }
                    lerp(rim, rgb(color), inner)
                };
                blend(pixel, color, covered);
            }
        }
    }
}

impl super::Landscape<'_> {
    /// A shade, or the next lighter one of eight.
    #[inline]
    pub(super) const fn tone(&self, dark: i32) -> i32 {
        if self.is_flat { dark / 25 * 25 } else { dark }
    }

    /// The color of rock at a depth in fifths of a cell with 10 fractional bits, at a pixel of the map, under so much ink.
    #[inline]
    fn rock_color(&self, depth: i32, tone: i32, at: (i64, i64), ink: u8) -> [u8; 4] {
        if self.theme.hatch == Hatch::None {
            self.paints.rock((depth - CELL * 6 / 10) * 256 / (CELL * 2), tone)
        } else {
            self.hatched(depth, at, ink)
        }
    }

    fn hatched(&self, depth: i32, (x, y): (i64, i64), ink: u8) -> [u8; 4] {
        match self.theme.hatch {
            Hatch::None | Hatch::Dyson => {
                let tint = (((CELL * 17 / 10 - depth) * self.scale as i32 / 320) + 128).clamp(0, 256);
                let body = lerp(channels(self.theme.paper), channels(self.theme.hatch_tint), tint);
                let [r, g, b] = lerp(body, channels(self.theme.rim), (i32::from(ink) * 257) >> 8);
                [r as u8, g as u8, b as u8, 255]
            }
            Hatch::Lines => {
                let (scale, Places { axes, origin, .. }) = (self.scale as i64, self.places);
                let apart = (scale * 5 / 16).max(4);
                // The pixels after which lines repeat, and how many there are in these: they close where a map wraps.
                let period = |cells: i32, wraps: bool| {
                    let around = i64::from(cells) * scale;
                    if wraps { (around, ((around + apart / 2) / apart).max(1)) } else { (apart, 1) }
                };
                let ((w, across), (h, down)) = (period(axes.w, axes.wrap.x()), period(axes.h, axes.wrap.y()));
                let (x, y) = (x + i64::from(origin.0) * scale, y + i64::from(origin.1) * scale);
                let phase = x.rem_euclid(w) * across * h + y.rem_euclid(h) * down * w;
                let is_line = phase.rem_euclid(w * h) < across * h;
                let part = if is_line && depth < CELL * 11 / 10 { 150 } else { 0 };
                let [r, g, b] = lerp(channels(self.theme.paper), channels(self.theme.rim), part);
                [r as u8, g as u8, b as u8, 255]
            }
        }
    }
}
