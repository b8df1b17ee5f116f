//! What makes a level of a map: what stands in it, its doors, how its areas join, and a proof that it can be won.
//!
//! A door with a lock opens for the key of that number, and the key stays in hand. Nothing else stops a walk but solid
//! tiles and closed sides; [`Passages`](crate::Passages) ignore locks, so a flood sees the level with every key in hand.

use crate::{Dir, Grid, Point};

/// Something that appears at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Spawn {
    /// Where.
    pub at: Point,
    /// What, by any name the user likes.
    pub what: String,
    /// The number of the lock that it opens, if it is a key.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub key: Option<u8>,
}

impl Spawn {
    /// Something that is no key.
    ///
    /// ```
    /// use mapwright_core::{Point, Spawn};
    ///
    /// let goblin = Spawn::new((3, 4), "Goblin");
    /// assert_eq!((goblin.at, goblin.what.as_str(), goblin.key), (Point::new(3, 4), "Goblin", None));
    /// ```
    pub fn new(at: impl Into<Point>, what: impl Into<String>) -> Self {
        Spawn { at: at.into(), what: what.into(), key: None }
    }

    /// A key to every lock with its number.
    pub fn key(at: impl Into<Point>, what: impl Into<String>, key: u8) -> Self {
        Spawn { key: Some(key), ..Spawn::new(at, what) }
    }

    /// The same thing in another place.
    #[must_use]
    pub fn moved_to(self, at: impl Into<Point>) -> Self {
        Spawn { at: at.into(), ..self }
    }
}

/// A door: some cells that may be locked, or open in one direction only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Door {
    /// The cells it fills.
    pub cells: Vec<Point>,
    /// The number of the key that opens it; `None` for a door without a lock.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lock: Option<u8>,
    /// The only direction in which it can be passed, if there is just one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Option<Dir>,
}

impl Door {
    /// A door without a lock, open both ways.
    pub fn new(cells: impl Into<Vec<Point>>) -> Self {
        Door { cells: cells.into(), lock: None, one_way: None }
    }

    /// A door that opens for the key of this number.
    pub fn locked(cells: impl Into<Vec<Point>>, lock: u8) -> Self {
        Door { lock: Some(lock), ..Door::new(cells) }
    }

    /// A door that can be passed in one direction only.
    pub fn one_way(cells: impl Into<Vec<Point>>, dir: Dir) -> Self {
        Door { one_way: Some(dir), ..Door::new(cells) }
    }
}

/// The areas of a level and how they join.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LevelGraph {
    /// The area of each cell: `i + 1` for `areas[i]`, 0 for none.
    pub area: Grid<u16>,
    /// The areas.
    pub areas: Vec<Area>,
    /// Where two areas meet.
    pub joins: Vec<Join>,
}

impl LevelGraph {
    /// A graph of these parts.
    pub fn new(area: Grid<u16>, areas: Vec<Area>, joins: Vec<Join>) -> Self {
        LevelGraph { area, areas, joins }
    }

    /// The number of the area in which a cell lies, if it lies in one.
    pub fn area_at(&self, at: impl Into<Point>) -> Option<u16> {
        self.area.get(at.into())?.checked_sub(1)
    }
}

/// One area of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Area {
    /// A cell that stands for it.
    pub anchor: Point,
    /// How many joins it is away from the area of the start.
    pub depth: u32,
    /// What it is for: "start", "exit", "key".
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub role: Option<String>,
    /// Any words of the user.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tags: Vec<String>,
}

impl Area {
    /// An area at depth 0 without a role.
    pub fn new(anchor: impl Into<Point>) -> Self {
        Area { anchor: anchor.into(), ..Area::default() }
    }
}

/// Where two areas meet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Join {
    /// One area, by its place in the list of areas.
    pub a: u16,
    /// The other one.
    pub b: u16,
    /// The cells that close it when they are blocked.
    pub gate: Vec<Point>,
    /// Who may pass.
    pub kind: JoinKind,
}

impl Join {
    /// An open join.
    pub fn new(a: u16, b: u16, gate: impl Into<Vec<Point>>) -> Self {
        Join { a, b, gate: gate.into(), kind: JoinKind::Open }
    }
}

/// What it takes to pass from one area to the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum JoinKind {
    /// Nothing.
    #[default]
    Open,
    /// The keys of these locks, all of them.
    Locked(Vec<u8>),
    /// It can be passed from this area only.
    OneWay {
        /// One of the two areas.
        from: u16,
    },
}

/// A walk that wins the level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Proof {
    /// The cells from the start to the exit, each a step away from the one before.
    pub walk: Vec<Point>,
    /// The keys in the order in which the walk takes them.
    pub keys: Vec<u8>,
    /// For each of `keys`, whether the level cannot be won without it.
    pub needed: Vec<bool>,
}

impl Proof {
    /// A proof of these parts.
    pub fn new(walk: Vec<Point>, keys: Vec<u8>, needed: Vec<bool>) -> Self {
        Proof { walk, keys, needed }
    }
}
