//! What happens when the program is told to end, by Ctrl-C or by a signal: it takes its unfinished files with it. A game
//! in the terminal ends as if the player had left.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether someone plays.
static PLAYS: AtomicBool = AtomicBool::new(false);
/// Whether the program was told to end while someone played.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Of programs that were ended by Ctrl-C, as shells count.
const INTERRUPTED: i32 = 130;

/// Listens from now on. Where that cannot be, or where such signals are ignored (`nohup`), the program goes on without.
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
