//! `mapwright new`: a recipe to start from.

use mapwright::recipe::{LevelFamily, RandomChain, Recipe, builders, template, templates};

use crate::args::{NewArgs, RollArgs};
use crate::failure::Failure;
use crate::input::print;

/// The name that stands for a recipe that is rolled.
const RANDOM: &str = "random";

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let recipe = match args.name.as_str() {
        RANDOM => roll(&args.roll)?.to_json(),
        name => written(name, &args.roll)?,
    };
    print(recipe.trim_end())?;
    print("\n")
}

/// A recipe from the list, or one for a builder.
fn written(name: &str, roll: &RollArgs) -> Result<String, Failure> {
    if let Some(flag) = roll.first_given() {
        return Err(Failure::input(format!("{flag} goes with `mapwright new {RANDOM}` only, not with `{name}`")));
    }
    template(name).ok_or_else(|| {
        let names: Vec<&str> = templates().chain([RANDOM]).collect();
        let builders: Vec<&str> = builders().into_iter().map(|info| info.name).collect();
        Failure::input(format!(
            "no recipe is called `{name}`; there are {}\nor name a builder: {}",
            names.join(", "),
            builders.join(", ")
        ))
    })
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
