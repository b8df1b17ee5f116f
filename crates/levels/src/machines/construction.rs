//! How a machine is built in an area.

use std::collections::BTreeMap;

use mapwright_core::{BuildCx, BuildError, BuilderMap, DoorKind, Grid, Point};
use mapwright_dungeon::ScatterArea;

use super::blueprint::{Blueprint, MACHINE, MachineLock, SECRET, VAULT};
use super::machine_areas::MachineAreas;
use crate::area_graph::depths;
use crate::lock_and_key::{LockedMap, finished};
use crate::plan::{JoinOutcome, LockKind, Opener, OpenerSpot, Plan, pick_far};
use crate::solvability::{SecretDoors, prove};
use crate::stairs;

impl MachineAreas<'_> {
    /// The level with a machine in an area; `None` if something has no place. The cells of its features are added to `drawn`.
    pub(super) fn construct(
        &self,
        blueprint: &Blueprint,
        area: u16,
        drawn: &mut Vec<Point>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<BuilderMap>, BuildError> {
        let mut level = self.level.clone();
        let Some(placed) = self.furnish(&mut level, blueprint, area, drawn, cx)? else { return Ok(None) };
        if let Some(graph) = &mut level.graph {
            let tiles = &level.tiles;
            graph.area.iter_mut().for_each(|(at, area)| *area *= u16::from(!tiles[at].is_solid()));
            let anchor = graph.areas[usize::from(area)].anchor;
            if graph.area_at(anchor) != Some(area) {
                let Some(cell) = graph.area.iter().find(|&(_, &at)| at == area + 1) else { return Ok(None) };
                graph.areas[usize::from(area)].anchor = cell.0;
            }
            graph.areas[usize::from(area)].tags.extend([MACHINE, &blueprint.name].map(str::to_owned));
        }
        if let (Some(key), Some(holder)) = (self.key(area), blueprint.holder()) {
            let Some(&at) = placed[holder].first() else { return Ok(None) };
            // Last, so that it lies on what holds it.
            let key = level.spawns.remove(key).moved_to(at);
            level.spawns.push(key);
        }
        match &blueprint.lock {
            Some(lock) => self.close(level, lock, area, cx),
            None => Ok(Some(level)),
        }
    }

    /// Positions the features, and says where each is. All their cells are added to `drawn`.
    fn furnish(
        &self,
        level: &mut BuilderMap,
        blueprint: &Blueprint,
        area: u16,
        drawn: &mut Vec<Point>,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<Vec<Vec<Point>>>, BuildError> {
        let mut alternatives: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (i, feature) in blueprint.features.iter().enumerate() {
            feature.one_of.iter().for_each(|word| alternatives.entry(word).or_default().push(i));
        }
        let chosen: Vec<usize> = alternatives.values().filter_map(|among| cx.rng.pick(among).copied()).collect();
        let gates = self.graph.joins.iter().filter(|join| join.a == area || join.b == area);
        let mut entrance: Vec<Point> = gates.flat_map(|join| join.gate.iter().copied()).collect();
        entrance.extend(stairs::far_ends(level, &entrance));
        let mut parts: [[Option<Grid<bool>>; 2]; 2] = Default::default();
        let mut placed = Vec::new();
        for (i, feature) in blueprint.features.iter().enumerate() {
            cx.keep_going()?;
            if feature.one_of.is_some() && !chosen.contains(&i) {
                placed.push(Vec::new());
                continue;
            }
            let changes_tiles = feature.changes_tiles();
            let part = &mut parts[usize::from(feature.outside)][usize::from(changes_tiles)];
            let cells = part.get_or_insert_with(|| self.cells(area, feature.outside, changes_tiles));
            let count = feature.count.map(|[least, most]| if least < most { cx.rng.range(least, most) } else { least });
            let part = ScatterArea { cells, entrance: &entrance };
            let scatter = feature.scatter(count);
            let places: Vec<Vec<Point>> = match &feature.drawing {
                Some(drawing) => scatter.draw_in(drawing, level, part, cx)?,
                None => scatter.place_in(level, part, cx)?.into_iter().map(|at| vec![at]).collect(),
            };
            drawn.extend(places.iter().flatten());
            if (places.len() as u64) < u64::from(feature.least()) {
                return Ok(None);
            }
            placed.push(places.iter().filter_map(|cells| cells.first().copied()).collect());
        }
        Ok(Some(placed))
    }

    /// The level with the area closed, and what opens it far away.
    fn close(
        &self,
        mut level: BuilderMap,
        lock: &MachineLock,
        area: u16,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<BuilderMap>, BuildError> {
        let (Some(join), Some(graph)) = (self.dead_end(area), level.graph.clone()) else { return Ok(None) };
        let inside = graph.areas[usize::from(area)].anchor;
        let mut ground = LockedMap::new(&mut level, &graph, false, cx)?;
        cx.keep_going()?;
        if !ground.may_build(join) {
            return Ok(None);
        }
        let is_secret = lock.door == DoorKind::Secret;
        let key = if is_secret { 0 } else { next_key(self.level)? };
        let mut plan = Plan {
            outcomes: vec![JoinOutcome::Open; graph.joins.len()],
            openers: vec![],
            kinds: vec![0],
            first_key: key,
        };
        if is_secret {
            if ground.is_stairs(join) {
                return Ok(None);
            }
            plan.outcomes[join] = JoinOutcome::Secret;
        } else {
            let mut areas = self.key_areas(area);
            areas.retain(|&area| !ground.places[usize::from(area)].is_empty());
            let keys = self.level.spawns.iter().filter(|spawn| spawn.key.is_some());
            let taken: Vec<u16> = keys.filter_map(|spawn| graph.area_at(spawn.at)).collect();
            let joins = graph.joins.iter().map(|join| (join.a, join.b));
            let far = depths(graph.areas.len() as u16, joins, Some(area));
            let place = pick_far(areas, |area| taken.contains(&area), |area| far[usize::from(area)], &mut cx.rng);
            let Some(place) = place else { return Ok(None) };
            plan.openers.push(Opener { area: place, spot: OpenerSpot::Far });
            plan.outcomes[join] = JoinOutcome::Locked(std::iter::once(key).collect());
        }
        let kind = LockKind { opener: lock.opener.clone(), door: lock.door, ..LockKind::default() };
        ground.carry_out(&plan, &[kind], &mut cx.rng);
        let gates = std::mem::take(&mut ground.gates);
        let mut graph = finished(graph, &plan, &gates);
        graph.areas[usize::from(area)].tags.push(if is_secret { SECRET } else { VAULT }.to_owned());
        level.graph = Some(graph);
        cx.keep_going()?;
        let opens = is_secret || opens(&mut level, inside, key, cx)?;
        Ok(opens.then_some(level))
    }
}

/// The number after those of all keys and locks.
fn next_key(map: &BuilderMap) -> Result<u8, BuildError> {
    let keys = map.spawns.iter().map(|spawn| spawn.key);
    let locks = map.doors.iter().flatten().map(|door| door.lock);
    let after = keys.chain(locks).map(|key| key.map_or(0, |key| u16::from(key) + 1)).max();
    let full = |_| BuildError::contradiction(None, "no number is left for another key");
    u8::try_from(after.unwrap_or(0)).map_err(full)
}

/// Whether a walk can get to a cell, and only with this key.
fn opens(map: &mut BuilderMap, cell: Point, key: u8, cx: &mut BuildCx<'_>) -> Result<bool, BuildError> {
    let exit = map.exit.replace(cell);
    let found = prove(map, SecretDoors::Shut, cx)?;
    map.exit = exit;
    let Some(Ok(found)) = found else { return Ok(false) };
    Ok(found.proof.keys.iter().zip(&found.proof.needed).any(|(&taken, &needed)| taken == key && needed))
}
