//! Spawns in corridors.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, MetaMapBuilder, Need, Plane, Reach, Size, Touch, params,
};

use super::spawn_table::SpawnTable;
use super::spawner::{MOST, SpawnParams, shared};

/// Places spawns in corridors. Each is on its own cell: open, not a door or stairs, and without start, exit or
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
#[params]
pub struct CorridorSpawns {
    /// What may appear.
    pub table: SpawnTable,
    /// The depth of the level, for the table.
    #[param(default = 1)]
    pub depth: u32,
    /// The fewest spawns of a corridor; fewer if there is no room for more.
    #[param(default = 1, range = 0..=MOST)]
    pub min: u32,
    /// The most spawns of a corridor, `min` or more.
    #[param(default = 1, range = 0..=MOST)]
    pub max: u32,
    /// The probability that a corridor gets any.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub chance: f64,
    /// How much deeper the table counts at the end of the way than at the start: what is met grows with every step. The
    /// way is the walk of the proof, if the map has one.
    #[param(range = 0..=MOST)]
    pub rise: u32,
}

impl CorridorSpawns {
    fn params(&self) -> SpawnParams<'_> {
        shared!(self)
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
        self.check_ranges()?;
        self.params().check().map(|_| ())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_ranges()?;
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
