//! Every builder, every stage and the searches, from a puzzle's size to 4096 x 4096 cells.
//!
//! Initial builders come from the catalogue, so a new one is measured as soon as it is there. Stages change a
//! fitting map that was built before; its clone is not timed. Each build has a seed of its own, so that no
//! branch predictor learns one level by heart. Elements are cells of the map that is made or changed.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use std::cell::LazyCell;
use std::collections::HashSet;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, Bencher, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use mapwright::builders::*;
use mapwright::core::Rect;
use mapwright::graph::Metrics;
use mapwright::graph::{Components, bridges, distances, farthest, flow, longest_path};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderInfo, BuilderKind, StageRecipe, builders};

type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Cells a side.
const SIZES: [u16; 4] = [31, 256, 1024, 4096];

fn initial_builders(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("initial");
    for info in builders().iter().filter(|info| info.kind() != BuilderKind::Meta) {
        for size in SIZES {
            let chain = LazyCell::new(|| chain_of(info, size));
            let mut seeds = 0..;
            measure(&mut group, info.name, size, |bencher| {
                bencher.iter(|| chain.build(seeds.next().unwrap()).unwrap())
            });
        }
    }
}

/// A chain of one builder with default parameters, and for `from-map`, which has none, of a maze.
fn chain_of(info: &BuilderInfo, size: u16) -> BuilderChain {
    match info.name {
        "from-map" => BuilderChain::start_with(Size::new(size, size), FromMap::new(maze(size))),
        name => Recipe::new(Size::new(size, size), StageRecipe::new(name)).chain().unwrap(),
    }
}

/// A stage, what to call it, and the map that it changes.
type Stage = (&'static str, Box<dyn MetaMapBuilder>, fn(u16) -> BuilderMap);

/// What the benches `levels` and `rewrite` measure.
const ELSEWHERE: [&str; 5] = ["area-graph", "lock-and-key", "machines", "solvability-validator", "rewrite"];

fn stages() -> Vec<Stage> {
    fn stage(name: &'static str, meta: impl MetaMapBuilder + 'static, base: fn(u16) -> BuilderMap) -> Stage {
        (name, Box::new(meta), base)
    }
    vec![
        stage("cellular-automata", CellularAutomata::default(), cave),
        stage("prim-maze", PrimMaze::default(), cave),
        stage("kruskal-maze", KruskalMaze::default(), cave),
        stage("backtracker", Backtracker::default(), cave),
        stage("wilson", Wilson::default(), cave),
        stage("aldous-broder", AldousBroder::default(), cave),
        stage("hunt-and-kill", HuntAndKill::default(), cave),
        stage("growing-tree", GrowingTree::default(), cave),
        stage("drunkards-walk", DrunkardsWalk { share: 0.7, ..DrunkardsWalk::winding_passages() }, cave),
        stage("dla", Dla { share: 0.7, ..Dla::heavy_erosion() }, cave),
        stage("loop-injector-random", LoopInjector::share(0.05), maze),
        stage("loop-injector-braid", LoopInjector::braid(0.5), maze),
        stage("loop-injector-detour", LoopInjector::detour(20), maze),
        stage("loop-injector-defeat-wall-followers", LoopInjector::defeat_wall_followers(), maze),
        stage("unique-pipes", UniquePipes::default(), maze),
        stage("wave-function-collapse", WaveFunctionCollapse::default(), cave),
        stage("region-doors", RegionDoors::default(), packed),
        stage("pipe-shuffler", PipeShuffler::default(), maze),
        stage("ring-validator", RingValidator::default(), loops),
        stage("sides-to-tiles", SidesToTiles::default(), maze),
        stage("tiles-to-sides", TilesToSides::default(), carved),
        stage("rooms-from-regions", RoomsFromRegions::default(), cave),
        stage("room-sorter", RoomSorter::default(), rooms),
        stage("room-drawer", RoomDrawer::default(), rooms),
        stage("room-corner-rounder", RoomCornerRounder::default(), rooms),
        stage("room-exploder", RoomExploder::default(), rooms),
        stage("corridors", Corridors::default(), rooms),
        stage("doors", Doors::default(), dungeon),
        stage("shortcuts", Shortcuts::default(), dungeon),
        stage("shortcuts-long", Shortcuts { length: [1, 15], tile: Tile::FLOOR, ..Shortcuts::default() }, cave),
        stage("start", Start::default(), cave),
        stage("cull-unreachable", CullUnreachable::default(), cave),
        stage("join-components", JoinComponents::default(), cave),
        stage("tight-walls", TightWalls::default(), cave),
        stage("exit", Exit::default(), cave),
        stage("exit-bottom-right", Exit::at(Place::BottomRight), cave),
        stage("start-first-room", Start::at(Place::FirstRoom), halls),
        stage("exit-last-room", Exit::at(Place::LastRoom), halls),
        stage("portals", Portals::default(), maze),
        stage("stairs", Stairs { per_floor: 2, pits: 1, ..Stairs::default() }, floors),
        stage("portals-join", Portals { rule: PortalRule::Join, ..Portals::default() }, cave),
        stage("paint", Paint::default(), cave),
        stage("paint-lakes", Paint { tile: Tile::DEEP_WATER, min_cells: 8, ..Paint::default() }, cave),
        stage("scatter", Scatter::default(), cave),
        stage("spawns", Spawns::default(), halls),
        stage("spawns-corridor", Spawns { r#in: SpawnGroup::Corridor, ..Spawns::default() }, halls),
        stage(
            "spawns-patch",
            Spawns { r#in: SpawnGroup::Patch(100), budget: Some([4, 12]), ..Spawns::default() },
            cave,
        ),
        stage("prefab-section", PrefabSection::default(), cave),
        stage("prefab-vaults", PrefabVaults { max: 100, repeat: true, ..PrefabVaults::default() }, cave),
        stage("snapshot-history", SnapshotHistory::new("free while nobody records"), maze),
    ]
}

/// Two floors of rooms.
fn floors(size: u16) -> BuilderMap {
    let floors = Floors { floors: vec![FloorChain::new(2, BspDungeon::default())] };
    BuilderChain::start_with(Size::new(size, size / 2), floors).build(1).unwrap()
}

fn meta_builders(criterion: &mut Criterion) {
    let measured: HashSet<&str> = stages().iter().map(|(_, meta, _)| meta.name()).collect();
    let is_meta = |info: &BuilderInfo| info.kind() != BuilderKind::Initial && !ELSEWHERE.contains(&info.name);
    let missing = builders().iter().find(|info| is_meta(info) && !measured.contains(info.name));
    assert!(missing.is_none(), "no bench for {missing:?}");

    let mut group = criterion.benchmark_group("meta");
    for (name, meta, base) in stages() {
        for size in SIZES {
            let map = LazyCell::new(|| base(size));
            let mut seeds = 0..;
            measure(&mut group, name, size, |bencher| {
                let apply = |map: &mut BuilderMap| {
                    meta.apply(map, &mut BuildCx::new(seeds.next().unwrap(), meta.name(), 0)).unwrap();
                };
                bencher.iter_batched_ref(|| (*map).clone(), apply, BatchSize::LargeInput);
            });
        }
    }
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("graph");
    for size in SIZES {
        let map = LazyCell::new(|| loops(size));
        let passages = LazyCell::new(|| map.passages());
        // Where mazes start.
        let start = Size::new(size, size).index(Size::new(size, size).center());
        measure(&mut group, "passages", size, |bencher| bencher.iter(|| map.passages()));
        measure(&mut group, "distances", size, |bencher| bencher.iter(|| distances(&passages, [start])));
        measure(&mut group, "farthest", size, |bencher| bencher.iter(|| farthest(&passages, start)));
        measure(&mut group, "longest-path", size, |bencher| bencher.iter(|| longest_path(&passages, start)));
        measure(&mut group, "components", size, |bencher| bencher.iter(|| Components::from_map(&map, &passages)));
        measure(&mut group, "rings", size, |bencher| bencher.iter(|| flow(&passages, start)));
        measure(&mut group, "bridges", size, |bencher| bencher.iter(|| bridges(&passages)));
        measure(&mut group, "metrics", size, |bencher| bencher.iter(|| Metrics::new(&map).rows().collect::<Vec<_>>()));
    }
}

/// One line of the outcome. Small levels get more runs, as they are over before a noisy moment is.
fn measure(group: &mut Group<'_>, name: &str, size: u16, run: impl FnMut(&mut Bencher<'_>)) {
    let (warm_up_ms, measured_ms) = if size < 1024 { (50, 250) } else { (1, 100) };
    group
        .sample_size(10)
        .nresamples(2_000)
        .warm_up_time(Duration::from_millis(warm_up_ms))
        .measurement_time(Duration::from_millis(measured_ms))
        .throughput(Throughput::Elements(u64::from(size) * u64::from(size)))
        .bench_function(BenchmarkId::new(name, size), run);
}

fn chain(size: u16, initial: impl InitialMapBuilder + 'static) -> BuilderChain {
    BuilderChain::start_with(Size::new(size, size), initial)
}

/// Every plane that a stage may need: sides, start, exit.
fn maze(size: u16) -> BuilderMap {
    chain(size, PrimMaze::default()).with(Exit::default()).build(1).unwrap()
}

/// A maze with rings.
fn loops(size: u16) -> BuilderMap {
    chain(size, PrimMaze::default()).with(LoopInjector::braid(0.5)).with(Exit::default()).build(1).unwrap()
}

/// A maze of tiles, as many as fit: an odd number a side.
fn carved(size: u16) -> BuilderMap {
    chain((size - 1) / 2, PrimMaze::default()).with(SidesToTiles::default()).build(1).unwrap()
}

/// As many rooms as fit well, not joined.
fn rooms(size: u16) -> BuilderMap {
    let tries = u32::from(size) * u32::from(size) / 100;
    chain(size, RandomRooms { tries, corridors: None, ..RandomRooms::default() }).build(1).unwrap()
}

/// Rooms with corridors.
fn dungeon(size: u16) -> BuilderMap {
    chain(size, FromMap::new(rooms(size))).with(Corridors::default()).build(1).unwrap()
}

/// A map of polyominoes.
fn packed(size: u16) -> BuilderMap {
    chain(size, PolyominoFill::default()).build(1).unwrap()
}

/// A wide cave with some pockets to cull.
fn cave(size: u16) -> BuilderMap {
    let rule = "B5678/S45678".parse().unwrap();
    let cave = CellularAutomata { wall_chance: 0.42, rounds: 6, rule, ..CellularAutomata::default() };
    chain(size, cave).with(Start::default()).build(1).unwrap()
}

/// Rooms of 8 by 6 cells in rows, each joined to the next in its row, and the first of each row to the next row's.
fn halls(size: u16) -> BuilderMap {
    let mut map = BuilderMap::filled(Size::new(size, size), Wrap::None, Tile::WALL);
    let (columns, rows) = (size / 12, size / 10);
    let room = |x, y| Rect::new(12 * x + 1, 10 * y + 1, 8, 6);
    let across = |x, y| (12 * x + 9..12 * x + 13).map(move |at| Point::new(at, 10 * y + 3)).collect();
    let down = |y| (10 * y + 7..10 * y + 11).map(|at| Point::new(3, at)).collect();
    let rooms: Vec<Rect> = (0..rows).flat_map(|y| (0..columns).map(move |x| room(x, y))).collect();
    let mut corridors: Vec<Vec<Point>> = (0..rows).flat_map(|y| (1..columns).map(move |x| across(x - 1, y))).collect();
    corridors.extend((1..rows).map(|y| down(y - 1)));
    let dug = rooms.iter().flat_map(|room| room.points()).chain(corridors.iter().flatten().copied());
    dug.for_each(|p| map.tiles[p] = Tile::FLOOR);
    map.start = Some(rooms[0].center());
    (map.rooms, map.corridors) = (Some(Room::numbered(rooms)), Some(corridors));
    map
}

criterion_group!(benches, initial_builders, meta_builders, searches);
criterion_main!(benches);
