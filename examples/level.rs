//! A level for a depth and a seed, what is on it, and its recipe: `cargo run --example level -- 5 42`.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;

use mapwright::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(5), |depth| depth.parse())?;
    let seed = args.next().map_or(Ok(42), |seed| seed.parse())?;
    let (recipe, map) = RandomChain::new(depth).build(seed)?;
    println!("{map}");

    let mut things: BTreeMap<&str, u32> = BTreeMap::new();
    map.spawns.iter().for_each(|spawn| *things.entry(&spawn.what).or_default() += 1);
    println!("depth {depth}, seed {seed}: {things:?}");
    println!("{} doors, {} rooms", map.doors.iter().flatten().count(), map.rooms.iter().flatten().count());
    println!("{}", recipe.to_json());
    Ok(())
}
