//! Universal VTT: what a program that reads it finds in a file.

use crate::clients;
use crate::pictures::decode_png;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use mapwright_core::{BuilderMap, Door, Grid, Point, Size, Spawn, Tile, Wrap};
use mapwright_export::Uvtt;
use mapwright_render::{Edges, Style, draw, draw_table};
use serde_json::Value;

fn uvtt(cell: u32) -> Uvtt {
    let mut uvtt = Uvtt::default();
    (uvtt.cell, uvtt.style.edges) = (cell, Edges::Built);
    uvtt
}

/// Two rooms with a door between, a pillar and a window.
fn level() -> BuilderMap {
    let rows = ["#######", "#..#..#", "#.o+..w", "#..#..#", "#######"];
    let tile = |letter: char| match letter {
        '#' => Tile::WALL,
        'o' => Tile::PILLAR,
        '+' => Tile::DOOR,
        'w' => Tile::WINDOW,
        _ => Tile::FLOOR,
    };
    let mut map = BuilderMap::filled(Size::new(7, 5), Wrap::None, Tile::FLOOR);
    map.tiles = Grid::from_vec(map.size(), rows.iter().flat_map(|row| row.chars().map(tile)).collect()).unwrap();
    map.doors = Some(vec![Door::locked([Point::new(3, 2)], 0)]);
    map.start = Some(Point::new(1, 1));
    map.spawns = vec![Spawn::new(Point::new(5, 1), "Goblin"), Spawn::new(Point::new(5, 3), "Torch")];
    map
}

#[test]
fn a_file_holds_the_picture_walls_doors_and_light() {
    let map = level();
    let file: Value = serde_json::from_str(&uvtt(10).write(&map).unwrap()).unwrap();
    assert_eq!(file["format"].as_f64(), Some(0.3));
    assert_eq!(file["resolution"]["map_size"], serde_json::json!({"x": 7.0, "y": 5.0}));
    assert_eq!(file["resolution"]["pixels_per_grid"], 10);
    let walls = file["line_of_sight"].as_array().unwrap();
    assert_eq!(walls.len(), 1, "doors and windows leave one open ground");
    assert_eq!(walls[0][0], walls[0][walls[0].as_array().unwrap().len() - 1], "closed");
    assert_eq!(file["objects_line_of_sight"][0][2], serde_json::json!({"x": 3.0, "y": 3.0}));
    let portals = file["portals"].as_array().unwrap();
    let portal = serde_json::json!({
        "position": {"x": 3.5, "y": 2.5},
        "bounds": [{"x": 3.5, "y": 2.0}, {"x": 3.5, "y": 3.0}],
        "rotation": std::f64::consts::FRAC_PI_2, "closed": true, "freestanding": false,
    });
    assert_eq!((portals.len(), &portals[0]), (2, &portal));
    assert_eq!(portals[1]["closed"], false, "a window");
    let light = |nth: usize| (file["lights"][nth]["position"]["x"].as_f64(), file["lights"][nth]["range"].as_u64());
    assert_eq!([light(0), light(1)], [(Some(1.5), Some(8)), (Some(5.5), Some(4))], "the start and a torch");
    assert_eq!(file["lights"].as_array().map(Vec::len), Some(2));

    let png = BASE64_STANDARD.decode(file["image"].as_str().unwrap()).unwrap();
    let style = Style { scale: 10, margin: Some(0), edges: Edges::Built, ..Style::default() };
    assert_eq!(decode_png(&png), draw_table(&map, &style).unwrap());
    assert_ne!(decode_png(&png), draw(&map, &style).unwrap(), "spawns are tokens");
}

#[test]
fn pictures_stay_within_what_programs_load() {
    let wide = |w| BuilderMap::filled(Size::new(w, 1), Wrap::None, Tile::FLOOR);
    let cell = |w, cell| {
        let file: Value = serde_json::from_str(&uvtt(cell).write(&wide(w)).unwrap()).unwrap();
        file["resolution"]["pixels_per_grid"].as_u64()
    };
    assert_eq!((cell(117, 70), cell(118, 70), cell(8192, 70)), (Some(70), Some(69), Some(1)));
    let message = |w, cell| uvtt(cell).write(&wide(w)).unwrap_err().to_string();
    assert_eq!(message(8193, 70), "the longer side of the map is 8193 cells; expected at most 8192 cells");
    assert_eq!(message(5, 0), "pixels for each cell is 0; expected 1 to 512");
    assert_eq!(message(5, 513), "pixels for each cell is 513; expected 1 to 512");
}

#[test]
fn files_match_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/uvtt.schema.json");
    let mut maze = BuilderMap::filled(Size::new(3, 2), Wrap::Both, Tile::FLOOR);
    maze.sides = Some(Grid::new(maze.size(), mapwright_core::Sides::CLOSED));
    for (name, map) in [("level", level()), ("maze", maze)] {
        let path = folder.path().join(name);
        std::fs::write(&path, uvtt(10).write(&map).unwrap()).unwrap();
        let Some([mut python, _]) = clients::validators() else { return };
        let checked = python.args(["-m", "jsonschema", "-i"]).arg(&path).arg(schema).output().unwrap();
        clients::text(&checked);
    }
}
