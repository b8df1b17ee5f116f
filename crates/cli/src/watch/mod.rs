//! `mapwright watch`: rebuilds a recipe whenever it or one of its files changes.
//!
//! It polls the files a few times a second. Editors write to another file and rename it, and network directories
//! send no events: polling handles both, and costs almost nothing for a few files.

mod terminal;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use mapwright::core::BuilderMap;
use mapwright::render::Style;
use serde_json::Value;

use crate::build::save_map;
use crate::failure::Failure;
use crate::input::{Input, read_text};
use crate::message::tell;
use crate::output;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("watch level.json" "watch level.json --png level.png --seed 7"))]
pub(crate) struct WatchArgs {
    /// A recipe file
    #[arg(value_name = "RECIPE")]
    pub(crate) recipe: PathBuf,
    /// The seed, instead of the recipe's
    #[arg(long, short, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Draw the map into a file instead of showing it in the terminal
    #[arg(long, value_name = "FILE", value_parser = output::png())]
    pub(crate) png: Option<PathBuf>,
    /// Pixels for each cell [default: pictures of about 800 pixels]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512), requires = "png")]
    pub(crate) cell: Option<u32>,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    pub(crate) trust_paths: bool,
}

/// The time between two polls.
const PAUSE: Duration = Duration::from_millis(150);

pub(crate) fn run(args: &WatchArgs) -> Result<(), Failure> {
    if args.recipe == Path::new("-") {
        return Err(Failure::input("standard input cannot be watched; name a recipe file"));
    }
    read_text(&args.recipe)?;
    output::check_files([args.png.as_deref()])?;
    loop {
        // Noted before the build: what changes while it runs is seen after it.
        let files = files(&args.recipe);
        let before = stamps(&files);
        match build(args).and_then(|map| show(args, &map)) {
            Err(failure) if failure.is_unread() => return Err(failure),
            Err(failure) => tell(failure),
            Ok(()) => (),
        }
        while stamps(&files) == before {
            sleep(PAUSE);
        }
    }
}

fn build(args: &WatchArgs) -> Result<BuilderMap, Failure> {
    // Built-in recipes are not accepted: they never change.
    let (chain, seed) = Input::read(&args.recipe, args.trust_paths)?.into_chain(args.seed)?;
    Ok(chain.build(seed)?)
}

fn show(args: &WatchArgs, map: &BuilderMap) -> Result<(), Failure> {
    let Some(path) = &args.png else { return terminal::show(map) };
    let style = Style::default();
    let style = args.cell.map_or_else(|| style.clone().fit(map.size(), 800), |scale| Style { scale, ..style.clone() });
    save_map(path, map, &style)
}

/// The recipe, and whatever its texts may name: most name no file, and then none ever appears there.
fn files(recipe: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::from([recipe.to_owned()]);
    let folder = recipe.parent().unwrap_or(Path::new(""));
    let value: Value = read_text(recipe).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    texts(&value, &mut |text| {
        files.insert(folder.join(text));
    });
    files
}

fn texts(value: &Value, found: &mut dyn FnMut(&str)) {
    match value {
        Value::String(text) => found(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(values) => values.values().for_each(|value| texts(value, found)),
        _ => (),
    }
}

/// When each file was written last, and how long it is; `None` where there is none.
fn stamps(files: &BTreeSet<PathBuf>) -> Vec<Option<(SystemTime, u64)>> {
    let stamp = |path: &PathBuf| {
        let about = fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    };
    files.iter().map(stamp).collect()
}
