//! Checks whether a level can be won: a walk as proof, or what is wrong.

use std::fmt;

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, BuilderMap, KeyName, Point, Proof, params};

use crate::component_graph::ComponentGraph;
use crate::keys::{KeyPlaces, Keys};
use crate::states::{BUDGET, Ended, State, States, leads_home, reach};
use crate::steps::WalkSteps;
use crate::walk::Walker;

/// What is wrong with a level that has a start and an exit.
#[derive(Clone, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum Unsolvable {
    /// No walk leads from the start to the exit.
    #[error("no way leads from the start at {start} to the exit at {exit}: {}", listed(.blocked))]
    NoWay {
        /// Where walks begin.
        start: Point,
        /// Where they should end.
        exit: Point,
        /// The doors that stop them, at most the first [`Blocked::MOST`]; none if the two are not connected.
        blocked: Vec<Blocked>,
    },
    /// The start is in a secret, or in a locked or one-way door, so the direction of entry is unknown.
    #[error("the start at {start} is in a door")]
    StartInDoor {
        /// The start.
        start: Point,
    },
    /// A walk can get stuck where it can no longer reach the exit.
    #[error("a walk that enters {at} {} never reaches the exit", with(.keys))]
    DeadState {
        /// A cell where it is stuck.
        at: Point,
        /// The keys in hand.
        keys: Vec<u8>,
    },
    /// The exit can be reached without a key.
    #[error("key {} at {at} is not needed", KeyName(*.key))]
    UnneededKey {
        /// The key.
        key: u8,
        /// Where it is.
        at: Point,
    },
    /// The search for dead states, which one-way doors require, grew too large.
    #[error("more than {BUDGET} combinations of places and keys: too many one-way doors and keys")]
    TooComplex,
}

/// A door that stops every walk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Blocked {
    /// A cell of it.
    pub at: Point,
    /// The key that it needs, and where that key is; `None` for a secret, or a one-way door in the other direction.
    pub key: Option<(u8, KeyPlace)>,
    /// Whether it is a secret, which is shut.
    pub is_secret: bool,
}

impl Blocked {
    /// The largest number of doors that one error lists.
    pub const MOST: usize = 64;
}

/// Where an unreachable key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyPlace {
    /// Behind the very door that it opens.
    BehindIt(Point),
    /// Elsewhere, out of reach.
    OutOfReach(Point),
    /// Nowhere on the map.
    Nowhere,
}

/// The result of checking a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solvability {
    /// A walk from start to exit, the keys in the order it takes them, and which keys are needed.
    pub proof: Proof,
    /// Faults that a careful designer would fix: dead states and keys that are not needed.
    pub faults: Vec<Unsolvable>,
}

/// Proves that the exit can be reached from the start, and finds dead states and keys that are not needed.
///
/// Keys are spawns with a key number. A door with a lock needs that key, a one-way door can only be passed in its
/// direction, and otherwise only solid tiles and closed sides stop a walk. The level graph is not used. Any map will do: a
/// key in a wall cannot be taken, and what is off the map counts for nothing.
///
/// Secrets are shut; [`solvability_with`] judges a level whose secrets are found.
///
/// The work is one flood of the map, and a search over the components between doors: O(cells + doors × keys) if one can go back
/// after each one-way door, and within a budget of states otherwise.
///
/// # Errors
///
/// [`Unsolvable::NoWay`], [`Unsolvable::StartInDoor`] or [`Unsolvable::TooComplex`]. `None` if start or exit is missing or in a solid cell.
pub fn solvability(map: &BuilderMap) -> Option<Result<Solvability, Unsolvable>> {
    solvability_with(map, SecretDoors::Shut)
}

/// The same, with secrets shut or found.
///
/// # Errors
///
/// As [`solvability`].
pub fn solvability_with(map: &BuilderMap, secrets: SecretDoors) -> Option<Result<Solvability, Unsolvable>> {
    // Nobody stops it.
    prove(map, secrets, &mut BuildCx::new(0, "solvability", 0)).ok().flatten()
}

/// What secrets are to a walk.
#[params]
pub enum SecretDoors {
    /// Walls.
    #[default]
    Shut,
    /// Doors.
    Found,
}

/// The same, which can be stopped.
pub(crate) fn prove(
    map: &BuilderMap,
    secrets: SecretDoors,
    cx: &mut BuildCx<'_>,
) -> Result<Option<Result<Solvability, Unsolvable>>, BuildError> {
    let open = |at: Option<Point>| at.filter(|&p| map.is_open(p));
    let (Some(start), Some(exit)) = (open(map.start), open(map.exit)) else { return Ok(None) };
    match Prover::new(map, secrets, (start, exit), cx)?.prove() {
        Ok(found) => Ok(Some(Ok(found))),
        Err(Halt::Unsolvable(why)) => Ok(Some(Err(why))),
        Err(Halt::Stopped(error)) => Err(error),
    }
}

/// The most states that a search for a short route may reach where any route does.
const FEW_STATES: usize = 1 << 12;

/// Why there is no proof.
enum Halt {
    Unsolvable(Unsolvable),
    Stopped(BuildError),
}

impl From<Unsolvable> for Halt {
    fn from(why: Unsolvable) -> Self {
        Halt::Unsolvable(why)
    }
}

impl From<BuildError> for Halt {
    fn from(error: BuildError) -> Self {
        Halt::Stopped(error)
    }
}

impl From<Ended> for Halt {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::TooMany => Unsolvable::TooComplex.into(),
            Ended::Stopped => BuildError::from(BuildErrorKind::Stopped).into(),
        }
    }
}

struct Prover<'a, 'h> {
    map: &'a BuilderMap,
    cx: &'a mut BuildCx<'h>,
    steps: WalkSteps,
    graph: ComponentGraph,
    start: Point,
    exit: Point,
    /// Whether a walk can always go back to the start, so that what it can reach only grows.
    leads_home: bool,
}

impl<'a, 'h> Prover<'a, 'h> {
    fn new(
        map: &'a BuilderMap,
        secrets: SecretDoors,
        (start, exit): (Point, Point),
        cx: &'a mut BuildCx<'h>,
    ) -> Result<Self, BuildError> {
        let steps = WalkSteps::new(map);
        cx.keep_going()?;
        let graph = ComponentGraph::new(map, &steps, secrets == SecretDoors::Shut);
        Ok(Prover { map, cx, steps, graph, start, exit, leads_home: true })
    }

    fn prove(mut self) -> Result<Solvability, Halt> {
        self.cx.keep_going()?;
        if self.graph.components[self.component(self.start) as usize].is_door {
            return Err(Unsolvable::StartInDoor { start: self.start }.into());
        }
        let all = self.graph.keys();
        if self.graph.has_one_way {
            let (start, cx) = (self.component(self.start), &mut *self.cx);
            self.leads_home = leads_home(&self.graph.components, start, all, &mut || cx.work(1).is_ok())?;
        }
        // The fixpoint is an upper bound even if a walk can get stuck.
        let reached = reach(&self.graph.components, self.component(self.start), Keys::NONE);
        if !reached.components[self.component(self.exit) as usize] {
            return Err(self.no_way()?);
        }
        let needed: Keys = self.needed(all)?;
        let unneeded = all.minus(needed);
        // The needed keys may suffice only together with one of several others.
        let wanted = if self.solves(unneeded)? { needed } else { all };
        let walk = match self.graph.has_one_way {
            true => self.route_of_states(all.minus(wanted))?,
            false => None,
        };
        let walk = walk.unwrap_or_else(|| self.route(wanted));
        let exit = self.map.size().index(self.exit);
        let start = self.map.size().index(self.start);
        let walk = Walker::new(&self.steps, &self.graph, start).go(&walk, exit, self.cx)?;
        let walk: Vec<Point> = walk.into_iter().map(|cell| self.map.size().point(cell)).collect();
        let mut faults: Vec<Unsolvable> = self.dead_state()?.into_iter().collect();
        faults.extend(self.unneeded_keys(unneeded));
        let keys = self.keys_along(&walk);
        let needed = keys.iter().map(|&key| needed.contains(key)).collect();
        Ok(Solvability { proof: Proof::new(walk, keys, needed), faults })
    }

    fn component(&self, at: Point) -> u32 {
        self.graph.of[self.map.size().index(at) as usize]
    }

    fn states(&mut self, start: u32, without: Keys, budget: usize) -> Result<States, Ended> {
        States::search(&self.graph.components, start, without, budget, &mut || self.cx.work(1).is_ok())
    }

    /// Whether the exit can be reached without some keys.
    fn solves(&mut self, without: Keys) -> Result<bool, Halt> {
        let (start, exit) = (self.component(self.start), self.component(self.exit));
        let reached = reach(&self.graph.components, start, without).components[exit as usize];
        if self.leads_home || !reached {
            return Ok(reached);
        }
        Ok(self.states(start, without, BUDGET)?.first_in(exit).is_some())
    }

    /// The keys without which the exit cannot be reached.
    fn needed(&mut self, all: Keys) -> Result<Keys, Halt> {
        let mut needed = Keys::NONE;
        if !self.solves(Keys::NONE)? {
            return Err(self.no_way()?);
        }
        for key in all.iter() {
            if !self.solves(std::iter::once(key).collect())? {
                needed.insert(key);
            }
        }
        Ok(needed)
    }

    /// ComponentGraph in the order of a walk that takes the wanted key that is fewest doors away, again and again, until the
    /// exit is open. One can always go back, so no choice is wrong.
    fn route(&self, wanted: Keys) -> Vec<u32> {
        let exit = self.component(self.exit);
        let mut route = vec![self.component(self.start)];
        let mut keys = Keys::NONE;
        loop {
            let here = route[route.len() - 1];
            keys = keys.union(self.graph.components[here as usize].keys.intersection(wanted));
            let is_new =
                |component: u32| !self.graph.components[component as usize].keys.intersection(wanted).is_subset(keys);
            let leg = self.leg(here, keys, |component| component == exit).or_else(|| self.leg(here, keys, is_new));
            let Some(leg) = leg else { return route };
            let arrived = leg.last() == Some(&exit) || (leg.is_empty() && here == exit);
            route.extend(leg);
            if arrived {
                return route;
            }
        }
    }

    /// The components on a shortest way to a goal, without the first; it only passes locks whose keys are in hand.
    fn leg(&self, from: u32, keys: Keys, is_goal: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let mut before = vec![None; self.graph.components.len()];
        before[from as usize] = Some(from);
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&component) = queue.get(at) {
            if is_goal(component) {
                let mut leg = Vec::new();
                let mut here = component;
                while here != from {
                    leg.push(here);
                    here = before[here as usize]?;
                }
                leg.reverse();
                return Some(leg);
            }
            for &next in &self.graph.components[component as usize].ways {
                if before[next as usize].is_none() && self.graph.components[next as usize].locks.is_subset(keys) {
                    before[next as usize] = Some(component);
                    queue.push(next);
                }
            }
            at += 1;
        }
        None
    }

    /// A route through as few components as possible; `None` where many keys make that a long search and any route does.
    fn route_of_states(&mut self, without: Keys) -> Result<Option<Vec<u32>>, Halt> {
        let budget = if self.leads_home { FEW_STATES } else { BUDGET };
        match self.states(self.component(self.start), without, budget) {
            Ok(states) => Ok(states.first_in(self.component(self.exit)).map(|state| states.route(state))),
            Err(Ended::TooMany) if self.leads_home => Ok(None),
            Err(ended) => Err(ended.into()),
        }
    }

    /// If a walk can always go back, there is none.
    fn dead_state(&mut self) -> Result<Option<Unsolvable>, Halt> {
        if self.leads_home {
            return Ok(None);
        }
        let states = self.states(self.component(self.start), Keys::NONE, BUDGET)?;
        let dead = states.dead(self.component(self.exit));
        Ok(dead.map(|State { component, keys }| Unsolvable::DeadState {
            at: self.map.size().point(self.graph.components[component as usize].cell),
            keys: keys.iter().collect(),
        }))
    }

    fn unneeded_keys(&self, unneeded: Keys) -> impl Iterator<Item = Unsolvable> {
        unneeded.iter().filter_map(|key| Some(Unsolvable::UnneededKey { key, at: self.place_of(key)? }))
    }

    /// Where a key lies; in a wall only if it is nowhere else.
    fn place_of(&self, key: u8) -> Option<Point> {
        let places = || self.map.spawns.iter().filter(|spawn| spawn.key == Some(key)).map(|spawn| spawn.at);
        places().find(|&at| self.map.is_open(at)).or_else(|| places().next())
    }

    fn keys_along(&self, walk: &[Point]) -> Vec<u8> {
        let (places, mut keys, mut taken) = (KeyPlaces::of(self.map), Keys::NONE, Vec::new());
        walk.iter().for_each(|&at| places.take(at, &mut keys, &mut taken));
        taken
    }

    /// The doors on the frontier of what can be reached, and where their keys lie.
    fn no_way(&mut self) -> Result<Halt, Halt> {
        let start = self.component(self.start);
        let mut reached = reach(&self.graph.components, start, Keys::NONE);
        let states = self.states(start, Keys::NONE, BUDGET);
        if matches!(states, Err(Ended::Stopped)) {
            return Err(Ended::Stopped.into());
        }
        if let Ok(states) = states {
            reached.components.fill(false);
            states.states.iter().for_each(|state| reached.components[state.component as usize] = true);
            reached.keys = states.states.iter().fold(Keys::NONE, |keys, state| keys.union(state.keys));
        }
        let (touched, mut blocked) = (self.touched(&reached.components), Vec::new());
        for (number, component) in (0..).zip(&self.graph.components) {
            if !component.is_door || reached.components[number as usize] || !touched[number as usize] {
                continue;
            }
            if blocked.len() == Blocked::MOST {
                break;
            }
            self.cx.work(self.graph.components.len() as u32)?;
            let at = self.map.size().point(component.cell);
            let missing = component.locks.minus(reached.keys).iter().next();
            let key = missing.map(|key| (key, self.key_place(key, number)));
            blocked.push(Blocked { at, key, is_secret: component.is_shut });
        }
        Ok(Unsolvable::NoWay { start: self.start, exit: self.exit, blocked }.into())
    }

    /// Whether some cell of each component is beside a cell of a reached one.
    fn touched(&self, reached: &[bool]) -> Vec<bool> {
        let is_reached = |cell: u32| reached.get(self.graph.of[cell as usize] as usize) == Some(&true);
        let mut touched = vec![false; self.graph.components.len()];
        for (cell, &component) in (0..).zip(&self.graph.of) {
            if let Some(touched) = touched.get_mut(component as usize).filter(|touched| !**touched) {
                *touched = self.steps.passages.neighbors(cell).any(is_reached);
            }
        }
        touched
    }

    fn key_place(&self, key: u8, door: u32) -> KeyPlace {
        let Some(at) = self.place_of(key) else { return KeyPlace::Nowhere };
        let mut open = self.graph.clone();
        open.components[door as usize].locks = open.components[door as usize].locks.without(key);
        match reach(&open.components, self.component(self.start), Keys::NONE).keys.contains(key) {
            true => KeyPlace::BehindIt(at),
            false => KeyPlace::OutOfReach(at),
        }
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        if self.is_secret {
            return write!(f, "the secret at {at} is shut");
        }
        let Some((key, place)) = self.key else { return write!(f, "the one-way door at {at} leads the other way") };
        let name = KeyName(key);
        write!(f, "door {name} at {at} needs key {name}, ")?;
        match place {
            KeyPlace::BehindIt(key) => write!(f, "which lies behind it at {key}"),
            KeyPlace::OutOfReach(key) => write!(f, "which is out of reach at {key}"),
            KeyPlace::Nowhere => write!(f, "which is nowhere on the map"),
        }
    }
}

fn listed(blocked: &[Blocked]) -> String {
    if blocked.is_empty() {
        return "they are not connected".to_owned();
    }
    blocked.iter().map(Blocked::to_string).collect::<Vec<String>>().join("; ")
}

fn with(keys: &[u8]) -> String {
    match keys {
        [] => "without a key".to_owned(),
        [key] => format!("with key {}", KeyName(*key)),
        _ => {
            let names: Vec<String> = keys.iter().map(|&key| KeyName(key).to_string()).collect();
            format!("with the keys {}", names.join(", "))
        }
    }
}
