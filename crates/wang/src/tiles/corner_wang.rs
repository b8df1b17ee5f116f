//! The infinite plane of corner-matched tiles.

use mapwright_core::{BuildError, Sides, mix};

use super::blocks::{east_of, fill, tiles_of};
use super::lattice::Row;
use super::narrow::{Colors, groups, write};
use super::plane::plane;
use super::weights::{Distribution, Draw, with_draw};

/// An infinite plane of tiles whose touching corners have the same color, a pure function of the seed and the
/// tile's coordinates.
///
/// The color of a corner belongs to the point where four tiles meet, so all four agree, even the two that touch only at
/// that point. The coordinates are those of a torus of 2⁶⁴ tiles: beyond [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::Corner;
/// use mapwright_wang::CornerWang;
///
/// let tiles = CornerWang::new(7, 4)?;
/// assert_eq!(tiles.tile(-1, -1).corner(Corner::SE), tiles.tile(0, 0).corner(Corner::NW));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerWang {
    colors: Distribution,
    /// The points: the one at `(x, y)` is the north-west corner of tile `(x, y)`.
    points: u64,
}

plane!(CornerWang, "corner");

impl CornerWang {
    const fn from_colors(seed: u64, colors: Distribution) -> Self {
        // Edges have 0 and 1.
        CornerWang { colors, points: mix(seed, 2) }
    }

    /// The colors on the four corners of a tile, NE SE SW NW.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
        let point = |x, y| Row::new(self.points, y).color(self.colors, x);
        Sides::from_colors([point(east, y), point(east, south), point(x, south), point(x, y)])
    }

    #[inline(always)]
    fn fill_row(&self, draw: impl Draw, x0: i64, y: i64, out: &mut [Sides]) {
        let rows = [y, y.wrapping_add(1)].map(|y| Row::new(self.points, y));
        let mut west = rows.map(|row| draw.planes(row, x0, !0));
        fill(x0, out, |x| {
            let next = rows.map(|row| draw.planes(row, x.wrapping_add(64), !0));
            let [[n0, n1], [s0, s1]] = next;
            let [[nw0, nw1], [sw0, sw1]] = std::mem::replace(&mut west, next);
            let [ne0, ne1] = [east_of(nw0, n0), east_of(nw1, n1)];
            let [se0, se1] = [east_of(sw0, s0), east_of(sw1, s1)];
            tiles_of([ne0, ne1, se0, se1, sw0, sw1, nw0, nw1])
        });
    }

    /// Eight columns from a multiple of 8 on: a fast path for chunks of 8 × 8 tiles, compiled by itself.
    #[inline(never)]
    fn fill_eights(&self, draw: impl Draw, x0: i64, y0: i64, out: &mut [[Sides; 8]]) {
        let colors = |y| Colors::<2>::of(draw, Row::new(self.points, y), x0);
        let (mut north, mut y) = (colors(y0), y0);
        for tiles in out {
            y = y.wrapping_add(1);
            let south = colors(y);
            let eight = north.east(0) | south.east(0) << 2 | south.own(0) << 4 | north.own(0) << 6;
            *tiles = eight.to_le_bytes().map(Sides);
            north = south;
        }
    }

    #[inline(always)]
    fn fill_narrow<const GROUPS: usize, const TILES: usize>(
        &self,
        draw: impl Draw,
        x0: i64,
        y0: i64,
        width: usize,
        out: &mut [Sides],
    ) {
        let colors = |y| Colors::<GROUPS>::of(draw, Row::new(self.points, y), x0);
        let mut north = colors(y0);
        for (row, y) in out.chunks_mut(width).zip(1..) {
            let south = colors(y0.wrapping_add(y));
            write::<TILES>(x0, row, |i| north.east(i) | south.east(i) << 2 | south.own(i) << 4 | north.own(i) << 6);
            north = south;
        }
    }
}
