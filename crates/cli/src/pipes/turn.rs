//! `mapwright pipes turn`: what single turns change.

use mapwright::core::Point;
use mapwright::pipes::{BoardChange, Move, PipeBoard};

use super::{drawing, read_id};
use crate::failure::Failure;
use crate::output::{JsonArgs, write_text};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes turn 3x1:254 0,0,1" "pipes turn 3x1:254 0,0,1 0,0,-1 --json"))]
pub(crate) struct Turns {
    /// The game ID; `-` for standard input
    id: String,
    /// Which tile to turn, and by how many quarter turns clockwise (negative: the other way)
    #[arg(value_name = "X,Y,Q", required = true, value_parser = read_turn)]
    turns: Vec<Move>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &Turns) -> Result<(), Failure> {
    let mut board = PipeBoard::new(read_id(&args.id)?.puzzle().clone());
    // If any turn is wrong, nothing is printed.
    let mut text = String::new();
    for &Move { at, quarters } in &args.turns {
        let change = board.turn(at, quarters.into()).map_err(Failure::input)?;
        text += &if args.json.is_asked() {
            serde_json::to_string(change).map_err(Failure::input)? + "\n"
        } else {
            format!("{} by {quarters}: {}\n", at, explained(change))
        };
    }
    if !args.json.is_asked() {
        text += &drawing(&board);
    }
    write_text(args.json.place(), &text)
}

fn explained(change: &BoardChange) -> String {
    let parts =
        [("wet", &change.wet), ("dry", &change.dry), ("on a ring", &change.on_ring), ("off rings", &change.off_ring)];
    let parts =
        parts.into_iter().filter(|(_, cells)| !cells.is_empty()).map(|(what, cells)| format!("{} {what}", cells.len()));
    let changes = parts.collect::<Vec<String>>().join(", ");
    let changes = if changes.is_empty() { "no change".to_owned() } else { changes };
    if change.solved { changes + ", solved" } else { changes }
}

/// Reads `X,Y,Q`.
fn read_turn(text: &str) -> Result<Move, String> {
    let wrong = || "expected X,Y,Q with integers, such as 3,4,1".to_owned();
    let [x, y, quarters] = <[&str; 3]>::try_from(text.split(',').collect::<Vec<&str>>()).map_err(|_| wrong())?;
    let at = Point::new(x.trim().parse().map_err(|_| wrong())?, y.trim().parse().map_err(|_| wrong())?);
    let quarters: i64 = quarters.trim().parse().map_err(|_| wrong())?;
    Ok(Move { at, quarters: quarters.rem_euclid(4) as u8 })
}
