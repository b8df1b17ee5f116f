//! Regions: cells of one color with lines between them.
//!
//! A cell paints the lines on its north and west sides and the vertex where they meet; the cells beyond
//! the last column and row paint only those, cut off at the thickness of a line.

use image::RgbaImage;
use mapwright_core::{Dir, Dirs, Grid, Point, Size, Wrap};

use super::{Cells, Packed, PackedCell, Unpacked, each};
use crate::picture::canvas::{blank, mix};
use crate::picture::style::Style;
use crate::raster::Raster;
use mapwright_core::lines::Lines;

#[derive(Debug)]
pub(in crate::picture) struct Lined<'a> {
    size: Size,
    /// None where they would have no thickness.
    lines: Option<Lines>,
    regions: &'a Grid<u16>,
    /// The borders that can be stepped over: where no line is, they are dashed.
    crossings: Dirs,
    style: &'a Style,
}

impl Cells for Lined<'_> {
    fn looks(&self, y: u16, looks: &mut [PackedCell]) {
        each(y, looks, |at| {
            let on_map = self.size.contains(at);
            let number = if on_map { u32::from(self.regions[at]) } else { 0 };
            self.lines_at(at).with(u32::from(on_map), 1).with(number, 16).look
        });
    }

    fn paint(&self, look: PackedCell) -> RgbaImage {
        let mut look = Unpacked(look);
        let (north, west, vertex) = (look.flag(), look.flag(), look.flag());
        let (dash_north, dash_west, on_map) = (look.flag(), look.flag(), look.flag());
        let theme = &self.style.theme;
        let color = if on_map { theme.region(look.take(16)) } else { theme.paper };
        let (scale, line) = (i64::from(self.style.scale), i64::from(self.style.line()));
        let mut stamp = blank(self.style.scale, self.style.scale, color);
        let dash = (scale / 4).max(1);
        for i in (0..scale).step_by(2 * usize::try_from(dash).unwrap_or(1)) {
            let faint = mix(color, theme.ink, 1, 2);
            if dash_north {
                stamp.fill((i + dash / 2, 0), (dash, line), faint);
            }
            if dash_west {
                stamp.fill((0, i + dash / 2), (line, dash), faint);
            }
        }
        for (drawn, extent) in [(north, (scale, line)), (west, (line, scale)), (vertex, (line, line))] {
            if drawn {
                stamp.fill((0, 0), extent, theme.ink);
            }
        }
        stamp
    }
}

impl<'a> Lined<'a> {
    pub(super) fn regions(regions: &'a Grid<u16>, wrap: Wrap, style: &'a Style) -> Self {
        let lines = (style.line() > 0).then(|| Lines::borders(regions, wrap));
        let size = regions.size();
        Lined { size, lines, regions, crossings: wrap.crossings(size), style }
    }

    /// The lines that begin at a vertex, whether any other line ends there, and the borders that can be stepped over.
    fn lines_at(&self, at: Point) -> Packed {
        let Some(lines) = &self.lines else { return Packed::default().with(0, 5) };
        let size = self.size;
        let flag = |is: bool| u32::from(is);
        let (north, west) = (lines.across(at.x, at.y), lines.down(at.x, at.y));
        let dash = |on_border: bool, line: bool, dir: Dir| on_border && !line && self.crossings.contains(dir);
        let dash_north = dash((at.y == 0 || at.y == size.h) && at.x < size.w, north, Dir::N);
        let dash_west = dash((at.x == 0 || at.x == size.w) && at.y < size.h, west, Dir::W);
        Packed::default()
            .with(flag(north), 1)
            .with(flag(west), 1)
            .with(flag(!lines.at(at.x, at.y).is_empty()), 1)
            .with(flag(dash_north), 1)
            .with(flag(dash_west), 1)
    }
}
