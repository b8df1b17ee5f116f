//! What the bindings for C, JavaScript, Python and Godot share.
//!
//! * [`planes`] and [`plane`]: the cells of a map by name, as numbers. A new plane of cells needs no line in any binding.
//! * [`BindingError`]: what is wrong, and where, as plain fields.
//! * [`read_recipe`] and `read_theme`: by name or as JSON. [`digest_text`]: a digest as all languages show it.

mod error;
mod named;
mod planes;

pub use error::BindingError;
#[cfg(feature = "render")]
pub use named::read_theme;
pub use named::{digest_text, read_recipe, recipe_json};
pub use planes::{PlaneCells, field_of, plane, planes, without_cells};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
