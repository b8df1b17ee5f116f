//! Why a map cannot be written as text, or a text not read as a map.

use crate::{BuilderMap, Grid, Plane, Size, TextError};

/// Why a map cannot be written as text.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
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
    map.misfit().map_or(Ok(()), |(plane, found)| Err(WriteError::PlaneSize { plane, found, size }))
}

/// The plane, or the error that names it.
pub(super) fn need<T>(plane: Option<&Grid<T>>, name: Plane) -> Result<&Grid<T>, WriteError> {
    plane.ok_or(WriteError::MissingPlane { plane: name })
}

/// A text map that cannot be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No rectangle of known characters.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is not a drawing of lines around cells.
    #[error("{lines} lines of {columns} characters do not go around whole cells; expected {needed}")]
    Shape {
        /// Lines of the text.
        lines: usize,
        /// Characters of a line.
        columns: usize,
        /// What would do.
        needed: &'static str,
    },
    /// A drawing of lines that does not go round regions. Rows and columns of cells count from 1.
    #[error("the cell in row {line}, column {column} {problem}")]
    Region {
        /// The row of the cell.
        line: usize,
        /// Its column.
        column: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// More regions than a plane of regions has numbers.
    #[error("the drawing has more than 65535 regions")]
    TooManyRegions,
}

crate::debug_as_display!(WriteError, ReadError);
