//! A castle in a window, or endless caves under a moving camera.
//!
//! ```console
//! cargo run --release -p bevy_mapwright_demo            # the castle; change assets/castle.recipe.json while it runs
//! cargo run --release -p bevy_mapwright_demo -- large   # 200×200 cells
//! cargo run --release -p bevy_mapwright_demo -- caves   # an endless world
//! ```
//!
//! `--shot FILE` writes a picture and ends; `--frames N` prints frame times after N frames and ends.

mod art;
mod measure;

use bevy::prelude::*;
use bevy::render::view::window::screenshot::{Screenshot, save_to_disk};
use bevy_mapwright::*;

const TILE: u32 = 16;

/// What the command line asks for.
#[derive(Resource, Clone, Default)]
struct Options {
    scene: String,
    shot: Option<String>,
    frames: Option<u32>,
}

impl Options {
    fn from_args() -> Options {
        let mut options = Options { scene: "castle".into(), ..Options::default() };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--shot" => options.shot = args.next(),
                "--frames" => options.frames = args.next().and_then(|n| n.parse().ok()),
                _ => options.scene = arg,
            }
        }
        options
    }
}

fn main() {
    let options = Options::from_args();
    let window = Window { title: "Mapwright".into(), resolution: (960, 576).into(), ..Window::default() };
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets").into();
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() })
        .set(AssetPlugin { file_path: assets, ..AssetPlugin::default() })
        .set(ImagePlugin::default_nearest());
    let mut app = App::new();
    app.insert_resource(options).add_plugins((plugins, MapwrightPlugin, measure::plugin));
    app.insert_resource(ClearColor(Color::srgb_u8(0x1d, 0x22, 0x30)));
    app.add_systems(Startup, (art::load, setup).chain());
    app.add_systems(Update, (fly, frame_level, shoot).after(MapwrightSystems));
    art::dress_parts(&mut app);
    app.run();
}

fn setup(
    mut commands: Commands,
    options: Res<Options>,
    assets: Res<AssetServer>,
    mut images: ResMut<Assets<Image>>,
) -> Result {
    let (image, layers) = shipped_tileset(TILE)?;
    let look = (Tileset::from(images.add(image)), layers);
    let recipe = assets.load(format!("{}.recipe.json", options.scene));
    if options.scene == "caves" {
        commands.spawn((EndlessWorld { recipe, tile_px: TILE, ..EndlessWorld::default() }, look));
        commands.spawn((Camera2d, WorldViewer));
    } else {
        commands.spawn((Level { recipe, tile_px: TILE, ..Level::default() }, look));
        commands.spawn(Camera2d);
    }
    Ok(())
}

/// The camera flies over endless worlds.
fn fly(time: Res<Time>, mut cameras: Query<&mut Transform, With<WorldViewer>>) {
    for mut camera in &mut cameras {
        camera.translation += Vec3::new(400.0, 90.0, 0.0) * time.delta_secs();
    }
}

/// Puts the camera over the middle of a level that is ready.
fn frame_level(
    mut ready: MessageReader<LevelReady>,
    levels: Query<(&Level, &LevelMap)>,
    mut cameras: Query<&mut Transform, With<Camera2d>>,
) {
    for ready in ready.read() {
        let (Ok((level, map)), Ok(mut camera)) = (levels.get(ready.level), cameras.single_mut()) else { continue };
        let (size, px) = (map.0.size(), level.tile_px as f32);
        camera.translation = Vec3::new(f32::from(size.w) * px / 2.0, -f32::from(size.h) * px / 2.0, 0.0);
    }
}

/// Takes the picture a while after something is there, and ends when it is saved.
fn shoot(
    mut commands: Commands,
    options: Res<Options>,
    chunks: Query<&TileChunk>,
    mut waited: Local<u32>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(file) = options.shot.clone() else { return };
    *waited += u32::from(!chunks.is_empty());
    if *waited == 90 {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file));
    }
    if *waited == 130 {
        exit.write(AppExit::Success);
    }
}
