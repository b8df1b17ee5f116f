//! Floors for LDtk: a level for each, read from the JSON alone.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Grid, MapRng, Point, Portal, Size, Tile, Wrap};
use mapwright_export::{Ldtk, TiledPart};
use serde_json::{Value, json};

/// Floors of random tiles, with stairs and pits between them, and portals on them.
fn tower(rng: &mut MapRng, (w, h): (u16, u16), floors: u16) -> BuilderMap {
    let mut floor = BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
    let mut random = || {
        floor.tiles = Grid::from_fn(floor.size(), |_| if rng.chance(0.3) { Tile::WALL } else { Tile::FLOOR });
        floor.clone()
    };
    let mut map = BuilderMap::stack((0..floors).map(|_| random())).unwrap();
    let mut at = |floor: u16, x: u32, y: u32| {
        let at = Point::new((x % u32::from(w)) as u16, floor * (h + 1) + (y % u32::from(h)) as u16);
        map.tiles[at] = Tile::FLOOR;
        at
    };
    let mut portals = Vec::new();
    for floor in 1..floors {
        let mut ends = || {
            let (x, y) = (rng.below(99), rng.below(99));
            (at(floor - 1, x, y), at(floor, x, y))
        };
        let [(a, b), (from, to)] = [ends(), ends()];
        portals.extend([Portal::new(a, b), Portal::one_way(from, to)]);
        portals.push(Portal::new(at(floor, 0, 0), at(floor, 98, 97)));
    }
    (map.portals, map.start, map.exit) = (portals, Some(at(0, 5, 5)), Some(at(floors - 1, 7, 7)));
    map
}

fn project(ldtk: &Ldtk, map: &BuilderMap) -> Value {
    serde_json::from_slice(&ldtk.project(map, "level.ldtk").unwrap().files.last().unwrap().1).unwrap()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

/// The layer of a level.
fn layer<'a>(level: &'a Value, name: &str) -> &'a Value {
    list(&level["layerInstances"]).find(|layer| layer["__identifier"] == name).unwrap()
}

/// All portals as their ends on the map with the ends that they name, found by the iids of level, layer and entity.
fn portals(project: &Value) -> Vec<(Point, Option<Point>)> {
    let mut places = BTreeMap::new();
    let mut found = Vec::new();
    for level in list(&project["levels"]) {
        let entities = layer(level, "Entities");
        let first = -level["worldDepth"].as_i64().unwrap() * (level["pxHei"].as_i64().unwrap() / 16 + 1);
        for portal in list(&entities["entityInstances"]).filter(|entity| entity["__identifier"] == "Portal") {
            let number = |value: &Value| value.as_i64().unwrap();
            assert_eq!(portal["px"], json!([number(&portal["__grid"][0]) * 16, number(&portal["__grid"][1]) * 16]));
            let (x, y) = (number(&portal["__grid"][0]), number(&portal["__grid"][1]) + first);
            let at = Point::new(u16::try_from(x).unwrap(), u16::try_from(y).unwrap());
            let iids = [&portal["iid"], &entities["iid"], &level["iid"], &project["dummyWorldIid"]];
            let iids = iids.map(|iid| iid.as_str().unwrap().to_owned());
            assert_eq!(places.insert(iids, at), None);
            found.push((at, &portal["fieldInstances"][0]));
        }
    }
    let target = |field: &Value| {
        let value = field["__value"].as_object()?;
        assert_eq!(field["realEditorValues"], json!([{ "id": "V_String", "params": [value["entityIid"]] }]));
        let iids =
            ["entityIid", "layerIid", "levelIid", "worldIid"].map(|name| value[name].as_str().unwrap().to_owned());
        Some(places[&iids])
    };
    found.into_iter().map(|(at, field)| (at, target(field))).collect()
}

#[test]
fn each_floor_is_a_level_and_portals_name_each_other() {
    let mut rng = MapRng::new(1);
    for (size, floors) in [((1, 1), 2), ((1, 7), 3), ((9, 1), 2), ((5, 8), 5), ((23, 19), 26)] {
        let map = tower(&mut rng, size, floors);
        let project = project(&Ldtk::default(), &map);
        let levels: Vec<&Value> = list(&project["levels"]).collect();
        assert_eq!(levels.len(), usize::from(floors));
        for (floor, level) in (0..floors).zip(&levels) {
            assert_eq!(level["identifier"], format!("Level_{floor}"));
            assert_eq!(level["worldDepth"], -i32::from(floor));
            assert_eq!([&level["worldX"], &level["worldY"]], [0, 0]);
            assert_eq!([&level["pxWid"], &level["pxHei"]], [size.0 * 16, size.1 * 16]);
            let above =
                floor.checked_sub(1).map(|above| json!({ "levelIid": levels[usize::from(above)]["iid"], "dir": ">" }));
            let below = levels.get(usize::from(floor) + 1).map(|below| json!({ "levelIid": below["iid"], "dir": "<" }));
            assert_eq!(level["__neighbours"], Value::from_iter(above.into_iter().chain(below)));
            let own = map.floor(floor).unwrap().map;
            let tiles = own.tiles.as_slice().iter().map(|tile| u32::from(tile.0) + 1);
            assert_eq!(layer(level, "Tiles")["intGridCsv"], tiles.collect::<Value>());
            let drawn = list(&layer(level, "Tiles_drawn")["gridTiles"]).map(|tile| tile["d"][0].as_u64().unwrap());
            assert!(drawn.eq(0..u64::from(size.0) * u64::from(size.1)));
            let defs = list(&project["defs"]["layers"]).map(|def| &def["uid"]);
            assert!(list(&level["layerInstances"]).map(|layer| &layer["layerDefUid"]).eq(defs));
            assert!(list(&level["layerInstances"]).all(|layer| layer["levelId"] == level["uid"]));
            let at = |name: &str| {
                let entities = layer(level, "Entities")["entityInstances"].as_array().unwrap();
                entities.iter().find(|entity| entity["__identifier"] == name).map(|entity| entity["__grid"].clone())
            };
            assert_eq!(at("Start"), own.start.map(|at| json!([at.x, at.y])));
            assert_eq!(at("Exit"), own.exit.map(|at| json!([at.x, at.y])));
        }
        let mut found = portals(&project);
        let ends = map
            .portals
            .iter()
            .flat_map(|portal| [(portal.a, Some(portal.b)), (portal.b, Some(portal.a).filter(|_| !portal.one_way))]);
        let mut expected: Vec<(Point, Option<Point>)> = ends.collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}

#[test]
fn names_of_floors_have_their_numbers() {
    let map = tower(&mut MapRng::new(2), (4, 3), 2);
    let names = |level: &str, map: &BuilderMap| {
        let parts = Some(vec![TiledPart::Tiles]);
        let project = project(&Ldtk { level: level.to_owned(), parts, pictures: false, ..Ldtk::default() }, map);
        list(&project["levels"]).map(|level| level["identifier"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("Cellar", &map), ["Cellar_0", "Cellar_1"]);
    assert_eq!(names("Level_0", &map), ["Level_0", "Level_1"]);
    assert_eq!(names("Level_7", &map), ["Level_7_0", "Level_7_1"]);
    assert_eq!(names("Level_7", &map.floor(1).unwrap().map), ["Level_7"]);
}

#[test]
fn a_portal_may_lead_to_another_level_only_where_there_are_levels() {
    let mut map = tower(&mut MapRng::new(3), (4, 3), 2);
    let flags = |map: &BuilderMap| {
        let project = project(&Ldtk::default(), map);
        let portal = list(&project["defs"]["entities"]).find(|def| def["identifier"] == "Portal").unwrap();
        let field = &portal["fieldDefs"][0];
        [&field["allowOutOfLevelRef"], &field["symmetricalRef"]].map(|flag| flag.as_bool().unwrap())
    };
    assert_eq!(flags(&map), [true, false], "a pit has no way back");
    map.portals.retain(|portal| !portal.one_way);
    assert_eq!(flags(&map), [true, true]);
    assert_eq!(flags(&map.floor(1).unwrap().map), [false, true]);
}
