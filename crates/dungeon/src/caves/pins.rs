//! Kept cells of caves, 64 in a word.

use mapwright_core::{BuilderMap, Keep, Tile};

use super::bitmap::Bitmap;

/// The kept cells of a map, for builders that change all others.
#[derive(Debug)]
pub(super) struct Pins {
    /// Which cells are kept, and which of them are solid.
    mask: Bitmap,
    walls: Bitmap,
    /// The tile of each kept cell.
    tiles: Vec<(u32, Tile)>,
}

impl Pins {
    /// Remembers the kept cells of a map; `None` if there are none.
    pub(super) fn of(map: &BuilderMap) -> Option<Pins> {
        if map.kept.is_none() && map.n_floors() <= 1 {
            return None;
        }
        let size = map.size();
        let kept: Vec<bool> = size.points().map(|at| map.keep_at(at) != Keep::Free).collect();
        let cells = (0..).zip(map.tiles.as_slice()).zip(&kept).filter(|(_, is_kept)| **is_kept);
        Some(Pins {
            mask: Bitmap::of(size, &kept, |&is_kept| is_kept),
            walls: Bitmap::of_tiles(size, map.tiles.as_slice()),
            tiles: cells.map(|((cell, &tile), _)| (cell, tile)).collect(),
        })
    }

    /// Sets the walls of the kept cells.
    pub(super) fn hold(&self, cells: &mut Bitmap) {
        cells.take(&self.walls, &self.mask);
    }

    /// Writes the tiles of the kept cells.
    pub(super) fn write_tiles(&self, map: &mut BuilderMap) {
        self.tiles.iter().for_each(|&(cell, tile)| map.tiles[cell] = tile);
    }
}
