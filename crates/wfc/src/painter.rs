//! The map while it is made, for the history.

use mapwright_core::{BuildCx, BuilderMap, Grid};
use mapwright_graph::Components;

use super::options::Connect;
use super::plan::Plan;
use super::watch::Watch;
use super::wave::Wave;

/// Shows decided cells on a copy of the map, where steps are recorded. And refuses maps in parts, where these are not
/// wanted.
pub(super) struct Painter<'a, 'h> {
    plan: &'a Plan,
    board: &'a Wave,
    connect: Connect,
    /// The map as it was, without what is stale.
    old: &'a BuilderMap,
    shown: Option<BuilderMap>,
    cx: &'a mut BuildCx<'h>,
}

impl<'a, 'h> Painter<'a, 'h> {
    pub(super) fn new(
        plan: &'a Plan,
        board: &'a Wave,
        connect: Connect,
        old: &'a BuilderMap,
        cx: &'a mut BuildCx<'h>,
    ) -> Self {
        let shown = cx.records_steps().then(|| old.clone());
        if let Some(shown) = &shown {
            cx.before_steps(shown);
        }
        Painter { plan, board, connect, old, shown, cx }
    }

    /// The map of a solution.
    pub(super) fn map(&self, patterns: &Grid<u32>) -> BuilderMap {
        let mut map = self.old.clone();
        for (slot, &pattern) in patterns.iter() {
            self.plan.paint(&mut map, self.plan.region(self.board, slot), pattern);
        }
        map
    }

    /// One step: some cells of the board have changed.
    fn show(&mut self, slots: impl Iterator<Item = u32>) {
        let Some(shown) = &self.shown else { return };
        let size = self.board.size();
        let regions = slots.map(|slot| self.plan.region(self.board, size.point(slot)));
        let cells = regions.flat_map(|region| region.points()).map(|p| shown.size().index(p));
        match &shown.sides {
            Some(sides) => self.cx.step(sides, cells),
            None => self.cx.step(&shown.tiles, cells),
        }
    }
}

impl Watch for Painter<'_, '_> {
    fn decided(&mut self, cells: &[(u32, u32)]) {
        if let Some(shown) = &mut self.shown {
            for &(slot, pattern) in cells {
                let region = self.plan.region(self.board, self.board.size().point(slot));
                self.plan.paint(shown, region, pattern);
            }
        }
        self.show(cells.iter().map(|&(slot, _)| slot));
    }

    fn undone(&mut self, cells: &[u32]) {
        if let Some(shown) = &mut self.shown {
            let regions = cells.iter().map(|&slot| self.plan.region(self.board, self.board.size().point(slot)));
            for p in regions.flat_map(|region| region.points()) {
                shown.tiles[p] = self.old.tiles[p];
                if let (Some(sides), Some(old)) = (&mut shown.sides, &self.old.sides) {
                    sides[p] = old[p];
                }
                if let (Some(corners), Some(old)) = (&mut shown.corners, &self.old.corners) {
                    corners[p] = old[p];
                }
            }
        }
        self.show(cells.iter().copied());
    }

    fn listens(&self) -> bool {
        self.shown.is_some()
    }

    fn accepts(&mut self, patterns: &Grid<u32>) -> bool {
        self.connect != Connect::Require || {
            let map = self.map(patterns);
            Components::of(&map, &map.passages()).sizes.len() <= 1
        }
    }
}
