//! Errors about files of other programs.

use mapwright_files::SaveError;
use mapwright_render::{RenderError, TilesetError};

/// Why a file cannot be read or written.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum ExportError {
    /// The text is not JSON, or not a tileset.
    #[error("not a Tiled tileset in JSON: {0}")]
    Json(serde_json::Error),
    /// The text is not XML.
    #[error("not a Tiled tileset in XML: {0}")]
    Xml(String),
    /// A value is missing or invalid.
    #[error("`{name}` of <{element}> is {found}; expected {expected}")]
    Value {
        /// The element that has it.
        element: &'static str,
        /// The attribute or field.
        name: &'static str,
        /// What was found.
        found: String,
        /// What is expected.
        expected: &'static str,
    },
    /// The Wang set is not of a known kind of tileset.
    #[error("the Wang set fits no kind of tileset: {why}")]
    NoKind {
        /// The reason.
        why: String,
    },
    /// The map cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A tileset for the map cannot be made.
    #[error(transparent)]
    Tileset(#[from] TilesetError),
    /// The map does not have what was requested.
    #[error("the map has no `{part}`; it has {has}")]
    NoPart {
        /// What was requested.
        part: String,
        /// What the map has.
        has: String,
    },
    /// No exported layer can use the tileset.
    #[error("a tileset of the kind `{kind}` shows {shows}, and no layer that is written has any")]
    UselessTileset {
        /// The kind of the tileset.
        kind: &'static str,
        /// What such tilesets show.
        shows: &'static str,
    },
    /// The format cannot hold a name.
    #[error("the {what} {name:?} cannot be written: {why}")]
    Name {
        /// The thing with the name.
        what: &'static str,
        /// The name.
        name: String,
        /// The reason.
        why: String,
    },
    /// A parameter is out of range.
    #[error("{what} is {found}; expected {allowed}")]
    Range {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: String,
        /// What is expected.
        allowed: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError<std::io::Error>),
}
