//! Why a drawing cannot be read.

use mapwright_core::TextError;

/// A text map that cannot be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No rectangle of known characters.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is no drawing of lines round cells.
    #[error("{lines} lines of {columns} characters do not go round whole cells; expected {needed}")]
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

mapwright_core::debug_as_display!(ReadError);
