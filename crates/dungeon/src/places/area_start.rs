//! A start near a chosen part of the map.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, MetaMapBuilder, Plane, Planes, Point};
use mapwright_graph::Components;

use super::area::{AreaX, AreaY, place};
use super::marks::put_start;

/// Puts the start near a place: a corner, the middle of a side, or the center. It comes to lie on the nearest open
/// cell of the map's largest connected part, so that what is reached from it is worth reaching: a cave is full of
/// pockets of a few cells.
///
/// Distances are straight lines (round the map, where it wraps); of cells equally near, and of parts equally
/// large, the first in row-major order is taken. A spawn that stood there goes; an exit keeps its cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct AreaStart {
    /// Left, center or right.
    pub x: AreaX,
    /// Top, center or bottom.
    pub y: AreaY,
    /// Where it may lie.
    pub part: StartPart,
}

/// The cells where a start may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StartPart {
    /// Those of the largest connected part.
    #[default]
    Largest,
    /// All open cells.
    Any,
}

impl Builder for AreaStart {
    fn name(&self) -> &'static str {
        "area-start"
    }

    fn provides(&self) -> Planes {
        Plane::Start.into()
    }

    fn clears(&self) -> Planes {
        Planes::FROM_START
    }
}

impl MetaMapBuilder for AreaStart {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let parts = (self.part == StartPart::Largest).then(|| Components::of(map, &map.passages()));
        let largest = parts.as_ref().and_then(|parts| Some((parts, parts.largest()?.0)));
        let fits = |p: &Point| {
            let inside = largest.is_none_or(|(parts, largest)| parts.label[*p] == largest);
            inside && map.is_open(*p) && map.exit != Some(*p)
        };
        let place = place(self.x, self.y, map.size());
        let start = map.wrap.nearest(map.size().points().filter(fits), place, map.size());
        let start = start.ok_or_else(|| BuildError::contradiction(None, "the map has no open cell for a start"))?;
        put_start(map, start);
        Ok(())
    }
}
