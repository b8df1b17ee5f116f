//! A template of herringbone pieces as an image of `stb_herringbone_wang_tile`.

use mapwright::render::RgbaImage;

use crate::{Outcome, Picture};

/// Cells of half a piece.
const UNIT: u32 = 5;
const FLOOR: [u8; 3] = [255; 3];
const WALL: [u8; 3] = [0; 3];
const FRAME: [u8; 3] = [190, 190, 200];
const GRASS: [u8; 3] = [0xa3, 0xc2, 0x7a];
const WATER: [u8; 3] = [0x7d, 0xb8, 0xd8];

pub(crate) fn pictures() -> Vec<Picture> {
    vec![Picture::full("pieces", draw)]
}

/// Two colors of each of the four kinds of corners: 64 pieces of each form, in eight rows of eight.
fn draw() -> Outcome<RgbaImage> {
    let [long, short] = [2 * UNIT + 3, UNIT + 3];
    let mut image = RgbaImage::from_pixel(8 * long, 4 + 8 * (long + short), [255; 4].into());
    let forms = [((2 * UNIT, UNIT), 2), ((UNIT, 2 * UNIT), 4 + 8 * short)];
    for ((w, h), top) in forms {
        for (row, column) in (0..8u32).flat_map(|row| (0..8u32).map(move |column| (row, column))) {
            let corners = row.count_ones() + column.count_ones();
            for (x, y) in (0..w + 2).flat_map(|x| (0..h + 2).map(move |y| (x, y))) {
                let at = (column * (w + 3) + x, top + row * (h + 3) + y);
                let [r, g, b] = color((x, y), (w, h), corners);
                image.put_pixel(at.0, at.1, [r, g, b, 255].into());
            }
        }
    }
    // The colors of each kind, how often pieces are repeated, half a piece, and the mark of corner sets.
    let numbers = [2, 2, 2, 2, 1, 1, UNIT as u8, 0xc0, 0];
    let last = image.width() - 1;
    for (nth, number) in (0u8..).zip(numbers) {
        let pixel = image.get_pixel_mut(last - u32::from(nth) / 3, 0);
        pixel.0[2 - usize::from(nth) % 3] = number ^ nth.wrapping_mul(55);
    }
    Ok(image)
}

/// The color of a pixel of a piece with its frame. Passages are in the middle of each half's side.
fn color((x, y): (u32, u32), (w, h): (u32, u32), corners: u32) -> [u8; 3] {
    let is_middle = |one: u32| (one - 1) % UNIT == UNIT / 2;
    let on = |one: u32, length: u32| one == 1 || one == length;
    match () {
        () if [0, w + 1].contains(&x) || [0, h + 1].contains(&y) => FRAME,
        () if on(x, w) || on(y, h) => match on(x, w) && is_middle(y) || on(y, h) && is_middle(x) {
            true => FLOOR,
            false => WALL,
        },
        () if corners >= 5 && is_middle(x) && is_middle(y) => WATER,
        () if corners == 3 => GRASS,
        () if corners > 3 || is_middle(x) || is_middle(y) => FLOOR,
        () => WALL,
    }
}
