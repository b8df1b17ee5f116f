//! Rooms at random places, where they do not touch.
//!
//! The plainest way to make a dungeon: try a random room at a random place, keep it if it touches no other,
//! and join each to the next. Known from many tutorials; the names follow Herbert Wolverson's *Roguelike
//! Tutorial in Rust*.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, InitialMapBuilder, MetaMapBuilder, Planes, Size};

use super::placing::{Site, check_rooms, provides};
use crate::corridors::Corridors;

/// Rooms of random sizes at random places, with rock between them, joined by corridors.
///
/// A room is exactly its rectangle. At least one cell of rock stays between rooms and round the map. On a
/// wrapped axis rooms do not lie across the border, but corridors may cross it. `regions` gets the number of
/// each room, from 1; rooms past the 65 535th have none.
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
    /// How many rooms to try: 1 to 1 000 000. The first always fits.
    pub tries: u32,
    /// The fewest cells a side of a room, 1 or more. A map with no place for such a room is an error.
    pub min: u16,
    /// The most cells a side of a room, as far as the map has room. Less than `min` counts as `min`.
    pub max: u16,
    /// How many rooms at most, 1 or more; as many as fit when absent.
    pub max_rooms: Option<u32>,
    /// How many cells of rock to leave between rooms at least: 1 to 100.
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
    fn name(&self) -> &'static str {
        "random-rooms"
    }

    fn provides(&self) -> Planes {
        provides(self.corridors)
    }
}

impl InitialMapBuilder for RandomRooms {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        check_rooms(self.tries, [self.min, self.max], self.max_rooms, self.spacing)?;
        self.corridors.map_or(Ok(()), |corridors| corridors.check())
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut site = Site::new(size, self.min, self.spacing, cx)?;
        let most = self.max_rooms.map_or(usize::MAX, |most| most as usize);
        for _ in 0..self.tries {
            let room = site.random_room(site.bounds(), self.max, cx);
            if site.is_free(room) {
                site.carve(room, cx);
            }
            if site.n_rooms() >= most {
                break;
            }
        }
        site.finish(self.corridors, cx)
    }
}
