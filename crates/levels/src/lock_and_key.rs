//! Locks and keys by construction: every level can be won, every key is needed, and no walk gets stuck. See
//! [`plan`](crate::plan) for why.

mod kept_gates;

use std::collections::{BTreeMap, BTreeSet};

use mapwright_core::params::check_order;
use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Door, Facts, Grid, Join, JoinKind, Keep, KeyName, LevelGraph,
    MapRng, MetaMapBuilder, Need, Passages, Plane, Point, Portal, Reach, Size, Spawn, Tile, params,
};
use mapwright_graph::{UNREACHED, distances, sight, sight_through};

use crate::gates::narrowest;
use crate::plan::{JoinOutcome, LockKind, OddJoins, OpenerPosition, OpenerSpot, Plan, Planner};
use crate::stairs;

/// Locks gates and places the keys so that the level can be won.
///
/// Locks gates of the level graph and places the keys so that the level can be won. Key 0 is a spawn named `Key A`, and
/// so on. With `kinds` some locks are opened by levers, guardians or abilities: all are spawns with a key number.
///
/// It needs no retries: it fails only if too few gates lie on the way to the exit, or if there is no free floor for a key
/// before its lock; `min_keys` says how many locks are too few. A level that has locks, keys or secrets already is refused.
/// One-way doors in gates of the graph stay where they trap nobody, and are walled up elsewhere; others are refused. What
/// stands in a gate that gets a door or is walled up steps aside to the nearest free floor, and is removed if there is none.
#[derive(Eq)]
#[params]
pub struct LockAndKey {
    /// How many locks, each with its own key.
    #[param(default = 2, range = 1..=200)]
    pub keys: u8,
    /// The fewest locks; fewer are an error.
    ///
    /// `None`, or more than `keys`, requires all of them.
    #[param(range = 0..=200)]
    pub min_keys: Option<u8>,
    /// The most one-way doors out of locked areas.
    ///
    /// Only joins that close a loop can become one.
    #[param(range = 0..=100)]
    pub max_shortcuts: u8,
    /// What to do with joins between areas that differ in more than one lock.
    #[param(default = OddJoins::Seal)]
    pub odd_joins: OddJoins,
    /// What opens the locks, and what their doors look like; one is drawn for each lock.
    #[param(default = vec![LockKind::default()], items = 1..=100)]
    pub kinds: Vec<LockKind>,
    /// How many secrets, behind which nothing lies that is needed; as many as there are joins for.
    #[param(range = 0..=100)]
    pub max_secrets: u8,
    /// Whether gates of several cells are walled up but for the shortest way through.
    pub narrow: bool,
}

impl Builder for LockAndKey {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("lock-and-key")
            .memory(48)
            .title("Locks and keys")
            .needs([Plane::Graph, Plane::Start, Plane::Exit])
            .gives(Plane::Doors)
            .keeps([Plane::Doors, Plane::Graph])
            .spares_kept()
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for LockAndKey {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        if self.kinds.iter().all(|kind| kind.weight == 0) {
            let given = format!("a list of {} with the weight {}", self.kinds.len(), self.weight());
            return Err(BuildError::parameter("kinds", given, "one kind or more with a weight"));
        }
        for (nth, LockKind { opener, doors, .. }) in self.kinds.iter().enumerate() {
            if !opener.contains(char::is_alphabetic) {
                let name = format!("kinds[{nth}].opener");
                return Err(BuildError::parameter(name, format!("{opener:?}"), "a name with a letter"));
            }
            check_order(doors).map_err(|error| error.within(format_args!("kinds[{nth}].doors")))?;
        }
        Ok(())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.graph.as_ref().need(Plane::Graph)?;
        map.validate()?;
        let Some(graph) = map.graph.take() else { return Err(BuildError::missing(Plane::Graph)) };
        match self.lock(map, &graph, cx) {
            Ok((plan, gates)) => {
                map.graph = Some(finished(graph, &plan, &gates));
                (map.proof, map.flow, map.solution) = (None, None, None);
                Ok(())
            }
            Err(error) => {
                map.graph = Some(graph);
                Err(error)
            }
        }
    }
}

/// The cells of each join's gate.
type Gates = Vec<Vec<Point>>;

impl LockAndKey {
    fn weight(&self) -> u32 {
        self.kinds.iter().map(|kind| kind.weight).fold(0, u32::saturating_add)
    }

    /// Locks gates and places keys; an error leaves the map as it is.
    fn lock(
        &self,
        map: &mut BuilderMap,
        graph: &LevelGraph,
        cx: &mut BuildCx<'_>,
    ) -> Result<(Plan, Gates), BuildError> {
        let area_of = |name: &str, at: mapwright_core::Point| match graph.area[at].checked_sub(1) {
            Some(area) => Ok(area),
            None => Err(BuildError::contradiction(Some(at), format!("the {name} at {at} is in no area"))),
        };
        let start = area_of("start", map.start()?)?;
        let exit = area_of("exit", map.exit()?)?;
        refuse_locks(map, graph)?;
        cx.keep_going()?;
        let mut ground = LockedMap::new(map, graph, self.narrow, cx)?;
        ground.refuse_doors()?;
        cx.keep_going()?;
        let planner = Planner {
            graph,
            start,
            exit,
            n_keys: self.keys,
            min_keys: self.min_keys.unwrap_or(self.keys).min(self.keys),
            shortcuts: self.max_shortcuts,
            odd_joins: self.odd_joins,
            kinds: &self.kinds,
            secrets: self.max_secrets,
            can_lock: &|join| ground.can_lock(join),
            can_wall_up: &|join| ground.can_wall_up(join),
            can_hide: &|join| ground.can_lock(join) && !ground.is_stairs(join),
            can_direct: &|join, from_a| ground.direction(join, from_a).is_some(),
            room: &|area| ground.places[usize::from(area)].len(),
            spots: &|join, area, place| ground.spots(join, area, place),
        };
        let plan = planner.plan(cx)?;
        let without_gate = plan
            .outcomes
            .iter()
            .zip(&graph.joins)
            .find(|(outcome, join)| **outcome != JoinOutcome::Open && join.gate.is_empty());
        if let Some((_, join)) = without_gate {
            return Err(BuildError::contradiction(
                None,
                format!("the join of the areas {} and {} has no gate", join.a, join.b),
            ));
        }
        cx.keep_going()?;
        ground.carry_out(&plan, &self.kinds, &mut cx.rng);
        Ok((plan, ground.gates))
    }
}

/// Keys and locks that are there already would make the plan void, wherever they are.
fn refuse_locks(map: &BuilderMap, graph: &LevelGraph) -> Result<(), BuildError> {
    let key = map.spawns.iter().find(|spawn| spawn.key.is_some()).map(|spawn| (Some(spawn.at), "a key"));
    let doors = map.doors.iter().flatten();
    let secret = doors.clone().find(|door| door.is_secret()).map(|door| (door.cells.first().copied(), "a secret"));
    let locks = doors.filter(|door| door.lock.is_some()).map(|door| &door.cells);
    let joins = graph.joins.iter().filter(|join| !matches!(join.kind, JoinKind::Open | JoinKind::OneWay { .. }));
    let lock = locks.chain(joins.map(|join| &join.gate)).next();
    match key.or(secret).or(lock.map(|cells| (cells.first().copied(), "a locked door"))) {
        Some((at, what)) => {
            let place = at.map(|at| format!(" at {at}")).unwrap_or_default();
            Err(BuildError::contradiction(at, format!("the level has {what} already{place}")))
        }
        None => Ok(()),
    }
}

/// The map on which a plan is built.
pub(crate) struct LockedMap<'a> {
    map: &'a mut BuilderMap,
    graph: &'a LevelGraph,
    passages: Passages,
    /// The gates, as narrow as they will be.
    pub(crate) gates: Gates,
    /// The free floor of each area.
    free: Vec<Vec<u32>>,
    /// The cells of each area where a key may be, far from its gates.
    pub(crate) places: Vec<Vec<u32>>,
    /// Stairs and pits by their gates.
    stairs: BTreeMap<Point, Portal>,
}

impl<'a> LockedMap<'a> {
    pub(crate) fn new(
        map: &'a mut BuilderMap,
        graph: &'a LevelGraph,
        narrow: bool,
        cx: &mut BuildCx<'_>,
    ) -> Result<Self, BuildError> {
        let passages = map.passages();
        cx.keep_going()?;
        let free = free_floor(map, graph, &passages);
        cx.keep_going()?;
        let places = places(free.clone(), graph, &passages, cx)?;
        cx.keep_going()?;
        let narrowed = |join| if narrow { narrowest(&passages, graph, join) } else { None };
        let gates = graph.joins.iter().map(|join| narrowed(join).unwrap_or_else(|| join.gate.clone())).collect();
        Ok(LockedMap { stairs: stairs::by_gate(map), map, graph, passages, gates, free, places })
    }

    /// A one-way door is refused unless it fills the gate of a join that leads the same way: elsewhere it could trap a walk.
    fn refuse_doors(&self) -> Result<(), BuildError> {
        let joins = || (0..self.graph.joins.len()).filter_map(|join| Some((join, self.one_way(join)?)));
        let fits = |door: &Door, (join, dir): (usize, Option<Dir>)| {
            dir.is_some() && door.one_way == dir && door.cells == self.graph.joins[join].gate
        };
        let doors = || self.map.doors.iter().flatten().filter(|door| door.one_way.is_some());
        let odd = doors().find(|door| !joins().any(|join| fits(door, join))).map(|door| &door.cells);
        // A pit needs no door to be one-way.
        let pit = |join: usize| self.stairs_in(join).filter(|portal| portal.one_way);
        let bare = joins().find(|&join| pit(join.0).is_none() && !doors().any(|door| fits(door, join)));
        let bare = bare.map(|(join, _)| &self.graph.joins[join].gate);
        let pits: BTreeSet<&Portal> = joins().filter_map(|(join, _)| pit(join)).collect();
        if let Some(portal) = self.map.portals.iter().find(|portal| portal.one_way && !pits.contains(portal)) {
            let why = format!("the one-way portal at {} does not lead from one area to another", portal.a);
            return Err(BuildError::contradiction(Some(portal.a), why));
        }
        let Some(cells) = odd.or(bare) else { return Ok(()) };
        let (at, place) = (cells.first().copied(), cells.first().map(|at| format!(" at {at}")).unwrap_or_default());
        Err(BuildError::contradiction(at, format!("the one-way door{place} does not lead from one area to another")))
    }

    /// The direction of a join that is one-way already, if all of its cells lead that way.
    fn one_way(&self, join: usize) -> Option<Option<Dir>> {
        let JoinKind::OneWay { from } = self.graph.joins[join].kind else { return None };
        Some(self.direction_through(join, from == self.graph.joins[join].a, &self.graph.joins[join].gate))
    }

    /// The stairs or the pit whose upper end a gate is.
    fn stairs_in(&self, join: usize) -> Option<&Portal> {
        if let [gate] = self.graph.joins[join].gate[..] { self.stairs.get(&gate) } else { None }
    }

    pub(crate) fn is_stairs(&self, join: usize) -> bool {
        self.stairs_in(join).is_some()
    }

    /// A gate without cells cannot hold a door, and neither can one that is kept.
    fn can_lock(&self, join: usize) -> bool {
        !self.graph.joins[join].gate.is_empty() && self.may_build(join)
    }

    /// The direction in which all cells of a gate are passed from one side to the other, if it is the same.
    fn direction(&self, join: usize, from_a: bool) -> Option<Dir> {
        self.direction_through(join, from_a, &self.gates[join])
    }

    fn direction_through(&self, join: usize, from_a: bool, gate: &[Point]) -> Option<Dir> {
        let Join { a, b, .. } = &self.graph.joins[join];
        let (from, to) = if from_a { (a, b) } else { (b, a) };
        let leads = |dir: Dir| {
            gate.iter().all(|&at| {
                let cell = self.passages.index(at);
                let area = |dir| {
                    let is_way = self.passages.dirs(cell).contains(dir);
                    is_way.then(|| self.graph.area[self.passages.step(cell, dir)])
                };
                area(dir) == Some(to + 1) && area(dir.opposite()) == Some(from + 1)
            })
        };
        Dir::ALL.into_iter().filter(|_| !gate.is_empty()).find(|&dir| leads(dir))
    }

    /// The free floor in front of a gate, or the cells from which one sees it; beside walls if any of those are.
    fn spots(&self, join: usize, area: u16, place: OpenerPosition) -> Vec<u32> {
        let gate = &self.gates[join];
        let Some(&middle) = gate.get(gate.len() / 2) else { return Vec::new() };
        let index = |at: &Point| self.passages.index(*at);
        if place == OpenerPosition::Before {
            let steps = distances(&self.passages, gate.iter().map(index));
            let free = &self.free[usize::from(area)];
            let nearest = free.iter().map(|&cell| steps[cell]).min().filter(|&steps| steps <= FEW_STEPS);
            return free.iter().copied().filter(|&cell| Some(steps[cell]) == nearest).collect();
        }
        let seen = match self.map.sides {
            None => {
                let mut is_clear = self.map.tiles.map(|tile| !tile.blocks_sight());
                self.graph.joins.iter().flat_map(|join| &join.gate).for_each(|&at| is_clear[at] = false);
                sight_through(self.map.size(), middle, FAR_SIGHT, |at| is_clear[at])
            }
            Some(_) => sight(self.map, middle, FAR_SIGHT),
        };
        let mut spots: Vec<u32> = self.free.iter().flatten().copied().filter(|&cell| seen[cell]).collect();
        let is_at_wall = |&cell: &u32| self.passages.dirs(cell).len() < 4;
        if spots.iter().any(is_at_wall) {
            spots.retain(is_at_wall);
        }
        spots
    }

    pub(crate) fn carry_out(&mut self, plan: &Plan, kinds: &[LockKind], rng: &mut MapRng) {
        let mut doors = self.map.doors.take().unwrap_or_default();
        let built = self.graph.joins.iter().zip(&plan.outcomes).filter(|&(_, &outcome)| outcome != JoinOutcome::Open);
        let gates: BTreeSet<Point> = built.flat_map(|(join, _)| join.gate.iter().copied()).collect();
        doors.retain(|door| !door.cells.iter().any(|cell| gates.contains(cell)));
        // Keys first: a spawn that steps aside must not take the last place of a key.
        for opener in &plan.openers {
            if let OpenerSpot::Cell(cell) = opener.spot {
                self.take(opener.area, cell);
            }
        }
        for ((key, opener), &kind) in (plan.first_key..).zip(&plan.openers).zip(&plan.kinds) {
            let cell = match opener.spot {
                OpenerSpot::Cell(cell) => Some(cell),
                OpenerSpot::Far => rng.swap_remove(&mut self.places[usize::from(opener.area)]),
                OpenerSpot::Free => rng.pick(&self.free[usize::from(opener.area)]).copied(),
            };
            if let Some(cell) = cell {
                self.take(opener.area, cell);
                let (at, name) = (self.map.size().point(cell), format!("{} {}", kinds[kind].opener, KeyName(key)));
                self.map.spawns.push(Spawn::key(at, name, key));
            }
        }
        self.clear(&gates);
        let look = |lock: u8| kinds[plan.kinds[usize::from(lock - plan.first_key)]].door;
        for (join, &outcome) in plan.outcomes.iter().enumerate() {
            let gate = self.gates[join].clone();
            match outcome {
                JoinOutcome::Open => continue,
                JoinOutcome::Locked(locks) => {
                    doors.extend(locks.iter().map(|lock| Door::locked(gate.clone(), lock).of_kind(look(lock))));
                }
                JoinOutcome::OneWay { from_a } => {
                    let dir = self.direction(join, from_a);
                    doors.extend(dir.map(|dir| Door::one_way(gate.clone(), dir)));
                }
                JoinOutcome::Secret => doors.push(Door::secret(gate.clone())),
                JoinOutcome::Sealed => {
                    self.wall_up(&self.graph.joins[join].gate);
                    continue;
                }
            }
            let rest: Vec<Point> =
                self.graph.joins[join].gate.iter().copied().filter(|at| !gate.contains(at)).collect();
            self.wall_up(&rest);
            // Stairs can be locked, and still look like stairs.
            if !self.is_stairs(join) {
                gate.iter().for_each(|&at| self.map.tiles[at] = Tile::DOOR);
            }
        }
        self.map.doors = Some(doors);
    }

    /// Leaves no other key a cell.
    fn take(&mut self, area: u16, cell: u32) {
        self.places[usize::from(area)].retain(|&other| other != cell);
        self.free[usize::from(area)].retain(|&other| other != cell);
    }

    /// Moves spawns out of gates, each to the nearest free floor; one without any is removed.
    fn clear(&mut self, gates: &BTreeSet<Point>) {
        let (stay, leave) = std::mem::take(&mut self.map.spawns)
            .into_iter()
            .partition(|spawn| !gates.contains(&spawn.at) || self.map.keep_at(spawn.at) == Keep::Tile);
        self.map.spawns = stay;
        if leave.is_empty() {
            return;
        }
        let mut free = Grid::new(self.map.size(), false);
        let floor = free_floor(self.map, self.graph, &self.passages);
        floor.into_iter().flatten().for_each(|cell| free[cell] = true);
        for spawn in leave {
            let Some(cell) = nearest(&self.passages, self.passages.index(spawn.at), &free) else { continue };
            free[cell] = false;
            self.map.spawns.push(spawn.moved_to(self.passages.point(cell)));
        }
    }

    /// Walls up some cells: with the solid tile beside each, or by closing its sides if the map has sides. What led through
    /// a portal there leads nowhere any more.
    fn wall_up(&mut self, cells: &[Point]) {
        for &at in cells {
            stairs::remove(self.map, at);
            let cell = self.passages.index(at);
            if let Some(sides) = &mut self.map.sides {
                for dir in self.passages.dirs(cell).iter() {
                    let next = self.passages.step(cell, dir);
                    sides[cell].close(dir);
                    sides[next].close(dir.opposite());
                }
            }
            let beside = Dir::ALL.into_iter().filter_map(|dir| self.passages.beside(cell, dir));
            let solid = beside.map(|next| self.map.tiles[next]).find(|tile| tile.is_solid());
            self.map.tiles[cell] = solid.unwrap_or(Tile::WALL);
            if let Some(regions) = &mut self.map.regions {
                regions[cell] = 0;
            }
        }
    }
}

/// The free cell with the fewest steps from another; of several, the first.
fn nearest(passages: &Passages, from: u32, free: &Grid<bool>) -> Option<u32> {
    let mut seen = BTreeSet::from([from]);
    let mut wave = seen.clone();
    while !wave.is_empty() {
        if let Some(&cell) = wave.iter().find(|&&cell| free[cell]) {
            return Some(cell);
        }
        wave = wave.iter().flat_map(|&cell| passages.neighbors(cell)).filter(|&next| seen.insert(next)).collect();
    }
    None
}

/// How far in front of a gate its opener may be.
const FEW_STEPS: u32 = 2;
/// How far away its opener may be in view of it.
const FAR_SIGHT: u16 = 40;

/// For each area the free floor where a key may be: the farthest third from its gates.
fn places(
    mut places: Vec<Vec<u32>>,
    graph: &LevelGraph,
    passages: &Passages,
    cx: &mut BuildCx<'_>,
) -> Result<Vec<Vec<u32>>, BuildError> {
    let gates = graph.joins.iter().flat_map(|join| &join.gate).map(|&at| passages.index(at));
    let mut from_gates: Grid<u32> = distances(passages, gates);
    from_gates.as_mut_slice().iter_mut().filter(|far| **far == UNREACHED).for_each(|far| *far = 0);
    cx.keep_going()?;
    for places in &mut places {
        cx.work(places.len() as u32 / 64)?;
        keep_farthest(places, &from_gates);
    }
    Ok(places)
}

/// The cells at least two thirds as far as the farthest.
pub(crate) fn keep_farthest(cells: &mut Vec<u32>, distance: &Grid<u32>) {
    let farthest = cells.iter().map(|&cell| distance[cell]).max().unwrap_or(0);
    cells.retain(|&cell| u64::from(distance[cell]) * 3 >= u64::from(farthest) * 2);
}

/// The floor of each area on which nothing is.
pub(crate) fn free_floor(map: &BuilderMap, graph: &LevelGraph, passages: &Passages) -> Vec<Vec<u32>> {
    let mut taken: Vec<u32> = map.spawns.iter().map(|spawn| passages.index(spawn.at)).collect();
    taken.extend(map.start.into_iter().chain(map.exit).map(|at| passages.index(at)));
    taken.extend(passages.portal_ends());
    taken.sort_unstable();
    // Neither doors, stairs, water nor bridges; custom tiles are floor.
    let known = [Tile::FLOOR, Tile::GRASS, Tile::SAND, Tile::ROAD, Tile::GRAVEL];
    let is_floor = |tile: Tile| known.contains(&tile) || tile.0 >= 32 && !tile.is_solid();
    let mut free = vec![Vec::new(); graph.areas.len()];
    for cell in 0..passages.area() {
        if let Some(area) = graph.area[cell].checked_sub(1)
            && is_floor(map.tiles[cell])
            && taken.binary_search(&cell).is_err()
            && map.keep_at(passages.point(cell)) < Keep::Tile
        {
            free[usize::from(area)].push(cell);
        }
    }
    free
}

/// The graph after the plan: joins with their locks and gates, without those that were sealed.
pub(crate) fn finished(mut graph: LevelGraph, plan: &Plan, gates: &[Vec<Point>]) -> LevelGraph {
    let joins = std::mem::take(&mut graph.joins);
    for ((mut join, &outcome), gate) in joins.into_iter().zip(&plan.outcomes).zip(gates) {
        if outcome != JoinOutcome::Open {
            join.gate.clone_from(gate);
        }
        match outcome {
            JoinOutcome::Sealed => continue,
            JoinOutcome::Open | JoinOutcome::Secret => {}
            JoinOutcome::Locked(locks) => join.kind = JoinKind::Locked(locks.iter().collect()),
            JoinOutcome::OneWay { from_a } => {
                join.kind = JoinKind::OneWay { from: if from_a { join.a } else { join.b } }
            }
        }
        graph.joins.push(join);
    }
    for (key, opener) in (plan.first_key..).zip(&plan.openers) {
        graph.areas[usize::from(opener.area)].tags.push(format!("key {}", KeyName(key)));
    }
    graph
}
