//! `mapwright pipes check`: which tiles are wet or on rings.

use mapwright::pipes::PipeBoard;
use serde_json::json;

use super::{drawing, read_id};
use crate::failure::Failure;
use crate::output::{JsonArgs, print, write_text};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes check 3x1:254" "pipes check 3x1:254 --json"))]
pub(crate) struct Check {
    /// The game ID; `-` for standard input
    id: String,
    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &Check) -> Result<(), Failure> {
    let board = PipeBoard::new(read_id(&args.id)?.puzzle().clone());
    let (size, counts, solved) = (board.size(), board.counts(), board.solved());
    if args.json.is_asked() {
        let answer = json!({
            "width": size.w, "height": size.h, "wrap": board.puzzle().wrap(),
            "tiles": counts.tiles, "wet": counts.wet, "on_ring": counts.on_ring, "solved": solved,
        });
        return write_text(args.json.place(), &format!("{answer}\n"));
    }
    let verdict = if solved { "solved" } else { "not solved" };
    print(&format!(
        "{}{} tiles, {} wet, {} on rings: {verdict}\n",
        drawing(&board),
        counts.tiles,
        counts.wet,
        counts.on_ring
    ))
}
