//! Boxes of blocks for Minecraft: structures and schematics.

use std::path::{Path, PathBuf};

use mapwright::core::BuilderMap;
use mapwright::minecraft::{Blocks, Extrusion, Pack, Version};

use super::Format;
use super::given::Options;
use crate::failure::Failure;
use crate::input::read_text;
use crate::output::{check_files, check_new_folder, write_bytes};

const BLOCKS: &[Format] = &[Format::Nbt, Format::Schem];

/// The formats that accept each option.
pub(super) const OPTIONS: Options = &[("blocks", BLOCKS), ("height", BLOCKS), ("pieces", &[Format::Nbt])];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Blocks (nbt, schem)")]
pub(super) struct BlocksArgs {
    /// The blocks of each tile, and all other settings of how a map becomes blocks, as JSON
    #[arg(long, value_name = "FILE")]
    blocks: Option<PathBuf>,
    /// The height of walls in blocks, instead of that in the file (3)
    #[arg(long, value_name = "BLOCKS")]
    height: Option<u16>,
    /// Write a data pack of pieces of 48 blocks a side, with a function `place` that assembles them
    #[arg(long)]
    pieces: bool,
}

/// What is to be written, once there is a map.
#[derive(Debug)]
pub(super) struct Boxes {
    extrusion: Extrusion,
    version: Version,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Structure,
    Schematic,
    /// In a data pack with this namespace.
    Pieces(String),
}

impl Boxes {
    pub(super) fn new(
        (format, out): (Format, &Path),
        args: &BlocksArgs,
        cell: Option<u32>,
        (version, namespace): (Version, &str),
    ) -> Result<Boxes, Failure> {
        let form = match format {
            _ if args.pieces => Form::Pieces(namespace.to_owned()),
            Format::Nbt => Form::Structure,
            _ => Form::Schematic,
        };
        if args.pieces {
            if out == Path::new("-") {
                return Err(Failure::input("pieces are a directory; expected a name, not standard output"));
            }
            Pack::new(version, namespace, "").map_err(Failure::input)?;
            check_new_folder(out)?;
        } else {
            check_files([Some(out)])?;
        }
        let extrusion = extrusion(args, cell)?;
        extrusion.check(version).map_err(Failure::input)?;
        Ok(Boxes { extrusion, version, form })
    }

    pub(super) fn write(&self, map: &BuilderMap, out: &Path) -> Result<(), Failure> {
        let blocks = Blocks::from_map(map, &self.extrusion, self.version).map_err(Failure::input)?;
        let bytes = match &self.form {
            Form::Structure => blocks.to_structure(),
            Form::Schematic => blocks.to_schem(),
            Form::Pieces(namespace) => {
                let folder = blocks.to_pieces(namespace).map_err(Failure::input)?;
                return super::minecraft::save(&folder, out);
            }
        };
        let bytes = bytes.map_err(Failure::input)?;
        write_bytes(out, |file| file.write_all(&bytes))
    }
}

fn extrusion(args: &BlocksArgs, cell: Option<u32>) -> Result<Extrusion, Failure> {
    let read = |path: &PathBuf| {
        serde_json::from_str::<Extrusion>(&read_text(path)?).map_err(|error| Failure::input(error).about(path))
    };
    let file = args.blocks.as_ref().map(read).transpose()?.unwrap_or_default();
    let cell = cell.map_or(file.cell, |cell| u8::try_from(cell).unwrap_or(u8::MAX));
    Ok(Extrusion { height: args.height.unwrap_or(file.height), cell, ..file })
}
