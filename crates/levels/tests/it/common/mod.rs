//! Levels drawn as text, and random ones.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Dir, Door, DoorKind, Grid, MapRng, Point, Portal, Sides, Size, Spawn, Tile, Wrap};

/// `#` wall, `.` floor, `@` start, `X` exit, `a`–`f` keys 0–5, `A`–`F` their doors, `^>v<` one-way doors,
/// `?` secrets.
pub(crate) fn level(rows: &[&str]) -> BuilderMap {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    let mut doors = Vec::new();
    for p in size.points() {
        let glyph = rows[usize::from(p.y)].as_bytes()[usize::from(p.x)];
        match glyph {
            b'#' => map.tiles[p] = Tile::WALL,
            b'@' => map.start = Some(p),
            b'X' => map.exit = Some(p),
            b'a'..=b'f' => map.spawns.push(Spawn::key(p, "Key", glyph - b'a')),
            b'A'..=b'F' => doors.push(Door::locked(vec![p], glyph - b'A')),
            b'^' => doors.push(Door::one_way(vec![p], Dir::N)),
            b'>' => doors.push(Door::one_way(vec![p], Dir::E)),
            b'v' => doors.push(Door::one_way(vec![p], Dir::S)),
            b'<' => doors.push(Door::one_way(vec![p], Dir::W)),
            b'?' => doors.push(Door::secret(vec![p])),
            _ => {}
        }
    }
    map.doors = (!doors.is_empty()).then_some(doors);
    map
}

/// Any map: walls, maybe sides and portals, no marks.
pub(crate) fn random_map(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let walls = f64::from(rng.below(50)) / 100.0;
    map.tiles = Grid::from_fn(size, |_| if rng.chance(walls) { Tile::WALL } else { Tile::FLOOR });
    if rng.chance(0.3) {
        map.sides = Some(Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
    }
    if rng.chance(0.2) {
        let any = |rng: &mut MapRng| size.point(rng.below(size.area()));
        for _ in 0..1 + rng.below(2) {
            let make = if rng.chance(0.5) { Portal::new } else { Portal::one_way };
            map.portals.push(make(any(rng), any(rng)));
        }
    }
    map
}

/// Puts start, exit, doors and keys anywhere on open cells. `None` for a map without two open cells.
pub(crate) fn with_doors(mut map: BuilderMap, rng: &mut MapRng) -> Option<BuilderMap> {
    let mut open: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
    rng.shuffle(&mut open);
    map.start = Some(open.pop()?);
    map.exit = Some(open.pop()?);
    let n_keys = rng.below(4) as u8;
    let mut doors = Vec::new();
    for key in 0..n_keys {
        let Some(at) = open.pop() else { break };
        map.spawns.push(Spawn::key(at, "Key", key));
    }
    for _ in 0..rng.below(8) {
        let Some(at) = open.pop() else { break };
        let mut cells = vec![at];
        let beside = Point::new(at.x + 1, at.y);
        if rng.chance(0.3) && map.size().contains(beside) {
            cells.push(beside);
        }
        let kind = if rng.chance(0.5) { DoorKind::Door } else { DoorKind::ALL[rng.below(5) as usize] };
        let door = match rng.below(4) {
            0 if n_keys > 0 => Door::locked(cells, rng.below(u32::from(n_keys)) as u8),
            1 => Door::one_way(cells, Dir::ALL[rng.below(4) as usize]),
            2 => Door::locked(cells, rng.below(4) as u8),
            3 => Door::secret(cells),
            _ => continue,
        };
        doors.push(if door.is_secret() { door } else { door.of_kind(kind) });
    }
    map.doors = Some(doors);
    Some(map)
}

/// Where a walk can be, and with which keys: the definition, cell by cell.
pub(crate) type State = (u32, BTreeSet<u8>);

/// The map with its secrets found: doors like others.
pub(crate) fn found(map: &BuilderMap) -> BuilderMap {
    let mut map = map.clone();
    map.doors.iter_mut().flatten().filter(|door| door.is_secret()).for_each(|door| door.kind = DoorKind::Door);
    map
}

/// All states that walks reach from one with secrets shut; keys in `without` are never taken.
pub(crate) fn reached(map: &BuilderMap, from: State, without: &[u8]) -> BTreeSet<State> {
    let passages = map.passages();
    let doors = map.doors.as_deref().unwrap_or_default();
    let enter = |cell: u32, mut held: BTreeSet<u8>| {
        let here = map.spawns.iter().filter(|spawn| map.size().index(spawn.at) == cell);
        held.extend(here.filter_map(|spawn| spawn.key).filter(|key| !without.contains(key)));
        (cell, held)
    };
    let stands = |door: &Door, cell: u32| door.cells.contains(&map.size().point(cell));
    let mut seen = BTreeSet::new();
    let mut stack = vec![enter(from.0, from.1)];
    while let Some((cell, held)) = stack.pop() {
        if !seen.insert((cell, held.clone())) {
            continue;
        }
        let sides = passages.dirs(cell).iter().map(|dir| (passages.step(cell, dir), Some(dir)));
        let at = map.size().point(cell);
        let ends = map.portals.iter().flat_map(|portal| {
            [(portal.a, portal.b), (portal.b, portal.a)].into_iter().take(2 - usize::from(portal.one_way))
        });
        let far = ends
            .filter(|&(from, to)| from == at && from != to && map.is_open(to))
            .map(|(_, to)| (map.size().index(to), None));
        for (next, dir) in sides.chain(far) {
            let passes = doors.iter().filter(|door| stands(door, cell) != stands(door, next)).all(|door| {
                let is_open = door.lock.is_none_or(|lock| held.contains(&lock) || !stands(door, next));
                let is_open = is_open && (door.kind != DoorKind::Secret || !stands(door, next));
                is_open && door.one_way.is_none_or(|only| dir == Some(only))
            });
            if passes {
                stack.push(enter(next, held.clone()));
            }
        }
    }
    seen
}
