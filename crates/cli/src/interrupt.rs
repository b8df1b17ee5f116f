//! Handles Ctrl-C and signals: the program removes its unfinished files and ends. A game
//! in the terminal ends as if the player had left.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether someone plays.
static PLAYS: AtomicBool = AtomicBool::new(false);
/// Whether the program was told to end while someone played.
static ENDED: AtomicBool = AtomicBool::new(false);

/// The exit status of programs ended by Ctrl-C, by convention of shells.
const INTERRUPTED: i32 = 130;

/// Starts to listen. If that is impossible, or if such signals are ignored (`nohup`), the program continues without.
pub(crate) fn listen() {
    let _ = ctrlc::try_set_handler(|| {
        if PLAYS.load(Ordering::SeqCst) {
            return ENDED.store(true, Ordering::SeqCst);
        }
        mapwright::files::remove_unfinished();
        std::process::exit(INTERRUPTED);
    });
}

/// Leaves it to the game to end when [`has_come`] says so; `false` gives that back.
pub(crate) fn play(plays: bool) {
    PLAYS.store(plays, Ordering::SeqCst);
}

/// Whether the program was told to end while someone played.
pub(crate) fn has_come() -> bool {
    ENDED.load(Ordering::SeqCst)
}
