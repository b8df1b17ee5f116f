//! Endless worlds from chains: that a declared reach is true and tight, that worlds have no seams and no order, and that
//! they are connected as promised.

mod reaches;
mod refusals;

use std::collections::BTreeSet;

use mapwright::builders::*;
use mapwright::core::{Dir, Layer, MapRng, Reach};
use mapwright::graph::{Components, DisjointSets};
use mapwright::prelude::*;
use mapwright::recipe::{StageRecipe, builders};
use mapwright::world::{ChainWorld, ChunkPos, Feature, FeatureKind, Which, WorldRect};

/// Chains whose last stage declares a reach in cells that is 1 or more.
fn chains_of_cells(block: Size) -> Vec<BuilderChain> {
    let caves = |rounds| CellularAutomata { rounds, ..CellularAutomata::default() };
    let start = |rounds| BuilderChain::start_with(block, caves(rounds));
    let voronoi = |metric| VoronoiCells { sites: 400, metric, walls: CellWalls::Full };
    let grass = Paint { min_cells: 4, scale: 3, ..Paint::default() };
    let near_rock = Placement { distances: vec![DistanceRule::near(Landmark::Solid, 3)], ..Placement::default() };
    let rubble = Scatter { spacing: 2, ..Scatter::default() };
    let marks = Scatter { what: Scattered::Mark("nest".into()), spacing: 3, ..Scatter::default() };
    let maze = || BuilderChain::start_with(block, NestedMaze::default());
    vec![
        start(1),
        start(2),
        start(3),
        start(1).with(caves(2)),
        BuilderChain::start_with(block, BinaryTree::default()),
        BuilderChain::start_with(block, Sidewinder { horizontal_chance: 1.0, ..Sidewinder::default() }),
        maze().with(SidesToTiles::default()),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Euclidean)),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Manhattan)),
        BuilderChain::start_with(block, voronoi(DistanceMetric::Chebyshev)),
        start(2).with(Paint { placement: near_rock, ..Paint::default() }),
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
        BuilderChain::start_with(block, CellularAutomata::default())
            .with(KeepCells { tiles: vec![Tile::WALL], ..KeepCells::default() }),
    ]
}

/// Chains with stages that work by blocks.
fn chains_of_blocks(block: Size) -> Vec<BuilderChain> {
    let small = |size: u16| RandomRooms {
        min_side: 3,
        max_side: size.min(6),
        max_rooms: Some(2),
        corridors: None,
        ..RandomRooms::default()
    };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() };
    let caves = || BuilderChain::start_with(block, CellularAutomata { rounds: 3, ..CellularAutomata::default() });
    vec![
        BuilderChain::start_with(block, PrimMaze::default()),
        BuilderChain::start_with(block, Wilson::default()).with(LoopInjector::braid(0.5)).with(SidesToTiles::default()),
        caves().with(JoinComponents { min_cells: 5, ..JoinComponents::default() }).with(Paint::default()),
        BuilderChain::start_with(block, small(block.w)).with(roads).with(Doors::default()),
        BuilderChain::start_with(block, small(block.w)).with(roads).with(Scatter::default()),
        BuilderChain::start_with(block, RecursiveDivision::default()).with(PipeShuffler::default()),
        BuilderChain::start_with(block, DrunkardsWalk::default()).with(JoinComponents::default()),
        caves().with(WaveFunctionCollapse::default()),
        caves().with(PrefabVaults::default()).with(Spawns { r#in: SpawnGroup::Patch(100), ..Spawns::default() }),
        BuilderChain::start_with(block, small(block.w)).with(Spawns::default()).with(roads),
        caves().with(RewriteRules::default()),
    ]
}

fn names(chain: &BuilderChain) -> String {
    chain.stages().map(|stage| stage.name).collect::<Vec<_>>().join(" → ")
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

/// The size of a chain without blocks only says how large its chunks are.
#[test]
fn chunks_are_one_big_window() {
    let rect = WorldRect::new(-70, -33, 190, 150);
    let (small, large) = (Size::new(40, 40), Size::new(10, 160));
    for (small, large) in chains_of_single_cells(small).into_iter().zip(chains_of_single_cells(large)) {
        let name = names(&small);
        let [small, large] = [small, large].map(|chain| ChainWorld::new(chain, 5).unwrap().window(rect).unwrap());
        assert_eq!(small, large, "{name}");
    }
    // And one window of the whole is what chunks make.
    for chain in chains_of_cells(Size::new(40, 40)).into_iter().take(4) {
        let (world, name) = (ChainWorld::new(chain, 5).unwrap(), names(&chains_of_cells(Size::new(40, 40))[0]));
        let big = WorldRect::new(rect.x - 20, rect.y - 20, rect.w + 40, rect.h + 40);
        let mut map = world.chain().start_window(5, (big.x, big.y), big.size().unwrap()).unwrap();
        for stage in 1..world.chain().stages().count() {
            world.chain().continue_window(stage, 5, ((big.x, big.y), Size::new(40, 40)), &mut map).unwrap();
        }
        assert_eq!(world.window(rect).unwrap().tiles, part(&map, (20, 20), rect.size().unwrap()).tiles, "{name}");
    }
}

/// A hash of everything in some windows.
fn digest(world: &ChainWorld, windows: &[WorldRect]) -> Vec<(WorldRect, BuilderMap, Vec<Feature>)> {
    let mut all: Vec<_> = windows
        .iter()
        .map(|&rect| (rect, world.window(rect).unwrap(), world.features(rect, Which::Owned).unwrap()))
        .collect();
    all.sort_by_key(|&(rect, ..)| rect);
    all
}

#[test]
fn no_order_no_thread_and_no_cache_changes_anything() {
    let block = Size::new(24, 20);
    for i in 0..chains_of_blocks(block).len() {
        let chain = || chains_of_blocks(block).swap_remove(i);
        let world = ChainWorld::new(chain(), 9).unwrap();
        let size = world.chunk_size();
        let (w, h) = (u32::from(size.w), u32::from(size.h));
        let rows: Vec<WorldRect> = ChunkPos::new(-2, -2)
            .to(ChunkPos::new(1, 1))
            .map(|at| {
                let (x, y) = at.origin(size);
                WorldRect::new(x, y, w, h)
            })
            .collect();
        let expected = digest(&world, &rows);
        let reversed: Vec<WorldRect> = rows.iter().rev().copied().collect();
        assert_eq!(digest(&ChainWorld::new(chain(), 9).unwrap(), &reversed), expected, "{}", names(&chain()));
        let mut shuffled = rows.clone();
        MapRng::new(3).shuffle(&mut shuffled);
        let forgetful = ChainWorld::new(chain(), 9).unwrap().with_cache(0);
        assert_eq!(digest(&forgetful, &shuffled[..5]), {
            let mut some: Vec<_> = expected.iter().filter(|(rect, ..)| shuffled[..5].contains(rect)).cloned().collect();
            some.sort_by_key(|&(rect, ..)| rect);
            some
        });
        let shared = ChainWorld::new(chain(), 9).unwrap();
        let made: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|t| {
                    let (shared, rows) = (&shared, &rows);
                    scope.spawn(move || digest(shared, &[rows[2 * t], rows[(2 * t + 7) % 16]]))
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert!(made.iter().all(|one| expected.contains(one)), "{}", names(&chain()));
        // A window over the corners of chunks shows the same cells.
        let across = world.window(WorldRect::new(-30, -25, 50, 40)).unwrap();
        for p in across.size().points().step_by(13) {
            let (x, y) = (i64::from(p.x) - 30, i64::from(p.y) - 25);
            assert_eq!(across.tiles[p], world.tile(x, y).unwrap());
        }
    }
}

#[test]
fn worlds_go_on_to_their_last_coordinates_and_say_where_they_end() {
    let chain = chains_of_blocks(Size::new(24, 20)).swap_remove(2);
    let world = ChainWorld::new(chain, 9).unwrap();
    for (x, y) in [(i64::MAX - 2_000, i64::MIN + 2_000), (i64::MIN + 2_000, i64::MAX - 2_000)] {
        let big = world.window(WorldRect::new(x, y, 60, 60)).unwrap();
        let small = world.window(WorldRect::new(x + 20, y + 30, 20, 20)).unwrap();
        assert_eq!(part(&big, (20, 30), Size::new(20, 20)).tiles, small.tiles);
        assert!(big.tiles.as_slice().iter().any(|tile| tile.is_solid()));
        assert!(big.tiles.as_slice().iter().any(|tile| !tile.is_solid()));
    }
    let error = world.window(WorldRect::new(i64::MAX - 70, 0, 10, 10)).unwrap_err().to_string();
    let expected =
        "a window of 10x10 at (9223372036854775737, 0) reaches the end of the world; expected columns and rows from";
    assert!(error.starts_with(expected), "{error}");
    // A plane that looks at nothing but the cell has no margin but a chunk.
    let plain = ChainWorld::new(
        BuilderChain::start_with(Size::new(8, 8), WangTiles { on: MatchOn::Corners, ..WangTiles::default() }),
        1,
    )
    .unwrap();
    assert!(plain.window(WorldRect::new(i64::MAX - 200, i64::MIN + 200, 9, 9)).is_ok());
}

#[test]
fn ten_thousand_chunks_are_one_part() {
    let block = Size::new(16, 16);
    let caves = CellularAutomata { wall_chance: 0.58, rounds: 4, ..CellularAutomata::default() };
    let join = JoinComponents { min_cells: 6, ..JoinComponents::default() };
    let world = ChainWorld::new(BuilderChain::start_with(block, caves).with(join), 4).unwrap();
    let (n, rim) = (100_u32, 3);
    let side = 16 * (n + 2 * rim);
    let map = world.window(WorldRect::new(-800, -500, side, side)).unwrap();
    let parts = Components::from_map(&map, &map.passages());
    let inner = (16 * rim) as u16..(16 * (rim + n)) as u16;
    let mut found: Vec<u32> =
        map.size().points().filter(|p| inner.contains(&p.x) && inner.contains(&p.y)).map(|p| parts.label[p]).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 2, "walls and one part");
    // Without it they are many.
    let caves = CellularAutomata { wall_chance: 0.58, rounds: 4, ..CellularAutomata::default() };
    let apart = ChainWorld::new(BuilderChain::start_with(block, caves), 4).unwrap();
    let map = apart.window(WorldRect::new(0, 0, 320, 320)).unwrap();
    assert!(Components::from_map(&map, &map.passages()).sizes.len() > 20);
}

#[test]
fn mazes_of_all_chunks_have_no_loops() {
    for chain in [
        BuilderChain::start_with(Size::new(7, 5), PrimMaze::default()),
        BuilderChain::start_with(Size::new(6, 6), RecursiveDivision::default()),
        BuilderChain::start_with(Size::new(4, 4), NestedMaze::default()),
    ] {
        let name = names(&chain);
        let world = ChainWorld::new(chain, 8).unwrap();
        let size = world.chunk_size();
        let (x, y) = ChunkPos::new(-10, -10).origin(size);
        let map = world.window(WorldRect::new(x, y, 20 * u32::from(size.w), 20 * u32::from(size.h))).unwrap();
        let (passages, size) = (map.passages(), map.size());
        let mut sets = DisjointSets::new(size.area());
        for cell in 0..size.area() {
            for dir in [Dir::E, Dir::S] {
                if let Some(next) = passages.next(cell, dir) {
                    assert!(sets.unite(cell, next), "{name}: a loop");
                }
            }
        }
    }
}

/// The tree of chunks is made of trees of 8 by 8 chunks, which have one exact tree of cells each. Only the world knows where
/// these squares begin, so all places are tried.
#[test]
fn each_square_of_the_tree_is_one_part_with_a_join_less_than_cells() {
    for (chain, chunk) in [
        (BuilderChain::start_with(Size::new(7, 5), PrimMaze::default()), Size::new(7, 5)),
        (BuilderChain::start_with(Size::new(6, 6), Wilson::default()), Size::new(6, 6)),
        (BuilderChain::start_with(Size::new(16, 16), NestedMaze::default()), Size::new(1, 1)),
    ] {
        let name = names(&chain);
        let world = ChainWorld::new(chain, 8).unwrap();
        let (w, h) = (u32::from(chunk.w), u32::from(chunk.h));
        let map = world.window(WorldRect::new(-12 * i64::from(w), -12 * i64::from(h), 24 * w, 24 * h)).unwrap();
        let (passages, square) = (map.passages(), Size::new(8 * chunk.w, 8 * chunk.h));
        // The map has no loops, so a square with a join less than cells is one tree.
        let joins = |x: u16, y: u16| {
            let cells = square.points().map(|p| Point::new(x * chunk.w + p.x, y * chunk.h + p.y));
            let (right, bottom) = (x * chunk.w + square.w, y * chunk.h + square.h);
            let inside = |p: Point| p.x < right && p.y < bottom;
            let ways = cells.flat_map(|p| [Dir::E, Dir::S].map(|dir| passages.next(passages.index(p), dir)));
            ways.flatten().filter(|&next| inside(passages.point(next))).count() as u32
        };
        let is_tree = |x: u16, y: u16| joins(x, y) == square.area() - 1;
        let begins = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
        let fitting: Vec<(u16, u16)> = begins
            .filter(|&(x, y)| [(0, 0), (8, 0), (0, 8), (8, 8)].into_iter().all(|(dx, dy)| is_tree(x + dx, y + dy)))
            .collect();
        assert_eq!(fitting.len(), 1, "{name}: {fitting:?}");
    }
}

#[test]
fn rooms_and_roads_connect_every_room_without_a_grid() {
    let block = Size::new(24, 24);
    let rooms =
        RandomRooms { min_side: 5, max_side: 10, max_rooms: Some(1), corridors: None, ..RandomRooms::default() };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() };
    let world = ChainWorld::new(BuilderChain::start_with(block, rooms).with(roads), 6).unwrap();
    let (n, rim) = (20_u32, 4);
    let side = 24 * (n + 2 * rim);
    let rect = WorldRect::new(-24 * 14, -24 * 14, side, side);
    let map = world.window(rect).unwrap();
    let parts = Components::from_map(&map, &map.passages());
    let inner = (24 * rim) as u16..(24 * (rim + n)) as u16;
    let mut found: Vec<u32> =
        map.size().points().filter(|p| inner.contains(&p.x) && inner.contains(&p.y)).map(|p| parts.label[p]).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 2, "rock and one part");
    assert_eq!(map.rooms.unwrap().len(), 28 * 28);
    // Each feature is owned once.
    let owned = |x: i64, y: i64| world.features(WorldRect::new(x, y, 120, 120), Which::Owned).unwrap();
    let mut all: Vec<Feature> =
        [(0, 0), (120, 0), (0, 120), (120, 120)].into_iter().flat_map(|(x, y)| owned(x, y)).collect();
    all.sort_unstable();
    let whole = world.features(WorldRect::new(0, 0, 240, 240), Which::Owned).unwrap();
    assert_eq!(all, whole);
    let overlapping = world.features(WorldRect::new(60, 60, 40, 40), Which::Overlapping).unwrap();
    let meets = |feature: &&Feature| {
        let bounds = feature.bounds;
        bounds.x < 100 && bounds.y < 100 && bounds.x + i64::from(bounds.w) > 60 && bounds.y + i64::from(bounds.h) > 60
    };
    let wide = world.features(WorldRect::new(-200, -200, 600, 600), Which::Owned).unwrap();
    assert_eq!(overlapping, wide.iter().filter(meets).cloned().collect::<Vec<_>>());
    // A road leads over open cells from room to room.
    let road = whole.iter().find_map(|feature| match &feature.kind {
        FeatureKind::Corridor(path) => Some((feature.bounds, path)),
        _ => None,
    });
    let (bounds, path) = road.unwrap();
    for p in path {
        assert!(!world.tile(bounds.x + i64::from(p.x), bounds.y + i64::from(p.y)).unwrap().is_solid());
    }
}

/// Rows beside a border between blocks are as open as any other, and as little dug.
#[test]
fn no_row_shows_where_blocks_end() {
    let block = Size::new(32, 32);
    let caves = || CellularAutomata { rounds: 5, wall_chance: 0.53, ..CellularAutomata::default() };
    let join = JoinComponents { min_cells: 8, ..JoinComponents::default() };
    let plain = ChainWorld::new(BuilderChain::start_with(block, caves()), 2).unwrap();
    let joined = ChainWorld::new(BuilderChain::start_with(block, caves()).with(join), 2).unwrap();
    let rect = WorldRect::new(0, 0, 32 * 40, 32 * 40);
    let [plain, joined] = [plain, joined].map(|world| world.window(rect).unwrap().tiles);
    // By the column and by the row in a block.
    let (mut open, mut dug) = ([[0_u32; 32]; 2], [[0_u32; 32]; 2]);
    for (p, tile) in joined.iter() {
        for (axis, at) in [p.x, p.y].into_iter().enumerate() {
            open[axis][usize::from(at % 32)] += u32::from(!tile.is_solid());
            dug[axis][usize::from(at % 32)] += u32::from(!tile.is_solid() && plain[p].is_solid());
        }
    }
    for (open, dug) in open.into_iter().zip(dug) {
        let [mean, mean_dug] = [open, dug].map(|n| f64::from(n.iter().sum::<u32>()) / 32.0);
        assert!(open.iter().all(|&n| (f64::from(n) - mean).abs() < 0.03 * mean), "{open:?}");
        let share = 32.0 * mean_dug / f64::from(rect.w * rect.h);
        assert!(share < 0.004, "{share}: {dug:?}");
        assert!(dug.iter().all(|&n| f64::from(n) < 6.0 + 4.0 * mean_dug), "{dug:?}");
    }
}

/// Blocks of wave function collapse change all but their rims, so no window of three cells a side is new, even across
/// borders.
#[test]
fn collapsed_blocks_fit_what_lies_between_them() {
    let text = "############\n############\n############\n###....#####\n###....#####\n###........#\n###....###.#\n####.#####.#\n####.......#\n############\n############\n############\n";
    let sample = mapwright::wfc::sample_from_text(text).unwrap();
    let patterns = |map: &BuilderMap| -> BTreeSet<Vec<bool>> {
        let size = map.size();
        let corners = size.points().filter(|p| p.x + 3 <= size.w && p.y + 3 <= size.h);
        corners.map(|p| (0..9).map(|i| map.tiles[Point::new(p.x + i % 3, p.y + i / 3)].is_solid()).collect()).collect()
    };
    let turned = |map: &BuilderMap| {
        let Size { w, h } = map.size();
        BuilderMap::from_tiles(Grid::from_fn(Size::new(h, w), |p| map.tiles[Point::new(p.y, h - 1 - p.x)]), map.wrap)
    };
    let mirrored = |map: &BuilderMap| {
        let size = map.size();
        BuilderMap::from_tiles(Grid::from_fn(size, |p| map.tiles[Point::new(size.w - 1 - p.x, p.y)]), map.wrap)
    };
    let mut known = BTreeSet::new();
    let mut image = sample.clone();
    for _ in 0..4 {
        known.extend(patterns(&image));
        known.extend(patterns(&mirrored(&image)));
        image = turned(&image);
    }
    let rock = CellularAutomata { wall_chance: 1.0, rounds: 0, ..CellularAutomata::default() };
    let collapse = WaveFunctionCollapse { sample: Some(sample), ..WaveFunctionCollapse::default() };
    let world = ChainWorld::new(BuilderChain::start_with(Size::new(24, 24), rock).with(collapse), 3).unwrap();
    let map = world.window(WorldRect::new(-40, -30, 100, 90)).unwrap();
    assert!(patterns(&map).is_subset(&known));
    assert!(map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count() > 500);
}

#[test]
fn edits_last_and_other_cells_stay() {
    let chain = || chains_of_blocks(Size::new(24, 20)).swap_remove(2);
    let world = ChainWorld::new(chain(), 9).unwrap().with_cache(0);
    let rect = WorldRect::new(-12, -10, 24, 20);
    let before = world.window(rect).unwrap();
    let own = world.tile(-3, 5).unwrap();
    assert_eq!(world.set_tile(-3, 5, Tile::BRIDGE), Ok(own));
    (0..20).for_each(|x| drop(world.chunk(ChunkPos::new(x, 3)).unwrap()));
    let after = world.window(rect).unwrap();
    for p in rect.size().unwrap().points() {
        let expected = if p == Point::new(9, 15) { Tile::BRIDGE } else { before.tiles[p] };
        assert_eq!(after.tiles[p], expected);
    }
    assert_eq!(world.edits().iter().collect::<Vec<_>>(), [(-3, 5, &Tile::BRIDGE)]);
    assert_eq!(world.set_tile(-3, 5, own), Ok(Tile::BRIDGE));
    assert!(world.edits().is_empty());
    assert_eq!(world.window(rect).unwrap(), before);
}

#[test]
fn start_exits_and_gates_are_where_walks_go() {
    let chain = chains_of_blocks(Size::new(24, 20)).swap_remove(2);
    let world = ChainWorld::new(chain, 9).unwrap();
    let (x, y) = world.start().unwrap();
    assert!(!world.tile(x, y).unwrap().is_solid());
    for distance in [0, 1, 5, 1000] {
        let (x, y) = world.exit(distance).unwrap();
        let chunk = (x.div_euclid(24), y.div_euclid(20));
        assert_eq!(chunk.0.abs().max(chunk.1.abs()), i64::from(distance));
        assert!(!world.tile(x, y).unwrap().is_solid());
    }
    for at in ChunkPos::new(-2, -2).to(ChunkPos::new(2, 2)) {
        let [east, west] = [(at, Dir::E), (ChunkPos::new(at.x + 1, at.y), Dir::W)]
            .map(|(at, dir)| world.crossing(at, dir).unwrap().unwrap());
        assert_eq!((east.inside, east.outside), (west.outside, west.inside));
    }
    assert!(world.exit(u32::MAX).is_err());
}

/// A world of Wang tiles is their plane, with the pins of the stage in all tiles around them: also where chunks meet.
#[test]
fn a_world_of_wang_tiles_is_their_plane() {
    let rect = WorldRect::new(-77, 5_000_000_000, 90, 40);
    let pin = WangPin { x: -64, y: 5_000_000_016, part: WangPart::Nw, color: 2 };
    for (on, pins) in [(MatchOn::Edges, vec![]), (MatchOn::Corners, vec![]), (MatchOn::Corners, vec![pin])] {
        let tiles = WangTiles { on, weights: vec![3, 1, 2], colors: 3, pins: pins.clone() };
        let world = ChainWorld::new(BuilderChain::start_with(Size::new(16, 16), tiles), 7).unwrap();
        let map = world.window(rect).unwrap();
        let plane = mapwright::wang::WangPlane::weighted(on, 7, &[3, 1, 2]).unwrap();
        for (p, &tile) in map.sides.iter().chain(&map.corners).flat_map(Grid::iter) {
            let (x, y) = (rect.x + i64::from(p.x), rect.y + i64::from(p.y));
            let mut expected = plane.tile(x, y);
            for pin in &pins {
                for (part, dx, dy) in [(Dir::W, 0, 0), (Dir::N, -1, 0), (Dir::E, -1, -1), (Dir::S, 0, -1)] {
                    let is_at = (x, y) == (pin.x + dx, pin.y + dy);
                    expected = if is_at { expected.with_color(part, pin.color) } else { expected };
                }
            }
            assert_eq!(tile, expected, "{on:?} ({x}, {y})");
        }
    }
}
