//! Requirements: what a level must be like, as clauses about its metrics.

use std::fmt;

use mapwright_graph::Metric;

/// What a level must be like: every clause must hold.
///
/// ```
/// use mapwright_search::Requirements;
///
/// let want: Requirements = "solution_steps 60..80, loops >= 3, dead_end_share <= 10%".parse()?;
/// assert_eq!(want.clauses.len(), 3);
/// assert_eq!(want.to_string(), "solution_steps 60..80, loops >= 3, dead_end_share <= 10%");
/// # Ok::<(), mapwright_search::RequirementsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requirements {
    /// What must hold, and at most one metric to push as far as possible.
    pub clauses: Vec<Clause>,
}

/// One requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What is measured.
    pub metric: Metric,
    /// The stage after which it is measured; `None` for the finished map.
    pub at: Option<StageRef>,
    /// What the value must be.
    pub test: Test,
}

/// A stage of a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageRef {
    /// The initial builder.
    Initial,
    /// One of the meta builders, from 0.
    Meta(usize),
    /// The last stage of this builder.
    Named(String),
}

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    /// `metric >= value`
    AtLeast(f64),
    /// `metric <= value`
    AtMost(f64),
    /// `metric > value`
    Above(f64),
    /// `metric < value`
    Below(f64),
    /// `metric = value`
    Equal(f64),
    /// `metric low..high`, both included
    Between(f64, f64),
    /// `max metric`: the more the better
    Max,
    /// `min metric`: the less the better
    Min,
}

impl Test {
    /// The least and the greatest value that pass.
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Test::AtLeast(low) => (low, f64::INFINITY),
            Test::AtMost(high) => (f64::NEG_INFINITY, high),
            Test::Above(low) => (low.next_up(), f64::INFINITY),
            Test::Below(high) => (f64::NEG_INFINITY, high.next_down()),
            Test::Equal(value) => (value, value),
            Test::Between(low, high) => (low, high),
            Test::Max | Test::Min => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// How far a value is from passing; 0 if it passes.
    pub fn shortfall(self, value: f64) -> f64 {
        let (low, high) = self.bounds();
        (low - value).max(value - high).max(0.0)
    }

    /// Whether it only ranks levels.
    pub const fn is_goal(self) -> bool {
        matches!(self, Test::Max | Test::Min)
    }
}

impl Requirements {
    /// The most clauses.
    pub const MOST: usize = 32;

    /// The clause that ranks levels, if there is one.
    pub fn goal(&self) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.test.is_goal())
    }
}

impl fmt::Display for Requirements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, clause) in self.clauses.iter().enumerate() {
            write!(f, "{}{clause}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// As in a search; shares in percent.
impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.as_ref().map(|at| format!("@{at}")).unwrap_or_default();
        let what = format!("{}{at}", self.metric);
        let shown = |value: f64| if self.metric.is_count() { value.to_string() } else { percent(value) };
        match self.test {
            Test::AtLeast(low) => write!(f, "{what} >= {}", shown(low)),
            Test::AtMost(high) => write!(f, "{what} <= {}", shown(high)),
            Test::Above(low) => write!(f, "{what} > {}", shown(low)),
            Test::Below(high) => write!(f, "{what} < {}", shown(high)),
            Test::Equal(value) => write!(f, "{what} = {}", shown(value)),
            Test::Between(low, high) => write!(f, "{what} {}..{}", shown(low), shown(high)),
            Test::Max => write!(f, "max {what}"),
            Test::Min => write!(f, "min {what}"),
        }
    }
}

impl fmt::Display for StageRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageRef::Initial => f.write_str("initial"),
            StageRef::Meta(i) => write!(f, "metas.{i}"),
            StageRef::Named(name) => f.write_str(name),
        }
    }
}

/// A share in percent. It moves the point in the decimal digits, so that reading it gives the same value again:
/// multiplying by 100 would round.
fn percent(share: f64) -> String {
    let text = share.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = format!("{part:0<2}");
    let (moved, rest) = part.split_at(2);
    let whole = format!("{whole}{moved}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() { format!("{whole}%") } else { format!("{whole}.{rest}%") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shown_in_percent() {
        let cases = [
            (0.1, "10%"),
            (0.0, "0%"),
            (1.0, "100%"),
            (0.007, "0.7%"),
            (0.07, "7%"),
            (0.1234, "12.34%"),
            (2.5, "250%"),
        ];
        cases.into_iter().for_each(|(share, shown)| assert_eq!(percent(share), shown));
    }

    #[test]
    fn a_shortfall_is_the_distance_to_what_passes() {
        for (test, value, short) in [
            (Test::AtLeast(3.0), 1.0, 2.0),
            (Test::AtLeast(3.0), 4.0, 0.0),
            (Test::AtMost(3.0), 4.0, 1.0),
            (Test::Above(3.0), 3.5, 0.0),
            (Test::Below(3.0), 2.5, 0.0),
            (Test::Equal(3.0), 1.0, 2.0),
            (Test::Between(3.0, 5.0), 9.0, 4.0),
            (Test::Between(3.0, 5.0), 3.0, 0.0),
            (Test::Max, 7.0, 0.0),
        ] {
            assert_eq!(test.shortfall(value), short, "{test:?} {value}");
        }
        assert!(Test::Above(3.0).shortfall(3.0) > 0.0 && Test::Below(0.4).shortfall(0.4) > 0.0);
    }
}
