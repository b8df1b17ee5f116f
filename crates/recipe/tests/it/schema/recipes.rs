//! Recipes made at random, and what makes them wrong.

use mapwright_core::MapRng;
use mapwright_core::params::{Holds, Schema};
use mapwright_recipe::{BuilderInfo, Param, builders, template};
use serde_json::{Map, Value, json};

/// A recipe around one builder whose parameters are random values within their ranges, though they need not go
/// together.
pub(crate) fn random(rng: &mut MapRng) -> Value {
    let all = builders();
    let info = rng.pick(all).unwrap();
    let mut recipe: Value = serde_json::from_str(&template(info.name).unwrap()).unwrap();
    let stage = match recipe["metas"].as_array_mut().unwrap().last_mut() {
        Some(stage) if stage["use"] == info.name => stage,
        _ => &mut recipe["initial"],
    };
    *stage = random_stage(info, rng);
    recipe["seed"] = rng.below(1000).into();
    recipe
}

fn random_stage(info: &BuilderInfo, rng: &mut MapRng) -> Value {
    let mut stage = Map::from_iter([("use".to_owned(), info.name.into())]);
    for param in &info.params {
        if rng.chance(0.5) {
            stage.insert(param.name.to_owned(), random_value(param, rng));
        }
    }
    stage.into()
}

fn random_value(param: &Param, rng: &mut MapRng) -> Value {
    if param.default.is_null() && rng.chance(0.2) {
        return Value::Null;
    }
    match param.name {
        "rule" if matches!(param.schema, Schema::Like(_)) => {
            json!(*rng.pick(&["B5678/S45678", "b3/s23", "B/S"]).unwrap())
        }
        "pieces" => json!(*rng.pick(&["tetrominoes", "pentominoes", "XX X../XXX", "x#/.x"]).unwrap()),
        "table" => json!([{ "name": "Rat", "weight": rng.below(9) }, { "name": "", "weight": 1, "max_depth": 3 }]),
        "corridors" if matches!(param.schema, Schema::Maybe(_)) => {
            json!({ "rooms": "in-order", "max_loops": rng.below(5) })
        }
        "pins" => json!([[rng.below(31), 4, "stairs-down"], [0, 0, 128]]),
        "model" => {
            json!({ "rules": { "tiles": [["grass", 1 + rng.below(9)], [2, 1]], "allow": [["grass", 2], [2, 2]] } })
        }
        "template" => {
            let legend = json!({
                "g": { "spawn": "Goblin", "tile": "grass" }, "T": "tree", "k": { "key": 1 }, "s": { "mark": "exit" },
                "A": { "lock": 1, "door": "gate", "one_way": "e" }, "%": { "any": { "#": 1, "g": 2 } },
                "S": { "slot": "nook", "mirror": true },
            });
            let whole =
                json!({ "rows": ["#.#", "#s#", "SSA", "k%g"], "legend": legend, "slots": { "nook": [["#T"]] } });
            rng.pick(&[json!(["#.#", "#@#"]), whole]).unwrap().clone()
        }
        "vaults" => {
            json!([{ "template": ["#.#", "#+#"], "weight": rng.below(5) }, { "template": ["."], "name": "hole" }])
        }
        _ => of_domain(&param.schema, rng).unwrap_or_else(|| param.default.clone()),
    }
}

fn of_domain(schema: &Schema, rng: &mut MapRng) -> Option<Value> {
    Some(match schema {
        &Schema::Int(min, max) if rng.chance(0.5) => json!((min + i128::from(rng.below(10))).min(max)),
        &Schema::Int(min, max) => json!(rng.pick(&[min, max]).unwrap()),
        &Schema::Number(min, max) => (min + (max - min) * f64::from(rng.below(101)) / 100.0).into(),
        Schema::OneOf(_, variants) => {
            let variant = rng.pick(variants).unwrap();
            match variant.holds {
                Holds::Nothing => variant.name.into(),
                _ if variant.name == "at" => json!({ "at": [rng.below(31), rng.below(21)] }),
                _ => return None,
            }
        }
        Schema::List(of, _) => match &**of {
            Schema::Int(_, max) => json!([0, rng.below(5), max]),
            Schema::OneOf(..) => (0..rng.below(3)).filter_map(|_| of_domain(of, rng)).collect(),
            _ => return None,
        },
        Schema::Text => "text".into(),
        Schema::Bool => rng.chance(0.5).into(),
        Schema::Tile(_, 0x7F) => json!(*rng.pick(&["stairs down", "stairs-down"]).unwrap()),
        Schema::Tile(..) => json!(*rng.pick(&["deep water", "deep-water", "wall"]).unwrap()),
        Schema::Char => json!(*rng.pick(&[".", "≈", "#"]).unwrap()),
        _ => return None,
    })
}

/// Changes one thing at one place, which most often makes a recipe or a map wrong.
pub(crate) fn break_something(value: &mut Value, rng: &mut MapRng) {
    let mut places = vec![String::new()];
    collect(value, "", &mut places);
    let place = value.pointer_mut(rng.pick(&places).unwrap()).unwrap();
    let nth = rng.below(8) as usize;
    match place {
        Value::Object(fields) if nth < 5 && !fields.is_empty() => break_object(fields, nth, rng),
        Value::Array(items) if nth < 2 && !items.is_empty() => {
            items.remove(nth % items.len());
        }
        Value::Array(items) if nth < 4 => items.push(something(rng)),
        Value::String(text) if nth < 3 => text.push('s'),
        place => *place = something(rng),
    }
}

fn break_object(fields: &mut Map<String, Value>, nth: usize, rng: &mut MapRng) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = rng.pick(&names).unwrap();
    match nth {
        0 => {
            fields.shift_remove(name);
        }
        1 => {
            let value = fields.shift_remove(name).unwrap();
            fields.insert(format!("{name}s"), value);
        }
        2 => {
            let all = builders();
            let params = &rng.pick(all).unwrap().params;
            if let Some(param) = rng.pick(params) {
                fields.insert(param.name.to_owned(), random_value(param, rng));
            }
        }
        3 => {
            let all = builders();
            fields.insert("use".to_owned(), rng.pick(all).unwrap().name.into());
        }
        _ => {
            fields.insert("level".to_owned(), something(rng));
        }
    }
}

fn something(rng: &mut MapRng) -> Value {
    let things = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(3.5),
        json!(1e300),
        json!(128),
        json!(65_536),
        json!(4_294_967_296_u64),
        json!(""),
        json!("lava"),
        json!("none"),
        json!("floor"),
        json!([]),
        json!([1, 2]),
        json!({}),
        json!({ "at": [1, 2] }),
        json!([["floor", 1]]),
    ];
    rng.pick(&things).unwrap().clone()
}

/// The places of all values, as JSON pointers.
fn collect(value: &Value, at: &str, places: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value)).collect()
        }
        // Long planes would take all the chances.
        Value::Array(items) => items.iter().take(4).enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => return,
    };
    for (name, value) in inner {
        let place = format!("{at}/{name}");
        collect(value, &place, places);
        places.push(place);
    }
}
