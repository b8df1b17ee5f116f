//! A game that is saved after the player has dug, and loaded.

use mapwright::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Game {
    map: BuilderMap,
    hero: Point,
    gold: u32,
}

#[test]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (_, map) = RandomChain::new(3).build(7)?;
    let mut game = Game { hero: map.start()?, gold: 12, map };
    game.map.tiles[(1, 1)] = Tile::FLOOR;
    // A cave-in buries the way in; the game loads all the same.
    game.map.tiles[game.hero] = Tile::WALL;
    let saved = serde_json::to_string(&game)?;
    let loaded: Game = serde_json::from_str(&saved)?;
    assert_eq!((loaded.hero, loaded.gold), (game.hero, 12));
    assert!(loaded.map.tiles == game.map.tiles && loaded.map.start.is_none());
    Ok(())
}
