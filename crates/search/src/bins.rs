//! Equal bins over the values of one metric.

use std::fmt;
use std::str::FromStr;

use mapwright_graph::Metric;

use crate::parse::{RequirementsError, metric};
use crate::requirements::{Clause, Requirements, Test};

/// One axis of an archive: a metric, and the values that its bins cover.
///
/// ```
/// use mapwright_search::Axis;
///
/// let axis: Axis = "solution_steps=0..120".parse()?;
/// assert_eq!((axis.metric.name(), axis.range), ("solution_steps", Some((0.0, 120.0))));
/// # Ok::<(), mapwright_search::RequirementsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The metric.
    pub metric: Metric,
    /// The values that the bins cover; those of random levels and a quarter more on each side if `None`.
    pub range: Option<(f64, f64)>,
}

/// The greatest end of a range: more than any metric has.
const MOST: f64 = 1e12;
/// What a range may be, in words.
pub(crate) const RANGE: &str = "a range such as `0..120`, within 0 to 1000000000000";

impl Axis {
    /// Whether its range, if it has one, can be divided into bins.
    pub(crate) fn is_bounded(&self) -> bool {
        self.range.is_none_or(|(low, high)| 0.0 <= low && low < high && high <= MOST)
    }
}

impl FromStr for Axis {
    type Err = RequirementsError;

    fn from_str(text: &str) -> Result<Self, RequirementsError> {
        let Some((name, range)) = text.split_once('=') else { return Ok(Axis { metric: metric(text)?, range: None }) };
        let want: Requirements = format!("{name} {range}").parse()?;
        match want.clauses[..] {
            [Clause { metric, at: None, test: Test::Between(low, high) }] => {
                let axis = Axis { metric, range: Some((low, high)) };
                if axis.is_bounded() { Ok(axis) } else { Err(no_range(name, range)) }
            }
            _ => Err(no_range(name, range)),
        }
    }
}

fn no_range(name: &str, range: &str) -> RequirementsError {
    let column = name.chars().count() + 2;
    RequirementsError { column, found: range.to_owned(), expected: RANGE.into() }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.range {
            None => self.metric.fmt(f),
            Some((low, high)) => write!(f, "{}={low}..{high}", self.metric),
        }
    }
}

/// Bins of one width, in units: 1 for counts, a thousandth for shares. Values beyond an end belong to the bin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bins {
    /// The metric.
    pub metric: Metric,
    /// The lower end of the first bin, in units.
    pub low: i64,
    /// The width of a bin, in units.
    pub width: i64,
    /// How many there are.
    pub count: u32,
}

impl Bins {
    /// At most `most` bins for an axis. Without a range they cover `values` and a quarter more on each side.
    pub(crate) fn new(axis: Axis, most: u32, values: impl Iterator<Item = f64>) -> Self {
        let is_count = axis.metric.is_count();
        let (low, high) = axis.range.unwrap_or_else(|| {
            let (low, high) =
                values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
            let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
            let margin = (high - low) / 4.0;
            ((low - margin).max(0.0), if is_count { high + margin } else { (high + margin).min(1.0) })
        });
        let unit = if is_count { 1.0 } else { 1000.0 };
        let (low, high) = ((low * unit).floor() as i64, (high * unit).ceil() as i64);
        // The last count has a place of its own; the last share is the end of a bin.
        let span = if is_count { high - low + 1 } else { (high - low).max(1) };
        let width = span.div_euclid(i64::from(most)) + i64::from(span % i64::from(most) != 0);
        let count = span.div_euclid(width) + i64::from(span % width != 0);
        Bins { metric: axis.metric, low, width, count: u32::try_from(count).unwrap_or(1) }
    }

    /// The bin of a value.
    pub fn bin(&self, value: f64) -> u32 {
        let unit = if self.metric.is_count() { 1.0 } else { 1000.0 };
        // A share such as 3/10 is not quite 300 thousandths.
        let units = (value * unit + 1e-6).floor() as i64;
        let bin = units.saturating_sub(self.low).div_euclid(self.width);
        u32::try_from(bin.max(0)).unwrap_or(u32::MAX).min(self.count - 1)
    }

    /// The lower end of a bin; of the one behind the last, the end of all.
    pub fn edge(&self, bin: u32) -> f64 {
        let unit = if self.metric.is_count() { 1.0 } else { 1000.0 };
        (self.low + self.width * i64::from(bin)) as f64 / unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_round_widths_and_cover_all_values() {
        let steps = Axis { metric: Metric::SolutionSteps, range: None };
        let bins = Bins::new(steps, 12, [20.0, 60.0, 44.0].into_iter());
        assert_eq!((bins.low, bins.width, bins.count), (10, 6, 11));
        assert_eq!([0.0, 10.0, 15.0, 16.0, 70.0, 9e9].map(|value| bins.bin(value)), [0, 0, 0, 1, 10, 10]);
        let share = Axis { metric: Metric::OpenShare, range: Some((0.2, 0.8)) };
        let bins = Bins::new(share, 6, std::iter::empty());
        assert_eq!((bins.low, bins.width, bins.count), (200, 100, 6));
        assert_eq!([0.1, 0.2, 0.3, 0.6, 0.7999, 0.8, 1.0].map(|value| bins.bin(value)), [0, 0, 1, 4, 5, 5, 5]);
        assert_eq!((bins.edge(0), bins.edge(6)), (0.2, 0.8));
        // The widest range that is allowed.
        for (metric, count) in [(Metric::Loops, 100), (Metric::OpenShare, 1)] {
            let bins = Bins::new(Axis { metric, range: Some((0.0, MOST)) }, count, std::iter::empty());
            assert_eq!((bins.count, bins.edge(0), bins.bin(f64::MAX)), (count, 0.0, count - 1));
            assert!(bins.edge(count) >= MOST);
        }
        for values in [vec![], vec![7.0], vec![0.0, 0.0]] {
            let bins = Bins::new(steps, 5, values.iter().copied());
            assert!(values.iter().all(|&value| bins.bin(value) < bins.count), "{bins:?}");
        }
    }

    #[test]
    fn axes_are_read() {
        for text in ["loops", "solution_steps=0..120", "open_share=0.25..0.5"] {
            assert_eq!(text.parse::<Axis>().map(|axis| axis.to_string()), Ok(text.to_owned()));
        }
        let error = |text: &str| text.parse::<Axis>().unwrap_err().to_string();
        assert_eq!(error("lops"), "column 1: found `lops`; expected a metric, such as `loops`");
        assert_eq!(error("loops=3..x"), "column 10: found `x`; expected a number such as `3`, `0.25` or `25%`");
        assert_eq!(error("loops=3..3"), format!("column 7: found `3..3`; expected {RANGE}"));
        assert_eq!(error("loops=>= 3"), format!("column 7: found `>= 3`; expected {RANGE}"));
        let far = "0..99999999999999999999";
        assert_eq!(error(&format!("loops={far}")), format!("column 7: found `{far}`; expected {RANGE}"));
        assert_eq!(error("loops@initial"), "column 6: found `@`; expected the end");
    }
}
