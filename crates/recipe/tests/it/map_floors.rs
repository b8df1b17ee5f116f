//! Floors and portals in map files.

use mapwright_core::{BuilderMap, MapFile, Point, Portal, Size, Tile, Wrap};

#[test]
fn floors_with_a_hole_between_them_are_dropped() {
    let cave = BuilderMap::filled(Size::new(5, 2), Wrap::None, Tile::FLOOR);
    let mut map = BuilderMap::stack([cave.clone(), cave]).unwrap();
    map.portals = vec![Portal::one_way((0, 0), (0, 3))];
    let file = serde_json::to_string(&map).unwrap();
    assert!(file.contains(r#""floors":2"#) && file.contains(r#""portals":[{"from":[0,0],"to":[0,3]}]"#), "{file}");
    assert_eq!(serde_json::from_str::<BuilderMap>(&file).unwrap(), map);
    map.tiles[Point::new(3, 2)] = Tile::DOOR;
    map.doors = Some(vec![]);
    let file = serde_json::to_string(&MapFile::of(&map)).unwrap();
    let (map, dropped) = serde_json::from_str::<MapFile<'_>>(&file).unwrap().into_map().unwrap();
    assert_eq!(map.floors, None);
    assert_eq!(dropped[0].to_string(), "(3, 2) lies between two floors, and is not solid; it is dropped");
}

#[test]
fn portals_are_pairs_of_points_in_files_or_say_their_direction() {
    let portals = vec![Portal::new((3, 4), (3, 34)), Portal::one_way((5, 4), (5, 34))];
    let text = r#"[[[3,4],[3,34]],{"from":[5,4],"to":[5,34]}]"#;
    assert_eq!(serde_json::to_string(&portals).unwrap(), text);
    assert_eq!(serde_json::from_str::<Vec<Portal>>(text).unwrap(), portals);
    let check = |text: &str, message: &str| {
        assert_eq!(serde_json::from_str::<Portal>(text).unwrap_err().to_string(), message);
    };
    check("7", "invalid type: integer `7`, expected two points, or `from` and `to` at line 1 column 1");
    check("[[1,2]]", "invalid length 1, expected a tuple of size 2 at line 1 column 7");
    check(r#"{"from":[1,2]}"#, "missing field `to` at line 1 column 14");
    check(
        r#"{"from":[1,2],"to":[1,3],"one_way":true}"#,
        "unknown field `one_way`, expected `from` or `to` at line 1 column 34",
    );
}
