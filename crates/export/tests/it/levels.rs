//! Doors, keys, rooms, level graphs and layers in files for Tiled and LDtk, read back as others read them.
#![allow(clippy::panic, reason = "a test may fail")]

use mapwright_core::{
    Area, BuilderMap, Dir, Door, DoorKind, Grid, Join, JoinKind, Layer, LevelGraph, Point, Rect, Room, Size, Spawn,
    Tile, Wrap,
};
use mapwright_export::{Ldtk, Tiled, TiledContent, TiledFormat, TiledObject, TiledProperty, TiledShape, TiledValue};
use serde_json::Value;

fn level() -> BuilderMap {
    let size = Size::new(7, 3);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    // Boxes of rooms that are no rectangles may overlap.
    let mut rooms = Room::numbered([Rect::new(0, 0, 4, 3), Rect::new(2, 0, 5, 3)]);
    (rooms[1].id, rooms[1].region, rooms[1].tags) = (9, Some(3), vec!["boss".into(), "dark".into()]);
    map.rooms = Some(rooms);
    let mut doors = vec![Door::new([Point::new(3, 1), Point::new(3, 2)]), Door::new([Point::new(5, 0)])];
    (doors[0].lock, doors[1].one_way, doors[1].kind) = (Some(2), Some(Dir::W), DoorKind::Gate);
    map.doors = Some(doors);
    map.spawns = vec![Spawn::new((1, 1), "Rat"), Spawn::key((0, 2), "Key C", 2)];
    let mut areas = vec![Area::new((1, 1)), Area::new((5, 1))];
    (areas[1].depth, areas[1].role) = (1, Some("exit".to_owned()));
    let mut join = Join::new(0, 1, [Point::new(3, 1)]);
    join.kind = JoinKind::Locked(vec![2]);
    map.graph = Some(LevelGraph::new(Grid::new(size, 1), areas, vec![join]));
    map.layers.insert("wet ness".to_owned(), Layer::U8(Grid::from_fn(size, |p| u8::from(p.x > 2))));
    map.layers.insert("height".to_owned(), Layer::F32(Grid::new(size, 0.5)));
    map
}

fn objects(map: &BuilderMap, layer: &str) -> Vec<TiledObject> {
    let tiled = Tiled::default().map(map).unwrap();
    match &tiled.layer(layer).unwrap().content {
        TiledContent::Objects(objects, _) => objects.clone(),
        TiledContent::Tiles(_) => panic!("{layer} holds tiles"),
    }
}

fn properties(object: &TiledObject) -> Vec<(&str, String)> {
    let words = |property: &TiledProperty| match &property.value {
        TiledValue::Text(text) => text.clone(),
        TiledValue::Int(number) => number.to_string(),
        TiledValue::Bool(yes) => yes.to_string(),
    };
    object.properties.iter().map(|property| (property.name.as_str(), words(property))).collect()
}

#[test]
fn tiled_objects_say_what_the_level_says() {
    let map = level();
    let text = |list: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        list.iter().map(|&(name, value)| (name, value.to_owned())).collect()
    };
    let rooms = objects(&map, "rooms");
    assert_eq!(properties(&rooms[0]), text(&[("room", "0")]));
    assert_eq!(properties(&rooms[1]), text(&[("room", "9"), ("region", "3"), ("tags", "boss,dark")]));
    assert_eq!((rooms[1].x, &rooms[1].shape), (32.0, &TiledShape::Rectangle(80.0, 48.0)));
    let doors = objects(&map, "doors");
    assert_eq!(properties(&doors[0]), text(&[("lock", "2")]));
    assert_eq!((doors[0].x, doors[0].y, &doors[0].shape), (48.0, 16.0, &TiledShape::Rectangle(16.0, 32.0)));
    assert_eq!(properties(&doors[1]), text(&[("one_way", "w"), ("kind", "gate")]));
    let mut plain = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    assert!(Tiled::default().map(&plain).unwrap().layer("doors").is_none());
    plain.tiles[1] = Tile::DOOR;
    plain.list_doors();
    let doors = objects(&plain, "doors");
    assert_eq!((doors.len(), doors[0].x, properties(&doors[0])), (1, 16.0, vec![]));
    let spawns = objects(&map, "spawns");
    assert_eq!(spawns.iter().map(|spawn| spawn.kind.as_str()).collect::<Vec<_>>(), ["spawn", "key"]);
    assert_eq!(properties(&spawns[1]), text(&[("column", "0"), ("row", "2"), ("key", "2")]));
    let graph = objects(&map, "graph");
    assert_eq!(properties(&graph[1])[2..], text(&[("depth", "1"), ("role", "exit")]));
    assert_eq!(properties(&graph[2]), text(&[("a", "0"), ("b", "1"), ("locks", "2")]));
    for format in [TiledFormat::Tmj, TiledFormat::Tmx] {
        let name = if matches!(format, TiledFormat::Tmj) { "l.tmj" } else { "l.tmx" };
        assert!(Tiled::default().map(&map).unwrap().files(format, name).is_ok());
    }
}

fn project(map: &BuilderMap) -> Value {
    let project = Ldtk::default().project(map, "l.ldtk").unwrap();
    serde_json::from_slice(&project.files.last().unwrap().1).unwrap()
}

#[test]
fn ldtk_has_doors_keys_and_layers() {
    let mut map = level();
    map.tiles[6] = Tile::DOOR;
    map.list_doors();
    let json = project(&map);
    let layers = json["levels"][0]["layerInstances"].as_array().unwrap();
    let layer = |name: &str| layers.iter().find(|layer| layer["__identifier"] == name);
    let entities = layer("Entities").unwrap()["entityInstances"].as_array().unwrap();
    let fields = |sort: &str| -> Vec<Vec<Value>> {
        let found = entities.iter().filter(|entity| entity["__identifier"] == sort);
        let values = |entity: &Value| {
            entity["fieldInstances"].as_array().unwrap().iter().map(|field| field["__value"].clone()).collect()
        };
        found.map(values).collect()
    };
    use serde_json::json;
    let listed = [
        (json!(2), "", "door", 1),
        (json!(2), "", "door", 1),
        (json!(null), "w", "gate", 2),
        (json!(null), "", "door", 3),
    ];
    assert_eq!(
        fields("Door"),
        listed.map(|(lock, way, kind, number)| vec![lock, json!(way), json!(kind), json!(number)])
    );
    assert_eq!(fields("Key"), [[json!("Key C"), json!(2)]]);
    assert_eq!(fields("Spawn"), [[json!("Rat"), json!(null)]]);
    assert_eq!(fields("Room")[1], [json!(2), json!(9), json!(3), json!("boss,dark"), json!("rectangle")]);
    let wet: Vec<u64> = layer("layer_wet_ness").unwrap()["intGridCsv"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    assert_eq!(wet[..7], [1, 1, 1, 2, 2, 2, 2]);
    assert!(layer("layer_height").is_none(), "an IntGrid has whole numbers only");
    assert!(serde_json::from_value::<ldtk2::LdtkJson>(json).is_ok());
}

#[test]
fn projects_too_large_for_memory_are_refused_before_any_work() {
    let map = BuilderMap::filled(Size::new(4000, 4000), Wrap::None, Tile::FLOOR);
    let error = Ldtk::default().project(&map, "l.ldtk").unwrap_err().to_string();
    assert_eq!(error, "the project is about 1280 MB; expected at most 600 MB; fewer layers or no pictures take less");
}
