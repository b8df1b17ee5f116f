//! Levels: layouts of graphs, locks and keys, areas, and the validator, each beside the limit that it should keep.
//!
//! `cargo bench -p mapwright-benches --bench levels` prints for each row the median and the 99th percentile over many
//! seeds, in milliseconds.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]
#![allow(clippy::print_stdout, reason = "a table")]

use std::time::Instant;

use mapwright::builders::*;
use mapwright::core::{Area, Join, LevelGraph, Rect, Spawn, mix};
use mapwright::graph::articulation_points;
use mapwright::levels::solvability;
use mapwright::prelude::*;
use mapwright::recipe::template;

#[path = "../crates/levels/tests/it/graphs/mod.rs"]
mod graphs;

/// Runs a piece of work for each seed, and prints how long it took: the run tells its own time. A seed always means the same
/// work, so the fastest of three runs tells best what it takes on a busy machine.
fn row(name: &str, limits: [f64; 2], seeds: u64, mut run: impl FnMut(u64) -> f64) {
    let mut fastest = |seed| (0..3).map(|_| run(seed)).fold(f64::INFINITY, f64::min);
    let mut times: Vec<f64> = (0..seeds).map(|seed| 1e3 * fastest(seed)).collect();
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    let [median, p99] = [at(50), at(99)];
    let verdict = if median <= limits[0] && p99 <= limits[1] { "met" } else { "MISSED" };
    println!("{name:32} {median:9.3} {:9.3} {p99:9.3} {:9.3}  {verdict}", limits[0], limits[1]);
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed().as_secs_f64()
}

fn layouts() {
    let limits = [[2.0, 20.0], [2.0, 40.0], [2.0, 40.0], [10.0, 200.0], [5.0, 50.0], [5.0, 50.0], [50.0, 500.0]];
    for (example, limits) in graphs::examples().into_iter().zip(limits) {
        let chain = BuilderChain::start_with(example.size, example.stage());
        row(&format!("layout, {}", example.name), limits, 200, |seed| timed(|| chain.build(seed).unwrap()));
    }
    let chain = BuilderChain::start_with(Size::new(80, 50), CycleGraph::default());
    row("cycle-graph, 3 patterns", [10.0, 200.0], 100, |seed| timed(|| chain.build(seed).unwrap()));
}

/// What cannot be built is refused by name, before any search.
fn refusals() {
    let template = |rows: &str| Some(Templates::One(rows.parse().unwrap()));
    let drawn = |rows| RoomSpec { template: template(rows), ..RoomSpec::default() };
    let (short, long) = (drawn("####\n#..+\n####"), drawn("#++#\n#..#\n####"));
    let with_star = |room: RoomSpec| [vec![room], graphs::plain(2)].concat();
    let requests: [(&str, Vec<RoomSpec>, graphs::Joins); 7] = [
        ("four rooms that all meet", graphs::plain(4), graphs::pairs(4)),
        (
            "250 rooms, not planar",
            graphs::plain(250),
            graphs::tree(250).into_iter().chain(graphs::pairs(5)).skip(4).collect(),
        ),
        (
            "a wheel of 40 rooms",
            graphs::plain(40),
            graphs::cycle(39).into_iter().chain((0..39).map(|i| (39, i))).collect(),
        ),
        ("templates that never meet", vec![short.clone(), long], vec![(0, 1)]),
        ("more neighbors than doors", with_star(short), vec![(0, 1), (0, 2)]),
        ("an unknown room in a join", graphs::plain(3), vec![(0, 1), (1, 7)]),
        ("a join twice", graphs::plain(2), vec![(0, 1), (1, 0)]),
    ];
    for (name, rooms, joins) in requests {
        let stage = GraphLayout { rooms: Rooms::List(rooms), joins: Some(joins), ..GraphLayout::default() };
        let chain = BuilderChain::start_with(Size::new(200, 200), stage);
        row(&format!("refused: {name}"), [10.0, 10.0], 50, |seed| timed(|| chain.build(seed).unwrap_err()));
    }
    let mut map = BuilderMap::filled(Size::new(80, 50), Wrap::None, Tile::FLOOR);
    (map.start, map.exit) = (Some(Point::new(0, 0)), Some(Point::new(79, 49)));
    map.graph = Some(AreaGraph::default().graph(&map).unwrap());
    row("refused: more keys than places", [10.0, 10.0], 50, |seed| {
        let mut map = map.clone();
        timed(|| LockAndKey::default().apply(&mut map, &mut BuildCx::new(seed, "lock-and-key", 0)).unwrap_err())
    });
}

/// Rooms in a grid of as many rows as columns, with the graph that joins each to those beside it: 10 by 10 on 80x50 cells.
fn rooms(side: u16) -> BuilderMap {
    let size = Size::new(8 * side, 5 * side);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    let mut area = Grid::new(size, 0);
    let (mut areas, mut joins) = (Vec::new(), Vec::new());
    for i in 0..side * side {
        let (x, y) = (i % side, i / side);
        let rect =
            Rect::new(8 * x + 1, 5 * y + 1, if x == side - 1 { 6 } else { 7 }, if y == side - 1 { 3 } else { 4 });
        for p in rect.points() {
            map.tiles[p] = Tile::FLOOR;
            area[p] = i + 1;
        }
        areas.push(Area::new(rect.center()));
        let mut join = |other, gate: Point| {
            map.tiles[gate] = Tile::DOOR;
            joins.push(Join::new(i, other, [gate]));
        };
        if x < side - 1 {
            join(i + 1, Point::new(8 * x + 8, 5 * y + 2));
        }
        if y < side - 1 {
            join(i + side, Point::new(8 * x + 4, 5 * y + 5));
        }
    }
    (map.start, map.exit) = (Some(areas[0].anchor), areas.last().map(|area| area.anchor));
    map.graph = Some(LevelGraph::new(area, areas, joins));
    map
}

fn locks() {
    let hundred = rooms(10);
    let stage = LockAndKey { keys: 8, ..LockAndKey::default() };
    let lock = |map: &mut BuilderMap, seed| stage.apply(map, &mut BuildCx::new(seed, "lock-and-key", 0));
    row("lock-and-key, 8 of 100 rooms", [0.5, 1.0], 500, |seed| {
        let mut map = hundred.clone();
        timed(|| lock(&mut map, seed).unwrap())
    });
    row("validator, 80x50, 8 keys", [0.3, 0.6], 500, |seed| {
        let mut map = hundred.clone();
        lock(&mut map, seed).unwrap();
        timed(|| solvability(&map).unwrap().unwrap())
    });
}

/// A rule that counts by sight, from ten monsters in a cave.
fn sights() {
    let cave = BuilderChain::start_with(Size::new(80, 50), CellularAutomata::default());
    let rule = DistanceRule { to: Landmark::Spawn("Eye".into()), min: 0, max: 20, steps: Steps::Sight };
    let place = Placement { distances: vec![rule], ..Placement::default() };
    let stage = Paint { tile: Tile::GRASS, share: 1.0, placement: place, ..Paint::default() };
    let plain = Paint { placement: Placement::default(), ..stage.clone() };
    for (name, stage, limit) in [("paint everywhere, 80x50", plain, 1.0), ("paint by sight of ten, 80x50", stage, 1.0)]
    {
        row(name, [limit; 2], 200, |seed| {
            let mut map = cave.build(seed).unwrap();
            let open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
            map.spawns = (0..10).map(|i| Spawn::new(open[i * open.len() / 10], "Eye")).collect();
            timed(|| stage.apply(&mut map, &mut BuildCx::new(seed, "paint", 0)).unwrap())
        });
    }
}

/// Many locks, one-way doors and secrets in a large level.
fn many_locks() {
    let rooms = rooms(21);
    let kinds =
        vec![LockKind::default(), LockKind { doors: [2, 4], at: OpenerPosition::InView, ..LockKind::default() }];
    let stage = LockAndKey {
        keys: 26,
        kinds,
        max_secrets: 20,
        max_shortcuts: 30,
        odd_joins: OddJoins::OneWay,
        ..LockAndKey::default()
    };
    let lock = |map: &mut BuilderMap, seed| stage.apply(map, &mut BuildCx::new(seed, "lock-and-key", 0));
    row("lock-and-key, 26 of 441 rooms", [10.0, 20.0], 50, |seed| {
        let mut map = rooms.clone();
        timed(|| lock(&mut map, seed).unwrap())
    });
    row("validator, 441 rooms, 26 keys", [10.0, 20.0], 50, |seed| {
        let mut map = rooms.clone();
        lock(&mut map, seed).unwrap();
        timed(|| solvability(&map).unwrap().unwrap())
    });
}

fn areas() {
    for (side, seeds, limits) in [(128, 20, [1.0, 2.0]), (1024, 5, [60.0, 300.0])] {
        let rule = "B5678/S45678".parse().unwrap();
        let cave = CellularAutomata { wall_chance: 0.44, rounds: 6, rule, ..CellularAutomata::default() };
        let chain = BuilderChain::start_with(Size::new(side, side), cave);
        let map = |seed| chain.build(seed).unwrap();
        row(&format!("cut cells, cave {side}x{side}"), [limits[0]; 2], seeds, |seed| {
            let map = map(seed);
            timed(|| articulation_points(&map.passages()))
        });
        row(&format!("area-graph, cave {side}x{side}"), [limits[1]; 2], seeds, |seed| {
            let map = map(seed);
            timed(|| AreaGraph::default().graph(&map).unwrap())
        });
    }
}

/// Locks in caves, which have no corridors: how long they take, and how many seeds have room for three.
fn caves() {
    let rule = "B5678/S45678".parse().unwrap();
    let cave = CellularAutomata { wall_chance: 0.45, rounds: 8, rule, ..CellularAutomata::default() };
    let ground = BuilderChain::start_with(Size::new(72, 44), cave)
        .with(Start::at(Place::Left))
        .with(CullUnreachable::default())
        .with(Exit::default());
    let areas = AreaGraph { max_width: 8, ..AreaGraph::default() };
    let locks = LockAndKey { keys: 3, ..LockAndKey::default() };
    let (mut tried, mut locked) = (0, 0);
    row("areas and locks, cave 72x44", [2.0, 5.0], 500, |seed| {
        let mut map = ground.build(seed).unwrap();
        timed(|| {
            map.graph = Some(areas.graph(&map).unwrap());
            tried += 1;
            locked += u32::from(locks.apply(&mut map, &mut BuildCx::new(seed, "lock-and-key", 0)).is_ok());
        })
    });
    let verdict = if locked * 10 >= tried * 9 { "met" } else { "MISSED" };
    // Three runs each.
    println!("{:32} {locked} of {tried} caves have three locks; 90 % wanted  {verdict}", "");
}

/// 26 floors of rooms and caves: what `floors` and `stairs` cost beyond 1.1 times the floors alone, and 26 locks across them.
fn floors() {
    const FLOORS: u16 = 26;
    let size = Size::new(80, 50);
    let caves = || (CellularAutomata::default(), JoinComponents { min_cells: 20, ..JoinComponents::default() });
    let parts = (0..FLOORS).map(|floor| match floor % 2 {
        0 => FloorChain::new(1, BspDungeon::default()),
        _ => FloorChain::new(1, caves().0).with(caves().1),
    });
    let alone = |floor: u16| match floor % 2 {
        0 => BuilderChain::start_with(size, BspDungeon::default()),
        _ => BuilderChain::start_with(size, caves().0).with(caves().1),
    };
    let tower = BuilderChain::start_with(size, Floors { floors: parts.collect() });
    let tower = tower.with(Stairs { per_floor: 2, pits: 1, ..Stairs::default() });
    row("floors and stairs, beyond 1.1 x", [52.0, 52.0], 20, |seed| {
        let floors: f64 = (0..FLOORS).map(|nth| timed(|| alone(nth).build(mix(seed, nth.into())).unwrap())).sum();
        timed(|| tower.build(seed).unwrap()) - 1.1 * floors
    });
    let areas = AreaGraph { max_width: 3, ..AreaGraph::default() };
    let ready = tower.with(Start::default()).with(Exit::default()).with(areas);
    let locks = LockAndKey { keys: 26, min_keys: Some(1), odd_joins: OddJoins::OneWay, ..LockAndKey::default() };
    row("lock-and-key, 26 floors", [20.0, 40.0], 10, |seed| {
        let mut map = ready.build(seed).unwrap();
        timed(|| locks.apply(&mut map, &mut BuildCx::new(seed, "lock-and-key", 0)).unwrap())
    });
    row("validator, 26 floors, 26 keys", [10.0, 20.0], 10, |seed| {
        let mut map = ready.build(seed).unwrap();
        locks.apply(&mut map, &mut BuildCx::new(seed, "lock-and-key", 0)).unwrap();
        timed(|| solvability(&map).unwrap().unwrap())
    });
}

/// Machines in rooms of 80×50, a millisecond for each that is asked for, and a whole level with everything in it.
fn machines() {
    let level = BuilderChain::start_with(Size::new(80, 50), Accretion::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 3, min_keys: Some(0), ..LockAndKey::default() });
    for (name, count) in [("machines, 1", 1), ("machines, 4", 4)] {
        let stage = Machines { count: [count, count], ..Machines::default() };
        row(name, [f64::from(count), 3.0 * f64::from(count)], 40, |seed| {
            let mut map = level.build(seed).unwrap();
            // Where too few fit, it has tried as hard.
            timed(|| stage.apply(&mut map, &mut BuildCx::new(seed, "machines", 0)))
        });
    }
    let keep = template("deep-keep").unwrap().parse::<Recipe>().unwrap();
    let chain = keep.chain().unwrap();
    row("the recipe deep-keep", [60.0, 120.0], 20, |nth| {
        let seed = chain.build_first_ok(100 * nth, 100).unwrap().0;
        timed(|| chain.build(seed).unwrap())
    });
}

fn main() {
    println!("{:32} {:>9} {:>9} {:>9} {:>9}", "", "median", "limit", "99 %", "limit");
    layouts();
    refusals();
    locks();
    many_locks();
    areas();
    caves();
    sights();
    floors();
    machines();
}
