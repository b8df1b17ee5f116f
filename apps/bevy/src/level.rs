//! A level: built on the task pool, replaced when its recipe changes, kept when that fails.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_asset::{AssetEvent, AssetId, AssetLoadError, AssetLoadFailedEvent, AssetServer, Assets, Handle, LoadState};
use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use bevy_tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy_transform::components::Transform;
use mapwright::core::{BuildError, BuilderChain, Progress, first_ok};
use tracing::error;

use crate::parts::{LevelMap, LevelParts, Parts, TileLayers};
use crate::{EndlessWorld, RecipeAsset, RecipeLoadError};

/// A level to be built. What it is made of appears below a child of this entity that has [`LevelParts`], and its map as
/// [`LevelMap`] on this entity. A change of this component, or of its recipe, builds it anew; until the new level is
/// ready, and if it fails, the old one stays. Without this component, nothing of the level is left.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, PartialEq, Default)]
#[require(Transform, TileLayers)]
pub struct Level {
    /// The recipe.
    pub recipe: Handle<RecipeAsset>,
    /// The seed; that of the recipe if absent.
    pub seed: Option<u64>,
    /// How many seeds are tried, from the first on, if one cannot be built. At least 1.
    pub tries: u32,
    /// The width and height of a cell, in units of Bevy's world.
    pub tile_px: u32,
    /// The most columns and rows of a tile chunk.
    pub chunk: u32,
}

impl Default for Level {
    /// Cells of 16 units in chunks of 64×64; the seed of the recipe, in one try.
    fn default() -> Self {
        Level { recipe: Handle::default(), seed: None, tries: 1, tile_px: 16, chunk: 64 }
    }
}

/// A level is ready: its entities exist.
#[derive(Message, Clone, Debug, PartialEq, Eq, Reflect)]
pub struct LevelReady {
    /// The entity with [`Level`].
    pub level: Entity,
    /// The entity with [`LevelParts`], above all entities of the level.
    pub parts: Entity,
    /// The seed that was built.
    pub seed: u64,
}

/// A level or world could not be made, and is what it was before.
#[derive(Message, Clone, Debug, PartialEq, Eq, Reflect)]
pub struct LevelFailed {
    /// The entity with [`Level`] or [`EndlessWorld`](crate::EndlessWorld).
    pub level: Entity,
    /// The stage that failed, as in `metas[0] loop-injector`.
    pub stage: Option<String>,
    /// The parameter that is wrong, where it is one.
    pub field: Option<String>,
    /// The whole message.
    pub error: String,
}

impl LevelFailed {
    /// A failed build, which is logged too, with the recipe's file if it has one.
    pub(crate) fn build(level: Entity, recipe: &Handle<RecipeAsset>, error: &BuildError) -> LevelFailed {
        let file = recipe.path().map(|path| format!("{path}, "));
        error!("{}level {level}: {error}", file.unwrap_or_default());
        let stage = error.stage.map(|stage| stage.to_string());
        LevelFailed { level, stage, field: error.field().map(str::to_owned), error: error.to_string() }
    }
}

/// A build under way. Dropping it stops the build.
#[derive(Component)]
pub(crate) struct Building {
    task: Task<Result<(u64, Parts), BuildError>>,
    stopped: Arc<AtomicBool>,
}

impl Drop for Building {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// What a level was last built from, so that nothing is built twice.
#[derive(Component)]
pub(crate) struct BuiltFrom(Level, Arc<BuilderChain>);

/// Sends [`LevelFailed`] for all levels and worlds whose recipe cannot be loaded, also for those that begin after it failed.
/// The asset server logs it.
pub(crate) fn report_broken_recipes(
    mut failures: MessageReader<AssetLoadFailedEvent<RecipeAsset>>,
    levels: Query<(Entity, Ref<Level>)>,
    worlds: Query<(Entity, Ref<EndlessWorld>)>,
    server: Res<AssetServer>,
    mut failed: MessageWriter<LevelFailed>,
) {
    // Bevy tries a failed reload again at once, and tells of both.
    let failures: BTreeMap<AssetId<RecipeAsset>, &AssetLoadError> =
        failures.read().map(|failure| (failure.id, &failure.error)).collect();
    let levels = levels.iter().map(|(entity, level)| (entity, level.recipe.id(), level.is_changed()));
    let worlds = worlds.iter().map(|(entity, world)| (entity, world.recipe.id(), world.is_changed()));
    for (level, recipe, is_new) in levels.chain(worlds) {
        let earlier = match server.load_state(recipe) {
            LoadState::Failed(error) if is_new => Some(error),
            _ => None,
        };
        let Some(error) = failures.get(&recipe).copied().or(earlier.as_deref()) else { continue };
        let cause = match error {
            AssetLoadError::AssetLoaderError(error) => error.error().downcast_ref::<RecipeLoadError>(),
            _ => None,
        };
        let stage = cause.and_then(RecipeLoadError::stage);
        let field = cause.and_then(RecipeLoadError::field).map(str::to_owned);
        failed.write(LevelFailed { level, stage, field, error: error.to_string() });
    }
}

/// The recipes that were loaded, or loaded again.
pub(crate) fn changed(events: &mut MessageReader<AssetEvent<RecipeAsset>>) -> BTreeSet<AssetId<RecipeAsset>> {
    let id = |event: &AssetEvent<RecipeAsset>| match *event {
        AssetEvent::Added { id } | AssetEvent::Modified { id } => Some(id),
        _ => None,
    };
    events.read().filter_map(id).collect()
}

/// Takes away what was made of a [`Level`] that was removed from its entity.
pub(crate) fn take_away(
    mut commands: Commands,
    mut removed: RemovedComponents<Level>,
    levels: Query<(), With<Level>>,
    children: Query<&Children>,
    parts: Query<(), With<LevelParts>>,
) {
    for level in removed.read().filter(|&level| !levels.contains(level)) {
        if let Ok(mut entity) = commands.get_entity(level) {
            entity.try_remove::<(Building, BuiltFrom, LevelMap)>();
        }
        for child in children.get(level).into_iter().flatten().copied().filter(|&child| parts.contains(child)) {
            commands.entity(child).try_despawn();
        }
    }
}

/// Starts a build for each level that is new or changed, or whose recipe is.
pub(crate) fn start_builds(
    mut commands: Commands,
    mut events: MessageReader<AssetEvent<RecipeAsset>>,
    recipes: Res<Assets<RecipeAsset>>,
    levels: Query<(Entity, Ref<Level>, Ref<TileLayers>, Option<&BuiltFrom>)>,
) {
    let changed = changed(&mut events);
    for (entity, level, layers, built) in &levels {
        if !level.is_changed() && !layers.is_changed() && !changed.contains(&level.recipe.id()) {
            continue;
        }
        let Some(asset) = recipes.get(&level.recipe) else { continue };
        let is_same = |BuiltFrom(old, chain): &BuiltFrom| *old == *level && Arc::ptr_eq(chain, &asset.chain);
        if built.is_some_and(is_same) && !layers.is_changed() {
            continue;
        }
        let (chain, seed) = (Arc::clone(&asset.chain), level.seed.unwrap_or(asset.recipe.seed()));
        let Level { tries, tile_px, chunk, .. } = *level;
        let layers = TileLayers(layers.0);
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let mut observe = |_: Progress<'_>| match stop.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let (seed, map) = first_ok(seed, tries.max(1).into(), |seed| chain.build_with(seed, &mut observe))?;
            Ok((seed, Parts::of_level(map, &layers, tile_px, chunk)))
        });
        commands
            .entity(entity)
            .insert((Building { task, stopped }, BuiltFrom(Level::clone(&level), Arc::clone(&asset.chain))));
    }
}

/// Puts built levels in the place of old ones.
pub(crate) fn finish_builds(
    mut commands: Commands,
    mut builds: Query<(Entity, &Level, &mut Building)>,
    mut failed: MessageWriter<LevelFailed>,
) {
    for (level, settings, mut building) in &mut builds {
        let Some(result) = check_ready(&mut building.task) else { continue };
        commands.entity(level).try_remove::<Building>();
        match result {
            // A command: the level may be despawned before it runs.
            Ok((seed, parts)) => commands.queue(move |world: &mut World| replace(world, level, seed, parts)),
            Err(error) => _ = failed.write(LevelFailed::build(level, &settings.recipe, &error)),
        }
    }
}

fn replace(world: &mut World, level: Entity, seed: u64, new: Parts) {
    let Ok(mut entity) = world.get_entity_mut(level) else { return };
    entity.insert(LevelMap(Arc::clone(&new.map)));
    let children: Vec<Entity> = entity.get::<Children>().into_iter().flatten().copied().collect();
    for old in children.into_iter().filter(|&child| world.get::<LevelParts>(child).is_some()).collect::<Vec<_>>() {
        world.despawn(old);
    }
    let parts = world.spawn((LevelParts, ChildOf(level))).id();
    new.spawn(world, parts);
    world.write_message(LevelReady { level, parts, seed });
}
