//! How hard a board is.

use mapwright_core::{BuilderMap, params};
use mapwright_graph::Metrics;

use crate::{PipePuzzle, SolveLimits, Verdict};

/// The hardest deduction that solving a board needs, from the easiest on.
#[params]
#[derive(PartialOrd, Ord)]
pub enum Grade {
    /// Matching touching sides.
    #[default]
    Local,
    /// Seeing that a ring would close.
    Rings,
    /// Seeing that a component would be sealed off.
    Isolation,
    /// Assuming one turn, and seeing that it leads to a contradiction.
    Lookahead,
    /// Guessing and trying whole arrangements.
    Guessing,
}

impl Grade {
    /// For everyone: the player matches sides and avoids rings.
    pub const EASY: Grade = Grade::Rings;
    /// The player must see that a part of the board would be cut off.
    pub const MEDIUM: Grade = Grade::Isolation;
    /// The player must think some turns ahead.
    pub const HARD: Grade = Grade::Lookahead;

    /// The grade as a word, as in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Local => "local",
            Grade::Rings => "rings",
            Grade::Isolation => "isolation",
            Grade::Lookahead => "lookahead",
            Grade::Guessing => "guessing",
        }
    }
}

/// The metrics of a map, with the grade of its pipe board.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::Metric;
/// use mapwright_maze::PrimMaze;
/// use mapwright_pipes::{Grade, PipeShuffler, UniquePipes, metrics};
///
/// let unique = UniquePipes { hardest: Grade::EASY, ..UniquePipes::default() };
/// let chain = BuilderChain::start_with(Size::new(9, 9), PrimMaze::default()).with(unique).with(PipeShuffler::default());
/// let board = chain.build(1)?;
/// assert!(metrics(&board).get(Metric::PipeGrade) <= Some(1.0));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
pub fn metrics(map: &BuilderMap) -> Metrics<'_> {
    Metrics::new(map).with_pipe_grade(|map| {
        map.solution.as_ref()?;
        // A tenth of a second: levels are measured by the thousand. On larger boards each cell takes longer, up to a limit:
        // 1,820 instructions at 80×50, 2,620 at 256×256, 2,750 at 1024×1024. The border settles the tiles beside it at
        // once, and a large board has few of these for its size.
        let limits = SolveLimits { steps: 1_000_000, ..SolveLimits::default() };
        let solved = PipePuzzle::from_map(map).ok()?.solve(&limits);
        matches!(solved.verdict, Verdict::Unique(_)).then_some(f64::from(solved.difficulty.grade as u8))
    })
}

/// How hard a board is to solve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Difficulty {
    /// The hardest deduction needed. A board with several solutions, or none, can have any grade.
    pub grade: Grade,
    /// Tiles that are not empty.
    pub tiles: u32,
    /// Tiles with more than one possible orientation after matching all sides.
    pub open_after_local: u32,
    /// The same after ruling out rings.
    pub open_after_rings: u32,
    /// The same after ruling out sealed-off components.
    pub open_after_isolation: u32,
    /// The same after lookahead.
    pub open_after_lookahead: u32,
    /// Rounds of deduction that settled some tile, before lookahead. Everything that can be seen at one time
    /// is one round.
    pub rounds: u32,
    /// The number of tiles that each of these rounds settled: a narrow round leaves few places to continue.
    pub widths: Vec<u32>,
    /// Orientations that only lookahead could rule out.
    pub refuted: u32,
    /// Guesses made, whether or not they were undone.
    pub guesses: u32,
    /// The most guesses in effect at one time.
    pub depth: u32,
}
