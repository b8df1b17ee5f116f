//! What keys and their locks are called.

use std::fmt;

/// The name of a key and its lock in messages, pictures and recipes: a letter, or a number from 27 on.
///
/// ```
/// use mapwright_core::KeyName;
///
/// assert_eq!([0, 25, 26].map(|key| KeyName(key).to_string()), ["A", "Z", "27"]);
/// assert_eq!(KeyName::read("27"), Some(KeyName(26)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyName(
    /// The key's number.
    pub u8,
);

impl KeyName {
    /// The key with this name, if there is one.
    pub fn read(name: &str) -> Option<KeyName> {
        match *name.as_bytes() {
            [letter @ b'A'..=b'Z'] => Some(KeyName(letter - b'A')),
            [b'1'..=b'9', _, ..] => {
                name.parse::<u16>().ok()?.checked_sub(1)?.try_into().ok().filter(|&key| key >= 26).map(KeyName)
            }
            _ => None,
        }
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0..26 => write!(f, "{}", char::from(b'A' + self.0)),
            key => write!(f, "{}", u16::from(key) + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_by_letters_then_by_numbers() {
        let names = [0, 1, 25, 26, 255].map(|key| KeyName(key).to_string());
        assert_eq!(names, ["A", "B", "Z", "27", "256"]);
        assert!((0..=255).all(|key| KeyName::read(&KeyName(key).to_string()) == Some(KeyName(key))));
        assert!(["", "a", "1", "26", "027", "257", "AB", "99999"].iter().all(|name| KeyName::read(name).is_none()));
    }
}
