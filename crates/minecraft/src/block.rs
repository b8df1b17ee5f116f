//! Blocks of Minecraft by their names and states, as commands write them: `minecraft:oak_door[half=upper]`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A block with its states.
///
/// A name without a namespace is Minecraft's own. Only the form is checked, so that the blocks of every release can be used:
/// the game replaces a block that it does not have by air, and a state by its default.
///
/// ```
/// use mapwright_minecraft::Block;
///
/// let door: Block = "oak_door[half=upper, facing=east]".parse()?;
/// assert_eq!(door.name(), "minecraft:oak_door");
/// assert_eq!(door.to_string(), "minecraft:oak_door[facing=east,half=upper]");
///
/// let error = "oak_door[half]".parse::<Block>().unwrap_err();
/// assert_eq!(error.to_string(), "`oak_door[half]`: a state has no `=`; states are written as `[half=upper,facing=east]`");
/// # Ok::<(), mapwright_minecraft::BlockError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    name: String,
    states: BTreeMap<String, String>,
}

/// Why a text is not a block.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum BlockError {
    /// The name is missing.
    #[error("a block needs a name, such as `stone_bricks` or `minecraft:oak_door[half=upper]`")]
    Empty,
    /// A character that is not allowed in names.
    #[error("`{text}`: `{found}` is not allowed in a block's {part}; expected {allowed}")]
    Letter {
        /// The whole text.
        text: String,
        /// The character.
        found: char,
        /// The part of the block.
        part: &'static str,
        /// What is expected.
        allowed: &'static str,
    },
    /// Malformed states.
    #[error("`{text}`: {problem}; states are written as `[half=upper,facing=east]`")]
    Form {
        /// The whole text.
        text: String,
        /// What is wrong.
        problem: &'static str,
    },
}

impl Block {
    /// A block from a name in this crate's code; tests parse these names.
    pub(crate) fn own(name: &str, states: &[(&str, &str)]) -> Block {
        let states = states.iter().map(|&(property, value)| (property.to_owned(), value.to_owned()));
        Block { name: format!("minecraft:{name}"), states: states.collect() }
    }

    /// Air.
    #[must_use]
    pub fn air() -> Block {
        Block::own("air", &[])
    }

    /// The name with its namespace, such as `minecraft:stone`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its states, such as `half` with `upper`. Others have the game's defaults.
    pub const fn states(&self) -> &BTreeMap<String, String> {
        &self.states
    }

    /// Whether the block is air.
    pub fn is_air(&self) -> bool {
        matches!(self.name.as_str(), "minecraft:air" | "minecraft:cave_air" | "minecraft:void_air")
    }

    /// The same block; a door or gate without a direction gets one.
    pub(super) fn facing(mut self, direction: &str) -> Block {
        if self.name.ends_with("_door") || self.name.ends_with("_fence_gate") {
            self.states.entry("facing".to_owned()).or_insert_with(|| direction.to_owned());
        }
        self
    }
}

impl FromStr for Block {
    type Err = BlockError;

    fn from_str(text: &str) -> Result<Block, BlockError> {
        let text = text.trim();
        let (id, states) = match text.split_once('[') {
            Some((id, rest)) => (id, states(text, rest)?),
            None => (text, BTreeMap::new()),
        };
        if id.is_empty() {
            return Err(BlockError::Empty);
        }
        let (namespace, name) = id.split_once(':').unwrap_or(("minecraft", id));
        letters(text, namespace, "namespace", "a-z, 0-9, `_`, `-` and `.`", |c| matches!(c, b'_' | b'-' | b'.'))?;
        letters(text, name, "name", "a-z, 0-9, `_`, `-`, `.` and `/`", |c| matches!(c, b'_' | b'-' | b'.' | b'/'))?;
        if namespace.is_empty() || name.is_empty() {
            return Err(BlockError::Empty);
        }
        Ok(Block { name: format!("{namespace}:{name}"), states })
    }
}

/// The states behind the opening bracket.
fn states(text: &str, rest: &str) -> Result<BTreeMap<String, String>, BlockError> {
    let wrong = |problem| BlockError::Form { text: text.to_owned(), problem };
    let inner = rest.strip_suffix(']').ok_or_else(|| wrong("the states have no closing bracket"))?;
    let mut states = BTreeMap::new();
    if inner.trim().is_empty() {
        return Ok(states);
    }
    for pair in inner.split(',') {
        let (property, value) = pair.split_once('=').ok_or_else(|| wrong("a state has no `=`"))?;
        let (property, value) = (property.trim(), value.trim());
        if property.is_empty() || value.is_empty() {
            return Err(wrong("a state has no name or no value"));
        }
        letters(text, property, "state", "a-z, 0-9 and `_`", |c| c == b'_')?;
        letters(text, value, "state", "a-z, 0-9 and `_`", |c| c == b'_')?;
        if states.insert(property.to_owned(), value.to_owned()).is_some() {
            return Err(wrong("a state is given twice"));
        }
    }
    Ok(states)
}

/// Rejects characters other than a-z, 0-9 and some others.
fn letters(
    text: &str,
    part: &str,
    of: &'static str,
    allowed: &'static str,
    others: impl Fn(u8) -> bool,
) -> Result<(), BlockError> {
    let fits =
        |c: char| u8::try_from(c).is_ok_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || others(byte));
    match part.chars().find(|&c| !fits(c)) {
        Some(found) => Err(BlockError::Letter { text: text.to_owned(), found, part: of, allowed }),
        None => Ok(()),
    }
}

impl fmt::Display for Block {
    /// The form of commands: the full name, and the states sorted by name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (nth, (property, value)) in self.states.iter().enumerate() {
            write!(f, "{}{property}={value}", if nth == 0 { '[' } else { ',' })?;
        }
        if self.states.is_empty() { Ok(()) } else { f.write_str("]") }
    }
}

mapwright_core::serialize_as_text!(Block, serde);

#[cfg(test)]
mod tests;
