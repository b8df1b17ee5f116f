//! Hunt and kill.
//!
//! The hunt searches row by row from the top for the first unseen cell beside the maze. Scanning the rows would take
//! longer than all the rest: thousands of cells for each hunt on a large map, with a hunt for every tenth cell. Instead
//! the unseen cells beside the maze are kept in a sorted set.

use mapwright_core::{BuildCx, BuildError, CellSet, Grid, Sides, params};

use crate::Root;
use crate::carving::Carving;
use crate::ground::{Carve, Ground, shipped};

/// A maze of winding corridors, each begun at the first unvisited cell beside the maze.
///
/// A maze of winding corridors: it walks to a random unseen neighbor (the kill). When there is none, it continues from
/// the first unseen cell beside the maze, row by row from the top, joined to a random one of its neighbors in
/// the maze (the hunt).
///
/// It has as few dead ends as the [`Backtracker`](crate::Backtracker), about a tenth, but shorter paths: it never backs
/// up along a corridor, so corridors do not begin where others ended.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::HuntAndKill;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), HuntAndKill::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// assert!(metrics.get(Metric::DeadEndShare) < Some(0.125), "few dead ends");
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct HuntAndKill {
    /// Where the first walk begins.
    pub root: Root,
}

impl Carve for HuntAndKill {
    shipped!("hunt-and-kill", "A maze by walk and search");
    const MEMORY: u64 = 6;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let ways = ground.passages.clone();
        let mut maze = Carving::new(ground);
        let mut beside = CellSet::new(ways.area());
        while let Some(root) = maze.next_root() {
            let mut here = root;
            loop {
                for dir in maze.unseen(here).iter() {
                    beside.insert(ways.step(here, dir));
                }
                let joint = match cx.rng.pick_dir(maze.unseen(here)) {
                    Some(dir) => Some((here, dir)),
                    None => beside.first().and_then(|prey| {
                        let seen = ways.dirs(prey).minus(maze.unseen(prey));
                        let dir = cx.rng.pick_dir(seen)?;
                        Some((ways.step(prey, dir), dir.opposite()))
                    }),
                };
                let Some((from, dir)) = joint else { break };
                cx.work(1)?;
                let next = maze.carve(from, dir);
                beside.remove(next);
                cx.step(&maze, [from, next]);
                here = next;
            }
        }
        Ok(maze.into_sides())
    }
}
