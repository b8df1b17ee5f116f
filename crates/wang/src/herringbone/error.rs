//! Why a template cannot be used.

use super::lattice::Form;

/// Why a template cannot be used.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum HerringboneError {
    /// Half a tile has no cells, or too many.
    #[error("half a tile has {unit} cells a side; expected 1 to 255")]
    Unit {
        /// Cells a side.
        unit: u32,
    },
    /// Half a piece of the dungeon is too small or too large.
    #[error("half a tile of the dungeon has {unit} cells a side; expected 5 to 64")]
    DungeonUnit {
        /// Cells a side.
        unit: u16,
    },
    /// The size of a piece is not that of the template.
    #[error("piece {nth} has {w}x{h} cells; expected {expected_w}x{expected_h}")]
    PieceSize {
        /// Which piece, from 1.
        nth: usize,
        /// Its columns.
        w: u16,
        /// Its rows.
        h: u16,
        /// The expected columns.
        expected_w: u16,
        /// The expected rows.
        expected_h: u16,
    },
    /// A color is above 3.
    #[error("piece {nth} has an edge of color {color}; expected 0 to 3")]
    Color {
        /// Which piece, from 1.
        nth: usize,
        /// The color.
        color: u8,
    },
    /// No piece has some combination of edges.
    #[error("no {} piece has the edges {}, clockwise from the top left", .form.word(), joined(.edges))]
    MissingPiece {
        /// The form of the missing piece.
        form: Form,
        /// Its edges.
        edges: [u8; 6],
    },
    /// There are no pieces, or more than can be numbered.
    #[error("a template of {found} pieces; expected 1 to 65535")]
    Count {
        /// The number of pieces.
        found: usize,
    },
    /// A line of text cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A pixel cannot be read.
    #[error("pixel ({x}, {y}): {why}")]
    Pixel {
        /// Its column.
        x: u16,
        /// Its row.
        y: u16,
        /// What is wrong.
        why: String,
    },
}

fn joined(edges: &[u8; 6]) -> String {
    edges.map(|color| color.to_string()).join(" ")
}
