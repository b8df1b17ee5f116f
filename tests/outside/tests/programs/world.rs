//! An endless world: chunks from a thread of their own, and edits that last.

use std::sync::{Arc, mpsc};
use std::thread;

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::world::ChainWorld;

fn world() -> Result<ChainWorld, BuildError> {
    ChainWorld::new(BuilderChain::start_with(Size::new(32, 32), CellularAutomata::default()), 7)
}

#[test]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = Arc::new(world()?);
    let ((ask, asked), (give, given)) = (mpsc::channel(), mpsc::channel());
    let loader = world.clone();
    thread::spawn(move || asked.into_iter().try_for_each(|at| give.send(loader.chunk(at))));

    let (x, y) = world.start()?;
    world.set_tile(x + 40, y, Tile::BRIDGE)?;
    ask.send(world.chunk_at(x + 40, y).ok_or("beyond the last chunk")?)?;
    let chunk = given.recv()??;
    assert!(chunk.tiles.as_slice().contains(&Tile::BRIDGE));

    let saved = serde_json::to_string(&world.edits())?;
    let loaded = self::world()?.with_edits(serde_json::from_str(&saved)?);
    assert_eq!(loaded.tile(x + 40, y)?, Tile::BRIDGE);
    Ok(())
}
