//! The values that a parameter accepts are the same for the program and the schema, up to the borders of every domain.

use std::collections::BTreeSet;

use mapwright_core::BuildError;
use mapwright_core::params::{Field, Holds, Schema, Variant};
use mapwright_recipe::{BuilderInfo, Files, Recipe, RecipeErrorKind, Registry, builders, recipe_schema, template};
use serde_json::{Map, Value, json};

use crate::schema::{check, of_recipe};

/// Values in a domain, at its borders, and just outside; the first is inside.
fn values(schema: &Schema, depth: u32) -> Vec<Value> {
    match schema {
        &Schema::Int(least, most) => {
            // JavaScript has no numbers between those beyond 2⁵³.
            let beyond = [least - 1, most + 1].into_iter().filter(|n| n.abs() <= 1 << 53);
            // Most weights of 0 are of use only beside others.
            [1.clamp(least, most), least, most].into_iter().chain(beyond).map(|n| json!(n)).collect()
        }
        &Schema::Number(least, most) => {
            let ends = [least, most].into_iter().filter(|end| end.is_finite());
            let beyond = [least - 1.0, most + 1.0].into_iter().filter(|n| n.is_finite());
            ends.chain([0.5_f64.clamp(least, most)]).chain(beyond).map(|n| json!(n)).collect()
        }
        Schema::Bool => vec![json!(true), json!(false)],
        Schema::Text => vec![json!("text")],
        Schema::Char => vec![json!("#"), json!("≈"), json!("##"), json!("")],
        &Schema::Tile(least, most) => {
            let beyond = [i32::from(least) - 1, i32::from(most) + 1];
            let names = ["floor", "deep-water", "deep water", "lava"].map(|name| json!(name));
            [least, most].into_iter().map(|n| json!(n)).chain(beyond.map(|n| json!(n))).chain(names).collect()
        }
        Schema::Like(like) => vec![like.expected.split('"').nth(1).unwrap_or("text").into()],
        Schema::Maybe(of) => values(of, depth).into_iter().chain([Value::Null]).collect(),
        Schema::Such(_, of) => values(of, depth),
        Schema::List(of, (least, most)) => {
            let items = values(of, depth + 1);
            let Some(first) = items.first() else { return Vec::new() };
            let mut lists: Vec<Value> = items.iter().map(|item| json!([item])).collect();
            let lengths = [Some(*least), least.checked_sub(1), *most, most.map(|most| most + 1), Some(0)];
            lists.extend(lengths.into_iter().flatten().map(|length| Value::from(vec![first.clone(); length])));
            lists
        }
        Schema::Tuple(parts) => {
            let is_whole = matches!(parts[0], Schema::Int(..));
            let parts: Vec<Vec<Value>> = parts.iter().map(|part| values(part, depth + 1)).collect();
            let first: Option<Vec<Value>> = parts.iter().map(|part| part.first().cloned()).collect();
            let Some(first) = first else { return Vec::new() };
            let varied = parts.iter().enumerate().flat_map(|(nth, part)| {
                part.iter().map({
                    let first = first.clone();
                    move |value| {
                        first.iter().enumerate().map(|(i, one)| if i == nth { value } else { one }.clone()).collect()
                    }
                })
            });
            // Of several integers all the same, too, so that none is larger than the next.
            let whole: &[Value] = if is_whole { &parts[0] } else { &[] };
            let same = whole.iter().map(|value| Value::from(vec![value.clone(); parts.len()]));
            let short = Value::from(first[1..].to_vec());
            [Value::from(first.clone()), short].into_iter().chain(varied).chain(same).collect()
        }
        Schema::Either(parts) => parts.iter().flat_map(|part| values(part, depth)).collect(),
        Schema::Table(..) => vec![json!({})],
        Schema::OneOf(_, variants) => variants.iter().flat_map(|variant| of_variant(variant, depth)).collect(),
        Schema::Object(_, _, fields) => of_fields(fields, depth),
        _ => Vec::new(),
    }
}

fn of_variant(variant: &Variant, depth: u32) -> Vec<Value> {
    let held = match variant.holds {
        Holds::Value(schema) => values(&schema(), depth + 1),
        Holds::Fields(fields) => of_fields(fields, depth + 1),
        _ => return vec![variant.name.into()],
    };
    held.into_iter().map(|held| json!({ variant.name: held })).collect()
}

/// Objects of which one field is varied.
fn of_fields(fields: &[Field], depth: u32) -> Vec<Value> {
    if depth > 4 {
        return Vec::new();
    }
    let first = |field: &Field| Some((field.name.to_owned(), values(&(field.schema)(), depth + 1).first()?.clone()));
    let required: Option<Map<String, Value>> = fields.iter().filter(|field| field.is_required).map(first).collect();
    let Some(required) = required else { return Vec::new() };
    let varied = fields.iter().flat_map(|field| {
        let required = required.clone();
        values(&(field.schema)(), depth + 1).into_iter().map(move |value| {
            let mut fields = required.clone();
            fields.insert(field.name.to_owned(), value);
            fields.into()
        })
    });
    [Value::from(required.clone())].into_iter().chain(varied).collect()
}

/// A recipe of the stage that works, with one parameter set; a parameter that this one needs beside it is set, too.
fn recipe(info: &BuilderInfo, name: &str, value: &Value) -> Value {
    let mut recipe: Value = serde_json::from_str(&template(info.name).unwrap()).unwrap();
    let stage = match recipe["metas"].as_array_mut().unwrap().last_mut() {
        Some(stage) if stage["use"] == info.name => stage,
        _ => &mut recipe["initial"],
    };
    let param = info.params.iter().find(|param| param.name == name);
    if let Some((other, fitting)) = param.and_then(|param| param.only_with) {
        stage[other] = fitting[0].into();
    }
    if let Some(other) = param.and_then(|param| param.not_with) {
        stage.as_object_mut().unwrap().shift_remove(other);
    }
    stage[name] = value.clone();
    recipe
}

/// What the program says: whether it takes the value, and else which parameter is wrong and why.
enum Verdict {
    Taken,
    /// For what the value is.
    Refused,
    /// For something beside it: the size, another parameter.
    Related(String, String),
    /// For what no parameter says: planes, files, memory.
    Other,
}

fn judge(recipe: &Value) -> Verdict {
    let made =
        Recipe::try_from(recipe.clone()).and_then(|recipe| Registry::shipped().chain(&recipe, &Files::default()));
    match made.map(|chain| chain.check()) {
        Ok(Ok(_)) => Verdict::Taken,
        Ok(Err(error)) => of_build(&error),
        Err(error) => match error.kind() {
            RecipeErrorKind::Build(error) => of_build(error),
            // What a schema cannot express of templates and files is none of it.
            _ if of_recipe(recipe).0 == Some(false) => Verdict::Refused,
            _ => Verdict::Other,
        },
    }
}

fn of_build(error: &BuildError) -> Verdict {
    let Some(name) = error.field() else { return Verdict::Other };
    Verdict::Related(name.split(['.', '[']).next().unwrap_or(name).to_owned(), error.to_string())
}

#[test]
fn the_program_takes_what_the_schema_takes() {
    // What depends on something beside the value stands in the table of the page about the schema.
    let page = include_str!("../../../../docs/schema.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: BTreeSet<(String, String)> = rows
        .flat_map(|row| {
            let mut cells = row.split('|').map(|cell| cell.replace('`', ""));
            let (stages, params) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
            let split = |names: &str| names.split(", ").map(|name| name.trim().to_owned()).collect::<Vec<_>>();
            let params = split(&params);
            split(&stages)
                .into_iter()
                .flat_map(move |stage| params.clone().into_iter().map(move |param| (stage.clone(), param)))
        })
        .collect();
    let (mut cases, mut related, mut missing) = (Vec::new(), BTreeSet::new(), Vec::new());
    for info in builders() {
        for param in &info.params {
            for value in values(&param.schema, 0) {
                let recipe = recipe(info, param.name, &value);
                let expected = match judge(&recipe) {
                    Verdict::Taken => Some(true),
                    Verdict::Refused => Some(false),
                    Verdict::Related(name, why) => {
                        let row = (info.name.to_owned(), name);
                        if !rows.contains(&row) {
                            missing.push(format!("{}, {}: {value}: {why}", info.name, param.name));
                        }
                        related.insert(row);
                        None
                    }
                    Verdict::Other => None,
                };
                cases.push((recipe, expected));
            }
        }
    }
    let stale: Vec<_> = rows.difference(&related).collect();
    assert!(missing.is_empty() && stale.is_empty(), "{} {stale:?}", missing.join("\n"));
    check(recipe_schema(), &cases);
}
