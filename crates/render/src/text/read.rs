//! What the readers of text maps share: lines of one length, and errors that say where.

use mapwright_core::{Grid, Size};

/// A text map that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no cell in the text.
    #[error("the text holds no map")]
    Empty,
    /// A character stands where it has no meaning. Lines and columns count from 1.
    #[error("line {line}, column {column}: `{found}` {problem}")]
    Character {
        /// The line.
        line: usize,
        /// The character of the line.
        column: usize,
        /// What stands there.
        found: char,
        /// What is wrong with it.
        problem: String,
    },
    /// A line is longer or shorter than the first.
    #[error("line {line} has {found} characters; the first line has {expected}")]
    Length {
        /// The line.
        line: usize,
        /// Its characters.
        found: usize,
        /// The first line's characters.
        expected: usize,
    },
    /// The text is no drawing of lines round cells.
    #[error("{lines} lines of {columns} characters do not go round whole cells; needed are {needed}")]
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
    /// The map would be larger than maps can be.
    #[error("a map of {w}x{h} is too large: expected at most 65535 cells a side")]
    TooLarge {
        /// Columns.
        w: usize,
        /// Rows.
        h: usize,
    },
}

impl ReadError {
    /// An error about the character in 0-based `row` and `column`.
    pub(super) fn at((row, column): (usize, usize), found: char, problem: impl Into<String>) -> Self {
        ReadError::Character { line: row + 1, column: column + 1, found, problem: problem.into() }
    }
}

/// The characters of a text, line by line, all lines of one length.
#[derive(Debug)]
pub(super) struct Lattice {
    pub(super) rows: Vec<Vec<char>>,
    pub(super) columns: usize,
}

impl Lattice {
    /// Splits a text into lines. A last empty line does not count.
    pub(super) fn of(text: &str) -> Result<Lattice, ReadError> {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(ReadError::Empty);
        }
        match rows.iter().position(|row| row.len() != columns) {
            Some(row) => Err(ReadError::Length { line: row + 1, found: rows[row].len(), expected: columns }),
            None => Ok(Lattice { rows, columns }),
        }
    }

    /// A plane with one value a character.
    pub(super) fn read<T>(
        &self,
        mut cell: impl FnMut((usize, usize), char) -> Result<T, ReadError>,
    ) -> Result<Grid<T>, ReadError> {
        let size = size(self.columns, self.rows.len())?;
        let mut cells = Vec::with_capacity(size.area() as usize);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, &glyph) in row.iter().enumerate() {
                cells.push(cell((y, x), glyph)?);
            }
        }
        Grid::from_vec(size, cells).ok_or(ReadError::Empty)
    }
}

/// A size that fits a map.
pub(super) fn size(w: usize, h: usize) -> Result<Size, ReadError> {
    match (u16::try_from(w), u16::try_from(h)) {
        (Ok(w), Ok(h)) => Ok(Size::new(w, h)),
        _ => Err(ReadError::TooLarge { w, h }),
    }
}
