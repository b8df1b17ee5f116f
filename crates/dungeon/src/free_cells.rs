//! Free cells, where something can be placed.

use mapwright_core::{BuilderMap, Grid, Keep, Point, Tile};

/// The cells where something may be placed: open, neither doors nor stairs, and without start, exit, spawn or portal. Cells whose
/// tile is kept are not.
#[derive(Debug)]
pub(crate) struct FreeCells(Grid<bool>);

impl FreeCells {
    pub(crate) fn from_map(map: &BuilderMap) -> Self {
        let kept_clear = [Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP];
        let mut free = FreeCells(map.tiles.map(|tile| !tile.is_solid() && !kept_clear.contains(tile)));
        map.marked().for_each(|at| free.take(at));
        if let Some(kept) = &map.kept {
            let cells = free.0.as_mut_slice().iter_mut().zip(kept.as_slice());
            cells.for_each(|(free, keep)| *free &= *keep < Keep::Tile);
        }
        free
    }

    /// The free cells that belong to no door and no gate between areas.
    pub(crate) fn off_doors(map: &BuilderMap) -> Self {
        let mut free = FreeCells::from_map(map);
        let doors = map.doors.iter().flatten().flat_map(|door| &door.cells);
        let gates = map.graph.iter().flat_map(|graph| &graph.joins).flat_map(|join| &join.gate);
        doors.chain(gates).for_each(|&at| free.take(at));
        free
    }

    /// The cells where a start or an exit may be: free and dry, or where it already is. If that cell is kept, it stays there.
    pub(crate) fn footing(map: &BuilderMap, own: Option<Point>) -> Self {
        let FreeCells(mut free) = FreeCells::from_map(map);
        for (free, &tile) in free.as_mut_slice().iter_mut().zip(map.tiles.as_slice()) {
            *free &= tile != Tile::WATER;
        }
        if let Some(own) = own.filter(|&own| map.is_open(own) && map.start != map.exit) {
            if map.keep_at(own) == Keep::Tile {
                free = Grid::new(map.size(), false);
            }
            free[own] = true;
        }
        FreeCells(free)
    }

    /// Keeps the cells of one floor.
    pub(crate) fn keep_floor(&mut self, map: &BuilderMap, floor: u16) {
        if map.n_floors() > 1 {
            self.0.iter_mut().for_each(|(at, free)| *free &= map.floor_of(at) == Some(floor));
        }
    }

    /// Whether a cell of the map is free.
    pub(crate) fn contains(&self, at: Point) -> bool {
        self.0.get(at) == Some(&true)
    }

    /// Whether the cell at an index is on the map and free.
    pub(crate) fn is_free(&self, cell: u32) -> bool {
        self.0.as_slice().get(cell as usize) == Some(&true)
    }

    /// Whether each cell is free.
    pub(crate) fn into_grid(self) -> Grid<bool> {
        self.0
    }

    /// Marks a cell as taken.
    pub(crate) fn take(&mut self, at: Point) {
        if let Some(free) = self.0.get_mut(at) {
            *free = false;
        }
    }
}
