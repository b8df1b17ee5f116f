//! Levers, guards, barriers, secrets and narrow gates: what a level says about them is true.
#![allow(clippy::panic)]

use std::collections::BTreeSet;

use crate::common::{found, level};
use mapwright_core::{
    BuildCx, BuilderMap, Dir, Door, DoorKind, MapRng, MetaMapBuilder, Point, Size, Spawn, Tile, Wrap,
};
use mapwright_graph::{distances, sight_through};
use mapwright_levels::{
    AreaGraph, LockAndKey, LockKind, OddJoins, OpenerPosition, SecretDoors, replay, solvability, solvability_with,
};

/// Nine rooms, each joined to those beside it, with a dead end at each end.
const ROOMS: [&str; 13] = [
    "#####################",
    "###@..#...#...#...###",
    "#...................#",
    "#.#...#...#...#...#.#",
    "#.###.###.###.###.#.#",
    "#.#...#...#...#...#.#",
    "#.#...............#.#",
    "#.#...#...#...#...#.#",
    "#.###.###.###.###.#.#",
    "#.#...#...#...#...#.#",
    "#...................#",
    "###...#...#...#..X###",
    "#####################",
];

fn with_areas(rows: &[&str]) -> BuilderMap {
    let mut map = level(rows);
    map.graph = Some(AreaGraph { min_cells: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    map
}

fn kinds() -> Vec<LockKind> {
    let kind = |opener: &str, door, at, doors| LockKind { opener: opener.into(), door, weight: 1, doors, at };
    vec![
        LockKind { weight: 2, ..LockKind::default() },
        kind("Lever", DoorKind::Gate, OpenerPosition::InView, [1, 1]),
        kind("Bomb", DoorKind::Barrier, OpenerPosition::Anywhere, [2, 4]),
        kind("Warden", DoorKind::Guard, OpenerPosition::Before, [1, 1]),
        kind("Rune", DoorKind::Door, OpenerPosition::Near, [1, 2]),
    ]
}

fn apply(stage: &LockAndKey, map: &mut BuilderMap, seed: u64) {
    stage.apply(map, &mut BuildCx::new(seed, "lock-and-key", 0)).unwrap();
}

/// The level can be won with every key and without a trap, with secrets shut and found.
fn check(map: &BuilderMap) {
    map.validate().unwrap();
    let open = found(map);
    for (map, says) in [(map, solvability(map)), (&open, solvability_with(map, SecretDoors::Found))] {
        let says = says.unwrap().unwrap();
        assert_eq!((says.faults, replay(map, &says.proof)), (vec![], Ok(())), "{map}");
        let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).count();
        assert_eq!((says.proof.keys.len(), says.proof.needed), (keys, vec![true; keys]));
    }
}

#[test]
fn every_kind_of_lock_is_what_it_says() {
    let mut counts = [0; 8];
    for seed in 0..300 {
        let mut map = with_areas(&ROOMS);
        let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][seed as usize % 3];
        let stage = LockAndKey {
            keys: 4,
            min_keys: Some(1),
            kinds: kinds(),
            max_secrets: 2,
            odd_joins,
            ..LockAndKey::default()
        };
        apply(&stage, &mut map, seed);
        check(&map);
        let doors = map.doors.as_ref().unwrap();
        let cells = |key: u8| doors.iter().filter(move |door| door.lock == Some(key)).flat_map(|door| &door.cells);
        let openers: Vec<&Spawn> = map.spawns.iter().filter(|spawn| spawn.key.is_some()).collect();
        assert_eq!(openers.iter().map(|spawn| spawn.key).collect::<BTreeSet<_>>().len(), openers.len());
        assert_eq!(openers.iter().map(|spawn| spawn.at).collect::<BTreeSet<_>>().len(), openers.len());
        for opener in openers {
            let key = opener.key.unwrap();
            let (name, letter) = opener.what.split_once(' ').unwrap();
            assert_eq!(letter, char::from(b'A' + key).to_string());
            let kind = kinds().into_iter().find(|kind| kind.opener == name).unwrap();
            assert!(doors.iter().filter(|door| door.lock == Some(key)).all(|door| door.kind == kind.door));
            assert!(cells(key).count() > 0 && map.tiles[opener.at] == Tile::FLOOR);
            let passages = map.passages();
            let steps = distances(&passages, cells(key).map(|&at| map.size().index(at)))[opener.at];
            let is_clear = |at: Point| !map.tiles[at].blocks_sight();
            let is_seen = cells(key).any(|&door| sight_through(map.size(), door, 40, is_clear)[opener.at]);
            match name {
                "Lever" => {
                    counts[0] += 1;
                    counts[1] += usize::from(is_seen && passages.dirs(map.size().index(opener.at)).len() < 4);
                }
                "Warden" => {
                    counts[2] += 1;
                    counts[3] += usize::from(steps <= 2);
                }
                "Bomb" => {
                    counts[4] += 1;
                    counts[5] += usize::from(doors.iter().filter(|door| door.lock == Some(key)).count() > 1);
                }
                _ => counts[6] += 1,
            }
        }
        counts[7] += doors.iter().filter(|door| door.is_secret()).count();
    }
    let [levers, seen, wardens, before, bombs, several, others, secrets] = counts;
    assert!(levers > 80 && wardens > 80 && bombs > 80 && others > 250, "{counts:?}");
    assert!(seen * 20 > levers * 19 && before * 20 > wardens * 19 && several * 20 > bombs * 19, "{counts:?}");
    assert!(secrets > 100, "{counts:?}");
}

/// On a tree of rooms no loop asks for a door more.
#[test]
fn a_lock_has_as_many_doors_as_it_should() {
    let rows = [
        "##########################",
        "#@...#...#...#...#...#..X#",
        "#.........................",
        "#....#...#...#...#...#...#",
    ];
    let comb = [
        "##.####.###.###.###.###.##",
        "#....#...#...#...#...#...#",
        "#....#...#...#...#...#...#",
        "##########################",
    ];
    let rows: Vec<&str> = rows.into_iter().chain(comb).collect();
    for seed in 0..100 {
        for doors in [[1, 1], [2, 2], [3, 4]] {
            let mut map = with_areas(&rows);
            let kinds = vec![LockKind { doors, ..LockKind::default() }];
            apply(&LockAndKey { keys: 1, kinds, ..LockAndKey::default() }, &mut map, seed);
            check(&map);
            let count = map.doors.iter().flatten().filter(|door| door.lock == Some(0)).count();
            assert!((doors[0].into()..=doors[1].into()).contains(&count), "{count} {doors:?}\n{map}");
        }
    }
}

/// In caves with wide gates, the doors are shortest runs across, and the rest of each gate is wall.
#[test]
fn narrow_gates_are_shortest_runs() {
    let mut rng = MapRng::new(4);
    let (mut gates, mut cells, mut wide) = (0, 0, 0);
    for seed in 0..150 {
        let mut map = BuilderMap::filled(Size::new(60, 40), Wrap::None, Tile::WALL);
        // Round caves, each joined to one before by a wide passage.
        let mut centers: Vec<(i32, i32)> = Vec::new();
        for _ in 0..9 {
            let center = (rng.range(8, 51) as i32, rng.range(8, 31) as i32);
            let from = rng.pick(&centers).copied().unwrap_or(center);
            let between =
                |step: i32| (from.0 + (center.0 - from.0) * step / 40, from.1 + (center.1 - from.1) * step / 40);
            let brushes = (0..=40).map(|step| (between(step), 2 + seed as i32 % 2)).chain([(center, 5)]);
            for ((cx, cy), radius) in brushes {
                for at in map.size().points().filter(|at| (1..59).contains(&at.x) && (1..39).contains(&at.y)) {
                    let (dx, dy) = (i32::from(at.x) - cx, i32::from(at.y) - cy);
                    if dx * dx + dy * dy <= radius * radius {
                        map.tiles[at] = Tile::FLOOR;
                    }
                }
            }
            centers.push(center);
        }
        let at = |(x, y): (i32, i32)| Point::new(x as u16, y as u16);
        (map.start, map.exit) = (Some(at(centers[0])), Some(at(centers[8])));
        map.graph = Some(AreaGraph { max_width: 8, ..AreaGraph::default() }.graph(&map).unwrap());
        let before = map.clone();
        // Spawns in gates must step aside.
        map.spawns =
            before.graph.iter().flat_map(|graph| &graph.joins).map(|join| Spawn::new(join.gate[0], "Rat")).collect();
        let rats = map.spawns.len();
        let stage = LockAndKey {
            keys: 3,
            min_keys: Some(0),
            max_secrets: 1,
            narrow: true,
            max_shortcuts: 1,
            ..LockAndKey::default()
        };
        apply(&stage, &mut map, seed);
        check(&map);
        assert_eq!(map.spawns.iter().filter(|spawn| spawn.key.is_none()).count(), rats);
        let area = |at: Point| before.graph.as_ref().unwrap().area[at];
        let passages = before.passages();
        let next = |at: Point| passages.neighbors(before.size().index(at)).map(|cell| before.size().point(cell));
        for Door { cells: run, .. } in map.doors.iter().flatten() {
            let joins = before.graph.iter().flat_map(|graph| &graph.joins);
            let join = joins.into_iter().find(|join| join.gate.contains(&run[0])).unwrap();
            // The fewest cells of the gate that lead across, by a search of its own.
            let mut reached: BTreeSet<Point> =
                join.gate.iter().copied().filter(|&at| next(at).any(|to| area(to) == join.a + 1)).collect();
            let mut length = 1;
            while !reached.iter().any(|&at| next(at).any(|to| area(to) == join.b + 1)) {
                let more: Vec<Point> = reached.iter().flat_map(|&at| next(at)).collect();
                reached.extend(more.into_iter().filter(|at| join.gate.contains(at)));
                length += 1;
            }
            assert_eq!(run.len(), length, "{run:?} of {:?}", join.gate);
            assert!(join.gate.iter().all(|&at| map.is_open(at) == run.contains(&at)), "the rest is wall");
            gates += 1;
            cells += run.len();
            wide += join.gate.len();
        }
    }
    assert!(gates > 150 && wide > 2 * gates && cells * 100 < gates * 105, "{gates} {cells} {wide}");
}

/// As many locks as a level may have, in a grid of 900 rooms, with one-way doors.
#[test]
fn two_hundred_locks_are_judged_at_once() {
    let mut map = BuilderMap::filled(Size::new(121, 121), Wrap::None, Tile::FLOOR);
    for at in map.size().points() {
        let is_line = |place: u16| place.is_multiple_of(4);
        let is_gate = |line: u16, along: u16| is_line(line) && along % 4 == 2 && (1..120).contains(&line);
        if (is_line(at.x) || is_line(at.y)) && !is_gate(at.x, at.y) && !is_gate(at.y, at.x) {
            map.tiles[at] = Tile::WALL;
        }
    }
    (map.start, map.exit) = (Some(Point::new(1, 1)), Some(Point::new(119, 119)));
    map.graph = Some(AreaGraph { min_cells: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    assert_eq!(map.graph.as_ref().unwrap().areas.len(), 900);
    let stage = LockAndKey {
        keys: 200,
        kinds: kinds(),
        max_secrets: 20,
        max_shortcuts: 40,
        odd_joins: OddJoins::OneWay,
        ..LockAndKey::default()
    };
    apply(&stage, &mut map, 1);
    check(&map);
    assert_eq!(map.spawns.iter().filter_map(|spawn| spawn.key).collect::<BTreeSet<u8>>().len(), 200);
}

#[test]
fn odd_kinds_are_refused_by_name() {
    let refused = |kind: LockKind, message: &str| {
        let stage = LockAndKey { kinds: vec![kind], ..LockAndKey::default() };
        assert_eq!(stage.check().unwrap_err().to_string(), message);
    };
    let plain = LockKind::default;
    refused(
        LockKind { weight: 0, ..plain() },
        "parameter `kinds` is a list of 1 with the weight 0; expected one kind or more with a weight",
    );
    refused(
        LockKind { opener: "7".into(), ..plain() },
        "parameter `kinds[0].opener` is \"7\"; expected a name with a letter",
    );
    refused(
        LockKind { door: DoorKind::Secret, ..plain() },
        "parameter `kinds[0].door` is secret; expected door, gate, barrier or guard",
    );
    refused(LockKind { doors: [0, 3], ..plain() }, "parameter `kinds[0].doors` is 0; expected 1 or more");
    refused(
        LockKind { doors: [2, 1], ..plain() },
        "parameter `kinds[0].doors` is [2, 1]; expected the smaller number first",
    );
    assert!(LockAndKey { kinds: Vec::new(), ..LockAndKey::default() }.check().is_err());
    let mut secret = with_areas(&ROOMS);
    secret.doors = Some(vec![Door::secret([Point::new(2, 2)])]);
    let error = LockAndKey::default().apply(&mut secret, &mut BuildCx::new(1, "lock-and-key", 0)).unwrap_err();
    assert_eq!(error.to_string(), "the level has a secret already at (2, 2)");
}

/// As many secrets as there are joins for, and one-way doors that are there already.
#[test]
fn secrets_and_one_way_doors_go_together() {
    let (mut stay, mut sealed, mut secrets) = (0, 0, 0);
    for seed in 0..200 {
        let mut map = with_areas(&ROOMS);
        let mut rng = MapRng::new(seed);
        let joins = map.graph.as_ref().unwrap().joins.clone();
        let mut doors = Vec::new();
        for join in &joins {
            let at = join.gate[0];
            let across = map.is_open(Point::new(at.x + 1, at.y));
            if rng.chance(0.15) {
                let dir = if across { Dir::E } else { Dir::S };
                doors.push(Door::one_way([at], if rng.chance(0.5) { dir } else { dir.opposite() }));
            }
        }
        let n_one_ways = doors.len();
        map.doors = Some(doors);
        map.graph = Some(AreaGraph { min_cells: 4, ..AreaGraph::default() }.graph(&map).unwrap());
        let stage =
            LockAndKey { keys: 3, min_keys: Some(0), kinds: kinds(), max_secrets: 100, ..LockAndKey::default() };
        if stage.apply(&mut map, &mut BuildCx::new(seed, "lock-and-key", 0)).is_err() {
            // The start or the exit is beyond a one-way door.
            continue;
        }
        check(&map);
        let count = |is: &dyn Fn(&Door) -> bool| map.doors.iter().flatten().filter(|door| is(door)).count();
        stay += count(&|door| door.one_way.is_some());
        sealed += n_one_ways - count(&|door| door.one_way.is_some());
        secrets += count(&Door::is_secret);
    }
    assert!(stay > 50 && sealed > 50 && secrets > 200, "{stay} {sealed} {secrets}");
}
