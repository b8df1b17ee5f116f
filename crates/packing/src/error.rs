//! Errors in packing problems and pieces.

use mapwright_core::{Point, Size};

/// An invalid piece, or an empty set of pieces.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum PieceError {
    /// It has no cell.
    #[error("a piece needs at least one cell, drawn as `X`")]
    NoCells,
    /// Its cells are not connected.
    #[error("the piece {text} is disconnected: its cells must be connected by their sides")]
    Disconnected {
        /// The piece as text.
        text: String,
    },
    /// It has too many columns or rows.
    #[error("a piece of {w}x{h} is too large: expected at most 64 cells a side")]
    TooLarge {
        /// Columns.
        w: usize,
        /// Rows.
        h: usize,
    },
    /// An unknown character. Rows and columns count from 1.
    #[error("row {row}, column {column} of the piece: `{found}` is neither a cell, `X`, nor none, `.`")]
    Character {
        /// What stands there.
        found: char,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// An empty set of pieces.
    #[error("a set of pieces needs at least one piece")]
    NoPieces,
    /// More kinds of pieces than a search can tell apart.
    #[error("{found} kinds of pieces are too many: expected at most {limit}")]
    TooManyKinds {
        /// Kinds.
        found: usize,
        /// The most there may be.
        limit: usize,
    },
}

/// An invalid packing problem, or an answer that is too large.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum PackError {
    /// The line does not have nine numbers.
    #[error("{found} numbers instead of 9; expected W H LL LR ZL ZR I O T")]
    Fields {
        /// Numbers, or words, in the line.
        found: usize,
    },
    /// A field of the line is not a number, or is out of range.
    #[error("{field} is `{found}`; expected a whole number from {least} to {most}")]
    Number {
        /// Which field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// The least allowed.
        least: u32,
        /// The most allowed.
        most: u32,
    },
    /// The board has no free cell.
    #[error("a board of {size} has no free cell")]
    NoCells {
        /// Its size.
        size: Size,
    },
    /// An unknown character in the drawing of a board. Rows and columns count from 1.
    #[error("row {row}, column {column} of the board: `{found}` is neither a free cell, `.`, nor a hole, `#`")]
    Board {
        /// What stands there.
        found: char,
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// The board is too large.
    #[error("a board of {w}x{h} is too large: expected at most 65535 cells a side and 2^28 in all")]
    TooLarge {
        /// Columns.
        w: usize,
        /// Rows.
        h: usize,
    },
    /// The pieces do not have as many cells as the board.
    #[error("{}", area_message(*.pieces, *.cells, *.number))]
    Area {
        /// Cells of all pieces together.
        pieces: u64,
        /// Free cells of the board.
        cells: u64,
        /// How many pieces.
        number: u64,
    },
    /// More pieces than a plane of regions can number.
    #[error("{found} pieces are too many for a plane of regions: it has 65535 numbers")]
    TooManyPieces {
        /// Pieces.
        found: usize,
    },
    /// An invalid piece, or an empty set of pieces.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// More fillings than 128 bits can count.
    #[error("there are more than 2^128 fillings: too many to count")]
    Overflow,
}

/// Why ids are not a filling of a problem's board.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum CheckError {
    /// The board and the ids have different sizes.
    #[error("the filling has another size than the board")]
    Size,
    /// A hole is filled, or a free cell is not.
    #[error("{at} is {}", if *.free { "free and not filled" } else { "a hole and filled" })]
    Cell {
        /// Where.
        at: Point,
        /// Whether it should be filled.
        free: bool,
    },
    /// A region is not one of the pieces.
    #[error("the region at {at}, {shape}, is not one of the pieces")]
    Shape {
        /// Its first cell.
        at: Point,
        /// Its shape.
        shape: String,
    },
    /// There are too many pieces of a kind, or too few if none may be left over.
    #[error("the filling has {found} of {name}; there are {count}")]
    Count {
        /// The piece's name.
        name: String,
        /// How many the filling has.
        found: u64,
        /// How many there are.
        count: u64,
    },
}

fn area_message(pieces: u64, cells: u64, number: u64) -> String {
    let (differ, word) = if pieces > cells { (pieces - cells, "too many") } else { (cells - pieces, "too few") };
    let plural = if number == 1 { "piece covers" } else { "pieces cover" };
    format!("the {number} {plural} {pieces} cells and the board has {cells}: {differ} {word}")
}
