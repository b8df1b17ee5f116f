//! Shortcuts: after them no walk around a thin wall is long.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, MapRng, MetaMapBuilder, Plane, Point, Portal, Progress, Size, Tile, Wrap,
};
use mapwright_dungeon::{BspInterior, CellularAutomata, Corridors, Exit, FromMap, Shortcuts, Start};
use mapwright_graph::{Components, UNREACHED, distances};

/// The cell so many columns and rows away, if the map goes on there.
fn at(map: &BuilderMap, p: Point, dx: i32, dy: i32) -> Option<Point> {
    map.wrap.cell_at(i32::from(p.x) + dx, i32::from(p.y) + dy, map.size())
}

/// Whether a cell is open.
fn is_open(map: &BuilderMap, p: Option<Point>) -> bool {
    p.is_some_and(|p| !map.tiles[p].is_solid())
}

/// All runs, by their definition: both ends and the cells between.
fn runs(map: &BuilderMap, rules: &Shortcuts) -> Vec<(Point, Vec<Point>, Point)> {
    let mut all = Vec::new();
    for a in map.size().points().filter(|&a| is_open(map, Some(a))) {
        for (dx, dy) in [(1, 0), (0, 1)] {
            for n in rules.length[0]..=rules.length[1] {
                let n = i32::from(n);
                let Some(cells) = (1..=n).map(|k| at(map, a, k * dx, k * dy)).collect::<Option<Vec<Point>>>() else {
                    continue;
                };
                let Some(b) = at(map, a, (n + 1) * dx, (n + 1) * dy).filter(|&b| b != a) else { continue };
                let lies_alone = |&p: &Point| {
                    let sides = [at(map, p, dy, dx), at(map, p, -dy, -dx)];
                    rules.over.contains(&map.tiles[p])
                        && map.floor_of(p).is_some()
                        && sides.iter().all(|&side| side.is_some() && !is_open(map, side))
                };
                if is_open(map, Some(b)) && cells.iter().all(lies_alone) {
                    all.push((a, cells, b));
                }
            }
        }
    }
    all
}

/// The steps of the shortest walk, over sides of open cells.
fn walk(map: &BuilderMap, from: Point, to: Point) -> Option<u32> {
    let (mut steps, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
    while let Some(here) = queue.pop_front() {
        for next in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().filter_map(|(dx, dy)| at(map, here, dx, dy)) {
            if is_open(map, Some(next)) && !steps.contains_key(&next) {
                steps.insert(next, steps[&here] + 1);
                queue.push_back(next);
            }
        }
    }
    steps.get(&to).copied()
}

/// The definition: every run of the first map is tried once, in random order, and its walk found by a full search.
fn naive(rules: &Shortcuts, before: &BuilderMap, seed: u64) -> BuilderMap {
    let mut map = before.clone();
    let mut all = runs(before, rules);
    BuildCx::new(seed, "shortcuts", 0).rng.shuffle(&mut all);
    let (mut opened, mut n_opened) = (BTreeSet::new(), 0);
    for (a, cells, b) in all {
        let is_opened = |p: Option<Point>| p.is_some_and(|p| opened.contains(&p));
        let (dx, dy) = if cells[0].y == a.y { (0, 1) } else { (1, 0) };
        let is_alone =
            |p: &Point| !is_opened(Some(*p)) && [1, -1].iter().all(|k| !is_opened(at(before, *p, k * dx, k * dy)));
        if rules.max.is_some_and(|count| n_opened >= count) {
            break;
        }
        let limit = rules.min_detour.max((rules.ratio * cells.len() as f64) as u32);
        if cells.iter().all(is_alone)
            && !ends_at_a_door(&map, rules, a, b)
            && steps(&map, a, b).is_none_or(|steps| steps > limit)
        {
            n_opened += 1;
            opened.extend(cells.iter().copied());
            cells.iter().for_each(|&p| map.tiles[p] = rules.tile);
        }
    }
    map
}

/// Whether opening a run would spoil a door.
fn ends_at_a_door(map: &BuilderMap, rules: &Shortcuts, a: Point, b: Point) -> bool {
    !rules.tile.is_solid() && [a, b].iter().any(|&end| map.tiles[end] == Tile::DOOR)
}

/// The steps of the shortest walk, also through portals.
fn steps(map: &BuilderMap, from: Point, to: Point) -> Option<u32> {
    let steps = distances(&map.passages(), [from])[to];
    (steps != UNREACHED).then_some(steps)
}

/// Applies the stage and checks what it promises.
fn check(rules: &Shortcuts, before: &BuilderMap, seed: u64) -> BuilderMap {
    let mut map = before.clone();
    rules.apply(&mut map, &mut BuildCx::new(seed, "shortcuts", 0)).unwrap();
    map.list_doors();
    assert_eq!(map.validate(), Ok(()));
    let changed: BTreeSet<Point> = map.size().points().filter(|&p| map.tiles[p] != before.tiles[p]).collect();
    assert!(changed.iter().all(|&p| map.tiles[p] == rules.tile && rules.over.contains(&before.tiles[p])));
    let limit = |cells: &[Point]| rules.min_detour.max((rules.ratio * cells.len() as f64) as u32);
    let is_long = |map, a, b, cells: &[Point]| walk(map, a, b).is_none_or(|steps| steps > limit(cells));
    let mut opened = 0;
    let mut left = changed.clone();
    for (a, cells, b) in runs(before, rules) {
        let touched = |p: &Point| {
            let around = [(0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)];
            around.into_iter().filter_map(|(dx, dy)| at(before, *p, dx, dy)).any(|p| changed.contains(&p))
        };
        if cells.iter().all(|p| changed.contains(p)) {
            // Opening only shortens walks, so at first it was no shorter.
            assert!(is_long(before, a, b, &cells), "{a} to {b}");
            cells.iter().for_each(|p| assert!(left.remove(p), "two runs meet at {p}"));
            opened += 1;
        } else if rules.max.is_none() && !cells.iter().any(touched) && !ends_at_a_door(&map, rules, a, b) {
            assert!(!is_long(&map, a, b, &cells), "{a} to {b} is left");
        }
    }
    assert!(left.is_empty(), "{left:?} are no runs");
    assert!(rules.max.is_none_or(|count| opened <= count));
    map
}

/// Any map of walls, floor and water.
fn any_map(rng: &mut MapRng) -> BuilderMap {
    let sizes = [(1, 1), (1, 9), (9, 1), (2, 7), (3, 3), (5, 8), (17, 11), (24, 15)];
    let &(w, h) = rng.pick(&sizes).unwrap();
    let mut map = BuilderMap::filled(Size::new(w, h), Wrap::ALL[rng.below(4) as usize], Tile::WALL);
    let floors = 1 + rng.below(9);
    for p in map.size().points() {
        map.tiles[p] = match rng.below(12) {
            n if n < floors => Tile::FLOOR,
            11 => Tile::DEEP_WATER,
            _ => Tile::WALL,
        };
    }
    map
}

/// Any map of walls and floor: noise, boxes in rock, or rooms wall to wall, with a few doors; of one floor or several.
fn any_level(rng: &mut MapRng) -> BuilderMap {
    let wide = if rng.below(5) == 0 { 140 } else { 40 };
    let size = Size::new(1 + rng.below(wide) as u16, 1 + rng.below(30) as u16);
    let n_floors = if rng.below(6) == 0 { 1 + rng.below(3) } else { 1 };
    let wrap = if n_floors > 1 {
        [Wrap::None, Wrap::X][rng.below(2) as usize]
    } else {
        Wrap::ALL[rng.below(8).saturating_sub(4) as usize]
    };
    let floors = (0..n_floors).map(|_| {
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        match rng.below(3) {
            0 => {
                let floors = 1 + rng.below(9);
                size.points()
                    .for_each(|p| map.tiles[p] = if rng.below(12) < floors { Tile::FLOOR } else { Tile::WALL });
            }
            1 => {
                for _ in 0..1 + rng.below(12) {
                    let [w, h] =
                        [[9, 9], [12, 1], [1, 12]][rng.below(3) as usize].map(|most| 1 + rng.below(most) as u16);
                    let (x, y) = (rng.below(size.w.into()) as u16, rng.below(size.h.into()) as u16);
                    let cells = size.points().filter(|p| (x..x + w).contains(&p.x) && (y..y + h).contains(&p.y));
                    cells.for_each(|p| map.tiles[p] = Tile::FLOOR);
                }
            }
            _ => {
                let [w, h] = [2 + rng.below(10) as u16, 2 + rng.below(10) as u16];
                let thick = 1 + rng.below(3) as u16;
                for p in size.points() {
                    let is_room = p.x % (w + thick) < w && p.y % (h + thick) < h;
                    let opens = if is_room { rng.below(60) > 0 } else { rng.below(40) == 0 };
                    map.tiles[p] = if opens { Tile::FLOOR } else { Tile::WALL };
                }
            }
        }
        for p in size.points() {
            if map.tiles[p] == Tile::WALL && rng.below(50) == 0 {
                map.tiles[p] = Tile::DEEP_WATER;
            }
        }
        map
    });
    let mut floors: Vec<BuilderMap> = floors.collect();
    let mut map = if floors.len() == 1 { floors.remove(0) } else { BuilderMap::stack(floors).unwrap() };
    let open: Vec<Point> = map.size().points().filter(|&p| !map.tiles[p].is_solid()).collect();
    for _ in 0..rng.below(8).saturating_sub(5) {
        if let (Some(&a), Some(&b)) = (rng.pick(&open), rng.pick(&open)) {
            map.portals.push(Portal::new(a, b));
        }
    }
    map
}

#[test]
fn maps_are_those_of_full_searches() {
    let mut rng = MapRng::new(17);
    let (mut n_opened, mut n_wrapped) = (0, 0);
    for seed in 0..crate::seeds(2000) {
        let before = any_level(&mut rng);
        let rules = match seed % 6 {
            0 => Shortcuts { min_detour: rng.below(30), ..Shortcuts::default() },
            1 => Shortcuts { length: [1, 15], tile: Tile::FLOOR, ratio: 4.0, ..Shortcuts::default() },
            2 => Shortcuts { tile: Tile::WINDOW, min_detour: 3, ..Shortcuts::default() },
            3 => Shortcuts { length: [2, 8], tile: Tile::FLOOR, min_detour: 0, ratio: 2.5, ..Shortcuts::default() },
            4 => Shortcuts {
                length: [1, 1 + rng.below(64) as u16],
                tile: Tile::FLOOR,
                min_detour: 20 + rng.below(100),
                ratio: 4.0,
                ..Shortcuts::default()
            },
            _ => Shortcuts {
                over: vec![Tile::DEEP_WATER, Tile::WALL],
                length: [1, 1 + rng.below(6) as u16],
                tile: if rng.below(4) == 0 { Tile::WINDOW } else { Tile::BRIDGE },
                min_detour: rng.below(12),
                ratio: 3.0,
                max: (rng.below(2) == 0).then_some(3),
            },
        };
        let expected = naive(&rules, &before, seed);
        let mut map = before.clone();
        rules.apply(&mut map, &mut BuildCx::new(seed, "shortcuts", 0)).unwrap();
        assert!(map.tiles == expected.tiles, "seed {seed}, {} {:?}, {rules:?}", before.size(), before.wrap);
        let changes = map.tiles != before.tiles;
        n_opened += u32::from(changes);
        n_wrapped += u32::from(changes && before.wrap != Wrap::None);
    }
    assert!(n_opened > 150 && n_wrapped > 30, "{n_opened} {n_wrapped}");
}

#[test]
fn no_long_walk_is_left_around_a_run() {
    let mut rng = MapRng::new(5);
    let mut kinds = [0; 4];
    for seed in 0..3000 {
        let before = any_map(&mut rng);
        let rules = match seed % 4 {
            0 => Shortcuts { min_detour: rng.below(30), ..Shortcuts::default() },
            1 => Shortcuts {
                length: [1, 1 + rng.below(6) as u16],
                tile: Tile::FLOOR,
                ratio: 3.0,
                ..Shortcuts::default()
            },
            2 => Shortcuts { tile: Tile::WINDOW, min_detour: 3, ..Shortcuts::default() },
            _ => Shortcuts {
                over: vec![Tile::DEEP_WATER, Tile::WALL],
                length: [2, 8],
                tile: Tile::BRIDGE,
                min_detour: 0,
                ratio: 2.5,
                max: (seed % 8 == 3).then_some(2),
            },
        };
        let map = check(&rules, &before, seed);
        kinds[seed as usize % 4] += u32::from(map != before);
        let parts = |map: &BuilderMap| Components::from_map(map, &map.passages()).sizes.len();
        assert!(parts(&map) <= parts(&before));
    }
    assert!(kinds.iter().all(|&changed| changed > 100), "{kinds:?}");
}

#[test]
fn the_ends_of_parameters_and_the_longest_maps_end() {
    let mut rng = MapRng::new(23);
    let mut n_opened = 0;
    for (w, h) in [(65_535, 1), (1, 65_535), (65_535, 3), (60, 60)] {
        for (wrap, open_in_12) in [(Wrap::None, 0), (Wrap::Both, 12), (Wrap::None, 4), (Wrap::Both, 4)] {
            let mut before = BuilderMap::filled(Size::new(w, h), wrap, Tile::WALL);
            for p in before.size().points().filter(|_| rng.below(12) < open_in_12) {
                before.tiles[p] = Tile::FLOOR;
            }
            for (min_detour, ratio) in [(0, 1.0), (1000, 1.0), (0, 1000.0), (1000, 1000.0)] {
                let rules = Shortcuts { min_detour, ratio, length: [1, 64], tile: Tile::FLOOR, ..Shortcuts::default() };
                let mut map = before.clone();
                match rules.apply(&mut map, &mut BuildCx::new(1, "shortcuts", 0)) {
                    Ok(()) => n_opened += u32::from(map.tiles != before.tiles),
                    Err(error) => assert!(error.to_string().starts_with("gave up"), "{error}"),
                }
            }
        }
    }
    assert!(n_opened > 20, "{n_opened}");
}

#[test]
fn the_list_of_runs_can_be_stopped() {
    let mut rng = MapRng::new(29);
    let mut map = BuilderMap::filled(Size::new(65_535, 5), Wrap::None, Tile::WALL);
    for p in map.size().points().filter(|_| rng.below(4) == 0) {
        map.tiles[p] = Tile::FLOOR;
    }
    let chain = BuilderChain::start_with(map.size(), FromMap::new(map));
    let asked = |length, most| {
        let rules = Shortcuts { length, tile: Tile::FLOOR, max: Some(0), ..Shortcuts::default() };
        let mut n_asked = 0;
        let built = chain.clone().with(rules).build_with(1, &mut |progress: Progress<'_>| {
            n_asked += u32::from(matches!(progress, Progress::Working(stage) if stage.index == 1));
            if n_asked < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (n_asked, built.is_ok())
    };
    // Without a run there is nothing to do but what follows each stage.
    let (few, is_built) = asked([64, 64], u32::MAX);
    assert!(is_built);
    assert_eq!(asked([1, 5], few + 1), (few + 1, false));
}

#[test]
fn rooms_and_caves_get_loops() {
    let tree = Corridors { max_loops: Some(0), ..Corridors::default() };
    let chains = [
        BuilderChain::start_with(Size::new(80, 50), BspInterior { corridors: Some(tree), ..BspInterior::default() }),
        BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default()),
    ];
    for (chain, length) in chains.iter().zip([1, 5]) {
        for seed in 0..5 {
            let before = chain.build(seed).unwrap();
            let tile = if length == 1 { Tile::DOOR } else { Tile::FLOOR };
            let map = check(&Shortcuts { length: [1, length], tile, ..Shortcuts::default() }, &before, seed);
            assert!(map != before);
            for door in map.doors.iter().flatten().flat_map(|door| &door.cells) {
                let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| is_open(&map, at(&map, *door, dx, dy)));
                assert!(sides == [true, false, true, false] || sides == [false, true, false, true], "{sides:?}");
            }
        }
    }
}

#[test]
fn windows_keep_what_was_derived() {
    let chain = BuilderChain::start_with(Size::new(40, 30), BspInterior::default())
        .with(Start::default())
        .with(Exit::default());
    let shut = Shortcuts { tile: Tile::WINDOW, min_detour: 5, ..Shortcuts::default() };
    let before = chain.build(7).unwrap();
    let map = check(&shut, &before, 7);
    assert_eq!((map.passages().as_bytes(), map.exit), (before.passages().as_bytes(), before.exit));
    assert!(map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::WINDOW).count() > 5);
}

#[test]
fn what_cannot_be_is_said() {
    let message = |rules: Shortcuts| {
        BuilderChain::start_with(Size::new(20, 20), BspInterior::default()).with(rules).check().unwrap_err().to_string()
    };
    let rules = Shortcuts::default;
    let cases = [
        (Shortcuts { length: [1, 3], ..rules() }, "`tile` is a door; expected a floor for runs of more than one cell"),
        (Shortcuts { length: [3, 1], ..rules() }, "`length` is [3, 1]; expected the smaller number first"),
        (Shortcuts { length: [0, 1], ..rules() }, "`length` is 0; expected 1 to 64"),
        (Shortcuts { over: vec![Tile::FLOOR], ..rules() }, "`over[0]` is floor; expected a solid tile, 128 to 255"),
        (Shortcuts { tile: Tile::WALL, ..rules() }, "`tile` is wall; expected none of `over`"),
        (Shortcuts { ratio: 0.5, ..rules() }, "`ratio` is 0.5; expected 1 to 1000"),
        (Shortcuts { min_detour: 1001, ..rules() }, "`min_detour` is 1001; expected 0 to 1000"),
    ];
    for (rules, expected) in cases {
        assert_eq!(message(rules), format!("metas[0] shortcuts: parameter {expected}"));
    }
    let mut map = BuilderMap::filled(Size::new(4, 4), Wrap::None, Tile::FLOOR);
    map.sides = Some(mapwright_core::Grid::new(map.size(), mapwright_core::Sides::CLOSED));
    let error = Shortcuts::default().apply(&mut map, &mut BuildCx::new(1, "shortcuts", 0)).unwrap_err();
    let expected = "shortcuts are dug through cells, and this map has sides; use `loop-injector`";
    assert_eq!(error.to_string(), expected);
    assert!(map.planes().contains(Plane::Sides));
}
