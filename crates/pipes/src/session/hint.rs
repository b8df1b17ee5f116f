//! Hints: which tile to turn next, if the solution is known.

use std::collections::VecDeque;

use mapwright_core::{Dirs, Grid, Point, Size};

use super::{Move, Session};

/// Why tiles are not a solution of a board.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum SolutionError {
    /// It has another size.
    #[error("the solution is {solution}; the board is {board}")]
    Size {
        /// Of the solution.
        solution: Size,
        /// Of the board.
        board: Size,
    },
    /// A tile of the board cannot be turned into that of the solution.
    #[error("the solution has another kind of tile at {at} than the board")]
    Tile {
        /// Where.
        at: Point,
    },
}

impl Session {
    /// A turn that brings one more tile into its position in `solution`; `None` if all are. It may be a locked tile:
    /// then the player locked it in the wrong position.
    ///
    /// The hint follows the water from the source along the pipes of the solution, through tiles that are right, to the
    /// first tile that is wrong. So the tile touches the part that is right and wet, it is as near to the source as any
    /// such tile, and the turn makes it wet. Among equally near tiles it is the first that a search in the order N E S
    /// W finds, so the same board always gets the same hint.
    ///
    /// The solution is a grid of tiles, or the `solution` of a map.
    ///
    /// # Errors
    ///
    /// The solution has another size, or tiles that no turn of the board gives.
    pub fn hint_towards<T: Copy + Into<Dirs>>(&self, solution: &Grid<T>) -> Result<Option<Move>, SolutionError> {
        let solution = &solution.map(|&tile| tile.into());
        self.check(solution)?;
        let tiles = self.board.puzzle().tiles();
        let is_wrong = |p: &Point| tiles[*p] != solution[*p];
        let first = self.first_downstream(solution, is_wrong);
        // Tiles that the solution does not connect to the source come last, row by row.
        let first = first.or_else(|| solution.size().points().find(is_wrong));
        Ok(first.and_then(|at| turn_between(tiles[at], solution[at]).map(|quarters| Move { at, quarters })))
    }

    /// A turn that brings one more tile into its position in the game's own solution, as
    /// [`hint_towards`](Self::hint_towards) does; `None` if it has none, or if all tiles are right.
    pub fn hint(&self) -> Option<Move> {
        self.hint_towards(self.solution()?).ok().flatten()
    }

    pub(super) fn check(&self, solution: &Grid<Dirs>) -> Result<(), SolutionError> {
        let tiles = self.board.puzzle().tiles();
        if solution.size() != tiles.size() {
            return Err(SolutionError::Size { solution: solution.size(), board: tiles.size() });
        }
        let differs = |&(p, &tile): &(Point, &Dirs)| turn_between(tile, solution[p]).is_none();
        tiles.iter().find(differs).map_or(Ok(()), |(at, _)| Err(SolutionError::Tile { at }))
    }

    /// The first cell that `is_wrong` along the water, breadth first.
    fn first_downstream(&self, solution: &Grid<Dirs>, is_wrong: impl Fn(&Point) -> bool) -> Option<Point> {
        let puzzle = self.board.puzzle();
        let (ground, size) = (puzzle.ground(), puzzle.size());
        let source = size.index(puzzle.source());
        let mut seen = Grid::new(size, false);
        seen[source] = true;
        let mut queue = VecDeque::from([source]);
        while let Some(cell) = queue.pop_front() {
            if is_wrong(&size.point(cell)) {
                return Some(size.point(cell));
            }
            for dir in ground.dirs(cell).iter().filter(|&dir| solution[cell].contains(dir)) {
                let next = ground.step(cell, dir);
                if solution[next].contains(dir.opposite()) && !std::mem::replace(&mut seen[next], true) {
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// The fewest quarter turns from one tile to another, 0 to 3; `None` if they are of different kinds.
fn turn_between(from: Dirs, to: Dirs) -> Option<u8> {
    (0..4).find(|&quarters| from.turned(u32::from(quarters)) == to)
}
