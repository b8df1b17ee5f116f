//! What can be wrong with a pack for Minecraft. All of it is found before a file is written.

use super::{BlockError, Version};

/// Why a pack cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The version is unknown.
    #[error("unknown Minecraft version `{given}`; expected {}", Version::names().collect::<Vec<_>>().join(", "))]
    Version {
        /// What was given.
        given: String,
    },
    /// The game would not read the namespace.
    #[error("`{given}` cannot be a namespace: {allowed}")]
    Namespace {
        /// What was given.
        given: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// The game would not read the path of a function or structure.
    #[error("`{given}` cannot be a path in a pack: expected parts of a-z, 0-9, `_`, `-` and `.` with `/` between them")]
    Path {
        /// What was given.
        given: String,
    },
    /// A parameter is out of range.
    #[error("`{name}` is {value}; expected {allowed}")]
    Parameter {
        /// The parameter's name, as in JSON.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// What may be given.
        allowed: String,
    },
    /// The block does not exist, or not in this version.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// 1.12 lacks the block, or its number there is unknown.
    #[error(
        "`{name}` cannot be written for Minecraft 1.12; expected a common full block, stairs, glass or bars, without \
         other states"
    )]
    Legacy {
        /// The block.
        name: String,
    },
    /// The game does not have the entity.
    #[error(
        "`{given}` for `{spawn}` is no mob known of Minecraft {version}; give one such as `minecraft:zombie`, or one of another namespace"
    )]
    Mob {
        /// The name on the map.
        spawn: String,
        /// The requested entity.
        given: String,
        /// The version.
        version: Version,
    },
    /// Rooms are higher than the world.
    #[error(
        "rooms {rooms} blocks high with floor and ceiling do not fit between the {world} heights of Minecraft {version}"
    )]
    Height {
        /// Their height.
        rooms: i32,
        /// The height of the world.
        world: i32,
        /// In which version.
        version: Version,
    },
    /// There is more than the game would run.
    #[error("{what} {count}; Minecraft {version} allows {limit}{advice}")]
    TooMany {
        /// What there is too much of, as the beginning of a sentence.
        what: &'static str,
        /// How many.
        count: usize,
        /// The limit.
        limit: usize,
        /// In which version.
        version: Version,
        /// What to do about it.
        advice: &'static str,
    },
    /// The map contradicts itself.
    #[error("the map cannot be built: {why}")]
    Map {
        /// How.
        why: String,
    },
    /// A cell has more portals than its room has places for.
    #[error("the cell ({x}, {y}) has more than {limit} portals, which is what a room {across} across has places for")]
    Portals {
        /// Column of the cell.
        x: u16,
        /// Row of the cell.
        y: u16,
        /// How many portals fit.
        limit: usize,
        /// The diameter of the room.
        across: u16,
    },
}
