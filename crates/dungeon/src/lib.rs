//! Caves and halls, and what makes a level of them: start, exit, culling.

mod area_start;
mod arena;
mod bernoulli;
mod bitmap;
mod cellular_automata;
mod cull_unreachable;
mod distant_exit;
mod from_map;
mod life;
mod life_rule;
mod snapshot_history;

pub use area_start::{AreaStart, AreaX, AreaY};
pub use arena::Arena;
pub use cellular_automata::{Border, CellularAutomata};
pub use cull_unreachable::CullUnreachable;
pub use distant_exit::DistantExit;
pub use from_map::FromMap;
pub use life_rule::{LifeRule, ParseLifeRuleError};
pub use snapshot_history::SnapshotHistory;
