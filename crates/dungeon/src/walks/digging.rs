//! Digs into existing maps.
//!
//! Digging only opens solid cells, so start, exit, spawns, rooms, corridors, portals and open tiles
//! stay. A cellular automaton rewrites every tile and drops all of that; here there is no need.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, Planes, Sides, Tile};

/// Digs into an existing map. On a map with sides, dug cells are joined to all open cells beside them, in
/// the color that those already have; the solution and the flow are dropped.
pub(super) fn dig_into(
    map: &mut BuilderMap,
    cx: &mut BuildCx<'_>,
    dig: impl FnOnce(&mut BuilderMap, &mut BuildCx<'_>) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    map.sound()?;
    let before = map.tiles.clone();
    dig(map, cx)?;
    if map.tiles != before {
        map.clear(Planes::DERIVED);
        join_dug(map, &before);
    }
    Ok(())
}

fn join_dug(map: &mut BuilderMap, before: &Grid<Tile>) {
    let passages = map.passages();
    let Some(sides) = &mut map.sides else { return };
    let is_open = |cell: u32| !map.tiles[cell].is_solid();
    for cell in (0..passages.area()).filter(|&cell| is_open(cell) && before[cell].is_solid()) {
        for dir in Dir::ALL {
            if let Some(beside) = passages.beside(cell, dir).filter(|&beside| is_open(beside)) {
                join(sides, cell, dir, beside);
            }
        }
    }
}

fn join(sides: &mut Grid<Sides>, cell: u32, dir: Dir, beside: u32) {
    sides[beside].open(dir.opposite());
    let color = sides[beside].color(dir.opposite());
    sides[cell] = sides[cell].with_color(dir, color);
}
