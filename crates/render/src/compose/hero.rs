//! One map with its title, in a neat line, and its legend.

use image::RgbaImage;
use mapwright_core::BuilderMap;

use super::{Heading, alone, framed, write};
use crate::RenderError;
use crate::letters::Lettering;
use crate::picture::canvas::blank;
use crate::picture::{LegendPlan, Style, draw, picture_size};

/// Pixels around everything.
pub(super) const MARGIN: u32 = 44;
/// Where the capital letters of the title and of the line begin, and where the map does.
const TITLE: u32 = 36;
const LINE: u32 = 82;
const TOP: u32 = 118;
/// Pixels between the map and the legend.
const UNDER: u32 = 24;
/// Even a small map has so many pixels for its title.
const LEAST: u32 = 400;

/// A hero and room for more below it.
pub(super) struct HeroLayout {
    /// The map's picture.
    map: (u32, u32),
    /// Pixels between the margins.
    pub(super) inner: u32,
    legend: LegendPlan,
    pub(super) size: (u64, u64),
}

impl HeroLayout {
    pub(super) fn new(map: &BuilderMap, style: &Style) -> Result<HeroLayout, RenderError> {
        let (w, h) = picture_size(map, &alone(style))?;
        let inner = w.max(LEAST);
        let legend = LegendPlan::new(map, style, inner);
        let below = if legend.size.1 > 0 { legend.size.1 + u64::from(UNDER) } else { 0 };
        // An icon and its gap may be wider than a narrow map.
        let wide = u64::from(inner).max(legend.size.0) + 2 * u64::from(MARGIN);
        let size = (wide, u64::from(TOP) + u64::from(h) + below + u64::from(MARGIN));
        Ok(HeroLayout { map: (w, h), inner, legend, size })
    }

    pub(super) fn draw(
        &self,
        image: &mut RgbaImage,
        map: &BuilderMap,
        style: &Style,
        heading: &Heading,
    ) -> Result<(), RenderError> {
        let theme = &style.theme;
        let picture = draw(map, &alone(style))?;
        write(image, (MARGIN, TITLE), &heading.title, Lettering::title(30), self.inner, theme.title);
        write(image, (MARGIN, LINE), &heading.line, Lettering::words(12), self.inner, theme.muted);
        framed(image, &picture, (MARGIN + (self.inner - self.map.0.min(self.inner)) / 2, TOP), theme);
        self.legend.draw(image, (MARGIN, TOP + self.map.1 + UNDER), style);
        Ok(())
    }
}

/// Draws a map with a heading above it and a legend below, at the style's scale.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Heading, Style, hero};
///
/// let map = BuilderMap::filled(Size::new(40, 30), Wrap::None, Tile::FLOOR);
/// let heading = Heading { title: "An empty hall".to_owned(), line: String::new() };
/// let picture = hero(&map, &Style::default(), &heading)?;
/// assert_eq!(picture.width(), 40 * 16 + 2 * 44);
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// As for [`draw`], or more pixels than the style allows.
pub fn hero(map: &BuilderMap, style: &Style, heading: &Heading) -> Result<RgbaImage, RenderError> {
    let plan = HeroLayout::new(map, style)?;
    let (w, h) = style.claim(plan.size.0, plan.size.1)?;
    let mut image = blank(w, h, style.theme.paper);
    plan.draw(&mut image, map, style, heading)?;
    Ok(image)
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Point, Size, Spawn, Tile, Wrap};

    use super::*;

    /// The margins stay empty, whatever the map holds.
    #[test]
    fn nothing_is_drawn_off_the_sheet() {
        let heading = Heading { title: "W".repeat(500), line: "\u{1F409}".repeat(500) };
        for (w, h, scale) in [(1, 1, 1), (1, 1, 64), (200, 3, 2), (3, 90, 7), (30, 20, 24)] {
            let mut map = BuilderMap::filled(Size::new(w, h), Wrap::Both, Tile::FLOOR);
            let name = |i: u16| format!("{i}{}", "m".repeat(57));
            map.spawns = (0..200).map(|i| Spawn::new((i % w, i / w % h), name(i))).collect();
            (map.start, map.exit) = (Some(Point::new(0, 0)), Some(Point::new(w - 1, h - 1)));
            let style = Style { scale, ..Style::default() };
            let image = hero(&map, &style, &heading).unwrap();
            let plan = HeroLayout::new(&map, &style).unwrap();
            assert_eq!((u64::from(image.width()), u64::from(image.height())), plan.size);
            let paper = *image.get_pixel(0, 0);
            let (right, bottom) = (image.width() - MARGIN / 2, image.height() - MARGIN / 2);
            for (x, y, pixel) in image.enumerate_pixels() {
                let is_margin = x < MARGIN / 2 || y < TITLE / 2 || x >= right || y >= bottom;
                assert!(!is_margin || *pixel == paper, "{w}x{h} at {scale}: ({x}, {y})");
            }
        }
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let map = BuilderMap::filled(Size::new(2000, 2000), Wrap::None, Tile::FLOOR);
        let refused = |style: Style| hero(&map, &style, &Heading::default()).unwrap_err();
        assert!(matches!(refused(Style { scale: u32::MAX, ..Style::default() }), RenderError::TooLarge { .. }));
        let tight = Style { scale: 1, max_pixels: 2000 * 2000, ..Style::default() };
        assert_eq!(
            refused(tight).to_string(),
            "a picture of 2088x2162 pixels is too large: expected at most 4000000 pixels"
        );
    }
}
