//! Mazes and regions: cells of one color with lines between them.
//!
//! A cell paints the lines on its north and west sides and the vertex where they meet; the cells beyond
//! the last column and row paint only those, cut off at the thickness of a line.

use crate::image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Dir, Dirs, Grid, Point, Tile, Wrap};

use super::{Look, Packed, Unpacked};
use crate::lines::Lines;
use crate::picture::canvas::{blank, mix};
use crate::picture::style::Style;
use crate::picture::tint::{self, STEPS};

#[derive(Debug)]
pub(in crate::picture) struct Lined<'a> {
    lines: Lines,
    ground: Ground<'a>,
    /// The borders that can be stepped over: where no line is, they are dashed.
    crossings: Dirs,
    style: &'a Style,
}

/// What gives a cell its color.
#[derive(Debug)]
enum Ground<'a> {
    Maze {
        ways: Grid<u8>,
        tints: Option<Grid<u32>>,
    },
    /// A maze whose cells belong to regions.
    Rooms {
        ways: Grid<u8>,
        regions: &'a Grid<u16>,
        looks: u32,
    },
    Regions(&'a Grid<u16>),
}

/// The number of a cell's color where the cell is solid or off the map.
const SOLID: u32 = 0xffff;

impl<'a> Lined<'a> {
    pub(super) fn maze(map: &'a BuilderMap, style: &'a Style) -> Self {
        let passages = map.passages();
        let ways = Grid::from_fn(map.size(), |p| passages.ways(map.size().index(p)).bits());
        let tints = tint::tints(map, style);
        let crossings = map.wrap.crossings(map.size());
        let ground = match (&map.regions, tints) {
            (Some(regions), None) => Ground::Rooms { ways, regions, looks: style.theme.region_looks() },
            (_, tints) => Ground::Maze { ways, tints },
        };
        Lined { lines: Lines::walls(map), ground, crossings, style }
    }

    pub(super) fn regions(regions: &'a Grid<u16>, lines: Lines, wrap: Wrap, style: &'a Style) -> Self {
        let crossings = wrap.crossings(regions.size());
        Lined { lines, ground: Ground::Regions(regions), crossings, style }
    }

    pub(super) fn look(&self, at: Point) -> Look {
        let size = self.lines.size();
        let flag = |is: bool| u32::from(is);
        let (north, west) = (self.lines.across(at.x, at.y), self.lines.down(at.x, at.y));
        let on_map = size.contains(at);
        let dash = |on_border: bool, line: bool, dir: Dir| on_border && !line && self.crossings.contains(dir);
        let dash_north = dash((at.y == 0 || at.y == size.h) && at.x < size.w, north, Dir::N);
        let dash_west = dash((at.x == 0 || at.x == size.w) && at.y < size.h, west, Dir::W);
        Packed::default()
            .with(flag(north), 1)
            .with(flag(west), 1)
            .with(flag(!self.lines.at(at.x, at.y).is_empty()), 1)
            .with(flag(dash_north), 1)
            .with(flag(dash_west), 1)
            .with(flag(on_map), 1)
            .with(if on_map { self.ground.number(at, self.style.scale) } else { 0 }, 16)
            .look
    }

    pub(super) fn paint(&self, look: Look) -> RgbaImage {
        let mut look = Unpacked(look);
        let (north, west, vertex) = (look.flag(), look.flag(), look.flag());
        let (dash_north, dash_west, on_map) = (look.flag(), look.flag(), look.flag());
        let color = if on_map { self.color(look.take(16)) } else { self.style.theme.background };
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
            Ground::Maze { ways, tints } => (ways, tints.as_ref().map_or(0, |tints| tints[at])),
            Ground::Rooms { ways, regions, looks } => {
                let number = u32::from(regions[at]);
                (ways, number.checked_sub(1).map_or(0, |nth| nth % looks + 1))
            }
        };
        let ways = Dirs::from_bits(ways[at]);
        // A room of one cell may lead nowhere, and is a room.
        if ways.is_empty() && !matches!(self, Ground::Rooms { .. } if shade > 0) {
            return SOLID;
        }
        let walls = if scale < 2 { 4 - ways.len() } else { 0 };
        shade << 3 | walls
    }
}
