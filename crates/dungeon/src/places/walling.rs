//! Turning open cells into wall, and forgetting what stood there.

use mapwright_core::{BuilderMap, Dir, Passages, Sides, Tile};

/// Turns cells into wall. Sides that face them are closed, so a solution is one no longer. An exit, spawns, portals,
/// rooms and corridors that are lost with them go too.
pub(super) fn wall_up(map: &mut BuilderMap, passages: &Passages, cells: &[u32]) {
    for &cell in cells {
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
    if !cells.is_empty() {
        drop_lost_places(map);
    }
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
        rooms.retain(|room| room.rect.points().any(is_open));
    }
    if let Some(corridors) = &mut map.corridors {
        corridors.retain(|path| path.iter().any(|&p| is_open(p)));
    }
}
