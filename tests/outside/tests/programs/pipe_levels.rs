//! Pipe levels in three grades, each with one solution, from easy to hard, as JSON; and a hint.

use mapwright::builders::*;
use mapwright::pipes::{Grade, PipePuzzle, Session, SolveLimits};
use mapwright::prelude::*;

#[test]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grades = [(5, Grade::Local, Grade::EASY), (7, Grade::MEDIUM, Grade::MEDIUM), (9, Grade::HARD, Grade::HARD)];
    let mut levels = Vec::new();
    for (side, easiest, hardest) in grades {
        let chain = BuilderChain::start_with(Size::new(side, side), PrimMaze::default())
            .with(UniquePipes { easiest, hardest, ..UniquePipes::default() })
            .with(PipeShuffler::default());
        let mut rising = Vec::new();
        for seed in 0..5 {
            let (_, map) = chain.build_first_ok(100 * seed, 100)?;
            let solved = PipePuzzle::from_map(&map)?.solve(&SolveLimits::default());
            rising.push((solved.difficulty.rounds, Session::from_map(&map)?));
        }
        rising.sort_by_key(|&(rounds, _)| rounds);
        levels.extend(rising.into_iter().map(|(_, game)| game));
    }
    let loaded: Vec<Session> = serde_json::from_str(&serde_json::to_string(&levels)?)?;
    assert!(loaded.len() == 15 && loaded.iter().all(|game| game.hint().is_some()));
    Ok(())
}
