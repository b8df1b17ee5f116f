//! Start, exit and portals, and stages that connect or fill in what is unreachable.

mod cull_unreachable;
mod join_block;
mod join_components;
mod place;
mod portals;
mod start_exit;
mod tight_walls;
mod walling;

pub use cull_unreachable::{CullUnreachable, LostSpawns};
pub use join_components::{JoinComponents, TunnelShape};
pub use place::{ExitTile, Place};
pub(crate) use place::{put_exit, put_start};
pub use portals::{PortalRule, Portals};
pub use start_exit::{Exit, Start, StartComponent};
pub use tight_walls::TightWalls;
pub(crate) use walling::drop_lost_places;
