//! The expression that makes a value, from its schema.

use mapwright_core::params::{Field, Holds, Schema};
use mapwright_core::{Palette, Tile};
use serde_json::{Map, Value};

use crate::typed::name_tiles;

/// Types that `mapwright::builders` and `mapwright::prelude` do not have, and where they are.
const ELSEWHERE: [(&str, &str); 4] = [
    ("Corner", "mapwright::core::"),
    ("DoorKind", "mapwright::core::"),
    ("RoomShape", "mapwright::core::"),
    ("Image", "wfc::"),
];

/// A value; what an object has by default is left to `default()`. `None` for a value with a grammar of its own.
pub(super) fn value(schema: &Schema, value: &Value, default: Option<&Value>) -> Option<String> {
    Some(match (schema, value) {
        (Schema::Int(..), given) => number(given)?,
        (Schema::Number(..), Value::Number(n)) => format!("{:?}", n.as_f64()?),
        (Schema::Bool, Value::Bool(is)) => is.to_string(),
        (Schema::Text, Value::String(text)) => format!("{text:?}.into()"),
        (Schema::Char, Value::String(text)) => format!("{:?}", text.chars().next()?),
        (Schema::Tile(..), Value::Number(n)) => tile(u8::try_from(n.as_u64()?).ok()?),
        (Schema::Like(_), Value::String(text)) => format!("{text:?}.parse()?"),
        // A word, or else a tile: both are read by the type.
        (Schema::Either(parts), given) if matches!(parts[..], [Schema::Like(_), .., Schema::Tile(..)]) => {
            let mut given = given.clone();
            name_tiles(&Schema::TILE, &mut given);
            format!("{:?}.parse()?", given.as_str()?)
        }
        (Schema::Maybe(_), Value::Null) => "None".to_owned(),
        // `Some` has the default of its type.
        (Schema::Maybe(of), given) => {
            format!("Some({})", self::value(of, given, default.filter(|default| !default.is_null()))?)
        }
        (Schema::Such(_, of), given) => self::value(of, given, default)?,
        (Schema::List(of, _), Value::Array(items)) => {
            format!("vec![{}]", list(items.iter().map(|item| self::value(of, item, None)))?)
        }
        (Schema::Tuple(parts), Value::Array(items)) if parts.len() == items.len() => {
            format!("({}).into()", list(parts.iter().zip(items).map(|(part, item)| self::value(part, item, None)))?)
        }
        (Schema::OneOf(name, variants), Value::String(word)) => {
            let variant = variants.iter().find(|one| one.name == word)?;
            format!("{}::{}", path(name), variant.rust)
        }
        (Schema::OneOf(name, variants), Value::Object(given)) => {
            let (word, held) = given.iter().next()?;
            let variant = variants.iter().find(|one| one.name == word)?;
            let path = format!("{}::{}", path(name), variant.rust);
            match (variant.holds, held) {
                (Holds::Value(schema), held) => format!("{path}({})", self::value(&schema(), held, None)?),
                (Holds::Fields(fields), Value::Object(held)) => object(&path, all(fields, held)?, None),
                _ => return None,
            }
        }
        (Schema::Object(name, _, fields), Value::Object(given)) => match default {
            Some(Value::Object(default)) => changed(name, fields, given, default)?,
            _ => object(name, all(fields, given)?, None),
        },
        _ => return None,
    })
}

/// An object by what differs from its default.
fn changed(name: &str, fields: &[Field], given: &Map<String, Value>, default: &Map<String, Value>) -> Option<String> {
    let written = |field: &Field| given.get(field.name) != default.get(field.name);
    let code = |field: &Field| {
        let schema = (field.schema)();
        let given = given.get(field.name)?;
        let code = match (field.name, &schema, given) {
            // A set that is written as a list.
            ("symmetries", Schema::List(of, _), Value::Array(images)) => {
                format!("Symmetries::of(&[{}])", list(images.iter().map(|image| value(of, image, None)))?)
            }
            _ => value(&schema, given, default.get(field.name))?,
        };
        Some((field.name, code))
    };
    let codes: Vec<(&str, String)> = fields.iter().filter(|field| written(field)).map(code).collect::<Option<_>>()?;
    let rest = format!("{name}::default()");
    Some(match codes.len() {
        0 => rest,
        n => object(name, codes, (n < fields.len().max(given.len())).then(|| format!("..{rest}"))),
    })
}

/// All fields; what is not written is absent.
fn all(fields: &[Field], given: &Map<String, Value>) -> Option<Vec<(&'static str, String)>> {
    let field = |field: &Field| {
        let code = value(&(field.schema)(), given.get(field.name).unwrap_or(&Value::Null), None)?;
        Some((field.name, code))
    };
    fields.iter().map(field).collect()
}

/// Items with commas between.
fn list(items: impl Iterator<Item = Option<String>>) -> Option<String> {
    Some(items.collect::<Option<Vec<String>>>()?.join(", "))
}

/// `Name { fields, ..rest }`
fn object(name: &str, fields: Vec<(&str, String)>, rest: Option<String>) -> String {
    // No other parameter has the name of a keyword.
    let raw = |name: &str| if name == "in" { "r#" } else { "" };
    let fields = fields.into_iter().map(|(name, value)| format!("{}{name}: {value}", raw(name)));
    format!("{name} {{ {} }}", fields.chain(rest).collect::<Vec<_>>().join(", "))
}

fn path(name: &str) -> String {
    let place = ELSEWHERE.iter().find(|(other, _)| *other == name).map_or("", |(_, place)| place);
    format!("{place}{name}")
}

/// A number.
fn number(value: &Value) -> Option<String> {
    let most = value.as_u64() == Some(u32::MAX.into());
    value.is_number().then(|| if most { "u32::MAX".to_owned() } else { value.to_string() })
}

/// A tile by the name of its constant.
fn tile(number: u8) -> String {
    let palette = Palette::default();
    let look = palette.looks().iter().find(|look| look.tile == Tile(number));
    match look {
        Some(look) => format!("Tile::{}", look.name.to_uppercase().replace(' ', "_")),
        None => format!("Tile({number})"),
    }
}
