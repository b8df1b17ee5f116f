//! `mapwright search find`: levels that meet requirements.

use mapwright::render::{RgbaImage, Sheet, contact_sheet};
use mapwright::search::{Found, FoundLevel, Passed, Search};
use serde_json::Value;

use super::common::{CommonArgs, DrawArgs, picture};
use crate::failure::Failure;
use crate::message::note;
use crate::picture::Brush;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "search find braided-maze --want \"solution_steps 60..80, loops >= 3\" --vary all -o found"
    "search find cave --want \"open_share 40%..50%, max longest_path\" --count 4 --sheet -o long"
))]
pub(crate) struct FindArgs {
    #[command(flatten)]
    common: CommonArgs,
    #[command(flatten)]
    draw: DrawArgs,
    /// How many levels to find
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
}

pub(crate) fn run(args: &FindArgs) -> Result<(), Failure> {
    let (search, brush) = args.common.search(Some(&args.draw))?;
    if search.want.clauses.is_empty() {
        return Err(Failure::input("nothing to search for: give `--want`, or a recipe with `want`"));
    }
    let found = args.common.run(|watch| search.find_watched(args.count as usize, watch))?;
    save(&args.common, (&search, &brush), &found, &found.manifest(&search), &search.want.to_string())?;
    let out = args.common.out.display();
    note(format_args!("{} of {} levels in {out}, {} tried", found.levels.len(), args.count, found.tried));
    Ok(())
}

/// Writes what was found, and fails if that is nothing.
pub(super) fn save(
    args: &CommonArgs,
    (search, brush): (&Search, &Brush),
    found: &Found,
    manifest: &Value,
    title: &str,
) -> Result<(), Failure> {
    args.write(manifest, found.recipes(), |name, draw| {
        let pages = found.levels.len().div_ceil(PAGE);
        for (page, levels) in (0..).zip(found.levels.chunks(PAGE)) {
            let of = if pages > 1 { format!(" ({} of {pages})", page + 1) } else { String::new() };
            let file = if page == 0 { "sheet.png".to_owned() } else { format!("sheet-{}.png", page + 1) };
            draw(&file, sheet((search, brush), levels, (page * PAGE, format!("{name}: {title}{of}"))));
        }
    })?;
    if found.levels.is_empty() { Err(nothing(found, args)) } else { Ok(()) }
}

/// The report that no level fits, with the nearest one.
fn nothing(found: &Found, args: &CommonArgs) -> Failure {
    let near = found.nearest.first().map(|miss| {
        format!("; the nearest one fails `{}`: {}", miss.failed, args.out.join("nearest-0.json").display())
    });
    none_fits(found.tried, found.unbuilt, &found.passed, &near.unwrap_or_default())
}

/// The report that no level fits. Says how many passed each clause, in the order in which clauses were looked at.
pub(super) fn none_fits(tried: u64, unbuilt: u64, passed: &[Passed], near: &str) -> Failure {
    passed.iter().for_each(note);
    let unbuilt = if unbuilt > 0 { format!(", {unbuilt} could not be built") } else { String::new() };
    Failure::build(format!("no level matched ({tried} tried{unbuilt}){near}"))
}

/// The most levels of a sheet: with more it would take too much memory.
const PAGE: usize = 400;

/// Some levels, each with its number, counted from `first`.
fn sheet(
    (search, brush): (&Search, &Brush),
    levels: &[FoundLevel],
    (first, title): (usize, String),
) -> Result<RgbaImage, Failure> {
    let pictures: Vec<(String, RgbaImage)> = (first..)
        .zip(levels)
        .map(|(i, level)| Ok((format!("{i:03}"), picture(search, level, brush, 240)?)))
        .collect::<Result<_, Failure>>()?;
    let shown: Vec<(&str, &RgbaImage)> =
        pictures.iter().map(|(caption, picture)| (caption.as_str(), picture)).collect();
    contact_sheet(&shown, &Sheet { title: Some(title), style: brush.plain(), ..Sheet::default() })
        .map_err(Failure::input)
}
