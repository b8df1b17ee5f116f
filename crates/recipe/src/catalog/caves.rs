//! Caves.

use mapwright_dungeon::CellularAutomata;

use super::{BuilderInfo, typed_both};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![typed_both::<CellularAutomata>()]
}
