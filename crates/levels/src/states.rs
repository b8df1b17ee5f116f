//! The states that walks can reach: components and keys.
//!
//! If every door goes both ways, walks can always go back, so what can be reached only grows: a fixpoint finds all
//! of it. The same holds if every one-way step leads home. Otherwise one-way doors need a search over (component, keys in hand);
//! keys are never lost, so it terminates.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::component_graph::WalkComponent;
use crate::keys::Keys;

/// The position and the keys of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    pub(crate) component: u32,
    pub(crate) keys: Keys,
}

/// The most states that a search may reach.
pub(crate) const BUDGET: usize = 1 << 18;

/// Why a search has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// There are more states than allowed.
    TooMany,
    /// The caller did not want to go on.
    Stopped,
}

/// What can be reached if all doors go both ways.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) components: Vec<bool>,
    pub(crate) keys: Keys,
}

/// The fixpoint from a component: everything that can be reached, and every key that can be taken but those in `without`.
/// With one-way doors it says what some walk may reach if it could be in several places at once: an upper bound.
pub(crate) fn reach(components: &[WalkComponent], start: u32, without: Keys) -> Reached {
    let mut reached = Reached { components: vec![false; components.len()], keys: Keys::NONE };
    let (mut open, mut locked) = (vec![start], Vec::new());
    while let Some(component) = open.pop() {
        let component_data = &components[component as usize];
        if reached.components[component as usize] {
            continue;
        }
        if !component_data.locks.is_subset(reached.keys) {
            locked.push(component);
            continue;
        }
        reached.components[component as usize] = true;
        let found = component_data.keys.minus(without).minus(reached.keys);
        if !found.is_empty() {
            reached.keys = reached.keys.union(found);
            open.append(&mut locked);
        }
        open.extend(&component_data.ways);
    }
    reached
}

/// Whether every step that cannot be taken back leads home: the start can be reached from its end with the keys that every
/// walk there must hold. Those are the keys without which the fixpoint, an upper bound, does not reach the step. So a walk
/// can go home after each step and begin again with all it has: what it can reach only grows, whatever keys it never takes,
/// and the fixpoint is exact.
pub(crate) fn leads_home(
    components: &[WalkComponent],
    start: u32,
    all: Keys,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<bool, Ended> {
    let reached = reach(components, start, Keys::NONE).components;
    let mut must = vec![Keys::NONE; components.len()];
    for key in all.iter() {
        let without = reach(components, start, std::iter::once(key).collect()).components;
        must.iter_mut().zip(without).filter(|(_, reached)| !reached).for_each(|(must, _)| must.insert(key));
    }
    let mut from = vec![Vec::new(); components.len()];
    for (here, component) in (0u32..).zip(components) {
        component.ways.iter().for_each(|&next| from[next as usize].push(here));
    }
    // With some keys in hand, the components from which the start can be reached.
    let mut homes: BTreeMap<Keys, Vec<bool>> = BTreeMap::new();
    for (here, component) in (0u32..).zip(components).filter(|&(here, _)| reached[here as usize]) {
        for &next in component.ways.iter().filter(|&&next| reached[next as usize]) {
            if components[next as usize].ways.binary_search(&here).is_ok() {
                continue;
            }
            let keys = must[here as usize].union(must[next as usize]);
            if homes.len() * components.len() > BUDGET << 4 {
                return Ok(false);
            }
            let home = match homes.entry(keys) {
                Entry::Occupied(home) => home.into_mut(),
                Entry::Vacant(place) => {
                    if !goes_on() {
                        return Err(Ended::Stopped);
                    }
                    let mut home = vec![false; components.len()];
                    let mut stack = vec![start];
                    while let Some(component) = stack.pop() {
                        if !std::mem::replace(&mut home[component as usize], true)
                            && components[component as usize].locks.is_subset(keys)
                        {
                            stack.extend(&from[component as usize]);
                        }
                    }
                    place.insert(home)
                }
            };
            if !home[next as usize] {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// All states that a walk can reach, in the order of a breadth-first search, each with the one before it.
#[derive(Clone, Debug)]
pub(crate) struct States {
    pub(crate) states: Vec<State>,
    before: Vec<u32>,
    /// Steps between states, (to, from), sorted.
    steps: Vec<(u32, u32)>,
}

impl States {
    /// All states. `goes_on` is asked at each.
    pub(crate) fn search(
        components: &[WalkComponent],
        start: u32,
        without: Keys,
        budget: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, Ended> {
        let enter = |component: u32, keys: Keys| {
            let keys = keys.union(components[component as usize].keys.minus(without));
            State { component, keys }
        };
        let first = enter(start, Keys::NONE);
        let mut index = BTreeMap::from([(first, 0)]);
        let mut found = States { states: vec![first], before: vec![0], steps: Vec::new() };
        let mut at = 0;
        while let Some(&here) = found.states.get(at) {
            if !goes_on() {
                return Err(Ended::Stopped);
            }
            for &next in &components[here.component as usize].ways {
                if !components[next as usize].locks.is_subset(here.keys) {
                    continue;
                }
                let there = enter(next, here.keys);
                let number = *index.entry(there).or_insert_with(|| {
                    found.states.push(there);
                    found.before.push(at as u32);
                    found.states.len() as u32 - 1
                });
                found.steps.push((number, at as u32));
                if found.states.len() > budget {
                    return Err(Ended::TooMany);
                }
            }
            at += 1;
        }
        found.steps.sort_unstable();
        Ok(found)
    }

    /// The first state in a component: no walk enters it after fewer steps.
    pub(crate) fn first_in(&self, component: u32) -> Option<usize> {
        self.states.iter().position(|state| state.component == component)
    }

    /// The components on a shortest way to a state, from the start.
    pub(crate) fn route(&self, mut state: usize) -> Vec<u32> {
        let mut route = vec![self.states[state].component];
        while state != 0 {
            state = self.before[state] as usize;
            route.push(self.states[state].component);
        }
        route.reverse();
        route
    }

    /// The first state from which no walk can reach `component`.
    pub(crate) fn dead(&self, component: u32) -> Option<State> {
        let mut alive = vec![false; self.states.len()];
        let mut stack: Vec<u32> =
            (0..self.states.len() as u32).filter(|&state| self.states[state as usize].component == component).collect();
        while let Some(state) = stack.pop() {
            if std::mem::replace(&mut alive[state as usize], true) {
                continue;
            }
            let from = self.steps.partition_point(|&(to, _)| to < state);
            let steps = self.steps[from..].iter().take_while(|&&(to, _)| to == state);
            stack.extend(steps.map(|&(_, from)| from));
        }
        alive.iter().position(|&alive| !alive).map(|state| self.states[state])
    }
}
