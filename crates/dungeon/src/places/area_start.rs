//! A start near a chosen part of the map.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Plane, Planes, Point, Size};

/// Puts the start on the open cell nearest to a place: a corner, the middle of a side, or the center.
/// Distances are straight lines (round the map, where it wraps); of cells equally near, the first in
/// row-major order is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct AreaStart {
    /// Left, center or right.
    pub x: AreaX,
    /// Top, center or bottom.
    pub y: AreaY,
}

/// A place along the width of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum AreaX {
    /// The first column.
    Left,
    /// The middle column.
    #[default]
    Center,
    /// The last column.
    Right,
}

/// A place along the height of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum AreaY {
    /// The first row.
    Top,
    /// The middle row.
    #[default]
    Center,
    /// The last row.
    Bottom,
}

impl MetaMapBuilder for AreaStart {
    fn name(&self) -> &'static str {
        "area-start"
    }

    fn provides(&self) -> Planes {
        Plane::Start.into()
    }

    fn clears(&self) -> Planes {
        Plane::Flow.into()
    }

    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let nearest = map.nearest_open(self.place(map.size()));
        let start = nearest.ok_or_else(|| BuildError::contradiction(None, "the map has no open cell for a start"))?;
        map.start = Some(start);
        map.flow = None;
        Ok(())
    }
}

impl AreaStart {
    fn place(&self, size: Size) -> Point {
        let x = match self.x {
            AreaX::Left => 0,
            AreaX::Center => size.w / 2,
            AreaX::Right => size.w.saturating_sub(1),
        };
        let y = match self.y {
            AreaY::Top => 0,
            AreaY::Center => size.h / 2,
            AreaY::Bottom => size.h.saturating_sub(1),
        };
        Point::new(x, y)
    }
}
