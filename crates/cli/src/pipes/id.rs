//! Game IDs as arguments.

use std::path::Path;

use mapwright::pipes::{GameId, PipePuzzle};
use mapwright::recipe::map_from_json;

use crate::failure::Failure;
use crate::input::read_text;
use crate::place::extension;

/// Reads a game ID, or a file with IDs on lines or a finished map; `-` is standard input.
pub(super) fn read_ids(given: &str) -> Result<Vec<GameId>, Failure> {
    let path = Path::new(given);
    let is_file = given == "-" || path.is_file() || extension(path) == "json";
    let text = if is_file { read_text(path)? } else { given.to_owned() };
    let refused = |error: String| Failure::input(error);
    let ids = if text.trim_start().starts_with('{') {
        let (map, _) = map_from_json(&text).map_err(|error| refused(error.to_string()).about(path))?;
        let puzzle = PipePuzzle::from_map(&map).map_err(|error| refused(error.to_string()).about(path))?;
        vec![GameId::new(puzzle).map_err(Failure::input)?]
    } else {
        let ids = text.split_whitespace().map(str::parse).collect::<Result<_, _>>();
        ids.map_err(|error| refused(format!("game ID: {error}")))?
    };
    if ids.is_empty() { Err(refused("game ID: nothing is there".to_owned())) } else { Ok(ids) }
}

/// Reads a single game ID.
pub(super) fn read_id(given: &str) -> Result<GameId, Failure> {
    let mut ids = read_ids(given)?;
    if ids.len() > 1 {
        return Err(Failure::input(format!("game ID: found {}; expected one", ids.len())));
    }
    Ok(ids.swap_remove(0))
}
