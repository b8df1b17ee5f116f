//! Game IDs as arguments.

use std::path::Path;

use mapwright::pipes::{GameId, PipePuzzle, Session};
use mapwright::recipe::map_from_json;

use crate::failure::Failure;
use crate::input::read_text;
use crate::place::extension;

/// The text of a file, `-` for standard input; or the argument itself.
fn text_of(given: &str) -> Result<String, Failure> {
    let path = Path::new(given);
    let is_file = given == "-" || path.is_file() || extension(path) == "json";
    if is_file { read_text(path) } else { Ok(given.to_owned()) }
}

/// Reads a game ID, or a file with IDs on lines, a finished map, or a saved game of Net; `-` is standard input.
pub(super) fn read_ids(given: &str) -> Result<Vec<GameId>, Failure> {
    let (path, text) = (Path::new(given), text_of(given)?);
    let refused = |error: String| Failure::input(error);
    let ids = if text.trim_start().starts_with('{') {
        let (map, _) = map_from_json(&text).map_err(|error| refused(error.to_string()).about(path))?;
        let puzzle = PipePuzzle::from_map(&map).map_err(|error| refused(error.to_string()).about(path))?;
        vec![GameId::new(puzzle).map_err(Failure::input)?]
    } else if Session::is_net_save(&text) {
        let game = Session::from_net_save(&text).map_err(|error| Failure::input(error).about(path))?;
        vec![game.id().map_err(Failure::input)?.with_tiles(game.board().puzzle().tiles())]
    } else {
        let lines =
            text.lines().zip(1..).flat_map(|(line, number)| line.split_whitespace().map(move |id| (number, id)));
        let id = |(number, id): (usize, &str)| {
            id.parse().map_err(|error| match text == given {
                // Whoever names a file that is not there should hear of it.
                true if given.contains(['.', '/']) && !given.contains("://") => {
                    refused(format!("game ID: {error}; and there is no file {given}"))
                }
                true => refused(format!("game ID: {error}")),
                false => refused(format!("line {number}: game ID: {error}")).about(path),
            })
        };
        lines.map(id).collect::<Result<_, _>>()?
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

/// Reads a game to play: a new one of an ID or a map, or a saved game of Net.
pub(super) fn read_game(given: &str) -> Result<Session, Failure> {
    let path = Path::new(given);
    if path.is_file() {
        let text = read_text(path)?;
        if Session::is_net_save(&text) {
            return Session::from_net_save(&text).map_err(|error| Failure::input(error).about(path));
        }
    }
    read_id(given).map(Session::from_id)
}
