//! Boxes of blocks for Minecraft: structures and schematics.

use std::path::{Path, PathBuf};

use mapwright::core::BuilderMap;
use mapwright::minecraft::{Blocks, Extrusion, Version};

use super::Format;
use super::given::Options;
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::write_bytes;

const BLOCKS: &[Format] = &[Format::Nbt, Format::Schem];

/// Which formats take which of the options.
pub(super) const OPTIONS: Options =
    &[("blocks", BLOCKS), ("height", BLOCKS), ("cell", BLOCKS), ("pieces", &[Format::Nbt])];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Blocks (nbt, schem)")]
pub(super) struct BlocksArgs {
    /// Which blocks stand on which tiles, and all else of how a map becomes blocks, as JSON
    #[arg(long, value_name = "FILE")]
    blocks: Option<PathBuf>,
    /// How many blocks high walls are, in place of what the file says (3)
    #[arg(long, value_name = "BLOCKS")]
    height: Option<u16>,
    /// Blocks from wall to wall in a maze, in place of what the file says (2)
    #[arg(long, value_name = "BLOCKS")]
    cell: Option<u8>,
    /// Write a data pack of pieces of 48 blocks a side, with a function `place` that puts them together
    #[arg(long)]
    pieces: bool,
}

pub(super) fn write(
    map: &BuilderMap,
    (format, out): (Format, &Path),
    args: &BlocksArgs,
    (version, namespace): (Version, &str),
) -> Result<(), Failure> {
    let blocks = Blocks::from_map(map, &extrusion(args)?, version).map_err(Failure::input)?;
    if args.pieces {
        if out == Path::new("-") {
            return Err(Failure::input("pieces are a folder, which standard output cannot take; name one"));
        }
        let folder = blocks.to_pieces(namespace).map_err(Failure::input)?;
        return super::minecraft::save(&folder, out);
    }
    let bytes = if format == Format::Nbt { blocks.to_structure() } else { blocks.to_schem() };
    let bytes = bytes.map_err(Failure::input)?;
    write_bytes(out, |file| file.write_all(&bytes))
}

fn extrusion(args: &BlocksArgs) -> Result<Extrusion, Failure> {
    let read = |path: &PathBuf| {
        serde_json::from_str::<Extrusion>(&read_text(path)?).map_err(|error| Failure::input(error).about(path))
    };
    let file = args.blocks.as_ref().map(read).transpose()?.unwrap_or_default();
    let (height, cell) = (args.height.unwrap_or(file.height), args.cell.unwrap_or(file.cell));
    Ok(Extrusion { height, cell, ..file })
}
