//! A maze with loops, on the terminal and as a picture: `cargo run --example maze -- 7`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use mapwright::builders::*;
use mapwright::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |seed| seed.parse())?;
    let chain = BuilderChain::start_with(Size::new(31, 21), Backtracker::default())
        .with(LoopInjector::braid(0.6))
        .with(Exit::default());
    let map = chain.build(seed)?;
    println!("{map}");

    let (start, exit) = (map.start()?, map.exit()?);
    let path = map.path(start, exit).ok_or("no path")?;
    println!("{} steps from {start} to {exit}", path.len() - 1);
    std::fs::create_dir_all("out")?;
    save_png("out/maze.png", &draw(&map, &Style { tint: true, ..Style::default() })?)?;
    Ok(())
}
