//! `mapwright pipes new`: makes puzzles and prints their game IDs, one per line.

use mapwright::core::{BuildError, BuilderChain, Grid, MapRng, Need, Plane, Size, Wrap, mix};
use mapwright::maze::{Backtracker, KruskalMaze, PrimMaze};
use mapwright::pipes::{GameId, Grade, PipePuzzle, PipeShuffler, UniquePipes};

use crate::args::{seed, size};
use crate::failure::Failure;
use crate::place::{check_effect, print};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes new" "pipes new --grade hard --size 9x9" "pipes new --size 7x5 --wrap --unique --seed 4 --count 3"))]
pub(crate) struct NewPuzzles {
    #[command(flatten)]
    pub(super) puzzle: PuzzleArgs,
    /// The seed of the first puzzle; the others have the following seeds
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
}

/// The options of new puzzles.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PuzzleArgs {
    /// Columns and rows [default: 11x11]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(super) size: Option<Size>,
    /// Join opposite borders
    #[arg(long)]
    pub(super) wrap: bool,
    /// Only puzzles with exactly one solution
    #[arg(long)]
    pub(super) unique: bool,
    /// Only puzzles with exactly one solution that are this hard
    #[arg(long, value_name = "GRADE", value_enum)]
    pub(super) grade: Option<Hardness>,
    /// The maze of the pipes
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Tree::Prim)]
    pub(super) maze: Tree,
    /// Allow crosses, tiles with four open sides
    #[arg(long)]
    pub(super) crosses: bool,
    /// The probability of a barrier between tiles that are not joined in the solution
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability)]
    pub(super) barriers: f64,
}

/// How hard a puzzle is for people.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Hardness {
    /// Matching touching sides and seeing rings is enough
    Easy,
    /// Some part would be sealed off
    Medium,
    /// Some turn has to be assumed and refuted
    Hard,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Tree {
    Prim,
    Kruskal,
    Backtracker,
}

pub(super) fn run(args: &NewPuzzles) -> Result<(), Failure> {
    for i in 0..args.count {
        let id = args.puzzle.make(args.seed.wrapping_add(i))?;
        print(&format!("{id}\n"))?;
    }
    Ok(())
}

impl PuzzleArgs {
    /// The puzzle of a seed.
    pub(super) fn make(&self, seed: u64) -> Result<GameId, Failure> {
        let tree = "a maze of prim or kruskal, or `--unique`";
        check_effect("--crosses", self.crosses, tree, self.is_unique() || !matches!(self.maze, Tree::Backtracker))?;
        let wrap = if self.wrap { Wrap::Both } else { Wrap::None };
        let chain = self.chain().with(PipeShuffler::default()).wrap(wrap);
        // Few boards are hard.
        let tries = if self.grade.is_some() { 200 } else { 1 };
        let seeds = (0..tries).map(|nth| if nth == 0 { seed } else { mix(seed, nth) });
        let mut maps = seeds.map(|seed| chain.build(seed));
        let map = maps.find(|built| !built.as_ref().is_err_and(BuildError::is_retryable));
        let map = map.unwrap_or_else(|| chain.build(seed))?;
        let puzzle = PipePuzzle::from_map(&map).map_err(Failure::input)?;
        let solution = map.solution.need(Plane::Solution)?;
        let solution = Grid::from_fn(solution.size(), |p| solution[p].dirs());
        let mut rng = MapRng::new(mix(seed, BARRIERS));
        GameId::new(puzzle.add_barriers(&solution, self.barriers, &mut rng)).map_err(Failure::input)
    }

    fn chain(&self) -> BuilderChain {
        let size = self.size.unwrap_or(Size::new(11, 11));
        let max_degree = if self.crosses { 4 } else { 3 };
        let chain = match self.maze {
            Tree::Prim => BuilderChain::start_with(size, PrimMaze { max_degree, ..PrimMaze::default() }),
            Tree::Kruskal => BuilderChain::start_with(size, KruskalMaze { max_degree, ..KruskalMaze::default() }),
            Tree::Backtracker => BuilderChain::start_with(size, Backtracker::default()),
        };
        let (easiest, hardest) = match self.grade {
            None => (UniquePipes::default().easiest, UniquePipes::default().hardest),
            Some(Hardness::Easy) => (Grade::Local, Grade::Rings),
            Some(Hardness::Medium) => (Grade::Isolation, Grade::Isolation),
            Some(Hardness::Hard) => (Grade::Lookahead, Grade::Lookahead),
        };
        if self.is_unique() { chain.with(UniquePipes { max_degree, hardest, easiest }) } else { chain }
    }

    const fn is_unique(&self) -> bool {
        self.unique || self.grade.is_some()
    }
}

/// Keeps the draws for barriers apart from those of the stages.
const BARRIERS: u64 = 0x6261_7272_6965_7273;

fn probability(text: &str) -> Result<f64, String> {
    let wrong = || "expected 0 to 1, such as 0.25".to_owned();
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or_else(wrong)
}
