//! A start near a given position.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, MetaMapBuilder, Plane, Planes, Point, Reach, Size, Touch, params,
};
use mapwright_graph::Components;

use super::area::{AreaX, AreaY, place};
use crate::free_cells::FreeCells;

use super::marks::put_start;

/// Puts the start near a corner, a side or the center.
///
/// Puts the start near a corner, the middle of a side, or the center: on the nearest free floor of the map's largest
/// connected component, because caves are full of small pockets. Free floor is not water, and has no door, stairs,
/// exit, portal or spawn.
///
/// Distances are Euclidean (across the border where the map wraps); among equally near cells and equally large
/// components, the first in row-major order is used.
#[derive(Eq)]
#[params]
pub struct AreaStart {
    /// Where along the width.
    pub x: AreaX,
    /// Where along the height.
    pub y: AreaY,
    /// Whether the start must be in the largest connected component.
    pub part: StartPart,
}

/// The cells where a start may be.
#[params]
pub enum StartPart {
    /// Free floor of the largest connected component.
    #[default]
    Largest,
    /// All free floor.
    Any,
}

impl Builder for AreaStart {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("area-start")
            .title("The start in an area")
            .gives(Plane::Start)
            .touch(Touch::Keeps)
            .also_drops(Planes::FROM_START)
            .reach(Reach::Global("a world has one start, which `ChainWorld::start` finds"))
    }
}

impl MetaMapBuilder for AreaStart {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let parts = (self.part == StartPart::Largest).then(|| Components::from_map(map, &map.passages()));
        cx.check()?;
        let largest = parts.as_ref().and_then(|parts| Some((parts, parts.largest()?.0)));
        let free = FreeCells::footing(map, map.start);
        let fits = |p: &Point| largest.is_none_or(|(parts, largest)| parts.label[*p] == largest) && free.contains(*p);
        let place = place(self.x, self.y, map.size());
        let start = map.wrap.nearest(map.size().points().filter(fits), place, map.size());
        let start = start.ok_or_else(|| BuildError::contradiction(None, "the map has no free floor for a start"))?;
        put_start(map, start);
        Ok(())
    }
}
