//! Rooms at random positions where they do not touch.
//!
//! The simplest way to make a dungeon: try a random room at a random position and keep it if it touches no other. It is
//! known from many tutorials; the names follow Herbert Wolverson's *Roguelike Tutorial in Rust*.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, InitialMapBuilder, Reach, Size, params};

use super::room_placer::{RoomPlacer, provides, sparing};
use crate::corridors::Corridors;

/// Rooms at random positions, joined by corridors.
///
/// Rooms of random sizes at random positions, with rock between them, joined by corridors.
///
/// A room is exactly its rectangle. At least one cell of rock stays between rooms and around the map. On a
/// wrapped axis rooms do not cross the border, but corridors may. `regions` gets the number of
/// each room, from 1; rooms past the 65,535th have none.
///
/// Rooms keep off kept cells. Kept open parts are rooms too, each a region with the tag `kept`.
///
/// ```text
/// ############################################
/// #############################...###.......##
/// #############################...###.......##
/// #############################...###.......##
/// ####...######################...######.#####
/// ####...######################...######.#####
/// ####...#######################.####.......##
/// ####...##......###############.####.......##
/// ####......................................##
/// #####.###......######...####......#.......##
/// #####.....................................##
/// #####################...####......##########
/// ############################################
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::RandomRooms;
///
/// let map = BuilderChain::start_with(Size::new(80, 50), RandomRooms::default()).build(7)?;
/// assert!(map.room_rects().all(|room| (6..=10).contains(&room.w)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct RandomRooms {
    /// How many placements to try.
    ///
    /// The first always fits, unless cells are kept.
    #[param(default = 30, range = 1..=1_000_000)]
    pub tries: u32,
    /// The shortest side of a room, in cells.
    ///
    /// A map too small for such a room is an error.
    #[param(default = 6, range = 1..)]
    pub min_side: u16,
    /// The longest side of a room, in cells, as far as the map allows. Values below `min_side` count as `min_side`.
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

impl Builder for RandomRooms {
    fn facts(&self, size: Size) -> Facts {
        let facts = Facts::new("random-rooms")
            .memory(12)
            .title("Rooms at random")
            .gives(provides(self.corridors))
            .effect(Effect::Opens)
            .reach(Reach::BLOCK);
        sparing(facts, self.corridors, size)
    }
}

impl InitialMapBuilder for RandomRooms {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min_side, self.spacing, cx)?;
        for _ in 0..self.tries {
            cx.work(1)?;
            placer.try_room(placer.bounds(), self.max_side, cx);
            if placer.is_full(self.max_rooms) {
                break;
            }
        }
        placer.finish(self.corridors, cx)
    }
}
