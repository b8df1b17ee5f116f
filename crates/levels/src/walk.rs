//! Walks, cell by cell.

use mapwright_core::{BuildCx, BuildError};

use crate::component_graph::{ComponentGraph, NONE};
use crate::steps::WalkSteps;

/// Turns a sequence of components into cells: it leaves each component by the nearest way to the next, and finally goes to the
/// exit.
#[derive(Debug)]
pub(crate) struct Walker<'a> {
    steps: &'a WalkSteps,
    graph: &'a ComponentGraph,
    walk: Vec<u32>,
    /// The cell before each cell of the search that runs now.
    before: Vec<u32>,
    seen: Vec<u32>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(steps: &'a WalkSteps, graph: &'a ComponentGraph, start: u32) -> Self {
        Walker { steps, graph, walk: vec![start], before: vec![NONE; graph.of.len()], seen: Vec::new() }
    }

    /// The cells of the walk, the start first.
    pub(crate) fn go(mut self, route: &[u32], exit: u32, cx: &mut BuildCx<'_>) -> Result<Vec<u32>, BuildError> {
        let (steps, graph) = (self.steps, self.graph);
        for (i, &component) in route.iter().enumerate() {
            if let Some(&next) = route.get(i + 1) {
                let leads_on = |from: u32, (to, step)| graph.of[to as usize] == next && graph.may_step(from, to, step);
                self.search(component, |cell| steps.from(cell).any(|step| leads_on(cell, step)), cx)?;
                let here = self.here();
                let step = steps.from(here).find(|&step| leads_on(here, step));
                self.walk.extend(step.map(|(to, _)| to));
            }
        }
        if let Some(&last) = route.last() {
            self.search(last, |cell| cell == exit, cx)?;
        }
        Ok(self.walk)
    }

    fn here(&self) -> u32 {
        self.walk.last().copied().unwrap_or(NONE)
    }

    /// Goes to the nearest cell of a component that is a goal; stays if there is none.
    fn search(
        &mut self,
        component: u32,
        is_goal: impl Fn(u32) -> bool,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let from = self.here();
        self.seen.clear();
        self.seen.push(from);
        self.before[from as usize] = from;
        let (mut at, mut goal) = (0, None);
        while let Some(&cell) = self.seen.get(at) {
            cx.work(1)?;
            if is_goal(cell) {
                goal = Some(cell);
                break;
            }
            for (next, _) in self.steps.from(cell) {
                if self.before[next as usize] == NONE && self.graph.of[next as usize] == component {
                    self.before[next as usize] = cell;
                    self.seen.push(next);
                }
            }
            at += 1;
        }
        let first = self.walk.len();
        while let Some(cell) = goal.filter(|&cell| cell != from) {
            self.walk.push(cell);
            goal = Some(self.before[cell as usize]);
        }
        self.walk[first..].reverse();
        for &cell in &self.seen {
            self.before[cell as usize] = NONE;
        }
        Ok(())
    }
}
