//! A map as symbols, and back.

use mapwright_core::{BuilderMap, Door, Plane, Planes, Point, Spawn, Tile};

use crate::compile::Program;
use crate::symbols::Mark;

/// The symbols of a map.
pub(crate) fn read(program: &Program, map: &BuilderMap) -> Vec<u8> {
    let alphabet = &program.alphabet;
    let numbers: Vec<u8> = (0..=255).map(|tile| alphabet.reading(Tile(tile))).collect();
    let mut cells: Vec<u8> = map.tiles.as_slice().iter().map(|tile| numbers[usize::from(tile.0)]).collect();
    let spawn = |spawn: &Spawn| match spawn.key {
        Some(key) => Mark::Key(spawn.what.clone(), key),
        None => Mark::Spawn(spawn.what.clone()),
    };
    let spawns = map.spawns.iter().map(|one| (one.at, spawn(one)));
    let doors = map.doors.iter().flatten().flat_map(|door| door.cells.iter().map(|&at| (at, Mark::Door(door.lock))));
    let places =
        [(map.start, Mark::Start), (map.exit, Mark::Exit)].into_iter().filter_map(|(at, mark)| Some((at?, mark)));
    for (at, mark) in spawns.chain(doors).chain(places) {
        if let Some(number) = alphabet.marked(map.tiles[at], &mark) {
            cells[map.size().index(at) as usize] = number;
        }
    }
    cells
}

/// Writes what was rewritten to the map, and drops what it knew of those cells.
pub(crate) fn write(program: &Program, map: &mut BuilderMap, before: &[u8], after: &[u8]) {
    let size = map.size();
    let is_same = |at: Point| {
        let cell = size.index(at) as usize;
        before[cell] == after[cell]
    };
    if before != after {
        let doors = map.doors.take();
        map.clear(Planes::of(&[Plane::Sides, Plane::Corners]).union(Planes::DERIVED));
        map.doors = doors;
    }
    map.start = map.start.filter(|&at| is_same(at));
    map.exit = map.exit.filter(|&at| is_same(at));
    map.spawns.retain(|spawn| is_same(spawn.at));
    if let Some(doors) = &mut map.doors {
        doors.retain(|door| door.cells.iter().all(|&at| is_same(at)));
    }
    map.portals.retain(|&(a, b)| is_same(a) && is_same(b));
    for (cell, (&was, &is)) in (0u32..).zip(before.iter().zip(after)) {
        let Some((_, symbol)) = program.alphabet.used().get(usize::from(is)) else { continue };
        // A new map is filled with a symbol, whose mark is on no cell yet.
        let at = size.point(cell);
        map.tiles[cell] = symbol.tile;
        match &symbol.mark {
            Some(Mark::Start) if map.start.is_none() => map.start = Some(at),
            Some(Mark::Exit) if map.exit.is_none() => map.exit = Some(at),
            Some(Mark::Spawn(what)) if was != is => map.spawns.push(Spawn::new(at, what)),
            Some(Mark::Key(what, key)) if was != is => map.spawns.push(Spawn::key(at, what, *key)),
            Some(Mark::Door(lock)) if was != is => {
                let mut door = Door::new([at]);
                door.lock = *lock;
                map.doors.get_or_insert_default().push(door);
            }
            _ => (),
        }
    }
}
