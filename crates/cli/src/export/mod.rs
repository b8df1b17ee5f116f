//! `mapwright export`: a map as a file of another program.
//!
//! Each family of formats is a file here: it declares its options as [`clap::Args`] under its own heading, lists
//! in a table which formats accept each option, and writes the file. An option that the format does not accept
//! is an error, not silently ignored.

mod blocks;
mod drawn;
mod editors;
mod given;
mod minecraft;
mod source;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::failure::Failure;
use crate::output::{extension, misnomer};
use given::{Given, Options};
use source::Source;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!(
    "export level-rooms level.tmx"
    "export cave cave.csv --seed 9"
    "export cave --to ascii -"
    "export wilson-maze --to datapack maze-pack"
))]
pub(crate) struct ExportArgs {
    /// Must come first: it records options before the others consume them.
    #[command(flatten)]
    given: Given,
    /// A map file, or a recipe by name or file, which is built first; `-` for standard input
    #[arg(value_name = "MAP|RECIPE")]
    map: PathBuf,
    /// The format [default: by the extension of the file]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Where to write it; `-` for standard output, if it is a single file
    #[arg(value_name = "OUT", required_unless_present = "out")]
    place: Option<PathBuf>,
    /// Where to write it, as OUT
    #[arg(long, short, value_name = "OUT", conflicts_with = "place")]
    out: Option<PathBuf>,
    /// The seed, instead of the recipe's; for a finished map, the seed to record in files that have room for it
    #[arg(long, short, value_name = "N")]
    seed: Option<u64>,
    /// Let the recipe read files anywhere, not only beside it or below
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

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tile numbers or another plane, one line for each row
    Csv,
    /// ASCII text
    Ascii,
    /// A picture, as `build` draws it
    Png,
    /// A scalable drawing
    Svg,
    /// The ASCII art editor REXPaint
    #[value(alias = "rexpaint")]
    Xp,
    /// Tabletop programs: picture, walls, doors and lights (Universal VTT)
    #[value(alias = "dd2vtt")]
    Uvtt,
    /// The map editor Tiled, JSON
    Tmj,
    /// The map editor Tiled, XML
    #[value(alias = "tiled")]
    Tmx,
    /// The level editor LDtk
    Ldtk,
    /// Minecraft: functions that build the map as rooms and passages
    #[value(alias = "minecraft")]
    Datapack,
    /// Minecraft: a pipe board to play on
    PipePack,
    /// Minecraft: a structure, for structure blocks
    Nbt,
    /// Minecraft: a Sponge schematic, for WorldEdit and others
    Schem,
}

/// The options of all families. Options in no table belong to every format.
const OPTIONS: &[Options] = &[drawn::OPTIONS, editors::OPTIONS, minecraft::OPTIONS, blocks::OPTIONS];

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let out = args.place.as_deref().or(args.out.as_deref()).unwrap_or(Path::new("-"));
    let to = format(args.to, out)?;
    args.given.belong_to(to, OPTIONS)?;
    // What can be refused without a map is refused before one is built.
    let source = || Source::read(&args.map, args.seed, args.trust_paths);
    match to {
        Format::Png => crate::build::run(&drawn::picture(args, out)),
        Format::Csv | Format::Ascii | Format::Svg | Format::Xp | Format::Uvtt => {
            let drawing = drawn::Drawing::new(to, out, &args.drawn)?;
            drawing.write(&source()?.map, out)
        }
        Format::Datapack | Format::PipePack => {
            let pack = minecraft::DataPack::new(to, out, &args.minecraft)?;
            pack.write(&source()?.map, out)
        }
        Format::Nbt | Format::Schem => {
            let boxes = blocks::Boxes::new((to, out), &args.blocks, args.drawn.cell, args.minecraft.game())?;
            boxes.write(&source()?.map, out)
        }
        Format::Tmj | Format::Tmx | Format::Ldtk => {
            let tileset = editors::check(to, out, &args.editors)?;
            editors::write(&source()?, (to, out), tileset.as_ref(), &args.editors)
        }
    }
}

impl Format {
    /// The extensions of its files, the usual one first; none for folders.
    const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Csv => &["csv"],
            Format::Ascii => &["txt"],
            Format::Png => &["png"],
            Format::Svg => &["svg"],
            Format::Xp => &["xp"],
            Format::Uvtt => &["dd2vtt", "uvtt"],
            Format::Tmj => &["tmj"],
            Format::Tmx => &["tmx"],
            Format::Ldtk => &["ldtk"],
            Format::Nbt => &["nbt"],
            Format::Schem => &["schem"],
            Format::Datapack | Format::PipePack => &[],
        }
    }
}

/// The requested format, or else the one of the file's extension. Both must agree.
fn format(asked: Option<Format>, out: &Path) -> Result<Format, Failure> {
    let Some(format) = asked else {
        let ending = extension(out);
        let told = Format::value_variants().iter().find(|format| format.extensions().contains(&ending.as_str()));
        let untold = || {
            Failure::input(format!("cannot tell the format from the name `{}`; expected `--to FORMAT`", out.display()))
        };
        return told.copied().ok_or_else(untold);
    };
    let fitting = format.extensions();
    // Editors have their own rules, which are checked later with the map.
    let is_free = fitting.is_empty() || matches!(format, Format::Tmj | Format::Tmx | Format::Ldtk);
    match misnomer(out, fitting).filter(|_| !is_free) {
        Some(why) => Err(Failure::input(why).about(out)),
        None => Ok(format),
    }
}
