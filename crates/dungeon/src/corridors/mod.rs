//! What joins rooms: corridors, in four orders, and doors.
//!
//! Every builder here keeps to one notion of a room's *entrance*: its center or, where that is solid, the
//! open cell of the room nearest to the center. After a corridor stage all entrances are joined, whatever
//! the rooms look like.

mod bsp_corridors;
mod dig;
mod dogleg_corridors;
mod doors;
mod entrance;
mod ground;
mod nearest_corridors;
mod orders;
mod spanning_tree;
mod stage;
mod straight_corridors;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Need, Plane, Planes, Point, Rect};

use dig::{Digger, Style};
use orders::Order;
use spanning_tree::distance;

pub use bsp_corridors::BspCorridors;
pub use dogleg_corridors::DoglegCorridors;
pub use doors::Doors;
pub use nearest_corridors::NearestCorridors;
pub use straight_corridors::StraightCorridors;

pub(crate) use entrance::entrance;
pub(crate) use ground::{beside, open_way, widen};

/// How a builder that makes rooms joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Corridors {
    /// Each room with the next, by corridors with one bend, as [`DoglegCorridors`] does.
    Dogleg,
    /// Halves of halves of the rooms, as [`BspCorridors`] does.
    Bsp,
    /// Near rooms, with the least total length, as [`NearestCorridors`] does.
    Nearest,
    /// Each room with the next, by straight lines, as [`StraightCorridors`] does.
    Straight,
    /// Not at all: that is left to a later stage.
    None,
}

impl Corridors {
    /// Joins the rooms of a new map.
    pub(crate) fn dig(self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        match self {
            Corridors::Dogleg => DOGLEG.dig(map, 1, 0, cx),
            Corridors::Bsp => BSP.dig(map, 1, 0, cx),
            Corridors::Nearest => NEAREST.dig(map, 1, 0, cx),
            Corridors::Straight => STRAIGHT.dig(map, 1, 0, cx),
            Corridors::None => Ok(()),
        }
    }

    /// The planes that this adds to those of the rooms.
    pub(crate) const fn provides(self) -> Planes {
        match self {
            Corridors::None => Planes::NONE,
            _ => Planes::of(&[Plane::Corridors]),
        }
    }
}

/// Which rooms are joined, and by what kind of corridor.
#[derive(Clone, Copy, Debug)]
struct Joining {
    order: Order,
    style: Style,
}

const DOGLEG: Joining = Joining { order: Order::Sequence, style: Style::Elbow };
const BSP: Joining = Joining { order: Order::Bsp, style: Style::Facing };
const NEAREST: Joining = Joining { order: Order::Nearest, style: Style::Facing };
const STRAIGHT: Joining = Joining { order: Order::Sequence, style: Style::Line };

/// The widest corridor, in cells.
pub(crate) const MAX_WIDTH: u8 = 3;
/// A budget, not a need.
const MAX_EXTRA: u32 = 100_000;

fn check(width: u8, extra: u32) -> Result<(), BuildError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(BuildError::parameter("width", width, format_args!("1 to {MAX_WIDTH}")));
    }
    if extra > MAX_EXTRA {
        return Err(BuildError::parameter("extra", extra, format_args!("0 to {MAX_EXTRA}")));
    }
    Ok(())
}

impl Joining {
    /// A corridor stage: checks, clears what the digging makes stale, and digs.
    fn run(self, map: &mut BuilderMap, width: u8, extra: u32, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        check(width, extra)?;
        map.rooms.as_ref().need(Plane::Rooms)?;
        map.sound()?;
        map.clear(Planes::DERIVED);
        self.dig(map, width, extra, cx)
    }

    fn dig(self, map: &mut BuilderMap, width: u8, extra: u32, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let rooms = map.rooms.take().need(Plane::Rooms)?;
        let (size, wrap) = (map.size(), map.wrap);
        let mut digger = Digger::new(map, cx);
        let rooms_with_cells = rooms.iter().map(|room| room.rect).filter(|room| room.w > 0 && room.h > 0);
        let ends: Vec<End> = rooms_with_cells.map(|room| (room, digger.enter(room))).collect();
        let points: Vec<Point> = ends.iter().map(|&(_, at)| at).collect();
        let mut pairs = self.order.pairs(&points, size, wrap);
        let steps = |a: u32, b: u32| distance(points[a as usize], points[b as usize], size, wrap);
        orders::add_extra(&mut pairs, extra, steps, digger.rng());
        for (a, b) in pairs {
            digger.join(ends[a as usize], ends[b as usize], self.style);
        }
        digger.finish(width);
        map.rooms = Some(rooms);
        Ok(())
    }
}

/// A room and its entrance.
type End = (Rect, Point);
