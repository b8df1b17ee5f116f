//! Start, exit, portals and reachability.

use mapwright_dungeon::{
    AreaExit, AreaStart, CullUnreachable, DistantExit, JoinParts, Portals, RoomExit, RoomStart, TightWalls,
};

use super::{BuilderInfo, typed_meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        typed_meta::<AreaStart>(),
        typed_meta::<RoomStart>(),
        typed_meta::<CullUnreachable>(),
        typed_meta::<JoinParts>(),
        typed_meta::<DistantExit>(),
        typed_meta::<AreaExit>(),
        typed_meta::<RoomExit>(),
        typed_meta::<TightWalls>(),
        typed_meta::<Portals>(),
    ]
}
