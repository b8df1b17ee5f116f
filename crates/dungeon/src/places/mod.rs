//! Start, exit and portals, and stages that connect or fill in what is unreachable.

mod area;
mod area_exit;
mod area_start;
mod cull_unreachable;
mod distant_exit;
mod gates;
mod join_parts;
mod marks;
mod portals;
mod room_choice;
mod room_exit;
mod room_start;
mod tight_walls;
mod walling;

pub use area::{AreaX, AreaY};
pub use area_exit::AreaExit;
pub use area_start::{AreaStart, StartPart};
pub use cull_unreachable::{CullUnreachable, LostSpawns};
pub use distant_exit::DistantExit;
pub use join_parts::{JoinParts, TunnelShape};
pub use marks::ExitTile;
pub(crate) use marks::{put_exit, put_start};
pub use portals::{PortalRule, Portals};
pub use room_choice::RoomChoice;
pub(crate) use room_choice::rooms;
pub use room_exit::RoomExit;
pub use room_start::RoomStart;
pub use tight_walls::TightWalls;
pub(crate) use walling::{close_sides, drop_lost_places};
