//! Bins of round widths over the values of one axis.

use crate::plot::label;

/// The most bins of an axis.
const MOST: f64 = 40.0;
/// Larger integers are not exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Bins of equal width, each from a multiple of the width to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The lower end of the first bin, in widths.
    first: f64,
    width: f64,
    pub(crate) bins: u32,
}

impl Scale {
    /// Bins that cover `values`, with the smallest width that is 1, 2 or 5 times a power of ten and gives at
    /// most forty bins. Integer values get bins of integer widths. `None` without values, or if one is not
    /// finite or too large to be exact.
    pub(crate) fn over(values: &[f64]) -> Option<Scale> {
        if values.is_empty() || !values.iter().all(|value| value.abs() < EXACT) {
            return None;
        }
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let scale = |width: f64| {
            let first = (least / width).floor();
            Scale { first, width, bins: (((most / width).floor() - first).min(1e9) as u32).saturating_add(1) }
        };
        let fits = |scale: &Scale| f64::from(scale.bins) <= MOST;
        // Shares differ in the fourth digit at best, so finer bins are useless.
        let first = if whole { 1.0 } else { 0.0001 };
        widths(first).map(scale).find(fits)
    }

    /// The bin of a value that the scale was made over.
    pub(crate) fn bin(&self, value: f64) -> u32 {
        let bin = (value / self.width).floor() - self.first;
        (bin.max(0.0) as u32).min(self.bins - 1)
    }

    /// The bins to label, at most `most`, each with its label: the lower end.
    pub(crate) fn ticks(&self, most: u32) -> Vec<(u32, String)> {
        let every =
            [1.0, 2.0, 5.0, 10.0, 20.0].into_iter().find(|every| f64::from(self.bins) / every <= f64::from(most));
        let every = every.unwrap_or(MOST);
        let first = (self.first / every).ceil() * every;
        let bins =
            (0..).map(|i| first + f64::from(i) * every).take_while(|bin| bin - self.first < f64::from(self.bins));
        bins.map(|bin| ((bin - self.first) as u32, label(bin * self.width))).collect()
    }
}

/// 1, 2, 5, 10, 20, 50 … times `first`.
fn widths(first: f64) -> impl Iterator<Item = f64> {
    let mut ten = first;
    std::iter::repeat_with(move || {
        let widths = [ten, 2.0 * ten, 5.0 * ten];
        ten *= 10.0;
        widths
    })
    .take(20)
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_cover_all_values() {
        let check = |values: &[f64], width: f64, bins: u32, first: &str| {
            let scale = Scale::over(values).unwrap();
            assert_eq!((scale.width, scale.bins), (width, bins));
            assert_eq!(scale.ticks(40).first().map(|(_, label)| label.as_str()), Some(first));
            for &value in values {
                let low = (scale.first + f64::from(scale.bin(value))) * width;
                assert!(low <= value + 1e-9 && value < low + width + 1e-9, "{value} from {low}");
            }
        };
        check(&[7.0], 1.0, 1, "7");
        check(&[3.0, 42.0], 1.0, 40, "3");
        check(&[3.0, 43.0], 2.0, 21, "2");
        check(&[0.0, 1000.0, 17.0], 50.0, 21, "0");
        check(&[-2.0, 2.0], 1.0, 5, "-2");
        check(&[0.25, 0.75], 0.02, 26, "0.24");
        check(&[0.5, 0.5], 0.0001, 1, "0.5");
        check(&[1e15, 0.0], 5e13, 21, "0");
    }

    #[test]
    fn ticks_stand_at_round_numbers() {
        let scale = Scale::over(&[3.0, 42.0]).unwrap();
        let labels: Vec<String> = scale.ticks(8).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["5", "10", "15", "20", "25", "30", "35", "40"]);
        assert_eq!(scale.ticks(8)[0].0, 2);
    }

    #[test]
    fn what_is_no_number_has_no_scale() {
        for values in [&[][..], &[f64::NAN], &[0.0, f64::INFINITY], &[1e16]] {
            assert_eq!(Scale::over(values), None);
        }
    }
}
