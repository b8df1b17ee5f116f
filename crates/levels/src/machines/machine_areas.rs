//! Where machines can be: what the areas of a level are like.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Door, Grid, JoinKind, Keep, KeyName, LevelGraph, Point};
use mapwright_graph::{UNREACHED, distances};

use super::blueprint::{Blueprint, MACHINE, SECRET, VAULT};

/// A level, and what machines must know about it.
pub(super) struct MachineAreas<'a> {
    pub(super) level: &'a BuilderMap,
    pub(super) graph: &'a LevelGraph,
    areas: Vec<AreaSite>,
}

/// What an area is like.
#[derive(Clone, Debug, Default)]
struct AreaSite {
    cells: u32,
    /// The side of the largest square in it.
    wide: u16,
    joins: u16,
    /// Whether the start reaches it with every key in hand.
    is_reached: bool,
    has_start: bool,
    has_exit: bool,
    n_keys: u32,
    /// A key that can be moved, by its index among the spawns.
    key: Option<usize>,
    floor: Option<u16>,
    /// The one join of a dead end that can be closed.
    dead_end: Option<usize>,
}

impl<'a> MachineAreas<'a> {
    pub(super) fn of(level: &'a BuilderMap) -> Option<Self> {
        let graph = level.graph.as_ref()?;
        let mut areas = vec![AreaSite::default(); graph.areas.len()];
        let from_start = distances(&level.passages(), level.start);
        for (&area, &steps) in graph.area.as_slice().iter().zip(from_start.as_slice()) {
            let Some(area) = area.checked_sub(1).and_then(|i| areas.get_mut(usize::from(i))) else { continue };
            area.cells += 1;
            area.is_reached |= steps != UNREACHED;
        }
        for (at, &wide) in squares(&graph.area).iter() {
            let Some(area) = graph.area_at(at) else { continue };
            let area = &mut areas[usize::from(area)];
            area.wide = area.wide.max(wide);
        }
        let area_at = |at| graph.area_at(at).map(usize::from);
        level.start.and_then(area_at).into_iter().for_each(|i| areas[i].has_start = true);
        level.exit.and_then(area_at).into_iter().for_each(|i| areas[i].has_exit = true);
        for (nth, spawn) in level.spawns.iter().enumerate() {
            let (Some(i), Some(key)) = (area_at(spawn.at), spawn.key) else { continue };
            areas[i].n_keys += 1;
            if spawn.what == format!("Key {}", KeyName(key)) && level.keep_at(spawn.at) < Keep::Tile {
                areas[i].key = Some(nth);
            }
        }
        // A key may go anywhere in an area only if nothing in it bars a way.
        let ways = level.portals.iter().filter(|portal| portal.one_way).map(|portal| portal.a);
        let barred = doors_that_bar(level).chain(ways).filter_map(area_at);
        barred.for_each(|i| areas[i].key = None);
        let keys = level.spawns.iter().filter(|spawn| spawn.key.is_some()).map(|spawn| spawn.at);
        let taken: BTreeSet<Point> = doors_that_bar(level).chain(keys).chain(level.start).chain(level.exit).collect();
        for (i, join) in graph.joins.iter().enumerate() {
            let has_room = join.gate.iter().all(|at| !taken.contains(at));
            let can_close = join.kind == JoinKind::Open && !join.gate.is_empty() && has_room;
            for area in [join.a, join.b].map(usize::from) {
                areas[area].joins += 1;
                areas[area].dead_end = can_close.then_some(i);
            }
        }
        for (here, area) in areas.iter_mut().zip(&graph.areas) {
            here.floor = level.floor_of(area.anchor);
        }
        Some(MachineAreas { level, graph, areas })
    }

    /// The areas in which a machine can be.
    pub(super) fn fitting(&self, blueprint: &Blueprint) -> Vec<u16> {
        (0..self.areas.len() as u16).filter(|&area| self.fits(blueprint, area)).collect()
    }

    fn fits(&self, blueprint: &Blueprint, area: u16) -> bool {
        let (here, about, wanted) =
            (&self.areas[usize::from(area)], &self.graph.areas[usize::from(area)], &blueprint.area);
        let is_free = here.is_reached && !here.has_start && !is_machine(about);
        let can_lock = !here.has_exit && here.n_keys == 0 && self.dead_end(area).is_some();
        is_free
            && (wanted.cells[0]..=wanted.cells[1]).contains(&here.cells)
            && wanted.wide <= here.wide
            && wanted.joins.is_none_or(|joins| joins == here.joins)
            && (wanted.role.is_none() || wanted.role == about.role)
            && wanted.tag.as_ref().is_none_or(|tag| about.tags.contains(tag))
            && (wanted.min_depth..=wanted.max_depth).contains(&about.depth)
            && (wanted.floor.is_none() || wanted.floor == here.floor)
            && (blueprint.lock.is_none() || can_lock)
            && (blueprint.holds.is_none() || here.key.is_some())
    }

    /// The join of an area that has only this one, if it can be closed.
    pub(super) fn dead_end(&self, area: u16) -> Option<usize> {
        let here = &self.areas[usize::from(area)];
        here.dead_end.filter(|_| here.joins == 1)
    }

    /// The key of an area.
    pub(super) fn key(&self, area: u16) -> Option<usize> {
        self.areas[usize::from(area)].key
    }

    /// The areas for the key of a dead end: not that of the exit, where walks end, and no vault.
    pub(super) fn key_areas(&self, dead_end: u16) -> Vec<u16> {
        let fits = |&area: &u16| {
            let here = &self.areas[usize::from(area)];
            let is_last = here.has_exit && !here.has_start;
            let tags = &self.graph.areas[usize::from(area)].tags;
            let is_vault = tags.iter().any(|tag| [VAULT, SECRET].contains(&&**tag));
            here.is_reached && !is_last && !is_vault && area != dead_end
        };
        (0..self.areas.len() as u16).filter(fits).collect()
    }

    /// The cells of an area, or those of all others that the start reaches, on which a feature may stand.
    pub(super) fn cells(&self, area: u16, outside: bool, changes_tiles: bool) -> Grid<bool> {
        let is_inside = |at: u16| at.checked_sub(1) == Some(area);
        let is_outside = |at: u16| {
            let other = at.checked_sub(1).filter(|&other| other != area).map(usize::from);
            other.is_some_and(|other| self.areas[other].is_reached && !is_machine(&self.graph.areas[other]))
        };
        let mut cells = self.graph.area.map(|&at| if outside { is_outside(at) } else { is_inside(at) });
        if self.level.kept.is_some() {
            let changes_sides = changes_tiles && self.level.sides.is_some();
            let most = if changes_tiles { Keep::Free } else { Keep::Shape };
            let is_free =
                |at: Point| self.level.keep_at(at) <= most && (!changes_sides || self.level.kept_sides(at).is_empty());
            self.level.size().points().for_each(|at| cells[at] &= is_free(at));
        }
        cells
    }
}

fn is_machine(area: &mapwright_core::Area) -> bool {
    area.tags.iter().any(|tag| tag == MACHINE)
}

/// The side of the largest square of one area that ends in each cell, at the right and the bottom; borders are not crossed.
fn squares(area: &Grid<u16>) -> Grid<u16> {
    let mut squares: Grid<u16> = Grid::new(area.size(), 1);
    for at in area.size().points().filter(|at| at.x > 0 && at.y > 0) {
        let before = [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Point::new(at.x - dx, at.y - dy));
        if before.iter().all(|&p| area[p] == area[at]) {
            squares[at] = 1 + before.map(|p| squares[p]).into_iter().min().unwrap_or(0);
        }
    }
    squares
}

/// The cells of doors that ask for a key, lead one way or are not found.
fn doors_that_bar(level: &BuilderMap) -> impl Iterator<Item = Point> {
    let bars = |door: &&Door| door.lock.is_some() || door.one_way.is_some() || door.is_secret();
    level.doors.iter().flatten().filter(bars).flat_map(|door| door.cells.iter().copied())
}
