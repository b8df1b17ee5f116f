//! Levels: layouts of graphs, locks and keys, areas, and the validator, each beside the limit that it should keep.
//!
//! `cargo bench --bench levels` prints for each row the median and the 99th percentile over many seeds, in milliseconds.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::time::Instant;

use mapwright::builders::*;
use mapwright::core::{Area, Join, LevelGraph, Rect};
use mapwright::levels::solvability;
use mapwright::prelude::*;

type Joins = Vec<(u16, u16)>;

/// Runs a piece of work for each seed and prints how long it took: the run tells its own time.
fn row(name: &str, limits: [f64; 2], seeds: u64, mut run: impl FnMut(u64) -> f64) {
    let mut times: Vec<f64> = (0..seeds).map(|seed| 1e3 * run(seed)).collect();
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let [median, p99] = [at(50), at(99)];
    let verdict = if median <= limits[0] && p99 <= limits[1] { "met" } else { "MISSED" };
    println!("{name:28} {median:9.3} {:9.3} {p99:9.3} {:9.3}  {verdict}", limits[0], limits[1]);
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64()
}

fn cycle(n: u16) -> Joins {
    (0..n).map(|i| (i, (i + 1) % n)).collect()
}

fn layouts() {
    let ring = cycle(12).into_iter().chain([(0, 12), (3, 13), (6, 14), (14, 15), (9, 16)]).collect();
    let mut large = cycle(8);
    large.extend((8..15).chain(16..21).map(|i| (i, i + 1)));
    large.extend([
        (15, 8),
        (0, 8),
        (21, 16),
        (4, 16),
        (12, 22),
        (22, 23),
        (23, 24),
        (24, 12),
        (2, 25),
        (25, 26),
        (26, 6),
    ]);
    large.extend((27..41).map(|i| (i - 20, i)));
    let grid = (0..16).flat_map(|i| [(i % 4 < 3).then_some((i, i + 1)), (i < 12).then_some((i, i + 4))]).flatten();
    let tree = (1..60).map(|i: u16| ((i - 1) / 2, i)).collect();
    let graphs: [(&str, usize, Joins, Size, [f64; 2]); 4] = [
        ("layout, ring of 17 rooms", 17, ring, Size::new(80, 60), [2.0, 40.0]),
        ("layout, 41 rooms", 41, large, Size::new(120, 90), [10.0, 200.0]),
        ("layout, grid of 4x4 rooms", 16, grid.collect(), Size::new(80, 60), [5.0, 50.0]),
        ("layout, tree of 60 rooms", 60, tree, Size::new(120, 90), [50.0, 500.0]),
    ];
    for (name, n, joins, size, limits) in graphs {
        let room = RoomSpec { width: Some([5, 9]), height: Some([4, 7]), ..RoomSpec::default() };
        let stage = GraphLayout { rooms: Rooms::List(vec![room; n]), joins: Some(joins), ..GraphLayout::default() };
        let chain = BuilderChain::start_with(size, stage);
        row(name, limits, 200, |seed| timed(|| chain.build(seed).unwrap()));
    }
    let pairs = (0..4).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let stage = GraphLayout { rooms: Rooms::Count(4), joins: Some(pairs), ..GraphLayout::default() };
    let chain = BuilderChain::start_with(Size::new(80, 50), stage);
    row("refusal, four that all meet", [10.0, 10.0], 50, |seed| timed(|| chain.build(seed).unwrap_err()));
    let chain = BuilderChain::start_with(Size::new(80, 50), CycleGraph::default());
    row("cycle-graph, 3 patterns", [10.0, 200.0], 100, |seed| timed(|| chain.build(seed).unwrap()));
}

/// A hundred rooms in a grid of 10 by 10 on 80x50 cells, with the graph that joins each to those beside it.
fn hundred_rooms() -> BuilderMap {
    let size = Size::new(80, 50);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    let mut area = Grid::new(size, 0);
    let (mut areas, mut joins) = (Vec::new(), Vec::new());
    for i in 0..100u16 {
        let (x, y) = (i % 10, i / 10);
        let rect = Rect::new(8 * x + 1, 5 * y + 1, if x == 9 { 6 } else { 7 }, if y == 9 { 3 } else { 4 });
        for p in rect.points() {
            map.tiles[p] = Tile::FLOOR;
            area[p] = i + 1;
        }
        areas.push(Area::new(rect.center()));
        let mut join = |other, gate: Point| {
            map.tiles[gate] = Tile::DOOR;
            joins.push(Join::new(i, other, [gate]));
        };
        if x < 9 {
            join(i + 1, Point::new(8 * x + 8, 5 * y + 2));
        }
        if y < 9 {
            join(i + 10, Point::new(8 * x + 4, 5 * y + 5));
        }
    }
    (map.start, map.exit) = (Some(areas[0].anchor), Some(areas[99].anchor));
    map.graph = Some(LevelGraph::new(area, areas, joins));
    map
}

fn locks() {
    let rooms = hundred_rooms();
    let stage = LockAndKey { keys: 8, ..LockAndKey::default() };
    let lock = |map: &mut BuilderMap, seed| stage.apply(map, &mut BuildCx::new(seed, "lock-and-key", 0));
    row("lock-and-key, 8 of 100 rooms", [0.5, 1.0], 500, |seed| {
        let mut map = rooms.clone();
        timed(|| lock(&mut map, seed).unwrap())
    });
    row("validator, 80x50, 8 keys", [0.3, 0.6], 500, |seed| {
        let mut map = rooms.clone();
        lock(&mut map, seed).unwrap();
        timed(|| solvability(&map).unwrap().unwrap())
    });
}

fn areas() {
    for (side, limit) in [(128, 2.0), (1024, 60.0)] {
        let rule = "B5678/S45678".parse().unwrap();
        let cave = CellularAutomata { wall_percent: 44, rounds: 6, rule, ..CellularAutomata::default() };
        let chain = BuilderChain::start_with(Size::new(side, side), cave);
        row(&format!("area-graph, cave {side}x{side}"), [limit, 2.0 * limit], 10, |seed| {
            let map = chain.build(seed).unwrap();
            timed(|| AreaGraph::default().graph(&map).unwrap())
        });
    }
}

fn main() {
    println!("{:28} {:>9} {:>9} {:>9} {:>9}", "", "median", "limit", "99 %", "limit");
    layouts();
    locks();
    areas();
}
