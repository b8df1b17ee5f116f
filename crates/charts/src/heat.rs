//! Heat maps of two metrics: what a generator makes often, rarely and never.
//!
//! The picture shows the *expressive range* of a generator (Smith and Whitehead, 2010): one metric across, another up,
//! over many maps; the darker a bin, the more maps have these two values. Above it and to its right are the counts of
//! each metric alone.

use mapwright_render::{RgbaImage, Style};

use crate::ChartError;
use crate::plot::{NEAR, Plot, PlotAxis, mix, ramp};
use crate::scale::Scale;

/// The data of a heat map: two values for each of many maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// The names of the metrics across and up.
    pub names: [String; 2],
    /// Both values of each map.
    pub values: Vec<[f64; 2]>,
    /// Background, ink, colors and the most pixels.
    pub style: Style,
}

/// The most pixels of all bins together.
const PLOT: u32 = 560;
/// Pixels of the longest bar.
const BAR: u32 = 72;

/// Draws a heat map. Every axis has at most forty bins of a round width. Bars show each metric alone.
///
/// # Errors
///
/// There are no values, a value is not finite, or the picture has more pixels than the style allows.
pub fn heat_map(heat: &HeatMap) -> Result<RgbaImage, ChartError> {
    let theme = &heat.style.theme;
    let scale = |i: usize| {
        let values: Vec<f64> = heat.values.iter().map(|value| value[i]).collect();
        Scale::over(&values).ok_or_else(|| ChartError::NoValues { name: heat.names[i].clone() })
    };
    let scales = [scale(0)?, scale(1)?];
    let [columns, rows] = [scales[0].bins, scales[1].bins];
    let mut counts = vec![0u32; (columns * rows) as usize];
    for &[x, y] in &heat.values {
        counts[(scales[1].bin(y) * columns + scales[0].bin(x)) as usize] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    // By the square root, so that rare bins are visible beside common ones.
    let part = |count: u32| u32::try_from((u64::from(count) * 40_000 / u64::from(most)).isqrt()).unwrap_or(200);
    let bin = (PLOT / columns, PLOT / rows);
    let axis = |i: usize, bin: u32| {
        let labels = scales[i].ticks(10).into_iter().map(|(nth, text)| (nth * bin, text)).collect();
        PlotAxis { name: &heat.names[i], length: scales[i].bins * bin, labels }
    };
    let most_maps = most.to_string();
    let legend = Some((part(1), ["1 map", &*most_maps]));
    let axes = [axis(0, bin.0), axis(1, bin.1)];
    let mut plot = Plot::new(&heat.style, &heat.title, axes, (BAR + NEAR, BAR + NEAR), legend)?;
    for (i, &count) in (0..).zip(&counts).filter(|&(_, &count)| count > 0) {
        plot.fill((i % columns * bin.0, i / columns * bin.1), bin, ramp(theme, part(count)));
    }
    let color = mix(theme.paper, theme.wet, 2, 3);
    let sum =
        |holds: &dyn Fn(u32) -> bool| (0..).zip(&counts).filter(|&(i, _)| holds(i)).map(|(_, &count)| count).sum();
    let across: Vec<u32> = (0..columns).map(|x| sum(&|i| i % columns == x)).collect();
    for (x, bar) in (0..).zip(bars(&across)) {
        plot.fill((x * bin.0, rows * bin.1 + NEAR), (bin.0.saturating_sub(1).max(1), bar), color);
    }
    let up: Vec<u32> = (0..rows).map(|y| sum(&|i| i / columns == y)).collect();
    for (y, bar) in (0..).zip(bars(&up)) {
        plot.fill((columns * bin.0 + NEAR, y * bin.1), (bar, bin.1.saturating_sub(1).max(1)), color);
    }
    Ok(plot.image)
}

/// Bars as long as their counts, the longest of [`BAR`] pixels, none of the others lost.
fn bars(counts: &[u32]) -> impl Iterator<Item = u32> {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts.iter().map(move |&count| {
        let bar = u64::from(count) * u64::from(BAR) / u64::from(most);
        u32::try_from(bar).unwrap_or(BAR).max(count.min(1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{GAP, LETTERS, NAMES};

    fn heat(values: Vec<[f64; 2]>) -> HeatMap {
        HeatMap { title: "a title".into(), names: ["across".into(), "up".into()], values, ..HeatMap::default() }
    }

    #[test]
    fn the_darkest_place_is_the_commonest() {
        let values = [vec![[0.0, 0.0]; 9], vec![[3.0, 0.0]; 4], vec![[0.0, 2.0]]].concat();
        let heat = heat(values);
        let image = heat_map(&heat).unwrap();
        // Four columns and three rows of bins, and what lies right of and below them.
        let (right, below) = (NEAR + BAR + 2 * GAP, NEAR + LETTERS.height() + NEAR + NAMES.height() + GAP);
        let middle = |x: u32, y: u32| {
            let (x, y) = ((4 - x) * (PLOT / 4) - PLOT / 8, y * (PLOT / 3) + PLOT / 6);
            image.get_pixel(image.width() - right - x, image.height() - below - y).0
        };
        let darkness = |x, y| 3 * 255 - middle(x, y)[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
        assert!(darkness(0, 0) > darkness(3, 0) && darkness(3, 0) > darkness(0, 2) && darkness(0, 2) > darkness(1, 1));
        let board = heat.style.theme.board;
        assert_eq!(middle(1, 1), [board.0, board.1, board.2, 255]);
    }

    #[test]
    fn every_pile_of_values_is_drawn() {
        for values in
            [vec![[0.0, 0.0]], vec![[-5.0, 1e12], [7.5, -1e12]], (0..5000).map(|i| [f64::from(i), 0.5]).collect()]
        {
            let image = heat_map(&heat(values)).unwrap();
            assert!(image.width() < 1000 && image.height() < 1000);
        }
    }

    #[test]
    fn errors_are_told() {
        let message = |heat: &HeatMap| heat_map(heat).unwrap_err().to_string();
        assert_eq!(message(&heat(vec![])), "`across` has no values to draw, or one that is not finite or exceeds 2^53");
        assert_eq!(
            message(&heat(vec![[0.0, f64::NAN]])),
            "`up` has no values to draw, or one that is not finite or exceeds 2^53"
        );
        let mut small = heat(vec![[0.0, 0.0]]);
        small.style.max_pixels = 10;
        assert!(message(&small).ends_with("is too large: expected at most 10 pixels"));
    }
}
