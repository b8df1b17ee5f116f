//! Checks values against schemas. Errors name the field, with the way to it, and what is expected there.

use mapwright_core::Palette;
use mapwright_core::params::{Field, Holds, Schema};
use serde_json::{Map, Value};

use super::words::expected;
use crate::borrowed::meant;
use crate::error::RecipeErrorKind;

type Checked = Result<(), RecipeErrorKind>;

/// Checks a value at a place such as `corridors.width`.
pub(crate) fn check(schema: &Schema, place: &str, value: &Value) -> Checked {
    let fits = match (schema, value) {
        (Schema::Maybe(_), Value::Null) => true,
        (Schema::Maybe(of) | Schema::Such(_, of), value) => {
            return check(of, place, value).map_err(|error| match error {
                RecipeErrorKind::Value { name, value, .. } if name == place => {
                    RecipeErrorKind::value(name, value, expected(schema))
                }
                error => error,
            });
        }
        (Schema::Int(least, most), Value::Number(n)) => {
            let n = n.as_u64().map(i128::from).or_else(|| n.as_i64().map(i128::from));
            n.is_some_and(|n| (*least..=*most).contains(&n))
        }
        (Schema::Number(least, most), Value::Number(n)) => n.as_f64().is_some_and(|n| (*least..=*most).contains(&n)),
        (Schema::Bool, Value::Bool(_)) | (Schema::Text | Schema::File, Value::String(_)) => true,
        (Schema::Char, Value::String(text)) => text.chars().count() == 1,
        (Schema::Like(like), Value::String(text)) => (like.fits)(text),
        (Schema::Tile(least, most), Value::String(name)) => {
            Palette::default().named(name).is_some_and(|tile| (*least..=*most).contains(&tile.0))
        }
        (Schema::Tile(least, most), Value::Number(n)) => {
            n.as_u64().is_some_and(|n| (u64::from(*least)..=u64::from(*most)).contains(&n))
        }
        (Schema::Tuple(parts), Value::Array(items)) => {
            parts.len() == items.len() && parts.iter().zip(items).all(|(part, item)| check(part, place, item).is_ok())
        }
        (Schema::List(of, (least, most)), Value::Array(items)) => {
            for (nth, item) in items.iter().enumerate() {
                let checked = check(of, &format!("{place}[{nth}]"), item);
                // Numbers and words say more as a list.
                if checked.is_err() && !has_parts(of) {
                    return Err(RecipeErrorKind::value(place, value.clone(), expected(schema)));
                }
                checked?;
            }
            *least <= items.len() && most.is_none_or(|most| items.len() <= most)
        }
        (Schema::Table(key, of), Value::Object(values)) => {
            for (name, value) in values {
                check(key, place, &Value::from(name.as_str()))?;
                check(of, &format!("{place}.{name}"), value)?;
            }
            true
        }
        (Schema::Either(parts), value) => {
            // Where only one of them is a list or an object, its error says more.
            let mut alike = parts.iter().filter(|part| is_like(part, value));
            match (alike.next(), alike.next()) {
                (Some(one), None) => return check(one, place, value),
                _ => parts.iter().any(|part| check(part, place, value).is_ok()),
            }
        }
        (Schema::OneOf(_, variants), Value::String(word)) => {
            variants.iter().any(|one| matches!(one.holds, Holds::Nothing) && one.name == word)
        }
        (Schema::OneOf(_, variants), Value::Object(values)) if values.len() == 1 => {
            let held =
                values.iter().find_map(|(word, held)| Some((variants.iter().find(|one| one.name == word)?, held)));
            match held.map(|(one, held)| (one.name, one.holds, held)) {
                Some((name, Holds::Value(schema), held)) => return check(&schema(), &format!("{place}.{name}"), held),
                Some((name, Holds::Fields(known), Value::Object(given))) => {
                    return fields(known, &format!("{place}.{name}"), given);
                }
                _ => false,
            }
        }
        (Schema::Object(_, _, known), Value::Object(given)) => return fields(known, place, given),
        // What reads it checks it.
        (Schema::Defined(..), _) => true,
        _ => false,
    };
    if fits { Ok(()) } else { Err(RecipeErrorKind::value(place, value.clone(), expected(schema))) }
}

/// Whether errors inside of it name a place of their own.
fn has_parts(schema: &Schema) -> bool {
    match schema {
        Schema::Maybe(of) | Schema::Such(_, of) => has_parts(of),
        Schema::Object(..) | Schema::Table(..) => true,
        Schema::Either(parts) => parts.iter().any(has_parts),
        _ => false,
    }
}

/// Whether a schema holds lists or objects, as the value is one.
fn is_like(schema: &Schema, value: &Value) -> bool {
    match schema {
        Schema::Maybe(of) | Schema::Such(_, of) => is_like(of, value),
        Schema::Either(parts) => parts.iter().any(|part| is_like(part, value)),
        Schema::List(..) | Schema::Tuple(_) => value.is_array(),
        Schema::Table(..) | Schema::Object(..) => value.is_object(),
        Schema::OneOf(_, variants) => {
            value.is_object() && variants.iter().any(|one| !matches!(one.holds, Holds::Nothing))
        }
        _ => false,
    }
}

/// Checks the fields of an object.
fn fields(known: &[Field], place: &str, given: &Map<String, Value>) -> Checked {
    for (name, value) in given {
        let place = format!("{place}.{name}");
        let Some(field) = known.iter().find(|field| field.name == name) else {
            let known: Vec<&str> = known.iter().map(|field| field.name).collect();
            return Err(RecipeErrorKind::Unknown {
                what: "parameter",
                name: place,
                nearest: meant(name, &known),
                known: known.into_iter().map(str::to_owned).collect(),
            });
        };
        check(&(field.schema)(), &place, value)?;
        let other = field.not_with.filter(|&other| given.get(other).is_some_and(|other| !other.is_null()));
        if let Some(other) = other.filter(|_| !value.is_null()) {
            return Err(RecipeErrorKind::value(place, value.clone(), format!("absent when `{other}` is given")));
        }
    }
    match known.iter().find(|field| field.is_required && !given.contains_key(field.name)) {
        Some(field) => Err(RecipeErrorKind::missing(format!("{place}.{}", field.name), expected(&(field.schema)()))),
        None => Ok(()),
    }
}
