//! A recipe on disk is reloaded when it is saved. Needs the feature `file_watcher`.
#![cfg(feature = "file_watcher")]
#![allow(clippy::unwrap_used)]

mod common;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_mapwright::*;
use bevy_transform::TransformPlugin;
use common::*;

#[test]
fn a_saved_file_replaces_the_level() {
    let dir = std::env::temp_dir().join(format!("bevy-mapwright-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("castle.recipe.json");
    std::fs::write(&file, CASTLE).unwrap();
    let mut app = App::new();
    let assets = AssetPlugin { file_path: dir.to_str().unwrap().into(), ..AssetPlugin::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, TransformPlugin, MapwrightPlugin));
    let recipe = load(&app, "castle.recipe.json");
    let level = app.world_mut().spawn(Level { recipe, ..Level::default() }).id();
    wait::<LevelReady>(&mut app);
    std::fs::write(&file, CASTLE.replace("50", "40")).unwrap();
    until(&mut app, |app| app.world().get::<LevelMap>(level).unwrap().0.width() == 40);
    std::fs::remove_dir_all(&dir).unwrap();
}
