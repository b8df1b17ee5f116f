//! A game as the player sees it: a session, a cursor, a clock.

use std::time::{Duration, Instant};

use mapwright::core::{Dir, Dirs, Grid, Point};
use mapwright::pipes::{PipeBoard, Session, SolveLimits};

/// The most steps to find the first hint: a few tenths of a second.
const HINT_STEPS: u64 = 2_000_000;

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerAction {
    /// Move the cursor by one tile.
    Go(Dir),
    /// Move the cursor by one tile, but not over a border.
    Scroll(Dir),
    /// Move the cursor to a tile.
    GoTo(Point),
    /// Turn the tile under the cursor by quarter turns clockwise.
    Turn(u32),
    /// Lock the tile under the cursor, or unlock it.
    Lock,
    Undo,
    Redo,
    /// Turn one tile as it must be.
    Hint,
    /// Play another puzzle, when this one is solved or was not begun.
    New,
    /// Draw tiles larger or smaller.
    Zoom,
    Quit,
}

/// A game in progress.
pub(super) struct Game {
    pub(super) session: Session,
    pub(super) cursor: Point,
    /// The message about the last action.
    pub(super) message: String,
    pub(super) hints: usize,
    clock: Clock,
    /// A solution, once it was looked for.
    solution: Option<Result<Grid<Dirs>, String>>,
}

/// Time since the first move; it stops when the puzzle is solved.
#[derive(Clone, Copy, Debug)]
enum Clock {
    Stopped(Duration),
    Running { since: Instant, before: Duration },
}

impl Clock {
    fn elapsed(self) -> Duration {
        match self {
            Clock::Stopped(time) => time,
            Clock::Running { since, before } => before.saturating_add(since.elapsed()),
        }
    }

    fn start(self) -> Clock {
        match self {
            Clock::Stopped(before) => Clock::Running { since: Instant::now(), before },
            running => running,
        }
    }

    fn stop(self) -> Clock {
        Clock::Stopped(self.elapsed())
    }
}

impl Game {
    pub(super) fn new(session: Session) -> Self {
        Game::resumed(session, Duration::ZERO, 0)
    }

    /// Resumes a game with its time and hints so far. The clock continues with the next move.
    pub(super) fn resumed(session: Session, before: Duration, hints: usize) -> Self {
        let cursor = session.board().puzzle().source();
        Game { session, cursor, message: String::new(), hints, clock: Clock::Stopped(before), solution: None }
    }

    pub(super) const fn board(&self) -> &PipeBoard {
        self.session.board()
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Whether nothing is lost when another puzzle takes its place.
    pub(super) fn is_over(&self) -> bool {
        self.session.is_solved() || self.session.moves().is_empty() && self.session.undone().is_empty()
    }

    /// Carries out an action. If it is impossible, nothing changes except the message.
    pub(super) fn act(&mut self, action: PlayerAction) {
        self.message.clear();
        match action {
            PlayerAction::Go(dir) => self.go(dir),
            PlayerAction::Scroll(dir) => self.scroll(dir),
            PlayerAction::GoTo(at) if self.board().size().contains(at) => self.cursor = at,
            PlayerAction::Turn(quarters) => self.turn(self.cursor, quarters),
            PlayerAction::Lock => self.lock(),
            PlayerAction::Undo => {
                let last = self.session.moves().last().map(|last| last.at);
                self.step_back_or_on(last, |session| session.undo().is_some(), "nothing to undo");
            }
            PlayerAction::Redo => {
                let next = self.session.undone().first().map(|next| next.at);
                self.step_back_or_on(next, |session| session.redo().is_some(), "nothing to redo");
            }
            PlayerAction::Hint => self.hint(),
            PlayerAction::New => self.message = "solve this puzzle before you start a new one".to_owned(),
            PlayerAction::GoTo(_) | PlayerAction::Zoom | PlayerAction::Quit => (),
        }
    }

    fn go(&mut self, dir: Dir) {
        let size = self.board().size();
        let (dx, dy) = dir.delta();
        // Over a border to the other side, wrapped or not: the shortest way to the far end of a row.
        let moved = |at: u16, by: i32, length: u16| (i32::from(at) + by).rem_euclid(i32::from(length)) as u16;
        self.cursor = Point::new(moved(self.cursor.x, dx, size.w), moved(self.cursor.y, dy, size.h));
    }

    fn scroll(&mut self, dir: Dir) {
        let (size, (dx, dy)) = (self.board().size(), dir.delta());
        let moved = |at: u16, by: i32, length: u16| (i32::from(at) + by).clamp(0, i32::from(length) - 1) as u16;
        self.cursor = Point::new(moved(self.cursor.x, dx, size.w), moved(self.cursor.y, dy, size.h));
    }

    fn turn(&mut self, at: Point, quarters: u32) {
        match self.session.turn(at, quarters) {
            Ok(_) => self.after_move(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn lock(&mut self) {
        let at = self.cursor;
        let locked = self.session.is_locked(at);
        let done = if locked { self.session.unlock(at) } else { self.session.lock(at) };
        self.message = match done {
            Ok(()) if locked => "unlocked".to_owned(),
            Ok(()) => "locked".to_owned(),
            Err(error) => error.to_string(),
        };
    }

    fn step_back_or_on(&mut self, at: Option<Point>, step: impl FnOnce(&mut Session) -> bool, nothing: &str) {
        match at {
            Some(at) if step(&mut self.session) => {
                self.cursor = at;
                self.after_move();
            }
            _ => self.message = nothing.to_owned(),
        }
    }

    fn hint(&mut self) {
        let puzzle = self.session.board().puzzle();
        let solution = self.solution.get_or_insert_with(|| {
            let known = self.session.solution().cloned();
            let limits = SolveLimits { steps: HINT_STEPS, ..SolveLimits::default() };
            known.or_else(|| puzzle.find_solution(&limits)).ok_or_else(|| "no solution is known".to_owned())
        });
        let hint = match solution {
            Ok(solution) => self.session.hint_towards(solution).map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        match hint {
            Ok(Some(turn)) => {
                self.cursor = turn.at;
                self.hints += 1;
                // A tile that the player locked the wrong way is unlocked by asking.
                let _ = self.session.unlock(turn.at);
                self.turn(turn.at, turn.quarters.into());
            }
            Ok(None) => self.message = "every tile is right".to_owned(),
            Err(why) => self.message = why,
        }
    }

    fn after_move(&mut self) {
        self.clock = if self.session.is_solved() { self.clock.stop() } else { self.clock.start() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::pipes::GameId;

    fn game(id: &str) -> Game {
        Game::new(Session::from_id(id.parse::<GameId>().unwrap()))
    }

    #[test]
    fn a_game_is_won_and_its_clock_stops() {
        let mut game = game("3x1:254");
        assert_eq!(game.cursor, Point::new(1, 0));
        assert_eq!(game.elapsed(), Duration::ZERO);
        game.act(PlayerAction::Go(Dir::W));
        game.act(PlayerAction::Turn(1));
        assert!(game.session.is_solved() && game.is_over());
        let time = game.elapsed();
        assert_eq!(game.elapsed(), time);
        game.act(PlayerAction::Undo);
        assert!(!game.session.is_solved() && !game.is_over(), "the move can be made again");
        game.act(PlayerAction::Redo);
        assert!(game.session.is_solved());
        game.act(PlayerAction::Redo);
        assert_eq!(game.message, "nothing to redo");
    }

    #[test]
    fn locked_tiles_stay_and_hints_win_any_game() {
        let mut game = game("3x2:1e8131");
        game.act(PlayerAction::Lock);
        assert_eq!(game.message, "locked");
        let tile = game.board().tile(game.cursor);
        game.act(PlayerAction::Turn(1));
        assert_eq!(game.board().tile(game.cursor), tile);
        assert_eq!(game.message, "the tile at (1, 1) is locked");
        for _ in 0..20 {
            game.act(PlayerAction::Hint);
        }
        assert_eq!(game.session.is_solved(), game.message == "every tile is right", "{}", game.message);
    }

    #[test]
    fn the_cursor_stays_on_the_board() {
        let mut game = game("3x2:1e8131");
        game.act(PlayerAction::GoTo(Point::new(2, 1)));
        game.act(PlayerAction::Go(Dir::E));
        game.act(PlayerAction::Go(Dir::S));
        assert_eq!(game.cursor, Point::new(0, 0));
        game.act(PlayerAction::Scroll(Dir::N));
        assert_eq!(game.cursor, Point::new(0, 0));
        game.act(PlayerAction::Scroll(Dir::S));
        game.act(PlayerAction::Scroll(Dir::S));
        assert_eq!(game.cursor, Point::new(0, 1));
        game.act(PlayerAction::Go(Dir::S));
        game.act(PlayerAction::GoTo(Point::new(3, 0)));
        assert_eq!(game.cursor, Point::new(0, 0));
    }
}
