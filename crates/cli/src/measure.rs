//! `mapwright measure`: the metrics of one map, or their distribution over seeds.

use std::fmt::Write;
use std::ops::Range;

use mapwright::charts::{HeatMap, heat_map};
use mapwright::core::{BuildError, BuilderMap};
use mapwright::graph::{Metric, Metrics};
use mapwright::recipe::nearest;
use mapwright::render::{RgbaImage, Style};
use serde_json::{Map, Value, json};

use crate::args::{seeds, unknown};
use crate::failure::Failure;
use crate::format::Format;
use crate::input::{Input, RecipeArgs};
use crate::message::progress;
use crate::output::{FileArgs, png};
use crate::place::{check_effect, check_file, check_input, print, write_text};
use crate::results::write_all;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "measure cave"
    "measure cave --seeds 0..20"
    "measure cave --seeds 0..20 -o caves.csv"
    "measure prim-maze --seeds 0..20 --axes tee_share,longest_path -o range.png"
))]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    recipe: RecipeArgs,
    /// The seeds, without the last one [default: the recipe's own]
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Option<Range<u64>>,
    /// The two metrics of a chart, one across and one up [default: longest_path_share,dead_end_share]
    #[arg(long, value_name = "X,Y", value_delimiter = ',', num_args = 1, value_parser = metric)]
    axes: Vec<Metric>,
    #[command(flatten)]
    output: FileArgs,
}

/// A table or an object with the metrics, a line with those of each seed, a chart of two of them.
const FORMATS: &[Format] = &[Format::Txt, Format::Json, Format::Csv, Format::Png];

pub(crate) fn run(args: &MeasureArgs) -> Result<(), Failure> {
    let files = args.output.read(FORMATS)?;
    files.iter().try_for_each(|(_, path)| check_file(path))?;
    check_input(&args.recipe.recipe, &files.iter().map(|(_, path)| *path).collect::<Vec<_>>())?;
    let chart = files.iter().find(|(format, _)| *format == Format::Png);
    check_effect("--axes", !args.axes.is_empty(), "a chart (`-o FILE.png`)", chart.is_some())?;
    check_effect("-o FILE.png", chart.is_some(), "`--seeds A..B`: a chart shows many maps", args.seeds.is_some())?;
    let mut heat = Heat::new(args)?;
    let (recipe, chain) = match args.recipe.read()? {
        Input::Map(map) if args.seeds.is_none() => return write_one(&files, &map, None),
        Input::Map(_) => {
            let why = "--seeds only works with a recipe; this is a map";
            return Err(Failure::input(why).about(&args.recipe.recipe));
        }
        Input::Recipe(recipe, chain) => (recipe, chain),
    };
    let Some(seeds) = args.seeds.clone() else {
        return write_one(&files, &chain.build(recipe.seed())?, Some(recipe.seed()));
    };
    let mut spreads: Vec<Distribution> = Vec::new();
    let mut rows = files.iter().any(|(format, _)| *format == Format::Csv).then(header);
    let mut failed = 0u64;
    let bar = progress(seeds.end - seeds.start, "maps");
    let has_rows = rows.is_some();
    let measure = |seed, built: Result<BuilderMap, BuildError>| {
        built.map(|map| {
            let metrics = mapwright::pipes::metrics(&map);
            let row = if has_rows { row(Some(seed), &map, &metrics) } else { String::new() };
            (metrics.rows().collect::<Vec<_>>(), row)
        })
    };
    for measured in chain.each(seeds.clone(), measure) {
        match measured {
            Ok((values, row)) => {
                rows.iter_mut().for_each(|rows| rows.push_str(&row));
                if chart.is_some() {
                    heat.add(&values);
                }
                values.into_iter().for_each(|(name, value)| add(&mut spreads, name, value));
            }
            Err(error) if error.is_retryable() => failed += 1,
            Err(error) => return Err(error.into()),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if spreads.is_empty() {
        return Err(Failure::build("no seed could be built"));
    }
    let built = seeds.end - seeds.start - failed;
    let table = || many_text(&spreads, built, failed);
    if files.is_empty() {
        return print(&table());
    }
    // First what took the time: the picture may lack a metric that these maps do not have.
    for (format, path) in files.iter().filter(|(format, _)| *format != Format::Png) {
        let text = match format {
            Format::Json => many_json(&spreads, built, failed),
            Format::Csv => rows.clone().unwrap_or_default(),
            _ => table(),
        };
        write_text(path, &text)?;
    }
    match chart {
        Some((_, path)) => write_all(vec![png(path, &heat.picture(&args.recipe.name(), built, &spreads)?)?]),
        None => Ok(()),
    }
}

/// Writes the metrics of one map.
fn write_one(files: &[(Format, &std::path::Path)], map: &BuilderMap, seed: Option<u64>) -> Result<(), Failure> {
    if files.is_empty() {
        return print(&one_text(map));
    }
    files.iter().try_for_each(|(format, path)| {
        let text = match format {
            Format::Json => one_json(map),
            Format::Csv => header() + &row(seed, map, &mapwright::pipes::metrics(map)),
            _ => one_text(map),
        };
        write_text(path, &text)
    })
}

/// The names of the columns of the CSV.
fn header() -> String {
    let names: Vec<&str> = Metric::ALL.iter().map(|metric| metric.name()).collect();
    format!("seed,width,height,{}\n", names.join(","))
}

/// The metrics of a map as a line of CSV; one that it does not have is empty.
fn row(seed: Option<u64>, map: &BuilderMap, metrics: &Metrics<'_>) -> String {
    let seed = seed.map_or(String::new(), |seed| seed.to_string());
    let mut line = format!("{seed},{},{}", map.size().w, map.size().h);
    for &metric in Metric::ALL {
        let value = metrics.get(metric).map(number);
        let _ = write!(line, ",{}", value.map_or(String::new(), |value| value.to_string()));
    }
    line + "\n"
}

/// Reads the name of a metric.
fn metric(text: &str) -> Result<Metric, String> {
    let near = || nearest(text, Metric::ALL.iter().map(|metric| metric.name()));
    Metric::named(text).ok_or_else(|| unknown("metric", text, near(), "mapwright list metrics"))
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

    fn new(args: &MeasureArgs) -> Result<Self, Failure> {
        let (x, y) = match args.axes[..] {
            [] => (Metric::LongestPathShare, Metric::DeadEndShare),
            [x, y] => (x, y),
            _ => return Err(Failure::input(format!("--axes has {} metrics; expected two, X,Y", args.axes.len()))),
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

    fn picture(self, recipe: &str, built: u64, spreads: &[Distribution]) -> Result<RgbaImage, Failure> {
        let known: Vec<&str> = spreads.iter().map(|spread| spread.name).collect();
        if let Some(axis) = self.axes.iter().find(|axis| !known.contains(&axis.name())) {
            return Err(Failure::input(format!("no map has the metric `{axis}`; they have {}", known.join(", "))));
        }
        let title = format!("{recipe}, {built} maps");
        let names = self.axes.map(|axis| axis.to_string());
        let heat = HeatMap { title, names, values: self.values, style: Style::default() };
        heat_map(&heat).map_err(Failure::input)
    }
}

/// The distribution of one metric, in constant memory.
struct Distribution {
    name: &'static str,
    count: f64,
    sum: f64,
    /// The mean and the sum of squared distances from it, updated as by Welford.
    mean: f64,
    squares: f64,
    min: f64,
    max: f64,
}

fn add(spreads: &mut Vec<Distribution>, name: &'static str, value: f64) {
    match spreads.iter_mut().find(|spread| spread.name == name) {
        Some(spread) => spread.add(value),
        None => spreads.push(Distribution::new(name, value)),
    }
}

impl Distribution {
    const fn new(name: &'static str, value: f64) -> Self {
        Distribution { name, count: 1.0, sum: value, mean: value, squares: 0.0, min: value, max: value }
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

fn one_json(map: &BuilderMap) -> String {
    let size = json!([map.size().w, map.size().h]);
    let rows =
        mapwright::pipes::metrics(map).rows().map(|(name, value)| (name.to_owned(), number(value))).collect::<Vec<_>>();
    let object: Map<String, Value> = std::iter::once(("size".to_owned(), size)).chain(rows).collect();
    format!("{}\n", Value::Object(object))
}

fn one_text(map: &BuilderMap) -> String {
    let mut text = format!("{:20} {}\n", "size", map.size());
    for (name, value) in mapwright::pipes::metrics(map).rows() {
        let _ = writeln!(text, "{name:20} {}", show(value));
    }
    text
}

fn many_json(spreads: &[Distribution], built: u64, failed: u64) -> String {
    let metrics = spreads.iter().map(|spread| {
        let [mean, deviation, min, max] = spread.summary();
        (spread.name.to_owned(), json!({ "mean": mean, "deviation": deviation, "min": min, "max": max }))
    });
    let metrics: Map<String, Value> = metrics.collect();
    format!("{}\n", json!({ "built": built, "failed": failed, "metrics": metrics }))
}

fn many_text(spreads: &[Distribution], built: u64, failed: u64) -> String {
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
        let mut spread = Distribution::new("", values[0]);
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
