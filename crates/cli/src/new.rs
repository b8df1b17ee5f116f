//! `mapwright new`: a recipe to start from.

use std::path::PathBuf;

use mapwright::core::{Size, Wrap};
use mapwright::recipe::{LevelFamily, RandomChain, Recipe, short, template};

use crate::args::{seed, size, wrap};
use crate::failure::Failure;
use crate::input::no_recipe;
use crate::place::{check_file, write_text};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "new cave -o cave.json"
    "new prim-maze"
    "new random --depth 7 --seed 3 -o random.json"
))]
pub(crate) struct NewArgs {
    /// A built-in recipe, a builder (shown with all its parameters), or `random` for a random level
    name: String,
    /// Write to a file instead of standard output
    #[arg(long = "output", short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    out: PathBuf,
    #[command(flatten)]
    roll: RollArgs,
}

/// The options of `new random`.
#[derive(Debug, clap::Args)]
pub(crate) struct RollArgs {
    /// `random` only: the depth of the level; deeper levels are harder, and more often caves [default: 1]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// `random` only: the seed of the roll, and of the recipe [default: 0]
    #[arg(long, short, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// `random` only: columns and rows [default: 80x50]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,
    /// `random` only: which borders are joined: none, x, y or both [default: none]
    #[arg(long, value_name = "WRAP", value_parser = wrap)]
    wrap: Option<Wrap>,
    /// `random` only: the families to choose from, separated by commas: rooms, interior, herringbone, maze,
    /// voronoi, cave, walk, dla [default: all]
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    only: Vec<LevelFamily>,
}

/// The name that means a random recipe.
const RANDOM: &str = "random";

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let name = args.name.as_str();
    if let Some(flag) = args.roll.first_given().filter(|_| name != RANDOM) {
        let name = short(name);
        return Err(Failure::input(format!("{flag} only works with `mapwright new {RANDOM}`, not with `{name}`")));
    }
    check_file(&args.out)?;
    let text = match name {
        RANDOM => roll(&args.roll)?.to_json(),
        name => template(name).ok_or_else(|| no_recipe(name))?,
    };
    write_text(&args.out, &format!("{}\n", text.trim_end()))
}

/// The first recipe that the random chain rolls and that builds.
fn roll(args: &RollArgs) -> Result<Recipe, Failure> {
    let defaults = RandomChain::default();
    let families = if args.only.is_empty() { LevelFamily::ALL.to_vec() } else { args.only.clone() };
    let chain = RandomChain {
        depth: args.depth.unwrap_or(defaults.depth),
        size: args.size.unwrap_or(defaults.size),
        wrap: args.wrap.unwrap_or(defaults.wrap),
        families,
        ..defaults
    };
    Ok(chain.build(args.seed.unwrap_or(0))?.0)
}

impl RollArgs {
    /// The first flag that was given.
    fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--depth", self.depth.is_some()),
            ("--seed", self.seed.is_some()),
            ("--size", self.size.is_some()),
            ("--wrap", self.wrap.is_some()),
            ("--only", !self.only.is_empty()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(flag, _)| flag)
    }
}
