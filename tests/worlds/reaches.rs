//! Declared reaches: a window built alone equals its part of a larger one, and a smaller reach would be too small.

use super::*;

/// Chains whose last stage declares a reach in cells that is 1 or more.
fn chains_of_cells(block: Size) -> Vec<BuilderChain> {
    let caves = |rounds| CellularAutomata { rounds, ..CellularAutomata::default() };
    let start = |rounds| BuilderChain::start_with(block, caves(rounds));
    let voronoi = |metric| VoronoiCells { seeds: 400, metric, walls: CellWalls::Full };
    let grass = Paint { min_patch: 4, scale: 3, ..Paint::default() };
    let near_rock = PlaceRules { distances: vec![DistanceRule::near(Landmark::Solid, 3)], ..PlaceRules::default() };
    let rubble = Scatter { spacing: 2, ..Scatter::default() };
    let marks = Scatter { what: Scattered::Mark("nest".into()), spacing: 3, ..Scatter::default() };
    let maze = || BuilderChain::start_with(block, NestedMaze::default());
    vec![
        start(1),
        start(2),
        start(3),
        start(1).with(caves(2)),
        BuilderChain::start_with(block, BinaryTree::default()),
        BuilderChain::start_with(block, Sidewinder { horizontal: 1.0, ..Sidewinder::default() }),
        maze().with(SidesToTiles::default()),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Euclidean)),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Manhattan)),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Chebyshev)),
        start(2).with(Paint { place: near_rock, ..Paint::default() }),
        start(2).with(grass),
        start(2).with(rubble),
        start(2).with(marks),
        // What is solid closes the sides of its neighbors.
        maze().with(Paint { tile: Tile::WALL, cut: true, scale: 3, ..Paint::default() }),
        maze().with(Scatter { what: Scattered::Tile(Tile::TREE), spacing: 3, ..Scatter::default() }),
    ]
}

/// Chains whose last stage looks at its own cell only.
fn chains_of_single_cells(block: Size) -> Vec<BuilderChain> {
    vec![
        BuilderChain::start_with(block, WangTiles { on: MatchOn::Corners, ..WangTiles::default() }),
        BuilderChain::start_with(block, WangTiles { colors: 3, ..WangTiles::default() }),
        BuilderChain::start_with(block, HerringboneWang::default()),
        BuilderChain::start_with(block, NestedMaze::default()),
        BuilderChain::start_with(block, NestedMaze::default()).with(PipeShuffler::default()),
        BuilderChain::start_with(block, CellularAutomata::default()).with(Paint::default()),
        BuilderChain::start_with(block, CellularAutomata::default()).with(SnapshotHistory::new("")),
    ]
}

/// Chains with stages that work by blocks.
fn chains_of_blocks(block: Size) -> Vec<BuilderChain> {
    let small = |size: u16| RandomRooms {
        min: 3,
        max: size.min(6),
        max_rooms: Some(2),
        corridors: None,
        ..RandomRooms::default()
    };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, extra: 0.0, ..Corridors::default() };
    let caves = || BuilderChain::start_with(block, CellularAutomata { rounds: 3, ..CellularAutomata::default() });
    vec![
        BuilderChain::start_with(block, PrimMaze::default()),
        BuilderChain::start_with(block, Wilson::default()).with(LoopInjector::braid(0.5)).with(SidesToTiles::default()),
        caves().with(JoinParts { min_size: 5, ..JoinParts::default() }).with(Paint::default()),
        BuilderChain::start_with(block, small(block.w)).with(roads).with(Doors::default()),
        BuilderChain::start_with(block, small(block.w)).with(roads).with(Scatter::default()),
        BuilderChain::start_with(block, RecursiveDivision::default()).with(PipeShuffler::default()),
        BuilderChain::start_with(block, DrunkardsWalk::default()).with(JoinParts::default()),
        caves().with(WaveFunctionCollapse::default()),
        caves().with(PrefabVaults::default()).with(VoronoiSpawns::default()),
        BuilderChain::start_with(block, small(block.w)).with(RoomSpawns::default()).with(roads),
        caves().with(RewriteRules::default()),
    ]
}

fn names(chain: &BuilderChain) -> String {
    chain.stages().map(|stage| stage.name).collect::<Vec<_>>().join(" → ")
}

/// The last stage of a chain, run on one window of what the stages before have made.
fn last_stage(make: &dyn Fn() -> BuilderChain, seed: u64, rect: WorldRect) -> BuilderMap {
    let chain = make();
    let last = chain.stages().count() - 1;
    let (place, size) = ((rect.x, rect.y), rect.size().unwrap());
    if last == 0 {
        return chain.start_window(seed, place, size).unwrap();
    }
    // The world of the chain without its last stage, by a twin of the chain that stops before.
    let mut map = before_last(make, seed, rect);
    chain.continue_window(last, seed, (place, chain.size()), &mut map).unwrap();
    map
}

/// Makes the stages before the last in one large window, by the reach that is tested for each of them alone.
fn before_last(make: &dyn Fn() -> BuilderChain, seed: u64, rect: WorldRect) -> BuilderMap {
    let chain = make();
    let last = chain.stages().count() - 1;
    let more = 96;
    let large = WorldRect::new(rect.x - more, rect.y - more, rect.w + 192, rect.h + 192);
    let place = (large.x, large.y);
    let mut map = chain.start_window(seed, place, large.size().unwrap()).unwrap();
    for stage in 1..last {
        chain.continue_window(stage, seed, (place, chain.size()), &mut map).unwrap();
    }
    part(&map, (more as u16, more as u16), rect.size().unwrap())
}

/// A part of a map: tiles, sides, corners, regions, layers of bytes.
fn part(map: &BuilderMap, (x, y): (u16, u16), size: Size) -> BuilderMap {
    let at = |p: Point| Point::new(p.x + x, p.y + y);
    let mut part = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    part.tiles = Grid::from_fn(size, |p| map.tiles[at(p)]);
    part.sides = map.sides.as_ref().map(|sides| Grid::from_fn(size, |p| sides[at(p)]));
    part.corners = map.corners.as_ref().map(|corners| Grid::from_fn(size, |p| corners[at(p)]));
    part.regions = map.regions.as_ref().map(|regions| Grid::from_fn(size, |p| regions[at(p)]));
    for (name, layer) in &map.layers {
        if let Layer::U8(grid) = layer {
            part.layers.insert(name.clone(), Grid::from_fn(size, |p| grid[at(p)]).into());
        }
    }
    part
}

/// Whether two windows that overlap agree where both are at least `crop` cells inside.
fn windows_agree(make: &dyn Fn() -> BuilderChain, seed: u64, (dx, dy): (i64, i64), side: u32, crop: u32) -> bool {
    let scale: u16 = make().builders().last().map_or(1, |last| last.facts(Size::new(1, 1)).scale);
    let (a, b) = (WorldRect::new(-31, 12, side, side), WorldRect::new(-31 + dx, 12 + dy, side, side));
    let [first, second] = [a, b].map(|rect| last_stage(make, seed, rect));
    let inner = |rect: WorldRect| {
        let (scale, crop) = (i64::from(scale), i64::from(crop));
        let side = i64::from(side);
        [
            (rect.x + crop) * scale,
            (rect.y + crop) * scale,
            (rect.x + side - crop) * scale,
            (rect.y + side - crop) * scale,
        ]
    };
    let (ia, ib) = (inner(a), inner(b));
    let (left, top) = (ia[0].max(ib[0]), ia[1].max(ib[1]));
    let size = Size::try_from((ia[2].min(ib[2]) - left, ia[3].min(ib[3]) - top)).unwrap();
    let shown = |map: &BuilderMap, rect: WorldRect| {
        let scale = i64::from(scale);
        part(map, ((left - rect.x * scale) as u16, (top - rect.y * scale) as u16), size)
    };
    shown(&first, a) == shown(&second, b)
}

/// The shift property, and that one cell less is too little.
#[test]
fn a_declared_reach_is_true_and_tight() {
    let block = Size::new(40, 40);
    for i in 0..chains_of_cells(block).len() {
        let make = || chains_of_cells(block).swap_remove(i);
        let Some(Reach::Cells(reach)) = make().builders().last().map(|last| last.facts(block).reach) else {
            panic!("{}", names(&make()))
        };
        let side = 2 * u32::from(reach) + 24;
        let shifts = [(1, 0), (0, 1), (-1, -1), (3, -7), (10, 2)];
        let agree =
            |seed: u64, crop: u16| shifts.iter().all(|&shift| windows_agree(&make, seed, shift, side, crop.into()));
        assert!((0..12).all(|seed| agree(seed, reach)), "{} with {reach}", names(&make()));
        // What scatters, and small patches, rarely use all they may.
        let is_rare = ["scatter", "paint"].contains(&make().stages().last().unwrap().name);
        let less = if is_rare { reach / 2 } else { reach - 1 };
        assert!((0..400).any(|seed| !agree(seed, less)), "{} with {less}", names(&make()));
    }
    for i in 0..chains_of_single_cells(block).len() {
        let make = || chains_of_single_cells(block).swap_remove(i);
        assert_eq!(
            make().builders().last().map(|last| last.facts(block).reach),
            Some(Reach::Cells(0)),
            "{}",
            names(&make())
        );
        assert!((0..8).all(|seed| windows_agree(&make, seed, (3, -7), 40, 0)), "{}", names(&make()));
    }
}

/// No builder that declares a reach in cells is left out above.
#[test]
fn every_builder_with_a_reach_in_cells_is_tested() {
    let block = Size::new(40, 40);
    let tested: BTreeSet<&str> = chains_of_cells(block)
        .iter()
        .chain(&chains_of_single_cells(block))
        .map(|chain| chain.stages().last().unwrap().name)
        .collect();
    for info in builders() {
        let stage = StageRecipe::new(info.name);
        let reach = match (stage.initial(), stage.meta()) {
            (Ok(initial), _) => initial.facts(block).reach,
            (_, Ok(meta)) => meta.facts(block).reach,
            _ => continue,
        };
        assert!(!matches!(reach, Reach::Cells(_)) || tested.contains(info.name), "{}: {reach:?}", info.name);
    }
}

/// Roads look at rooms, of which a window shows those that lie in it as a whole.
#[test]
fn the_reach_of_roads_is_true_and_a_fourth_of_it_is_not() {
    let block = Size::new(12, 9);
    let rooms = RandomRooms { min: 3, max: 6, max_rooms: Some(1), corridors: None, ..RandomRooms::default() };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, extra: 0.0, ..Corridors::default() };
    let both = BuilderChain::start_with(block, rooms.clone()).with(roads);
    let Some(Reach::Cells(reach)) = both.builders().last().map(|last| last.facts(block).reach) else { panic!() };
    let dug = |rooms: &ChainWorld, rect: WorldRect| {
        let mut map = rooms.window(rect).unwrap();
        both.continue_window(1, rooms.seed(), ((rect.x, rect.y), block), &mut map).unwrap();
        map
    };
    let agree = |seed: u64, (dx, dy): (u16, u16), crop: u16| {
        let rooms = ChainWorld::new(BuilderChain::start_with(block, rooms.clone()), seed).unwrap();
        let side = 2 * reach + 40;
        let [a, b] = [(-31, 12), (i64::from(dx) - 31, i64::from(dy) + 12)]
            .map(|(x, y)| dug(&rooms, WorldRect::new(x, y, side.into(), side.into())));
        let shown = Size::new(side - 2 * crop - dx, side - 2 * crop - dy);
        part(&a, (crop + dx, crop + dy), shown) == part(&b, (crop, crop), shown)
    };
    assert!((0..12).all(|seed| agree(seed, (3, 7), reach) && agree(seed, (10, 1), reach)));
    assert!((0..12).any(|seed| !agree(seed, (10, 1), reach / 4)));
}
