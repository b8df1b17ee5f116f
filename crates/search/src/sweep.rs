//! What one or two parameters do: the same seeds at each of their values.
//!
//! Levels of one seed differ less from value to value than levels of different seeds do, so the same seeds show the effect
//! of a parameter with fewer levels.

use std::ops::Range;

use mapwright_graph::Metric;
use mapwright_recipe::Recipe;
use serde_json::Value;

use crate::choices::Choices;
use crate::engine::{BATCH, Engine};
use crate::error::SearchError;
use crate::search::{Search, SearchProgress, SearchWatch};
use crate::vary::Vary;

/// The metrics of the same seeds at each value of one parameter, or at each pair of values of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The parameter, such as `metas.0.chance`.
    pub target: String,
    /// The second parameter, if there are two.
    pub second: Option<String>,
    /// The seeds.
    pub seeds: Range<u64>,
    /// Each value, in order; for two parameters all values of the first with the first value of the second, and so on.
    pub steps: Vec<Step>,
}

/// One value of a parameter, or a pair of values of two.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The value.
    pub value: Value,
    /// The value of the second parameter, if there are two.
    pub second: Option<Value>,
    /// The recipe with it.
    pub recipe: Recipe,
    /// Levels that could be built.
    pub built: u64,
    /// Those that meet the requirements; all of them without one.
    pub fitting: u64,
    /// The metrics that some of the levels have.
    pub bands: Vec<Band>,
}

/// The distribution of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The metric.
    pub metric: Metric,
    /// So many levels have it.
    pub levels: u64,
    /// A tenth of these levels is below the first value, half below the second, and nine tenths below the third.
    pub deciles: [f64; 3],
}

impl Band {
    /// The band of some values; `None` without any.
    fn of(metric: Metric, mut values: Vec<f64>) -> Option<Band> {
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let decile = |tenths: usize| values[(last * tenths + 5) / 10];
        Some(Band { metric, levels: values.len() as u64, deciles: [decile(1), decile(5), decile(9)] })
    }
}

impl Search {
    /// The most seeds of a sweep.
    pub const MOST_SEEDS: u64 = 1_000_000;
    /// The values of a range without a number of steps, if it has more.
    const STEPS: u32 = 11;

    /// The most values, or pairs of values.
    const MOST_STEPS: u64 = 10_000;

    /// Builds the same seeds at each value of the one parameter that varies, or at each pair of values of the two that do.
    /// A range without a number of steps has at most eleven values.
    ///
    /// # Errors
    ///
    /// Neither one nor two parameters vary, there are no seeds or too many values, or the recipe cannot be built with one
    /// of the values. A seed that fails is counted.
    pub fn sweep(&self, seeds: Range<u64>) -> Result<Sweep, SearchError> {
        self.sweep_watched(seeds, &mut |_| true)
    }

    /// The same, watched.
    ///
    /// # Errors
    ///
    /// Those of [`sweep`](Self::sweep), and that the watcher stopped it.
    pub fn sweep_watched(&self, seeds: Range<u64>, watch: &mut SearchWatch<'_>) -> Result<Sweep, SearchError> {
        let number = |name, value, expected| Err(SearchError::Number { name, value, expected });
        let each = seeds.end.saturating_sub(seeds.start);
        if !(1..=Search::MOST_SEEDS).contains(&each) {
            return number("seeds", each, "1 to 1000000 seeds");
        }
        let engine = self.engine(Vec::new())?;
        let dims = engine.space.dims();
        if !(1..=2).contains(&dims.len()) {
            return number("vary", dims.len() as u64, "one or two parameters to sweep");
        }
        // The space has its own order; a sweep keeps that of `vary`.
        let given = |i: &usize| {
            self.vary.iter().position(|vary| matches!(vary, Vary::One(target, _) if *target == dims[*i].target))
        };
        let mut order: Vec<usize> = (0..dims.len()).collect();
        order.sort_by_key(|i| given(i).unwrap_or(usize::MAX));
        let (first, second) = (order[0], order.get(1).copied());
        let (across, up) = (genes(&dims[first].values), second.map_or(vec![0], |second| genes(&dims[second].values)));
        let steps = across.len() as u64 * up.len() as u64;
        if steps > Search::MOST_STEPS {
            return number("vary", steps, "at most 10000 values or pairs of values");
        }
        let name = |i: usize| dims[i].target.to_string();
        let mut sweep =
            Sweep { target: name(first), second: second.map(name), seeds: seeds.clone(), steps: Vec::new() };
        let mut progress = SearchProgress { tried: 0, budget: each * steps, fitting: 0 };
        for (up, across) in up.iter().flat_map(|&up| across.iter().map(move |&across| (up, across))) {
            let mut genes = vec![up; dims.len()];
            genes[first] = across;
            let mut recipe = engine.space.recipe(&genes, 0);
            recipe.seed = self.recipe.seed;
            let value = dims[first].values.value(across);
            let second = second.map(|second| dims[second].values.value(up));
            sweep.steps.push(step(&engine, Step::new(value, second, recipe), &seeds, &mut progress, watch)?);
        }
        if sweep.steps.iter().all(|step| step.built == 0) {
            return Err(SearchError::NothingBuilds { tried: progress.tried, error: "every seed failed".into() });
        }
        Ok(sweep)
    }
}

impl Step {
    const fn new(value: Value, second: Option<Value>, recipe: Recipe) -> Self {
        Step { value, second, recipe, built: 0, fitting: 0, bands: Vec::new() }
    }
}

/// Builds the seeds of a step and measures them.
fn step(
    engine: &Engine,
    mut step: Step,
    seeds: &Range<u64>,
    progress: &mut SearchProgress,
    watch: &mut SearchWatch<'_>,
) -> Result<Step, SearchError> {
    let chain = engine.chain_of(&step.recipe)?;
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); Metric::ALL.len()];
    let read = |map: &_| {
        let metrics = mapwright_pipes::metrics(map);
        Metric::ALL.iter().map(|&metric| metrics.get(metric)).collect::<Vec<_>>()
    };
    let mut next = seeds.start;
    while next < seeds.end {
        let end = seeds.end.min(next.saturating_add(BATCH));
        for (fits, metrics) in engine.measure(&chain, next..end, read).into_iter().flatten() {
            step.built += 1;
            step.fitting += u64::from(fits);
            progress.fitting += u64::from(fits);
            values.iter_mut().zip(metrics).for_each(|(values, value)| values.extend(value));
        }
        progress.tried += end - next;
        next = end;
        if engine.judge.is_stopped() || !watch(*progress) {
            return Err(SearchError::Stopped);
        }
    }
    step.bands = Metric::ALL.iter().zip(values).filter_map(|(&metric, values)| Band::of(metric, values)).collect();
    Ok(step)
}

/// The values to sweep over.
fn genes(values: &Choices) -> Vec<u32> {
    match values {
        Choices::Ints(_, n) | Choices::Thousandths(_, n) if *n > Search::STEPS => {
            let last = u64::from(Search::STEPS - 1);
            (0..=last).map(|i| (u64::from(n - 1) * i / last) as u32).collect()
        }
        values => (0..values.len()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_deciles() {
        let band = Band::of(Metric::Loops, (0..=100).rev().map(f64::from).collect()).unwrap();
        assert_eq!((band.levels, band.deciles), (101, [10.0, 50.0, 90.0]));
        assert_eq!(Band::of(Metric::Loops, vec![7.0]).unwrap().deciles, [7.0; 3]);
        assert_eq!(Band::of(Metric::Loops, vec![]), None);
    }

    #[test]
    fn long_ranges_have_eleven_values() {
        assert_eq!(genes(&Choices::Thousandths(0, 1001)), (0..=10).map(|i| i * 100).collect::<Vec<_>>());
        assert_eq!(genes(&Choices::Ints(3, 2)), [0, 1]);
    }
}
