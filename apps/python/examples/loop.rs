//! The plain Rust loop that `bench.py` compares with: 100,000 mazes of 32×32, their planes in one array each.
#![expect(clippy::print_stdout)]

use std::time::Instant;

use mapwright::builders::PrimMaze;
use mapwright::core::{BuildError, BuilderChain, Size};
use rayon::prelude::*;

const MAZES: usize = 100_000;
const AREA: usize = 32 * 32;

fn main() -> Result<(), BuildError> {
    let chain = BuilderChain::start_with(Size::new(32, 32), PrimMaze::default());
    for _ in 0..5 {
        let began = Instant::now();
        let (mut tiles, mut sides) = (vec![0_u8; MAZES * AREA], vec![0_u8; MAZES * AREA]);
        let places = tiles.par_chunks_exact_mut(AREA).zip(sides.par_chunks_exact_mut(AREA));
        places.enumerate().try_for_each(|(seed, (tiles, sides))| {
            let map = chain.build(seed as u64)?;
            tiles.iter_mut().zip(map.tiles.as_slice()).for_each(|(place, tile)| *place = tile.0);
            let cells = map.sides.as_ref().map(|plane| plane.as_slice()).unwrap_or_default();
            sides.iter_mut().zip(cells).for_each(|(place, cell)| *place = cell.0);
            Ok::<_, BuildError>(())
        })?;
        println!("{}", began.elapsed().as_secs_f64());
    }
    Ok(())
}
