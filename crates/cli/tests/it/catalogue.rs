//! What the program says of builders and recipes, and what it offers for a name that nothing has.

use crate::common::{mapwright, prints, refusal};
use serde_json::{Value, json};

fn catalogue() -> Vec<Value> {
    serde_json::from_str(&prints(&["list", "stages", "--format", "json"])).unwrap()
}

#[test]
fn the_list_of_builders_is_grouped_and_fits_a_hundred_columns() {
    let list = prints(&["list", "stages"]);
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
    let mut groups = Vec::new();
    for builder in catalogue() {
        let line = format!("  {} ", builder["name"].as_str().unwrap());
        assert_eq!(list.lines().filter(|found| found.starts_with(&line)).count(), 1, "{line}");
        groups.push(builder["group"].as_str().unwrap().to_owned());
    }
    groups.sort();
    groups.dedup();
    for group in groups {
        assert_eq!(list.lines().filter(|line| line.to_lowercase() == group.to_lowercase()).count(), 1, "{group}");
    }
}

#[test]
fn the_book_has_the_table_of_metrics() {
    let metrics: Vec<Value> = serde_json::from_str(&prints(&["list", "metrics", "--format", "json"])).unwrap();
    let row = |metric: &Value| {
        format!("| `{}` | {} |\n", metric["name"].as_str().unwrap(), metric["about"].as_str().unwrap())
    };
    let table: String = metrics.iter().map(row).collect();
    assert!(include_str!("../../../../docs/search.md").contains(&table), "{table}");
}

#[test]
fn a_table_says_what_a_budget_buys() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("beasts.json");
    let file = path.to_str().unwrap();
    let entries = json!([
        { "name": "Rat", "weight": 6 }, { "name": "Goblin", "weight": 4, "cost": 3 },
        { "name": "Ogre", "weight": 2, "cost": 7 }, { "name": "Dragon", "weight": 1, "cost": 9, "min_depth": 9 }
    ]);
    std::fs::write(file, entries.to_string()).unwrap();
    let table = prints(&["list", "table", file, "--depth", "6", "--budget", "3"]);
    assert_eq!(table, "  Rat     1.800  cost 1\n  Goblin  0.400  cost 3\n  Ogre    0.000  cost 7\n");
    let rows: Value = serde_json::from_str(&prints(&["list", "table", file, "--budget", "3", "-o", "-"])).unwrap();
    assert_eq!(rows[1]["name"], "Goblin");
    assert!((rows[1]["expected"].as_f64().unwrap() - 0.4).abs() < 1e-12, "{rows}");
    let message = refusal(&["list", "cave", "--budget", "3"], "");
    assert_eq!(message, "mapwright: `--depth` and `--budget` are only allowed with `list table FILE`");
    let message = refusal(&["list", "table", file, "--budget", "65536"], "");
    assert_eq!(message, "mapwright: parameter `budget` is 65536; expected 0 to 65535");
    std::fs::write(file, r#"[{ "name": "Rat", "weight": "many" }]"#).unwrap();
    let message = refusal(&["list", "table", file], "");
    assert!(
        message.ends_with("cannot be read: `table[0].weight`: expected an integer from 0 to 4294967295"),
        "{message}"
    );
}

#[test]
fn a_word_is_looked_for_in_all_lists() {
    let text = prints(&["list", "cave"]);
    assert!(text.starts_with("Recipes\n") && text.contains("\n  cave "), "{text}");
    assert!(text.contains("\nStages\n  cellular-automata"), "{text}");
    let rows: Vec<Value> = serde_json::from_str(&prints(&["list", "dead_ends", "-o", "-"])).unwrap();
    assert_eq!(
        rows.iter().map(|row| (&row["list"], &row["name"])).next(),
        Some((&json!("metrics"), &json!("dead_ends")))
    );
    assert_eq!(prints(&["list", "recipe", "cave"]), prints(&["list", "recipes", "cave"]));
    assert_eq!(prints(&["list", "stage"]), prints(&["list", "stages"]));
}

#[test]
fn a_builder_has_a_page_of_its_own() {
    let page = prints(&["list", "stage", "prim-maze"]);
    for part in ["prim-maze", "max_degree", "an integer from 3 to 4", "default 3", "gives sides, start", "\"use\": "] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let one: Value = serde_json::from_str(&prints(&["list", "stage", "prim-maze", "-o", "-"])).unwrap();
    assert_eq!(one, *catalogue().iter().find(|builder| builder["name"] == "prim-maze").unwrap());
}

#[test]
fn every_page_fits_a_hundred_columns_and_its_example_is_a_stage() {
    for builder in catalogue() {
        let name = builder["name"].as_str().unwrap();
        let page = prints(&["list", "stage", name]);
        assert!(page.lines().all(|line| line.chars().count() <= 100), "{page}");
        for param in builder["params"].as_array().unwrap() {
            let line = format!("  {} ", param["name"].as_str().unwrap());
            assert!(page.lines().any(|found| found.starts_with(&line)), "{line}\n{page}");
        }
        let (_, example) = page.split_once("\nExample\n").unwrap();
        let example = example.split_once("\n\n").map_or(example, |(example, _)| example);
        let stage: Value = serde_json::from_str(example).unwrap();
        assert_eq!(stage["use"], name, "{page}");
        let recipe: Value = serde_json::from_str(&prints(&["new", name])).unwrap();
        let metas = recipe["metas"].as_array().unwrap();
        assert!(recipe["initial"] == stage || metas.contains(&stage), "{stage} is not what `new {name}` prints");
    }
}

#[test]
fn wrong_names_are_answered_with_near_and_borrowed_ones() {
    for (given, meant) in [
        ("bsp", "bsp-dungeon"),
        ("wfc", "wave-function-collapse"),
        ("prim", "prim-maze"),
        ("Prim Maze", "prim-maze"),
        ("random walk", "drunkards-walk"),
        ("drunkard", "drunkards-walk"),
        ("rooms", "random-rooms"),
        ("Game of Life", "cellular-automata"),
        ("automata", "cellular-automata"),
        ("loop_injector", "loop-injector"),
        ("loop-injektor", "loop-injector"),
        ("simple_map", "random-rooms"),
        ("dogleg-coridors", "corridors"),
        ("recursive backtracker", "backtracker"),
    ] {
        let message = refusal(&["list", "stage", given], "");
        assert_eq!(message, format!("mapwright: no stage is called `{given}`; did you mean `{meant}`?"));
        let stage = json!({ "use": given });
        let recipe = |initial: &Value, metas: &[&Value]| {
            json!({ "version": 1, "width": 9, "height": 9, "initial": initial, "metas": metas }).to_string()
        };
        for recipe in [recipe(&stage, &[]), recipe(&json!({ "use": "arena" }), &[&stage])] {
            let message = refusal(&["build", "-"], &recipe);
            assert!(message.ends_with(&format!("`{given}`; did you mean `{meant}`?")), "{message}");
        }
    }
    for (given, meant) in [("caev", "cave"), ("random walk", "drunkards-walk"), ("pipepuzzle", "pipe-puzzle")] {
        for call in [["build", given], ["new", given]] {
            let message = refusal(&call, "");
            assert_eq!(message, format!("mapwright: no recipe is called `{given}`; did you mean `{meant}`?"));
        }
    }
    let message = refusal(&["list", "stage", "xyzzy"], "");
    assert_eq!(message, "mapwright: no stage is called `xyzzy`; `mapwright list stages` lists all");
}

#[test]
fn long_names_are_quoted_and_compared_up_to_a_limit() {
    let long = "n".repeat(100_000);
    for call in [&["build", &long][..], &["new", &long], &["list", "stage", &long]] {
        let message = refusal(call, "");
        assert!(message.contains(&format!("`{}…`", "n".repeat(64))) && message.len() < 250, "{}", message.len());
    }
    let output = mapwright(&["build", &format!("{long}.json")], "");
    assert!(output.stderr.len() < 250, "{}", output.stderr.len());
}
