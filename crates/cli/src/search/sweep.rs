//! `mapwright sweep`: what one parameter does.

use std::ops::Range;

use mapwright::files::Folder;
use mapwright::graph::Metric;
use mapwright::render::{BandChart, RgbaImage, Sheet, Style, band_chart, contact_sheet};
use mapwright::search::{Step, Sweep, Wish};
use serde_json::Value;

use super::{CommonArgs, png, title};
use crate::args::seeds;
use crate::failure::Failure;
use crate::message::note;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "sweep braided-maze --vary metas.0.p=0..1/11 --seeds 0..200 --png -o sweep"
    "sweep cave --vary initial.wall_percent=40..60 --seeds 0..50 --want \"open_share >= 40%\" -o sweep"
))]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    common: CommonArgs,
    /// The seeds to build at each value, without the last one
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Range<u64>,
    /// Also count the levels that are like this, such as "loops >= 3" [default: the recipe's `want`]
    #[arg(long, value_name = "WISH")]
    want: Option<Wish>,
}

pub(crate) fn run(args: &SweepArgs) -> Result<(), Failure> {
    let search = args.common.search(None, args.want.as_ref())?;
    let seeds = args.seeds.clone();
    let sweep = args.common.run(0, "levels", |watch| search.sweep_watched(seeds, watch))?;
    let mut folder = Folder::default();
    folder.add("manifest.json", format!("{:#}\n", sweep.manifest(&search)));
    sweep.recipes().into_iter().for_each(|(file, recipe)| folder.add(file, recipe));
    if args.common.png {
        folder.add("sheet.png", png(&charts(&sweep, &title(&args.common.recipe))?)?);
    }
    args.common.write(&folder)?;
    let out = args.common.out.display();
    note(format_args!("{} at {} values in {out}", sweep.target, sweep.steps.len()));
    Ok(())
}

/// A chart for each metric that changes.
fn charts(sweep: &Sweep, name: &str) -> Result<RgbaImage, Failure> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let labels: Vec<String> = sweep.steps.iter().map(|step| shown(&step.value)).collect();
    let joined = sweep.steps.iter().all(|step| step.value.is_number());
    let mut charts = Vec::new();
    for &metric in Metric::ALL {
        let band = |step: &Step| step.bands.iter().find(|band| band.metric == metric).map(|band| band.deciles);
        let bands: Vec<Option<[f64; 3]>> = sweep.steps.iter().map(band).collect();
        let mut values = bands.iter().flatten().flatten();
        let Some(first) = values.next() else { continue };
        if values.all(|value| value == first) {
            continue;
        }
        let chart =
            BandChart { title: metric.to_string(), labels: labels.clone(), bands, joined, style: Style::default() };
        charts.push(("", band_chart(&chart).map_err(Failure::input)?));
    }
    let seeds = sweep.seeds.end - sweep.seeds.start;
    let title = format!("{name}: {} over {seeds} seeds, median and 10 to 90 %", sweep.target);
    let sheet = Sheet { title: Some(title), ..Sheet::default() };
    let charts: Vec<(&str, &RgbaImage)> = charts.iter().map(|(caption, chart)| (*caption, chart)).collect();
    if charts.is_empty() {
        return Err(Failure::build(format!("`{}` changes no metric: there is nothing to draw", sweep.target)));
    }
    contact_sheet(&charts, &sheet).map_err(Failure::input)
}
