//! Charts of a number over the values of two parameters: the darker a cell, the higher the number.

use mapwright_core::Color;

use crate::RenderError;
use crate::band_chart::label;
use crate::letters::{Lettering, draw_caption, upright};
use crate::picture::Style;
use crate::picture::canvas::{blank, mix};
use crate::raster::Raster;
use image::RgbaImage;

/// A number at each pair of values of two parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridChart {
    /// The title: what is measured.
    pub title: String,
    /// The names of the parameters across and up.
    pub names: [String; 2],
    /// The values of both parameters, in order.
    pub labels: [Vec<String>; 2],
    /// The numbers, row by row, the lowest row first; `None` where there is no number.
    pub values: Vec<Option<f64>>,
    /// Background, ink, colors and the most pixels.
    pub style: Style,
}

/// Pixels around the chart, and between its parts.
const GAP: u32 = 8;
/// The plot, unless the cells are many.
const PLOT: (u32, u32) = (384, 264);
/// The least pixels of a cell's side.
const CELL: u32 = 4;
/// The legend.
const SCALE: (u32, u32) = (80, 12);

const LETTERS: Lettering = Lettering::words(9);
const TITLE: Lettering = Lettering::title(12);

/// Draws a chart.
///
/// # Errors
///
/// There are no numbers, or one is not finite, or the picture has more pixels than the style allows.
pub fn grid_chart(chart: &GridChart) -> Result<RgbaImage, RenderError> {
    let numbers = || chart.values.iter().flatten().copied();
    let range = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    if !(range.0.is_finite() && range.1.is_finite()) || numbers().any(f64::is_nan) {
        return Err(RenderError::NoValues { name: chart.title.clone() });
    }
    Plot::new(chart, range).draw()
}

/// Places of everything.
struct Plot<'a> {
    chart: &'a GridChart,
    /// The least and the greatest number.
    range: (f64, f64),
    /// Columns and rows.
    cells: (u32, u32),
    /// Pixels of a cell.
    cell: (u32, u32),
    /// The plot's top left corner, and its right and bottom end.
    corner: (u32, u32),
    end: (u32, u32),
}

impl<'a> Plot<'a> {
    fn new(chart: &'a GridChart, range: (f64, f64)) -> Self {
        let [columns, rows] = [0, 1].map(|i: usize| u32::try_from(chart.labels[i].len().max(1)).unwrap_or(u32::MAX));
        let cell = ((PLOT.0 / columns).max(CELL), (PLOT.1 / rows).max(CELL));
        let widest = chart.labels[1].iter().map(|text| LETTERS.width(text)).max().unwrap_or(0);
        let corner = (GAP + LETTERS.height() + GAP + widest + GAP, GAP + TITLE.height() + GAP);
        let end = (
            corner.0.saturating_add(columns.saturating_mul(cell.0)),
            corner.1.saturating_add(rows.saturating_mul(cell.1)),
        );
        Plot { chart, range, cells: (columns, rows), cell, corner, end }
    }

    fn draw(&self) -> Result<RgbaImage, RenderError> {
        let (chart, theme) = (self.chart, &self.chart.style.theme);
        let ((left, top), (right, bottom)) = (self.corner, self.end);
        let height = u64::from(bottom) + u64::from(GAP + LETTERS.height() + GAP + LETTERS.height() + GAP);
        let (w, h) = chart.style.claim(u64::from(right) + u64::from(3 * GAP), height)?;
        let mut image = blank(w, h, theme.paper);
        let legend = self.draw_legend(&mut image);
        let title = TITLE.shortened(&chart.title, legend.saturating_sub(left + 2 * GAP));
        draw_caption(&mut image, (left, GAP), &title, TITLE, theme.ink);
        image.fill((left.into(), top.into()), ((right - left).into(), (bottom - top).into()), theme.board);
        self.draw_cells(&mut image);
        self.draw_labels(&mut image);
        let name = LETTERS.shortened(&chart.names[0], right - left);
        let place = (left + (right - left - LETTERS.width(&name)) / 2, bottom + GAP + LETTERS.height() + GAP);
        draw_caption(&mut image, place, &name, LETTERS, theme.ink);
        let name = upright(&LETTERS.shortened(&chart.names[1], bottom - top), LETTERS, theme.paper, theme.ink);
        image.paste((GAP, top + (bottom - top).saturating_sub(name.height()) / 2), &name);
        Ok(image)
    }

    /// How high a number is in the range, of 200.
    fn part(&self, value: f64) -> u32 {
        let (low, high) = self.range;
        if low < high { ((value - low) / (high - low) * 200.0).round() as u32 } else { 100 }
    }

    /// From a pale to a dark blue.
    fn color(&self, part: u32) -> Color {
        let theme = &self.chart.style.theme;
        let (pale, dark) = (mix(theme.board, theme.wet, 1, 8), mix(theme.wet, theme.ink, 3, 4));
        if part < 100 { mix(pale, theme.wet, part, 100) } else { mix(theme.wet, dark, part - 100, 100) }
    }

    /// The cells, each with its number if all have enough room.
    fn draw_cells(&self, image: &mut RgbaImage) {
        let theme = &self.chart.style.theme;
        let numbers = self.chart.values.iter().flatten();
        let widest = numbers.map(|&value| LETTERS.width(&number(value))).max().unwrap_or(0);
        let has_room = self.cell.0 >= widest + GAP && self.cell.1 >= LETTERS.height() + GAP;
        // Cells with room for numbers are apart from each other; smaller ones make one surface.
        let seam = u32::from(has_room);
        for (i, value) in (0..self.cells.0 * self.cells.1).zip(&self.chart.values) {
            let Some(value) = *value else { continue };
            let (x, y) = (i % self.cells.0, i / self.cells.0);
            let (left, top) = (self.corner.0 + x * self.cell.0, self.end.1 - (y + 1) * self.cell.1);
            let part = self.part(value);
            let size = ((self.cell.0 - seam).into(), (self.cell.1 - seam).into());
            image.fill((left.into(), top.into()), size, self.color(part));
            if has_room {
                let text = number(value);
                let middle =
                    (left + (self.cell.0 - LETTERS.width(&text)) / 2, top + (self.cell.1 - LETTERS.height()) / 2);
                draw_caption(image, middle, &text, LETTERS, if part < 90 { theme.ink } else { theme.board });
            }
        }
    }

    /// As many values of each parameter as there is room for, always the first.
    fn draw_labels(&self, image: &mut RgbaImage) {
        let ink = self.chart.style.theme.ink;
        let longest = self.chart.labels[0].iter().map(|text| LETTERS.width(text)).max().unwrap_or(0);
        for (x, text) in (0..).zip(&self.chart.labels[0]).step_by(((longest + GAP) / self.cell.0 + 1) as usize) {
            let (middle, wide) = (self.corner.0 + x * self.cell.0 + self.cell.0 / 2, LETTERS.width(text));
            let left = middle.saturating_sub(wide / 2).min(image.width().saturating_sub(wide));
            draw_caption(image, (left, self.end.1 + GAP), text, LETTERS, ink);
        }
        for (y, text) in (0..).zip(&self.chart.labels[1]).step_by((LETTERS.height() / self.cell.1 + 1) as usize) {
            let middle = self.end.1 - y * self.cell.1 - self.cell.1 / 2;
            let left = self.corner.0 - GAP - LETTERS.width(text);
            draw_caption(image, (left, middle.saturating_sub(LETTERS.height() / 2)), text, LETTERS, ink);
        }
    }

    /// The least and the greatest number with the colors between them, to the right of the title. Returns where it begins.
    fn draw_legend(&self, image: &mut RgbaImage) -> u32 {
        let ink = self.chart.style.theme.ink;
        let (low, high) = (number(self.range.0), number(self.range.1));
        let y = GAP + (TITLE.height() - LETTERS.height()) / 2;
        let right = self.end.0.saturating_sub(LETTERS.width(&high));
        draw_caption(image, (right, y), &high, LETTERS, ink);
        let scale = right.saturating_sub(GAP + SCALE.0);
        for x in 0..SCALE.0 {
            let top = i64::from(GAP + (TITLE.height() - SCALE.1) / 2);
            image.fill((i64::from(scale + x), top), (1, SCALE.1.into()), self.color(x * 200 / (SCALE.0 - 1)));
        }
        let left = scale.saturating_sub(GAP + LETTERS.width(&low));
        draw_caption(image, (left, y), &low, LETTERS, ink);
        left
    }
}

/// A number with three digits that count, if it has a fraction.
fn number(value: f64) -> String {
    let digits = match value.abs() {
        0.0..10.0 => 100.0,
        10.0..100.0 => 10.0,
        _ => 1.0,
    };
    label((value * digits).round() / digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(columns: usize, rows: usize, values: Vec<Option<f64>>) -> GridChart {
        let labels = [columns, rows].map(|n| (0..n).map(|i| i.to_string()).collect());
        GridChart { title: "loops".into(), names: ["p".into(), "use".into()], labels, values, style: Style::default() }
    }

    #[test]
    fn higher_numbers_are_darker_and_rows_go_up() {
        let chart = chart(2, 2, vec![Some(0.0), Some(4.0), Some(9.0), None]);
        let image = grid_chart(&chart).unwrap();
        let plot = Plot::new(&chart, (0.0, 9.0));
        let at = |x: u32, y: u32| {
            let pixel =
                image.get_pixel(plot.corner.0 + x * plot.cell.0 + 2, plot.end.1 - y * plot.cell.1 - plot.cell.1 + 2).0;
            pixel[..3].iter().map(|&c| u32::from(c)).sum::<u32>()
        };
        assert!(at(0, 0) > at(1, 0) && at(1, 0) > at(0, 1));
        let board = chart.style.theme.board;
        assert_eq!(at(1, 1), u32::from(board.0) + u32::from(board.1) + u32::from(board.2));
    }

    #[test]
    fn odd_charts_are_drawn_or_refused() {
        for (columns, rows) in [(1, 1), (1, 9), (9, 1), (5, 8), (1000, 3)] {
            let values = (0..columns * rows).map(|i| (i % 3 > 0).then_some(i as f64 * -7.3)).collect();
            let done = grid_chart(&chart(columns, rows, values));
            assert_eq!(done.is_ok(), (columns, rows) != (1, 1), "{columns}x{rows}");
        }
        let long = [Some(-1e300), Some(1e300)];
        assert!(grid_chart(&chart(2, 1, long.to_vec())).is_ok(), "numbers wider than the chart");
        assert!(grid_chart(&chart(2, 2, vec![Some(3.0); 4])).is_ok(), "all the same");
        assert!(grid_chart(&chart(2, 2, vec![Some(3.0); 1])).is_ok(), "too few");
        for wrong in [vec![], vec![None], vec![Some(f64::NAN), Some(1.0)], vec![Some(f64::INFINITY)]] {
            let error = grid_chart(&chart(2, 1, wrong)).unwrap_err().to_string();
            assert_eq!(error, "`loops` has no values to draw, or one that is not finite or exceeds 2^53");
        }
    }

    #[test]
    fn numbers_have_three_digits_that_count() {
        let cases = [(0.0, "0"), (0.1234, "0.12"), (3.0, "3"), (12.34, "12.3"), (-12.34, "-12.3"), (1234.5, "1235")];
        cases.into_iter().for_each(|(value, text)| assert_eq!(number(value), text));
    }
}
