//! A saved game: the session, and the time and hints it took.

use std::path::Path;
use std::time::Duration;

use mapwright::files::save_atomic;
use mapwright::pipes::{GameId, Session};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::game::Game;
use crate::failure::Failure;
use crate::input::read_text;

/// A saved game, field by field. Its session is borrowed when written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Saved<S> {
    session: S,
    seconds: u64,
    hints: usize,
}

/// Distinguishes a saved game from a plain session, which another program may have written.
#[derive(Deserialize)]
struct SessionProbe {
    session: Option<IgnoredAny>,
}

/// Saves a game, completely or not at all.
pub(super) fn write(path: &Path, game: &Game) -> Result<(), Failure> {
    let saved = Saved { session: &game.session, seconds: game.elapsed().as_secs(), hints: game.hints };
    let text = serde_json::to_string(&saved).map_err(Failure::input)?;
    save_atomic(path, |file| writeln!(file, "{text}")).map_err(Failure::input)
}

/// Reads a saved game. If an ID is given, the game must have it.
pub(super) fn read(path: &Path, id: Option<&GameId>) -> Result<Game, Failure> {
    let text = read_text(path)?;
    let game = parse(&text).map_err(|error| Failure::input(error).about(path))?;
    match (game.session.id(), id) {
        (Ok(saved), Some(wanted)) if saved.puzzle() != wanted.puzzle() => {
            Err(Failure::input("the saved game has another ID; leave out the ID to continue it").about(path))
        }
        _ => Ok(game),
    }
}

fn parse(text: &str) -> Result<Game, serde_json::Error> {
    if serde_json::from_str::<SessionProbe>(text)?.session.is_none() {
        return serde_json::from_str(text).map(Game::new);
    }
    let Saved::<Session> { session, seconds, hints } = serde_json::from_str(text)?;
    Ok(Game::resumed(session, Duration::from_secs(seconds), hints))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipes::play::game::PlayerAction;
    use mapwright::core::Point;

    fn id(text: &str) -> GameId {
        text.parse().unwrap()
    }

    #[test]
    fn a_game_goes_on_where_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        let mut game = Game::resumed(Session::from_id(id("3x2:1e8131")), Duration::from_secs(75), 2);
        game.act(PlayerAction::Lock);
        game.act(PlayerAction::GoTo(Point::new(0, 0)));
        game.act(PlayerAction::Turn(1));
        game.act(PlayerAction::Turn(1));
        game.act(PlayerAction::Undo);
        write(&path, &game).unwrap();
        let again = read(&path, Some(&id("3x2:1e8131"))).unwrap();
        assert_eq!(again.elapsed(), Duration::from_secs(75), "the clock waits for the next move");
        assert_eq!(
            (again.hints, again.session.moves(), again.session.undone()),
            (2, game.session.moves(), game.session.undone())
        );
        assert!(again.session.is_locked(Point::new(1, 1)));
        let message = format!("{}: the saved game has another ID; leave out the ID to continue it", path.display());
        assert_eq!(read(&path, Some(&id("3x1:254"))).map(|_| ()).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_session_alone_is_a_game_too_and_anything_else_is_none() {
        let session = r#"{"id":"3x1:254","moves":[[0,0,1]],"cursor":1,"locked":[]}"#;
        let game = parse(session).unwrap();
        assert!(game.session.is_solved() && game.hints == 0);
        for wrong in ["", "[]", "{}", r#"{"session":{}}"#, r#"{"session":null,"seconds":-1}"#] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let huge = format!(r#"{{"session":{session},"seconds":18446744073709551615,"hints":0}}"#);
        let mut game = parse(&huge).unwrap();
        game.act(PlayerAction::Undo);
        assert!(!game.session.is_solved() && game.elapsed().as_secs() == u64::MAX);
    }
}
