//! Charts of a number over the values of two parameters: the darker a cell, the higher the number.

use mapwright_render::{RgbaImage, Style, draw_caption};

use crate::ChartError;
use crate::plot::{LETTERS, NEAR, Plot, PlotAxis, label, ramp, range};

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

/// The plot, unless the cells are many.
const PLOT: [u32; 2] = [384, 264];
/// The least pixels of a cell's side.
const CELL: u32 = 4;

/// Draws a chart. Each cell shows its number if all have enough room.
///
/// # Errors
///
/// There are no numbers, or one is not finite, or the picture has more pixels than the style allows.
pub fn grid_chart(chart: &GridChart) -> Result<RgbaImage, ChartError> {
    let theme = &chart.style.theme;
    let range = range(chart.values.iter().flatten().copied());
    let (low, high) = range.ok_or_else(|| ChartError::NoValues { name: chart.title.clone() })?;
    let cells = [0, 1].map(|i: usize| u32::try_from(chart.labels[i].len().max(1)).unwrap_or(u32::MAX));
    let cell = [0, 1].map(|i: usize| (PLOT[i] / cells[i]).max(CELL));
    let axes = [0, 1].map(|i: usize| {
        let middles = (0..).map(|nth: u32| nth.saturating_mul(cell[i]).saturating_add(cell[i] / 2));
        let labels = middles.zip(chart.labels[i].iter().cloned()).collect();
        PlotAxis { name: &chart.names[i], length: cells[i].saturating_mul(cell[i]), labels }
    });
    let ends = [number(low), number(high)];
    let legend = Some((0, [&*ends[0], &*ends[1]]));
    let mut plot = Plot::new(&chart.style, &chart.title, axes, (0, 0), legend)?;
    let widest = chart.values.iter().flatten().map(|&value| LETTERS.width(&number(value))).max().unwrap_or(0);
    let has_room = cell[0] >= widest + NEAR && cell[1] >= LETTERS.height() + NEAR;
    // Cells with room for numbers are apart from each other; smaller ones make one surface.
    let seam = u32::from(has_room);
    for (i, value) in (0..cells[0] * cells[1]).zip(&chart.values) {
        let Some(value) = *value else { continue };
        let (x, y) = (i % cells[0] * cell[0], i / cells[0] * cell[1]);
        let part = if low < high { ((value - low) / (high - low) * 200.0).round() as u32 } else { 100 };
        plot.fill((x, y), (cell[0] - seam, cell[1] - seam), ramp(theme, part));
        if has_room {
            let text = number(value);
            let (free_x, free_y) = (cell[0] - LETTERS.width(&text), cell[1] + LETTERS.height());
            let at = (plot.corner.0 + x + free_x / 2, plot.corner.1 - y - free_y / 2);
            draw_caption(&mut plot.image, at, &text, LETTERS, if part < 90 { theme.ink } else { theme.board });
        }
    }
    Ok(plot.image)
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
    use crate::plot::{GAP, NAMES};

    fn chart(columns: usize, rows: usize, values: Vec<Option<f64>>) -> GridChart {
        let labels = [columns, rows].map(|n| (0..n).map(|i| i.to_string()).collect());
        GridChart { title: "loops".into(), names: ["p".into(), "use".into()], labels, values, style: Style::default() }
    }

    #[test]
    fn higher_numbers_are_darker_and_rows_go_up() {
        let chart = chart(2, 2, vec![Some(0.0), Some(4.0), Some(9.0), None]);
        let image = grid_chart(&chart).unwrap();
        // The cells end where the margin, the letters and the axis below begin.
        let right = image.width() - 2 * GAP;
        let bottom = image.height() - GAP - NAMES.height() - NEAR - LETTERS.height() - NEAR;
        let at = |x: u32, y: u32| {
            let pixel = image.get_pixel(right - (2 - x) * 192 + 2, bottom - y * 132 - 130).0;
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
