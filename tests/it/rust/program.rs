//! Written by `mapwright build -o FILE.rs`. It needs the crate `mapwright`.

use mapwright::builders::*;
use mapwright::prelude::*;

fn chain() -> Result<BuilderChain, Box<dyn std::error::Error>> {
    Ok(BuilderChain::start_with(Size::new(64, 40), BspDungeon::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit::default())
        .with(AreaGraph::default())
        .with(LockAndKey { keys: 3, max_shortcuts: 1, ..LockAndKey::default() })
        .with(SolvabilityValidator::default())
        .with(Spawns { placement: Placement { distances: vec![DistanceRule { to: "start".parse()?, min: 8, max: u32::MAX, steps: Steps::Walk }], ..Placement::default() }, ..Spawns::default() }))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map = chain()?.build(11)?;
    println!("{map}");
    Ok(())
}
