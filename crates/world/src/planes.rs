//! Copies the planes of a part of one map into another.

use mapwright_core::Plane::{Corners, Corridors, Doors, Layers, Regions, Rooms, Solution};
use mapwright_core::{BuilderMap, Grid, Layer, Planes, Sides, Size, Tile, Wrap};

/// The planes that a chunk has: those that are no more in one chunk than in another.
pub(crate) const CARRIED: Planes =
    Planes::of(&[mapwright_core::Plane::Sides, Corners, Solution, Regions, Rooms, Corridors, Doors, Layers]);

/// A rectangle that lies in two maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// Its first column and row in the map that is read.
    pub(crate) from: (u32, u32),
    /// Its first column and row in the map that is written.
    pub(crate) to: (u32, u32),
    /// Columns and rows.
    pub(crate) size: (u32, u32),
}

/// A map of walls of this size.
pub(crate) fn blank(size: Size) -> BuilderMap {
    BuilderMap::filled(size, Wrap::None, Tile::WALL)
}

/// Copies a patch of all planes; planes that the other map does not have yet are added. Lists stay as they are, but there
/// will be a list wherever there is one in `from`.
pub(crate) fn copy(from: &BuilderMap, to: &mut BuilderMap, patch: Patch) {
    let size = to.size();
    patch.copy(&from.tiles, &mut to.tiles);
    let sides = [(&from.sides, &mut to.sides), (&from.corners, &mut to.corners), (&from.solution, &mut to.solution)];
    for (from, to) in sides {
        patch.copy_plane(from.as_ref(), to, size, Sides::CLOSED);
    }
    patch.copy_plane(from.regions.as_ref(), &mut to.regions, size, 0);
    for (name, layer) in &from.layers {
        let to = to.layers.entry(name.clone()).or_insert_with(|| empty(layer, size));
        match (layer, to) {
            (Layer::U8(from), Layer::U8(to)) => patch.copy(from, to),
            (Layer::U16(from), Layer::U16(to)) => patch.copy(from, to),
            (Layer::I32(from), Layer::I32(to)) => patch.copy(from, to),
            (Layer::F32(from), Layer::F32(to)) => patch.copy(from, to),
            _ => (),
        }
    }
    let lists = from.planes();
    if lists.contains(Rooms) {
        to.rooms.get_or_insert_default();
    }
    if lists.contains(Corridors) {
        to.corridors.get_or_insert_default();
    }
    if lists.contains(Doors) {
        to.doors.get_or_insert_default();
    }
}

/// A layer of the same type without anything.
fn empty(layer: &Layer, size: Size) -> Layer {
    match layer {
        Layer::U8(_) => Layer::U8(Grid::new(size, 0)),
        Layer::U16(_) => Layer::U16(Grid::new(size, 0)),
        Layer::I32(_) => Layer::I32(Grid::new(size, 0)),
        Layer::F32(_) => Layer::F32(Grid::new(size, 0.0)),
    }
}

impl Patch {
    fn copy_plane<T: Copy>(self, from: Option<&Grid<T>>, to: &mut Option<Grid<T>>, size: Size, empty: T) {
        if let Some(from) = from {
            self.copy(from, to.get_or_insert_with(|| Grid::new(size, empty)));
        }
    }

    fn copy<T: Copy>(self, from: &Grid<T>, to: &mut Grid<T>) {
        let width = self.size.0 as usize;
        let start = |(x, y): (u32, u32), row: u32, size: Size| (y + row) as usize * usize::from(size.w) + x as usize;
        let (source, target) = (from.size(), to.size());
        for row in 0..self.size.1 {
            let (read, write) = (start(self.from, row, source), start(self.to, row, target));
            to.as_mut_slice()[write..write + width].copy_from_slice(&from.as_slice()[read..read + width]);
        }
    }
}

/// How much memory a map without lists takes.
pub(crate) fn bytes(map: &BuilderMap) -> u64 {
    let cell = |n: u64, is_there: bool| if is_there { n } else { 0 };
    let layers = map.layers.values().map(|layer| match layer {
        Layer::U8(_) => 1,
        Layer::U16(_) => 2,
        _ => 4,
    });
    let planes = 1
        + cell(1, map.sides.is_some())
        + cell(1, map.corners.is_some())
        + cell(1, map.solution.is_some())
        + cell(2, map.regions.is_some())
        + layers.sum::<u64>();
    u64::from(map.size().area()) * planes
}
