//! Tiles of the world: a single tile, a row, a window, a chunk.
//!
//! The tiles come from the fast plane without pins; then the tiles around the pins in the window are recolored.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, Sides, Tile};

use super::world::Tiles;
use super::{ChunkPos, WangKind, WangWorld, WorldRect};

impl WangWorld {
    /// The tile at column `x` and row `y`: the colors of its sides N E S W or of its corners NE SE SW NW.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let mut tile = [match &self.tiles {
            Tiles::Edges(tiles) => tiles.tile(x, y),
            Tiles::Corners(tiles) => tiles.tile(x, y),
        }];
        self.paint_pins(x, y, 1, &mut tile);
        let [tile] = tile;
        tile
    }

    /// The tiles of row `y` from column `x0` on, as many as `out` holds: the fastest way to make many tiles.
    pub fn row(&self, x0: i64, y: i64, out: &mut [Sides]) {
        match &self.tiles {
            Tiles::Edges(tiles) => tiles.row(x0, y, out),
            Tiles::Corners(tiles) => tiles.row(x0, y, out),
        }
        self.paint_pins(x0, y, out.len(), out);
    }

    /// The tiles of a window, row by row.
    ///
    /// # Errors
    ///
    /// The window has no tiles, or more than 65535 a side.
    pub fn window(&self, window: WorldRect) -> Result<Grid<Sides>, BuildError> {
        let mut tiles = Grid::new(window.size()?, Sides::CLOSED);
        let width = usize::from(tiles.size().w);
        self.fill(window.x, window.y, width, tiles.as_mut_slice());
        Ok(tiles)
    }

    /// The tiles of a chunk, row by row.
    pub fn chunk(&self, chunk: ChunkPos) -> Grid<Sides> {
        let mut tiles = Grid::new(self.chunk_size(), Sides::CLOSED);
        self.fill_chunk(chunk, tiles.as_mut_slice());
        tiles
    }

    /// Writes the tiles of a chunk to `out`, row by row.
    ///
    /// # Errors
    ///
    /// `out` does not have exactly as many tiles as a chunk.
    pub fn chunk_into(&self, chunk: ChunkPos, out: &mut [Sides]) -> Result<(), BuildError> {
        let size = self.chunk_size();
        if out.len() as u64 != u64::from(size.area()) {
            let allowed = format!("{}, the tiles of a chunk of {size}", size.area());
            return Err(BuildError::parameter("out", format!("{} tiles long", out.len()), allowed));
        }
        self.fill_chunk(chunk, out);
        Ok(())
    }

    /// The chunks of the rectangle from `first` in the top left corner to `last` in the bottom right corner, row by
    /// row, each made on demand.
    pub fn chunks(&self, first: ChunkPos, last: ChunkPos) -> impl Iterator<Item = (ChunkPos, Grid<Sides>)> {
        first.to(last).map(|chunk| (chunk, self.chunk(chunk)))
    }

    /// A window as a map: floor everywhere, and the tiles in `sides` or in `corners`. It can be drawn, measured, and
    /// changed by meta builders.
    ///
    /// # Errors
    ///
    /// The window has no tiles, or is too large for a map.
    pub fn map(&self, window: WorldRect) -> Result<BuilderMap, BuildError> {
        claim(window)?;
        self.map_of(self.window(window)?)
    }

    /// A chunk as a map, as [`map`](Self::map) makes it.
    ///
    /// # Errors
    ///
    /// A chunk is too large for a map.
    pub fn chunk_map(&self, chunk: ChunkPos) -> Result<BuilderMap, BuildError> {
        let (x, y) = self.chunk_origin(chunk);
        let size = self.chunk_size();
        self.map(WorldRect::new(x, y, size.w.into(), size.h.into()))
    }

    /// Tiles of this world as a map.
    pub(super) fn map_of(&self, tiles: Grid<Sides>) -> Result<BuilderMap, BuildError> {
        let mut map = context().new_map(tiles.size(), Tile::FLOOR)?;
        match self.kind() {
            WangKind::Edges => map.sides = Some(tiles),
            WangKind::Corners => map.corners = Some(tiles),
        }
        Ok(map)
    }

    fn fill_chunk(&self, chunk: ChunkPos, out: &mut [Sides]) {
        let (x, y) = self.chunk_origin(chunk);
        self.fill(x, y, self.chunk_size().w.into(), out);
    }

    fn fill(&self, x0: i64, y0: i64, width: usize, out: &mut [Sides]) {
        match &self.tiles {
            Tiles::Edges(tiles) => tiles.window(x0, y0, width, out),
            Tiles::Corners(tiles) => tiles.window(x0, y0, width, out),
        }
        self.paint_pins(x0, y0, width, out);
    }

    #[inline]
    fn paint_pins(&self, x0: i64, y0: i64, width: usize, out: &mut [Sides]) {
        if !self.pins.is_empty() {
            self.pins.paint(x0, y0, width, out);
        }
    }
}

/// Refuses a window that is too large for a map, before allocating memory.
pub(super) fn claim(window: WorldRect) -> Result<(), BuildError> {
    context().claim(window.w, window.h).map(|_| ())
}

/// The context of a stage; maps of a world have no random numbers except the world's.
fn context() -> BuildCx<'static> {
    BuildCx::new(0, "world", 0)
}
