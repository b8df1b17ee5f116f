//! What messages quote of texts that were given.

use std::borrow::Cow;

use crate::near::LONGEST;

/// At most 64 characters of what was given, for messages that quote it. Control characters are escaped: a line break in
/// a message is then always one of ours.
pub fn short(text: &str) -> Cow<'_, str> {
    let (shown, rest) = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    };
    match rest.is_empty() && !shown.contains(char::is_control) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(escaped(shown) + rest),
    }
}

/// A text without control characters.
fn escaped(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// The beginning of a message that may quote a whole file, and its end, which says where.
pub(crate) fn short_message(error: &serde_json::Error) -> String {
    let text = escaped(&error.to_string());
    match (text.char_indices().nth(160), text.char_indices().nth_back(79)) {
        (Some((begin, _)), Some((end, _))) if begin < end => format!("{}…{}", &text[..begin], &text[end..]),
        _ => text,
    }
}
