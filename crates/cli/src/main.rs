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
mod interrupt;
mod message;
mod new;
mod output;
mod pack;
mod pipes;
mod rust;
mod schema;
mod search;
mod shells;
mod stats;
mod tileset;
mod timings;
mod watch;
mod world;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    interrupt::listen();
    let args = Args::try_parse().unwrap_or_else(|error| failure::readable(error).exit());
    if args.quiet {
        message::be_quiet();
    }
    let done = match args.command {
        Command::Build(args) => build::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Builders(args) => builders::run(&args),
        Command::New(args) => new::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Search(args) => search::find(&args),
        Command::Varied(args) => search::varied(&args),
        Command::Archive(args) => search::archive(&args),
        Command::Sweep(args) => search::sweep(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Tileset(args) => tileset::run(&args),
        Command::Pipes(command) => pipes::run(&command),
        Command::World(args) => world::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Completions(args) => shells::completions(&args),
        Command::Man(args) => shells::man(&args),
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
