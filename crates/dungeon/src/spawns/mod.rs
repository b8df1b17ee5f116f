//! Spawns: what appears, and where.

mod group;
mod spawn_table;
mod stage;
mod stocking;

pub use group::SpawnGroup;
pub use spawn_table::{PackMember, SpawnEntry, SpawnTable};
pub use stage::Spawns;
pub use stocking::SpawnQuota;
