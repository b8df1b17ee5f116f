//! `mapwright search sweep`: what one or two parameters do.

use std::ops::Range;

use mapwright::charts::{BandChart, ChartError, GridChart, band_chart, grid_chart};
use mapwright::graph::Metric;
use mapwright::render::{RgbaImage, Sheet, Style, contact_sheet};
use mapwright::search::{Step, Sweep};
use serde_json::Value;

use super::common::CommonArgs;
use crate::args::seeds;
use crate::failure::Failure;
use crate::message::note;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "search sweep braided-maze --vary metas.0.chance=0..1/11 --seeds 0..200 --sheet -o sweep"
    "search sweep cave --vary initial.wall_chance=0.4..0.6 --seeds 0..50 --want \"open_share >= 40%\" -o walls"
    "search sweep braided-maze --vary metas.0.chance=0..1/6 --vary initial.use=wilson,eller --seeds 0..100 --sheet -o pairs"
))]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    common: CommonArgs,
    /// The seeds to build at each value, without the last one
    #[arg(long, value_name = "A..B", value_parser = seeds, default_value = "0..100")]
    seeds: Range<u64>,
}

pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    let (search, _) = args.common.search(None)?;
    let sweep = args.common.run(|watch| search.sweep_watched(args.seeds.clone(), watch))?;
    args.common.write(&sweep.manifest(&search), sweep.recipes(), |name, draw| {
        draw("sheet.png", charts(&sweep, name));
    })?;
    let (what, out) = (title(&sweep), args.common.out.display());
    note(format_args!(
        "{what} at {} {} in {out}",
        sweep.steps.len(),
        if sweep.second.is_some() { "pairs of values" } else { "values" }
    ));
    Ok(())
}

/// The names of the parameters.
fn title(sweep: &Sweep) -> String {
    let second = sweep.second.as_ref().map(|second| format!(" and {second}"));
    format!("{}{}", sweep.target, second.unwrap_or_default())
}

/// A chart for each metric that changes: its bands over one parameter, or its median over two.
fn charts(sweep: &Sweep, name: &str) -> Result<RgbaImage, Failure> {
    let mut charts = Vec::new();
    for &metric in Metric::ALL {
        let band = |step: &Step| step.bands.iter().find(|band| band.metric == metric).map(|band| band.deciles);
        let bands: Vec<Option<[f64; 3]>> = sweep.steps.iter().map(band).collect();
        let mut values = bands.iter().flatten().flatten();
        let Some(first) = values.next() else { continue };
        if values.all(|value| value == first) {
            continue;
        }
        let chart = match &sweep.second {
            None => over_one(sweep, metric, bands),
            Some(second) => over_two(sweep, second, metric, &bands),
        };
        charts.push(("", chart.map_err(Failure::input)?));
    }
    if charts.is_empty() {
        return Err(Failure::build(format!("`{}` changes no metric: there is nothing to draw", title(sweep))));
    }
    let shown = if sweep.second.is_some() { "median" } else { "median and 10 to 90 %" };
    let title = format!("{name}: {} over {} seeds, {shown}", title(sweep), sweep.seeds.end - sweep.seeds.start);
    let sheet = Sheet { title: Some(title), ..Sheet::default() };
    let charts: Vec<(&str, &RgbaImage)> = charts.iter().map(|(caption, chart)| (*caption, chart)).collect();
    contact_sheet(&charts, &sheet).map_err(Failure::input)
}

fn over_one(sweep: &Sweep, metric: Metric, bands: Vec<Option<[f64; 3]>>) -> Result<RgbaImage, ChartError> {
    let labels = sweep.steps.iter().map(|step| label(&step.value)).collect();
    let joined = sweep.steps.iter().all(|step| step.value.is_number());
    band_chart(&BandChart { title: metric.to_string(), labels, bands, joined, style: Style::default() })
}

fn over_two(sweep: &Sweep, second: &str, metric: Metric, bands: &[Option<[f64; 3]>]) -> Result<RgbaImage, ChartError> {
    // The steps of the first row have the same second value, and those of the first column begin a row.
    let columns = sweep.steps.iter().take_while(|step| step.second == sweep.steps[0].second).count();
    let across = sweep.steps[..columns].iter().map(|step| label(&step.value)).collect();
    let up = sweep.steps.iter().step_by(columns).flat_map(|step| &step.second).map(label).collect();
    grid_chart(&GridChart {
        title: metric.to_string(),
        names: [sweep.target.clone(), second.to_owned()],
        labels: [across, up],
        values: bands.iter().map(|band| band.map(|[_, median, _]| median)).collect(),
        style: Style::default(),
    })
}

/// A value of a parameter as people write it.
fn label(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
