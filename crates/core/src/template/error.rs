//! Why a template cannot be read.

use super::Template;
use crate::text_rows::shown;
use crate::{Point, Size};

/// Why a template cannot be read. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, thiserror::Error, crate::ErrorDebug)]
#[non_exhaustive]
pub enum TemplateError {
    /// It has no cells.
    #[error("a template without cells; expected at least one")]
    Empty,
    /// It has too many cells.
    #[error(
        "a template of {w}x{h} cells; expected at most {} cells in all and {} a side",
        Template::MAX_CELLS,
        u16::MAX
    )]
    TooLarge {
        /// Columns.
        w: u64,
        /// Rows.
        h: u64,
    },
    /// The templates of the slots have too many cells together.
    #[error("templates of {cells} cells in slots; expected at most {} together", Template::MAX_CELLS)]
    SlotCells {
        /// The cells of all, as far as they were read.
        cells: u32,
    },
    /// A glyph is not in the legend.
    #[error("{}: {} is not in the legend; expected {allowed}", place_in(.layer, .at), shown(*.glyph))]
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
    /// A mark on a solid tile.
    #[error("{}: `{what}` is not in an open cell", place(.at))]
    NotOpen {
        /// Where.
        at: Point,
        /// What is there.
        what: String,
    },
    /// A portal with too few ends or too many.
    #[error("portal {number} has {ends} ends; expected 2")]
    Portal {
        /// Its number.
        number: u8,
        /// Its ends.
        ends: usize,
    },
    /// The alternatives of a choice are wrong.
    #[error("{} is a choice {problem}", shown(*.glyph))]
    Choice {
        /// The glyph of the choice.
        glyph: char,
        /// What is wrong.
        problem: String,
    },
    /// Glyphs cannot exchange their meanings.
    #[error("the shuffle `{glyphs}` {problem}")]
    Shuffle {
        /// The glyphs.
        glyphs: String,
        /// What is wrong.
        problem: String,
    },
    /// Something that may not be left to chance.
    #[error("{} is in a slot; expected tiles, spawns on open ones, choices and slots", shown(*.glyph))]
    InSlot {
        /// Its glyph.
        glyph: char,
    },
    /// A slot without templates.
    #[error("no slot is called `{name}`; expected {known}")]
    NoSlot {
        /// Its name.
        name: String,
        /// The known slots.
        known: String,
    },
    /// The cells of a slot are not a rectangle.
    #[error("{}: the cells of slot `{name}` are not a rectangle", place(.at))]
    SlotShape {
        /// The first of them.
        at: Point,
        /// The slot.
        name: String,
    },
    /// No template of a slot has its size.
    #[error("{}: no template of slot `{name}` is {size}; they are {found}", place(.at))]
    SlotSize {
        /// Where the slot begins.
        at: Point,
        /// The slot.
        name: String,
        /// Its size.
        size: Size,
        /// The sizes of its templates.
        found: String,
    },
    /// Slots in slots, too deep.
    #[error("slot `{name}` holds slots {depth} deep; expected at most {}", Template::MAX_DEPTH)]
    TooDeep {
        /// The slot.
        name: String,
        /// How deep.
        depth: usize,
    },
    /// A slot in itself.
    #[error("slot `{name}` holds itself")]
    Cycle {
        /// The slot.
        name: String,
    },
    /// The floor is not connected in every outcome.
    #[error("{}the floor has {components} components; expected 1", with_solid(.choices))]
    Components {
        /// The choices that may be solid.
        choices: Vec<char>,
        /// The connected components of the floor that is always there.
        components: usize,
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

impl TemplateError {
    /// A glyph as messages name it: in backquotes, or by its code point if it cannot be seen.
    pub fn glyph(glyph: char) -> String {
        shown(glyph)
    }

    /// A place in a template, as messages name it.
    pub fn place(at: Point) -> String {
        place(&at)
    }
}

fn place(at: &Point) -> String {
    format!("line {}, column {}", u32::from(at.y) + 1, u32::from(at.x) + 1)
}

fn place_in(layer: &Option<u32>, at: &Point) -> String {
    layer.map_or_else(String::new, |layer| format!("layer {layer}, ")) + &place(at)
}

fn with_solid(choices: &[char]) -> String {
    let glyphs: Vec<String> = choices.iter().map(|&glyph| shown(glyph)).collect();
    if glyphs.is_empty() { String::new() } else { format!("with {} solid, ", glyphs.join(" and ")) }
}
