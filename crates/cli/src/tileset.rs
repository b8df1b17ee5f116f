//! Tilesets on the command line: drawing with one, and `mapwright tileset`, which writes them.

use std::path::{Path, PathBuf};

use mapwright::core::BuilderMap;
use mapwright::render::{RgbaImage, Template, Tileset, TilesetKind, TilesetLayout, template, write_png};

use crate::failure::Failure;
use crate::input::read_bytes;
use crate::output::{self, write_bytes};

/// Which tileset to draw with.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct TilesetArgs {
    /// Draw with a tileset: a PNG, or a built-in one (terrain, terrain3, paths, walls, pipes)
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) tileset: Option<PathBuf>,
    /// The kind of the tileset, if the number of tiles leaves it open
    #[arg(long, value_name = "KIND", value_parser = kind, requires = "tileset")]
    tileset_kind: Option<TilesetKind>,
    /// Pixels a tile: how those of a PNG are cut, or how large a built-in one is drawn
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512), requires = "tileset")]
    pub(crate) tile_px: Option<u32>,
}

impl TilesetArgs {
    /// The tileset, if one was asked for.
    pub(crate) fn read(&self) -> Result<Option<Source>, Failure> {
        self.tileset.as_ref().map(|path| Source::read(path, self.tileset_kind, self.tile_px)).transpose()
    }
}

/// A tileset that was read before there is a map: it is found out early that it cannot be.
#[derive(Debug)]
pub(crate) enum Source {
    Known(Tileset),
    /// A PNG and its path. Only with a map it may be clear how to read it.
    Png(PathBuf, Vec<u8>, TilesetLayout),
}

impl Source {
    /// The tileset with this path or name.
    pub(crate) fn read(path: &Path, kind: Option<TilesetKind>, tile_px: Option<u32>) -> Result<Source, Failure> {
        if let Some(name) = shipped(path) {
            return Tileset::shipped(name, tile_px.unwrap_or(16)).map(Source::Known).map_err(Failure::input);
        }
        let layout = TilesetLayout { kind, tile: tile_px.map(|px| (px, px)), ..TilesetLayout::default() };
        Ok(Source::Png(path.to_owned(), read_bytes(path)?, layout))
    }

    /// The tileset for a map.
    pub(crate) fn read_for(&self, map: &BuilderMap) -> Result<Tileset, Failure> {
        match self {
            Source::Known(tileset) => Ok(tileset.clone()),
            Source::Png(path, png, layout) => {
                Tileset::read_for(map, png, layout).map_err(|error| Failure::input(error).about(path))
            }
        }
    }

    /// The pixels of a tile, if they are known without a map.
    pub(crate) fn tile_px(&self) -> Option<u32> {
        match self {
            Source::Known(tileset) => Some(tileset.tile_size().0),
            Source::Png(_, _, layout) => layout.tile.map(|(w, _)| w),
        }
    }
}

/// The name of a built-in tileset, unless a file of that name is there.
fn shipped(path: &Path) -> Option<&'static str> {
    Tileset::shipped_names().find(|name| path == Path::new(name) && !path.exists())
}

/// Reads the name of a kind.
pub(crate) fn kind(text: &str) -> Result<TilesetKind, String> {
    let names: Vec<&str> = TilesetKind::ALL.into_iter().map(TilesetKind::name).collect();
    let found = TilesetKind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("expected {}", names.join(", ")))
}

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("tileset terrain --png terrain.png" "tileset blob-47 --tile-px 16 --png template.png"))]
pub(crate) struct WriteArgs {
    /// A built-in tileset (terrain, terrain3, paths, walls, pipes), or a kind, for a template to paint over
    name: String,
    /// Where to write the PNG
    #[arg(long, value_name = "FILE", value_parser = output::png())]
    png: PathBuf,
    /// Pixels a tile
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=512))]
    tile_px: u32,
}

/// Writes the picture of a tileset, or a template for one.
pub(crate) fn run(args: &WriteArgs) -> Result<(), Failure> {
    let picture = picture(args)?;
    write_bytes(&args.png, |file| write_png(&picture, file))
}

fn picture(args: &WriteArgs) -> Result<RgbaImage, Failure> {
    if let Some(name) = Tileset::shipped_names().find(|&name| name == args.name) {
        let tileset = Tileset::shipped(name, args.tile_px).map_err(Failure::input)?;
        return Ok(tileset.sheet(tileset.kind().columns()));
    }
    let kind = kind(&args.name).map_err(|expected| {
        let known: Vec<&str> = Tileset::shipped_names().collect();
        Failure::input(format!("no tileset is called `{}`; {expected}; or {}", args.name, known.join(", ")))
    })?;
    template(kind, &Template { tile_px: args.tile_px, ..Template::default() }).map_err(Failure::input)
}
