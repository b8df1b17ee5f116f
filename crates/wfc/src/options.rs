//! What can be asked of the stage.

use mapwright_core::{Point, Tile};

/// What is to agree where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CollapseModel {
    /// Every window of N×N cells is one of the sample.
    #[default]
    Overlapping,
    /// Square pieces of the sample, whose touching edges are equal.
    Chunks,
    /// Single cells of the sample: Wang tiles where it has sides or corners, else tiles that touch there too.
    Tiled,
}

/// Whether one can go everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Connect {
    /// As it comes.
    #[default]
    Any,
    /// Parts are joined by the cheapest tunnels. Around these the map is not one of the sample.
    Repair,
    /// A map in parts is dropped for another, as often as restarts are allowed.
    Require,
}

/// What stays as it is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Keep {
    /// The start and its cell.
    Start,
    /// The exit and its cell.
    Exit,
    /// All spawns and their cells.
    Spawns,
    /// All rooms and their cells.
    Rooms,
    /// All corridors and their cells.
    Corridors,
}

/// A cell that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u16, u16, Tile)", into = "(u16, u16, Tile)"))]
pub struct Pin {
    /// Where.
    pub at: Point,
    /// What stands there.
    pub tile: Tile,
}

impl From<(u16, u16, Tile)> for Pin {
    fn from((x, y, tile): (u16, u16, Tile)) -> Self {
        Pin { at: Point::new(x, y), tile }
    }
}

impl From<Pin> for (u16, u16, Tile) {
    fn from(pin: Pin) -> Self {
        (pin.at.x, pin.at.y, pin.tile)
    }
}
