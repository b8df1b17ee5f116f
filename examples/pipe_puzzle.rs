//! A pipe puzzle with one solution, solved by hints: `cargo run --example pipe_puzzle -- 7`.
#![allow(clippy::print_stdout)]

use std::error::Error;

use mapwright::builders::*;
use mapwright::pipes::{PipePuzzle, Session, SolveLimits};
use mapwright::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(7), |seed| seed.parse())?;
    let chain = BuilderChain::start_with(Size::new(7, 7), PrimMaze::default())
        .with(UniquePipes { easiest: Grade::MEDIUM, hardest: Grade::MEDIUM, ..UniquePipes::default() })
        .with(PipeShuffler::default());
    let (seed, map) = chain.build_first_ok(seed, 100)?;
    let solved = PipePuzzle::from_map(&map)?.solve(&SolveLimits::default());
    println!("{map}\nseed {seed}: {:?}, {} rounds", solved.difficulty.grade, solved.difficulty.rounds);

    let mut game = Session::from_map(&map)?;
    let mut turns = 0;
    while let Some(hint) = game.hint() {
        game.turn(hint.at, hint.quarters.into())?;
        turns += 1;
    }
    println!("solved: {} after {turns} turns", game.is_solved());
    Ok(())
}
