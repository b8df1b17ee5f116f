//! Parameters as their types describe them: rows of the catalogue, schemas and checks made from a [`Domain`].

mod check;
mod schema;
mod words;

use mapwright_core::Builder;
use mapwright_core::params::{Domain, Field, Holds, Param as Typed, Variant};
use mapwright_core::{Palette, Tile};
use serde::Serialize;
use serde_json::Value;

pub(crate) use check::check;
pub(crate) use schema::schema;
pub(crate) use words::{expected, phrase};

use crate::catalog::{BuilderInfo, Make};
use crate::param::{Param, ParamKind};

/// The row of a builder whose type describes it.
pub(crate) fn row<B: Builder + Typed + Default + Serialize>(make: Make) -> BuilderInfo {
    let about = match B::domain() {
        Domain::Object(_, about, _) => phrase(about),
        _ => "".into(),
    };
    BuilderInfo { name: B::default().name(), about, group: "", params: params::<B>(), make }
}

/// The parameters of a builder.
pub(crate) fn params<B: Typed + Default + Serialize>() -> Vec<Param> {
    let Domain::Object(_, _, fields) = B::domain() else { return Vec::new() };
    let defaults = serde_json::to_value(B::default()).unwrap_or_default();
    let param = |field: &Field| {
        let domain = (field.domain)();
        let mut default = defaults[field.name].clone();
        name_tiles(&domain, &mut default);
        let kind = match domain {
            Domain::Maybe(of) if default.is_null() => kind(*of),
            domain => kind(domain),
        };
        let (about, only_with, not_with) = (phrase(field.about), field.only_with, field.not_with);
        Param { name: field.name, kind, default, about, only_with, not_with }
    };
    fields.iter().map(param).collect()
}

/// Tiles by name, where they have one.
fn name_tiles(domain: &Domain, value: &mut Value) {
    match (domain, value) {
        (Domain::Tile, value) => {
            let tile = value.as_u64().and_then(|number| u8::try_from(number).ok()).map(Tile);
            let looks = Palette::default();
            if let Some(look) = looks.looks().iter().find(|look| Some(look.tile) == tile) {
                *value = look.name.replace(' ', "-").into();
            }
        }
        (Domain::Maybe(of), value) => name_tiles(of, value),
        (Domain::List(of), Value::Array(items)) => items.iter_mut().for_each(|item| name_tiles(of, item)),
        (Domain::Object(_, _, fields), Value::Object(values)) => {
            for field in *fields {
                values.get_mut(field.name).into_iter().for_each(|value| name_tiles(&(field.domain)(), value));
            }
        }
        (Domain::OneOf(_, variants), Value::Object(values)) => {
            for variant in *variants {
                if let (Holds::Value(domain), Some(held)) = (variant.holds, values.get_mut(variant.name)) {
                    name_tiles(&domain(), held);
                }
            }
        }
        _ => (),
    }
}

/// The kind of a parameter.
fn kind(domain: Domain) -> ParamKind {
    match domain {
        Domain::Int(least, most) => ParamKind::Int(least.max(0) as u64, most),
        Domain::Number(least, most) => ParamKind::Number(least, most),
        Domain::Bool => ParamKind::Bool,
        Domain::Text => ParamKind::Text,
        Domain::Char => ParamKind::Glyph,
        Domain::File => ParamKind::File,
        Domain::Tile => ParamKind::Tile,
        Domain::List(of) => match *of {
            Domain::Tile => ParamKind::Tiles,
            Domain::Int(0, most) => ParamKind::Counts(most),
            Domain::OneOf(name, variants) => match plain_words(variants) {
                Some(words) => ParamKind::Words(words.into()),
                None => ParamKind::Of(Domain::List(Box::new(Domain::OneOf(name, variants)))),
            },
            of => ParamKind::Of(Domain::List(Box::new(of))),
        },
        Domain::OneOf(_, variants) => match plain_words(variants) {
            Some(words) => ParamKind::Choice(words.into()),
            None => place(variants).unwrap_or(ParamKind::Of(domain)),
        },
        other => ParamKind::Of(other),
    }
}

/// The words of an enum whose variants hold nothing.
fn plain_words(variants: &[Variant]) -> Option<Vec<&'static str>> {
    variants.iter().map(|one| matches!(one.holds, Holds::Nothing).then_some(one.name)).collect()
}

/// Words, and a cell under `at`.
fn place(variants: &[Variant]) -> Option<ParamKind> {
    let (at, words) = variants.split_last()?;
    let Holds::Value(held) = at.holds else { return None };
    let is_point = matches!(held(), Domain::Tuple(parts) if parts.len() == 2);
    (at.name == "at" && is_point).then(|| plain_words(words)).flatten().map(|words| ParamKind::Place(words.into()))
}

/// A word for the type, for programs: JSON's, or `any` if there are several.
pub(crate) fn type_name(domain: &Domain) -> &'static str {
    match domain {
        Domain::Int(..) => "integer",
        Domain::Number(..) => "number",
        Domain::Bool => "boolean",
        Domain::Text | Domain::Char | Domain::File | Domain::Like(_) => "text",
        Domain::Maybe(of) => type_name(of),
        Domain::List(_) | Domain::Tuple(_) => "array",
        Domain::Table(..) | Domain::Object(..) => "object",
        _ => "any",
    }
}
