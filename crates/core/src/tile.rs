//! Tiles: what a cell contains.

use std::fmt;
use std::ops::RangeInclusive;

use crate::Palette;

/// A kind of tile. Bit 7 means solid, so stages need no palette to know.
///
/// The named constants take the numbers 0 to 31 of each half; 32 to 127, with or without the solid
/// bit, are free for users. Names, glyphs and colors live in a [`Palette`](crate::Palette).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Tile(pub u8);

impl Tile {
    /// The bit that makes a tile solid.
    pub const SOLID_BIT: u8 = 0x80;

    /// Bare ground.
    pub const FLOOR: Tile = Tile(0);
    /// A door that can be walked through.
    pub const DOOR: Tile = Tile(1);
    /// The way down.
    pub const STAIRS_DOWN: Tile = Tile(2);
    /// The way up.
    pub const STAIRS_UP: Tile = Tile(3);
    /// Water to wade through.
    pub const WATER: Tile = Tile(4);
    /// Grass.
    pub const GRASS: Tile = Tile(5);
    /// A paved way.
    pub const ROAD: Tile = Tile(6);
    /// Sand.
    pub const SAND: Tile = Tile(7);
    /// A bridge over something.
    pub const BRIDGE: Tile = Tile(8);
    /// Rubble.
    pub const GRAVEL: Tile = Tile(9);

    /// Rock or masonry. A fresh map is all wall.
    pub const WALL: Tile = Tile(0x80);
    /// A tree.
    pub const TREE: Tile = Tile(0x81);
    /// Water too deep to wade.
    pub const DEEP_WATER: Tile = Tile(0x82);
    /// A pillar.
    pub const PILLAR: Tile = Tile(0x83);
    /// A window.
    pub const WINDOW: Tile = Tile(0x84);
    /// A chasm: one looks across it and does not walk there.
    pub const CHASM: Tile = Tile(0x85);

    /// The tiles that can be walked on, 0 to 127, as the range of a parameter.
    pub const OPEN: RangeInclusive<Tile> = Tile(0)..=Tile(0x7F);
    /// The tiles that block walking, 128 to 255, as the range of a parameter.
    pub const SOLID: RangeInclusive<Tile> = Tile(0x80)..=Tile(0xFF);

    /// Whether it blocks walking.
    #[inline]
    pub const fn is_solid(self) -> bool {
        self.0 & Tile::SOLID_BIT != 0
    }
}

impl Tile {
    /// Whether nobody sees past it: doors, and what is solid but windows, deep water and chasms.
    pub const fn blocks_sight(self) -> bool {
        match self {
            Tile::DOOR => true,
            Tile::WINDOW | Tile::DEEP_WATER | Tile::CHASM => false,
            tile => tile.is_solid(),
        }
    }
}

impl fmt::Display for Tile {
    /// Writes the name of the tile in the default palette, such as `deep-water`, or its number if it has none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Palette::default().looks().iter().find(|look| look.tile == *self) {
            Some(look) => f.write_str(&look.name.replace(' ', "-")),
            None => self.0.fmt(f),
        }
    }
}

impl Default for Tile {
    /// A wall.
    fn default() -> Self {
        Tile::WALL
    }
}
