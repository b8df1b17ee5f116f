//! `mapwright world`: a window of the endless world of a recipe, or a walk through it.

mod chain;
mod parse;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use mapwright::core::{BuilderMap, Size};
use mapwright::export::TiledFormat;
use mapwright::render::{Pace, RenderError, RgbaImage, Style, Tileset, draw, draw_with_tileset};
use mapwright::render::{write_apng_pictures, write_gif_pictures};
use mapwright::world::{ChunkPos, WorldRect};

use crate::failure::Failure;
use crate::message::progress;
use crate::output::{self, check_effect, check_files, check_places, write_bytes};
use crate::tileset::{self, TilesetArgs};
use parse::Walk;

#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("films").multiple(true)))]
#[command(after_help = crate::args::examples!(
    "world endless-caves --window -40,-12,80x24"
    "world endless-rooms --window -60,-40,120x80 --png rooms.png"
    "world endless-islands --window -32,-16,48x32 --tiled islands.tmx"
))]
pub(crate) struct WorldArgs {
    /// The recipe of an endless world, by name or file; its size is that of a chunk
    #[arg(value_name = "RECIPE")]
    recipe: PathBuf,
    /// The seed [default: the recipe's, or 0]
    #[arg(long, short, value_name = "N")]
    seed: Option<u64>,
    /// The window: its top left tile, and its width and height in tiles
    #[arg(long, value_name = "X,Y,WxH", value_parser = parse::window, allow_hyphen_values = true)]
    window: Option<WorldRect>,
    /// One chunk instead of a window, by its position in chunks
    #[arg(long, value_name = "X,Y", value_parser = parse::chunk, allow_hyphen_values = true, conflicts_with = "window")]
    #[arg(required_unless_present = "window")]
    chunk: Option<ChunkPos>,
    /// Print the tiles as JSON, or write them to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", value_parser = output::json())]
    json: Option<PathBuf>,
    /// Print the tiles as text (the default without other outputs)
    #[arg(long)]
    text: bool,
    /// Draw the window
    #[arg(long, value_name = "FILE", value_parser = output::png())]
    png: Option<PathBuf>,
    /// Write the window as an infinite map of the map editor Tiled: .tmj or .tmx, with its tileset beside it
    #[arg(long, value_name = "FILE")]
    tiled: Option<PathBuf>,
    /// Walk through the world: tiles to the right and down at each step, and the number of steps
    #[arg(long, value_name = "DX,DY,STEPS", value_parser = parse::walk, allow_hyphen_values = true, requires = "films")]
    walk: Option<Walk>,
    /// Film the walk as an animated GIF
    #[arg(long, value_name = "FILE", group = "films", requires = "walk", value_parser = output::gif())]
    gif: Option<PathBuf>,
    /// Film the walk as an animated PNG
    #[arg(long, value_name = "FILE", group = "films", requires = "walk", value_parser = output::apng())]
    apng: Option<PathBuf>,
    /// How many chunks to make at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// In which order to make them; the world is the same
    #[arg(long, value_enum)]
    order: Option<chain::Order>,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    trust_paths: bool,
    #[command(flatten)]
    tileset: TilesetArgs,
    /// Pixels for each tile without a tileset [default: pictures of about 800 pixels]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512), conflicts_with = "tileset")]
    cell: Option<u32>,
}

pub(crate) fn run(args: &WorldArgs) -> Result<(), Failure> {
    args.check()?;
    chain::run(args)
}

impl WorldArgs {
    /// Refuses options without effect, and outputs that mix.
    fn check(&self) -> Result<(), Failure> {
        let draws = self.png.is_some() || self.walk.is_some();
        check_effect("--cell", self.cell.is_some(), "a picture (--png, --gif, --apng)", draws)?;
        let pictures = "a picture (--png, --gif, --apng) or --tiled";
        check_effect("--tileset", self.tileset.tileset.is_some(), pictures, draws || self.tiled.is_some())?;
        check_places(&[
            ("`--json`", self.json.as_deref()),
            ("`--text`", self.text.then_some(Path::new("-"))),
            ("`--png`", self.png.as_deref()),
            ("`--gif`", self.gif.as_deref()),
            ("`--apng`", self.apng.as_deref()),
        ])?;
        self.tiled.as_deref().map_or(Ok(()), |path| tiled_format(path).map(|_| ()))?;
        check_files([&self.json, &self.png, &self.tiled, &self.gif, &self.apng].map(Option::as_deref))
    }

    /// The tileset, if one was asked for. Refuses pictures of a window that are too large.
    fn check_pictures(&self, window: WorldRect) -> Result<Option<tileset::Source>, Failure> {
        let tileset = self.tileset.read()?;
        if self.png.is_some() || self.walk.is_some() {
            let size = window.size()?;
            let style = match &tileset {
                Some(tileset) => Style { scale: tileset.tile_px().unwrap_or(1), margin: Some(0), ..Style::default() },
                None => self.style(size),
            };
            style.check_size(size).map_err(Failure::input)?;
        }
        Ok(tileset)
    }

    const fn writes_files(&self) -> bool {
        self.json.is_some() || self.png.is_some() || self.tiled.is_some() || self.walk.is_some()
    }

    fn style(&self, size: Size) -> Style {
        match self.cell {
            Some(scale) => Style { scale, ..Style::default() },
            None => Style::default().fit(size, 800),
        }
    }
}

/// Draws every picture of this command.
struct Brush {
    tileset: Option<Tileset>,
    /// Without a tileset.
    style: Style,
}

impl Brush {
    fn picture(&self, map: &BuilderMap) -> Result<RgbaImage, RenderError> {
        if let Some(tileset) = &self.tileset {
            return draw_with_tileset(map, tileset);
        }
        draw(map, &self.style)
    }
}

/// The format that the name of a file for Tiled tells.
fn tiled_format(path: &Path) -> Result<TiledFormat, Failure> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("tmj" | "json") => Ok(TiledFormat::Tmj),
        Some("tmx" | "xml") => Ok(TiledFormat::Tmx),
        _ => Err(Failure::input("Tiled expects a name that ends in .tmj or .tmx").about(path)),
    }
}

/// Films a walk: a frame before each step, and the last one. Frames are made one by one, as the film needs them.
fn write_films(
    args: &WorldArgs,
    walk: Walk,
    frame: impl Fn(usize) -> Result<RgbaImage, Failure>,
) -> Result<(), Failure> {
    let count = walk.frames();
    let bar = progress(count as u64, "frames");
    // A film knows only the errors of pictures. Why a frame could not be made is kept here.
    let failure = Cell::new(None);
    let frame = |index: usize| {
        frame(index).map_err(|why| {
            failure.set(Some(why));
            RenderError::NoPictures
        })
    };
    let or_why = |done: Result<(), Failure>| done.map_err(|error| failure.take().unwrap_or(error));
    let shown = |done: usize, _: usize| bar.set_position(done as u64);
    let pace = Pace { step: 10, last: 10, ..Pace::default() };
    if let Some(path) = &args.gif {
        or_why(write_bytes(path, |file| write_gif_pictures(count, frame, &pace, file, shown)))?;
    }
    if let Some(path) = &args.apng {
        or_why(write_bytes(path, |file| write_apng_pictures(count, frame, &pace, file, shown)))?;
    }
    bar.finish_and_clear();
    Ok(())
}
