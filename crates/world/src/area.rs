//! Chunks and windows of the plane.

use std::fmt;

use mapwright_core::{BuildError, BuildErrorKind, Point, Size};

/// The position of a chunk: chunk `(0, 0)` has tile `(0, 0)` in its top left corner, chunk `(-1, 0)` is west of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(i32, i32)", into = "(i32, i32)"))]
pub struct ChunkPos {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

impl ChunkPos {
    /// Column `x`, row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        ChunkPos { x, y }
    }

    /// The chunks of the rectangle from this one in the top left corner to `last` in the bottom right corner, row by
    /// row; none if `last` is left of or above this one.
    pub fn to(self, last: ChunkPos) -> impl Iterator<Item = ChunkPos> {
        (self.y..=last.y).flat_map(move |y| (self.x..=last.x).map(move |x| ChunkPos { x, y }))
    }

    /// The column and row of the top left tile, for chunks of `size`. Never overflows.
    pub fn origin(self, size: Size) -> (i64, i64) {
        (i64::from(self.x) * i64::from(size.w), i64::from(self.y) * i64::from(size.h))
    }

    /// The chunk of `size` with tile `(x, y)`, and the tile's position in it; `None` if that chunk has no number.
    pub fn locate(x: i64, y: i64, size: Size) -> Option<(ChunkPos, Point)> {
        let (column, in_x) = split(x, size.w)?;
        let (row, in_y) = split(y, size.h)?;
        Some((ChunkPos::new(column, row), Point::new(in_x, in_y)))
    }
}

/// The number of a chunk along one axis, and the position in it. A chunk has at least one tile.
fn split(at: i64, side: u16) -> Option<(i32, u16)> {
    let side = i64::from(side.max(1));
    let within = u16::try_from(at.rem_euclid(side)).ok()?;
    Some((i32::try_from(at.div_euclid(side)).ok()?, within))
}

impl From<(i32, i32)> for ChunkPos {
    fn from((x, y): (i32, i32)) -> Self {
        ChunkPos { x, y }
    }
}

impl From<ChunkPos> for (i32, i32) {
    fn from(pos: ChunkPos) -> Self {
        (pos.x, pos.y)
    }
}

impl fmt::Display for ChunkPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// A rectangle of the world, in tiles. Beyond the last coordinate it continues at the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorldRect {
    /// Topmost row.
    pub y: i64,
    /// Leftmost column.
    pub x: i64,
    /// Columns.
    pub w: u32,
    /// Rows.
    pub h: u32,
}

impl WorldRect {
    /// `w` by `h` tiles with `(x, y)` in the top left corner.
    pub const fn new(x: i64, y: i64, w: u32, h: u32) -> Self {
        WorldRect { x, y, w, h }
    }

    /// The rectangle with `by` more cells on each side; `None` beyond the last coordinates, or too large.
    pub(crate) fn grown(self, by: u32) -> Option<WorldRect> {
        let more = by.checked_mul(2)?;
        let (x, y) = (self.x.checked_sub(by.into())?, self.y.checked_sub(by.into())?);
        Some(WorldRect { x, y, w: self.w.checked_add(more)?, h: self.h.checked_add(more)? })
            .filter(|all| all.ends().is_some())
    }

    /// The first column and row behind it; `None` beyond the last coordinates.
    pub(crate) fn ends(self) -> Option<(i64, i64)> {
        Some((self.x.checked_add(self.w.into())?, self.y.checked_add(self.h.into())?))
    }

    /// The cells of a plane `scale` times as coarse that it touches.
    pub(crate) fn coarser(self, scale: u16) -> Option<WorldRect> {
        let ((right, bottom), scale) = (self.ends()?, i64::from(scale.max(1)));
        let up = |n: i64| n.div_euclid(scale) + i64::from(n.rem_euclid(scale) > 0);
        let (x, y) = (self.x.div_euclid(scale), self.y.div_euclid(scale));
        Some(WorldRect { x, y, w: u32::try_from(up(right) - x).ok()?, h: u32::try_from(up(bottom) - y).ok()? })
    }

    /// Whether a cell lies in it.
    pub const fn contains(self, x: i64, y: i64) -> bool {
        x.wrapping_sub(self.x).cast_unsigned() < self.w as u64 && y.wrapping_sub(self.y).cast_unsigned() < self.h as u64
    }

    /// Where its part in another rectangle lies in that one, if the whole of it does.
    pub(crate) fn within(self, other: WorldRect) -> Option<(u32, u32)> {
        let at = |from: i64, length: u32, start: i64, room: u32| {
            let at = u32::try_from(from.checked_sub(start)?).ok()?;
            (at.checked_add(length)? <= room).then_some(at)
        };
        Some((at(self.x, self.w, other.x, other.w)?, at(self.y, self.h, other.y, other.h)?))
    }

    /// The cells that lie in both.
    pub(crate) fn overlap(self, other: WorldRect) -> Option<WorldRect> {
        let ((right, bottom), (other_right, other_bottom)) = (self.ends()?, other.ends()?);
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let span = |from: i64, to: i64| u32::try_from(to.checked_sub(from)?).ok().filter(|&n| n > 0);
        Some(WorldRect { x, y, w: span(x, right.min(other_right))?, h: span(y, bottom.min(other_bottom))? })
    }

    /// The width and height of a plane of its tiles.
    ///
    /// # Errors
    ///
    /// It has no tiles, or more than 65535 a side.
    pub fn size(self) -> Result<Size, BuildError> {
        // One byte for each tile: what fits 16 bits a side also fits the limit.
        let bytes = u64::from(self.w) * u64::from(self.h);
        let too_large = BuildErrorKind::TooLarge { w: self.w, h: self.h, bytes, limit: 4 << 30 };
        match (u16::try_from(self.w), u16::try_from(self.h)) {
            (Ok(w), Ok(h)) if w > 0 && h > 0 => Ok(Size::new(w, h)),
            (Ok(w), Ok(h)) => Err(BuildErrorKind::TooSmall { size: Size::new(w, h), min: Size::new(1, 1) }.into()),
            _ => Err(too_large.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_one_chunk_and_one_place_in_it() {
        for size in [(1, 1), (3, 5), (8, 8), (64, 1), (65535, 65535)].map(|(w, h)| Size::new(w, h)) {
            for pos in [-1, 0, 1, 77, i32::MIN, i32::MAX].map(|x| ChunkPos::new(x, x.wrapping_neg())) {
                let (x0, y0) = pos.origin(size);
                let (right, bottom) = (size.w - 1, size.h - 1);
                for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom), (size.w / 2, size.h / 3)] {
                    let found = ChunkPos::locate(x0 + i64::from(x), y0 + i64::from(y), size);
                    assert_eq!(found, Some((pos, Point::new(x, y))), "{size} {pos}");
                }
                let beside = ChunkPos::locate(x0 - 1, y0 - 1, size);
                let (x, y) = (pos.x.checked_sub(1), pos.y.checked_sub(1));
                let expected = x.zip(y).map(|(x, y)| (ChunkPos::new(x, y), Point::new(right, bottom)));
                assert_eq!(beside, expected, "{size} {pos}");
            }
            assert_eq!(ChunkPos::locate(i64::MAX, 0, size), None);
            assert_eq!(ChunkPos::locate(0, i64::MIN, size), None);
        }
    }

    #[test]
    fn rectangles_of_chunks_go_row_by_row_up_to_the_last_numbers() {
        let list = |a: (i32, i32), b: (i32, i32)| -> Vec<(i32, i32)> {
            ChunkPos::from(a).to(b.into()).map(Into::into).collect()
        };
        assert_eq!(list((-1, 4), (1, 5)), [(-1, 4), (0, 4), (1, 4), (-1, 5), (0, 5), (1, 5)]);
        assert_eq!(list((i32::MAX, i32::MIN), (i32::MAX, i32::MIN)), [(i32::MAX, i32::MIN)]);
        assert_eq!(list((1, 0), (0, 9)), []);
        assert_eq!(list((0, 1), (9, 0)), []);
    }

    #[test]
    fn sizes_are_checked() {
        let size = |w, h| WorldRect::new(-5, 3, w, h).size().map_err(|error| error.to_string());
        assert_eq!(size(80, 60), Ok(Size::new(80, 60)));
        assert_eq!(size(65535, 65535), Ok(Size::new(65535, 65535)));
        assert_eq!(size(0, 7), Err("a map of 0x7 is too small: at least 1x1 is needed".into()));
        let too_large =
            "a map of 65536x2 would take up to 131072 bytes; expected at most 4294967296 bytes and 65535 cells a side";
        assert_eq!(size(65536, 2), Err(too_large.into()));
        assert!(size(u32::MAX, u32::MAX).is_err());
    }
}
