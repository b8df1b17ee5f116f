//! The banner: slices of several maps side by side, and a plate with the name of the toolkit.

use mapwright::prelude::*;
use mapwright::render::image::Rgba;
use mapwright::render::{Lettering, RgbaImage, Theme};

use crate::Outcome;
use crate::cut::{blank, built, cut, fill, themed, write};

/// Recipe, theme, and the cell in the middle of the slice.
const SLICES: [(&str, &str, (u16, u16)); 4] = [
    ("archipelago", "atlas", (22, 16)),
    ("temple", "parchment", (28, 24)),
    ("castle-keys", "dark", (55, 13)),
    ("level-rooms", "blueprint", (32, 25)),
];

/// Pixels across and down.
const SIZE: (u32, u32) = (1280, 400);
/// The height of the plate.
const PLATE: u32 = 128;
/// Between slices.
const WHITE: Rgba<u8> = Rgba([0xff, 0xfd, 0xf6, 0xff]);

/// The borders of the slices lean by one pixel every three rows.
pub(crate) fn banner() -> Outcome<RgbaImage> {
    let ((w, h), count) = (SIZE, SLICES.len() as u32);
    let mut image = blank(SIZE, Theme::default().paper);
    // Slices overlap as far as their borders lean.
    let lean = h / 6 + 3;
    let border = |nth: u32| w * nth / count;
    for (nth, (name, theme, around)) in (0..).zip(SLICES) {
        let from = border(nth).saturating_sub(lean);
        let to = (border(nth + 1) + lean).min(w);
        let style = Style { scale: 20, ..themed(theme) };
        let picture = cut(&built(name)?.1, &style, (to - from, h), Some(around.into()))?;
        for (x, y, over) in picture.enumerate_pixels() {
            let x = x + from;
            // How far right of its left border a place is.
            let right = i64::from(x) - i64::from(border(nth)) + (i64::from(y) - i64::from(h / 2)).div_euclid(3);
            if nth == 0 || right > 2 {
                image.put_pixel(x, y, *over);
            } else if right >= -2 {
                image.put_pixel(x, y, WHITE);
            }
        }
    }
    plate(&mut image);
    Ok(image)
}

fn plate(image: &mut RgbaImage) {
    let theme = Theme::default();
    let (title, words) =
        (("Mapwright", Lettering::title(44)), ("procedural levels from recipes", Lettering::words(13)));
    let width = |(text, lettering): (&str, Lettering)| lettering.width(text);
    let wide = width(title).max(width(words)) + 72;
    let (left, top) = ((SIZE.0 - wide) / 2, (SIZE.1 - PLATE) / 2);
    // A line of ink at the border, and two inside of it.
    fill(image, (left - 1, top - 1), (wide + 2, PLATE + 2), theme.ink);
    for (inset, color) in [(0, theme.paper), (5, theme.ink), (6, theme.paper), (8, theme.ink), (9, theme.paper)] {
        fill(image, (left + inset, top + inset), (wide - 2 * inset, PLATE - 2 * inset), color);
    }
    for (line, down, ink) in [(title, 28, theme.title), (words, PLATE - 36, theme.muted)] {
        write(image, ((SIZE.0 - width(line)) / 2, top + down), line.0, line.1, ink);
    }
}
