//! `mapwright search`: many levels of one recipe, and a choice of them.

mod archive;
mod common;
mod find;
mod sweep;
mod varied;

use crate::failure::Failure;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum SearchCommand {
    /// Find levels that fit requirements, such as "solution_steps 60..80, loops >= 3"
    Find(find::FindArgs),
    /// Choose the levels that differ most
    Varied(varied::VariedArgs),
    /// Fill an archive: the best level of each bin of two metrics
    Archive(archive::ArchiveArgs),
    /// Show what one parameter does to the metrics of many levels
    Sweep(sweep::SweepArgs),
}

pub(crate) fn run(command: &SearchCommand) -> Result<(), Failure> {
    match command {
        SearchCommand::Find(args) => find::run(args),
        SearchCommand::Varied(args) => varied::run(args),
        SearchCommand::Archive(args) => archive::run(args),
        SearchCommand::Sweep(args) => sweep::run(args),
    }
}
