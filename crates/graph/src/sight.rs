//! What is in sight of a cell.
//!
//! On tiles it is symmetric shadowcasting, after Albert Ford: each quadrant is scanned row by row away from the eye,
//! and a row is cut into parts by the solid cells in it. Slopes are fractions of integers. A floor cell is seen when
//! its center lies between the slopes, so two open cells always see each other or neither sees the other. In a maze of
//! sides one sees along straight passages, and one step aside from them. The view is round: it ends at `radius` and a half.

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Point, Size};

/// Returns the cells in sight of `from`.
///
/// On tiles these are the cells whose center lies within a circle of `radius` and a half; in a maze of sides, those at most
/// `radius` steps away. Tiles that [block sight](mapwright_core::Tile::blocks_sight), such as walls and doors, end the view
/// and are in sight themselves. Windows, deep water and chasms do not end it.
/// Borders end the view, wrapped ones as well, on maps without sides.
///
/// ```
/// use mapwright_core::{BuilderMap, Grid, Point, Size, Tile, Wrap};
/// use mapwright_graph::sight;
///
/// let mut map = BuilderMap::filled(Size::new(7, 1), Wrap::None, Tile::FLOOR);
/// map.tiles[4] = Tile::WALL;
/// let seen = sight(&map, Point::new(1, 0), 9);
/// assert_eq!(seen.as_slice(), [true, true, true, true, true, false, false]);
/// ```
pub fn sight(map: &BuilderMap, from: Point, radius: u16) -> Grid<bool> {
    if map.sides.is_none() {
        return sight_through(map.size(), from, radius, |at| !map.tiles[at].blocks_sight());
    }
    let mut seen = Grid::new(map.size(), false);
    if map.size().contains(from) {
        each_along_passages(&map.passages(), from, radius, |at| !map.tiles[at].blocks_sight(), |at| seen[at] = true);
    }
    seen
}

/// [`sight`] by your own rule of what can be seen through, for example not through closed doors. Cells that cannot be
/// seen through, but bound the view, are in sight. The cell `from` itself does not matter.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_graph::sight_through;
///
/// let mut map = BuilderMap::filled(Size::new(7, 1), Wrap::None, Tile::FLOOR);
/// map.tiles[4] = Tile::DOOR;
/// let clear = |at| map.is_open(at) && map.tiles[at] != Tile::DOOR;
/// let seen = sight_through(map.size(), Point::new(1, 0), 9, clear);
/// assert_eq!(seen.as_slice(), [true, true, true, true, true, false, false]);
/// let seen = sight_through(map.size(), Point::new(4, 0), 2, clear);
/// assert_eq!(seen.as_slice(), [false, false, true, true, true, true, true]);
/// ```
pub fn sight_through(size: Size, from: Point, radius: u16, is_clear: impl Fn(Point) -> bool) -> Grid<bool> {
    let mut seen = Grid::new(size, false);
    each_in_sight(size, from, radius, is_clear, |at| seen[at] = true);
    seen
}

/// Calls `each` with the cells that [`sight_through`] returns, some of them twice. It looks at the cells in sight only, however
/// large the map is.
pub fn each_in_sight(
    size: Size,
    from: Point,
    radius: u16,
    is_clear: impl Fn(Point) -> bool,
    mut each: impl FnMut(Point),
) {
    if size.contains(from) {
        each(from);
        let eye = Eye { size, is_clear, at: (i64::from(from.x), i64::from(from.y)), radius: radius.into() };
        for dir in Dir::ALL {
            eye.quadrant(dir, &mut each);
        }
    }
}

/// Calls `each` with the cells in sight of `from` in a maze of sides, some of them twice: those on straight passages, and those
/// one step aside from them. The cell `from` lies on the map and may be one that cannot be seen through.
pub fn each_along_passages(
    passages: &Passages,
    from: Point,
    radius: u16,
    is_clear: impl Fn(Point) -> bool,
    mut each: impl FnMut(Point),
) {
    let from = passages.index(from);
    for dir in Dir::ALL {
        let mut here = Some(from);
        for _ in 0..=radius {
            let Some(cell) = here else { break };
            each(passages.point(cell));
            if cell != from && !is_clear(passages.point(cell)) {
                break;
            }
            passages.dirs(cell).iter().for_each(|aside| each(passages.point(passages.step(cell, aside))));
            here = passages.next(cell, dir);
        }
    }
}

/// A slope: columns for rows, both with the same sign as in `across / 2·depth`; the second number is positive.
type Slope = (i64, i64);

/// Where one looks from.
struct Eye<F> {
    size: Size,
    is_clear: F,
    at: (i64, i64),
    radius: i64,
}

impl<F: Fn(Point) -> bool> Eye<F> {
    /// Scans the quadrant round a direction.
    fn quadrant(&self, dir: Dir, each: &mut impl FnMut(Point)) {
        // Rows still to scan: how far away, and from which slope to which.
        let mut rows: Vec<(i64, Slope, Slope)> = vec![(1, (-1, 1), (1, 1))];
        while let Some((depth, mut start, end)) = rows.pop() {
            if depth > self.radius {
                continue;
            }
            let mut last_solid = None;
            for across in round_up(depth, start)..=round_down(depth, end) {
                let cell = self.cell(dir, depth, across);
                let solid = !cell.is_some_and(&self.is_clear);
                let in_view = self.is_near(depth, across) && (solid || is_between(depth, across, start, end));
                cell.filter(|_| in_view).into_iter().for_each(&mut *each);
                // The slope that touches the left corner of this cell.
                let corner = (2 * across - 1, 2 * depth);
                match (last_solid, solid) {
                    (Some(true), false) => start = corner,
                    (Some(false), true) => rows.push((depth + 1, start, corner)),
                    _ => {}
                }
                last_solid = Some(solid);
            }
            if last_solid == Some(false) {
                rows.push((depth + 1, start, end));
            }
        }
    }

    /// Whether a cell lies within the circle: d² ≤ (r + 1/2)², which is d² ≤ r² + r for integers.
    const fn is_near(&self, depth: i64, across: i64) -> bool {
        depth * depth + across * across <= self.radius * (self.radius + 1)
    }

    fn cell(&self, dir: Dir, depth: i64, across: i64) -> Option<Point> {
        let (x, y) = self.at;
        let (x, y) = match dir {
            Dir::N => (x + across, y - depth),
            Dir::E => (x + depth, y + across),
            Dir::S => (x + across, y + depth),
            Dir::W => (x - depth, y + across),
        };
        let at = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        self.size.contains(at).then_some(at)
    }
}

/// Whether the center of a cell lies between two slopes.
const fn is_between(depth: i64, across: i64, start: Slope, end: Slope) -> bool {
    across * start.1 >= depth * start.0 && across * end.1 <= depth * end.0
}

/// `depth · slope` to the nearest integer, a half upwards.
const fn round_up(depth: i64, (a, b): Slope) -> i64 {
    (2 * depth * a + b).div_euclid(2 * b)
}

/// `depth · slope` to the nearest integer, a half downwards.
const fn round_down(depth: i64, (a, b): Slope) -> i64 {
    -((b - 2 * depth * a).div_euclid(2 * b))
}

#[cfg(test)]
mod tests {
    use mapwright_core::{MapRng, Tile, Wrap};

    use super::*;

    fn caves() -> impl Iterator<Item = BuilderMap> {
        let mut rng = MapRng::new(9);
        [(1, 1), (1, 9), (9, 1), (5, 8), (17, 12)].into_iter().flat_map(|(w, h)| [(w, h); 20]).map(move |(w, h)| {
            let mut map = BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
            map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(0.3)).for_each(|tile| *tile = Tile::WALL);
            map
        })
    }

    #[test]
    fn open_cells_see_each_other_or_neither_sees_the_other() {
        for map in caves() {
            let open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
            let views: Vec<Grid<bool>> = open.iter().map(|&at| sight(&map, at, 30)).collect();
            for (a, from_a) in open.iter().zip(&views) {
                for (b, from_b) in open.iter().zip(&views) {
                    assert_eq!(from_a[*b], from_b[*a], "{a} and {b} in {map:?}");
                }
            }
        }
    }

    /// Whether the line between two centers is clear: in each row that it crosses on its longer axis, the cell in which it
    /// lies. Between two cells one suffices. `None` for lines that touch solid cells on both sides, which leaves them no
    /// width: either answer will do.
    fn is_clear_line(map: &BuilderMap, a: Point, b: Point) -> Option<bool> {
        let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
        let is_steep = dy.abs() >= dx.abs();
        let (long, across) = if is_steep { (dy, dx) } else { (dx, dy) };
        let is_open = |along: i64, aside: i64| {
            let (x, y) = if is_steep { (aside, along) } else { (along, aside) };
            map.is_open(Point::new((i64::from(a.x) + x) as u16, (i64::from(a.y) + y) as u16))
        };
        let (mut touches_low, mut touches_high) = (false, false);
        for step in 1..long.abs() {
            let along = step * long.signum();
            // The line is at `twice / (2·|long|)` cells aside.
            let twice = 2 * across * step;
            let low = twice.div_euclid(2 * long.abs());
            match (twice.rem_euclid(2 * long.abs())).cmp(&long.abs()) {
                std::cmp::Ordering::Less if !is_open(along, low) => return Some(false),
                std::cmp::Ordering::Greater if !is_open(along, low + 1) => return Some(false),
                std::cmp::Ordering::Equal => match (is_open(along, low), is_open(along, low + 1)) {
                    (false, false) => return Some(false),
                    (low, high) => (touches_low, touches_high) = (touches_low | !low, touches_high | !high),
                },
                _ => {}
            }
        }
        if touches_low && touches_high { None } else { Some(true) }
    }

    #[test]
    fn one_sees_along_clear_lines() {
        let mut rng = MapRng::new(3);
        let (mut clear, mut blocked) = (0, 0);
        for round in 0..5000_u16 {
            let mut map = BuilderMap::filled(Size::new(1 + round % 12, 1 + round / 12 % 12), Wrap::None, Tile::FLOOR);
            let share = f64::from(round % 5) / 10.0;
            map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(share)).for_each(|tile| *tile = Tile::WALL);
            let open: Vec<Point> = map.size().points().filter(|&at| map.is_open(at)).collect();
            let Some(&from) = rng.pick(&open) else { continue };
            let seen = sight(&map, from, 30);
            for &to in &open {
                let expected = is_clear_line(&map, from, to);
                assert!(expected.is_none_or(|expected| expected == seen[to]), "{from} and {to} in\n{map}");
                clear += u32::from(expected == Some(true));
                blocked += u32::from(expected == Some(false));
            }
        }
        assert!(clear > 40_000 && blocked > 20_000, "{clear} {blocked}");
    }

    #[test]
    fn an_empty_hall_is_seen_as_far_as_the_radius() {
        let map = BuilderMap::filled(Size::new(21, 15), Wrap::None, Tile::FLOOR);
        let from = Point::new(10, 7);
        for radius in [0, 1, 4, 30] {
            let seen = sight(&map, from, radius);
            let is_near = |at: Point| (at.euclidean_squared(from) as f64).sqrt() <= f64::from(radius) + 0.5;
            assert!(map.size().points().all(|at| seen[at] == is_near(at)), "radius {radius}");
        }
    }

    #[test]
    fn a_pillar_hides_what_is_behind_it() {
        let mut map = BuilderMap::filled(Size::new(5, 9), Wrap::None, Tile::FLOOR);
        map.tiles[Point::new(2, 4)] = Tile::WALL;
        let seen = sight(&map, Point::new(2, 1), 30);
        let hidden: Vec<Point> = map.size().points().filter(|&at| !seen[at]).collect();
        let shadow = [(2, 5), (2, 6), (2, 7), (1, 8), (2, 8), (3, 8)];
        assert_eq!(hidden, shadow.map(|(x, y)| Point::new(x, y)).to_vec());
        assert!(sight(&map, Point::new(9, 9), 3).as_slice().iter().all(|&seen| !seen), "nobody looks from outside");
    }
}
