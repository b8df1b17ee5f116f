//! The infinite plane of herringbone tiles, as a pure function of seed and position.

use mapwright_core::{Tile, mix};

use super::lattice::{Edge, Form, covering};
use super::template::HerringboneTemplate;

/// An infinite plane of herringbone tiles. Coordinates are in units, that is, half tiles, on a torus of 2⁶⁴ units.
///
/// ```
/// use mapwright_wang::{Herringbone, HerringboneTemplate};
///
/// let template = HerringboneTemplate::dungeon(8)?;
/// let plane = Herringbone::new(7, &template);
/// let laid = plane.piece_at(-3, 5);
/// assert_eq!(laid.colors, template.pieces()[laid.piece].colors);
/// # Ok::<(), mapwright_wang::HerringboneError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Herringbone<'a> {
    template: &'a HerringboneTemplate,
    lattice: u64,
    /// After how many units the plane repeats, a multiple of 4; `None` if it does not.
    period: (Option<i64>, Option<i64>),
}

/// A tile on the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// Its form.
    pub form: Form,
    /// Its upper left unit.
    pub at: (i64, i64),
    /// The colors of its edges or corners, in the order of [`HerringbonePiece::colors`](super::HerringbonePiece::colors).
    pub colors: [u8; 6],
    /// The index of its piece in the template.
    pub piece: usize,
}

impl<'a> Herringbone<'a> {
    /// The plane of a seed.
    pub const fn new(seed: u64, template: &'a HerringboneTemplate) -> Self {
        Herringbone { template, lattice: mix(seed, u64::from_be_bytes(*b"herringb")), period: (None, None) }
    }

    /// The plane, repeated after the given number of units along each axis. The number must be a multiple of 4, so that
    /// the pattern meets itself; other numbers are ignored.
    #[must_use]
    pub fn repeated(mut self, x: Option<u32>, y: Option<u32>) -> Self {
        let whole = |units: Option<u32>| units.filter(|units| units % 4 == 0 && *units > 0).map(i64::from);
        self.period = (whole(x), whole(y));
        self
    }

    /// The tile that covers a unit.
    pub fn piece_at(&self, x: i64, y: i64) -> PlacedPiece {
        let (form, x, y) = covering(x, y);
        let on = self.template.on();
        let mut colors = [0; 6];
        for ((color, edge), kind) in colors.iter_mut().zip(form.places(on, x, y)).zip(form.kinds(on)) {
            *color = self.color(edge, self.template.colors()[kind]);
        }
        // The template has a piece for every combination of colors.
        let fitting = self.template.fitting(form, colors);
        let choice = share(self.hash(2, x, y), u32::try_from(fitting.len()).unwrap_or(u32::MAX));
        let piece = fitting.get(choice as usize).copied().unwrap_or(0).into();
        PlacedPiece { form, at: (x, y), colors, piece }
    }

    /// The tile at a cell. Cells count from the upper left one of unit (0, 0).
    pub fn tile(&self, x: i64, y: i64) -> Tile {
        let unit = i64::from(self.template.unit());
        let laid = self.piece_at(x.div_euclid(unit), y.div_euclid(unit));
        let cells = &self.template.pieces()[laid.piece].cells;
        // A cell of the tile is in its first or second unit.
        let within = |at: i64, corner: i64| at.wrapping_sub(corner.wrapping_mul(unit));
        let (dx, dy) = (within(x, laid.at.0), within(y, laid.at.1));
        let place = dy * i64::from(cells.size().w) + dx;
        usize::try_from(place).ok().and_then(|place| cells.as_slice().get(place)).copied().unwrap_or_default()
    }

    fn color(&self, edge: Edge, colors: u8) -> u8 {
        let hash = match edge {
            Edge::North(x, y) => self.hash(0, x, y),
            Edge::West(x, y) => self.hash(1, x, y),
            Edge::Corner(x, y) => self.hash(3, x, y),
        };
        u8::try_from(share(hash, colors.into())).unwrap_or(0)
    }

    fn hash(&self, salt: u64, x: i64, y: i64) -> u64 {
        let fold = |at: i64, period: Option<i64>| period.map_or(at, |period| at.rem_euclid(period)).cast_unsigned();
        mix(mix(mix(self.lattice, salt), fold(y, self.period.1)), fold(x, self.period.0))
    }
}

/// A number below `n` from the upper half of a hash.
fn share(hash: u64, n: u32) -> u32 {
    u32::try_from(((hash >> 32) * u64::from(n)) >> 32).unwrap_or(0)
}
