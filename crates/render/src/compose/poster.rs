//! One map with its title, in a neat line, and its legend.

use image::RgbaImage;
use mapwright_core::BuilderMap;

use super::floor_grid::FloorGrid;
use super::{Heading, alone, framed, write};
use crate::RenderError;
use crate::legend::LegendLayout;
use crate::letters::Lettering;
use crate::picture::Style;
use crate::picture::canvas::blank;

/// Pixels around everything.
pub(super) const MARGIN: u32 = 44;
/// Where the capital letters of the title and of the line begin, and where the map does.
const TITLE: u32 = 36;
const LINE: u32 = 82;
const TOP: u32 = 118;
/// Pixels between floors, below and beside each; their captions stand above them.
const FLOORS: (u32, u32) = (32, 46);
/// Pixels from the capital letters of such a caption to its floor.
const ABOVE: u32 = 24;
/// Pixels between the map and the legend.
const UNDER: u32 = 24;
/// Even a small map has so many pixels for its title.
const LEAST: u32 = 400;

/// A poster and room for more below it.
pub(super) struct PosterLayout {
    floors: FloorGrid,
    /// Where the map begins.
    top: u32,
    /// Pixels between the margins.
    pub(super) inner: u32,
    legend: LegendLayout,
    pub(super) size: (u64, u64),
}

impl PosterLayout {
    pub(super) fn new(map: &BuilderMap, style: &Style) -> Result<PosterLayout, RenderError> {
        let floors = FloorGrid::new(map, &alone(style), FLOORS)?;
        let ((w, h), top) = (floors.size, if map.n_floors() > 1 { TOP + ABOVE } else { TOP });
        let inner = w.max(LEAST);
        let legend = LegendLayout::new(map, style, inner)?;
        let below = if legend.size.1 > 0 { legend.size.1 + u64::from(UNDER) } else { 0 };
        // An icon and its gap may be wider than a narrow map.
        let wide = u64::from(inner).max(legend.size.0) + 2 * u64::from(MARGIN);
        let size = (wide, u64::from(top) + u64::from(h) + below + u64::from(MARGIN));
        Ok(PosterLayout { floors, top, inner, legend, size })
    }

    pub(super) fn draw(
        &self,
        image: &mut RgbaImage,
        map: &BuilderMap,
        style: &Style,
        heading: &Heading,
    ) -> Result<(), RenderError> {
        let theme = &style.theme;
        // A long title is smaller, rather than cut off.
        let fits = |&cap: &u32| cap == 18 || Lettering::title(cap).width(&heading.title) <= self.inner;
        let cap = (18..=30).rev().find(fits).unwrap_or(18);
        write(image, (MARGIN, TITLE + 30 - cap), &heading.title, Lettering::title(cap), self.inner, theme.title);
        write(image, (MARGIN, LINE), &heading.line, Lettering::words(12), self.inner, theme.muted);
        let left = MARGIN + (self.inner - self.floors.size.0.min(self.inner)) / 2;
        for (floor, ((x, y), picture)) in self.floors.pictures(map, &alone(style))?.enumerate() {
            let (x, y) = (left + x, self.top + y);
            if map.n_floors() > 1 {
                let caption = format!("Floor {floor}");
                write(image, (x, y - ABOVE), &caption, Lettering::words(12), picture.width(), theme.muted);
            }
            framed(image, &picture, (x, y), theme);
        }
        self.legend.draw(image, (MARGIN, self.top + self.floors.size.1 + UNDER), style);
        Ok(())
    }
}

/// Draws a map with a heading above it and a legend below, at the style's scale. Floors stand beside each other.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Heading, Style, poster};
///
/// let map = BuilderMap::filled(Size::new(40, 30), Wrap::None, Tile::FLOOR);
/// let heading = Heading { title: "An empty hall".to_owned(), line: String::new() };
/// let picture = poster(&map, &Style::default(), &heading)?;
/// assert_eq!(picture.width(), 40 * 16 + 2 * 44);
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// As for [`draw`](crate::draw), or more pixels than the style allows.
pub fn poster(map: &BuilderMap, style: &Style, heading: &Heading) -> Result<RgbaImage, RenderError> {
    let plan = PosterLayout::new(map, style)?;
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
            let image = poster(&map, &style, &heading).unwrap();
            let plan = PosterLayout::new(&map, &style).unwrap();
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
    fn floors_stand_beside_each_other_in_rows() {
        let floor = BuilderMap::filled(Size::new(20, 10), Wrap::None, Tile::FLOOR);
        let style = Style { scale: 30, ..Style::default() };
        for (n, columns, rows) in [(1, 1, 1), (2, 2, 1), (3, 2, 2), (5, 2, 3), (7, 3, 3)] {
            let map = BuilderMap::stack(vec![floor.clone(); n]).unwrap();
            let image = poster(&map, &style, &Heading::default()).unwrap();
            let captions = if n > 1 { ABOVE } else { 0 };
            let below = 300 * rows + FLOORS.1 * (rows - 1) + captions;
            assert_eq!(image.width(), 2 * MARGIN + 600 * columns + FLOORS.0 * (columns - 1), "{n}");
            assert_eq!(image.height(), TOP + below + MARGIN, "{n}");
        }
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let map = BuilderMap::filled(Size::new(2000, 2000), Wrap::None, Tile::FLOOR);
        let refused = |style: Style| poster(&map, &style, &Heading::default()).unwrap_err();
        assert!(matches!(refused(Style { scale: u32::MAX, ..Style::default() }), RenderError::TooLarge { .. }));
        let tight = Style { scale: 1, max_pixels: 2000 * 2000, ..Style::default() };
        assert_eq!(
            refused(tight).to_string(),
            "a picture of 2088x2162 pixels is too large: expected at most 4000000 pixels"
        );
    }
}
