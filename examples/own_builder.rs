//! A custom builder: it clears the trees around the start. `cargo run --example own_builder -- 7`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use mapwright::builders::*;
use mapwright::core::params;
use mapwright::prelude::*;
use mapwright::rewrite::prl;

/// Clears the trees within some steps of the start.
#[params(crate = mapwright::core)]
struct Clearing {
    /// How far, counted in columns and rows together.
    #[param(default = 6, range = 1..=100)]
    radius: u16,
}

impl Builder for Clearing {
    /// A chain without a start is refused before any work, and so is one that relies on what more open cells change.
    fn facts(&self, _: Size) -> Facts {
        Facts::new("clearing").title("A clearing around the start").needs(Plane::Start).effect(Effect::Opens)
    }
}

impl MetaMapBuilder for Clearing {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        let start = map.start()?;
        map.clear(self.facts(map.size()).drops());
        for p in map.size().points() {
            let away = p.x.abs_diff(start.x).saturating_add(p.y.abs_diff(start.y));
            // Chance comes from the stage's own stream and nowhere else: a tree in ten stays.
            if away <= self.radius && map.tiles[p] == Tile::TREE && cx.rng.chance(0.9) {
                map.tiles[p] = Tile::GRASS;
                cx.step(&map.tiles, [map.size().index(p)]); // For animations; free when nobody records.
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |seed| seed.parse())?;
    let forest = RewriteRules::new().fill('"').then(prl("\" -> &").chance(0.35).steps(1));
    let chain = BuilderChain::start_with(Size::new(40, 16), forest)
        .with(Start::default())
        .with(Clearing { radius: 5 })
        .with(Exit::default());
    println!("{}", chain.build(seed)?);
    let error = chain.with(Clearing { radius: 500 }).check();
    println!("{}", error.err().ok_or("500 is out of range")?);
    Ok(())
}
