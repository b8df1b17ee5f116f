//! Rooms: builders that make them, and stages that change them.

mod accretion;
mod bsp;
mod random_rooms;
mod room_corner_rounder;
mod room_drawer;
mod room_exploder;
mod room_placer;
mod room_sorter;
mod rooms_from_regions;
mod row_spans;
mod wall_filler;

pub use accretion::{Accretion, AccretionShape, ShapeKind};
pub use bsp::{BspDungeon, BspInterior};
pub use random_rooms::RandomRooms;
pub use room_corner_rounder::RoomCornerRounder;
pub use room_drawer::RoomDrawer;
pub use room_exploder::RoomExploder;
pub use room_sorter::{RoomOrder, RoomSorter};
pub use rooms_from_regions::{RegionSource, RoomsFromRegions};
