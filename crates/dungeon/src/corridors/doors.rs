//! Doors where corridors enter rooms.

use mapwright_core::Tile;
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Door, Facts, Grid, MetaMapBuilder, Need, Passages, Plane, Planes,
    Reach, Size, params,
};

use super::opening::MAX_WIDTH;
use crate::free_cells::FreeCells;

/// Puts doors where corridors enter rooms.
///
/// Puts doors into gaps that lead into rooms: one to three cells of floor side by side, with walls at both ends, open
/// cells of a room before them and other open cells behind. A wide gap gets one door in all its cells.
///
/// On a map with corridors it looks only at their ends, on any other map at all cells outside of rooms. It never puts
/// doors on start, exit, spawns or portals, nor next to each other. Doors can be walked through, so nothing is
/// disconnected. Stages that dig or fill may leave doors without walls, so put this stage last.
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
#[params]
pub struct Doors {
    /// The probability of each door.
    #[param(default = 1.0, range = 0.0..=1.0)]
    pub chance: f64,
}

impl Builder for Doors {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("doors")
            .memory(10)
            .title("Doors in the gaps")
            .spares_kept()
            .needs(Plane::Rooms)
            .keeps(Planes::DERIVED)
            .reach(Reach::Block { around: 4 })
    }
}

impl MetaMapBuilder for Doors {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        map.validate()?;
        let (mut gaps, mut doors) = (Gaps::of(map), Vec::new());
        cx.keep_going()?;
        for cell in gaps.candidates(map, cx.origin.is_some()) {
            cx.work(1)?;
            let Some(mut gap) = Dir::ALL.into_iter().find_map(|dir| gaps.through(map, cell, dir)) else { continue };
            gap.sort_unstable();
            // One draw for each gap, however wide.
            gap.iter().for_each(|&cell| gaps.free.take(map.size().point(cell)));
            if cx.rng.chance(self.chance) {
                gap.iter().for_each(|&cell| map.tiles[cell] = Tile::DOOR);
                doors.push(Door::new(gap.iter().map(|&cell| map.size().point(cell)).collect::<Vec<_>>()));
                cx.step(&map.tiles, gap);
            }
        }
        // In an endless world a wide door may lie in two blocks, so there its cells stay doors on their own.
        if cx.origin.is_none() && !doors.is_empty() {
            map.doors.get_or_insert_default().extend(doors);
        }
        Ok(())
    }
}

/// The map before it got doors.
struct Gaps {
    passages: Passages,
    in_room: Grid<bool>,
    free: FreeCells,
}

impl Gaps {
    fn of(map: &BuilderMap) -> Self {
        let mut in_room = Grid::new(map.size(), false);
        for room in map.rooms.iter().flatten() {
            map.cells_of_room(room).for_each(|p| in_room[p] = true);
        }
        Gaps { passages: map.passages(), in_room, free: FreeCells::from_map(map) }
    }

    /// The cells that may be gaps, each once: the ends of corridors or, if the map has none, all cells
    /// outside of rooms. In an endless world too, since a window may lack
    /// corridors.
    fn candidates(&self, map: &BuilderMap, in_world: bool) -> Vec<u32> {
        let Some(corridors) = map.corridors.as_ref().filter(|_| !in_world) else {
            return (0..map.size().area()).filter(|&cell| !self.in_room[cell]).collect();
        };
        let ends = corridors.iter().flat_map(|path| path.first().into_iter().chain(path.last()));
        let mut cells: Vec<u32> = ends.map(|&p| map.size().index(p)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The gap at a cell that leads in a direction into a room, if there is one: a row of floor from wall to wall, at
    /// most as wide as a corridor. Nothing is marked in it, and no door is before or behind it.
    fn through(&self, map: &BuilderMap, cell: u32, dir: Dir) -> Option<Vec<u32>> {
        if !self.passages.next(cell, dir).is_some_and(|next| self.in_room[next]) {
            return None;
        }
        let mut gap = vec![cell];
        for aside in [dir.turned(1), dir.turned(3)] {
            let mut at = cell;
            while let Some(next) = self.passages.next(at, aside) {
                if gap.len() == MAX_WIDTH.into() || self.in_room[next] {
                    return None;
                }
                gap.push(next);
                at = next;
            }
        }
        let is_passed =
            |cell: u32, dir| self.passages.next(cell, dir).is_some_and(|next| map.tiles[next] != Tile::DOOR);
        let fits = |&cell: &u32| {
            let is_free = map.tiles[cell] == Tile::FLOOR && self.free.is_free(cell);
            is_free && is_passed(cell, dir) && is_passed(cell, dir.opposite())
        };
        gap.iter().all(fits).then_some(gap)
    }
}
