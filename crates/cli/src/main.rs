//! The `mapwright` program.
//!
//! Results go to standard output, messages and progress to standard error. Exit status: 0 done, 1 the build
//! failed, 2 the input or the call was wrong.

mod args;
mod batch;
mod build;
mod builders;
mod export;
mod failure;
mod input;
mod message;
mod new;
mod pack;
mod pipes;
mod rust;
mod schema;
mod stats;
mod tileset;
mod world;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Build(args) => build::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Builders(args) => builders::run(&args),
        Command::New(args) => new::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Tileset(args) => tileset::run(&args),
        Command::Pipes(command) => pipes::run(&command),
        Command::World(args) => world::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Pack(args) => return pack::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_unread() {
                message::tell(&failure);
            }
            failure.exit_code()
        }
    }
}
