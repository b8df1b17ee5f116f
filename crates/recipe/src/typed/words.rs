//! What a schema expects, in words, and examples of it.

use std::borrow::Cow;

use mapwright_core::params::{Field, Holds, Schema, Variant};
use serde_json::{Map, Value, json};

/// The first sentence of a documentation as a phrase: `How many. More is slower.` as `how many`.
pub(crate) fn phrase(about: &'static str) -> Cow<'static, str> {
    let sentence = about.split_once(". ").map_or(about, |(first, _)| first);
    let mut letters = sentence.trim_end_matches('.').chars();
    let first = letters.next();
    first.into_iter().flat_map(char::to_lowercase).chain(letters).collect::<String>().into()
}

/// What is expected, in words.
pub(crate) fn expected(schema: &Schema) -> String {
    match schema {
        Schema::Int(least, most) if u64::try_from(*least) == Ok(*most) => least.to_string(),
        Schema::Int(..) => format!("an integer{}", range(schema)),
        Schema::Number(..) => format!("a number{}", range(schema)),
        Schema::Bool => "true or false".to_owned(),
        Schema::Text => "text".to_owned(),
        Schema::Char => "one character".to_owned(),
        Schema::File => "the name of a file".to_owned(),
        Schema::Tile => "the name of a tile, or a number from 0 to 255".to_owned(),
        Schema::Like(like) => like.expected.to_owned(),
        Schema::Defined(_, expected) | Schema::Such(expected, _) => (*expected).to_owned(),
        Schema::Maybe(of) => format!("{}, or null", expected(of)),
        Schema::List(of) => match &**of {
            Schema::Int(..) => format!("a list of integers{}", range(of)),
            Schema::OneOf(_, variants) if held(variants).next().is_none() => format!("a list of {}", words(variants)),
            _ => format!("a list such as {}", example(schema)),
        },
        Schema::Either(parts) => parts.iter().map(expected).collect::<Vec<_>>().join(" or "),
        Schema::OneOf(_, variants) => {
            let held: Vec<String> = held(variants).map(|variant| example_of(variant).to_string()).collect();
            match words(variants) {
                words if words.is_empty() => held.join(" or "),
                words => [format!("one of {words}")].into_iter().chain(held).collect::<Vec<_>>().join(" or "),
            }
        }
        Schema::Object(..) => format!("an object such as {}", example(schema)),
        _ => example(schema).to_string(),
    }
}

fn range(schema: &Schema) -> String {
    match schema {
        Schema::Int(i64::MIN, _) => String::new(),
        Schema::Int(least, u64::MAX) => format!(" from {least}"),
        Schema::Int(least, most) => format!(" from {least} to {most}"),
        Schema::Number(least, most) if !least.is_finite() && !most.is_finite() => String::new(),
        Schema::Number(least, most) if !most.is_finite() => format!(" from {least}"),
        Schema::Number(least, most) => format!(" from {least} to {most}"),
        _ => String::new(),
    }
}

/// The words among variants, quoted.
fn words(variants: &[Variant]) -> String {
    let words = variants.iter().filter(|one| matches!(one.holds, Holds::Nothing));
    words.map(|one| format!("\"{}\"", one.name)).collect::<Vec<_>>().join(", ")
}

/// The variants that hold something.
fn held(variants: &[Variant]) -> impl Iterator<Item = &Variant> {
    variants.iter().filter(|one| !matches!(one.holds, Holds::Nothing))
}

fn example_of(variant: &Variant) -> Value {
    match variant.holds {
        Holds::Value(schema) => json!({ variant.name: example(&schema()) }),
        Holds::Fields(fields) => json!({ variant.name: example_fields(fields) }),
        _ => variant.name.into(),
    }
}

/// The fields that must be given, or else the first.
fn example_fields(fields: &[Field]) -> Value {
    let required = fields.iter().filter(|field| field.is_required);
    let first = fields.iter().take(usize::from(!fields.iter().any(|field| field.is_required)));
    let pair = |field: &Field| (field.name.to_owned(), example(&(field.schema)()));
    required.chain(first).map(pair).collect::<Map<_, _>>().into()
}

/// The JSON after "such as".
fn example_in(expected: &str) -> Option<Value> {
    let (_, example) = expected.split_once("such as ")?;
    serde_json::Deserializer::from_str(example).into_iter().next()?.ok()
}

/// A value that fits.
pub(crate) fn example(schema: &Schema) -> Value {
    match schema {
        Schema::Int(least, most) => (*least).max(1).min(i64::try_from(*most).unwrap_or(i64::MAX)).into(),
        Schema::Number(least, _) => {
            if least.is_finite() {
                json!(least)
            } else {
                json!(1)
            }
        }
        Schema::Bool => true.into(),
        // What is expected names an example in quotes.
        Schema::Like(like) => like.expected.split('"').nth(1).unwrap_or("text").into(),
        Schema::Defined(_, expected) => example_in(expected).unwrap_or("text".into()),
        Schema::Such(expected, of) => example_in(expected).unwrap_or_else(|| example(of)),
        Schema::Text => "text".into(),
        Schema::Char => "x".into(),
        Schema::File => "file.txt".into(),
        Schema::Tile => "floor".into(),
        Schema::Maybe(of) => example(of),
        Schema::List(of) => json!([example(of)]),
        Schema::Tuple(parts) => parts.iter().map(example).collect(),
        Schema::Either(parts) => parts.first().map(example).unwrap_or_default(),
        Schema::Table(key, of) => json!({ example(key).as_str().unwrap_or("x"): example(of) }),
        Schema::OneOf(_, variants) => variants.first().map(example_of).unwrap_or_default(),
        Schema::Object(_, _, fields) => example_fields(fields),
        _ => Value::Null,
    }
}
