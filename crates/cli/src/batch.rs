//! `mapwright batch`: many seeds at once.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use mapwright::prelude::BuilderChain;
use mapwright::recipe::map_to_json;
use mapwright::render::{Style, draw, write_png};
use rayon::prelude::*;

use crate::args::seeds;
use crate::failure::Failure;
use crate::input::Input;
use crate::message::{note, progress, tell};
use crate::output::{check_folder, make_dir, save};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("batch cave --seeds 0..10 -o caves" "batch level-rooms --seeds 0..10 --png --jobs 2 -o levels"))]
pub(crate) struct BatchArgs {
    /// A built-in recipe by name or a recipe file; `-` for standard input
    #[arg(value_name = "RECIPE")]
    pub(crate) recipe: PathBuf,
    /// The seeds, without the last one
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(crate) seeds: Range<u64>,
    /// How many seeds to build at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Where to write the maps, each as SEED.json
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Also draw each map, as SEED.png
    #[arg(long)]
    pub(crate) png: bool,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    pub(crate) trust_paths: bool,
}

pub(crate) fn run(args: &BatchArgs) -> Result<(), Failure> {
    let chain = match Input::read(&args.recipe, args.trust_paths)? {
        Input::Recipe(_, chain) => chain,
        Input::Map(_) => {
            return Err(Failure::input("a finished map has no seeds; expected a recipe").about(&args.recipe));
        }
    };
    check_folder(&args.out)?;
    make_dir(&args.out)?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.map_or(0, usize::from));
    let threads = threads.build().map_err(Failure::input)?;
    let bar = progress(args.seeds.end - args.seeds.start, "maps");
    let failed = AtomicU64::new(0);
    let done = threads.install(|| {
        args.seeds.clone().into_par_iter().try_for_each(|seed| {
            let built = one(&chain, seed, args);
            bar.inc(1);
            match built {
                Ok(()) => Ok(()),
                Err(Trouble::Build(message)) => {
                    failed.fetch_add(1, Ordering::Relaxed);
                    bar.suspend(|| tell(format_args!("seed {seed}: {message}")));
                    Ok(())
                }
                Err(Trouble::Stop(failure)) => Err(failure),
            }
        })
    });
    bar.finish_and_clear();
    done?;
    let failed = failed.into_inner();
    let seeds = args.seeds.end - args.seeds.start;
    note(format_args!("{} of {seeds} maps in {}", seeds - failed, args.out.display()));
    match failed {
        0 => Ok(()),
        _ => Err(Failure::build(format!("{failed} of {seeds} seeds could not be built"))),
    }
}

/// What went wrong with a seed. A failed build is no reason to stop; a full disk is.
enum Trouble {
    Build(String),
    Stop(Failure),
}

fn one(chain: &BuilderChain, seed: u64, args: &BatchArgs) -> Result<(), Trouble> {
    let map = chain.build(seed).map_err(|error| match error.is_retryable() {
        true => Trouble::Build(error.to_string()),
        false => Trouble::Stop(error.into()),
    })?;
    let write = || {
        let json = map_to_json(&map) + "\n";
        save(&args.out.join(format!("{seed}.json")), |file| file.write_all(json.as_bytes()))?;
        if !args.png {
            return Ok(());
        }
        let picture = draw(&map, &Style::default().fit(map.size(), 800)).map_err(Failure::input)?;
        save(&args.out.join(format!("{seed}.png")), |file| write_png(&picture, file))
    };
    write().map_err(Trouble::Stop)
}
