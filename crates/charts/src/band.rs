//! Charts of a distribution over the values of a parameter: a band from one decile to another, and the median.

use mapwright_render::{RgbaImage, Style};

use crate::ChartError;
use crate::plot::{Plot, PlotAxis, label, mix, range};

/// The distribution of a number at each value of a parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BandChart {
    /// The title: what is measured.
    pub title: String,
    /// The values of the parameter, in order.
    pub labels: Vec<String>,
    /// The lower end of the band, the median and the upper end at each value; `None` where there are no numbers.
    pub bands: Vec<Option<[f64; 3]>>,
    /// Whether values between the given ones make sense, so that bands are joined.
    pub joined: bool,
    /// Background, ink, colors and the most pixels.
    pub style: Style,
}

/// The plot.
const PLOT: (u32, u32) = (320, 180);

/// Draws a chart.
///
/// # Errors
///
/// There are no numbers, or one is not finite, or the picture has more pixels than the style allows.
pub fn band_chart(chart: &BandChart) -> Result<RgbaImage, ChartError> {
    let theme = &chart.style.theme;
    let range = range(chart.bands.iter().flatten().flatten().copied());
    let (least, most) = range.ok_or_else(|| ChartError::NoValues { name: chart.title.clone() })?;
    let ticks = ticks(least, most);
    let (low, high) = (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0));
    let height = |value: f64| (((value - low) / (high - low)) * f64::from(PLOT.1)).round() as u32;
    let n = chart.labels.len().max(1) as u32;
    let labels = (0..).map(|i| place(chart.joined, i, n)).zip(chart.labels.iter().cloned()).collect();
    let across = PlotAxis { name: "", length: PLOT.0, labels };
    let labels = ticks.iter().map(|&tick| (height(tick), label(tick))).collect();
    let up = PlotAxis { name: "", length: PLOT.1, labels };
    let mut plot = Plot::new(&chart.style, &chart.title, [across, up], (0, 0), None)?;
    for &tick in &ticks {
        plot.fill((0, height(tick)), (PLOT.0, 1), mix(theme.board, theme.ink, 1, 6));
    }
    let (pale, strong) = (mix(theme.board, theme.wet, 1, 3), mix(theme.wet, theme.ink, 1, 4));
    for x in 0..PLOT.0 {
        let Some(band) = column(chart, x) else { continue };
        let [lower, median, upper] = band.map(height);
        plot.fill((x, lower), (1, (upper - lower).max(1)), pale);
        plot.fill((x, median.saturating_sub(1)), (1, 3), strong);
    }
    Ok(plot.image)
}

/// How far right a value stands.
fn place(joined: bool, i: u32, n: u32) -> u32 {
    if joined { (PLOT.0 - 1) * i / (n - 1).max(1) } else { PLOT.0 * (2 * i + 1) / (2 * n) }
}

/// The band in a column of pixels.
fn column(chart: &BandChart, x: u32) -> Option<[f64; 3]> {
    let n = chart.bands.len() as u32;
    if !chart.joined || n == 1 {
        // Bars with gaps of a quarter.
        let i = x * n / PLOT.0;
        let middle = place(false, i, n);
        return chart.bands[i as usize].filter(|_| x.abs_diff(middle) * n * 8 < PLOT.0 * 3);
    }
    let before = (0..n - 1).rev().find(|&i| place(true, i, n) <= x)?;
    let (from, to) = (place(true, before, n), place(true, before + 1, n));
    let (one, other) = (chart.bands[before as usize]?, chart.bands[before as usize + 1]?);
    let part = f64::from(x - from) / f64::from((to - from).max(1));
    Some([0, 1, 2].map(|i| one[i] + (other[i] - one[i]) * part))
}

/// Round numbers from below the least value to above the greatest, three to six of them.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let span = (most - least).max(least.abs() * 1e-6).max(1e-6);
    // Powers by the libraries of systems differ in their last digit; what is read does not.
    let steps = (-7..=308).flat_map(|ten| [1, 2, 5].map(|n| format!("{n}e{ten}").parse().unwrap_or(f64::MAX)));
    let step = { steps }.find(|step| span / step <= 4.0).unwrap_or(f64::MAX);
    let first = (least / step).floor();
    let last = (most / step).ceil().max(first + 1.0);
    (0..8).map(|i| (first + f64::from(i)) * step).take_while(|tick| *tick <= (last + 0.5) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bands: Vec<Option<[f64; 3]>>) -> BandChart {
        let labels = (0..bands.len()).map(|i| i.to_string()).collect();
        BandChart { title: "loops".into(), labels, bands, joined: true, style: Style::default() }
    }

    #[test]
    fn ticks_are_round_and_cover_all() {
        assert_eq!(ticks(0.0, 10.0), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(3.0, 17.0), [0.0, 5.0, 10.0, 15.0, 20.0]);
        for (least, most) in [(0.0, 0.0), (7.0, 7.0), (0.1, 0.103), (-5.0, 2.0), (1e9, 2e9)] {
            let ticks = ticks(least, most);
            assert!((2..=7).contains(&ticks.len()) && ticks[0] <= least && ticks[ticks.len() - 1] >= most, "{ticks:?}");
        }
    }

    #[test]
    fn bands_widen_where_numbers_spread() {
        let chart = chart(vec![Some([5.0, 5.0, 5.0]), Some([0.0, 5.0, 10.0])]);
        let image = band_chart(&chart).unwrap();
        let board = chart.style.theme.board;
        let blank_pixels = |x: u32| {
            let column = (0..image.height()).filter(|&y| image.get_pixel(x, y).0 == [board.0, board.1, board.2, 255]);
            column.count()
        };
        let left = image.width() - 2 * crate::plot::GAP - PLOT.0;
        assert!(blank_pixels(left + 2) > blank_pixels(left + PLOT.0 / 2));
        assert!(blank_pixels(left + PLOT.0 / 2) > blank_pixels(left + PLOT.0 - 2));
    }

    #[test]
    fn odd_charts_are_drawn_or_refused() {
        for joined in [false, true] {
            for bands in
                [vec![Some([1.0; 3])], vec![None, Some([0.0, 0.5, 1.0]), None], vec![Some([2.0, 3.0, 4.0]); 40]]
            {
                assert!(band_chart(&BandChart { joined, ..chart(bands) }).is_ok());
            }
        }
        for bands in [vec![], vec![None], vec![Some([0.0, f64::NAN, 1.0])], vec![Some([0.0, 1.0, f64::INFINITY])]] {
            assert!(band_chart(&chart(bands)).is_err());
        }
    }
}
