//! Maps and explorers in the types of a game: serde saves them as map JSON and reads them again.

use mapwright_core::{BuilderMap, Dir, Door, Point, Size, Spawn, Tile, Wrap};
use mapwright_levels::Explorer;
use mapwright_recipe::{Recipe, map_from_json, map_to_json, template, templates};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Serialize, Deserialize)]
struct Game {
    hero: String,
    walk: Explorer,
    visited: Vec<BuilderMap>,
}

/// What an explorer says of itself.
fn state(walk: &Explorer) -> (&BuilderMap, Point, Vec<u8>, u32) {
    (walk.map(), walk.at(), walk.keys(), walk.steps())
}

/// A corridor with a key in the west and its door in the east.
fn corridor() -> BuilderMap {
    let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
    (map.start, map.tiles[3]) = (Some(Point::new(1, 0)), Tile::DOOR);
    map.doors = Some(vec![Door::locked([Point::new(3, 0)], 200)]);
    map.spawns = vec![Spawn::key((0, 0), "Key", 200)];
    map
}

#[test]
fn maps_are_map_json() {
    for name in templates() {
        let recipe: Recipe = template(name).unwrap().parse().unwrap();
        let map = recipe.chain().unwrap().build(recipe.seed()).unwrap();
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(json, map_to_json(&map), "{name}");
        assert_eq!(serde_json::from_str::<BuilderMap>(&json).unwrap(), map_from_json(&json).unwrap().0, "{name}");
    }
}

#[test]
fn a_game_goes_on_where_it_was_saved() {
    let mut walk = Explorer::new(corridor()).unwrap();
    walk.step(Dir::W).unwrap();
    let moor = BuilderMap::filled(Size::new(1, 3), Wrap::Y, Tile::GRASS);
    let game = Game { hero: "Nell".into(), walk, visited: vec![moor, corridor()] };
    // As text, and as a value whose numbers and names nobody can borrow.
    let saved = serde_json::to_string(&game).unwrap();
    let value: Value = serde_json::to_value(&game).unwrap();
    for again in [serde_json::from_str::<Game>(&saved).unwrap(), serde_json::from_value(value).unwrap()] {
        assert_eq!((again.hero.as_str(), &again.visited), ("Nell", &game.visited));
        assert_eq!(state(&again.walk), state(&game.walk));
        assert_eq!(serde_json::to_string(&again).unwrap(), saved);
        let mut walk = again.walk;
        for _ in 0..3 {
            walk.step(Dir::E).unwrap();
        }
        assert_eq!((walk.at(), walk.steps()), (Point::new(3, 0), 4), "the key in hand opens the door");
    }
}

#[test]
fn what_walls_stand_on_is_gone_and_the_game_goes_on() {
    let mut map = corridor();
    map.tiles[0] = Tile::WALL;
    let again: BuilderMap = serde_json::from_str(&serde_json::to_string(&map).unwrap()).unwrap();
    assert_eq!(again.spawns, []);
    let mut walk = Explorer::new(corridor()).unwrap();
    walk.edit(|map| map.tiles[1] = Tile::WALL);
    let again: Explorer = serde_json::from_str(&serde_json::to_string(&walk).unwrap()).unwrap();
    assert_eq!(state(&again), state(&walk), "in a wall, waiting to be dug out");
}

#[test]
fn errors_name_the_field_and_the_place() {
    let game =
        json!({ "hero": "", "visited": [], "walk": { "map": corridor(), "at": [1, 0], "keys": [], "steps": 0 } });
    let check = |pointer: &str, value: Value, expected: &str| {
        let mut game = game.clone();
        *game.pointer_mut(pointer).unwrap() = value;
        let error = serde_json::from_str::<Game>(&game.to_string()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{expected} at line 1 column ")), "{error}");
    };
    check("/walk/map/tiles", json!([0]), "`tiles` has 1 numbers; a map of 5x1 needs 5");
    check("/walk/map/solid", json!([0, 0, 0, 0, 2]), "`solid` has 2 at number 4; expected 0 or 1");
    check(
        "/walk/map/version",
        json!(1),
        "`format` is \"mapwright-map\", version 1; expected \"mapwright-map\", version 2",
    );
    check("/walk/map/start", json!([-1, 0]), "invalid value: integer `-1`, expected u16");
    check("/walk/map/spawns", json!([{ "at": [0, 0] }]), "missing field `what`");
    check("/walk/at", json!([5, 0]), "nobody can stand at (5, 0), which is solid or outside the map");
    check("/walk/keys", json!([256]), "invalid value: integer `256`, expected u8");
    check("/visited", json!([7]), "invalid type: integer `7`, expected struct MapFile");
}
