//! Contact sheets: many pictures in a grid, each with a caption above it.

use crate::RenderError;
use crate::letters::{Lettering, draw_caption};
use crate::picture::canvas::{blank, mix};
use crate::picture::{Style, Theme};
use crate::raster::Raster;
use image::RgbaImage;

/// The layout of a contact sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The title.
    pub title: Option<String>,
    /// Pictures in each row; `None` for a balanced sheet.
    pub columns: Option<u32>,
    /// Background, ink and the most pixels.
    pub style: Style,
}

/// Pixels between pictures, and around the sheet.
const GAP: u32 = 24;
/// Pixels between a caption and its picture.
const UNDER: u32 = 6;

/// The positions of everything.
struct SheetLayout {
    count: u32,
    columns: u32,
    /// Lines of the longest caption.
    lines: u32,
    /// The largest picture.
    cell: (u32, u32),
    caption: Lettering,
    title: Lettering,
    top: u32,
    size: (u32, u32),
}

/// Puts pictures on one sheet, in rows, each with its caption above. Lines of a caption after its first are paler. The
/// last row is centered.
///
/// # Errors
///
/// There are no pictures, or the sheet has more pixels than the style allows.
pub fn contact_sheet<S: AsRef<str>>(pictures: &[(S, &RgbaImage)], sheet: &Sheet) -> Result<RgbaImage, RenderError> {
    let plan = plan(pictures, sheet)?;
    let theme = &sheet.style.theme;
    let mut image = blank(plan.size.0, plan.size.1, theme.paper);
    if let Some(title) = &sheet.title {
        let title = plan.title.shortened(title, plan.size.0 - 2 * GAP);
        draw_caption(&mut image, (GAP, GAP), &title, plan.title, theme.ink);
        let rule = i64::from(plan.top) - i64::from(GAP / 2);
        let width = i64::from(plan.size.0 - 2 * GAP);
        image.fill((GAP.into(), rule), (width, 1), mix(theme.paper, theme.ink, 1, 5));
    }
    for (i, (caption, picture)) in (0..).zip(pictures) {
        let (column, row) = (i % plan.columns, i / plan.columns);
        let here = (plan.count - row * plan.columns).min(plan.columns);
        let left = (plan.size.0 + GAP - here * (plan.cell.0 + GAP)) / 2;
        let x = left + column * (plan.cell.0 + GAP);
        let y = plan.top + row * (plan.cell.1 + plan.lines * plan.caption.height() + UNDER + GAP);
        place(&mut image, (x, y), caption.as_ref(), picture, &plan, theme);
    }
    Ok(image)
}

fn place(
    image: &mut RgbaImage,
    (x, y): (u32, u32),
    caption: &str,
    picture: &RgbaImage,
    plan: &SheetLayout,
    theme: &Theme,
) {
    let inks = std::iter::once(theme.ink).chain(std::iter::repeat(theme.muted));
    for ((line, ink), down) in caption.lines().zip(inks).zip((0..).step_by(plan.caption.height() as usize)) {
        let line = plan.caption.shortened(line, plan.cell.0);
        draw_caption(image, (x, y + down), &line, plan.caption, ink);
    }
    image.paste((x, y + plan.lines * plan.caption.height() + UNDER), picture);
}

fn plan<S: AsRef<str>>(pictures: &[(S, &RgbaImage)], sheet: &Sheet) -> Result<SheetLayout, RenderError> {
    let largest = |side: fn(&RgbaImage) -> u32| pictures.iter().map(|(_, picture)| side(picture)).max();
    let (Some(w), Some(h)) = (largest(RgbaImage::width), largest(RgbaImage::height)) else {
        return Err(RenderError::NoPictures);
    };
    let caption = Lettering::beside(w);
    let title = Lettering { title: true, ..Lettering::beside(w.saturating_mul(2)) };
    // Narrow pictures get a place as wide as the longest caption, up to 24 letters.
    let widest = |text: &str| text.lines().map(|line| caption.width(line)).max().unwrap_or(0);
    let longest = pictures.iter().map(|(text, _)| widest(text.as_ref())).max().unwrap_or(0);
    let lines = pictures.iter().map(|(text, _)| text.as_ref().lines().count()).max().unwrap_or(1);
    let lines = u32::try_from(lines).unwrap_or(u32::MAX).clamp(1, 4);
    let cell = (w.max(longest.min(caption.width("x") * 24)), h);
    let n = u32::try_from(pictures.len()).unwrap_or(u32::MAX);
    let (across, down) =
        (u64::from(cell.0 + GAP), u64::from(cell.1 + GAP) + u64::from(lines * caption.height() + UNDER));
    let columns = sheet.columns.unwrap_or_else(|| balanced(n, across, down)).clamp(1, n);
    let top = GAP + sheet.title.as_ref().map_or(0, |_| title.height() + GAP);
    let rows = u64::from(n.div_ceil(columns));
    let wide = u64::from(columns) * across + u64::from(GAP);
    let size = sheet.style.claim(wide, rows * down + u64::from(top))?;
    Ok(SheetLayout { count: n, columns, lines, cell, caption, title, top, size })
}

/// The number of columns for a sheet of about 4:3 with few empty places.
fn balanced(n: u32, across: u64, down: u64) -> u32 {
    let cost = |columns: u32| {
        let rows = u64::from(n.div_ceil(columns));
        let (w, h) = (u64::from(columns) * across * 3, rows * down * 4);
        // How far off the ratio is, in percent, and half a picture's share for each empty place.
        let ratio = 100 * w.max(h) / w.min(h).max(1);
        let places = rows * u64::from(columns);
        ratio + 60 * (places - u64::from(n)) / places.max(1)
    };
    (1..=n.min(64)).min_by_key(|&columns| cost(columns)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Color;

    #[test]
    fn square_pictures_make_balanced_sheets() {
        let columns: Vec<u32> = (1..=12).map(|n| balanced(n, 400, 430)).collect();
        assert_eq!(columns, [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
        assert_eq!(balanced(6, 1000, 100), 1);
        assert_eq!(balanced(6, 100, 1000), 6);
    }

    #[test]
    fn every_picture_lies_whole_on_the_sheet() {
        let (red, blue) = (Color(255, 0, 0), Color(0, 0, 255));
        let pictures = [blank(50, 40, red), blank(30, 70, blue), blank(1, 1, red)];
        for columns in [None, Some(1), Some(3), Some(99), Some(0)] {
            for title in [None, Some("A title much wider than the sheet is, cut off".to_owned())] {
                let sheet = Sheet { columns, title, ..Sheet::default() };
                let named: Vec<(&str, &RgbaImage)> = pictures.iter().map(|picture| ("caption", picture)).collect();
                let image = contact_sheet(&named, &sheet).unwrap();
                let count = |c: Color| image.pixels().filter(|p| p.0 == [c.0, c.1, c.2, 255]).count();
                assert_eq!((count(red), count(blue)), (2001, 2100));
                let edge = (0..GAP).all(|i| image.get_pixel(i, i).0 == image.get_pixel(0, 0).0);
                assert!(edge, "an even margin");
            }
        }
    }

    #[test]
    fn errors_are_told() {
        let none: [(&str, &RgbaImage); 0] = [];
        assert!(matches!(contact_sheet(&none, &Sheet::default()), Err(RenderError::NoPictures)));
        let picture = blank(50, 40, Color(0, 0, 0));
        let sheet = Sheet { style: Style { max_pixels: 100, ..Style::default() }, ..Sheet::default() };
        let error = contact_sheet(&[("a", &picture)], &sheet).unwrap_err();
        assert_eq!(error.to_string(), "a picture of 98x112 pixels is too large: expected at most 100 pixels");
    }
}
