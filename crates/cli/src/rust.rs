//! `mapwright build --rust`: the recipe as a Rust program.

use std::path::Path;

use mapwright::recipe::{Recipe, rust_program};

use crate::args::BuildArgs;
use crate::failure::Failure;
use crate::input::{Input, files_beside};
use crate::output::write_text;

pub(crate) fn write(path: &Path, input: &Input, args: &BuildArgs) -> Result<(), Failure> {
    let Input::Recipe(recipe, _) = input else {
        return Err(
            Failure::input("a finished map cannot be written as Rust code; expected a recipe").about(&args.recipe)
        );
    };
    let recipe = Recipe { seed: args.seed.or(recipe.seed), ..(**recipe).clone() };
    let program = rust_program(&recipe, &files_beside(&args.recipe, args.trust_paths));
    write_text(path, &program.map_err(|error| Failure::from(error).about(&args.recipe))?)
}
