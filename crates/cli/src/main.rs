//! The `mapwright` program.
//!
//! Results go to standard output, messages and progress to standard error. Exit status: 0 done, 1 the build
//! failed, 2 the input or the call was wrong.

mod args;
mod build;
mod failure;
mod format;
mod generate;
mod input;
mod interrupt;
mod list;
mod measure;
mod message;
mod new;
mod options;
mod output;
mod picture;
mod pipes;
mod place;
mod polyominoes;
mod results;
mod search;
mod shows;
mod tileset;
mod tileset_source;
mod watch;
mod world;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Procedural levels from recipes: mazes, pipe puzzles, Wang tiles and caves.
#[derive(Debug, Parser)]
#[command(name = "mapwright", version, arg_required_else_help = true, before_help = EXAMPLES)]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Print no messages except errors
    #[arg(long, short, global = true)]
    quiet: bool,
}

const EXAMPLES: &str = args::examples!(
    "list recipes"
    "build castle-keys -o castle.png -o castle.tmx"
    "new cave -o mine.json && mapwright watch mine.json"
);

#[derive(Debug, Subcommand)]
enum Command {
    /// Build maps from a recipe, and write them as text, data, pictures or files of other programs
    ///
    /// The exit status is 1 if a build failed. A full disk or a wrong recipe ends many builds at once.
    Build(build::BuildArgs),
    /// Print a recipe to start from
    New(new::NewArgs),
    /// List recipes, stages, metrics, tilesets, themes or formats
    List(list::ListArgs),
    /// Rebuild a recipe whenever it or one of its files changes, and show the map
    Watch(watch::WatchArgs),
    /// Show a window of the endless world of a recipe, or animation a walk through it
    World(world::WorldArgs),
    /// Search for levels that meet requirements
    #[command(subcommand, after_help = args::examples!("search find cave --want \"open_share 40%..50%\" --count 4 -o caves"))]
    Search(search::SearchCommand),
    /// Measure a map, or a recipe over many seeds
    Measure(measure::MeasureArgs),
    /// Make, check, solve and play pipe puzzles
    #[command(subcommand, after_help = args::examples!("pipes new --size 7x5 --unique" "pipes solve 3x1:254"))]
    Pipes(pipes::PipesCommand),
    /// Fill boards with polyominoes: find one filling, list all, or count them
    Polyominoes(polyominoes::PolyominoesArgs),
    /// Write a built-in tileset, or a template to paint over, as PNG
    Tileset(tileset::TilesetArgs),
    /// Generate files for editors, shells and packagers
    #[command(subcommand, after_help = args::examples!("generate schema -o recipe.schema.json" "generate completions bash"))]
    Generate(generate::GenerateCommand),
}

fn main() -> ExitCode {
    interrupt::listen();
    let program = Program::try_parse().unwrap_or_else(|error| failure::readable(error).exit());
    if program.quiet {
        message::be_quiet();
    }
    let done = match &program.command {
        Command::Build(args) => build::run(args),
        Command::New(args) => new::run(args),
        Command::List(args) => list::run(args),
        Command::Watch(args) => watch::run(args),
        Command::World(args) => world::run(args),
        Command::Search(command) => search::run(command),
        Command::Measure(args) => measure::run(args),
        Command::Pipes(command) => pipes::run(command),
        Command::Polyominoes(args) => return polyominoes::run(args),
        Command::Tileset(args) => tileset::run(args),
        Command::Generate(command) => generate::run(command),
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

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, CommandFactory};

    use super::Program;

    fn all(command: &Command) -> Vec<(String, Arg)> {
        let own = command.get_arguments().map(|arg| (command.get_name().to_owned(), arg.clone()));
        own.chain(command.get_subcommands().flat_map(all)).collect()
    }

    #[test]
    fn a_letter_means_the_same_everywhere() {
        let mut command = Program::command();
        command.build();
        let letters =
            [('h', "help"), ('V', "version"), ('q', "quiet"), ('o', "output"), ('O', "option"), ('s', "seed")];
        for (of, arg) in all(&command) {
            let (short, long) = (arg.get_short(), arg.get_long());
            if let Some(short) = short {
                assert!(letters.contains(&(short, long.unwrap())), "{of} -{short}");
            }
            if let Some((letter, long)) = letters.iter().find(|&&(_, known)| long == Some(known)) {
                assert_eq!(short, Some(*letter), "{of} --{long}");
            }
        }
    }

    #[test]
    fn every_call_fits_together() {
        Program::command().debug_assert();
    }
}
