//! Which borders of a map are joined to the opposite one.

use std::fmt;

use crate::{Dir, Dirs, Point, Size};

/// Which axes wrap round. On a torus (`Both`) a map has no border at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Wrap {
    /// Four borders.
    #[default]
    None,
    /// East meets west.
    X,
    /// South meets north.
    Y,
    /// A torus.
    Both,
}

impl Wrap {
    /// All four.
    pub const ALL: [Wrap; 4] = [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both];

    /// Whether a step east or west leaves one border and enters at the other.
    pub const fn x(self) -> bool {
        matches!(self, Wrap::X | Wrap::Both)
    }

    /// Whether a step north or south does.
    pub const fn y(self) -> bool {
        matches!(self, Wrap::Y | Wrap::Both)
    }

    /// The borders of a map of this size that can be stepped over. One cell cannot be its own
    /// neighbor, so an axis of one cell joins nothing.
    pub const fn crossings(self, size: Size) -> Dirs {
        let mut dirs = Dirs::NONE;
        if self.x() && size.w > 1 {
            dirs = dirs.with(Dir::E).with(Dir::W);
        }
        if self.y() && size.h > 1 {
            dirs = dirs.with(Dir::N).with(Dir::S);
        }
        dirs
    }

    /// The square of the straight distance between two cells of a map of this size, the shorter way
    /// round where it wraps.
    pub fn square_distance(self, a: Point, b: Point, size: Size) -> u64 {
        let along = |a: u16, b: u16, length: u16, wraps: bool| {
            let apart = a.abs_diff(b);
            u64::from(if wraps { apart.min(length.saturating_sub(apart)) } else { apart })
        };
        let (dx, dy) = (along(a.x, b.x, size.w, self.x()), along(a.y, b.y, size.h, self.y()));
        dx * dx + dy * dy
    }
}

impl fmt::Display for Wrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wrap::None => "none",
            Wrap::X => "x",
            Wrap::Y => "y",
            Wrap::Both => "both",
        })
    }
}
