//! Mazes and regions: cells of one color with lines between them.
//!
//! A cell paints the lines on its north and west sides and the vertex where they meet; the cells beyond
//! the last column and row paint only those, cut off at the thickness of a line.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, Dirs, Grid, Passages, Point, Size, Tile, Wrap};

use super::{Look, Packed, Unpacked};
use crate::lines::Lines;
use crate::picture::canvas::{blank, mix};
use crate::picture::style::Style;
use crate::picture::tint::{self, STEPS};

#[derive(Debug)]
pub(in crate::picture) struct Lined<'a> {
    size: Size,
    /// None where they would have no thickness.
    lines: Option<Lines>,
    ground: Ground<'a>,
    /// The borders that can be stepped over: where no line is, they are dashed.
    crossings: Dirs,
    style: &'a Style,
}

/// What gives a cell its color.
#[derive(Debug)]
enum Ground<'a> {
    Maze {
        ways: Passages,
        tints: Option<Grid<u8>>,
    },
    /// A maze whose cells belong to regions.
    Rooms {
        ways: Passages,
        regions: &'a Grid<u16>,
        looks: u32,
    },
    Regions(&'a Grid<u16>),
}

/// The number of a cell's color where the cell is solid or off the map.
const SOLID: u32 = 0xffff;

impl<'a> Lined<'a> {
    pub(super) fn maze(map: &'a BuilderMap, style: &'a Style) -> Self {
        let ways = map.passages();
        let lines = (style.line() > 0).then(|| Lines::walls(&ways));
        let tints = tint::tints(map, style);
        let ground = match (&map.regions, tints) {
            (Some(regions), None) => Ground::Rooms { ways, regions, looks: style.theme.region_looks() },
            (_, tints) => Ground::Maze { ways, tints },
        };
        Lined { size: map.size(), lines, ground, crossings: map.wrap.crossings(map.size()), style }
    }

    pub(super) fn regions(regions: &'a Grid<u16>, wrap: Wrap, style: &'a Style) -> Self {
        let lines = (style.line() > 0).then(|| Lines::borders(regions, wrap));
        let (size, ground) = (regions.size(), Ground::Regions(regions));
        Lined { size, lines, ground, crossings: wrap.crossings(size), style }
    }

    pub(super) fn look(&self, at: Point) -> Look {
        let on_map = self.size.contains(at);
        let number = if on_map { self.ground.number(at, self.style.scale) } else { 0 };
        self.lines_at(at).with(u32::from(on_map), 1).with(number, 16).look
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

    pub(super) fn paint(&self, look: Look) -> RgbaImage {
        let mut look = Unpacked(look);
        let (north, west, vertex) = (look.flag(), look.flag(), look.flag());
        let (dash_north, dash_west, on_map) = (look.flag(), look.flag(), look.flag());
        let color = if on_map { self.color(look.take(16)) } else { self.style.theme.paper };
        let (scale, line) = (i64::from(self.style.scale), i64::from(self.style.line()));
        let wall = self.style.palette.look(Tile::WALL).color;
        let mut stamp = blank(self.style.scale, self.style.scale, color);
        let dash = (scale / 4).max(1);
        for i in (0..scale).step_by(2 * usize::try_from(dash).unwrap_or(1)) {
            let faint = mix(color, wall, 1, 2);
            if dash_north {
                stamp.fill((i + dash / 2, 0), (dash, line), faint);
            }
            if dash_west {
                stamp.fill((0, i + dash / 2), (line, dash), faint);
            }
        }
        for (drawn, extent) in [(north, (scale, line)), (west, (line, scale)), (vertex, (line, line))] {
            if drawn {
                stamp.fill((0, 0), extent, wall);
            }
        }
        stamp
    }

    fn color(&self, number: u32) -> Color {
        let theme = &self.style.theme;
        let (floor, wall) = (self.style.palette.look(Tile::FLOOR).color, self.style.palette.look(Tile::WALL).color);
        match (&self.ground, number) {
            (Ground::Maze { .. }, SOLID) => wall,
            (Ground::Maze { .. }, number) => {
                // The low bits say how many walls a cell of one pixel could not show.
                let tinted = mix(floor, theme.far, number >> 3, STEPS);
                mix(tinted, wall, number & 7, 8)
            }
            (Ground::Rooms { .. }, SOLID) => wall,
            (Ground::Rooms { .. }, number) => {
                let plain = if number >> 3 == 0 { floor } else { theme.region(number >> 3) };
                mix(plain, wall, number & 7, 8)
            }
            (Ground::Regions(_), number) => theme.region(number),
        }
    }
}

impl Ground<'_> {
    fn number(&self, at: Point, scale: u32) -> u32 {
        let (ways, shade) = match self {
            Ground::Regions(regions) => return u32::from(regions[at]),
            Ground::Maze { ways, tints } => (ways, tints.as_ref().map_or(0, |tints| tints[at].into())),
            Ground::Rooms { ways, regions, looks } => {
                let number = u32::from(regions[at]);
                (ways, number.checked_sub(1).map_or(0, |nth| nth % looks + 1))
            }
        };
        let ways = ways.ways(ways.index(at));
        // A room of one cell may lead nowhere, and is a room.
        if ways.is_empty() && !matches!(self, Ground::Rooms { .. } if shade > 0) {
            return SOLID;
        }
        let walls = if scale < 2 { 4 - ways.len() } else { 0 };
        shade << 3 | walls
    }
}
