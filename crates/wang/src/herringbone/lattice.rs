//! The herringbone: which tile covers which unit, and which edges and corners a tile has.
//!
//! Number the units by (x − y) mod 4. Those with 0 are the left halves of horizontal tiles and those with 1 the right
//! halves; those with 3 are the upper halves of vertical tiles, and those with 2, one row below, the lower halves. So
//! every unit belongs to one tile, and the pattern repeats with a period of four units along either axis.
//!
//! Every edge between two tiles lies between two of these classes, and each pair of classes meets in only one way. That
//! makes six kinds of edges, named by their position on either tile:
//!
//! | kind | above or left | below or right |
//! |---|---|---|
//! | A | horizontal, bottom left | vertical, top |
//! | B | horizontal, bottom right | horizontal, top left |
//! | C | vertical, bottom | horizontal, top right |
//! | D | horizontal, right | vertical, left below |
//! | E | vertical, right below | vertical, left above |
//! | F | vertical, right above | horizontal, left |
//!
//! A corner of units is the upper left one of the unit (x, y). Corners are of four kinds, by (x − y) mod 4: each is at the same
//! places of tiles everywhere.

use crate::MatchOn;

/// The orientation of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// Two units wide and one high.
    Horizontal,
    /// One unit wide and two high.
    Vertical,
}

/// What has a color: the edge north or west of the unit at (x, y), or its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Edge {
    North(i64, i64),
    West(i64, i64),
    Corner(i64, i64),
}

impl Form {
    /// Both forms.
    pub const ALL: [Form; 2] = [Form::Horizontal, Form::Vertical];

    /// Columns and rows in units.
    pub(super) const fn units(self) -> (u16, u16) {
        match self {
            Form::Horizontal => (2, 1),
            Form::Vertical => (1, 2),
        }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Form::Horizontal => "horizontal",
            Form::Vertical => "vertical",
        }
    }
}

impl Form {
    /// The kinds of a tile's edges, 0 for A to 5 for F, or of its corners, clockwise: of a horizontal tile from the left one on
    /// top, of a vertical tile from the top.
    pub(super) const fn kinds(self, on: MatchOn) -> [usize; 6] {
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5];
        match (on, self) {
            (MatchOn::Edges, Form::Horizontal) => [b, c, d, b, a, f],
            (MatchOn::Edges, Form::Vertical) => [a, f, e, c, d, e],
            (MatchOn::Corners, Form::Horizontal) => [0, 1, 2, 1, 0, 3],
            (MatchOn::Corners, Form::Vertical) => [3, 0, 3, 2, 1, 2],
        }
    }

    /// The edges or corners of the tile whose upper left unit is (x, y), in the same order.
    pub(super) const fn places(self, on: MatchOn, x: i64, y: i64) -> [Edge; 6] {
        use Edge::{Corner, North, West};
        let (e, ee) = (x.wrapping_add(1), x.wrapping_add(2));
        let (s, ss) = (y.wrapping_add(1), y.wrapping_add(2));
        match (on, self) {
            (MatchOn::Edges, Form::Horizontal) => {
                [North(x, y), North(e, y), West(ee, y), North(e, s), North(x, s), West(x, y)]
            }
            (MatchOn::Edges, Form::Vertical) => {
                [North(x, y), West(e, y), West(e, s), North(x, ss), West(x, s), West(x, y)]
            }
            (MatchOn::Corners, Form::Horizontal) => {
                [Corner(x, y), Corner(e, y), Corner(ee, y), Corner(ee, s), Corner(e, s), Corner(x, s)]
            }
            (MatchOn::Corners, Form::Vertical) => {
                [Corner(x, y), Corner(e, y), Corner(e, s), Corner(e, ss), Corner(x, ss), Corner(x, s)]
            }
        }
    }
}

/// The tile that covers a unit: its form, and its upper left unit.
pub(super) const fn covering(x: i64, y: i64) -> (Form, i64, i64) {
    match x.wrapping_sub(y) & 3 {
        0 => (Form::Horizontal, x, y),
        1 => (Form::Horizontal, x.wrapping_sub(1), y),
        3 => (Form::Vertical, x, y),
        _ => (Form::Vertical, x, y.wrapping_sub(1)),
    }
}
