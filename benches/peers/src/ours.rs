//! Our side of each row: one constant per work, `None` where there is nothing to
//! show ("not yet" in the table).
//!
//! A whole work builds one level of a size from a seed, from nothing, as a user
//! would: through a chain. A part is what a chain does to an existing map.
//! Both return a checksum of a few cells of the result.

use std::hint::black_box;

use mapwright::builders::*;
use mapwright::graph::{UNREACHED, articulation_points, distances};
use mapwright::prelude::*;
use mapwright::world::{ChainWorld, WorldRect};

use crate::peers;
use crate::prepared::{self, built, start_with};
use crate::row::{Job, Work};

/// Prim's maze, with a cap on the sides of a cell.
pub const PRIM: Option<Work> = Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, PrimMaze::default()))));

/// Kruskal's maze.
pub const KRUSKAL: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, KruskalMaze::default()))));

/// Depth-first maze.
pub const BACKTRACKER: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, Backtracker::default()))));

/// Wilson's maze.
pub const WILSON: Option<Work> = Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, Wilson::default()))));

/// Aldous and Broder's maze.
pub const ALDOUS_BRODER: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, AldousBroder::default()))));

/// Hunt-and-kill maze.
pub const HUNT_AND_KILL: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, HuntAndKill::default()))));

/// Growing tree: the newest cell half of the time, else any.
pub const GROWING_TREE: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, GrowingTree::default()))));

/// Eller's maze.
pub const ELLER: Option<Work> = Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, Eller::default()))));

/// Sidewinder maze.
pub const SIDEWINDER: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, Sidewinder::default()))));

/// Binary tree maze.
pub const BINARY_TREE: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, BinaryTree::default()))));

/// Recursive division.
pub const RECURSIVE_DIVISION: Option<Work> =
    Some(Work::Whole(|size, seed| sides(size, seed, start_with(size, RecursiveDivision::default()))));

/// Noise and fifteen rounds of cellular automata.
pub const CELLULAR: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, CellularAutomata::default()))));

/// Drunkard's walk: long walks from the center, again until half is open.
pub const OPEN_AREA: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, DrunkardsWalk::open_area()))));

/// Drunkard's walk: 400 steps from where a walk from the rock meets the floor, again until half is open.
pub const OPEN_HALLS: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, DrunkardsWalk::open_halls()))));

/// Diffusion-limited aggregation inwards, until a quarter is open.
pub const DLA: Option<Work> = Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, Dla::walk_inwards()))));

/// Cells of 64 seeds, with walls between them.
pub const VORONOI_CELLS: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, VoronoiCells::default()))));

/// A room in each block of 32 tiles of an endless world, and roads between neighbors.
pub const ROOMS_AND_ROADS: Option<Work> = Some(Work::Whole(|size, seed| {
    let rooms = RandomRooms { max_rooms: Some(1), corridors: None, ..RandomRooms::default() };
    let roads = Corridors {
        rooms: RoomPairs::RelativeNeighbors,
        line: CorridorLine::Dogleg,
        max_loops: Some(0),
        ..Corridors::default()
    };
    let chain = BuilderChain::start_with(Size::new(32, 32), rooms).with(roads);
    let window = WorldRect::new(0, 0, size.w.into(), size.h.into());
    let map = ChainWorld::new(chain, seed).and_then(|world| world.window(window));
    map.map_or(0, |map| map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count() as u64)
}));

/// Thirty tries at a room, joined.
pub const RANDOM_ROOMS: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, RandomRooms::default()))));

/// At most ten rooms, each joined with the one before, without loops.
pub const TEN_ROOMS: Option<Work> = Some(Work::Whole(|size, seed| {
    let rooms = RandomRooms { max_rooms: Some(10), corridors: Some(IN_A_ROW), ..RandomRooms::default() };
    tiles(size, seed, start_with(size, rooms))
}));

/// At most sixteen rooms by splitting, each joined with the one before, without loops.
pub const SIXTEEN_ROOMS: Option<Work> = Some(Work::Whole(|size, seed| {
    let rooms = BspDungeon { max_rooms: Some(16), corridors: Some(IN_A_ROW), ..BspDungeon::default() };
    tiles(size, seed, start_with(size, rooms))
}));

/// The plane split into rooms, each joined with the one before, without loops.
pub const INTERIOR_IN_A_ROW: Option<Work> = Some(Work::Whole(|size, seed| {
    tiles(size, seed, start_with(size, BspInterior { corridors: Some(IN_A_ROW), ..BspInterior::default() }))
}));

/// What peers dig: a corridor with one bend from each room to the next, and no loops.
const IN_A_ROW: Corridors =
    Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, width: 1, max_loops: Some(0) };

/// 240 tries at a room by splitting, joined.
pub const BSP_DUNGEON: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, BspDungeon::default()))));

/// The plane split into rooms, joined.
pub const BSP_INTERIOR: Option<Work> =
    Some(Work::Whole(|size, seed| tiles(size, seed, start_with(size, BspInterior::default()))));

/// Steps from the start of a cave to everywhere.
pub const DISTANCE_FIELD: Option<Work> = Some(Work::Part(|size, seed| {
    let map = prepared::cave(size, seed);
    let start = size.index(prepared::start(&map));
    Box::new(move || {
        let steps = black_box(distances(&map.passages(), [start]));
        peers::probe(size, |x, y| steps[place(x, y)] != UNREACHED)
    })
}));

/// The cut cells of a cave.
pub const CUT_CELLS: Option<Work> = Some(Work::Part(|size, seed| {
    let map = prepared::cave(size, seed);
    Box::new(move || {
        let found = black_box(articulation_points(&map.passages()));
        peers::probe(size, |x, y| found.binary_search(&size.index(place(x, y))).is_ok())
    })
}));

/// A cave culled and its exit placed.
pub const CULL_CAVE: Option<Work> = Some(Work::Part(|size, seed| cull(seed, prepared::cave(size, seed))));

/// A maze carved to tiles culled, without an exit.
pub const CULL_ONLY: Option<Work> = Some(Work::Part(|size, seed| {
    let map = prepared::carved_maze(size, seed);
    job(seed, map.size(), start_with(map.size(), FromMap::new(map)).with(CullUnreachable::default()))
}));

/// A maze carved to tiles culled and its exit placed.
pub const CULL_CARVED: Option<Work> = Some(Work::Part(|size, seed| cull(seed, prepared::carved_maze(size, seed))));

/// A maze with sides culled and its exit placed.
pub const CULL_SIDES: Option<Work> = Some(Work::Part(|size, seed| cull(seed, prepared::maze(size, seed))));

/// A whole pipe puzzle: a maze, its tiles turned, and what is joined found.
pub const PUZZLE: Option<Work> = Some(Work::Whole(|size, seed| {
    let maze = start_with(size, PrimMaze::default());
    sides(size, seed, maze.with(PipeShuffler::default()).with(RingValidator::default()))
}));

/// A map culled by our chain, and its exit placed.
#[cfg(test)]
pub fn culled(seed: u64, map: BuilderMap) -> BuilderMap {
    built(seed, &culling(map))
}

fn cull(seed: u64, map: BuilderMap) -> Job {
    job(seed, map.size(), culling(map))
}

fn job(seed: u64, size: Size, chain: BuilderChain) -> Job {
    Box::new(move || {
        let map = black_box(built(seed, &chain));
        peers::probe(size, |x, y| map.is_open(place(x, y)))
    })
}

fn culling(map: BuilderMap) -> BuilderChain {
    start_with(map.size(), FromMap::new(map)).with(CullUnreachable::default()).with(Exit::default())
}

fn tiles(size: Size, seed: u64, chain: BuilderChain) -> u64 {
    let map = black_box(built(seed, &chain));
    peers::probe(size, |x, y| map.is_open(place(x, y)))
}

fn sides(size: Size, seed: u64, chain: BuilderChain) -> u64 {
    let map = black_box(built(seed, &chain));
    let sides = map.sides.as_ref().expect("a map with sides");
    peers::probe(size, |x, y| sides[place(x, y)].is_open(Dir::E))
}

fn place(x: usize, y: usize) -> Point {
    Point::new(x as u16, y as u16)
}
