//! Packings as levels: what is true of every one of them.
#![allow(clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use crate::naive::verify;
use mapwright_core::{
    BuildCx, Builder, BuilderChain, BuilderMap, Dir, Grid, MapRng, MetaMapBuilder, Passages, Point, Portal, Size, Tile,
    Wrap,
};
use mapwright_graph::Components;
use mapwright_packing::{Board, PackProblem, PieceSet, Polyomino, PolyominoFill, RegionDoors};
use proptest::prelude::*;

const SIZES: [(u16, u16); 12] =
    [(1, 4), (9, 1), (1, 30), (2, 2), (2, 7), (3, 3), (5, 8), (4, 4), (7, 5), (13, 11), (31, 17), (70, 40)];

fn set(text: &str) -> PieceSet {
    text.parse().unwrap()
}

fn filled(size: (u16, u16), wrap: Wrap, fill: &PolyominoFill, seed: u64) -> BuilderMap {
    BuilderChain::start_with(Size::new(size.0, size.1), fill.clone()).wrap(wrap).build(seed).unwrap()
}

/// The cells of each region.
fn regions_of(map: &BuilderMap) -> BTreeMap<u16, Vec<Point>> {
    let mut regions: BTreeMap<u16, Vec<Point>> = BTreeMap::new();
    for (p, &id) in map.regions.as_ref().unwrap().iter() {
        regions.entry(id).or_default().push(p);
    }
    regions
}

#[test]
fn every_region_is_a_piece_and_a_room_of_its_own() {
    for text in ["tetrominoes", "pentominoes", "XX X", "XXX XX/X.", "X../XXX/.X."] {
        for ((w, h), wrap) in SIZES.into_iter().zip(Wrap::ALL.into_iter().cycle()) {
            let fill = PolyominoFill { pieces: set(text), mirror: w % 2 == 0, ..PolyominoFill::default() };
            let lies: BTreeSet<Polyomino> =
                fill.pieces.pieces(1).iter().flat_map(|piece| piece.shape.orientations(true, fill.mirror)).collect();
            if !lies.iter().any(|lie| lie.w() <= w && lie.h() <= h) {
                continue;
            }
            let map = filled((w, h), wrap, &fill, u64::from(w));
            assert_eq!(map.validate(), Ok(()));
            let mut regions = regions_of(&map);
            let rock = regions.remove(&0).unwrap_or_default();
            assert!(rock.iter().all(|&p| !map.is_open(p)));
            let rooms = map.rooms.as_ref().unwrap();
            assert_eq!(rooms.len(), regions.len());
            let parts = parts(&map);
            assert_eq!(parts, regions.len(), "no piece is joined to another");
            for ((_, cells), room) in regions.iter().zip(rooms) {
                let shape = Polyomino::new(cells.iter().copied()).unwrap();
                assert!(lies.contains(&shape), "{shape} in {text}");
                assert!(cells.iter().all(|&p| map.is_open(p) && room.rect.contains(p)));
                assert_eq!((room.rect.w, room.rect.h), (shape.w(), shape.h()));
            }
        }
    }
}

#[test]
fn as_little_rock_as_can_be_on_boards_that_are_not_narrow() {
    for (w, h) in [(5, 8), (7, 5), (13, 11), (31, 17), (70, 40)] {
        for (text, modulus) in [("tetrominoes", 4), ("pentominoes", 5), ("XX", 2), ("XX X", 1)] {
            let map = filled((w, h), Wrap::None, &PolyominoFill { pieces: set(text), ..PolyominoFill::default() }, 3);
            let rock = map.tiles.as_slice().iter().filter(|tile| tile.is_solid()).count();
            assert_eq!(rock, usize::from(w * h) % modulus, "{w}x{h} {text}");
        }
    }
}

/// Three of the eight orientations of an L cover the first cell of three by two.
#[test]
fn each_orientation_that_fits_is_equally_likely() {
    let fill = PolyominoFill { pieces: set("XXX/X.."), ..PolyominoFill::default() };
    let mut counts: BTreeMap<Vec<Point>, u32> = BTreeMap::new();
    for seed in 0..3000 {
        let cells = regions_of(&filled((3, 2), Wrap::None, &fill, seed)).remove(&1).unwrap();
        *counts.entry(cells).or_default() += 1;
    }
    // Four standard deviations.
    let (n, tolerance) = (counts.len(), 103);
    assert!(n == 3 && counts.values().all(|&count| count.abs_diff(1000) <= tolerance), "{:?}", counts.values());
}

/// Pieces that fit badly leave rock, and do not take for ever.
#[test]
fn large_maps_of_awkward_pieces_are_filled() {
    let awkward = PolyominoFill { pieces: set("XX X../XXX"), rotate: false, ..PolyominoFill::default() };
    let one = PolyominoFill { pieces: set("X../XXX"), ..PolyominoFill::default() };
    let fixed = PolyominoFill { rotate: false, ..PolyominoFill::default() };
    for fill in [awkward, one, fixed] {
        let map = filled((200, 150), Wrap::None, &fill, 1);
        let rock = map.tiles.as_slice().iter().filter(|tile| tile.is_solid()).count();
        assert!(rock < 200 * 150 / 3, "{rock} cells of rock");
    }
}

#[test]
fn given_counts_are_used_up() {
    let fill = PolyominoFill { pieces: set("pentominoes"), counts: vec![1; 12], ..PolyominoFill::default() };
    for seed in 0..5 {
        let map = filled((10, 6), Wrap::None, &fill, seed);
        let problem =
            PackProblem { mirror: true, ..PackProblem::new(Board::rect(10, 6).unwrap(), fill.pieces.pieces(1)) };
        verify(&problem, &problem.read_regions(map.regions.as_ref().unwrap()).unwrap());
    }
    // What they leave is rock, and single cells that were asked for are none.
    let fill = PolyominoFill { pieces: set("XX/XX X"), counts: vec![3, 2], ..PolyominoFill::default() };
    let map = filled((7, 5), Wrap::None, &fill, 1);
    assert_eq!(map.rooms.as_ref().unwrap().len(), 5);
    assert_eq!(map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count(), 14);
}

#[test]
fn what_cannot_be_packed_is_an_error_that_says_why() {
    let error = |size: (u16, u16), fill: PolyominoFill| {
        let chain = BuilderChain::start_with(Size::new(size.0, size.1), fill);
        chain.build(1).unwrap_err()
    };
    let tetrominoes = |counts: &[u32]| PolyominoFill { counts: counts.to_vec(), ..PolyominoFill::default() };
    let check = |size, fill, message: &str, retryable| {
        let error = error(size, fill);
        assert_eq!(error.to_string(), format!("initial polyomino-fill: {message}"));
        assert_eq!(error.is_retryable(), retryable);
    };
    check((1, 1), PolyominoFill::default(), "no piece fits on a map of 1x1", true);
    let counts = "parameter `counts` is [1, 2]; expected as many numbers as there are pieces, 7, or none";
    check((4, 4), tetrominoes(&[1, 2]), counts, false);
    let counts = "parameter `counts` is [0, 0, 0, 0, 0, 0, 0]; expected at least one piece";
    check((4, 4), tetrominoes(&[0; 7]), counts, false);
    check((4, 4), tetrominoes(&[1; 7]), "the pieces cover 28 cells, but the map has 16", true);
    let t =
        "no filling: colored like a chessboard, the board needs an odd number of T pieces more or fewer than there are";
    check((6, 6), PolyominoFill { mirror: false, ..tetrominoes(&[2, 2, 0, 0, 2, 2, 1]) }, t, true);
}

#[test]
fn more_pieces_than_numbers_use_them_again() {
    let map = filled((300, 300), Wrap::None, &PolyominoFill { pieces: set("X"), ..PolyominoFill::default() }, 1);
    assert_eq!(map.rooms.as_ref().unwrap().len(), 90_000);
    let regions = map.regions.as_ref().unwrap();
    for (p, &id) in regions.iter() {
        let beside = [Point::new(p.x + 1, p.y), Point::new(p.x, p.y + 1)];
        assert!(id > 0 && beside.iter().all(|&q| regions.get(q) != Some(&id)));
    }
}

/// For each pair of touching rooms how many doors there are between them; rooms are found without doors.
fn doors_of(before: &BuilderMap, after: &BuilderMap) -> BTreeMap<(u32, u32), u32> {
    let size = before.size();
    let regions = before.regions.as_ref().unwrap();
    let passages = before.passages();
    let mut rooms: Grid<u32> = Grid::new(size, 0);
    let mut last = 0;
    for first in 0..size.area() {
        if rooms[first] > 0 || regions[first] == 0 || before.tiles[first].is_solid() {
            continue;
        }
        last += 1;
        let mut open = vec![first];
        while let Some(here) = open.pop() {
            rooms[here] = last;
            let ways = passages.dirs(here).iter().map(|dir| passages.step(here, dir));
            open.extend(ways.filter(|&next| rooms[next] == 0 && regions[next] == regions[here]));
        }
    }
    let (lattice, passages) = (Passages::lattice(size, before.wrap), after.passages());
    let mut doors = BTreeMap::new();
    for cell in 0..size.area() {
        for dir in [Dir::E, Dir::S] {
            let Some(next) = lattice.beside(cell, dir) else { continue };
            let (a, b) = (rooms[cell].min(rooms[next]), rooms[cell].max(rooms[next]));
            if a > 0 && a != b {
                *doors.entry((a, b)).or_default() += u32::from(passages.dirs(cell).contains(dir));
            } else if a == b && a > 0 {
                let was = before.passages().dirs(cell).contains(dir);
                assert_eq!(passages.dirs(cell).contains(dir), was, "rooms stay as they are inside");
            }
        }
    }
    doors
}

fn with_doors(before: &BuilderMap, loops: f64, seed: u64) -> BuilderMap {
    let mut after = before.clone();
    RegionDoors { loop_chance: loops }.apply(&mut after, &mut BuildCx::new(seed, "region-doors", 0)).unwrap();
    assert_eq!(after.validate(), Ok(()));
    after
}

/// How many parts a map has.
fn parts(map: &BuilderMap) -> usize {
    Components::from_map(map, &map.passages()).sizes.len()
}

#[test]
fn a_tree_of_doors_joins_all_pieces_and_loops_join_neighbors() {
    for ((w, h), wrap) in SIZES.into_iter().zip(Wrap::ALL.into_iter().cycle()) {
        let map = filled((w, h), wrap, &PolyominoFill::default(), 5);
        let pieces = map.rooms.as_ref().unwrap().len();
        let tree = with_doors(&map, 0.0, 7);
        let doors = doors_of(&map, &tree);
        assert!(doors.values().all(|&n| n <= 1));
        assert_eq!(doors.values().sum::<u32>() as usize, pieces - parts(&tree), "{w}x{h} {wrap}");
        assert!(parts(&tree) == 1 || h.min(w) < 3, "{w}x{h}");
        let all = with_doors(&map, 1.0, 7);
        assert!(doors_of(&map, &all).values().all(|&n| n == 1));
        let some = with_doors(&map, 0.3, 7);
        let loops =
            |map: &BuilderMap| doors_of(&filled((w, h), wrap, &PolyominoFill::default(), 5), map).values().sum::<u32>();
        assert!(loops(&tree) <= loops(&some) && loops(&some) <= loops(&all));
    }
}

/// A map as users have them: walls, regions that are apart or none, portals, borders that are joined.
fn rough_map(seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let size = Size::new(rng.range(1, 9) as u16, rng.range(1, 9) as u16);
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| if rng.chance(0.2) { Tile::WALL } else { Tile::FLOOR });
    map.regions = Some(Grid::from_fn(size, |_| rng.below(4) as u16));
    let any = rng.chance(0.5);
    map.sides = Some(Grid::from_fn(size, |_| mapwright_core::Sides(if any { rng.below(256) as u8 } else { 0x55 })));
    map.portals.push(Portal::new(size.point(0), size.point(size.area() - 1)));
    map
}

proptest! {
    #[test]
    fn doors_on_any_map_join_what_can_be_joined(seed: u64) {
        let before = rough_map(seed);
        let after = with_doors(&before, 0.0, seed);
        // Rooms as nodes, pairs that touch as edges: a spanning forest has a door for each node but one a tree.
        let doors = doors_of(&before, &after);
        prop_assert!(doors.values().all(|&n| n <= 1));
        let rooms: BTreeSet<u32> = doors.keys().flat_map(|&(a, b)| [a, b]).collect();
        let trees = |joined: &dyn Fn(u32) -> bool| {
            let mut parent: BTreeMap<u32, u32> = rooms.iter().map(|&room| (room, room)).collect();
            let find = |parent: &BTreeMap<u32, u32>, mut room: u32| {
                while parent[&room] != room {
                    room = parent[&room];
                }
                room
            };
            for (&(a, b), &n) in doors.iter().filter(|&(_, &n)| joined(n)) {
                let (a, b) = (find(&parent, a), find(&parent, b));
                parent.insert(a, b);
                let _ = n;
            }
            rooms.iter().filter(|&&room| find(&parent, room) == room).count()
        };
        let (possible, found) = (trees(&|_| true), trees(&|n| n == 1));
        prop_assert_eq!(possible, found);
        prop_assert_eq!(doors.values().sum::<u32>() as usize, rooms.len() - found);
        // The same map and seed, the same doors.
        prop_assert_eq!(with_doors(&before, 0.0, seed), after);
    }
}

/// Where walls are tiles, doors are tiles cut into walls one cell thick.
#[test]
fn doors_are_cut_into_walls_of_tiles() {
    for (w, h) in [(3, 1), (1, 5), (13, 9), (40, 25)] {
        let (w, h): (u16, u16) = (w, h);
        let size = Size::new(w, h);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let is_wall = |p: Point| w > 1 && p.x % 4 == 1 || h > 1 && p.y % 4 == 1;
        map.tiles = Grid::from_fn(size, |p| if is_wall(p) { Tile::WALL } else { Tile::FLOOR });
        let room = |p: Point| (p.y + 2) / 4 * w.div_ceil(4).max(2) + (p.x + 2) / 4 + 1;
        map.regions = Some(Grid::from_fn(size, |p| if is_wall(p) { 0 } else { room(p) }));
        let rooms = parts(&map);
        let tree = with_doors(&map, 0.0, 3);
        assert_eq!((parts(&tree), &tree.sides), (1, &None), "{size}");
        let doors = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::DOOR).count();
        assert_eq!(doors(&tree), rooms - 1);
        let changed = map.tiles.iter().filter(|&(p, &tile)| tree.tiles[p] != tile);
        assert!(changed.into_iter().all(|(p, &tile)| tile == Tile::WALL && tree.tiles[p] == Tile::DOOR));
        assert!(doors(&with_doors(&map, 1.0, 3)) >= doors(&tree));
    }
}

#[test]
fn doors_need_regions_and_a_share() {
    let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
    let mut apply = |loops: f64| {
        let doors = RegionDoors { loop_chance: loops };
        doors.apply(&mut map, &mut BuildCx::new(1, "region-doors", 0)).unwrap_err().to_string()
    };
    assert_eq!(apply(0.1), "needs `regions`, which no earlier stage provides");
    assert_eq!(apply(1.5), "parameter `loop_chance` is 1.5; expected 0 to 1");
    assert_eq!(apply(f64::NAN), "parameter `loop_chance` is NaN; expected 0 to 1");
}

#[test]
fn doors_are_spread_over_borders_and_pairs() {
    // Two rooms with a border of six places: each is as likely. Six standard deviations of 600 in 3600 are 134.
    let size = Size::new(6, 2);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    map.regions = Some(Grid::from_fn(size, |p| p.y + 1));
    let mut counts = [0u32; 6];
    for seed in 0..3600 {
        let passages = with_doors(&map, 0.0, seed).passages();
        (0..6).filter(|&cell| passages.dirs(cell).contains(Dir::S)).for_each(|cell| counts[cell as usize] += 1);
    }
    assert!(counts.iter().all(|&n| n.abs_diff(600) < 134), "{counts:?}");
}

#[test]
fn builders_say_what_they_give() {
    let fill = PolyominoFill::default();
    assert_eq!(fill.name(), "polyomino-fill");
    let size = Size::new(6, 6);
    let mut history = mapwright_core::History::every(1);
    let chain = BuilderChain::start_with(size, fill).with(RegionDoors::default());
    let map = chain.build_with(3, &mut history).unwrap();
    assert_eq!(map, chain.build(3).unwrap());
    // A frame for each of the nine pieces at least.
    assert!(history.frames().len() >= 9, "{}", history.frames().len());
}
