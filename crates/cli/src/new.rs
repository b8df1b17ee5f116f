//! `mapwright new`: a recipe to start from.

use mapwright::core::{Size, Wrap};
use mapwright::recipe::{LevelFamily, RandomChain, Recipe, short, template, templates};

use crate::args::{size, wrap};
use crate::failure::Failure;
use crate::input::no_recipe;
use crate::output::print;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "new --list"
    "new cave > cave.json"
    "new prim-maze"
    "new random --depth 7 --seed 3 > random.json"
))]
pub(crate) struct NewArgs {
    /// A built-in recipe, a builder (shown with all its parameters), or `random` for a random level
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    pub(crate) name: Option<String>,
    /// List the built-in recipes
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) roll: RollArgs,
}

/// The options of `new random`.
#[derive(Debug, clap::Args)]
pub(crate) struct RollArgs {
    /// `random` only: the depth of the level; deeper levels are harder, and more often caves [default: 1]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// `random` only: the seed of the roll, and of the recipe [default: 0]
    #[arg(long, short, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// `random` only: columns and rows [default: 80x50]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// `random` only: which borders are joined: none, x, y or both [default: none]
    #[arg(long, value_name = "WRAP", value_parser = wrap)]
    pub(crate) wrap: Option<Wrap>,
    /// `random` only: the families to choose from, separated by commas: rooms, interior, herringbone, maze,
    /// voronoi, cave, walk, dla [default: all]
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    pub(crate) only: Vec<LevelFamily>,
}

/// The name that means a random recipe.
const RANDOM: &str = "random";
/// The longest line of the list.
const COLUMNS: usize = 100;

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let name = args.name.as_deref();
    if let Some(flag) = args.roll.first_given().filter(|_| name != Some(RANDOM)) {
        let other = name.map_or("`--list`".to_owned(), |name| format!("`{}`", short(name)));
        return Err(Failure::input(format!("{flag} only works with `mapwright new {RANDOM}`, not with {other}")));
    }
    let text = match name {
        None => list(),
        Some(RANDOM) => roll(&args.roll)?.to_json(),
        Some(name) => template(name).ok_or_else(|| no_recipe(name))?,
    };
    print(text.trim_end())?;
    print("\n")
}

/// The built-in recipes, one line each: name, size, stages.
fn list() -> String {
    templates().filter_map(|name| Some(line(name, &template(name)?.parse().ok()?))).collect()
}

fn line(name: &str, recipe: &Recipe) -> String {
    let stages = std::iter::once(&recipe.initial).chain(&recipe.metas).map(|stage| stage.name.as_str());
    let stages = stages.collect::<Vec<&str>>().join(", ");
    let size = recipe.size().to_string();
    let line = format!("{name:26} {size:8} {stages}");
    if line.len() <= COLUMNS { line + "\n" } else { line.chars().take(COLUMNS - 1).collect::<String>() + "…\n" }
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
