//! Which screen is shown, and what the player does on it.

use delve_game::{Command, Game, Status, save};
use macroquad::prelude::*;
use mapwright::core::Dir;

use crate::input::{self, Keys};
use crate::keeper::Keeper;
use crate::pages::{self, Choice};
use crate::pipes::Board;
use crate::sprites::Sprites;
use crate::theme::{NIGHT, Pen, SUN, fade};
use crate::world::World;
use crate::{hud, store};

/// Seconds between the commands of a replay.
const PACE: f32 = 0.07;
/// The game behind the title, which a test plays too.
const VICTORY: &str = include_str!("../../replays/victory.json");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Title,
    Play,
    Help,
}

/// The whole program.
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) game: Game,
    world: World,
    board: Option<Board>,
    sprites: Sprites,
    pen: Pen,
    keys: Keys,
    choices: Vec<Choice>,
    chosen: usize,
    pub(crate) note: String,
    /// The commands of a replay that are still to come, last first.
    pub(crate) replay: Option<Vec<Command>>,
    keeper: Keeper,
    /// Seconds since the last command that was not the player's.
    idle: f32,
    /// Seconds since the end of the game.
    pub(crate) ended: f32,
}

impl App {
    /// The title, with a replay behind it.
    pub(crate) fn new() -> Result<App, String> {
        let game = Game::new(0).map_err(|error| error.to_string())?;
        let mut app = App {
            screen: Screen::Title,
            world: World::new(&game.level),
            game,
            board: None,
            sprites: Sprites::new(),
            pen: Pen::new(),
            keys: Keys::default(),
            choices: Vec::new(),
            chosen: 0,
            note: String::new(),
            replay: None,
            keeper: Keeper::default(),
            idle: 0.0,
            ended: 0.0,
        };
        app.show_title()?;
        Ok(app)
    }

    fn show_title(&mut self) -> Result<(), String> {
        let played = self.replay.is_none().then(|| self.game.clone());
        self.replay(VICTORY)?;
        self.note = self.keeper.return_to_title(played, store::load());
        let can = |choice: &Choice| match choice {
            Choice::Continue => self.keeper.saved.is_some(),
            Choice::Quit => !cfg!(target_arch = "wasm32"),
            _ => true,
        };
        self.choices = Choice::ALL.into_iter().filter(can).collect();
        (self.screen, self.chosen) = (Screen::Title, 0);
        Ok(())
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, seed: u64) -> Result<(), String> {
        self.play(Game::new(seed).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Shows a saved game from its first command on.
    pub(crate) fn replay(&mut self, text: &str) -> Result<(), String> {
        let (game, commands, _) = save::read(text).map_err(|error| error.to_string())?;
        self.play(game);
        self.replay = Some(commands.into_iter().rev().collect());
        Ok(())
    }

    pub(crate) fn play(&mut self, game: Game) {
        (self.world, self.game, self.board) = (World::new(&game.level), game, None);
        (self.screen, self.ended, self.replay) = (Screen::Play, 0.0, None);
    }

    /// Carries out a command, and shows it.
    pub(crate) fn act(&mut self, command: Command) {
        let was = (self.game.status.clone(), self.game.level.depth, self.game.turn);
        let events = self.game.act(command);
        self.world.show(&self.game, &events);
        match (self.game.lock(), &mut self.board) {
            (None, board) => *board = None,
            (Some(lock), None) => self.board = Some(Board::new(lock.pipes.board().size())),
            (Some(_), Some(board)) => {
                if let (Command::Turn(at), true) = (command, self.game.turn > was.2) {
                    board.turned(at);
                }
            }
        }
        if self.screen != Screen::Play || self.replay.is_some() {
            return;
        }
        if self.keeper.forget_warning() {
            self.note.clear();
        }
        // A page has no moment of closing, so the game is saved now and then.
        if was.0 != self.game.status || was.1 != self.game.level.depth || self.game.turn / 20 != was.2 / 20 {
            self.keep();
        }
    }

    fn keep(&mut self) {
        self.keeper.keep(&self.game, store::keep);
        if self.keeper.failed.is_none() {
            self.note.clear();
        }
    }

    /// Draws a frame and reads the player's hands. False at the end of the program.
    pub(crate) fn frame(&mut self) -> bool {
        self.draw();
        if is_quit_requested() {
            self.leave();
            return !self.may_quit();
        }
        match self.screen {
            Screen::Title => return self.on_title(),
            Screen::Play => {
                if let Err(error) = self.on_play() {
                    self.note = error;
                }
            }
            Screen::Help if get_last_key_pressed().is_some() || is_mouse_button_pressed(MouseButton::Left) => {
                self.screen = if self.replay.is_some() { Screen::Title } else { Screen::Play };
            }
            Screen::Help => {}
        }
        true
    }

    /// Whether the program ends now; if not, the note says why.
    fn may_quit(&mut self) -> bool {
        self.keeper.may_quit().map_err(|warning| self.note = warning).is_ok()
    }

    /// Saves the game that is played.
    fn leave(&mut self) {
        if self.screen != Screen::Title && self.replay.is_none() && self.game.status == Status::Playing {
            self.keep();
        }
    }

    fn map_area(&self) -> Rect {
        let (w, h) = (screen_width(), screen_height());
        match self.screen {
            // The hero walks beside the menu.
            Screen::Title => Rect::new(w / 2.0 - pages::title_place(w, h), 0.0, w, h),
            _ => Rect::new(0.0, 0.0, w - hud::WIDTH, h),
        }
    }

    pub(crate) fn draw(&mut self) {
        clear_background(NIGHT);
        let area = self.map_area();
        self.world.draw(&self.game, area, &self.sprites, &self.pen);
        if self.screen != Screen::Title {
            if let Some(board) = &mut self.board {
                board.draw(&self.game, area, &self.pen);
            }
            hud::draw(&self.game, area.w, area.h, &self.sprites, &self.pen);
            if self.game.status != Status::Playing {
                self.ended += get_frame_time();
            }
            pages::end(&self.game, self.ended, &self.sprites, &self.pen);
        }
        match self.screen {
            Screen::Help => {
                pages::help(&self.sprites, &self.pen);
                self.draw_note(Rect::new(0.0, 0.0, screen_width(), screen_height()));
            }
            Screen::Title => self.draw_title(),
            Screen::Play => self.draw_note(area),
        }
    }

    /// What the player must know, above all that the game cannot be saved: at the bottom, on as many lines as it takes.
    fn draw_note(&self, area: Rect) {
        let text = self.keeper.failed.as_ref().filter(|_| self.note.is_empty()).unwrap_or(&self.note);
        let text = self.pen.wrap(text, 16, area.w * 0.9);
        for (row, line) in text.lines().rev().enumerate() {
            let y = area.h - 16.0 - 22.0 * row as f32;
            draw_rectangle(0.0, y - 18.0, area.w, 24.0, fade(NIGHT, 0.9));
            self.pen.centered(line, area.w / 2.0, y, 16, SUN);
        }
    }

    fn draw_title(&mut self) {
        let under_mouse = pages::title(&self.choices, self.chosen, &self.note, &self.pen);
        if mouse_delta_position() != Vec2::ZERO || is_mouse_button_pressed(MouseButton::Left) {
            self.choose(under_mouse.unwrap_or(self.chosen));
        }
    }

    /// Another line of the menu takes back a warning about this one.
    fn choose(&mut self, line: usize) {
        if line != self.chosen {
            self.chosen = line;
            self.keeper.forget_warning();
            self.note.clear();
        }
    }

    /// Whether it is time for another command of a bot or a replay.
    fn is_due(&mut self) -> bool {
        self.idle += get_frame_time();
        let due = self.idle > PACE;
        self.idle = if due { 0.0 } else { self.idle };
        due
    }

    /// The next command of a replay.
    fn show_replay(&mut self) {
        if self.is_due()
            && let Some(command) = self.replay.as_mut().and_then(Vec::pop)
        {
            self.act(command);
        }
    }

    /// False when the player quits.
    fn on_title(&mut self) -> bool {
        self.show_replay();
        let last = self.choices.len().saturating_sub(1);
        match self.keys.direction() {
            Some(Dir::N) => self.choose(self.chosen.checked_sub(1).unwrap_or(last)),
            Some(Dir::S) => self.choose(if self.chosen == last { 0 } else { self.chosen + 1 }),
            _ => {}
        }
        let keys = [KeyCode::Enter, KeyCode::Space].into_iter().any(is_key_pressed);
        if !keys && !is_mouse_button_pressed(MouseButton::Left) {
            return true;
        }
        let begun = match self.choices.get(self.chosen).copied() {
            Some(Choice::New) => self.keeper.may_begin(Choice::New).and_then(|()| self.begin(seed_of_now())),
            Some(Choice::Daily) => self.keeper.may_begin(Choice::Daily).and_then(|()| self.begin(seed_of_day())),
            Some(Choice::Quit) => return !self.may_quit(),
            Some(Choice::Help) => {
                self.screen = Screen::Help;
                return true;
            }
            Some(Choice::Continue) | None => {
                self.keeper.saved.take().into_iter().for_each(|game| self.play(game));
                return true;
            }
        };
        self.note = begun.err().unwrap_or_default();
        true
    }

    fn on_play(&mut self) -> Result<(), String> {
        let over = self.game.status != Status::Playing;
        let go_on = is_key_pressed(KeyCode::Enter) || is_mouse_button_pressed(MouseButton::Left);
        if is_key_pressed(KeyCode::Escape) || over && self.ended > 0.8 && go_on {
            if self.game.at_lock.is_some() {
                self.act(Command::Leave);
                return Ok(());
            }
            self.leave();
            return self.show_title();
        }
        if self.replay.is_some() {
            self.show_replay();
            return Ok(());
        }
        if is_key_pressed(KeyCode::F1) || get_char_pressed() == Some('?') {
            self.screen = Screen::Help;
            return Ok(());
        }
        let (area, step) = (self.map_area(), self.keys.direction());
        let command = match &mut self.board {
            Some(board) => board.command(area, step),
            None => step.map(Command::Step).or_else(input::command).or_else(|| self.clicked(area)),
        };
        command.into_iter().for_each(|command| self.act(command));
        Ok(())
    }

    fn clicked(&self, area: Rect) -> Option<Command> {
        let pixel = mouse_position();
        let is_click = is_mouse_button_pressed(MouseButton::Left) && area.contains(pixel.into());
        is_click.then(|| self.world.cell_at(area, pixel)).and_then(|cell| input::towards(&self.game, cell))
    }
}

/// A seed that is new each time.
fn seed_of_now() -> u64 {
    (miniquad::date::now() * 1000.0) as u64
}

/// The same seed for everybody for a day: days since 1970.
fn seed_of_day() -> u64 {
    (miniquad::date::now() / 86_400.0) as u64
}
