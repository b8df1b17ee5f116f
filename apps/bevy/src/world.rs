//! An endless world, streamed around viewers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_asset::{AssetEvent, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_math::{I64Vec2, IVec2, UVec2, Vec3};
use bevy_reflect::prelude::*;
use bevy_tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy_transform::components::{GlobalTransform, Transform};
use mapwright::core::{BuildError, BuilderChain, Tile};
use mapwright::world::{ChainWorld, ChunkPos, Sparse, Which, WorldRect};

use crate::level::changed;
use crate::parts::{Cell, LevelMap, Parts, TileLayers};
use crate::{LevelFailed, RecipeAsset};

/// An endless world. Its chunks, which have the size of the recipe, are children of this entity while a [`WorldViewer`]
/// is near. A change of `view` keeps the chunks that are there. Any other change of this component, or of its recipe,
/// makes all chunks anew; if that fails, they stay as they were. Tiles that were changed with
/// [`set_tile`](StreamedWorld::set_tile) stay changed as long as the recipe has the same handle and the seed is the same.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, PartialEq, Default)]
#[require(Transform, TileLayers)]
pub struct EndlessWorld {
    /// The recipe. All of its stages must be able to run in an endless world.
    pub recipe: Handle<RecipeAsset>,
    /// The seed; that of the recipe if absent.
    pub seed: Option<u64>,
    /// The width and height of a cell, in units of Bevy's world.
    pub tile_px: u32,
    /// How many columns and rows are present on each side of a viewer: a little more than the camera sees. At most 16
    /// chunks.
    pub view: UVec2,
    /// The cell whose top left corner is at this entity. Choose one near the viewers: coordinates in Bevy have 24 bits.
    pub origin: I64Vec2,
}

impl Default for EndlessWorld {
    /// Cells of 16 units, of which 64 columns and 40 rows are present on each side.
    fn default() -> Self {
        let (recipe, view) = (Handle::default(), UVec2::new(64, 40));
        EndlessWorld { recipe, seed: None, tile_px: 16, view, origin: I64Vec2::ZERO }
    }
}

/// The changed tiles with which an [`EndlessWorld`] opens: on the entity of the world, from a saved game. It must be
/// there when the world opens, so spawn both together; a later one changes nothing until the world opens anew.
/// Afterwards, ask [`StreamedWorld::world`] for its edits.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct WorldEdits(pub Sparse<Tile>);

/// Worlds are present around this entity: a camera.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Transform)]
pub struct WorldViewer;

/// A chunk of an endless world. Its first cell is its [`Cell`], its map is its [`LevelMap`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default)]
#[require(Cell)]
pub struct WorldChunk {
    /// Its column and row among the chunks.
    pub at: IVec2,
}

/// A chunk of an endless world is ready: its entities exist.
#[derive(Message, Clone, Debug, PartialEq, Eq, Reflect)]
pub struct ChunkReady {
    /// The entity with [`EndlessWorld`].
    pub world: Entity,
    /// The entity with [`WorldChunk`].
    pub chunk: Entity,
    /// Its column and row among the chunks.
    pub at: IVec2,
}

/// The world behind an [`EndlessWorld`], once its recipe is loaded: ask it for the start, for exits and for tiles.
#[derive(Component, Debug)]
pub struct StreamedWorld {
    /// The world. To change a tile and see it, use [`StreamedWorld::set_tile`].
    pub world: Arc<ChainWorld>,
    from: (EndlessWorld, Arc<BuilderChain>),
    chunks: BTreeMap<ChunkPos, Slot>,
    /// Chunks with changed tiles that are not shown yet.
    stale: BTreeSet<ChunkPos>,
    /// Their tiles, under way.
    repainting: BTreeMap<ChunkPos, Task<Result<Parts, BuildError>>>,
}

#[derive(Debug)]
enum Slot {
    Building(Task<Result<Parts, BuildError>>),
    Here(Entity),
    Failed,
}

/// The most chunks that appear in one frame, so that no frame takes long.
const MOST_A_FRAME: usize = 2;
/// The most chunks on each side of a viewer.
const MOST_CHUNKS: u32 = 16;

/// Opens worlds that are new or changed, or whose recipe is.
pub(crate) fn open(
    mut commands: Commands,
    mut events: MessageReader<AssetEvent<RecipeAsset>>,
    recipes: Res<Assets<RecipeAsset>>,
    worlds: Query<(Entity, Ref<EndlessWorld>, Ref<TileLayers>, Option<&WorldEdits>, Option<&StreamedWorld>)>,
    mut failed: MessageWriter<LevelFailed>,
) {
    let changed = changed(&mut events);
    for (entity, settings, layers, edits, old) in &worlds {
        if !settings.is_changed() && !layers.is_changed() && !changed.contains(&settings.recipe.id()) {
            continue;
        }
        let Some(asset) = recipes.get(&settings.recipe) else { continue };
        let from = (EndlessWorld::clone(&settings), Arc::clone(&asset.chain));
        if let Some(old) = &old
            && old.from.0 == (EndlessWorld { view: old.from.0.view, ..from.0.clone() })
            && Arc::ptr_eq(&old.from.1, &from.1)
            && !layers.is_changed()
        {
            continue;
        }
        let seed = settings.seed.unwrap_or(asset.recipe.seed());
        // The same world, maybe with a changed recipe, keeps what the player dug.
        let before = old.filter(|old| old.from.0.recipe == from.0.recipe && old.world.seed() == seed);
        let edits = match before {
            Some(before) => before.world.edits(),
            None => edits.map(|edits| edits.0.clone()).unwrap_or_default(),
        };
        match ChainWorld::new(Arc::clone(&asset.chain), seed) {
            Ok(world) => {
                for chunk in old.iter().flat_map(|old| old.chunks.values()) {
                    chunk.despawn(&mut commands);
                }
                let world = Arc::new(world.with_edits(edits));
                let (chunks, stale, repainting) = Default::default();
                commands.entity(entity).try_insert(StreamedWorld { world, from, chunks, stale, repainting });
            }
            Err(error) => _ = failed.write(LevelFailed::build(entity, &settings.recipe, &error)),
        }
    }
}

/// Brings chunks near viewers, and takes those away that are more than one chunk farther.
pub(crate) fn stream(
    mut commands: Commands,
    mut worlds: Query<(Entity, &EndlessWorld, &TileLayers, &GlobalTransform, &mut StreamedWorld)>,
    viewers: Query<&GlobalTransform, With<WorldViewer>>,
    mut failed: MessageWriter<LevelFailed>,
) {
    for (entity, settings, layers, place, mut streamed) in &mut worlds {
        let streamed = &mut *streamed;
        let to_local = place.affine().inverse();
        let viewers: Vec<Near> = viewers
            .iter()
            .filter_map(|viewer| Near::of(settings, &streamed.world, to_local.transform_point3(viewer.translation())))
            .collect();
        streamed.forget(&viewers, &mut commands);
        for error in streamed.take_ready(entity, &mut commands) {
            failed.write(LevelFailed::build(entity, &settings.recipe, &error));
        }
        for error in streamed.repaint(layers, &mut commands) {
            failed.write(LevelFailed::build(entity, &settings.recipe, &error));
        }
        streamed.start(&viewers, layers, settings.tile_px);
    }
}

/// Takes away the chunks of an [`EndlessWorld`] that was removed from its entity.
pub(crate) fn take_away(
    mut commands: Commands,
    mut removed: RemovedComponents<EndlessWorld>,
    worlds: Query<&StreamedWorld, Without<EndlessWorld>>,
) {
    for entity in removed.read() {
        let Ok(world) = worlds.get(entity) else { continue };
        world.chunks.values().for_each(|chunk| chunk.despawn(&mut commands));
        commands.entity(entity).try_remove::<StreamedWorld>();
    }
}

impl StreamedWorld {
    /// Changes a tile and returns the previous one. The chunks whose tiles may look different get new tiles and a new
    /// [`LevelMap`] in one of the next frames; entities of doors and spawns stay.
    ///
    /// # Errors
    ///
    /// Those of [`ChainWorld::set_tile`].
    pub fn set_tile(&mut self, cell: I64Vec2, tile: Tile) -> Result<Tile, BuildError> {
        let before = self.world.set_tile(cell.x, cell.y, tile)?;
        let around = [-1, 0, 1].into_iter().flat_map(|x| [-1, 0, 1].map(|y| cell.saturating_add(I64Vec2::new(x, y))));
        self.stale.extend(around.filter_map(|cell| self.world.chunk_at(cell.x, cell.y)));
        Ok(before)
    }

    /// Gives chunks with changed tiles the new ones, and returns the errors.
    fn repaint(&mut self, layers: &TileLayers, commands: &mut Commands) -> Vec<BuildError> {
        let (chunks, tile_px) = (&self.chunks, self.from.0.tile_px);
        self.repainting.retain(|at, _| matches!(chunks.get(at), Some(Slot::Here(_))));
        // A chunk that is being built has the tiles of before the change, so it waits until it is there.
        self.stale.retain(|at| match chunks.get(at) {
            Some(Slot::Here(_)) => {
                let (world, layers, at) = (Arc::clone(&self.world), layers.clone(), *at);
                let task = AsyncComputeTaskPool::get().spawn(async move { make(&world, at, &layers, tile_px) });
                self.repainting.insert(at, task);
                false
            }
            Some(Slot::Building(_)) => true,
            Some(Slot::Failed) | None => false,
        });
        let mut errors = Vec::new();
        self.repainting.retain(|at, task| {
            let (Some(result), Some(Slot::Here(chunk))) = (check_ready(task), chunks.get(at)) else { return true };
            let chunk = *chunk;
            match result {
                // A command: the chunk may be despawned before it runs.
                Ok(parts) => commands.queue(move |world: &mut World| parts.repaint(world, chunk)),
                Err(error) => errors.push(error),
            }
            false
        });
        errors
    }

    /// Drops chunks that are far from all viewers.
    fn forget(&mut self, viewers: &[Near], commands: &mut Commands) {
        self.chunks.retain(|&at, slot| {
            let is_near = viewers.iter().any(|near| near.keeps(at));
            if !is_near {
                slot.despawn(commands);
            }
            is_near
        });
    }

    /// Spawns chunks that are ready, and returns the errors of those that failed.
    fn take_ready(&mut self, entity: Entity, commands: &mut Commands) -> Vec<BuildError> {
        let (mut errors, mut spawned, size) = (Vec::new(), 0, self.world.chunk_size());
        for (&at, slot) in &mut self.chunks {
            let Slot::Building(task) = slot else { continue };
            let Some(result) = (spawned < MOST_A_FRAME).then(|| check_ready(task)).flatten() else { continue };
            spawned += 1;
            match result {
                Ok(parts) => {
                    let chunk = commands.spawn_empty().id();
                    *slot = Slot::Here(chunk);
                    let place = I64Vec2::from(at.origin(size));
                    let (settings, at) = (&self.from.0, IVec2::new(at.x, at.y));
                    let (offset, px) = ((place - settings.origin).as_vec2(), settings.tile_px as f32);
                    let transform = Transform::from_translation(Vec3::new(offset.x * px, -offset.y * px, 0.0));
                    commands.queue(move |world: &mut World| {
                        // The world may be despawned before this runs.
                        if world.get_entity(entity).is_err() {
                            world.despawn(chunk);
                            return;
                        }
                        let map = LevelMap(Arc::clone(&parts.map));
                        let bundle = (WorldChunk { at }, Cell(place), transform, map, ChildOf(entity));
                        world.entity_mut(chunk).insert(bundle);
                        parts.spawn(world, chunk);
                        world.write_message(ChunkReady { world: entity, chunk, at });
                    });
                }
                Err(error) => {
                    *slot = Slot::Failed;
                    errors.push(error);
                }
            }
        }
        errors
    }

    /// Starts missing chunks, the nearest first: a few for each thread, so that those that a viewer comes near do not
    /// wait for those that it leaves.
    fn start(&mut self, viewers: &[Near], layers: &TileLayers, tile_px: u32) {
        let pool = AsyncComputeTaskPool::get();
        let running = self.chunks.values().filter(|slot| matches!(slot, Slot::Building(_))).count();
        let free = (2 * pool.thread_num().max(1)).saturating_sub(running);
        let missing = viewers.iter().flat_map(Near::wanted).filter(|(_, at)| !self.chunks.contains_key(at));
        let missing: BTreeSet<(i64, ChunkPos)> = missing.collect();
        let mut nearest: Vec<ChunkPos> = Vec::new();
        for (_, at) in missing {
            if nearest.len() < free && !nearest.contains(&at) {
                nearest.push(at);
            }
        }
        for at in nearest {
            let (world, layers) = (Arc::clone(&self.world), layers.clone());
            let task = pool.spawn(async move { make(&world, at, &layers, tile_px) });
            self.chunks.insert(at, Slot::Building(task));
        }
    }
}

fn make(world: &ChainWorld, at: ChunkPos, layers: &TileLayers, tile_px: u32) -> Result<Parts, BuildError> {
    let size = world.chunk_size();
    let ((x, y), (w, h)) = (at.origin(size), (size.w.into(), size.h.into()));
    let place = WorldRect::new(x, y, w, h);
    let around = world.window(WorldRect::new(x - 1, y - 1, w + 2, h + 2))?;
    let features = world.features(place, Which::Owned)?;
    Ok(Parts::of_chunk((world.chunk(at)?, place), &around, &features, layers, tile_px))
}

impl Slot {
    fn despawn(&self, commands: &mut Commands) {
        if let Slot::Here(chunk) = self {
            commands.entity(*chunk).try_despawn();
        }
    }
}

/// The chunks near a viewer.
struct Near {
    at: ChunkPos,
    first: ChunkPos,
    last: ChunkPos,
}

impl Near {
    /// Those around a place relative to the world's entity; `None` beyond the last coordinates.
    fn of(settings: &EndlessWorld, world: &ChainWorld, viewer: Vec3) -> Option<Near> {
        let (size, px) = (world.chunk_size(), settings.tile_px.max(1) as f32);
        let cell = I64Vec2::new((viewer.x / px).floor() as i64, (-viewer.y / px).floor() as i64);
        let cell = settings.origin.saturating_add(cell);
        let view =
            settings.view.min(UVec2::new(size.w.into(), size.h.into()).saturating_mul(UVec2::splat(MOST_CHUNKS)));
        let view = I64Vec2::new(view.x.into(), view.y.into());
        let chunk_at = |cell: I64Vec2| world.chunk_at(cell.x, cell.y);
        let (first, last) = (chunk_at(cell.saturating_sub(view))?, chunk_at(cell.saturating_add(view))?);
        Some(Near { at: chunk_at(cell)?, first, last })
    }

    /// The chunks that it sees, with their distances squared.
    fn wanted(&self) -> impl Iterator<Item = (i64, ChunkPos)> {
        let distance = |at: ChunkPos| {
            let (x, y) = (i64::from(at.x) - i64::from(self.at.x), i64::from(at.y) - i64::from(self.at.y));
            x * x + y * y
        };
        self.first.to(self.last).map(move |at| (distance(at), at))
    }

    /// Whether a chunk is seen, or beside one that is: a viewer that goes to and fro does not make the same chunk again
    /// and again.
    fn keeps(&self, at: ChunkPos) -> bool {
        let is_in = |at: i32, first: i32, last: i32| at >= first.saturating_sub(1) && at <= last.saturating_add(1);
        is_in(at.x, self.first.x, self.last.x) && is_in(at.y, self.first.y, self.last.y)
    }
}
