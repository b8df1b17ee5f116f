//! The floors of a map beside each other.

use image::RgbaImage;
use mapwright_core::BuilderMap;

use crate::RenderError;
use crate::draw::{band_size, bands};
use crate::picture::Style;

/// Where the pictures of the floors go: in rows, all together about as wide as high. A map without floors is a single one.
pub(super) struct FloorGrid {
    columns: u32,
    /// One floor.
    floor: (u32, u32),
    /// Pixels from one to the next.
    gap: (u32, u32),
    /// All of them.
    pub(super) size: (u32, u32),
}

impl FloorGrid {
    pub(super) fn new(map: &BuilderMap, style: &Style, gap: (u32, u32)) -> Result<FloorGrid, RenderError> {
        let (floor, count) = (band_size(map, style)?, u32::from(map.n_floors()).max(1));
        let length = |n: u32, each: u32, gap: u32| n.saturating_mul(each.saturating_add(gap)) - gap;
        let size = |columns: u32| (length(columns, floor.0, gap.0), length(count.div_ceil(columns), floor.1, gap.1));
        let is_wide = |columns: &u32| size(*columns).0 >= size(*columns).1;
        let columns = (1..=count).find(is_wide).unwrap_or(count);
        Ok(FloorGrid { columns, floor, gap, size: size(columns) })
    }

    /// The pictures, and where each goes.
    pub(super) fn pictures(
        &self,
        map: &BuilderMap,
        style: &Style,
    ) -> Result<impl Iterator<Item = ((u32, u32), RgbaImage)>, RenderError> {
        let place = |nth: u32| {
            let (column, row) = (nth % self.columns, nth / self.columns);
            (column * (self.floor.0 + self.gap.0), row * (self.floor.1 + self.gap.1))
        };
        Ok((0..).map(place).zip(bands(map, style)?))
    }
}
