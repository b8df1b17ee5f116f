//! Locks and keys by construction: every level can be won, every key is needed, and no walk gets stuck. See
//! [`plan`](crate::plan) for why.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Door, Facts, Grid, Join, JoinKind, LevelGraph, MapRng,
    MetaMapBuilder, Need, Passages, Plane, Point, Reach, Size, Spawn, Tile, params,
};
use mapwright_graph::{UNREACHED, distances};

use crate::keys::KeyName;
use crate::plan::{Fate, OddJoins, Plan, Wish};

/// Locks gates and places the keys so that the level can be won.
///
/// Locks gates of the level graph and places the keys so that the level can be won. Key 0 is a spawn named `Key A`, and
/// so on.
///
/// It needs no retries: it fails only if too few gates lie on the way to the exit, or if there is no free floor for a key
/// before its lock; `min` says how many locks are too few. A level that has locks, one-way doors or keys already is
/// refused. What stands in a gate that gets a door or is walled up steps aside to the nearest free floor, and is removed
/// if there is none.
#[derive(Eq)]
#[params]
pub struct LockAndKey {
    /// How many locks, each with its own key.
    #[param(default = 2, range = 1..=26)]
    pub keys: u8,
    /// The fewest locks; fewer are an error.
    ///
    /// `None`, or more than `keys`, requires all of them.
    #[param(range = 0..=26)]
    pub min: Option<u8>,
    /// The most one-way doors out of locked areas.
    ///
    /// Only joins that close a loop can become one.
    #[param(range = 0..=100)]
    pub shortcuts: u8,
    /// What to do with joins between areas that differ in more than one lock.
    #[param(default = OddJoins::Seal)]
    pub odd_joins: OddJoins,
}

impl Builder for LockAndKey {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("lock-and-key")
            .title("Locks and keys")
            .needs([Plane::Graph, Plane::Start, Plane::Exit])
            .gives(Plane::Doors)
            .keeps([Plane::Doors, Plane::Graph])
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for LockAndKey {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.graph.as_ref().need(Plane::Graph)?;
        map.sound()?;
        let Some(graph) = map.graph.take() else { return Err(BuildError::missing(Plane::Graph)) };
        match self.lock(map, &graph, cx) {
            Ok(plan) => {
                map.graph = Some(finished(graph, &plan));
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

impl LockAndKey {
    /// Locks gates and places keys; an error leaves the map as it is.
    fn lock(&self, map: &mut BuilderMap, graph: &LevelGraph, cx: &mut BuildCx<'_>) -> Result<Plan, BuildError> {
        let area_of = |name: &str, at: mapwright_core::Point| match graph.area[at].checked_sub(1) {
            Some(area) => Ok(area),
            None => Err(BuildError::contradiction(Some(at), format!("the {name} at {at} is in no area"))),
        };
        let start = area_of("start", map.start()?)?;
        let exit = area_of("exit", map.exit()?)?;
        refuse_locks(map, graph)?;
        cx.check()?;
        let mut ground = LockedMap::new(map, graph);
        cx.check()?;
        let wish = Wish {
            graph,
            start,
            exit,
            n_keys: self.keys,
            min_keys: self.min.unwrap_or(self.keys).min(self.keys),
            shortcuts: self.shortcuts,
            odd_joins: self.odd_joins,
            can_lock: &|join| ground.can_lock(join),
            can_direct: &|join, from_a| ground.direction(join, from_a).is_some(),
            room: &|area| ground.places[usize::from(area)].len(),
        };
        let plan = wish.plan(&mut cx.rng)?;
        let without_gate =
            plan.fates.iter().zip(&graph.joins).find(|(fate, join)| **fate != Fate::Open && join.gate.is_empty());
        if let Some((_, join)) = without_gate {
            return Err(BuildError::contradiction(
                None,
                format!("the join of the areas {} and {} has no gate", join.a, join.b),
            ));
        }
        cx.check()?;
        ground.carry_out(&plan, &mut cx.rng);
        Ok(plan)
    }
}

/// Locks and one-way doors that are there already would make the plan void, wherever they are.
fn refuse_locks(map: &BuilderMap, graph: &LevelGraph) -> Result<(), BuildError> {
    let key = map.spawns.iter().find(|spawn| spawn.key.is_some()).map(|spawn| (Some(spawn.at), "a key"));
    let doors = map.doors.iter().flatten().filter(|door| door.lock.is_some() || door.one_way.is_some());
    let joins = graph.joins.iter().filter(|join| join.kind != JoinKind::Open);
    let mut cells = doors.map(|door| &door.cells).chain(joins.map(|join| &join.gate));
    let door = cells.next().map(|cells| (cells.first().copied(), "a locked or one-way door"));
    match key.or(door) {
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
    /// The cells of each area where a key may be, far from its gates.
    pub(crate) places: Vec<Vec<u32>>,
}

impl<'a> LockedMap<'a> {
    pub(crate) fn new(map: &'a mut BuilderMap, graph: &'a LevelGraph) -> Self {
        let passages = map.passages();
        let places = places(map, graph, &passages);
        LockedMap { map, graph, passages, places }
    }

    /// A gate without cells cannot hold a door.
    fn can_lock(&self, join: usize) -> bool {
        !self.graph.joins[join].gate.is_empty()
    }

    /// The direction in which all cells of a gate are passed from one side to the other, if it is the same.
    fn direction(&self, join: usize, from_a: bool) -> Option<Dir> {
        let Join { a, b, gate, .. } = &self.graph.joins[join];
        let (from, to) = if from_a { (a, b) } else { (b, a) };
        let leads = |dir: Dir| {
            gate.iter().all(|&at| {
                let cell = self.passages.index(at);
                let area = |dir| {
                    let is_way = self.passages.ways(cell).contains(dir);
                    is_way.then(|| self.graph.area[self.passages.step(cell, dir)])
                };
                area(dir) == Some(to + 1) && area(dir.opposite()) == Some(from + 1)
            })
        };
        Dir::ALL.into_iter().filter(|_| !gate.is_empty()).find(|&dir| leads(dir))
    }

    pub(crate) fn carry_out(&mut self, plan: &Plan, rng: &mut MapRng) {
        let mut doors = self.map.doors.take().unwrap_or_default();
        let built = self.graph.joins.iter().zip(&plan.fates).filter(|&(_, &fate)| fate != Fate::Open);
        let gates: BTreeSet<Point> = built.flat_map(|(join, _)| join.gate.iter().copied()).collect();
        doors.retain(|door| !door.cells.iter().any(|cell| gates.contains(cell)));
        // Keys first: a spawn that steps aside must not take the last place of a key.
        for (key, &area) in (plan.first_key..).zip(&plan.keys) {
            let places = &mut self.places[usize::from(area)];
            if let Some(cell) = rng.swap_remove(places) {
                let at = self.map.size().point(cell);
                self.map.spawns.push(Spawn::key(at, format!("Key {}", KeyName(key)), key));
            }
        }
        self.clear(&gates);
        for (join, &fate) in plan.fates.iter().enumerate() {
            let gate = self.graph.joins[join].gate.clone();
            match fate {
                Fate::Open => {}
                Fate::Locked(locks) => doors.extend(locks.iter().map(|lock| Door::locked(gate.clone(), lock))),
                Fate::OneWay { from_a } => {
                    let dir = self.direction(join, from_a);
                    doors.extend(dir.map(|dir| Door::one_way(gate.clone(), dir)));
                }
                Fate::Sealed => self.seal(join),
            }
            if matches!(fate, Fate::Locked(_) | Fate::OneWay { .. }) {
                gate.iter().for_each(|&at| self.map.tiles[at] = Tile::DOOR);
            }
        }
        self.map.doors = Some(doors);
    }

    /// Moves spawns out of gates, each to the nearest free floor; one without any is removed.
    fn clear(&mut self, gates: &BTreeSet<Point>) {
        let (stay, leave) =
            std::mem::take(&mut self.map.spawns).into_iter().partition(|spawn| !gates.contains(&spawn.at));
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

    /// Walls up a gate: with the solid tile beside it, or by closing its sides if the map has sides.
    fn seal(&mut self, join: usize) {
        for &at in &self.graph.joins[join].gate {
            let cell = self.passages.index(at);
            if let Some(sides) = &mut self.map.sides {
                for dir in self.passages.ways(cell).iter() {
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

/// For each area the free floor where a key may be: the farthest third from its gates.
fn places(map: &BuilderMap, graph: &LevelGraph, passages: &Passages) -> Vec<Vec<u32>> {
    let gates = graph.joins.iter().flat_map(|join| &join.gate).map(|&at| passages.index(at));
    let mut from_gates: Grid<u32> = distances(passages, gates);
    from_gates.as_mut_slice().iter_mut().filter(|far| **far == UNREACHED).for_each(|far| *far = 0);
    let mut places = free_floor(map, graph, passages);
    for places in &mut places {
        keep_farthest(places, &from_gates);
    }
    places
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
        {
            free[usize::from(area)].push(cell);
        }
    }
    free
}

/// The graph after the plan: joins with their locks, without those that were sealed.
pub(crate) fn finished(mut graph: LevelGraph, plan: &Plan) -> LevelGraph {
    let joins = std::mem::take(&mut graph.joins);
    for (mut join, &fate) in joins.into_iter().zip(&plan.fates) {
        match fate {
            Fate::Sealed => continue,
            Fate::Open => {}
            Fate::Locked(locks) => join.kind = JoinKind::Locked(locks.iter().collect()),
            Fate::OneWay { from_a } => join.kind = JoinKind::OneWay { from: if from_a { join.a } else { join.b } },
        }
        graph.joins.push(join);
    }
    for (key, &area) in (plan.first_key..).zip(&plan.keys) {
        graph.areas[usize::from(area)].tags.push(format!("key {}", KeyName(key)));
    }
    graph
}
