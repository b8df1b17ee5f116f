//! Spawns: what appears, and where.

mod group;
mod quota;
mod spawn_table;
mod stage;
mod stocking;

pub use group::SpawnGroup;
pub use quota::SpawnQuota;
pub use spawn_table::{PackMember, SpawnEntry, SpawnTable};
pub use stage::Spawns;
