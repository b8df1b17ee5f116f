//! `mapwright stats`: the metrics of one map, or their spread over seeds.

use std::path::Path;

use mapwright::graph::Metrics;
use mapwright::render::{HeatMap, RgbaImage, Style, heat_map, write_png};
use serde_json::{Map, Value, json};

use crate::args::StatsArgs;
use crate::build::progress;
use crate::failure::Failure;
use crate::input::{Input, print, write_bytes};

pub(crate) fn run(args: &StatsArgs) -> Result<(), Failure> {
    let input = Input::read(&args.input)?;
    let (seeds, chain) = match input {
        Input::Map(map) if args.seeds.is_none() => return print(&one(&Metrics::of(&map), args.json)),
        Input::Map(_) => return Err(Failure::input("--seeds goes with a recipe; this is a map").about(&args.input)),
        Input::Recipe(recipe, chain) => {
            (args.seeds.clone().unwrap_or(recipe.seed()..recipe.seed().saturating_add(1)), chain)
        }
    };
    if args.seeds.is_none() {
        return print(&one(&Metrics::of(&chain.build(seeds.start)?), args.json));
    }
    let mut spreads: Vec<Spread> = Vec::new();
    let mut heat = Heat::new(args)?;
    let mut failed = 0u64;
    let bar = progress(seeds.end - seeds.start, args.quiet, "maps");
    // A few at a time: each map is measured and dropped.
    let mut next = seeds.start;
    while next < seeds.end {
        let end = seeds.end.min(next.saturating_add(64));
        for built in chain.build_many(next..end) {
            match built {
                Ok(map) => {
                    let rows = Metrics::of(&map).rows();
                    heat.add(&rows);
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
    if let Some(path) = &args.png {
        let picture = heat.picture(&args.input, built, &spreads)?;
        write_bytes(path, |file| write_png(&picture, file))?;
    }
    print(&if args.json { many_json(&spreads, built, failed) } else { many_text(&spreads, built, failed) })
}

/// Two metrics of every map.
struct Heat {
    names: [String; 2],
    values: Vec<[f64; 2]>,
}

impl Heat {
    fn new(args: &StatsArgs) -> Result<Self, Failure> {
        let names = <[String; 2]>::try_from(args.axes.clone());
        let wrong = |axes: Vec<String>| format!("--axes {}: expected two metrics, X,Y", axes.join(","));
        Ok(Heat { names: names.map_err(|axes| Failure::input(wrong(axes)))?, values: Vec::new() })
    }

    /// Adds a map, if it has both metrics.
    fn add(&mut self, rows: &[(&str, f64)]) {
        let value = |name: &String| rows.iter().find(|(known, _)| known == name).map(|&(_, value)| value);
        if let (Some(x), Some(y)) = (value(&self.names[0]), value(&self.names[1])) {
            self.values.push([x, y]);
        }
    }

    fn picture(self, input: &Path, built: u64, spreads: &[Spread]) -> Result<RgbaImage, Failure> {
        let known: Vec<&str> = spreads.iter().map(|spread| spread.name).collect();
        if let Some(name) = self.names.iter().find(|name| !known.contains(&name.as_str())) {
            return Err(Failure::input(format!("no metric `{name}`; these maps have {}", known.join(", "))));
        }
        let recipe = input.file_stem().unwrap_or_default().to_string_lossy();
        let title = if recipe == "-" { format!("{built} maps") } else { format!("{recipe}, {built} maps") };
        let heat = HeatMap { title, names: self.names, values: self.values, style: Style::default() };
        heat_map(&heat).map_err(Failure::input)
    }
}

/// The spread of one metric.
struct Spread {
    name: &'static str,
    values: Vec<f64>,
}

fn add(spreads: &mut Vec<Spread>, name: &'static str, value: f64) {
    match spreads.iter_mut().find(|spread| spread.name == name) {
        Some(spread) => spread.values.push(value),
        None => spreads.push(Spread { name, values: vec![value] }),
    }
}

impl Spread {
    /// Mean, standard deviation, least and most.
    fn summary(&self) -> [f64; 4] {
        let n = self.values.len() as f64;
        let mean = self.values.iter().sum::<f64>() / n;
        let variance = self.values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / n;
        let least = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [mean, variance.sqrt(), least, most]
    }
}

fn one(metrics: &Metrics, json: bool) -> String {
    let size = json!([metrics.size.w, metrics.size.h]);
    if json {
        let rows = metrics.rows().into_iter().map(|(name, value)| (name.to_owned(), number(value)));
        let object: Map<String, Value> = std::iter::once(("size".to_owned(), size)).chain(rows).collect();
        return format!("{}\n", Value::Object(object));
    }
    let rows = metrics.rows().into_iter().map(|(name, value)| format!("{name:20} {}\n", show(value)));
    std::iter::once(format!("{:20} {}\n", "size", metrics.size)).chain(rows).collect()
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
    if value.fract() == 0.0 { json!(value as u64) } else { json!(value) }
}

fn show(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}
