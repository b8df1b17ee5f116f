//! Walls between cells, as mazes have them.

use mapwright_core::lines::Lines;
use mapwright_core::{BuilderMap, Dir, Grid, Passages, Point};

/// Where a maze has walls, and which of its cells are solid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThinWalls {
    pub(crate) lines: Lines,
    /// Cells that lead nowhere are solid.
    solid: Grid<bool>,
    regions: Option<Grid<u16>>,
}

impl ThinWalls {
    pub(super) fn of(map: &BuilderMap, passages: &Passages) -> ThinWalls {
        let region = |cell: usize| map.regions.as_ref().map_or(0, |regions| regions.as_slice()[cell]);
        let size = map.size();
        // A room of one cell may lead nowhere, and is a room.
        let solid =
            Grid::from_fn(size, |at| passages.dirs(size.index(at)).is_empty() && region(size.index(at) as usize) == 0);
        ThinWalls { lines: Lines::walls(passages), solid, regions: map.regions.clone() }
    }

    pub(crate) fn is_solid(&self, x: i32, y: i32) -> bool {
        let at = (u16::try_from(x), u16::try_from(y));
        let (Ok(x), Ok(y)) = at else { return false };
        self.solid.get(Point::new(x, y)).is_some_and(|&solid| solid)
    }

    /// Whether a wall lies along a side of a cell on the map.
    pub(crate) fn wall(&self, x: i32, y: i32, side: Dir) -> bool {
        let (x, y) = (x as u16, y as u16);
        match side {
            Dir::N => self.lines.across(x, y),
            Dir::E => self.lines.down(x + 1, y),
            Dir::S => self.lines.across(x, y + 1),
            Dir::W => self.lines.down(x, y),
        }
    }

    /// Whether any wall ends at the corner of a cell.
    pub(crate) fn post(&self, x: i32, y: i32) -> bool {
        !self.lines.at(x as u16, y as u16).is_empty()
    }

    /// The region of a cell on the map; 0 for none.
    pub(crate) fn region(&self, x: i32, y: i32) -> u16 {
        let region = self.regions.as_ref().map(|regions| regions.row(y as u16)[x as usize]);
        region.unwrap_or(0)
    }
}
