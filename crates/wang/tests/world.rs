//! Worlds against their definition: one tile at a time, one color at a time.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use mapwright_core::{Corner, Dir, Grid, MapRng, Sides, Size};
use mapwright_wang::{ChunkPos, Place, WangKind, WangWorld, WorldRect};
use proptest::prelude::*;

/// Where windows are looked at: around the origin, at the ends of chunk numbers and at those of all coordinates.
const PLACES: [i64; 7] = [-9, 0, 1 << 35, 8 * (i32::MAX as i64), 64 * (i32::MIN as i64), i64::MIN, i64::MAX - 5];

/// The naive twin of a world with pins: every place has its color, and a tile is its four places.
struct Naive {
    bare: WangWorld,
    pins: BTreeMap<Place, u8>,
}

impl Naive {
    fn color(&self, place: Place, hashed: u8) -> u8 {
        self.pins.get(&place).copied().unwrap_or(hashed)
    }

    fn tile(&self, x: i64, y: i64) -> Sides {
        let bare = self.bare.tile(x, y);
        Sides::from_colors(match self.bare.kind() {
            WangKind::Edges => Dir::ALL.map(|side| self.color(Place::side(x, y, side), bare.color(side))),
            WangKind::Corners => Corner::ALL.map(|corner| self.color(Place::corner(x, y, corner), bare.corner(corner))),
        })
    }

    fn window(&self, x0: i64, y0: i64, w: u32, h: u32) -> Vec<Sides> {
        let row = |y: i64| (0..w).map(move |x| self.tile(x0.wrapping_add(x.into()), y));
        (0..h).flat_map(|y| row(y0.wrapping_add(y.into()))).collect()
    }
}

/// Checks every way to get tiles around a place.
fn check(world: &WangWorld, naive: &Naive, x0: i64, y0: i64, w: u32, h: u32) {
    let expected = naive.window(x0, y0, w, h);
    assert_eq!(world.window(WorldRect::new(x0, y0, w, h)).unwrap().as_slice(), expected);
    for (y, expected) in (0..).zip(expected.chunks(w as usize)) {
        let mut row = vec![Sides(0xff); w as usize];
        world.row(x0, y0.wrapping_add(y), &mut row);
        assert_eq!(row, expected);
        for (x, &expected) in (0..).zip(expected) {
            assert_eq!(world.tile(x0.wrapping_add(x), y0.wrapping_add(y)), expected);
        }
    }
    if let Some((chunk, _)) = world.locate(x0, y0) {
        let (x, y) = world.chunk_origin(chunk);
        let size = world.chunk_size();
        let expected = naive.window(x, y, size.w.into(), size.h.into());
        assert_eq!(world.chunk(chunk).as_slice(), expected);
        let mut out = vec![Sides(0xff); expected.len()];
        world.chunk_into(chunk, &mut out).unwrap();
        assert_eq!(out, expected);
    }
}

#[test]
fn windows_rows_and_chunks_show_the_same_tiles() {
    for world in common::worlds(4) {
        for (x, y) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
            for size in [(1, 1), (3, 5), (8, 8), (64, 64)].map(|(w, h)| Size::new(w, h)) {
                let world = world.clone().with_chunk_size(size).unwrap();
                let naive = Naive { bare: world.clone(), pins: BTreeMap::new() };
                check(&world, &naive, x, y, 13, 4);
            }
        }
    }
}

fn place(kind: WangKind, x: i64, y: i64, part: u32) -> Place {
    match kind {
        WangKind::Edges => Place::side(x, y, Dir::from_index(part)),
        WangKind::Corners => Place::corner(x, y, Corner::ALL[part as usize]),
    }
}

proptest! {
    /// Pins around a window, some of them taken away again, against the naive twin.
    #[test]
    fn pins_decide_the_color_of_their_place_and_of_nothing_else(
        case in 0..12usize,
        (x, y) in (0..PLACES.len(), 0..PLACES.len()),
        (w, h) in (1..20u32, 1..6u32),
        chunk in (1..12u16, 1..12u16),
        pins in prop::collection::vec((-3..23i64, -3..9i64, 0..4u32, 0..4u8, prop::bool::ANY), 0..30),
    ) {
        let bare = common::worlds(8)[case].clone().with_chunk_size(Size::new(chunk.0, chunk.1)).unwrap();
        let (x, y) = (PLACES[x], PLACES[y]);
        let (mut world, mut naive) = (bare.clone(), Naive { bare, pins: BTreeMap::new() });
        for (dx, dy, part, color, stays) in pins {
            let place = place(world.kind(), x.wrapping_add(dx), y.wrapping_add(dy), part);
            let color = color % world.colors();
            prop_assert_eq!(world.pin(place, color).unwrap(), naive.pins.insert(place, color));
            if !stays {
                prop_assert_eq!(world.unpin(place), naive.pins.remove(&place));
                prop_assert_eq!(world.unpin(place), None);
            }
        }
        prop_assert!(world.pins().eq(naive.pins.iter().map(|(&place, &color)| (place, color))));
        check(&world, &naive, x, y, w, h);
    }
}

#[test]
fn pins_far_away_and_by_the_thousand_change_no_tile() {
    for bare in common::worlds(9).into_iter().take(6) {
        let mut world = bare.clone();
        let mut rng = MapRng::new(1);
        let window = WorldRect::new(-20, -20, 40, 40);
        for _ in 0..2_000 {
            // In the same rows, east and west of the window, and in other rows.
            let (x, y) = (i64::from(rng.range(30, 1_000_000)), i64::from(rng.below(200)) - 100);
            let x = if rng.chance(0.5) { x } else { -x };
            world.pin(place(world.kind(), x, y, rng.below(4)), 0).unwrap();
        }
        assert_eq!(world.window(window).unwrap(), bare.window(window).unwrap());
    }
}

#[test]
fn an_area_can_be_pinned_to_water() {
    let mut world = WangWorld::corners(3, 3).unwrap();
    for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
        world.pin(Place::corner(x, y, Corner::NW), 2).unwrap();
    }
    let lake = world.window(WorldRect::new(-2, -2, 4, 4)).unwrap();
    assert!(lake.as_slice().iter().all(|&tile| tile == Sides::from_colors([2; 4])));
}

#[test]
fn chunks_of_a_rectangle_come_row_by_row_and_make_the_window() {
    for world in common::worlds(5) {
        let world = world.with_chunk_size(Size::new(3, 5)).unwrap();
        let (first, last) = (ChunkPos::new(-2, -1), ChunkPos::new(1, 2));
        let window = world.window(WorldRect::new(-6, -5, 12, 20)).unwrap();
        let mut n = 0;
        for (i, (chunk, tiles)) in (0..).zip(world.chunks(first, last)) {
            assert_eq!(chunk, ChunkPos::new(-2 + i % 4, -1 + i / 4));
            for (p, &tile) in tiles.iter() {
                let (x, y) = (3 * (i as u16 % 4) + p.x, 5 * (i as u16 / 4) + p.y);
                assert_eq!(tile, window[mapwright_core::Point::new(x, y)]);
            }
            n += 1;
        }
        assert_eq!(n, 16);
        assert_eq!(world.chunks(last, first).count(), 0);
        let end = ChunkPos::new(i32::MAX, i32::MAX);
        assert!(world.chunks(end, end).eq([(end, world.chunk(end))]));
    }
}

#[test]
fn a_world_is_the_plane_of_its_seed() {
    use mapwright_wang::{CornerWang, EdgeWang};
    let (edges, corners) = (WangWorld::edges(7, 3).unwrap(), WangWorld::corners(7, 4).unwrap());
    let weighted = WangWorld::corners(7, 2).unwrap().with_weights(&[1, 3]).unwrap();
    for (x, y) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
        assert_eq!(edges.tile(x, y), EdgeWang::new(7, 3).unwrap().tile(x, y));
        assert_eq!(corners.tile(x, y), CornerWang::new(7, 4).unwrap().tile(x, y));
        assert_eq!(weighted.tile(x, y), CornerWang::weighted(7, &[1, 3]).unwrap().tile(x, y));
    }
    assert_eq!((weighted.colors(), weighted.weights(), corners.weights()), (2, Some(&[1, 3][..]), None));
}

#[test]
fn maps_have_floor_and_the_plane_of_their_kind() {
    for world in common::worlds(2) {
        let window = WorldRect::new(-7, i64::MAX - 2, 9, 6);
        let tiles = world.window(window).unwrap();
        let map = world.map(window).unwrap();
        map.sound().unwrap();
        let (sides, corners) = match world.kind() {
            WangKind::Edges => (Some(tiles), None),
            WangKind::Corners => (None, Some(tiles)),
        };
        assert_eq!((map.sides, map.corners), (sides, corners));
        assert!(map.tiles.as_slice().iter().all(|tile| !tile.is_solid()));
        let chunk = ChunkPos::new(-4, i32::MIN);
        let map = world.chunk_map(chunk).unwrap();
        let plane: &Grid<Sides> = map.sides.as_ref().or(map.corners.as_ref()).unwrap();
        assert_eq!(plane, &world.chunk(chunk));
    }
}

#[test]
fn what_is_wrong_is_named() {
    let check = |result: Result<(), mapwright_core::BuildError>, message: &str| {
        assert_eq!(result.map_err(|error| error.to_string()), Err(message.to_owned()));
    };
    let mut world = WangWorld::corners(1, 3).unwrap();
    check(WangWorld::edges(1, 5).map(|_| ()), "parameter `colors` is 5; expected 2 to 4");
    check(
        world.clone().with_weights(&[1]).map(|_| ()),
        "parameter `weights` is [1]; expected 2 to 4 numbers, not all 0",
    );
    let none = Size::new(8, 0);
    check(world.clone().with_chunk_size(none).map(|_| ()), "parameter `chunk` is 8x0; expected 1x1 to 65535x65535");
    check(
        world.chunk_into(ChunkPos::new(0, 0), &mut [Sides(0); 63]),
        "parameter `out` is 63 tiles long; expected 64, the tiles of a chunk of 8x8",
    );
    check(
        world.pin(Place::side(-3, 4, Dir::S), 0).map(|_| ()),
        "parameter `pin` is the north side of tile (-3, 5); expected a place with a color: this is a world of corners",
    );
    let point = Place::corner(0, 0, Corner::NW);
    check(world.pin(point, 3).map(|_| ()), "parameter `pin` is 3; expected a color from 0 to 2");
    world.pin(point, 2).unwrap();
    check(world.clone().with_weights(&[1, 1]).map(|_| ()), "parameter `pin` is 2; expected a color from 0 to 1");
    let too_small = "a map of 7x0 is too small: at least 1x1 is needed";
    check(world.window(WorldRect::new(0, 0, 7, 0)).map(|_| ()), too_small);
    check(world.map(WorldRect::new(0, 0, 7, 0)).map(|_| ()), too_small);
    check(
        world.map(WorldRect::new(0, 0, 60_000, 60_000)).map(|_| ()),
        "a map of 60000x60000 would take up to 172800000000 bytes; expected at most 4294967296 bytes and 65535 cells a side",
    );
    check(
        world.window(WorldRect::new(0, 0, 65_536, 1)).map(|_| ()),
        "a map of 65536x1 would take up to 65536 bytes; expected at most 4294967296 bytes and 65535 cells a side",
    );
}
