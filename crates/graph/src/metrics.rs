//! Dead ends, loops and edges: what metrics count.

use mapwright_core::{BuilderMap, Passages, Point};

use crate::{Components, UNREACHED, distances};

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

pub(crate) fn solution_steps(map: &BuilderMap, passages: &Passages) -> Option<u32> {
    let on_map = |p: &Point| map.size().contains(*p);
    let (start, exit) = (map.start.filter(on_map)?, map.exit.filter(on_map)?);
    let steps = distances(passages, [start])[exit];
    (steps != UNREACHED).then_some(steps)
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Grid, Size, Tile, Wrap};

    use super::*;
    use crate::{Metric, Metrics};

    fn cave(rows: &[&str]) -> BuilderMap {
        let size = Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let cells = rows.iter().flat_map(|row| row.bytes());
        map.tiles = Grid::from_vec(size, cells.map(|c| if c == b'#' { Tile::WALL } else { Tile::FLOOR }).collect())
            .unwrap_or_else(|| unreachable!("rows of one length"));
        map
    }

    #[test]
    fn a_drawn_map_has_the_numbers_that_one_counts() {
        let mut map = cave(&[
            "........", //
            ".##.##..", ".##.##..", "........", "#####.##", "..#...#.",
        ]);
        map.start = Some(Point::new(0, 0));
        map.exit = Some(Point::new(3, 5));
        let dead_ends = dead_ends(&map.passages()).count() as f64;
        let expected = [
            (Metric::OpenCells, 31.0),
            (Metric::OpenShare, 31.0 / 48.0),
            (Metric::Components, 3.0),
            (Metric::LargestShare, 28.0 / 31.0),
            (Metric::WallIslands, 2.0),
            // Around two islands and three open 2x2 blocks.
            (Metric::Loops, 2.0 + 3.0),
            (Metric::IsolatedShare, 1.0 / 31.0),
            (Metric::DeadEndShare, dead_ends / 31.0),
            (Metric::SolutionSteps, 5.0 + 3.0 + 2.0 + 2.0),
        ];
        for (metric, value) in expected {
            assert_eq!(Metrics::new(&map).get(metric), Some(value), "{metric}");
        }
        let shares = [Metric::IsolatedShare, Metric::DeadEndShare, Metric::CorridorShare, Metric::TeeShare];
        let metrics = Metrics::new(&map);
        let sum: f64 = shares.into_iter().chain([Metric::CrossShare]).filter_map(|share| metrics.get(share)).sum();
        assert!((sum - 1.0).abs() < 1e-12, "every open cell has one degree: {sum}");
        assert!(Metric::ALL.iter().all(|metric| Metric::named(metric.name()) == Some(*metric)));
        let is_whole = |metric: &Metric| metrics.get(*metric).is_none_or(|value| value.fract() == 0.0);
        assert!(Metric::ALL.iter().filter(|metric| metric.is_count()).all(is_whole));
    }

    #[test]
    fn a_map_without_open_cells_has_no_shares() {
        let rock = cave(&["##"]);
        assert!(Metrics::new(&rock).rows().all(|(_, value)| value == 0.0));
    }
}
