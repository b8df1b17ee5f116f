//! Rounds the corners of rooms.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, MetaMapBuilder, Need, Passages, Plane, Planes, Point, Reach,
    Room, Size, params,
};

use super::wall_filler::WallFiller;
use crate::corridors::entrance_of;

/// Rounds the corners of rooms.
///
/// Fills the corners of rooms with wall, outside of a quarter circle. Only corners with walls on both sides are
/// rounded. Small rooms are rounded less, so that their middle rows and columns stay.
///
/// It works before or after corridors, and after a [`RoomDrawer`](crate::RoomDrawer), and never disconnects anything.
/// Corridors, start, exit, spawns and portals stay open, and so does every cell that connects others.
///
/// ```text
/// ############
/// ###......###
/// ##........##
/// #..........#
/// ##........##
/// ###......###
/// ############
/// ```
///
/// ```
/// use mapwright_core::{BuilderChain, Point, Size};
/// use mapwright_dungeon::{Arena, RoomCornerRounder};
///
/// let chain = BuilderChain::start_with(Size::new(12, 9), Arena::default());
/// let map = chain.with(RoomCornerRounder { radius: 1 }).build(7)?;
/// assert!(!map.is_open(Point::new(1, 1)) && map.is_open(Point::new(2, 1)));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RoomCornerRounder {
    /// The radius of the corners, in cells.
    ///
    /// This many cells are filled at each end of the outermost rows and columns.
    #[param(default = 2, range = 1..=100)]
    pub radius: u16,
}

impl Builder for RoomCornerRounder {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("room-corner-rounder")
            .memory(20)
            .title("Rounded corners")
            .needs(Plane::Rooms)
            .spares_kept()
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for RoomCornerRounder {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        let rooms = map.rooms.clone().need(Plane::Rooms)?;
        map.validate()?;
        map.clear(Planes::DERIVED);
        let lattice = Passages::lattice(map.size(), map.wrap);
        let mut filler = WallFiller::new(map, cx);
        for room in &rooms {
            cx.work(4)?;
            entrance_of(filler.map(), room).into_iter().for_each(|at| filler.keep(at));
        }
        for room in &rooms {
            cx.work(4)?;
            self.round(&mut filler, &lattice, room);
        }
        filler.run(cx)
    }
}

impl RoomCornerRounder {
    /// Requests that the corners of a room be filled.
    fn round(&self, filler: &mut WallFiller<'_>, lattice: &Passages, room: &Room) {
        let rect = room.rect;
        let radius = self.radius.min(rect.w.min(rect.h).saturating_sub(1) / 2);
        if radius == 0 {
            return;
        }
        let (right, bottom) = (rect.x + rect.w - 1, rect.y + rect.h - 1);
        for (vertical, horizontal) in [(Dir::N, Dir::W), (Dir::N, Dir::E), (Dir::S, Dir::E), (Dir::S, Dir::W)] {
            let at = |i: u16, j: u16| {
                let x = if horizontal == Dir::W { rect.x + i } else { right - i };
                let y = if vertical == Dir::N { rect.y + j } else { bottom - j };
                Point::new(x, y)
            };
            if is_corner(filler.map(), lattice, at(0, 0), [vertical, horizontal]) {
                for (i, j) in cut(radius) {
                    if filler.map().is_in_room(room, at(i, j)) {
                        filler.fill(at(i, j));
                    }
                }
            }
        }
    }
}

/// Whether a cell is open and has walls on two sides.
fn is_corner(map: &BuilderMap, lattice: &Passages, at: Point, outwards: [Dir; 2]) -> bool {
    let cell = map.size().index(at);
    let is_wall = |dir| lattice.beside(cell, dir).is_none_or(|next| map.tiles[next].is_solid());
    map.is_open(at) && outwards.into_iter().all(is_wall)
}

/// The cells of a corner outside of a quarter circle, as columns and rows from the corner, the outermost
/// first. The circle's center is the cell at (radius, radius).
fn cut(radius: u16) -> impl Iterator<Item = (u16, u16)> {
    let square = move |i: u16| u32::from(radius - i) * u32::from(radius - i);
    let outside = move |&(i, j): &(u16, u16)| square(i) + square(j) > square(0);
    (0..radius).flat_map(move |j| (0..radius).map(move |i| (i, j))).filter(outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_quarter_circles() {
        let drawn = |radius: u16| {
            let cells: Vec<(u16, u16)> = cut(radius).collect();
            let row = |j| (0..=radius).map(|i| if cells.contains(&(i, j)) { '#' } else { '.' }).collect::<String>();
            (0..=radius).map(row).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), ["#.", ".."]);
        assert_eq!(drawn(2), ["##.", "#..", "..."]);
        assert_eq!(drawn(3), ["###.", "#...", "#...", "...."]);
        assert_eq!(drawn(4), ["####.", "##...", "#....", "#....", "....."]);
    }
}
