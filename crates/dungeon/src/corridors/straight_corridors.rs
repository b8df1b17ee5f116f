//! Corridors along straight lines.

use super::stage::corridor_stage;

corridor_stage! {
    /// Joins each room with the next of the list along the straight line between their centers, in steps from side
    /// to side, never from corner to corner. So the order of the rooms matters, and
    /// [`RoomSorter`](crate::RoomSorter) before it makes corridors short.
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
    /// ##......####.....###......######...#########
    /// #####..#######.#..##......#####..#.#########
    /// ######.####........##..#..#####.#...########
    /// ######.####......#..#.###..###..#...########
    /// #####....#.......#.....###.....##...########
    /// #####......#######.....####...##############
    /// #####....#########.....####...##############
    /// #####....##################...##############
    /// ############################################
    /// ```
    ///
    /// ```
    /// use mapwright_core::{BuilderChain, Size};
    /// use mapwright_dungeon::{Corridors, StraightCorridors, SimpleMap};
    ///
    /// let rooms = SimpleMap { corridors: Corridors::None, ..SimpleMap::default() };
    /// let map = BuilderChain::start_with(Size::new(60, 40), rooms).with(StraightCorridors::default()).build(7)?;
    /// assert!(map.corridors.is_some_and(|corridors| !corridors.is_empty()));
    /// # Ok::<(), mapwright_core::BuildError>(())
    /// ```
    StraightCorridors, "straight-corridors", super::STRAIGHT
}
