//! Why a map file is not a map.

use crate::{Size, fault::shown};

/// Why a [`MapFile`](crate::MapFile) is not a map.
#[derive(Clone, PartialEq, Eq, thiserror::Error, crate::ErrorDebug)]
#[non_exhaustive]
pub enum MapFileError {
    /// It has another format or version.
    #[error("`format` is \"{}\", version {version}; expected \"mapwright-map\", version 2", shown(.format))]
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
