//! What can be wrong with a file of another program.

use mapwright_files::SaveError;
use mapwright_render::{RenderError, TilesetError};

/// A file that cannot be read or written, or does not say what is needed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The text is not JSON, or not that of a tileset.
    #[error("not a Tiled tileset in JSON: {0}")]
    Json(serde_json::Error),
    /// The text is not XML.
    #[error("not a Tiled tileset in XML: {0}")]
    Xml(String),
    /// A value that is missing, or that cannot be.
    #[error("`{name}` of <{element}> is {found}; expected {expected}")]
    Value {
        /// The element that has it.
        element: &'static str,
        /// The attribute or field.
        name: &'static str,
        /// What is there instead.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// The Wang set is not of a known kind of tileset.
    #[error("the Wang set fits no kind of tileset: {why}")]
    NoKind {
        /// Why not.
        why: String,
    },
    /// The map cannot be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A tileset for the map cannot be made.
    #[error(transparent)]
    Tileset(#[from] TilesetError),
    /// The map has nothing of what is asked for.
    #[error("the map has no {part}; it has {has}")]
    NoPart {
        /// What is asked for.
        part: String,
        /// What there is.
        has: String,
    },
    /// No exported layer has what the tileset shows.
    #[error("a tileset of the kind `{kind}` shows {shows}, and no layer that is written has any")]
    UselessTileset {
        /// The kind of the tileset.
        kind: &'static str,
        /// What such tilesets show.
        shows: &'static str,
    },
    /// A name that the format cannot hold.
    #[error("the {what} {name:?} cannot be written: {why}")]
    Name {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// A parameter out of range.
    #[error("{what} is {found}; expected {allowed}")]
    Range {
        /// The parameter.
        what: &'static str,
        /// Its value.
        found: String,
        /// What may be there.
        allowed: String,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError<std::io::Error>),
}
