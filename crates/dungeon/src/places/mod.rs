//! Start, exit and portals, and stages that connect or fill in what is unreachable.

mod area;
mod cull_unreachable;
mod exit;
mod gates;
mod join_parts;
mod marks;
mod place;
mod portals;
mod start;
mod tight_walls;
mod walling;

pub use area::{AreaX, AreaY};
pub use cull_unreachable::{CullUnreachable, LostSpawns};
pub use exit::Exit;
pub use join_parts::{JoinParts, TunnelShape};
pub use marks::ExitTile;
pub(crate) use marks::{put_exit, put_start};
pub use place::Place;
pub use portals::{PortalRule, Portals};
pub use start::{Start, StartPart};
pub use tight_walls::TightWalls;
pub(crate) use walling::{close_sides, drop_lost_places};
