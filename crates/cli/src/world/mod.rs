//! `mapwright world`: a window of an endless world, or a walk through it: of the world of a recipe, or of Wang tiles.

mod chain;
mod parse;
mod text;
mod tiled;

use std::cell::Cell;
use std::path::{Path, PathBuf};

use mapwright::core::{BuilderMap, Grid, Sides, Size};
use mapwright::render::{Kind as PictureKind, Pace, RenderError, RgbaImage, Style, Tileset, draw, draw_with_tileset};
use mapwright::render::{write_apng_pictures, write_gif_pictures};
use mapwright::wang::{ChunkPos, WangKind, WangWorld, WorldRect};

use crate::build::write_picture;
use crate::failure::Failure;
use crate::message::progress;
use crate::output::{self, check_effect, check_files, check_places, print, write_bytes, write_text};
use crate::tileset::{self, TilesetArgs};
use parse::{Pin, Walk};

#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("films").multiple(true)))]
#[command(after_help = crate::args::examples!(
    "world endless-caves --window -40,-12,80x24"
    "world endless-rooms --window -60,-40,120x80 --png rooms.png"
    "world --seed 7 --kind edges --colors 3 --window 0,0,24x12 --png world.png"
    "world --window -32,-16,48x32 --tiled world.tmx"
))]
pub(crate) struct WorldArgs {
    /// The recipe of an endless world, by name or file; its size is that of a chunk. Without it, Wang tiles
    #[arg(value_name = "RECIPE", conflicts_with_all = ["kind", "colors", "weights", "pin", "chunk_size"])]
    recipe: Option<PathBuf>,
    /// The seed [default: the recipe's, or 0]
    #[arg(long, short, value_name = "N")]
    seed: Option<u64>,
    /// What touching tiles share: the color of the side between them, or of their corners
    #[arg(long, value_enum, default_value_t = Kind::Corners)]
    kind: Kind,
    /// The number of colors, all equally likely: 2 to 4
    #[arg(long, value_name = "C", default_value_t = 2)]
    colors: u8,
    /// The weight of each color, instead of equally likely ones
    #[arg(long, value_name = "N,N…", value_delimiter = ',', num_args = 1, conflicts_with = "colors")]
    weights: Option<Vec<u32>>,
    /// The window: its top left tile, and its width and height in tiles
    #[arg(long, value_name = "X,Y,WxH", value_parser = parse::window, allow_hyphen_values = true)]
    window: Option<WorldRect>,
    /// One chunk instead of a window, by its position in chunks
    #[arg(long, value_name = "X,Y", value_parser = parse::chunk, allow_hyphen_values = true, conflicts_with = "window")]
    #[arg(required_unless_present = "window")]
    chunk: Option<ChunkPos>,
    /// The size of chunks
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = parse::size, conflicts_with = "window")]
    chunk_size: Size,
    /// Pin a side (n, e, s, w) or a corner (ne, se, sw, nw) of a tile to a color, for all tiles that touch it; can be
    /// repeated
    #[arg(long, value_name = "X,Y,PART,COLOR", value_parser = parse::pin, allow_hyphen_values = true)]
    pin: Vec<Pin>,
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
    /// How many chunks of a recipe's world to make at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "recipe")]
    jobs: Option<u16>,
    /// In which order to make them; the world is the same
    #[arg(long, value_enum, requires = "recipe")]
    order: Option<chain::Order>,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long, requires = "recipe")]
    trust_paths: bool,
    #[command(flatten)]
    tileset: TilesetArgs,
    /// Pixels for each tile without a tileset [default: pictures of about 800 pixels]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512), conflicts_with = "tileset")]
    cell: Option<u32>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kind {
    Edges,
    Corners,
}

pub(crate) fn run(args: &WorldArgs) -> Result<(), Failure> {
    args.check()?;
    if let Some(recipe) = &args.recipe {
        return chain::run(args, recipe);
    }
    let world = args.world()?;
    let window = args.window(&world);
    let tileset = args.check_pictures(window)?;
    let map = world.map(window)?;
    let tileset = tileset.map(|tileset| tileset.read_for(&map)).transpose()?;
    let kind = if map.corners.is_some() { PictureKind::WangCorners } else { PictureKind::WangEdges };
    let brush = Brush { tileset, style: Style { kind, ..args.style(map.size()) } };
    if let Some(path) = &args.png {
        write_picture(path, brush.picture(&map))?;
    }
    if let Some(walk) = args.walk {
        write_films(args, walk, frames(&world, &map, window, walk, &brush))?;
    }
    if let Some(path) = &args.json {
        write_text(path, &json(&world, window, tiles(&map)))?;
    }
    if let Some(path) = &args.tiled {
        tiled::write(path, &world, window, (brush.tileset, args.seed.unwrap_or(0)))?;
    }
    if args.text || !args.writes_files() {
        print(&text::text(world.kind(), world.colors(), map.size().w.into(), tiles(&map)))?;
    }
    Ok(())
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
        self.tiled.as_deref().map_or(Ok(()), |path| tiled::format(path).map(|_| ()))?;
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

    fn world(&self) -> Result<WangWorld, Failure> {
        let kind = match self.kind {
            Kind::Edges => WangKind::Edges,
            Kind::Corners => WangKind::Corners,
        };
        let world = WangWorld::new(kind, self.seed.unwrap_or(0), self.colors)?.with_chunk_size(self.chunk_size)?;
        let mut world = match &self.weights {
            Some(weights) => world.with_weights(weights)?,
            None => world,
        };
        for pin in &self.pin {
            world.pin(pin.place, pin.color)?;
        }
        Ok(world)
    }

    fn window(&self, world: &WangWorld) -> WorldRect {
        let (x, y) = world.chunk_origin(self.chunk.unwrap_or_default());
        let size = world.chunk_size();
        self.window.unwrap_or(WorldRect::new(x, y, size.w.into(), size.h.into()))
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

/// The tiles of a window of either kind.
fn tiles(map: &BuilderMap) -> &[Sides] {
    map.sides.as_ref().or(map.corners.as_ref()).map_or(&[], Grid::as_slice)
}

fn json(world: &WangWorld, WorldRect { x, y, w, h }: WorldRect, tiles: &[Sides]) -> String {
    let kind = world.kind();
    let plane = match kind {
        WangKind::Edges => "sides",
        WangKind::Corners => "corners",
    };
    let bytes: Vec<String> = tiles.iter().map(|tile| tile.0.to_string()).collect();
    let head = format!(r#"{{"kind":"{kind}","colors":{},"window":[{x},{y},{w},{h}]"#, world.colors());
    format!("{head},\"{plane}\":[{}]}}\n", bytes.join(","))
}

/// The picture of each step of a walk over Wang tiles.
fn frames(
    world: &WangWorld,
    first: &BuilderMap,
    from: WorldRect,
    walk: Walk,
    brush: &Brush,
) -> impl Fn(usize) -> Result<RgbaImage, Failure> {
    let width = usize::from(first.size().w);
    move |index| {
        let mut map = first.clone();
        let steps = i64::try_from(index).unwrap_or(i64::MAX);
        let x = from.x.wrapping_add(walk.dx.wrapping_mul(steps));
        let y = from.y.wrapping_add(walk.dy.wrapping_mul(steps));
        if let Some(tiles) = map.sides.as_mut().or(map.corners.as_mut()) {
            let rows = tiles.as_mut_slice().chunks_mut(width).zip(0..);
            rows.for_each(|(row, down)| world.row(x, y.wrapping_add(down), row));
        }
        brush.picture(&map).map_err(Failure::input)
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
