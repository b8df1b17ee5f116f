//! Pipes: round tubes from the middle of each tile to its open sides.
//!
//! A tube is all places within some distance of its center line: the outline widest, then the body, then
//! a light core. Center lines are straight pieces and, in an elbow, a quarter circle; whether a place is
//! near one is a comparison of squares. An arm that meets no open side stops short with a round end.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{Color, Dir, Dirs, Flow, Grid, Passages, Sides};

use super::{Cells, Packed, PackedCell, Unpacked, each};
use crate::picture::canvas::{UNIT, along, blank, mix, paint};
use crate::picture::style::Style;

#[derive(Debug)]
pub(in crate::picture) struct Pipes<'a> {
    pub(super) sides: &'a Grid<Sides>,
    pub(super) flow: Option<&'a Flow>,
    pub(super) passages: &'a Passages,
    pub(super) style: &'a Style,
}

/// One tile's center lines, in units from the middle of the tile.
#[derive(Debug)]
struct Tube {
    open: Dirs,
    joined: Dirs,
    /// From the middle to a side.
    half: i64,
    /// Half the width of outline, body and core.
    widths: [i64; 3],
    /// The radius of an elbow.
    bend: i64,
    /// The two arms of a tile that turns.
    elbow: Option<(Dir, Dir)>,
}

impl Cells for Pipes<'_> {
    fn looks(&self, y: u16, looks: &mut [PackedCell]) {
        each(y, looks, |at| {
            let cell = self.sides.size().index(at);
            let on = |plane: &Grid<bool>| u32::from(plane[cell]);
            let (wet, ring) = self.flow.map_or((0, 0), |flow| (on(&flow.wet), on(&flow.on_ring)));
            Packed::default()
                .with(self.sides[cell].code().into(), 4)
                .with(self.passages.dirs(cell).bits().into(), 4)
                .with(wet, 1)
                .with(ring, 1)
                .look
        });
    }

    fn paint(&self, look: PackedCell) -> RgbaImage {
        let mut look = Unpacked(look);
        let dirs = |bits: u32| Dirs::from_bits(u8::try_from(bits).unwrap_or(0));
        let (open, joined) = (dirs(look.take(4)), dirs(look.take(4)));
        let theme = &self.style.theme;
        let color = match (look.flag(), look.flag()) {
            (false, false) => theme.dry,
            (true, false) => theme.wet,
            (true, true) => theme.ring,
            (false, true) => theme.dry_ring,
        };
        let mut stamp = blank(self.style.scale, self.style.scale, theme.board);
        match self.style.scale {
            _ if open.is_empty() => self.grid(&mut stamp),
            0..=2 => stamp.fill((0, 0), (2, 2), color),
            3..=7 => self.small(&mut stamp, open, color),
            _ => {
                self.grid(&mut stamp);
                self.tube(&mut stamp, &Tube::new(self.style.scale, open, joined), color);
            }
        }
        stamp
    }
}

impl Pipes<'_> {
    /// A faint line between tiles.
    fn grid(&self, stamp: &mut RgbaImage) {
        let (scale, theme) = (i64::from(self.style.scale), &self.style.theme);
        if scale >= 8 {
            let faint = mix(theme.board, theme.ink, 1, 10);
            stamp.fill((0, 0), (scale, 1), faint);
            stamp.fill((0, 0), (1, scale), faint);
        }
    }

    /// Plain bars, for small scales.
    fn small(&self, stamp: &mut RgbaImage, open: Dirs, color: Color) {
        let scale = i64::from(self.style.scale);
        let width = if scale < 6 { 2 - scale % 2 } else { 2 + scale % 2 };
        let near = (scale - width) / 2;
        let far = scale - near;
        stamp.fill((near, near), (width, width), color);
        for dir in open.iter() {
            let (at, extent) = match dir {
                Dir::N => ((near, 0), (width, near)),
                Dir::E => ((near, near), (far, width)),
                Dir::S => ((near, near), (width, far)),
                Dir::W => ((0, near), (near, width)),
            };
            stamp.fill(at, extent, color);
        }
    }

    fn tube(&self, stamp: &mut RgbaImage, tube: &Tube, color: Color) {
        let theme = &self.style.theme;
        let colors = [mix(color, theme.ink, 1, 2), color, mix(color, theme.halo, 2, 5)];
        let scale = i64::from(self.style.scale);
        paint(stamp, (0, 0), (scale, scale), |x, y| {
            let (x, y) = (x - tube.half, y - tube.half);
            // The core lies inside the body, and the body inside the outline: most places are outside of all.
            let around = tube.widths.iter().zip(colors).take_while(|&(&width, _)| tube.within(x, y, width));
            around.last().map(|(_, color)| color)
        });
    }
}

impl Tube {
    fn new(scale: u32, open: Dirs, joined: Dirs) -> Tube {
        let span = i64::from(scale) * UNIT;
        let body = span * 17 / 100;
        let outline = body + (span / 20).max(UNIT * 3 / 4);
        let widths = [outline, body, span / 20];
        Tube { open, joined, half: span / 2, widths, bend: span * 32 / 100, elbow: elbow(open) }
    }

    /// Whether a place lies within `width` of a center line.
    fn within(&self, x: i64, y: i64, width: i64) -> bool {
        let knob = match self.open.len() {
            1 if width > self.widths[2] => width + self.half / 5,
            _ => width,
        };
        match self.elbow {
            Some((a, b)) => self.in_bend(along(a, x, y), along(b, x, y), width) || self.in_arms(x, y, width, self.bend),
            None => x * x + y * y <= knob * knob || self.in_arms(x, y, width, 0),
        }
    }

    /// `a` and `b` are distances from the middle along the two arms: the quarter circle round the
    /// point at the distance of the bend along both.
    fn in_bend(&self, a: i64, b: i64, width: i64) -> bool {
        let (a, b) = (self.bend - a, self.bend - b);
        let square = a * a + b * b;
        let (near, far) = ((self.bend - width).max(0), self.bend + width);
        a >= 0 && b >= 0 && near * near <= square && square <= far * far
    }

    /// The straight arms, from `start` outwards.
    fn in_arms(&self, x: i64, y: i64, width: i64, start: i64) -> bool {
        self.open.iter().any(|dir| {
            let (out, off) = (along(dir, x, y), along(dir.turned(1), x, y));
            // A loose arm ends in a half disc that does not touch the side.
            let end = if self.joined.contains(dir) { self.half } else { self.half - self.widths[0] - UNIT };
            let beyond = (out - end).max(0);
            out >= start && off * off + beyond * beyond <= width * width
        })
    }
}

/// The two arms of a tile that turns.
pub(crate) fn elbow(open: Dirs) -> Option<(Dir, Dir)> {
    let (a, b) = (open.first()?, open.nth(1));
    (open.len() == 2 && b != a.opposite()).then_some((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_lies_in_the_body_and_the_body_in_the_outline() {
        let all = || (0..16).map(Dirs::from_bits);
        for (scale, open, joined) in [8, 9, 16, 25]
            .into_iter()
            .flat_map(|scale| all().flat_map(move |open| all().map(move |joined| (scale, open, joined))))
        {
            let tube = Tube::new(scale, open, joined);
            let [outline, body, core] = tube.widths;
            let reach = -tube.half..tube.half;
            for (x, y) in reach.clone().flat_map(|y| reach.clone().map(move |x| (x, y))) {
                let [outline, body, core] = [outline, body, core].map(|width| tube.within(x, y, width));
                assert!(outline >= body && body >= core, "{open:?} {joined:?} at {x}, {y}");
            }
        }
    }
}
