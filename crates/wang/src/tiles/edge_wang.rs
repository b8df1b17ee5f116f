//! The infinite plane of edge-matched tiles.

use mapwright_core::{BuildError, Sides, mix};

use super::blocks::{east_of, fill, tiles_of};
use super::lattice::Row;
use super::narrow::{Colors, groups, write};
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

impl EdgeWang {
    /// The plane of a seed with 2 to 4 colors, drawn uniformly for every edge.
    pub fn new(seed: u64, colors: u8) -> Result<Self, BuildError> {
        Ok(EdgeWang::from_colors(seed, Distribution::equal(colors)?))
    }

    /// The plane of a seed with a color for each of 2 to 4 weights: a weight's share of their sum is the color's
    /// share of the edges, to the 2³²nd part. A color of weight 0 never appears. Equal weights make the plane of
    /// [`new`](Self::new).
    pub fn weighted(seed: u64, weights: &[u32]) -> Result<Self, BuildError> {
        Ok(EdgeWang::from_colors(seed, Distribution::new(weights)?))
    }

    const fn from_colors(seed: u64, colors: Distribution) -> Self {
        EdgeWang { colors, upright: mix(seed, 0), level: mix(seed, 1) }
    }

    /// The number of colors.
    pub const fn colors(&self) -> u8 {
        self.colors.colors()
    }

    /// The colors on the four sides of a tile.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
        let upright = |x| Row::new(self.upright, y).color(self.colors, x);
        let level = |y| Row::new(self.level, y).color(self.colors, x);
        Sides::from_colors([level(y), upright(east), level(south), upright(x)])
    }

    /// The tiles of row `y` from column `x0` on, as many as `out` holds: the same as from
    /// [`tile`](Self::tile), but many times faster.
    pub fn row(&self, x0: i64, y: i64, out: &mut [Sides]) {
        with_draw!(self.colors, draw => self.fill_row(draw, x0, y, out));
    }

    /// The tiles of a window with its top left corner at `(x0, y0)`, row by row, `width` columns and as many rows
    /// as `out` holds: the same as from [`row`](Self::row), and faster where the window is narrow. A width of 0
    /// fills nothing.
    pub fn window(&self, x0: i64, y0: i64, width: usize, out: &mut [Sides]) {
        with_draw!(self.colors, draw => match groups(x0, width) {
            _ if width == 0 => (),
            2 if width == 8 && out.len().is_multiple_of(8) => self.fill_eights(draw, x0, y0, out.as_chunks_mut().0),
            2 => self.fill_narrow::<2, 1>(draw, x0, y0, width, out),
            3 => self.fill_narrow::<3, 2>(draw, x0, y0, width, out),
            _ => {
                let rows = out.chunks_mut(width).zip(0..);
                rows.for_each(|(row, y)| self.fill_row(draw, x0, y0.wrapping_add(y), row));
            }
        });
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
