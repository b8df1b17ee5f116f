//! `mapwright build --seeds A..B`: many maps at once.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use mapwright::export::SHEET_NAMES;
use rayon::prelude::*;

use super::{BuildArgs, Job, Output, OutputPlan, named};
use crate::failure::{Failure, shown};
use crate::format::Format;
use crate::message::{note, progress, tell};
use crate::place::{check_places, expect_many, make_way, whole};
use crate::results::{Ready, write_all};

/// What stands for the seed in the name of a file.
const SEED: &str = "{seed}";

pub(super) fn run(args: &BuildArgs, seeds: Range<u64>) -> Result<(), Failure> {
    let plan = args.map.plan()?;
    let places: Vec<&Path> = plan.outputs.iter().map(|output| output.path.as_path()).collect();
    let lacks_seed = |place: &&&Path| !place.to_string_lossy().contains(SEED);
    if places.is_empty() || places.iter().any(|place| lacks_seed(&place)) {
        return Err(Failure::input(
            "with `--seeds` every output needs `{seed}` in its name, as `-o 'maps/{seed}.json'`",
        ));
    }
    let job = args.map.job(&plan)?;
    if job.recipe.is_none() {
        return Err(Failure::input("a finished map has no seeds; expected a recipe").about(&args.map.recipe.recipe));
    }
    check_apart(&plan.outputs, &job.name, seeds.clone())?;
    // A folder is never written over.
    let checked = plan.outputs.iter().filter(|output| !args.force || output.is_folder);
    checked.into_iter().try_for_each(|output| check_free(output, &job.name))?;
    places.iter().try_for_each(|place| make_way(&named(place, &job.name, seeds.start)))?;
    expect_many();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.map_or(0, usize::from));
    let threads = threads.build().map_err(Failure::input)?;
    let count = seeds.end - seeds.start;
    let bar = progress(count, "maps");
    let (failed, claims) = (AtomicU64::new(0), Claims::default());
    let done = threads.install(|| {
        seeds.into_par_iter().try_for_each(|seed| {
            let built = one(&job, &plan, seed, &claims);
            bar.inc(1);
            match built {
                Err(Trouble::Build(message)) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    bar.suspend(|| tell(format_args!("seed {seed}: {message}")));
                    Ok(())
                }
                Err(Trouble::Stop(failure)) => Err(failure),
                Ok(()) => Ok(()),
            }
        })
    });
    bar.finish_and_clear();
    done?;
    let failed = failed.into_inner();
    let shown: Vec<String> = places.iter().map(|place| shown(place)).collect();
    note(format_args!("{} of {count} maps in {}", count - failed, shown.join(", ")));
    match failed {
        0 => Ok(()),
        _ => Err(Failure::build(format!("{failed} of {count} seeds could not be built"))),
    }
}

/// What went wrong with a seed. A failed build is no reason to stop; a full disk is.
enum Trouble {
    Build(String),
    Stop(Failure),
}

fn one(job: &Job, plan: &OutputPlan, seed: u64, claims: &Claims) -> Result<(), Trouble> {
    let (map, history) = job.build_seed(plan, seed, &mut |_| ()).map_err(|error| match error.is_retryable() {
        true => Trouble::Build(error.to_string()),
        false => Trouble::Stop(error.into()),
    })?;
    let write = |results: Vec<Ready>| {
        let mut places = results.iter().flat_map(Ready::places);
        places.try_for_each(|(place, _)| claims.claim(&place, seed))?;
        write_all(results)
    };
    job.results(plan, &map, &history, seed).and_then(write).map_err(Trouble::Stop)
}

/// The files that each seed writes, and the folders that they are in, which are of no seed: two seeds never write one file, nor
/// does one write into what is a file of another.
#[derive(Default)]
struct Claims(Mutex<HashMap<PathBuf, Option<u64>>>);

impl Claims {
    fn claim(&self, place: &Path, seed: u64) -> Result<(), Failure> {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = whole(place);
        let hint = "expected names in which no digit stands beside `{seed}`";
        let is_folder = |folder: &Path| claims.entry(folder.to_owned()).or_insert(None).is_none();
        if !file.ancestors().skip(1).all(is_folder) {
            let why = format!("seed {seed} would write {} in what is a file of another seed; {hint}", shown(place));
            return Err(Failure::input(why));
        }
        match *claims.entry(file).or_insert(Some(seed)) {
            Some(other) if other == seed => Ok(()),
            Some(other) => {
                let (first, second, place) = (other.min(seed), other.max(seed), shown(place));
                Err(Failure::input(format!("the seeds {first} and {second} would both write {place}; {hint}")))
            }
            None => {
                let why =
                    format!("seed {seed} would write {}, which is a folder of another seed; {hint}", shown(place));
                Err(Failure::input(why))
            }
        }
    }
}

/// The most seeds whose names are compared before anything is built. Those of others are compared before they are written.
const COMPARED: usize = 10_000;

/// Refuses outputs of which one gets for some seed the name that another has for another seed.
fn check_apart(outputs: &[Output], name: &str, seeds: Range<u64>) -> Result<(), Failure> {
    let claims = Claims::default();
    for seed in seeds.take(COMPARED) {
        let places: Vec<PathBuf> = outputs.iter().map(|output| named(&output.path, name, seed)).collect();
        check_places(&places.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        for (output, place) in outputs.iter().zip(places) {
            if matches!(output.format, Format::Tmx | Format::Tmj | Format::Ldtk) {
                let stem = place.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let picture = |name: &&str| place.with_file_name(format!("{stem}-{name}.png"));
                SHEET_NAMES.iter().map(picture).try_for_each(|picture| claims.claim(&picture, seed))?;
            }
            claims.claim(&place, seed)?;
        }
    }
    Ok(())
}

/// Refuses a place where maps of other seeds are, or earlier ones of the same: nobody could tell them apart.
fn check_free(output: &Output, name: &str) -> Result<(), Failure> {
    let mut folder = PathBuf::new();
    for part in output.path.components() {
        let text = part.as_os_str().to_string_lossy().replace("{name}", name);
        let (Some((before, _)), Component::Normal(_)) = (text.split_once(SEED), part) else {
            folder.push(text);
            continue;
        };
        // The digits after what stands before the seed, or some of them, are a seed that leads to this name.
        let is_map = |file: &str| {
            let rest = file.strip_prefix(before).unwrap_or_default();
            let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
            (1..=digits).any(|length| text.replace(SEED, &rest[..length]) == file)
        };
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let names =
            here.read_dir().into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        return match names.filter(|file| is_map(file)).min() {
            Some(file) => {
                let file = shown(&folder.join(file));
                let or = if output.is_folder { "" } else { ", or write over it with `--force`" };
                Err(Failure::input(format!("{file} is there already; name another folder{or}")))
            }
            None => Ok(()),
        };
    }
    Ok(())
}
