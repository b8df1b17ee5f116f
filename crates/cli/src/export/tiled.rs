//! Tiled: `.tmj` and `.tmx`.

use std::path::{Path, PathBuf};

use mapwright::export::{Tiled, TiledEncoding, TiledFormat, TiledPart};
use mapwright::render::{Tileset, TilesetKind};

use super::Format;
use super::given::Options;
use super::source::Source;
use crate::failure::Failure;
use crate::tileset;

const TILED: &[Format] = &[Format::Tmj, Format::Tmx];

/// Which formats take which of the options.
pub(super) const OPTIONS: Options = &[
    ("layers", TILED),
    ("tileset", TILED),
    ("tileset_kind", TILED),
    ("tile_px", TILED),
    ("encoding", TILED),
    ("external", TILED),
    ("plain", TILED),
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tiled (tmj, tmx)")]
pub(super) struct TiledArgs {
    /// The layers to write, of tiles, corners, regions, sides, solution, rooms, corridors, portals, places; by default
    /// all that the map has
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1, value_parser = part)]
    layers: Option<Vec<TiledPart>>,
    /// Show sides, corners or tiles with a tileset: a PNG, or one that comes along (terrain, terrain3, paths, walls,
    /// pipes); by default what fits the map
    #[arg(long, value_name = "FILE|NAME")]
    tileset: Option<PathBuf>,
    /// What the tiles of the tileset are, where their number leaves that open
    #[arg(long, value_name = "KIND", value_parser = tileset::kind, requires = "tileset")]
    tileset_kind: Option<TilesetKind>,
    /// Pixels a tile; by default 16, or what a tileset from a file has
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512))]
    tile_px: Option<u32>,
    /// How the tiles of layers are written
    #[arg(long, value_name = "WORD", default_value = "csv", value_parser = encoding)]
    encoding: TiledEncoding,
    /// Write tilesets to files of their own, which several maps can share
    #[arg(long)]
    external: bool,
    /// One picture for each kind of tile, without shadows of walls
    #[arg(long)]
    plain: bool,
}

pub(super) fn write(source: &Source, format: Format, out: &Path, args: &TiledArgs) -> Result<(), Failure> {
    if out == Path::new("-") {
        return Err(Failure::input("Tiled's maps are several files, which standard output cannot take; name a file"));
    }
    let read = |path: &PathBuf| tileset::read_for(&source.map, path, args.tileset_kind, args.tile_px);
    let tileset: Option<Tileset> = args.tileset.as_ref().map(read).transpose()?;
    let tiled = Tiled {
        parts: args.layers.clone(),
        tileset,
        tile_px: args.tile_px.unwrap_or(Tiled::default().tile_px),
        shades: !args.plain,
        encoding: args.encoding,
        external: args.external,
        seed: source.seed,
        recipe: source.recipe.clone(),
        ..Tiled::default()
    };
    let format = if format == Format::Tmj { TiledFormat::Tmj } else { TiledFormat::Tmx };
    let map = tiled.map(&source.map).map_err(Failure::input)?;
    map.save(format, out).map_err(Failure::input)
}

fn part(text: &str) -> Result<TiledPart, String> {
    let names: Vec<&str> = TiledPart::ALL.into_iter().map(TiledPart::name).collect();
    let found = TiledPart::ALL.into_iter().find(|part| part.name() == text);
    found.ok_or_else(|| format!("allowed is {}", names.join(", ")))
}

fn encoding(text: &str) -> Result<TiledEncoding, String> {
    let names: Vec<&str> = TiledEncoding::ALL.into_iter().map(TiledEncoding::name).collect();
    let found = TiledEncoding::ALL.into_iter().find(|encoding| encoding.name() == text);
    found.ok_or_else(|| format!("allowed is {}", names.join(", ")))
}
