//! The walls of a map that can be opened: sides that are closed, or tiles of wall one cell thick.

use mapwright_core::{BuildCx, BuilderMap, Dir, Passages, Tile, join_sides};

/// The wall on one side of an open cell, with another open cell beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wall {
    pub(super) here: u32,
    pub(super) dir: Dir,
}

/// A map with its passages, kept up to date while walls are opened.
#[derive(Debug)]
pub(super) struct Walls<'a> {
    pub(super) map: &'a mut BuilderMap,
    pub(super) passages: Passages,
}

impl<'a> Walls<'a> {
    pub(super) fn new(map: &'a mut BuilderMap) -> Self {
        let passages = map.passages();
        Walls { map, passages }
    }

    /// The cell beyond a wall; `None` if there is no wall, nothing behind it, or if it is kept.
    pub(super) fn beyond(&self, wall: Wall) -> Option<u32> {
        let Wall { here, dir } = wall;
        let beside = self.passages.beside(here, dir)?;
        let is_open = |cell: u32| !self.map.tiles[cell].is_solid();
        if !is_open(here) {
            return None;
        }
        if self.map.sides.is_some() {
            let is_kept = self.map.kept_sides(self.passages.point(here)).contains(dir);
            return (!is_kept && is_open(beside) && !self.passages.dirs(here).contains(dir)).then_some(beside);
        }
        let beyond = self.passages.beside(beside, dir)?;
        let goes_on = |turn| self.passages.beside(beside, dir.turned(turn)).is_none_or(|along| !is_open(along));
        let is_wall = !is_open(beside) && goes_on(1) && goes_on(3);
        (is_wall && is_open(beyond) && beyond != here && self.may_dig(beside)).then_some(beyond)
    }

    /// Whether a solid tile may become floor.
    pub(super) fn may_dig(&self, cell: u32) -> bool {
        self.map.may_put(self.passages.point(cell), Tile::FLOOR)
    }

    /// Every wall once, row-major.
    pub(super) fn all(&self) -> Vec<Wall> {
        let both = |here| [Dir::E, Dir::S].map(|dir| Wall { here, dir });
        let walls = (0..self.passages.area()).flat_map(both);
        walls.filter(|&wall| self.beyond(wall).is_some()).collect()
    }

    /// The walls of one cell, each with the cell beyond it.
    pub(super) fn of(&self, here: u32) -> impl Iterator<Item = (Wall, u32)> {
        let walls = Dir::ALL.into_iter().map(move |dir| Wall { here, dir });
        walls.filter_map(|wall| Some((wall, self.beyond(wall)?)))
    }

    /// Opens a wall. Does nothing if the wall is already open.
    pub(super) fn open(&mut self, wall: Wall, cx: &mut BuildCx<'_>) {
        let Some(beside) = self.passages.beside(wall.here, wall.dir) else { return };
        if let Some(sides) = &mut self.map.sides {
            join_sides(sides, wall.here, wall.dir, beside);
            self.passages.join(wall.here, wall.dir);
            cx.step(sides, [wall.here, beside]);
        } else {
            self.dig(beside, cx);
        }
    }

    /// Makes a solid tile floor, joined to every open tile beside it.
    pub(super) fn dig(&mut self, cell: u32, cx: &mut BuildCx<'_>) {
        self.map.tiles[cell] = Tile::FLOOR;
        for dir in Dir::ALL {
            if self.passages.beside(cell, dir).is_some_and(|next| !self.map.tiles[next].is_solid()) {
                self.passages.join(cell, dir);
            }
        }
        cx.step(&self.map.tiles, [cell]);
    }
}
