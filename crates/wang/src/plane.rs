//! The infinite plane of Wang tiles.
//!
//! The colors belong to the lattice between the tiles, not to the tiles: two tiles read a shared color from the same
//! place. So every tile can be made alone, in any order, and all of them match, across the borders of any windows, and at
//! every point where four of them meet.

use mapwright_core::{BuildError, Dir, Sides, mix, params};

use crate::shares::{LatticeRow, Shares};

/// What tiles that touch agree on.
#[params]
pub enum MatchOn {
    /// The color of the side between them.
    #[default]
    Edges,
    /// The colors of the points at both ends of that side; so do tiles that touch at a point only.
    Corners,
}

/// Where a part of a tile has its color. The lattices are 0 for the vertical edges, each named by the tile to its east, 1
/// for the level edges, each named by the tile to its south, and 2 for the points, each named by the tile to its
/// south-east.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColorSource {
    pub(crate) lattice: u64,
    /// From the tile to the one that names the place: columns to the east, 0 or 1.
    pub(crate) east: i64,
    /// Rows to the south, 0 or 1.
    pub(crate) south: i64,
}

impl MatchOn {
    /// Where the parts of a tile have their colors, N E S W or NE SE SW NW: a byte of corners has them where a byte of
    /// sides has the direction of the same number.
    pub(crate) fn sources(self) -> [(Dir, ColorSource); 4] {
        let steps = match self {
            MatchOn::Edges => [(1, 0, 0), (0, 1, 0), (1, 0, 1), (0, 0, 0)],
            MatchOn::Corners => [(2, 1, 0), (2, 1, 1), (2, 0, 1), (2, 0, 0)],
        };
        let [n, e, s, w] = steps.map(|(lattice, east, south)| ColorSource { lattice, east, south });
        [(Dir::N, n), (Dir::E, e), (Dir::S, s), (Dir::W, w)]
    }
}

/// An infinite plane of Wang tiles, a pure function of the seed and the tile's coordinates (Wang 1961; with colored
/// corners Lagae and Dutré 2006).
///
/// The coordinates are those of a torus of 2⁶⁴ tiles: beyond [`i64::MAX`] comes [`i64::MIN`].
///
/// ```
/// use mapwright_core::{Corner, Dir, Sides};
/// use mapwright_wang::{MatchOn, WangPlane};
///
/// let tiles = WangPlane::new(MatchOn::Edges, 7, 3)?;
/// assert_eq!(tiles.tile(-5, 2).color(Dir::E), tiles.tile(-4, 2).color(Dir::W));
///
/// let mut row = [Sides::CLOSED; 100];
/// tiles.row(-50, 2, &mut row);
/// assert_eq!(row[45], tiles.tile(-5, 2));
///
/// // Of four tiles at a point all agree, even those that touch only there.
/// let tiles = WangPlane::weighted(MatchOn::Corners, 7, &[1, 3])?;
/// assert_eq!(tiles.tile(-1, -1).corner(Corner::SE), tiles.tile(0, 0).corner(Corner::NW));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WangPlane {
    on: MatchOn,
    seed: u64,
    shares: Shares,
}

impl WangPlane {
    /// The plane of a seed with 2 to 4 colors, drawn uniformly for every place.
    ///
    /// # Errors
    ///
    /// The number of colors is not from 2 to 4.
    pub fn new(on: MatchOn, seed: u64, colors: u8) -> Result<Self, BuildError> {
        Ok(WangPlane { on, seed, shares: Shares::equal(colors)? })
    }

    /// The plane of a seed with a color for each of 2 to 4 weights: a weight's share of their sum is the color's share of
    /// the places, to the 2³²nd part. A color of weight 0 never appears. Equal weights make the plane of
    /// [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// There are fewer or more weights, or all are 0.
    pub fn weighted(on: MatchOn, seed: u64, weights: &[u32]) -> Result<Self, BuildError> {
        Ok(WangPlane { on, seed, shares: Shares::new(weights)? })
    }

    /// What touching tiles agree on.
    pub const fn on(&self) -> MatchOn {
        self.on
    }

    /// The number of colors.
    pub const fn colors(&self) -> u8 {
        self.shares.colors()
    }

    /// The tile at column `x` and row `y`: the colors of its sides N E S W, or of its corners NE SE SW NW.
    pub fn tile(&self, x: i64, y: i64) -> Sides {
        let mut tile = [Sides::CLOSED];
        self.row(x, y, &mut tile);
        tile[0]
    }

    /// The tiles of row `y` from column `x0` on, as many as `out` holds: the same as from [`tile`](Self::tile), but many
    /// times faster.
    pub fn row(&self, x0: i64, y: i64, out: &mut [Sides]) {
        out.fill(Sides::CLOSED);
        for (part, source) in self.on.sources() {
            let row = LatticeRow::new(mix(self.seed, source.lattice), y.wrapping_add(source.south));
            let (mut x, mut rest) = (x0.wrapping_add(source.east), &mut *out);
            while !rest.is_empty() {
                let skip = usize::from(x.to_le_bytes()[0] % 64);
                let (now, later) = rest.split_at_mut(rest.len().min(64 - skip));
                let colors = self.shares.block(row, x);
                for (tile, color) in now.iter_mut().zip(&colors[skip..]) {
                    tile.0 |= color << (2 * part as u8);
                }
                (x, rest) = ((x & !63).wrapping_add(64), later);
            }
        }
    }
}
