//! Barriers on a finished puzzle.

use mapwright_core::{Dir, Dirs, Grid, MapRng};

use crate::PipePuzzle;

impl PipePuzzle {
    /// Puts barriers on the puzzle, each with probability `share`, between neighbors that `solution` does not join.
    ///
    /// This cannot make a puzzle ambiguous. Barriers only remove passages, so everything connected with them is
    /// connected without them: a solution of the new puzzle solves the old one. And `solution` does not pass through
    /// barriers, so it solves the new one too. Barriers make a puzzle easier, and some ambiguous ones unique.
    ///
    /// ```
    /// use mapwright_core::{BuilderChain, MapRng, Size};
    /// use mapwright_maze::PrimMaze;
    /// use mapwright_pipes::{PipePuzzle, SolveLimits, UniquePipes, Verdict};
    ///
    /// let mut rng = MapRng::new(7);
    /// let maze = PipePuzzle::from_map(&BuilderChain::start_with(Size::new(9, 9), PrimMaze::default()).build(7)?)?;
    /// let solved = maze.make_unique(&UniquePipes::default(), &mut rng)?;
    /// let puzzle = solved.add_barriers(solved.tiles(), 0.3, &mut rng);
    /// assert_ne!(puzzle.ground(), solved.ground());
    /// assert_eq!(puzzle.solve(&SolveLimits::default()).verdict, Verdict::Unique(solved.tiles().clone()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn add_barriers(&self, solution: &Grid<Dirs>, share: f64, rng: &mut MapRng) -> Self {
        let mut barred = self.clone();
        let is_open = |at, dir| solution.get(self.size().point(at)).is_some_and(|tile| tile.contains(dir));
        for at in 0..self.size().area() {
            for dir in self.ground().dirs(at).iter().filter(|dir| matches!(dir, Dir::E | Dir::S)) {
                let next = self.ground().step(at, dir);
                let is_joined = is_open(at, dir) && is_open(next, dir.opposite());
                if !is_joined && rng.chance(share) {
                    barred = barred.with_barrier(self.size().point(at), dir);
                }
            }
        }
        barred
    }
}
