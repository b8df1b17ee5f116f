//! Pictures in bins over two axes, such as the best level of each bin of two metrics.

use mapwright_render::image::imageops;
use mapwright_render::{RenderError, RgbaImage, Style};

use crate::ChartError;
use crate::plot::{Plot, PlotAxis};

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

/// Pixels around each picture.
const AROUND: u32 = 3;

/// Puts pictures into their bins. The first bin is at the bottom left; pictures beyond the last one are left out.
///
/// # Errors
///
/// There are no pictures, or the sheet has more pixels than the style allows.
pub fn axes_sheet(pictures: &[([u32; 2], RgbaImage)], sheet: &AxesSheet) -> Result<RgbaImage, ChartError> {
    let largest = |side: fn(&RgbaImage) -> u32| pictures.iter().map(|(_, picture)| side(picture)).max();
    let (Some(w), Some(h)) = (largest(RgbaImage::width), largest(RgbaImage::height)) else {
        return Err(RenderError::NoPictures.into());
    };
    let cell = [w, h].map(|side| side.saturating_add(2 * AROUND));
    let bins = [0, 1].map(|axis: usize| u32::try_from(sheet.edges[axis].len().max(2) - 1).unwrap_or(u32::MAX));
    let axes = [0, 1].map(|i| {
        let labels = (0..).map(|nth: u32| nth.saturating_mul(cell[i])).zip(sheet.edges[i].iter().cloned()).collect();
        PlotAxis { name: &sheet.names[i], length: bins[i].saturating_mul(cell[i]), labels }
    });
    let Plot { mut image, corner: (left, bottom) } = Plot::new(&sheet.style, &sheet.title, axes, (0, 0), None)?;
    for ([x, y], picture) in pictures.iter().filter(|([x, y], _)| *x < bins[0] && *y < bins[1]) {
        let (free_x, free_y) = (cell[0] - picture.width(), cell[1] - picture.height());
        let at = (left + x * cell[0] + free_x / 2, bottom - (y + 1) * cell[1] + free_y / 2);
        imageops::replace(&mut image, picture, at.0.into(), at.1.into());
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use mapwright_core::Color;

    use super::*;
    use crate::plot::blank;

    #[test]
    fn every_picture_lies_in_its_bin() {
        let (red, blue) = (Color(255, 0, 0), Color(0, 0, 255));
        let pictures =
            [([0, 0], blank((30, 20), red)), ([2, 1], blank((10, 20), blue)), ([3, 0], blank((10, 10), red))];
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
        // Each in the middle of a cell, which is as large as the largest picture and its surroundings.
        let cell = [30, 20].map(|side| side + 2 * AROUND);
        let (red, blue) = (reds[0], blues[0]);
        assert_eq!((blue.0 - red.0, red.1 - blue.1), (2 * cell[0] + 10, cell[1]));
    }

    #[test]
    fn errors_are_told() {
        assert!(matches!(axes_sheet(&[], &AxesSheet::default()), Err(ChartError::Render(RenderError::NoPictures))));
        let picture = blank((50, 40), Color(0, 0, 0));
        let sheet = AxesSheet { style: Style { max_pixels: 100, ..Style::default() }, ..AxesSheet::default() };
        assert!(axes_sheet(&[([0, 0], picture)], &sheet).unwrap_err().to_string().ends_with("at most 100 pixels"));
    }
}
