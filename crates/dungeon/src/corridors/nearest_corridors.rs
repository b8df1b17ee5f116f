//! Corridors between near rooms.

use super::stage::corridor_stage;

corridor_stage! {
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
    NearestCorridors, "nearest-corridors", super::NEAREST
}
