//! Corridors and doors: whatever the rooms look like, all are joined.

mod doors;

use crate::odd::{apply, assert_joined, assert_nothing_cut, assert_one_part, drawn, entrance, odd_map, text};
use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, Dir, Grid, History, MapRng, MetaMapBuilder, Passages, Plane, Room,
};
use mapwright_core::{Planes, Point, Rect, RoomShape, Sides, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{
    Arena, BspDungeon, BspInterior, CorridorLine, Corridors, Doors, FromMap, RandomRooms, RoomCornerRounder,
    RoomDrawer, RoomExploder, RoomOrder, RoomPairs, RoomSorter,
};

const KINDS: [(RoomPairs, CorridorLine); 4] = [
    (RoomPairs::InOrder, CorridorLine::Dogleg),
    (RoomPairs::SpanningTree, CorridorLine::Straight),
    (RoomPairs::InOrder, CorridorLine::Slanting),
    (RoomPairs::RelativeNeighbors, CorridorLine::Dogleg),
];

fn corridors(width: u8, loops: Option<u32>) -> [Corridors; 4] {
    KINDS.map(|(rooms, line)| Corridors { rooms, line, width, max_loops: loops })
}

fn dogleg() -> Corridors {
    corridors(1, Some(0))[0]
}

fn slanting() -> Corridors {
    corridors(1, Some(0))[2]
}

/// None, some, or all that there may be.
fn any_loops(rng: &mut MapRng) -> Option<u32> {
    Some(rng.below(4)).filter(|&loops| loops < 3)
}

/// A stage of the family with random parameters.
fn any_stage(rng: &mut MapRng) -> Box<dyn MetaMapBuilder> {
    let shape = [RoomShape::Rectangle, RoomShape::Ellipse, RoomShape::Circle][rng.below(3) as usize];
    match rng.below(9) {
        0 => Box::new(RoomSorter { by: RoomOrder::Random }),
        1 | 2 => Box::new(RoomDrawer { shape, chance: f64::from(rng.below(3)) / 2.0 }),
        3 | 4 => Box::new(RoomCornerRounder { radius: 1 + rng.below(4) as u16 }),
        5 => Box::new(RoomExploder { max_diggers: rng.below(6), lifetime: rng.below(30) }),
        6 => Box::new(Doors { chance: f64::from(rng.below(3)) / 2.0 }),
        _ => {
            let width = 1 + rng.below(3) as u8;
            let loops = any_loops(rng);
            Box::new(*rng.pick(&corridors(width, loops)).unwrap())
        }
    }
}

#[test]
fn every_corridor_stage_joins_all_rooms_of_any_map() {
    let mut rng = MapRng::new(1);
    for seed in 0..3000 {
        let before = odd_map(&mut rng);
        let (width, loops) = (1 + rng.below(3) as u8, any_loops(&mut rng));
        for stage in corridors(width, loops) {
            let mut map = before.clone();
            apply(&stage, &mut map, seed).unwrap();
            assert_joined(&map, &(seed, &stage));
            assert_nothing_cut(&before, &map, &(seed, &stage));
            assert!(map.solution.is_none() && map.flow.is_none() && map.corridors.is_some());
            check_paths(&before, &map);
        }
    }
}

/// What was dug: each cell once, in paths of steps from neighbor to neighbor.
fn check_paths(before: &BuilderMap, map: &BuilderMap) {
    let lattice = Passages::lattice(map.size(), map.wrap);
    let mut dug = Grid::new(map.size(), false);
    for path in map.corridors.iter().flatten() {
        for pair in path.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|p| map.size().index(p));
            assert!(lattice.neighbors(a).any(|next| next == b), "{path:?}");
        }
        for &p in path {
            assert!(!before.is_open(p) && !std::mem::replace(&mut dug[p], true), "{p} was open");
        }
    }
}

#[test]
fn any_stages_in_any_order_keep_rooms_joined() {
    let mut rng = MapRng::new(2);
    for seed in 0..3000 {
        let mut map = odd_map(&mut rng);
        let mut stages: Vec<Box<dyn MetaMapBuilder>> = Vec::new();
        let before = rng.below(3);
        for _ in 0..before {
            let stage = any_stage(&mut rng);
            apply(&*stage, &mut map, seed).unwrap();
            stages.push(stage);
        }
        stages.push(Box::new(*rng.pick(&corridors(1, Some(0))).unwrap()));
        apply(&**stages.last().unwrap(), &mut map, seed).unwrap();
        assert_joined(&map, &(seed, &stages));
        for _ in 0..4 {
            let stage = any_stage(&mut rng);
            apply(&*stage, &mut map, seed).unwrap();
            stages.push(stage);
            assert_joined(&map, &(seed, &stages));
        }
    }
}

#[test]
fn any_stages_after_any_builder_of_rooms_leave_one_part() {
    let mut rng = MapRng::new(3);
    for seed in 0..600 {
        let size = [Size::new(14, 14), Size::new(31, 23), Size::new(60, 40)][rng.below(3) as usize];
        let loops = any_loops(&mut rng);
        let corridors = rng.pick(&corridors(1, loops)).copied();
        let mut chain = match rng.below(3) {
            0 => BuilderChain::start_with(size, RandomRooms { corridors, ..RandomRooms::default() }),
            1 => BuilderChain::start_with(size, BspDungeon { corridors, ..BspDungeon::default() }),
            _ => BuilderChain::start_with(size, BspInterior { min_side: 4, corridors }),
        };
        chain = chain.wrap(Wrap::ALL[rng.below(4) as usize]);
        for _ in 0..rng.below(6) {
            chain = chain.with(any_stage(&mut rng));
        }
        assert_one_part(&chain.build(seed).unwrap(), &chain);
    }
}

#[test]
fn rounding_round_rooms_and_straight_corridors_disconnect_nothing() {
    // Reference fault 13: 27 to 92 % of such maps fell apart, and straight corridors were never 4-connected.
    let rooms =
        || BuilderChain::start_with(Size::new(80, 50), RandomRooms { corridors: None, ..RandomRooms::default() });
    let round = || RoomDrawer { shape: RoomShape::Circle, chance: 0.75 };
    let before = rooms().with(round()).with(RoomCornerRounder::default()).with(slanting());
    let after = rooms().with(slanting()).with(round()).with(RoomCornerRounder::default());
    for seed in 0..1000 {
        assert_one_part(&before.build(seed).unwrap(), &seed);
        assert_one_part(&after.build(seed).unwrap(), &seed);
    }
}

#[test]
fn without_rooms_there_is_an_error_and_no_panic() {
    // Reference fault 7: underflow and index panics without rooms.
    let bare = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::WALL);
    let doors: Box<dyn MetaMapBuilder> = Box::new(Doors::default());
    let stages = corridors(1, None).map(|stage| Box::new(stage) as Box<dyn MetaMapBuilder>);
    for meta in stages.into_iter().chain([doors]) {
        let name = meta.name();
        assert!(meta.facts(Size::new(1, 1)).needs == Planes::of(&[Plane::Rooms]));
        let mut map = bare.clone();
        let error = meta.apply(&mut map, &mut BuildCx::new(0, name, 0)).unwrap_err();
        assert_eq!(error.to_string(), "needs `rooms`, which no earlier stage provides");
        // An empty list and rooms without cells: nothing to join.
        for rooms in [vec![], vec![Rect::new(1, 1, 0, 3), Rect::new(2, 5, 2, 0)]] {
            map.rooms = Some(Room::numbered(rooms));
            apply(&*meta, &mut map, 0).unwrap();
            assert_eq!(map.tiles, bare.tiles);
        }
        map.rooms = Some(Room::numbered([Rect::new(4, 4, 2, 1)]));
        let error = meta.apply(&mut map, &mut BuildCx::new(0, name, 0)).unwrap_err();
        let expected =
            "the stage left a broken map: a room Rect { x: 4, y: 4, w: 2, h: 1 } extends over the border of 5x5";
        assert_eq!(error.to_string(), expected);
        let chain = BuilderChain::start_with(bare.size(), FromMap::new(bare.clone())).with(meta);
        let error = chain.check().unwrap_err().to_string();
        assert_eq!(error, format!("metas[0] {name}: needs `rooms`, which no earlier stage provides"));
    }
}

#[test]
fn one_room_maps() {
    for stage in corridors(2, None) {
        let mut map = drawn(&["####", "#..#", "####"], &[[1, 1, 2, 1]]);
        apply(&stage, &mut map, 0).unwrap();
        assert_eq!(text(&map), ["####", "#..#", "####"]);
        assert_eq!(map.corridors, Some(vec![]));
        // A room without an open cell is opened.
        let mut map = drawn(&["####", "####", "####"], &[[0, 0, 3, 3]]);
        apply(&stage, &mut map, 0).unwrap();
        assert_eq!(text(&map), ["####", "#.##", "####"]);
    }
}

#[test]
fn parameters_out_of_range_are_named() {
    let check = |width, expected: &str| {
        let stage = Corridors { width, ..Corridors::default() };
        let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(stage);
        assert_eq!(chain.check().unwrap_err().to_string(), format!("metas[0] corridors: parameter `{expected}"));
        let rooms = RandomRooms { corridors: Some(stage), ..RandomRooms::default() };
        let chain = BuilderChain::start_with(Size::new(40, 40), rooms);
        assert_eq!(
            chain.check().unwrap_err().to_string(),
            format!("initial random-rooms: parameter `corridors.{expected}")
        );
    };
    check(0, "width` is 0; expected 1 to 3");
    check(4, "width` is 4; expected 1 to 3");
    let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(Doors { chance: -0.5 });
    assert_eq!(chain.check().unwrap_err().to_string(), "metas[0] doors: parameter `chance` is -0.5; expected 0 to 1");
}

#[test]
fn corridors_are_dug_as_drawn() {
    let dig = |rows: &[&str], rooms: &[[u16; 4]], stage: &dyn MetaMapBuilder| {
        let mut map = drawn(rows, rooms);
        apply(stage, &mut map, 0).unwrap();
        (text(&map), map.corridors.unwrap())
    };
    // The line from (1, 1) to (7, 3): 6 columns, 2 rows.
    let rows = ["#########", "#.#######", "#########", "#######.#", "#########"];
    let rooms = [[1, 1, 1, 1], [7, 3, 1, 1]];
    let (line, paths) = dig(&rows, &rooms, &slanting());
    assert_eq!(line, ["#########", "#..######", "##....###", "#####...#", "#########"]);
    assert_eq!(paths, [[(2, 1), (2, 2), (3, 2), (4, 2), (5, 2), (5, 3), (6, 3)].map(Point::from).to_vec()]);
    // One bend, either way.
    let (bent, _) = dig(&rows, &rooms, &dogleg());
    let either = [
        ["#########", "#.......#", "#######.#", "#######.#", "#########"],
        ["#########", "#.#######", "#.#######", "#.......#", "#########"],
    ];
    assert!(either.iter().any(|way| bent == way), "{bent:?}");
    // Straight across where rooms face each other, not at the corners of what they share.
    let rows = ["#########", "#.....###", "#########", "#########", "##.....##", "#########"];
    let (facing, paths) = dig(&rows, &[[1, 1, 5, 1], [2, 4, 5, 1]], &corridors(1, Some(0))[1]);
    let gaps = [["###.#####"; 2], ["####.####"; 2]];
    assert!(gaps.iter().any(|gap| facing[2..4] == *gap), "{facing:?}");
    assert_eq!(paths.len(), 1);
    // Over open ground there is no corridor: what is left of it are two stretches.
    let rows = ["##########", "#.##..##.#", "##########"];
    let (_, paths) = dig(&rows, &[[1, 1, 1, 1], [8, 1, 1, 1]], &slanting());
    assert_eq!(paths, [[(2, 1), (3, 1)], [(6, 1), (7, 1)]].map(|path| path.map(Point::from).to_vec()));
}

#[test]
fn wide_corridors_leave_the_border_alone() {
    let rows = ["###########", "#.#######.#", "###########", "###########"];
    // The corridor has the cells from (2, 1) to (8, 1). Width 2 adds cells east and south of them, width 3 all around.
    for (width, row) in [(1, "###########"), (2, "##........#"), (3, "#.........#")] {
        let mut map = drawn(&rows, &[[1, 1, 1, 1], [9, 1, 1, 1]]);
        apply(&Corridors { width, ..dogleg() }, &mut map, 0).unwrap();
        assert_eq!(text(&map), ["###########", "#.........#", row, "###########"]);
        assert_eq!(map.corridors.map(|paths| paths.concat().len()), Some(7));
    }
}

#[test]
fn corridors_go_the_shorter_way_round() {
    for stage in corridors(1, Some(0)) {
        let mut map = drawn(&["#.######.#", "##########"], &[[1, 0, 1, 1], [8, 0, 1, 1]]);
        map.wrap = Wrap::X;
        apply(&stage, &mut map, 0).unwrap();
        assert_eq!(text(&map), ["..######..", "##########"], "{stage:?}");
    }
}

#[test]
fn sides_are_opened_along_corridors() {
    for stage in corridors(1, Some(0)) {
        let mut map = drawn(&[".........."], &[[0, 0, 3, 1], [6, 0, 4, 1]]);
        map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
        apply(&stage, &mut map, 0).unwrap();
        let sides = map.sides.as_ref().unwrap();
        let codes: Vec<u8> = sides.as_slice().iter().map(|cell| cell.code()).collect();
        // East is 2 and west is 8: from the center of the first room, (1, 0), to that of the other, (8, 0).
        assert_eq!(codes, [0, 2, 10, 10, 10, 10, 10, 10, 8, 0], "{stage:?}");
        assert_joined(&map, &stage);
    }
}

/// How many loops a map has.
fn loops(map: &BuilderMap) -> u64 {
    mapwright_graph::wall_islands(map)
}

#[test]
fn by_default_levels_of_rooms_have_loops() {
    let size = Size::new(80, 50);
    let chains = [
        BuilderChain::start_with(size, RandomRooms::default()),
        BuilderChain::start_with(size, BspDungeon::default()),
        BuilderChain::start_with(size, BspInterior::default()),
    ];
    for chain in chains {
        let trees = (0..200).filter(|&seed| loops(&chain.build(seed).unwrap()) == 0).count();
        assert!(trees < 20, "{chain:?}: {trees} of 200 are trees");
    }
}

#[test]
fn corridors_for_loops_are_straight_and_touch_nothing() {
    let mut rng = MapRng::new(5);
    let mut n_loops = 0;
    for seed in 0..600 {
        let rooms = RandomRooms { tries: 60, min_side: 3, corridors: None, ..RandomRooms::default() };
        let wrap = *rng.pick(&Wrap::ALL).unwrap();
        let before = BuilderChain::start_with(Size::new(60, 40), rooms).wrap(wrap).build(seed).unwrap();
        for stage in corridors(1, Some(0)) {
            let (mut plain, mut looped) = (before.clone(), before.clone());
            apply(&stage, &mut plain, seed).unwrap();
            apply(&Corridors { max_loops: Some(seed as u32 % 9), ..stage }, &mut looped, seed).unwrap();
            let n_plain = plain.corridors.as_ref().unwrap().len();
            let paths = looped.corridors.as_ref().unwrap();
            // The others are dug as they are without.
            assert_eq!(paths[..n_plain], plain.corridors.clone().unwrap());
            assert!(paths.len() - n_plain <= seed as usize % 9);
            let lattice = Passages::lattice(looped.size(), wrap);
            for path in &paths[n_plain..] {
                n_loops += 1;
                assert!(path.len() <= 15);
                for &p in path {
                    let open = Dir::ALL.map(|dir| {
                        lattice.beside(lattice.index(p), dir).is_some_and(|next| !looped.tiles[next].is_solid())
                    });
                    assert!([[true, false, true, false], [false, true, false, true]].contains(&open), "{seed}: {p}");
                }
            }
        }
    }
    assert!(n_loops > 3000, "{n_loops}");
}

#[test]
fn every_step_of_digging_is_recorded() {
    let rooms = RandomRooms { corridors: Some(Corridors::default()), ..RandomRooms::default() };
    let chain = BuilderChain::start_with(Size::new(60, 40), rooms)
        .with(RoomDrawer { shape: RoomShape::Circle, chance: 1.0 })
        .with(RoomExploder::default())
        .with(Doors::default());
    let mut history = History::every(1);
    let map = chain.build_with(5, &mut history).unwrap();
    assert_eq!(map, chain.build(5).unwrap());
    let mut replay = history.replay();
    let mut open = vec![];
    while let Some(frame) = replay.next_frame() {
        let now = replay.map().tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
        open.push((frame.stage.name, now));
    }
    assert_eq!(replay.map(), &map);
    // After its rooms the first stage digs one cell a step.
    let dug = open.windows(2).filter(|pair| pair[0].0 == "random-rooms" && pair[1].1 == pair[0].1 + 1).count();
    let corridors = BuilderChain::start_with(
        Size::new(60, 40),
        RandomRooms { corridors: Some(Corridors::default()), ..RandomRooms::default() },
    );
    assert_eq!(dug, corridors.build(5).unwrap().corridors.unwrap().concat().len());
}
