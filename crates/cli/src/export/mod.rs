//! `mapwright export`: a map as a file of another program.

use std::path::PathBuf;

use clap::ValueEnum;
use mapwright::core::BuilderMap;
use mapwright::export::csv;

use crate::failure::Failure;
use crate::input::{Input, write_text};

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The map (or a recipe, which is built first); `-` for standard input
    map: PathBuf,
    /// What to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Where to write it; `-` for standard output where it is one file
    out: PathBuf,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tile numbers, one row a line
    Csv,
}

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let map = read_map(args)?;
    match args.to {
        Format::Csv => write_text(&args.out, &csv(&map)),
    }
}

/// The map of a file, or the one that its recipe builds.
fn read_map(args: &ExportArgs) -> Result<BuilderMap, Failure> {
    let (chain, seed) = match Input::read(&args.map)? {
        Input::Map(map) => return Ok(*map),
        recipe => recipe.into_chain(),
    };
    Ok(chain.build(seed)?)
}
