//! The calls of the program.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use mapwright::core::{Size, Wrap};
use mapwright::packing::PieceSet;
use mapwright::recipe::LevelFamily;

use crate::export::ExportArgs;
use crate::pipes::PipesCommand;
use crate::tileset::{TilesetArgs, WriteArgs};
use crate::world::WorldArgs;

/// Procedural levels from recipes: mazes, pipe puzzles, Wang tiles and caves.
#[derive(Debug, Parser)]
#[command(name = "mapwright", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build one map from a recipe, and write it as JSON, text or pictures
    Build(BuildArgs),
    /// Build many seeds of a recipe; a seed that fails is reported and passed over
    Batch(BatchArgs),
    /// List every builder with its parameters
    Builders(BuildersArgs),
    /// Print a recipe to start from
    New(NewArgs),
    /// Print the JSON Schema of recipes or maps, for editors and validators
    Schema(SchemaArgs),
    /// Measure a map, or a recipe over many seeds
    Stats(StatsArgs),
    /// Write a built-in tileset, or a template to paint over, as PNG
    Tileset(WriteArgs),
    /// Make, check, solve and play pipe puzzles
    #[command(subcommand)]
    Pipes(PipesCommand),
    /// Show a window of an endless world of Wang tiles, or walk over it
    World(WorldArgs),
    /// Fill boards with polyominoes: a filling, all of them, or how many there are
    Pack(PackArgs),
    /// Write a map for another program
    Export(ExportArgs),
}

/// What pictures show over a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Overlay {
    Areas,
    Graph,
    Walk,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BuildArgs {
    /// A built-in recipe by name, a recipe file, or a map file to draw; `-` for standard input
    #[arg(value_name = "RECIPE|MAP")]
    pub(crate) recipe: PathBuf,
    /// The seed, in place of the recipe's
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Write the map as JSON to a file, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Print the digest of the map: the FNV-1a hash of the bytes that `--json` writes
    #[arg(long)]
    pub(crate) digest: bool,
    /// Print the map as text (the default when nothing else is asked for)
    #[arg(long)]
    pub(crate) text: bool,
    /// Draw the map
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Draw the map after every stage, and all stages on one sheet (other files there stay)
    #[arg(long, value_name = "DIR")]
    pub(crate) stages: Option<PathBuf>,
    /// Write the recipe as a Rust program that makes the same map, or to standard output with `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) rust: Option<PathBuf>,
    /// Film the build as an animated GIF
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
    /// Film the build as an animated PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) apng: Option<PathBuf>,
    /// Film the walk that proves the level can be won: an animated PNG if the name ends in `png`, otherwise a GIF
    #[arg(long, value_name = "FILE")]
    pub(crate) walk: Option<PathBuf>,
    /// Film every N-th step inside a stage, 0 for stages only; by default about a hundred frames
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<u32>,
    /// Pixels a cell; by default what makes pictures of about 800 pixels
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(crate) scale: Option<u32>,
    /// Shade cells by their distance from the start
    #[arg(long)]
    pub(crate) tint: bool,
    /// Draw over the map: `areas` by depth, the level `graph`, the `walk` that proves the level can be won
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "tileset")]
    pub(crate) overlay: Vec<Overlay>,
    #[command(flatten)]
    pub(crate) tileset: TilesetArgs,
    /// Let the recipe read files anywhere, not only beside it and below
    #[arg(long)]
    pub(crate) trust_paths: bool,
    /// No messages but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BatchArgs {
    /// A built-in recipe by name or a recipe file; `-` for standard input
    #[arg(value_name = "RECIPE")]
    pub(crate) recipe: PathBuf,
    /// The seeds, the last one not included
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(crate) seeds: Range<u64>,
    /// How many to build at once; by default one a core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Where to write the maps: SEED.json each
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Draw each map too: SEED.png
    #[arg(long)]
    pub(crate) png: bool,
    /// Let the recipe read files anywhere, not only beside it and below
    #[arg(long)]
    pub(crate) trust_paths: bool,
    /// No messages but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BuildersArgs {
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    /// A built-in recipe, a builder (shown with all its parameters), or `random` for a level that is rolled
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    pub(crate) name: Option<String>,
    /// List the built-in recipes
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) roll: RollArgs,
}

/// What `new random` rolls.
#[derive(Debug, clap::Args)]
pub(crate) struct RollArgs {
    /// `random` only: how deep down the level lies; deeper ones are harder, and more often caves [default: 1]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// `random` only: the seed of the roll, and of the recipe [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// `random` only: columns and rows [default: 80x50]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<Size>,
    /// `random` only: which borders are joined: none, x, y or both [default: none]
    #[arg(long, value_name = "WRAP", value_parser = wrap)]
    pub(crate) wrap: Option<Wrap>,
    /// `random` only: which families of levels may come up, separated by commas: rooms, interior, herringbone, maze,
    /// voronoi, cave, walk, dla [default: all]
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    pub(crate) only: Vec<LevelFamily>,
}

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SchemaOf {
    Recipe,
    Map,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// What the schema describes
    #[arg(default_value = "recipe")]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// A built-in recipe by name, a recipe file or a map file; `-` for standard input
    #[arg(value_name = "RECIPE|MAP")]
    pub(crate) input: PathBuf,
    /// The seeds, the last one not included; by default the recipe's own
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(crate) seeds: Option<Range<u64>>,
    /// Draw how the maps spread over two metrics, one across and one upwards, as a heat map
    #[arg(long, value_name = "FILE", requires = "seeds")]
    pub(crate) png: Option<PathBuf>,
    /// The two metrics of the heat map
    #[arg(long, value_name = "X,Y", value_delimiter = ',', num_args = 1, requires = "png", default_values = ["longest_path_share", "dead_end_share"])]
    pub(crate) axes: Vec<String>,
    /// Let the recipe read files anywhere, not only beside it and below
    #[arg(long)]
    pub(crate) trust_paths: bool,
    /// No messages but errors
    #[arg(long)]
    pub(crate) quiet: bool,
    /// For programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// `W H LL LR ZL ZR I O T`: columns and rows, and how many there are of each tetromino; without it, and
    /// without `--board`, standard input has such lines, one a board
    #[arg(value_name = "LINE", allow_negative_numbers = true)]
    pub(crate) line: Vec<String>,
    /// Print how many fillings there are
    #[arg(long, conflicts_with_all = ["unique", "all"])]
    pub(crate) count: bool,
    /// Print whether there is exactly one filling
    #[arg(long, conflicts_with = "all")]
    pub(crate) unique: bool,
    /// Print all fillings, up to N
    #[arg(long, value_name = "N")]
    pub(crate) all: Option<usize>,
    /// Count fillings as one that become each other when the board is turned or mirrored
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// For programs: an object in a line for each board
    #[arg(long)]
    pub(crate) json: bool,
    /// A board of any shape, drawn with `.` for a cell to be filled and `#` for a hole; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "line")]
    pub(crate) board: Option<PathBuf>,
    /// The shapes for `--board`: `tetrominoes`, `pentominoes`, or such as `XX X../XXX`
    #[arg(long, value_name = "SHAPES", default_value = "tetrominoes", requires = "board")]
    pub(crate) pieces: PieceSet,
    /// How many there are of each shape for `--board`, separated by commas; by default one
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "board")]
    pub(crate) counts: Vec<u32>,
    /// Pieces may not be turned
    #[arg(long)]
    pub(crate) no_turn: bool,
    /// Pieces may be turned over
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Pieces may be left over
    #[arg(long)]
    pub(crate) spares: bool,
    /// Give up after so many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Search on all cores
    #[arg(long)]
    pub(crate) parallel: bool,
    /// Color the drawing for a terminal
    #[arg(long, conflicts_with = "json")]
    pub(crate) color: bool,
    /// Draw the filling
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "unique", "all"])]
    pub(crate) png: Option<PathBuf>,
    /// Draw the filling as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "unique", "all"])]
    pub(crate) svg: Option<PathBuf>,
}

/// Reads `A..B`.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "expected A..B with integers, A less than B".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let (from, to) = (from.parse().map_err(|_| wrong())?, to.parse().map_err(|_| wrong())?);
    if from < to { Ok(from..to) } else { Err(wrong()) }
}

/// Reads `WxH`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let wrong = || "expected WxH, both 1 to 65535, such as 11x11".to_owned();
    let (w, h) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |text: &str| text.parse().ok().filter(|&side: &u16| side > 0).ok_or_else(wrong);
    Ok(Size::new(side(w)?, side(h)?))
}

/// Reads the name of a wrap.
fn wrap(text: &str) -> Result<Wrap, String> {
    let known = Wrap::ALL.into_iter().find(|wrap| wrap.to_string() == text);
    known.ok_or_else(|| format!("expected {}", Wrap::ALL.map(|wrap| wrap.to_string()).join(", ")))
}
