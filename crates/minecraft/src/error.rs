//! Errors in data packs for Minecraft, found before a file is written.

use super::Version;

/// Why a pack cannot be made.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum DatapackError {
    /// The version is unknown.
    #[error("unknown Minecraft version `{given}`; expected {}", Version::names().collect::<Vec<_>>().join(", "))]
    Version {
        /// The given text.
        given: String,
    },
    /// The game does not accept the namespace.
    #[error("`{given}` cannot be a namespace: {allowed}")]
    Namespace {
        /// The given text.
        given: String,
        /// What is expected.
        allowed: &'static str,
    },
    /// The game does not accept the path of a function or structure.
    #[error("`{given}` cannot be a path in a pack: expected parts of a-z, 0-9, `_`, `-` and `.` with `/` between them")]
    Path {
        /// The given text.
        given: String,
    },
    /// A parameter is out of range.
    #[error("`{name}` is {value}; expected {allowed}")]
    Parameter {
        /// The parameter's name, as in JSON.
        name: &'static str,
        /// The given value.
        value: String,
        /// What is expected.
        allowed: String,
    },
    /// The name of an entity has another form.
    #[error(
        "`{given}` for `{spawn}` is no name of an entity; expected one such as `minecraft:zombie`: a-z, 0-9 and `_`"
    )]
    Mob {
        /// The name on the map.
        spawn: String,
        /// The requested entity.
        given: String,
    },
    /// Rooms are higher than the world.
    #[error("rooms {rooms} blocks high with floor and ceiling do not fit between the {world} heights of a world")]
    Height {
        /// Their height.
        rooms: u32,
        /// The height of the world.
        world: u32,
    },
    /// The game cannot run that many functions from one call.
    #[error("the map has {count} plots; expected at most {most}; smaller rooms make larger plots")]
    TooManyPlots {
        /// Their number.
        count: u32,
        /// The limit.
        most: u32,
    },
    /// The map is invalid.
    #[error("the map cannot be built: {why}")]
    Map {
        /// Why.
        why: String,
    },
    /// A cell has more portals than fit into its room.
    #[error("the cell ({x}, {y}) has too many portals; a room {across} blocks across has space for {limit}")]
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
