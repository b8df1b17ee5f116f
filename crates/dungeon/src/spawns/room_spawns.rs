//! Spawns in rooms.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Reach, Size, Touch, params,
};

use super::spawn_table::SpawnTable;
use super::spawner::{MOST, SpawnParams, StartArea, shared};
use crate::places::rooms;

/// Places spawns in rooms. Each is on its own cell: open, not a door or stairs, and without start, exit or portal.
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
#[params]
pub struct RoomSpawns {
    /// What may appear.
    pub table: SpawnTable,
    /// The depth of the level, for the table.
    #[param(default = 1)]
    pub depth: u32,
    /// The fewest spawns of a room; fewer if there is no room for more.
    #[param(default = 0, range = 0..=MOST)]
    pub min: u32,
    /// The most spawns of a room, `min` or more.
    #[param(default = 3, range = 0..=MOST)]
    pub max: u32,
    /// The probability that a room gets any.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub chance: f64,
    /// How much deeper the table counts at the end of the way than at the start: what is met grows with every step. The
    /// way is the walk of the proof, if the map has one.
    #[param(range = 0..=MOST)]
    pub rise: u32,
    /// Whether rooms with the start in them get any.
    pub start_area: StartArea,
}

impl RoomSpawns {
    fn params(&self) -> SpawnParams<'_> {
        shared!(self)
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
        self.check_ranges()?;
        self.params().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_ranges()?;
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
