//! The four rules of the loop injector, on sides and on tiles.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Dir, Grid, MapRng, MetaMapBuilder, Passages,
};
use mapwright_core::{Point, Sides, Size, Tile, Wrap};
use mapwright_graph::{Metric, Metrics, dead_ends, distances};
use mapwright_maze::{Backtracker, KruskalMaze, LoopInjector, PrimMaze, SidesToTiles};

fn maze(size: Size, wrap: Wrap, as_tiles: bool, seed: u64) -> BuilderMap {
    let chain = match seed % 3 {
        0 => BuilderChain::start_with(size, PrimMaze::default()),
        1 => BuilderChain::start_with(size, KruskalMaze::default()),
        _ => BuilderChain::start_with(size, Backtracker::default()),
    };
    let chain = if as_tiles { chain.with(SidesToTiles {}) } else { chain };
    chain.wrap(wrap).build(seed).unwrap()
}

fn inject(map: &BuilderMap, injector: LoopInjector, seed: u64) -> Result<BuilderMap, BuildError> {
    let mut looped = map.clone();
    injector.apply(&mut looped, &mut BuildCx::new(seed, injector.name(), 0))?;
    assert_eq!(looped.validate(), Ok(()));
    Ok(looped)
}

fn kinds() -> impl Iterator<Item = (Size, Wrap, bool)> {
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 5), (5, 8), (16, 11)].map(|(w, h)| Size::new(w, h));
    let wraps = sizes.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap)));
    wraps.flat_map(|(size, wrap)| [(size, wrap, false), (size, wrap, true)])
}

#[test]
fn random_opens_as_many_walls_as_asked() {
    for (size, wrap, as_tiles) in kinds() {
        for seed in 0..6 {
            let map = maze(size, wrap, as_tiles, seed);
            let before = loops(&map);
            let all = loops(&inject(&map, LoopInjector::share(1.0), seed).unwrap());
            let lattice = Passages::lattice(size, wrap);
            let joints: u32 = (0..lattice.area()).map(|cell| lattice.dirs(cell).len()).sum::<u32>() / 2;
            if !as_tiles {
                assert_eq!(all, u64::from(joints + 1 - size.area()), "{size} {wrap}");
            }
            for count in [0, 1, 5, 1000] {
                let looped = inject(&map, LoopInjector::count(count), seed).unwrap();
                let opened = loops(&looped) - before;
                // A tile that is dug may leave no wall one tile thick beside it: fewer only when none is left.
                assert!(opened == u64::from(count) || opened <= u64::from(count) && no_wall_of_before(&map, &looped));
            }
        }
    }
}

/// Whether no wall that `map` had can still be opened in `looped`.
fn no_wall_of_before(map: &BuilderMap, looped: &BuilderMap) -> bool {
    let walls = |map: &BuilderMap| {
        let passages = map.passages();
        let is_open = |cell: u32| !map.tiles[cell].is_solid();
        let mut walls = BTreeSet::new();
        for cell in (0..passages.area()).filter(|&cell| is_open(cell)) {
            for dir in [Dir::E, Dir::S] {
                let Some(beside) = passages.beside(cell, dir) else { continue };
                let along = [1, 3].map(|turn| passages.beside(beside, dir.turned(turn)));
                let is_wall = match map.sides {
                    Some(_) => !passages.dirs(cell).contains(dir),
                    None => {
                        let beyond = passages.beside(beside, dir).filter(|&beyond| is_open(beyond) && beyond != cell);
                        beyond.is_some() && !is_open(beside) && !along.into_iter().flatten().any(is_open)
                    }
                };
                if is_wall {
                    walls.insert((cell, dir));
                }
            }
        }
        walls
    };
    walls(map).is_disjoint(&walls(looped))
}

#[test]
fn a_share_is_rounded_to_the_nearest_number_of_walls() {
    let map = maze(Size::new(30, 20), Wrap::None, false, 4);
    let walls = 30 * 19 + 29 * 20 - (600 - 1);
    for share in [0.0, 0.1, 0.25, 0.333, 0.9, 1.0] {
        let looped = inject(&map, LoopInjector::share(share), 1).unwrap();
        assert_eq!(loops(&looped), (f64::from(walls) * share).round() as u64);
    }
}

#[test]
fn a_full_braid_leaves_no_dead_end_where_a_wall_can_go() {
    for (size, wrap, as_tiles) in kinds().filter(|(size, _, _)| size.w > 1 && size.h > 1) {
        for seed in 0..9 {
            let map = maze(size, wrap, as_tiles, seed);
            let looped = inject(&map, LoopInjector::braid(1.0), seed).unwrap();
            assert_eq!(dead_ends(&looped.passages()).count(), 0, "{size} {wrap} {as_tiles}");
            assert_eq!(inject(&map, LoopInjector::braid(0.0), seed).unwrap(), map);
        }
    }
}

#[test]
fn half_a_braid_takes_about_half_of_the_dead_ends() {
    let map = maze(Size::new(100, 100), Wrap::None, false, 1);
    let before = dead_ends(&map.passages()).count() as f64;
    let after = dead_ends(&inject(&map, LoopInjector::braid(0.5), 1).unwrap().passages()).count() as f64;
    // A dead end stays if its own coin says so and no other picks it: between a quarter and a half.
    assert!((0.25..0.5).contains(&(after / before)), "{before} -> {after}");
}

#[test]
fn detours_are_opened_only_where_the_way_round_is_long() {
    for (size, wrap, as_tiles) in kinds() {
        for (seed, min_distance) in [(1, 0), (2, 3), (3, 6), (4, 20), (5, 1000)] {
            let map = maze(size, wrap, as_tiles, seed);
            let looped = inject(&map, LoopInjector::detour(min_distance), seed).unwrap();
            // Every wall that was opened closes only loops longer than the limit: the shortest loop tells.
            let girth = shortest_loop(&looped.passages());
            let step = if as_tiles { 2 } else { 1 };
            assert!(girth.is_none_or(|girth| girth > min_distance + step), "{size} {wrap}: {girth:?} {min_distance}");
            // Whatever wall is left has a short way round. (Digging a tile can make new walls beside it.)
            assert!(as_tiles || longest_way_round(&looped) <= min_distance, "{size} {wrap} {min_distance}");
        }
    }
}

/// The length of the shortest loop: for each edge, how far apart its ends are without it.
fn shortest_loop(passages: &Passages) -> Option<u32> {
    let mut shortest = None;
    for cell in 0..passages.area() {
        for dir in passages.dirs(cell).iter() {
            let mut without = passages.clone();
            without.part(cell, dir);
            let round = distances(&without, [cell])[passages.step(cell, dir)];
            if round != u32::MAX {
                shortest = Some(shortest.unwrap_or(u32::MAX).min(round + 1));
            }
        }
    }
    shortest
}

fn longest_way_round(map: &BuilderMap) -> u32 {
    let passages = map.passages();
    let mut longest = 0;
    for cell in 0..passages.area() {
        let distance = distances(&passages, [cell]);
        for dir in Dir::ALL.into_iter().filter(|&dir| !passages.dirs(cell).contains(dir)) {
            longest = longest.max(passages.beside(cell, dir).map_or(0, |beside| distance[beside]));
        }
    }
    longest
}

/// Walks with one hand on the wall: tries to turn to the hand, then straight, then away, then back.
fn wall_follower_arrives(map: &BuilderMap, heading: Dir, hand: u32) -> bool {
    let passages = map.passages();
    let (start, exit) = (map.size().index(map.start.unwrap()), map.size().index(map.exit.unwrap()));
    let mut seen = BTreeSet::new();
    let (mut here, mut heading) = (start, heading);
    while seen.insert((here, heading as u8)) {
        if here == exit {
            return true;
        }
        // A quarter turn to the hand is `hand`; then three of the other hand's quarter turns.
        let tries = [hand, 0, 4 - hand, 2].map(|turn| heading.turned(turn));
        let Some(dir) = tries.into_iter().find(|&dir| passages.dirs(here).contains(dir)) else { return false };
        here = passages.step(here, dir);
        heading = dir;
    }
    false
}

const RIGHT: u32 = 1;
const LEFT: u32 = 3;

#[test]
fn wall_followers_of_either_hand_fail() {
    let mut parted = 0;
    for (as_tiles, seed) in (0..300).flat_map(|seed| [(false, seed), (true, seed)]) {
        let wrap = Wrap::ALL[(seed % 4) as usize];
        let size = Size::new(5 + (seed % 17) as u16, 5 + (seed % 11) as u16);
        let mut map = maze(size, wrap, as_tiles, seed);
        let mut rng = MapRng::new(seed);
        let rooms: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
        map.exit = rng.pick(&rooms).copied();
        let followers = |map: &BuilderMap| {
            let walks = Dir::ALL.into_iter().flat_map(|heading| [(heading, LEFT), (heading, RIGHT)]);
            walks.filter(|&(heading, hand)| wall_follower_arrives(map, heading, hand)).count()
        };
        if wrap == Wrap::None && map.exit != map.start {
            assert!(followers(&map) > 0, "in a maze without loops they all arrive");
        }
        match inject(&map, LoopInjector::defeat_wall_followers(), seed) {
            Ok(looped) => {
                assert_eq!(followers(&looped), 0, "seed {seed} {size} {wrap} tiles {as_tiles}");
                let distance = distances(&looped.passages(), [looped.size().index(map.start.unwrap())]);
                assert_ne!(distance[map.exit.unwrap()], u32::MAX, "a way exists");
                parted += 1;
            }
            Err(error) => assert!(error.to_string().contains("cannot be separated"), "{error}"),
        }
    }
    assert!(parted > 400, "most places can be separated: {parted} of 600");
}

/// All walls of a map that may go, as single openings.
fn openings(map: &BuilderMap) -> Vec<BuilderMap> {
    let lattice = Passages::lattice(map.size(), map.wrap);
    let mut all = Vec::new();
    for cell in 0..lattice.area() {
        if let Some(sides) = &map.sides {
            for dir in [Dir::E, Dir::S] {
                if lattice.dirs(cell).contains(dir) && !sides[cell].is_open(dir) {
                    let mut opened = map.clone();
                    let mut sides = sides.clone();
                    mapwright_core::join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
                    opened.sides = Some(sides);
                    all.push(opened);
                }
            }
        } else {
            let p = map.size().point(cell);
            let inner = |at: u16, length: u16, wraps: bool| wraps || 0 < at && at + 1 < length;
            let may_go = inner(p.x, map.size().w, map.wrap.x()) && inner(p.y, map.size().h, map.wrap.y());
            if map.tiles[p].is_solid() && may_go {
                let mut opened = map.clone();
                opened.tiles[p] = Tile::FLOOR;
                all.push(opened);
            }
        }
    }
    all
}

/// Whether some piece of wall touches both start and exit, by a flood over a picture of the walls.
fn one_wall_touches_both(map: &BuilderMap) -> bool {
    let mut tiles = map.clone();
    if map.sides.is_some() {
        SidesToTiles {}.apply(&mut tiles, &mut BuildCx::new(0, "", 0)).unwrap();
    }
    let (w, h) = (i32::from(tiles.size().w), i32::from(tiles.size().h));
    let solid = |x: i32, y: i32| {
        let outside = !tiles.wrap.x() && !(0..w).contains(&x) || !tiles.wrap.y() && !(0..h).contains(&y);
        outside || tiles.tiles[Point::new(x.rem_euclid(w) as u16, y.rem_euclid(h) as u16)].is_solid()
    };
    let around = |(x, y): (i32, i32)| {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        steps.map(move |(dx, dy)| (x + dx, y + dy))
    };
    let home = |(x, y): (i32, i32)| {
        let x = if tiles.wrap.x() { x.rem_euclid(w) } else { x.clamp(-1, w) };
        let y = if tiles.wrap.y() { y.rem_euclid(h) } else { y.clamp(-1, h) };
        (x, y)
    };
    let at = |p: Point| (i32::from(p.x), i32::from(p.y));
    let (start, exit) = (at(tiles.start.unwrap()), at(tiles.exit.unwrap()));
    let mut seen = BTreeSet::new();
    let mut stack: Vec<_> = around(start).filter(|&(x, y)| solid(x, y)).map(home).collect();
    while let Some(here) = stack.pop() {
        if seen.insert(here) {
            stack.extend(around(here).filter(|&(x, y)| solid(x, y)).map(home));
        }
    }
    around(exit).filter(|&(x, y)| solid(x, y)).any(|there| seen.contains(&home(there)))
}

fn metric(map: &BuilderMap, metric: Metric) -> u64 {
    Metrics::new(map).get(metric).unwrap() as u64
}

fn loops(map: &BuilderMap) -> u64 {
    metric(map, Metric::Loops)
}

fn count_walls(map: &BuilderMap) -> u64 {
    match &map.sides {
        Some(_) => metric(map, Metric::Passages),
        None => metric(map, Metric::OpenCells),
    }
}

#[test]
fn wall_followers_are_defeated_by_the_fewest_walls() {
    let mut counts = [0; 4];
    for (as_tiles, seed) in (0..160).flat_map(|seed| [(false, seed), (true, seed)]) {
        let wrap = Wrap::ALL[(seed % 4) as usize];
        let size = if as_tiles { Size::new(3, 3) } else { Size::new(4 + (seed % 3) as u16, 4) };
        let mut map = maze(size, wrap, as_tiles, seed);
        let mut rng = MapRng::new(seed + 1000);
        let rooms: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
        map.exit = rng.pick(&rooms).copied();
        map.start = rng.pick(&rooms).copied();
        let Ok(looped) = inject(&map, LoopInjector::defeat_wall_followers(), seed) else { continue };
        assert!(!one_wall_touches_both(&looped), "{map:?}");
        let opened = (count_walls(&looped) - count_walls(&map)) as usize;
        // Nothing less will do: try every choice of one wall less, up to two walls.
        let fewer: Vec<BuilderMap> = match opened {
            0 => vec![],
            1 => vec![map.clone()],
            2 => openings(&map),
            3 => openings(&map).iter().flat_map(openings).collect(),
            _ => continue,
        };
        assert!(fewer.iter().all(one_wall_touches_both), "fewer than {opened} walls will do: {map:?}");
        counts[opened] += 1;
    }
    assert!(counts[1..].iter().all(|&n| n > 2), "every case was tried: {counts:?}");
}

#[test]
fn impossible_loops_say_so() {
    let mut map = maze(Size::new(9, 9), Wrap::None, false, 3);
    (map.start, map.exit) = (Some(Point::new(0, 4)), Some(Point::new(8, 4)));
    let error = inject(&map, LoopInjector::defeat_wall_followers(), 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the walls around start and exit cannot be separated, as both touch the border or each other; \
         the exit is at (8, 4)"
    );
    let chain =
        BuilderChain::start_with(Size::new(9, 9), PrimMaze::default()).with(LoopInjector::defeat_wall_followers());
    assert_eq!(
        chain.check().unwrap_err().to_string(),
        "metas[0] loop-injector: needs `exit`, which no earlier stage provides"
    );
}

#[test]
fn bad_parameters_are_named() {
    let message = |injector: LoopInjector| injector.check().unwrap_err().to_string();
    assert_eq!(message(LoopInjector::braid(1.5)), "parameter `chance` is 1.5; expected 0 to 1");
    assert_eq!(message(LoopInjector::braid(f64::NAN)), "parameter `chance` is NaN; expected 0 to 1");
    assert_eq!(message(LoopInjector::share(-0.5)), "parameter `share` is -0.5; expected 0 to 1");
    assert_eq!(message(LoopInjector::detour(u32::MAX)), "parameter `min_detour` is 4294967295; expected 0 to 1000");
}

#[test]
fn what_loops_make_stale_is_gone_and_the_rest_stays() {
    let mut map = maze(Size::new(6, 6), Wrap::None, false, 2);
    map.solution = map.sides.clone();
    map.regions = Some(Grid::new(map.size(), 7));
    let looped = inject(&map, LoopInjector::braid(1.0), 2).unwrap();
    assert_eq!((looped.solution, looped.regions.clone()), (None, map.regions.clone()));
    // A map without any wall to open stays as it is.
    let mut open = BuilderMap::filled(Size::new(4, 4), Wrap::Both, Tile::FLOOR);
    open.sides = Some(Grid::new(open.size(), Sides::OPEN));
    assert_eq!(inject(&open, LoopInjector::count(9), 0).unwrap(), open);
}
