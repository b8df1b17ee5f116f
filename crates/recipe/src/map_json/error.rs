//! Why a map file cannot be read.

use mapwright_core::{Size, debug_as_display};

/// Why a map file cannot be read.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It is not JSON, or its fields or types are not those of a map.
    #[error("{}", crate::error::short_message(.0))]
    Json(serde_json::Error),
    /// It has another format or version.
    #[error("`format` is \"{}\", version {version}; expected \"mapwright-map\", version 2", crate::error::short(.format))]
    Format {
        /// The format it claims.
        format: String,
        /// The version it claims.
        version: u32,
    },
    /// A plane has too few or too many numbers.
    #[error("`{plane}` has {found} numbers; a map of {size} needs {}", .size.area())]
    Length {
        /// The plane.
        plane: String,
        /// How many numbers it has.
        found: usize,
        /// The map's size.
        size: Size,
    },
    /// A number that must be 0 or 1 is not.
    #[error("`{plane}` has {value} at number {index}; expected 0 or 1")]
    Bit {
        /// The plane.
        plane: &'static str,
        /// Which number, from 0.
        index: usize,
        /// What it is.
        value: u8,
    },
    /// The parts of the map contradict each other.
    #[error("{0}")]
    Fault(String),
}

debug_as_display!(MapError);
