//! The map during the search, for the history.

use std::collections::BTreeSet;

use mapwright_core::{BuildCx, BuilderMap, Grid, Point, Rect, Tile};

use super::model::Model;
use super::observer::CollapseObserver;
use super::wave::Wave;

/// Paints decided cells on a copy of the map if steps are recorded.
pub(super) struct Painter<'a, 'h> {
    model: &'a dyn Model,
    wave: &'a Wave,
    /// The border cells that are wall.
    ring: &'a BTreeSet<Point>,
    /// The original map without its stale planes.
    old: &'a BuilderMap,
    shown: Option<BuilderMap>,
    cx: &'a mut BuildCx<'h>,
}

impl<'a, 'h> Painter<'a, 'h> {
    pub(super) fn new(
        model: &'a dyn Model,
        wave: &'a Wave,
        ring: &'a BTreeSet<Point>,
        old: &'a BuilderMap,
        cx: &'a mut BuildCx<'h>,
    ) -> Self {
        let shown = cx.records_steps().then(|| old.clone());
        if let Some(shown) = &shown {
            cx.before_steps(shown);
        }
        Painter { model, wave, ring, old, shown, cx }
    }

    /// The map of a solution.
    pub(super) fn map(&self, patterns: &Grid<u32>) -> BuilderMap {
        let mut map = self.old.clone();
        patterns.iter().for_each(|(slot, &pattern)| self.model.paint(&mut map, self.wave, slot, pattern));
        // Nothing changes but where the model may paint.
        self.ring.iter().for_each(|&p| map.tiles[p] = Tile::WALL);
        map
    }

    fn region(&self, slot: u32) -> Rect {
        self.model.region(self.wave, self.wave.size().point(slot))
    }

    /// Records a step: some cells of the wave have changed.
    fn show(&mut self, slots: impl Iterator<Item = u32>) {
        let Some(shown) = &self.shown else { return };
        let cells =
            slots.flat_map(|slot| self.region(slot).points()).map(|p| shown.size().index(p)).collect::<Vec<_>>();
        match (&shown.sides, &shown.corners) {
            (Some(sides), _) => self.cx.step(sides, cells),
            // A step of cells is one of sides, never of corners.
            (None, Some(_)) if self.cx.step_is_due(1) => self.cx.step_frame(shown, "step"),
            (None, Some(_)) => {}
            (None, None) => self.cx.step(&shown.tiles, cells),
        }
    }
}

impl CollapseObserver for Painter<'_, '_> {
    fn decided(&mut self, cells: &[(u32, u32)]) {
        if let Some(shown) = &mut self.shown {
            for &(slot, pattern) in cells {
                self.model.paint(shown, self.wave, self.wave.size().point(slot), pattern);
            }
        }
        self.show(cells.iter().map(|&(slot, _)| slot));
    }

    fn undone(&mut self, cells: &[u32]) {
        if let Some(shown) = &mut self.shown {
            let regions = cells.iter().map(|&slot| self.model.region(self.wave, self.wave.size().point(slot)));
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

    fn goes_on(&mut self) -> bool {
        // A choice and what follows from it take some ten microseconds, a thousand times longer than to ask.
        self.cx.keep_going().is_ok()
    }
}
