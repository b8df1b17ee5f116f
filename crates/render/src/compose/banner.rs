//! A banner: slices of several maps side by side, and a plate with a title.

use image::RgbaImage;
use mapwright_core::{BuilderMap, Color, Point};

use super::gallery::cut;
use super::{Heading, write};
use crate::RenderError;
use crate::letters::Lettering;
use crate::picture::Style;
use crate::picture::canvas::blank;
use crate::raster::{Raster, pixel};

/// A slice of a banner.
#[derive(Clone, Debug)]
pub struct Slice<'a> {
    /// The map.
    pub map: &'a BuilderMap,
    /// How to draw it.
    pub style: Style,
    /// The cell in the middle of the slice.
    pub around: Point,
}

/// Pixels across and down.
const SIZE: (u32, u32) = (1280, 400);
/// The height of the plate.
const PLATE: u32 = 128;
/// Between slices.
const WHITE: Color = Color(0xff, 0xfd, 0xf6);

/// Draws slices of maps, 1280×400 pixels in all. Their borders lean by one pixel every three rows. `style` gives the
/// colors of the plate.
///
/// # Errors
///
/// No slices, a map that [`draw`](crate::draw) refuses, or more pixels than the style allows.
pub fn banner(slices: &[Slice<'_>], style: &Style, heading: &Heading) -> Result<RgbaImage, RenderError> {
    let count = u32::try_from(slices.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(RenderError::NoPictures);
    }
    let (w, h) = style.claim(SIZE.0.into(), SIZE.1.into())?;
    let mut image = blank(w, h, style.theme.paper);
    // Slices overlap as far as their borders lean.
    let lean = h / 6 + 3;
    let border = |nth: u32| w * nth / count;
    for (nth, slice) in (0..).zip(slices) {
        let (from, to) = (border(nth).saturating_sub(lean), (border(nth + 1) + lean).min(w));
        let (from, to) = (if nth == 0 { 0 } else { from }, if nth + 1 == count { w } else { to });
        let picture = cut(slice.map, &slice.style, (to - from, h), Some(slice.around))?;
        for (x, y, over) in picture.enumerate_pixels() {
            let x = x + from;
            // How far right of its left border a place is.
            let right = i64::from(x) - i64::from(border(nth)) + (i64::from(y) - i64::from(h / 2)).div_euclid(3);
            if nth == 0 || right > 2 {
                image.put_pixel(x, y, *over);
            } else if right >= -2 {
                image.put_pixel(x, y, pixel(WHITE));
            }
        }
    }
    plate(&mut image, style, heading);
    Ok(image)
}

fn plate(image: &mut RgbaImage, style: &Style, heading: &Heading) {
    let theme = &style.theme;
    let (title, line) = (Lettering::title(44), Lettering::words(13));
    let (w, h) = image.dimensions();
    let most = w - 2 * 60;
    let words = [title.shortened(&heading.title, most), line.shortened(&heading.line, most)];
    let wide = title.width(&words[0]).max(line.width(&words[1])) + 72;
    let (left, top) = ((w - wide.min(w)) / 2, (h - PLATE) / 2);
    let mut fill = |inset: i64, color| {
        let at = (i64::from(left) + inset, i64::from(top) + inset);
        image.fill(at, (i64::from(wide) - 2 * inset, i64::from(PLATE) - 2 * inset), color);
    };
    for (inset, color) in
        [(-1, theme.ink), (0, theme.paper), (5, theme.ink), (6, theme.paper), (8, theme.ink), (9, theme.paper)]
    {
        fill(inset, color);
    }
    let middle = |lettering: Lettering, text: &str| (w - lettering.width(text).min(w)) / 2;
    write(image, (middle(title, &words[0]), top + 28), &words[0], title, most, theme.title);
    write(image, (middle(line, &words[1]), top + PLATE - 36), &words[1], line, most, theme.muted);
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Size, Tile, Wrap};

    use super::*;

    #[test]
    fn a_banner_is_full_whatever_its_maps() {
        let [small, wide] =
            [(1, 1), (200, 90)].map(|(w, h)| BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR));
        let slice = |map, x| Slice { map, style: Style { scale: 20, ..Style::default() }, around: Point::new(x, 0) };
        let heading = Heading { title: "W".repeat(99), line: "w".repeat(999) };
        for slices in [vec![slice(&small, 0)], vec![slice(&small, 0), slice(&wide, 199), slice(&wide, 0)]] {
            assert_eq!(banner(&slices, &Style::default(), &heading).unwrap().dimensions(), SIZE);
        }
        assert!(matches!(banner(&[], &Style::default(), &heading), Err(RenderError::NoPictures)));
    }
}
