//! Small pictures for doors, keys, monsters and places, and the observers that give them to the entities of a level.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_mapwright::mapwright::render::Theme;
use bevy_mapwright::*;

/// Pictures of 8×8 pixels: `#` is dark, `o` is light and takes the color of the sprite.
const PICTURES: &[(&str, [&str; 8])] = &[
    ("door", ["########", "#oooooo#", "#o#oo#o#", "#o#oo#o#", "#o#oo#o#", "#o#oo##o", "#o#oo#o#", "########"]),
    ("key", ["  ####  ", " #oooo# ", " #o##o# ", " #oooo# ", "  #oo#  ", "  #ooo# ", "  #oo#  ", "  ####  "]),
    ("monster", [" #    # ", "#o####o#", "#oooooo#", "#o#oo#o#", "#oooooo#", "#o####o#", " #oooo# ", "  ####  "]),
    ("item", ["  ####  ", "  #oo#  ", "  #oo#  ", " #oooo# ", "#oooooo#", "#oooooo#", "#oooooo#", " ###### "]),
    ("hero", ["  ####  ", " #oooo# ", " #o#o#  ", " #oooo# ", "#oooooo#", "#oooooo#", " #o##o# ", " ##  ## "]),
    ("stairs", ["########", "#     o#", "#   ooo#", "#   o#o#", "# ooo#o#", "# o#o#o#", "#oo#o#o#", "########"]),
];

#[derive(Resource)]
pub struct Art(HashMap<&'static str, Handle<Image>>);

pub fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let pictures = PICTURES.iter().map(|&(name, rows)| (name, images.add(picture(rows))));
    commands.insert_resource(Art(pictures.collect()));
}

fn picture(rows: [&str; 8]) -> Image {
    let pixel = |c: char| match c {
        '#' => [0x1d, 0x22, 0x30, 0xff],
        'o' => [0xff; 4],
        _ => [0; 4],
    };
    let pixels = rows.iter().flat_map(|row| row.chars()).flat_map(pixel).collect();
    let size = Extent3d { width: 8, height: 8, depth_or_array_layers: 1 };
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    Image::new(size, TextureDimension::D2, pixels, format, usage)
}

impl Art {
    fn sprite(&self, name: &str, color: Color) -> Sprite {
        Sprite { image: self.0[name].clone(), color, custom_size: Some(Vec2::splat(16.0)), ..Sprite::default() }
    }
}

fn lock_color(lock: u8) -> Color {
    let color = Theme::default().lock(lock);
    Color::srgb_u8(color.0, color.1, color.2)
}

pub fn dress_parts(app: &mut App) {
    app.add_observer(|added: On<Add, LevelDoor>, doors: Query<&LevelDoor>, art: Res<Art>, mut commands: Commands| {
        let Ok(door) = doors.get(added.entity) else { return };
        let color = door.lock.map_or(Color::srgb_u8(0xc0, 0x84, 0x4a), lock_color);
        commands.entity(added.entity).insert(art.sprite("door", color));
    });
    app.add_observer(
        |added: On<Add, LevelSpawn>,
         spawns: Query<(&LevelSpawn, Option<&LevelKey>)>,
         art: Res<Art>,
         mut commands: Commands| {
            let Ok((spawn, key)) = spawns.get(added.entity) else { return };
            let is_item = ["Potion", "Scroll", "Sword", "Shield", "Ration", "Trap", "Gold"];
            let sprite = match key {
                Some(key) => art.sprite("key", lock_color(key.lock)),
                None if is_item.iter().any(|item| spawn.what.contains(item)) => {
                    art.sprite("item", Color::srgb_u8(0xd9, 0x6b, 0x8a))
                }
                None => art.sprite("monster", Color::srgb_u8(0x8f, 0xb5, 0x5b)),
            };
            commands.entity(added.entity).insert(sprite);
        },
    );
    app.add_observer(|added: On<Add, LevelStart>, art: Res<Art>, mut commands: Commands| {
        commands.entity(added.entity).insert(art.sprite("hero", Color::srgb_u8(0xff, 0xd8, 0x6b)));
    });
    app.add_observer(|added: On<Add, LevelExit>, art: Res<Art>, mut commands: Commands| {
        commands.entity(added.entity).insert(art.sprite("stairs", Color::WHITE));
    });
}
