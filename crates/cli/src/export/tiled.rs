//! Tiled: `.tmj` and `.tmx`.

use std::path::Path;

use super::Format;
use super::given::Options;
use super::source::Source;
use crate::failure::Failure;

const TILED: &[Format] = &[Format::Tmj, Format::Tmx];

/// Which formats take which of the options.
pub(super) const OPTIONS: Options = &[("tile_px", TILED)];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tiled")]
pub(super) struct TiledArgs {
    /// Pixels a tile
    #[arg(long, value_name = "PX", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=512))]
    tile_px: u32,
}

pub(super) fn write(_: &Source, _: Format, _: &Path, args: &TiledArgs) -> Result<(), Failure> {
    Err(Failure::input(format!("not yet, not even with {} pixels", args.tile_px)))
}
