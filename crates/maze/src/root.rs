//! The cell from which a maze grows.

use mapwright_core::{BuildError, MapRng, Point, Size, params};

/// Where a maze begins. Its `start` is there too.
#[derive(Copy, Eq)]
#[params]
pub enum Root {
    /// The center cell, `(w/2, h/2)`.
    #[default]
    Center,
    /// A uniformly drawn cell.
    Random,
    /// This cell.
    At(Point),
}

impl Root {
    /// Checks that a map of this size has the cell.
    ///
    /// # Errors
    ///
    /// The cell is outside.
    pub fn check(self, size: Size) -> Result<(), BuildError> {
        match self {
            Root::At(p) if !size.contains(p) => {
                Err(BuildError::parameter("root", p, format_args!("a cell of the {size} map")))
            }
            _ => Ok(()),
        }
    }

    /// The cell, or an error if it is not on the map.
    ///
    /// # Errors
    ///
    /// The cell is outside.
    pub fn pick(self, size: Size, rng: &mut MapRng) -> Result<Point, BuildError> {
        self.check(size)?;
        Ok(match self {
            Root::Center => size.center(),
            Root::Random => size.point(rng.below(size.area())),
            Root::At(p) => p,
        })
    }
}
