//! Parameters, each stated once: name, type, default, range and meaning stand together on a field, and everything else is
//! derived from there.
//!
//! [`params`](macro@crate::params) on a struct or an enum makes it [`Described`]: its [`Schema`] says what it accepts. From
//! that recipes have their schema, their error messages and the catalogue. A schema is made of function pointers and
//! static tables, so nothing of it is in a program that does not ask.
//!
//! ```
//! use mapwright_core::params;
//! use mapwright_core::params::{Schema, Described};
//!
//! /// Floods some cells.
//! #[params]
//! pub struct Seep {
//!     /// How many cells.
//!     #[param(default = 3, range = 1..=100)]
//!     pub cells: u32,
//!     /// Where the water comes from.
//!     pub from: Source,
//! }
//!
//! /// Where the water comes from.
//! #[params]
//! pub enum Source {
//!     /// From below.
//!     #[default]
//!     Springs,
//!     /// From a cell.
//!     Cell(mapwright_core::Point),
//! }
//!
//! assert_eq!(Seep::default(), Seep { cells: 3, from: Source::Springs });
//! let error = Seep { cells: 0, ..Seep::default() }.check_ranges().unwrap_err();
//! assert_eq!(error.to_string(), "parameter `cells` is 0; expected 1 to 100");
//! let Schema::Object(name, about, fields) = Seep::schema() else { unreachable!() };
//! assert_eq!((name, about, fields[0].name), ("Seep", "Floods some cells.", "cells"));
//! ```
//!
//! The macro adds `Clone`, `Debug`, `PartialEq`, `Default` and `check_ranges`; with the feature `serde` also `Serialize`
//! and `Deserialize`, where unknown fields are errors and absent ones have their defaults. Variants are called in kebab
//! case and have [`Default`] if one of them is `#[default]`; enums without values are `Copy`, `Eq` and `Hash` too. Enums
//! become `#[non_exhaustive]`, unless the attribute is `#[params(exhaustive)]`.
//!
//! A field takes `#[param(…)]` with
//!
//! * `default = …`: any expression; without it, the default of its type,
//! * `range = 1..=9` or `1..`: for numbers, for an `Option` of them, and for each entry of a `Vec`; `(0.0..=1.0, 1..)` for a
//!   pair; [`Tile::OPEN`](crate::Tile::OPEN) and [`Tile::SOLID`](crate::Tile::SOLID) for tiles,
//! * `items = 1..=9` or `1..`: the length of a `Vec`,
//! * `required`: there is no default, and the struct has none either,
//! * `only_with(rule = "braid" | "random")`: allowed only if that other field has one of these values,
//! * `not_with = "count"`: allowed only if that other field is absent,
//! * `except = Grade::Guessing`: all variants of its type but this one, or these with `|` between them, which are words,
//! * `expected = "rows such as [\"#.#\"]"`: what messages say that it expects, with an example in JSON at the end,
//! * `skip`: it is set from code, not by recipes. A variant can be skipped, too.
//!
//! A variant that holds a value takes `range`, `items`, `except` and `expected` for it.
//!
//! The first paragraph of the documentation is the description in recipes, so it must make sense alone. Attributes
//! `serde(…)` of your own need no `cfg`; a name given by `serde(rename = "…")` is the name in recipes. If you depend on the crate `mapwright` only, write
//! `#[params(crate = mapwright::core)]`. [`text_param!`](crate::text_param) describes types that have a text form of their
//! own.

mod ranged;
mod types;

#[doc(hidden)]
pub use ranged::{
    Bounds, MaybeList, Ranged, a_tile, check_at_least, check_count, check_each, check_order, excluded, in_range,
};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

use crate::BuildError;

/// A type of parameters, or of one parameter.
pub trait Described {
    /// What it accepts.
    fn schema() -> Schema;

    /// Checks that all numbers, tiles and lengths of lists in it are in their ranges.
    ///
    /// # Errors
    ///
    /// The first that is not.
    fn check_parts(&self) -> Result<(), BuildError> {
        Ok(())
    }
}

/// What a parameter accepts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Schema {
    /// An integer between two bounds, inclusive.
    Int(i128, i128),
    /// A number between two bounds, inclusive; they may be infinite.
    Number(f64, f64),
    /// `true` or `false`.
    Bool,
    /// Any text.
    Text,
    /// One character.
    Char,
    /// The name of a file next to the recipe.
    File,
    /// A tile between two numbers, inclusive, by the name of the default palette or by number.
    Tile(u8, u8),
    /// A text with a form of its own.
    Like(Like),
    /// Absent, or a value.
    Maybe(Box<Schema>),
    /// A list: the schema of its items, and the least and greatest length; `None` for no limit.
    List(Box<Schema>, (usize, Option<usize>)),
    /// Some values in a row, as a list.
    Tuple(Vec<Schema>),
    /// A value of the first schema that it fits.
    Either(Vec<Schema>),
    /// An object with names of the user: what a name is, and what each holds.
    Table(Box<Schema>, Box<Schema>),
    /// One of some variants: the name of the enum, and the variants.
    OneOf(&'static str, Vec<Variant>),
    /// An object with known fields: the name of the struct, what it is, and the fields.
    Object(&'static str, &'static str, &'static [Field]),
    /// A definition of its own in the schema, by name, and what is expected, in words. What reads the value checks it.
    Defined(&'static str, &'static str),
    /// The same as a schema, and what is expected, in words of its own.
    Such(&'static str, Box<Schema>),
}

impl Schema {
    /// The schema of any tile.
    pub const TILE: Schema = Schema::Tile(0, u8::MAX);

    /// Makes the schema of a list of any length.
    pub fn list(of: Schema) -> Schema {
        Schema::List(Box::new(of), (0, None))
    }
}

/// A text with a form of its own.
#[derive(Clone, Copy, Debug)]
pub struct Like {
    /// What is expected, in words.
    pub expected: &'static str,
    /// How editors check it.
    pub shape: fn() -> Shape,
    /// Whether a text has that form.
    pub fits: fn(&str) -> bool,
}

/// How editors check a text. It may let more or less pass than [`Like::fits`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// By a regular expression.
    Pattern(&'static str),
    /// One of some words.
    Words(Vec<String>),
}

/// A field of a struct of parameters.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it means: the first paragraph of its documentation.
    pub about: &'static str,
    /// What it accepts.
    pub schema: fn() -> Schema,
    /// Another field, and the values of it that allow this one.
    pub only_with: Option<(&'static str, &'static [&'static str])>,
    /// Another field that must be absent.
    pub not_with: Option<&'static str>,
    /// Whether it has no default.
    pub is_required: bool,
}

impl Field {
    /// A field with a default, allowed with all others.
    pub const fn new(name: &'static str, about: &'static str, schema: fn() -> Schema) -> Self {
        Field { name, about, schema, only_with: None, not_with: None, is_required: false }
    }

    /// Allows it only if another field has one of some values.
    #[must_use]
    pub const fn only_with(self, name: &'static str, values: &'static [&'static str]) -> Self {
        Field { only_with: Some((name, values)), ..self }
    }

    /// Allows it only if another field is absent.
    #[must_use]
    pub const fn not_with(self, name: &'static str) -> Self {
        Field { not_with: Some(name), ..self }
    }

    /// Takes its default away.
    #[must_use]
    pub const fn required(self) -> Self {
        Field { is_required: true, ..self }
    }
}

/// A variant of an enum of parameters.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// Its name in Rust.
    pub rust: &'static str,
    /// The word for it in recipes.
    pub name: &'static str,
    /// What it means: the first paragraph of its documentation.
    pub about: &'static str,
    /// What it holds.
    pub holds: Holds,
}

/// What a variant holds.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Holds {
    /// Nothing: it is a word.
    Nothing,
    /// A value.
    Value(fn() -> Schema),
    /// Named fields.
    Fields(&'static [Field]),
}

impl Variant {
    /// A word.
    pub const fn new(rust: &'static str, name: &'static str, about: &'static str) -> Self {
        Variant { rust, name, about, holds: Holds::Nothing }
    }

    /// Holds a value.
    #[must_use]
    pub const fn holding(self, schema: fn() -> Schema) -> Self {
        Variant { holds: Holds::Value(schema), ..self }
    }

    /// Holds named fields.
    #[must_use]
    pub const fn with(self, fields: &'static [Field]) -> Self {
        Variant { holds: Holds::Fields(fields), ..self }
    }
}

/// Picks the form of an item for the feature `serde` of this crate.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ({ $($with:tt)* } { $($without:tt)* }) => { $($with)* };
}

/// Picks the form of an item for the feature `serde` of this crate.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ({ $($with:tt)* } { $($without:tt)* }) => { $($without)* };
}

#[cfg(test)]
mod tests;
