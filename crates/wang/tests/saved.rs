//! Worlds and stores as JSON.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used)]

mod common;

use mapwright_core::{Corner, Dir, Sides, Size};
use mapwright_wang::{ChunkPos, ChunkStore, Place, WangKind, WangWorld};
use proptest::prelude::*;

#[test]
fn a_world_is_one_short_object() {
    let mut world = WangWorld::corners(7, 3).unwrap().with_chunk_size(Size::new(16, 8)).unwrap();
    world.pin(Place::corner(-4, 9, Corner::SE), 2).unwrap();
    let json =
        r#"{"kind":"corners","seed":7,"colors":3,"chunk":[16,8],"pins":[{"x":-3,"y":10,"part":"corner","color":2}]}"#;
    assert_eq!(serde_json::to_string(&world).unwrap(), json);
    let weighted = WangWorld::edges(1, 2).unwrap().with_weights(&[1, 3]).unwrap();
    let json = r#"{"kind":"edges","seed":1,"weights":[1,3],"chunk":[8,8]}"#;
    assert_eq!(serde_json::to_string(&weighted).unwrap(), json);
    let short: WangWorld = serde_json::from_str(r#"{"kind":"edges"}"#).unwrap();
    assert_eq!(short, WangWorld::edges(0, 2).unwrap());
    assert_eq!(serde_json::to_string(&ChunkPos::new(-3, 4)).unwrap(), "[-3,4]");
}

#[test]
fn what_no_world_has_written_is_refused() {
    let check = |json: &str, message: &str| {
        let error = serde_json::from_str::<WangWorld>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    };
    check(r#"{"kind":"sides"}"#, "unknown variant `sides`, expected `edges` or `corners`");
    check(r#"{"seed":3}"#, "missing field `kind`");
    check(r#"{"kind":"edges","color":3}"#, "unknown field `color`, expected one of");
    check(r#"{"kind":"edges","colors":5}"#, "parameter `colors` is 5; expected 2 to 4");
    check(r#"{"kind":"edges","colors":2,"weights":[1,1]}"#, "`colors` and `weights` exclude each other");
    check(r#"{"kind":"edges","weights":[0,0]}"#, "parameter `weights` is [0, 0]; expected 2 to 4 numbers, not all 0");
    check(r#"{"kind":"edges","chunk":[8,0]}"#, "parameter `chunk` is 8x0; expected 1x1 to 65535x65535");
    let pins = |pins: &str| format!(r#"{{"kind":"edges","colors":3,"pins":[{pins}]}}"#);
    let north = r#"{"x":1,"y":2,"part":"north","color":2}"#;
    check(
        &pins(&north.replace("north", "corner")),
        "`pins[0]`: parameter `pin` is the north-west corner of tile (1, 2); expected a place with a color: this is a world of edges",
    );
    check(
        &pins(&north.replace("\"color\":2", "\"color\":3")),
        "`pins[0]`: parameter `pin` is 3; expected a color from 0 to 2",
    );
    check(&pins(&format!("{north},{north}")), "`pins[1]` pins the north side of tile (1, 2) twice");
    check(&pins(&north.replace("\"x\"", "\"X\"")), "unknown field `X`");
}

#[test]
fn what_no_store_has_written_is_refused() {
    let store = |capacity: u32, edits: &str| {
        let json = format!(r#"{{"world":{{"kind":"corners"}},"capacity":{capacity},"edits":[{edits}]}}"#);
        serde_json::from_str::<ChunkStore>(&json).map_err(|error| error.to_string())
    };
    let check = |capacity, edits: &str, message: &str| {
        let error = store(capacity, edits).unwrap_err();
        assert!(error.starts_with(message), "{error}");
    };
    check(0, "", "parameter `capacity` is 0; expected 1 or more chunks");
    check(5, "[1,2,3]", "`edits[0]`: parameter `tile` is 3; expected a color from 0 to 1");
    check(5, "[1,2,4],[1,2,5]", "`edits[1]` changes tile (1, 2) twice");
    check(5, "[1,2]", "invalid length 2, expected a tuple of size 3");
    // The world's own tile is no change.
    let own = WangWorld::corners(0, 2).unwrap().tile(1, 2);
    assert_eq!(store(5, &format!("[1,2,{}]", own.0)).unwrap().edits().count(), 0);
}

proptest! {
    #[test]
    fn worlds_and_stores_come_back_as_they_were(
        case in 0..12usize,
        chunk in (1..=u16::MAX, 1..=u16::MAX),
        capacity in 1..=usize::MAX,
        pins in prop::collection::vec((any::<i64>(), any::<i64>(), 0..4usize, 0..4u8), 0..12),
        edits in prop::collection::vec((any::<i64>(), any::<i64>(), any::<u8>()), 0..12),
    ) {
        let mut world = common::worlds(u64::MAX - 3)[case].clone().with_chunk_size(Size::new(chunk.0, chunk.1)).unwrap();
        for (x, y, part, color) in pins {
            let place = match world.kind() {
                WangKind::Edges => Place::side(x, y, Dir::ALL[part]),
                WangKind::Corners => Place::corner(x, y, Corner::ALL[part]),
            };
            world.pin(place, color % world.colors()).unwrap();
        }
        let json = serde_json::to_string(&world).unwrap();
        prop_assert_eq!(&serde_json::from_str::<WangWorld>(&json).unwrap(), &world);
        let mut store = ChunkStore::new(world, capacity).unwrap();
        for (x, y, byte) in edits {
            let colors = store.world().colors();
            store.set_tile(x, y, Sides::from_colors([0, 2, 4, 6].map(|bits| (byte >> bits & 3) % colors))).unwrap();
        }
        let json = serde_json::to_string(&store).unwrap();
        let read: ChunkStore = serde_json::from_str(&json).unwrap();
        prop_assert!(read.edits().eq(store.edits()));
        prop_assert_eq!((read.world(), read.capacity(), read.kept()), (store.world(), capacity, 0));
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), json);
    }
}
