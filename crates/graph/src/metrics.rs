//! Metrics: numbers that characterize a map.

use mapwright_core::{BuilderMap, Passages, Point, Size};

use crate::{Components, UNREACHED, distance, distances, wall_islands};

/// The cells with exactly one way out, row-major.
pub fn dead_ends(passages: &Passages) -> impl Iterator<Item = u32> {
    (0..passages.area()).filter(|&cell| passages.neighbors(cell).take(2).count() == 1)
}

/// The number of independent loops: edges − cells + components.
pub fn independent_loops(passages: &Passages, components: &Components) -> u64 {
    let cells: u64 = components.sizes.iter().map(|&size| u64::from(size)).sum();
    edges(passages) + components.sizes.len() as u64 - cells
}

pub(crate) fn edges(passages: &Passages) -> u64 {
    let ends = |cell| passages.neighbors(cell).count() as u64;
    (0..passages.area()).map(ends).sum::<u64>() / 2
}

/// The metrics of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Metrics {
    /// Width and height.
    pub size: Size,
    /// Cells that are not solid.
    pub open_cells: u32,
    /// Connected components.
    pub components: u32,
    /// Cells of the largest component.
    pub largest: u32,
    /// Joined pairs of neighbors.
    pub passages: u64,
    /// The number of open cells with 0, 1, 2, 3, and 4 or more ways out.
    pub degrees: [u32; 5],
    /// Independent loops: passages − cells + components.
    pub loops: u64,
    /// Wall islands that you can walk around; only if the map has no sides. See [`wall_islands`].
    pub wall_islands: Option<u64>,
    /// Cells on the longest shortest path that a double search finds in the largest component.
    pub longest_path: u32,
    /// Steps from start to exit, if both are marked and connected.
    pub solution_steps: Option<u32>,
    /// Wet cells, if a ring validator has run.
    pub wet: Option<u32>,
    /// Cells on a ring, if a ring validator has run.
    pub on_ring: Option<u32>,
    /// Rooms, if the map has a list of them.
    pub rooms: Option<u32>,
    /// Spawns.
    pub spawns: u32,
}

impl Metrics {
    /// Measures a map.
    pub fn from_map(map: &BuilderMap) -> Self {
        let passages = map.passages();
        let components = Components::from_map(map, &passages);
        let (label, largest) = components.largest().unwrap_or((0, 0));
        let inside = components.label.as_slice().iter().position(|&part| part == label && label > 0);
        let longest = inside.map_or(0, |cell| distance::longest_path(&passages, cell as u32).2 + 1);
        let mut degrees = [0; 5];
        for cell in (0..passages.area()).filter(|&cell| components.label[cell] > 0) {
            degrees[passages.neighbors(cell).count().min(4)] += 1;
        }
        let count = |cells: &[bool]| cells.iter().filter(|&&set| set).count() as u32;
        Metrics {
            size: map.size(),
            open_cells: components.sizes.iter().sum(),
            components: components.sizes.len() as u32,
            largest,
            passages: edges(&passages),
            degrees,
            loops: independent_loops(&passages, &components),
            wall_islands: map.sides.is_none().then(|| wall_islands(map)),
            longest_path: longest,
            solution_steps: solution_steps(map, &passages),
            wet: map.flow.as_ref().map(|flow| count(flow.wet.as_slice())),
            on_ring: map.flow.as_ref().map(|flow| count(flow.on_ring.as_slice())),
            rooms: map.rooms.as_ref().map(|rooms| u32::try_from(rooms.len()).unwrap_or(u32::MAX)),
            spawns: u32::try_from(map.spawns.len()).unwrap_or(u32::MAX),
        }
    }

    /// Every metric by name, for tables; shares are between 0 and 1.
    pub fn rows(&self) -> Vec<(&'static str, f64)> {
        let share = |n: u32| if self.open_cells == 0 { 0.0 } else { f64::from(n) / f64::from(self.open_cells) };
        let [alone, dead_ends, corridors, tees, crosses] = self.degrees;
        let mut rows = vec![
            ("open_cells", f64::from(self.open_cells)),
            ("open_share", f64::from(self.open_cells) / f64::from(self.size.area().max(1))),
            ("components", f64::from(self.components)),
            ("largest_share", share(self.largest)),
            ("passages", self.passages as f64),
            ("isolated_share", share(alone)),
            ("dead_end_share", share(dead_ends)),
            ("corridor_share", share(corridors)),
            ("tee_share", share(tees)),
            ("cross_share", share(crosses)),
            ("loops", self.loops as f64),
            ("longest_path", f64::from(self.longest_path)),
            ("longest_path_share", share(self.longest_path)),
        ];
        rows.extend(self.wall_islands.map(|islands| ("wall_islands", islands as f64)));
        let spawns = Some(self.spawns).filter(|&spawns| spawns > 0);
        let optional = [
            ("solution_steps", self.solution_steps),
            ("wet", self.wet),
            ("on_ring", self.on_ring),
            ("rooms", self.rooms),
            ("spawns", spawns),
        ];
        rows.extend(optional.into_iter().filter_map(|(name, value)| Some((name, f64::from(value?)))));
        rows
    }
}

pub(crate) fn solution_steps(map: &BuilderMap, passages: &Passages) -> Option<u32> {
    let on_map = |p: &Point| map.size().contains(*p);
    let (start, exit) = (map.start.filter(on_map)?, map.exit.filter(on_map)?);
    let steps = distances(passages, [start])[exit];
    (steps != UNREACHED).then_some(steps)
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Grid, Tile, Wrap};

    use super::*;

    fn cave(rows: &[&str]) -> BuilderMap {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let cells = rows.iter().flat_map(|row| row.bytes());
        map.tiles = Grid::from_vec(size, cells.map(|c| if c == b'#' { Tile::WALL } else { Tile::FLOOR }).collect())
            .unwrap_or_else(|| unreachable!("rows of one length"));
        map
    }

    #[test]
    fn a_drawn_map_has_the_numbers_one_counts() {
        let mut map = cave(&[
            "........", //
            ".##.##..", ".##.##..", "........", "#####.##", "..#...#.",
        ]);
        map.start = Some(Point::new(0, 0));
        map.exit = Some(Point::new(3, 5));
        let metrics = Metrics::from_map(&map);
        assert_eq!((metrics.open_cells, metrics.components, metrics.largest), (31, 3, 28));
        assert_eq!(metrics.wall_islands, Some(2), "two islands to walk round");
        assert_eq!(metrics.loops, 2 + 3, "and three open 2x2 blocks");
        assert_eq!(metrics.degrees[0], 1);
        assert_eq!(metrics.solution_steps, Some(5 + 3 + 2 + 2));
        assert_eq!(dead_ends(&map.passages()).count() as u32, metrics.degrees[1]);
    }

    #[test]
    fn a_map_without_open_cells_has_no_shares() {
        let metrics = Metrics::from_map(&cave(&["##"]));
        assert!(metrics.rows().iter().all(|&(_, value)| value == 0.0));
    }
}
