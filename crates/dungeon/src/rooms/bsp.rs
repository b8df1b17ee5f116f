//! Rooms in parts of parts of the map: in its quarters and theirs, or wall to wall.
//!
//! Each try takes a random area from a list and puts a random room somewhere in it. If the room fits, the
//! area's quarters join the list. So large areas are tried first, and smaller and smaller ones fill what is left.
//! (After Herbert Wolverson's *Roguelike Tutorial in Rust*, whose corridors may end beside
//! a room; here all rooms are connected.)

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, InitialMapBuilder, MapRng, Reach, Rect, Size, params,
};

use super::room_placer::{RoomPlacer, provides, sparing};
use crate::corridors::Corridors;

/// Rooms in quarters of quarters of the map, joined by corridors.
///
/// Rooms in areas that are split again and again, one in each, joined as `corridors` says.
///
/// A room is exactly its rectangle. At least one cell of rock stays between rooms and around the map. On a wrapped
/// axis rooms do not cross the border, but corridors may. `regions` gets the number of each room, from
/// 1; rooms past the 65,535th have none.
///
/// Rooms keep off kept cells. Kept open parts are rooms too, each a region with the tag `kept`.
///
/// ```text
/// ############################################
/// #################.....#################....#
/// ###.....#########.....##....######....#....#
/// ###.....#...................######....#....#
/// ###............##.....##....######.........#
/// ###.....#......#####.###....######....#....#
/// #####.###......#####.###....########.##....#
/// ####....############.####.###.....##.#######
/// ####....########......##....#.....##.#######
/// ####....########......##..........#.....####
/// ####....########......##....#...........####
/// ####....########......##....#######.....####
/// ################......##....#######.....####
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::BspDungeon;
///
/// let map = BuilderChain::start_with(Size::new(80, 50), BspDungeon::default()).build(7)?;
/// assert!(map.rooms.is_some_and(|rooms| rooms.len() > 10));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct BspDungeon {
    /// How many placements to try.
    ///
    /// The first always fits, unless cells are kept.
    #[param(default = 240, range = 1..=1_000_000)]
    pub tries: u32,
    /// The shortest side of a room, in cells.
    ///
    /// A map too small for such a room is an error.
    #[param(default = 4, range = 1..)]
    pub min_side: u16,
    /// The longest side of a room, in cells, as far as its area allows. Values below `min_side` count as `min_side`.
    #[param(default = 10, range = 1..)]
    pub max_side: u16,
    /// The most rooms.
    #[param(range = 1..)]
    pub max_rooms: Option<u32>,
    /// The fewest cells of rock between rooms.
    #[param(default = 1, range = 1..=100)]
    pub spacing: u16,
    /// How the rooms are joined, as the stage `corridors` does; absent for no corridors.
    #[param(default = Some(Corridors::default()))]
    pub corridors: Option<Corridors>,
}

impl Builder for BspDungeon {
    fn facts(&self, size: Size) -> Facts {
        let facts = Facts::new("bsp-dungeon")
            .memory(12)
            .title("Rooms by halving")
            .gives(provides(self.corridors))
            .effect(Effect::Opens)
            .reach(Reach::BLOCK);
        sparing(facts, self.corridors, size)
    }
}

impl InitialMapBuilder for BspDungeon {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min_side, self.spacing, cx)?;
        let mut areas = vec![placer.bounds()];
        for _ in 0..self.tries {
            cx.work(1)?;
            let Some(&area) = cx.rng.pick(&areas) else { break };
            if placer.try_room(area, self.max_side, cx) {
                areas.extend(
                    quarters(area).into_iter().filter(|part| part.w >= self.min_side && part.h >= self.min_side),
                );
            }
            if placer.is_full(self.max_rooms) {
                break;
            }
        }
        placer.finish(self.corridors, cx)
    }
}

fn quarters(area: Rect) -> [Rect; 4] {
    let (w, h) = (area.w / 2, area.h / 2);
    let (right, below) = (area.x + w, area.y + h);
    [
        Rect::new(area.x, area.y, w, h),
        Rect::new(right, area.y, area.w - w, h),
        Rect::new(area.x, below, w, area.h - h),
        Rect::new(right, below, area.w - w, area.h - h),
    ]
}

// Rooms that fill the map, wall to wall.
//
// Binary space partitioning: a wall one cell thick splits an area at a random place, then each half,
// until nothing can be split. (The tree is by Fuchs, Kedem and Naylor 1980; many have used it for dungeons since.)

/// Rooms wall to wall, joined by gaps in the walls.
///
/// The inside of a building: the map is split into rooms with walls one cell thick between them. Where rooms face
/// each other, corridors are just gaps in these walls.
///
/// A room is exactly its rectangle, at least `min_side` cells a side, and no side is more than twice as long. On a wrapped
/// axis the first column or row is wall, and corridors may cross it. `regions` gets the number of each room, from 1;
/// rooms past the 65,535th have none. Kept cells stay inside of rooms and walls.
///
/// ```text
/// ############################################
/// #.......#.....#....#....#.......#....#.....#
/// #.......#.....#....#............#..........#
/// #.............#....#....#.......#....#.....#
/// #.......................#.......#....#.....#
/// #.......#.....#....#....#.......#....#.....#
/// #.......#.....#....#....#.......#....#.....#
/// #####.###############.####.#######.####.####
/// #........#........#.....#......#....#......#
/// #........#........#.....#...........#......#
/// #........#..............#......#....#......#
/// #........#........#.....#......#....#......#
/// #........#........#.....#......#....#......#
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::BspInterior;
///
/// let map = BuilderChain::start_with(Size::new(80, 50), BspInterior::default()).build(7)?;
/// assert!(map.room_rects().all(|room| (8..=16).contains(&room.w) && (8..=16).contains(&room.h)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct BspInterior {
    /// The shortest side of a room, in cells.
    ///
    /// A map too small for such a room is an error.
    #[param(default = 8, range = 1..)]
    pub min_side: u16,
    /// How the rooms are joined, as the stage `corridors` does; absent for no corridors.
    #[param(default = Some(Corridors::default()))]
    pub corridors: Option<Corridors>,
}

impl Builder for BspInterior {
    fn facts(&self, size: Size) -> Facts {
        let facts = Facts::new("bsp-interior")
            .memory(12)
            .title("Rooms wall to wall")
            .gives(provides(self.corridors))
            .effect(Effect::Opens)
            .reach(Reach::BLOCK);
        sparing(facts, self.corridors, size)
    }
}

impl InitialMapBuilder for BspInterior {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min_side, 1, cx)?;
        let mut areas = vec![placer.bounds()];
        while let Some(area) = areas.pop() {
            cx.work(1)?;
            match split(area, self.min_side, &mut cx.rng) {
                Some((first, second)) => areas.extend([second, first]),
                None => placer.carve_around_kept(area, cx),
            }
        }
        placer.finish(self.corridors, cx)
    }
}

/// Splits an area into two with a wall between them, each at least `min_side` cells long; `None` if it is too
/// small. If it can be split along both axes, the axis is drawn in proportion to their lengths.
fn split(area: Rect, min: u16, rng: &mut MapRng) -> Option<(Rect, Rect)> {
    // The number of places for the wall.
    let places = |length: u16| u32::from(length).saturating_sub(2 * u32::from(min));
    let (w, h) = (u32::from(area.w), u32::from(area.h));
    let across = match (places(area.w), places(area.h)) {
        (0, 0) => return None,
        (_, 0) => true,
        (0, _) => false,
        _ => rng.below(w + h) < w,
    };
    let length = if across { area.w } else { area.h };
    let first = min + u16::try_from(rng.below(places(length))).ok()?;
    let rest = length - first - 1;
    Some(if across {
        (Rect { w: first, ..area }, Rect { x: area.x + first + 1, w: rest, ..area })
    } else {
        (Rect { h: first, ..area }, Rect { y: area.y + first + 1, h: rest, ..area })
    })
}
