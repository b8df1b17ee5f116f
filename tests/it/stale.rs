//! No builder leaves a plane behind that speaks of the map as it was before.

use std::collections::BTreeSet;

use mapwright::builders::*;
use mapwright::core::{BuildCx, Door, Flow, Layer, Plane, Planes, Proof, Rect};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderKind, StageRecipe, builders};

/// The same map with every plane it lacks, right or wrong: whether they are dropped is the question here.
fn with_all_planes(mut map: BuilderMap) -> BuilderMap {
    let (size, start) = (map.size(), map.start.unwrap());
    let regions = Grid::from_fn(size, |p| u16::from(map.is_open(p)));
    let sides = map.sides.clone().unwrap_or_else(|| Grid::new(size, Sides::OPEN));
    map.graph = Some(AreaGraph::default().graph(&map).unwrap());
    map.regions.get_or_insert(regions);
    map.corners.get_or_insert_with(|| Grid::new(size, Sides::OPEN));
    map.rooms.get_or_insert_with(|| Room::numbered([Rect::new(1, 1, 3, 3), Rect::new(6, 1, 3, 3)]));
    map.corridors.get_or_insert_default();
    map.solution = Some(sides);
    map.flow = Some(Flow::dry(size, start));
    map.doors = Some(vec![Door::new([start])]);
    map.proof = Some(Proof::new(vec![start], vec![], vec![]));
    map.layers.insert("height".to_owned(), Layer::U8(Grid::new(size, 1)));
    map
}

/// A dungeon, a maze, and a cave of many parts: among them, every builder finds what it asks for.
fn maps(seed: u64) -> [BuilderMap; 4] {
    let dungeon = BuilderChain::start_with(Size::new(90, 60), RandomRooms::default());
    let dungeon = dungeon.with(RoomDrawer::default()).with(Corridors::default());
    let maze = BuilderChain::start_with(Size::new(24, 16), PrimMaze::default());
    let [dungeon, maze] = [dungeon, maze].map(|chain| {
        let chain = chain.with(Start::default()).with(Exit::default());
        chain.build(seed).unwrap()
    });
    let mut cave = BuilderChain::start_with(Size::new(50, 30), CellularAutomata::default()).build(seed).unwrap();
    let open: Vec<Point> = cave.size().points().filter(|&p| cave.is_open(p)).collect();
    (cave.start, cave.exit) = (open.first().copied(), open.last().copied());
    let floors = Floors { floors: vec![FloorChain::new(2, BspDungeon::default())] };
    let mut tower = BuilderChain::start_with(Size::new(50, 30), floors).build(seed).unwrap();
    let open: Vec<Point> = tower.size().points().filter(|&p| tower.is_open(p)).collect();
    (tower.start, tower.exit) = (open.first().copied(), open.last().copied());
    [dungeon, maze, cave, tower].map(with_all_planes)
}

/// What may outlive a change of the terrain: door tiles change no walk and portals change no pipe. Locks go on the gates
/// of the graph, which then names them. Rewriting keeps the doors whose cells it did not touch.
fn kept_on_purpose(name: &str) -> Planes {
    match name {
        "doors" => Planes::DERIVED,
        "portals" | "stairs" => Plane::Solution.into(),
        "rewrite" => Plane::Doors.into(),
        "lock-and-key" | "machines" => Plane::Graph.into(),
        // By default, open ground over open ground.
        "paint" | "scatter" => Planes::DERIVED,
        _ => Planes::NONE,
    }
}

/// The planes that a change from one map to the other makes stale.
fn made_stale(before: &BuilderMap, after: &BuilderMap) -> Planes {
    let terrain = |map: &BuilderMap| (map.tiles.clone(), map.sides.clone(), map.portals.clone());
    let changes = [
        (terrain(before) != terrain(after), Planes::DERIVED),
        (before.start != after.start, Planes::FROM_START),
        (before.exit != after.exit, Planes::of(&[Plane::Graph, Plane::Proof])),
    ];
    changes.into_iter().filter(|&(has_changed, _)| has_changed).fold(Planes::NONE, |all, (_, planes)| all.union(planes))
}

#[test]
fn builders_drop_what_they_make_stale_and_say_so() {
    let metas: Vec<_> = builders().iter().filter(|info| info.kind() != BuilderKind::Initial).collect();
    let mut untried: BTreeSet<&str> = metas.iter().map(|info| info.name).collect();
    let mut harmless = untried.clone();
    for seed in 0..3 {
        for (before, info) in maps(seed).iter().flat_map(|map| metas.iter().map(move |info| (map, info))) {
            let builder = StageRecipe::new(info.name).meta().unwrap();
            let mut map = before.clone();
            if builder.apply(&mut map, &mut BuildCx::new(seed, info.name, 0)).is_err() {
                continue;
            }
            untried.remove(info.name);
            let (lost, stale) = (before.planes().minus(map.planes()), made_stale(before, &map));
            let facts = builder.facts(before.size());
            assert_eq!(lost.minus(facts.drops()), Planes::NONE, "{} drops without saying so", info.name);
            let fresh = facts.gives.union(kept_on_purpose(info.name));
            assert_eq!(stale.minus(fresh).minus(lost), Planes::NONE, "{} leaves these behind", info.name);
            if stale != Planes::NONE {
                harmless.remove(info.name);
            }
        }
    }
    assert_eq!(untried, BTreeSet::new(), "these never worked");
    let measures = ["area-graph", "keep", "ring-validator", "snapshot-history", "solvability-validator"];
    let places = ["room-sorter", "rooms-from-regions", "spawns"];
    assert_eq!(harmless, measures.into_iter().chain(places).collect(), "the others changed nothing");
    for info in metas.iter().filter(|info| harmless.contains(info.name)) {
        assert_eq!(info.drops(), Planes::NONE, "{} drops what is still right", info.name);
    }
}
