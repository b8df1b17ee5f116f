//! Messages on standard error, without characters that control the terminal.
//!
//! Standard error may be closed or full; that is no reason to stop.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Whether only errors are printed.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Prints only errors from now on.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints an error on standard error.
pub(crate) fn tell(message: impl Display) {
    say(format_args!("mapwright: {message}"));
}

/// Prints a message on standard error, unless the program is quiet.
pub(crate) fn note(message: impl Display) {
    if !QUIET.load(Ordering::Relaxed) {
        say(message);
    }
}

/// Prints a warning on standard error, unless the program is quiet.
pub(crate) fn warn(message: impl Display) {
    note(format_args!("mapwright: warning: {message}"));
}

/// Prints a requested message on standard error.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escaped(&message.to_string()));
}

/// A progress bar on standard error, if that is a terminal.
pub(crate) fn progress(length: u64, unit: &str) -> ProgressBar {
    let is_quiet = QUIET.load(Ordering::Relaxed);
    let target = if is_quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit} {{eta}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// Whether to use colors on standard output: it is a terminal, and colors are not turned off (see no-color.org).
pub(crate) fn takes_colors() -> bool {
    colors_for(io::stdout().is_terminal(), std::env::var_os("NO_COLOR"))
}

fn colors_for(is_terminal: bool, no_color: Option<OsString>) -> bool {
    is_terminal && no_color.is_none_or(|value| value.is_empty())
}

/// Escapes control characters and those that change the direction of writing: names may come
/// from untrusted files, and could forge messages or color the terminal. Line breaks before an indented line stay, as
/// messages of several lines have them: no such line can pass for a message of its own.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (nth, line) in text.split("\n  ").enumerate() {
        if nth > 0 {
            safe.push_str("\n  ");
        }
        for char in line.chars() {
            match steers_terminal(char) {
                true => safe.extend(char.escape_default()),
                false => safe.push(char),
            }
        }
    }
    safe
}

fn steers_terminal(char: char) -> bool {
    let turns = matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    char.is_control() || turns || matches!(char, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_for_terminals_that_have_not_asked_for_none() {
        for (is_terminal, no_color, expected) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (true, Some("0"), false),
            (false, None, false),
            (false, Some("1"), false),
        ] {
            assert_eq!(colors_for(is_terminal, no_color.map(Into::into)), expected, "{is_terminal} {no_color:?}");
        }
    }

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        assert_eq!(escaped("\u{1b}[31mred\r\n\u{202e}dne\u{9b}"), "\\u{1b}[31mred\\r\\n\\u{202e}dne\\u{9b}");
        assert_eq!(escaped("a\nmapwright: done\n b\r\n\n  c\n"), "a\\nmapwright: done\\n b\\r\\n\n  c\\n");
        assert_eq!(escaped("Größe ≥ 3 …, 迷路"), "Größe ≥ 3 …, 迷路");
    }
}
