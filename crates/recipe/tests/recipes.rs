//! Recipes round-trip, and every mistake gets a message that helps.
#![allow(clippy::unwrap_used)]

use mapwright_core::params::{Domain, Holds, Variant};
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
        let build = |recipe: &Recipe| recipe.chain().map(|chain| chain.build(5));
        match (build(&recipe), build(&bare)) {
            (Ok(full), Ok(bare)) => assert_eq!(full, bare, "{}", info.name),
            (Err(full), Err(bare)) => assert_eq!(full.to_string(), bare.to_string()),
            other => unreachable!("{other:?}"),
        }
    }
}

/// The lower end of what is allowed for a whole number.
fn least(info: &BuilderInfo, name: &str) -> u64 {
    let domain = info.params.iter().find(|param| param.name == name).map(|param| &param.domain);
    if let Some(&Domain::Int(least, _)) = domain { least.unsigned_abs() } else { 0 }
}

#[test]
fn every_allowed_value_makes_a_builder() {
    // What the catalogue lets through, the builder takes: the two lists of parameters agree.
    for info in builders().iter().filter(|info| info.name != "from-map") {
        for param in &info.params {
            for value in samples(param.name, &param.domain) {
                // Only open tiles can be dug.
                if info.name == "join-parts" && (value == "wall" || value == 255) {
                    continue;
                }
                let mut stage = json!({ "use": info.name, param.name: value.clone() });
                if let Some((other, fitting)) = param.only_with {
                    stage[other] = fitting[0].into();
                }
                // A range is given from its lower to its upper end, and a file must be there.
                match param.name {
                    "min" if info.params.iter().any(|param| param.name == "max") => stage["max"] = value,
                    "max" => stage["min"] = json!(least(info, "min")),
                    "min_area" if info.params.iter().any(|param| param.name == "max_area") => stage["max_area"] = value,
                    "max_area" => stage["min_area"] = json!(least(info, "min_area")),
                    _ => (),
                }
                let recipe = match info.kind() {
                    BuilderKind::Meta => with(full_map(), json!([stage])),
                    _ => with(stage, json!([])),
                };
                let chain = recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain());
                assert!(chain.is_ok(), "{recipe}: {}", chain.unwrap_err());
            }
        }
    }
}

/// The beginning of a chain whose map has every plane that a stage may need.
fn full_map() -> Value {
    let zeros = json!(vec![0; 9 * 7]);
    let flow = json!({ "source": [0, 0], "wet": zeros, "rings": zeros, "on_ring": zeros });
    let graph = json!({ "area": vec![1; 9 * 7], "areas": [{ "anchor": [0, 0], "depth": 0 }], "joins": [] });
    json!({ "use": "from-map", "map": {
        "format": "mapwright-map", "version": 2, "graph": graph, "doors": [], "width": 9, "height": 7, "tiles": zeros, "sides": zeros,
        "corners": zeros, "solution": zeros, "regions": zeros, "flow": flow, "rooms": [{ "id": 0, "rect": [0, 0, 2, 2] }],
        "corridors": [[[2, 0], [3, 0]]], "start": [0, 0], "exit": [8, 6] } })
}

fn samples(name: &str, domain: &Domain) -> Vec<Value> {
    let plain = |variants: &[Variant]| variants.iter().filter(|one| matches!(one.holds, Holds::Nothing)).count();
    match (name, domain) {
        ("rule", Domain::Like(_)) => vec![json!("B3/S23"), json!("B/S")],
        ("weights", _) => vec![json!([]), json!([1, 3])],
        ("pieces", _) => vec![json!("tetrominoes"), json!("XX X../XXX X X X X")],
        ("table", _) => vec![json!([{ "name": "Newt", "weight": 1, "min_depth": 0, "max_depth": u32::MAX }])],
        ("corridors", Domain::Maybe(_)) => vec![json!(null), json!({}), json!({ "rooms": "in-order", "width": 2 })],
        ("place", _) => vec![
            json!({}),
            json!({ "ground": "wide", "distances": [{ "to": "water", "max": 2 }, { "to": 4, "min": 1 }] }),
        ],
        ("what", _) => vec![json!({ "tile": "tree" }), json!({ "spawn": "Chest" }), json!({ "mark": "ambush" })],
        ("legend", _) => vec![json!({}), json!({ "g": { "spawn": "Goblin" }, "#": "tree", "?": 77 })],
        ("vaults", Domain::Such(..)) => {
            vec![json!([]), json!([{ "template": ["##", "+."], "weight": 3, "min_depth": 0, "max_depth": 9 }])]
        }
        ("joins", _) => vec![json!([]), json!([[0, 1], [2, 249]])],
        ("rooms", Domain::Either(_)) => vec![
            json!(1),
            json!([{}, { "width": [2, 50], "role": "exit", "tags": ["boss"] }, { "template": ["#+#", "#.#"] }]),
        ],
        ("program", _) => vec![json!([{ "put": "." }, { "one": ".# -> ..", "steps": "40%" }])],
        ("model", _) => vec![
            json!("tiled"),
            json!({ "overlapping": { "n": 5 } }),
            json!({ "chunks": {} }),
            json!({ "rules": { "tiles": [["grass", 5], [4, 1]], "forbid": [["grass", 4]] } }),
        ],
        ("symbols" | "sets" | "let", _) => vec![json!({})],
        ("pins", Domain::List(of)) if matches!(**of, Domain::Object(..)) => {
            vec![json!([]), json!([{ "x": -3, "y": 12, "part": "n", "color": 1 }])]
        }
        ("pins", _) => vec![json!([]), json!([[1, 2, "wall"], [3, 4, 0]])],
        (_, Domain::Int(min, max)) => vec![json!(min), json!(max)],
        (_, Domain::Number(min, max)) => vec![json!(min), json!(max), json!(0.5), json!(1)],
        (_, Domain::OneOf(_, variants)) if plain(variants) == variants.len() => {
            variants.iter().map(|one| json!(one.name)).collect()
        }
        (_, Domain::OneOf(_, variants)) => {
            let words = variants.iter().take(plain(variants)).map(|one| json!(one.name));
            words.chain([json!({ "at": [1, 2] })]).collect()
        }
        (_, Domain::Text) => vec![json!("a word")],
        (_, Domain::Bool) => vec![json!(true), json!(false)],
        (_, Domain::Tile) => vec![json!("stairs-down"), json!("wall"), json!(0), json!(255)],
        (_, Domain::Char) => vec![json!("#"), json!("≈")],
        (_, Domain::Such(_, of)) => samples(name, of),
        (_, Domain::List(of)) => match &**of {
            Domain::Tile => vec![json!([]), json!(["floor", 5])],
            Domain::Int(..) => vec![json!([]), json!([0, 1, 2, 3, 4, 5, 6])],
            Domain::Text => vec![json!(["##", "#."])],
            Domain::OneOf(_, words) => {
                let words: Vec<&str> = words.iter().map(|one| one.name).collect();
                vec![json!([]), json!([words[0]]), json!(words)]
            }
            _ => vec![],
        },
        (_, Domain::File | Domain::Defined("map", _)) | ("ford" | "distances", _) => vec![],
        other => unreachable!("no samples for {other:?}"),
    }
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let cases = [
        (
            with(json!({ "use": "prim-mase" }), json!([])),
            "initial prim-mase: no builder is called `prim-mase`; did you mean `prim-maze`?",
        ),
        (
            with(maze(), json!([{ "use": "loop-injecter" }])),
            "metas[0] loop-injecter: no builder is called `loop-injecter`; did you mean `loop-injector`?",
        ),
        (
            with(maze(), json!([{ "use": "pipe-shuffler" }, { "use": "loop-injector", "pp": 0.3 }])),
            "metas[1] loop-injector: no parameter is called `pp`; did you mean `p`?",
        ),
        (
            with(json!({ "use": "prim-maze", "maxdegree": 3 }), json!([])),
            "initial prim-maze: no parameter is called `maxdegree`; did you mean `max_degree`?",
        ),
        (
            with(maze(), json!([{ "use": "pipe-shuffler", "turns": 3 }])),
            "metas[0] pipe-shuffler: no parameter is called `turns`; expected none here",
        ),
        (
            with(maze(), json!([{ "use": "loop-injector", "probability": 3 }])),
            "metas[0] loop-injector: no parameter is called `probability`; expected one of rule, count, share, p, min_distance",
        ),
        (
            json!({ "version": 1, "width": 9, "heigth": 7, "initial": maze() }),
            "no parameter is called `heigth`; did you mean `height`?",
        ),
    ];
    for (recipe, expected) in cases {
        assert_eq!(message(&recipe), expected);
    }
}

#[test]
fn wrong_values_are_answered_with_what_is_allowed() {
    let looped = |params: Value| {
        let mut stage = json!({ "use": "loop-injector" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        with(maze(), json!([stage]))
    };
    let cases = [
        (looped(json!({ "p": 1.5 })), "metas[0] loop-injector: parameter `p` is 1.5; expected a number from 0 to 1"),
        (
            looped(json!({ "p": "half" })),
            "metas[0] loop-injector: parameter `p` is \"half\"; expected a number from 0 to 1",
        ),
        (looped(json!({ "p": null })), "metas[0] loop-injector: parameter `p` is null; expected a number from 0 to 1"),
        (
            looped(json!({ "rule": "knot" })),
            "metas[0] loop-injector: parameter `rule` is \"knot\"; expected one of \"random\", \"braid\", \"detour\", \"defeat-wall-followers\"",
        ),
        (
            looped(json!({ "rule": "detour", "p": 0.5 })),
            "metas[0] loop-injector: parameter `p` goes with \"rule\": \"braid\" only",
        ),
        (
            looped(json!({ "count": 3 })),
            "metas[0] loop-injector: parameter `count` goes with \"rule\": \"random\" or \"detour\" only",
        ),
        (
            looped(json!({ "rule": "random", "count": 3, "share": 0.5 })),
            "metas[0] loop-injector: parameter `share` is 0.5; expected absent when `count` is given",
        ),
        (
            looped(json!({ "rule": "detour", "min_distance": -2 })),
            "metas[0] loop-injector: parameter `min_distance` is -2; expected an integer from 0 to 1000",
        ),
        (
            with(json!({ "use": "prim-maze", "max_degree": 2 }), json!([])),
            "initial prim-maze: parameter `max_degree` is 2; expected an integer from 3 to 4",
        ),
        (
            with(json!({ "use": "prim-maze", "root": { "at": [1] } }), json!([])),
            "initial prim-maze: parameter `root.at` is [1]; expected a cell such as [3, 5]",
        ),
        (
            with(json!({ "use": "growing-tree", "newest": 0, "random": 0 }), json!([])),
            "initial growing-tree: parameter `newest` is 0; expected at least 1 when `oldest` and `random` are 0",
        ),
        (
            with(json!({ "use": "growing-tree", "choice": "newest", "random": 2 }), json!([])),
            "initial growing-tree: parameter `random` goes with \"choice\": \"mix\" only",
        ),
        (
            with(json!({ "use": "binary-tree", "corner": "n" }), json!([])),
            "initial binary-tree: parameter `corner` is \"n\"; expected one of \"ne\", \"se\", \"sw\", \"nw\"",
        ),
        (
            with(json!({ "use": "wang-tiles", "colors": 5 }), json!([])),
            "initial wang-tiles: parameter `colors` is 5; expected an integer from 2 to 4",
        ),
        (
            with(json!({ "use": "cellular-automata", "rule": "B9/S1" }), json!([])),
            "initial cellular-automata: parameter `rule` is \"B9/S1\"; expected a rule such as \"B5678/S45678\", digits 0 to 8",
        ),
        (
            with(json!({ "use": "ring-validator" }), json!([])),
            "initial ring-validator: parameter `use` is \"ring-validator\"; expected an initial builder here; this one changes an existing map",
        ),
        (
            with(maze(), json!([{ "use": "arena" }])),
            "metas[0] arena: parameter `use` is \"arena\"; expected a meta builder here; this one begins a chain",
        ),
    ];
    for (recipe, expected) in cases {
        assert_eq!(message(&recipe), expected);
    }
}

#[test]
fn spawn_tables_are_checked_entry_by_entry() {
    let check = |params: Value, expected: &str| {
        let mut stage = json!({ "use": "voronoi-spawns" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        assert_eq!(message(&with(maze(), json!([stage]))), format!("metas[0] voronoi-spawns: {expected}"));
    };
    let table = |entries: Value, expected: &str| check(json!({ "table": entries }), expected);
    let rat = |weight: u64| json!({ "name": "Rat", "weight": weight });
    table(
        json!("rats"),
        "parameter `table` is \"rats\"; expected a list such as [{\"name\": \"Goblin\", \"weight\": 10}]",
    );
    table(
        json!([rat(1), "Bat"]),
        "parameter `table[1]` is \"Bat\"; expected an object such as {\"name\":\"Goblin\",\"weight\":1}",
    );
    table(
        json!([{ "name": "Rat" }]),
        "parameter `table[0].weight` is missing; expected an integer from 0 to 4294967295",
    );
    table(json!([{ "weight": 2 }]), "parameter `table[0].name` is missing; expected text such as \"Goblin\"");
    table(
        json!([{ "name": "Rat", "weight": 2.5 }]),
        "parameter `table[0].weight` is 2.5; expected an integer from 0 to 4294967295",
    );
    table(
        json!([rat(1), { "name": "Rat", "weight": 2, "mindepth": 3 }]),
        "no parameter is called `table[1].mindepth`; did you mean `min_depth`?",
    );
    let weigh = "expected entries for depth 1 that weigh 1 to 4294967295 together";
    table(json!([]), &format!("parameter `table` is a list of 0 without one for depth 1; {weigh}"));
    table(json!([rat(0), rat(0)]), &format!("parameter `table` is a list with no weight at depth 1; {weigh}"));
    let most = u64::from(u32::MAX);
    table(
        json!([rat(most), rat(1)]),
        &format!("parameter `table` is a list that weighs 4294967296 at depth 1; {weigh}"),
    );
    table(
        json!([{ "name": "Rat", "weight": 2, "min_depth": 5, "max_depth": 4 }]),
        "parameter `table` is a list with `Rat` from depth 5 to 4; expected depths in order",
    );
    check(json!({ "min": 4 }), "parameter `max` is 3; expected `min`, which is 4, to 1000");
    let error = message(&with(maze(), json!([{ "use": "voronoi-spawns", "areas": "regions" }])));
    assert!(error.starts_with("metas[0] voronoi-spawns: needs `regions`, which no earlier stage provides"));
}

#[test]
fn a_spawn_table_can_be_a_file_beside_the_recipe() {
    let dir = tempfile::tempdir().unwrap();
    let put = |text: &str| std::fs::write(dir.path().join("beasts.json"), text).unwrap();
    let chain = |params: Value| {
        let mut stage = json!({ "use": "room-spawns", "min": 2, "max": 2, "file": "beasts.json" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        let recipe = with(json!({ "use": "arena" }), json!([stage]));
        recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain_in(dir.path()))
    };
    let error = || chain(json!({})).unwrap_err().to_string();
    assert!(error().starts_with("metas[0] room-spawns: the spawn table beasts.json cannot be read: No such file"));
    put(r#"[{ "name": "Newt", "weight": 3 }]"#);
    let map = chain(json!({})).unwrap().build(0).unwrap();
    assert_eq!(map.spawns.iter().map(|spawn| spawn.what.as_str()).collect::<Vec<_>>(), ["Newt"; 2]);
    put(r#"[{ "name": "Newt", "weight": "3" }]"#);
    assert_eq!(
        error(),
        "metas[0] room-spawns: the spawn table beasts.json cannot be read: `table[0].weight`: \
         expected an integer from 0 to 4294967295"
    );
    put("[{");
    assert!(error().ends_with("beasts.json cannot be read: not valid JSON, at line 1 column 2"), "{}", error());
    put(r#"{ "name": "Newt" }"#);
    assert!(error().ends_with("beasts.json cannot be read: not a list of spawns"), "{}", error());
    let both = chain(json!({ "table": [{ "name": "Newt", "weight": 3 }] })).unwrap_err().to_string();
    assert_eq!(
        both,
        "metas[0] room-spawns: parameter `file` is \"beasts.json\"; expected absent when `table` is given"
    );
}

#[test]
fn prefabs_are_checked_glyph_by_glyph() {
    let level = |params: Value, expected: &str| {
        let mut stage = json!({ "use": "prefab-level" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        assert_eq!(message(&with(stage, json!([]))), format!("initial prefab-level: {expected}"));
    };
    let rows = "expected rows of glyphs such as [\"#.#\", \"#+#\"]";
    level(json!({ "template": "#.#" }), &format!("parameter `template` is \"#.#\"; {rows}"));
    level(json!({ "template": ["#", 1] }), &format!("parameter `template` is [\"#\",1]; {rows}"));
    level(
        json!({ "template": ["#.", "#x"], "legend": { "?": "tree" } }),
        "`template` cannot be read: line 2, column 2: `x` is not in the legend; expected \
         ` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `?` `@` `o` `~` `≈`",
    );
    level(json!({ "template": [] }), "`template` cannot be read: a prefab without cells; expected at least one");
    let meaning = "expected \"keep\", \"start\", \"exit\", the name or number of a tile, or an object such as \
                   {\"spawn\": \"Goblin\", \"tile\": \"grass\"}";
    level(
        json!({ "legend": { "x": "lava" } }),
        &format!("parameter `legend.x` is \"lava\"; {meaning}; no tile is called `lava`"),
    );
    level(json!({ "legend": { "x": 256 } }), &format!("parameter `legend.x` is 256; {meaning}"));
    level(
        json!({ "legend": { "x": { "spawns": "Rat" } } }),
        &format!(
            "parameter `legend.x` is {{\"spawns\":\"Rat\"}}; {meaning}; unknown field `spawns`, expected one of `tile`, `spawn`, `mark`"
        ),
    );
    level(
        json!({ "legend": { "xx": "wall" } }),
        "parameter `legend` is \"xx\"; expected glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}",
    );
    level(
        json!({ "fill": "lava" }),
        "parameter `fill` is \"lava\"; expected the name of a tile, or a number from 0 to 255",
    );
    level(
        json!({ "template": ["#"], "file": "den.xp" }),
        "parameter `file` is \"den.xp\"; expected absent when `template` is given",
    );
    let vaults = |vaults: Value, expected: &str| {
        let stage = json!({ "use": "prefab-vaults", "vaults": vaults });
        assert_eq!(message(&with(maze(), json!([stage]))), format!("metas[0] prefab-vaults: {expected}"));
    };
    vaults(
        json!([{ "template": ["#"] }, ["#"]]),
        "parameter `vaults[1]` is [\"#\"]; expected an object such as {\"template\":[\"#.#\",\"#+#\"]}",
    );
    vaults(
        json!([{ "name": "den" }]),
        "parameter `vaults[0].template` is missing; expected rows of glyphs such as [\"#.#\", \"#+#\"], or `file`, \
         a file that holds them",
    );
    vaults(
        json!([{ "template": ["#"], "weights": 3 }]),
        "no parameter is called `vaults[0].weights`; did you mean `weight`?",
    );
    vaults(
        json!([{ "template": ["g"], "legend": { "g": [] } }]),
        &format!("parameter `vaults[0].legend.g` is []; {meaning}"),
    );
    vaults(
        json!([{ "template": ["#"] }, { "template": [".", ".\n"] }]),
        "`vaults[1].template` cannot be read: line 2, column 2: `\\n` is not in the legend; expected \
         ` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `o` `~` `≈`",
    );
    let stage = json!({ "use": "prefab-vaults", "vaults": [{ "template": ["#"] }, { "file": "gone.xp" }] });
    let error = message(&with(maze(), json!([stage])));
    assert!(error.contains("gone.xp") && error.contains("`vaults[1]`"), "{error}");
    vaults(
        json!([{ "name": "den", "template": [".>"] }]),
        "parameter `vaults` is a list with `den`, which has a start or exit; expected vaults with neither",
    );
    vaults(
        json!([{ "template": ["#"], "weight": u32::MAX }, { "template": ["#"] }]),
        "parameter `vaults` is a list that weighs 4294967296 at depth 1; expected up to 4294967295 together",
    );
}

#[test]
fn a_prefab_can_be_a_file_beside_the_recipe() {
    let dir = tempfile::tempdir().unwrap();
    let put = |bytes: &[u8]| std::fs::write(dir.path().join("den.txt"), bytes).unwrap();
    let chain = |stage: Value| {
        let recipe = with(stage, json!([]));
        recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain_in(dir.path()))
    };
    let level = || json!({ "use": "prefab-level", "file": "den.txt", "legend": { "g": { "spawn": "Goblin" } } });
    let error = || chain(level()).unwrap_err().to_string();
    assert!(
        error().starts_with("initial prefab-level: the prefab den.txt cannot be read: No such file"),
        "{}",
        error()
    );
    put(b"@.g\n#..\n");
    let map = chain(level()).unwrap().build(0).unwrap();
    assert_eq!((map.start, map.spawns[0].at), (Some(Point::new(3, 2)), Point::new(5, 2)));
    put(b"@.g\n#.?\n");
    let unreadable = |why: &str| format!("initial prefab-level: the prefab den.txt cannot be read: {why}");
    assert_eq!(error(), unreadable("a glyph that is not in the legend, at line 2 column 3"));
    put(b"\x1f\x8b");
    assert_eq!(error(), unreadable("not a valid REXPaint image"));
    put(b"##\n#+");
    let vaults = json!([{ "use": "prefab-vaults", "min": 1, "vaults": [{ "file": "den.txt" }] }]);
    let recipe = with(json!({ "use": "arena" }), vaults).to_string().parse::<Recipe>().unwrap();
    let map = recipe.chain_in(dir.path()).unwrap().build(0).unwrap();
    assert_eq!(map.tiles.as_slice().iter().filter(|&&tile| tile == mapwright_core::Tile::DOOR).count(), 1);
    let missing = recipe.chain_in(dir.path().join("elsewhere")).unwrap_err().to_string();
    assert!(
        missing.starts_with("metas[0] prefab-vaults: the prefab den.txt cannot be read: No such file"),
        "{missing}"
    );
}

#[test]
fn recipes_that_are_not_whole_say_what_is_missing() {
    let cases = [
        (json!({}), "parameter `version` is missing; expected 1"),
        (json!({ "version": 2 }), "parameter `version` is 2; expected 1"),
        (json!({ "version": 1, "height": 3 }), "parameter `width` is missing; expected an integer from 1 to 65535"),
        (
            json!({ "version": 1, "width": 0, "height": 3 }),
            "parameter `width` is 0; expected an integer from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": 70000, "height": 3 }),
            "parameter `width` is 70000; expected an integer from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": "9", "height": 3 }),
            "parameter `width` is \"9\"; expected an integer from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "wrap": "z" }),
            "parameter `wrap` is \"z\"; expected one of \"none\", \"x\", \"y\", \"both\"",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "seed": -1 }),
            "parameter `seed` is -1; expected an integer from 0",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3 }),
            "initial: parameter `use` is missing; expected a stage such as {\"use\": \"prim-maze\"}",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "initial": "prim-maze" }),
            "initial: parameter `use` is \"prim-maze\"; expected an object such as {\"use\": \"prim-maze\"}",
        ),
        (with(maze(), json!({})), "parameter `metas` is {}; expected a list of stages"),
        (with(maze(), json!([{}])), "metas[0]: parameter `use` is missing; expected the name of a builder"),
        (with(maze(), json!([{ "use": 3 }])), "metas[0]: parameter `use` is 3; expected the name of a builder"),
        (json!([1]), "parameter `recipe` is [1]; expected a JSON object"),
        (json!(null), "parameter `recipe` is null; expected a JSON object"),
    ];
    for (recipe, expected) in cases {
        assert_eq!(message(&recipe), expected);
    }
}

#[test]
fn truncated_json_is_an_error_at_a_line_and_column() {
    let whole = template("pipe-puzzle").unwrap();
    let whole = whole.trim_end();
    for end in 0..whole.len() {
        let error: RecipeError = whole[..end].parse::<Recipe>().unwrap_err();
        assert!(error.to_string().starts_with("not valid JSON: EOF while parsing"), "{error}");
    }
    let error = r#"{ "version": 1, "initial": { "use": "arena", "use": "prim-maze" } }"#.parse::<Recipe>().unwrap_err();
    assert_eq!(error.to_string(), "not valid JSON: `use` is given twice at line 1 column 65");
    let error = "{ \"version\": 1,, }".parse::<Recipe>().unwrap_err();
    assert_eq!(error.to_string(), "not valid JSON: key must be a string at line 1 column 16");
}

#[test]
fn missing_planes_name_the_builders_that_provide_them() {
    let registry = Registry::shipped();
    let with_sides = registry.providers(Plane::Sides);
    assert!(
        ["prim-maze", "wilson", "eller", "wang-tiles", "tiles-to-sides"].iter().all(|name| with_sides.contains(name))
    );
    let expected = format!(
        "metas[0] ring-validator: needs `sides`, which no earlier stage provides (these do: {})",
        with_sides.join(", ")
    );
    assert_eq!(message(&with(json!({ "use": "arena" }), json!([{ "use": "ring-validator" }]))), expected);
    assert_eq!(
        message(&with(maze(), json!([{ "use": "loop-injector", "rule": "defeat-wall-followers" }]))),
        "metas[0] loop-injector: needs `exit`, which no earlier stage provides (these do: prefab-level, graph-layout, cycle-graph, exit)"
    );
    assert_eq!(registry.providers(Plane::Flow), ["ring-validator"]);
}

#[test]
fn mistakes_in_programs_are_named_by_their_place() {
    let check = |program: Value, expected: &str| {
        let recipe = with(json!({ "use": "rewrite", "program": program }), json!([]));
        assert_eq!(message(&recipe), format!("initial rewrite: {expected}"));
    };
    let one = || json!({ "one": ".# -> .." });
    check(json!([]), "program: no node; expected at least one");
    check(json!([{ "markov": [] }]), "program[0].markov: no node; expected at least one");
    check(
        json!([one(), { "repeat": [{ "sequence": [] }] }]),
        "program[1].repeat[0].sequence: no node; expected at least one",
    );
    check(json!([{ "one": [] }]), "program[0].one: no rule; expected at least one");
    let steps = "expected an integer, or a share of the cells such as \"40%\"";
    check(json!([{ "one": ".# -> ..", "steps": -1 }]), &format!("`program[0].steps` is -1; {steps}"));
    check(json!([{ "one": ".# -> ..", "steps": "some" }]), &format!("`program[0].steps` is \"some\"; {steps}"));
    let nested = json!([one(), { "markov": [one(), { "all": "#. -> ..", "steps": [4] }] }]);
    check(nested, &format!("`program[1].markov[1].steps` is [4]; {steps}"));
    check(
        json!([{ "one": 5 }]),
        "`program[0].one` is 5; expected a rule such as \"#. -> ..\", an object with `from` and `to`, or a list of them",
    );
    check(json!([{ "put": "long" }]), "`program[0].put`: invalid value: string \"long\", expected a character");
    check(
        json!([{ "one": "## -> #" }]),
        "program[0].one: line 1, column 7: the right side is 1x1; expected 2x1\n  ## -> #\n        ^",
    );
    // Rules may hold anything; only our own line breaks are line breaks.
    let hostile = message(&with(json!({ "use": "rewrite", "program": [{ "one": "#\u{1b}[2J -> #" }] }), json!([])));
    assert!(!hostile.contains('\u{1b}') && hostile.contains("\n  #\u{fffd}[2J -> #\n"), "{hostile}");
}

#[test]
fn a_name_given_twice_is_refused_by_serde_too() {
    let text = r#"{ "version": 1, "width": 9, "width": 8, "height": 9, "initial": { "use": "arena" } }"#;
    for error in
        [text.parse::<Recipe>().unwrap_err().to_string(), serde_json::from_str::<Recipe>(text).unwrap_err().to_string()]
    {
        assert!(error.contains("`width` is given twice"), "{error}");
    }
    let sound: Recipe = serde_json::from_str(&text.replacen("\"width\": 8, ", "", 1)).unwrap();
    assert_eq!(serde_json::from_value::<Recipe>(serde_json::to_value(&sound).unwrap()).unwrap(), sound);
}

#[test]
fn quoted_names_hold_no_line_breaks() {
    let error = message(&with(json!({ "use": "a\n  mapwright: all is well\u{1b}[2J" }), json!([])));
    assert!(error.starts_with("initial a\\n  mapwright: all is well\\u{1b}[2J: no builder is called `a\\n"), "{error}");
    assert!(!error.contains(char::is_control), "{error}");
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
    let pixels = template.to_pixels().unwrap();
    std::fs::write(dir.path().join("dungeon.txt"), template.to_string()).unwrap();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, pixels.size().w.into(), pixels.size().h.into());
    encoder.set_color(png::ColorType::Rgb);
    let bytes: Vec<u8> = pixels.as_slice().iter().flat_map(|color| [color.0, color.1, color.2]).collect();
    encoder.write_header().unwrap().write_image_data(&bytes).unwrap();
    std::fs::write(dir.path().join("dungeon.png"), &png).unwrap();

    let build = |stage: Value| {
        let recipe: Recipe = with(stage, json!([])).to_string().parse().unwrap();
        recipe.chain_in(dir.path()).map(|chain| chain.build(3).unwrap()).map_err(|error| error.to_string())
    };
    let expected = build(json!({ "use": "herringbone-wang", "unit": 6 })).unwrap();
    assert_eq!(build(json!({ "use": "herringbone-wang", "file": "dungeon.txt" })), Ok(expected.clone()));
    assert_eq!(build(json!({ "use": "herringbone-wang", "file": "dungeon.png" })), Ok(expected));

    let check = |name: &str, content: &[u8], message: &str| {
        std::fs::write(dir.path().join(name), content).unwrap();
        let error = build(json!({ "use": "herringbone-wang", "file": name })).unwrap_err();
        let start = format!("initial herringbone-wang: the template {name} cannot be read: {message}");
        assert!(error.starts_with(&start), "{error}");
    };
    check("bad.txt", b"walls", "not a herringbone template, at line 1");
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
    let scatter = json!({ "use": "scatter", "what": { "tile": "gravel" }, "count": 4 });
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
        let stage = StageRecipe { seed, ..StageRecipe::new("cellular-automata") };
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
