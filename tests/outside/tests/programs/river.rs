//! A custom river in a recipe, and the same map with other monsters.

use mapwright::core::params;
use mapwright::prelude::*;
use mapwright::recipe::{RecipeError, Registry};

/// A river from west to east.
#[params(crate = mapwright::core)]
struct River {
    /// Cells from bank to bank.
    #[param(default = 2, range = 1..=9)]
    width: u16,
    /// How often it turns.
    #[param(default = 0.3, range = 0.0..=1.0)]
    wobble: f64,
}

impl Builder for River {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("river")
    }
}

impl MetaMapBuilder for River {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut at = Point::new(0, map.height() / 2);
        for x in 0..map.width() {
            if cx.rng.chance(self.wobble) {
                let bank = if cx.rng.chance(0.5) { Dir::N } else { Dir::S };
                at = at.step(bank).unwrap_or(at);
            }
            let bed = (at.y..map.height()).take(self.width.into());
            bed.for_each(|y| map.tiles[(x, y)] = Tile::WATER);
        }
        Ok(())
    }
}

#[test]
fn main() -> Result<(), RecipeError> {
    let recipe = r#"{ "version": 1, "width": 60, "height": 30, "initial": { "use": "random-rooms" },
        "metas": [ { "use": "river", "width": 3 }, { "use": "spawns" } ] }"#;
    let (_, chain) = Registry::shipped().add_meta::<River>("terrain").parse(recipe)?;
    let (map, other) = (chain.build(8).unwrap(), chain.reseed("spawns", 1).build(8).unwrap());
    assert!(map.tiles == other.tiles && map.spawns != other.spawns);
    Ok(())
}
