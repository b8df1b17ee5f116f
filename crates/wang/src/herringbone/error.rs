//! What can be wrong with a template.

use super::lattice::Form;

/// A template that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// Half a tile of no cells, or of too many.
    #[error("half a tile has {unit} cells a side; expected 1 to 255")]
    Unit {
        /// Cells a side.
        unit: u32,
    },
    /// Half a piece of the dungeon has no room for what is in it, or far too much.
    #[error("half a tile of the dungeon has {unit} cells a side; expected 5 to 64")]
    DungeonUnit {
        /// Cells a side.
        unit: u16,
    },
    /// A piece of another size than the template's.
    #[error("piece {nth} has {w}x{h} cells; expected {expected_w}x{expected_h}")]
    PieceSize {
        /// Which piece, from 1.
        nth: usize,
        /// Its columns.
        w: u16,
        /// Its rows.
        h: u16,
        /// The columns it should have.
        expected_w: u16,
        /// The rows it should have.
        expected_h: u16,
    },
    /// A color past 3.
    #[error("piece {nth} has an edge of color {color}; expected 0 to 3")]
    Color {
        /// Which piece, from 1.
        nth: usize,
        /// The color.
        color: u8,
    },
    /// Edges that can come up and that no piece has.
    #[error("no {} piece has the edges {}, clockwise from the top left", .form.word(), joined(.edges))]
    MissingPiece {
        /// How it would lie.
        form: Form,
        /// Its edges.
        edges: [u8; 6],
    },
    /// No piece at all, or more than can be numbered.
    #[error("a template of {found} pieces; expected 1 to 65535")]
    Count {
        /// How many there are.
        found: usize,
    },
    /// A line of text that makes no sense.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A pixel that makes no sense.
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
