//! Where to begin and where to go: start, exit, and filling in what lies out of reach.

mod area_start;
mod cull_unreachable;
mod distant_exit;

pub use area_start::{AreaStart, AreaX, AreaY};
pub use cull_unreachable::CullUnreachable;
pub use distant_exit::DistantExit;
