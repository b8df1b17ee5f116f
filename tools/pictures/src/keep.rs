//! The examples of the page of kept cells, each with three seeds.

use mapwright::core::Keep;
use mapwright::prelude::*;
use mapwright::render::{RgbaImage, draw};

use crate::{Outcome, Picture};

const PAGE: &str = include_str!("../../../docs/keep.md");
const NAMES: [&str; 3] = ["keep-drawn", "keep-rules", "keep-rest"];
/// Pixels of a cell, and between two maps.
const CELL: u32 = 8;
const GAP: u32 = 12;
/// The color that shades kept cells, and its share in percent.
const SHADE: [u8; 3] = [0xd8, 0x5a, 0x1a];
const SHARE: u32 = 26;

pub(crate) fn pictures() -> Vec<Picture> {
    (0..).zip(NAMES).map(|(nth, name)| Picture::small(name, move || example(nth))).collect()
}

fn example(nth: usize) -> Outcome<RgbaImage> {
    let json = PAGE.split("```json\n").nth(nth + 1).and_then(|rest| rest.split("```").next());
    let recipe: Recipe = json.ok_or("no such example")?.parse()?;
    let chain = recipe.chain()?;
    let (w, h) = (u32::from(recipe.width) * CELL, u32::from(recipe.height) * CELL);
    let mut all = RgbaImage::from_pixel(3 * w + 2 * GAP, h, [255, 255, 255, 0].into());
    for i in 0..3 {
        let map = chain.build(recipe.seed() + u64::from(i))?;
        let mut image = draw(&map, &Style { scale: CELL, ..Style::default() })?;
        for at in map.size().points().filter(|&at| map.keep_at(at) == Keep::Tile) {
            shade(&mut image, at);
        }
        for (x, y, pixel) in image.enumerate_pixels().filter(|(x, y, _)| *x < w && *y < h) {
            all.put_pixel(i * (w + GAP) + x, y, *pixel);
        }
    }
    Ok(all)
}

fn shade(image: &mut RgbaImage, at: Point) {
    for (dx, dy) in (0..CELL).flat_map(|dx| (0..CELL).map(move |dy| (dx, dy))) {
        if let Some(pixel) = image.get_pixel_mut_checked(u32::from(at.x) * CELL + dx, u32::from(at.y) * CELL + dy) {
            for (channel, tint) in pixel.0.iter_mut().zip(SHADE) {
                *channel = ((u32::from(*channel) * (100 - SHARE) + u32::from(tint) * SHARE) / 100) as u8;
            }
        }
    }
}
