//! `mapwright build --seeds A..B`: many maps at once.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{BuildArgs, Job, Output, OutputPlan, named};
use crate::failure::{Failure, shown};
use crate::message::{note, progress, tell};
use crate::place::{expect_many, make_way};
use crate::results::write_all;

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
    check_apart(&places)?;
    let job = args.map.job(&plan)?;
    if job.recipe.is_none() {
        return Err(Failure::input("a finished map has no seeds; expected a recipe").about(&args.map.recipe.recipe));
    }
    // A folder is never written over.
    let checked = plan.outputs.iter().filter(|output| !args.force || output.is_folder);
    checked.into_iter().try_for_each(|output| check_free(output, &job.name))?;
    places.iter().try_for_each(|place| make_way(&named(place, &job.name, seeds.start)))?;
    expect_many();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.map_or(0, usize::from));
    let threads = threads.build().map_err(Failure::input)?;
    let count = seeds.end - seeds.start;
    let bar = progress(count, "maps");
    let failed = AtomicU64::new(0);
    let done = threads.install(|| {
        seeds.into_par_iter().try_for_each(|seed| {
            let built = one(&job, &plan, seed);
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

fn one(job: &Job, plan: &OutputPlan, seed: u64) -> Result<(), Trouble> {
    let (map, history) = job.build_seed(plan, seed, &mut |_| ()).map_err(|error| match error.is_retryable() {
        true => Trouble::Build(error.to_string()),
        false => Trouble::Stop(error.into()),
    })?;
    job.results(plan, &map, &history, seed).and_then(write_all).map_err(Trouble::Stop)
}

/// Refuses two outputs of which one may get for some seed the name that the other has for another seed: their names
/// differ at most by digits before the first `{seed}` and after the last one.
fn check_apart(places: &[&Path]) -> Result<(), Failure> {
    let texts: Vec<_> = places.iter().map(|place| place.to_string_lossy()).collect();
    let is_more = |rest: Option<&str>| rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    let ends = |text: &'_ str| {
        text.split_once(SEED)
            .zip(text.rsplit_once(SEED))
            .map(|((start, _), (_, end))| (start.to_owned(), end.to_owned()))
    };
    for (nth, one) in texts.iter().enumerate() {
        for other in &texts[..nth] {
            let Some(((start, end), (other_start, other_end))) = ends(one).zip(ends(other)) else { continue };
            let starts_alike = is_more(start.strip_prefix(&*other_start)) || is_more(other_start.strip_prefix(&*start));
            let ends_alike = is_more(end.strip_suffix(&*other_end)) || is_more(other_end.strip_suffix(&*end));
            if starts_alike && ends_alike {
                return Err(Failure::input(format!(
                    "{} and {} may be the same file for two seeds; expected names that differ by more than digits",
                    shown(places[nth]),
                    other
                )));
            }
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
