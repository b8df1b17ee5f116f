//! The program of the book: a castle from `assets/castle.recipe.json`, in a window.

use bevy::prelude::*;
use bevy_mapwright::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, MapwrightPlugin))
        .add_systems(Startup, setup)
        .add_observer(paint_door)
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

/// Each door, key and spawn is an entity with a place. Add what makes it yours.
fn paint_door(added: On<Add, LevelDoor>, doors: Query<&LevelDoor>, mut commands: Commands) {
    let is_locked = doors.get(added.entity).is_ok_and(|door| door.lock.is_some());
    let color = if is_locked { Color::srgb(0.9, 0.3, 0.2) } else { Color::srgb(0.8, 0.5, 0.3) };
    commands.entity(added.entity).insert(Sprite::from_color(color, Vec2::splat(16.0)));
}
