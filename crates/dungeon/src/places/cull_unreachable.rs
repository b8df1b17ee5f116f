//! Filling in what cannot be reached.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Grid, MetaMapBuilder, Need, Plane, Planes, Tile};
use mapwright_graph::reachable;

use super::walling::wall_up;

/// Turns every cell that cannot be reached from the start into wall, however far away the rest is. Sides
/// that face such a cell are closed, so a solution is one no longer. An exit, spawns, portals, rooms and
/// corridors that are lost with it go too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct CullUnreachable {}

impl Builder for CullUnreachable {
    fn name(&self) -> &'static str {
        "cull-unreachable"
    }

    fn requires(&self) -> Planes {
        Plane::Start.into()
    }

    fn clears(&self) -> Planes {
        Planes::DERIVED.union(Plane::Exit.into())
    }
}

impl MetaMapBuilder for CullUnreachable {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start.need(Plane::Start)?;
        let passages = map.passages();
        let keep = reachable(&passages, map.size().index(start));
        let lost = open_but_not(&keep, &map.tiles);
        wall_up(map, &passages, &lost);
        Ok(())
    }
}

/// The open cells that are not to be kept. On most maps they are few and lie together, so 64 are looked
/// at together first.
fn open_but_not(keep: &Grid<bool>, tiles: &Grid<Tile>) -> Vec<u32> {
    let mut lost = Vec::new();
    for ((keep, tiles), first) in keep.as_slice().chunks(64).zip(tiles.as_slice().chunks(64)).zip((0..).step_by(64)) {
        let cells = || keep.iter().zip(tiles).map(|(&keep, tile)| !keep & !tile.is_solid());
        if cells().fold(false, |any, is_lost| any | is_lost) {
            lost.extend((first..).zip(cells()).filter(|&(_, is_lost)| is_lost).map(|(cell, _)| cell));
        }
    }
    lost
}
