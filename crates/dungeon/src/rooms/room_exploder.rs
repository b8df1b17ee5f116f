//! Random walkers that dig their way out of rooms.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, Keep, MetaMapBuilder, Need, Plane, Planes, Point,
    Reach, Room, Sides, Size, Tile, Wrap, params,
};

use crate::corridors::{beside, entrance_of, open_way};

/// Sends diggers on random walks out of rooms.
///
/// Sends diggers out of each room. A digger walks straight from the room's center to its edge, in a random
/// direction, then walks at random and digs. The rooms look as if something exploded in them.
///
/// Dug cells are joined to the room, so nothing is disconnected. The outermost ring of the map stays as it is, except on wrapped
/// axes, and diggers turn back at kept cells that may not be dug. A room without an open cell has no diggers. More steps than a
/// map of this size can use are an error that says how many each digger may take.
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
#[derive(Eq)]
#[params]
pub struct RoomExploder {
    /// The most diggers of a room.
    ///
    /// The number is drawn uniformly from 0 up to it.
    #[param(default = 6, range = 0..=Self::MAX_DIGGERS)]
    pub max_diggers: u32,
    /// How many random steps a digger takes.
    #[param(default = 20, range = 0..=Self::MAX_LIFETIME)]
    pub lifetime: u32,
}

impl RoomExploder {
    const MAX_DIGGERS: u32 = 100;
    const MAX_LIFETIME: u32 = 1000;
    /// The most steps of all diggers together, on any map, and on a large map for each cell. Twenty steps a cell leave
    /// hardly a wall; ten times as many are a mistake, and would take minutes.
    const STEPS: u64 = 1_000_000;
    const STEPS_PER_CELL: u64 = 200;

    /// Rejects more steps than this number of rooms can use.
    fn check_steps(&self, rooms: usize, size: Size) -> Result<(), BuildError> {
        let diggers = (rooms as u64).saturating_mul(u64::from(self.max_diggers)).max(1);
        let allowed = Self::STEPS.max(u64::from(size.area()) * Self::STEPS_PER_CELL) / diggers;
        if u64::from(self.lifetime) <= allowed {
            return Ok(());
        }
        let allowed = format!("0 to {allowed} with up to {} diggers in each of {rooms} rooms", self.max_diggers);
        Err(BuildError::parameter("lifetime", self.lifetime, allowed))
    }
}

impl Builder for RoomExploder {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-exploder")
            .memory(8)
            .title("Blasted rooms")
            .needs(Plane::Rooms)
            .spares_kept()
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for RoomExploder {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        let rooms = map.rooms.clone().need(Plane::Rooms)?;
        map.validate()?;
        self.check_steps(rooms.len(), map.size())?;
        map.clear(Planes::DERIVED);
        for room in &rooms {
            let Some(center) = entrance_of(map, room) else { continue };
            for _ in 0..cx.rng.range(0, self.max_diggers) {
                let edge = walk_to_edge(map, room, center, cx);
                cx.work(self.lifetime)?;
                self.wander(map, edge, cx);
            }
        }
        Ok(())
    }
}

impl RoomExploder {
    /// Steps in random directions, except onto the border of the map.
    fn wander(&self, map: &mut BuilderMap, mut at: Point, cx: &mut BuildCx<'_>) {
        for _ in 0..self.lifetime {
            let dir = Dir::from_index(cx.rng.below(4));
            if let Some(next) = inside(at, dir, map.size(), map.wrap).filter(|&next| may_open_way(map, at, dir, next)) {
                open_way(map, at, dir, next, cx);
                at = next;
            }
        }
    }
}

/// Where a digger that walks straight from the center leaves the room's open cells.
fn walk_to_edge(map: &mut BuilderMap, room: &Room, center: Point, cx: &mut BuildCx<'_>) -> Point {
    let dir = Dir::from_index(cx.rng.below(4));
    let mut at = center;
    // A room is no wider than the map, so its end is reached before the digger is back at the center.
    for _ in 0..room.rect.w.max(room.rect.h) {
        match inside(at, dir, map.size(), map.wrap) {
            Some(next) if map.is_in_room(room, next) && map.is_open(next) && may_open_way(map, at, dir, next) => {
                open_way(map, at, dir, next, cx);
                at = next;
            }
            _ => break,
        }
    }
    at
}

/// Whether what is kept of two cells stays if the way from the first to the second is opened.
fn may_open_way(map: &BuilderMap, from: Point, dir: Dir, to: Point) -> bool {
    let is_fixed = || [from, to].into_iter().any(|at| map.keep_at(at) == Keep::Tile);
    let leads = |sides: &Grid<Sides>| sides[from].is_open(dir) && sides[to].is_open(dir.opposite());
    let is_free = map.kept.is_none() && map.n_floors() <= 1;
    is_free
        || (map.is_open(to) || map.may_put(to, Tile::FLOOR)) && (map.sides.as_ref().is_none_or(leads) || !is_fixed())
}

/// The next cell in a direction, unless it is on a border of the map that does not wrap.
fn inside(at: Point, dir: Dir, size: Size, wrap: Wrap) -> Option<Point> {
    let next = beside(at, dir, size);
    let in_span = |at: u16, length: u16, wraps: bool| wraps || 0 < at && at + 1 < length;
    let is_inside = in_span(next.x, size.w, wrap.x()) && in_span(next.y, size.h, wrap.y());
    (is_inside && next != at).then_some(next)
}
