//! Corridors between halves of halves of the rooms.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Planes};

use super::{BSP, CLEARS, PROVIDES, REQUIRES, check};

/// Parts the rooms in two halves of equal number along the axis on which they spread more, and each half again,
/// down to single rooms. Then joins halves that belong together by one corridor between near rooms: straight
/// across where these face each other, with one bend elsewhere. The order of the rooms hardly matters.
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
/// ##......####..............######....########
/// ##......####....####......########.#########
/// ######.######.######......########.#########
/// ######.####......####.###########...########
/// ######.####......####.###########...########
/// #####............#.....####.........########
/// #####....#########............##############
/// #####....#########.....####...##############
/// #####....##################...##############
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Corridors, BspCorridors, SimpleMap};
///
/// let rooms = SimpleMap { corridors: Corridors::None, ..SimpleMap::default() };
/// let map = BuilderChain::start_with(Size::new(60, 40), rooms).with(BspCorridors::default()).build(7)?;
/// assert!(map.corridors.is_some_and(|corridors| !corridors.is_empty()));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct BspCorridors {
    /// How wide the corridors are, in cells: 1 to 3. The rooms' walls give way to wide ones.
    pub width: u8,
    /// How many more corridors to dig once all rooms are joined, so that there are loops: each from a random
    /// room to the nearest of a few random others. 0 to 100 000.
    pub extra: u32,
}

impl Default for BspCorridors {
    fn default() -> Self {
        BspCorridors { width: 1, extra: 0 }
    }
}

impl MetaMapBuilder for BspCorridors {
    fn name(&self) -> &'static str {
        "bsp-corridors"
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
        BSP.run(map, self.width, self.extra, cx)
    }
}
