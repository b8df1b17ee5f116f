//! `mapwright export`: a map as a file of another program.
//!
//! Each family of formats is a file here: it declares its options as [`clap::Args`] under a heading of their own, says
//! in a table which formats take which of them, and writes the file. An option that the format asked for does not take
//! is an error, not a word that nobody hears.

mod blocks;
mod drawn;
mod editors;
mod given;
mod minecraft;
mod source;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::failure::Failure;
use given::{Given, Options};
use source::Source;

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// Must come first: it notes what the others take away.
    #[command(flatten)]
    given: Given,
    /// A map file, or a recipe by name or file, which is built first; `-` for standard input
    #[arg(value_name = "MAP|RECIPE")]
    map: PathBuf,
    /// What to write
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Where to write it; `-` for standard output where it is one file
    out: PathBuf,
    /// The seed, in place of the recipe's; of a finished map, the seed to note in files that have room for it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Let the recipe read files anywhere, not only beside it and below
    #[arg(long)]
    trust_paths: bool,
    #[command(flatten)]
    drawn: drawn::DrawnArgs,
    #[command(flatten)]
    editors: editors::EditorArgs,
    #[command(flatten)]
    minecraft: minecraft::MinecraftArgs,
    #[command(flatten)]
    blocks: blocks::BlocksArgs,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tile numbers or another plane, one row a line
    Csv,
    /// Text of nothing but ASCII
    Ascii,
    /// A drawing that can be scaled
    Svg,
    /// The character painter REXPaint
    Xp,
    /// The map editor Tiled, JSON
    Tmj,
    /// The map editor Tiled, XML
    Tmx,
    /// The level editor LDtk
    Ldtk,
    /// Minecraft: functions that build the map as rooms and passages
    Datapack,
    /// Minecraft: a pipe board to play on
    PipePack,
    /// Minecraft: a structure, for structure blocks
    Nbt,
    /// Minecraft: a Sponge schematic, for WorldEdit and others
    Schem,
}

/// The options of all families. Those in no table here belong to every format.
const OPTIONS: &[Options] = &[drawn::OPTIONS, editors::OPTIONS, minecraft::OPTIONS, blocks::OPTIONS];

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    args.given.belong_to(args.to, OPTIONS)?;
    let source = Source::read(&args.map, args.seed, args.trust_paths)?;
    match args.to {
        Format::Csv | Format::Ascii | Format::Svg | Format::Xp => {
            drawn::write(&source.map, args.to, &args.out, &args.drawn)
        }
        Format::Datapack | Format::PipePack => minecraft::write(&source, args.to, &args.out, &args.minecraft),
        Format::Nbt | Format::Schem => {
            blocks::write(&source.map, (args.to, &args.out), &args.blocks, args.minecraft.game())
        }
        Format::Tmj | Format::Tmx | Format::Ldtk => editors::write(&source, args.to, &args.out, &args.editors),
    }
}
