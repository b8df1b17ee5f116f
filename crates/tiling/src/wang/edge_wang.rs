//! Edge-matched tiles everywhere.

use mapwright_core::{BuildError, Sides, mix};

use super::blocks::{east_of, fill, tiles_of};
use super::check_colors;
use super::lattice::Row;

/// An endless plane of tiles whose touching sides have one color, a pure function of the seed and the
/// tile's coordinates.
///
/// The coordinates are those of a torus of 2⁶⁴ tiles: beyond [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::{Dir, Sides};
/// use mapwright_tiling::EdgeWang;
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
    colors: u8,
    /// The upright edges: the one at `x` is west of tile `x`.
    upright: u64,
    /// The level edges: the one at `y` is north of tile `y`.
    level: u64,
}

impl EdgeWang {
    /// The plane of a seed in 2 to 4 colors, all equally likely on every edge.
    pub fn new(seed: u64, colors: u8) -> Result<Self, BuildError> {
        check_colors(colors)?;
        Ok(EdgeWang { colors, upright: mix(seed, 0), level: mix(seed, 1) })
    }

    /// How many colors.
    pub fn colors(&self) -> u8 {
        self.colors
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
        match self.colors {
            2 => self.fill_row::<2>(x0, y, out),
            3 => self.fill_row::<3>(x0, y, out),
            _ => self.fill_row::<4>(x0, y, out),
        }
    }

    fn fill_row<const COLORS: u8>(&self, x0: i64, y: i64, out: &mut [Sides]) {
        let (north, south) = (Row::new(self.level, y), Row::new(self.level, y.wrapping_add(1)));
        let upright = Row::new(self.upright, y);
        let mut west = upright.planes::<COLORS>(x0, !0);
        fill(x0, out, |x| {
            let next = upright.planes::<COLORS>(x.wrapping_add(64), !0);
            let [w0, w1] = std::mem::replace(&mut west, next);
            let [e0, e1] = [east_of(w0, next[0]), east_of(w1, next[1])];
            let ([n0, n1], [s0, s1]) = (north.planes::<COLORS>(x, !0), south.planes::<COLORS>(x, !0));
            tiles_of([n0, n1, e0, e1, s0, s1, w0, w1])
        });
    }
}
