//! `mapwright build --rust`: the recipe as a Rust program.

use mapwright::recipe::{Recipe, rust_program};

use crate::args::BuildArgs;
use crate::failure::Failure;
use crate::input::{Input, files_beside};

pub(crate) fn program(input: &Input, args: &BuildArgs) -> Result<String, Failure> {
    let Input::Recipe(recipe, _) = input else {
        return Err(
            Failure::input("a finished map cannot be written as Rust code; expected a recipe").about(&args.recipe)
        );
    };
    let recipe = Recipe { seed: args.seed.or(recipe.seed), ..(**recipe).clone() };
    let program = rust_program(&recipe, &files_beside(&args.recipe, args.trust_paths));
    program.map_err(|error| Failure::from(error).about(&args.recipe))
}
