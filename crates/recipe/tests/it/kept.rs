//! The kept parts of a recipe.

use mapwright_core::{BuilderMap, Keep, Point, Tile};
use mapwright_recipe::{Files, Recipe, Registry};

fn recipe(kept: &str, rest: &str) -> String {
    format!(r#"{{ "version": 1, "width": 30, "height": 20, "seed": 7, "kept": [{kept}], {rest} }}"#)
}

const CAVE: &str = r#""initial": { "use": "cellular-automata" }, "metas": [ { "use": "join-components" } ]"#;

const ROOM: &str = r#########"{ "at": [10, 8], "rows": ["####+####", "#..T.T..#", "+...~...+", "####### #"],
    "legend": { "T": { "spawn": "Troll" } } }"#########;

fn read(json: &str, files: &[(&str, &str)]) -> Result<BuilderMap, String> {
    let files = files.iter().map(|(name, content)| ((*name).to_owned(), content.as_bytes().to_vec()));
    let recipe: Recipe = json.parse().map_err(|error: mapwright_recipe::RecipeError| error.to_string())?;
    let chain = Registry::shipped().chain(&recipe, &Files::in_memory(files)).map_err(|error| error.to_string())?;
    assert_eq!(recipe.to_json().parse::<Recipe>().unwrap(), recipe);
    chain.build(recipe.seed()).map_err(|error| error.to_string())
}

#[test]
fn a_drawn_part_is_there_whatever_is_built_around_it() {
    for rest in [
        CAVE,
        r#""initial": { "use": "bsp-dungeon" }, "metas": [ { "use": "doors" }, { "use": "start" }, { "use": "exit" } ]"#,
        r#""initial": { "use": "prim-maze" }"#,
        r#""initial": { "use": "arena" }, "metas": [ { "use": "paint", "tile": "deep-water", "share": 1.0, "cut": true } ]"#,
    ] {
        let map = read(&recipe(ROOM, rest), &[]).unwrap();
        let row = |y: u16| -> String {
            (10..19).map(|x| map.tiles[Point::new(x, y)].to_string().chars().next().unwrap()).collect()
        };
        assert_eq!([row(8), row(9), row(10)], ["wwwwdwwww", "wfffffffw", "dfffwfffd"], "{rest}");
        let trolls: Vec<Point> =
            map.spawns.iter().filter(|spawn| spawn.what == "Troll").map(|spawn| spawn.at).collect();
        assert_eq!(trolls, [Point::new(13, 9), Point::new(15, 9)], "{rest}");
        assert_eq!(map.keep_at((17, 11)), Keep::Free);
        assert_eq!(map.keep_at((18, 11)), Keep::Tile);
    }
}

#[test]
fn parts_may_be_in_files() {
    let drawn = r#"{ "at": [2, 3], "file": "vault.txt" }"#;
    let map = read(&recipe(drawn, CAVE), &[("vault.txt", "~~ ~\n~~~~")]).unwrap();
    assert_eq!([2, 3, 5].map(|x| map.tiles[Point::new(x, 3)]), [Tile::WATER; 3]);
    let whole = mapwright_recipe::map_to_json(&map);
    let part = r#"{ "file": "mine.map.json", "level": "shape" }"#;
    let again = read(&recipe(part, CAVE), &[("mine.map.json", &whole)]).unwrap();
    // The map says itself what is kept of it.
    assert_eq!([(2, 3), (4, 3)].map(|at| again.keep_at(at)), [Keep::Shape, Keep::Free]);
    assert!(again.is_open((2, 3)));
    let tmx = r#"<map orientation="orthogonal" width="3" height="1" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="4" columns="4"><image source="t.png" width="32" height="8"/></tileset>
        <layer name="tiles" width="3" height="1"><data encoding="csv">1,0,2</data></layer></map>"#;
    let part = r#"{ "at": [4, 4], "file": "t.tmx", "legend": { "0": "deep-water", "1": "pillar" } }"#;
    let map = read(&recipe(part, CAVE), &[("t.tmx", tmx)]).unwrap();
    assert_eq!([4, 5, 6].map(|x| map.keep_at((x, 4))), [Keep::Tile, Keep::Free, Keep::Tile]);
    assert_eq!([4, 6].map(|x| map.tiles[Point::new(x, 4)]), [Tile::DEEP_WATER, Tile::PILLAR]);
}

#[test]
fn stages_keep_what_they_draw() {
    let vault = |kept: &str| {
        let section = format!(r##"{{ "use": "prefab-section", "template": ["~~~", "~#~"], "at": "center"{kept} }}"##);
        let rest = format!(
            r#""initial": {{ "use": "arena" }}, "metas": [ {section}, {{ "use": "paint", "tile": "grass", "over": ["floor", "water"], "share": 1.0 }} ]"#
        );
        read(&recipe("", &rest), &[]).unwrap()
    };
    let water = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|tile| **tile == Tile::WATER).count();
    assert_eq!(water(&vault("")), 0);
    assert_eq!(water(&vault(r#", "kept": "tile""#)), 5);
    assert_eq!(water(&vault(r#", "kept": "shape""#)), 0);
}

/// A part is the same from rows and from a file: with its locks, secrets, portals, start and exit.
#[test]
fn all_of_a_part_is_kept_from_rows_and_from_a_file() {
    let legend = r#"{ "k": { "spawn": "Key A", "key": 0 }, "L": { "lock": 0 }, "s": { "door": "secret" },
        "1": { "portal": 1 } }"#;
    let rows = r########"["#######", "#@k.1.#", "#.#L#s#", "#.....#", "#1...>#", "###+###"]"########;
    let of_rows = format!(r#"{{ "at": [9, 5], "rows": {rows}, "legend": {legend} }}"#);
    let first = read(&recipe(&of_rows, CAVE), &[]).unwrap();
    let file = mapwright_recipe::map_to_json(&first);
    let of_file = r#"{ "file": "part.map.json" }"#;
    for rest in [
        CAVE,
        r#""initial": { "use": "prim-maze" }, "metas": [ { "use": "start", "at": "left" }, { "use": "exit" } ]"#,
        r#""initial": { "use": "prefab-level", "template": ["@.>"] }, "metas": [ { "use": "solvability-validator", "allow": ["unneeded"] } ]"#,
    ] {
        for (part, files) in [(of_rows.as_str(), vec![]), (of_file, vec![("part.map.json", file.as_str())])] {
            let map = read(&recipe(part, rest), &files).unwrap();
            assert_eq!((map.start, map.exit), (Some(Point::new(10, 6)), Some(Point::new(14, 9))), "{rest}");
            let doors = map.doors.as_deref().unwrap_or_default();
            let at = |x: u16, y: u16| doors.iter().find(|door| door.cells == [Point::new(x, y)]).unwrap();
            assert_eq!((at(12, 7).lock, at(14, 7).is_secret()), (Some(0), true), "{rest}");
            assert_eq!(map.portals, [mapwright_core::Portal::new((13, 6), (10, 9))], "{rest}");
            assert_eq!(map.spawns.iter().filter(|spawn| spawn.key == Some(0)).count(), 1, "{rest}");
        }
    }
}

/// Sides between kept cells follow their tiles, whatever gives a map its sides.
#[test]
fn no_wall_stands_in_a_kept_room() {
    for builder in ["wang-tiles", "prim-maze", "recursive-division"] {
        for seed in 0..10 {
            let json = recipe(ROOM, &format!(r#""initial": {{ "use": "{builder}" }}"#))
                .replace("\"seed\": 7", &format!("\"seed\": {seed}"));
            let map = read(&json, &[]).unwrap();
            let sides = map.sides.as_ref().unwrap();
            for y in 9..11 {
                for x in 11..17 {
                    let is_open = map.is_open((x, y)) && map.is_open((x + 1, y));
                    assert_eq!(sides[Point::new(x, y)].is_open(mapwright_core::Dir::E), is_open, "{builder} {seed}");
                    assert_eq!(
                        sides[Point::new(x + 1, y)].is_open(mapwright_core::Dir::W),
                        is_open,
                        "{builder} {seed}"
                    );
                }
            }
        }
    }
}

/// A drawn door stays a door on a floor too, and a floor may keep a rectangle of itself.
#[test]
fn floors_keep_doors_and_rectangles() {
    let part = r########"{ "at": [10, 8], "rows": ["##+##", "#...#", "##+##"] }"########;
    for seed in 0..20 {
        let floor = format!(
            r#"{{ "kept": [{part}], "initial": {{ "use": "cellular-automata" }}, "metas": [ {{ "use": "keep", "rect": [0, 0, 5, 20], "level": "shape" }} ] }}"#
        );
        let json = recipe("", &format!(r#""initial": {{ "use": "floors", "floors": [{floor}] }}"#))
            .replace("\"seed\": 7", &format!("\"seed\": {seed}"));
        let map = read(&json, &[]).unwrap();
        assert_eq!([(12, 8), (12, 10)].map(|(x, y)| map.tiles[Point::new(x, y)]), [Tile::DOOR; 2], "{seed}");
        assert_eq!([(4, 19), (5, 19), (12, 9)].map(|at| map.keep_at(at)), [Keep::Shape, Keep::Free, Keep::Tile]);
    }
}

/// What chance places is kept where it ends up, and what was tried and dropped is not.
#[test]
fn stages_keep_what_they_draw_wherever_it_is() {
    const PAINT: &str = r#"{ "use": "paint", "tile": "grass", "over": ["floor", "water"], "share": 1.0 }"#;
    let level = r#""initial": { "use": "accretion" }, "metas": [ { "use": "start" }, { "use": "exit" }, { "use": "area-graph" }"#;
    type Rest = fn(&str) -> String;
    let cases: [(&str, Rest); 3] = [
        ("accretion", |kept| {
            let shapes = r#"[{ "template": ["...", ".~.", "..."] }, { "shape": "box" }]"#;
            format!(r#""initial": {{ "use": "accretion", "shapes": {shapes}{kept} }}, "metas": [ {PAINT}"#)
        }),
        ("prefab-vaults", |kept| {
            let vaults = r#"[{ "name": "pond", "template": ["...", ".~.", "..."] }]"#;
            format!(
                r#""initial": {{ "use": "arena" }}, "metas": [ {{ "use": "prefab-vaults", "max": 3, "repeat": true, "vaults": {vaults}{kept} }}, {PAINT}"#
            )
        }),
        ("machines", |kept| {
            let features =
                r#"[{ "drawing": ["...", ".~.", "..."] }, { "what": { "spawn": "Rat" }, "count": [30, 30] }]"#;
            let small = r#"[{ "drawing": ["...", ".~.", "..."] }]"#;
            let blueprints = format!(
                r#"[{{ "name": "crowd", "features": {features} }}, {{ "name": "pond", "features": {small} }}]"#
            );
            format!(r#"LEVEL, {{ "use": "machines", "count": [3, 3], "blueprints": {blueprints}{kept} }}, {PAINT}"#)
        }),
    ];
    for (name, rest) in cases {
        let build = |kept: &str| {
            let rest = format!("{} ]", rest(kept).replace("LEVEL", level));
            let json = recipe("", &rest)
                .replace(r#""height": 20"#, r#""height": 30"#)
                .replace(r#""width": 30"#, r#""width": 50"#);
            read(&json, &[]).unwrap()
        };
        let water = |map: &BuilderMap| {
            let cells = map.tiles.iter().filter(|(_, tile)| **tile == Tile::WATER);
            cells.map(|(at, _)| at).collect::<Vec<Point>>()
        };
        assert_eq!(water(&build("")), [], "{name}");
        let map = build(r#", "kept": "tile""#);
        let ponds = water(&map);
        assert!(!ponds.is_empty(), "{name}");
        // Of each drawing all nine cells, and no others, but for the spawns of machines.
        let is_drawn = |at: Point| ponds.iter().any(|pond| pond.x.abs_diff(at.x).max(pond.y.abs_diff(at.y)) < 2);
        let is_spawn = |at: Point| name == "machines" && map.spawns.iter().any(|spawn| spawn.at == at);
        for at in map.size().points() {
            assert_eq!(map.keep_at(at) == Keep::Tile, is_drawn(at) || is_spawn(at), "{name} {at}");
        }
    }
}

#[test]
fn each_floor_has_kept_parts_of_its_own() {
    let floors = r##""initial": { "use": "floors", "floors": [
        { "kept": [ { "at": [3, 2], "rows": ["~~~"] } ], "initial": { "use": "arena" },
          "metas": [ { "use": "paint", "tile": "grass", "over": ["floor", "water"], "share": 1.0 } ] },
        { "initial": { "use": "prefab-level", "template": ["~.~"], "kept": "tile" },
          "metas": [ { "use": "paint", "tile": "grass", "over": ["floor", "water"], "share": 1.0 } ] } ] }"##;
    let map = read(&recipe("", floors), &[]).unwrap();
    assert_eq!([3, 4, 5, 6].map(|x| map.tiles[Point::new(x, 2)]), [Tile::WATER, Tile::WATER, Tile::WATER, Tile::GRASS]);
    let below = |x| map.tiles[Point::new(x, 30)];
    assert_eq!([13, 14, 15, 16].map(below), [Tile::WATER, Tile::FLOOR, Tile::WATER, Tile::WALL]);
    let wide = floors.replace("[3, 2]", "[28, 2]");
    assert_eq!(
        read(&recipe("", &wide), &[]).unwrap_err(),
        "initial floors: floors[0]: parameter `keep` is 31x3; expected at most 30x20, the size of the map"
    );
}

#[test]
fn what_cannot_be_kept_is_named() {
    let refused = |kept: &str, message: &str| assert_eq!(read(&recipe(kept, CAVE), &[]).unwrap_err(), message);
    refused(
        r##"{ "rows": ["#"], "level": "free" }"##,
        "parameter `kept[0].level` is \"free\"; expected one of \"shape\", \"tile\"",
    );
    refused(
        r#"{ "at": [1, 1] }"#,
        "parameter `kept[0].rows` is missing; expected either rows of glyphs, or a `file` that holds a drawing",
    );
    refused(
        r#########"{ "at": [28, 1], "rows": ["###"] }"#########,
        "kept[0] is 3x1 cells at (28, 1), which reaches over the map of 30x20; expected a place inside of it",
    );
    refused(
        &format!(r##"{ROOM}, {{ "at": [12, 9], "rows": ["#"] }}"##),
        "kept[1] draws (12, 9) as wall, and kept[0] as floor",
    );
    refused(
        r##"{ "rows": ["%"], "legend": { "%": { "any": { "#": 1, ".": 1 } } } }"##,
        "kept[0] leaves cells to chance; expected a drawing without choices and slots",
    );
    refused(
        r##"{ "rows": ["#"], "file": "x.txt" }"##,
        "parameter `kept[0].file` is \"x.txt\"; expected absent when `rows` is given",
    );
    refused(
        r#"{ "at": [1] }"#,
        "parameter `kept[0].at` is [1]; expected two integers from 0 to 65535, a column and a row, such as [24, 14]",
    );
    refused(
        r#"{ "rows": ["T"], "legend": { "T": "shrub" } }"#,
        "parameter `kept[0].legend.T` is \"shrub\"; expected a meaning; no tile is called `shrub`",
    );
    refused(
        r#"{ "rows": ["T"], "level": "shape", "legend": { "T": { "spawn": "Troll" } } }"#,
        "kept[0] draws `Troll`; expected tiles only: with the level `shape` nothing else is kept",
    );
    refused(
        r#"{ "rows": ["L"], "legend": { "L": { "lock": 0 } } }"#,
        "kept[0] draws a door with the lock A and no part draws the key A; expected both",
    );
    refused(
        r#"{ "rows": ["m"], "legend": { "m": { "mark": "wet" } } }"#,
        "kept[0] marks cells in the layer `wet`; expected tiles, spawns, keys, doors, portals, a start and an exit",
    );
    refused(
        r#"{ "rows": ["@"] }, { "at": [3, 3], "rows": ["@"] }"#,
        "kept[1] has the start at (3, 3), and kept[0] at (0, 0)",
    );
    refused(
        r#"{ "rows": ["T"], "legend": { "T": { "spawn": "Troll" } } }, { "rows": ["."] }"#,
        "kept[1] draws nothing at (0, 0), and kept[0] `Troll`",
    );
    refused(r#"{ "file": "x.txt" }"#, "the drawing x.txt cannot be read: no such file");
    let stage = |stage: &str| read(&recipe("", &format!(r#""initial": {stage}"#)), &[]).unwrap_err();
    assert_eq!(
        stage(r#"{ "use": "arena", "kept": "tile" }"#),
        "initial arena: parameter `kept` is tile; expected absent: it draws nothing by hand; the stage `keep` keeps cells by rules"
    );
    assert_eq!(
        stage(r#"{ "use": "prefab-level", "kept": 7 }"#),
        "initial: parameter `kept` is 7; expected one of \"shape\", \"tile\""
    );
    let floors = r#""initial": { "use": "floors" }"#;
    assert_eq!(
        read(&recipe(ROOM, floors), &[]).unwrap_err(),
        "initial floors: it cannot leave kept cells as they are: each floor has a chain of its own, which may keep cells"
    );
}
