//! A packing problem: a board, pieces, and their orientations.

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::error::{PackError, PieceError};
use super::piece::Polyomino;

/// A shape, and how many pieces of it there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name in answers.
    pub name: String,
    /// Its cells.
    pub shape: Polyomino,
    /// The number of pieces.
    pub count: u32,
}

/// A board to fill exactly with given pieces.
///
/// ```
/// use mapwright_packing::{SolveAnswer, PackOptions, PackProblem};
///
/// let problem: PackProblem = "4 3 2 0 1 0 0 0 0".parse()?;
/// let SolveAnswer::Filled(packing) = problem.solve(&PackOptions::default())?.answer else { panic!("it can be filled") };
/// assert_eq!(packing.pieces.len(), 3);
/// assert_eq!(problem.count(&PackOptions::default())?.count(), Some(1));
/// # Ok::<(), mapwright_packing::PackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackProblem {
    /// The board to fill.
    pub board: Board,
    /// The pieces. Pieces of one shape, up to the allowed orientations, are one kind: exchanging them makes no new
    /// filling.
    pub pieces: Vec<Piece>,
    /// Whether pieces may be rotated.
    pub turn: bool,
    /// Whether pieces may be mirrored.
    pub mirror: bool,
    /// Whether pieces may be left over.
    pub spares: bool,
}

/// The one-sided tetrominoes, by their names in a line `W H LL LR ZL ZR I O T`.
pub(super) const TETROMINOES: [(&str, &str); 7] = [
    ("LL", "X../XXX"),
    ("LR", "..X/XXX"),
    ("ZL", "XX./.XX"),
    ("ZR", ".XX/XX."),
    ("I", "XXXX"),
    ("O", "XX/XX"),
    ("T", ".X./XXX"),
];

/// The free pentominoes, by the letters that Golomb gave them.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".XX/XX./.X."),
    ("I", "XXXXX"),
    ("L", "X.../XXXX"),
    ("N", "XX../.XXX"),
    ("P", "XX/XX/X."),
    ("T", "XXX/.X./.X."),
    ("U", "X.X/XXX"),
    ("V", "X../X../XXX"),
    ("W", "X../XX./.XX"),
    ("X", ".X./XXX/.X."),
    ("Y", ".X../XXXX"),
    ("Z", "XX./.X./.XX"),
];

impl Piece {
    /// The seven one-sided tetrominoes LL LR ZL ZR I O T, `counts` of each.
    pub fn tetrominoes(counts: [u32; 7]) -> Vec<Piece> {
        named(&TETROMINOES, &counts)
    }

    /// The twelve free pentominoes, `count` of each. They are meant to be mirrored, too.
    pub fn pentominoes(count: u32) -> Vec<Piece> {
        named(&PENTOMINOES, &[count; 12])
    }
}

fn named(shapes: &[(&str, &str)], counts: &[u32]) -> Vec<Piece> {
    let piece = |(&(name, text), &count): (&(&str, &str), &u32)| {
        let shape: Polyomino = text.parse().ok()?;
        Some(Piece { name: name.to_owned(), shape, count })
    };
    shapes.iter().zip(counts).filter_map(piece).collect()
}

impl PackProblem {
    /// The most kinds of pieces.
    pub const MAX_KINDS: usize = 64;
    /// The most columns, and rows, of a board in a line.
    pub const MAX_SIDE: u32 = 4096;
    /// The most pieces of a kind in a line.
    pub const MAX_COUNT: u32 = 1 << 22;

    /// A board to fill with all of these pieces, rotated but not mirrored.
    pub const fn new(board: Board, pieces: Vec<Piece>) -> Self {
        PackProblem { board, pieces, turn: true, mirror: false, spares: false }
    }

    /// A problem from a line, as `parse` reads it, where pieces may be left over.
    ///
    /// # Errors
    ///
    /// Those of `parse`, but there may be too many pieces.
    pub fn with_spares(line: &str) -> Result<Self, PackError> {
        let problem = PackProblem { spares: true, ..read_line(line)? };
        problem.check().map(|()| problem)
    }

    /// Checks that the problem makes sense: some pieces, not too many kinds, and cells for all of them.
    ///
    /// # Errors
    ///
    /// What is wrong with it. Having no filling is not an error.
    pub fn check(&self) -> Result<(), PackError> {
        if self.pieces.is_empty() {
            return Err(PieceError::NoPieces.into());
        }
        if self.pieces.len() > Self::MAX_KINDS {
            return Err(PieceError::TooManyKinds { found: self.pieces.len(), limit: Self::MAX_KINDS }.into());
        }
        let (pieces, cells) = (self.piece_area(), u64::from(self.board.area()));
        let number = self.pieces.iter().map(|piece| u64::from(piece.count)).sum();
        match pieces == cells || self.spares && pieces > cells {
            true => Ok(()),
            false => Err(PackError::Area { pieces, cells, number }),
        }
    }

    /// Cells of all pieces together: at most 2⁶ kinds of 2³² pieces of 2¹² cells.
    fn piece_area(&self) -> u64 {
        self.pieces.iter().map(|piece| u64::from(piece.count) * piece.shape.area() as u64).sum()
    }
}

/// A line `W H LL LR ZL ZR I O T`: columns and rows of a board without holes, and the number of each
/// tetromino. All are used; they may be rotated, not mirrored.
impl FromStr for PackProblem {
    type Err = PackError;

    fn from_str(line: &str) -> Result<Self, PackError> {
        let problem = read_line(line)?;
        problem.check().map(|()| problem)
    }
}

fn read_line(line: &str) -> Result<PackProblem, PackError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() != 9 {
        return Err(PackError::Fields { found: words.len() });
    }
    let read = |at: usize, field: &'static str, least: u32, most: u32| {
        let fits = |number: &u32| (least..=most).contains(number);
        let wrong = || PackError::Number { field, found: shortened(words[at]), least, most };
        words[at].parse().ok().filter(fits).ok_or_else(wrong)
    };
    let narrow = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let most = PackProblem::MAX_SIDE;
    let (w, h) = (narrow(read(0, "W", 1, most)?), narrow(read(1, "H", 1, most)?));
    let mut counts = [0; 7];
    for (nth, (name, _)) in TETROMINOES.into_iter().enumerate() {
        counts[nth] = read(2 + nth, name, 0, PackProblem::MAX_COUNT)?;
    }
    Ok(PackProblem::new(Board::rect(w, h)?, Piece::tetrominoes(counts)))
}

/// A word, shortened if it is too long for a message.
fn shortened(word: &str) -> String {
    if word.chars().count() <= 24 { word.to_owned() } else { word.chars().take(24).chain(['…']).collect() }
}

/// Columns, rows and the pieces by number and name.
impl fmt::Display for PackProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with", self.board.size())?;
        let used = self.pieces.iter().filter(|piece| piece.count > 0);
        used.clone().try_for_each(|piece| write!(f, " {} {}", piece.count, piece.name))?;
        if used.count() == 0 { f.write_str(" no pieces") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_complete() {
        assert_eq!(Piece::tetrominoes([1; 7]).len(), 7);
        let pieces = Piece::pentominoes(1);
        assert_eq!(pieces.len(), 12);
        assert!(pieces.iter().all(|piece| piece.shape.area() == 5));
        // 63 fixed pentominoes.
        assert_eq!(pieces.iter().map(|piece| piece.shape.orientations(true, true).len()).sum::<usize>(), 63);
    }

    #[test]
    fn bad_lines_are_refused_with_the_reason() {
        let check = |line: &str, message: &str| {
            assert_eq!(line.parse::<PackProblem>().unwrap_err().to_string(), message);
        };
        let needed = "expected W H LL LR ZL ZR I O T";
        check("", &format!("0 numbers instead of 9; {needed}"));
        check("4 3 2 0 1 0 0 0", &format!("8 numbers instead of 9; {needed}"));
        check("4 3 2 0 1 0 0 0 0 0", &format!("10 numbers instead of 9; {needed}"));
        check("0 3 2 0 1 0 0 0 0", "W is `0`; expected a whole number from 1 to 4096");
        check("4 5000 2 0 1 0 0 0 0", "H is `5000`; expected a whole number from 1 to 4096");
        check("4 3 -2 0 1 0 0 0 0", "LL is `-2`; expected a whole number from 0 to 4194304");
        check("4 3 2 0 1 0 0 0 99999999999999", "T is `99999999999999`; expected a whole number from 0 to 4194304");
        check("4 3 2 0 1 0 0.5 0 0", "I is `0.5`; expected a whole number from 0 to 4194304");
        check("5 5 6 0 0 0 0 0 0", "the 6 pieces cover 24 cells and the board has 25: 1 too few");
        check("4 3 2 0 1 0 0 0 3", "the 6 pieces cover 24 cells and the board has 12: 12 too many");
        check("2 1 1 0 0 0 0 0 0", "the 1 piece covers 4 cells and the board has 2: 2 too many");
    }

    #[test]
    fn problems_without_pieces_or_with_too_few_are_refused() {
        let board = Board::rect(2, 2).unwrap();
        let none = PackProblem::new(board.clone(), vec![]);
        assert_eq!(none.check().unwrap_err().to_string(), "a set of pieces needs at least one piece");
        let many = PackProblem::new(board.clone(), vec![Piece::tetrominoes([1; 7])[0].clone(); 65]);
        assert_eq!(many.check().unwrap_err().to_string(), "65 kinds of pieces are too many: expected at most 64");
        let mut spares = PackProblem::new(board, Piece::tetrominoes([1; 7]));
        assert!(spares.check().is_err());
        spares.spares = true;
        assert_eq!(spares.check(), Ok(()));
        assert_eq!(spares.to_string(), "2x2 with 1 LL 1 LR 1 ZL 1 ZR 1 I 1 O 1 T");
    }
}
