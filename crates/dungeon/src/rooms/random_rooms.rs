//! Rooms at random positions where they do not touch.
//!
//! The simplest way to make a dungeon: try a random room at a random position and keep it if it touches no other. It is
//! known from many tutorials; the names follow Herbert Wolverson's *Roguelike Tutorial in Rust*.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, InitialMapBuilder, MetaMapBuilder, Reach, Size};

use super::placing::{RoomPlacer, check_rooms, provides};
use crate::corridors::Corridors;

/// Rooms of random sizes at random positions, with rock between them, joined by corridors.
///
/// A room is exactly its rectangle. At least one cell of rock stays between rooms and around the map. On a
/// wrapped axis rooms do not cross the border, but corridors may. `regions` gets the number of
/// each room, from 1; rooms past the 65,535th have none.
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
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RandomRooms {
    /// How many placements to try, 1 to 1,000,000. The first always fits.
    pub tries: u32,
    /// The shortest side of a room, in cells, 1 or more. A map too small for such a room is an error.
    pub min: u16,
    /// The longest side of a room, in cells, as far as the map allows. Values below `min` count as `min`.
    pub max: u16,
    /// The most rooms, 1 or more; `None` for as many as fit.
    pub max_rooms: Option<u32>,
    /// The fewest cells of rock between rooms, 1 to 100.
    pub spacing: u16,
    /// How the rooms are joined; `None` leaves that to a later stage.
    pub corridors: Option<Corridors>,
}

impl Default for RandomRooms {
    fn default() -> Self {
        RandomRooms { tries: 30, min: 6, max: 10, max_rooms: None, spacing: 1, corridors: Some(Corridors::default()) }
    }
}

impl Builder for RandomRooms {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("random-rooms").title("Rooms at random").gives(provides(self.corridors)).reach(Reach::BLOCK)
    }
}

impl InitialMapBuilder for RandomRooms {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        check_rooms(self.tries, [self.min, self.max], self.max_rooms, self.spacing)?;
        self.corridors.map_or(Ok(()), |corridors| corridors.check())
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut placer = RoomPlacer::new(size, self.min, self.spacing, cx)?;
        for _ in 0..self.tries {
            placer.try_room(placer.bounds(), self.max, cx);
            if placer.is_full(self.max_rooms) {
                break;
            }
        }
        placer.finish(self.corridors, cx)
    }
}
