//! What keys and their locks are called.

use std::fmt;

/// The name of a key and its lock in messages, pictures and recipes: a letter, and a number after every 26.
///
/// ```
/// use mapwright_core::KeyName;
///
/// assert_eq!([0, 25, 27].map(|key| KeyName(key).to_string()), ["A", "Z", "B1"]);
/// assert_eq!(KeyName::read("B1"), Some(KeyName(27)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyName(
    /// The key's number.
    pub u8,
);

impl KeyName {
    /// The key with this name, if there is one.
    pub fn read(name: &str) -> Option<KeyName> {
        let mut rest = name.chars();
        let letter = rest.next().filter(char::is_ascii_uppercase)? as u16 - u16::from(b'A');
        let round = if rest.as_str().is_empty() { 0 } else { rest.as_str().parse::<u16>().ok()? };
        u8::try_from(round.checked_mul(26)?.checked_add(letter)?).ok().map(KeyName)
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.0 % 26);
        match self.0 / 26 {
            0 => write!(f, "{letter}"),
            round => write!(f, "{letter}{round}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_by_letters() {
        let names = [0, 1, 25, 26, 255].map(|key| KeyName(key).to_string());
        assert_eq!(names, ["A", "B", "Z", "A1", "V9"]);
        assert!((0..=255).all(|key| KeyName::read(&KeyName(key).to_string()) == Some(KeyName(key))));
        assert!(["", "a", "1", "W9", "A-1", "A99999"].iter().all(|name| KeyName::read(name).is_none()));
    }
}
