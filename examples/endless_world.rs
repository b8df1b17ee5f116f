//! A walk east through endless caves, a window at a time: `cargo run --example endless_world -- 7`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::world::{ChainWorld, WorldRect};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |seed| seed.parse())?;
    let caves = BuilderChain::start_with(Size::new(48, 48), CellularAutomata::default())
        .with(JoinComponents { min_cells: 12, ..JoinComponents::default() });
    let world = ChainWorld::new(caves, seed)?;
    let (x, y) = world.start()?;
    for step in 0..4 {
        println!(
            "around {}, {y}:\n{}",
            x + 60 * step,
            world.window(WorldRect::new(x - 30 + 60 * step, y - 6, 60, 12))?
        );
    }

    // What the player changes is kept apart from what the seed makes, and is all that a saved game needs.
    world.set_tile(x, y, Tile::WATER)?;
    let far = world.exit(20)?;
    println!("{} edits; from {x}, {y} a walk can reach {far:?}", world.edits().iter().count());
    Ok(())
}
