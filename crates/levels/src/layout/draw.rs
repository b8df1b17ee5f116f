//! A layout on the map: doors, corridors between rooms that do not meet, floors, walls and the graph.

use std::collections::BTreeSet;

use mapwright_core::{
    Area, BuildCx, BuildError, BuilderMap, Dir, Door, Grid, Join, LevelGraph, MapRng, Passages, Point, Rect, Room,
    Size, Tile, Wrap,
};
use mapwright_graph::astar;

use super::board::ShapePosition;
use super::shape::{Fits, common_lengths};

/// A plan that was laid out.
pub(crate) struct Layout {
    pub(crate) placed: Vec<ShapePosition>,
    /// One for each join.
    pub(crate) links: Vec<Link>,
    pub(crate) fits: Fits,
}

/// The cells of a door, and the direction in which it leads out of the first room.
pub(crate) type Doorway = (Vec<Point>, Dir);

/// What joins two rooms on the map.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// The doors: one where the rooms meet, two at the ends of a corridor.
    pub(crate) doors: Vec<Vec<Point>>,
    /// The cells between two doors.
    pub(crate) corridor: Vec<Point>,
}

/// Where the cells of a shape's rows lie, for rows of bits that belong to it.
pub(crate) fn cells(rows: &[u64], at: ShapePosition) -> impl Iterator<Item = Point> {
    let row = move |(y, &row): (i32, &u64)| {
        (0..64).filter(move |x| row >> x & 1 == 1).filter_map(move |x| Point::new(0, 0).offset(at.x + x, at.y + y))
    };
    (0..).zip(rows).flat_map(row)
}

/// A place for a door between two rooms that meet: not at a corner of either, if there is such a place.
pub(crate) fn doorway(fits: &Fits, a: ShapePosition, b: ShapePosition, rng: &mut MapRng) -> Option<Doorway> {
    let mut all: Vec<Doorway> = Vec::new();
    for length in common_lengths(&fits.shapes[a.shape], &fits.shapes[b.shape]) {
        for dir in Dir::ALL {
            let firsts =
                |at: ShapePosition, dir| cells(&fits.shapes[at.shape].doors(dir, length), at).collect::<Vec<Point>>();
            let of_b = firsts(b, dir.opposite());
            let (dx, dy) = dir.delta();
            let whole = |at: Point| (0..length as i32).filter_map(|i| at.offset(dy.abs() * i, dx.abs() * i)).collect();
            all.extend(firsts(a, dir).into_iter().filter(|at| of_b.contains(at)).map(|at| (whole(at), dir)));
        }
    }
    let is_inner = |(door, dir): &&Doorway| {
        let floor = |at: ShapePosition, p: Point| {
            let (x, y) = (i32::from(p.x) - at.x, i32::from(p.y) - at.y);
            x >= 0 && y >= 0 && fits.shapes[at.shape].is_floor(x as usize, y as usize)
        };
        let sides = [dir.turned(1), dir.turned(3)];
        let beside = |p: &Point| sides.iter().filter_map(|&side| p.step(side)).collect::<Vec<Point>>();
        door.iter()
            .flat_map(beside)
            .filter(|p| !door.contains(p))
            .all(|p| p.step(*dir).is_some_and(|p| floor(b, p)) && p.step(dir.opposite()).is_some_and(|p| floor(a, p)))
    };
    let inner: Vec<&Doorway> = all.iter().filter(is_inner).collect();
    if inner.is_empty() { rng.pick(&all).cloned() } else { rng.pick(&inner).map(|&door| door.clone()) }
}

/// What rooms are called.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    pub(crate) role: Option<String>,
    pub(crate) tags: Vec<String>,
}

/// A layout that was found.
pub(crate) struct FoundLayout<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) joins: &'a [(u16, u16)],
    pub(crate) labels: &'a [Label],
}

impl FoundLayout<'_> {
    /// The map: rooms with ids in their order, doors, the graph, start and exit.
    pub(crate) fn draw(&self, size: Size, cx: &BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::WALL)?;
        self.draw_rooms(&mut map);
        let mut area = Grid::new(size, 0);
        for (number, &at) in (1..).zip(&self.layout.placed) {
            cells(&self.layout.fits.shapes[at.shape].floor, at).for_each(|p| area[p] = number);
        }
        let mut joins = Vec::new();
        for (&(a, b), link) in self.joins.iter().zip(&self.layout.links) {
            link.doors.iter().flatten().for_each(|&p| map.tiles[p] = Tile::DOOR);
            // A corridor and its far door belong to the second room.
            for &p in link.corridor.iter().chain(link.doors.iter().skip(1).flatten()) {
                area[p] = b + 1;
            }
            link.corridor.iter().for_each(|&p| map.tiles[p] = Tile::FLOOR);
            joins.push(Join::new(a, b, link.doors.first().cloned().unwrap_or_default()));
        }
        map.doors =
            Some(self.layout.links.iter().flat_map(|link| &link.doors).map(|door| Door::new(door.clone())).collect());
        let (start, exit, depths) = self.ends();
        let areas = self.areas(&area, (start, exit), &depths);
        map.start = areas.get(start).map(|area| area.anchor);
        map.exit = match exit {
            // In a level of one room the exit is far from the start.
            _ if exit == start => farthest(&map, &area, map.start),
            exit => areas.get(exit).map(|area| area.anchor),
        };
        map.graph = Some(LevelGraph::new(area, areas, joins));
        Ok(map)
    }

    fn draw_rooms(&self, map: &mut BuilderMap) {
        let mut rooms = Vec::new();
        for ((id, &at), label) in (0..).zip(&self.layout.placed).zip(self.labels) {
            let shape = &self.layout.fits.shapes[at.shape];
            cells(&shape.floor, at).for_each(|p| map.tiles[p] = Tile::FLOOR);
            for &(x, y, tile) in &shape.tiles {
                // Doors that join nothing stay walls.
                if let Some(p) =
                    Point::new(0, 0).offset(at.x + x as i32, at.y + y as i32).filter(|_| tile != Tile::DOOR)
                {
                    map.tiles[p] = tile;
                }
            }
            if let Some((template, by)) = &shape.drawn {
                let by = *by as i32;
                let to = |p: Point| p.offset(at.x + by, at.y + by);
                // A mark on a door that joins nothing has no place.
                let open: BTreeSet<Point> =
                    template.size().points().filter(|&p| to(p).is_some_and(|p| map.is_open(p))).collect();
                template.put_marks(map, |p| to(p).filter(|_| open.contains(&p)));
            }
            let bounds = |of: fn(Point) -> u16| {
                let floor = || cells(&shape.floor, at).map(of);
                (floor().min().unwrap_or(0), floor().max().unwrap_or(0))
            };
            let ((left, right), (top, bottom)) = (bounds(|p| p.x), bounds(|p| p.y));
            let mut room = Room::new(id, Rect::new(left, top, right - left + 1, bottom - top + 1));
            room.tags.clone_from(&label.tags);
            rooms.push(room);
        }
        map.rooms = Some(rooms);
    }

    /// The rooms with the start and the exit, which are one in a level of one room, and how far each room is from the start.
    fn ends(&self) -> (usize, usize, Vec<u32>) {
        let role = |wanted: &str| self.labels.iter().position(|label| label.role.as_deref() == Some(wanted));
        let (n_rooms, exit) = (self.layout.placed.len(), role("exit"));
        let start = role("start").or_else(|| (0..n_rooms).find(|&room| Some(room) != exit)).unwrap_or(0);
        let depths = crate::area_graph::depths(n_rooms as u16, self.joins.iter().copied(), Some(start as u16));
        // The last of the deepest.
        let deepest = (0..n_rooms).max_by_key(|&room| depths[room]).unwrap_or(0);
        (start, exit.unwrap_or(deepest), depths)
    }

    /// The areas. A custom role replaces `start` and `exit`.
    fn areas(&self, area: &Grid<u16>, (start, exit): (usize, usize), depths: &[u32]) -> Vec<Area> {
        let describe = |(i, &at): (usize, &ShapePosition)| {
            let label = &self.labels[i];
            let mut described = Area::new(self.middle(at, area));
            (described.depth, described.tags) = (depths[i], label.tags.clone());
            described.role = match i {
                _ if label.role.is_some() => label.role.clone(),
                i if i == start => Some("start".to_owned()),
                i if i == exit => Some("exit".to_owned()),
                _ => None,
            };
            described
        };
        self.layout.placed.iter().enumerate().map(describe).collect()
    }

    /// The floor cell nearest to the middle of a room.
    fn middle(&self, at: ShapePosition, area: &Grid<u16>) -> Point {
        let shape = &self.layout.fits.shapes[at.shape];
        let (x, y) = (at.x + shape.w as i32 / 2, at.y + shape.h() as i32 / 2);
        let far = |p: &Point| i32::from(p.x).abs_diff(x) + i32::from(p.y).abs_diff(y);
        let floor = cells(&shape.floor, at).filter(|&p| area[p] != 0);
        floor.min_by_key(|p| (far(p), p.y, p.x)).unwrap_or_default()
    }
}

/// The open cell of an area that is farthest from another, by columns and rows.
fn farthest(map: &BuilderMap, area: &Grid<u16>, from: Option<Point>) -> Option<Point> {
    let open = map.size().points().filter(|&p| area[p] != 0 && map.is_open(p) && Some(p) != from);
    from.and_then(|from| open.max_by_key(|p| p.manhattan(from)))
}

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
    placed: &[ShapePosition],
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
    let mut rock = CorridorGround::new(size, fits, placed);
    links.iter().flatten().flat_map(|link| &link.doors).for_each(|door| rock.take(door));
    let far = |&join: &usize| {
        let (a, b) = joins[join];
        let (a, b) = (placed[usize::from(a)], placed[usize::from(b)]);
        (a.x.abs_diff(b.x) + a.y.abs_diff(b.y), join)
    };
    missing.sort_by_key(far);
    for join in missing {
        links[join] = Some(rock.dig(joins[join])?);
    }
    links.into_iter().collect()
}

/// The map while corridors are dug.
struct CorridorGround {
    passages: Passages,
    ground: Grid<Diggable>,
    /// A floor cell of each room.
    middles: Vec<Point>,
}

impl CorridorGround {
    fn new(size: Size, fits: &Fits, placed: &[ShapePosition]) -> Self {
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
        CorridorGround { passages: Passages::lattice(size, Wrap::None), ground, middles }
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
