//! The chains on which the builders of the catalogue are measured.
#![allow(clippy::unwrap_used, reason = "what fails to build cannot be measured")]

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::recipe::{template, templates};

/// All chains with their names: the bundled recipes, then chains for builders that none of them uses.
pub(crate) fn chains() -> impl Iterator<Item = (String, BuilderChain)> {
    recipes().chain(others())
}

/// The chain with this name.
#[allow(dead_code, reason = "one of the two benches measures all chains at once")]
pub(crate) fn chain(name: &str) -> BuilderChain {
    chains().find(|(other, _)| other == name).unwrap().1
}

/// The bundled recipes, each as its chain.
fn recipes() -> impl Iterator<Item = (String, BuilderChain)> {
    let recipe = |name| -> Recipe { template(name).unwrap().parse().unwrap() };
    templates().map(move |name| (name.to_owned(), recipe(name).chain().unwrap()))
}

fn others() -> impl Iterator<Item = (String, BuilderChain)> {
    let size = Size::new(60, 40);
    let map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    let chains = [
        BuilderChain::start_with(size, FromMap::new(map)),
        BuilderChain::start_with(size, Arena::default()),
        BuilderChain::start_with(size, CellularAutomata::default()).with(TightWalls::default()),
        BuilderChain::start_with(size, CellularAutomata::default()).with(KeepCells::default()),
    ];
    chains.into_iter().map(|chain| (chain.stages().last().unwrap().name.to_owned(), chain))
}
