//! Caves, halls, rooms and corridors, and what makes a level of them: start, exit, portals, culling, spawns.

mod arena;
mod caves;
mod corridors;
mod free_cells;
mod from_map;
mod places;
mod rooms;
mod snapshot_history;
mod spawns;
mod voronoi;
mod walks;

pub use arena::Arena;
pub use caves::{Border, CellularAutomata, LifeRule, ParseLifeRuleError};
pub use corridors::{BspCorridors, Corridors, DoglegCorridors, Doors, NearestCorridors, StraightCorridors};
pub use from_map::FromMap;
pub use places::{AreaEnd, AreaStart, AreaX, AreaY, CullUnreachable, DistantExit, ExitTile, JoinParts, TunnelShape};
pub use places::{PortalRule, Portals, RoomChoice, RoomStairs, RoomStart, StartPart};
pub use rooms::SimpleMap;
pub use rooms::{
    BspDungeon, BspInterior, RoomCornerRounder, RoomDrawer, RoomExploder, RoomOrder, RoomShape, RoomSorter,
};
pub use snapshot_history::SnapshotHistory;
pub use spawns::{
    CorridorSpawns, RoomSpawns, SpawnAreas, SpawnEntry, SpawnTable, SpawnWeights, StartArea, VoronoiSpawns,
};
pub use voronoi::{Metric, VoronoiCells};
pub use walks::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};
