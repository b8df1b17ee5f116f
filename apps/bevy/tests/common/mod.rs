//! An app without a window, whose assets are held in memory.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::Path;
use std::time::Duration;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId};
use bevy_asset::{AssetApp, AssetPlugin, AssetServer, Handle};
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::prelude::*;
use bevy_mapwright::*;
use bevy_transform::TransformPlugin;

/// A level with everything that becomes an entity.
pub const CASTLE: &str = r#"{ "version": 1, "width": 50, "height": 31, "seed": 11, "initial": { "use": "bsp-dungeon" },
    "metas": [ { "use": "start", "at": "first-room" }, { "use": "exit" }, { "use": "doors" }, { "use": "area-graph" },
               { "use": "lock-and-key", "keys": 2, "min_keys": 0 }, { "use": "spawns" } ] }"#;

pub const CAVES: &str = r#"{ "version": 1, "width": 16, "height": 12, "seed": 7,
    "initial": { "use": "cellular-automata", "wall_chance": 0.47, "rounds": 4 },
    "metas": [ { "use": "join-components", "min_cells": 8 }, { "use": "scatter", "what": { "spawn": "Bat" }, "spacing": 5 } ] }"#;

pub fn app(files: &[(&str, &str)]) -> (App, Dir) {
    let dir = Dir::default();
    files.iter().for_each(|(name, text)| dir.insert_asset_text(Path::new(name), text));
    let reader = MemoryAssetReader { root: dir.clone() };
    let mut app = App::new();
    app.register_asset_source(AssetSourceId::Default, AssetSourceBuilder::new(move || Box::new(reader.clone())));
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default(), TransformPlugin, MapwrightPlugin));
    app.finish();
    app.cleanup();
    (app, dir)
}

pub fn load(app: &App, file: &str) -> Handle<RecipeAsset> {
    app.world().resource::<AssetServer>().load(file.to_owned())
}

pub fn reload(app: &App, file: &str) {
    app.world().resource::<AssetServer>().reload(file.to_owned());
}

/// Runs frames until there are messages, and returns them all.
pub fn wait<M: Message + Clone>(app: &mut App) -> Vec<M> {
    let mut found = Vec::new();
    until(app, |app| {
        found.extend(app.world_mut().resource_mut::<Messages<M>>().drain());
        !found.is_empty()
    });
    found
}

/// A frame, and time for what goes on beside it.
pub fn pause(app: &mut App) {
    app.update();
    std::thread::sleep(Duration::from_millis(1));
}

pub fn until(app: &mut App, mut done: impl FnMut(&mut App) -> bool) {
    for _ in 0..60_000 {
        pause(app);
        if done(app) {
            return;
        }
    }
    panic!("nothing happened in 60,000 frames");
}

pub fn all<T: Component + Clone>(app: &mut App) -> Vec<T> {
    let mut query = app.world_mut().query::<&T>();
    query.iter(app.world()).cloned().collect()
}

pub fn count<T: Component>(app: &mut App) -> usize {
    let mut query = app.world_mut().query::<&T>();
    query.iter(app.world()).count()
}
