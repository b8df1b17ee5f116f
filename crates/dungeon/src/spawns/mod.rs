//! Spawns: what appears, and where.

mod curve;
mod quota;
mod spawn_group;
mod spawn_table;
mod stage;
mod stocking;

pub use quota::SpawnQuota;
pub use spawn_group::SpawnGroup;
pub use spawn_table::{PackMember, SpawnEntry, SpawnTable};
pub use stage::Spawns;
