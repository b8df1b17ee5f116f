//! Prints what the golden files have of every built-in recipe: the hashes of its map and its picture for three seeds.
//! `.ci/platforms` runs it on processors of 32 bits and of the other byte order.

use std::error::Error;
use std::io::{self, Write};

use mapwright::recipe::{Recipe, map_digest, template, templates};
use mapwright::render::{Style, THEMES, draw, theme};

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Recipes whose pictures have golden hashes in every theme: water and woods, masonry, caves, thin walls, pipes.
const THEMED: [&str; 8] =
    ["archipelago", "castle-keys", "cave-sanctum", "harbor-village", "locked-maze", "pipe-puzzle", "swamp", "temple"];

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
        if THEMED.contains(&name) {
            let map = chain.build(recipe.seed())?;
            for word in THEMES {
                let style = Style { scale: 14, theme: theme(word).unwrap_or_default(), ..Style::default() };
                writeln!(out, "{name} theme {word}: picture {:016x}", hash(draw(&map, &style)?.as_raw()))?;
            }
        }
    }
    Ok(())
}
