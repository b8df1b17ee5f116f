//! `mapwright pipes play`: the puzzle as a game in the terminal.
//!
//! The terminal is always restored: when the player leaves, when something fails, when
//! the program panics, and when a signal ends it.

mod canvas;
mod game;
mod keys;
mod saved;
mod screen;

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use crossterm::execute;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use mapwright::core::Wrap;
use mapwright::pipes::Session;

use self::canvas::Canvas;
use self::game::{Game, PlayerAction};
use self::screen::{View, clock, counted};
use super::id::read_game;
use super::new::PuzzleArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::place::{check_file, print};

#[derive(Debug, clap::Args)]
#[command(after_help = crate::args::examples!("pipes play" "pipes play 3x1:254" "pipes play --size 20x12 --session game.json"))]
pub(crate) struct Play {
    /// A game ID, or a file with one, with a map or a saved game of Net; without it, a new puzzle with exactly one solution
    #[arg(conflicts_with_all = ["size", "wrap"])]
    id: Option<String>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The seed of a new puzzle; by default from the clock
    #[arg(long, short, value_name = "N", conflicts_with = "id", value_parser = crate::args::seed)]
    seed: Option<u64>,
    /// Continue the game saved in this file, if there is one, and save it at the end
    #[arg(long, value_name = "FILE")]
    session: Option<PathBuf>,
}

pub(super) fn run(args: &Play) -> Result<(), Failure> {
    args.session.as_deref().map_or(Ok(()), check_file)?;
    let mut game = begin(args)?;
    need_terminal()?;
    // Better to find out before an hour of play that the file cannot be written.
    let save = |game: &Game| args.session.as_deref().map_or(Ok(()), |path| saved::write(path, game));
    save(&game)?;
    let played = in_terminal(&mut game, &args.puzzle).map_err(|error| Failure::input(format!("terminal: {error}")));
    let saved = save(&game);
    if !stdout().is_terminal() {
        // The terminal was closed, so nobody can read a message.
        return saved;
    }
    print(&farewell(&game))?;
    played.and(saved)
}

fn need_terminal() -> Result<(), Failure> {
    match stdin().is_terminal() && stdout().is_terminal() {
        true => Ok(()),
        false => Err(Failure::input("pipes play needs a terminal; `pipes check` draws a board anywhere")),
    }
}

/// The saved game, the one of the ID, or a new one.
fn begin(args: &Play) -> Result<Game, Failure> {
    let given = args.id.as_deref().map(read_game).transpose()?;
    if let Some(path) = args.session.as_deref().filter(|path| path.exists()) {
        let game = saved::read(path, given.as_ref().and_then(|game| game.id().ok()))?;
        check_continued(args, &game).map_err(|failure| failure.about(path))?;
        return Ok(game);
    }
    let new = || {
        need_terminal()?;
        PuzzleArgs { unique: true, ..args.puzzle.clone() }.make(args.seed.unwrap_or_else(now))
    };
    Ok(Game::new(given.map_or_else(|| new().map(Session::from_id), Ok)?))
}

/// Refuses options of new games where a saved one is another.
fn check_continued(args: &Play, game: &Game) -> Result<(), Failure> {
    let (size, wrap) = (game.board().size(), game.board().puzzle().wrap());
    let others = [
        ("--size", args.puzzle.size.is_some_and(|wanted| wanted != size)),
        ("--wrap", args.puzzle.wrap && wrap != Wrap::Both),
        ("--seed", args.seed.is_some()),
    ];
    match others.iter().find(|(_, is_other)| *is_other) {
        Some((option, _)) => {
            let why =
                format!("the saved game is {size}; `{option}` is for a new game: leave it out to continue this one");
            Err(Failure::input(why))
        }
        None => Ok(()),
    }
}

/// Another puzzle with exactly one solution, as large as the one before.
fn another(game: &Game, args: &PuzzleArgs) -> Result<Game, Failure> {
    let wrap = game.board().puzzle().wrap() == Wrap::Both;
    let args = PuzzleArgs { unique: true, size: Some(game.board().size()), wrap, ..args.clone() };
    Ok(Game::new(Session::from_id(args.make(now())?)))
}

/// A seed from the clock.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(0))
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

/// Plays with the whole terminal, and gives it back.
fn in_terminal(game: &mut Game, args: &PuzzleArgs) -> io::Result<()> {
    interrupt::play(true);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        give_back();
        hook(panic);
    }));
    let played = take().and_then(|()| play(game, args));
    give_back();
    interrupt::play(false);
    played
}

/// Switches to a screen of the game's own, where keys and the mouse arrive one by one.
fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, Hide, EnableMouseCapture)
}

/// Undoes what it can: a terminal that was closed takes nothing back, and that is no fault. On Windows, giving back the
/// mouse also brings back the raw mode in which it was taken, so it comes first, and fails if it was not taken.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture);
    let _ = execute!(stdout(), Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

fn play(game: &mut Game, args: &PuzzleArgs) -> io::Result<()> {
    let events = listen();
    let (mut view, mut shown) = (View::default(), Canvas::default());
    while !interrupt::has_come() && stdin().is_terminal() {
        let canvas = view.draw(game, terminal::size()?);
        stdout().write_all(&canvas.changes(&shown)?)?;
        stdout().flush()?;
        shown = canvas;
        // Wakes up for the clock, for signals, and for a terminal that was closed.
        let first = match events.recv_timeout(Duration::from_millis(200)) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // A moving mouse sends more events than can be drawn one by one.
        for event in std::iter::once(first).chain(events.try_iter()) {
            for action in wanted(&event?, &view, game) {
                match action {
                    PlayerAction::Quit => return Ok(()),
                    PlayerAction::Zoom => view.change_zoom(),
                    PlayerAction::New if game.is_over() => match another(game, args) {
                        Ok(other) => *game = other,
                        Err(error) => game.message = error.to_string(),
                    },
                    action => game.act(action),
                }
            }
        }
    }
    Ok(())
}

/// Reads keys and the mouse in a thread of its own, because reading from a terminal that was closed never
/// comes back. The thread ends with the program.
fn listen() -> Receiver<io::Result<Event>> {
    let (sender, events) = mpsc::channel();
    thread::spawn(move || {
        let mut goes_on = true;
        while goes_on {
            let event = event::read();
            goes_on = event.is_ok();
            goes_on &= sender.send(event).is_ok();
        }
    });
    events
}

fn wanted(event: &Event, view: &View, game: &Game) -> Vec<PlayerAction> {
    keys::actions(event, |column, row| view.tile_at(game, column, row))
}
