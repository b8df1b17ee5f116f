//! A start near a chosen part of the map.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Plane, Planes};

use super::area::{AreaX, AreaY, place};
use super::marks::put_start;

/// Puts the start on the open cell nearest to a place: a corner, the middle of a side, or the center.
/// Distances are straight lines (round the map, where it wraps); of cells equally near, the first in
/// row-major order is taken. A spawn that stood there goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct AreaStart {
    /// Left, center or right.
    pub x: AreaX,
    /// Top, center or bottom.
    pub y: AreaY,
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
        let start = map.nearest_open(place(self.x, self.y, map.size()));
        let start = start.ok_or_else(|| BuildError::contradiction(None, "the map has no open cell for a start"))?;
        put_start(map, start);
        Ok(())
    }
}
