//! Recipes as Rust code: `rust/`, written by `rust_files.rs`, compiles and makes the same maps.

#[rustfmt::skip]
#[allow(dead_code, unused_imports, clippy::all, clippy::print_stdout, reason = "it is written by a program")]
mod chains;
#[rustfmt::skip]
#[allow(dead_code, unused_imports, clippy::all, clippy::print_stdout, reason = "it is written by a program")]
mod program;

use mapwright::prelude::*;
use mapwright::recipe::{builders, map_digest, template, templates};

fn recipe(name: &str) -> Recipe {
    template(name).unwrap().parse().unwrap()
}

/// A map is data.
const NO_CODE: [&str; 1] = ["from-map"];

/// Every bundled recipe, and every builder with its defaults.
fn names() -> impl Iterator<Item = &'static str> {
    templates().chain(builders().iter().map(|info| info.name)).filter(|name| !NO_CODE.contains(name))
}

#[test]
fn the_chains_are_those_of_the_recipes() {
    assert_eq!(chains::ALL.len(), names().count());
    for (name, chain) in chains::ALL {
        let expected = recipe(name).chain().unwrap();
        assert_eq!(format!("{:?}", chain().unwrap()), format!("{expected:?}"), "{name}");
    }
}

#[test]
fn the_maps_are_those_of_the_recipes() {
    for name in templates().filter(|name| !NO_CODE.contains(name)) {
        let (_, chain) = chains::ALL.iter().find(|(other, _)| *other == name).unwrap();
        let recipe = recipe(name);
        let expected = recipe.chain().unwrap().build(recipe.seed()).unwrap();
        assert_eq!(map_digest(&chain().unwrap().build(recipe.seed()).unwrap()), map_digest(&expected), "{name}");
    }
}
