//! `mapwright pipes`: pipe puzzles as game IDs.

mod check;
mod drawing;
mod new;
mod play;
mod solve;

use std::path::Path;

use clap::Subcommand;
use mapwright::pipes::{GameId, PipeBoard, PipePuzzle};
use mapwright::recipe::map_from_json;

use crate::failure::Failure;
use crate::input::read_text;
use crate::message::takes_colors;
use crate::place::extension;

#[derive(Debug, Subcommand)]
pub(crate) enum PipesCommand {
    /// Make puzzles and print their game IDs
    New(new::NewPuzzles),
    /// Count the tiles that are wet or on rings, and draw the board
    Check(check::Check),
    /// Say whether a puzzle has one solution, several or none, and how hard it is
    Solve(solve::Solve),
    /// Play in the terminal
    Play(play::Play),
}

pub(crate) fn run(command: &PipesCommand) -> Result<(), Failure> {
    match command {
        PipesCommand::New(args) => new::run(args),
        PipesCommand::Check(args) => check::run(args),
        PipesCommand::Solve(args) => solve::run(args),
        PipesCommand::Play(args) => play::run(args),
    }
}

/// Reads a game ID, or a file with IDs on lines or a finished map; `-` is standard input.
fn read_ids(given: &str) -> Result<Vec<GameId>, Failure> {
    let path = Path::new(given);
    let is_file = given == "-" || path.is_file() || extension(path) == "json";
    let text = if is_file { read_text(path)? } else { given.to_owned() };
    let refused = |error: String| Failure::input(error);
    let ids = if text.trim_start().starts_with('{') {
        let (map, _) = map_from_json(&text).map_err(|error| refused(error.to_string()).about(path))?;
        let puzzle = PipePuzzle::from_map(&map).map_err(|error| refused(error.to_string()).about(path))?;
        vec![GameId::new(puzzle).map_err(Failure::input)?]
    } else {
        let ids = text.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        ids.map_err(|error| refused(format!("game ID: {error}")))?
    };
    if ids.is_empty() { Err(refused("game ID: nothing is there".to_owned())) } else { Ok(ids) }
}

/// Reads a single game ID.
fn read_id(given: &str) -> Result<GameId, Failure> {
    let mut ids = read_ids(given)?;
    if ids.len() > 1 {
        return Err(Failure::input(format!("game ID: found {}; expected one", ids.len())));
    }
    Ok(ids.swap_remove(0))
}

/// The board as text, in colors on a terminal.
fn drawing(board: &PipeBoard) -> String {
    drawing::text(board, drawing::Zoom::Large, takes_colors())
}
