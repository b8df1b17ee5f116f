//! Corner-matched tiles everywhere.

use mapwright_core::{BuildError, Sides, mix};

use super::blocks::{east_of, fill, tiles_of};
use super::check_colors;
use super::lattice::Row;

/// An endless plane of tiles whose touching corners have one color, a pure function of the seed and the
/// tile's coordinates.
///
/// The color of a corner belongs to the point where four tiles meet, so all four agree, the two that
/// touch in nothing but that point included. The coordinates are those of a torus of 2⁶⁴ tiles: beyond
/// [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::Corner;
/// use mapwright_tiling::CornerWang;
///
/// let tiles = CornerWang::new(7, 4)?;
/// assert_eq!(tiles.tile(-1, -1).corner(Corner::SE), tiles.tile(0, 0).corner(Corner::NW));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerWang {
    colors: u8,
    /// The points: the one at `(x, y)` is the north-west corner of tile `(x, y)`.
    points: u64,
}

impl CornerWang {
    /// The plane of a seed in 2 to 4 colors, all equally likely on every corner.
    pub fn new(seed: u64, colors: u8) -> Result<Self, BuildError> {
        check_colors(colors)?;
        // Edges have 0 and 1.
        Ok(CornerWang { colors, points: mix(seed, 2) })
    }

    /// How many colors.
    pub fn colors(&self) -> u8 {
        self.colors
    }

    /// The colors on the four corners of a tile, NE SE SW NW.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
        let point = |x, y| Row::new(self.points, y).color(self.colors, x);
        Sides::from_colors([point(east, y), point(east, south), point(x, south), point(x, y)])
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
        let rows = [y, y.wrapping_add(1)].map(|y| Row::new(self.points, y));
        let mut west = rows.map(|row| row.planes::<COLORS>(x0, !0));
        fill(x0, out, |x| {
            let next = rows.map(|row| row.planes::<COLORS>(x.wrapping_add(64), !0));
            let [[n0, n1], [s0, s1]] = next;
            let [[nw0, nw1], [sw0, sw1]] = std::mem::replace(&mut west, next);
            let [ne0, ne1] = [east_of(nw0, n0), east_of(nw1, n1)];
            let [se0, se1] = [east_of(sw0, s0), east_of(sw1, s1)];
            tiles_of([ne0, ne1, se0, se1, sw0, sw1, nw0, nw1])
        });
    }
}
