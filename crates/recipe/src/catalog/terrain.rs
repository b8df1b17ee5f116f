//! Terrain, and things placed by rules.

use mapwright_dungeon::{Paint, Scatter};

use super::{BuilderInfo, typed_meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![typed_meta::<Paint>(), typed_meta::<Scatter>()]
}
