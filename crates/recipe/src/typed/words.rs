//! What a schema expects, in words, and examples of it.

use std::borrow::Cow;

use mapwright_core::Tile;
use mapwright_core::params::{Field, Holds, Schema, Variant, a_tile};
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
        Schema::Int(least, most) if least == most => least.to_string(),
        Schema::Int(..) => format!("an integer{}", range(schema)),
        Schema::Number(..) => format!("a number{}", range(schema)),
        Schema::Bool => "true or false".to_owned(),
        Schema::Text => "text".to_owned(),
        Schema::Char => "one character".to_owned(),
        Schema::File => "the name of a file".to_owned(),
        Schema::Tile(least, most) => {
            format!("the name of {}, or a number from {least} to {most}", a_tile(*least, *most))
        }
        Schema::Like(like) => like.expected.to_owned(),
        Schema::Defined(_, expected) | Schema::Such(expected, _) => (*expected).to_owned(),
        Schema::Maybe(of) => format!("{}, or null", expected(of)),
        Schema::List(of, counts) => {
            let count = count(*counts);
            match &**of {
                Schema::Int(..) => format!("a list of {count}integers{}", range(of)),
                Schema::OneOf(_, variants) if held(variants).next().is_none() => {
                    let of = if count.is_empty() { "" } else { "of " };
                    format!("a list of {count}{of}{}", words(variants))
                }
                Schema::Tile(least, most) if (*least, *most) != (0, u8::MAX) => {
                    let kind = a_tile(*least, *most);
                    let kind = kind.trim_start_matches("an ").trim_start_matches("a ");
                    format!("a list of {count}{kind}s such as {}", example(schema))
                }
                _ if count.is_empty() => format!("a list such as {}", example(schema)),
                _ => format!("a list of {count}such as {}", example(schema)),
            }
        }
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

/// The length of a list, before what it holds.
fn count(counts: (usize, Option<usize>)) -> String {
    match counts {
        (0, None) => String::new(),
        (least, None) => format!("{least} or more "),
        (least, Some(most)) if least == most => format!("{least} "),
        (least, Some(most)) => format!("{least} to {most} "),
    }
}

fn range(schema: &Schema) -> String {
    const UNBOUNDED: [i128; 2] = [i64::MAX as i128, u64::MAX as i128];
    match schema {
        Schema::Int(least, most) if *least == i64::MIN.into() && UNBOUNDED.contains(most) => String::new(),
        Schema::Int(least, most) if UNBOUNDED.contains(most) => format!(" from {least}"),
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
        Schema::Int(least, most) => json!((*least).max(1).min(*most)),
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
        Schema::Tile(least, _) => if *least < Tile::SOLID_BIT { "floor" } else { "wall" }.into(),
        Schema::Maybe(of) => example(of),
        Schema::List(of, _) => json!([example(of)]),
        Schema::Tuple(parts) => parts.iter().map(example).collect(),
        Schema::Either(parts) => parts.first().map(example).unwrap_or_default(),
        Schema::Table(key, of) => json!({ example(key).as_str().unwrap_or("x"): example(of) }),
        Schema::OneOf(_, variants) => variants.first().map(example_of).unwrap_or_default(),
        Schema::Object(_, _, fields) => example_fields(fields),
        _ => Value::Null,
    }
}
