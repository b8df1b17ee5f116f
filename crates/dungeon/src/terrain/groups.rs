//! Cells that belong together: rooms, regions, areas.

use mapwright_core::{BuildError, BuilderMap, Grid, Need, Plane};

/// What cells belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Room,
    Region,
    Area,
}

impl Group {
    pub(super) const fn plane(self) -> Plane {
        match self {
            Group::Room => Plane::Rooms,
            Group::Region => Plane::Regions,
            Group::Area => Plane::Graph,
        }
    }

    /// The number of the group of each cell, 0 for none. A cell in several rooms belongs to the first.
    pub(super) fn of_cells(self, map: &BuilderMap) -> Result<Grid<u32>, BuildError> {
        match self {
            Group::Region => Ok(map.regions.as_ref().need(Plane::Regions)?.map(|&region| region.into())),
            Group::Area => Ok(map.graph.as_ref().need(Plane::Graph)?.area.map(|&area| area.into())),
            Group::Room => {
                let mut group = Grid::new(map.size(), 0);
                for (number, room) in (1..).zip(map.rooms.as_ref().need(Plane::Rooms)?) {
                    map.cells_of_room(room).for_each(|p| group[p] = if group[p] == 0 { number } else { group[p] });
                }
                Ok(group)
            }
        }
    }
}
