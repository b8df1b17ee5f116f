//! The plan of a level, before anything is built: the locks of joins and the keys of areas.
//!
//! A spanning tree T of the areas is drawn from the start, over joins that lead both ways. Lock i goes on an edge of T on the
//! way to the exit or to an earlier key, and on more edges anywhere if it has several doors; it guards the subtrees below
//! them. So R(area), the locks an area is behind, are those on its way to the root. Any other join between a and b gets
//! what makes it ask for no less than T does: nothing where R(a) = R(b), the one lock in which they differ, or, where they
//! differ in more, what [`OddJoins`] says. A join that was one-way before stays if R of its end is a subset of R of its
//! beginning, and is sealed otherwise.
//!
//! *Solvable*, by induction over the locks. Before lock i, a walk could visit all of T. Key i is put where a walk that never
//! takes it can get. Once it has key i, the doors of lock i hold nothing back, and the level is the one before.
//!
//! *Every key is needed.* One door of each lock is on the way to the exit or to an earlier key, which was needed itself.
//! Every way into the subtrees of lock i asks for key i: the edge of T has the lock, and a join between an area inside and
//! one outside differs in i at least, so it is locked with i, sealed, one-way outwards, or asks for i among others.
//!
//! *No dead state.* Whoever is in an area has the keys R(area). Doors go both ways, and a one-way join leads only to where
//! no other locks are asked for: from there T leads home.
//!
//! *Secrets.* They come last: joins that stay open and are not in T, or open edges of T that are on no way from the start to
//! the exit, to a key, or to the end of a one-way join. With secrets shut, T still has every way that was used above. Found,
//! they join areas with equal R. So all of this is true whichever of them are found.

use mapwright_core::{BuildCx, BuildError, BuildErrorKind, DoorKind, JoinKind, LevelGraph, MapRng, params};

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

/// A kind of lock: what opens it, and what its doors look like.
#[derive(Eq)]
#[params]
pub struct LockKind {
    /// What sets it: the name of a spawn, to which the letter of the lock is added.
    #[param(default = "Key".to_owned(), expected = "text such as \"Lever\"")]
    pub opener: String,
    /// What its doors look like; none of them is a secret.
    #[param(except = DoorKind::Secret)]
    pub door: DoorKind,
    /// How often it is drawn compared with other kinds.
    #[param(default = 1, range = 0..=1_000_000)]
    pub weight: u32,
    /// How many doors it has at least and at most.
    ///
    /// Joins that close a loop around them get a door as well.
    #[param(default = [1, 1], range = 1..)]
    pub doors: [u8; 2],
    /// Where the opener is.
    pub at: OpenerPosition,
}

/// Where the opener of a lock is. If there is no such place, the next word of this list counts.
#[params]
pub enum OpenerPosition {
    /// In one of the areas of the farther half, far from gates.
    #[default]
    Far,
    /// In any area.
    Anywhere,
    /// In one of the areas of the nearer half.
    Near,
    /// In front of the first door.
    Before,
    /// Where one sees the first door, beside a wall if there is one.
    InView,
}

impl OpenerPosition {
    const ALL: [OpenerPosition; 5] = [
        OpenerPosition::Far,
        OpenerPosition::Anywhere,
        OpenerPosition::Near,
        OpenerPosition::Before,
        OpenerPosition::InView,
    ];
}

/// What a join becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JoinOutcome {
    Open,
    Locked(Keys),
    /// Leads from one area, the first or the second, to the other.
    OneWay {
        from_a: bool,
    },
    Sealed,
    Secret,
}

/// Where an opener goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opener {
    pub(crate) area: u16,
    pub(crate) spot: OpenerSpot,
}

/// Where in its area an opener goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenerSpot {
    /// Far from gates.
    Far,
    /// On any free floor.
    Free,
    Cell(u32),
}

/// The plan.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// What each join becomes.
    pub(crate) outcomes: Vec<JoinOutcome>,
    /// Where the opener of each lock goes.
    pub(crate) openers: Vec<Opener>,
    /// The kind of each lock.
    pub(crate) kinds: Vec<usize>,
    /// The number of the first key.
    pub(crate) first_key: u8,
}

/// Makes plans; this is what it must know about a level.
pub(crate) struct Planner<'a> {
    pub(crate) graph: &'a LevelGraph,
    pub(crate) start: u16,
    pub(crate) exit: u16,
    pub(crate) n_keys: u8,
    /// How many keys are enough.
    pub(crate) min_keys: u8,
    pub(crate) shortcuts: u8,
    pub(crate) odd_joins: OddJoins,
    pub(crate) kinds: &'a [LockKind],
    pub(crate) secrets: u8,
    /// Whether a join can be locked.
    pub(crate) can_lock: &'a dyn Fn(usize) -> bool,
    /// Whether a join can be walled up. Where it cannot, no lock is on its cycle in the tree.
    pub(crate) can_wall_up: &'a dyn Fn(usize) -> bool,
    /// Whether a join can be a secret.
    pub(crate) can_hide: &'a dyn Fn(usize) -> bool,
    /// Whether a join can be made one-way, out of `a` or into it.
    pub(crate) can_direct: &'a dyn Fn(usize, bool) -> bool,
    /// How many keys fit in an area.
    pub(crate) room: &'a dyn Fn(u16) -> usize,
    /// The cells before a join, or in view of it, seen from an area beside it.
    pub(crate) spots: &'a dyn Fn(usize, u16, OpenerPosition) -> Vec<u32>,
}

/// A join of the tree seen from the area below it.
#[derive(Clone, Copy, Debug)]
struct Up {
    join: usize,
    area: u16,
}

impl Planner<'_> {
    pub(crate) fn plan(&self, cx: &mut BuildCx<'_>) -> Result<Plan, BuildError> {
        self.plan_on(&self.tree(&mut cx.rng), cx)
    }

    /// The plan on a spanning tree.
    fn plan_on(&self, tree: &[Option<Up>], cx: &mut BuildCx<'_>) -> Result<Plan, BuildError> {
        if self.exit != self.start && tree[usize::from(self.exit)].is_none() {
            return Err(BuildError::contradiction(None, "no way leads from the start to the exit"));
        }
        let mut locks: Vec<Option<u8>> = vec![None; self.graph.joins.len()];
        let tied = self.tied(tree);
        let (mut openers, mut kinds): (Vec<Opener>, Vec<usize>) = (Vec::new(), Vec::new());
        for lock in 0..self.n_keys {
            cx.work(tree.len() as u32)?;
            let rng = &mut cx.rng;
            let kind = self.pick_kind(rng);
            let edge = self.pick_edge(tree, (&locks, &tied), &openers, rng);
            let mut place = None;
            if let Some(edge) = edge {
                locks[edge.join] = Some(lock);
                let [least, most] = self.kinds[kind].doors;
                let n_doors = if least < most { rng.range(least.into(), most.into()) } else { least.into() };
                let mut more = Vec::new();
                for _ in 1..n_doors {
                    let free = tree.iter().flatten().map(|up| up.join);
                    let free: Vec<usize> =
                        free.filter(|&join| locks[join].is_none() && !tied[join] && (self.can_lock)(join)).collect();
                    let Some(&join) = rng.pick(&free) else { break };
                    locks[join] = Some(lock);
                    more.push(join);
                }
                let wanted = self.kinds[kind].at;
                place = self.pick_place(tree, &locks, &openers, (edge, wanted), rng);
                while place.is_none() && !more.is_empty() {
                    // Fewer doors leave more places.
                    more.pop().into_iter().for_each(|join| locks[join] = None);
                    place = self.pick_place(tree, &locks, &openers, (edge, wanted), rng);
                }
            }
            match (place, edge) {
                (Some(place), _) => {
                    openers.push(place);
                    kinds.push(kind);
                }
                (None, edge) if lock >= self.min_keys => {
                    edge.into_iter().for_each(|edge| locks[edge.join] = None);
                    break;
                }
                (None, edge) => return Err(self.fell_short(lock, edge.is_some())),
            }
        }
        let rng = &mut cx.rng;
        let mut outcomes = self.outcomes(tree, &locks, rng);
        let is_stuck = |&i: &usize| outcomes[i] == JoinOutcome::Sealed && !(self.can_wall_up)(i);
        if let Some(join) = (0..outcomes.len()).find(is_stuck).map(|i| &self.graph.joins[i]) {
            let why = format!("the one-way join of the areas {} and {} is kept, and no way leads back", join.a, join.b);
            return Err(BuildError::contradiction(join.gate.first().copied(), why));
        }
        let targets = std::iter::once(self.exit).chain(openers.iter().map(|opener| opener.area));
        let targets: Vec<u16> = targets.chain(self.one_way_ends(&outcomes)).collect();
        let mut unused = self.unused(tree, &outcomes, &targets);
        for _ in 0..self.secrets {
            let Some(join) = rng.swap_remove(&mut unused) else { break };
            outcomes[join] = JoinOutcome::Secret;
        }
        Ok(Plan { outcomes, openers, kinds, first_key: 0 })
    }

    /// The joins of the tree that join what others join too that must stay open.
    fn tied(&self, tree: &[Option<Up>]) -> Vec<bool> {
        let mut tied = vec![false; self.graph.joins.len()];
        for (i, join) in self.graph.joins.iter().enumerate().filter(|&(i, _)| !(self.can_wall_up)(i)) {
            let ways = [join.a, join.b].map(|area| Self::ways_up(tree, area).map(|up| up.join).collect::<Vec<usize>>());
            let is_tree = ways.iter().any(|way| way.first() == Some(&i));
            // The ways from both to the root are the same above where they meet.
            let is_on_cycle = |up: &&usize| ways[0].contains(up) != ways[1].contains(up);
            let cycle = ways.iter().flatten().filter(|_| !is_tree).filter(is_on_cycle);
            cycle.for_each(|&up| tied[up] = true);
        }
        tied
    }

    fn pick_kind(&self, rng: &mut MapRng) -> usize {
        if self.kinds.len() < 2 {
            return 0;
        }
        rng.pick_weighted(self.kinds.iter().map(|kind| kind.weight)).unwrap_or(0)
    }

    /// Where one-way joins lead, old and new.
    fn one_way_ends(&self, outcomes: &[JoinOutcome]) -> impl Iterator<Item = u16> {
        self.graph.joins.iter().zip(outcomes).filter_map(|(join, &outcome)| match (outcome, &join.kind) {
            (JoinOutcome::OneWay { from_a }, _) => Some(if from_a { join.b } else { join.a }),
            (JoinOutcome::Open, JoinKind::OneWay { from }) => Some(if *from == join.a { join.b } else { join.a }),
            _ => None,
        })
    }

    /// The open joins that no way to a target needs, in areas that can be reached.
    fn unused(&self, tree: &[Option<Up>], outcomes: &[JoinOutcome], targets: &[u16]) -> Vec<usize> {
        let mut is_used = vec![false; outcomes.len()];
        for &target in targets {
            Self::ways_up(tree, target).for_each(|up| is_used[up.join] = true);
        }
        let is_unused = |&i: &usize| {
            let join = &self.graph.joins[i];
            let is_plain = outcomes[i] == JoinOutcome::Open && join.kind == JoinKind::Open && (self.can_hide)(i);
            is_plain && !is_used[i] && [join.a, join.b].iter().all(|&area| self.is_reached(tree, area))
        };
        (0..outcomes.len()).filter(is_unused).collect()
    }

    /// Whether the tree reaches an area.
    fn is_reached(&self, tree: &[Option<Up>], area: u16) -> bool {
        area == self.start || tree[usize::from(area)].is_some()
    }

    fn fell_short(&self, reached: u8, has_gate: bool) -> BuildError {
        let what = match has_gate {
            true => "locks have a place: no free floor is left for a key before its lock",
            false => "locks have a place: no gate is left on the way to the exit or to a key",
        };
        let (reached, wanted) = (reached.into(), self.min_keys.into());
        BuildErrorKind::FellShort { what, reached, wanted, tries: 1, budget: 1 }.into()
    }

    /// A random spanning tree from the start: the way up from each area that the start reaches.
    fn tree(&self, rng: &mut MapRng) -> Vec<Option<Up>> {
        let n_areas = self.graph.areas.len();
        let mut around: Vec<Vec<(usize, u16)>> = vec![Vec::new(); n_areas];
        let two_way = |(_, join): &(usize, &mapwright_core::Join)| join.kind == JoinKind::Open;
        for (i, join) in self.graph.joins.iter().enumerate().filter(two_way) {
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

    /// The locks between the start and each area.
    fn required(tree: &[Option<Up>], locks: &[Option<u8>]) -> Vec<Keys> {
        let mut required: Vec<Option<Keys>> = tree.iter().map(|up| up.is_none().then_some(Keys::NONE)).collect();
        let mut way = Vec::new();
        let of = |area: u16| {
            let mut here = area;
            // Up to an area whose locks are known, and back.
            while let (None, Some(up)) = (required[usize::from(here)], tree[usize::from(here)]) {
                way.push((here, locks[up.join]));
                here = up.area;
            }
            let mut keys = required[usize::from(here)].unwrap_or(Keys::NONE);
            while let Some((area, lock)) = way.pop() {
                lock.into_iter().for_each(|lock| keys.insert(lock));
                required[usize::from(area)] = Some(keys);
            }
            keys
        };
        (0..tree.len() as u16).map(of).collect()
    }

    /// An edge without a lock on the way to the exit or to a key, uniformly.
    fn pick_edge(
        &self,
        tree: &[Option<Up>],
        (locks, tied): (&[Option<u8>], &[bool]),
        keys: &[Opener],
        rng: &mut MapRng,
    ) -> Option<Up> {
        let targets = std::iter::once(self.exit).chain(keys.iter().map(|key| key.area));
        let ways = targets.flat_map(|target| Self::ways_up(tree, target));
        let may_lock = |up: &Up| locks[up.join].is_none() && !tied[up.join] && (self.can_lock)(up.join);
        let mut edges: Vec<Up> = ways.filter(may_lock).collect();
        edges.sort_by_key(|up| up.join);
        edges.dedup_by_key(|up| up.join);
        rng.pick(&edges).copied()
    }

    /// A place that can be reached without the newest key, with room for it. Far and near mean half of the areas, and one
    /// without a key while there is any.
    fn pick_place(
        &self,
        tree: &[Option<Up>],
        locks: &[Option<u8>],
        keys: &[Opener],
        (lock, wanted): (Up, OpenerPosition),
        rng: &mut MapRng,
    ) -> Option<Opener> {
        let required = Self::required(tree, locks);
        // The newest key is not in `keys` yet, so nothing behind its lock is collected.
        let mut collected = Keys::NONE;
        while let Some(key) = (0..).zip(keys).find_map(|(key, opener)| {
            (!collected.contains(key) && required[usize::from(opener.area)].is_subset(collected)).then_some(key)
        }) {
            collected.insert(key);
        }
        let mut n_keys = vec![0; tree.len()];
        keys.iter().for_each(|key| n_keys[usize::from(key.area)] += 1);
        let is_place = |area: u16| {
            let n_keys = n_keys[usize::from(area)];
            self.is_reached(tree, area)
                && required[usize::from(area)].is_subset(collected)
                && n_keys < (self.room)(area)
        };
        let places: Vec<u16> = (0..tree.len() as u16).filter(|&area| is_place(area)).collect();
        let is_taken = |area: u16| n_keys[usize::from(area)] > 0;
        let steps = steps_to(tree, lock.area);
        let far = |area: u16| steps[usize::from(area)];
        let mut choose = |place| {
            let at = |spot| move |area| Opener { area, spot };
            match place {
                OpenerPosition::Far => pick_far(places.clone(), is_taken, far, rng).map(at(OpenerSpot::Far)),
                OpenerPosition::Anywhere => rng.pick(&places).copied().map(at(OpenerSpot::Free)),
                OpenerPosition::Near => {
                    let near = |area| u32::MAX - far(area);
                    pick_far(places.clone(), is_taken, near, rng).map(at(OpenerSpot::Free))
                }
                OpenerPosition::Before | OpenerPosition::InView => {
                    let opener = |cell: u32| {
                        let area = self.graph.area[cell].checked_sub(1).filter(|&area| is_place(area))?;
                        Some(at(OpenerSpot::Cell(cell))(area))
                            .filter(|opener| keys.iter().all(|key| key.spot != opener.spot))
                    };
                    let spots = (self.spots)(lock.join, lock.area, place).into_iter();
                    rng.pick(&spots.filter_map(opener).collect::<Vec<Opener>>()).copied()
                }
            }
        };
        let first = OpenerPosition::ALL.iter().position(|&place| place == wanted).unwrap_or(0);
        (0..5).find_map(|next| choose(OpenerPosition::ALL[(first + next) % 5]))
    }

    fn outcomes(&self, tree: &[Option<Up>], locks: &[Option<u8>], rng: &mut MapRng) -> Vec<JoinOutcome> {
        let required = Self::required(tree, locks);
        let mut outcomes = Vec::new();
        let mut candidates = Vec::new();
        for (i, join) in self.graph.joins.iter().enumerate() {
            let [a, b] = [join.a, join.b].map(|area| required[usize::from(area)]);
            let differ = a.minus(b).union(b.minus(a));
            let is_tree = [join.a, join.b].iter().any(|&area| tree[usize::from(area)].is_some_and(|up| up.join == i));
            if let JoinKind::OneWay { from } = join.kind {
                let (from, to, more, fewer) =
                    if from == join.a { (join.a, join.b, a, b) } else { (join.b, join.a, b, a) };
                // Nobody is where the tree does not lead, so what leads out of there does no harm.
                let stays = !self.is_reached(tree, from) || self.is_reached(tree, to) && fewer.is_subset(more);
                outcomes.push(if stays { JoinOutcome::Open } else { JoinOutcome::Sealed });
                continue;
            }
            if is_tree {
                outcomes.push(
                    locks[i].map_or(JoinOutcome::Open, |lock| JoinOutcome::Locked(std::iter::once(lock).collect())),
                );
                continue;
            }
            let one_way = [(true, b, a), (false, a, b)]
                .into_iter()
                .find(|&(from_a, fewer, more)| fewer != more && fewer.is_subset(more) && (self.can_direct)(i, from_a));
            if let Some((from_a, ..)) = one_way {
                candidates.push((i, from_a));
            }
            outcomes.push(match (differ.len(), self.odd_joins) {
                (0, _) => JoinOutcome::Open,
                (1, _) if (self.can_lock)(i) => JoinOutcome::Locked(differ),
                (2, OddJoins::TwoLocks) if (self.can_lock)(i) => JoinOutcome::Locked(differ),
                (_, OddJoins::OneWay) => {
                    one_way.map_or(JoinOutcome::Sealed, |(from_a, ..)| JoinOutcome::OneWay { from_a })
                }
                _ => JoinOutcome::Sealed,
            });
        }
        for _ in 0..self.shortcuts {
            let Some((join, from_a)) = rng.swap_remove(&mut candidates) else { break };
            outcomes[join] = JoinOutcome::OneWay { from_a };
        }
        outcomes
    }
}

/// One of the farther half of some areas, and one without a key while there is any.
pub(crate) fn pick_far(
    mut places: Vec<u16>,
    is_taken: impl Fn(u16) -> bool,
    far: impl Fn(u16) -> u32,
    rng: &mut MapRng,
) -> Option<u16> {
    if places.iter().any(|&area| !is_taken(area)) {
        places.retain(|&area| !is_taken(area));
    }
    places.sort_by_cached_key(|&area| (std::cmp::Reverse(far(area)), area));
    places.truncate(places.len().div_ceil(2));
    rng.pick(&places).copied()
}

/// Edges of the tree between each area and one that the root reaches; 0 for areas that it does not.
fn steps_to(tree: &[Option<Up>], to: u16) -> Vec<u32> {
    let mut steps: Vec<Option<u32>> = vec![None; tree.len()];
    let way_up = std::iter::once(to).chain(Planner::ways_up(tree, to).map(|up| up.area));
    way_up.zip(0..).for_each(|(area, n)| steps[usize::from(area)] = Some(n));
    let mut way = Vec::new();
    for area in 0..tree.len() as u16 {
        let mut here = area;
        // Up to an area whose steps are known, and back.
        while let (None, Some(up)) = (steps[usize::from(here)], tree[usize::from(here)]) {
            way.push(here);
            here = up.area;
        }
        let known = steps[usize::from(here)];
        way.drain(..).rev().zip(1..).for_each(|(below, n)| steps[usize::from(below)] = known.map(|known| known + n));
    }
    steps.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests;
