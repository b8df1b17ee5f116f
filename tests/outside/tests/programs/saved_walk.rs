//! The same with the walker of the library, who opens doors with keys.

use mapwright::levels::Explorer;
use mapwright::prelude::*;

#[test]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (_, map) = RandomChain::new(3).build(7)?;
    let mut walk = Explorer::new(map)?;
    let way = walk.map().path(walk.at(), walk.map().exit()?).unwrap_or_default();
    let steps = way.iter().skip(1).take_while(|&&at| walk.step_to(at).is_ok()).count();
    walk.edit(|map| map.tiles[(1, 1)] = Tile::FLOOR);
    let loaded: Explorer = serde_json::from_str(&serde_json::to_string(&walk)?)?;
    assert_eq!((loaded.at(), loaded.keys(), loaded.steps()), (walk.at(), walk.keys(), steps as u32));
    assert_eq!(loaded.map().tiles[(1, 1)], Tile::FLOOR);
    Ok(())
}
