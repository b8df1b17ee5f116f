//! Prints what the golden files have of every built-in recipe: the hashes of its map and its picture for three seeds.
//! `.ci/platforms` runs it on processors of 32 bits and of the other byte order.

use std::error::Error;
use std::io::{self, Write};

use mapwright::recipe::{Recipe, map_digest, template, templates};
use mapwright::render::{Style, draw};

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for name in templates() {
        let recipe: Recipe = template(name).unwrap_or_default().parse()?;
        let chain = recipe.chain()?;
        for seed in [recipe.seed(), 1, 1 << 40] {
            match chain.build(seed) {
                Ok(map) => {
                    let picture = draw(&map, &Style { tint: true, scale: 9, ..Style::default() })?;
                    let (map, picture) = (map_digest(&map), hash(picture.as_raw()));
                    writeln!(out, "{name} seed {seed}: map {map:016x}, picture {picture:016x}")?;
                }
                Err(error) => writeln!(out, "{name} seed {seed}: {error}")?,
            }
        }
    }
    Ok(())
}
