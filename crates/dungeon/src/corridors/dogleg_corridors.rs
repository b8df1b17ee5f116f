//! Corridors with one bend, from each room to the next.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Planes};

use super::{CLEARS, DOGLEG, PROVIDES, REQUIRES, check};

/// Joins each room with the next of the list by a corridor with one bend: first along one axis, then along the
/// other; a coin says which. So the order of the rooms matters, and [`RoomSorter`](crate::RoomSorter) before it
/// makes corridors short.
///
/// Afterwards one can walk from every room to every other: from its center or, where that is solid, the open
/// cell nearest to it. A room without an open cell has its center opened first. On a map with sides, the
/// sides along each corridor are opened too. The cells dug are added to the map's corridors, each unbroken
/// stretch of them as a path of its own.
///
/// ```text
/// ############################################
/// ############....################....########
/// ##......####....################....########
/// ##......####..............######....########
/// ##......####....####......######....########
/// ##......####....####.........#####.#########
/// #######.######.#####......##.#####.#########
/// #######.###......###.##.####.####...########
/// #######.###......###.##.####.####...########
/// #####....##......#......###...###...########
/// #####....#####.###......###...####.#########
/// #####..........###.....####........#########
/// #####....##################...##############
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Corridors, DoglegCorridors, SimpleMap};
///
/// let rooms = SimpleMap { corridors: Corridors::None, ..SimpleMap::default() };
/// let map = BuilderChain::start_with(Size::new(60, 40), rooms).with(DoglegCorridors::default()).build(7)?;
/// assert!(map.corridors.is_some_and(|corridors| !corridors.is_empty()));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DoglegCorridors {
    /// How wide the corridors are, in cells: 1 to 3. The rooms' walls give way to wide ones.
    pub width: u8,
    /// How many more corridors to dig once all rooms are joined, so that there are loops: each from a random
    /// room to the nearest of a few random others. 0 to 100 000.
    pub extra: u32,
}

impl Default for DoglegCorridors {
    fn default() -> Self {
        DoglegCorridors { width: 1, extra: 0 }
    }
}

impl MetaMapBuilder for DoglegCorridors {
    fn name(&self) -> &'static str {
        "dogleg-corridors"
    }

    fn requires(&self) -> Planes {
        REQUIRES
    }

    fn provides(&self) -> Planes {
        PROVIDES
    }

    fn clears(&self) -> Planes {
        CLEARS
    }

    fn check(&self) -> Result<(), BuildError> {
        check(self.width, self.extra)
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        DOGLEG.run(map, self.width, self.extra, cx)
    }
}
