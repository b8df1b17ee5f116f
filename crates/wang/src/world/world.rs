//! The world: everything that determines its tiles.

use std::fmt;

use mapwright_core::{BuildError, Point, Size};

use super::pins::Pins;
use super::{ChunkPos, Place, PlacePart};
use crate::{CornerWang, EdgeWang};

/// An infinite world of Wang tiles: a pure function of its settings and a position.
///
/// It keeps no state, so any part can be made alone, in any order, on any thread, and
/// always fits. The tiles are those of [`EdgeWang`] or [`CornerWang`], except around places that are
/// [pinned](Self::pin). The coordinates are those of a torus of 2⁶⁴ tiles: beyond [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::{Corner, Size};
/// use mapwright_wang::{ChunkPos, Place, WangWorld, WorldRect};
///
/// // Three times as much land as water, and water at the origin.
/// let mut world = WangWorld::corners(7, 2)?.with_weights(&[1, 3])?.with_chunk_size(Size::new(16, 16))?;
/// world.pin(Place::corner(0, 0, Corner::NW), 0)?;
///
/// // The same tiles, whether as a chunk, as a window or one by one.
/// let chunk = world.chunk(ChunkPos::new(-1, -1));
/// let window = world.window(WorldRect::new(-16, -16, 16, 16))?;
/// assert_eq!(chunk, window);
/// assert_eq!(chunk[255], world.tile(-1, -1));
/// assert_eq!(chunk[255].corner(Corner::SE), 0);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WangWorld {
    pub(super) tiles: Tiles,
    seed: u64,
    weights: Option<Vec<u32>>,
    chunk: Size,
    pub(super) pins: Pins,
}

/// What two tiles that touch agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum WangKind {
    /// The color of the side between them.
    Edges,
    /// The colors of the points at both ends of that side.
    Corners,
}

/// The plane without pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tiles {
    Edges(EdgeWang),
    Corners(CornerWang),
}

impl WangWorld {
    /// The default size of chunks.
    pub const CHUNK: Size = Size::new(8, 8);

    /// The edge-matched world of a seed with 2 to 4 equally likely colors, with chunks of 8 × 8 tiles and no pins.
    ///
    /// # Errors
    ///
    /// The number of colors is not from 2 to 4.
    pub fn edges(seed: u64, colors: u8) -> Result<WangWorld, BuildError> {
        WangWorld::new(WangKind::Edges, seed, colors)
    }

    /// The corner-matched world of a seed with 2 to 4 equally likely colors, with chunks of 8 × 8 tiles and no pins.
    ///
    /// # Errors
    ///
    /// The number of colors is not from 2 to 4.
    pub fn corners(seed: u64, colors: u8) -> Result<WangWorld, BuildError> {
        WangWorld::new(WangKind::Corners, seed, colors)
    }

    /// The world of a kind: [`edges`](Self::edges) or [`corners`](Self::corners).
    ///
    /// # Errors
    ///
    /// The number of colors is not from 2 to 4.
    pub fn new(kind: WangKind, seed: u64, colors: u8) -> Result<WangWorld, BuildError> {
        let tiles = match kind {
            WangKind::Edges => Tiles::Edges(EdgeWang::new(seed, colors)?),
            WangKind::Corners => Tiles::Corners(CornerWang::new(seed, colors)?),
        };
        Ok(WangWorld { tiles, seed, weights: None, chunk: WangWorld::CHUNK, pins: Pins::default() })
    }

    /// The same world with a color for each of 2 to 4 weights: a weight's share of their sum is the color's share
    /// of the places. A color of weight 0 appears only where it is pinned.
    ///
    /// # Errors
    ///
    /// There are fewer or more weights, all are 0, or the color of a pin is gone.
    pub fn with_weights(self, weights: &[u32]) -> Result<WangWorld, BuildError> {
        let tiles = match self.tiles {
            Tiles::Edges(_) => Tiles::Edges(EdgeWang::weighted(self.seed, weights)?),
            Tiles::Corners(_) => Tiles::Corners(CornerWang::weighted(self.seed, weights)?),
        };
        let world = WangWorld { tiles, weights: Some(weights.to_vec()), ..self };
        world.pins.iter().try_for_each(|(_, color)| world.check_color("pin", color))?;
        Ok(world)
    }

    /// The same world with another chunk size, 1 to 65535 tiles a side.
    ///
    /// # Errors
    ///
    /// A side has 0 tiles.
    pub fn with_chunk_size(self, chunk: Size) -> Result<WangWorld, BuildError> {
        match chunk.area() {
            0 => Err(BuildError::parameter("chunk", chunk, "1x1 to 65535x65535")),
            _ => Ok(WangWorld { chunk, ..self }),
        }
    }

    /// Edges or corners.
    pub const fn kind(&self) -> WangKind {
        match self.tiles {
            Tiles::Edges(_) => WangKind::Edges,
            Tiles::Corners(_) => WangKind::Corners,
        }
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of colors.
    pub const fn colors(&self) -> u8 {
        match self.tiles {
            Tiles::Edges(tiles) => tiles.colors(),
            Tiles::Corners(tiles) => tiles.colors(),
        }
    }

    /// The weights of the colors, if they were given.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// Columns and rows of a chunk.
    pub const fn chunk_size(&self) -> Size {
        self.chunk
    }

    /// The tile in a chunk's top left corner: column and row.
    pub fn chunk_origin(&self, chunk: ChunkPos) -> (i64, i64) {
        chunk.origin(self.chunk)
    }

    /// The chunk with tile `(x, y)`, and the tile's position in it; `None` if the chunk's number does not fit an `i32`.
    pub fn locate(&self, x: i64, y: i64) -> Option<(ChunkPos, Point)> {
        ChunkPos::locate(x, y, self.chunk)
    }

    /// Fixes the color of a place in all tiles that touch it: "here is always water". Returns the
    /// color that it was pinned to before.
    ///
    /// A pin only affects its own place, so everything around it stays the same, and fits.
    ///
    /// # Errors
    ///
    /// The place is a side in a world of corners or vice versa, or the world does not have the color.
    pub fn pin(&mut self, place: Place, color: u8) -> Result<Option<u8>, BuildError> {
        let fits = (place.part == PlacePart::Corner) == (self.kind() == WangKind::Corners);
        if !fits {
            let allowed = format!("a place with a color: this is a world of {}", self.kind());
            return Err(BuildError::parameter("pin", place, allowed));
        }
        self.check_color("pin", color)?;
        Ok(self.pins.insert(place, color))
    }

    /// Removes a pin and returns its color; the place has its hashed color again.
    pub fn unpin(&mut self, place: Place) -> Option<u8> {
        self.pins.remove(place)
    }

    /// Every pinned place and its color, row by row.
    pub fn pins(&self) -> impl Iterator<Item = (Place, u8)> {
        self.pins.iter()
    }

    /// Refuses a color that the world does not have.
    pub(super) fn check_color(&self, name: &'static str, color: u8) -> Result<(), BuildError> {
        let allowed = || format!("a color from 0 to {}", self.colors() - 1);
        if color < self.colors() { Ok(()) } else { Err(BuildError::parameter(name, color, allowed())) }
    }
}

impl fmt::Display for WangKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WangKind::Edges => "edges",
            WangKind::Corners => "corners",
        })
    }
}
