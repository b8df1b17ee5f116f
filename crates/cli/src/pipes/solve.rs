//! `mapwright pipes solve`: one solution, several or none.

use mapwright::pipes::{Difficulty, GameId, SolveLimits, Verdict};
use serde_json::json;

use super::id::read_ids;
use crate::failure::Failure;
use crate::format::AnswerArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes solve 3x1:254" "pipes solve 3x1:254 --format json"))]
pub(crate) struct Solve {
    /// A game ID, or a file with IDs, a map or a saved game of Net; `-` for standard input
    id: String,
    /// The most tiles to process in lookahead and guesses before giving up
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    #[command(flatten)]
    answer: AnswerArgs,
}

pub(super) fn run(args: &Solve) -> Result<(), Failure> {
    let is_json = args.answer.is_json()?;
    let mut limits = SolveLimits::default();
    limits.steps = args.steps.unwrap_or(limits.steps);
    let answers: Vec<_> = read_ids(&args.id)?.iter().map(|id| answer(id, &limits, is_json)).collect();
    let texts: Vec<&str> = answers.iter().map(|(text, _)| text.as_str()).collect();
    args.answer.write(&texts.join(if is_json { "" } else { "\n" }))?;
    answers.into_iter().try_for_each(|(_, result)| result)
}

/// The answer for one puzzle, and how the program ends.
fn answer(id: &GameId, limits: &SolveLimits, is_json: bool) -> (String, Result<(), Failure>) {
    let solved = id.puzzle().solve(limits);
    let solutions: Vec<String> =
        solved.verdict.solutions().into_iter().map(|tiles| id.with_tiles(tiles).to_string()).collect();
    let text = if is_json {
        let answer = json!({
            "verdict": solved.verdict.name(), "solutions": solutions, "difficulty": solved.difficulty,
        });
        format!("{answer}\n")
    } else {
        let ids: String = solutions.iter().map(|id| format!("{id}\n")).collect();
        format!("{}\n{ids}{}", solved.verdict.name(), explained(&solved.difficulty))
    };
    let result = match solved.verdict {
        Verdict::Unique(_) => Ok(()),
        Verdict::Several(..) => Err(Failure::build("the puzzle has several solutions")),
        Verdict::None => Err(Failure::build("the puzzle has no solution")),
        _ => Err(Failure::build("gave up; --steps allows more work")),
    };
    (text, result)
}

/// How hard the puzzle is, in a few lines.
fn explained(difficulty: &Difficulty) -> String {
    let rows = [
        ("grade", difficulty.grade.name().to_owned()),
        ("tiles", difficulty.tiles.to_string()),
        ("open after matching sides", difficulty.open_after_local.to_string()),
        ("open without rings", difficulty.open_after_rings.to_string()),
        ("open without sealed parts", difficulty.open_after_isolation.to_string()),
        ("open after lookahead", difficulty.open_after_lookahead.to_string()),
        ("rounds", difficulty.rounds.to_string()),
        ("guesses", difficulty.guesses.to_string()),
        ("depth", difficulty.depth.to_string()),
    ];
    rows.into_iter().map(|(name, value)| format!("{name:26} {value}\n")).collect()
}
