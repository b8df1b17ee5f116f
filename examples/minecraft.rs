//! Draws the sixteen rooms of a Minecraft maze as blocks, seen from the south-east, and writes a pack to try.
//!
//! `cargo run --release --example minecraft` writes into `out/minecraft/`: `rooms.png`, and the data pack of a looped maze.
//! With `-- DIR` it writes into DIR. The picture is made from the pack's own functions.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use mapwright::builders::*;
use mapwright::core::Color;
use mapwright::minecraft::{MazePack, RoomStyle};
use mapwright::prelude::*;
use mapwright::render::image::{Rgba, RgbaImage};

/// Half the width of a block's top, in pixels; its height is as much, and the top half as deep.
const HALF: i32 = 8;

type Outcome<T> = Result<T, Box<dyn Error>>;
/// Blocks by their order from back to front: east + south + up, then the place itself as x, y, z.
type Blocks = BTreeMap<(i32, [i32; 3]), String>;

fn main() -> Outcome<()> {
    let dir = std::env::args().nth(1).unwrap_or_else(|| "out/minecraft".to_owned());
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir)?;
    save_png(dir.join("rooms.png"), &sixteen()?)?;
    let looped = BuilderChain::start_with(Size::new(12, 9), PrimMaze::default()).wrap(Wrap::Both).build(7)?;
    let pack = dir.join("maze");
    if !pack.exists() {
        MazePack::default().folder(&looped)?.save(&pack)?;
    }
    println!("{}: the rooms, and a data pack of a looped maze", dir.display());
    Ok(())
}

/// All rooms in four rows, without what would hide the inside.
fn sixteen() -> Outcome<RgbaImage> {
    let room = RoomStyle { ceiling: None, light: None, wall_height: 3, passage_height: 2, ..RoomStyle::default() };
    let pack = MazePack { room, ..MazePack::default() };
    let files = pack.folder(&BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR))?.files;
    let (wide, high) = (18 * HALF, 13 * HALF);
    let mut image = RgbaImage::new(u32::try_from(wide * 4)?, u32::try_from(high * 4)?);
    for code in 0..16 {
        let file = format!("data/maze/function/rooms/{code}.mcfunction");
        let commands = std::str::from_utf8(files.get(&file).ok_or("a room is missing")?)?;
        let middle = (code % 4 * wide + wide / 2, code / 4 * high + high / 2 + HALF);
        for ((_, place), block) in &blocks(commands)? {
            draw(&mut image, middle, *place, block);
        }
    }
    Ok(image)
}

/// What `fill` and `setblock` leave behind.
fn blocks(commands: &str) -> Outcome<Blocks> {
    let mut blocks = Blocks::new();
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

/// A block as its three visible sides.
fn draw(image: &mut RgbaImage, middle: (i32, i32), [x, y, z]: [i32; 3], block: &str) {
    let (color, height) = match block {
        _ if block.contains("stairs") => (Color(176, 150, 110), HALF / 2),
        _ if block.contains("bars") => (Color(70, 76, 84), HALF),
        // A checkered floor shows where a cell's blocks are.
        _ if y < 0 && (x + z) % 2 == 0 => (Color(128, 128, 124), HALF),
        _ if y < 0 => (Color(118, 118, 114), HALF),
        _ => (Color(150, 150, 146), HALF),
    };
    let (left, top) = (middle.0 + (x - z) * HALF, middle.1 + (x + z) * HALF / 2 - y * HALF + HALF - height);
    for dx in -HALF..HALF {
        // How far the near edge of the top is below its middle here.
        let slope = (HALF - dx.abs()) / 2;
        for dy in -slope..slope {
            put(image, (left + dx, top + dy), color, 100);
        }
        for dy in slope..slope + height {
            put(image, (left + dx, top + dy), color, if dx < 0 { 78 } else { 60 });
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
