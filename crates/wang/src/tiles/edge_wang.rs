//! The infinite plane of edge-matched tiles.

use mapwright_core::{BuildError, Sides, mix};

use super::blocks::{east_of, fill, tiles_of};
use super::lattice::Row;
use super::narrow::{Colors, groups, write};
use super::plane::plane;
use super::weights::{Distribution, Draw, with_draw};

/// An infinite plane of tiles whose touching sides have the same color, a pure function of the seed and the
/// tile's coordinates.
///
/// The coordinates are those of a torus of 2⁶⁴ tiles: beyond [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::{Dir, Sides};
/// use mapwright_wang::EdgeWang;
///
/// let tiles = EdgeWang::new(7, 3)?;
/// assert_eq!(tiles.tile(-5, 2).color(Dir::E), tiles.tile(-4, 2).color(Dir::W));
///
/// let mut row = [Sides::CLOSED; 100];
/// tiles.row(-50, 2, &mut row);
/// assert_eq!(row[45], tiles.tile(-5, 2));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeWang {
    colors: Distribution,
    /// The upright edges: the one at `x` is west of tile `x`.
    upright: u64,
    /// The level edges: the one at `y` is north of tile `y`.
    level: u64,
}

plane!(EdgeWang, "edge");

impl EdgeWang {
    const fn from_colors(seed: u64, colors: Distribution) -> Self {
        EdgeWang { colors, upright: mix(seed, 0), level: mix(seed, 1) }
    }

    /// The colors on the four sides of a tile.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
        let upright = |x| Row::new(self.upright, y).color(self.colors, x);
        let level = |y| Row::new(self.level, y).color(self.colors, x);
        Sides::from_colors([level(y), upright(east), level(south), upright(x)])
    }

    #[inline(always)]
    fn fill_row(&self, draw: impl Draw, x0: i64, y: i64, out: &mut [Sides]) {
        let (north, south) = (Row::new(self.level, y), Row::new(self.level, y.wrapping_add(1)));
        let upright = Row::new(self.upright, y);
        let mut west = draw.planes(upright, x0, !0);
        fill(x0, out, |x| {
            let next = draw.planes(upright, x.wrapping_add(64), !0);
            let [w0, w1] = std::mem::replace(&mut west, next);
            let [e0, e1] = [east_of(w0, next[0]), east_of(w1, next[1])];
            let ([n0, n1], [s0, s1]) = (draw.planes(north, x, !0), draw.planes(south, x, !0));
            tiles_of([n0, n1, e0, e1, s0, s1, w0, w1])
        });
    }

    /// Eight columns from a multiple of 8 on: a fast path for chunks of 8 × 8 tiles, compiled by itself. A loop shared
    /// with the other widths, which takes the tiles of a row from a closure, was a fifth slower.
    #[inline(never)]
    fn fill_eights(&self, draw: impl Draw, x0: i64, y0: i64, out: &mut [[Sides; 8]]) {
        let level = |y| Colors::<1>::of(draw, Row::new(self.level, y), x0).own(0);
        let (mut north, mut y) = (level(y0), y0);
        for tiles in out {
            let upright = Colors::<2>::of(draw, Row::new(self.upright, y), x0);
            y = y.wrapping_add(1);
            let south = level(y);
            let eight = north | upright.east(0) << 2 | south << 4 | upright.own(0) << 6;
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
        let colors = |lattice, y| Colors::<GROUPS>::of(draw, Row::new(lattice, y), x0);
        let mut north = colors(self.level, y0);
        for (row, y) in out.chunks_mut(width).zip(0..) {
            let y = y0.wrapping_add(y);
            let (south, upright) = (colors(self.level, y.wrapping_add(1)), colors(self.upright, y));
            write::<TILES>(x0, row, |i| north.own(i) | upright.east(i) << 2 | south.own(i) << 4 | upright.own(i) << 6);
            north = south;
        }
    }
}
