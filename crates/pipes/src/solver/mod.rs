//! The solver: says whether a board has one solution, several or none, and how hard it is.
//!
//! For every tile it keeps the orientations that are still possible, and narrows them down until nothing more
//! follows: touching sides match, no ring closes, no component is sealed off ([`deduction`]). Then it tries
//! each remaining orientation and drops those that lead to a contradiction, guesses
//! what is still open, and searches for a second solution near the first ([`search`]).
//!
//! The rules are those of the solver in Simon Tatham's *Net*, in another form: components are disjoint sets that
//! can be split again, and whether one is sealed off is counted from its free sides.

pub(crate) mod cell;
mod components;
pub(crate) mod deduction;
mod difficulty;
mod propagation;
pub(crate) mod search;

use mapwright_core::{Dirs, Grid};

use crate::PipePuzzle;
use deduction::{Contradiction, Deduction, Ruleset};
pub use difficulty::{Difficulty, Grade, metrics};
use search::{Budget, Clusters, Outcome, Second, one_turn_away};

/// How much work the solver may do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct SolveLimits {
    /// The most tiles to process in lookahead and guesses; beyond that the verdict is
    /// [`Unknown`](Verdict::Unknown). A million take about a tenth of a second. Deduction by the rules alone
    /// is not counted: it grows with the board, and only a little faster.
    pub steps: u64,
    /// The hardest deduction to try. If tiles are still open then, the verdict is [`Unknown`](Verdict::Unknown).
    /// Lookahead finds little on a board with more open sides than a tree: of a unique board of 101×101 tiles with one
    /// more joint, the rules settle nothing and lookahead a quarter, and guessing uses up the default steps.
    pub hardest: Grade,
    /// The most memory, in bytes. The solver takes up to 64 bytes for each cell, and 160 where the board has more open
    /// sides than a tree; a board that would need more than the limit is [`Unknown`](Verdict::Unknown) at once.
    pub memory: u64,
}

impl SolveLimits {
    fn allow(&self, puzzle: &PipePuzzle) -> bool {
        let tiles = puzzle.tiles().as_slice();
        let (n, sides) = tiles
            .iter()
            .filter(|tile| !tile.is_empty())
            .fold((0u64, 0u64), |(n, sides), tile| (n + 1, sides + u64::from(tile.len())));
        // Guesses and how to take them back are most of it.
        let per_cell = if sides + 2 > 2 * n { 160 } else { 64 };
        u64::from(puzzle.size().area()) * per_cell <= self.memory
    }
}

impl Default for SolveLimits {
    fn default() -> Self {
        SolveLimits { steps: 50_000_000, hardest: Grade::Guessing, memory: 4 << 30 }
    }
}

/// What is known about a board's solutions. Two solutions differ if some tile has other sides open; a straight
/// pipe turned by half a turn is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is only this one.
    Unique(Grid<Dirs>),
    /// There are at least these two.
    Several(Grid<Dirs>, Grid<Dirs>),
    /// There are none.
    None,
    /// The limits were reached first.
    Unknown,
}

impl Verdict {
    /// The verdict as a word: `unique`, `several`, `none` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Verdict::Unique(_) => "unique",
            Verdict::Several(..) => "several",
            Verdict::None => "none",
            Verdict::Unknown => "unknown",
        }
    }

    /// The known solutions: none, one or two.
    pub fn solutions(&self) -> Vec<&Grid<Dirs>> {
        match self {
            Verdict::Unique(solution) => vec![solution],
            Verdict::Several(one, other) => vec![one, other],
            Verdict::None | Verdict::Unknown => vec![],
        }
    }
}

/// A verdict, and how hard it was to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// What is known about the solutions.
    pub verdict: Verdict,
    /// How hard the board is.
    pub difficulty: Difficulty,
}

impl PipePuzzle {
    /// Finds the solutions of a board: turns of its tiles that connect every tile that is not empty to the
    /// source. The current orientations do not matter.
    ///
    /// It is fast for boards made from a spanning tree, and exact for all others: these may have loose ends and
    /// rings, as far as their open sides suffice.
    ///
    /// ```
    /// use mapwright_core::{Dirs, Grid, Point, Size, Wrap};
    /// use mapwright_pipes::{PipePuzzle, SolveLimits, Verdict};
    ///
    /// // A dead end at each end of a straight pipe.
    /// let tiles = Grid::from_vec(Size::new(3, 1), [4, 5, 1].map(Dirs::from_bits).to_vec()).unwrap();
    /// let puzzle = PipePuzzle::new(tiles, Wrap::None, Point::new(0, 0))?;
    /// let solved = puzzle.solve(&SolveLimits::default());
    /// let expected = Grid::from_vec(Size::new(3, 1), [2, 10, 8].map(Dirs::from_bits).to_vec()).unwrap();
    /// assert_eq!(solved.verdict, Verdict::Unique(expected));
    /// assert_eq!(solved.difficulty.open_after_local, 0);
    /// # Ok::<(), mapwright_pipes::PuzzleError>(())
    /// ```
    pub fn solve(&self, limits: &SolveLimits) -> Solved {
        let mut difficulty = Difficulty::default();
        let tiles = self.tiles();
        difficulty.tiles = tiles.as_slice().iter().map(|tile| u32::from(!tile.is_empty())).sum();
        let verdict = if tiles[self.source()].is_empty() && difficulty.tiles > 0 {
            Verdict::None
        } else if limits.allow(self) {
            verdict(self, limits, &mut difficulty).unwrap_or(Verdict::None)
        } else {
            Verdict::Unknown
        };
        Solved { verdict, difficulty }
    }

    /// Finds any solution of a board within the limits. It is faster than [`solve`](Self::solve), which also searches for
    /// a second one. Use it for hints on boards that may have several solutions.
    ///
    /// With [`Guessing`](Grade::Guessing) as the [`hardest`](SolveLimits::hardest) deduction it guesses what the rules
    /// leave open, without lookahead. With [`Lookahead`](Grade::Lookahead) it only finds the solution of a board that
    /// lookahead solves, which then is the only one.
    ///
    /// ```
    /// use mapwright_core::{Dirs, Grid, Point, Size, Wrap};
    /// use mapwright_pipes::{PipePuzzle, SolveLimits};
    ///
    /// // A dead end at each end of a straight pipe.
    /// let tiles = Grid::from_vec(Size::new(3, 1), [4, 5, 1].map(Dirs::from_bits).to_vec()).unwrap();
    /// let puzzle = PipePuzzle::new(tiles, Wrap::None, Point::new(0, 0))?;
    /// let expected = Grid::from_vec(Size::new(3, 1), [2, 10, 8].map(Dirs::from_bits).to_vec());
    /// assert_eq!(puzzle.find_solution(&SolveLimits::default()), expected);
    /// # Ok::<(), mapwright_pipes::PuzzleError>(())
    /// ```
    pub fn find_solution(&self, limits: &SolveLimits) -> Option<Grid<Dirs>> {
        let tiles = self.tiles().as_slice();
        let is_dry = self.tiles()[self.source()].is_empty() && tiles.iter().any(|tile| !tile.is_empty());
        if is_dry || !limits.allow(self) {
            return None;
        }
        let mut board = Deduction::new(tiles, self.ground()).ok()?;
        deduce(&mut board, limits.hardest, &mut Difficulty::default()).ok()?;
        let mut budget = Budget { last_step: board.steps.saturating_add(limits.steps), guesses: 0, depth: 0 };
        let is_found = board.n_open() == 0
            || match limits.hardest {
                Grade::Local | Grade::Rings | Grade::Isolation => false,
                Grade::Lookahead => {
                    board.look_ahead(|_| None, budget.last_step, &mut |_| true).ok()?;
                    board.n_open() == 0
                }
                Grade::Guessing => {
                    let mut clusters = Clusters::of(&board);
                    board.search(&mut clusters, None, &mut budget) == Outcome::Solution
                }
            };
        Grid::from_vec(self.size(), board.arrangement()).filter(|_| is_found)
    }
}

fn verdict(puzzle: &PipePuzzle, limits: &SolveLimits, difficulty: &mut Difficulty) -> Result<Verdict, Contradiction> {
    let solution =
        |sides: Vec<Dirs>| Grid::from_vec(puzzle.size(), sides).unwrap_or_else(|| Grid::new(puzzle.size(), Dirs::NONE));
    let mut board = Deduction::new(puzzle.tiles().as_slice(), puzzle.ground())?;
    deduce(&mut board, limits.hardest, difficulty)?;
    let last_step = board.steps.saturating_add(limits.steps);
    if board.n_open() > 0 && limits.hardest >= Grade::Lookahead {
        difficulty.grade = Grade::Lookahead;
        difficulty.refuted = board.look_ahead(|_| None, last_step, &mut |_| true)?.refuted;
    }
    difficulty.open_after_lookahead = board.n_open();
    if board.n_open() == 0 {
        return Ok(Verdict::Unique(solution(board.arrangement())));
    }
    if limits.hardest < Grade::Guessing {
        return Ok(Verdict::Unknown);
    }
    difficulty.grade = Grade::Guessing;
    let mut budget = Budget { last_step, guesses: 0, depth: 0 };
    let mut clusters = Clusters::of(&board);
    let mark = board.mark();
    let found = board.search(&mut clusters, None, &mut budget);
    let first = board.arrangement();
    board.undo(mark);
    if found == Outcome::Solution && !board.is_tree {
        let known = solution(first.clone());
        if let Some(other) = one_turn_away(puzzle, &known, board.open_tiles()) {
            (difficulty.guesses, difficulty.depth) = (budget.guesses, budget.depth);
            return Ok(Verdict::Several(known, other));
        }
    }
    let other = match found {
        Outcome::Solution => board.second(&mut clusters, &first, &mut budget),
        ends => ends.into(),
    };
    (difficulty.guesses, difficulty.depth) = (budget.guesses, budget.depth);
    Ok(match (found, other) {
        (Outcome::Nothing, _) => Verdict::None,
        (_, Second::Other(other)) => Verdict::Several(solution(first), solution(other)),
        (_, Second::None) => Verdict::Unique(solution(first)),
        (_, Second::Unknown) => Verdict::Unknown,
    })
}

/// Runs the rules, the easiest first, and reports what each leaves open.
fn deduce(board: &mut Deduction<'_>, hardest: Grade, report: &mut Difficulty) -> Result<(), Contradiction> {
    let stages =
        [(Ruleset::Local, Grade::Local), (Ruleset::Rings, Grade::Rings), (Ruleset::Isolation, Grade::Isolation)];
    let mut open = [board.n_open(); 3];
    for (stage, (rules, grade)) in stages.into_iter().enumerate() {
        if grade <= hardest && (stage == 0 || board.n_open() > 0) {
            report.grade = grade;
            let before = board.n_open();
            board.sweep(rules, &mut |_| true)?;
            let swept = before - board.n_open();
            let mut widths = vec![swept];
            board.run_rounds(|width| widths.push(width))?;
            report.widths.extend(widths.into_iter().filter(|&width| width > 0));
        }
        open[stage] = board.n_open();
    }
    [report.open_after_local, report.open_after_rings, report.open_after_isolation] = open;
    report.rounds = u32::try_from(report.widths.len()).unwrap_or(u32::MAX);
    Ok(())
}
