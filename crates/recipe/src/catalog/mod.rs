//! The catalogue of builders. A new builder is one row in `table.rs`.

mod files;
mod floors;
mod info;
mod json;
mod kept;
mod model;
mod prefabs;
mod recipe_only;
mod rewrite;
mod samples;
mod table;
mod template_files;
mod tileset_xml;

pub use files::spawn_table;
pub(crate) use info::RustSource;
pub use info::{BuilderInfo, BuilderKind};
pub(crate) use kept::{KeptDrawing, base as kept_base};
pub(crate) use recipe_only::{both, initial, meta};
pub use table::builders;
