//! Spawns in rooms.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Plane, builder};

use super::spawn_table::SpawnTable;
use super::stock::{StartArea, Stock};
use crate::places::rooms;

/// Places spawns in every room, each on its own cell: open, not a door or stairs, and without start, exit or portal.
/// A map without rooms is an error.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Arena, RoomSpawns};
///
/// let spawns = RoomSpawns { min: 4, max: 4, ..RoomSpawns::default() };
/// let map = BuilderChain::start_with(Size::new(12, 9), Arena::default()).with(spawns).build(1)?;
/// assert_eq!(map.spawns.len(), 4);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RoomSpawns {
    /// What may appear.
    pub table: SpawnTable,
    /// How deep down the level lies, for the table.
    pub depth: u32,
    /// How many spawns a room gets at least, 0 to 1000; fewer where there is no room for more.
    pub min: u32,
    /// How many it gets at most, `min` to 1000.
    pub max: u32,
    /// The probability that a room gets any, 0 to 1.
    pub chance: f64,
    /// Whether rooms with the start in them get any.
    pub start_area: StartArea,
}

impl Default for RoomSpawns {
    /// Up to three from the default table.
    fn default() -> Self {
        let table = SpawnTable::default();
        RoomSpawns { table, depth: 1, min: 0, max: 3, chance: 1.0, start_area: StartArea::default() }
    }
}

impl RoomSpawns {
    fn stock(&self) -> Stock<'_> {
        Stock { table: &self.table, depth: self.depth, min: self.min, max: self.max, chance: self.chance }
    }
}

builder!(RoomSpawns, "room-spawns", requires: Plane::Rooms);

impl MetaMapBuilder for RoomSpawns {
    fn check(&self) -> Result<(), BuildError> {
        self.stock().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut stocker = self.stock().open(map)?;
        let size = map.size();
        for room in rooms(map)?.to_vec() {
            let has_start = map.start.is_some_and(|start| room.rect.contains(start));
            if has_start && self.start_area == StartArea::Empty {
                continue;
            }
            let cells = room.rect.points().filter(|&p| size.contains(p)).map(|p| size.index(p));
            stocker.area(map, cells.collect(), cx);
        }
        Ok(())
    }
}
