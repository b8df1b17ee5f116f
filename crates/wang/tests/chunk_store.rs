//! Stores of chunks against naive twins: a map of all edits, a list of all uses, and all tiles looked at.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;

use mapwright_core::{Corner, Dir, Sides, Size};
use mapwright_wang::{ChunkPos, ChunkStore, Place, WangKind, WangWorld, WorldRect};
use proptest::prelude::*;

/// The four places of a tile with its colors there.
fn places(kind: WangKind, x: i64, y: i64, tile: Sides) -> [(Place, u8); 4] {
    match kind {
        WangKind::Edges => Dir::ALL.map(|side| (Place::side(x, y, side), tile.color(side))),
        WangKind::Corners => Corner::ALL.map(|corner| (Place::corner(x, y, corner), tile.corner(corner))),
    }
}

/// Every place around the tiles of a window where tiles differ, by looking at all of them.
fn mismatches(tile: impl Fn(i64, i64) -> Sides, kind: WangKind, window: WorldRect) -> Vec<Place> {
    let mut colors: BTreeMap<Place, Vec<u8>> = BTreeMap::new();
    for (dx, dy) in (0..i64::from(window.w)).flat_map(|x| (0..i64::from(window.h)).map(move |y| (x, y))) {
        let (x, y) = (window.x.wrapping_add(dx), window.y.wrapping_add(dy));
        for (place, _) in places(kind, x, y, tile(x, y)) {
            colors.entry(place).or_default();
        }
    }
    for (dx, dy) in (-1..=i64::from(window.w)).flat_map(|x| (-1..=i64::from(window.h)).map(move |y| (x, y))) {
        let (x, y) = (window.x.wrapping_add(dx), window.y.wrapping_add(dy));
        for (place, color) in places(kind, x, y, tile(x, y)) {
            colors.entry(place).and_modify(|colors| colors.push(color));
        }
    }
    colors.retain(|_, colors| colors.iter().any(|color| *color != colors[0]));
    colors.into_keys().collect()
}

/// What is done with a store: around some origin, by numbers that fit any world.
#[derive(Clone, Debug)]
enum Act {
    Get(i32, i32),
    Tile(i64, i64),
    Set(i64, i64, u8),
    Reset(i64, i64),
    Pin(i64, i64, u8, u8),
    Unpin(i64, i64, u8),
}

fn acts() -> impl Strategy<Value = Act> {
    let at = || (-9..9i64, -9..9i64);
    prop_oneof![
        (-3..3, -3..3).prop_map(|(x, y)| Act::Get(x, y)),
        at().prop_map(|(x, y)| Act::Tile(x, y)),
        (at(), any::<u8>()).prop_map(|((x, y), tile)| Act::Set(x, y, tile)),
        at().prop_map(|(x, y)| Act::Reset(x, y)),
        (at(), 0..4u8, 0..4u8).prop_map(|((x, y), part, color)| Act::Pin(x, y, part, color)),
        (at(), 0..4u8).prop_map(|((x, y), part)| Act::Unpin(x, y, part)),
    ]
}

/// The naive twin: everything that was changed, and the chunks from the one used longest ago to the last.
struct Naive {
    world: WangWorld,
    edits: BTreeMap<(i64, i64), Sides>,
    used: Vec<ChunkPos>,
    capacity: usize,
}

impl Naive {
    fn use_chunk(&mut self, chunk: ChunkPos) {
        self.used.retain(|&used| used != chunk);
        self.used.push(chunk);
        if self.used.len() > self.capacity {
            self.used.remove(0);
        }
    }

    fn tile(&self, x: i64, y: i64) -> Sides {
        self.edits.get(&(y, x)).copied().unwrap_or_else(|| self.world.tile(x, y))
    }

    fn forget_what_is_no_change(&mut self) {
        let world = &self.world;
        self.edits.retain(|&(y, x), &mut tile| tile != world.tile(x, y));
    }
}

fn valid(world: &WangWorld, byte: u8) -> Sides {
    Sides::from_colors([0, 2, 4, 6].map(|bits| (byte >> bits & 3) % world.colors()))
}

fn place(world: &WangWorld, x: i64, y: i64, part: u8) -> Place {
    places(world.kind(), x, y, Sides::CLOSED)[usize::from(part)].0
}

proptest! {
    #[test]
    fn a_store_is_its_world_with_all_edits(
        case in 0..12usize,
        (w, h) in (1..7u16, 1..7u16),
        capacity in 1..6usize,
        origin in prop::sample::select(vec![(0i32, 0i32), (i32::MAX - 4, i32::MIN + 4)]),
        acts in prop::collection::vec(acts(), 1..60),
    ) {
        let world = common::worlds(21)[case].clone().with_chunk_size(Size::new(w, h)).unwrap();
        let (x0, y0) = world.chunk_origin(ChunkPos::from(origin));
        let mut store = ChunkStore::new(world.clone(), capacity).unwrap();
        let mut naive = Naive { world, edits: BTreeMap::new(), used: vec![], capacity };
        for act in acts {
            match act {
                Act::Get(x, y) => {
                    let chunk = ChunkPos::new(origin.0 + x, origin.1 + y);
                    naive.use_chunk(chunk);
                    let (left, top) = naive.world.chunk_origin(chunk);
                    for (p, &tile) in store.get(chunk).iter() {
                        prop_assert_eq!(tile, naive.tile(left + i64::from(p.x), top + i64::from(p.y)));
                    }
                }
                Act::Tile(x, y) => {
                    // Some lie beyond the last chunk.
                    if let Some((chunk, _)) = naive.world.locate(x0 + x, y0 + y) {
                        naive.use_chunk(chunk);
                    }
                    prop_assert_eq!(store.tile(x0 + x, y0 + y), naive.tile(x0 + x, y0 + y));
                }
                Act::Set(x, y, byte) => {
                    let tile = valid(&naive.world, byte);
                    prop_assert_eq!(store.set_tile(x0 + x, y0 + y, tile).unwrap(), naive.tile(x0 + x, y0 + y));
                    naive.edits.insert((y0 + y, x0 + x), tile);
                    naive.forget_what_is_no_change();
                }
                Act::Reset(x, y) => {
                    store.set_tile(x0 + x, y0 + y, naive.world.tile(x0 + x, y0 + y)).unwrap();
                    naive.edits.remove(&(y0 + y, x0 + x));
                }
                Act::Pin(x, y, part, color) => {
                    let (place, color) = (place(&naive.world, x0 + x, y0 + y, part), color % naive.world.colors());
                    prop_assert_eq!(store.pin(place, color).unwrap(), naive.world.pin(place, color).unwrap());
                    naive.forget_what_is_no_change();
                }
                Act::Unpin(x, y, part) => {
                    let place = place(&naive.world, x0 + x, y0 + y, part);
                    prop_assert_eq!(store.unpin(place), naive.world.unpin(place));
                    naive.forget_what_is_no_change();
                }
            }
            prop_assert_eq!(store.kept(), naive.used.len());
            prop_assert!(naive.used.iter().all(|&chunk| store.is_kept(chunk)), "{:?}", naive.used);
        }
        let expected = naive.edits.iter().map(|(&(y, x), &tile)| (x, y, tile));
        prop_assert!(store.edits().eq(expected));
        let window = WorldRect::new(x0 - 5, y0 - 4, 11, 9);
        for (p, &tile) in store.window(window).unwrap().iter() {
            prop_assert_eq!(tile, naive.tile(window.x + i64::from(p.x), window.y + i64::from(p.y)));
        }
        let expected = mismatches(|x, y| naive.tile(x, y), naive.world.kind(), window);
        prop_assert_eq!(store.mismatches(window), expected);
        let map = store.map(window).unwrap();
        prop_assert_eq!(map.sides.or(map.corners), Some(store.window(window).unwrap()));
    }
}

#[test]
fn edits_survive_when_their_chunk_goes() {
    let mut store = ChunkStore::new(WangWorld::corners(1, 4).unwrap(), 1).unwrap();
    let home = ChunkPos::new(-1, -1);
    let tile = Sides(store.tile(-1, -1).0 ^ 1);
    store.set_tile(-1, -1, tile).unwrap();
    assert_eq!(store.get(home)[63], tile, "the chunk that is kept has it");
    store.get(ChunkPos::new(5, 5));
    assert!(!store.is_kept(home));
    assert_eq!(store.get(home)[63], tile, "and so has the one made anew");
    assert_eq!(store.kept(), 1);
}

#[test]
fn the_chunk_used_longest_ago_goes_first() {
    let store = ChunkStore::new(WangWorld::edges(1, 2).unwrap(), 3).unwrap();
    let [a, b, c, d] = [0, 1, 2, 3].map(|x| ChunkPos::new(x, 0));
    for chunk in [a, b, c, a, d] {
        store.get(chunk);
    }
    assert_eq!([a, b, c, d].map(|chunk| store.is_kept(chunk)), [true, false, true, true]);
    assert_eq!((store.kept(), store.capacity()), (3, 3));
}

#[test]
fn threads_share_a_cache() {
    let mut store = ChunkStore::new(WangWorld::corners(3, 4).unwrap(), 5).unwrap();
    for i in 0..40 {
        store.set_tile(3 * i - 60, i - 20, Sides(0b10_01_00_10)).unwrap();
    }
    let store = store;
    let expected = |chunk: ChunkPos| {
        let (x, y) = store.world().chunk_origin(chunk);
        store.window(WorldRect::new(x, y, 8, 8)).unwrap()
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || {
                let mut rng = mapwright_core::MapRng::new(thread);
                for _ in 0..500 {
                    let chunk = ChunkPos::new(rng.below(8) as i32 - 4, rng.below(4) as i32 - 2);
                    assert_eq!(*store.get(chunk), expected(chunk), "{chunk}");
                    assert!(store.kept() <= 5);
                }
            });
        }
    });
    assert_eq!(store.kept(), 5);
    // What a caller holds stays as it was when the store changes.
    let mut store = store;
    let held = store.get(ChunkPos::new(0, 0));
    let (before, old) = ((*held).clone(), store.tile(0, 0));
    store.set_tile(0, 0, Sides(old.0 ^ 1)).unwrap();
    assert_eq!(*held, before);
    assert_eq!(store.get(ChunkPos::new(0, 0))[0], Sides(old.0 ^ 1));
}

#[test]
fn mismatches_are_found_over_the_ends_of_the_world() {
    for kind in [WangKind::Edges, WangKind::Corners] {
        let mut store = ChunkStore::new(WangWorld::new(kind, 2, 2).unwrap(), 4).unwrap();
        let end = (i64::MAX, i64::MIN);
        let tile = store.tile(end.0, end.1);
        store.set_tile(end.0, end.1, Sides(tile.0 ^ 0b0101_0101)).unwrap();
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1), (2, 0), (0, 2)] {
            let window = WorldRect::new(end.0.wrapping_add(x), end.1.wrapping_add(y), 1, 1);
            assert_eq!(store.mismatches(window), mismatches(|x, y| store.peek(x, y), kind, window), "{kind} {x} {y}");
        }
        let whole = WorldRect::new(end.0 - 70_000, end.1, u32::MAX, u32::MAX);
        assert_eq!(store.mismatches(whole).len(), 4, "whatever the window's size");
        assert_eq!(store.mismatches(WorldRect { w: 0, ..whole }), []);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let world = WangWorld::edges(1, 3).unwrap();
    let message = |error: mapwright_core::BuildError| error.to_string();
    let none = ChunkStore::new(world.clone(), 0).map(|_| ()).map_err(message);
    assert_eq!(none, Err("parameter `capacity` is 0; expected 1 or more chunks".into()));
    let mut store = ChunkStore::new(world, 1).unwrap();
    let wrong = store.set_tile(4, 4, Sides::from_colors([0, 2, 3, 1])).map_err(message);
    assert_eq!(wrong, Err("parameter `tile` is 3; expected a color from 0 to 2".into()));
    assert_eq!(store.edits().count(), 0);
    assert!(store.pin(Place::corner(0, 0, Corner::NE), 0).is_err());
}
