//! Metrics: numbers that characterize a map, each in one row with its name, effort, meaning and formula.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;

use mapwright_core::{BuilderMap, Grid, Passages, Point, Proof};

use crate::{Components, UNREACHED, distance, distances, level_metrics, wall_islands};

/// `Variant "name" effort "meaning" formula`, where the formula gives an `Option<f64>`.
macro_rules! metrics {
    ($($metric:ident $name:literal $effort:literal $about:literal $value:expr;)+) => {
        /// One of the numbers that characterize a map. [`Metrics`] computes them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Metric {
            $(#[doc = $about] $metric,)+
        }

        impl Metric {
            /// Every metric.
            pub const ALL: &[Metric] = &[$(Metric::$metric,)+];

            /// Its name in tables and queries.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Metric::$metric => $name,)+
                }
            }

            /// What it counts.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Metric::$metric => $about,)+
                }
            }

            /// How long it takes, from 0: look something up, read the tiles, ask for the exits of every cell, flood the
            /// map, walk it twice, solve a puzzle.
            pub const fn effort(self) -> u8 {
                match self {
                    $(Metric::$metric => $effort,)+
                }
            }
        }

        impl Metrics<'_> {
            /// The value of a metric; `None` if the map does not have it.
            pub fn get(&self, metric: Metric) -> Option<f64> {
                let value: fn(&Self) -> Option<f64> = match metric {
                    $(Metric::$metric => $value,)+
                };
                value(self)
            }
        }
    };
}

metrics! {
    OpenCells "open_cells" 1 "Cells that are not solid." |m| Some(m.open().into());
    OpenShare "open_share" 1 "Their share of all cells." |m| Some(f64::from(m.open()) / f64::from(m.map.size().area().max(1)));
    Components "components" 3 "Connected components." |m| Some(m.components().sizes.len() as f64);
    LargestShare "largest_share" 3 "The share of open cells in the largest component."
        |m| Some(m.share(m.components().largest().map_or(0, |(_, size)| size)));
    Passages "passages" 2 "Joined pairs of neighbors." |m| Some(edges(m.passages()) as f64);
    IsolatedShare "isolated_share" 2 "The share of open cells without an exit." |m| Some(m.share(m.degrees()[0]));
    DeadEnds "dead_ends" 2 "Open cells with one exit." |m| Some(m.degrees()[1].into());
    DeadEndShare "dead_end_share" 2 "The share of open cells with one exit." |m| Some(m.share(m.degrees()[1]));
    CorridorShare "corridor_share" 2 "The share of open cells with two exits." |m| Some(m.share(m.degrees()[2]));
    TeeShare "tee_share" 2 "The share of open cells with three exits." |m| Some(m.share(m.degrees()[3]));
    CrossShare "cross_share" 2 "The share of open cells with four or more exits." |m| Some(m.share(m.degrees()[4]));
    Loops "loops" 3 "Independent loops: passages − cells + components. An open room alone has many; `wall_islands` counts what you can walk around."
        |m| Some(independent_loops(m.passages(), m.components()) as f64);
    LongestPath "longest_path" 4 "Cells on the longest shortest path that a double search finds in the largest component."
        |m| Some(m.longest().into());
    LongestPathShare "longest_path_share" 4 "Their share of open cells." |m| Some(m.share(m.longest()));
    WallIslands "wall_islands" 4 "Pieces of wall that you can walk around; only if the map has no sides."
        |m| m.map.sides.is_none().then(|| wall_islands(m.map) as f64);
    SolutionSteps "solution_steps" 3 "Steps from start to exit, if both are marked and connected."
        |m| solution_steps(m.map, m.passages()).map(f64::from);
    Wet "wet" 1 "Wet cells, after a ring validator." |m| m.map.flow.as_ref().map(|flow| count(&flow.wet));
    OnRing "on_ring" 1 "Cells on a ring, after a ring validator." |m| m.map.flow.as_ref().map(|flow| count(&flow.on_ring));
    Rooms "rooms" 0 "Rooms, if the map lists them." |m| m.map.rooms.as_ref().map(|rooms| rooms.len() as f64);
    Doors "doors" 1 "Doors with and without locks, if there are any." |m| some(m.map.doors.iter().flatten().count());
    Locks "locks" 0 "Different locks on doors, if there are any."
        |m| some(m.map.doors.iter().flatten().filter_map(|door| door.lock).collect::<BTreeSet<u8>>().len());
    Keys "keys" 0 "Keys that lie on the map, if there are any."
        |m| some(m.map.spawns.iter().filter(|spawn| spawn.key.is_some()).count());
    OneWayDoors "one_way_doors" 0 "Doors that can be passed in one direction only, if there are any."
        |m| some(m.map.doors.iter().flatten().filter(|door| door.one_way.is_some()).count());
    SecretDoors "secret_doors" 0 "Secrets, if there are any."
        |m| some(m.map.doors.iter().flatten().filter(|door| door.is_secret()).count());
    BareDoors "bare_doors" 0 "Doors of one cell that do not stand between two walls, if there are any."
        |m| some(level_metrics::bare_doors(m.map));
    DoorsALock "doors_a_lock" 1 "How many doors a lock has on average, if there are any."
        |m| level_metrics::doors_a_lock(m.map);
    KeySteps "key_steps" 4 "Steps from a key to the nearest door of its lock: the median over keys."
        |m| level_metrics::key_steps(m.map, m.passages());
    LockChain "lock_chain" 3 "The most keys of which each lies behind the lock of the one before, if the level has a graph."
        |m| level_metrics::lock_chain(m.map, m.map.graph.as_ref()?);
    KeyFloors "key_floors" 0 "Keys on another floor than all doors of their lock, if the map has floors and keys with doors."
        |m| level_metrics::key_floors(m.map);
    Floors "floors" 0 "Floors, if the map has several." |m| m.map.floors.map(f64::from);
    AreaCount "area_count" 0 "Areas of the level graph." |m| m.map.graph.as_ref().map(|graph| graph.areas.len() as f64);
    AreaLoops "area_loops" 1 "Independent loops of the level graph: joins − areas + components."
        |m| m.map.graph.as_ref().map(level_metrics::loops);
    AreaDeadEndShare "area_dead_end_share" 1 "The share of areas with one join."
        |m| level_metrics::dead_end_share(m.map.graph.as_ref()?);
    AreaLongestPath "area_longest_path" 1 "Areas on the longest shortest path that a double search finds in the largest component."
        |m| m.map.graph.as_ref().map(level_metrics::longest_path);
    WalkSteps "walk_steps" 0 "Steps of the walk that wins." |m| m.map.proof.as_ref().map(|proof| walk_steps(proof).into());
    DetourShare "detour_share" 3 "The share of the walk that locks cost: 1 − `solution_steps` / `walk_steps`."
        |m| detour_share(solution_steps(m.map, m.passages())?, walk_steps(m.map.proof.as_ref()?));
    BacktrackShare "backtrack_share" 1 "The share of the walk's steps that lead to a cell where it was before."
        |m| level_metrics::backtrack_share(m.map, m.map.proof.as_ref()?);
    CriticalShare "critical_share" 1 "The share of areas that the walk enters."
        |m| level_metrics::critical_share(m.map.graph.as_ref()?, m.map.proof.as_ref()?);
    Spawns "spawns" 0 "Spawns, keys among them, if there are any." |m| some(m.map.spawns.len());
    PipeGrade "pipe_grade" 5 "How hard a pipe board with one solution is: 0 local, 1 rings (easy), 2 isolation (medium), 3 lookahead (hard), 4 guessing."
        |m| *m.grade.get_or_init(|| (m.grade_pipes)(m.map));
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

    /// Whether its values are integers; all others are shares, between 0 and 1.
    pub fn is_count(self) -> bool {
        !self.name().ends_with("_share")
    }
}

/// The metrics of a map, each computed when it is first asked for, with what it shares with others.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_graph::{Metric, Metrics};
///
/// let hall = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
/// let metrics = Metrics::new(&hall);
/// assert_eq!(metrics.get(Metric::OpenCells), Some(12.0));
/// assert_eq!(metrics.get(Metric::SolutionSteps), None);
/// ```
#[derive(Debug)]
pub struct Metrics<'a> {
    map: &'a BuilderMap,
    passages: OnceCell<Passages>,
    components: OnceCell<Components>,
    degrees: OnceCell<[u32; 5]>,
    open: OnceCell<u32>,
    longest: OnceCell<u32>,
    grade: OnceCell<Option<f64>>,
    grade_pipes: fn(&BuilderMap) -> Option<f64>,
}

impl<'a> Metrics<'a> {
    /// Computes nothing yet. No map has a [`PipeGrade`](Metric::PipeGrade): `mapwright_pipes::metrics` knows the solver.
    pub fn new(map: &'a BuilderMap) -> Self {
        let (passages, components, degrees) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (open, longest, grade) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Metrics { map, passages, components, degrees, open, longest, grade, grade_pipes: |_| None }
    }

    /// Asks `grade` for [`Metric::PipeGrade`].
    #[must_use]
    pub fn with_pipe_grade(self, grade: fn(&BuilderMap) -> Option<f64>) -> Self {
        Metrics { grade_pipes: grade, ..self }
    }

    /// Every metric that the map has, by name.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, f64)> {
        Metric::ALL.iter().filter_map(|&metric| Some((metric.name(), self.get(metric)?)))
    }

    fn share(&self, n: u32) -> f64 {
        if self.open() == 0 { 0.0 } else { f64::from(n) / f64::from(self.open()) }
    }

    fn open(&self) -> u32 {
        *self.open.get_or_init(|| self.map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count() as u32)
    }

    /// The passages between the map's cells.
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

/// A number of things, if there are any.
fn some(number: usize) -> Option<f64> {
    Some(number as f64).filter(|&number| number > 0.0)
}

fn count(cells: &Grid<bool>) -> f64 {
    cells.as_slice().iter().filter(|&&set| set).count() as f64
}

/// The cells with exactly one way out, row-major.
pub fn dead_ends(passages: &Passages) -> impl Iterator<Item = u32> {
    (0..passages.area()).filter(|&cell| passages.neighbors(cell).take(2).count() == 1)
}

/// The number of independent loops: edges − cells + components.
pub fn independent_loops(passages: &Passages, components: &Components) -> u64 {
    let cells: u64 = components.sizes.iter().map(|&size| u64::from(size)).sum();
    edges(passages) + components.sizes.len() as u64 - cells
}

fn edges(passages: &Passages) -> u64 {
    let ends = |cell| passages.neighbors(cell).count() as u64;
    (0..passages.area()).map(ends).sum::<u64>() / 2
}

fn walk_steps(proof: &Proof) -> u32 {
    proof.walk.len().saturating_sub(1) as u32
}

fn detour_share(shortest: u32, walk: u32) -> Option<f64> {
    (walk > 0).then(|| 1.0 - f64::from(shortest) / f64::from(walk))
}

fn solution_steps(map: &BuilderMap, passages: &Passages) -> Option<u32> {
    let on_map = |p: &Point| map.size().contains(*p);
    let (start, exit) = (map.start.filter(on_map)?, map.exit.filter(on_map)?);
    let steps = distances(passages, [start])[exit];
    (steps != UNREACHED).then_some(steps)
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Door, Size, Spawn, Tile, Wrap};

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
            (Metric::DeadEnds, dead_ends),
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
    fn doors_locks_and_keys_are_counted_where_there_are_any() {
        let mut map = cave(&["........"]);
        let get = |map: &BuilderMap| {
            let metrics = Metrics::new(map);
            [Metric::Doors, Metric::Locks, Metric::Keys, Metric::Spawns].map(|metric| metrics.get(metric))
        };
        assert_eq!(get(&map), [None; 4]);
        map.tiles[1] = Tile::DOOR;
        map.doors = Some([2, 3, 4].map(|x| Door::locked([Point::new(x, 0)], x as u8 / 3)).into());
        map.list_doors();
        map.spawns = vec![Spawn::new((5, 0), "Rat"), Spawn::key((6, 0), "key", 0), Spawn::key((7, 0), "key", 1)];
        assert_eq!(get(&map), [Some(4.0), Some(2.0), Some(2.0), Some(3.0)]);
    }

    #[test]
    fn a_map_without_open_cells_has_no_shares() {
        let rock = cave(&["##"]);
        assert!(Metrics::new(&rock).rows().all(|(_, value)| value == 0.0));
    }
}
