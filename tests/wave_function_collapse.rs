//! Wave function collapse, looked at from outside: plain code that shares nothing with the solver takes a sample and a
//! map, and says whether the one could have made the other.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use mapwright_core::Room;
use std::collections::BTreeSet;
use std::process::Command;

use mapwright::builders::*;
use mapwright::core::{Flow, MapRng};
use mapwright::core::{Rect, Spawn};
use mapwright::graph::Components;
use mapwright::prelude::*;
use mapwright::wfc::Image;

/// Rooms, corridors and doors: 196 windows of 3×3 in all images.
const DUNGEON: &str = include_str!("data/dungeon-sample.txt");
/// A maze with loops, where contradictions are common: 113 windows if it repeats.
const MAZE: &str = include_str!("data/maze-sample.txt");

fn sample(text: &str) -> BuilderMap {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    for p in size.points() {
        map.tiles[p] = match rows[usize::from(p.y)][usize::from(p.x)] {
            b'#' => Tile::WALL,
            b'+' => Tile::DOOR,
            _ => Tile::FLOOR,
        };
    }
    map
}

/// A rectangle of tiles, as rows.
type Piece = Vec<Vec<Tile>>;

/// The tiles from a corner on, round the map.
fn cut(tiles: &Grid<Tile>, x: u16, y: u16, w: u16, h: u16) -> Piece {
    let size = tiles.size();
    let cell = |x: u16, y: u16| tiles[Point::new(x % size.w, y % size.h)];
    (0..h).map(|dy| (0..w).map(|dx| cell(x + dx, y + dy)).collect()).collect()
}

/// The piece, its turns, and the mirror images of all four.
fn images(piece: Piece) -> Vec<Piece> {
    let mut images = Vec::new();
    let mut piece = piece;
    for _ in 0..4 {
        images.push(piece.iter().map(|row| row.iter().rev().copied().collect()).collect());
        let n = piece.len();
        let turned: Piece = (0..n).map(|y| (0..n).map(|x| piece[n - 1 - x][y]).collect()).collect();
        images.push(std::mem::replace(&mut piece, turned));
    }
    images
}

/// The square pieces of a sample with corners `stride` apart, in all images or as they are.
fn pieces(sample: &Grid<Tile>, n: u16, stride: u16, periodic: bool, turn: bool) -> BTreeSet<Piece> {
    let corners = |length: u16| (0..if periodic { length } else { length - n + 1 }).step_by(usize::from(stride));
    let places = corners(sample.size().h).flat_map(|y| corners(sample.size().w).map(move |x| (x, y)));
    let cut = places.map(|(x, y)| cut(sample, x, y, n, n));
    cut.flat_map(|piece| if turn { images(piece) } else { vec![piece] }).collect()
}

/// The corner of a window of the map that is not one of these; windows go over borders where the map wraps.
fn bad_window(map: &BuilderMap, n: u16, allowed: &BTreeSet<Piece>) -> Option<Point> {
    let (size, wrap) = (map.size(), map.wrap);
    let corners = |length: u16, wraps: bool| if wraps { length } else { length - n + 1 };
    let corners = Size::new(corners(size.w, wrap.x()), corners(size.h, wrap.y()));
    corners.points().find(|p| !allowed.contains(&cut(&map.tiles, p.x, p.y, n, n)))
}

fn check_windows(map: &BuilderMap, n: u16, allowed: &BTreeSet<Piece>, label: &str) {
    assert_eq!(bad_window(map, n, allowed), None, "{label}");
}

fn parts(map: &BuilderMap) -> usize {
    Components::from_map(map, &map.passages()).sizes.len()
}

/// Applies a stage to a map as a chain would.
fn collapsed(stage: &WaveFunctionCollapse, mut map: BuilderMap, seed: u64) -> Result<BuilderMap, BuildError> {
    let before = map.clone();
    let outcome = stage.apply(&mut map, &mut BuildCx::new(seed, stage.name(), 0));
    assert_eq!(map.fault(), None);
    match outcome {
        Ok(()) => Ok(map),
        Err(error) => {
            assert_eq!(map, before, "after an error the map is as it was: {error}");
            Err(error)
        }
    }
}

/// 64 cells all over the map, floor or wall or a door by chance. They are far enough apart for any of these.
fn pins(size: Size, seed: u64) -> Vec<Pin> {
    let mut rng = MapRng::new(seed);
    let apart = (size.w / 8, size.h / 8);
    let tiles = [Tile::FLOOR, Tile::WALL, Tile::DOOR];
    let mut pin = |i: u16| {
        let (x, y) = (i % 8 * apart.0 + apart.0 / 2, i / 8 * apart.1 + apart.1 / 2);
        Pin { at: Point::new(x, y), tile: tiles[rng.below(3) as usize] }
    };
    (0..64).map(&mut pin).collect()
}

/// Plain, with a ring of wall, and with 64 cells given, at one size.
fn check_overlapping(text: &str, n_windows: usize, side: u16, n_seeds: u64) {
    let sample = sample(text);
    let allowed = pieces(&sample.tiles, 3, 1, true, true);
    assert_eq!(allowed.len(), n_windows);
    let plain = WaveFunctionCollapse { sample: Some(sample), periodic: true, ..WaveFunctionCollapse::default() };
    let size = Size::new(side, side);
    for seed in 0..n_seeds {
        let start = || BuilderMap::filled(size, Wrap::None, Tile::GRASS);
        let label = |what: &str| format!("{what}, {size}, seed {seed}");
        let map = collapsed(&plain, start(), seed).unwrap();
        check_windows(&map, 3, &allowed, &label("plain"));

        let map = collapsed(&WaveFunctionCollapse { border: true, ..plain.clone() }, start(), seed).unwrap();
        check_windows(&map, 3, &allowed, &label("ring"));
        let on_ring = |p: &Point| p.x == 0 || p.y == 0 || p.x == side - 1 || p.y == side - 1;
        assert!(size.points().filter(on_ring).all(|p| map.tiles[p] == Tile::WALL), "{}", label("ring"));

        let pins = match text == DUNGEON {
            true => pins(size, seed),
            false => pins(size, seed).into_iter().filter(|pin| pin.tile != Tile::DOOR).collect(),
        };
        let map = collapsed(&WaveFunctionCollapse { pins: pins.clone(), ..plain.clone() }, start(), seed).unwrap();
        check_windows(&map, 3, &allowed, &label("pins"));
        assert!(pins.iter().all(|pin| map.tiles[pin.at] == pin.tile), "{}", label("pins"));
    }
}

#[test]
fn windows_of_48_by_48_cells_are_those_of_the_dungeon() {
    check_overlapping(DUNGEON, 196, 48, 20);
}

#[test]
fn windows_of_128_by_128_cells_are_those_of_the_dungeon() {
    check_overlapping(DUNGEON, 196, 128, 20);
}

#[test]
fn windows_of_256_by_256_cells_are_those_of_the_dungeon() {
    check_overlapping(DUNGEON, 196, 256, 20);
}

#[test]
fn windows_of_a_maze_are_its_own() {
    check_overlapping(MAZE, 113, 48, 10);
}

/// Windows of 2 to 5 cells, on all wraps, with and without images and repetition.
#[test]
fn windows_of_any_kind_are_those_of_the_sample() {
    let sample = sample(DUNGEON);
    for (n, wrap) in (2..=5).flat_map(|n| Wrap::ALL.map(|wrap| (n, wrap))) {
        for (periodic, turn) in [(false, true), (true, false)] {
            let allowed = pieces(&sample.tiles, n, 1, periodic, turn);
            let symmetry = if turn { Symmetries::ALL } else { Symmetries::NONE };
            let stage = WaveFunctionCollapse {
                model: CollapseModel::Overlapping { n },
                periodic,
                symmetry,
                sample: Some(sample.clone()),
                ..WaveFunctionCollapse::default()
            };
            let label = format!("{n} {wrap} {periodic} {turn}");
            for (w, h) in [(24, 17), (n, 9), (9, n)] {
                let start = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                match collapsed(&stage, start, 5) {
                    Ok(map) => check_windows(&map, n, &allowed, &label),
                    Err(error) => assert!(error.is_retryable(), "{label} {w}x{h}: {error}"),
                }
            }
        }
    }
}

/// A carved maze, a dungeon and a cave of 80×50 cells.
fn worlds(seed: u64) -> [BuilderMap; 3] {
    let size = Size::new(80, 50);
    let maze = BuilderChain::start_with(Size::new(40, 25), Backtracker::default()).with(SidesToTiles::default());
    let maze = maze.build(seed).unwrap();
    let mut cropped = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    cropped.tiles = Grid::from_fn(size, |p| maze.tiles[p]);
    let rooms = BuilderChain::start_with(size, RandomRooms::default()).build(seed).unwrap();
    let cave = BuilderChain::start_with(size, CellularAutomata::default()).build(seed).unwrap();
    [cropped, rooms, cave]
}

/// What is wrong with a map of chunks. Each is a piece of the sample, or what is left of one at the right and at the
/// bottom, and the cells on both sides of every seam are equal.
fn bad_chunk(map: &BuilderMap, sample: &Grid<Tile>, chunk: u16) -> Option<String> {
    let allowed = pieces(sample, chunk, chunk, false, true);
    let size = map.size();
    let starts = |length: u16| (0..length).step_by(usize::from(chunk));
    for (x, y) in starts(size.h).flat_map(|y| starts(size.w).map(move |x| (x, y))) {
        let (w, h) = (chunk.min(size.w - x), chunk.min(size.h - y));
        let piece = cut(&map.tiles, x, y, w, h);
        let begins = |whole: &Piece| {
            let rows = whole.iter().take(usize::from(h)).map(|row| &row[..usize::from(w)]);
            rows.eq(piece.iter().map(Vec::as_slice))
        };
        let known = if w == chunk && h == chunk { allowed.contains(&piece) } else { allowed.iter().any(begins) };
        if !known {
            return Some(format!("the chunk at ({x}, {y})"));
        }
    }
    let tile = |x: u16, y: u16| map.tiles[Point::new(x, y)];
    let mut columns = starts(size.w).skip(1);
    let column = columns.find(|&x| (0..size.h).any(|y| tile(x - 1, y) != tile(x, y)));
    let row = starts(size.h).skip(1).find(|&y| (0..size.w).any(|x| tile(x, y - 1) != tile(x, y)));
    column.map(|x| format!("the seam at column {x}")).or(row.map(|y| format!("the seam at row {y}")))
}

#[test]
fn chunks_of_mazes_rooms_and_caves_meet_in_equal_edges() {
    let stage = WaveFunctionCollapse {
        model: CollapseModel::Chunks { chunk: 8, stride: 8 },
        ..WaveFunctionCollapse::default()
    };
    for seed in 0..20 {
        for (map, name) in worlds(seed).into_iter().zip(["maze", "rooms", "cave"]) {
            let sample = map.tiles.clone();
            let made = collapsed(&stage, map, seed).unwrap();
            assert_eq!(bad_chunk(&made, &sample, 8), None, "{name}, seed {seed}");
            assert_eq!(made.rooms, None);
        }
    }
}

/// The checks above see a single changed cell, and chunks that lie elsewhere.
#[test]
fn what_is_wrong_is_seen() {
    let sample = sample(DUNGEON);
    let allowed = pieces(&sample.tiles, 3, 1, true, true);
    let stage =
        WaveFunctionCollapse { sample: Some(sample.clone()), periodic: true, ..WaveFunctionCollapse::default() };
    let map = collapsed(&stage, BuilderMap::filled(Size::new(30, 20), Wrap::None, Tile::WALL), 1).unwrap();
    for p in map.size().points() {
        let mut wrong = map.clone();
        wrong.tiles[p] = Tile::DOOR;
        let around = bad_window(&wrong, 3, &allowed).is_some();
        assert!(around || map.tiles[p] == Tile::DOOR || allowed.contains(&cut(&wrong.tiles, p.x, p.y, 3, 3)), "{p}");
    }
    let mut sampled = BuilderMap::filled(sample.size(), Wrap::None, Tile::WALL);
    sampled.tiles.clone_from(&sample.tiles);
    let seam = bad_chunk(&sampled, &sample.tiles, 8).unwrap();
    assert!(seam.starts_with("the seam at "), "pieces of the sample itself do not meet in equal edges: {seam}");
    sampled.tiles[Point::new(20, 3)] = Tile::SAND;
    assert_eq!(bad_chunk(&sampled, &sample.tiles, 8).as_deref(), Some("the chunk at (16, 0)"));
}

/// Single tiles stand beside each other as in the sample; Wang tiles have equal colors where they touch.
#[test]
fn tiles_touch_as_they_do_in_the_sample() {
    let rows = sample("####....\n###..++.\n##......\n#....###\n");
    let stage = WaveFunctionCollapse { model: CollapseModel::Tiled, ..WaveFunctionCollapse::default() };
    let as_is = WaveFunctionCollapse { symmetry: Symmetries::NONE, ..stage.clone() };
    let pairs = |map: &BuilderMap, dir: Dir| -> BTreeSet<(Tile, Tile)> {
        let (dx, dy) = if dir == Dir::E { (1, 0) } else { (0, 1) };
        let (w, h) = (map.size().w - dx, map.size().h - dy);
        let beside = |p: Point| (map.tiles[p], map.tiles[Point::new(p.x + dx, p.y + dy)]);
        Size::new(w, h).points().map(beside).collect()
    };
    for seed in 0..20 {
        let from = WaveFunctionCollapse { sample: Some(rows.clone()), ..as_is.clone() };
        let map = collapsed(&from, BuilderMap::filled(Size::new(40, 30), Wrap::None, Tile::WALL), seed).unwrap();
        for dir in [Dir::E, Dir::S] {
            assert!(pairs(&map, dir).is_subset(&pairs(&rows, dir)), "{dir:?}, seed {seed}");
        }
        for wrap in Wrap::ALL {
            let wang = BuilderChain::start_with(Size::new(24, 20), WangEdges { colors: 3 }).wrap(wrap);
            let before = wang.build(seed).unwrap();
            let old = before.sides.clone().unwrap();
            let known: BTreeSet<u8> =
                old.as_slice().iter().flat_map(|sides| (0..4).map(|i| sides.turned(i).0)).collect();
            let turns = WaveFunctionCollapse { symmetry: Symmetries::of(&[Image::Turns]), ..stage.clone() };
            let map = collapsed(&turns, before, seed).unwrap();
            let sides = map.sides.as_ref().unwrap();
            assert!(sides.as_slice().iter().all(|sides| known.contains(&sides.0)));
            let lattice = Passages::lattice(map.size(), wrap);
            for cell in 0..lattice.area() {
                for dir in lattice.ways(cell).iter() {
                    let next = lattice.step(cell, dir);
                    assert_eq!(sides[cell].color(dir), sides[next].color(dir.opposite()), "{wrap} {seed}");
                }
            }
        }
    }
}

#[test]
fn repair_leaves_one_part_and_require_leaves_no_other() {
    let sample = sample(DUNGEON);
    let stage = |connect| WaveFunctionCollapse {
        connect,
        border: true,
        sample: Some(sample.clone()),
        restarts: 3,
        ..WaveFunctionCollapse::default()
    };
    let start = |side| BuilderMap::filled(Size::new(side, side), Wrap::None, Tile::WALL);
    let mut apart = 0;
    for seed in 0..20 {
        apart += usize::from(parts(&collapsed(&stage(Connect::Any), start(40), seed).unwrap()) > 1);
        let map = collapsed(&stage(Connect::Repair), start(40), seed).unwrap();
        assert_eq!(parts(&map), 1, "seed {seed}");
        let rim = map.size().points().filter(|p| p.x % 39 == 0 || p.y % 39 == 0);
        assert!(rim.into_iter().all(|p| map.tiles[p].is_solid()), "the ring stays whole, seed {seed}");
    }
    assert!(apart >= 15, "there is something to repair: {apart}");
    // Stripes of floor never meet.
    let stripes = WaveFunctionCollapse {
        model: CollapseModel::Overlapping { n: 2 },
        symmetry: Symmetries::NONE,
        connect: Connect::Require,
        sample: Some(self::sample("#.#.#.\n#.#.#.\n#.#.#.\n")),
        restarts: 2,
        ..WaveFunctionCollapse::default()
    };
    let error = collapsed(&stripes, start(8), 1).unwrap_err();
    assert_eq!(error.to_string(), "none of 3 maps is connected, as `connect` requires");
    assert!(error.is_retryable());
    // A cave with much floor, where most maps are whole.
    let cave = self::sample("......\n..#...\n......\n....#.\n......\n......\n");
    let whole =
        WaveFunctionCollapse { connect: Connect::Require, sample: Some(cave), ..WaveFunctionCollapse::default() };
    for seed in 0..5 {
        assert_eq!(parts(&collapsed(&whole, start(20), seed).unwrap()), 1);
    }
}

/// What a map has besides its terrain belongs to the old one.
#[test]
fn what_is_stale_is_gone_and_what_is_kept_stays() {
    let size = Size::new(32, 32);
    let chain = BuilderChain::start_with(size, RandomRooms::default()).with(RoomStart::default());
    let mut map = chain.with(RoomExit::default()).build(3).unwrap();
    map.regions = Some(Grid::new(size, 3));
    map.flow = Some(Flow::dry(size, map.start.unwrap()));
    map.spawns = vec![Spawn::new(map.rooms.as_ref().unwrap()[1].rect.center(), "Goblin")];
    map.portals = vec![(map.start.unwrap(), map.exit.unwrap())];
    let made = collapsed(&WaveFunctionCollapse::default(), map.clone(), 1).unwrap();
    assert_eq!(made.planes(), Planes::NONE);
    assert_eq!((made.spawns.len(), made.portals.len()), (0, 0));
    check_windows(&made, 3, &pieces(&map.tiles, 3, 1, false, true), "rooms");

    let keep = vec![Keep::Start, Keep::Exit, Keep::Spawns];
    let made = collapsed(&WaveFunctionCollapse { keep, ..WaveFunctionCollapse::default() }, map.clone(), 1).unwrap();
    assert_eq!((made.start, made.exit, &made.spawns), (map.start, map.exit, &map.spawns));
    assert_eq!((&made.rooms, &made.flow, &made.regions), (&None, &None, &None));
    for at in [map.start.unwrap(), map.exit.unwrap(), map.spawns[0].at] {
        assert_eq!(made.tiles[at], map.tiles[at]);
    }
}

#[test]
fn what_cannot_be_is_told_at_once_and_changes_nothing() {
    let stripes = |more: WaveFunctionCollapse| WaveFunctionCollapse {
        model: CollapseModel::Overlapping { n: 2 },
        symmetry: Symmetries::NONE,
        sample: Some(sample("#.#.#.\n#.#.#.\n#.#.#.\n")),
        ..more
    };
    let start = || BuilderMap::filled(Size::new(9, 6), Wrap::None, Tile::GRASS);
    let check = |stage: WaveFunctionCollapse, map: BuilderMap, message: &str| {
        assert_eq!(collapsed(&stage, map, 1).unwrap_err().to_string(), message);
    };
    let pin = |x, y, tile| Pin { at: Point::new(x, y), tile };
    let pinned =
        |pins: &[Pin]| stripes(WaveFunctionCollapse { pins: pins.to_vec(), ..WaveFunctionCollapse::default() });
    let message = "parameter `pins` is `door` at (4, 2); expected a tile of the sample or of the rules";
    check(pinned(&[pin(4, 2, Tile::DOOR)]), start(), message);
    // No window of stripes has wall beside wall: the pins are named, not only the corner of the window.
    let message =
        "no map can be made: no pattern has `wall` at (4, 2) and `wall` at (5, 2); its top left cell is at (4, 1)";
    check(pinned(&[pin(4, 2, Tile::WALL), pin(5, 2, Tile::WALL)]), start(), message);
    // Wall three columns from floor: nothing but the columns between them tells.
    let error = collapsed(&pinned(&[pin(1, 2, Tile::WALL), pin(8, 2, Tile::WALL)]), start(), 1).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("no map can be made: none fits what may stand "), "{message}");
    check(pinned(&[pin(9, 2, Tile::WALL)]), start(), "parameter `pins` is (9, 2); expected cells of the map of 9x6");
    check(
        stripes(WaveFunctionCollapse { budget: 0, ..WaveFunctionCollapse::default() }),
        start(),
        "parameter `budget` is 0; expected 1 to 1000",
    );
}

/// Every cell has exactly one closed side. So cells come in pairs, and there is no way to pair the 49 cells of a torus;
/// but no neighborhood tells.
#[test]
fn a_search_without_a_solution_ends_and_changes_nothing() {
    let mut tee = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
    tee.sides = Some(Grid::new(tee.size(), Sides::from_code(0b1110)));
    let stage = WaveFunctionCollapse {
        model: CollapseModel::Tiled,
        sample: Some(tee),
        budget: 4,
        restarts: 1,
        ..WaveFunctionCollapse::default()
    };
    let mut map = BuilderMap::filled(Size::new(7, 7), Wrap::Both, Tile::SAND);
    map.start = Some(Point::new(2, 3));
    map.rooms = Some(Room::numbered([Rect::new(1, 1, 3, 3)]));
    let error = collapsed(&stage, map.clone(), 1).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("gave up after ") && message.contains(" and 1 restarts, with at most "), "{message}");
    assert!(error.is_retryable());
    // With an even number of cells there are many ways.
    let mut even = BuilderMap::filled(Size::new(8, 7), Wrap::Both, Tile::SAND);
    even.start = map.start;
    let sides = collapsed(&stage, even, 1).unwrap().sides.unwrap();
    assert!(sides.as_slice().iter().all(|sides| sides.degree() == 3));
}

/// FNV-1a, 64 bits.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Three models, as one number.
fn fingerprint() -> u64 {
    let models =
        [CollapseModel::Overlapping { n: 3 }, CollapseModel::Chunks { chunk: 8, stride: 8 }, CollapseModel::Tiled];
    let made = models.into_iter().flat_map(|model| {
        let stage = WaveFunctionCollapse { model, connect: Connect::Repair, ..WaveFunctionCollapse::default() };
        let map = BuilderChain::start_with(Size::new(40, 30), RandomRooms::default()).with(stage).build(11).unwrap();
        map.tiles.into_vec()
    });
    hash(made.map(|tile| tile.0))
}

/// Set in the processes that this test starts.
const CHILD: &str = "MAPWRIGHT_FINGERPRINT";

#[test]
fn ten_processes_make_the_same_map() {
    let own = fingerprint();
    if std::env::var_os(CHILD).is_some() {
        println!("fingerprint {own:016x}");
        return;
    }
    for process in 0..10 {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "ten_processes_make_the_same_map", "--nocapture"]).env(CHILD, "1");
        let said = String::from_utf8(child.output().unwrap().stdout).unwrap();
        assert!(said.contains(&format!("fingerprint {own:016x}\n")), "process {process} said {said}");
    }
}
