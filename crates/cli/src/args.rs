//! The command line of the program.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use mapwright::core::{Size, Wrap};
use mapwright::packing::PieceSet;
use mapwright::render::Theme;

use crate::batch::BatchArgs;
use crate::builders::BuildersArgs;
use crate::export::ExportArgs;
use crate::new::NewArgs;
use crate::output::{self, JsonArgs};
use crate::pipes::PipesCommand;
use crate::schema::SchemaArgs;
use crate::search::{ArchiveArgs, FindArgs, SweepArgs, VariedArgs};
use crate::shells::{CompletionsArgs, ManArgs};
use crate::stats::StatsArgs;
use crate::tileset::{TilesetArgs, WriteArgs};
use crate::watch::WatchArgs;
use crate::world::WorldArgs;

/// Calls to show below the help of a command.
macro_rules! examples {
    ($($call:literal)+) => { concat!("Examples:\n", $("  mapwright ", $call, "\n",)+) };
}
pub(crate) use examples;

/// Procedural levels from recipes: mazes, pipe puzzles, Wang tiles and caves.
#[derive(Debug, Parser)]
#[command(name = "mapwright", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print no messages except errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build one map from a recipe, and write it as JSON, text or pictures
    Build(BuildArgs),
    /// Build many seeds of a recipe; a seed that fails is reported and skipped
    ///
    /// The exit status is 1 if any seed failed: all others are written. A full disk or a wrong recipe ends it at once.
    Batch(BatchArgs),
    /// List the builders, or show one with its parameters
    Builders(BuildersArgs),
    /// Print a recipe to start from
    New(NewArgs),
    /// Print the JSON Schema of recipes or maps, for editors and validators
    Schema(SchemaArgs),
    /// Find levels that fit a wish, such as "solution_steps 60..80, loops >= 3"
    Search(FindArgs),
    /// Choose the levels that differ most
    Varied(VariedArgs),
    /// Fill an archive: the best level of each bin of two metrics
    Archive(ArchiveArgs),
    /// Show what one parameter does to the metrics of many levels
    Sweep(SweepArgs),
    /// Measure a map, or a recipe over many seeds
    Stats(StatsArgs),
    /// Write a built-in tileset, or a template to paint over, as PNG
    Tileset(WriteArgs),
    /// Make, check, solve and play pipe puzzles
    #[command(subcommand, after_help = examples!("pipes new --size 7x5 --unique" "pipes solve 3x1:254"))]
    Pipes(PipesCommand),
    /// Show a window of the endless world of a recipe, or walk through it
    World(WorldArgs),
    /// Fill boards with polyominoes: find one filling, list all, or count them
    Pack(PackArgs),
    /// Write a map for another program
    Export(ExportArgs),
    /// Rebuild a recipe whenever it or one of its files changes, and show the map
    Watch(WatchArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write manual pages, one for each command
    Man(ManArgs),
}

/// What pictures show on top of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Overlay {
    Areas,
    Graph,
    Walk,
}

/// What frames a picture of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SheetKind {
    /// A title, a neat line and a legend
    Hero,
    /// The same, and a strip of the stages below
    Stages,
}

#[derive(Clone, Debug, Default, clap::Args)]
#[command(after_help = examples!(
    "build cave"
    "build cave --seed 9 -o cave.png"
    "build castle-keys --sheet hero -o castle.png"
    "build pipe-puzzle --stages stages --gif puzzle.gif"
))]
pub(crate) struct BuildArgs {
    /// A built-in recipe by name, a recipe file, or a map file to draw; `-` for standard input
    #[arg(value_name = "RECIPE|MAP")]
    pub(crate) recipe: PathBuf,
    /// The seed, instead of the recipe's
    #[arg(long, short, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Write the map to a .png, .gif, .apng, .json or .txt file, or the recipe to an .rs file
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["json", "digest", "text", "png", "gif", "apng", "rust"])]
    pub(crate) out: Option<PathBuf>,
    /// Print the map as JSON, or write it to a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", value_parser = output::json())]
    pub(crate) json: Option<PathBuf>,
    /// Print the digest of the map: the FNV-1a hash of the bytes that `--json` writes
    #[arg(long)]
    pub(crate) digest: bool,
    /// Print the map as text (the default without other outputs)
    #[arg(long)]
    pub(crate) text: bool,
    /// The text file of `--out`.
    #[arg(skip)]
    pub(crate) text_file: Option<PathBuf>,
    /// Draw the map
    #[arg(long, value_name = "FILE", value_parser = output::png())]
    pub(crate) png: Option<PathBuf>,
    /// Frame the picture of the map: `hero` with a title and a legend, `stages` with the stages below as well
    #[arg(long, value_name = "NAME")]
    pub(crate) sheet: Option<SheetKind>,
    /// Draw the map after every stage (keeps other files in the directory)
    #[arg(long, value_name = "DIR")]
    pub(crate) stages: Option<PathBuf>,
    /// Write the recipe as a Rust program that makes the same map, or to standard output with `-`
    #[arg(long, value_name = "FILE", value_parser = output::rust())]
    pub(crate) rust: Option<PathBuf>,
    /// Film the build as an animated GIF
    #[arg(long, value_name = "FILE", value_parser = output::gif())]
    pub(crate) gif: Option<PathBuf>,
    /// Film the build as an animated PNG
    #[arg(long, value_name = "FILE", value_parser = output::apng())]
    pub(crate) apng: Option<PathBuf>,
    /// Film the walk that proves the level can be won: an animated PNG if the name ends in `png`, otherwise a GIF
    #[arg(long, value_name = "FILE", value_parser = output::film())]
    pub(crate) walk: Option<PathBuf>,
    /// Film every N-th step inside a stage, 0 for stages only [default: about a hundred frames]
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<u32>,
    /// Pixels for each cell [default: up to 48, for pictures of at most 1440 pixels, or 800 for stages and films]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=512))]
    pub(crate) cell: Option<u32>,
    /// The colors of pictures: atlas, parchment, dark, blueprint, print, or a JSON file
    #[arg(long, value_name = "NAME|FILE", value_parser = output::theme)]
    pub(crate) theme: Option<Box<Theme>>,
    /// Shade cells by their distance from the start
    #[arg(long)]
    pub(crate) tint: bool,
    /// Draw over the map: `areas` by depth, the level `graph`, or the `walk` that wins the level
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) overlay: Vec<Overlay>,
    #[command(flatten)]
    pub(crate) tileset: TilesetArgs,
    /// Print the time of each stage, the size of the map after it, and what it changed
    #[arg(long)]
    pub(crate) timings: bool,
    /// Let the recipe read files anywhere, not only beside it or below
    #[arg(long)]
    pub(crate) trust_paths: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = examples!(
    "pack \"4 3 2 0 1 0 0 0 0\""
    "pack --count \"6 6 1 2 0 1 1 2 2\""
    "pack --unique --symmetry \"4 5 0 2 1 1 1 0 0\""
    "pack --svg filling.svg \"6 6 1 2 0 1 1 2 2\""
))]
pub(crate) struct PackArgs {
    /// `W H LL LR ZL ZR I O T`: columns, rows, and the number of each tetromino; without it and
    /// `--board`, reads such lines from standard input, one for each board
    #[arg(value_name = "LINE", allow_negative_numbers = true)]
    pub(crate) line: Vec<String>,
    /// Print the number of fillings
    #[arg(long, group = "counted", conflicts_with_all = ["unique", "all"])]
    pub(crate) count: bool,
    /// Print whether there is exactly one filling
    #[arg(long, group = "counted", conflicts_with = "all")]
    pub(crate) unique: bool,
    /// Print all fillings, up to N
    #[arg(long, value_name = "N", group = "counted")]
    pub(crate) all: Option<usize>,
    /// Count fillings as one if rotating or mirroring the board turns one into the other
    #[arg(long, requires = "counted")]
    pub(crate) symmetry: bool,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    /// A board of any shape, drawn with `.` for a cell to fill and `#` for a hole; `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "line")]
    pub(crate) board: Option<PathBuf>,
    /// The shapes for `--board`: `tetrominoes`, `pentominoes`, or shapes such as `XX X../XXX`
    #[arg(long, value_name = "SHAPES", default_value = "tetrominoes", requires = "board", conflicts_with = "line")]
    pub(crate) pieces: PieceSet,
    /// The number of each shape for `--board`, separated by commas [default: one]
    #[arg(long, value_name = "N,…", value_delimiter = ',', requires = "board", conflicts_with = "line")]
    pub(crate) counts: Vec<u32>,
    /// Do not rotate pieces
    #[arg(long)]
    pub(crate) no_turn: bool,
    /// Also mirror pieces
    #[arg(long)]
    pub(crate) mirror: bool,
    /// Allow left over pieces
    #[arg(long)]
    pub(crate) spares: bool,
    /// Give up after this many nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Search on all cores
    #[arg(long)]
    pub(crate) parallel: bool,
    /// Color the drawing for a terminal
    #[arg(long, conflicts_with_all = ["json", "count", "unique"])]
    pub(crate) color: bool,
    /// Draw the filling
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "unique", "all"], value_parser = output::png())]
    pub(crate) png: Option<PathBuf>,
    /// Draw the filling as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "unique", "all"], value_parser = output::svg())]
    pub(crate) svg: Option<PathBuf>,
}

/// Reads `A..B`.
pub(crate) fn seeds(text: &str) -> Result<Range<u64>, String> {
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
pub(crate) fn wrap(text: &str) -> Result<Wrap, String> {
    let known = Wrap::ALL.into_iter().find(|wrap| wrap.to_string() == text);
    known.ok_or_else(|| format!("expected {}", Wrap::ALL.map(|wrap| wrap.to_string()).join(", ")))
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, CommandFactory};

    use super::Args;

    fn all(command: &Command) -> Vec<(String, Arg)> {
        let own = command.get_arguments().map(|arg| (command.get_name().to_owned(), arg.clone()));
        own.chain(command.get_subcommands().flat_map(all)).collect()
    }

    #[test]
    fn a_letter_means_the_same_everywhere() {
        let mut command = Args::command();
        command.build();
        let letters = [('h', "help"), ('V', "version"), ('q', "quiet"), ('o', "out"), ('s', "seed")];
        for (of, arg) in all(&command) {
            let (short, long) = (arg.get_short(), arg.get_long());
            if let Some(short) = short {
                assert!(letters.contains(&(short, long.unwrap())), "{of} -{short}");
            }
            if let Some((letter, long)) = letters.iter().find(|&&(_, known)| long == Some(known)) {
                assert_eq!(short, Some(*letter), "{of} --{long}");
            }
            if long == Some("json") {
                let values = arg.get_num_args().unwrap();
                assert_eq!((values.min_values(), values.max_values()), (0, 1), "{of} --json");
            }
        }
    }

    #[test]
    fn every_call_fits_together() {
        Args::command().debug_assert();
    }
}
