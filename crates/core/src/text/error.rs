//! Why a map cannot be written as text.

use crate::{BuilderMap, Grid, Plane, Size};

/// Why a map cannot be written as text.
#[derive(Clone, PartialEq, Eq, thiserror::Error, crate::ErrorDebug)]
#[non_exhaustive]
pub enum WriteError {
    /// The map has no cell.
    #[error("a map of {size} has no cell to draw")]
    Empty {
        /// The map's size.
        size: Size,
    },
    /// The map does not have the plane to draw.
    #[error("the map has no `{plane}` to draw")]
    MissingPlane {
        /// The plane.
        plane: Plane,
    },
    /// Two planes of the map have different sizes.
    #[error("`{plane}` has {found} cells, `tiles` has {size}")]
    PlaneSize {
        /// The plane that does not fit.
        plane: Plane,
        /// Its size.
        found: Size,
        /// The map's size.
        size: Size,
    },
    /// The glyph of a tile is not ASCII.
    #[error("the glyph `{glyph}` of `{name}` is not ASCII; expected a palette of ASCII glyphs")]
    NotAscii {
        /// The tile's name.
        name: String,
        /// Its glyph.
        glyph: char,
    },
    /// A compact drawing was requested in ASCII, where `+` does not show which lines meet.
    #[error("a compact drawing cannot be in ASCII; expected a narrow or wide one")]
    CompactAscii,
}

/// Refuses a map that cannot be drawn at all: one without cells, or with planes of different sizes.
///
/// Marks may be anywhere: in the middle of a stage, a start may be about to move.
pub(super) fn check(map: &BuilderMap) -> Result<(), WriteError> {
    let size = map.size();
    if size.area() == 0 {
        return Err(WriteError::Empty { size });
    }
    map.mismatched_plane().map_or(Ok(()), |(plane, found)| Err(WriteError::PlaneSize { plane, found, size }))
}

/// The plane, or the error that names it.
pub(super) fn need<T>(plane: Option<&Grid<T>>, name: Plane) -> Result<&Grid<T>, WriteError> {
    plane.ok_or(WriteError::MissingPlane { plane: name })
}
