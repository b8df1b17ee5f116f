//! Corridors between rooms that do not meet, dug through rock.

use mapwright_core::{Dir, Grid, MapRng, Passages, Point, Size, Wrap};
use mapwright_graph::astar;

use super::fit::Fits;
use super::level::{Link, cells, doorway};
use super::places::Placed;

/// What may be dug in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Diggable {
    /// Rock with nothing beside it.
    Free,
    /// A room, or too near to a room or corridor.
    Taken,
    /// The floor of a room.
    Floor(u16),
    /// A wall where a room may get a door.
    Door(u16),
}

/// The links of all joins: doors where rooms meet, then corridors, the shortest first. `None` if one finds no way.
pub(super) fn links(
    size: Size,
    fits: &Fits,
    placed: &[Placed],
    joins: &[(u16, u16)],
    rng: &mut MapRng,
) -> Option<Vec<Link>> {
    let mut links: Vec<Option<Link>> = Vec::new();
    for &(a, b) in joins {
        let door = doorway(fits, placed[usize::from(a)], placed[usize::from(b)], rng);
        links.push(door.map(|(door, _)| Link { doors: vec![door], corridor: Vec::new() }));
    }
    let mut missing: Vec<usize> = (0..joins.len()).filter(|&join| links[join].is_none()).collect();
    if missing.is_empty() {
        return links.into_iter().collect();
    }
    let mut site = Site::new(size, fits, placed);
    links.iter().flatten().flat_map(|link| &link.doors).for_each(|door| site.take(door));
    let far = |&join: &usize| {
        let (a, b) = joins[join];
        let (a, b) = (placed[usize::from(a)], placed[usize::from(b)]);
        (a.x.abs_diff(b.x) + a.y.abs_diff(b.y), join)
    };
    missing.sort_by_key(far);
    for join in missing {
        links[join] = Some(site.dig(joins[join])?);
    }
    links.into_iter().collect()
}

/// The map while corridors are dug.
struct Site {
    passages: Passages,
    ground: Grid<Diggable>,
    /// A floor cell of each room.
    middles: Vec<Point>,
}

impl Site {
    fn new(size: Size, fits: &Fits, placed: &[Placed]) -> Self {
        let is_rim = |p: Point| p.x == 0 || p.y == 0 || p.x + 1 == size.w || p.y + 1 == size.h;
        let mut ground = Grid::from_fn(size, |p| if is_rim(p) { Diggable::Taken } else { Diggable::Free });
        let mut middles = Vec::new();
        for &at in placed {
            let shape = &fits.shapes[at.shape];
            cells(&shape.body, at).for_each(|p| ground[p] = Diggable::Taken);
        }
        for (room, &at) in (0..).zip(placed) {
            let shape = &fits.shapes[at.shape];
            cells(&shape.floor, at).for_each(|p| ground[p] = Diggable::Floor(room));
            for p in Dir::ALL.into_iter().flat_map(|dir| cells(&shape.doors(dir, 1), at).collect::<Vec<Point>>()) {
                if ground[p] == Diggable::Taken && !is_rim(p) {
                    ground[p] = Diggable::Door(room);
                }
            }
            let floor: Vec<Point> = cells(&shape.floor, at).collect();
            middles.extend(floor.get(floor.len() / 2));
        }
        Site { passages: Passages::lattice(size, Wrap::None), ground, middles }
    }

    /// Nothing may come beside these cells any more.
    fn take(&mut self, cells: &[Point]) {
        for &p in cells {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                if let Some(ground) = p.offset(dx, dy).and_then(|p| self.ground.get_mut(p))
                    && !matches!(ground, Diggable::Floor(_))
                {
                    *ground = Diggable::Taken;
                }
            }
        }
    }

    /// A shortest way out of one room by a door, through rock, and into the other by a door.
    fn dig(&mut self, (a, b): (u16, u16)) -> Option<Link> {
        let (from, to) = (self.middles[usize::from(a)], self.middles[usize::from(b)]);
        let ground = |cell: u32| self.ground[cell];
        let size = self.ground.size();
        let straight = |door: u32, room: u16, rock: u32| {
            let (door, rock) = (size.point(door), size.point(rock));
            let (dx, dy) = (i32::from(door.x) - i32::from(rock.x), i32::from(door.y) - i32::from(rock.y));
            door.offset(dx, dy).is_some_and(|p| self.ground.get(p) == Some(&Diggable::Floor(room)))
        };
        let cost = |here: u32, next: u32| match (ground(here), ground(next)) {
            (Diggable::Floor(x), Diggable::Floor(y)) if x == y && (x == a || x == b) => Some(1),
            (Diggable::Floor(x), Diggable::Door(y)) if x == y && x == a => Some(1),
            (Diggable::Door(x), Diggable::Floor(y)) if x == y && x == b => Some(1),
            (Diggable::Door(x), Diggable::Free) if x == a => straight(here, a, next).then_some(2),
            (Diggable::Free, Diggable::Door(x)) if x == b => straight(next, b, here).then_some(2),
            (Diggable::Free, Diggable::Free) => Some(2),
            _ => None,
        };
        let (_, path) = astar(&self.passages, size.index(from), size.index(to), cost)?;
        let is_door = |cell: &u32| matches!(self.ground[*cell], Diggable::Door(_));
        let is_rock = |cell: &u32| self.ground[*cell] == Diggable::Free;
        let point = |&cell: &u32| size.point(cell);
        let doors: Vec<Vec<Point>> = path.iter().filter(|cell| is_door(cell)).map(|cell| vec![point(cell)]).collect();
        let corridor: Vec<Point> = path.iter().filter(|cell| is_rock(cell)).map(point).collect();
        doors.iter().for_each(|door| self.take(door));
        self.take(&corridor);
        Some(Link { doors, corridor })
    }
}
