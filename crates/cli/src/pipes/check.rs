//! `mapwright pipes check`: which tiles are wet or on rings.

use mapwright::pipes::PipeBoard;
use serde_json::json;

use super::drawing::{Zoom, text};
use super::id::read_id;
use crate::failure::Failure;
use crate::format::AnswerArgs;
use crate::message::takes_colors;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes check 3x1:254" "pipes check 3x1:254 --format json"))]
pub(crate) struct Check {
    /// A game ID, or a file with one, with a map or a saved game of Net; `-` for standard input
    id: String,
    #[command(flatten)]
    answer: AnswerArgs,
}

pub(super) fn run(args: &Check) -> Result<(), Failure> {
    let is_json = args.answer.is_json()?;
    let board = PipeBoard::new(read_id(&args.id)?.puzzle().clone());
    let (size, counts, solved) = (board.size(), board.counts(), board.solved());
    if is_json {
        let answer = json!({
            "width": size.w, "height": size.h, "wrap": board.puzzle().wrap(),
            "tiles": counts.tiles, "wet": counts.wet, "on_ring": counts.on_ring, "solved": solved,
        });
        return args.answer.write(&format!("{answer}\n"));
    }
    let (drawn, verdict) = (text(&board, Zoom::Large, takes_colors()), if solved { "solved" } else { "not solved" });
    let counts = format!("{} tiles, {} wet, {} on rings", counts.tiles, counts.wet, counts.on_ring);
    args.answer.write(&format!("{drawn}{counts}: {verdict}\n"))
}
