//! Copies the planes of a part of one map into another.

use mapwright_core::Plane::{Corridors, Doors, Layers, Rooms};
use mapwright_core::{BuilderMap, Grid, Layer, Plane, Planes, Size, Tile, Wrap, planes};

/// The planes that a chunk has: those that are no more in one chunk than in another.
pub(crate) const CARRIED: Planes = CELLS.union(Planes::of(&[Rooms, Corridors, Doors, Layers]));

macro_rules! define_cells {
    (cells { $($(#[$doc:meta])+ $Cells:ident = $name:literal, $cells:ident: $cell:ty;)* } $($rest:tt)*) => {
        /// The planes with a value for each cell.
        const CELLS: Planes = Planes::of(&[$(Plane::$Cells),*]);

        fn copy_cells(from: &BuilderMap, to: &mut BuilderMap, patch: Patch) {
            let size = to.size();
            patch.copy(&from.tiles, &mut to.tiles);
            $(if let Some(from) = &from.$cells {
                patch.copy(from, to.$cells.get_or_insert_with(|| Grid::new(size, Default::default())));
            })*
        }

        fn bytes_of_cells(map: &BuilderMap) -> usize {
            size_of_val(map.tiles.as_slice()) $(+ map.$cells.as_ref().map_or(0, |plane| size_of_val(plane.as_slice())))*
        }
    };
}

planes!(define_cells);

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
    copy_cells(from, to, patch);
    to.palette.extend(&from.palette);
    let size = to.size();
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
    (bytes_of_cells(map) + map.layers.values().map(Layer::bytes).sum::<usize>()) as u64
}
