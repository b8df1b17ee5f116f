//! The player's game in progress, which is never lost without a word.

use delve_game::{Game, Status};

use crate::pages::Choice;

/// What is known about the saved game.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The game that "Continue" continues.
    pub(crate) saved: Option<Game>,
    /// Why the last attempt to save failed.
    pub(crate) failed: Option<String>,
    /// What the player was warned of last.
    warned: Option<Warning>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Warning {
    Replace(Choice),
    Quit,
}

impl Keeper {
    /// Tries to save a game. Only a saved one takes back a warning: each request to quit comes through here first.
    pub(crate) fn keep(&mut self, game: &Game, save: impl FnOnce(&Game) -> Result<(), String>) {
        self.failed = save(game).err();
        if self.failed.is_none() {
            self.warned = None;
        }
    }

    /// Back at the title: the game that was played, and the saved one as it was read. A game that could not be saved
    /// goes on from memory; one that has ended is over, saved or not. Returns what the player should know.
    pub(crate) fn return_to_title(&mut self, played: Option<Game>, read: Result<Option<Game>, String>) -> String {
        let unsaved = played.filter(|game| self.failed.is_some() && game.status == Status::Playing);
        self.warned = None;
        if let Some(game) = unsaved {
            self.saved = Some(game);
            return self.failed.clone().unwrap_or_default();
        }
        self.failed = None;
        let (saved, note) = match read {
            Ok(saved) => (saved, String::new()),
            Err(error) => (None, error),
        };
        self.saved = saved;
        note
    }

    /// Whether a new game may begin: not in place of a saved one, before the player chose it twice.
    pub(crate) fn may_begin(&mut self, choice: Choice) -> Result<(), String> {
        let Some(saved) = &self.saved else { return Ok(()) };
        let depth = saved.level.depth;
        self.warn(Warning::Replace(choice), || {
            format!("Your game on level {depth} will be lost. Choose the same again to begin anew.")
        })
    }

    /// Whether the program may end: not while a game is not saved, before the player asked for it twice.
    pub(crate) fn may_quit(&mut self) -> Result<(), String> {
        let Some(failed) = self.failed.clone() else { return Ok(()) };
        self.warn(Warning::Quit, || format!("{failed} Quit again to lose it."))
    }

    /// The player did something else. Returns whether there was a warning.
    pub(crate) fn forget_warning(&mut self) -> bool {
        self.warned.take().is_some()
    }

    fn warn(&mut self, warning: Warning, text: impl FnOnce() -> String) -> Result<(), String> {
        if self.warned == Some(warning) {
            return Ok(());
        }
        self.warned = Some(warning);
        Err(text())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn game() -> Game {
        Game::new(1).unwrap()
    }

    fn disk_is_full(_: &Game) -> Result<(), String> {
        Err("The game cannot be saved: no space left.".to_owned())
    }

    #[test]
    fn a_game_that_cannot_be_saved_says_so_and_goes_on() {
        let mut keeper = Keeper::default();
        keeper.keep(&game(), disk_is_full);
        assert_eq!(keeper.failed.as_deref(), Some("The game cannot be saved: no space left."));
        // An older game is on the disk; the one in memory is newer.
        let mut played = game();
        played.act(delve_game::Command::Wait);
        let note = keeper.return_to_title(Some(played), Ok(Some(game())));
        assert_eq!(note, "The game cannot be saved: no space left.");
        assert_eq!(keeper.saved.as_ref().unwrap().turn, 1);
        assert_eq!(keeper.may_quit().unwrap_err(), "The game cannot be saved: no space left. Quit again to lose it.");
        assert!(keeper.may_quit().is_ok());

        keeper.keep(&game(), |_| Ok(()));
        assert!(keeper.failed.is_none() && keeper.may_quit().is_ok());
        assert_eq!(keeper.return_to_title(Some(game()), Ok(None)), "");
        assert!(keeper.saved.is_none(), "what was read counts, once the game is saved");
        assert_eq!(keeper.return_to_title(None, Err("It is damaged.".to_owned())), "It is damaged.");
    }

    /// Each request to quit tries to save first.
    #[test]
    fn a_second_request_to_quit_is_granted_though_saving_fails_again() {
        let mut keeper = Keeper::default();
        keeper.keep(&game(), disk_is_full);
        assert!(keeper.may_quit().is_err());
        keeper.keep(&game(), disk_is_full);
        assert!(keeper.may_quit().is_ok());
        assert!(keeper.forget_warning());
        assert!(keeper.may_quit().is_err(), "the player went on");
    }

    #[test]
    fn a_game_that_ended_leaves_nothing_to_warn_of() {
        let mut keeper = Keeper::default();
        keeper.keep(&game(), disk_is_full);
        let mut ended = game();
        ended.status = Status::Won;
        assert_eq!(keeper.return_to_title(Some(ended), Ok(None)), "");
        assert!(keeper.failed.is_none() && keeper.may_quit().is_ok());
    }

    #[test]
    fn a_running_game_is_replaced_only_when_the_player_insists() {
        let mut keeper = Keeper::default();
        assert!(keeper.may_begin(Choice::New).is_ok(), "there is none");
        keeper.return_to_title(None, Ok(Some(game())));
        let warning = "Your game on level 1 will be lost. Choose the same again to begin anew.";
        assert_eq!(keeper.may_begin(Choice::New).unwrap_err(), warning);
        assert_eq!(keeper.may_begin(Choice::Daily).unwrap_err(), warning, "that is another choice");
        assert!(keeper.may_begin(Choice::Daily).is_ok());
        keeper.forget_warning();
        assert!(keeper.may_begin(Choice::Daily).is_err());
    }
}
