//! The program of the book: a castle from `assets/castle.recipe.json`, in a window.

use bevy::prelude::*;
use bevy_mapwright::{Level, LevelKey, LevelSpawn, MapwrightPlugin, Tileset, shipped_tileset};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, MapwrightPlugin))
        .add_systems(Startup, setup)
        .add_observer(paint_spawn)
        .run();
}

fn setup(mut commands: Commands, assets: Res<AssetServer>, mut images: ResMut<Assets<Image>>) -> Result {
    let (image, layers) = shipped_tileset(16)?;
    let level = Level { recipe: assets.load("castle.recipe.json"), ..Level::default() };
    commands.spawn((level, Tileset::from(images.add(image)), layers));
    // The top left corner of a level is at its entity: this is the middle of 60×36 cells, each 16 wide.
    commands.spawn((Camera2d, Transform::from_xyz(480.0, -288.0, 0.0)));
    Ok(())
}

/// Keys, monsters and treasure are entities without a picture: give them yours.
fn paint_spawn(added: On<Add, LevelSpawn>, keys: Query<&LevelKey>, mut commands: Commands) {
    let is_key = keys.contains(added.entity);
    let color = if is_key { Color::srgb(0.95, 0.75, 0.2) } else { Color::srgb(0.85, 0.25, 0.25) };
    commands.entity(added.entity).insert(Sprite::from_color(color, Vec2::splat(8.0)));
}
