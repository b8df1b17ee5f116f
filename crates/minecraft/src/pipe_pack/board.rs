//! The board of a pipe pack, as a map has it.

use mapwright_core::{BuilderMap, Dir, Dirs, Grid, Point, Size, Wrap};

use super::PipePackError;

/// More cells could need more commands for one click than the game runs in a chain: `search.rs` counts them.
pub(super) const MOST_CELLS: u32 = 1024;

/// The game keeps at most 256 chunks of 16×16 blocks loaded by one command. A board of 1024 cells with this many along
/// a side is in 100 of them.
pub(super) const MOST_SIDE: u16 = 128;

/// Tiles, and where the water comes from.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) tiles: Grid<Dirs>,
    pub(super) source: Point,
    pub(super) wrap: Wrap,
}

/// The tiles that a player can turn, and their items in the frame.
///
/// The pictures of these tools run from the lower left to the upper right. Turned by seven eighths they hang down, and
/// look like the tile that is open to the south, as told by `base`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PipeKind {
    pub(super) item: &'static str,
    base: Dirs,
}

/// End, straight, corner, tee.
const KINDS: [PipeKind; 4] = [
    PipeKind { item: "iron_shovel", base: open(&[Dir::S]) },
    PipeKind { item: "stick", base: open(&[Dir::N, Dir::S]) },
    PipeKind { item: "iron_hoe", base: open(&[Dir::S, Dir::W]) },
    PipeKind { item: "iron_pickaxe", base: open(&[Dir::E, Dir::S, Dir::W]) },
];

const fn open(dirs: &[Dir]) -> Dirs {
    let (mut all, mut i) = (Dirs::NONE, 0);
    while i < dirs.len() {
        all = all.with(dirs[i]);
        i += 1;
    }
    all
}

impl Puzzle {
    /// The board that a map with sides and a start is. A solid cell is an empty tile.
    pub(super) fn of(map: &BuilderMap) -> Result<Puzzle, PipePackError> {
        if let Err(fault) = map.validate() {
            return Err(PipePackError::Unsound(fault.why));
        }
        let sides = map.sides.as_ref().ok_or(PipePackError::NoSides)?;
        let source = map.start.ok_or(PipePackError::NoSource)?;
        if !map.portals.is_empty() {
            return Err(PipePackError::Portals);
        }
        let size = map.size();
        if size.area() > MOST_CELLS || size.w.max(size.h) > MOST_SIDE {
            return Err(PipePackError::TooLarge { size, cells: MOST_CELLS, side: MOST_SIDE });
        }
        let tile = |p: Point| if map.is_open(p) { sides[p].dirs() } else { Dirs::NONE };
        Ok(Puzzle { tiles: Grid::from_fn(size, tile), source, wrap: map.wrap })
    }

    pub(super) const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// How many cells lie along the axis of a direction, if its ends are joined. A board one cell wide is joined to
    /// nothing by a wrapped border.
    pub(super) const fn round(&self, dir: Dir) -> Option<u16> {
        let (length, wraps) = match dir {
            Dir::E | Dir::W => (self.size().w, self.wrap.x()),
            Dir::N | Dir::S => (self.size().h, self.wrap.y()),
        };
        if wraps && length > 1 { Some(length) } else { None }
    }

    /// The cells that have a marker: all tiles, and the source.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Point, Dirs)> {
        let tiles = self.size().points().map(|p| (p, self.tiles[p]));
        tiles.filter(|&(p, tile)| !tile.is_empty() || p == self.source)
    }
}

/// What stands for a tile, and by how many eighths of a turn its picture is turned. `None` for a tile that looks the
/// same whichever way it lies: a cross, or nothing.
pub(super) fn kind(tile: Dirs) -> Option<(PipeKind, u8)> {
    KINDS.into_iter().find_map(|kind| {
        let quarters = (0..4).find(|&quarters| kind.base.turned(u32::from(quarters)) == tile)?;
        Some((kind, (7 + 2 * quarters) % 8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_that_can_be_turned_has_a_picture() {
        for bits in 0..16 {
            let tile = Dirs::from_bits(bits);
            let item = kind(tile).map(|(kind, _)| kind.item);
            let expected = match (tile.len(), tile.len() == 2 && tile.contains(tile.nth(0).opposite())) {
                (1, _) => Some("iron_shovel"),
                (2, true) => Some("stick"),
                (2, false) => Some("iron_hoe"),
                (3, _) => Some("iron_pickaxe"),
                _ => None,
            };
            assert_eq!(item, expected, "{tile:?}");
            assert!(tile.contains(Dir::S) || kind(tile).is_none_or(|(_, eighths)| eighths != 7));
        }
        // A quarter turn of the tile is two eighths of its picture.
        let eighths = |dir: Dir| kind(Dirs::NONE.with(dir)).map(|(_, eighths)| eighths);
        assert_eq!([Dir::S, Dir::W, Dir::N, Dir::E].map(eighths), [Some(7), Some(1), Some(3), Some(5)]);
    }
}
