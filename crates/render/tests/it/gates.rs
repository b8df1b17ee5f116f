//! What walls and shut doors part on a table is what they part on the map: floods of points, eight by eight in each cell,
//! against steps from cell to cell.
//!
//! `MAPWRIGHT_SEEDS=100` tries a hundred times as many maps.

use mapwright_core::{BuilderMap, Dir, Door, Grid, MapRng, Point, Sides, Size, Tile, Wrap, join_sides};
use mapwright_render::{Edges, QuarterPoint, Sight, Style, sight_lines};

/// Points in a cell along each axis.
const FINE: usize = 8;
/// Units from a point to the next; a quarter of a cell is two of these.
const STEP: i64 = 1000;
/// Where the first point lies: neither it nor any other is on a wall, nor a step between two through an end of one.
const FIRST: (i64, i64) = (437, 611);

/// How many maps a test tries.
fn tries(usual: u64) -> u64 {
    let seeds = std::env::var("MAPWRIGHT_SEEDS").ok().and_then(|seeds| seeds.parse::<u64>().ok());
    usual * seeds.unwrap_or(1).clamp(1, 100)
}

type Place = (i64, i64);

fn side(a: Place, b: Place, p: Place) -> bool {
    (b.0 - a.0) * (p.1 - a.1) > (b.1 - a.1) * (p.0 - a.0)
}

fn cross(a: Place, b: Place, c: Place, d: Place) -> bool {
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

/// The steps to the east, south-east, south and south-west that lines block, for each point.
struct Flood {
    w: usize,
    h: usize,
    blocked: Vec<u8>,
}

const STEPS: [(i64, i64); 4] = [(1, 0), (1, 1), (0, 1), (-1, 1)];

impl Flood {
    fn new(size: Size) -> Flood {
        let (w, h) = (usize::from(size.w) * FINE, usize::from(size.h) * FINE);
        Flood { w, h, blocked: vec![0; w * h] }
    }

    fn place(x: i64, y: i64) -> Place {
        (x * STEP + FIRST.0, y * STEP + FIRST.1)
    }

    fn block(&mut self, a: QuarterPoint, b: QuarterPoint) {
        let [a, b] = [a, b].map(|(x, y)| (2 * STEP * i64::from(x), 2 * STEP * i64::from(y)));
        let reach = |a: i64, b: i64, most: usize| {
            ((a.min(b) / STEP - 2).max(0) as usize, ((a.max(b) / STEP + 2).max(0) as usize).min(most))
        };
        let ((left, right), (top, bottom)) = (reach(a.0, b.0, self.w), reach(a.1, b.1, self.h));
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            for (bit, (dx, dy)) in STEPS.into_iter().enumerate() {
                let (x, y) = (x as i64, y as i64);
                if cross(a, b, Flood::place(x, y), Flood::place(x + dx, y + dy)) {
                    self.blocked[y as usize * self.w + x as usize] |= 1 << bit;
                }
            }
        }
    }

    /// The component of each point.
    fn components(&self) -> Vec<usize> {
        let mut found = vec![0; self.blocked.len()];
        let (mut count, mut open) = (0, Vec::new());
        for start in 0..found.len() {
            if found[start] > 0 {
                continue;
            }
            count += 1;
            open.push(start);
            found[start] = count;
            while let Some(at) = open.pop() {
                let (x, y) = ((at % self.w) as i64, (at / self.w) as i64);
                for (bit, (dx, dy)) in STEPS.into_iter().enumerate() {
                    for sign in [1, -1] {
                        let (tx, ty) = (x + sign * dx, y + sign * dy);
                        if tx < 0 || ty < 0 || tx >= self.w as i64 || ty >= self.h as i64 {
                            continue;
                        }
                        let to = ty as usize * self.w + tx as usize;
                        let from = if sign == 1 { at } else { to };
                        if found[to] == 0 && self.blocked[from] >> bit & 1 == 0 {
                            found[to] = count;
                            open.push(to);
                        }
                    }
                }
            }
        }
        found
    }
}

/// The component of each open cell by steps, where some doors are shut.
fn by_steps(map: &BuilderMap, shut: &[usize]) -> Grid<usize> {
    let doors = map.doors.as_deref().unwrap_or_default();
    let is_shut = |at: Point| shut.iter().any(|&door| doors[door].cells.contains(&at));
    let is_wall = |at: Point| {
        map.tiles[at].is_solid() && map.tiles[at] != Tile::DEEP_WATER && map.tiles[at] != Tile::CHASM || is_shut(at)
    };
    let leads = |at: Point, dir: Dir| {
        let (dx, dy) = dir.delta();
        let next = at.offset(dx, dy).filter(|&next| map.size().contains(next) && !is_wall(next))?;
        let joined =
            map.sides.as_ref().is_none_or(|sides| sides[at].is_open(dir) && sides[next].is_open(dir.opposite()));
        joined.then_some(next)
    };
    let mut found = Grid::new(map.size(), 0);
    let mut count = 0;
    for start in map.size().points().filter(|&at| !is_wall(at)) {
        if found[start] > 0 {
            continue;
        }
        count += 1;
        let mut open = vec![start];
        found[start] = count;
        while let Some(at) = open.pop() {
            for next in Dir::ALL.into_iter().filter_map(|dir| leads(at, dir)) {
                if found[next] == 0 {
                    found[next] = count;
                    open.push(next);
                }
            }
        }
    }
    found
}

/// Whether points leak from one part into another, and whether any part falls apart, where some doors are shut.
fn compare(map: &BuilderMap, sight: &Sight, shut: &[usize]) -> (bool, bool) {
    let mut flood = Flood::new(map.size());
    for line in sight.walls.iter().chain(&sight.things) {
        line.windows(2).for_each(|pair| flood.block(pair[0], pair[1]));
    }
    // Windows open to the view only.
    let closes = |door: Option<usize>| door.is_none_or(|door| shut.contains(&door));
    for portal in sight.portals.iter().filter(|portal| closes(portal.door)) {
        flood.block(portal.ends[0], portal.ends[1]);
    }
    let (points, steps) = (flood.components(), by_steps(map, shut));
    let cells: Vec<(usize, usize)> = map
        .size()
        .points()
        .filter(|&at| steps[at] > 0)
        .map(|at| {
            let middle = |cell: u16| usize::from(cell) * FINE + FINE / 2;
            (points[middle(at.y) * flood.w + middle(at.x)], steps[at])
        })
        .collect();
    let mut pairs = cells;
    pairs.sort_unstable();
    pairs.dedup();
    let leaks = pairs.windows(2).any(|pair| pair[0].0 == pair[1].0);
    pairs.sort_by_key(|pair| pair.1);
    (leaks, pairs.windows(2).any(|pair| pair[0].1 == pair[1].1))
}

/// Compares every state of a map's doors: each of up to three doors shut or open.
fn check(map: &BuilderMap, edges: Edges, context: &str) {
    let sight = sight_lines(map, &Style { edges, ..Style::default() }).unwrap();
    let doors = map.doors.as_ref().map_or(0, Vec::len);
    for state in 0..1u32 << doors {
        let shut: Vec<usize> = (0..doors).filter(|door| state >> door & 1 == 1).collect();
        let found = compare(map, &sight, &shut);
        assert_eq!(
            found,
            (false, false),
            "leaks, blocks: {context}, {edges:?}, shut {shut:?} of {:?}\n{map}",
            map.doors
        );
    }
}

fn filled(size: Size, tile: impl Fn(Point) -> Tile) -> BuilderMap {
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::WALL);
    map.tiles = Grid::from_fn(size, tile);
    map
}

/// A door of some cells, with every ring of rock and open ground around it, or some of the rings.
fn rings(name: &str, door: &[(u16, u16)], most: u64) {
    let cells: Vec<Point> = door.iter().map(|&(x, y)| Point::new(x + 2, y + 2)).collect();
    let size = Size::new(8, 8);
    let near = |at: Point| cells.iter().any(|cell| cell.x.abs_diff(at.x).max(cell.y.abs_diff(at.y)) == 1);
    let ring: Vec<Point> = size.points().filter(|&at| !cells.contains(&at) && near(at)).collect();
    let (all, mut rng) = (1u64 << ring.len(), MapRng::new(1));
    for nth in 0..all.min(most) {
        let bits = if all <= most { nth } else { rng.bits() % all };
        let is_open = |at: Point| {
            cells.contains(&at) || ring.iter().position(|&own| own == at).is_some_and(|place| bits >> place & 1 == 0)
        };
        let mut map = filled(size, |at| if is_open(at) { Tile::FLOOR } else { Tile::WALL });
        map.doors = Some(vec![Door::new(cells.clone())]);
        for edges in [Edges::Built, Edges::Natural, Edges::Auto] {
            check(&map, edges, name);
        }
    }
}

#[test]
fn every_ring_around_a_small_door() {
    rings("one cell", &[(0, 0)], 256);
    rings("two across", &[(0, 0), (1, 0)], tries(40));
    rings("two aslant", &[(0, 0), (1, 1)], tries(60));
    rings("three across", &[(0, 0), (1, 0), (2, 0)], tries(30));
    rings("three aslant", &[(0, 0), (1, 1), (2, 2)], tries(30));
    rings("an L", &[(0, 0), (1, 0), (0, 1)], tries(30));
    rings("a knight's move", &[(0, 0), (1, 0), (2, 1)], tries(30));
    rings("a square", &[(0, 0), (1, 0), (0, 1), (1, 1)], tries(30));
    rings("in two pieces", &[(0, 0), (3, 0)], tries(30));
}

/// Random ground with trees, pillars, windows and deep water, and up to three doors that may touch.
#[test]
fn touching_doors_in_caves() {
    let mut rng = MapRng::new(11);
    let grounds = [Tile::FLOOR, Tile::GRASS, Tile::DEEP_WATER, Tile::WATER];
    let walls = [Tile::WALL, Tile::WALL, Tile::WALL, Tile::TREE, Tile::PILLAR, Tile::WINDOW];
    for nth in 0..tries(150) {
        let size = Size::new(1 + rng.below(7) as u16, 1 + rng.below(7) as u16);
        let share = [0.25, 0.4, 0.55][nth as usize % 3];
        let kinds = if nth % 2 == 0 { 3 } else { walls.len() };
        let mut map = BuilderMap::filled(size, Wrap::ALL[nth as usize % 4], Tile::FLOOR);
        map.tiles = map.tiles.map(|_| {
            if rng.chance(share) { *rng.pick(&walls[..kinds]).unwrap() } else { *rng.pick(&grounds).unwrap() }
        });
        let mut free: Vec<Point> = size.points().filter(|&at| map.is_open(at)).collect();
        rng.shuffle(&mut free);
        let middle = free.first().copied().unwrap_or_default();
        free.sort_by_key(|at| at.x.abs_diff(middle.x).max(at.y.abs_diff(middle.y)));
        let mut doors: Vec<Vec<Point>> = Vec::new();
        for at in free.into_iter().take(rng.below(6) as usize) {
            match rng.below(3) as usize {
                door if door < doors.len() => doors[door].push(at),
                _ if doors.len() < 3 => doors.push(vec![at]),
                _ => {}
            }
        }
        map.doors = Some(doors.into_iter().map(Door::new).collect());
        for edges in [Edges::Built, Edges::Natural] {
            check(&map, edges, "cave");
        }
    }
}

#[test]
fn natural_rock_beside_trees_and_pillars_leaks_nowhere() {
    let mut rng = MapRng::new(5);
    for _ in 0..tries(150) {
        let tiles = [Tile::WALL, Tile::TREE, Tile::PILLAR, Tile::FLOOR, Tile::FLOOR];
        let mut map = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::FLOOR);
        map.tiles = map.tiles.map(|_| *rng.pick(&tiles).unwrap());
        check(&map, Edges::Natural, "wood");
    }
}

/// Random mazes with doors of one to three cells.
#[test]
fn doors_in_mazes() {
    let mut rng = MapRng::new(2);
    for nth in 0..tries(200) {
        let size = Size::new(5, 5);
        let mut sides = Grid::new(size, Sides::CLOSED);
        for at in size.points() {
            for dir in [Dir::E, Dir::S] {
                let (dx, dy) = dir.delta();
                let next = at.offset(dx, dy).filter(|&next| size.contains(next));
                if let Some(next) = next.filter(|_| rng.chance([0.4, 0.6, 0.8][nth as usize % 3])) {
                    join_sides(&mut sides, size.index(at), dir, size.index(next));
                }
            }
        }
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        map.sides = Some(sides);
        let mut doors: Vec<Vec<Point>> = Vec::new();
        let mut near: Vec<Point> =
            size.points().filter(|at| (1..4).contains(&at.x) && (1..4).contains(&at.y)).collect();
        rng.shuffle(&mut near);
        for at in near.into_iter().take(1 + rng.below(4) as usize) {
            match rng.below(3) as usize {
                door if door < doors.len() => doors[door].push(at),
                _ if doors.len() < 3 => doors.push(vec![at]),
                _ => {}
            }
        }
        map.doors = Some(doors.into_iter().map(Door::new).collect());
        check(&map, Edges::Built, "maze");
    }
}
