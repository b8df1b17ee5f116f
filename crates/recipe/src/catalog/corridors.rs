//! Corridors and doors.

use mapwright_dungeon::{Corridors, Doors};

use super::{BuilderInfo, typed_meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![typed_meta::<Corridors>(), typed_meta::<Doors>()]
}
