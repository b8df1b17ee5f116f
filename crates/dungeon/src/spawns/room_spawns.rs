//! Spawns in rooms.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Reach, Size, Touch};

use super::spawn_table::SpawnTable;
use super::spawner::{SpawnParams, StartArea, params};
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
    /// The depth of the level, for the table.
    pub depth: u32,
    /// The fewest spawns of a room, 0 to 1000; fewer if there is no room for more.
    pub min: u32,
    /// The most spawns of a room, `min` to 1000.
    pub max: u32,
    /// The probability that a room gets any, 0 to 1.
    pub chance: f64,
    /// How much deeper the table counts at the end of the way than at the start, 0 to 1000: what is met grows with
    /// every step. The way is the walk of the proof, if the map has one.
    pub rise: u32,
    /// Whether rooms with the start in them get any.
    pub start_area: StartArea,
}

impl Default for RoomSpawns {
    /// Up to three from the default table.
    fn default() -> Self {
        let table = SpawnTable::default();
        RoomSpawns { table, depth: 1, min: 0, max: 3, chance: 1.0, rise: 0, start_area: StartArea::default() }
    }
}

impl RoomSpawns {
    fn params(&self) -> SpawnParams<'_> {
        params!(self)
    }
}

impl Builder for RoomSpawns {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-spawns")
            .title("Things in rooms")
            .needs(self.params().requires())
            .needs(Plane::Rooms)
            .touch(Touch::Keeps)
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for RoomSpawns {
    fn check(&self) -> Result<(), BuildError> {
        self.params().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut spawner = self.params().spawner(map)?;
        let size = map.size();
        for room in rooms(map)?.to_vec() {
            let has_start = map.start.is_some_and(|start| map.is_in_room(&room, start));
            if has_start && self.start_area == StartArea::Empty {
                continue;
            }
            let cells = map.cells_of_room(&room).map(|p| size.index(p)).collect();
            spawner.area(map, cells, cx);
        }
        Ok(())
    }
}
