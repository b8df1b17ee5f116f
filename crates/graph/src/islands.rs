//! Wall islands: what a designer means by the loops of a cave.

use mapwright_core::{BuilderMap, Grid, Point};

/// How often a walk has crossed the wrapped borders, eastward and southward.
type Laps = (i32, i32);

/// The number of pieces of wall that you can walk around, on a map of tiles without sides.
///
/// Solid cells that touch at a side or a corner are one piece. A piece that reaches a border of the map is no island,
/// and neither is one that continues around a wrapped map into itself.
///
/// ```
/// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_graph::wall_islands;
///
/// let mut ring = BuilderMap::filled(Size::new(4, 3), Wrap::X, Tile::FLOOR);
/// assert_eq!(wall_islands(&ring), 0);
/// ring.tiles[Point::new(0, 1)] = Tile::WALL;
/// assert_eq!(wall_islands(&ring), 1);
/// ```
pub fn wall_islands(map: &BuilderMap) -> u64 {
    let mut laps: Grid<Option<Laps>> = Grid::new(map.size(), None);
    let mut islands = 0;
    let mut open = Vec::new();
    for first in map.size().points() {
        if is_solid(map, first) && laps[first].is_none() {
            laps[first] = Some((0, 0));
            open.push(first);
            islands += u64::from(is_island(map, &mut laps, &mut open));
        }
    }
    islands
}

/// Floods the piece of wall with the cells in `open`. A flood that meets one of its cells after another number of laps
/// has gone around the map.
fn is_island(map: &BuilderMap, laps: &mut Grid<Option<Laps>>, open: &mut Vec<Point>) -> bool {
    let (w, h) = (i32::from(map.size().w), i32::from(map.size().h));
    let mut is_island = true;
    while let Some(here) = open.pop() {
        let Some(lap) = laps[here] else { continue };
        for (dx, dy) in AROUND {
            let (x, y) = (i32::from(here.x) + dx, i32::from(here.y) + dy);
            let Some(next) = map.wrap.cell_at(x, y, map.size()) else {
                is_island = false;
                continue;
            };
            if is_solid(map, next) {
                let there = (lap.0 + x.div_euclid(w), lap.1 + y.div_euclid(h));
                match laps[next] {
                    Some(before) => is_island &= before == there,
                    None => {
                        laps[next] = Some(there);
                        open.push(next);
                    }
                }
            }
        }
    }
    is_island
}

const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn is_solid(map: &BuilderMap, p: Point) -> bool {
    map.tiles.get(p).is_some_and(|tile| tile.is_solid())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mapwright_core::{MapRng, Size, Tile, Wrap};

    use super::*;

    /// Pieces of wall on a plane tiled with copies of the map: an island has as many copies as the map.
    fn naive(map: &BuilderMap) -> u64 {
        let size = map.size();
        let (w, h) = (i32::from(size.w), i32::from(size.h));
        // A piece that returns to itself does so within as many laps as it has cells.
        let most = i32::try_from(size.area()).unwrap_or(i32::MAX);
        let solid = |(x, y): (i32, i32)| {
            let inside = |at: i32, length: i32, wraps: bool| wraps || (0..length).contains(&at);
            match inside(x, w, map.wrap.x()) && inside(y, h, map.wrap.y()) {
                true => is_solid(map, Point::new(x.rem_euclid(w) as u16, y.rem_euclid(h) as u16)),
                false => true,
            }
        };
        let outside =
            |(x, y): (i32, i32)| !map.wrap.x() && !(0..w).contains(&x) || !map.wrap.y() && !(0..h).contains(&y);
        let mut counted = BTreeSet::new();
        let mut islands = 0;
        for first in size.points().filter(|&p| is_solid(map, p)) {
            if !counted.insert((i32::from(first.x), i32::from(first.y))) {
                continue;
            }
            let mut piece = BTreeSet::from([(i32::from(first.x), i32::from(first.y))]);
            let mut open: Vec<_> = piece.iter().copied().collect();
            let mut is_island = true;
            while let Some((x, y)) = open.pop() {
                let is_far = x.abs() > (most + 1) * w || y.abs() > (most + 1) * h;
                if outside((x, y)) || is_far {
                    is_island = false;
                    break;
                }
                let around = AROUND.map(|(dx, dy)| (x + dx, y + dy));
                open.extend(around.into_iter().filter(|&at| solid(at) && piece.insert(at)));
            }
            let cells = piece.iter().map(|&(x, y)| (x.rem_euclid(w), y.rem_euclid(h)));
            islands += u64::from(is_island);
            counted.extend(cells);
        }
        islands
    }

    #[test]
    fn islands_are_pieces_of_wall_on_an_unrolled_map() {
        let mut rng = MapRng::new(31);
        let mut counts = BTreeSet::new();
        for (w, h) in [(1, 1), (1, 7), (7, 1), (2, 2), (4, 3), (5, 8), (11, 6)] {
            for (wrap, round) in Wrap::ALL.into_iter().flat_map(|wrap| (0..40).map(move |round| (wrap, round))) {
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
                    if rng.chance(f64::from(round) / 50.0) {
                        *tile = Tile::WALL;
                    }
                });
                let islands = wall_islands(&map);
                assert_eq!(islands, naive(&map), "{wrap} {map:?}");
                counts.insert((wrap.to_string(), islands.min(3)));
            }
        }
        assert_eq!(counts.len(), 16, "each wrap came with 0, 1, 2 and more islands: {counts:?}");
    }

    #[test]
    fn open_borders_and_portals_are_no_islands() {
        for wrap in Wrap::ALL {
            let mut hall = BuilderMap::filled(Size::new(4, 3), wrap, Tile::FLOOR);
            hall.portals.push((Point::new(0, 0), Point::new(2, 2)).into());
            assert_eq!(wall_islands(&hall), 0, "{wrap}");
        }
    }
}
