//! Maps as JSON: what is written is read again, and a broken file is refused with the place.

use mapwright_core::{
    Area, BuilderMap, Dir, Door, Flow, Grid, Join, JoinKind, Layer, LevelGraph, MapFileError, MapRng, Point, Portal,
    Proof, Rect, Room, RoomShape, Sides, Size, Spawn, Tile, Wrap,
};
use mapwright_recipe::{MapError, Recipe, map_from_json, map_to_json};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A map of which nothing is dropped.
fn read(json: &str) -> BuilderMap {
    let (map, dropped) = map_from_json(json).unwrap();
    assert_eq!(dropped, []);
    map
}

/// A map with everything on it.
fn whole() -> BuilderMap {
    let size = Size::new(4, 2);
    let grid = |cells: &[u8]| Grid::from_vec(size, cells.to_vec()).unwrap();
    let mut map = BuilderMap::filled(size, Wrap::X, Tile::FLOOR);
    map.tiles = grid(&[0, 1, 128, 0, 0, 0, 128, 128]).map(|&tile| Tile(tile));
    map.sides = Some(grid(&[4, 64, 0, 0, 0, 0, 0, 0]).map(|&sides| Sides(sides)));
    map.regions = Some(grid(&[1, 1, 0, 2, 1, 1, 0, 0]).map(|&region| region.into()));
    let mut flow = Flow::dry(size, Point::new(1, 0));
    flow.wet = grid(&[1, 1, 0, 0, 0, 0, 0, 0]).map(|&wet| wet == 1);
    flow.rings = grid(&[0, 2, 0, 0, 0, 0, 0, 0]).map(|&rings| rings.into());
    flow.on_ring = grid(&[0, 1, 0, 0, 0, 0, 0, 0]).map(|&ring| ring == 1);
    map.flow = Some(flow);
    let mut rooms = Room::numbered([Rect::new(0, 0, 2, 2), Rect::new(3, 0, 1, 1)]);
    (rooms[1].id, rooms[1].region, rooms[1].shape) = (7, Some(2), RoomShape::Circle);
    rooms[1].tags = vec!["boss".into()];
    map.rooms = Some(rooms);
    map.corridors = Some(vec![vec![Point::new(1, 1), Point::new(0, 1)]]);
    map.portals = vec![Portal::new((0, 0), (3, 0))];
    (map.start, map.exit) = (Some(Point::new(1, 0)), Some(Point::new(3, 0)));
    map.spawns = vec![Spawn::new((0, 1), "Newt")];
    map.layers.insert("moisture".into(), Layer::F32(Grid::new(size, 0.1)));
    map.layers.insert("depth".into(), Layer::I32(Grid::new(size, -3)));
    let mut areas = vec![Area::new((0, 0)), Area::new((3, 0))];
    (areas[1].depth, areas[1].role) = (1, Some("exit".into()));
    let mut joins = vec![Join::new(0, 1, [Point::new(1, 0)]), Join::new(0, 1, []), Join::new(1, 0, [])];
    (joins[1].kind, joins[2].kind) = (JoinKind::Locked(vec![0, 2]), JoinKind::OneWay { from: 1 });
    map.graph = Some(LevelGraph::new(map.regions.clone().unwrap(), areas, joins));
    let mut doors = vec![Door::new([Point::new(1, 0)]), Door::new([])];
    (doors[0].lock, doors[1].one_way) = (Some(0), Some(Dir::E));
    map.doors = Some(doors);
    map.spawns.push(Spawn::key((1, 1), "Key A", 0));
    map.proof = Some(Proof::new(vec![Point::new(1, 0), Point::new(0, 0)], vec![0], vec![true]));
    map
}

#[test]
fn version_two_is_the_documented_one() {
    let map = whole();
    let json: Value = serde_json::from_str(&map_to_json(&map)).unwrap();
    assert_eq!(json["version"], 2);
    assert_eq!(
        json["rooms"],
        json!([
            { "id": 0, "rect": [0, 0, 2, 2], "shape": "rectangle" },
            { "id": 7, "rect": [3, 0, 1, 1], "shape": "circle", "region": 2, "tags": ["boss"] }
        ])
    );
    assert_eq!(json["layers"]["depth"], json!({ "type": "i32", "values": [-3, -3, -3, -3, -3, -3, -3, -3] }));
    assert_eq!(json["layers"]["moisture"]["values"][0].to_string(), "0.1");
    assert_eq!(
        json["graph"],
        json!({
            "area": [1, 1, 0, 2, 1, 1, 0, 0],
            "areas": [{ "anchor": [0, 0], "depth": 0, "tags": [] },
                      { "anchor": [3, 0], "depth": 1, "role": "exit", "tags": [] }],
            "joins": [{ "a": 0, "b": 1, "gate": [[1, 0]], "kind": "open" },
                      { "a": 0, "b": 1, "gate": [], "kind": "locked", "locks": [0, 2] },
                      { "a": 1, "b": 0, "gate": [], "kind": "one-way", "from": 1 }]
        })
    );
    let doors =
        json!([{ "cells": [[1, 0]], "lock": 0, "one_way": null }, { "cells": [], "lock": null, "one_way": "e" }]);
    assert_eq!(json["doors"], doors);
    assert_eq!(json["spawns"][0], json!({ "at": [0, 1], "what": "Newt" }));
    assert_eq!(json["spawns"][1], json!({ "at": [1, 1], "what": "Key A", "key": 0 }));
    assert_eq!(json["proof"], json!({ "walk": [[1, 0], [0, 0]], "keys": [0], "needed": [true] }));
    assert_eq!(read(&json.to_string()), map);
}

#[test]
fn a_plain_map_has_no_field_too_many() {
    let map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    let expected =
        r#"{"format":"mapwright-map","version":2,"width":3,"height":1,"wrap":"none","tiles":[0,0,0],"solid":[0,0,0]}"#;
    assert_eq!(map_to_json(&map), expected);
}

#[test]
fn broken_maps_are_refused_with_the_reason() {
    let check = |change: (&str, Value), expected: &str| {
        let mut map = json!({ "format": "mapwright-map", "version": 2, "width": 3, "height": 2,
            "tiles": [0, 0, 0, 128, 128, 128], "solid": [0, 0, 0, 1, 1, 1] });
        map[change.0] = change.1;
        let error = map_from_json(&map.to_string()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    let known = "expected \"mapwright-map\", version 2";
    check(("format", json!("tiled")), &format!("`format` is \"tiled\", version 2; {known}"));
    check(("version", json!(9)), &format!("`format` is \"mapwright-map\", version 9; {known}"));
    check(("version", json!(1)), &format!("`format` is \"mapwright-map\", version 1; {known}"));
    check(("tiles", json!([0, 0])), "`tiles` has 2 numbers; a map of 3x2 needs 6");
    check(("sides", json!([0, 0, 0, 0, 0, 0, 0])), "`sides` has 7 numbers; a map of 3x2 needs 6");
    check(("solid", json!([0, 0, 0, 1, 1, 7])), "`solid` has 7 at number 5; expected 0 or 1");
    check(("solid", json!([0, 0, 0, 1, 1, 0])), "`solid` and `tiles` disagree at (2, 1): tiles from 128 up are solid");
    check(
        ("tiles", json!([0, 0, 0, 0, 0, 300])),
        "invalid value: integer `300`, expected the name of a tile, or a number from 0 to 255",
    );
    check(("width", json!(70000)), "invalid value: integer `70000`, expected u16");
    check(("width", json!(0)), "a map of 0x2 has no cell");
    let empty = r#"{ "format": "mapwright-map", "version": 2, "width": 0, "height": 1, "tiles": [] }"#;
    assert!(matches!(map_from_json(empty), Err(MapError::File(MapFileError::Fault(_)))));
    check(("color", json!(1)), "unknown field `color`");
    check(("rooms", json!([{ "id": 0 }])), "missing field `rect` at line 1 column ");
    check(("rooms", json!([7])), "invalid type: integer `7`, expected struct Room");
    check(("rooms", json!([{ "id": 0, "rect": [0, 0, 1, 1], "shape": "star" }])), "unknown variant `star`");
    check(("layers", json!({ "wet": { "type": "u8", "values": [1] } })), "`layers.wet` has 1 numbers; a map of 3x2");
    check(("layers", json!({ "wet": { "type": "u64", "values": [1] } })), "unknown variant `u64`");
    check(
        ("layers", json!({ "wet": { "type": "f32", "values": [1e40, 0, 0, 0, 0, 0] } })),
        "number out of range at line 1 column ",
    );
    let graph = |areas: Value, joins: Value| json!({ "area": [1, 0, 0, 0, 0, 0], "areas": areas, "joins": joins });
    let one = || json!([{ "anchor": [0, 0], "depth": 0 }]);
    let keyless = json!([{ "a": 0, "b": 0, "gate": [], "kind": "locked" }]);
    check(("graph", graph(one(), keyless)), "`graph.joins[0]`: expected `locks` for \"locked\" only");
    check(("graph", json!({ "area": [1], "areas": [], "joins": [] })), "`graph.area` has 1 numbers");
    check(("doors", json!([{ "cells": [], "one_way": "up" }])), "unknown variant `up`");
    check(
        ("spawns", json!([{ "at": [0, 0], "what": "Key", "key": 256 }])),
        "invalid value: integer `256`, expected u8",
    );
}

#[test]
fn a_map_that_a_player_has_changed_loads_without_what_walls_stand_on() {
    let check = |change: (&str, Value), expected: &[&str]| {
        let mut json = json!({ "format": "mapwright-map", "version": 2, "width": 3, "height": 2,
            "tiles": [0, 0, 0, 128, 128, 128], "solid": [0, 0, 0, 1, 1, 1] });
        json[change.0] = change.1;
        let (map, dropped) = map_from_json(&json.to_string()).unwrap();
        assert_eq!(map.validate(), Ok(()));
        let dropped: Vec<String> = dropped.iter().map(ToString::to_string).collect();
        assert_eq!(dropped, expected.iter().map(|why| format!("{why}; it is dropped")).collect::<Vec<_>>());
        assert_eq!(read(&map_to_json(&map)), map);
    };
    check(("start", json!([0, 0])), &[]);
    check(("start", json!([0, 1])), &["`start` is at (0, 1), which is not an open cell"]);
    check(("exit", json!([9, 9])), &["`exit` is at (9, 9), which is not an open cell"]);
    let spawns =
        json!([{ "at": [0, 1], "what": "Gold" }, { "at": [1, 0], "what": "Rat" }, { "at": [2, 1], "what": "Key" }]);
    check(
        ("spawns", spawns),
        &["`Gold` is at (0, 1), which is not an open cell", "`Key` is at (2, 1), which is not an open cell"],
    );
    check(
        ("spawns", json!([{ "at": [0, 1], "what": format!("x\n  y{}", "z".repeat(99)) }])),
        &[&format!("`x\\n  y{}…` is at (0, 1), which is not an open cell", "z".repeat(59))],
    );
    check(
        ("rooms", json!([{ "id": 0, "rect": [0, 0, 9, 1] }])),
        &["a room Rect { x: 0, y: 0, w: 9, h: 1 } extends over the border of 3x2"],
    );
    check(("doors", json!([{ "cells": [[0, 5]] }])), &["a door has (0, 5), which is outside the map of 3x2"]);
    check(("doors", json!([{ "cells": [[0, 1]], "lock": 0 }])), &["a door has (0, 1), which is not an open cell"]);
    check(("portals", json!([[[0, 0], [1, 1]]])), &["a portal has (1, 1), which is not an open cell"]);
    check(
        ("proof", json!({ "walk": [[0, 0], [0, 1]], "keys": [], "needed": [] })),
        &["`proof` has (0, 1), which is not an open cell"],
    );
    check(
        ("proof", json!({ "walk": [], "keys": [1], "needed": [] })),
        &["`proof` has 1 keys, and says of 0 whether they are needed"],
    );
    let graph = |areas: Value, joins: Value| json!({ "area": [1, 0, 0, 0, 0, 0], "areas": areas, "joins": joins });
    let one = || json!([{ "anchor": [0, 0], "depth": 0 }]);
    check(("graph", graph(json!([]), json!([]))), &["`graph` has the cell (0, 0) in area 1 of 0"]);
    check(
        ("graph", graph(json!([{ "anchor": [9, 0], "depth": 0 }]), json!([]))),
        &["`graph` has (9, 0), which is outside the map of 3x2"],
    );
    check(
        ("graph", graph(one(), json!([{ "a": 0, "b": 3, "gate": [], "kind": "open" }]))),
        &["`graph` has a join from area 0 to area 3 of 1, counted from 0"],
    );
}

#[test]
fn every_door_tile_has_a_door() {
    let mut map = BuilderMap::filled(Size::new(4, 1), Wrap::None, Tile::FLOOR);
    assert!(!map_to_json(&map).contains("doors"));
    (map.tiles[0], map.tiles[2]) = (Tile::DOOR, Tile::DOOR);
    map.doors = Some(vec![Door::locked([Point::new(2, 0)], 1)]);
    map.list_doors();
    let json: Value = serde_json::from_str(&map_to_json(&map)).unwrap();
    let plain = json!({ "cells": [[0, 0]], "lock": null, "one_way": null });
    assert_eq!(json["doors"], json!([{ "cells": [[2, 0]], "lock": 1, "one_way": null }, plain]));
    assert_eq!(read(&json.to_string()).doors, map.doors);
    // Also in files that list no doors.
    let mut short = json.clone();
    short.as_object_mut().unwrap().remove("doors");
    let doors = [0, 2].map(|x| Door::new([Point::new(x, 0)])).to_vec();
    assert_eq!(read(&short.to_string()).doors, Some(doors));
    assert_eq!(map_to_json(&read(&json.to_string())), json.to_string());
}

#[test]
fn a_layer_that_is_given_twice_is_refused() {
    let layer = r#""wet": { "type": "u8", "values": [1] }"#;
    let json = format!(
        r#"{{ "format": "mapwright-map", "version": 2, "width": 1, "height": 1, "tiles": [0], "layers": {{ {layer}, {layer} }} }}"#
    );
    let error = map_from_json(&json).unwrap_err().to_string();
    assert!(error.starts_with("`wet` is given twice at line 1 column "), "{error}");
}

/// Any sound map: every part is there or not.
fn random_map(seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let rng = &mut rng;
    let size = Size::new(1 + rng.below(9) as u16, 1 + rng.below(9) as u16);
    let wrap = Wrap::ALL[rng.below(4) as usize];
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| Tile(rng.below(128) as u8));
    let at = |rng: &mut MapRng| size.point(rng.below(size.area()));
    let sides = |rng: &mut MapRng| Grid::from_fn(size, |_| Sides(rng.below(256) as u8));
    if rng.chance(0.5) {
        (map.sides, map.corners, map.solution) = (Some(sides(rng)), Some(sides(rng)), Some(sides(rng)));
        map.regions = Some(Grid::from_fn(size, |_| rng.below(65536) as u16));
        let rings = Grid::from_fn(size, |_| rng.below(u32::MAX));
        let mut flow = Flow::dry(size, at(rng));
        flow.rings = rings;
        map.flow = Some(flow);
    }
    if rng.chance(0.5) {
        let rooms = (0..rng.below(4)).map(|id| {
            let mut room = Room::new(id * 3, Rect::new(0, 0, 1 + rng.below(size.w.into()) as u16, 1));
            room.region = rng.chance(0.5).then_some(id as u16);
            room.tags = (0..rng.below(3)).map(|n| format!("tag \"{n}\"\u{202e}")).collect();
            room
        });
        map.rooms = Some(rooms.collect());
        map.corridors = Some(vec![vec![at(rng), at(rng)], vec![]]);
        map.portals = vec![Portal::new(at(rng), at(rng)), Portal::one_way(at(rng), at(rng))];
        (map.start, map.exit) = (Some(at(rng)), Some(at(rng)));
    }
    if rng.chance(0.5) {
        map.layers.insert(String::new(), Layer::U8(Grid::from_fn(size, |_| rng.below(256) as u8)));
        map.layers.insert("two".into(), Layer::U16(Grid::from_fn(size, |_| rng.below(65536) as u16)));
        map.layers.insert("signed".into(), Layer::I32(Grid::from_fn(size, |_| rng.below(u32::MAX) as i32)));
        let float = |bits: u32| Some(f32::from_bits(bits)).filter(|value| value.is_finite()).unwrap_or(-0.0);
        map.layers.insert("float".into(), Layer::F32(Grid::from_fn(size, |_| float(rng.below(u32::MAX)))));
    }
    if rng.chance(0.5) {
        let joins = (0..rng.below(5)).map(|n| {
            let mut join = Join::new(0, 1, [at(rng)]);
            join.kind = match n % 3 {
                0 => JoinKind::Open,
                1 => JoinKind::Locked(vec![rng.below(256) as u8; rng.below(3) as usize]),
                _ => JoinKind::OneWay { from: rng.below(2) as u16 },
            };
            join
        });
        let joins = joins.collect();
        let areas = vec![Area::new(at(rng)), Area::new(at(rng))];
        map.graph = Some(LevelGraph::new(Grid::from_fn(size, |_| rng.below(3) as u16), areas, joins));
        let mut door = Door::new([at(rng)]);
        door.one_way = rng.chance(0.5).then_some(Dir::from_index(rng.below(4)));
        map.doors = Some(vec![door]);
        map.spawns = vec![Spawn::key(at(rng), "Key\n", 255), Spawn::new(at(rng), "")];
        map.proof = Some(Proof::new(vec![at(rng)], vec![3, 1], vec![true, false]));
    }
    map
}

proptest! {
    #[test]
    fn random_maps_round_trip(seed: u64) {
        let mut map = random_map(seed);
        map.list_doors();
        prop_assert_eq!(map.validate(), Ok(()));
        let again = read(&map_to_json(&map));
        prop_assert_eq!(map_to_json(&again), map_to_json(&map));
        let mut written = map;
        written.doors = written.doors.filter(|doors| !doors.is_empty());
        prop_assert_eq!(again, written);
    }

    /// Whatever is done to a file, the answer is a sound map or an error.
    #[test]
    fn tampered_maps_are_sound_or_refused(seed: u64) {
        let mut rng = MapRng::new(seed);
        let mut bytes = map_to_json(&random_map(seed)).into_bytes();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len() as u32) as usize;
            bytes[at] = *rng.pick(b"0123456789[]{}\",:-.enull ").unwrap();
        }
        if let Ok((map, _)) = map_from_json(&String::from_utf8_lossy(&bytes)) {
            prop_assert_eq!(map.validate(), Ok(()));
        }
    }
}

#[test]
fn a_recipe_warns_of_what_its_map_lost() {
    let map =
        json!({ "format": "mapwright-map", "version": 2, "width": 2, "height": 1, "tiles": [0, 128], "start": [1, 0] });
    let recipe = json!({ "version": 1, "width": 2, "height": 1, "initial": { "use": "from-map", "map": map } });
    let recipe: Recipe = recipe.to_string().parse().unwrap();
    let warnings: Vec<String> = recipe.chain().unwrap().warnings().into_iter().map(|(_, why)| why).collect();
    assert_eq!(warnings, ["`start` is at (1, 0), which is not an open cell; it is dropped"]);
}
