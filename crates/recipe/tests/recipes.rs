//! Recipes round-trip, and every mistake gets a message that helps.
#![allow(clippy::unwrap_used)]

use mapwright_core::{Plane, Point, Wrap};
use mapwright_recipe::{BuilderKind, Recipe, RecipeError, StageRecipe, builders, providers, template, templates};
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
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../../recipes");
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

#[test]
fn every_allowed_value_makes_a_builder() {
    // What the catalogue lets through, the builder takes: the two lists of parameters agree.
    for info in builders().iter().filter(|info| info.name != "from-map") {
        for param in &info.params {
            for value in samples(&param.kind) {
                let mut stage = json!({ "use": info.name, param.name: value });
                if let Some((other, fitting)) = param.only_with {
                    stage[other] = fitting[0].into();
                }
                let recipe = match info.kind() {
                    BuilderKind::Meta if info.planes()[0].contains(&mapwright_core::Plane::Regions) => {
                        with(json!({ "use": "polyomino-fill" }), json!([stage]))
                    }
                    BuilderKind::Meta => with(maze(), json!([{ "use": "distant-exit" }, stage])),
                    _ => with(stage, json!([])),
                };
                let chain = recipe.to_string().parse::<Recipe>().and_then(|recipe| recipe.chain());
                assert!(chain.is_ok(), "{recipe}: {}", chain.unwrap_err());
            }
        }
    }
}

fn samples(kind: &mapwright_recipe::ParamKind) -> Vec<Value> {
    use mapwright_recipe::ParamKind::*;
    match kind {
        Int(min, max) => vec![json!(min), json!(max)],
        Number(min, max) => vec![json!(min), json!(max), json!(0.5), json!(1)],
        Choice(words) => words.iter().map(|word| json!(word)).collect(),
        Place(words) => words.iter().map(|word| json!(word)).chain([json!({ "at": [1, 2] })]).collect(),
        Text => vec![json!("a word")],
        LifeRule => vec![json!("B3/S23"), json!("B/S")],
        Bool => vec![json!(true), json!(false)],
        Pieces => vec![json!("tetrominoes"), json!("XX X../XXX X X X X X")],
        Counts(_) => vec![json!([]), json!([0, 1, 2, 3, 4, 5, 6])],
        Map => vec![],
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
            "metas[0] pipe-shuffler: no parameter is called `turns`; none is allowed here",
        ),
        (
            with(maze(), json!([{ "use": "loop-injector", "probability": 3 }])),
            "metas[0] loop-injector: no parameter is called `probability`; there are rule, count, share, p, min_distance",
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
        (looped(json!({ "p": 1.5 })), "metas[0] loop-injector: parameter `p` is 1.5; allowed is a number from 0 to 1"),
        (
            looped(json!({ "p": "half" })),
            "metas[0] loop-injector: parameter `p` is \"half\"; allowed is a number from 0 to 1",
        ),
        (
            looped(json!({ "p": null })),
            "metas[0] loop-injector: parameter `p` is null; allowed is a number from 0 to 1",
        ),
        (
            looped(json!({ "rule": "knot" })),
            "metas[0] loop-injector: parameter `rule` is \"knot\"; allowed is \"random\", \"braid\", \"detour\", \"unavoidable\"",
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
            "metas[0] loop-injector: parameter `share` is 0.5; allowed is absent when `count` is given",
        ),
        (
            looped(json!({ "rule": "detour", "min_distance": -2 })),
            "metas[0] loop-injector: parameter `min_distance` is -2; allowed is a whole number from 0 to 1000",
        ),
        (
            with(json!({ "use": "prim-maze", "max_degree": 2 }), json!([])),
            "initial prim-maze: parameter `max_degree` is 2; allowed is a whole number from 3 to 4",
        ),
        (
            with(json!({ "use": "prim-maze", "root": { "at": [1] } }), json!([])),
            "initial prim-maze: parameter `root` is {\"at\":[1]}; allowed is \"center\", \"random\" or {\"at\": [x, y]}",
        ),
        (
            with(json!({ "use": "wang-edges", "colors": 5 }), json!([])),
            "initial wang-edges: parameter `colors` is 5; allowed is a whole number from 2 to 4",
        ),
        (
            with(json!({ "use": "cellular-automata", "rule": "B9/S1" }), json!([])),
            "initial cellular-automata: parameter `rule` is \"B9/S1\"; allowed is a rule such as \"B5678/S45678\", digits 0 to 8",
        ),
        (
            with(json!({ "use": "ring-validator" }), json!([])),
            "initial ring-validator: parameter `use` is \"ring-validator\"; allowed is an initial builder here; this one changes a map that is there",
        ),
        (
            with(maze(), json!([{ "use": "arena" }])),
            "metas[0] arena: parameter `use` is \"arena\"; allowed is a meta builder here; this one begins a chain",
        ),
    ];
    for (recipe, expected) in cases {
        assert_eq!(message(&recipe), expected);
    }
}

#[test]
fn recipes_that_are_not_whole_say_what_is_missing() {
    let cases = [
        (json!({}), "parameter `version` is missing; allowed is 1"),
        (json!({ "version": 2 }), "parameter `version` is 2; allowed is 1"),
        (
            json!({ "version": 1, "height": 3 }),
            "parameter `width` is missing; allowed is a whole number from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": 0, "height": 3 }),
            "parameter `width` is 0; allowed is a whole number from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": 70000, "height": 3 }),
            "parameter `width` is 70000; allowed is a whole number from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": "9", "height": 3 }),
            "parameter `width` is \"9\"; allowed is a whole number from 1 to 65535",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "wrap": "z" }),
            "parameter `wrap` is \"z\"; allowed is \"none\", \"x\", \"y\", \"both\"",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "seed": -1 }),
            "parameter `seed` is -1; allowed is a whole number from 0",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3 }),
            "initial: parameter `use` is missing; allowed is a stage such as {\"use\": \"prim-maze\"}",
        ),
        (
            json!({ "version": 1, "width": 9, "height": 3, "initial": "prim-maze" }),
            "initial: parameter `use` is \"prim-maze\"; allowed is an object such as {\"use\": \"prim-maze\"}",
        ),
        (with(maze(), json!({})), "parameter `metas` is {}; allowed is a list of stages"),
        (with(maze(), json!([{}])), "metas[0]: parameter `use` is missing; allowed is the name of a builder"),
        (with(maze(), json!([{ "use": 3 }])), "metas[0]: parameter `use` is 3; allowed is the name of a builder"),
        (json!([1]), "parameter `recipe` is [1]; allowed is a JSON object"),
        (json!(null), "parameter `recipe` is null; allowed is a JSON object"),
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
    assert_eq!(
        message(&with(json!({ "use": "arena" }), json!([{ "use": "ring-validator" }]))),
        "metas[0] ring-validator: needs `sides`, which no earlier stage provides \
         (these do: prim-maze, kruskal-maze, backtracker, wang-edges, polyomino-fill, tiles-to-sides, region-doors)"
    );
    assert_eq!(
        message(&with(maze(), json!([{ "use": "loop-injector", "rule": "unavoidable" }]))),
        "metas[0] loop-injector: needs `exit`, which no earlier stage provides (these do: distant-exit)"
    );
    assert_eq!(providers(Plane::Flow), ["ring-validator"]);
}

#[test]
fn a_recipe_can_begin_with_a_map() {
    let recipe: Recipe = with(maze(), json!([{ "use": "distant-exit" }])).to_string().parse().unwrap();
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
        "initial from-map: parameter `map` is missing; allowed is either `map`, a map as JSON, or `file`, a file that holds one"
    );
    let lost = again(&with(json!({ "use": "from-map", "file": "lost.json" }), json!([])), dir.path());
    let error = lost.unwrap_err().to_string();
    assert!(error.starts_with("initial from-map: the map cannot be read: lost.json: No such file"), "{error}");
}

#[test]
fn maps_round_trip_with_everything_on_them() {
    let recipe: Recipe = template("pipe-torus").unwrap().parse().unwrap();
    let mut map = recipe.chain().unwrap().build(1).unwrap();
    map.exit = Some(Point::new(2, 1));
    map.portals = vec![(Point::new(0, 0), Point::new(5, 5))];
    map.spawns = vec![mapwright_core::Spawn { at: Point::new(1, 1), what: "Newt".into() }];
    map.corridors = Some(vec![vec![Point::new(1, 1), Point::new(1, 2)]]);
    map.rooms = Some(vec![mapwright_core::Rect::new(0, 0, 2, 2)]);
    map.regions = Some(mapwright_core::Grid::new(map.size(), 65535));
    map.corners = map.sides.clone();
    let read = |json: &str| mapwright_recipe::map_from_json(json);
    assert_eq!(read(&mapwright_recipe::map_to_json(&map)).unwrap(), map);
    assert_eq!(map.wrap, Wrap::Both);
}

#[test]
fn the_map_format_is_the_documented_one() {
    let map = mapwright_recipe::map_from_json(
        r#"{ "format": "mapwright-map", "version": 1, "width": 3, "height": 1, "wrap": "x",
             "tiles": [0, 1, 128], "solid": [0, 0, 1], "sides": [4, 64, 0], "start": [1, 0],
             "flow": { "source": [1, 0], "wet": [1, 1, 0], "rings": [0, 2, 0], "on_ring": [0, 1, 0] } }"#,
    );
    let map = map.unwrap();
    assert_eq!(
        mapwright_recipe::map_to_json(&map),
        concat!(
            r#"{"format":"mapwright-map","version":1,"width":3,"height":1,"wrap":"x","tiles":[0,1,128],"#,
            r#""solid":[0,0,1],"sides":[4,64,0],"flow":{"source":[1,0],"wet":[1,1,0],"rings":[0,2,0],"#,
            r#""on_ring":[0,1,0]},"start":[1,0]}"#
        )
    );
}

#[test]
fn broken_maps_are_refused_with_the_reason() {
    let check = |change: (&str, Value), expected: &str| {
        let mut map = json!({ "format": "mapwright-map", "version": 1, "width": 3, "height": 2,
            "tiles": [0, 0, 0, 128, 128, 128], "solid": [0, 0, 0, 1, 1, 1] });
        map[change.0] = change.1;
        let error = mapwright_recipe::map_from_json(&map.to_string()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check(("format", json!("tiled")), "`format` is \"tiled\", version 1; allowed is \"mapwright-map\", version 1");
    check(("version", json!(9)), "`format` is \"mapwright-map\", version 9; allowed is \"mapwright-map\", version 1");
    check(("tiles", json!([0, 0])), "`tiles` has 2 numbers; a map of 3x2 needs 6");
    check(("sides", json!([0, 0, 0, 0, 0, 0, 0])), "`sides` has 7 numbers; a map of 3x2 needs 6");
    check(("solid", json!([0, 0, 0, 1, 1, 7])), "`solid` has 7 at number 5; allowed is 0 or 1");
    check(("solid", json!([0, 0, 0, 1, 1, 0])), "`solid` and `tiles` disagree at (2, 1): tiles from 128 up are solid");
    check(("start", json!([0, 1])), "`start` is at (0, 1), which is not an open cell");
    check(("exit", json!([9, 9])), "`exit` is at (9, 9), which is not an open cell");
    check(("tiles", json!([0, 0, 0, 0, 0, 300])), "invalid value: integer `300`, expected u8");
    check(("width", json!(70000)), "invalid value: integer `70000`, expected u16");
    check(("width", json!(0)), "a map of 0x2 has no cell");
    check(("color", json!(1)), "unknown field `color`");
}
