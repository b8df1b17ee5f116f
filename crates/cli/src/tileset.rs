//! `mapwright tileset`: writes built-in tilesets, and templates to paint over.

use std::path::PathBuf;

use mapwright::recipe::nearest;
use mapwright::render::{RgbaImage, Tileset, TilesetKind, TilesetTemplate, tileset_template};

use crate::args::unknown;
use crate::failure::Failure;
use crate::format::{Format, format_of};
use crate::output::png;
use crate::place::check_file;
use crate::results::write_all;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("tileset terrain -o terrain.png" "tileset blob-47 --cell 16 -o template.png"))]
pub(crate) struct TilesetArgs {
    /// A built-in tileset, or a kind, for a template to paint over (`mapwright list tilesets` lists both)
    name: String,
    /// Where to write the PNG
    #[arg(long = "output", short, value_name = "FILE")]
    out: PathBuf,
    /// Pixels a tile
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=512))]
    cell: u32,
}

pub(crate) fn run(args: &TilesetArgs) -> Result<(), Failure> {
    check_file(&args.out)?;
    format_of(&args.out, (args.out.as_os_str() == "-").then_some(Format::Png), &[Format::Png])?;
    write_all(vec![png(&args.out, &picture(args)?)?])
}

fn picture(args: &TilesetArgs) -> Result<RgbaImage, Failure> {
    let name = args.name.as_str();
    if let Some(name) = Tileset::shipped_names().find(|&known| known == name) {
        let tileset = Tileset::shipped(name, args.cell).map_err(Failure::input)?;
        return Ok(tileset.sheet(tileset.kind().columns()));
    }
    let Some(kind) = TilesetKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let known = Tileset::shipped_names().chain(TilesetKind::ALL.into_iter().map(TilesetKind::name));
        let hint = nearest(name, known).map(str::to_owned);
        return Err(Failure::input(unknown("tileset", name, hint, "mapwright list tilesets")));
    };
    tileset_template(kind, &TilesetTemplate { tile_px: args.cell, ..TilesetTemplate::default() })
        .map_err(Failure::input)
}
