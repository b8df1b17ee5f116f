//! Corridors between near rooms.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Planes};

use super::{CLEARS, NEAREST, PROVIDES, REQUIRES, check};

/// Joins the room that is nearest to those joined already, over and over. All rooms become one whole, and no other
/// way to join them has less columns and rows between rooms in total. Corridors run straight across where two
/// rooms face each other, with one bend elsewhere. The order of the rooms hardly matters.
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
/// ##......####....####......######....########
/// ##......####....####......######....########
/// ##......####....####......########.#########
/// ######.######.######......########.#########
/// ######.####......####.###########...########
/// ######.####......####.###########...########
/// #####..................####.........########
/// #####....#########............##############
/// #####....#########.....####...##############
/// #####....##################...##############
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Corridors, NearestCorridors, SimpleMap};
///
/// let rooms = SimpleMap { corridors: Corridors::None, ..SimpleMap::default() };
/// let map = BuilderChain::start_with(Size::new(60, 40), rooms).with(NearestCorridors::default()).build(7)?;
/// assert!(map.corridors.is_some_and(|corridors| !corridors.is_empty()));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct NearestCorridors {
    /// How wide the corridors are, in cells: 1 to 3. The rooms' walls give way to wide ones.
    pub width: u8,
    /// How many more corridors to dig once all rooms are joined, so that there are loops: each from a random
    /// room to the nearest of a few random others. 0 to 100 000.
    pub extra: u32,
}

impl Default for NearestCorridors {
    fn default() -> Self {
        NearestCorridors { width: 1, extra: 0 }
    }
}

impl MetaMapBuilder for NearestCorridors {
    fn name(&self) -> &'static str {
        "nearest-corridors"
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
        NEAREST.run(map, self.width, self.extra, cx)
    }
}
