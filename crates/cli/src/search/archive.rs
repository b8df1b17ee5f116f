//! `mapwright search archive`: the best level of each bin of two metrics.

use mapwright::charts::{AxesSheet, HeatMap, axes_sheet, heat_map};
use mapwright::render::RgbaImage;
use mapwright::search::{Archive, Axis, Bins, Clause, Requirements, Search};

use super::common::{CommonArgs, DrawArgs, picture};
use super::find;
use crate::failure::Failure;
use crate::message::note;
use crate::picture::Brush;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "search archive braided-maze --vary metas.0.chance --axes solution_steps,loops --sheet -o archive"
    "search archive cave --axes open_share=0.3..0.6,longest_path --bins 6x4 --best \"max loops\" -o long-caves"
))]
pub(crate) struct ArchiveArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// The two metrics, each with an optional range: `solution_steps,loops=0..40`
    #[arg(long, value_name = "X,Y", value_delimiter = ',')]
    axes: Vec<Axis>,
    /// The most bins across and up
    #[arg(long, value_name = "WxH", default_value = "12x12", value_parser = bins)]
    bins: [u32; 2],
    /// Which level of a bin to keep, such as "min dead_end_share" [default: the first]
    #[arg(long, value_name = "GOAL", value_parser = goal)]
    best: Option<Clause>,
}

pub(crate) fn run(args: &ArchiveArgs) -> Result<(), Failure> {
    let [x, y] = args.axes[..] else {
        return Err(Failure::input("--axes: expected two metrics such as `solution_steps,loops`"));
    };
    let (mut search, brush) = args.common.search(Some(&args.draw))?;
    if let Some(best) = &args.best {
        if let Some(goal) = search.want.goal() {
            return Err(Failure::input(format!("--best: there already is `{goal}`; expected one `max` or `min`")));
        }
        search.want.clauses.push(best.clone());
    }
    let found = args.common.run(|watch| search.archive_watched([x, y], args.bins, watch))?;
    if found.elites.is_empty() {
        return Err(find::none_fits(found.tried, found.unbuilt, &found.passed, ""));
    }
    args.common.write(&found.manifest(&search), found.recipes(), |name, draw| {
        draw("sheet.png", sheet((&search, &brush), &found, name));
        draw("heat.png", heat(&found, name, &brush));
    })?;
    let all = found.bins[0].count * found.bins[1].count;
    let out = args.common.out.display();
    note(format_args!("{} of {all} bins in {out}, {} levels tried", found.elites.len(), found.tried));
    Ok(())
}

/// The elites on the axes.
fn sheet((search, brush): (&Search, &Brush), archive: &Archive, name: &str) -> Result<RgbaImage, Failure> {
    let most = archive.bins.iter().map(|bins| bins.count).max().unwrap_or(1);
    let pixels = (1400 / most).clamp(24, 160);
    let elites = archive.elites.iter();
    let pictures = elites.map(|(&bin, elite)| Ok((bin, picture(search, &elite.level, brush, pixels)?)));
    let edges = |bins: &Bins| (0..=bins.count).map(|bin| bins.edge(bin).to_string()).collect();
    let sheet = AxesSheet {
        title: format!("{name}: {} bins", archive.elites.len()),
        names: [0, 1].map(|i: usize| archive.bins[i].metric.to_string()),
        edges: [edges(&archive.bins[0]), edges(&archive.bins[1])],
        style: brush.plain(),
    };
    axes_sheet(&pictures.collect::<Result<Vec<_>, Failure>>()?, &sheet).map_err(Failure::input)
}

/// All levels that fit, on the same metrics.
fn heat(archive: &Archive, name: &str, brush: &Brush) -> Result<RgbaImage, Failure> {
    let heat = HeatMap {
        title: format!("{name}, {} levels", archive.seen.len()),
        names: [0, 1].map(|i: usize| archive.bins[i].metric.to_string()),
        values: archive.seen.clone(),
        style: brush.plain(),
    };
    heat_map(&heat).map_err(Failure::input)
}

/// Reads `WxH`.
fn bins(text: &str) -> Result<[u32; 2], String> {
    let read = || {
        let (w, h) = text.split_once(['x', 'X'])?;
        let side = |text: &str| text.parse().ok().filter(|side| (1..=Search::MOST_BINS).contains(side));
        Some([side(w)?, side(h)?])
    };
    read().ok_or_else(|| format!("expected WxH, both 1 to {}, such as 12x12", Search::MOST_BINS))
}

/// Reads a single `max` or `min`.
fn goal(text: &str) -> Result<Clause, String> {
    let want: Requirements = text.parse().map_err(|error: mapwright::search::RequirementsError| error.to_string())?;
    let mut goals = want.clauses.into_iter();
    match (goals.next(), goals.next()) {
        (Some(goal), None) if goal.test.is_goal() => Ok(goal),
        _ => Err("expected one `max` or `min`, such as `min dead_end_share`".into()),
    }
}
