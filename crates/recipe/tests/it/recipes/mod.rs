//! Recipes round-trip, and every mistake gets a message that helps.

mod errors;

use mapwright_core::params::{Holds, Schema, Variant};
use mapwright_core::{BuilderMap, Plane, Point, Size};
use mapwright_recipe::{
    BuilderInfo, BuilderKind, Recipe, RecipeError, Registry, StageRecipe, builders, template, templates,
};
use serde_json::{Value, json};

/// A recipe with one stage in the place of another.
fn with(initial: Value, metas: Value) -> Value {
    json!({ "version": 1, "width": 9, "height": 7, "initial": initial, "metas": metas })
}

fn maze() -> Value {
    json!({ "use": "prim-maze" })
}

#[track_caller]
fn message(recipe: &Value) -> String {
    let chain = recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain());
    chain.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn shipped_recipes_round_trip_unchanged_and_build() {
    assert!(templates().count() >= 8);
    for name in templates() {
        let json = template(name).unwrap();
        let value: Value = serde_json::from_str(&json).unwrap();
        let recipe: Recipe = json.parse().unwrap();
        assert_eq!(Value::from(recipe.clone()), value, "{name}");
        assert_eq!(recipe.to_json().parse::<Recipe>().unwrap(), recipe, "{name}");
        assert_eq!(serde_json::from_value::<Recipe>(serde_json::to_value(&recipe).unwrap()).unwrap(), recipe);
        recipe.chain().unwrap().build(recipe.seed()).unwrap();
    }
}

#[test]
fn every_shipped_recipe_is_a_template() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/recipes");
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, templates().collect::<Vec<_>>());
}

#[test]
fn every_builder_has_a_template_with_its_defaults() {
    for info in builders().iter().filter(|info| info.name != "from-map") {
        let recipe: Recipe = template(info.name).unwrap().parse().unwrap();
        let with_defaults = match info.kind() {
            BuilderKind::Meta => recipe.metas[recipe.metas.len() - 1].clone(),
            _ => recipe.initial.clone(),
        };
        assert_eq!(with_defaults.name, info.name);
        // What the catalogue calls the default is what the builder does when nothing is said.
        let mut bare = recipe.clone();
        let stage = bare.metas.last_mut().unwrap_or(&mut bare.initial);
        *stage = StageRecipe::new(info.name);
        let build = |recipe: &Recipe| recipe.chain().unwrap().build(recipe.seed.unwrap());
        match (build(&recipe), build(&bare)) {
            (Ok(full), Ok(bare)) => assert_eq!(full, bare, "{}", info.name),
            other => unreachable!("{}: {other:?}", info.name),
        }
    }
}

/// The lower end of what is allowed for a whole number.
fn least(info: &BuilderInfo, name: &str) -> i128 {
    let schema = info.params.iter().find(|param| param.name == name).map(|param| &param.schema);
    if let Some(&Schema::Int(least, _)) = schema { least } else { 0 }
}

#[test]
fn every_allowed_value_makes_a_builder() {
    // What the catalogue lets through, the builder takes: the two lists of parameters agree.
    for info in builders().iter().filter(|info| info.name != "from-map") {
        for param in &info.params {
            // They are for a file.
            if ["legend", "solid", "subset"].contains(&param.name) {
                continue;
            }
            for value in samples(param.name, &param.schema) {
                // Only open tiles can be dug, only solid ones opened, the new one is another, and a room is connected.
                let is_solid = |value: &Value| value == "wall" || value == 255;
                let is_refused = match (info.name, param.name) {
                    ("join-components", "tile") => is_solid(&value),
                    ("shortcuts", "tile") => value == "wall",
                    ("cycle-graph", "template") => true,
                    ("shortcuts", "over") => !value.as_array().is_some_and(|tiles| tiles.iter().all(is_solid)),
                    _ => false,
                };
                if is_refused {
                    continue;
                }
                let mut stage = json!({ "use": info.name, param.name: value.clone() });
                if let Some((other, fitting)) = param.only_with {
                    stage[other] = fitting[0].into();
                }
                // A range is given from its lower to its upper end, and a file must be there.
                match param.name {
                    "min" if info.params.iter().any(|param| param.name == "max") => stage["max"] = value,
                    "max" if info.params.iter().any(|param| param.name == "min") => {
                        stage["min"] = json!(least(info, "min"));
                    }
                    "length" => stage["tile"] = "floor".into(),
                    _ => (),
                }
                let mut recipe = match info.kind() {
                    BuilderKind::Meta => with(full_map(), json!([stage])),
                    _ => with(stage, json!([])),
                };
                (recipe["width"], recipe["height"]) = (20.into(), 16.into());
                let chain = recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain());
                assert!(chain.is_ok(), "{recipe}: {}", chain.unwrap_err());
            }
        }
    }
}

/// The beginning of a chain whose map has every plane that a stage may need.
fn full_map() -> Value {
    let zeros = json!(vec![0; 20 * 16]);
    let flow = json!({ "source": [0, 0], "wet": zeros, "rings": zeros, "on_ring": zeros });
    let graph = json!({ "area": vec![1; 20 * 16], "areas": [{ "anchor": [0, 0], "depth": 0 }], "joins": [] });
    json!({ "use": "from-map", "map": {
        "format": "mapwright-map", "version": 2, "floors": 1, "graph": graph, "doors": [], "width": 20, "height": 16, "tiles": zeros, "sides": zeros,
        "corners": zeros, "solution": zeros, "regions": zeros, "flow": flow, "rooms": [{ "id": 0, "rect": [0, 0, 2, 2] }],
        "corridors": [[[2, 0], [3, 0]]], "start": [0, 0], "exit": [8, 6] } })
}

fn samples(name: &str, schema: &Schema) -> Vec<Value> {
    let plain = |variants: &[Variant]| variants.iter().filter(|one| matches!(one.holds, Holds::Nothing)).count();
    match (name, schema) {
        ("rule", Schema::Like(_)) => vec![json!("B3/S23"), json!("B/S")],
        ("weights", _) => vec![json!([]), json!([1, 3])],
        ("pieces", _) => vec![json!("tetrominoes"), json!("XX X../XXX X X X X")],
        ("table", _) => vec![json!([{ "name": "Newt", "weight": 1, "min_depth": 0, "max_depth": u32::MAX }])],
        ("corridors", Schema::Maybe(_)) => vec![json!(null), json!({}), json!({ "rooms": "in-order", "width": 2 })],
        ("placement", _) => vec![
            json!({}),
            json!({ "ground": "wide", "distances": [{ "to": "water", "max": 2 }, { "to": 4, "min": 1 }] }),
        ],
        ("in" | "unique", _) | ("by", Schema::OneOf("SpawnGroup", _)) => vec![
            json!("room"),
            json!("corridor"),
            json!("region"),
            json!("area"),
            json!("floor"),
            json!({ "patch": 9 }),
        ],
        ("deeper", _) => vec![json!([0.5, 3])],
        ("budget", Schema::Such(..)) => vec![json!([1, 9])],
        ("quota", _) => vec![json!([]), json!([{ "name": "Ration", "each": 0.5, "by": "room" }])],
        ("what", _) => vec![json!({ "tile": "tree" }), json!({ "spawn": "Chest" }), json!({ "mark": "ambush" })],
        ("template", _) => {
            let legend =
                json!({ "g": { "spawn": "Goblin" }, "#": "tree", "?": 77, "%": { "any": { "#": 1, "g": 2 } } });
            vec![json!(["##", "+."]), json!({ "rows": ["#g", "?%"], "legend": legend })]
        }
        ("vaults", Schema::List(..)) => {
            vec![json!([]), json!([{ "template": ["##", "+."], "weight": 3, "min_depth": 0, "max_depth": 9 }])]
        }
        ("joins", _) => vec![json!([]), json!([[0, 1], [2, 249]])],
        ("rooms", Schema::Either(_)) => vec![
            json!(1),
            json!([{}, { "width": [2, 50], "role": "exit", "tags": ["boss"] }, { "template": ["#+#", "#.#"] }]),
        ],
        ("program", _) => vec![json!([{ "put": "." }, { "one": ".# -> ..", "steps": "40%" }])],
        ("model", _) => vec![
            json!("tiled"),
            json!({ "overlapping": { "n": 5 } }),
            json!({ "chunks": {} }),
            json!({ "rules": { "tiles": [["grass", 5], [4, 1]], "forbid": [["grass", 4]] } }),
            json!({ "turned": { "tiles": [{ "name": "a", "symmetry": "\\", "tiles": [4, 40] }], "neighbors": [["a", "a 1"]] } }),
        ],
        ("symbols" | "sets" | "let", _) => vec![json!({})],
        ("pins", Schema::List(of, _)) if matches!(**of, Schema::Object(..)) => {
            vec![json!([]), json!([{ "x": -3, "y": 12, "part": "n", "color": 1 }])]
        }
        ("pins", _) => vec![json!([]), json!([[1, 2, "wall"], [3, 4, 0]])],
        (_, Schema::Int(min, max)) => vec![json!(min), json!(max)],
        (_, Schema::Number(min, max)) => vec![json!(min), json!(max), json!((min + max) / 2.0), json!(1)],
        (_, Schema::OneOf(_, variants)) if plain(variants) == variants.len() => {
            variants.iter().map(|one| json!(one.name)).collect()
        }
        (_, Schema::OneOf(_, variants)) => {
            let words = variants.iter().take(plain(variants)).map(|one| json!(one.name));
            words.chain([json!({ "at": [1, 2] })]).collect()
        }
        (_, Schema::Text) => vec![json!("a word")],
        (_, Schema::Bool) => vec![json!(true), json!(false)],
        (_, Schema::Tile(least, most)) => vec![json!(least), json!(most)],
        (_, Schema::Char) => vec![json!("#"), json!("≈")],
        (_, Schema::Such(_, of)) => samples(name, of),
        (_, Schema::List(of, _)) => match &**of {
            Schema::Tile(least, most) => vec![json!([]), json!([least, most])],
            Schema::Int(..) => vec![json!([]), json!([0, 1, 2, 3, 4, 5, 6])],
            Schema::Text => vec![json!(["##", "#."])],
            Schema::OneOf(_, words) => {
                let words: Vec<&str> = words.iter().map(|one| one.name).collect();
                vec![json!([]), json!([words[0]]), json!(words)]
            }
            _ => vec![],
        },
        (_, Schema::Tuple(of)) => samples(name, &of[0]).into_iter().map(|end| json!(vec![end; of.len()])).collect(),
        (_, Schema::File | Schema::Defined("map", _)) | ("ford" | "distances", _) => vec![],
        other => unreachable!("no samples for {other:?}"),
    }
}

#[test]
fn a_spawn_table_can_be_a_file_beside_the_recipe() {
    let dir = tempfile::tempdir().unwrap();
    let put = |text: &str| std::fs::write(dir.path().join("beasts.json"), text).unwrap();
    let chain = |params: Value| {
        let mut stage = json!({ "use": "spawns", "count": [2, 2], "file": "beasts.json" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        let recipe = with(json!({ "use": "arena" }), json!([stage]));
        recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain_in(dir.path()))
    };
    let error = || chain(json!({})).unwrap_err().to_string();
    assert!(error().starts_with("metas[0] spawns: the spawn table beasts.json cannot be read: No such file"));
    put(r#"[{ "name": "Newt", "weight": 3 }]"#);
    let map = chain(json!({})).unwrap().build(0).unwrap();
    assert_eq!(map.spawns.iter().map(|spawn| spawn.what.as_str()).collect::<Vec<_>>(), ["Newt"; 2]);
    put(r#"[{ "name": "Newt", "weight": "3" }]"#);
    assert_eq!(
        error(),
        "metas[0] spawns: the spawn table beasts.json cannot be read: `table[0].weight`: \
         expected an integer from 0 to 4294967295"
    );
    put("[{");
    assert!(error().ends_with("beasts.json cannot be read: not valid JSON, at line 1 column 2"), "{}", error());
    put(r#"{ "name": "Newt" }"#);
    assert!(error().ends_with("beasts.json cannot be read: not a list of spawns"), "{}", error());
    let both = chain(json!({ "table": [{ "name": "Newt", "weight": 3 }] })).unwrap_err().to_string();
    assert_eq!(both, "metas[0] spawns: parameter `file` is \"beasts.json\"; expected absent when `table` is given");
}

#[test]
fn a_template_can_be_a_file_beside_the_recipe() {
    let dir = tempfile::tempdir().unwrap();
    let put = |bytes: &[u8]| std::fs::write(dir.path().join("den.txt"), bytes).unwrap();
    let chain = |stage: Value| {
        let recipe = with(stage, json!([]));
        recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain_in(dir.path()))
    };
    let legend = json!({ "g": { "spawn": "Goblin" } });
    let level = || json!({ "use": "prefab-level", "template": { "file": "den.txt", "legend": legend } });
    let error = || chain(level()).unwrap_err().to_string();
    assert!(
        error().starts_with("initial prefab-level: the template den.txt cannot be read: No such file"),
        "{}",
        error()
    );
    put(b"@.g\n#..\n");
    let map = chain(level()).unwrap().build(0).unwrap();
    assert_eq!((map.start, map.spawns[0].at), (Some(Point::new(3, 2)), Point::new(5, 2)));
    put(b"@.g\n#.?\n");
    let unreadable = |why: &str| format!("initial prefab-level: the template den.txt cannot be read: {why}");
    assert_eq!(error(), unreadable("a glyph that is not in the legend, at line 2 column 3"));
    put(b"\x1f\x8b");
    assert_eq!(error(), unreadable("not a valid REXPaint image"));
    put(b"##\n#~");
    let vaults = json!([{ "use": "prefab-vaults", "min": 1, "vaults": [{ "template": { "file": "den.txt" } }] }]);
    let recipe = with(json!({ "use": "arena" }), vaults).to_string().parse::<Recipe>().unwrap();
    let map = recipe.chain_in(dir.path()).unwrap().build(0).unwrap();
    assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == mapwright_core::Tile::WATER).count(), 1);
    let missing = recipe.chain_in(dir.path().join("elsewhere")).unwrap_err().to_string();
    assert!(
        missing.starts_with("metas[0] prefab-vaults: the template den.txt cannot be read: No such file"),
        "{missing}"
    );
}

#[test]
fn a_recipe_can_begin_with_a_map() {
    let recipe: Recipe = with(maze(), json!([{ "use": "exit" }])).to_string().parse().unwrap();
    let map = recipe.chain().unwrap().build(3).unwrap();
    let json = mapwright_recipe::map_to_json(&map);
    let inline = with(json!({ "use": "from-map", "map": serde_json::from_str::<Value>(&json).unwrap() }), json!([]));
    let again = |recipe: &Value, dir: &std::path::Path| {
        recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain_in(dir)).map(|chain| chain.build(0))
    };
    assert_eq!(again(&inline, "".as_ref()).unwrap().unwrap(), map);
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("map.json"), &json).unwrap();
    let by_file = with(json!({ "use": "from-map", "file": "map.json" }), json!([{ "use": "sides-to-tiles" }]));
    assert_eq!(again(&by_file, dir.path()).unwrap().unwrap().size().w, 19);
    assert_eq!(
        message(&with(json!({ "use": "from-map" }), json!([]))),
        "initial from-map: parameter `map` is missing; expected either `map`, a map as JSON, or `file`, a file that holds one"
    );
    let lost = again(&with(json!({ "use": "from-map", "file": "lost.json" }), json!([])), dir.path());
    let error = lost.unwrap_err().to_string();
    assert!(error.starts_with("initial from-map: the map lost.json cannot be read: No such file"), "{error}");
}

#[test]
fn herringbone_templates_come_from_files_beside_the_recipe() {
    use mapwright_wang::HerringboneTemplate;

    let dir = tempfile::tempdir().unwrap();
    let template = HerringboneTemplate::dungeon(6).unwrap();
    std::fs::write(dir.path().join("dungeon.txt"), template.to_string()).unwrap();
    // An image of two pieces in units of 3: one color of each kind. All is wall but the middle of each half.
    let (w, h) = (9u32, 19u32);
    let is_floor = |x: u32, y: u32| [(2, 4), (5, 4), (2, 12), (2, 15)].contains(&(x, y));
    let mut bytes: Vec<u8> = (0..w * h).flat_map(|i| [if is_floor(i % w, i / w) { 255 } else { 0 }; 3]).collect();
    let end = 3 * w as usize;
    for (nth, byte) in [1u8, 1, 1, 1, 1, 1, 1, 1, 3].into_iter().enumerate() {
        bytes[end - 1 - nth] = byte ^ (nth as u8).wrapping_mul(55);
    }
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, w, h);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
    std::fs::write(dir.path().join("cells.png"), &png).unwrap();
    let cells = "herringbone 3\nhorizontal 0 0 0 0 0 0\n######\n#.##.#\n######\nvertical 0 0 0 0 0 0\n###\n#.#\n###\n###\n#.#\n###\n";
    std::fs::write(dir.path().join("cells.txt"), cells).unwrap();

    let build = |stage: Value| {
        let recipe: Recipe = with(stage, json!([])).to_string().parse().unwrap();
        recipe.chain_in(dir.path()).map(|chain| chain.build(3).unwrap()).map_err(|error| error.to_string())
    };
    let expected = build(json!({ "use": "herringbone-wang", "unit": 6 })).unwrap();
    assert_eq!(build(json!({ "use": "herringbone-wang", "file": "dungeon.txt" })), Ok(expected));
    let image = build(json!({ "use": "herringbone-wang", "file": "cells.png" })).unwrap();
    assert_eq!(build(json!({ "use": "herringbone-wang", "file": "cells.txt" })), Ok(image));

    let check = |name: &str, content: &[u8], message: &str| {
        std::fs::write(dir.path().join(name), content).unwrap();
        let error = build(json!({ "use": "herringbone-wang", "file": name })).unwrap_err();
        let start = format!("initial herringbone-wang: the template {name} cannot be read: {message}");
        assert!(error.starts_with(&start), "{error}");
    };
    check("bad.txt", b"walls", "not a herringbone template, at line 1");
    let one = b"herringbone 1\nhorizontal 0 0 0 0 0 1\n..\nvertical 0 0 0 0 0 0\n.\n.\n";
    check("few.txt", one, "no horizontal piece has the edges 0 0 0 0 0 0, clockwise from the top left");
    let mut black = Vec::new();
    let mut encoder = png::Encoder::new(&mut black, 9, 9);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[0; 243]).unwrap();
    check("black.png", &black, "not a template of stb_herringbone_wang_tile: its first row");
    check("bad.bin", b"\xff\xfe", "neither a PNG nor text");
    check("cut.png", &png[..png.len() / 2], "not a valid PNG");
    let mut huge = png.clone();
    huge[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 0, 0, 9]);
    check("huge.png", &huge, "not a valid PNG");
    let error = build(json!({ "use": "herringbone-wang", "file": "none.txt" })).unwrap_err();
    assert!(error.starts_with("initial herringbone-wang: the template none.txt cannot be read: "), "{error}");
    let error = build(json!({ "use": "herringbone-wang", "file": "dungeon.txt", "unit": 6 })).unwrap_err();
    let expected =
        "initial herringbone-wang: parameter `file` is \"dungeon.txt\"; expected absent when `unit` is given";
    assert_eq!(error, expected);
}

#[test]
fn a_stage_with_a_seed_is_drawn_anew_alone() {
    let scatter = json!({ "use": "scatter", "what": { "tile": "gravel" }, "max": 4 });
    let of = |initial: Value, metas: Value| with(initial, metas).to_string().parse::<Recipe>().unwrap();
    let cells =
        |map: &BuilderMap, name: &str| map.tiles.as_slice().iter().map(|tile| tile.name() == name).collect::<Vec<_>>();
    let (arena, mut water) = (json!({ "use": "arena" }), scatter.clone());
    water["what"]["tile"] = "water".into();
    let plain = of(arena.clone(), json!([scatter, water])).build(7).unwrap();
    let mut reseeded = water.clone();
    reseeded["seed"] = 1.into();
    let recipe = of(arena, json!([scatter, reseeded]));
    let other = recipe.build(7).unwrap();
    assert_eq!(cells(&plain, "gravel"), cells(&other, "gravel"));
    assert_ne!(cells(&plain, "water"), cells(&other, "water"));
    assert_eq!(recipe.chain().unwrap().build(7).unwrap(), other);
    assert_eq!(recipe.to_json().parse::<Recipe>().unwrap(), recipe, "it is written");
    let cave = |seed| {
        let mut stage = StageRecipe::new("cellular-automata");
        stage.seed = seed;
        if let Some(seed) = seed {
            assert_eq!(StageRecipe::new("cellular-automata").with("seed", seed), stage, "as in JSON");
        }
        Recipe::new(Size::new(40, 30), stage).build(7).unwrap()
    };
    assert_eq!(cave(None), cave(None));
    assert_ne!(cave(None), cave(Some(0)), "0 is a seed like others");
    let wrong = with(json!({ "use": "arena" }), json!([{ "use": "scatter", "seed": -1 }]));
    assert_eq!(
        wrong.to_string().parse::<Recipe>().unwrap_err().to_string(),
        "metas[0]: parameter `seed` is -1; expected an integer from 0 to 18446744073709551615"
    );
}
