//! Why a template cannot be used.

use super::lattice::Form;
use crate::MatchOn;

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
    /// A color is above 7.
    #[error("piece {nth} has the color {color}; expected 0 to 7")]
    Color {
        /// Which piece, from 1.
        nth: usize,
        /// The color.
        color: u8,
    },
    /// No piece has some combination of colors.
    #[error(
        "no {} piece has the {} {}, clockwise from the top left{}",
        .form.word(), word(*.on), joined(.colors), others(*.more)
    )]
    MissingPiece {
        /// The form of the missing piece.
        form: Form,
        /// Whether its edges or its corners have the colors.
        on: MatchOn,
        /// Its colors.
        colors: [u8; 6],
        /// How many others are missing.
        more: usize,
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
    /// An image is not one of `stb_herringbone_wang_tile`.
    #[error("not a template of stb_herringbone_wang_tile: {why}")]
    Image {
        /// What is wrong.
        why: String,
    },
}

fn joined(colors: &[u8; 6]) -> String {
    colors.map(|color| color.to_string()).join(" ")
}

fn others(more: usize) -> String {
    if more == 0 {
        String::new()
    } else {
        format!("; {more} more are missing: every combination of colors needs a piece")
    }
}

fn word(on: MatchOn) -> &'static str {
    match on {
        MatchOn::Edges => "edges",
        MatchOn::Corners => "corners",
    }
}
