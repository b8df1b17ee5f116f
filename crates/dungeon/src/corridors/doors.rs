//! Doors where corridors enter rooms.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Dirs, Grid, MetaMapBuilder, Need, Passages, Plane, Planes,
};
use mapwright_core::{Point, Tile};

use crate::free_cells::FreeCells;

/// Puts doors into the gaps by which one enters rooms: floor cells with walls on both sides, an open cell of a
/// room before them and another open cell behind.
///
/// On a map with corridors only their ends are looked at, on any other all cells outside of rooms. Doors are
/// never put on start, exit, spawns or portals, nor next to each other. They can be walked through, so what was
/// joined stays joined. Stages that dig or fill may leave doors without their walls: doors are best
/// put last.
///
/// ```text
/// ##################################
/// #.......#.....#.......############
/// #.......#.....#.......############
/// #.......#.....#.......##....######
/// #.......+.....+.......+.....######
/// #.......#.....#.......##....######
/// #########.....##########....######
/// ##################################
/// ##################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{BspInterior, Doors};
///
/// let map = BuilderChain::start_with(Size::new(40, 30), BspInterior::default()).with(Doors::default()).build(7)?;
/// assert!(map.tiles.as_slice().contains(&Tile::DOOR));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Doors {
    /// The probability that such a gap gets a door, 0 to 1.
    pub chance: f64,
}

impl Default for Doors {
    fn default() -> Self {
        Doors { chance: 1.0 }
    }
}

impl Builder for Doors {
    fn name(&self) -> &'static str {
        "doors"
    }

    fn requires(&self) -> Planes {
        Plane::Rooms.into()
    }
}

impl MetaMapBuilder for Doors {
    fn check(&self) -> Result<(), BuildError> {
        match (0.0..=1.0).contains(&self.chance) {
            true => Ok(()),
            false => Err(BuildError::parameter("chance", self.chance, "0 to 1")),
        }
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        map.sound()?;
        let gaps = Gaps::of(map);
        for cell in gaps.candidates(map) {
            if gaps.has(map, cell) && cx.rng.chance(self.chance) {
                map.tiles[cell] = Tile::DOOR;
                cx.step(&map.tiles, [cell]);
            }
        }
        Ok(())
    }
}

/// What a map looked like before there were doors.
struct Gaps {
    passages: Passages,
    in_room: Grid<bool>,
    free: FreeCells,
}

impl Gaps {
    fn of(map: &BuilderMap) -> Self {
        let mut in_room = Grid::new(map.size(), false);
        for room in map.room_rects() {
            for y in room.y..room.y + room.h {
                let first = map.size().index(Point::new(room.x, y)) as usize;
                in_room.as_mut_slice()[first..][..room.w.into()].fill(true);
            }
        }
        Gaps { passages: map.passages(), in_room, free: FreeCells::of(map) }
    }

    /// The cells that may be gaps, each once: the ends of corridors or, where the map has none, all cells
    /// outside of rooms.
    fn candidates(&self, map: &BuilderMap) -> Vec<u32> {
        let Some(corridors) = &map.corridors else {
            return (0..map.size().area()).filter(|&cell| !self.in_room[cell]).collect();
        };
        let ends = corridors.iter().flat_map(|path| path.first().into_iter().chain(path.last()));
        let mut cells: Vec<u32> = ends.map(|&p| map.size().index(p)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether a cell is a gap without a door, and no door is next to it.
    fn has(&self, map: &BuilderMap, cell: u32) -> bool {
        let ways = self.passages.ways(cell);
        let is_gap = [Dir::N, Dir::E].into_iter().any(|dir| ways == Dirs::NONE.with(dir).with(dir.opposite()));
        if map.tiles[cell] != Tile::FLOOR || !is_gap || !self.free.is_free(cell) {
            return false;
        }
        let beside = || ways.iter().map(|dir| self.passages.step(cell, dir));
        beside().any(|next| self.in_room[next]) && beside().all(|next| map.tiles[next] != Tile::DOOR)
    }
}
