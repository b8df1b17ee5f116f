//! Why a prefab cannot be read.

use mapwright_core::Point;

use super::Prefab;

/// Why a prefab cannot be read. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrefabError {
    /// It has no cells.
    #[error("a prefab without cells; expected at least one")]
    Empty,
    /// It has too many cells.
    #[error("a prefab of {w}x{h} cells; expected at most {} cells in all and {} a side", Prefab::MAX_CELLS, u16::MAX)]
    TooLarge {
        /// Columns.
        w: u64,
        /// Rows.
        h: u64,
    },
    /// A glyph is not in the legend.
    #[error("{}: `{}` is not in the legend; expected {allowed}", place_in(.layer, .at), .glyph.escape_debug())]
    Glyph {
        /// The layer of a REXPaint image, from 1; `None` in text.
        layer: Option<u32>,
        /// Where.
        at: Point,
        /// The glyph.
        glyph: char,
        /// The glyphs of the legend.
        allowed: String,
    },
    /// A number that is not a character of a REXPaint font.
    #[error("{}: there is no character {code}; expected 0 to 255", place_in(.layer, .at))]
    Code {
        /// The layer, from 1.
        layer: Option<u32>,
        /// Where.
        at: Point,
        /// The number.
        code: u32,
    },
    /// A second start or exit.
    #[error("{}: a second {what}; the first is in {}", place(.at), place(.first))]
    Second {
        /// Where.
        at: Point,
        /// Start or exit.
        what: &'static str,
        /// Where the first is.
        first: Point,
    },
    /// A start, exit or spawn is in a solid or kept cell, or outside of the prefab.
    #[error("{}: `{what}` is not in an open cell", place(.at))]
    NotOpen {
        /// Where.
        at: Point,
        /// What is there.
        what: String,
    },
    /// Two of start, exit and spawns are in one cell.
    #[error("{}: `{what}` is not alone in its cell", place(.at))]
    NotAlone {
        /// Where.
        at: Point,
        /// What is there.
        what: String,
    },
    /// The bytes are neither a REXPaint image nor text.
    #[error("neither a REXPaint image nor text")]
    Content,
    /// The bytes are not a valid REXPaint image.
    #[error("not a valid REXPaint image: {why}")]
    Xp {
        /// What is wrong.
        why: String,
    },
}

mapwright_core::debug_as_display!(PrefabError);

pub(super) fn place(at: &Point) -> String {
    format!("line {}, column {}", u32::from(at.y) + 1, u32::from(at.x) + 1)
}

fn place_in(layer: &Option<u32>, at: &Point) -> String {
    layer.map_or_else(String::new, |layer| format!("layer {layer}, ")) + &place(at)
}
