//! Spawns: what appears, and where.

mod corridor_spawns;
mod curve;
mod room_spawns;
mod spawn_table;
mod spawner;
mod voronoi_spawns;

pub use corridor_spawns::CorridorSpawns;
pub use room_spawns::RoomSpawns;
pub use spawn_table::{SpawnEntry, SpawnTable, SpawnWeights};
pub use spawner::StartArea;
pub use voronoi_spawns::{SpawnAreas, VoronoiSpawns};
