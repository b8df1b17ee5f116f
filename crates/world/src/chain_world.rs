//! The endless world of a chain.
//!
//! **It has no seams, and no order.** Claim: a chunk of a layer is a function of the seed and its place alone, and equals
//! that part of any window that is made in one piece. Proof, by induction over the layers and over the stages of one. What
//! a stage reads is, by induction, a function of the place. It makes each cell from its place and the cells in its reach.
//! The window has all of these around each cell that is kept, so the cell is the one that any larger window would have.
//! What is not kept may be wrong, and is cropped before the next stage, which has asked for so much more. Stages that
//! work by blocks always see the same window for the same block. Nothing is ever written into a neighbor, so it does not
//! matter what was made before, by which thread, and what was forgotten since. ∎

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use mapwright_core::{BuildError, BuildErrorKind, BuilderChain, BuilderMap, Point, Size, Tile};

use crate::layers::WorldPlan;
use crate::lru::Lru;
use crate::window::{Chunk, Window};
use crate::{ChunkPos, Feature, Sparse, Which, WorldRect};

/// An endless world: a chain of builders on an infinite plane, of which any part can be made alone, in any order, on any
/// thread, and fits. The same seed makes the same world on every machine.
///
/// Every stage must declare a [`Reach`](mapwright_core::Reach); one that looks at the whole map is refused, with the
/// reason. The size of the chain is the size of its blocks: stages that cannot be endless, such as most mazes, work in
/// blocks of this size. Tiles may be edited; edits last whatever is forgotten. Threads may share a world: one edits it
/// while others make its chunks.
///
/// ```
/// use mapwright_core::{BuildError, Builder, BuilderChain, BuilderMap, BuildCx, Facts, InitialMapBuilder, Reach, Size, Tile};
/// use mapwright_world::{ChainWorld, ChunkPos, WorldRect};
///
/// /// A pillar in every tenth cell.
/// #[derive(Debug)]
/// struct Pillars;
///
/// impl Builder for Pillars {
///     fn facts(&self, _: Size) -> Facts {
///         Facts::new("pillars").reach(Reach::Cells(0))
///     }
/// }
///
/// impl InitialMapBuilder for Pillars {
///     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
///         let mut map = cx.new_map(size, Tile::FLOOR)?;
///         let (left, top) = cx.origin.unwrap_or((0, 0));
///         for p in size.points() {
///             if cx.bits_at((left + i64::from(p.x), top + i64::from(p.y)), 0) % 10 == 0 {
///                 map.tiles[p] = Tile::PILLAR;
///             }
///         }
///         Ok(map)
///     }
/// }
///
/// let world = ChainWorld::new(BuilderChain::start_with(Size::new(16, 16), Pillars), 7)?;
/// let chunk = world.chunk(ChunkPos::new(-1, 2))?;
/// assert_eq!(chunk, world.window(WorldRect::new(-16, 32, 16, 16))?);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Debug)]
pub struct ChainWorld {
    chain: Arc<BuilderChain>,
    seed: u64,
    plan: WorldPlan,
    edits: RwLock<Sparse<Tile>>,
    /// Chunks by layer, column and row.
    cache: Mutex<Lru<ChunkKey, Arc<Chunk>>>,
}

type ChunkKey = (usize, i64, i64);

impl ChainWorld {
    /// The bytes of chunks that are kept, unless [`with_cache`](Self::with_cache) says otherwise: 64 MiB.
    pub const CACHE: u64 = 64 << 20;

    /// The world of a chain and a seed. Worlds can share a chain: give each a clone of one `Arc`.
    ///
    /// # Errors
    ///
    /// A parameter is out of range; a stage cannot run in an endless world; the windows that it needs are larger than
    /// the memory of the chain; the chain has wrapped borders.
    pub fn new(chain: impl Into<Arc<BuilderChain>>, seed: u64) -> Result<ChainWorld, BuildError> {
        let chain = chain.into();
        chain.check()?;
        if chain.wraps().x() || chain.wraps().y() {
            return Err(BuildError::parameter("wrap", chain.wraps(), "none: an endless world has no borders"));
        }
        let plan = WorldPlan::new(&chain)?;
        let cache = Mutex::new(Lru::new(ChainWorld::CACHE));
        Ok(ChainWorld { chain, seed, plan, edits: RwLock::default(), cache })
    }

    /// The same world, which keeps chunks of so many bytes.
    #[must_use]
    pub fn with_cache(self, bytes: u64) -> ChainWorld {
        ChainWorld { cache: Mutex::new(Lru::new(bytes)), ..self }
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The chain.
    pub fn chain(&self) -> &BuilderChain {
        &self.chain
    }

    /// Columns and rows of a chunk: those of the chain, in tiles.
    pub const fn chunk_size(&self) -> Size {
        self.plan.block
    }

    /// The chunk with tile `(x, y)`; `None` past the last chunk. [`ChunkPos::locate`] also gives the tile's place in it.
    pub fn chunk_at(&self, x: i64, y: i64) -> Option<ChunkPos> {
        ChunkPos::locate(x, y, self.chunk_size()).map(|(chunk, _)| chunk)
    }

    /// The bytes of the chunks that are kept now.
    pub fn kept(&self) -> u64 {
        self.cache().weight()
    }

    /// The stages of each layer: those of one run on the same windows.
    pub fn layers(&self) -> impl Iterator<Item = Vec<&'static str>> {
        self.plan.layers.iter().map(|layer| layer.steps.iter().map(|step| step.stage.name).collect())
    }

    /// A chunk as a map; see [`window`](Self::window).
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window).
    pub fn chunk(&self, chunk: ChunkPos) -> Result<BuilderMap, BuildError> {
        let size = self.chunk_size();
        let (x, y) = chunk.origin(size);
        self.window(WorldRect::new(x, y, size.w.into(), size.h.into()))
    }

    /// A window as a map, with its edits. Rooms, corridors, doors and spawns are those that lie in it as a whole; rooms
    /// are numbered row by row. A world has one start and no end: a window has neither.
    ///
    /// # Errors
    ///
    /// It has no cells or too many, it lies too near to the last coordinates, or a stage fails.
    pub fn window(&self, rect: WorldRect) -> Result<BuilderMap, BuildError> {
        self.check(rect)?;
        let mut window = self.gather(self.plan.layers.len(), rect, rect)?;
        let edits = self.edits.read().unwrap_or_else(PoisonError::into_inner);
        for (x, y, &tile) in edits.within(rect.x, rect.w, rect.y, rect.h) {
            if let Ok(at) = Point::try_from((x - rect.x, y - rect.y)) {
                window.map.tiles[at] = tile;
            }
        }
        let (tiles, spawns) = (&window.map.tiles, &mut window.map.spawns);
        spawns.retain(|spawn| tiles.get(spawn.at).is_some_and(|tile| !tile.is_solid()));
        window.map.list_doors();
        Ok(window.map)
    }

    /// The rooms, corridors, spawns and listed doors of a rectangle, by rows and columns. Doors that are tiles only, as those
    /// of the stage `doors`, are in the windows.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window).
    pub fn features(&self, rect: WorldRect, which: Which) -> Result<Vec<Feature>, BuildError> {
        self.check(rect)?;
        let Some((top, layer)) = self.plan.layers.iter().enumerate().next_back() else { return Ok(Vec::new()) };
        // Nothing is longer than the window that it was made in.
        let most = u32::try_from(self.plan.margin).unwrap_or(u32::MAX);
        let searched = match which {
            Which::Owned => rect,
            Which::Overlapping => {
                let all = rect.grown(most).ok_or_else(|| self.end_of_world(rect))?;
                WorldRect { w: most.saturating_add(rect.w), h: most.saturating_add(rect.h), ..all }
            }
        };
        let mut found = Vec::new();
        for at in layer.chunks(searched) {
            let chunk = self.chunk_of(top, at)?;
            let is_meant = |feature: &&Feature| match which {
                Which::Owned => rect.contains(feature.bounds.x, feature.bounds.y),
                Which::Overlapping => feature.bounds.overlap(rect).is_some(),
            };
            found.extend(chunk.features.iter().filter(is_meant).cloned());
        }
        found.sort_unstable();
        Ok(found)
    }

    /// The tile of a cell, with its edit.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window).
    pub fn tile(&self, x: i64, y: i64) -> Result<Tile, BuildError> {
        let own = self.own_tile(x, y)?;
        let edits = self.edits.read().unwrap_or_else(PoisonError::into_inner);
        Ok(edits.get(x, y).copied().unwrap_or(own))
    }

    /// Changes a tile, and returns the previous one. Setting the world's own tile removes the edit. Other planes and the
    /// features stay as they are.
    ///
    /// # Errors
    ///
    /// Those of [`window`](Self::window).
    pub fn set_tile(&self, x: i64, y: i64, tile: Tile) -> Result<Tile, BuildError> {
        let own = self.own_tile(x, y)?;
        let mut edits = self.edits.write().unwrap_or_else(PoisonError::into_inner);
        let before = if tile == own { edits.remove(x, y) } else { edits.insert(x, y, tile) };
        Ok(before.unwrap_or(own))
    }

    /// Every changed tile: all that a saved game has to keep, beside the chain and the seed. With the feature `serde` it is
    /// a list of columns, rows and tiles.
    pub fn edits(&self) -> Sparse<Tile> {
        self.edits.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same world with these edits and no others.
    #[must_use]
    pub fn with_edits(self, edits: Sparse<Tile>) -> ChainWorld {
        ChainWorld { edits: RwLock::new(edits), ..self }
    }

    fn own_tile(&self, x: i64, y: i64) -> Result<Tile, BuildError> {
        let cell = WorldRect::new(x, y, 1, 1);
        self.check(cell)?;
        let window = self.gather(self.plan.layers.len(), cell, cell)?;
        Ok(window.map.tiles[0_u32])
    }

    /// Refuses a rectangle that is too large, or from which some stage would look past the last coordinates: before
    /// anything is made.
    ///
    /// # Errors
    ///
    /// It has no cells or too many, or it lies too near to the last coordinates.
    pub fn check(&self, rect: WorldRect) -> Result<(), BuildError> {
        let size = rect.size()?;
        let bytes = u64::from(size.area()) * BuilderMap::BYTES_PER_CELL;
        if bytes > self.chain.most_memory() {
            let kind = BuildErrorKind::TooLarge { w: rect.w, h: rect.h, bytes, limit: self.chain.most_memory() };
            return Err(kind.into());
        }
        let margin = u32::try_from(self.plan.margin).ok();
        match margin.and_then(|margin| rect.grown(margin)) {
            Some(_) => Ok(()),
            None => Err(self.end_of_world(rect)),
        }
    }

    fn end_of_world(&self, rect: WorldRect) -> BuildError {
        let what = format!("a window of {}x{} at ({}, {})", rect.w, rect.h, rect.x, rect.y);
        BuildErrorKind::EndOfWorld { what, margin: self.plan.margin }.into()
    }

    /// A window of what the layers below `layer` have made.
    fn gather(&self, layer: usize, rect: WorldRect, own: WorldRect) -> Result<Window, BuildError> {
        let mut window = Window::new(rect)?;
        let Some(below) = layer.checked_sub(1) else { return Ok(window) };
        for at in self.plan.layers[below].chunks(rect) {
            window.paste(&*self.chunk_of(below, at)?, own);
        }
        Ok(window)
    }

    /// A chunk of a layer, kept or made.
    fn chunk_of(&self, layer: usize, (x, y): (i64, i64)) -> Result<Arc<Chunk>, BuildError> {
        if let Some(chunk) = self.cache().get(&(layer, x, y)) {
            return Ok(Arc::clone(chunk));
        }
        // Not while the cache is locked: others go on, and two that make the same chunk make it alike.
        let chunk = Arc::new(self.make(layer, (x, y))?);
        self.cache().insert((layer, x, y), Arc::clone(&chunk), chunk.bytes());
        Ok(chunk)
    }

    /// The cache. A panic of another thread leaves it usable: it holds only correct chunks at any time.
    fn cache(&self) -> MutexGuard<'_, Lru<ChunkKey, Arc<Chunk>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make(&self, layer: usize, at: (i64, i64)) -> Result<Chunk, BuildError> {
        let steps = &self.plan.layers[layer].steps;
        let area = self.plan.layers[layer].area(at);
        let windows = area.and_then(|area| Some((area, self.plan.layers[layer].windows(area)?)));
        let (area, windows) = windows.ok_or_else(|| self.end_of_world(WorldRect::new(at.0, at.1, 1, 1)))?;
        let mut window: Option<Window> = None;
        for (i, (step, &need)) in steps.iter().zip(&windows).enumerate() {
            // What the last stage makes belongs to the chunk; before it, coordinates may be coarser.
            let own = if steps[i..].iter().all(|step| step.scale == 1) { area } else { need };
            let mut here = match window.take() {
                Some(window) => window.crop(need, own)?,
                None if step.stage.index == 0 => {
                    let map = self.chain.start_window(self.seed, (need.x, need.y), need.size()?)?;
                    window = Some(Window { rect: scaled(need, step.scale), map, aside: Vec::new() });
                    continue;
                }
                None => self.gather(layer, need, own)?,
            };
            here.forget(step.clears);
            let place = ((need.x, need.y), step.block);
            self.chain.continue_window(step.stage.index, self.seed, place, &mut here.map)?;
            // A stage that finds nothing to do may keep a plane in one block and drop it in the next.
            here.map.clear(step.drops);
            here.rect = scaled(need, step.scale);
            window = Some(here);
        }
        match window {
            Some(window) => Ok(window.crop(area, area)?.finish()),
            None => Ok(Window::new(area)?.finish()),
        }
    }
}

/// The same rectangle where a cell has become several.
fn scaled(rect: WorldRect, scale: u16) -> WorldRect {
    let (n, more) = (i64::from(scale), u32::from(scale));
    WorldRect::new(rect.x.wrapping_mul(n), rect.y.wrapping_mul(n), rect.w * more, rect.h * more)
}
