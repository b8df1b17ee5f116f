//! Whether a prefab would cut the map.
//!
//! Let the *footprint* be the cells that get a tile. Take the connected parts of what is open in the footprint before.
//! A part's *rim* is the cells outside of the footprint that one can step to from it. The map is not cut if, for each
//! part, its rim and those of its cells that stay open are joined afterwards, and the rim is not empty.
//!
//! Proof. Take a path between two cells that are open before and after. It runs outside of the footprint, but for
//! stretches, each inside one part. A stretch comes from a cell of the part's rim, or begins the path in a cell that
//! stays open, and ends alike; these two are joined afterwards. So are the ends of the path. If the rim is empty, a
//! whole connected part of the map lies in the footprint, and might vanish. The other way round, two cells of a rim
//! were joined before by a path through the part, so if they are apart afterwards, the map has been cut.
//!
//! Whether the cells are joined is found by searches from all of them at once, a step at a time, that unite when they
//! meet. As soon as all have met, or one has nowhere to go, it is over. So the way round decides how long it takes, or
//! the smaller side of a cut, and not the map.

use mapwright_core::{BuilderMap, Dir, Grid, Passages, Point, Tile};
use mapwright_graph::DisjointSets;

use super::stamp::Placed;

/// No cell of the footprint.
const OUTSIDE: u8 = 0;
/// A cell of the footprint that will be solid.
const SOLID: u8 = 1;
/// One that will be open.
const OPEN: u8 = 2;
/// It belongs to a part that was looked at.
const SEEN: u8 = 4;

/// The search for cuts on one map.
#[derive(Debug)]
pub(super) struct CutSearch {
    /// Where one can go on the map as it is.
    pub(super) passages: Passages,
    footprint: Grid<u8>,
    /// For each cell that a search has come to, which, from 1.
    reached_by: Grid<u32>,
    reached: Vec<u32>,
    /// How many cells may still be looked at.
    budget: u64,
}

impl CutSearch {
    pub(super) fn new(map: &BuilderMap) -> Self {
        CutSearch {
            passages: map.passages(),
            footprint: Grid::new(map.size(), OUTSIDE),
            reached_by: Grid::new(map.size(), 0),
            reached: Vec::new(),
            budget: 0,
        }
    }

    /// From now on so many cells may be looked at.
    pub(super) fn allow(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Whether the budget is used up.
    pub(super) fn is_spent(&self) -> bool {
        self.budget == 0
    }

    fn spend(&mut self, cells: usize) {
        self.budget = self.budget.saturating_sub(cells as u64);
    }

    /// Whether a prefab leaves joined what is joined. It does not if the budget does not last to find out.
    pub(super) fn leaves_joined(&mut self, map: &BuilderMap, placed: &Placed<'_>) -> bool {
        let cells: Vec<(u32, Tile)> = placed.cells().map(|(p, tile)| (map.size().index(p), tile)).collect();
        for &(cell, tile) in &cells {
            self.footprint[cell] = if tile.is_solid() { SOLID } else { OPEN };
        }
        self.spend(cells.len());
        let leaves_joined = self.parts(map, &cells).is_some_and(|mut parts| self.all_meet(map, &mut parts));
        cells.iter().for_each(|&(cell, _)| self.footprint[cell] = OUTSIDE);
        self.reached.drain(..).for_each(|cell| self.reached_by[cell] = 0);
        leaves_joined
    }

    /// For each part of the footprint the searches that have to meet; `None` if one has no rim. Every cell to be
    /// searched from gets a search of its own.
    fn parts(&mut self, map: &BuilderMap, cells: &[(u32, Tile)]) -> Option<Vec<Vec<u32>>> {
        let mut parts = Vec::new();
        for &(first, _) in cells.iter().filter(|&&(cell, _)| !map.tiles[cell].is_solid()) {
            if self.footprint[first] & SEEN != 0 {
                continue;
            }
            self.footprint[first] |= SEEN;
            let (mut queue, mut searches, mut has_rim) = (vec![first], Vec::new(), false);
            while let Some(here) = queue.pop() {
                if self.footprint[here] & OPEN != 0 {
                    searches.push(self.search_from(here));
                }
                for dir in self.passages.ways(here).iter() {
                    let next = self.passages.step(here, dir);
                    if self.footprint[next] == OUTSIDE {
                        searches.push(self.search_from(next));
                        has_rim = true;
                    } else if self.footprint[next] & SEEN == 0 {
                        self.footprint[next] |= SEEN;
                        queue.push(next);
                    }
                }
            }
            if !has_rim {
                return None;
            }
            parts.push(searches);
        }
        Some(parts)
    }

    /// The search from a cell.
    fn search_from(&mut self, cell: u32) -> u32 {
        if self.reached_by[cell] == 0 {
            self.reached.push(cell);
            self.reached_by[cell] = self.reached.len() as u32;
        }
        self.reached_by[cell] - 1
    }

    /// Whether the searches of each part meet.
    fn all_meet(&mut self, map: &BuilderMap, parts: &mut Vec<Vec<u32>>) -> bool {
        let mut sets = DisjointSets::new(self.reached.len() as u32);
        let mut front = 0;
        loop {
            parts.retain(|searches| searches.windows(2).any(|two| sets.find(two[0]) != sets.find(two[1])));
            if parts.is_empty() {
                return true;
            }
            if self.is_spent() || self.one_is_over(parts, &mut sets, front) {
                return false;
            }
            let wave = front..self.reached.len();
            front = wave.end;
            self.spend(wave.len());
            for i in wave {
                self.step_from(map, self.reached[i], &mut sets);
            }
        }
    }

    /// Whether the search from some cell that has to meet others has nowhere to go.
    fn one_is_over(&self, parts: &[Vec<u32>], sets: &mut DisjointSets, front: usize) -> bool {
        let mut is_going = vec![false; parts.iter().flatten().max().map_or(0, |&last| last as usize + 1)];
        for &cell in &self.reached[front..] {
            let search = sets.find(self.reached_by[cell] - 1);
            if let Some(is_going) = is_going.get_mut(search as usize) {
                *is_going = true;
            }
        }
        parts.iter().flatten().any(|&search| !is_going[sets.find(search) as usize])
    }

    /// Goes on to all cells that one step will lead to.
    fn step_from(&mut self, map: &BuilderMap, here: u32, sets: &mut DisjointSets) {
        let search = self.reached_by[here];
        for dir in Dir::ALL {
            if let Some(next) = self.passages.beside(here, dir).filter(|&next| self.will_lead(map, here, dir, next)) {
                self.come_to(next, search, sets);
            }
        }
        for i in 0..self.passages.portals(here).len() {
            let (_, far) = self.passages.portals(here)[i];
            self.come_to(far, search, sets);
        }
    }

    /// Whether one will be able to step from a cell that will be open to the next one. What is stamped is joined to all
    /// open neighbors.
    fn will_lead(&self, map: &BuilderMap, here: u32, dir: Dir, next: u32) -> bool {
        match (self.footprint[here] & !SEEN, self.footprint[next] & !SEEN) {
            (OUTSIDE, OUTSIDE) => self.passages.ways(here).contains(dir),
            (_, SOLID) => false,
            (_, OUTSIDE) => !map.tiles[next].is_solid(),
            (_, _) => true,
        }
    }

    fn come_to(&mut self, next: u32, search: u32, sets: &mut DisjointSets) {
        let other = self.reached_by[next];
        if other == 0 {
            self.reached_by[next] = search;
            self.reached.push(next);
        } else if other != search {
            let (a, b) = (sets.find(search - 1), sets.find(other - 1));
            sets.unite(a, b);
        }
    }

    /// The cells where no vault may lie: portals have to stay.
    pub(super) fn has_portal(&self, p: Point) -> bool {
        !self.passages.portals(self.passages.index(p)).is_empty()
    }
}
