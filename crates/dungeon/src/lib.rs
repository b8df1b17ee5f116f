//! Caves, halls, rooms and corridors, and what makes a level of them: start, exit, culling.

mod arena;
mod caves;
mod corridors;
mod from_map;
mod places;
mod rooms;
mod snapshot_history;

pub use arena::Arena;
pub use caves::{Border, CellularAutomata, LifeRule, ParseLifeRuleError};
pub use corridors::{BspCorridors, Corridors, DoglegCorridors, Doors, NearestCorridors, StraightCorridors};
pub use from_map::FromMap;
pub use places::{AreaStart, AreaX, AreaY, CullUnreachable, DistantExit};
pub use rooms::SimpleMap;
pub use rooms::{
    BspDungeon, BspInterior, RoomCornerRounder, RoomDrawer, RoomExploder, RoomOrder, RoomShape, RoomSorter,
};
pub use snapshot_history::SnapshotHistory;
