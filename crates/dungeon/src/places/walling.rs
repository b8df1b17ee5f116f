//! Fills open cells, and drops what was there.

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Planes, Tile};

/// Fills cells with the solid tile around them. Sides that face them are closed, and the derived planes are dropped. Exit,
/// spawns and portals in these cells are removed.
pub(super) fn wall_up(map: &mut BuilderMap, passages: &Passages, cells: &[u32]) {
    for (cell, tile) in surroundings(map, passages, cells) {
        map.tiles[cell] = tile;
        map.close_sides(passages, cell);
        if let Some(regions) = &mut map.regions {
            regions[cell] = 0;
        }
    }
    if !cells.is_empty() {
        map.clear(Planes::DERIVED);
        drop_lost_places(map);
    }
}

/// Each of some cells with the tile that fills it: the solid tile that most often touches the patch of cells it belongs
/// to, the lowest of several; or wall, where no solid tile does.
fn surroundings(map: &BuilderMap, passages: &Passages, cells: &[u32]) -> Vec<(u32, Tile)> {
    let mut waits = Grid::new(map.size(), false);
    cells.iter().for_each(|&cell| waits[cell] = true);
    let mut filled: Vec<(u32, Tile)> = Vec::with_capacity(cells.len());
    for &first in cells {
        if !std::mem::take(&mut waits[first]) {
            continue;
        }
        let patch = filled.len();
        let mut touches = [0_u32; 256];
        filled.push((first, Tile::WALL));
        let mut next = patch;
        while let Some(&(here, _)) = filled.get(next) {
            next += 1;
            for beside in Dir::ALL.into_iter().filter_map(|dir| passages.beside(here, dir)) {
                if std::mem::take(&mut waits[beside]) {
                    filled.push((beside, Tile::WALL));
                }
                touches[usize::from(map.tiles[beside].0)] += u32::from(map.tiles[beside].is_solid());
            }
        }
        let most = (Tile::SOLID_BIT..=u8::MAX).rev().max_by_key(|&tile| touches[usize::from(tile)]);
        let tile = most.filter(|&tile| touches[usize::from(tile)] > 0).map_or(Tile::WALL, Tile);
        filled[patch..].iter_mut().for_each(|cell| cell.1 = tile);
    }
    filled
}

/// Drops the exit, spawns and portals in cells that have become solid. The chain does so with rooms and corridors.
pub(crate) fn drop_lost_places(map: &mut BuilderMap) {
    let tiles = &map.tiles;
    let is_open = |p| tiles.get(p).is_some_and(|tile: &Tile| !tile.is_solid());
    map.exit = map.exit.filter(|&exit| is_open(exit));
    map.spawns.retain(|spawn| is_open(spawn.at));
    map.portals.retain(|portal| portal.ends().into_iter().all(is_open));
}
