//! What can be wrong with a pack for Minecraft. All of it is found before a file is written.

use super::Version;

/// A pack that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// No such version is known.
    #[error("no Minecraft version `{given}` is known; known are {}", Version::names().collect::<Vec<_>>().join(", "))]
    Version {
        /// What was given.
        given: String,
    },
    /// A namespace that the game would not read.
    #[error("`{given}` cannot be a namespace: {allowed}")]
    Namespace {
        /// What was given.
        given: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// The path of a function or structure that the game would not read.
    #[error(
        "`{given}` cannot be a path in a pack: allowed are parts of a-z, 0-9, `_`, `-` and `.` with `/` between them"
    )]
    Path {
        /// What was given.
        given: String,
    },
    /// A parameter is out of range.
    #[error("`{name}` is {value}; allowed is {allowed}")]
    Parameter {
        /// The parameter's name, as in JSON.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// What may be given.
        allowed: String,
    },
}
