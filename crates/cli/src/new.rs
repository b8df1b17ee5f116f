//! `mapwright new`: a recipe to start from.

use mapwright::recipe::{builders, template, templates};

use crate::args::NewArgs;
use crate::failure::Failure;
use crate::input::print;

pub(crate) fn run(args: &NewArgs) -> Result<(), Failure> {
    let recipe = template(&args.name).ok_or_else(|| {
        let names: Vec<&str> = templates().collect();
        let builders: Vec<&str> = builders().into_iter().map(|info| info.name).collect();
        let name = &args.name;
        Failure::input(format!(
            "no recipe is called `{name}`; there are {}\nor name a builder: {}",
            names.join(", "),
            builders.join(", ")
        ))
    })?;
    print(recipe.trim_end())?;
    print("\n")
}
