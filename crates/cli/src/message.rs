//! Messages to the person at the terminal: on standard error, with nothing in them that a terminal would obey.
//!
//! Standard error may be closed or full. Then nobody reads it, and that is no reason to stop.

use std::fmt::Display;
use std::io::{self, Write};

/// Says on standard error what went wrong.
pub(crate) fn tell(message: impl Display) {
    note(format_args!("mapwright: {message}"));
}

/// Says on standard error what was done.
pub(crate) fn note(message: impl Display) {
    let _ = writeln!(io::stderr(), "{}", escaped(&message.to_string()));
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
