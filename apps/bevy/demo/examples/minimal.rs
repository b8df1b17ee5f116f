//! The program of the project's README: a castle from `assets/castle.recipe.json`, in a window.

use bevy::prelude::*;
use bevy_mapwright::{Level, MapwrightPlugin, Tileset, shipped_tileset}; // apps/bevy, with its feature tilemap

fn main() {
    App::new().add_plugins((DefaultPlugins, MapwrightPlugin)).add_systems(Startup, setup).run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>, mut images: ResMut<Assets<Image>>) -> Result {
    let (image, layers) = shipped_tileset(16)?;
    let level = Level { recipe: assets.load("castle.recipe.json"), ..Level::default() };
    commands.spawn((level, Tileset::from(images.add(image)), layers));
    commands.spawn((Camera2d, Transform::from_xyz(480.0, -288.0, 0.0))); // the middle of 60×36 cells of 16 pixels
    Ok(())
}
