//! A start near a chosen part of the map.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Plane, Planes, Point, Size, Wrap};

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
        let place = self.place(map.size());
        let open = map.size().points().filter(|&p| map.is_open(p));
        let nearest = open.min_by_key(|&p| square_distance(p, place, map.size(), map.wrap));
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

fn square_distance(a: Point, b: Point, size: Size, wrap: Wrap) -> u64 {
    let along = |a: u16, b: u16, length: u16, wraps: bool| {
        let apart = a.abs_diff(b);
        u64::from(if wraps { apart.min(length - apart) } else { apart })
    };
    let (dx, dy) = (along(a.x, b.x, size.w, wrap.x()), along(a.y, b.y, size.h, wrap.y()));
    dx * dx + dy * dy
}
