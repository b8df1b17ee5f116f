//! Packing puzzles: a random board and pieces, with the requested number of solutions and difficulty.
//!
//! A random filling of a random board gives pieces that fit. Then all solutions are found, up to symmetry, and
//! unsuitable boards are dropped. Many small boards have one solution; on larger boards, that takes more pieces that
//! are equal or awkward.

use std::ops::RangeInclusive;

use mapwright_core::{BuildError, BuildErrorKind, Grid, MapRng, Size};

use super::board::Board;
use super::fillings::ListAnswer;
use super::kinds::Kinds;
use super::packing::Packing;
use super::piece_set::PieceSet;
use super::problem::PackProblem;
use super::scan::{Scan, ScanOptions};
use super::scan_board::{Route, ScanBoard};
use super::watch::{PackOptions, Quota, SharedBudget};

/// The requirements of a packing puzzle.
///
/// ```
/// use mapwright_core::{MapRng, Size};
/// use mapwright_packing::{PackOptions, PuzzleMaker};
///
/// let maker = PuzzleMaker { size: Size::new(5, 5), holes: 1, ..PuzzleMaker::default() };
/// let puzzle = maker.generate(&mut MapRng::new(7))?;
/// assert_eq!(puzzle.problem.is_unique(true, &PackOptions::default()), Ok(Some(true)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleMaker {
    /// Columns and rows of the board.
    pub size: Size,
    /// The number of random cells that are holes.
    pub holes: u32,
    /// The shapes to choose from.
    pub pieces: PieceSet,
    /// Whether pieces may be rotated.
    pub turn: bool,
    /// Whether pieces may be mirrored.
    pub mirror: bool,
    /// The allowed number of solutions, up to rotation and reflection of the board.
    pub solutions: RangeInclusive<u64>,
    /// The allowed difficulty: the nodes that the complete search takes to find all solutions and to prove it.
    pub nodes: RangeInclusive<u64>,
    /// How many boards to try.
    pub tries: u32,
}

impl Default for PuzzleMaker {
    /// Tetrominoes on 5×4, rotated but not mirrored, with one solution, of any difficulty up to a million nodes.
    fn default() -> Self {
        PuzzleMaker {
            size: Size::new(5, 4),
            holes: 0,
            pieces: PieceSet::default(),
            turn: true,
            mirror: false,
            solutions: 1..=1,
            nodes: 1..=1_000_000,
            tries: 10_000,
        }
    }
}

/// A packing puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackPuzzle {
    /// Board and pieces.
    pub problem: PackProblem,
    /// Its solutions, one of each class of symmetric ones.
    pub solutions: Vec<Packing>,
    /// The nodes that it took to find them.
    pub nodes: u64,
}

impl PuzzleMaker {
    /// Makes a puzzle with these requirements.
    ///
    /// # Errors
    ///
    /// The size has no cells or more than [`Board::MAX_CELLS`], there are as many holes as cells, a range is empty, or no puzzle was found within the
    /// tries.
    pub fn generate(&self, rng: &mut MapRng) -> Result<PackPuzzle, BuildError> {
        self.check()?;
        for _ in 0..self.tries {
            let problem = self.random_board(rng).and_then(|board| self.random_pieces(board, rng));
            let Some(problem) = problem else { continue };
            let most = usize::try_from(*self.solutions.end()).unwrap_or(usize::MAX);
            let options = PackOptions { nodes: *self.nodes.end(), memory: 1 << 26, ..PackOptions::default() };
            let Ok(found) = problem.fillings(most, true, &options) else { continue };
            let suits = matches!(found.listed, ListAnswer::All(_))
                && self.solutions.contains(&(found.packings.len() as u64))
                && self.nodes.contains(&found.nodes);
            if suits {
                return Ok(PackPuzzle { problem, solutions: found.packings, nodes: found.nodes });
            }
        }
        let tries = self.tries.into();
        Err(BuildErrorKind::GaveUp { what: "a packing puzzle", tries, budget: tries }.into())
    }

    fn check(&self) -> Result<(), BuildError> {
        let area = self.size.area();
        if area == 0 {
            return Err(BuildErrorKind::TooSmall { size: self.size, min: Size::new(1, 1) }.into());
        }
        if u64::from(area) > Board::MAX_CELLS {
            return Err(BuildError::parameter("size", self.size, "a board of at most 2^28 cells"));
        }
        if self.holes >= area {
            return Err(BuildError::parameter("holes", self.holes, format!("0 to {}", area - 1)));
        }
        for (name, range) in [("solutions", &self.solutions), ("nodes", &self.nodes)] {
            if range.is_empty() || *range.end() == 0 {
                return Err(BuildError::parameter(name, format!("{range:?}"), "a range up to 1 or more"));
            }
        }
        Ok(())
    }

    /// The board with random holes.
    fn random_board(&self, rng: &mut MapRng) -> Option<Board> {
        let mut cells: Vec<u32> = (0..self.size.area()).collect();
        rng.shuffle(&mut cells);
        let mut free = Grid::new(self.size, true);
        cells.iter().take(self.holes as usize).for_each(|&cell| free[cell] = false);
        Board::new(free).ok()
    }

    /// The pieces of a random filling, if there is one.
    fn random_pieces(&self, board: Board, rng: &mut MapRng) -> Option<PackProblem> {
        let pieces = self.pieces.pieces(u32::MAX);
        let mut problem = PackProblem { board, pieces, turn: self.turn, mirror: self.mirror, spares: true };
        let kinds = Kinds::of(&problem);
        if problem.check().is_err() || problem.refuted(&kinds).is_some() {
            return None;
        }
        let choice = ScanOptions { seed: rng.bits() | 1, noise: 0, free: true, island: 15, last: None };
        let scan_board = ScanBoard::new(&problem.board, &kinds, Route { width: u16::MAX, transposed: rng.chance(0.5) });
        let mut scan = Scan::new(&scan_board, &kinds, true, choice);
        let options = PackOptions::default();
        let watch = SharedBudget::new(&options);
        let budget = 64 * u64::from(problem.board.area());
        if !scan.run(&mut Quota::new(&watch, budget)).unwrap_or(false) {
            return None;
        }
        let used: Vec<usize> = scan.pieces().map(|(kind, _)| kind).collect();
        let used = kinds.named(&used);
        let count = |nth: usize| u32::try_from(used.iter().filter(|&&piece| piece == nth).count()).unwrap_or(0);
        problem.pieces.iter_mut().enumerate().for_each(|(nth, piece)| piece.count = count(nth));
        problem.pieces.retain(|piece| piece.count > 0);
        problem.spares = false;
        Some(problem)
    }
}
