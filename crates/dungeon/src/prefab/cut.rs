//! Checks whether a prefab would cut the map.
//!
//! Let the *footprint* be the cells that get a tile. Take the connected components of its open cells before. The *rim*
//! of a component is the cells outside of the footprint that are one step away from it. The map is not cut if, for
//! each component, its rim and those of its cells that stay open are connected afterwards, and the rim is not empty.
//!
//! Proof. Take a path between two cells that are open before and after. It runs outside of the footprint, except for
//! stretches inside one component each. Such a stretch comes from a cell of the component's rim, or begins the path in
//! a cell that stays open, and it ends the same way; these two cells are connected afterwards. So are the ends of the
//! path. If the rim is empty, a whole component of the map lies in the footprint, and might vanish. Conversely, two
//! cells of a rim were connected before through the component, so if they are not afterwards, the map has been cut.
//!
//! A breadth-first flood from one of these cells stops as soon as it has met all others. So it takes as long as
//! the way around the prefab, and floods a whole side of the map only if there is a cut.

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Tile};

use super::stamp::Placed;

/// A cell of the footprint that will be solid.
const SOLID: u8 = 1;
/// A cell of the footprint that will be open.
const OPEN: u8 = 2;
const FOOTPRINT: u8 = SOLID | OPEN;
/// A cell of a component that was visited.
const SEEN: u8 = 4;
/// A cell that the flood must meet.
const GOAL: u8 = 8;
/// A cell that the flood has reached.
const FLOODED: u8 = 16;

/// The search for cuts on one map.
#[derive(Debug)]
pub(super) struct CutSearch {
    /// The passages of the current map.
    pub(super) passages: Passages,
    marks: Grid<u8>,
    /// How many cells may still be visited.
    budget: u64,
}

impl CutSearch {
    pub(super) fn new(passages: Passages) -> Self {
        CutSearch { marks: Grid::new(passages.size(), 0), passages, budget: 0 }
    }

    /// Sets how many cells may be visited from now on.
    pub(super) fn allow(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// How many cells may still be visited.
    pub(super) fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether the budget is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.budget == 0
    }

    /// Counts visited cells.
    pub(super) fn spend(&mut self, cells: usize) {
        self.budget = self.budget.saturating_sub(cells as u64);
    }

    /// Whether everything connected stays connected with a prefab on the map. Also false if the budget runs out.
    pub(super) fn leaves_joined(&mut self, map: &BuilderMap, placed: &Placed<'_>) -> bool {
        let cells: Vec<(u32, Tile)> = placed.cells().map(|(p, tile)| (map.size().index(p), tile)).collect();
        for &(cell, tile) in &cells {
            self.marks[cell] = if tile.is_solid() { SOLID } else { OPEN };
        }
        let stays_joined = cells.iter().all(|&(cell, _)| {
            let is_known = map.tiles[cell].is_solid() || self.marks[cell] & SEEN != 0;
            is_known || self.goals(cell).is_some_and(|goals| self.meets_all(map, &goals))
        });
        cells.iter().for_each(|&(cell, _)| self.marks[cell] = 0);
        stays_joined
    }

    /// The cells that must be connected afterwards because of the component of an open cell of the footprint; `None`
    /// if its rim is empty.
    fn goals(&mut self, first: u32) -> Option<Vec<u32>> {
        let (mut queue, mut goals, mut has_rim) = (vec![first], Vec::new(), false);
        self.marks[first] |= SEEN;
        while let Some(here) = queue.pop() {
            if self.marks[here] & OPEN != 0 {
                goals.push(here);
            }
            for dir in self.passages.ways(here).iter() {
                let next = self.passages.step(here, dir);
                if self.marks[next] & FOOTPRINT == 0 {
                    goals.push(next);
                    has_rim = true;
                } else if self.marks[next] & SEEN == 0 {
                    self.marks[next] |= SEEN;
                    queue.push(next);
                }
            }
        }
        has_rim.then_some(goals)
    }

    /// Whether a flood from the first goal meets all others.
    fn meets_all(&mut self, map: &BuilderMap, goals: &[u32]) -> bool {
        let mut flood = Flood { cells: Vec::new(), missing: 0 };
        for &goal in goals {
            // A cell of the rim may be a neighbor twice.
            flood.missing += u32::from(self.marks[goal] & GOAL == 0);
            self.marks[goal] |= GOAL;
        }
        goals.first().into_iter().for_each(|&first| self.reach(first, &mut flood));
        let mut front = 0;
        while flood.missing > 0
            && !self.is_spent()
            && let Some(&here) = flood.cells.get(front)
        {
            front += 1;
            self.spend(1);
            for dir in Dir::ALL {
                if let Some(next) = self.passages.beside(here, dir).filter(|&next| self.will_lead(map, here, dir, next))
                {
                    self.reach(next, &mut flood);
                }
            }
            for i in 0..self.passages.portals(here).len() {
                let (_, far) = self.passages.portals(here)[i];
                self.reach(far, &mut flood);
            }
        }
        goals.iter().for_each(|&goal| self.marks[goal] &= !GOAL);
        flood.cells.iter().for_each(|&cell| self.marks[cell] &= !FLOODED);
        flood.missing == 0
    }

    fn reach(&mut self, cell: u32, flood: &mut Flood) {
        if self.marks[cell] & FLOODED == 0 {
            flood.missing -= u32::from(self.marks[cell] & GOAL != 0);
            self.marks[cell] |= FLOODED;
            flood.cells.push(cell);
        }
    }

    /// Whether there will be a way from a cell that will be open to the next one. A stamped open cell is joined to
    /// all its open neighbors.
    fn will_lead(&self, map: &BuilderMap, here: u32, dir: Dir, next: u32) -> bool {
        match (self.marks[here] & FOOTPRINT, self.marks[next] & FOOTPRINT) {
            (0, 0) => self.passages.ways(here).contains(dir),
            (_, SOLID) => false,
            (_, 0) => !map.tiles[next].is_solid(),
            (_, _) => true,
        }
    }
}

/// The cells that a flood has reached, in order, and how many goals it has not met.
struct Flood {
    cells: Vec<u32>,
    missing: u32,
}
