//! Rooms, doors, monsters by depth, custom glyphs, sight and a path.

use mapwright::builders::*;
use mapwright::prelude::*;

#[test]
fn main() -> Result<(), BuildError> {
    let table = SpawnTable::new([
        SpawnEntry::new("rat", 10).depths(..4),
        SpawnEntry::new("orc", 5).depths(3..=8),
        SpawnEntry::new("dragon", 1).depths(7..),
    ]);
    let map = BuilderChain::start_with(Size::new(60, 30), RandomRooms::default())
        .with(Doors::default())
        .with(Start::at(Place::FirstRoom))
        .with(Exit::default())
        .with(Spawns { table, depth: 3, ..Spawns::default() })
        .build(7)?;
    let hero = map.start()?;
    let (seen, way) = (map.sight(hero, 8), map.path(hero, map.exit()?).unwrap_or_default());
    for y in 0..map.height() {
        let glyph = |x| match map.spawns.iter().find(|spawn| spawn.at == (x, y).into()) {
            _ if hero == (x, y).into() => '@',
            _ if !seen[(x, y)] => ' ',
            Some(spawn) => spawn.what.chars().next().unwrap_or('?'),
            None if map.tiles[(x, y)] == Tile::DOOR => '+',
            None if way.contains(&(x, y).into()) => '*',
            None => map.tiles[(x, y)].glyph(),
        };
        println!("{}", (0..map.width()).map(glyph).collect::<String>());
    }
    Ok(())
}
