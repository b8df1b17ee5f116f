//! Blocks of Minecraft by their names and states, as commands write them: `minecraft:oak_door[half=upper]`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::Version;
use super::known::{KNOWN, Known, Release, release};

/// A block with its states.
///
/// A name without a namespace is Minecraft's own. Such names and their states are checked, because the game silently
/// replaces unknown blocks by air and unknown states by defaults. Blocks of other namespaces are not checked.
///
/// ```
/// use mapwright_minecraft::Block;
///
/// let door: Block = "oak_door[half=upper, facing=east]".parse()?;
/// assert_eq!(door.name(), "minecraft:oak_door");
/// assert_eq!(door.to_string(), "minecraft:oak_door[facing=east,half=upper]");
///
/// let error = "oak_dor".parse::<Block>().unwrap_err();
/// assert_eq!(error.to_string(), "Minecraft has no block `oak_dor`; did you mean `oak_door`?");
/// # Ok::<(), mapwright_minecraft::BlockError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    name: String,
    states: BTreeMap<String, String>,
}

/// Why a text is not a block.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
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
    /// No such block in Minecraft.
    #[error("Minecraft has no block `{name}`{}", suggestion(.nearest))]
    Unknown {
        /// The name, without the namespace.
        name: String,
        /// The nearest known name, if any.
        nearest: Option<String>,
    },
    /// The block has no such state.
    #[error("`{name}` has no state `{property}`; {}", states_of(.allowed))]
    Property {
        /// The block.
        name: String,
        /// The state.
        property: String,
        /// The states that it has.
        allowed: Vec<String>,
    },
    /// The state has no such value.
    #[error("`{property}` of `{name}` cannot be `{value}`; expected {allowed}")]
    Value {
        /// The block.
        name: String,
        /// The state.
        property: String,
        /// Its value.
        value: String,
        /// What is expected.
        allowed: String,
    },
    /// The block was added later.
    #[error("`{name}` was added in Minecraft {}; the target is {asked}", words_of(.since))]
    TooNew {
        /// The block.
        name: String,
        /// The version that added it.
        since: [u8; 3],
        /// The target version.
        asked: Version,
    },
    /// The block was renamed.
    #[error("`{name}` was renamed to `{now}` in Minecraft {}; the target is {asked}", words_of(.since))]
    Renamed {
        /// The old name.
        name: String,
        /// The new one.
        now: &'static str,
        /// The version that renamed it.
        since: [u8; 3],
        /// The target version.
        asked: Version,
    },
}

mapwright_core::debug_as_display!(BlockError);

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

    /// Checks that a version of the game has this block.
    ///
    /// # Errors
    ///
    /// The block was added later or had been renamed by then. Blocks of other namespaces are in every version.
    pub fn check_in(&self, asked: Version) -> Result<(), BlockError> {
        let Some((name, known)) = self.known() else { return Ok(()) };
        let (name, version) = (name.to_owned(), release(asked.name()));
        if version < known.since {
            return Err(BlockError::TooNew { name, since: known.since, asked });
        }
        match known.renamed {
            Some((since, now)) if version >= since => Err(BlockError::Renamed { name, now, since, asked }),
            _ => Ok(()),
        }
    }

    /// The same block; a door or gate without a direction gets one.
    pub(super) fn facing(mut self, direction: &str) -> Block {
        if self.name.ends_with("_door") || self.name.ends_with("_fence_gate") {
            self.states.entry("facing".to_owned()).or_insert_with(|| direction.to_owned());
        }
        self
    }

    /// What is known about one of Minecraft's own blocks.
    fn known(&self) -> Option<(&str, &'static Known)> {
        let name = self.name.strip_prefix("minecraft:")?;
        Some((name, KNOWN.get(name)?))
    }

    fn check_states(&self) -> Result<(), BlockError> {
        let Some((name, Known { states: Some(known), .. })) = self.known() else { return Ok(()) };
        let known = || known.iter().filter_map(|state| state.split_once('='));
        for (property, value) in &self.states {
            let Some((_, allowed)) = known().find(|(other, _)| other == property) else {
                let allowed = known().map(|(other, _)| other.to_owned()).collect();
                return Err(BlockError::Property { name: name.to_owned(), property: property.clone(), allowed });
            };
            if !is_one_of(value, allowed) {
                let (name, property, value) = (name.to_owned(), property.clone(), value.clone());
                return Err(BlockError::Value { name, property, value, allowed: words(allowed) });
            }
        }
        Ok(())
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
        let block = Block { name: format!("{namespace}:{name}"), states };
        if namespace == "minecraft" && !KNOWN.contains_key(name) {
            return Err(BlockError::Unknown { name: name.to_owned(), nearest: nearest(name) });
        }
        block.check_states()?;
        Ok(block)
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

/// The block with the nearest name, if few characters differ.
fn nearest(name: &str) -> Option<String> {
    let far = |known: &String| strsim::damerau_levenshtein(name, known);
    let best = KNOWN.keys().min_by_key(|known| far(known))?;
    (far(best) <= 1 + name.len() / 4).then(|| best.clone())
}

/// Whether a value is one of `top/bottom` or within `0-15`.
fn is_one_of(value: &str, allowed: &str) -> bool {
    match range(allowed) {
        Some((low, high)) => {
            // `01` is no number to the game.
            value.parse().is_ok_and(|number: u8| low <= number && number <= high && number.to_string() == value)
        }
        None => allowed.split('/').any(|word| word == value),
    }
}

fn range(allowed: &str) -> Option<(u8, u8)> {
    let (low, high) = allowed.split_once('-')?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

fn words(allowed: &str) -> String {
    range(allowed).map_or_else(|| allowed.replace('/', ", "), |(low, high)| format!("{low} to {high}"))
}

fn states_of(allowed: &[String]) -> String {
    if allowed.is_empty() { "it has none".to_owned() } else { format!("it has {}", allowed.join(", ")) }
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

/// A version as people write it.
fn words_of(&[major, minor, patch]: &Release) -> String {
    if patch == 0 { format!("{major}.{minor}") } else { format!("{major}.{minor}.{patch}") }
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
