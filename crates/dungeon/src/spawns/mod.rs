//! Spawns: what appears, and where.

mod spawn_table;
mod stage;
mod stocking;

pub use spawn_table::{PackMember, SpawnEntry, SpawnTable};
pub use stage::{SpawnGroup, Spawns};
pub use stocking::SpawnQuota;
