//! A castle with locks, the walk that wins it, and a picture of both: `cargo run --example locks_and_keys -- 7`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use mapwright::builders::*;
use mapwright::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |seed| seed.parse())?;
    let chain = BuilderChain::start_with(Size::new(72, 40), BspDungeon::default())
        .with(Start::at(Place::FirstRoom))
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 3, ..LockAndKey::default() })
        .with(SolvabilityValidator::default());
    let (seed, map) = chain.build_first_ok(seed, 100)?; // Not every level has room for three locks.
    println!("{map}\nseed {seed}");

    let proof = map.proof.as_ref().need(Plane::Proof)?;
    let mut hero = Explorer::new(map.clone())?;
    for &cell in proof.walk.iter().skip(1) {
        let keys = hero.keys().len();
        hero.step_to(cell)?;
        if hero.keys().len() > keys {
            println!("after {} steps, at {cell}, the keys {:?} are in hand", hero.steps(), hero.keys());
        }
    }
    println!("out after {} steps", hero.steps());
    std::fs::create_dir_all("out")?;
    let style = Style { areas: true, walk: Some(usize::MAX), ..Style::default() };
    save_png("out/locks-and-keys.png", &draw(&map, &style)?)?;
    Ok(())
}
