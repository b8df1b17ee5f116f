//! Endless worlds from recipes: that they keep their promises, what single stages make in them, and saved edits.

use std::collections::BTreeMap;

use crate::seeds;
use mapwright::builders::*;
use mapwright::core::BuildErrorKind;
use mapwright::graph::Components;
use mapwright::prelude::*;
use mapwright::recipe::{Recipe, template};
use mapwright::world::{ChainWorld, ChunkPos, FeatureKind, Which, WorldRect};

/// The recipe of this name in an endless world.
fn world(name: &str, seed: u64) -> ChainWorld {
    let recipe: Recipe = template(name).unwrap().parse().unwrap();
    ChainWorld::new(recipe.chain().unwrap(), seed).unwrap()
}

const RECIPES: [&str; 6] =
    ["endless-caves", "endless-rooms", "endless-maze", "endless-cells", "endless-islands", "endless-halls"];

/// Caves of several parts a block, joined.
fn joined_caves(block: Size) -> BuilderChain {
    let caves = CellularAutomata { wall_chance: 0.5, rounds: 4, ..CellularAutomata::default() };
    let join = JoinComponents { min_cells: 6, ..JoinComponents::default() };
    BuilderChain::start_with(block, caves).with(join)
}

/// The open parts of a square of chunks, joined within so many more chunks on each side.
fn parts(world: &ChainWorld, chunks: u16, rim: u16) -> usize {
    let size = world.chunk_size();
    let (x, y) = ChunkPos::new(-4, -7).origin(size);
    let [w, h] = [size.w, size.h].map(|side| u32::from(side) * u32::from(chunks + 2 * rim));
    let map = world.window(WorldRect::new(x, y, w, h)).unwrap();
    let parts = Components::from_map(&map, &map.passages());
    let inner = |at: u16, side: u16| (side * rim..side * (rim + chunks)).contains(&at);
    let mut found: Vec<u32> = map
        .size()
        .points()
        .filter(|&p| map.is_open(p) && inner(p.x, size.w) && inner(p.y, size.h))
        .map(|p| parts.label[p])
        .collect();
    found.sort_unstable();
    found.dedup();
    found.len()
}

#[test]
fn requests_in_reverse_change_no_chunk() {
    let around = seeds(3).min(6) as i32;
    for name in RECIPES {
        let (forward, backward) = (world(name, 3), world(name, 3));
        let chunks: Vec<ChunkPos> = ChunkPos::new(-around, -around).to(ChunkPos::new(around, around)).collect();
        let made: Vec<BuilderMap> = chunks.iter().map(|&at| forward.chunk(at).unwrap()).collect();
        let changed = chunks.iter().zip(&made).rev().filter(|&(&at, map)| backward.chunk(at).unwrap() != *map);
        assert_eq!(changed.count(), 0, "{name}");
    }
}

#[test]
fn recipes_that_join_their_parts_are_one_part() {
    for name in ["endless-caves", "endless-rooms", "endless-cells", "endless-halls"] {
        assert_eq!(parts(&world(name, 5), 6, 2), 1, "{name}");
    }
}

/// A vault of solid cells on a cell at the border of a block could close a gate, of which the block knows nothing.
#[test]
fn vaults_are_whole_and_cut_nothing_off() {
    let block = Size::new(20, 20);
    let text = "TTT\nTTT\nTTT";
    let legend = Legend::default().with('T', Meaning::Tile(Tile::TREE));
    let vault = Vault::new("grove", Template::from_text(text, &legend).unwrap());
    let vaults = PrefabVaults { vaults: vec![vault], max: 4, repeat: true, ..PrefabVaults::default() };
    for seed in 0..4 {
        let world = ChainWorld::new(joined_caves(block).with(vaults.clone()), seed).unwrap();
        assert_eq!(parts(&world, 12, 3), 1, "{seed}");
        let map = world.window(WorldRect::new(-100, 60, 200, 200)).unwrap();
        let mut trees = BTreeMap::<(u16, u16), u32>::new();
        for (p, _) in map.tiles.iter().filter(|&(_, tile)| *tile == Tile::TREE) {
            *trees.entry((p.x / block.w, p.y / block.h)).or_default() += 1;
        }
        assert!(trees.values().all(|n| n % 9 == 0), "{trees:?}");
        assert!(trees.len() > 30, "{}", trees.len());
    }
}

#[test]
fn solid_things_by_the_block_cut_nothing_off() {
    let trees = Scatter { what: Scattered::Tile(Tile::TREE), max: Some(30), spacing: 1, ..Scatter::default() };
    for seed in 0..4 {
        let world = ChainWorld::new(joined_caves(Size::new(20, 20)).with(trees.clone()), seed).unwrap();
        let map = world.window(WorldRect::new(0, 0, 100, 100)).unwrap();
        let found = map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::TREE).count();
        assert!(found > 250, "{found}");
        assert_eq!(parts(&world, 12, 3), 1, "{seed}");
    }
}

/// Rooms that touch the border of a block may have a gate in a corner.
#[test]
fn rooms_redrawn_by_the_block_cut_nothing_off() {
    let rooms = |block: Size| joined_caves(block).with(RoomsFromRegions::default());
    for seed in 0..4 {
        let round = RoomCornerRounder { radius: 3 };
        let world = ChainWorld::new(rooms(Size::new(20, 20)).with(round), seed).unwrap();
        assert_eq!(parts(&world, 12, 3), 1, "rounded, {seed}");
        let ellipses = RoomDrawer { chance: 1.0, ..RoomDrawer::default() };
        let world = ChainWorld::new(rooms(Size::new(20, 20)).with(ellipses), seed).unwrap();
        assert_eq!(parts(&world, 12, 3), 1, "redrawn, {seed}");
    }
}

/// Roads reach no farther than to the next block, so a block without a room would leave them cut at the border of a window.
#[test]
fn roads_need_a_room_in_each_block_and_add_none() {
    let roads = |loops| Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: loops, ..Corridors::default() };
    let caves = CellularAutomata { wall_chance: 0.6, rounds: 3, ..CellularAutomata::default() };
    let sparse = || BuilderChain::start_with(Size::new(12, 12), caves.clone()).with(RoomsFromRegions::default());
    let world = ChainWorld::new(sparse().with(roads(Some(0))), 1).unwrap();
    let error = world.window(WorldRect::new(0, 0, 60, 60)).unwrap_err();
    assert!(matches!(error.kind, BuildErrorKind::Endless { .. }), "{error}");
    assert!(error.to_string().contains(") has no room, and roads reach no farther than to the next block"), "{error}");
    let error = ChainWorld::new(sparse().with(roads(None)), 1).unwrap_err().to_string();
    assert!(error.ends_with("corridors for loops depend on all others; use `\"max_loops\": 0`"), "{error}");
}

/// A number of a region has 16 bits.
#[test]
fn too_many_voronoi_seeds_are_refused_and_none_is_left_out() {
    let cells =
        |side| BuilderChain::start_with(Size::new(side, side), VoronoiCells { sites: u16::MAX, ..Default::default() });
    let window = |side| ChainWorld::new(cells(side), 1).unwrap().window(WorldRect::new(0, 0, 10, 10));
    assert!(window(100).is_ok());
    let error = window(300).unwrap_err().to_string();
    assert!(error.contains("parameter `sites` is 65535; expected fewer, or smaller chunks"), "{error}");
}

/// Spawns by the block or by the cell stand on open cells, no two in one, and each belongs to one rectangle.
#[test]
fn spawns_stand_on_open_cells_and_are_owned_once() {
    let rooms = RandomRooms { min_side: 3, max_side: 6, max_rooms: Some(3), corridors: None, ..RandomRooms::default() };
    let roads = Corridors { rooms: RoomPairs::RelativeNeighbors, max_loops: Some(0), ..Corridors::default() };
    let block = Size::new(24, 20);
    let by_cells = Scatter { what: Scattered::Spawn("Bat".into()), spacing: 5, ..Scatter::default() };
    for chain in [
        joined_caves(block).with(Spawns { r#in: SpawnGroup::Patch(40), count: Some([1, 3]), ..Spawns::default() }),
        BuilderChain::start_with(block, rooms).with(Spawns { count: Some([1, 3]), ..Spawns::default() }).with(roads),
        joined_caves(block).with(by_cells),
    ] {
        let name = chain.stages().map(|stage| stage.name).collect::<Vec<_>>().join(" ");
        let world = ChainWorld::new(chain, 4).unwrap();
        let map = world.window(WorldRect::new(-130, -90, 260, 180)).unwrap();
        let mut places: Vec<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
        assert!(places.len() > 100, "{name}: {}", places.len());
        assert!(places.iter().all(|&at| map.is_open(at)), "{name}");
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), map.spawns.len(), "{name}: two in one cell");
        let spawns = |x: i64, y: i64, w: u32, h: u32| {
            let features = world.features(WorldRect::new(x, y, w, h), Which::Owned).unwrap();
            features.into_iter().filter(|feature| matches!(feature.kind, FeatureKind::Spawn(_))).count()
        };
        assert_eq!(spawns(-130, -90, 260, 180), places.len(), "{name}");
        let quarters =
            [(-130, -90, 101), (-29, -90, 159)].map(|(x, y, w)| spawns(x, y, w, 77) + spawns(x, y + 77, w, 103));
        assert_eq!(quarters[0] + quarters[1], places.len(), "{name}");
    }
}

/// A stage that works by blocks makes the same of a block as of a map with these cells.
#[test]
fn rules_rewrite_each_block_by_itself() {
    let block = Size::new(20, 16);
    let world = ChainWorld::new(BuilderChain::start_with(block, RewriteRules::default()), 5).unwrap();
    let map = world.window(WorldRect::new(-40, -16, 80, 48)).unwrap();
    let mut kinds = BTreeMap::<Vec<Tile>, u32>::new();
    for (column, row) in (0..3).flat_map(|row| (0..4).map(move |column| (column, row))) {
        let at = |p: Point| Point::new(p.x + column * block.w, p.y + row * block.h);
        let tiles: Vec<Tile> = block.points().map(|p| map.tiles[at(p)]).collect();
        // The example opens 40 % of a map around its middle.
        let open = tiles.iter().filter(|tile| !tile.is_solid()).count();
        assert_eq!(open, 129, "({column}, {row})");
        *kinds.entry(tiles).or_default() += 1;
    }
    assert_eq!(kinds.len(), 12, "every block has its own numbers");
}

#[test]
fn edits_are_saved_as_json_and_read_again() {
    let world = || ChainWorld::new(joined_caves(Size::new(20, 20)), 2).unwrap();
    let edited = world();
    edited.set_tile(-3, 5, Tile::BRIDGE).unwrap();
    edited.set_tile(i64::from(i32::MAX), -7, Tile::TREE).unwrap();
    let json = serde_json::to_string(&edited.edits()).unwrap();
    assert_eq!(json, format!("[[2147483647,-7,{}],[-3,5,{}]]", Tile::TREE.0, Tile::BRIDGE.0));
    let again = world().with_edits(serde_json::from_str(&json).unwrap());
    assert_eq!(again.edits(), edited.edits());
    let rect = WorldRect::new(-9, 0, 12, 12);
    assert_eq!(again.window(rect).unwrap(), edited.window(rect).unwrap());
    assert_eq!(again.tile(-3, 5), Ok(Tile::BRIDGE));
    let twice = serde_json::from_str::<mapwright::world::Sparse<Tile>>("[[1,2,3],[1,2,4]]").unwrap_err();
    assert_eq!(twice.to_string(), "(1, 2) is there twice");
}
