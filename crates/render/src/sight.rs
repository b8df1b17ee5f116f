//! What blocks the view: lines around open ground, trees and pillars, and the doors and windows between.
//!
//! For tabletop programs, which move tokens and cast light on vectors. Lines follow the border that pictures draw:
//! square where the map was built, cut where nature made it.

use mapwright_core::{BuilderMap, Dir, Point, Tile};

use crate::contour::{Mask, outline};
use crate::error::{RenderError, check};
use crate::icons::{Icon, of_spawn};
use crate::picture::{Grounds, Straightness, Style, is_rock, lies_across};
use mapwright_core::lines::Lines;

/// A place in halves of a cell, from the map's upper left corner.
pub type HalfPoint = (i32, i32);

/// The lines of sight of a map, in halves of a cell. No line is shorter than one half.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sight {
    /// Walls. A line around open ground ends where it begins.
    pub walls: Vec<Vec<HalfPoint>>,
    /// Trees and pillars: a closed square around each.
    pub things: Vec<Vec<HalfPoint>>,
    /// Doors and windows, each across the middle of its cell, row by row.
    pub portals: Vec<SightPortal>,
    /// The cells of spawns that shine, such as candles and torches.
    pub lamps: Vec<Point>,
}

/// A door or a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SightPortal {
    /// Its cell.
    pub at: Point,
    /// Its ends, in the middles of opposite sides of the cell.
    pub ends: [HalfPoint; 2],
    /// Whether it blocks the view until it is opened. Windows do not.
    pub closed: bool,
    /// Whether an end lies on open ground instead of on a wall or beside another portal.
    pub freestanding: bool,
}

/// The lines of sight of a map.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_render::{Edges, Style, sight_lines};
///
/// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
/// map.tiles[1] = Tile::DOOR;
/// map.list_doors();
/// let sight = sight_lines(&map, &Style { edges: Edges::Built, ..Style::default() })?;
/// assert_eq!(sight.walls, [[(0, 0), (6, 0), (6, 2), (0, 2), (0, 0)]]);
/// assert_eq!(sight.portals[0].ends, [(3, 0), (3, 2)]);
/// # Ok::<(), mapwright_render::RenderError>(())
/// ```
///
/// # Errors
///
/// The map has no cells, or planes of different sizes.
pub fn sight_lines(map: &BuilderMap, style: &Style) -> Result<Sight, RenderError> {
    check(map)?;
    let mut sight = Sight::default();
    if map.sides.is_some() {
        sight.walls = maze_walls(map);
    } else {
        let grounds = Grounds::of(map);
        let straight = Straightness::of(map, &grounds, style.edges);
        // A window is open to the view; its portal says that it is a wall to walkers.
        let open = |p: Point| !is_rock(map.tiles[p]) || map.tiles[p] == Tile::WINDOW;
        Mask::alone(map.size(), open).trace(|border| {
            // Pictures go on beyond the edges of a map as they end, and so cut nothing off there.
            let edges = [map.size().w, map.size().h].map(i32::from);
            let is_edge = |(x, y)| x == 0 || y == 0 || x == edges[0] || y == edges[1];
            let mut line = outline(border, |(x, y)| is_edge((x, y)) || straight.at(x, y));
            line.extend(line.first().copied());
            sight.walls.push(line);
        });
    }
    for (p, &tile) in map.tiles.iter() {
        if let Tile::TREE | Tile::PILLAR = tile {
            let (x, y) = (2 * i32::from(p.x), 2 * i32::from(p.y));
            sight.things.push(vec![(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2), (x, y)]);
        }
    }
    sight.portals = portals(map);
    let lamps = map.spawns.iter().filter(|spawn| of_spawn(spawn) == Icon::Lamp);
    sight.lamps = lamps.map(|spawn| spawn.at).collect();
    Ok(sight)
}

/// The walls of a maze, each as long as it runs straight.
fn maze_walls(map: &BuilderMap) -> Vec<Vec<HalfPoint>> {
    let lines = Lines::walls(&map.passages());
    let half = |n: u16| 2 * i32::from(n);
    let across = lines.runs_across().map(|(x, y, length)| ((half(x), half(y)), (half(x + length), half(y))));
    let down = lines.runs_down().map(|(x, y, length)| ((half(x), half(y)), (half(x), half(y + length))));
    across.chain(down).map(|(from, to)| vec![from, to]).collect()
}

/// Doors and windows, row by row.
fn portals(map: &BuilderMap) -> Vec<SightPortal> {
    let doors = map.doors.iter().flatten().flat_map(|door| &door.cells).map(|&at| (at, true));
    let windows = map.tiles.iter().filter(|&(_, &tile)| tile == Tile::WINDOW).map(|(at, _)| (at, false));
    let mut cells: Vec<(Point, bool)> = doors.chain(windows).filter(|&(at, _)| map.size().contains(at)).collect();
    cells.sort_unstable_by_key(|&(at, closed)| (at.y, at.x, !closed));
    cells.dedup_by_key(|&mut (at, _)| at);
    let is_portal = |at: Point| cells.binary_search_by_key(&(at.y, at.x), |&(at, _)| (at.y, at.x)).is_ok();
    let portal = |&(at, closed): &(Point, bool)| {
        let sides = if lies_across(map, at) { [Dir::W, Dir::E] } else { [Dir::N, Dir::S] };
        let (x, y) = (2 * i32::from(at.x) + 1, 2 * i32::from(at.y) + 1);
        let end = |dir: Dir| (x + dir.delta().0, y + dir.delta().1);
        let holds = |dir: Dir| match map.sides.as_ref() {
            Some(sides) => !sides[at].is_open(dir),
            None => {
                let next = at.step(dir).filter(|&next| map.size().contains(next));
                next.is_none_or(|next| is_rock(map.tiles[next]) || is_portal(next))
            }
        };
        SightPortal { at, ends: sides.map(end), closed, freestanding: !sides.into_iter().all(holds) }
    };
    cells.iter().map(portal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Edges;
    use mapwright_core::{Grid, MapRng, Sides, Size, Wrap};

    type Segment = (i64, i64, i64, i64);

    /// Half a cell: places at odd multiples of 1 lie on no line, and rays between them meet no corner of a cell.
    const HALF: i64 = 9973;

    fn side((ax, ay, bx, by): Segment, x: i64, y: i64) -> i64 {
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    }

    fn cross(a: Segment, b: Segment) -> bool {
        let parts =
            |line: Segment, other: Segment| (side(line, other.0, other.1) > 0) != (side(line, other.2, other.3) > 0);
        parts(a, b) && parts(b, a)
    }

    fn segments(lines: &[Vec<HalfPoint>]) -> Vec<Segment> {
        let segment = |pair: &[HalfPoint]| {
            let [a, b] = [pair[0], pair[1]].map(|(x, y)| (i64::from(x) * HALF, i64::from(y) * HALF));
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
        // A door in the open, of two cells, and one that a tile shows too.
        let pair = [Point::new(4, 4), Point::new(9, 9)];
        map.doors = Some(vec![mapwright_core::Door::new(pair), mapwright_core::Door::new([Point::new(2, 1)])]);
        map.tiles[Point::new(3, 3)] = Tile::TREE;
        let sight = sight_lines(&map, &Style { edges: Edges::Built, ..Style::default() }).unwrap();
        let portal =
            |x, y, ends, closed, freestanding| SightPortal { at: Point::new(x, y), ends, closed, freestanding };
        assert_eq!(
            sight.portals,
            [
                portal(2, 1, [(5, 2), (5, 4)], true, false),
                portal(2, 3, [(5, 6), (5, 8)], false, false),
                portal(4, 4, [(8, 9), (10, 9)], true, false),
            ]
        );
        assert_eq!(sight.things, [[(6, 6), (8, 6), (8, 8), (6, 8), (6, 6)]]);
        // The window's cell is open to the view.
        assert_eq!(
            sight.walls,
            [
                vec![(2, 2), (8, 2), (8, 4), (2, 4), (2, 2)],
                vec![(2, 6), (10, 6), (10, 10), (8, 10), (8, 8), (2, 8), (2, 6)],
            ]
        );
        map.tiles = Grid::new(map.size(), Tile::FLOOR);
        let open = sight_lines(&map, &Style::default()).unwrap();
        assert!(open.portals.iter().any(|portal| portal.at == Point::new(2, 1) && portal.freestanding));
    }

    #[test]
    fn walls_of_mazes_run_as_far_as_they_are_straight() {
        let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
        map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
        let walls = |map: &BuilderMap| sight_lines(map, &Style::default()).unwrap().walls;
        let frame = [[(0, 0), (4, 0)], [(0, 2), (4, 2)], [(0, 0), (0, 2)], [(2, 0), (2, 2)], [(4, 0), (4, 2)]];
        assert_eq!(walls(&map), frame);
    }
}
