//! What can be wrong with a file of another program.

/// A file that cannot be read, or does not say what is needed.
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
    /// The Wang set is none of the kinds of tilesets.
    #[error("the Wang set fits no kind of tileset: {why}")]
    NoKind {
        /// Why not.
        why: String,
    },
}
