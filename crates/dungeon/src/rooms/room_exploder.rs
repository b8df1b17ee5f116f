//! Drunkards who dig their way out of rooms.

use mapwright_core::{
    BuildCx, BuildError, BuilderMap, Dir, MetaMapBuilder, Need, Plane, Planes, Point, Rect, Size, Wrap, builder,
    check_range,
};

use crate::corridors::{beside, entrance, open_way};

/// Sends diggers out of each room. A digger goes straight from the room's center to its edge, in a random
/// direction, and then staggers about and digs, so that the rooms look as if something went off in them.
///
/// What is dug is joined to the room, so what was joined stays joined. The outermost ring of the map stays as
/// it is, but on wrapped axes. A room without an open cell has no diggers. More steps than a map of this size can
/// use are an error that says how many each digger may take.
///
/// ```text
/// ############################################
/// ##.......##.....#####...####################
/// ##.......##.....####........################
/// ##.......##.....####.........#######.#######
/// ##..............####.......#.######..#######
/// ##.........................#####.....#######
/// ######...##......###.................#######
/// #######..##..###################......######
/// ############.###################.....#######
/// ############.###################...#.#######
/// ################################....########
/// ############################################
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{BspDungeon, RoomExploder};
///
/// let open = |map: mapwright_core::BuilderMap| map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
/// let rooms = || BuilderChain::start_with(Size::new(80, 50), BspDungeon::default());
/// assert!(open(rooms().with(RoomExploder::default()).build(7)?) > open(rooms().build(7)?));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RoomExploder {
    /// The most diggers of a room, 0 to 100; all numbers up to it are equally likely.
    pub diggers: u32,
    /// How many steps a digger staggers, 0 to 1000.
    pub lifetime: u32,
}

impl Default for RoomExploder {
    fn default() -> Self {
        RoomExploder { diggers: 6, lifetime: 20 }
    }
}

impl RoomExploder {
    const MAX_DIGGERS: u32 = 100;
    const MAX_LIFETIME: u32 = 1000;
    /// Steps that all diggers of any map may take, and of a large one for each of its cells. Twenty steps a cell leave
    /// hardly a wall; ten times as many are a slip, and would take minutes.
    const STEPS: u64 = 1_000_000;
    const STEPS_PER_CELL: u64 = 200;

    /// Refuses more steps than so many rooms can want.
    fn check_steps(&self, rooms: usize, size: Size) -> Result<(), BuildError> {
        let diggers = (rooms as u64).saturating_mul(u64::from(self.diggers)).max(1);
        let allowed = Self::STEPS.max(u64::from(size.area()) * Self::STEPS_PER_CELL) / diggers;
        if u64::from(self.lifetime) <= allowed {
            return Ok(());
        }
        let allowed = format!("0 to {allowed} with up to {} diggers in each of {rooms} rooms", self.diggers);
        Err(BuildError::parameter("lifetime", self.lifetime, allowed))
    }
}

builder!(RoomExploder, "room-exploder", requires: Plane::Rooms, clears: Planes::DERIVED);

impl MetaMapBuilder for RoomExploder {
    fn check(&self) -> Result<(), BuildError> {
        check_range("diggers", self.diggers, 0..=Self::MAX_DIGGERS)?;
        check_range("lifetime", self.lifetime, 0..=Self::MAX_LIFETIME)
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        let rooms: Vec<Rect> = map.room_rects().collect();
        map.sound()?;
        self.check_steps(rooms.len(), map.size())?;
        map.clear(Planes::DERIVED);
        for room in rooms {
            let Some(center) = entrance(&map.tiles, room) else { continue };
            for _ in 0..cx.rng.range(0, self.diggers) {
                let edge = walk_to_edge(map, room, center, cx);
                self.stagger(map, edge, cx);
            }
        }
        Ok(())
    }
}

impl RoomExploder {
    /// Steps in random directions; one that would lead to the border of the map is not made.
    fn stagger(&self, map: &mut BuilderMap, mut at: Point, cx: &mut BuildCx<'_>) {
        for _ in 0..self.lifetime {
            let dir = Dir::from_index(cx.rng.below(4));
            if let Some(next) = inside(at, dir, map.size(), map.wrap) {
                open_way(map, at, dir, next, cx);
                at = next;
            }
        }
    }
}

/// Where a digger who goes straight from the center stands when the next cell is no open cell of the room.
fn walk_to_edge(map: &mut BuilderMap, room: Rect, center: Point, cx: &mut BuildCx<'_>) -> Point {
    let dir = Dir::from_index(cx.rng.below(4));
    let mut at = center;
    // A room is no wider than the map, so its end is reached before the digger is back at the center.
    for _ in 0..room.w.max(room.h) {
        match inside(at, dir, map.size(), map.wrap) {
            Some(next) if room.contains(next) && map.is_open(next) => {
                open_way(map, at, dir, next, cx);
                at = next;
            }
            _ => break,
        }
    }
    at
}

/// The next cell in a direction, if it is no border of the map that cannot be stepped over.
fn inside(at: Point, dir: Dir, size: Size, wrap: Wrap) -> Option<Point> {
    let next = beside(at, dir, size);
    let in_span = |at: u16, length: u16, wraps: bool| wraps || 0 < at && at + 1 < length;
    let is_inside = in_span(next.x, size.w, wrap.x()) && in_span(next.y, size.h, wrap.y());
    (is_inside && next != at).then_some(next)
}
