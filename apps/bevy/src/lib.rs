//! Levels of Mapwright in Bevy.
//!
//! * A recipe is an asset: `assets.load("castle.recipe.json")`. It is reloaded when its file changes, or a file that it
//!   names. A broken recipe is logged with its stage and field, and the level stays as it is.
//! * [`Level`] makes a recipe into a level, on the task pool, and then into entities below its own: [`TileChunk`]s and an
//!   entity for each door, key, spawn and area, for the start and the exit. Despawn the level, and all of it is gone.
//! * [`EndlessWorld`] streams a world around every [`WorldViewer`], chunk by chunk.
//! * [`LevelReady`], [`LevelFailed`] and [`ChunkReady`] tell when.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_asset::{AssetPlugin, AssetServer};
//! use bevy_ecs::prelude::*;
//! use bevy_mapwright::{Cell, Level, LevelSpawn, MapwrightPlugin};
//!
//! fn setup(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.spawn(Level { recipe: assets.load("castle.recipe.json"), seed: Some(7), ..Level::default() });
//! }
//!
//! /// Entities of a level have a place already. Add what makes them yours.
//! fn dress(added: On<Add, LevelSpawn>, spawns: Query<(&LevelSpawn, &Cell)>) {
//!     if let Ok((spawn, cell)) = spawns.get(added.entity) {
//!         println!("{} at {}", spawn.what, cell.0);
//!     }
//! }
//!
//! App::new()
//!     .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), MapwrightPlugin))
//!     .add_systems(Startup, setup)
//!     .add_observer(dress)
//!     .update();
//! ```
//!
//! Columns go right and rows go down, as in Mapwright; Bevy's y goes up. The top left corner of a level is at the
//! [`Transform`](bevy_transform::components::Transform) of its entity, and each cell is `tile_px` units wide.
//!
//! # Features
//!
//! | Feature | What it adds |
//! |---|---|
//! | `tilemap` | each [`TileChunk`] is drawn by a `TilemapChunk` of Bevy |
//! | `file_watcher` | recipes are reloaded when their files change |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod level;
mod parts;
mod recipe;
#[cfg(feature = "tilemap")]
mod tilemap;
mod world;

pub use mapwright;

pub use level::{Level, LevelFailed, LevelReady};
pub use parts::{
    Cell, LevelArea, LevelDoor, LevelExit, LevelKey, LevelMap, LevelParts, LevelSpawn, LevelStart, TileChunk,
    TileLayers,
};
pub use recipe::{RecipeAsset, RecipeLoadError, RecipeLoader};
#[cfg(feature = "tilemap")]
pub use tilemap::{Tileset, shipped_tileset};
pub use world::{ChunkReady, EndlessWorld, StreamedWorld, WorldChunk, WorldEdits, WorldViewer};

use bevy_app::{App, Plugin, Update};
use bevy_asset::AssetApp;
use bevy_ecs::prelude::*;

/// Recipes as assets, levels and endless worlds as entities. Needs `AssetPlugin` and the task pools of
/// `TaskPoolPlugin`; `DefaultPlugins` has both.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapwrightPlugin;

/// The systems that make levels and worlds, and with `tilemap` give them tiles, in `Update`. Put yours after them to see a level in the frame it appears.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapwrightSystems;

impl Plugin for MapwrightPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<RecipeAsset>().init_asset_loader::<RecipeLoader>();
        app.add_message::<LevelReady>().add_message::<LevelFailed>().add_message::<ChunkReady>();
        app.register_type::<Level>().register_type::<LevelReady>().register_type::<LevelFailed>();
        app.register_type::<EndlessWorld>().register_type::<WorldViewer>().register_type::<WorldChunk>();
        app.register_type::<ChunkReady>().register_type::<LevelParts>().register_type::<TileChunk>();
        app.register_type::<Cell>().register_type::<LevelDoor>().register_type::<LevelKey>();
        app.register_type::<LevelSpawn>().register_type::<LevelStart>().register_type::<LevelExit>();
        app.register_type::<LevelArea>();
        let levels = (level::report_broken_recipes, level::take_away, level::start_builds, level::finish_builds);
        let worlds = (world::take_away, world::open, world::stream);
        app.add_systems(Update, (levels.chain(), worlds.chain()).chain().in_set(MapwrightSystems));
        #[cfg(feature = "tilemap")]
        tilemap::build(app);
    }
}
