//! Planes of a map as IntGrid layers. 0 is an empty cell there, so most values are one more than ours.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Color, Dir, Grid, Layer, Sides, Tile};
use mapwright_render::Style;

use super::defs::GridValue;

/// A grid, and what its values are.
pub(super) type IntGrid = (Grid<u32>, Vec<GridValue>);

/// The tiles, each its number and one. The whole palette is defined, used or not.
pub(super) fn tiles(map: &BuilderMap, style: &Style) -> IntGrid {
    let known = style.palette.looks().iter().map(|look| look.tile);
    let all: BTreeSet<Tile> = known.chain(map.tiles.as_slice().iter().copied()).collect();
    let value = |tile: Tile| {
        let look = style.palette.look(tile);
        let name = if look.tile == tile { look.name.replace(' ', "_") } else { format!("tile_{}", tile.0) };
        (u32::from(tile.0) + 1, name, look.color)
    };
    (map.tiles.map(|tile| u32::from(tile.0) + 1), all.into_iter().map(value).collect())
}

/// Sides or corners, each its byte of colors and one.
pub(super) fn colors(plane: &Grid<Sides>, hues: [Color; 4]) -> IntGrid {
    let all: BTreeSet<Sides> = plane.as_slice().iter().copied().collect();
    let value = |sides: Sides| {
        let colors = Dir::ALL.map(|dir| sides.color(dir));
        // The color that it has most of, so that the grid shows something of the map.
        let count = |color: u8| colors.iter().filter(|&&other| other == color).count();
        let most = (0..4u8).max_by_key(|&color| count(color)).unwrap_or(0);
        let name = colors.map(|color| color.to_string()).concat();
        (u32::from(sides.0) + 1, format!("colors_{name}"), hues[usize::from(most)])
    };
    (plane.map(|sides| u32::from(sides.0) + 1), all.into_iter().map(value).collect())
}

/// The regions by their numbers; none is empty.
pub(super) fn regions(plane: &Grid<u16>, style: &Style) -> IntGrid {
    let all: BTreeSet<u16> = plane.as_slice().iter().copied().filter(|&region| region > 0).collect();
    let value = |region: u16| (region.into(), format!("region_{region}"), style.theme.region(region.into()));
    (plane.map(|&region| region.into()), all.into_iter().map(value).collect())
}

/// A custom layer, each value plus 1: integers from 0 to 65,535, at most 256 different ones. Other
/// layers have no IntGrid.
pub(super) fn layer(layer: &Layer, style: &Style) -> Option<IntGrid> {
    let plane: Grid<u32> = match layer {
        Layer::U8(values) => values.map(|&value| u32::from(value) + 1),
        Layer::U16(values) => values.map(|&value| u32::from(value) + 1),
        Layer::I32(values) if values.as_slice().iter().all(|value| (0..=0xffff).contains(value)) => {
            values.map(|&value| value.unsigned_abs() + 1)
        }
        _ => return None,
    };
    let all: BTreeSet<u32> = plane.as_slice().iter().copied().collect();
    let value = |value: u32| (value, format!("value_{}", value - 1), style.theme.region(value));
    (all.len() <= 256).then(|| (plane, all.into_iter().map(value).collect()))
}
