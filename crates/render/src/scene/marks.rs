//! Marks: doors, keys, start, exit, spawns, portals, the source of pipes.

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::{BuilderMap, Dir, DoorKind, Point, Spawn, Tile};

use super::doors::SceneDoor;
use super::walk::walked;
use crate::picture::{Kind, Style};

/// Something to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SceneMark<'a> {
    /// One end of a pair of portals, by the number of the pair.
    Portal(usize),
    /// One end of stairs or of a pit, by the number of the portal.
    Stairs(usize),
    /// A door without a lock, and where its icon's north points.
    Door(Dir),
    /// A lock, what its door looks like, which of the locks of its cell it is, and how many these are.
    Lock(u8, DoorKind, (usize, usize)),
    /// A door that looks like wall.
    Secret,
    OneWay(Dir),
    Key(u8, &'a Spawn),
    /// Something that appears, and the number of its name among all names.
    Spawn(usize, &'a Spawn),
    Exit,
    Start,
    Source,
}

/// Lists all marks of a map in the order in which they are drawn: from north to south, then keys, exit and start.
pub(super) fn marks<'a>(
    map: &'a BuilderMap,
    kind: Kind,
    doors: &[SceneDoor],
    style: &Style,
) -> Vec<(Point, SceneMark<'a>)> {
    let mut marks = Vec::new();
    for (number, ends) in map.portals.iter().map(|portal| portal.ends()).enumerate() {
        let is_stairs = map.floor_of(ends[0]) != map.floor_of(ends[1]);
        marks.extend(
            ends.map(|end| (end, if is_stairs { SceneMark::Stairs(number) } else { SceneMark::Portal(number) })),
        );
    }
    let has_sprite = style.sprites.as_ref().is_some_and(|sprites| sprites.door.is_some());
    let cells = doors.iter().flat_map(|door| &door.cells);
    let across: BTreeMap<Point, bool> = cells.map(|cell| (cell.at, cell.is_across)).collect();
    for door in map.doors.iter().flatten() {
        if door.is_secret() {
            marks.extend(door.cells.iter().map(|&at| (at, SceneMark::Secret)));
            continue;
        }
        // A tile of a door without a lock shows it already.
        let is_seen = |at: &Point| door.lock.is_none() && !has_sprite && map.tiles.get(*at) == Some(&Tile::DOOR);
        let mark = |at| {
            door.lock.map_or_else(
                || SceneMark::Door(if across.get(&at) == Some(&false) { Dir::E } else { Dir::N }),
                |lock| SceneMark::Lock(lock, door.kind, part(map, at, lock)),
            )
        };
        match (door.one_way, door.cells.get(door.cells.len() / 2)) {
            (Some(dir), Some(&at)) if door.lock.is_none() => marks.push((at, SceneMark::OneWay(dir))),
            _ => marks.extend(door.cells.iter().filter(|at| !is_seen(at)).map(|&at| (at, mark(at)))),
        }
    }
    // An animation of the walk takes keys away; a picture of the whole walk shows what it goes for.
    let steps = style.walk.filter(|&steps| steps != usize::MAX);
    let walked = map.proof.as_ref().zip(steps).map_or(&[][..], |(proof, steps)| walked(proof, steps));
    let numbers = spawn_numbers(map);
    let mut keys = Vec::new();
    for spawn in &map.spawns {
        match spawn.key {
            Some(_) if walked.contains(&spawn.at) => {}
            Some(key) => keys.push((spawn.at, SceneMark::Key(key, spawn))),
            None => marks.push((spawn.at, SceneMark::Spawn(numbers[spawn.what.as_str()], spawn))),
        }
    }
    marks.sort_by_key(|(at, _)| (at.y, at.x));
    marks.append(&mut keys);
    marks.extend(map.exit.map(|at| (at, SceneMark::Exit)));
    let source = map.flow.as_ref().map(|flow| flow.source).filter(|_| kind == Kind::Pipes);
    let is_pipes = kind == Kind::Pipes;
    marks.extend(source.or(map.start).map(|at| (at, if is_pipes { SceneMark::Source } else { SceneMark::Start })));
    marks
}

/// Which of the locks of a cell one is, and how many these are.
fn part(map: &BuilderMap, at: Point, lock: u8) -> (usize, usize) {
    let here = map.doors.iter().flatten().filter(|door| door.cells.contains(&at));
    let locks: BTreeSet<u8> = here.filter_map(|door| door.lock).collect();
    (locks.range(..lock).count(), locks.len())
}

/// The names of all spawns that are no keys, numbered in their order.
fn spawn_numbers(map: &BuilderMap) -> BTreeMap<&str, usize> {
    let others = map.spawns.iter().filter(|spawn| spawn.key.is_none());
    let mut numbers: BTreeMap<&str, usize> = others.map(|spawn| (spawn.what.as_str(), 0)).collect();
    numbers.values_mut().enumerate().for_each(|(number, place)| *place = number);
    numbers
}

/// The letter of a lock and its key.
pub(crate) fn lock_letter(lock: u8) -> char {
    char::from(b'A' + lock % 26)
}
