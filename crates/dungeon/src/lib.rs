//! Caves and halls, and what makes a level of them: start, exit, culling.

mod arena;
mod caves;
mod from_map;
mod places;
mod snapshot_history;
mod voronoi;
mod walks;

pub use arena::Arena;
pub use caves::{Border, CellularAutomata, LifeRule, ParseLifeRuleError};
pub use from_map::FromMap;
pub use places::{AreaStart, AreaX, AreaY, CullUnreachable, DistantExit};
pub use snapshot_history::SnapshotHistory;
pub use voronoi::{Metric, VoronoiCells};
pub use walks::{Dla, DlaRule, DrunkardsWalk, Symmetry, WalkBegin};
