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

use mapwright::recipe::template;
use serde_json::Value;

use crate::build::MapArgs;
use crate::failure::Failure;
use crate::input::read_text;
use crate::message::tell;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("watch level.json" "watch level.json -o level.png --seed 7"))]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    map: MapArgs,
}

/// The time between two polls.
const PAUSE: Duration = Duration::from_millis(150);

pub(crate) fn run(args: &WatchArgs) -> Result<(), Failure> {
    let recipe = args.map.recipe.recipe.as_path();
    if recipe == Path::new("-") {
        return Err(Failure::input("standard input cannot be watched; name a recipe file"));
    }
    if let Some(name) = recipe.to_str().filter(|name| !recipe.exists() && template(name).is_some()) {
        let why =
            format!("`{name}` is built in and never changes; save it first: `mapwright new {name} > {name}.json`");
        return Err(Failure::input(why));
    }
    read_text(recipe)?;
    args.map.plan()?;
    loop {
        // Noted before the build: what changes while it runs is seen after it.
        let files = files(recipe, args);
        let before = stamps(&files);
        match show(args) {
            Err(failure) if failure.is_unread() => return Err(failure),
            Err(failure) => tell(failure),
            Ok(()) => (),
        }
        while stamps(&files) == before {
            sleep(PAUSE);
        }
    }
}

fn show(args: &WatchArgs) -> Result<(), Failure> {
    // It reads the tileset and the sprites.
    let plan = args.map.plan()?;
    let job = args.map.job(&plan)?;
    let map = job.build(&plan, None)?;
    if plan.writes() { job.write(&plan, &map) } else { terminal::show(&map.0) }
}

/// The recipe, what pictures are drawn with, and whatever the recipe's texts may name: most name no file, and then none
/// ever appears there.
fn files(recipe: &Path, args: &WatchArgs) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::from([recipe.to_owned()]);
    files.extend(args.map.pictures.files());
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
