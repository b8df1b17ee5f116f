//! Floors for Tiled: a map for each, and a world.

use mapwright_core::{BuilderMap, Point, Portal, Size, Tile, Wrap};
use mapwright_export::{Tiled, TiledFormat, TiledMap, TiledPart, TiledValue, floor_files};
use serde_json::Value;

fn tower() -> BuilderMap {
    let cellar = BuilderMap::filled(Size::new(5, 3), Wrap::None, Tile::FLOOR);
    let mut map = BuilderMap::stack([cellar.clone(), cellar.clone(), cellar]).unwrap();
    map.portals = vec![Portal::new((1, 1), (1, 5)), Portal::one_way((3, 6), (3, 10)), Portal::new((0, 0), (4, 0))];
    (map.start, map.exit) = (Some(Point::new(2, 2)), Some(Point::new(2, 8)));
    map
}

/// What leads from a floor to others: class, place, and where it leads.
fn stairs(map: &TiledMap) -> Vec<(String, [i32; 5])> {
    let mapwright_export::TiledContent::Objects(objects, _) = &map.layer("stairs").unwrap().content else {
        unreachable!("stairs are objects")
    };
    let number = |object: &mapwright_export::TiledObject, name: &str| match object
        .properties
        .iter()
        .find(|property| property.name == name)
        .unwrap()
        .value
    {
        TiledValue::Int(number) => number,
        _ => unreachable!("numbers"),
    };
    let names = ["column", "row", "floor", "to_column", "to_row"];
    objects.iter().map(|object| (object.kind.clone(), names.map(|name| number(object, name)))).collect()
}

#[test]
fn each_floor_is_a_map_of_a_world() {
    let tiled = Tiled { tile_px: 8, ..Tiled::default() };
    let floors = tiled.floors(&tower()).unwrap();
    let found: Vec<Vec<(String, [i32; 5])>> = floors.iter().map(stairs).collect();
    let row = |kind: &str, numbers| (kind.to_owned(), numbers);
    assert_eq!(found[0], [row("stairs", [1, 1, 1, 1, 1])]);
    assert_eq!(found[1], [row("stairs", [1, 1, 0, 1, 1]), row("pit", [3, 2, 2, 3, 2])]);
    assert_eq!(found[2], []);
    assert_eq!(floors.iter().map(|floor| floor.size).collect::<Vec<_>>(), [(5, 3); 3]);
    assert_eq!(floors.iter().map(|floor| floor.layer("portals").is_some()).collect::<Vec<_>>(), [true, false, false]);
    assert!(floors[0].layer("start").is_some() && floors[2].layer("exit").is_some());
    let files = floor_files(&floors, TiledFormat::Tmx, "level.tmx").unwrap();
    let (name, world) = files.last().unwrap();
    let world: Value = serde_json::from_slice(world).unwrap();
    assert_eq!((name.as_str(), world["type"].as_str()), ("level.world", Some("world")));
    for (floor, map) in world["maps"].as_array().unwrap().iter().enumerate() {
        assert_eq!(map["fileName"], format!("level-floor-{floor}.tmx"));
        assert_eq!((map["x"].as_u64(), map["width"].as_u64()), (Some(floor as u64 * 48), Some(40)));
        assert!(files.iter().any(|(name, _)| map["fileName"] == name.as_str()));
    }
    // A part that only some floors have.
    let starts = Tiled { parts: Some(vec![TiledPart::Tiles, TiledPart::Start]), ..tiled }.floors(&tower()).unwrap();
    assert_eq!(starts.iter().map(|floor| floor.layers.len()).collect::<Vec<_>>(), [3, 2, 2]);
}
