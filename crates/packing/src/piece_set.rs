//! Sets of pieces by name or as text, as a recipe gives them.

use std::fmt;
use std::str::FromStr;

use super::error::PieceError;
use super::piece::Polyomino;
use super::problem::{PackProblem, Piece};

/// Some shapes: `tetrominoes` (the seven one-sided ones), `pentominoes` (the twelve free ones), or shapes as text,
/// separated by spaces, such as `XX X../XXX`.
///
/// ```
/// use mapwright_packing::PieceSet;
///
/// assert_eq!("tetrominoes".parse::<PieceSet>()?.pieces(1).len(), 7);
/// assert_eq!("XX X../XXX".parse::<PieceSet>()?.pieces(1)[1].name, "X../XXX");
/// # Ok::<(), mapwright_packing::PieceError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// LL LR ZL ZR I O T.
    #[default]
    Tetrominoes,
    /// F I L N P T U V W X Y Z.
    Pentominoes,
    /// Other shapes.
    Shapes(Vec<Polyomino>),
}

impl PieceSet {
    /// The pieces, `count` of each. Shapes without a name are named by their text.
    pub fn pieces(&self, count: u32) -> Vec<Piece> {
        let named = |shape: &Polyomino| Piece { name: shape.to_string(), shape: shape.clone(), count };
        match self {
            PieceSet::Tetrominoes => Piece::tetrominoes([count; 7]),
            PieceSet::Pentominoes => Piece::pentominoes(count),
            PieceSet::Shapes(shapes) => shapes.iter().map(named).collect(),
        }
    }
}

impl FromStr for PieceSet {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        let shapes = match text.trim() {
            "tetrominoes" => return Ok(PieceSet::Tetrominoes),
            "pentominoes" => return Ok(PieceSet::Pentominoes),
            shapes => shapes.split_whitespace().map(str::parse).collect::<Result<Vec<Polyomino>, PieceError>>()?,
        };
        match shapes.len() {
            0 => Err(PieceError::NoPieces),
            found if found > PackProblem::MAX_KINDS => {
                Err(PieceError::TooManyKinds { found, limit: PackProblem::MAX_KINDS })
            }
            _ => Ok(PieceSet::Shapes(shapes)),
        }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceSet::Tetrominoes => f.write_str("tetrominoes"),
            PieceSet::Pentominoes => f.write_str("pentominoes"),
            PieceSet::Shapes(shapes) => {
                let shapes: Vec<String> = shapes.iter().map(Polyomino::to_string).collect();
                f.write_str(&shapes.join(" "))
            }
        }
    }
}

#[cfg(feature = "serde")]
mapwright_core::serialize_as_text!(PieceSet);
mapwright_core::text_param!(
    PieceSet,
    "\"tetrominoes\", \"pentominoes\" or shapes such as \"XX X../XXX\"",
    "^(tetrominoes|pentominoes|[Xx#._/\\s]*[Xx#][Xx#._/\\s]*)$"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_they_are_written() {
        for text in ["tetrominoes", "pentominoes", "X", "XX X../XXX .X./XXX/.X."] {
            assert_eq!(text.parse::<PieceSet>().unwrap().to_string(), text);
        }
        assert_eq!(PieceSet::Pentominoes.pieces(3).len(), 12);
        let check = |text: &str, message: &str| {
            assert_eq!(text.parse::<PieceSet>().unwrap_err().to_string(), message);
        };
        check(" ", "a set of pieces needs at least one piece");
        check("XX tetromino", "row 1, column 1 of the piece: `t` is neither a cell, `X`, nor none, `.`");
        check(&"X ".repeat(65), "65 kinds of pieces are too many: expected at most 64");
    }
}
