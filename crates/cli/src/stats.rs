//! `mapwright stats`: the metrics of one map, or their distribution over seeds.

use std::ops::Range;
use std::path::{Path, PathBuf};

use mapwright::core::BuilderMap;
use mapwright::graph::{Metric, Metrics};
use mapwright::render::{HeatMap, RgbaImage, Style, heat_map, write_png};
use serde_json::{Map, Value, json};

use crate::args::seeds;
use crate::failure::Failure;
use crate::input::Input;
use crate::message::progress;
use crate::output::{self, JsonArgs, check_files, check_places, write_bytes, write_text};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "stats cave"
    "stats cave --seeds 0..20"
    "stats prim-maze --seeds 0..20 --axes tee_share,longest_path --png range.png"
))]
pub(crate) struct StatsArgs {
    /// A built-in recipe by name, a recipe file or a map file; `-` for standard input
    #[arg(value_name = "RECIPE|MAP")]
    pub(crate) input: PathBuf,
    /// The seeds, without the last one [default: the recipe's own]
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(crate) seeds: Option<Range<u64>>,
    /// Draw a heat map of two metrics, one across and one up
    #[arg(long, value_name = "FILE", requires = "seeds", value_parser = output::png())]
    pub(crate) png: Option<PathBuf>,
    /// The two metrics of the heat map
    #[arg(long, value_name = "X,Y", value_delimiter = ',', num_args = 1, requires = "png", value_parser = metric, default_values = ["longest_path_share", "dead_end_share"])]
    pub(crate) axes: Vec<Metric>,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    pub(crate) trust_paths: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let (place, is_json) = (args.json.place(), args.json.is_asked());
    let metrics = if is_json { "`--json`" } else { "the metrics" };
    check_places(&[(metrics, Some(place)), ("`--png`", args.png.as_deref())])?;
    check_files([Some(place), args.png.as_deref()])?;
    let mut heat = Heat::new(args)?;
    let input = Input::read(&args.input, args.trust_paths)?;
    let (seeds, chain) = match input {
        Input::Map(map) if args.seeds.is_none() => return write_text(place, &one(&map, is_json)),
        Input::Map(_) => {
            return Err(Failure::input("--seeds only works with a recipe; this is a map").about(&args.input));
        }
        Input::Recipe(recipe, chain) => {
            (args.seeds.clone().unwrap_or(recipe.seed()..recipe.seed().saturating_add(1)), chain)
        }
    };
    if args.seeds.is_none() {
        return write_text(place, &one(&chain.build(seeds.start)?, is_json));
    }
    let mut spreads: Vec<Spread> = Vec::new();
    let mut failed = 0u64;
    let bar = progress(seeds.end - seeds.start, "maps");
    // A few at a time: each map is measured and dropped.
    let mut next = seeds.start;
    while next < seeds.end {
        let end = seeds.end.min(next.saturating_add(64));
        for built in chain.build_many(next..end) {
            match built {
                Ok(map) => {
                    let rows: Vec<_> = Metrics::new(&map).rows().collect();
                    if args.png.is_some() {
                        heat.add(&rows);
                    }
                    rows.into_iter().for_each(|(name, value)| add(&mut spreads, name, value));
                }
                Err(error) if error.is_retryable() => failed += 1,
                Err(error) => return Err(error.into()),
            }
        }
        bar.inc(end - next);
        next = end;
    }
    bar.finish_and_clear();
    if spreads.is_empty() {
        return Err(Failure::build("no seed could be built"));
    }
    let built = seeds.end - seeds.start - failed;
    // First what took the time: the picture may lack a metric that these maps do not have.
    write_text(place, &if is_json { many_json(&spreads, built, failed) } else { many_text(&spreads, built, failed) })?;
    let Some(path) = &args.png else { return Ok(()) };
    let picture = heat.picture(&args.input, built, &spreads)?;
    write_bytes(path, |file| write_png(&picture, file))
}

/// Reads the name of a metric.
fn metric(text: &str) -> Result<Metric, String> {
    let names = || Metric::ALL.iter().map(|metric| metric.name()).collect::<Vec<_>>().join(", ");
    Metric::named(text).ok_or_else(|| format!("expected two of {}", names()))
}

/// Two metrics of the maps: of all, or of an evenly spaced [`SAMPLE`](Heat::SAMPLE) if there are more.
struct Heat {
    axes: [Metric; 2],
    values: Vec<[f64; 2]>,
    /// Of so many maps, one is kept.
    stride: u64,
    seen: u64,
}

impl Heat {
    /// The most maps that are kept.
    const SAMPLE: usize = 1 << 16;

    fn new(args: &StatsArgs) -> Result<Self, Failure> {
        let [x, y] = args.axes[..] else {
            return Err(Failure::input(format!("--axes has {} metrics; expected two, X,Y", args.axes.len())));
        };
        Ok(Heat { axes: [x, y], values: Vec::new(), stride: 1, seen: 0 })
    }

    /// Adds a map, if it has both metrics.
    fn add(&mut self, rows: &[(&str, f64)]) {
        let value = |axis: Metric| rows.iter().find(|(known, _)| *known == axis.name()).map(|&(_, value)| value);
        if let (Some(x), Some(y)) = (value(self.axes[0]), value(self.axes[1])) {
            self.keep([x, y]);
        }
    }

    fn keep(&mut self, value: [f64; 2]) {
        if self.seen.is_multiple_of(self.stride) {
            self.values.push(value);
        }
        self.seen += 1;
        if self.values.len() > Heat::SAMPLE {
            let mut nth = 0;
            self.values.retain(|_| {
                nth += 1;
                nth % 2 == 1
            });
            self.stride *= 2;
        }
    }

    fn picture(self, input: &Path, built: u64, spreads: &[Spread]) -> Result<RgbaImage, Failure> {
        let known: Vec<&str> = spreads.iter().map(|spread| spread.name).collect();
        if let Some(axis) = self.axes.iter().find(|axis| !known.contains(&axis.name())) {
            return Err(Failure::input(format!("no map has the metric `{axis}`; they have {}", known.join(", "))));
        }
        let recipe = input.file_stem().unwrap_or_default().to_string_lossy();
        let title = if recipe == "-" { format!("{built} maps") } else { format!("{recipe}, {built} maps") };
        let names = self.axes.map(|axis| axis.to_string());
        let heat = HeatMap { title, names, values: self.values, style: Style::default() };
        heat_map(&heat).map_err(Failure::input)
    }
}

/// The distribution of one metric, in constant memory.
struct Spread {
    name: &'static str,
    count: f64,
    sum: f64,
    /// The mean and the sum of squared distances from it, updated as by Welford.
    mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

fn add(spreads: &mut Vec<Spread>, name: &'static str, value: f64) {
    match spreads.iter_mut().find(|spread| spread.name == name) {
        Some(spread) => spread.add(value),
        None => spreads.push(Spread::new(name, value)),
    }
}

impl Spread {
    const fn new(name: &'static str, value: f64) -> Self {
        Spread { name, count: 1.0, sum: value, mean: value, squares: 0.0, min: value, max: value }
    }

    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
        (self.min, self.max) = (self.min.min(value), self.max.max(value));
    }

    /// Mean, standard deviation, least and most.
    fn summary(&self) -> [f64; 4] {
        [self.sum / self.count, (self.squares / self.count).sqrt(), self.min, self.max]
    }
}

fn one(map: &BuilderMap, json: bool) -> String {
    let (metrics, size) = (Metrics::new(map), map.size());
    if json {
        let size = json!([size.w, size.h]);
        let rows = metrics.rows().map(|(name, value)| (name.to_owned(), number(value)));
        let object: Map<String, Value> = std::iter::once(("size".to_owned(), size)).chain(rows).collect();
        return format!("{}\n", Value::Object(object));
    }
    let rows = metrics.rows().map(|(name, value)| format!("{name:20} {}\n", show(value)));
    std::iter::once(format!("{:20} {}\n", "size", size)).chain(rows).collect()
}

fn many_json(spreads: &[Spread], built: u64, failed: u64) -> String {
    let metrics = spreads.iter().map(|spread| {
        let [mean, deviation, min, max] = spread.summary();
        (spread.name.to_owned(), json!({ "mean": mean, "deviation": deviation, "min": min, "max": max }))
    });
    let metrics: Map<String, Value> = metrics.collect();
    format!("{}\n", json!({ "built": built, "failed": failed, "metrics": metrics }))
}

fn many_text(spreads: &[Spread], built: u64, failed: u64) -> String {
    let mut text = format!("{built} maps, {failed} failed seeds\n\n");
    text += &format!("{:20} {:>12} {:>12} {:>12} {:>12}\n", "", "mean", "deviation", "min", "max");
    for spread in spreads {
        let [mean, deviation, min, max] = spread.summary().map(show);
        text += &format!("{:20} {mean:>12} {deviation:>12} {min:>12} {max:>12}\n", spread.name);
    }
    text
}

/// Whole numbers without a fraction.
fn number(value: f64) -> Value {
    // Larger ones are no longer exact.
    let is_whole = value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0;
    if is_whole { json!(value as i64) } else { json!(value) }
}

fn show(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_summaries_are_those_of_all_values() {
        let values: Vec<f64> = (0..5000).map(|i: u32| f64::from(i * 7919 % 4801) / 16.0).collect();
        let mut spread = Spread::new("", values[0]);
        values[1..].iter().for_each(|&value| spread.add(value));
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / n;
        let [found, deviation, min, max] = spread.summary();
        assert_eq!((found, min, max), (mean, 0.0, 300.0));
        assert!((deviation - variance.sqrt()).abs() < 1e-9, "{deviation}");
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        for (value, text) in [(0.0, "0"), (-0.0, "0"), (7.0, "7"), (-3.0, "-3"), (0.5, "0.5"), (-1e300, "-1e+300")] {
            assert_eq!(number(value).to_string(), text);
        }
    }

    #[test]
    fn a_heat_map_keeps_an_even_choice_of_many_maps() {
        let mut heat = Heat { axes: [Metric::Loops; 2], values: Vec::new(), stride: 1, seen: 0 };
        (0..1_000_000).for_each(|i| heat.keep([f64::from(i); 2]));
        assert!(heat.values.len() <= Heat::SAMPLE && heat.values.len() > Heat::SAMPLE / 2);
        let step = heat.values[1][0];
        assert!(heat.values.iter().zip(0..).all(|(value, nth)| value[0] == step * f64::from(nth)));
    }
}
