//! Metrics one by one: by name, and each computed only when somebody asks.

use std::cell::OnceCell;
use std::fmt;

use mapwright_core::{BuilderMap, Passages};

use crate::metrics::{edges, solution_steps};
use crate::{Components, distance, independent_loops, wall_islands};

macro_rules! metrics {
    ($($metric:ident $name:literal $about:literal)+) => {
        /// One of the numbers of [`Metrics`](crate::Metrics), as [`rows`](crate::Metrics::rows) lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Metric {
            $(#[doc = $about] $metric,)+
        }

        impl Metric {
            /// Every metric.
            pub const ALL: &[Metric] = &[$(Metric::$metric,)+];

            /// Its name in tables and wishes.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Metric::$metric => $name,)+
                }
            }
        }
    };
}

metrics! {
    OpenCells "open_cells" "Cells that are not solid."
    OpenShare "open_share" "Their share of all cells."
    Components "components" "Connected components."
    LargestShare "largest_share" "The share of open cells in the largest component."
    Passages "passages" "Joined pairs of neighbors."
    IsolatedShare "isolated_share" "The share of open cells without a way out."
    DeadEndShare "dead_end_share" "The share of open cells with one way out."
    CorridorShare "corridor_share" "The share of open cells with two ways out."
    TeeShare "tee_share" "The share of open cells with three ways out."
    CrossShare "cross_share" "The share of open cells with four or more ways out."
    Loops "loops" "Independent loops."
    LongestPath "longest_path" "Cells on a longest shortest path of the largest component."
    LongestPathShare "longest_path_share" "Their share of open cells."
    WallIslands "wall_islands" "Pieces of wall that you can walk around; only without sides."
    SolutionSteps "solution_steps" "Steps from start to exit, if both are there and connected."
    Wet "wet" "Wet cells, after a ring validator."
    OnRing "on_ring" "Cells on a ring, after a ring validator."
    Rooms "rooms" "Rooms, if the map lists them."
    Spawns "spawns" "Spawns, if there are any."
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Metric {
    /// The metric with this name.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::ALL.iter().copied().find(|metric| metric.name() == name)
    }

    /// Whether its values are integers; all others are shares.
    pub fn is_count(self) -> bool {
        !self.name().ends_with("_share")
    }

    /// How long it takes, from 0: look something up, read the tiles, ask for the ways of every cell, flood the map, walk
    /// it twice.
    pub const fn effort(self) -> u8 {
        match self {
            Metric::Rooms | Metric::Spawns => 0,
            Metric::OpenCells | Metric::OpenShare | Metric::Wet | Metric::OnRing => 1,
            Metric::Passages
            | Metric::IsolatedShare
            | Metric::DeadEndShare
            | Metric::CorridorShare
            | Metric::TeeShare
            | Metric::CrossShare => 2,
            Metric::SolutionSteps | Metric::Components | Metric::LargestShare | Metric::Loops => 3,
            Metric::WallIslands | Metric::LongestPath | Metric::LongestPathShare => 4,
        }
    }
}

/// The metrics of a map, each computed when it is first asked for, with what it shares with others.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_graph::{Measure, Metric};
///
/// let hall = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
/// let measure = Measure::new(&hall);
/// assert_eq!(measure.get(Metric::OpenCells), Some(12.0));
/// assert_eq!(measure.get(Metric::SolutionSteps), None);
/// ```
#[derive(Debug)]
pub struct Measure<'a> {
    map: &'a BuilderMap,
    passages: OnceCell<Passages>,
    components: OnceCell<Components>,
    degrees: OnceCell<[u32; 5]>,
    open: OnceCell<u32>,
    longest: OnceCell<u32>,
}

impl<'a> Measure<'a> {
    /// Computes nothing yet.
    pub fn new(map: &'a BuilderMap) -> Self {
        let (passages, components, degrees) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Measure { map, passages, components, degrees, open: OnceCell::new(), longest: OnceCell::new() }
    }

    /// The value of a metric; `None` if the map does not have it.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        let map = self.map;
        let count = |cells: &[bool]| cells.iter().filter(|&&set| set).count() as f64;
        Some(match metric {
            Metric::OpenCells => f64::from(self.open()),
            Metric::OpenShare => f64::from(self.open()) / f64::from(map.size().area().max(1)),
            Metric::Components => self.components().sizes.len() as f64,
            Metric::LargestShare => self.share(self.components().largest().map_or(0, |(_, size)| size)),
            Metric::Passages => edges(self.passages()) as f64,
            Metric::IsolatedShare => self.share(self.degrees()[0]),
            Metric::DeadEndShare => self.share(self.degrees()[1]),
            Metric::CorridorShare => self.share(self.degrees()[2]),
            Metric::TeeShare => self.share(self.degrees()[3]),
            Metric::CrossShare => self.share(self.degrees()[4]),
            Metric::Loops => independent_loops(self.passages(), self.components()) as f64,
            Metric::LongestPath => f64::from(self.longest()),
            Metric::LongestPathShare => self.share(self.longest()),
            Metric::WallIslands if map.sides.is_some() => return None,
            Metric::WallIslands => wall_islands(map) as f64,
            Metric::SolutionSteps => f64::from(solution_steps(map, self.passages())?),
            Metric::Wet => count(map.flow.as_ref()?.wet.as_slice()),
            Metric::OnRing => count(map.flow.as_ref()?.on_ring.as_slice()),
            Metric::Rooms => map.rooms.as_ref()?.len() as f64,
            Metric::Spawns if map.spawns.is_empty() => return None,
            Metric::Spawns => map.spawns.len() as f64,
        })
    }

    fn share(&self, n: u32) -> f64 {
        if self.open() == 0 { 0.0 } else { f64::from(n) / f64::from(self.open()) }
    }

    fn open(&self) -> u32 {
        *self.open.get_or_init(|| self.map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count() as u32)
    }

    /// The ways between the map's cells.
    pub fn passages(&self) -> &Passages {
        self.passages.get_or_init(|| self.map.passages())
    }

    fn components(&self) -> &Components {
        self.components.get_or_init(|| Components::from_map(self.map, self.passages()))
    }

    fn degrees(&self) -> &[u32; 5] {
        self.degrees.get_or_init(|| {
            let mut degrees = [0; 5];
            for (cell, tile) in (0..).zip(self.map.tiles.as_slice()) {
                if !tile.is_solid() {
                    degrees[self.passages().neighbors(cell).count().min(4)] += 1;
                }
            }
            degrees
        })
    }

    fn longest(&self) -> u32 {
        *self.longest.get_or_init(|| {
            let Some((label, _)) = self.components().largest() else { return 0 };
            let inside = (0..).zip(self.components().label.as_slice()).find(|&(_, &part)| part == label);
            inside.map_or(0, |(cell, _)| distance::longest_path(self.passages(), cell).2 + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{MapRng, Point, Size, Tile, Wrap};

    use super::*;
    use crate::Metrics;

    #[test]
    fn one_by_one_they_are_those_of_the_table() {
        let mut rng = MapRng::new(5);
        for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8), (20, 13)] {
            for wrap in Wrap::ALL {
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
                map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(0.4)).for_each(|tile| *tile = Tile::WALL);
                if rng.chance(0.5) {
                    map.start = Some(Point::new(0, 0));
                    map.exit = Some(Point::new(w - 1, h - 1));
                    map.rooms = Some(Vec::new());
                }
                let (measure, rows) = (Measure::new(&map), Metrics::from_map(&map).rows());
                for &metric in Metric::ALL {
                    let row = rows.iter().find(|(name, _)| *name == metric.name()).map(|&(_, value)| value);
                    assert_eq!(measure.get(metric), row, "{metric} {map:?}");
                    assert!(!metric.is_count() || row.is_none_or(|value| value.fract() == 0.0));
                }
                assert!(rows.iter().all(|(name, _)| Metric::named(name).is_some()));
            }
        }
    }
}
