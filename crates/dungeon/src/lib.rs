//! Caves and halls, and what makes a level of them: start, exit, portals, culling, spawns.

mod arena;
mod caves;
mod free_cells;
mod from_map;
mod places;
mod snapshot_history;
mod spawns;

pub use arena::Arena;
pub use caves::{Border, CellularAutomata, LifeRule, ParseLifeRuleError};
pub use from_map::FromMap;
pub use places::{AreaEnd, AreaStart, AreaX, AreaY, CullUnreachable, DistantExit, ExitTile};
pub use places::{PortalRule, Portals, RoomChoice, RoomStairs, RoomStart, StartPart};
pub use snapshot_history::SnapshotHistory;
pub use spawns::{
    CorridorSpawns, RoomSpawns, SpawnAreas, SpawnEntry, SpawnTable, SpawnWeights, StartArea, VoronoiSpawns,
};
