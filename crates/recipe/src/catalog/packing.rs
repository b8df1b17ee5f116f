//! Polyomino levels.

use mapwright_packing::{PolyominoFill, RegionDoors};

use super::{BuilderInfo, typed_initial, typed_meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![typed_initial::<PolyominoFill>(), typed_meta::<RegionDoors>()]
}
