//! Vaults: dead ends behind a lock, worth a detour for their key.
//!
//! A dead end is an area with one open join, without the start, the exit or a key; so nothing but the vault is behind
//! its lock, and no other lock depends on its key. The key goes as far away as [`LockAndKey`](crate::LockAndKey) puts
//! its own. A vault counts only if a walk can take its key and then enter, and no walk enters without it.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Door, Facts, Join, JoinKind, LevelGraph, MetaMapBuilder,
    Need, Plane, Point, Reach, Size, Spawn, params,
};
use mapwright_graph::{UNREACHED, distances};

use crate::area_graph::depths;
use crate::lock_and_key::{LockedMap, finished, free_floor};
use crate::plan::{Fate, LockKind, Opener, OpenerSpot, Plan, pick_far};
use crate::solvability::{Secrets, prove};
use crate::vault::{BLUEPRINTS, FilledVault};

/// Locks dead ends, fills them with treasure and places their keys.
///
/// Locks dead ends of the level graph, fills them from blueprints, and places their keys. Keys are numbered after those
/// on the map. The areas get the tag `vault` and that of their blueprint: `hoard`, `guarded library`, `armory` or
/// `shrine`.
///
/// The level can be won without a vault, so [`SolvabilityValidator`](crate::SolvabilityValidator) must accept keys that
/// are not needed: [`Allow::Unneeded`](crate::Allow::Unneeded).
#[derive(Eq)]
#[params]
pub struct KeyVaults {
    /// How many vaults, each with its own key.
    #[param(default = 1, range = 1..=26)]
    pub vaults: u8,
    /// The fewest vaults; fewer are an error.
    ///
    /// `None`, or more than `vaults`, requires all of them.
    #[param(range = 0..=26)]
    pub min: Option<u8>,
    /// The smallest vault, in cells.
    #[param(default = 9, range = 1..)]
    pub min_area: u16,
    /// The largest vault, in cells.
    #[param(default = 150, range = 1..)]
    pub max_area: u16,
}

/// How often a vault is tried with another blueprint and another place for its key.
const TRIES: u32 = 10;
/// How many more dead ends are tried than vaults are wanted.
const SPARE: usize = 10;

impl Builder for KeyVaults {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("key-vaults")
            .title("Keys in vaults")
            .needs([Plane::Graph, Plane::Start, Plane::Exit])
            .gives(Plane::Doors)
            .keeps([Plane::Doors, Plane::Graph])
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for KeyVaults {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        params::in_range("max_area", &self.max_area, &(self.min_area..=u16::MAX))
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.start()?;
        map.exit()?;
        map.sound()?;
        let mut dead_ends = self.dead_ends(map, map.graph.as_ref().need(Plane::Graph)?);
        cx.rng.shuffle(&mut dead_ends);
        dead_ends.truncate(usize::from(self.vaults) + SPARE);
        cx.check()?;
        let mut level = map.clone();
        let mut n_built = 0;
        let mut rest = dead_ends.as_slice();
        while let Some((&dead_end, others)) = rest.split_first() {
            cx.check()?;
            let wanted = usize::from(self.vaults - n_built);
            if wanted == 0 {
                break;
            }
            // No key where the next vaults may be.
            let kept: Vec<u16> = rest.iter().take(wanted).map(|dead_end| dead_end.area).collect();
            let key = next_key(&level)?;
            if let Some(next) = dead_end.lock(&level, key, &kept, cx)? {
                level = next;
                n_built += 1;
            }
            rest = others;
        }
        let least = self.min.unwrap_or(self.vaults).min(self.vaults);
        if n_built < least {
            let (reached, wanted) = (n_built.into(), least.into());
            return Err(BuildErrorKind::FellShort { what: "vaults", reached, wanted, tries: 1, budget: 1 }.into());
        }
        (level.proof, level.flow, level.solution) = (None, None, None);
        level.doors.get_or_insert_default();
        *map = level;
        Ok(())
    }
}

/// An area with one way in.
#[derive(Clone, Copy, Debug)]
struct DeadEnd {
    area: u16,
    join: usize,
    /// The area before its gate.
    before: u16,
}

impl KeyVaults {
    fn dead_ends(&self, map: &BuilderMap, graph: &LevelGraph) -> Vec<DeadEnd> {
        let mut sizes = vec![0u32; graph.areas.len()];
        graph.area.as_slice().iter().filter_map(|area| area.checked_sub(1)).for_each(|i| sizes[usize::from(i)] += 1);
        let keys = map.spawns.iter().filter(|spawn| spawn.key.is_some()).map(|spawn| spawn.at);
        let marks = map.start.into_iter().chain(map.exit).chain(keys);
        let marked: Vec<u16> = marks.filter_map(|at| graph.area_at(at)).collect();
        let reached = reached_areas(map, graph);
        let mut n_joins = vec![0; graph.areas.len()];
        graph.joins.iter().flat_map(|join| [join.a, join.b]).for_each(|area| n_joins[usize::from(area)] += 1);
        let fits = |area: u16| {
            let size = sizes[usize::from(area)];
            let has_size = (u32::from(self.min_area)..=u32::from(self.max_area)).contains(&size);
            has_size && n_joins[usize::from(area)] == 1 && reached[usize::from(area)] && !marked.contains(&area)
        };
        let holds_key =
            |join: &Join| map.spawns.iter().any(|spawn| spawn.key.is_some() && join.gate.contains(&spawn.at));
        let is_open = |&(_, join): &(usize, &Join)| {
            let is_plain = |door: &Door| door.lock.is_none() && door.one_way.is_none() && !door.is_secret();
            let mut doors = map.doors.iter().flatten();
            let has_plain_doors =
                doors.all(|door| is_plain(door) || !door.cells.iter().any(|at| join.gate.contains(at)));
            join.kind == JoinKind::Open && !join.gate.is_empty() && has_plain_doors && !holds_key(join)
        };
        let ends = graph.joins.iter().enumerate().filter(is_open).flat_map(|(i, join)| {
            [(join.a, join.b), (join.b, join.a)].map(|(area, before)| DeadEnd { area, join: i, before })
        });
        ends.filter(|end| fits(end.area)).collect()
    }
}

/// Which areas the start reaches with every key in hand.
fn reached_areas(map: &BuilderMap, graph: &LevelGraph) -> Vec<bool> {
    let passages = map.passages();
    let from_start = distances(&passages, map.start);
    let mut reached = vec![false; graph.areas.len()];
    for (&area, &steps) in graph.area.as_slice().iter().zip(from_start.as_slice()) {
        if let (Some(i), true) = (area.checked_sub(1), steps != UNREACHED) {
            reached[usize::from(i)] = true;
        }
    }
    reached
}

/// The number after those of all keys and locks.
fn next_key(map: &BuilderMap) -> Result<u8, BuildError> {
    let locks = map.doors.iter().flatten().filter_map(|door| door.lock);
    let last = map.spawns.iter().filter_map(|spawn| spawn.key).chain(locks).max();
    let next = last.map_or(Some(0), |last| last.checked_add(1));
    next.ok_or_else(|| BuildError::contradiction(None, "no number is left for another key"))
}

impl DeadEnd {
    /// The level with this vault, filled from a random blueprint; `None` if something has no place.
    fn lock(
        self,
        level: &BuilderMap,
        key: u8,
        kept: &[u16],
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<BuilderMap>, BuildError> {
        let Some(graph) = &level.graph else { return Ok(None) };
        let passages = level.passages();
        let free = free_floor(level, graph, &passages);
        let vault = FilledVault {
            passages: &passages,
            gate: &graph.joins[self.join].gate,
            free: &free[usize::from(self.area)],
        };
        for _ in 0..TRIES {
            cx.check()?;
            let Some(blueprint) = cx.rng.pick(BLUEPRINTS) else { break };
            let Some(items) = vault.fill(blueprint, cx)? else { continue };
            let filled = self.filled(level, graph, (blueprint.name, items), key, kept, cx)?;
            if filled.is_some() {
                return Ok(filled);
            }
        }
        Ok(None)
    }

    /// The level with some items in this vault.
    fn filled(
        self,
        level: &BuilderMap,
        graph: &LevelGraph,
        (name, items): (&str, Vec<Spawn>),
        key: u8,
        kept: &[u16],
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<BuilderMap>, BuildError> {
        let Some(prize) = items.first().map(|item| item.at) else { return Ok(None) };
        let mut next = level.clone();
        next.spawns.extend(items);
        cx.check()?;
        let mut ground = LockedMap::new(&mut next, graph, false);
        cx.check()?;
        let has_room = |area: u16| !kept.contains(&area) && !ground.places[usize::from(area)].is_empty();
        let places = key_areas(level, graph, has_room);
        let keys = level.spawns.iter().filter(|spawn| spawn.key.is_some());
        let taken: Vec<u16> = keys.filter_map(|spawn| graph.area_at(spawn.at)).collect();
        let joins = graph.joins.iter().map(|join| (join.a, join.b));
        let far = depths(graph.areas.len() as u16, joins, Some(self.before));
        let area = pick_far(places, &taken, |area| far[usize::from(area)] as usize, &mut cx.rng);
        let Some(area) = area else { return Ok(None) };
        let openers = vec![Opener { area, spot: OpenerSpot::Far }];
        let mut plan = Plan { fates: vec![Fate::Open; graph.joins.len()], openers, kinds: vec![0], first_key: key };
        plan.fates[self.join] = Fate::Locked(std::iter::once(key).collect());
        ground.carry_out(&plan, &[LockKind::default()], &mut cx.rng);
        let mut graph = finished(graph.clone(), &plan, &ground.gates);
        graph.areas[usize::from(self.area)].tags.extend(["vault", name].map(str::to_owned));
        next.graph = Some(graph);
        cx.check()?;
        Ok(opens(&mut next, prize, key, cx)?.then_some(next))
    }
}

/// Areas for a key: those that the start reaches, with room, except vaults and the area of the exit, where walks end.
fn key_areas(map: &BuilderMap, graph: &LevelGraph, has_room: impl Fn(u16) -> bool) -> Vec<u16> {
    let reached = reached_areas(map, graph);
    let [start, exit] = [map.start, map.exit].map(|at| at.and_then(|at| graph.area_at(at)));
    let is_last = |area: u16| Some(area) == exit && exit != start;
    let is_vault = |area: u16| graph.areas[usize::from(area)].tags.iter().any(|tag| tag == "vault");
    let fits = |&area: &u16| reached[usize::from(area)] && !is_last(area) && !is_vault(area) && has_room(area);
    (0..graph.areas.len() as u16).filter(fits).collect()
}

/// Whether a walk can get to the prize of a vault, and only with its key.
fn opens(map: &mut BuilderMap, prize: Point, key: u8, cx: &mut BuildCx<'_>) -> Result<bool, BuildError> {
    let exit = map.exit.replace(prize);
    let found = prove(map, Secrets::Shut, cx)?;
    map.exit = exit;
    let Some(Ok(found)) = found else { return Ok(false) };
    Ok(found.proof.keys.iter().zip(&found.proof.needed).any(|(&taken, &needed)| taken == key && needed))
}
