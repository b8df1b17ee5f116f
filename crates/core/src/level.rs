//! What turns a map into a level: spawns, doors, how areas join, and a proof that the level can be won.
//!
//! A door with a lock opens for the key with its number, and the key is never used up. A lock is only a number: whether a
//! key is picked up, a lever pulled or a guardian beaten is up to the game, and [`DoorKind`] says how a door looks. A
//! secret is shut until it is found. Otherwise only solid tiles and closed sides stop a walk.
//! [`Passages`](crate::Passages) ignore locks and secrets, so a flood sees the level with every key in hand and every secret
//! found.

use crate::{Dir, Grid, Point};

/// Something that appears at a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Spawn {
    /// Where.
    pub at: Point,
    /// What: any name you like.
    pub what: String,
    /// The number of the lock that it opens, if it is a key.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub key: Option<u8>,
    /// The number of its pack, if it belongs to one. The first spawn of a pack leads it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub pack: Option<u16>,
}

impl Spawn {
    /// A spawn that is not a key and in no pack.
    ///
    /// ```
    /// use mapwright_core::{Point, Spawn};
    ///
    /// let goblin = Spawn::new((3, 4), "Goblin");
    /// assert_eq!((goblin.at, goblin.what.as_str(), goblin.key), (Point::new(3, 4), "Goblin", None));
    /// ```
    pub fn new(at: impl Into<Point>, what: impl Into<String>) -> Self {
        Spawn { at: at.into(), what: what.into(), key: None, pack: None }
    }

    /// A key to every lock with this number.
    pub fn key(at: impl Into<Point>, what: impl Into<String>, key: u8) -> Self {
        Spawn { key: Some(key), ..Spawn::new(at, what) }
    }

    /// The same spawn as a member of a pack.
    #[must_use]
    pub fn in_pack(self, pack: u16) -> Self {
        Spawn { pack: Some(pack), ..self }
    }

    /// The same spawn at another cell.
    #[must_use]
    pub fn moved_to(self, at: impl Into<Point>) -> Self {
        Spawn { at: at.into(), ..self }
    }
}

/// A door of one or more cells. It may be locked, or passable in one direction only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Door {
    /// The cells it fills.
    pub cells: Vec<Point>,
    /// The number of its lock and key; `None` for a door without a lock.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lock: Option<u8>,
    /// The direction of a one-way door.
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Option<Dir>,
    /// What it looks like.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "DoorKind::is_door"))]
    pub kind: DoorKind,
}

/// What a door looks like. A [`Secret`](DoorKind::Secret) is shut until it is found; the others mean the same to a walk.
#[crate::params]
#[derive(PartialOrd, Ord)]
pub enum DoorKind {
    /// A door.
    #[default]
    Door,
    /// Bars that a lever lifts.
    Gate,
    /// Rubble, thorns or ice, which a tool or an ability removes.
    Barrier,
    /// Somebody who lets nobody pass.
    Guard,
    /// A door that looks like the wall around it.
    Secret,
}

crate::named! { DoorKind: Door = "door", Gate = "gate", Barrier = "barrier", Guard = "guard", Secret = "secret" }

impl DoorKind {
    #[cfg(feature = "serde")]
    fn is_door(&self) -> bool {
        *self == DoorKind::Door
    }
}

impl Door {
    /// A door without a lock, open both ways.
    pub fn new(cells: impl Into<Vec<Point>>) -> Self {
        Door { cells: cells.into(), ..Door::default() }
    }

    /// A door that looks like wall until it is found.
    pub fn secret(cells: impl Into<Vec<Point>>) -> Self {
        Door::new(cells).of_kind(DoorKind::Secret)
    }

    /// The same door with another look.
    #[must_use]
    pub fn of_kind(self, kind: DoorKind) -> Self {
        Door { kind, ..self }
    }

    /// Whether it is a secret.
    pub fn is_secret(&self) -> bool {
        self.kind == DoorKind::Secret
    }

    /// Whether everybody can pass it both ways: it has no lock and no direction, and is no secret.
    pub fn is_plain(&self) -> bool {
        self.lock.is_none() && self.one_way.is_none() && !self.is_secret()
    }

    /// A door that opens for the key with this number.
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

    /// The number of a cell's area, if it has one.
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
    /// A cell that represents it.
    pub anchor: Point,
    /// How many joins lie between it and the area of the start.
    pub depth: u32,
    /// What it is for: "start", "exit", or a word of yours.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub role: Option<String>,
    /// Any words you like.
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
    /// One area, by its index in the list of areas.
    pub a: u16,
    /// The other one.
    pub b: u16,
    /// The cells that close it when they are blocked.
    pub gate: Vec<Point>,
    /// What it takes to pass.
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
    /// It can only be passed from this area.
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
    /// The cells from the start to the exit, one step apart.
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
