//! Handles Ctrl-C and signals: the program removes its unfinished files and ends. A game
//! in the terminal ends as if the player had left.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether someone plays.
static PLAYS: AtomicBool = AtomicBool::new(false);
/// Whether the program was told to end while someone played.
static ENDED: AtomicBool = AtomicBool::new(false);

/// Leaves it to the game to end when [`has_come`] says so; `false` gives that back.
pub(crate) fn play(plays: bool) {
    PLAYS.store(plays, Ordering::SeqCst);
}

/// Whether the program was told to end while someone played.
pub(crate) fn has_come() -> bool {
    ENDED.load(Ordering::SeqCst)
}

/// Ends the game, or cleans up; then the program may end.
fn may_end() -> bool {
    if PLAYS.load(Ordering::SeqCst) {
        ENDED.store(true, Ordering::SeqCst);
        return false;
    }
    mapwright::files::remove_unfinished();
    true
}

/// Listens from now on. The program ends by the signal itself, as its parent expects.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let heeded = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    // If that cannot be, the program ends all the same, and leaves its unfinished files.
    let Ok(mut signals) = Signals::new(heeded) else { return };
    std::thread::spawn(move || {
        signals.forever().filter(|_| may_end()).for_each(|signal| {
            let _ = emulate_default_handler(signal);
        });
    });
}

/// Whether the program was started with a signal ignored, such as by `nohup`. Where the system does not tell, it was not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    ignored >> (signal - 1) & 1 == 1
}

/// Listens from now on.
#[cfg(windows)]
pub(crate) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if may_end() {
            // The status of programs that Ctrl-C ended.
            std::process::exit(0xC000_013A_u32.cast_signed());
        }
    });
}

/// No signals to listen to.
#[cfg(not(any(unix, windows)))]
pub(crate) fn listen() {}
