//! Layouts against their definition: every room once, no overlap, and doors between the joined rooms exactly.
//!
//! `MAPWRIGHT_SEEDS=1000` lays out as many seeds of each graph.
#![allow(clippy::panic)]

use std::collections::BTreeSet;

use mapwright_core::Template;
use mapwright_core::{BuildCx, BuildError, BuilderChain, BuilderMap, InitialMapBuilder, Point, Size, Tile};
use mapwright_levels::{GraphLayout, RoomSpec, Rooms, Templates};

use crate::graphs::{Joins, cycle, examples, pairs, plain};
use crate::seeds;

fn lay_out(stage: &GraphLayout, size: Size, seed: u64) -> Result<BuilderMap, BuildError> {
    stage.build(size, &mut BuildCx::new(seed, "graph-layout", 0))
}

fn sorted(joins: impl IntoIterator<Item = (u16, u16)>) -> BTreeSet<(u16, u16)> {
    joins.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect()
}

/// The rooms as floods over tiles find them, cell by cell: parts of the open cells without the doors.
fn flooded(map: &BuilderMap) -> Vec<BTreeSet<Point>> {
    let is_floor = |p: Point| map.is_open(p) && map.tiles[p] != Tile::DOOR;
    let mut left: BTreeSet<Point> = map.size().points().filter(|&p| is_floor(p)).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut stack) = (BTreeSet::from([first]), vec![first]);
        while let Some(here) = stack.pop() {
            for next in here.neighbors().filter(|next| left.remove(next)).collect::<Vec<_>>() {
                part.insert(next);
                stack.push(next);
            }
        }
        parts.push(part);
    }
    parts
}

/// Checks a layout by its tiles alone, and that the graph says the same.
fn check(map: &BuilderMap, n_rooms: usize, joins: &[(u16, u16)], corridors: bool) {
    map.validate().unwrap();
    let rooms = map.rooms.as_ref().unwrap();
    assert_eq!(rooms.iter().map(|room| room.id).collect::<Vec<_>>(), (0..n_rooms as u32).collect::<Vec<_>>());
    let parts = flooded(map);
    let graph = map.graph.as_ref().unwrap();
    let room_of = |part: &BTreeSet<Point>| {
        graph.areas.iter().position(|area| part.contains(&area.anchor)).map(|room| room as u16)
    };
    let numbers: Vec<Option<u16>> = parts.iter().map(room_of).collect();
    assert_eq!(numbers.iter().flatten().collect::<BTreeSet<_>>().len(), n_rooms, "rooms run together");
    assert!(corridors || parts.len() == n_rooms, "there is floor beside the rooms");
    for (part, number) in parts.iter().zip(&numbers) {
        let Some(number) = number else { continue };
        let rect = rooms[usize::from(*number)].rect;
        assert!(part.iter().all(|&p| rect.contains(p)), "room {number} reaches beyond {rect:?}");
    }
    // Doors join parts; corridors join what lies at both their ends.
    let part_at = |p: Point| parts.iter().position(|part| part.contains(&p));
    let mut found = BTreeSet::new();
    let mut at_corridor = vec![Vec::new(); parts.len()];
    for door in map.doors.as_ref().unwrap() {
        let mut beside: Vec<usize> = door.cells.iter().flat_map(|p| p.neighbors()).filter_map(part_at).collect();
        beside.sort_unstable();
        beside.dedup();
        assert!(door.cells.iter().all(|&p| map.tiles[p] == Tile::DOOR));
        assert_eq!(beside.len(), 2, "a door between {beside:?}");
        match (numbers[beside[0]], numbers[beside[1]]) {
            (Some(a), Some(b)) => assert!(found.insert((a.min(b), a.max(b))), "two doors between {a} and {b}"),
            (None, Some(room)) => at_corridor[beside[0]].push(room),
            (Some(room), None) => at_corridor[beside[1]].push(room),
            (None, None) => panic!("a door in a corridor"),
        }
    }
    for ends in at_corridor.iter().filter(|ends| !ends.is_empty()) {
        assert_eq!(ends.len(), 2, "a corridor of {ends:?}");
        assert!(found.insert((ends[0].min(ends[1]), ends[0].max(ends[1]))));
    }
    assert_eq!(found, sorted(joins.iter().copied()));
    assert_eq!(found, sorted(graph.joins.iter().map(|join| (join.a, join.b))));
    let n_doors = map.size().points().filter(|&p| map.tiles[p] == Tile::DOOR).count();
    assert_eq!(n_doors, map.doors.iter().flatten().map(|door| door.cells.len()).sum::<usize>());
}

/// Lays out an example graph for many seeds: each must be found.
fn check_example(name: &str, usual: u64) {
    let example = examples().into_iter().find(|example| example.name == name).unwrap();
    for seed in 0..seeds(usual) {
        match lay_out(&example.stage(), example.size, seed) {
            Ok(map) => check(&map, example.n_rooms, &example.joins, false),
            Err(error) => panic!("{name}, seed {seed}: {error}"),
        }
    }
}

#[test]
fn cycle_of_12_rooms() {
    check_example("cycle of 12 rooms", 25);
}

#[test]
fn ring_of_17_rooms() {
    check_example("ring of 17 rooms", 25);
}

#[test]
fn rings_on_a_tree() {
    check_example("17 rooms, rings on a tree", 25);
}

#[test]
fn level_of_41_rooms() {
    check_example("41 rooms", 10);
}

#[test]
fn grid_of_4_by_4_rooms() {
    check_example("grid of 4x4 rooms", 25);
}

#[test]
fn tree_of_20_rooms() {
    check_example("tree of 20 rooms", 25);
}

#[test]
fn tree_of_60_rooms() {
    check_example("tree of 60 rooms", 3);
}

#[test]
fn drawn_graphs_of_any_number_of_rooms() {
    for n in [1, 2, 5, 12, 30] {
        for (w, h) in [(31, 31), (80, 50), (50, 80), (250, 40)] {
            let stage = GraphLayout { rooms: Rooms::Count(n), ..GraphLayout::default() };
            for seed in 0..3 {
                let Ok(map) = lay_out(&stage, Size::new(w, h), seed) else {
                    assert!(n == 30 && w == 31, "{n} rooms on {w}x{h}, seed {seed}");
                    continue;
                };
                let joins: Joins = map.graph.as_ref().unwrap().joins.iter().map(|join| (join.a, join.b)).collect();
                assert!(joins.len() >= usize::from(n) - 1);
                check(&map, n.into(), &joins, false);
                assert_ne!(map.start, map.exit);
            }
        }
    }
}

#[test]
fn corridors_join_what_cannot_touch() {
    let wheel = (1..6).flat_map(|i| [(0, i), (i, i % 5 + 1)]).collect();
    for joins in [pairs(4), wheel, cycle(9)] {
        let n = 1 + joins.iter().map(|&(a, b): &(u16, u16)| usize::from(a.max(b))).max().unwrap();
        let rooms = Rooms::List(plain(n));
        let stage = GraphLayout { rooms, joins: Some(joins.clone()), corridors: true, ..GraphLayout::default() };
        for seed in 0..seeds(10) {
            check(&lay_out(&stage, Size::new(80, 60), seed).unwrap(), n, &joins, true);
        }
    }
}

#[test]
fn templates_lie_with_their_doors_on_each_other() {
    let hall: Template = "###++###\n#......#\n+..oo..+\n#......#\n###++###".parse().unwrap();
    let cell: Template = "#####\n#...+\n#.#.#\n#####".parse().unwrap();
    let vault: Template = " ### \n##.##\n#...#\n#++##".parse().unwrap();
    let of = |template: &Template| RoomSpec { template: Some(Templates::One(template.clone())), ..RoomSpec::default() };
    let any = RoomSpec { template: Some(Templates::Any(vec![hall.clone(), cell.clone()])), ..RoomSpec::default() };
    let rooms = vec![of(&hall), of(&cell), of(&cell), of(&vault), RoomSpec::default(), any];
    let joins = vec![(0, 1), (0, 2), (0, 3), (0, 4), (4, 5)];
    for equal_neighbors in [true, false] {
        let stage = GraphLayout {
            rooms: Rooms::List(rooms.clone()),
            joins: Some(joins.clone()),
            equal_neighbors,
            ..GraphLayout::default()
        };
        // The hall has four doors, two of length 2; the vault and the plain room need one, the cells one of length 1.
        for seed in 0..seeds(20) {
            check(&lay_out(&stage, Size::new(60, 50), seed).unwrap(), rooms.len(), &joins, false);
        }
    }
}

#[test]
fn equal_rooms_can_be_kept_apart() {
    let rooms = vec![RoomSpec { width: Some([4, 5]), height: Some([4, 5]), ..RoomSpec::default() }; 9];
    let joins: Joins = cycle(9);
    let stage = GraphLayout {
        rooms: Rooms::List(rooms),
        joins: Some(joins.clone()),
        equal_neighbors: false,
        ..GraphLayout::default()
    };
    for seed in 0..seeds(20) {
        let map = lay_out(&stage, Size::new(60, 50), seed).unwrap();
        let rooms = map.rooms.as_ref().unwrap();
        for &(a, b) in &joins {
            let size = |room: u16| (rooms[usize::from(room)].rect.w, rooms[usize::from(room)].rect.h);
            assert_ne!(size(a), size(b));
        }
    }
}

#[test]
fn what_no_layout_has_is_refused_by_name() {
    #[track_caller]
    fn check(rooms: Vec<RoomSpec>, joins: Joins, message: &str) {
        let stage = GraphLayout { rooms: Rooms::List(rooms), joins: Some(joins), ..GraphLayout::default() };
        let error = lay_out(&stage, Size::new(200, 200), 1).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(!error.is_retryable());
    }
    let template =
        |rows: &str| RoomSpec { template: Some(Templates::One(rows.parse().unwrap())), ..RoomSpec::default() };
    let (short, long) = (template("####\n#..+\n####"), template("#++#\n#..#\n####"));
    check(plain(3), vec![(0, 1), (1, 7)], "parameter `joins[1]` is [1, 7]; expected rooms from 0 to 2");
    check(plain(2), vec![(1, 0), (0, 1)], "parameter `joins[1]` is [0, 1]; expected each pair of rooms once");
    check(plain(2), vec![(1, 1)], "parameter `joins[0]` is [1, 1]; expected two different rooms in each join");
    check(plain(4), vec![(0, 1), (2, 3)], "no joins lead from room 0 to room 2");
    let closed = template("###\n#.#\n###");
    check(vec![short.clone(), closed], vec![(0, 1)], "the template of room 1 has no door");
    check(
        vec![short.clone(), long.clone()],
        vec![(0, 1)],
        "the templates of the rooms 0 and 1 never meet: their doors are 1 and 2 long",
    );
    let mut star = vec![short];
    star.extend(plain(2));
    check(star, vec![(0, 1), (0, 2)], "room 0 is joined to 2 rooms, and has place for 1 at most");
    let star = (1..40).map(|i| (0, i)).collect();
    check(plain(40), star, "room 0 is joined to 39 rooms, and has place for 10 at most");
    check(plain(5), pairs(5), "the joins of the rooms 0, 1, 2, 3 and 4 cannot be drawn without crossing each other");
    check(
        plain(6),
        (0..9).map(|i| (i / 3, 3 + i % 3)).collect(),
        "the joins of the rooms 0, 1, 2, 3, 4 and 5 cannot be drawn without crossing each other",
    );
    check(
        plain(4),
        pairs(4),
        "the rooms 0, 1, 2 and 3 are joined so often that three of them enclose another room; rectangles that touch leave \
         no place for it (`corridors` would)",
    );
    let error = lay_out(&GraphLayout::default(), Size::new(9, 9), 1).unwrap_err();
    assert_eq!(error.to_string(), "a map of 9x9 is too small: at least 12x12 is needed");
}

#[test]
fn any_size_gives_a_map_or_an_error() {
    for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8), (12, 12), (20, 9)] {
        for n in [1, 2, 3, 12] {
            for corridors in [false, true] {
                let stage = GraphLayout { rooms: Rooms::Count(n), corridors, budget: 2000, ..GraphLayout::default() };
                if let Ok(map) = lay_out(&stage, Size::new(w, h), 1) {
                    map.validate().unwrap();
                    assert_eq!(map.rooms.unwrap().len(), usize::from(n));
                }
            }
        }
    }
}

#[test]
fn a_spent_budget_is_an_error_that_another_seed_may_not_have() {
    let stage = GraphLayout { budget: 5, ..GraphLayout::default() };
    let error = lay_out(&stage, Size::new(80, 50), 1).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("gave up on a layout of the rooms (try a larger map, fewer rooms or a higher `budget`) after"),
        "{error}"
    );
    assert!(error.is_retryable());
}

/// Start and exit are where the list says, whatever role those rooms have.
#[test]
fn a_role_of_ones_own_moves_neither_start_nor_exit() {
    let of = |roles: [Option<&str>; 3]| {
        let room = |role: Option<&str>| RoomSpec { role: role.map(str::to_owned), ..RoomSpec::default() };
        let joins = Some(vec![(0, 1), (1, 2)]);
        let stage = GraphLayout { rooms: Rooms::List(roles.map(room).into()), joins, ..GraphLayout::default() };
        let map = BuilderChain::start_with(Size::new(40, 30), stage).build(7).unwrap();
        let graph = map.graph.as_ref().unwrap();
        let room = |at: Option<Point>| graph.area_at(at.unwrap()).unwrap();
        let roles: Vec<String> = graph.areas.iter().map(|area| area.role.clone().unwrap_or_default()).collect();
        let depths: Vec<u32> = graph.areas.iter().map(|area| area.depth).collect();
        assert_eq!(map.start, Some(graph.areas[usize::from(room(map.start))].anchor));
        assert_eq!(map.exit, Some(graph.areas[usize::from(room(map.exit))].anchor));
        (room(map.start), room(map.exit), roles.join(" "), depths)
    };
    let usual = of([None, None, None]);
    assert_eq!(usual, (0, 2, "start  exit".to_owned(), vec![0, 1, 2]));
    assert_eq!(of([Some("gatehouse"), None, None]), (0, 2, "gatehouse  exit".to_owned(), vec![0, 1, 2]));
    assert_eq!(of([None, None, Some("boss")]), (0, 2, "start  boss".to_owned(), vec![0, 1, 2]));
    assert_eq!(of([None, Some("start"), None]), (1, 2, " start exit".to_owned(), vec![1, 0, 1]));
    // The start is in the first room that is not the exit's.
    assert_eq!(of([Some("exit"), None, None]), (1, 0, "exit start ".to_owned(), vec![1, 0, 1]));
}
