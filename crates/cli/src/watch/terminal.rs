//! A map in the terminal: a small picture of half blocks, each two pixels, where there are colors; else text.

use std::fmt::Write;

use crossterm::terminal;
use mapwright::core::BuilderMap;
use mapwright::render::{RgbaImage, Style, draw, picture_size};

use crate::failure::Failure;
use crate::message::takes_colors;
use crate::output::as_text;
use crate::place::print;

/// Clears the terminal and goes to its upper left corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

pub(super) fn show(map: &BuilderMap) -> Result<(), Failure> {
    match room().and_then(|room| picture(map, room)) {
        Some(picture) => print(&(CLEAR.to_owned() + &half_blocks(&picture))),
        None => print(&as_text(map)?),
    }
}

/// How many pixels the terminal has room for. The last row is for the cursor.
fn room() -> Option<(u32, u32)> {
    let (columns, rows) = terminal::size().ok().filter(|_| takes_colors())?;
    Some((columns.into(), 2 * u32::from(rows.saturating_sub(1))))
}

/// The largest picture that fits, if it shows anything: walls between cells need three pixels a cell.
fn picture(map: &BuilderMap, (w, h): (u32, u32)) -> Option<RgbaImage> {
    let least = if map.sides.is_some() { 3 } else { 1 };
    let style = |scale| Style { scale, margin: Some(0), ..Style::default() };
    let fits = |&scale: &u32| picture_size(map, &style(scale)).is_ok_and(|size| size.0 <= w && size.1 <= h);
    let scale = (least..=8).rev().find(fits)?;
    draw(map, &style(scale)).ok()
}

/// The upper half of a cell is the text's color, the lower half its background.
fn half_blocks(image: &RgbaImage) -> String {
    let mut text = String::new();
    for y in (0..image.height()).step_by(2) {
        for x in 0..image.width() {
            let [r, g, b, _] = image.get_pixel(x, y).0;
            let _ = write!(text, "\u{1b}[38;2;{r};{g};{b}m");
            if y + 1 < image.height() {
                let [r, g, b, _] = image.get_pixel(x, y + 1).0;
                let _ = write!(text, "\u{1b}[48;2;{r};{g};{b}m");
            }
            text.push('▀');
        }
        text += "\u{1b}[0m\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::core::{Size, Tile, Wrap};
    use mapwright::render::image::Rgba;

    #[test]
    fn a_cell_of_text_is_two_pixels() {
        let mut image = RgbaImage::from_pixel(1, 3, Rgba([1, 2, 3, 255]));
        image.put_pixel(0, 1, Rgba([4, 5, 6, 255]));
        let expected = "\u{1b}[38;2;1;2;3m\u{1b}[48;2;4;5;6m▀\u{1b}[0m\n\u{1b}[38;2;1;2;3m▀\u{1b}[0m\n";
        assert_eq!(half_blocks(&image), expected);
    }

    #[test]
    fn a_picture_fits_its_room_or_there_is_none() {
        for (w, h) in [(1, 1), (1, 9), (80, 50), (31, 7)] {
            let map = BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
            for room in [(80, 48), (1, 2), (200, 100)] {
                let fits = u32::from(w) <= room.0 && u32::from(h) <= room.1;
                let picture = picture(&map, room);
                assert_eq!(picture.is_some(), fits, "{w}x{h} in {room:?}");
                assert!(picture.is_none_or(|picture| picture.width() <= room.0 && picture.height() <= room.1));
            }
        }
    }
}
