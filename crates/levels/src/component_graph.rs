//! A map condensed to the components that doors separate, within which a walk is free.
//!
//! Without the cells of keys and of locked and one-way doors, the open cells fall into components; the cells of each
//! such door, and each cell with keys, are separate components. Inside a component there is a way from any cell to any other that takes
//! no one-way portal, since all else leads both ways. So the state of a walk is its component and the keys in hand.

use std::collections::BTreeMap;

use mapwright_core::{BuilderMap, Dir};
use mapwright_graph::Components;

use crate::keys::Keys;
use crate::steps::{WalkStep, WalkSteps};

/// No component: a solid cell.
pub(crate) const NONE: u32 = u32::MAX;

/// What distinguishes a cell from those around it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct GateKind {
    /// The doors there, by their indices on the map, in ascending order.
    doors: Vec<u32>,
    /// The cell itself, if a key lies in it.
    key_cell: Option<u32>,
}

/// Cells between which a walk is free.
#[derive(Clone, Debug, Default)]
pub(crate) struct WalkComponent {
    /// The keys needed to enter.
    pub(crate) locks: Keys,
    /// The keys in it.
    pub(crate) keys: Keys,
    /// The components one step away, sorted.
    pub(crate) ways: Vec<u32>,
    /// Whether it is a door.
    pub(crate) is_door: bool,
    /// Whether it is a secret that nobody enters.
    pub(crate) is_shut: bool,
    /// Its first cell.
    pub(crate) cell: u32,
}

/// A map as components.
#[derive(Clone, Debug)]
pub(crate) struct ComponentGraph {
    pub(crate) components: Vec<WalkComponent>,
    /// The part of each cell.
    pub(crate) of: Vec<u32>,
    pub(crate) has_one_way: bool,
    /// The direction of each door on the map that has one.
    one_ways: Vec<Option<Dir>>,
    /// The secrets on the map, if they are shut.
    shut: Vec<bool>,
    gates: Vec<GateKind>,
    /// The gate of each cell that has one, sorted.
    gate_cells: Vec<(u32, u32)>,
}

impl ComponentGraph {
    /// Nobody enters secrets that are shut; others are doors.
    pub(crate) fn new(map: &BuilderMap, steps: &WalkSteps, secrets_are_shut: bool) -> Self {
        let shut: Vec<bool> = map.doors.iter().flatten().map(|door| secrets_are_shut && door.is_secret()).collect();
        let (gates, gate_cells) = gates(map, &shut);
        let one_ways: Vec<Option<Dir>> = map.doors.iter().flatten().map(|door| door.one_way).collect();
        let mut graph = ComponentGraph {
            components: Vec::new(),
            of: Vec::new(),
            has_one_way: one_ways.iter().any(Option::is_some) || steps.one_way().next().is_some(),
            one_ways,
            shut,
            gates,
            gate_cells,
        };
        graph.label(map, steps);
        graph.join(steps);
        for (cell, key) in keys(map) {
            let component = graph.of[cell as usize];
            graph.components[component as usize].keys.insert(key);
        }
        graph
    }

    /// Whether a walk may step from a cell to its neighbor with all keys in hand: every door that it enters or leaves
    /// must lead that way. Inside a door it moves freely.
    pub(crate) fn may_step(&self, from: u32, to: u32, step: WalkStep) -> bool {
        let (from, to) = (self.gate(from), self.gate(to));
        let leads = |door: &u32| self.one_ways[*door as usize].is_none_or(|only| step == WalkStep::Dir(only));
        let left = from.iter().filter(|door| !to.contains(door));
        let entered = to.iter().filter(|door| !from.contains(door));
        !entered.clone().any(|door| self.shut[*door as usize]) && left.chain(entered).all(leads)
    }

    /// All keys on the map.
    pub(crate) fn keys(&self) -> Keys {
        self.components.iter().fold(Keys::NONE, |keys, component| keys.union(component.keys))
    }

    /// The doors in a cell.
    fn gate(&self, cell: u32) -> &[u32] {
        match self.gate_cells.binary_search_by_key(&cell, |&(cell, _)| cell) {
            Ok(at) => &self.gates[self.gate_cells[at].1 as usize].doors,
            Err(_) => &[],
        }
    }

    fn label(&mut self, map: &BuilderMap, steps: &WalkSteps) {
        // A gate's number plus one, so that the flood needs no search.
        let mut kinds = vec![0u32; steps.passages.area() as usize];
        for &(cell, gate) in &self.gate_cells {
            kinds[cell as usize] = gate + 1;
        }
        let kind = &kinds;
        let is_open = |cell: u32| !map.tiles[cell].is_solid();
        let around = |cell: u32| {
            let here = kind[cell as usize];
            let leads_on = move |&(next, step): &(u32, WalkStep)| kind[next as usize] == here && steps.leads_back(step);
            steps.from(cell).filter(leads_on).map(|(next, _)| next)
        };
        let mut found = Vec::new();
        let components = Components::of(&steps.passages, is_open, around, |cells| {
            let (doors, gate) = (map.doors.as_deref().unwrap_or_default(), self.gate(cells[0]));
            let locks = gate.iter().filter_map(|&door| doors[door as usize].lock).collect();
            let is_shut = gate.iter().any(|&door| self.shut[door as usize]);
            found.push(WalkComponent {
                locks,
                is_door: !gate.is_empty(),
                is_shut,
                cell: cells[0],
                ..WalkComponent::default()
            });
        });
        // 0, the label of solid cells, becomes `NONE`.
        self.of = components.label.as_slice().iter().map(|label| label.wrapping_sub(1)).collect();
        self.components = found;
    }

    /// Every step between components begins or ends in a gate, or leads through a one-way portal.
    fn join(&mut self, steps: &WalkSteps) {
        for (from, to, step) in steps.one_way() {
            let (here, there) = (self.of[from as usize], self.of[to as usize]);
            if here != there && self.may_step(from, to, step) {
                self.components[here as usize].ways.push(there);
            }
        }
        for &(cell, _) in &self.gate_cells {
            let here = self.of[cell as usize];
            if here == NONE {
                continue;
            }
            for (next, step) in steps.from(cell).filter(|&(_, step)| steps.leads_back(step)) {
                let there = self.of[next as usize];
                if there == here {
                    continue;
                }
                if self.may_step(cell, next, step) {
                    self.components[here as usize].ways.push(there);
                }
                if self.may_step(next, cell, step.back()) {
                    self.components[there as usize].ways.push(here);
                }
            }
        }
        for component in &mut self.components {
            component.ways.sort_unstable();
            component.ways.dedup();
        }
    }
}

/// The keys that a walk can take, with their cells. One in a wall or off the map is out of reach for good.
fn keys(map: &BuilderMap) -> impl Iterator<Item = (u32, u8)> {
    let open = map.spawns.iter().filter(|spawn| map.is_open(spawn.at));
    open.filter_map(|spawn| Some((map.size().index(spawn.at), spawn.key?)))
}

/// The gates of a map with their cells: doors and keys. Doors in the same cells are one gate, which obeys all of them;
/// a door without lock and direction is not a gate, unless it is `shut`.
fn gates(map: &BuilderMap, shut: &[bool]) -> (Vec<GateKind>, Vec<(u32, u32)>) {
    let mut cells: BTreeMap<u32, GateKind> = BTreeMap::new();
    for (number, door) in (0u32..).zip(map.doors.iter().flatten()) {
        if door.lock.is_some() || door.one_way.is_some() || shut[number as usize] {
            for &at in door.cells.iter().filter(|&&at| map.size().contains(at)) {
                cells.entry(map.size().index(at)).or_default().doors.push(number);
            }
        }
    }
    for (cell, _) in keys(map) {
        cells.entry(cell).or_default().key_cell = Some(cell);
    }
    let mut numbers: BTreeMap<&GateKind, u32> = BTreeMap::new();
    for gate in cells.values() {
        let number = numbers.len() as u32;
        numbers.entry(gate).or_insert(number);
    }
    let gate_cells = cells.iter().map(|(&cell, gate)| (cell, numbers[gate])).collect();
    let mut gates = vec![GateKind::default(); numbers.len()];
    for (gate, number) in numbers {
        gates[number as usize].clone_from(gate);
    }
    (gates, gate_cells)
}
