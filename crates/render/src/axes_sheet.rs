//! Pictures in bins over two axes, such as the best level of each bin of two metrics.

use crate::RenderError;
use crate::letters::{Lettering, draw_caption, upright};
use crate::picture::Style;
use crate::picture::canvas::{blank, mix};
use crate::raster::Raster;
use image::RgbaImage;

/// Pictures in bins over two axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AxesSheet {
    /// The title.
    pub title: String,
    /// The names of the axes across and up.
    pub names: [String; 2],
    /// The edges of the bins across and up, one more than there are bins.
    pub edges: [Vec<String>; 2],
    /// Background, ink and the most pixels.
    pub style: Style,
}

/// Pixels around the sheet.
const GAP: u32 = 24;
/// Pixels between parts.
const NEAR: u32 = 8;
/// Pixels around each picture.
const AROUND: u32 = 3;

const LETTERS: Lettering = Lettering::words(9);
const NAMES: Lettering = Lettering::title(12);
const TITLE: Lettering = Lettering::title(14);

/// Puts pictures into their bins. The first bin is at the bottom left; pictures beyond the last one are left out.
///
/// # Errors
///
/// There are no pictures, or the sheet has more pixels than the style allows.
pub fn axes_sheet(pictures: &[([u32; 2], RgbaImage)], sheet: &AxesSheet) -> Result<RgbaImage, RenderError> {
    let theme = &sheet.style.theme;
    let largest = |side: fn(&RgbaImage) -> u32| pictures.iter().map(|(_, picture)| side(picture)).max();
    let (Some(w), Some(h)) = (largest(RgbaImage::width), largest(RgbaImage::height)) else {
        return Err(RenderError::NoPictures);
    };
    let cell = (w.saturating_add(2 * AROUND), h.saturating_add(2 * AROUND));
    let bins = [0, 1].map(|axis: usize| u32::try_from(sheet.edges[axis].len().max(2) - 1).unwrap_or(u32::MAX));
    let widest = sheet.edges[1].iter().map(|label| LETTERS.width(label)).max().unwrap_or(0);
    let left = GAP + NAMES.height() + NEAR + widest + NEAR;
    let top = GAP + TITLE.height() + GAP;
    let plot = (u64::from(cell.0) * u64::from(bins[0]), u64::from(cell.1) * u64::from(bins[1]));
    let below = NEAR + LETTERS.height() + NEAR + NAMES.height() + GAP;
    let size =
        sheet.style.claim(u64::from(left) + plot.0 + u64::from(2 * GAP), u64::from(top) + plot.1 + u64::from(below))?;
    let (right, bottom) = (left + cell.0 * bins[0], top + cell.1 * bins[1]);

    let mut image = blank(size.0, size.1, theme.paper);
    let title = TITLE.shortened(&sheet.title, size.0 - 2 * GAP);
    draw_caption(&mut image, (GAP, GAP), &title, TITLE, theme.ink);
    let frame = mix(theme.paper, theme.ink, 1, 3);
    let (wide, high) = (i64::from(right - left), i64::from(bottom - top));
    image.fill((i64::from(left) - 1, i64::from(top) - 1), (wide + 2, high + 2), frame);
    image.fill((left.into(), top.into()), (wide, high), mix(theme.paper, theme.ink, 1, 12));
    for ([x, y], picture) in pictures.iter().filter(|([x, y], _)| *x < bins[0] && *y < bins[1]) {
        let (free_x, free_y) = (cell.0 - picture.width(), cell.1 - picture.height());
        image.paste((left + x * cell.0 + free_x / 2, bottom - (y + 1) * cell.1 + free_y / 2), picture);
    }
    // As many labels as have room.
    let longest = sheet.edges[0].iter().map(|label| LETTERS.width(label)).max().unwrap_or(0);
    for (x, label) in
        (left..).step_by(cell.0 as usize).zip(&sheet.edges[0]).step_by(((longest + 12) / cell.0 + 1) as usize)
    {
        image.fill((x.into(), bottom.into()), (1, 5), theme.ink);
        draw_caption(
            &mut image,
            (x.saturating_sub(LETTERS.width(label) / 2), bottom + NEAR),
            label,
            LETTERS,
            theme.ink,
        );
    }
    for (up, label) in
        (0..).step_by(cell.1 as usize).zip(&sheet.edges[1]).step_by(((LETTERS.height() + 4) / cell.1 + 1) as usize)
    {
        let y = bottom - up;
        image.fill((i64::from(left) - 5, i64::from(y) - 1), (5, 1), theme.ink);
        let x = left - NEAR - LETTERS.width(label);
        draw_caption(&mut image, (x, y.saturating_sub(LETTERS.height() / 2)), label, LETTERS, theme.ink);
    }
    let name = NAMES.shortened(&sheet.names[0], right - left);
    let x = left + (right - left).saturating_sub(NAMES.width(&name)) / 2;
    draw_caption(&mut image, (x, bottom + NEAR + LETTERS.height() + NEAR), &name, NAMES, theme.ink);
    let name = upright(&NAMES.shortened(&sheet.names[1], bottom - top), NAMES, theme.paper, theme.ink);
    image.paste((GAP, top + (bottom - top).saturating_sub(name.height()) / 2), &name);
    Ok(image)
}

#[cfg(test)]
mod tests {
    use mapwright_core::Color;

    use super::*;

    #[test]
    fn every_picture_lies_in_its_bin() {
        let (red, blue) = (Color(255, 0, 0), Color(0, 0, 255));
        let pictures = [([0, 0], blank(30, 20, red)), ([2, 1], blank(10, 20, blue)), ([3, 0], blank(10, 10, red))];
        let edges = [vec!["0", "10", "20", "30"], vec!["0.25", "0.5", "0.75"]]
            .map(|labels| labels.into_iter().map(str::to_owned).collect());
        let names = ["across", "up"].map(str::to_owned);
        let sheet = AxesSheet { title: "a title".into(), names, edges, style: Style::default() };
        let image = axes_sheet(&pictures, &sheet).unwrap();
        let places = |c: Color| {
            let found = image.enumerate_pixels().filter(move |(.., pixel)| pixel.0 == [c.0, c.1, c.2, 255]);
            found.map(|(x, y, _)| (x, y)).collect::<Vec<_>>()
        };
        let (reds, blues) = (places(red), places(blue));
        assert_eq!((reds.len(), blues.len()), (600, 200), "whole, and the one beyond the last bin is left out");
        assert!(reds.iter().all(|red| blues.iter().all(|blue| red.0 < blue.0 && red.1 > blue.1)), "up is up");
    }

    #[test]
    fn errors_are_told() {
        assert!(matches!(axes_sheet(&[], &AxesSheet::default()), Err(RenderError::NoPictures)));
        let picture = blank(50, 40, Color(0, 0, 0));
        let sheet = AxesSheet { style: Style { max_pixels: 100, ..Style::default() }, ..AxesSheet::default() };
        assert!(axes_sheet(&[([0, 0], picture)], &sheet).unwrap_err().to_string().ends_with("at most 100 pixels"));
    }
}
