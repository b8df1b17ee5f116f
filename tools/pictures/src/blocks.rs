//! Blocks of Minecraft, seen from the south-east: the rooms of a maze pack, and a level as a schematic.

use std::collections::BTreeMap;

use mapwright::core::Color;
use mapwright::minecraft::{Blocks, Extrusion, MazePack, RoomStyle, Version};
use mapwright::prelude::*;
use mapwright::render::image::{Rgba, RgbaImage};

use crate::{Outcome, Picture, recipe};

/// Blocks by their order from back to front: east + south + up, then the place itself as x, y, z.
type Pile = BTreeMap<(i32, [i32; 3]), String>;

pub(crate) fn pictures() -> Vec<Picture> {
    vec![Picture::full("export-minecraft-rooms", sixteen_rooms), Picture::full("export-schem", schematic)]
}

/// All rooms in four rows, without what would hide the inside, made from the pack's own functions.
fn sixteen_rooms() -> Outcome<RgbaImage> {
    let room = RoomStyle { ceiling: None, light: None, wall_height: 3, passage_height: 2, ..RoomStyle::default() };
    let pack = MazePack { room, ..MazePack::default() };
    let files = pack.folder(&BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR))?.files;
    let half = 8;
    let (wide, high) = (18 * half, 13 * half);
    let mut image = RgbaImage::new(u32::try_from(wide * 4)?, u32::try_from(high * 4)?);
    for code in 0..16 {
        let file = format!("data/maze/function/rooms/{code}.mcfunction");
        let commands = std::str::from_utf8(files.get(&file).ok_or("a room is missing")?)?;
        let middle = (code % 4 * wide + wide / 2, code / 4 * high + high / 2 + half);
        draw_pile(&mut image, middle, half, &pile(commands)?);
    }
    Ok(image)
}

fn schematic() -> Outcome<RgbaImage> {
    let recipe = recipe("level-rooms")?;
    let blocks = Blocks::from_map(&recipe.build(recipe.seed())?, &Extrusion::default(), Version::default())?;
    let ([w, h, l], half) = (blocks.size().map(i32::from), 8);
    let places = (0..h).flat_map(|y| (0..l).flat_map(move |z| (0..w).map(move |x| [x, y, z])));
    let all = places.zip(blocks.cells()).map(|(at, &cell)| (at, &blocks.palette()[usize::from(cell)]));
    let solid = all.filter(|(_, block)| !block.is_air());
    // Its ground is level 0, as in rooms, so that it is checkered.
    let pile = solid.map(|([x, y, z], block)| ((x + y + z, [x, y - 2, z]), block.to_string())).collect();
    let mut image = RgbaImage::new(u32::try_from((w + l) * half)?, u32::try_from((w + l) * half / 2 + (h + 1) * half)?);
    draw_pile(&mut image, (l * half, (h - 1) * half), half, &pile);
    Ok(image)
}

/// What `fill` and `setblock` leave behind.
fn pile(commands: &str) -> Outcome<Pile> {
    let mut blocks = Pile::new();
    for line in commands.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.trim_start_matches('~').parse::<i32>().unwrap_or(0);
        let place = |at: usize| [at, at + 1, at + 2].map(|i| number(words[i]));
        let (from, to) = if words[0] == "fill" { (place(1), place(4)) } else { (place(1), place(1)) };
        let block = words.last().ok_or("an empty line")?;
        for x in from[0]..=to[0] {
            for y in from[1]..=to[1] {
                for z in from[2]..=to[2] {
                    let key = (x + y + z, [x, y, z]);
                    if block.ends_with(":air") {
                        drop(blocks.remove(&key))
                    } else {
                        drop(blocks.insert(key, (*block).to_owned()))
                    }
                }
            }
        }
    }
    Ok(blocks)
}

/// Each block as its three visible sides; `half` is half the width of its top in pixels, and its height.
fn draw_pile(image: &mut RgbaImage, middle: (i32, i32), half: i32, pile: &Pile) {
    for ((_, [x, y, z]), block) in pile {
        let (color, height) = match block {
            _ if block.contains("stairs") => (Color(176, 150, 110), half / 2),
            _ if block.contains("bars") => (Color(70, 76, 84), half),
            _ if block.contains("door") => (Color(150, 104, 58), half),
            _ if block.contains("gold") => (Color(240, 200, 70), half),
            _ if block.contains("lantern") => (Color(130, 220, 200), half),
            // A checkered floor shows where a cell's blocks are.
            _ if *y < 0 && (x + z) % 2 == 0 => (Color(128, 128, 124), half),
            _ if *y < 0 => (Color(118, 118, 114), half),
            _ => (Color(150, 150, 146), half),
        };
        let (left, top) = (middle.0 + (x - z) * half, middle.1 + (x + z) * half / 2 - y * half + half - height);
        for dx in -half..half {
            // How far the near edge of the top is below its middle here.
            let slope = (half - dx.abs()) / 2;
            for dy in -slope..slope {
                put(image, (left + dx, top + dy), color, 100);
            }
            for dy in slope..slope + height {
                put(image, (left + dx, top + dy), color, if dx < 0 { 78 } else { 60 });
            }
        }
    }
}

fn put(image: &mut RgbaImage, (x, y): (i32, i32), Color(r, g, b): Color, percent: u16) {
    let shade = |value: u8| u8::try_from(u16::from(value) * percent / 100).unwrap_or(u8::MAX);
    let pixel = u32::try_from(x).ok().zip(u32::try_from(y).ok()).and_then(|(x, y)| image.get_pixel_mut_checked(x, y));
    if let Some(pixel) = pixel {
        *pixel = Rgba([shade(r), shade(g), shade(b), 0xff]);
    }
}
