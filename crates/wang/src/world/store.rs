//! A cache of chunks, and the tiles that were edited.
//!
//! Edits are kept tile by tile and never dropped. The chunks are only a cache over the world and its edits, with the
//! least recently used one dropped first. Reading takes `&self`: the cache is behind a lock, and a chunk is made
//! outside of it, so that threads that miss do not wait for each other.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mapwright_core::{BuildError, BuilderMap, Dir, Grid, Sides};

use mapwright_world::{Lru, Sparse};

use super::windows::claim;
use super::{ChunkPos, Place, WangKind, WangWorld, WorldRect};

/// A [`WangWorld`] with edited tiles, and a cache of its most recently used chunks that threads can share.
///
/// A tile may be set to any tile in the world's colors, whether or not it matches its neighbors.
/// [`mismatches`](Self::mismatches) finds the places where it does not. To change all tiles around a place at once, pin
/// the place.
///
/// ```
/// use mapwright_core::{Dir, Sides};
/// use mapwright_wang::{ChunkPos, ChunkStore, Place, WangWorld, WorldRect};
///
/// let mut store = ChunkStore::new(WangWorld::edges(7, 2)?, 100)?;
/// let before = store.tile(-3, 5);
/// store.set_tile(-3, 5, before.with_color(Dir::E, 1 - before.color(Dir::E)))?;
/// assert_ne!(store.get(ChunkPos::new(-1, 0))[5 * 8 + 5], before);
/// assert_eq!(store.mismatches(WorldRect::new(-8, 0, 8, 8)), [Place::side(-3, 5, Dir::E)]);
///
/// store.set_tile(-3, 5, before)?;
/// assert_eq!(store.edits().count(), 0);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Debug)]
pub struct ChunkStore {
    world: WangWorld,
    capacity: usize,
    /// Tiles that differ from those of the world.
    edits: Sparse<Sides>,
    cache: Mutex<Cache>,
}

/// The chunks used most recently.
type Cache = Lru<ChunkPos, Arc<Grid<Sides>>>;

impl Clone for ChunkStore {
    fn clone(&self) -> Self {
        let (world, edits) = (self.world.clone(), self.edits.clone());
        ChunkStore { world, capacity: self.capacity, edits, cache: Mutex::new(self.cache().clone()) }
    }
}

impl ChunkStore {
    /// A store of a world, without edits, that keeps up to `capacity` chunks.
    ///
    /// # Errors
    ///
    /// The capacity is 0.
    pub fn new(world: WangWorld, capacity: usize) -> Result<ChunkStore, BuildError> {
        if capacity == 0 {
            return Err(BuildError::parameter("capacity", capacity, "1 or more chunks"));
        }
        Ok(ChunkStore { world, capacity, edits: Sparse::default(), cache: Mutex::new(Lru::new(capacity as u64)) })
    }

    /// The world without edits.
    pub const fn world(&self) -> &WangWorld {
        &self.world
    }

    /// The most chunks that are kept.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of chunks kept now.
    pub fn kept(&self) -> usize {
        self.cache().len()
    }

    /// Whether a chunk is kept now.
    pub fn is_kept(&self, chunk: ChunkPos) -> bool {
        self.cache().contains(&chunk)
    }

    /// A chunk with its edits; this counts as a use. A chunk that is not kept is made, and if there are then too many,
    /// the least recently used one is dropped.
    pub fn get(&self, chunk: ChunkPos) -> Arc<Grid<Sides>> {
        if let Some(tiles) = self.cache().get(&chunk) {
            return Arc::clone(tiles);
        }
        let mut tiles = self.world.chunk(chunk);
        overlay(&self.edits, self.world.chunk_origin(chunk), &mut tiles);
        let tiles = Arc::new(tiles);
        let mut cache = self.cache();
        // Another thread may have made it in the meantime: it has the same tiles.
        if let Some(tiles) = cache.get(&chunk) {
            return Arc::clone(tiles);
        }
        cache.insert(chunk, Arc::clone(&tiles), 1);
        tiles
    }

    /// The cache. A panic of another thread leaves it usable: it holds only correct chunks at any time.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a tile into its chunk, if the chunk is kept.
    fn update(&mut self, x: i64, y: i64, tile: Sides) {
        let cache = self.cache.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some((chunk, at)) = self.world.locate(x, y)
            && let Some(tiles) = cache.peek_mut(&chunk)
        {
            Arc::make_mut(tiles)[at] = tile;
        }
    }

    /// The tile at column `x` and row `y`; this counts as a use of its chunk.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        match self.world.locate(x, y) {
            Some((chunk, at)) => self.get(chunk)[at],
            None => self.peek(x, y),
        }
    }

    /// The tile at column `x` and row `y`, without using chunks: for single tiles.
    pub fn peek(&self, x: i64, y: i64) -> Sides {
        self.edits.get(x, y).copied().unwrap_or_else(|| self.world.tile(x, y))
    }

    /// Changes a tile and returns the previous one. It need not match its neighbors. Setting the world's own tile
    /// removes the edit.
    ///
    /// # Errors
    ///
    /// The tile has a color that the world does not have.
    pub fn set_tile(&mut self, x: i64, y: i64, tile: Sides) -> Result<Sides, BuildError> {
        Dir::ALL.into_iter().try_for_each(|part| self.world.check_color("tile", tile.color(part)))?;
        let own = self.world.tile(x, y);
        let before = match tile == own {
            true => self.edits.remove(x, y),
            false => self.edits.insert(x, y, tile),
        };
        self.update(x, y, tile);
        Ok(before.unwrap_or(own))
    }

    /// Every changed tile, row by row, as column, row and tile.
    pub fn edits(&self) -> impl Iterator<Item = (i64, i64, Sides)> {
        self.edits.iter().map(|(x, y, &tile)| (x, y, tile))
    }

    /// The tiles of a window with their edits, row by row, without using chunks.
    ///
    /// # Errors
    ///
    /// The window has no tiles, or more than 65535 a side.
    pub fn window(&self, window: WorldRect) -> Result<Grid<Sides>, BuildError> {
        let mut tiles = self.world.window(window)?;
        overlay(&self.edits, (window.x, window.y), &mut tiles);
        Ok(tiles)
    }

    /// A window with its edits as a map, as [`WangWorld::map`] makes it.
    ///
    /// # Errors
    ///
    /// The window has no tiles, or is too large for a map.
    pub fn map(&self, window: WorldRect) -> Result<BuilderMap, BuildError> {
        claim(window)?;
        self.world.map_of(self.window(window)?)
    }

    /// The places around the tiles of a window, including its border, where touching tiles have different colors, row
    /// by row. The time depends on the number of edits in the window, not on its size.
    pub fn mismatches(&self, window: WorldRect) -> Vec<Place> {
        // The world itself matches everywhere: mismatches are at edits in the window or right beside it.
        let (x0, y0) = (window.x.wrapping_sub(1), window.y.wrapping_sub(1));
        let (w, h) = (u64::from(window.w), u64::from(window.h));
        if w == 0 || h == 0 {
            return Vec::new();
        }
        let edited = self.edits.within(x0, w + 2, y0, h + 2);
        let places: BTreeSet<Place> = edited.flat_map(|(x, y, _)| self.places_of(x, y)).collect();
        let inside = |x: i64, y: i64| {
            x.wrapping_sub(window.x).cast_unsigned() < w && y.wrapping_sub(window.y).cast_unsigned() < h
        };
        let touches = |place: &Place| place.tiles().any(|(x, y, _)| inside(x, y));
        places.into_iter().filter(|place| touches(place) && !self.is_matched(*place)).collect()
    }

    /// Pins a place of the world, as [`WangWorld::pin`]. Edited tiles stay as they are.
    ///
    /// # Errors
    ///
    /// Those of [`WangWorld::pin`].
    pub fn pin(&mut self, place: Place, color: u8) -> Result<Option<u8>, BuildError> {
        let before = self.world.pin(place, color)?;
        self.refresh(place);
        Ok(before)
    }

    /// Removes a pin of the world, as [`WangWorld::unpin`].
    pub fn unpin(&mut self, place: Place) -> Option<u8> {
        let before = self.world.unpin(place);
        self.refresh(place);
        before
    }

    /// Updates cached chunks and edits after the world has changed around a place.
    fn refresh(&mut self, place: Place) {
        for (x, y, _) in place.tiles() {
            let own = self.world.tile(x, y);
            if self.edits.get(x, y) == Some(&own) {
                self.edits.remove(x, y);
            }
            self.update(x, y, self.peek(x, y));
        }
    }

    /// The four places that a tile shares with others.
    fn places_of(&self, x: i64, y: i64) -> [Place; 4] {
        match self.world.kind() {
            WangKind::Edges => Dir::ALL.map(|side| Place::side(x, y, side)),
            WangKind::Corners => mapwright_core::Corner::ALL.map(|corner| Place::corner(x, y, corner)),
        }
    }

    /// Whether all tiles that touch a place have the same color there.
    fn is_matched(&self, place: Place) -> bool {
        let mut colors = place.tiles().map(|(x, y, part)| self.peek(x, y).color(part));
        let first = colors.next();
        colors.all(|color| Some(color) == first)
    }
}

/// Applies the edits of a window with its top left corner at `(x0, y0)` to its tiles.
fn overlay(edits: &Sparse<Sides>, (x0, y0): (i64, i64), tiles: &mut Grid<Sides>) {
    let (w, h) = (tiles.size().w, tiles.size().h);
    for (x, y, &tile) in edits.within(x0, w.into(), y0, h.into()) {
        let at = u16::try_from(x.wrapping_sub(x0)).ok().zip(u16::try_from(y.wrapping_sub(y0)).ok());
        if let Some(place) = at.and_then(|at| tiles.get_mut(at.into())) {
            *place = tile;
        }
    }
}
