//! Map editors: Tiled (`.tmj`, `.tmx`) and LDtk (`.ldtk`).

use std::path::{Path, PathBuf};

use mapwright::export::{ExportError, Ldtk, Tiled, TiledEncoding, TiledFormat, TiledPart};
use mapwright::render::{Tileset, TilesetKind};

use super::Format;
use super::given::Options;
use super::source::Source;
use crate::failure::Failure;
use crate::message::warn;
use crate::output::{check_files, make_way, wrote};
use crate::tileset;

const TILED: &[Format] = &[Format::Tmj, Format::Tmx];
const LDTK: &[Format] = &[Format::Ldtk];
const BOTH: &[Format] = &[Format::Tmj, Format::Tmx, Format::Ldtk];

/// The formats that accept each option.
pub(super) const OPTIONS: Options = &[
    ("layers", BOTH),
    ("tileset", BOTH),
    ("tileset_kind", BOTH),
    ("tile_px", BOTH),
    ("encoding", TILED),
    ("external", TILED),
    ("plain", TILED),
    ("level_name", LDTK),
    ("no_pictures", LDTK),
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tiled and LDtk (tmj, tmx, ldtk)")]
pub(super) struct EditorArgs {
    /// The layers to write, from tiles, corners, regions, sides, solution, rooms, corridors, portals, graph, doors,
    /// spawns, exit, start [default: all that the map has]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 1, value_parser = part)]
    layers: Option<Vec<TiledPart>>,
    /// Show sides, corners or tiles with a tileset: a PNG or a built-in one (terrain, terrain3, paths, walls,
    /// pipes); by default what fits the map
    #[arg(long, value_name = "FILE|NAME")]
    tileset: Option<PathBuf>,
    /// The kind of the tileset, if the number of tiles leaves it open
    #[arg(long, value_name = "KIND", value_parser = tileset::kind, requires = "tileset")]
    tileset_kind: Option<TilesetKind>,
    /// Pixels a tile; by default 16, or what a tileset from a file has
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512))]
    tile_px: Option<u32>,
    /// Tiled: the encoding of tile layers
    #[arg(long, value_name = "WORD", default_value = "csv", value_parser = encoding)]
    encoding: TiledEncoding,
    /// Tiled: write tilesets to separate files, which several maps can share
    #[arg(long)]
    external: bool,
    /// Tiled: one image for each kind of tile, without shadows of walls
    #[arg(long)]
    plain: bool,
    /// LDtk: the name of the level [default: `Level_0`]
    #[arg(long, value_name = "NAME")]
    level_name: Option<String>,
    /// LDtk: only grids and entities, without tile layers and images
    #[arg(long)]
    no_pictures: bool,
}

/// Refuses what no map can be written with, and reads the tileset.
pub(super) fn check(format: Format, out: &Path, args: &EditorArgs) -> Result<Option<tileset::Source>, Failure> {
    if out == Path::new("-") {
        return Err(Failure::input("maps for editors are several files; expected a name, not standard output"));
    }
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let checked = match format {
        Format::Ldtk => Ldtk { level: args.level(), ..Ldtk::default() }.check_names(&name),
        Format::Tmj => TiledFormat::Tmj.check_name(&name),
        _ => TiledFormat::Tmx.check_name(&name),
    };
    checked.map_err(Failure::input)?;
    check_files([Some(out)])?;
    let read = |path: &PathBuf| tileset::Source::read(path, args.tileset_kind, args.tile_px);
    args.tileset.as_ref().map(read).transpose()
}

/// Writes a map, and its images beside it.
pub(super) fn write(
    source: &Source,
    (format, out): (Format, &Path),
    tileset: Option<&tileset::Source>,
    args: &EditorArgs,
) -> Result<(), Failure> {
    let tileset = tileset.map(|tileset| tileset.read_for(&source.map)).transpose()?;
    make_way(out)?;
    warn_of_shared_images(out);
    let done = match format {
        Format::Ldtk => write_ldtk(source, out, tileset, args),
        Format::Tmj => args.tiled(source, tileset).map(&source.map).and_then(|map| map.save(TiledFormat::Tmj, out)),
        _ => args.tiled(source, tileset).map(&source.map).and_then(|map| map.save(TiledFormat::Tmx, out)),
    };
    done.map_err(Failure::input)?;
    wrote(out);
    Ok(())
}

/// Images are named after the map without its extension, so maps beside each other can replace each other's.
fn warn_of_shared_images(out: &Path) {
    let others = BOTH.iter().flat_map(|format| format.extensions()).map(|ending| out.with_extension(ending));
    for other in others.filter(|other| other != out && other.exists()) {
        warn(format_args!("{} and {} share their images; rename one of them", out.display(), other.display()));
    }
}

fn write_ldtk(source: &Source, out: &Path, tileset: Option<Tileset>, args: &EditorArgs) -> Result<(), ExportError> {
    let plain = Ldtk::default();
    let ldtk = Ldtk {
        parts: args.layers.clone(),
        level: args.level(),
        pictures: !args.no_pictures,
        tileset,
        tile_px: args.tile_px.unwrap_or(plain.tile_px),
        seed: source.seed,
        recipe: source.recipe.clone(),
        ..Ldtk::default()
    };
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let folder = out.parent().unwrap_or(Path::new(""));
    ldtk.project(&source.map, &name)?.save(folder)
}

impl EditorArgs {
    fn level(&self) -> String {
        self.level_name.clone().unwrap_or_else(|| Ldtk::default().level)
    }

    fn tiled(&self, source: &Source, tileset: Option<Tileset>) -> Tiled {
        let plain = Tiled::default();
        Tiled {
            parts: self.layers.clone(),
            tileset,
            tile_px: self.tile_px.unwrap_or(plain.tile_px),
            shades: !self.plain,
            encoding: self.encoding,
            external: self.external,
            seed: source.seed,
            recipe: source.recipe.clone(),
            ..plain
        }
    }
}

fn part(text: &str) -> Result<TiledPart, String> {
    let names: Vec<&str> = TiledPart::ALL.into_iter().map(TiledPart::name).collect();
    let found = TiledPart::ALL.into_iter().find(|part| part.name() == text);
    found.ok_or_else(|| format!("expected {}", names.join(", ")))
}

fn encoding(text: &str) -> Result<TiledEncoding, String> {
    let names: Vec<&str> = TiledEncoding::ALL.into_iter().map(TiledEncoding::name).collect();
    let found = TiledEncoding::ALL.into_iter().find(|encoding| encoding.name() == text);
    found.ok_or_else(|| format!("expected {}", names.join(", ")))
}
