//! The steps of walks: to neighbors, and through portals in their direction.

use mapwright_core::{BuilderMap, Dir, Passages};

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkStep {
    /// To the neighbor in a direction.
    Dir(Dir),
    /// Through a portal, by its index on the map.
    Portal(usize),
}

/// Where each step leads, doors or not. [`Passages`] ignore which way portals lead; this does not.
#[derive(Clone, Debug)]
pub(crate) struct WalkSteps {
    pub(crate) passages: Passages,
    /// The portals by the cells from which they lead: (cell, far end, index on the map), sorted.
    portals: Vec<(u32, u32, usize)>,
    /// Those that lead one way: (from, to, index on the map), by their indices.
    one_way: Vec<(u32, u32, usize)>,
}

impl WalkSteps {
    pub(crate) fn new(map: &BuilderMap) -> Self {
        let (mut portals, mut one_way) = (Vec::new(), Vec::new());
        for (number, portal) in map.portals.iter().enumerate() {
            if !portal.ends().into_iter().all(|end| map.is_open(end)) {
                continue;
            }
            for (end, to) in portal.ends().into_iter().flat_map(|end| portal.leads(end).map(move |to| (end, to))) {
                let step = (map.size().index(end), map.size().index(to), number);
                portals.push(step);
                one_way.extend(Some(step).filter(|_| portal.one_way));
            }
        }
        portals.sort_unstable();
        WalkSteps { passages: map.passages(), portals, one_way }
    }

    /// The steps from a cell.
    pub(crate) fn from(&self, cell: u32) -> impl Iterator<Item = (u32, WalkStep)> {
        let sides = self.passages.dirs(cell).iter().map(move |dir| (self.passages.step(cell, dir), WalkStep::Dir(dir)));
        let first = match self.passages.portals(cell) {
            [] => self.portals.len(),
            _ => self.portals.partition_point(|&(from, ..)| from < cell),
        };
        let portals = self.portals[first..].iter().take_while(move |&&(from, ..)| from == cell);
        sides.chain(portals.map(|&(_, to, number)| (to, WalkStep::Portal(number))))
    }

    /// Whether a step can be taken back, doors or not.
    pub(crate) fn leads_back(&self, step: WalkStep) -> bool {
        match step {
            WalkStep::Dir(_) => true,
            WalkStep::Portal(number) => self.one_way.binary_search_by_key(&number, |&(.., other)| other).is_err(),
        }
    }

    /// The steps that cannot be taken back: (from, to, step).
    pub(crate) fn one_way(&self) -> impl Iterator<Item = (u32, u32, WalkStep)> {
        self.one_way.iter().map(|&(from, to, number)| (from, to, WalkStep::Portal(number)))
    }
}

impl WalkStep {
    /// The same step from its other end.
    pub(crate) const fn back(self) -> WalkStep {
        match self {
            WalkStep::Dir(dir) => WalkStep::Dir(dir.opposite()),
            portal @ WalkStep::Portal(_) => portal,
        }
    }
}
