//! Rooms that fill the map, wall to wall.
//!
//! Binary space partitioning: a wall one cell thick splits an area at a random place, then each half,
//! until nothing can be split. (The tree is by Fuchs, Kedem and Naylor 1980; many have used it for dungeons since.)

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MapRng, Reach, Rect, Size, params,
};

use super::placing::{RoomPlacer, provides};
use crate::corridors::Corridors;

/// Rooms wall to wall, joined by gaps in the walls.
///
/// The inside of a building: the map is split into rooms with walls one cell thick between them. Where rooms face
/// each other, corridors are just gaps in these walls.
///
/// A room is exactly its rectangle, at least `min` cells a side, and no side is more than twice as long. On a wrapped
/// axis the first column or row is wall, and corridors may cross it. `regions` gets the number of each room, from 1;
/// rooms past the 65,535th have none.
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
    pub min: u16,
    /// How the rooms are joined, as the stage `corridors` does; absent for no corridors.
    #[param(default = Some(Corridors::default()))]
    pub corridors: Option<Corridors>,
}

impl Builder for BspInterior {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("bsp-interior").title("Rooms wall to wall").gives(provides(self.corridors)).reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for BspInterior {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min, 1, cx)?;
        let mut areas = vec![placer.bounds()];
        while let Some(area) = areas.pop() {
            match split(area, self.min, &mut cx.rng) {
                Some((first, second)) => areas.extend([second, first]),
                None => placer.carve(area, cx),
            }
        }
        placer.finish(self.corridors, cx)
    }
}

/// Splits an area into two with a wall between them, each at least `min` cells long; `None` if it is too
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
