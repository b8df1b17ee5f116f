//! `mapwright pipes`: pipe puzzles as game IDs.

mod check;
mod drawing;
mod new;
mod play;
mod solve;

use std::path::Path;

use clap::Subcommand;
use mapwright::pipes::{GameId, PipeBoard};

use crate::failure::Failure;
use crate::input::read_text;
use crate::message::takes_colors;

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

/// Reads a game ID; `-` is a line of standard input.
fn read_id(text: &str) -> Result<GameId, Failure> {
    let line = if text == "-" { read_text(Path::new("-"))? } else { text.to_owned() };
    line.trim().parse().map_err(|error| Failure::input(format!("game ID: {error}")))
}

/// The board as text, in colors on a terminal.
fn drawing(board: &PipeBoard) -> String {
    drawing::text(board, drawing::Zoom::Large, takes_colors())
}
