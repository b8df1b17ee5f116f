//! The cell from which a maze grows.

use mapwright_core::{BuildError, MapRng, Point, Size};

/// Where a maze begins; its `start` is put there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Root {
    /// The center cell, `(w/2, h/2)`.
    #[default]
    Center,
    /// Any cell, all alike.
    Random,
    /// This cell.
    At(Point),
}

impl Root {
    /// The cell, or an error when it is not on the map.
    pub fn pick(self, size: Size, rng: &mut MapRng) -> Result<Point, BuildError> {
        match self {
            Root::Center => Ok(size.center()),
            Root::Random => Ok(size.point(rng.below(size.area()))),
            Root::At(p) if size.contains(p) => Ok(p),
            Root::At(p) => Err(BuildError::parameter("root", p, format_args!("a cell of the {size} map"))),
        }
    }
}
