//! `mapwright pipes play`: the puzzle as a game in the terminal.
//!
//! The terminal is given back as it was on every way out: when the player leaves, when something fails, when
//! the program panics, and when it is told to end by a signal.

mod game;
mod keys;
mod screen;

use std::io::{self, IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mapwright::pipes::{GameId, Session};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use self::game::{Action, Game};
use self::screen::{View, clock, counted};
use super::new::PuzzleArgs;
use super::read_id;
use crate::failure::Failure;
use crate::input::{print, write_text};

#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    /// The game ID; without one, a new puzzle with exactly one solution
    id: Option<String>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The seed of a new puzzle; by default from the clock
    #[arg(long, value_name = "N", conflicts_with = "id")]
    seed: Option<u64>,
    /// Go on with the game that is saved there, if one is, and save it there in the end
    #[arg(long, value_name = "FILE")]
    session: Option<PathBuf>,
}

pub(super) fn run(args: &Play) -> Result<(), Failure> {
    let session = begin(args)?;
    if !stdin().is_terminal() || !stdout().is_terminal() {
        return Err(Failure::input("pipes play needs a terminal; `pipes check` draws a board anywhere"));
    }
    let mut game = Game::new(session);
    let played = in_terminal(&mut game).map_err(|error| Failure::input(format!("terminal: {error}")));
    if let Some(path) = &args.session {
        save(path, &game.session)?;
    }
    played?;
    print(&farewell(&game))
}

/// The saved game, the one of the ID, or a new one.
fn begin(args: &Play) -> Result<Session, Failure> {
    if let Some(path) = args.session.as_deref().filter(|path| path.exists()) {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::input(error).about(path))?;
        return serde_json::from_str(&text).map_err(|error| Failure::input(error).about(path));
    }
    let id: GameId = match &args.id {
        Some(id) => read_id(id)?,
        None => {
            let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            PuzzleArgs { unique: true, ..args.puzzle.clone() }.make(args.seed.unwrap_or_else(now))?
        }
    };
    Ok(Session::of(id))
}

fn save(path: &Path, session: &Session) -> Result<(), Failure> {
    let text = serde_json::to_string(session).map_err(Failure::input)?;
    write_text(path, &(text + "\n"))
}

fn farewell(game: &Game) -> String {
    let (counts, time) = (game.board().counts(), clock(game.elapsed()));
    let moves = counted(game.session.moves().len(), "move");
    let id = game
        .session
        .id()
        .map_or_else(ToString::to_string, |id| id.with_tiles(game.board().puzzle().tiles()).to_string());
    if game.session.is_solved() {
        format!("solved in {time} with {moves}\n")
    } else {
        format!("{} of {} wet after {time} and {moves}\n{id}\n", counts.wet, counts.tiles)
    }
}

/// What tells a program to end.
const SIGNALS: &[i32] = &[
    signal_hook::consts::SIGTERM,
    signal_hook::consts::SIGINT,
    #[cfg(unix)]
    signal_hook::consts::SIGHUP,
];

/// Plays with the whole terminal, and gives it back.
fn in_terminal(game: &mut Game) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    for &signal in SIGNALS {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
        hook(panic);
    }));
    let mut terminal = ratatui::try_init()?;
    let played = execute!(stdout(), EnableMouseCapture).and_then(|()| play(game, &mut terminal, &ended));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    played
}

fn play(game: &mut Game, terminal: &mut ratatui::DefaultTerminal, ended: &AtomicBool) -> io::Result<()> {
    let mut view = View::default();
    while !ended.load(Ordering::Relaxed) {
        terminal.draw(|frame| view.draw(game, frame.buffer_mut()))?;
        // Wakes up for the clock and for signals.
        if !event::poll(Duration::from_millis(200))? {
            continue;
        }
        for action in wanted(&event::read()?, &view, game) {
            match action {
                Action::Quit => return Ok(()),
                Action::Zoom => view.change_zoom(),
                action => game.act(action),
            }
        }
    }
    Ok(())
}

fn wanted(event: &Event, view: &View, game: &Game) -> Vec<Action> {
    keys::actions(event, |column, row| view.tile_at(game, column, row))
}
