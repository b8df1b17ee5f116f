//! Puzzles with exactly one solution.

mod barriers;
mod cap;
mod reroute;
mod swaps;
mod tree;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Dirs, Facts, Grid, MapRng, MetaMapBuilder, Need,
    Plane, Planes, Reach, Sides, Size, params,
};

use crate::{Grade, PipePuzzle};
use reroute::{Rerouted, Wanted};
use swaps::SwapObserver;
use tree::{NoTree, Swap, Tree};

/// Reroutes a maze until its tiles have only one solution.
///
/// Shuffled by a [`PipeShuffler`](crate::PipeShuffler), they make a puzzle with exactly one solution.
///
/// It needs a spanning tree and leaves one: sides that connect all open cells to the start, without rings or loose
/// ends. Where tiles could be turned otherwise, joints are swapped for others nearby; the rest of the maze stays as it
/// is. It also works on wrapped maps and on maps with solid cells. A map that wraps at a width or height of 2 never has
/// one solution, and is refused.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_maze::PrimMaze;
/// use mapwright_pipes::{PipePuzzle, PipeShuffler, SolveLimits, UniquePipes, Verdict};
///
/// let chain = BuilderChain::start_with(Size::new(31, 31), PrimMaze::default())
///     .with(UniquePipes::default())
///     .with(PipeShuffler::default());
/// let puzzle = PipePuzzle::from_map(&chain.build(7)?)?;
/// assert!(matches!(puzzle.solve(&SolveLimits::default()).verdict, Verdict::Unique(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Eq)]
#[params]
pub struct UniquePipes {
    /// The most open sides of a cell; 4 means no cap. Cells above the cap are rerouted too.
    #[param(default = 3, range = 3..=4)]
    pub max_degree: u8,
    /// The hardest deduction that the board may need. So no board ever needs guessing.
    #[param(default = Grade::Lookahead, except = Grade::Guessing)]
    pub hardest: Grade,
    /// The easiest deduction that must not suffice alone; `hardest` if that is easier. A small board may be impossible
    /// to make hard.
    #[param(default = Grade::Local, except = Grade::Guessing)]
    pub easiest: Grade,
}

impl UniquePipes {
    /// The most deductions of the whole board. Two or three are nearly always enough, whatever its size, each of as many
    /// instructions a cell. Yet twice the board takes up to three times as long: deductions follow the maze, which is
    /// everywhere in memory, and what a cell needs (some 90 bytes) leaves the caches.
    const ROUNDS: u32 = 200;

    fn wanted(&self) -> Wanted {
        let max_degree = self.max_degree.into();
        Wanted { max_degree, hardest: self.hardest, easiest: self.easiest, rounds: UniquePipes::ROUNDS }
    }

    /// Does all the work on a checked tree.
    fn reroute(
        &self,
        tree: &mut Tree<'_>,
        rng: &mut MapRng,
        observer: &mut impl SwapObserver,
    ) -> Result<(), BuildError> {
        cap::lower(tree, self.max_degree.into(), observer).map_err(|at| {
            let at = tree.ground.point(at);
            let why = format!("no rerouting gives the cell at {at} at most {} open sides", self.max_degree);
            BuildError::contradiction(Some(at), why)
        })?;
        if self.hardest < Grade::Isolation && has_no_beginning(tree) {
            let hardest = self.hardest.name();
            let why = format!("with `hardest` {hardest} no tile of a board without border and holes can be deduced");
            // Another maze may have a cross, if the cap allows crosses.
            let may_have_crosses = self.max_degree == 4;
            return Err(if may_have_crosses {
                BuildError::contradiction(None, why)
            } else {
                BuildError::impossible(why)
            });
        }
        match reroute::reroute(tree, &self.wanted(), rng, observer) {
            Rerouted::Unique => Ok(()),
            Rerouted::Stopped => Err(BuildErrorKind::Stopped.into()),
            Rerouted::GaveUp => {
                let (tries, budget) = (UniquePipes::ROUNDS.into(), UniquePipes::ROUNDS.into());
                Err(BuildErrorKind::GaveUp { what: "a board with one solution", tries, budget }.into())
            }
        }
    }
}

impl PipePuzzle {
    /// Does what [`UniquePipes`] does, for boards that are not maps: turns a solved board whose joints are a spanning
    /// tree of its tiles into the solved board of a puzzle with exactly one solution. Barriers stay.
    ///
    /// # Errors
    ///
    /// Those of the builder: a parameter is out of range, the board is not a tree or never has one solution, or a budget is
    /// used up.
    ///
    /// ```
    /// use mapwright_core::{BuilderChain, MapRng, Size};
    /// use mapwright_maze::Backtracker;
    /// use mapwright_pipes::{PipePuzzle, UniquePipes};
    ///
    /// let maze = PipePuzzle::from_map(&BuilderChain::start_with(Size::new(12, 9), Backtracker::default()).build(7)?)?;
    /// let solved = maze.make_unique(&UniquePipes::default(), &mut MapRng::new(7))?;
    /// let changed = solved.tiles().iter().filter(|&(p, tile)| maze.tiles()[p] != *tile).count();
    /// assert!(changed < 30, "a few tiles are re-routed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_unique(&self, wanted: &UniquePipes, rng: &mut MapRng) -> Result<Self, BuildError> {
        wanted.check_ranges()?;
        let tiles = self.tiles();
        let mut tree = checked_tree(tiles, self, |at| !tiles[at].is_empty())?;
        wanted.reroute(&mut tree, rng, &mut ())?;
        let tiles = Grid::from_vec(self.size(), tree.tiles).unwrap_or_else(|| tiles.clone());
        Ok(self.with_tiles(&tiles))
    }
}

/// The tree of a board, if it is one and can have a single solution.
fn checked_tree<'a>(
    tiles: &Grid<Dirs>,
    board: &'a PipePuzzle,
    wanted: impl Fn(u32) -> bool,
) -> Result<Tree<'a>, BuildError> {
    let source = board.size().index(board.source());
    let tree = Tree::new(tiles.as_slice().to_vec(), board.ground(), source, wanted).map_err(|fault| {
        let (at, why) = match fault {
            NoTree::Loose(at) => (at, "the sides are not a spanning tree: a side is open from one end only"),
            NoTree::Ring(at) => (at, "the sides are not a spanning tree: there is a ring"),
            NoTree::Apart(at) => (at, "the sides are not a spanning tree: a cell is not connected to the start"),
        };
        let at = board.size().point(at);
        BuildError::contradiction(Some(at), format_args!("{why} at {at}"))
    })?;
    match never_unique(board) {
        Some(why) => Err(BuildError::impossible(why)),
        None => Ok(tree),
    }
}

/// Whether all tiles are surrounded by others and none looks the same in every orientation: then no side is known,
/// and without components that could be sealed off none ever will be.
fn has_no_beginning(tree: &Tree<'_>) -> bool {
    let is_free = |at: u32| {
        let around = Dir::ALL.map(|dir| tree.ground.next(at, dir).is_some_and(|next| tree.degree(next) > 0));
        around == [true; 4] && tree.degree(at) < 4
    };
    (0..tree.ground.area()).all(is_free)
}

/// Why a board never has exactly one solution, whatever its tree.
///
/// On a board two cells wide that wraps, the two cells of a row touch on both sides. Mirror all tiles of a
/// row: every tile becomes one of its turns, joints within the row change from one of the two places to the other, and
/// all others stay. So a board with any joint from column to column has a second solution; and it needs one if both
/// columns have tiles. A barrier on one of the two places spoils the mirror.
fn never_unique(board: &PipePuzzle) -> Option<&'static str> {
    let (size, crossings) = (board.size(), board.wrap().crossings(board.size()));
    let is_mirrored = |wraps: bool, length: u16, lane: fn(mapwright_core::Point) -> u16, dirs: [Dir; 2]| {
        let used = |n: u16| board.tiles().iter().any(|(p, tile)| lane(p) == n && !tile.is_empty());
        let ground = board.ground();
        let is_whole = |cell: u32| dirs.iter().all(|&dir| ground.dirs(cell).contains(dir));
        wraps && length == 2 && used(0) && used(1) && (0..ground.area()).all(is_whole)
    };
    if is_mirrored(crossings.contains(Dir::E), size.w, |p| p.x, [Dir::E, Dir::W]) {
        return Some("a board that wraps at a width of 2 never has one solution: any row can be mirrored");
    }
    is_mirrored(crossings.contains(Dir::N), size.h, |p| p.y, [Dir::N, Dir::S])
        .then_some("a board that wraps at a height of 2 never has one solution: any column can be mirrored")
}

impl Builder for UniquePipes {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("unique-pipes")
            .memory(8)
            .title("One solution only")
            .needs([Plane::Sides, Plane::Start])
            .reach(Reach::BLOCK)
            .refuses_kept("the board might have two solutions")
    }
}

impl MetaMapBuilder for UniquePipes {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check_ranges()?;
        map.validate()?;
        map.sides.as_ref().need(Plane::Sides)?;
        map.start()?;
        // The tree, what is deduced about it and how to undo that, and the swaps of a cluster. Under weak rules much of the
        // board is one cluster, and each of its sides closes a long cycle.
        let bytes = if self.hardest < Grade::Isolation { 140 } else { 60 };
        cx.claim_with(map.size().w.into(), map.size().h.into(), bytes)?;
        let board = PipePuzzle::from_map(map).map_err(BuildError::impossible)?;
        let open = |at: u32| !map.tiles[at].is_solid();
        cx.keep_going()?;
        let mut tree = checked_tree(board.tiles(), &board, open)?;
        cx.keep_going()?;
        map.clear(Planes::DERIVED);
        cx.before_steps(map);
        let mut rng = cx.rng.clone();
        let mut drawing = Drawing { sides: map.sides.take().need(Plane::Sides)?, cx, stopped: false };
        self.reroute(&mut tree, &mut rng, &mut drawing)?;
        map.sides = Some(drawing.sides);
        cx.rng = rng;
        Ok(())
    }
}

/// Makes the swaps on the sides of the map, too.
struct Drawing<'a, 'h> {
    sides: Grid<Sides>,
    cx: &'a mut BuildCx<'h>,
    stopped: bool,
}

impl SwapObserver for Drawing<'_, '_> {
    fn swapped(&mut self, tree: &Tree<'_>, swap: Swap) {
        for ((here, dir), opens) in [(swap.added, true), (swap.removed, false)] {
            set_joint(&mut self.sides, here, dir, tree.ground.step(here, dir), opens);
        }
        let next = |(here, dir)| tree.ground.step(here, dir);
        self.cx.step(&self.sides, [swap.added.0, next(swap.added), swap.removed.0, next(swap.removed)]);
    }

    fn goes_on(&mut self, tiles: u64) -> bool {
        let tiles = u32::try_from(tiles).unwrap_or(u32::MAX);
        self.stopped = self.stopped || self.cx.work(tiles).is_err();
        !self.stopped
    }
}

/// Opens or closes two touching sides.
fn set_joint(sides: &mut Grid<Sides>, here: u32, dir: Dir, next: u32, opens: bool) {
    for (at, dir) in [(here, dir), (next, dir.opposite())] {
        match opens {
            true => sides[at].open(dir),
            false => sides[at].close(dir),
        }
    }
}
