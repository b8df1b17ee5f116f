//! Draws text on pictures, with the bitmaps of Noto Sans Mono.

use crate::raster::pixel;
use image::RgbaImage;
use mapwright_core::Color;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width};

use crate::picture::canvas::{blank, mix};

/// The look of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lettering {
    /// The height of a line.
    pub height: LineHeight,
    /// Whether the text is bold.
    pub bold: bool,
}

/// The height of a line of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineHeight {
    /// 16 pixels.
    #[default]
    Px16,
    /// 20 pixels.
    Px20,
    /// 24 pixels.
    Px24,
    /// 32 pixels.
    Px32,
}

impl Lettering {
    const fn font(self) -> (FontWeight, RasterHeight) {
        let weight = if self.bold { FontWeight::Bold } else { FontWeight::Regular };
        let height = match self.height {
            LineHeight::Px16 => RasterHeight::Size16,
            LineHeight::Px20 => RasterHeight::Size20,
            LineHeight::Px24 => RasterHeight::Size24,
            LineHeight::Px32 => RasterHeight::Size32,
        };
        (weight, height)
    }

    /// Text that suits a picture this many pixels wide.
    pub(crate) const fn beside(width: u32) -> Lettering {
        let height = match width {
            0..240 => LineHeight::Px16,
            240..420 => LineHeight::Px20,
            420..720 => LineHeight::Px24,
            _ => LineHeight::Px32,
        };
        Lettering { height, bold: false }
    }

    /// The height of a line, in pixels.
    pub fn height(self) -> u32 {
        u32::try_from(self.font().1.val()).unwrap_or(u32::MAX)
    }

    /// The width of a text, in pixels.
    pub fn width(self, text: &str) -> u32 {
        let (weight, height) = self.font();
        u32::try_from(text.chars().count() * get_raster_width(weight, height)).unwrap_or(u32::MAX)
    }

    /// The text, cut off with `..` if it is wider than `max` pixels.
    pub(crate) fn shortened(self, text: &str, max: u32) -> String {
        if self.width(text) <= max {
            return text.to_owned();
        }
        let fits = (max / self.width("x").max(1)) as usize;
        text.chars().take(fits.saturating_sub(2)).chain("..".chars()).take(fits).collect()
    }

    fn letter(self, letter: char) -> Option<RasterizedChar> {
        let (weight, height) = self.font();
        get_raster(letter, weight, height).or_else(|| get_raster('?', weight, height))
    }
}

/// A line of text that is read from below.
pub(crate) fn upright(text: &str, lettering: Lettering, background: Color, ink: Color) -> RgbaImage {
    let mut flat = blank(lettering.width(text).max(1), lettering.height(), background);
    draw_caption(&mut flat, (0, 0), text, lettering, ink);
    RgbaImage::from_fn(flat.height(), flat.width(), |x, y| *flat.get_pixel(flat.width() - 1 - y, x))
}

/// Writes a line of text with its top left corner at (x, y), cut off at the picture's borders. A letter
/// that the font does not have becomes `?`.
pub fn draw_caption(image: &mut RgbaImage, (x, y): (u32, u32), text: &str, lettering: Lettering, color: Color) {
    let mut left = x;
    for letter in text.chars().filter_map(|letter| lettering.letter(letter)) {
        for (py, row) in (y..image.height()).zip(letter.rows()) {
            for (px, &strength) in (left..image.width()).zip(row) {
                let [r, g, b, _] = image.get_pixel(px, py).0;
                // Sixteen levels: enough for the eye, and few colors for GIF.
                let strength = u32::from(strength).div_ceil(17);
                image.put_pixel(px, py, pixel(mix(Color(r, g, b), color, strength, 15)));
            }
        }
        left = left.saturating_add(u32::try_from(letter.width()).unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::canvas::blank;

    const WHITE: Color = Color(255, 255, 255);

    #[test]
    fn letters_stay_in_their_box_and_on_the_picture() {
        for lettering in [0, 300, 500, 900].map(Lettering::beside) {
            let mut image = blank(lettering.width("Äy|") + 10, lettering.height() + 10, WHITE);
            draw_caption(&mut image, (5, 5), "Äy|", lettering, Color(0, 0, 0));
            let (w, h) = image.dimensions();
            let inked: Vec<(u32, u32)> =
                image.enumerate_pixels().filter(|(_, _, p)| p[0] < 128).map(|(x, y, _)| (x, y)).collect();
            assert!(inked.len() > 20);
            assert!(inked.iter().all(|&(x, y)| (5..w - 5).contains(&x) && (5..h - 5).contains(&y)));
            draw_caption(&mut image, (w - 3, h - 3), "cut off", lettering, Color(0, 0, 0));
            draw_caption(&mut image, (u32::MAX, u32::MAX), "far off", lettering, Color(0, 0, 0));
        }
    }

    #[test]
    fn an_unknown_letter_becomes_a_question_mark() {
        let drawn = |text: &str| {
            let mut image = blank(20, 20, WHITE);
            draw_caption(&mut image, (0, 0), text, Lettering::default(), Color(0, 0, 0));
            image
        };
        assert_eq!(drawn("\u{1F409}"), drawn("?"));
        assert_ne!(drawn("?"), drawn("!"));
    }

    #[test]
    fn long_texts_are_cut() {
        let small = Lettering::default();
        let letter = small.width("x");
        assert_eq!(small.shortened("prim-maze", letter * 9), "prim-maze");
        assert_eq!(small.shortened("prim-maze", letter * 5), "pri..");
        assert_eq!(small.shortened("prim-maze", 0), "");
    }
}
