//! A template for builders of your own: an initial builder, a meta builder, and their tests.
//!
//! Copy it, rename it, and follow the checklist in `CONTRIBUTING.md`. `cargo run --example template_builder`
//! prints what the two make.
#![allow(clippy::print_stdout)]

use mapwright::builders::*;
use mapwright::core::params;
use mapwright::prelude::*;

/// A grove: trees at random on grass.
#[params(crate = mapwright::core)]
pub struct Grove {
    /// The probability of a tree in each cell.
    #[param(default = 0.3, range = 0.0..=1.0)]
    pub density: f64,
}

impl Builder for Grove {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("grove").title("A grove")
    }
}

impl InitialMapBuilder for Grove {
    /// Bad parameters are found before any work.
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        // The size is checked before memory is taken.
        let mut map = cx.new_map(size, Tile::GRASS)?;
        for tile in map.tiles.as_mut_slice() {
            // Randomness comes from the stage's own stream and nowhere else.
            if cx.rng.chance(self.density) {
                *tile = Tile::TREE;
            }
        }
        Ok(map)
    }
}

/// Fells every tree within some steps of the start.
#[params(crate = mapwright::core)]
pub struct Clearing {
    /// How far, counted in columns and rows together.
    #[param(default = 6)]
    pub radius: u16,
}

impl Builder for Clearing {
    fn facts(&self, _: Size) -> Facts {
        // What must be there is said here, so that a chain without it is refused before any work. More open cells may join
        // what was apart.
        Facts::new("clearing").title("A clearing around the start").needs(Plane::Start).touch(Touch::Opens)
    }
}

impl MetaMapBuilder for Clearing {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        map.clear(self.facts(map.size()).drops());
        for p in map.size().points() {
            let away = u32::from(p.x.abs_diff(start.x)) + u32::from(p.y.abs_diff(start.y));
            if away <= u32::from(self.radius) && map.tiles[p] == Tile::TREE {
                map.tiles[p] = Tile::GRASS;
                // One step is done: this cell has changed. Free when nobody records.
                cx.step(&map.tiles, [map.size().index(p)]);
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chain = BuilderChain::start_with(Size::new(40, 16), Grove::default())
        .with(Start::default())
        .with(Clearing::default())
        .with(CullUnreachable::default())
        .with(Exit::default());
    println!("{}", chain.build(7)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clearing_has_no_trees_at_any_size() {
        for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8)] {
            let chain = BuilderChain::start_with(Size::new(w, h), Grove { density: 0.5 });
            let chain = chain.with(Start::default()).with(Clearing { radius: 30 });
            for seed in 0..20 {
                match chain.build(seed) {
                    Ok(map) => assert!(map.tiles.as_slice().iter().all(|&tile| tile == Tile::GRASS)),
                    Err(error) => assert!(error.is_retryable(), "only a grove without grass has no start: {error}"),
                }
            }
        }
    }

    #[test]
    fn a_bad_density_is_named() {
        let error = BuilderChain::start_with(Size::new(3, 3), Grove { density: 2.0 }).check().unwrap_err();
        assert_eq!(error.to_string(), "initial grove: parameter `density` is 2; expected 0 to 1");
    }
}
