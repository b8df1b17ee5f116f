//! Messages to the person at the terminal: on standard error, with nothing in them that a terminal would obey.
//!
//! Standard error may be closed or full. Then nobody reads it, and that is no reason to stop.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Whether only errors are said.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Says nothing but errors from now on.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Says on standard error what went wrong.
pub(crate) fn tell(message: impl Display) {
    say(format_args!("mapwright: {message}"));
}

/// Says on standard error what was done, unless the program is to be quiet.
pub(crate) fn note(message: impl Display) {
    if !QUIET.load(Ordering::Relaxed) {
        say(message);
    }
}

/// Says on standard error what was asked for.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escaped(&message.to_string()));
}

/// A bar on standard error, only where that is a terminal.
pub(crate) fn progress(length: u64, unit: &str) -> ProgressBar {
    let is_quiet = QUIET.load(Ordering::Relaxed);
    let target = if is_quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit} {{eta}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// Whether standard output takes colors: a terminal whose user has not asked for none (see no-color.org).
pub(crate) fn takes_colors() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A text in which control characters and those that turn the direction of writing are spelled out: names may come
/// from files of others, and could forge messages or color the terminal.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match is_obeyed(char) {
            true => safe.extend(char.escape_default()),
            false => safe.push(char),
        }
    }
    safe
}

fn is_obeyed(char: char) -> bool {
    let turns = matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    char.is_control() || turns || matches!(char, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        assert_eq!(escaped("\u{1b}[31mred\r\n\u{202e}dne\u{9b}"), "\\u{1b}[31mred\\r\\n\\u{202e}dne\\u{9b}");
        assert_eq!(escaped("Größe ≥ 3 …, 迷路"), "Größe ≥ 3 …, 迷路");
    }
}
