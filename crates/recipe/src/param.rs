//! The parameters of builders: their names and the values they accept.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

use mapwright_core::params::Domain;
use serde_json::{Map, Value};

use crate::error::RecipeErrorKind;
use crate::{layout_rooms, prefab, spawn_table, typed};

/// One parameter of a builder.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name in recipes.
    pub name: &'static str,
    /// The values it accepts.
    pub kind: ParamKind,
    /// Its default; `null` for "absent".
    pub default: Value,
    /// What it does.
    pub about: Cow<'static, str>,
    /// Another parameter, and the values of it that allow this one.
    pub only_with: Option<(&'static str, &'static [&'static str])>,
    /// Another parameter that excludes this one.
    pub not_with: Option<&'static str>,
}

/// The values that a parameter accepts.
#[derive(Clone, Debug)]
pub enum ParamKind {
    /// An integer between two bounds, inclusive.
    Int(u64, u64),
    /// A number between two bounds, inclusive.
    Number(f64, f64),
    /// One of some words.
    Choice(Cow<'static, [&'static str]>),
    /// A list of some words.
    Words(Cow<'static, [&'static str]>),
    /// A list of cells with their tiles.
    Pins,
    /// A list of tiles with their weights.
    TileWeights,
    /// A list of pairs of tiles.
    TilePairs,
    /// Any text.
    Text,
    /// The name of a file beside the recipe.
    File,
    /// One of some words, or `{"at": [x, y]}`.
    Place(Cow<'static, [&'static str]>),
    /// `true` or `false`.
    Bool,
    /// A list of integers up to a bound.
    Counts(u64),
    /// A map, as JSON.
    Map,
    /// A list of spawns.
    SpawnTable,
    /// The rows of a prefab.
    Prefab,
    /// The meaning of a prefab's glyphs.
    Legend,
    /// A list of vaults.
    Vaults,
    /// A tile, by name or number.
    Tile,
    /// A list of tiles, by name or number.
    Tiles,
    /// The nodes of a program of rewrite rules.
    Program,
    /// One character.
    Glyph,
    /// An object, with an example of it.
    Object(&'static str),
    /// How many rooms, or a list of them.
    Rooms,
    /// A list of pairs of rooms.
    Joins,
    /// What a type of parameters says itself.
    Of(Domain),
}

impl Param {
    pub(crate) fn new(name: &'static str, kind: ParamKind, default: impl Into<Value>, about: &'static str) -> Self {
        Param { name, kind, default: default.into(), about: about.into(), only_with: None, not_with: None }
    }

    /// An integer.
    pub(crate) fn int(
        name: &'static str,
        range: RangeInclusive<u64>,
        default: impl Into<Value>,
        about: &'static str,
    ) -> Self {
        Param::new(name, ParamKind::Int(*range.start(), *range.end()), default, about)
    }

    /// A probability or a share.
    pub(crate) fn share(name: &'static str, default: impl Into<Value>, about: &'static str) -> Self {
        Param::new(name, ParamKind::Number(0.0, 1.0), default, about)
    }

    /// `true` or `false`.
    pub(crate) fn flag(name: &'static str, default: bool, about: &'static str) -> Self {
        Param::new(name, ParamKind::Bool, default, about)
    }

    /// One of some words.
    pub(crate) fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Param::new(name, ParamKind::choice(words), default, about)
    }

    /// A parameter that may be absent.
    pub(crate) fn optional(name: &'static str, kind: ParamKind, about: &'static str) -> Self {
        Param::new(name, kind, Value::Null, about)
    }

    /// Allows it only when another parameter has one of some values.
    pub(crate) fn only_with(mut self, name: &'static str, values: &'static [&'static str]) -> Self {
        self.only_with = Some((name, values));
        self
    }

    /// Allows it only when another parameter is absent.
    pub(crate) fn not_with(mut self, name: &'static str) -> Self {
        self.not_with = Some(name);
        self
    }

    /// Checks a value, and says what is expected instead.
    pub fn check(&self, value: &Value) -> Result<(), RecipeErrorKind> {
        if let ParamKind::Of(domain) = &self.kind {
            return typed::check(domain, self.name, value);
        }
        let fits = self.kind.allows(value) || self.default.is_null() && value.is_null();
        if fits {
            return Ok(());
        }
        // For a list, the errors of its entries say more.
        match (&self.kind, value) {
            (ParamKind::SpawnTable, Value::Array(entries)) => return spawn_table::check(self.name, entries),
            (ParamKind::Vaults, Value::Array(vaults)) => return prefab::check_vaults(self.name, vaults),
            (ParamKind::Rooms, Value::Array(rooms)) => return layout_rooms::check(self.name, rooms),
            (ParamKind::Legend, Value::Object(glyphs)) => return prefab::check_legend(self.name, glyphs),
            _ => (),
        }
        Err(RecipeErrorKind::value(self.name, value.clone(), self.kind.to_string()))
    }
}

impl ParamKind {
    pub(crate) const fn choice(words: &'static [&'static str]) -> Self {
        ParamKind::Choice(Cow::Borrowed(words))
    }

    pub(crate) const fn list_of(words: &'static [&'static str]) -> Self {
        ParamKind::Words(Cow::Borrowed(words))
    }

    fn allows(&self, value: &Value) -> bool {
        match *self {
            ParamKind::Int(min, max) => value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
            ParamKind::Number(min, max) => value.as_f64().is_some_and(|n| (min..=max).contains(&n)),
            ParamKind::Choice(ref words) => value.as_str().is_some_and(|word| words.contains(&word)),
            ParamKind::Words(ref words) => {
                let fits = |word: &Value| word.as_str().is_some_and(|word| words.contains(&word));
                value.as_array().is_some_and(|list| list.iter().all(fits))
            }
            ParamKind::Pins => value.as_array().is_some_and(|pins| pins.iter().all(|one| pin(one).is_some())),
            ParamKind::TileWeights => pairs(value, |one, weight| {
                prefab::tile(one).is_some() && ParamKind::Int(1, u32::MAX.into()).allows(weight)
            }),
            ParamKind::TilePairs => pairs(value, |a, b| prefab::tile(a).is_some() && prefab::tile(b).is_some()),
            ParamKind::Text | ParamKind::File => value.is_string(),
            ParamKind::Place(ref words) => {
                let is_point = |at: &Value| serde_json::from_value::<(u16, u16)>(at.clone()).is_ok();
                let at = value.as_object().filter(|object| object.len() == 1).and_then(|object| object.get("at"));
                at.is_some_and(is_point) || value.as_str().is_some_and(|word| words.contains(&word))
            }
            ParamKind::Bool => value.is_boolean(),
            ParamKind::Counts(max) => {
                let fits = |count: &Value| ParamKind::Int(0, max).allows(count);
                value.as_array().is_some_and(|counts| counts.iter().all(fits))
            }
            ParamKind::Map => value.is_object(),
            ParamKind::Prefab => value.as_array().is_some_and(|rows| rows.iter().all(Value::is_string)),
            ParamKind::Tile => prefab::tile(value).is_some(),
            ParamKind::Tiles => {
                value.as_array().is_some_and(|tiles| tiles.iter().all(|one| prefab::tile(one).is_some()))
            }
            ParamKind::Program => value.is_array(),
            ParamKind::Glyph => value.as_str().is_some_and(|text| text.chars().count() == 1),
            ParamKind::Object(_) => value.is_object(),
            // These are checked entry by entry.
            ParamKind::SpawnTable | ParamKind::Legend | ParamKind::Vaults => false,
            ParamKind::Of(ref domain) => typed::check(domain, "", value).is_ok(),
            ParamKind::Rooms => ParamKind::Int(1, 250).allows(value),
            ParamKind::Joins => pairs(value, |a, b| [a, b].iter().all(|room| ParamKind::Int(0, 249).allows(room))),
        }
    }

    /// A word for the type, for programs.
    pub fn type_name(&self) -> &'static str {
        self.words().0
    }

    /// A word for the type, and what is expected.
    fn words(&self) -> (&'static str, Cow<'static, str>) {
        let quoted = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        match *self {
            ParamKind::Int(min, max) if min == max => ("integer", format!("{min}").into()),
            ParamKind::Int(min, u64::MAX) => ("integer", format!("an integer from {min}").into()),
            ParamKind::Int(min, max) => ("integer", format!("an integer from {min} to {max}").into()),
            ParamKind::Number(min, max) => ("number", format!("a number from {min} to {max}").into()),
            ParamKind::Choice(ref words) => ("choice", format!("one of {}", quoted(words)).into()),
            ParamKind::Words(ref words) => ("words", format!("a list of {}", quoted(words)).into()),
            ParamKind::Pins => ("pins", "a list such as [[3, 4, \"wall\"]], tiles by name or number".into()),
            ParamKind::TileWeights => {
                ("tile-weights", "a list such as [[\"grass\", 5], [\"water\", 2]], tiles by name or number".into())
            }
            ParamKind::TilePairs => {
                ("tile-pairs", "a list such as [[\"grass\", \"water\"]], tiles by name or number".into())
            }
            ParamKind::Text => ("text", "text".into()),
            ParamKind::File => ("file", "the name of a file".into()),
            ParamKind::Place(ref words) => ("place", format!("one of {} or {{\"at\": [x, y]}}", quoted(words)).into()),
            ParamKind::Bool => ("boolean", "true or false".into()),
            ParamKind::Counts(max) => ("counts", format!("a list of integers from 0 to {max}").into()),
            ParamKind::Map => ("map", "a map as JSON".into()),
            ParamKind::SpawnTable => ("spawn-table", "a list such as [{\"name\": \"Goblin\", \"weight\": 10}]".into()),
            ParamKind::Prefab => ("prefab", "rows of glyphs such as [\"#.#\", \"#+#\"]".into()),
            ParamKind::Legend => ("legend", "glyphs such as {\"g\": {\"spawn\": \"Goblin\"}, \"T\": \"tree\"}".into()),
            ParamKind::Vaults => {
                ("vaults", "a list such as [{\"template\": [\"#.#\", \"#+#\"], \"weight\": 3}]".into())
            }
            ParamKind::Rooms => ("rooms", "an integer from 1 to 250 or a list such as [{\"width\": [6, 10]}]".into()),
            ParamKind::Joins => ("joins", "a list such as [[0, 1], [1, 2]], rooms from 0".into()),
            ParamKind::Tile => ("tile", "the name of a tile, or a number from 0 to 255".into()),
            ParamKind::Program => {
                ("program", "a list of nodes such as [{\"put\": \".\"}, {\"one\": \".# -> ..\"}]".into())
            }
            ParamKind::Glyph => ("glyph", "one character".into()),
            ParamKind::Object(example) => ("object", example.into()),
            ParamKind::Tiles => ("tiles", "a list such as [\"floor\", \"grass\"], tiles by name or number".into()),
            ParamKind::Of(ref domain) => (typed::type_name(domain), typed::expected(domain).into()),
        }
    }
}

/// What is expected, in words.
impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().1)
    }
}

/// Whether a value is a list of pairs that fit.
fn pairs(value: &Value, fits: impl Fn(&Value, &Value) -> bool) -> bool {
    let fits = |one: &Value| matches!(one.as_array().map(Vec::as_slice), Some([a, b]) if fits(a, b));
    value.as_array().is_some_and(|list| list.iter().all(fits))
}

/// A cell and the number of the tile there, from `[x, y, tile]` with a tile's number or its name in the default
/// palette.
pub(crate) fn pin(value: &Value) -> Option<(u16, u16, u8)> {
    let (x, y, tile): (u16, u16, Value) = serde_json::from_value(value.clone()).ok()?;
    Some((x, y, prefab::tile(&tile)?.0))
}

/// Checks that every value belongs to a parameter and fits it.
pub(crate) fn check_all(params: &[Param], values: &Map<String, Value>) -> Result<(), RecipeErrorKind> {
    for (name, value) in values {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            return Err(RecipeErrorKind::unknown("parameter", name, params.iter().map(|param| param.name)));
        };
        param.check(value)?;
        if let Some((other, fitting)) = param.only_with {
            let default = params.iter().find(|param| param.name == other).map(|param| &param.default);
            let given = values.get(other).or(default).and_then(Value::as_str);
            if !given.is_some_and(|given| fitting.contains(&given)) {
                let fitting = fitting.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
                let goes_with = format!("\"{other}\": {fitting}");
                return Err(RecipeErrorKind::Misplaced { name: name.clone(), goes_with });
            }
        }
        let other = param.not_with.filter(|&other| values.get(other).is_some_and(|other| !other.is_null()));
        if let Some(other) = other.filter(|_| !value.is_null()) {
            return Err(RecipeErrorKind::value(name, value.clone(), format!("absent when `{other}` is given")));
        }
    }
    Ok(())
}
