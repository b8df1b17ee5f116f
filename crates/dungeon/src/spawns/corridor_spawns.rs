//! Spawns in corridors.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, MetaMapBuilder, Need, Plane, Reach, Size, Touch,
};

use super::spawn_table::SpawnTable;
use super::spawner::{SpawnParams, params};

/// Places spawns in every corridor, each on its own cell: open, not a door or stairs, and without start, exit or
/// portal. Corridor cells inside a room belong to the room.
///
/// ```
/// use mapwright_core::{BuilderChain, BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_dungeon::{CorridorSpawns, FromMap};
///
/// let mut map = BuilderMap::filled(Size::new(20, 1), Wrap::None, Tile::FLOOR);
/// map.corridors = Some(vec![(5..15).map(|x| Point::new(x, 0)).collect()]);
/// let spawns = CorridorSpawns { min: 2, max: 2, chance: 1.0, ..CorridorSpawns::default() };
/// let map = BuilderChain::start_with(map.size(), FromMap::new(map)).with(spawns).build(1)?;
/// assert!(map.spawns.len() == 2 && map.spawns.iter().all(|spawn| (5..15).contains(&spawn.at.x)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct CorridorSpawns {
    /// What may appear.
    pub table: SpawnTable,
    /// The depth of the level, for the table.
    pub depth: u32,
    /// The fewest spawns of a corridor, 0 to 1000; fewer if there is no room for more.
    pub min: u32,
    /// The most spawns of a corridor, `min` to 1000.
    pub max: u32,
    /// The probability that a corridor gets any, 0 to 1.
    pub chance: f64,
    /// How much deeper the table counts at the end of the way than at the start, 0 to 1000: what is met grows with
    /// every step. The way is the walk of the proof, if the map has one.
    pub rise: u32,
}

impl Default for CorridorSpawns {
    /// One from the default table in every second corridor.
    fn default() -> Self {
        CorridorSpawns { table: SpawnTable::default(), depth: 1, min: 1, max: 1, chance: 0.5, rise: 0 }
    }
}

impl CorridorSpawns {
    fn params(&self) -> SpawnParams<'_> {
        params!(self)
    }
}

impl Builder for CorridorSpawns {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("corridor-spawns")
            .title("Things in corridors")
            .needs(self.params().requires())
            .needs(Plane::Corridors)
            .touch(Touch::Keeps)
            .reach(Reach::Global("a corridor may run through many blocks; use `room-spawns` or `scatter`"))
    }
}

impl MetaMapBuilder for CorridorSpawns {
    fn check(&self) -> Result<(), BuildError> {
        self.params().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut spawner = self.params().spawner(map)?;
        let size = map.size();
        let mut in_room = Grid::new(size, false);
        let in_rooms = map.rooms.iter().flatten().flat_map(|room| map.cells_of_room(room));
        in_rooms.for_each(|p| in_room[p] = true);
        for corridor in map.corridors.clone().need(Plane::Corridors)? {
            let own = |&p: &_| in_room.get(p) == Some(&false);
            // A path may cross itself.
            let cells: BTreeSet<u32> = corridor.into_iter().filter(own).map(|p| size.index(p)).collect();
            spawner.area(map, cells.into_iter().collect(), cx);
        }
        Ok(())
    }
}
