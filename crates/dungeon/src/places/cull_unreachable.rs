//! Filling in what cannot be reached.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, MetaMapBuilder, Need, Plane, Planes, Sides, Tile};
use mapwright_graph::reachable;

/// Turns every cell that cannot be reached from the start into wall, however far away the rest is. Sides
/// that face such a cell are closed, so a solution is one no longer; an exit, spawns, portals and rooms that are lost with it go too.
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
        let mut culled = false;
        for cell in 0..passages.area() {
            if keep[cell] || map.tiles[cell].is_solid() {
                continue;
            }
            culled = true;
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
        if culled {
            drop_lost_places(map);
        }
        Ok(())
    }
}

/// Forgets what stood in cells that are wall now.
fn drop_lost_places(map: &mut BuilderMap) {
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
