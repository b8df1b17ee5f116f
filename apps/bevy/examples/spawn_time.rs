//! How long a frame takes in which a level of 200×200 cells becomes entities, without a window: the least and the middle
//! of 40. Without drawing; `demo` has that.

use std::time::Instant;

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_ecs::message::Messages;
use bevy_mapwright::{Level, LevelReady, MapwrightPlugin};
use bevy_transform::TransformPlugin;

fn main() {
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/assets").into();
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin { file_path: assets, ..AssetPlugin::default() }));
    app.add_plugins((TransformPlugin, MapwrightPlugin));
    let recipe = app.world().resource::<AssetServer>().load("large.recipe.json");
    let mut times = Vec::new();
    for seed in 0..40 {
        let level = Level { recipe: recipe.clone(), seed: Some(seed), ..Level::default() };
        let level = app.world_mut().spawn(level).id();
        loop {
            let before = app.world().entities().count_spawned();
            let begun = Instant::now();
            app.update();
            let time = begun.elapsed().as_secs_f64() * 1e3;
            if app.world_mut().resource_mut::<Messages<LevelReady>>().drain().count() > 0 {
                times.push((time, app.world().entities().count_spawned() - before));
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        app.world_mut().despawn(level);
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (least, middle) = (times[0], times[times.len() / 2]);
    println!("least {:.2} ms for {} entities, middle {:.2} ms for {}", least.0, least.1, middle.0, middle.1);
}
