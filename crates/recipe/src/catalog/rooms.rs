//! Rooms.

use mapwright_dungeon::{
    BspDungeon, BspInterior, RandomRooms, RoomCornerRounder, RoomDrawer, RoomExploder, RoomSorter, RoomsFromRegions,
};

use super::{BuilderInfo, info, meta, typed_initial, typed_meta};
use crate::param::Param;

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        typed_initial::<RandomRooms>(),
        typed_initial::<BspDungeon>(),
        typed_initial::<BspInterior>(),
        typed_meta::<RoomsFromRegions>(),
        typed_meta::<RoomSorter>(),
        info("room-drawer", meta::<RoomDrawer>(), "redraws rooms as ellipses, circles or rectangles", shapes()),
        typed_meta::<RoomCornerRounder>(),
        typed_meta::<RoomExploder>(),
    ]
}

fn shapes() -> Vec<Param> {
    vec![
        Param::choice("shape", &["rectangle", "ellipse", "circle"], "ellipse", "the shape of rooms"),
        Param::share("chance", 0.5, "the probability that a room gets the shape; the others become rectangles"),
    ]
}
