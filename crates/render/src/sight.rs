//! What blocks the view: lines around open ground, trees and pillars, and the doors and windows between.
//!
//! For tabletop programs, which move tokens and cast light on vectors. Lines follow the border that pictures draw:
//! square where the map was built, cut where nature made it. Beside trees and pillars, and at the map's edges, all
//! corners are square, so that nothing leaks there. Doors reach from wall to wall.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use mapwright_core::{BuilderMap, DoorKind, Point, Size, Tile, Wrap};

use crate::contour::{Mask, outline};
use crate::draw::floor_rows;
use crate::error::{RenderError, check};
use crate::icons::{Icon, of_spawn};
use crate::picture::{Edges, Kind, Style};
use crate::scene::{Scene, SceneDoor};
use mapwright_core::lines::Lines;

pub use crate::scene::QuarterPoint;

/// The lines of sight of a map or of a floor, in quarters of a cell. No line is shorter than one quarter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sight {
    /// The cells that are shown.
    pub size: Size,
    /// Walls. A line around open ground ends where it begins. Where a door ends, a wall has a point.
    pub walls: Vec<Vec<QuarterPoint>>,
    /// Trees and pillars: a closed square around each.
    pub things: Vec<Vec<QuarterPoint>>,
    /// Doors and windows, from north to south. A door that bends is several.
    pub portals: Vec<SightPortal>,
    /// The start.
    pub start: Option<Point>,
    /// The cells of spawns that shine, such as candles and torches.
    pub lamps: Vec<Point>,
}

/// A straight piece of a door or a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SightPortal {
    /// Its ends.
    pub ends: [QuarterPoint; 2],
    /// The number of its door in the map's list; `None` for windows, and for doors that only tiles show.
    pub door: Option<usize>,
    /// Whether it blocks the view until it is opened. Windows do not.
    pub closed: bool,
    /// Whether an end lies on open ground instead of on a wall or at another portal.
    pub freestanding: bool,
}

/// Finds the lines of sight of a map, or of the style's floor. Secrets are doors, unless the style hides them.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Edges, Style, sight_lines};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
/// map.tiles[1] = Tile::DOOR;
/// map.list_doors();
/// let sight = sight_lines(&map, &Style { edges: Edges::Built, ..Style::default() })?;
/// assert_eq!(sight.walls, [[(0, 0), (6, 0), (12, 0), (12, 4), (6, 4), (0, 4), (0, 0)]]);
/// assert_eq!(sight.portals[0].ends, [(6, 0), (6, 4)]);
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, planes of different sizes, or not the floor.
pub fn sight_lines(map: &BuilderMap, style: &Style) -> Result<Sight, RenderError> {
    check(map)?;
    let rows = floor_rows(map, style)?.unwrap_or(0..map.height());
    let map = &*as_it_opens(style.secrets.map(map));
    let edges = if style.scale < 8 { Edges::Built } else { style.edges };
    let style = Style { edges, scale: 16, marks: true, repeats: false, ..Style::default() };
    let scene = Scene::of(map, Kind::Tiles, &style)?;
    let portals = portals(&scene.doors, map.doors.as_ref().map_or(0, Vec::len));
    let is_thing = |&(_, &tile): &(Point, &Tile)| matches!(tile, Tile::TREE | Tile::PILLAR);
    let things = map.tiles.iter().filter(is_thing).map(|(at, _)| {
        let (x, y) = (4 * i32::from(at.x), 4 * i32::from(at.y));
        vec![(x, y), (x + 4, y), (x + 4, y + 4), (x, y + 4), (x, y)]
    });
    let lamps = map.spawns.iter().filter(|spawn| of_spawn(spawn) == Icon::Lamp);
    let sight = Sight {
        size: map.size(),
        walls: split(walls(&scene), &portals),
        things: things.collect(),
        portals,
        start: map.start,
        lamps: lamps.map(|spawn| spawn.at).collect(),
    };
    Ok(sight.cut(rows))
}

/// The map on a table: it does not wrap, and its secrets are doors, which open once they are found.
fn as_it_opens(map: Cow<'_, BuilderMap>) -> Cow<'_, BuilderMap> {
    if map.wrap == Wrap::None && map.doors.iter().flatten().all(|door| !door.is_secret()) {
        return map;
    }
    let mut map = map.into_owned();
    map.wrap = Wrap::None;
    map.doors.iter_mut().flatten().filter(|door| door.is_secret()).for_each(|door| door.kind = DoorKind::Door);
    Cow::Owned(map)
}

/// The walls of a maze, each as long as it runs straight; or the borders of rock.
fn walls(scene: &Scene<'_>) -> Vec<Vec<QuarterPoint>> {
    if let Some(passages) = &scene.passages {
        let lines = Lines::walls(passages);
        let quarters = |n: u16| 4 * i32::from(n);
        let line = |x, y, (w, h)| vec![(quarters(x), quarters(y)), (quarters(x + w), quarters(y + h))];
        let across = lines.runs_across().map(|(x, y, length)| line(x, y, (length, 0)));
        return across.chain(lines.runs_down().map(|(x, y, length)| line(x, y, (0, length)))).collect();
    }
    let Some(terrain) = scene.ground.terrain() else { return Vec::new() };
    // Doors and windows are open to the view; their portals close them.
    let doors: BTreeSet<Point> = scene.doors.iter().flat_map(|door| door.cells.iter().map(|cell| cell.at)).collect();
    let is_open = |p: Point| !terrain.rock.at(p.x.into(), p.y.into()) || doors.contains(&p);
    let mut walls = Vec::new();
    Mask::alone(scene.size, is_open).trace(|border| {
        let line = outline(border, |(x, y)| terrain.is_square(x, y));
        walls.push(line.iter().chain(line.first()).map(|&(x, y)| (2 * x, 2 * y)).collect());
    });
    walls
}

/// Doors and windows, from north to south. The first `listed` doors are those of the map's list.
fn portals(doors: &[SceneDoor], listed: usize) -> Vec<SightPortal> {
    let of_door = |(nth, door): (usize, &SceneDoor)| {
        let closes = door.closes().into_iter().map(|ends| {
            let holds = |(x, y): QuarterPoint| {
                let within = |at: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&at);
                within(x, ends[0].0, ends[1].0) && within(y, ends[0].1, ends[1].1)
            };
            let freestanding = door.cells.iter().any(|cell| cell.is_freestanding && holds(cell.middle()));
            SightPortal { ends, door: Some(nth).filter(|&nth| nth < listed), closed: !door.is_window, freestanding }
        });
        closes.collect::<Vec<_>>()
    };
    let mut portals: Vec<SightPortal> = doors.iter().enumerate().flat_map(of_door).collect();
    portals.sort_by_key(|portal| (portal.ends[0].1, portal.ends[0].0, portal.ends[1].1, portal.ends[1].0));
    portals
}

/// Walls with a point wherever a portal ends.
fn split(walls: Vec<Vec<QuarterPoint>>, portals: &[SightPortal]) -> Vec<Vec<QuarterPoint>> {
    let by_column: BTreeSet<QuarterPoint> = portals.iter().flat_map(|portal| portal.ends).collect();
    let by_row: BTreeSet<(i32, i32)> = by_column.iter().map(|&(x, y)| (y, x)).collect();
    let between = |(ax, ay): QuarterPoint, (bx, by): QuarterPoint| -> Vec<QuarterPoint> {
        let mut found: Vec<QuarterPoint> = if ay == by {
            by_row.range((ay, ax.min(bx) + 1)..(ay, ax.max(bx))).map(|&(y, x)| (x, y)).collect()
        } else if ax == bx {
            by_column.range((ax, ay.min(by) + 1)..(ax, ay.max(by))).copied().collect()
        } else {
            let (dx, dy) = ((bx - ax).signum(), (by - ay).signum());
            (1..(bx - ax).abs()).map(|n| (ax + n * dx, ay + n * dy)).filter(|at| by_column.contains(at)).collect()
        };
        if (ay == by && bx < ax) || (ax == bx && by < ay) {
            found.reverse();
        }
        found
    };
    let with_ends = |line: Vec<QuarterPoint>| {
        let steps = line.windows(2).flat_map(|step| [step[0]].into_iter().chain(between(step[0], step[1])));
        steps.chain(line.last().copied()).collect()
    };
    walls.into_iter().map(with_ends).collect()
}

impl Sight {
    /// Leaves some rows, counted from the first of them.
    fn cut(mut self, rows: Range<u16>) -> Sight {
        if rows == (0..self.size.h) {
            return self;
        }
        let [top, bottom] = [rows.start, rows.end].map(|row| 4 * i32::from(row));
        let is_in = |&(_, y): &QuarterPoint| (top..=bottom).contains(&y);
        let raised = |(x, y): QuarterPoint| (x, y.clamp(top, bottom) - top);
        for lines in [&mut self.walls, &mut self.things] {
            // A wall between two solid rows of a maze may run on to the next floor.
            lines.retain(|line| line.iter().any(|&(_, y)| top < y && y < bottom) || line.iter().all(is_in));
            lines.iter_mut().flatten().for_each(|at| *at = raised(*at));
        }
        self.portals.retain(|portal| portal.ends.iter().all(is_in));
        self.portals.iter_mut().for_each(|portal| portal.ends = portal.ends.map(raised));
        let cell = |at: Point| rows.contains(&at.y).then(|| Point::new(at.x, at.y - rows.start));
        self.lamps = self.lamps.into_iter().filter_map(cell).collect();
        Sight { size: Size::new(self.size.w, rows.end - rows.start), start: self.start.and_then(cell), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Edges;
    use mapwright_core::{Grid, MapRng, Sides, Size, Wrap};

    type Segment = (i64, i64, i64, i64);

    /// Half a cell: places at odd multiples of 1 lie on no line, and rays between them meet no corner of a cell.
    const HALF: i64 = 2 * 4987;

    fn side((ax, ay, bx, by): Segment, x: i64, y: i64) -> i64 {
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    }

    fn cross(a: Segment, b: Segment) -> bool {
        let parts =
            |line: Segment, other: Segment| (side(line, other.0, other.1) > 0) != (side(line, other.2, other.3) > 0);
        parts(a, b) && parts(b, a)
    }

    fn segments(lines: &[Vec<QuarterPoint>]) -> Vec<Segment> {
        let segment = |pair: &[QuarterPoint]| {
            let [a, b] = [pair[0], pair[1]].map(|(x, y)| (i64::from(x) * HALF / 2, i64::from(y) * HALF / 2));
            (a.0, a.1, b.0, b.1)
        };
        lines.iter().flat_map(|line| line.windows(2).map(segment)).collect()
    }

    /// Whether a ray enters a cell.
    fn enters(ray: Segment, p: Point) -> bool {
        let (left, top) = (2 * HALF * i64::from(p.x), 2 * HALF * i64::from(p.y));
        let (right, bottom) = (left + 2 * HALF, top + 2 * HALF);
        let apart =
            ray.0.max(ray.2) < left || ray.0.min(ray.2) > right || ray.1.max(ray.3) < top || ray.1.min(ray.3) > bottom;
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let over = corners.into_iter().filter(|&(x, y)| side(ray, x, y) > 0).count();
        !apart && over != 0 && over != 4
    }

    fn random(rng: &mut MapRng, size: Size, rock: f64) -> BuilderMap {
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        for p in size.points() {
            map.tiles[p] = if rng.chance(rock) { Tile::WALL } else { Tile::FLOOR };
        }
        map
    }

    /// Rays are blocked by lines exactly where they enter rock.
    #[test]
    fn rays_agree_with_cells_where_walls_are_built() {
        let mut rng = MapRng::new(8);
        let style = Style { edges: Edges::Built, ..Style::default() };
        let mut blocked = 0;
        for (w, h) in [(1, 1), (1, 9), (7, 1), (12, 10), (5, 8)] {
            for rock in [0.1, 0.3, 0.45, 0.6] {
                let map = random(&mut rng, Size::new(w, h), rock);
                let lines = segments(&sight_lines(&map, &style).unwrap().walls);
                let open: Vec<Point> = map.size().points().filter(|&p| map.is_open(p)).collect();
                for _ in 0..if open.is_empty() { 0 } else { 150 } {
                    let mut place = |cells: &[Point]| {
                        let p = cells[rng.below(cells.len() as u32) as usize];
                        let mut within = || 2 * i64::from(rng.below(HALF as u32 - 1)) + 1;
                        (2 * HALF * i64::from(p.x) + within(), 2 * HALF * i64::from(p.y) + within())
                    };
                    let ((ax, ay), (bx, by)) = (place(&open), place(&open));
                    let ray = (ax, ay, bx, by);
                    let is_blocked = lines.iter().any(|&line| cross(line, ray));
                    let enters_rock = map.size().points().any(|p| !map.is_open(p) && enters(ray, p));
                    assert_eq!(is_blocked, enters_rock, "{ray:?}");
                    blocked += usize::from(is_blocked);
                }
            }
        }
        assert!(blocked > 500, "{blocked} rays were blocked");
    }

    /// However corners are cut, the middles of open cells lie inside the lines, and those of rock outside.
    #[test]
    fn lines_enclose_open_cells() {
        let mut rng = MapRng::new(9);
        for edges in [Edges::Auto, Edges::Built, Edges::Natural] {
            for rock in [0.2, 0.5, 0.8] {
                let map = random(&mut rng, Size::new(11, 9), rock);
                let lines = segments(&sight_lines(&map, &Style { edges, ..Style::default() }).unwrap().walls);
                for p in map.size().points() {
                    let (x, y) = (HALF * (2 * i64::from(p.x) + 1) + 1, HALF * (2 * i64::from(p.y) + 1) + 2);
                    let ray = (x, y, -3 * HALF, -5 * HALF + 4);
                    let crossed = lines.iter().filter(|&&line| cross(line, ray)).count();
                    assert_eq!(crossed % 2 == 1, map.is_open(p), "{p} {edges:?}");
                }
            }
        }
    }

    #[test]
    fn doors_and_windows_are_portals_between_walls() {
        let rows = ["#####", "#.+.#", "#####", "#.w..", "####."];
        let tile = |letter: char| match letter {
            '#' => Tile::WALL,
            '+' => Tile::DOOR,
            'w' => Tile::WINDOW,
            _ => Tile::FLOOR,
        };
        let tiles = rows.iter().flat_map(|row| row.chars().map(tile)).collect();
        let mut map = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::FLOOR);
        map.tiles = Grid::from_vec(map.size(), tiles).unwrap();
        // A door at the map's edge that has a cell beyond it, and one that a tile shows too.
        let pair = [Point::new(4, 4), Point::new(9, 9)];
        map.doors = Some(vec![mapwright_core::Door::new(pair), mapwright_core::Door::new([Point::new(2, 1)])]);
        map.tiles[Point::new(3, 3)] = Tile::TREE;
        let sight = sight_lines(&map, &Style { edges: Edges::Built, ..Style::default() }).unwrap();
        let portal = |ends, door, closed| SightPortal { ends, door, closed, freestanding: false };
        assert_eq!(
            sight.portals,
            [
                portal([(10, 4), (10, 8)], Some(1), true),
                portal([(10, 12), (10, 16)], None, false),
                portal([(16, 18), (20, 18)], Some(0), true),
            ]
        );
        assert_eq!(sight.things, [[(12, 12), (16, 12), (16, 16), (12, 16), (12, 12)]]);
        // The window's cell is open to the view.
        let hall = [(4, 4), (10, 4), (16, 4), (16, 8), (10, 8), (4, 8), (4, 4)];
        assert_eq!(sight.walls[0], hall);
        assert!(sight.walls[1].starts_with(&[(4, 12), (10, 12), (20, 12), (20, 18), (20, 20), (16, 20), (16, 18)]));
        map.tiles = Grid::new(map.size(), Tile::FLOOR);
        let open = sight_lines(&map, &Style::default()).unwrap();
        assert!(open.portals.iter().any(|portal| portal.door == Some(1) && portal.freestanding));
    }

    /// Floors of a map are those of maps of their own, where nothing else tells them apart.
    #[test]
    fn a_floor_has_its_own_lines() {
        let mut rng = MapRng::new(5);
        let style = |floor| Style { edges: Edges::Natural, floor, ..Style::default() };
        let floors = [(); 3].map(|()| {
            let mut map = random(&mut rng, Size::new(8, 6), 0.4);
            map.doors = Some(vec![mapwright_core::Door::new([Point::new(3, 2)])]);
            map
        });
        let map = BuilderMap::stack(floors.clone()).unwrap();
        for (nth, floor) in (0..).zip(&floors) {
            let (mut whole, alone) =
                (sight_lines(&map, &style(Some(nth))).unwrap(), sight_lines(floor, &style(None)).unwrap());
            whole.portals.iter_mut().for_each(|portal| portal.door = Some(0));
            // At the edges of a map all corners are square; between floors they are not.
            let inner = |sight: &Sight| -> BTreeSet<QuarterPoint> {
                sight.walls.iter().flatten().copied().filter(|&(x, y)| x > 2 && x < 30 && y > 2 && y < 22).collect()
            };
            assert_eq!((inner(&whole), &whole.portals, whole.size), (inner(&alone), &alone.portals, alone.size));
        }
        assert!(sight_lines(&map, &style(Some(3))).is_err());
    }

    #[test]
    fn walls_of_mazes_run_as_far_as_they_are_straight() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
        let walls = |map: &BuilderMap| sight_lines(map, &Style::default()).unwrap().walls;
        let frame = [[(0, 0), (8, 0)], [(0, 4), (8, 4)], [(0, 0), (0, 4)], [(4, 0), (4, 4)], [(8, 0), (8, 4)]];
        assert_eq!(walls(&map), frame);
    }
}
