//! What is wrong with a recipe: the message names the place and says what is allowed, word for word.

use super::*;

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
            with(maze(), json!([{ "use": "pipe-shuffler" }, { "use": "loop-injector", "chan": 0.3 }])),
            "metas[1] loop-injector: no parameter is called `chan`; did you mean `chance`?",
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
            "metas[0] loop-injector: no parameter is called `probability`; expected one of rule, max, share, chance, min_detour",
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
        (
            looped(json!({ "chance": 1.5 })),
            "metas[0] loop-injector: parameter `chance` is 1.5; expected a number from 0 to 1",
        ),
        (
            looped(json!({ "chance": "half" })),
            "metas[0] loop-injector: parameter `chance` is \"half\"; expected a number from 0 to 1",
        ),
        (
            looped(json!({ "chance": null })),
            "metas[0] loop-injector: parameter `chance` is null; expected a number from 0 to 1",
        ),
        (
            looped(json!({ "rule": "knot" })),
            "metas[0] loop-injector: parameter `rule` is \"knot\"; expected one of \"random\", \"braid\", \"detour\", \"defeat-wall-followers\"",
        ),
        (
            looped(json!({ "rule": "detour", "chance": 0.5 })),
            "metas[0] loop-injector: parameter `chance` goes with \"rule\": \"braid\" only",
        ),
        (
            looped(json!({ "max": 3 })),
            "metas[0] loop-injector: parameter `max` goes with \"rule\": \"random\" or \"detour\" only",
        ),
        (
            looped(json!({ "rule": "random", "max": 3, "share": 0.5 })),
            "metas[0] loop-injector: parameter `share` is 0.5; expected absent when `max` is given",
        ),
        (
            looped(json!({ "rule": "detour", "min_detour": -2 })),
            "metas[0] loop-injector: parameter `min_detour` is -2; expected an integer from 0 to 1000",
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
        let mut stage = json!({ "use": "spawns", "in": "floor" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        assert_eq!(message(&with(maze(), json!([stage]))), format!("metas[0] spawns: {expected}"));
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
        "parameter `table[0].max_depth` is 4; expected at least `min_depth`, which is 5",
    );
    check(json!({ "count": [4, 3] }), "parameter `count` is [4, 3]; expected the smaller number first");
    check(
        json!({ "count": [4, 4], "budget": [5, 5] }),
        "parameter `budget` is [5,5]; expected absent when `count` is given",
    );
    check(
        json!({ "quota": [{ "name": "Ration", "total": 3, "each": 0.5 }] }),
        "parameter `quota[0].each` is 0.5; expected absent when `total` is given",
    );
    let error = message(&with(maze(), json!([{ "use": "spawns", "in": "region" }])));
    assert!(error.starts_with("metas[0] spawns: needs `regions`, which no earlier stage provides"));
}

#[test]
fn templates_are_checked_glyph_by_glyph() {
    let level = |params: Value, expected: &str| {
        let mut stage = json!({ "use": "prefab-level" });
        stage.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        assert_eq!(message(&with(stage, json!([]))), format!("initial prefab-level: {expected}"));
    };
    let rows =
        "expected rows of glyphs such as [\"#.#\", \"#+#\"], or an object with `rows` or `file`, `legend` and `slots`";
    level(json!({ "template": "#.#" }), &format!("parameter `template` is \"#.#\"; {rows}"));
    level(json!({ "template": ["#", 1] }), &format!("parameter `template` is [\"#\",1]; {rows}"));
    let known = "` ` `\\\"` `#` `%` `&` `+` `-` `.` `:` `;` `<` `=` `>` `@` `_` `o` `~` `≈`";
    level(
        json!({ "template": ["#.", "#x"] }),
        &format!(
            "parameter `template` is [\"#.\",\"#x\"]; {rows}; line 2, column 2: `x` is not in the legend; expected {known}"
        ),
    );
    level(
        json!({ "template": [] }),
        &format!("parameter `template` is []; {rows}; a template without cells; expected at least one"),
    );
    let legend = |legend: Value, expected: &str| {
        level(
            json!({ "template": { "rows": ["."], "legend": legend } }),
            &format!("parameter `template.legend{expected}"),
        );
    };
    let meaning = "expected \"keep\", \"start\", \"exit\", the name or number of a tile, or an object such as \
                   {\"spawn\": \"Goblin\", \"tile\": \"grass\"}";
    legend(json!({ "x": "lava" }), &format!(".x` is \"lava\"; {meaning}; no tile is called `lava`"));
    legend(json!({ "x": 256 }), &format!(".x` is 256; {meaning}"));
    legend(
        json!({ "x": { "spawns": "Rat" } }),
        &format!(
            ".x` is {{\"spawns\":\"Rat\"}}; {meaning}; unknown field `spawns`, expected one of `tile`, `spawn`, `key`, `lock`, \
             `one_way`, `door`, `portal`, `mark`, `any`, `exactly`, `once`, `slot`, `rotate`, `mirror`"
        ),
    );
    legend(
        json!({ "xx": "wall" }),
        "` is \"xx\"; expected glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}",
    );
    level(
        json!({ "fill": "lava" }),
        "parameter `fill` is \"lava\"; expected the name of a tile, or a number from 0 to 255",
    );
    level(
        json!({ "template": { "rows": ["#"], "file": "den.xp" } }),
        "parameter `template.file` is \"den.xp\"; expected absent when `rows` is given",
    );
    level(
        json!({ "template": { "rows": ["#"], "slot": {} } }),
        "no parameter is called `template.slot`; did you mean `slots`?",
    );
    let vaults = |vaults: Value, expected: &str| {
        let stage = json!({ "use": "prefab-vaults", "vaults": vaults });
        assert_eq!(message(&with(maze(), json!([stage]))), format!("metas[0] prefab-vaults: {expected}"));
    };
    vaults(
        json!([{ "template": ["#"] }, ["#"]]),
        "parameter `vaults[1]` is [\"#\"]; expected an object such as {\"template\":[\"#.#\",\"#+#\"]}",
    );
    vaults(json!([{ "name": "den" }]), &format!("parameter `vaults[0].template` is missing; {rows}"));
    vaults(
        json!([{ "template": ["#"], "weights": 3 }]),
        "no parameter is called `vaults[0].weights`; did you mean `weight`?",
    );
    vaults(
        json!([{ "template": { "rows": ["g"], "legend": { "g": [] } } }]),
        &format!("parameter `vaults[0].template.legend.g` is []; {meaning}"),
    );
    vaults(
        json!([{ "template": ["#"] }, { "template": [".", ".\n"] }]),
        &format!(
            "parameter `vaults[1].template` is [\".\",\".\\n\"]; {rows}; line 2, column 2: U+000A (a line break) is not in the legend; \
             expected {known}"
        ),
    );
    let stage =
        json!({ "use": "prefab-vaults", "vaults": [{ "template": ["#"] }, { "template": { "file": "gone.xp" } }] });
    let error = message(&with(maze(), json!([stage])));
    assert!(error.contains("gone.xp") && error.contains("`vaults[1].template`"), "{error}");
    vaults(
        json!([{ "name": "den", "template": [".>"] }]),
        "parameter `vaults[0].template` is one with a start or exit; expected one with neither",
    );
    vaults(
        json!([{ "template": ["#"], "weight": u32::MAX }, { "template": ["#"] }]),
        "parameter `vaults` is a list that weighs 4294967296 at depth 1; expected up to 4294967295 together",
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
        "metas[0] loop-injector: needs `exit`, which no earlier stage provides (these do: exit, prefab-level, graph-layout, cycle-graph)"
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
    let node = "invalid type: integer `5`, expected an object such as {\"one\": \"#. -> ..\"}";
    check(json!([5]), &format!("`program[0]`: {node}"));
    let field = "invalid type: string \"a\", expected an object with `for`, `on`, and `to` or `from`";
    check(json!([{ "one": ".# -> ..", "fields": ["a"] }]), &format!("`program[0].fields[0]`: {field}"));
    // serde would read a list as the fields in their order.
    let node = "invalid type: sequence, expected an object such as {\"one\": \"#. -> ..\"}";
    check(json!([["#. -> .."]]), &format!("`program[0]`: {node}"));
    check(json!([{ "markov": [one(), []] }]), &format!("`program[0].markov[1]`: {node}"));
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
