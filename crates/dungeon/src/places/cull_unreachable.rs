//! Filling in what cannot be reached.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, MetaMapBuilder, Need, Plane, Planes, Sides, Tile};
use mapwright_graph::reachable;

/// Turns every cell that cannot be reached from the start into wall, however far away the rest is. Sides
/// that face such a cell are closed, so a solution is one no longer. An exit, spawns, portals, rooms and
/// corridors that are lost with it go too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct CullUnreachable {}

impl MetaMapBuilder for CullUnreachable {
    fn name(&self) -> &'static str {
        "cull-unreachable"
    }

    fn requires(&self) -> Planes {
        Plane::Start.into()
    }

    fn clears(&self) -> Planes {
        Planes::of(&[Plane::Flow, Plane::Exit, Plane::Solution])
    }

    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start.need(Plane::Start)?;
        let passages = map.passages();
        let keep = reachable(&passages, map.size().index(start));
        let lost = open_but_not(&keep, &map.tiles);
        for &cell in &lost {
            map.tiles[cell] = Tile::WALL;
            if let Some(sides) = &mut map.sides {
                sides[cell] = Sides::CLOSED;
                for dir in Dir::ALL {
                    if let Some(beside) = passages.beside(cell, dir) {
                        sides[beside].close(dir.opposite());
                    }
                }
            }
            if let Some(regions) = &mut map.regions {
                regions[cell] = 0;
            }
        }
        if !lost.is_empty() {
            drop_lost_places(map);
        }
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

/// Forgets what stood in cells that are wall now.
pub(crate) fn drop_lost_places(map: &mut BuilderMap) {
    let tiles = &map.tiles;
    let is_open = |p| tiles.get(p).is_some_and(|tile: &Tile| !tile.is_solid());
    (map.flow, map.solution) = (None, None);
    map.exit = map.exit.filter(|&exit| is_open(exit));
    map.spawns.retain(|spawn| is_open(spawn.at));
    map.portals.retain(|&(a, b)| is_open(a) && is_open(b));
    if let Some(rooms) = &mut map.rooms {
        rooms.retain(|room| room.points().any(is_open));
    }
    if let Some(corridors) = &mut map.corridors {
        corridors.retain(|path| path.iter().any(|&p| is_open(p)));
    }
}
