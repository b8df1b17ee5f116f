//! The plan of a level, before anything is built: the locks of joins and the keys of areas.
//!
//! A spanning tree of the areas is drawn from the start. Lock i goes on an edge of the tree, and guards the subtree below
//! it; so R(area), the locks an area is behind, are those on its way to the root. Any other join between a and b gets what
//! makes it ask for no less than the tree does: nothing where R(a) = R(b), the one lock in which they differ, or, where
//! they differ in more, what [`OddJoins`] says.
//!
//! *Solvable.* Key i is put where a walk that never takes it can get. Whoever has collected the keys C can be in every area
//! with R ⊆ C: these areas form a subtree with the root, since R grows downwards. While the exit is not among them, some
//! key not in C lies in one: order the locks by when they were made last; the first whose key is missing is behind none
//! whose key depends on it, by the choice of its place. So C grows until it opens the exit.
//!
//! *Every key is needed.* Each lock was set on the way to the exit or to an earlier key, which was needed itself. Every way
//! into the subtree of lock i asks for key i: the edge of the tree has the lock, and a join between an area inside and
//! one outside differs in i at least, so it is locked with i, sealed, one-way outwards, or asks for i among others.
//!
//! *No dead state.* Locked doors go both ways, and a one-way join leads only to where fewer locks are asked for: from
//! there the walk can go back to the start, and begin again with more keys.

use mapwright_core::{BuildError, BuildErrorKind, LevelGraph, MapRng, params};

use crate::keys::Keys;

/// What to do with joins between areas that differ in more than one lock.
#[params]
pub enum OddJoins {
    /// Wall them up.
    #[default]
    Seal,
    /// Make them one-way, out of the area behind more locks, if the other is behind fewer of the same; else wall them
    /// up.
    OneWay,
    /// Add two locks if they need just two; else wall them up.
    TwoLocks,
}

/// What a join becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Open,
    Locked(Keys),
    /// Leads from one area, the first or the second, to the other.
    OneWay {
        from_a: bool,
    },
    Sealed,
}

/// The plan.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What each join becomes.
    pub(crate) fates: Vec<Fate>,
    /// The area of each key.
    pub(crate) keys: Vec<u16>,
    /// The number of the first key.
    pub(crate) first_key: u8,
}

/// What a plan must know about a level.
pub(crate) struct Wish<'a> {
    pub(crate) graph: &'a LevelGraph,
    pub(crate) start: u16,
    pub(crate) exit: u16,
    pub(crate) n_keys: u8,
    /// How many keys are enough.
    pub(crate) min_keys: u8,
    pub(crate) shortcuts: u8,
    pub(crate) odd_joins: OddJoins,
    /// Whether a join can be locked.
    pub(crate) can_lock: &'a dyn Fn(usize) -> bool,
    /// Whether a join can be made one-way, out of `a` or into it.
    pub(crate) can_direct: &'a dyn Fn(usize, bool) -> bool,
    /// How many keys fit in an area.
    pub(crate) room: &'a dyn Fn(u16) -> usize,
}

/// A join of the tree seen from the area below it.
#[derive(Clone, Copy, Debug)]
struct Up {
    join: usize,
    area: u16,
}

impl Wish<'_> {
    pub(crate) fn plan(&self, rng: &mut MapRng) -> Result<Plan, BuildError> {
        self.plan_on(&self.tree(rng), rng)
    }

    /// The plan on a spanning tree.
    fn plan_on(&self, tree: &[Option<Up>], rng: &mut MapRng) -> Result<Plan, BuildError> {
        if self.exit != self.start && tree[usize::from(self.exit)].is_none() {
            return Err(BuildError::contradiction(None, "no way leads from the start to the exit"));
        }
        let mut locks: Vec<Option<u8>> = vec![None; self.graph.joins.len()];
        let mut keys: Vec<u16> = Vec::new();
        for lock in 0..self.n_keys {
            let edge = self.pick_edge(tree, &locks, &keys, rng);
            let place = edge.and_then(|edge| {
                locks[edge.join] = Some(lock);
                self.pick_place(tree, &locks, &keys, edge, rng)
            });
            match (place, edge) {
                (Some(place), _) => keys.push(place),
                (None, edge) if lock >= self.min_keys => {
                    edge.into_iter().for_each(|edge| locks[edge.join] = None);
                    break;
                }
                (None, edge) => return Err(self.fell_short(lock, edge.is_some())),
            }
        }
        Ok(Plan { fates: self.fates(tree, &locks, rng), keys, first_key: 0 })
    }

    fn fell_short(&self, reached: u8, has_gate: bool) -> BuildError {
        let what = match has_gate {
            true => "locks, as no free floor is left for a key before its lock",
            false => "locks, as no gate is left on the way to the exit or to a key",
        };
        let (reached, wanted) = (reached.into(), self.min_keys.into());
        BuildErrorKind::FellShort { what, reached, wanted, tries: 1, budget: 1 }.into()
    }

    /// A random spanning tree from the start: the way up from each area that the start reaches.
    fn tree(&self, rng: &mut MapRng) -> Vec<Option<Up>> {
        let n_areas = self.graph.areas.len();
        let mut around: Vec<Vec<(usize, u16)>> = vec![Vec::new(); n_areas];
        for (i, join) in self.graph.joins.iter().enumerate() {
            around[usize::from(join.a)].push((i, join.b));
            around[usize::from(join.b)].push((i, join.a));
        }
        let mut tree = vec![None; n_areas];
        let mut is_seen = vec![false; n_areas];
        is_seen[usize::from(self.start)] = true;
        let leads = |area: u16| around[usize::from(area)].iter().map(move |&(join, to)| (Up { join, area }, to));
        let mut edge: Vec<(Up, u16)> = leads(self.start).collect();
        while let Some((up, area)) = rng.swap_remove(&mut edge) {
            if !std::mem::replace(&mut is_seen[usize::from(area)], true) {
                tree[usize::from(area)] = Some(up);
                edge.extend(leads(area).filter(|&(_, to)| !is_seen[usize::from(to)]));
            }
        }
        tree
    }

    /// The ways up from an area to the root.
    fn ways_up(tree: &[Option<Up>], area: u16) -> impl Iterator<Item = Up> {
        std::iter::successors(tree[usize::from(area)], |up| tree[usize::from(up.area)])
    }

    /// The locks between the start and an area.
    fn required(tree: &[Option<Up>], locks: &[Option<u8>], area: u16) -> Keys {
        Self::ways_up(tree, area).filter_map(|up| locks[up.join]).collect()
    }

    /// An edge without a lock on the way to the exit or to a key, uniformly.
    fn pick_edge(&self, tree: &[Option<Up>], locks: &[Option<u8>], keys: &[u16], rng: &mut MapRng) -> Option<Up> {
        let targets = std::iter::once(self.exit).chain(keys.iter().copied());
        let ways = targets.flat_map(|target| Self::ways_up(tree, target));
        let mut edges: Vec<Up> = ways.filter(|up| locks[up.join].is_none() && (self.can_lock)(up.join)).collect();
        edges.sort_by_key(|up| up.join);
        edges.dedup_by_key(|up| up.join);
        rng.pick(&edges).copied()
    }

    /// An area that can be reached without the newest key, with room for it: one of the farther half from its lock, and
    /// one without a key while there is any.
    fn pick_place(
        &self,
        tree: &[Option<Up>],
        locks: &[Option<u8>],
        keys: &[u16],
        lock: Up,
        rng: &mut MapRng,
    ) -> Option<u16> {
        let required: Vec<Keys> = (0..tree.len() as u16).map(|area| Self::required(tree, locks, area)).collect();
        let is_reached = |area: u16| area == self.start || tree[usize::from(area)].is_some();
        // The newest key is not in `keys` yet, so nothing behind its lock is collected.
        let mut collected = Keys::NONE;
        while let Some(key) = (0..).zip(keys).find_map(|(key, &area)| {
            (!collected.contains(key) && required[usize::from(area)].is_subset(collected)).then_some(key)
        }) {
            collected.insert(key);
        }
        let places: Vec<u16> = (0..tree.len() as u16)
            .filter(|&area| is_reached(area) && required[usize::from(area)].is_subset(collected))
            .filter(|&area| keys.iter().filter(|&&taken| taken == area).count() < (self.room)(area))
            .collect();
        pick_far(places, keys, |area| steps_apart(tree, area, lock.area), rng)
    }

    fn fates(&self, tree: &[Option<Up>], locks: &[Option<u8>], rng: &mut MapRng) -> Vec<Fate> {
        let mut fates = Vec::new();
        let mut candidates = Vec::new();
        for (i, join) in self.graph.joins.iter().enumerate() {
            let (a, b) = (Self::required(tree, locks, join.a), Self::required(tree, locks, join.b));
            let differ = a.minus(b).union(b.minus(a));
            let is_tree = [join.a, join.b].iter().any(|&area| tree[usize::from(area)].is_some_and(|up| up.join == i));
            let one_way = [(true, b, a), (false, a, b)]
                .into_iter()
                .find(|&(from_a, fewer, more)| fewer != more && fewer.is_subset(more) && (self.can_direct)(i, from_a));
            if let (false, Some((from_a, ..))) = (is_tree, one_way) {
                candidates.push((i, from_a));
            }
            fates.push(match (differ.len(), self.odd_joins) {
                (0, _) => Fate::Open,
                (1, _) if (self.can_lock)(i) => Fate::Locked(differ),
                (2, OddJoins::TwoLocks) if (self.can_lock)(i) => Fate::Locked(differ),
                (_, OddJoins::OneWay) => one_way.map_or(Fate::Sealed, |(from_a, ..)| Fate::OneWay { from_a }),
                _ => Fate::Sealed,
            });
        }
        for _ in 0..self.shortcuts {
            let Some((join, from_a)) = rng.swap_remove(&mut candidates) else { break };
            fates[join] = Fate::OneWay { from_a };
        }
        fates
    }
}

/// One of the farther half of some areas, and one without a key while there is any.
pub(crate) fn pick_far(
    mut places: Vec<u16>,
    keys: &[u16],
    far: impl Fn(u16) -> usize,
    rng: &mut MapRng,
) -> Option<u16> {
    if places.iter().any(|area| !keys.contains(area)) {
        places.retain(|area| !keys.contains(area));
    }
    places.sort_by_cached_key(|&area| (std::cmp::Reverse(far(area)), area));
    places.truncate(places.len().div_ceil(2));
    rng.pick(&places).copied()
}

/// Edges of the tree between two areas.
fn steps_apart(tree: &[Option<Up>], a: u16, b: u16) -> usize {
    let way = |area| -> Vec<u16> { std::iter::once(area).chain(Wish::ways_up(tree, area).map(|up| up.area)).collect() };
    let (a, b) = (way(a), way(b));
    let common = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len() + b.len() - 2 * common
}

#[cfg(test)]
mod tests;
