//! Compositions: finished maps with titles, neat lines and legends, for a README or a printed page.
//!
//! All say how large they are before they take memory, and draw nothing beyond their sheet.

mod floor_grid;
mod poster;
mod stages;

pub use poster::poster;
pub use stages::poster_with_stages;

use image::RgbaImage;
use mapwright_core::{Color, Size, Stage};

use crate::letters::{Lettering, draw_caption};
use crate::picture::canvas::mix;
use crate::picture::{Style, Theme};
use crate::raster::Raster;

/// What stands above a composition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The title.
    pub title: String,
    /// A smaller line below it.
    pub line: String,
}

impl Heading {
    /// The heading of a recipe's map: its title, and its name, seed and size. Without a title, the name becomes one, with
    /// spaces for hyphens and a capital.
    ///
    /// ```
    /// use mapwright_render::Heading;
    /// use mapwright_core::Size;
    ///
    /// let heading = Heading::of_recipe("cave-sanctum", None, 6, Size::new(72, 44));
    /// assert_eq!((heading.title.as_str(), heading.line.as_str()), ("Cave sanctum", "cave-sanctum · seed 6 · 72 × 44"));
    /// ```
    pub fn of_recipe(name: &str, title: Option<&str>, seed: u64, size: Size) -> Heading {
        let title = title.map_or_else(|| in_words(name), str::to_owned);
        Heading { title, line: format!("{name} · seed {seed} · {} × {}", size.w, size.h) }
    }

    /// The heading of a map without a recipe: its name and its size.
    pub fn of_map(name: &str, size: Size) -> Heading {
        Heading { title: in_words(name), line: format!("{} × {}", size.w, size.h) }
    }
}

/// The title of a stage, or else its name as words.
pub(crate) fn caption(stage: Stage) -> String {
    if stage.title.is_empty() { in_words(stage.name) } else { stage.title.to_owned() }
}

/// A name such as `area-graph` as words with a capital.
fn in_words(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The pixels of a cell that suit a map of this size: the most at which its longer side has up to 1,440 pixels, but no
/// more than 48, and at least 12 as long as a side has up to 4,096.
pub fn fitting_scale(size: Size) -> u32 {
    let longer = u32::from(size.w.max(size.h)).max(1);
    match (1440 / longer).min(48) {
        scale if scale >= 12 => scale,
        _ if longer * 12 <= 4096 => 12,
        _ => (4096 / longer).max(1),
    }
}

/// Writes a line whose capital letters begin at a place, cut off at a width.
fn write(image: &mut RgbaImage, (x, y): (u32, u32), text: &str, lettering: Lettering, width: u32, color: Color) {
    let text = lettering.shortened(text, width);
    draw_caption(image, (x, y.saturating_sub(lettering.above())), &text, lettering, color);
}

/// A picture in a neat line: two pixels of ink, a gap, a hairline.
fn framed(image: &mut RgbaImage, picture: &RgbaImage, (x, y): (u32, u32), theme: &Theme) {
    let hairline = mix(theme.paper, theme.ink, 110, 256);
    for (reach, color) in [(7, hairline), (6, theme.paper), (2, theme.ink)] {
        let at = (i64::from(x) - reach, i64::from(y) - reach);
        let (w, h) = (i64::from(picture.width()), i64::from(picture.height()));
        image.fill(at, (w + 2 * reach, h + 2 * reach), color);
    }
    image.paste((x, y), picture);
}

/// The style that draws a map alone.
fn alone(style: &Style) -> Style {
    Style { margin: Some(0), ..style.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_suit_maps() {
        for (w, h, expected) in [(1, 1, 48), (30, 30, 48), (64, 40, 22), (120, 2, 12), (121, 1, 12), (341, 9, 12)] {
            assert_eq!(fitting_scale(Size::new(w, h)), expected, "{w}x{h}");
        }
        for (w, h, expected) in [(342, 9, 11), (4096, 4096, 1), (65535, 1, 1), (9, 2048, 2)] {
            assert_eq!(fitting_scale(Size::new(w, h)), expected, "{w}x{h}");
        }
    }

    #[test]
    fn names_become_titles() {
        for (name, title) in [("castle-keys", "Castle keys"), ("", ""), ("élan", "Élan"), ("a--b", "A  b")] {
            assert_eq!(in_words(name), title);
        }
    }
}
