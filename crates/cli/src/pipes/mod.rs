//! `mapwright pipes`: pipe puzzles as game IDs.

mod check;
mod drawing;
mod id;
mod new;
mod play;
mod solve;

use clap::Subcommand;

use crate::failure::Failure;

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
