//! Builders that make rooms.

use crate::odd::{SIZES, assert_one_part};
use mapwright_core::{BuildErrorKind, BuilderChain, BuilderMap, Grid, InitialMapBuilder, MapRng, Rect, Size, Wrap};
use mapwright_dungeon::{
    Arena, BspDungeon, BspInterior, CorridorLine, Corridors, RandomRooms, RoomCornerRounder, RoomDrawer, RoomExploder,
    RoomPairs,
};

const IN_ORDER: Corridors =
    Corridors { rooms: RoomPairs::InOrder, line: CorridorLine::Dogleg, width: 1, max_loops: Some(0) };

fn all_corridors() -> [Option<Corridors>; 5] {
    let halves = Corridors { rooms: RoomPairs::RelativeNeighbors, ..Corridors::default() };
    let slanting = Corridors { line: CorridorLine::Slanting, ..IN_ORDER };
    [Some(IN_ORDER), Some(halves), Some(Corridors::default()), Some(slanting), None]
}

/// A builder of rooms with its least size of a room and its spacing.
fn makers(corridors: Option<Corridors>, rng: &mut MapRng) -> [(Box<dyn InitialMapBuilder>, u16, u16); 3] {
    let (min, max) = (1 + rng.below(6) as u16, 1 + rng.below(12) as u16);
    let (spacing, tries) = (1 + rng.below(3) as u16, 1 + rng.below(60));
    let max_rooms = rng.chance(0.3).then(|| 1 + rng.below(5));
    let simple = RandomRooms { tries, min_side: min, max_side: max, max_rooms, spacing, corridors };
    let bsp = BspDungeon { tries, min_side: min, max_side: max, max_rooms, spacing, corridors };
    [
        (Box::new(simple), min, spacing),
        (Box::new(bsp), min, spacing),
        (Box::new(BspInterior { min_side: min, corridors }), min, 1),
    ]
}

#[test]
fn rooms_are_whole_apart_and_joined() {
    let mut rng = MapRng::new(1);
    let mut built = 0;
    for (w, h) in SIZES.into_iter().chain([(80, 50), (120, 80)]) {
        for (wrap, round) in Wrap::ALL.into_iter().flat_map(|wrap| (0..5).map(move |round| (wrap, round))) {
            for corridors in all_corridors() {
                for (maker, min, spacing) in makers(corridors, &mut rng) {
                    let context = format!("{maker:?} {w}x{h} {wrap} {round}");
                    let chain = BuilderChain::start_with(Size::new(w, h), maker).wrap(wrap);
                    let margins = |wraps: bool| if wraps { spacing } else { 2 };
                    let least = Size::new(min + margins(wrap.x()), min + margins(wrap.y()));
                    match chain.build(round) {
                        Ok(map) => {
                            assert!(w >= least.w && h >= least.h, "{context}");
                            check_rooms(&map, min, spacing, &context);
                            assert_eq!(map.corridors.is_some(), corridors.is_some());
                            if corridors.is_some() {
                                assert_one_part(&map, &context);
                            }
                            built += 1;
                        }
                        Err(error) => {
                            let too_small = BuildErrorKind::TooSmall { size: Size::new(w, h), min: least };
                            assert_eq!(error.kind, too_small, "{context}");
                            assert!(w < least.w || h < least.h, "{context}");
                        }
                    }
                }
            }
        }
    }
    assert!(built > 1000, "{built}");
}

fn check_rooms(map: &BuilderMap, min: u16, spacing: u16, context: &str) {
    let (size, rooms) = (map.size(), map.room_rects().collect::<Vec<_>>());
    let regions = map.regions.as_ref().unwrap();
    assert!(!rooms.is_empty(), "{context}");
    for (i, room) in rooms.iter().enumerate() {
        assert!(room.w >= min && room.h >= min && room.fits(size), "{context}");
        let ring = |first: u16, length: u16, cells: u16| first > 0 && first + length < cells;
        assert!(map.wrap.x() || ring(room.x, room.w, size.w), "{context}");
        assert!(map.wrap.y() || ring(room.y, room.h, size.h), "{context}");
        assert!(room.points().all(|p| map.is_open(p) && regions[p] == i as u16 + 1), "{context}");
        for other in &rooms[..i] {
            let apart = |a: u16, n: u16, b: u16, m: u16, length: u16, wraps: bool| {
                let gap = |a: u16, n: u16, b: u16| i32::from(b) - i32::from(a) - i32::from(n);
                let round = if wraps { i32::from(length) } else { 1 << 20 };
                let [one, two] = [gap(a, n, b), gap(b, m, a)];
                // Directly one of them counts; round the map, either from the far side.
                one.max(two).min(one.min(two) + round)
            };
            let dx = apart(room.x, room.w, other.x, other.w, size.w, map.wrap.x());
            let dy = apart(room.y, room.h, other.y, other.h, size.h, map.wrap.y());
            assert!(dx.max(dy) >= i32::from(spacing), "{context}: {room:?} {other:?}");
        }
    }
    let mut floor = Grid::new(size, false);
    rooms.iter().flat_map(|room| room.points()).for_each(|p| floor[p] = true);
    assert!(size.points().all(|p| floor[p] || regions[p] == 0), "{context}");
    for path in map.corridors.iter().flatten() {
        for &p in path {
            assert!(!std::mem::replace(&mut floor[p], true), "{context}: {p} was dug twice");
        }
    }
    assert!(map.tiles.iter().all(|(p, tile)| tile.is_solid() != floor[p]), "{context}");
}

#[test]
fn limits_on_rooms_are_kept() {
    for seed in 0..30 {
        let simple = RandomRooms { tries: 500, min_side: 3, max_side: 5, max_rooms: Some(7), ..RandomRooms::default() };
        let bsp = BspDungeon { tries: 900, min_side: 3, max_side: 5, max_rooms: Some(7), ..BspDungeon::default() };
        let build = |chain: BuilderChain| chain.build(seed).unwrap().room_rects().collect::<Vec<_>>();
        let size = Size::new(70, 40);
        for rooms in [build(BuilderChain::start_with(size, simple)), build(BuilderChain::start_with(size, bsp))] {
            assert_eq!(rooms.len(), 7);
            assert!(rooms.iter().all(|room| (3..=5).contains(&room.w) && (3..=5).contains(&room.h)));
        }
    }
    // A maximum below the minimum counts as the minimum.
    let squares = RandomRooms { min_side: 12, ..RandomRooms::default() };
    let map = BuilderChain::start_with(Size::new(60, 40), squares).build(1).unwrap();
    assert!(map.room_rects().all(|room| (room.w, room.h) == (12, 12)));
}

#[test]
fn sizes_and_places_of_rooms_are_uniform() {
    // One room of 2 to 4 cells a side on a map with 6 by 6 cells inside its walls.
    let one = RandomRooms { tries: 1, min_side: 2, max_side: 4, ..RandomRooms::default() };
    let chain = BuilderChain::start_with(Size::new(8, 8), one);
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..9000 {
        let room = chain.build(seed).unwrap().rooms.unwrap()[0].rect;
        *counts.entry((room.w, room.x)).or_insert(0) += 1;
    }
    // 3 widths, with 5, 4 and 3 places. Four standard deviations of 9000 tries with such a chance.
    assert_eq!(counts.len(), 5 + 4 + 3);
    for ((w, _), n) in counts {
        let p = 1.0 / (3.0 * f64::from(7 - w));
        let (mean, deviation) = (9000.0 * p, (9000.0 * p * (1.0 - p)).sqrt());
        assert!((f64::from(n) - mean).abs() < 4.0 * deviation, "width {w}: {n}, expected {mean}");
    }
}

#[test]
fn interiors_are_rooms_and_walls_one_cell_thick() {
    for seed in 0..60 {
        let min = 1 + seed as u16 % 9;
        let chain = BuilderChain::start_with(Size::new(50, 37), BspInterior { min_side: min, corridors: None });
        let map = chain.build(seed).unwrap();
        assert!(map.room_rects().all(|room| (min..=2 * min).contains(&room.w) && (min..=2 * min).contains(&room.h)));
        for p in Rect::new(1, 1, 48, 35).points().filter(|&p| !map.is_open(p)) {
            let near = Rect::new(p.x - 1, p.y - 1, 3, 3);
            assert!(map.room_rects().any(|room| room.intersects(near)), "{p} is deep in a wall");
        }
    }
}

#[test]
fn one_room_maps() {
    // Reference fault 8: with one room there is nothing to join, and that is fine.
    for corridors in all_corridors() {
        let one = RandomRooms { tries: 1, corridors, ..RandomRooms::default() };
        let map = BuilderChain::start_with(Size::new(12, 12), one).build(3).unwrap();
        assert_eq!(map.rooms.as_ref().map(Vec::len), Some(1));
        assert!(map.corridors.is_none_or(|corridors| corridors.is_empty()));
    }
    let tight = BuilderChain::start_with(Size::new(10, 10), BspInterior::default()).build(0).unwrap();
    assert_eq!(tight.room_rects().collect::<Vec<_>>(), [Rect::new(1, 1, 8, 8)]);
}

#[test]
fn bsp_dungeons_have_no_room_out_of_reach() {
    // Reference fault 8: 18 of 500 had stairs that could not be reached.
    for seed in 0..500 {
        let dungeon = BuilderChain::start_with(Size::new(80, 50), BspDungeon::default()).build(seed).unwrap();
        assert!(dungeon.rooms.as_ref().unwrap().len() > 8);
        assert_one_part(&dungeon, &seed);
        assert_one_part(
            &BuilderChain::start_with(Size::new(80, 50), BspInterior::default()).build(seed).unwrap(),
            &seed,
        );
    }
}

#[test]
fn parameters_out_of_range_are_named() {
    let initial = |maker: Box<dyn InitialMapBuilder>| {
        BuilderChain::start_with(Size::new(9, 9), maker).check().unwrap_err().to_string()
    };
    let simple = RandomRooms::default;
    let cases: [(Box<dyn InitialMapBuilder>, &str); 5] = [
        (Box::new(RandomRooms { tries: 0, ..simple() }), "random-rooms: parameter `tries` is 0; expected 1 to 1000000"),
        (
            Box::new(RandomRooms { min_side: 0, ..simple() }),
            "random-rooms: parameter `min_side` is 0; expected 1 or more",
        ),
        (
            Box::new(RandomRooms { spacing: 101, ..simple() }),
            "random-rooms: parameter `spacing` is 101; expected 1 to 100",
        ),
        (
            Box::new(BspDungeon { max_rooms: Some(0), ..BspDungeon::default() }),
            "bsp-dungeon: parameter `max_rooms` is 0; expected 1 or more",
        ),
        (
            Box::new(BspInterior { min_side: 0, ..BspInterior::default() }),
            "bsp-interior: parameter `min_side` is 0; expected 1 or more",
        ),
    ];
    for (maker, expected) in cases {
        assert_eq!(initial(maker), format!("initial {expected}"));
    }
    let meta = |meta: Box<dyn mapwright_core::MetaMapBuilder>| {
        let chain = BuilderChain::start_with(Size::new(9, 9), Arena::default()).with(meta);
        chain.check().unwrap_err().to_string()
    };
    assert_eq!(
        meta(Box::new(RoomDrawer { chance: f64::NAN, ..RoomDrawer::default() })),
        "metas[0] room-drawer: parameter `chance` is NaN; expected 0 to 1"
    );
    assert_eq!(
        meta(Box::new(RoomCornerRounder { radius: 0 })),
        "metas[0] room-corner-rounder: parameter `radius` is 0; expected 1 to 100"
    );
    assert_eq!(
        meta(Box::new(RoomExploder { max_diggers: 101, ..RoomExploder::default() })),
        "metas[0] room-exploder: parameter `max_diggers` is 101; expected 0 to 100"
    );
    let small = BuilderChain::start_with(Size::new(7, 30), RandomRooms::default()).build(0).unwrap_err();
    assert_eq!(small.to_string(), "initial random-rooms: a map of 7x30 is too small: at least 8x8 is needed");
}
