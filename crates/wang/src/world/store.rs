//! Chunks kept for callers who look at the same ones again and again, and who change tiles.
//!
//! What was changed is kept by itself, tile by tile, and never thrown away; the chunks are only a cache over the world
//! and the changes, of which the one used longest ago goes first.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use mapwright_core::{BuildError, BuilderMap, Dir, Grid, Sides};

use super::sparse::Sparse;
use super::windows::claim;
use super::{ChunkPos, Place, World, WorldKind, WorldRect};

/// A [`World`] with the chunks used last, and with tiles that were changed.
///
/// Any tile may become any other of the world's colors, whether or not it matches its neighbors: while a level is
/// edited, it often must not for a while. [`mismatches`](Self::mismatches) tells where it does not. Pin a place of the
/// world instead to change all tiles around it at once.
///
/// ```
/// use mapwright_core::{Dir, Sides};
/// use mapwright_wang::{ChunkPos, ChunkStore, Place, World, WorldRect};
///
/// let mut store = ChunkStore::new(World::edges(7, 2)?, 100)?;
/// let before = store.tile(-3, 5);
/// store.set_tile(-3, 5, before.with_color(Dir::E, 1 - before.color(Dir::E)))?;
/// assert_ne!(store.get(ChunkPos::new(-1, 0))[5 * 8 + 5], before);
/// assert_eq!(store.mismatches(WorldRect::new(-8, 0, 8, 8)), [Place::side(-3, 5, Dir::E)]);
///
/// store.set_tile(-3, 5, before)?;
/// assert_eq!(store.edits().count(), 0);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChunkStore {
    world: World,
    capacity: usize,
    /// Tiles that differ from the world's.
    edits: Sparse<Sides>,
    made: BTreeMap<ChunkPos, Made>,
    /// The chunks by when they were used, the longest ago first.
    by_use: BTreeMap<u64, ChunkPos>,
    clock: u64,
}

#[derive(Clone, Debug)]
struct Made {
    tiles: Grid<Sides>,
    used: u64,
}

impl ChunkStore {
    /// A store of a world without edits that keeps up to `capacity` chunks, each as large as the world says.
    ///
    /// # Errors
    ///
    /// A capacity of 0.
    pub fn new(world: World, capacity: usize) -> Result<ChunkStore, BuildError> {
        if capacity == 0 {
            return Err(BuildError::parameter("capacity", capacity, "1 or more chunks"));
        }
        let (made, by_use) = (BTreeMap::new(), BTreeMap::new());
        Ok(ChunkStore { world, capacity, edits: Sparse::default(), made, by_use, clock: 0 })
    }

    /// The world without edits.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// How many chunks are kept at most.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many chunks are kept now.
    pub fn kept(&self) -> usize {
        self.made.len()
    }

    /// Whether a chunk is kept now.
    pub fn is_kept(&self, chunk: ChunkPos) -> bool {
        self.made.contains_key(&chunk)
    }

    /// A chunk with its edits, which counts as a use of it. Where it is not kept it is made, and if there are too many
    /// then, the one used longest ago goes.
    pub fn get(&mut self, chunk: ChunkPos) -> &Grid<Sides> {
        self.clock += 1;
        if !self.is_kept(chunk) {
            self.make_room();
        }
        let made = match self.made.entry(chunk) {
            Entry::Occupied(kept) => kept.into_mut(),
            // The clock began at 1, so no chunk was used at 0.
            Entry::Vacant(place) => place.insert(Made { tiles: make(&self.world, &self.edits, chunk), used: 0 }),
        };
        self.by_use.remove(&std::mem::replace(&mut made.used, self.clock));
        self.by_use.insert(self.clock, chunk);
        &made.tiles
    }

    /// Throws out the chunks used longest ago until there is a place for one more.
    fn make_room(&mut self) {
        while self.made.len() >= self.capacity
            && let Some((_, oldest)) = self.by_use.pop_first()
        {
            self.made.remove(&oldest);
        }
    }

    /// The tile at column `x` and row `y`, which counts as a use of its chunk.
    pub fn tile(&mut self, x: i64, y: i64) -> Sides {
        match self.world.locate(x, y) {
            Some((chunk, at)) => self.get(chunk)[at],
            None => self.peek(x, y),
        }
    }

    /// The tile at column `x` and row `y`, without any use of chunks: for one tile here and there.
    pub fn peek(&self, x: i64, y: i64) -> Sides {
        self.edits.get(x, y).copied().unwrap_or_else(|| self.world.tile(x, y))
    }

    /// Changes a tile and returns what it was. It need not match its neighbors. The world's own tile takes the edit
    /// back.
    ///
    /// # Errors
    ///
    /// A color that the world does not have.
    pub fn set_tile(&mut self, x: i64, y: i64, tile: Sides) -> Result<Sides, BuildError> {
        Dir::ALL.into_iter().try_for_each(|part| self.world.check_color("tile", tile.color(part)))?;
        let own = self.world.tile(x, y);
        let before = match tile == own {
            true => self.edits.remove(x, y),
            false => self.edits.insert(x, y, tile),
        };
        if let Some((chunk, at)) = self.world.locate(x, y)
            && let Some(made) = self.made.get_mut(&chunk)
        {
            made.tiles[at] = tile;
        }
        Ok(before.unwrap_or(own))
    }

    /// Every changed tile, row by row, as column, row and tile.
    pub fn edits(&self) -> impl Iterator<Item = (i64, i64, Sides)> {
        self.edits.iter().map(|(x, y, &tile)| (x, y, tile))
    }

    /// The tiles of a window with their edits, row by row, without any use of chunks.
    ///
    /// # Errors
    ///
    /// A window without tiles, or of more than 65535 a side.
    pub fn window(&self, window: WorldRect) -> Result<Grid<Sides>, BuildError> {
        let mut tiles = self.world.window(window)?;
        overlay(&self.edits, (window.x, window.y), &mut tiles);
        Ok(tiles)
    }

    /// A window with its edits as a map, as [`World::map`] makes it.
    ///
    /// # Errors
    ///
    /// A window without tiles, or too large for a map.
    pub fn map(&self, window: WorldRect) -> Result<BuilderMap, BuildError> {
        claim(window)?;
        self.world.map_of(self.window(window)?)
    }

    /// The places around the tiles of a window, those on its border too, where the tiles that touch do not have one
    /// color. Row by row. The time it takes grows with the edits in the window, not with its size.
    pub fn mismatches(&self, window: WorldRect) -> Vec<Place> {
        // The world itself fits everywhere: what does not touches an edit, in the window or right beside it.
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

    /// Pins a place of the world, as [`World::pin`]. Edited tiles stay as they are.
    ///
    /// # Errors
    ///
    /// Those of [`World::pin`].
    pub fn pin(&mut self, place: Place, color: u8) -> Result<Option<u8>, BuildError> {
        let before = self.world.pin(place, color)?;
        self.refresh(place);
        Ok(before)
    }

    /// Takes a pin of the world away, as [`World::unpin`].
    pub fn unpin(&mut self, place: Place) -> Option<u8> {
        let before = self.world.unpin(place);
        self.refresh(place);
        before
    }

    /// The world has changed around a place: what is kept of it, and edits that are none any more.
    fn refresh(&mut self, place: Place) {
        for (x, y, _) in place.tiles() {
            let own = self.world.tile(x, y);
            if self.edits.get(x, y) == Some(&own) {
                self.edits.remove(x, y);
            }
            let tile = self.peek(x, y);
            if let Some((chunk, at)) = self.world.locate(x, y)
                && let Some(made) = self.made.get_mut(&chunk)
            {
                made.tiles[at] = tile;
            }
        }
    }

    /// The four places that a tile shares with others.
    fn places_of(&self, x: i64, y: i64) -> [Place; 4] {
        match self.world.kind() {
            WorldKind::Edges => Dir::ALL.map(|side| Place::side(x, y, side)),
            WorldKind::Corners => mapwright_core::Corner::ALL.map(|corner| Place::corner(x, y, corner)),
        }
    }

    /// Whether all tiles that touch a place have one color there.
    fn is_matched(&self, place: Place) -> bool {
        let mut colors = place.tiles().map(|(x, y, part)| self.peek(x, y).color(part));
        let first = colors.next();
        colors.all(|color| Some(color) == first)
    }
}

/// A chunk of the world with the edits in it.
fn make(world: &World, edits: &Sparse<Sides>, chunk: ChunkPos) -> Grid<Sides> {
    let mut tiles = world.chunk(chunk);
    overlay(edits, world.chunk_origin(chunk), &mut tiles);
    tiles
}

/// Puts the edits of a window with its top left corner at `(x0, y0)` over its tiles.
fn overlay(edits: &Sparse<Sides>, (x0, y0): (i64, i64), tiles: &mut Grid<Sides>) {
    let (w, h) = (tiles.size().w, tiles.size().h);
    for (x, y, &tile) in edits.within(x0, w.into(), y0, h.into()) {
        let at = u16::try_from(x.wrapping_sub(x0)).ok().zip(u16::try_from(y.wrapping_sub(y0)).ok());
        if let Some(place) = at.and_then(|at| tiles.get_mut(at.into())) {
            *place = tile;
        }
    }
}
