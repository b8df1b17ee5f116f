//! The live board of a game: after each turn it knows which cells are wet or on a ring, and reports what changed.
//!
//! Between turns it keeps, for each tile, whether it is wet and which of its joined sides are *ring edges*: edges on a
//! cycle, the opposite of bridges. A turn removes single edges and then adds single edges. `part.rs`, `split.rs` and
//! `join.rs` explain and prove what one edge can change, and how little must be searched for it. The searches use Even
//! and Shiloach's (1981) idea of growing both ends of a cut in step, so that the cost is that of the smaller end.
//!
//! In theory, a planar board could be faster: a spanning tree of the grid and its dual tree in two link-cut trees
//! (Eppstein et al. 1992) answer in logarithmic time. But they answer queries about a pair of cells; they do not list
//! the cells that changed, which a game must draw; and a torus is not planar.

mod change;
mod flow_state;
mod join;
mod part;
mod search;
mod split;
#[cfg(test)]
mod tests;

pub use change::BoardChange;

use mapwright_core::{Dir, Dirs, Passages, Point, Size};

use crate::PipePuzzle;
use flow_state::FlowState;

/// A board to play on.
///
/// ```
/// use mapwright_core::{Dir, Dirs, Grid, Point, Size, Wrap};
/// use mapwright_pipes::{PipeBoard, PipePuzzle};
///
/// // Two dead ends that look away from each other. The source is on the left.
/// let mut tiles = Grid::new(Size::new(2, 1), Dirs::NONE.with(Dir::W));
/// tiles[Point::new(1, 0)] = Dirs::NONE.with(Dir::E);
/// let mut board = PipeBoard::new(PipePuzzle::new(tiles, Wrap::None, Point::new(0, 0))?);
/// assert!(board.turn(Point::new(0, 0), 2)?.wet.is_empty());
/// let change = board.turn(Point::new(1, 0), 2)?;
/// assert_eq!(change.wet, [Point::new(1, 0)]);
/// assert!(change.solved);
///
/// let error = board.turn(Point::new(2, 0), 1).unwrap_err();
/// assert_eq!(error.to_string(), "(2, 0) is outside the board of 2x1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PipeBoard {
    puzzle: PipePuzzle,
    flow: FlowState,
    change: BoardChange,
    tiles: u32,
}

/// The number of tiles on a board, and of those that are wet or on a ring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TileCounts {
    /// Tiles with an open side.
    pub tiles: u32,
    /// Tiles that are connected to the source.
    pub wet: u32,
    /// Tiles that touch a ring edge, wet or dry.
    pub on_ring: u32,
}

/// A cell that is not on the board.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{at} is outside the board of {size}")]
pub struct OutsideBoardError {
    /// The cell.
    pub at: Point,
    /// The board's size.
    pub size: Size,
}

mapwright_core::debug_as_display!(OutsideBoardError);

impl PipeBoard {
    /// A live board of a puzzle. It visits every tile once.
    pub fn new(puzzle: PipePuzzle) -> Self {
        let flow = FlowState::new(puzzle.joined(), puzzle.size().index(puzzle.source()));
        let tiles = puzzle.tiles().as_slice().iter().filter(|tile| !tile.is_empty()).count() as u32;
        let mut board = PipeBoard { puzzle, flow, change: BoardChange::default(), tiles };
        board.change.solved = board.solved();
        board
    }

    /// Turns a tile by quarter turns clockwise, and returns which cells became wet or dry, or entered or left a ring.
    /// The result borrows from the board, which reuses its memory in the next turn.
    pub fn turn(&mut self, at: Point, quarters: u32) -> Result<&BoardChange, OutsideBoardError> {
        let cell = self.cell(at)?;
        let old = self.flow.joined().ways(cell);
        let tile = self.puzzle.tile_mut(cell);
        *tile = tile.turned(quarters);
        let new = self.puzzle.joined_ways(cell);
        for dir in old.minus(new).iter() {
            self.flow.part(cell, dir);
        }
        for dir in new.minus(old).iter() {
            self.flow.join(cell, dir);
        }
        self.flow.report(&mut self.change);
        self.change.solved = self.solved();
        Ok(&self.change)
    }

    /// What the last turn changed.
    pub const fn last_change(&self) -> &BoardChange {
        &self.change
    }

    /// The board in its current state.
    pub const fn puzzle(&self) -> &PipePuzzle {
        &self.puzzle
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.puzzle.size()
    }

    /// A tile's open sides; `None` outside the board.
    pub fn tile(&self, at: Point) -> Option<Dirs> {
        self.puzzle.tiles().get(at).copied()
    }

    /// Whether a cell is connected to the source. The source is; cells outside the board are not.
    pub fn is_wet(&self, at: Point) -> bool {
        self.cell(at).is_ok_and(|cell| self.flow.is_wet(cell))
    }

    /// Whether a cell, wet or dry, is on a ring: it has a joined side that is not a bridge.
    pub fn is_on_ring(&self, at: Point) -> bool {
        !self.ring_sides(at).is_empty()
    }

    /// The joined sides of a cell that are not bridges.
    pub fn ring_sides(&self, at: Point) -> Dirs {
        self.cell(at).map_or(Dirs::NONE, |cell| self.flow.ring_sides(cell))
    }

    /// Where water passes now.
    pub const fn joined(&self) -> &Passages {
        self.flow.joined()
    }

    /// The number of tiles, and of those that are wet or on a ring.
    pub fn counts(&self) -> TileCounts {
        // A source without open sides is wet but not a tile.
        let source = self.puzzle.size().index(self.puzzle.source());
        let bare_source = self.puzzle.tiles()[source].is_empty();
        TileCounts {
            tiles: self.tiles,
            wet: self.flow.n_wet() - u32::from(bare_source),
            on_ring: self.flow.n_on_ring(),
        }
    }

    /// Whether every tile is wet.
    pub fn solved(&self) -> bool {
        let counts = self.counts();
        counts.wet == counts.tiles
    }

    fn cell(&self, at: Point) -> Result<u32, OutsideBoardError> {
        let size = self.size();
        if size.contains(at) { Ok(size.index(at)) } else { Err(OutsideBoardError { at, size }) }
    }
}

impl PipePuzzle {
    /// Where water passes now: between touching open sides without a barrier.
    pub fn joined(&self) -> Passages {
        let mut joined = self.ground().clone();
        for (cell, tile) in (0..).zip(self.tiles().as_slice()) {
            for dir in self.ground().ways(cell).minus(*tile).iter() {
                joined.part(cell, dir);
            }
        }
        joined
    }

    /// The sides of a cell through which water passes.
    fn joined_ways(&self, cell: u32) -> Dirs {
        let meets = |&dir: &Dir| {
            let next = self.ground().next(cell, dir);
            next.is_some_and(|next| self.tiles()[next].contains(dir.opposite()))
        };
        self.tiles()[cell].iter().filter(meets).collect()
    }
}
