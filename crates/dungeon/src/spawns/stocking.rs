//! Fills groups of cells from a table, one after the other.
//!
//! A group takes one of its free cells at random, draws what appears there, and pays for it, until it can pay nothing. An
//! entry whose pack does not fit around a cell is out of the draw for that cell, and a cell where nothing can appear is
//! passed over for good: budgets and free cells only become fewer.

use mapwright_core::{BuildCx, BuildError, BuilderMap, Grid, MapRng, MetaMapBuilder, Passages, Size, Spawn};
use mapwright_graph::{UNREACHED, distances};

use super::group::SpawnGroup;
use super::quota::SpawnQuota;
use super::spawn_table::{DepthCurve, SpawnEntry};
use super::stage::Spawns;
use crate::free_cells::FreeCells;
use crate::terrain::Placement;

/// The most bytes that a group takes beside its cells, and a spawn with its name.
const BYTES_PER_GROUP: u64 = 100;
const BYTES_PER_SPAWN: u64 = 100;

impl MetaMapBuilder for Spawns {
    fn check(&self) -> Result<(), BuildError> {
        self.check_all()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        cx.claim_with(map.size().w.into(), map.size().h.into(), 32)?;
        Stocking::new(self, map, cx)?.stock(cx)
    }
}

/// A map that is being stocked.
#[derive(Debug)]
pub(super) struct Stocking<'a> {
    stage: &'a Spawns,
    map: &'a mut BuilderMap,
    size: Size,
    /// Where something may appear.
    free: Grid<bool>,
    curve: Option<DepthCurve>,
    /// The room of each cell, from 1, where the table asks for it.
    room: Option<Grid<u32>>,
    /// The number of the next pack, while there are any left.
    pack: Option<u16>,
    /// Where packs can walk, and the last search that saw each cell, if the table has packs.
    ways: Option<(Passages, Grid<u32>)>,
    searches: u32,
}

impl<'a> Stocking<'a> {
    pub(super) fn new(stage: &'a Spawns, map: &'a mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<Self, BuildError> {
        stage.check_table(map.n_floors().into())?;
        let (size, mut free) = (map.size(), FreeCells::off_doors(map).into_grid());
        let has_rules = stage.placement != Placement::default();
        let has_packs = stage.table.entries.iter().any(|entry| !entry.with.is_empty());
        let passages = (has_rules || has_packs).then(|| map.passages());
        if let Some(passages) = passages.as_ref().filter(|_| has_rules) {
            let fits = stage.placement.cells(map, passages, false, cx)?;
            free.as_mut_slice().iter_mut().zip(fits.as_slice()).for_each(|(free, fits)| *free &= fits);
        }
        let ways = passages.filter(|_| has_packs).map(|passages| (passages, Grid::new(size, 0)));
        cx.keep_going()?;
        let curve = (stage.rise > 0).then(|| DepthCurve::along(map, stage.rise)).transpose()?;
        let asks = stage.table.asks_for_place() && map.rooms.is_some();
        let room = asks.then(|| SpawnGroup::Room.of_cells(map, &mut cx.rng)).transpose()?;
        let pack = map.spawns.iter().filter_map(|spawn| spawn.pack).max().map_or(Some(0), |last| last.checked_add(1));
        Ok(Stocking { stage, map, size, free, curve, room, pack, ways, searches: 0 })
    }

    pub(super) fn stock(mut self, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = self.map.start.filter(|_| !self.stage.quota.is_empty());
        let steps = start.map(|start| distances(&self.map.passages(), [start]));
        for quota in &self.stage.quota {
            self.place_quota(quota, steps.as_ref(), cx)?;
        }
        let (group, spending) = (self.stage.r#in.of_cells(self.map, &mut cx.rng)?, self.stage.spending());
        if spending[1] == 0 {
            return Ok(());
        }
        cx.keep_going()?;
        // A pack has as many as its entry says.
        let most = if self.ways.is_some() { u32::MAX } else { spending[1] };
        self.claim(&group, |groups| groups * u64::from(most), cx)?;
        for cells in self.free_cells(&group) {
            cx.work(cells.len() as u32)?;
            if cx.rng.chance(self.stage.chance) {
                let left = cx.rng.range(spending[0], spending[1]);
                self.fill(&group, cells, left, cx)?;
            }
        }
        Ok(())
    }

    /// Claims memory for the cells of groups, and for `spawns` of their number.
    fn claim(&self, group: &Grid<u32>, spawns: impl Fn(u64) -> u64, cx: &BuildCx<'_>) -> Result<(), BuildError> {
        let (Size { w, h }, area) = (group.size(), u64::from(group.size().area()));
        let groups = u64::from(group.as_slice().iter().copied().max().unwrap_or(0));
        let bytes = BYTES_PER_GROUP * groups + BYTES_PER_SPAWN * spawns(groups).min(area);
        cx.claim_with(w.into(), h.into(), bytes.div_ceil(area.max(1))).map(drop)
    }

    /// The free cells of each group that has open cells.
    fn free_cells(&self, group: &Grid<u32>) -> Vec<Vec<u32>> {
        let mut cells: Vec<Option<Vec<u32>>> = Vec::new();
        let planes = group.as_slice().iter().zip(self.map.tiles.as_slice()).zip(self.free.as_slice());
        for (cell, ((&number, tile), &is_free)) in (0..).zip(planes) {
            let Some(number) = number.checked_sub(1).filter(|_| !tile.is_solid()) else { continue };
            if cells.len() <= number as usize {
                cells.resize(number as usize + 1, None);
            }
            cells[number as usize].get_or_insert_default().extend(is_free.then_some(cell));
        }
        cells.into_iter().flatten().collect()
    }

    /// Places what a quota asks for, where it can be reached in `steps` from the start if the map has one. What does not fit
    /// into a group moves to the next one that has room, and after the last to the first.
    fn place_quota(
        &mut self,
        quota: &SpawnQuota,
        steps: Option<&Grid<u32>>,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let group = quota.by.of_cells(self.map, &mut cx.rng)?;
        self.claim(&group, |groups| groups.max(1) * quota.most(), cx)?;
        let mut cells = self.free_cells(&group);
        if let Some(steps) = steps {
            cells.iter_mut().for_each(|cells| cells.retain(|&cell| steps[cell] != UNREACHED));
        }
        let free: Vec<usize> = cells.iter().map(Vec::len).collect();
        let offset = cx.rng.bits() as u32;
        let shares = quota.shares(&free, offset);
        let wanted = shares.iter().sum::<u64>().max(quota.total.unwrap_or(0).into());
        let (mut left, mut placed) = (0, 0);
        for (i, share) in shares.into_iter().chain(free.iter().map(|_| 0)).enumerate() {
            left += share;
            let own = &mut cells[i % free.len()];
            while left > 0 {
                cx.work(1)?;
                let Some(cell) = cx.rng.swap_remove(own) else { break };
                self.put(cell, &quota.name, None, cx);
                (left, placed) = (left - 1, placed + 1);
            }
        }
        let (name, groups) = (&quota.name, quota.by.plural());
        if placed == wanted && (!free.is_empty() || !quota.is_positive()) {
            return Ok(());
        }
        let why = match free.is_empty() {
            true => format!("the map has no {groups} for the quota of `{name}`"),
            false => format!("the quota of `{name}` is {wanted}, and the {groups} have room for {placed}"),
        };
        Err(BuildError::contradiction(None, why))
    }

    /// Fills a group until nothing is left to spend, or nothing more can appear.
    fn fill(
        &mut self,
        group: &Grid<u32>,
        mut cells: Vec<u32>,
        mut left: u32,
        cx: &mut BuildCx<'_>,
    ) -> Result<(), BuildError> {
        let stage = self.stage;
        let cost = |entry: &SpawnEntry| if stage.budget.is_some() { entry.cost } else { 1 };
        let least = stage.table.entries.iter().map(cost).min().unwrap_or(u32::MAX);
        while left >= least {
            cx.work(1)?;
            let Some(cell) = cx.rng.swap_remove(&mut cells) else { break };
            let mut out = Vec::new();
            while self.free[cell] {
                let fits = |i: usize, entry: &SpawnEntry| cost(entry) <= left && !out.contains(&i);
                let Some((i, entry)) = self.draw(cell, fits, &mut cx.rng) else { break };
                if let Some(members) = self.room_for(entry, group, cell, cx)? {
                    self.place(entry, cell, members, cx);
                    left -= cost(entry);
                } else {
                    out.push(i);
                }
            }
        }
        Ok(())
    }

    /// What appears in a cell, of what fits.
    fn draw(
        &self,
        cell: u32,
        fits: impl Fn(usize, &SpawnEntry) -> bool,
        rng: &mut MapRng,
    ) -> Option<(usize, &'a SpawnEntry)> {
        let (stage, at) = (self.stage, self.size.point(cell));
        let (mut role, mut tags) = (None, Vec::new());
        if stage.table.asks_for_place() {
            let area = self.map.graph.as_ref().and_then(|graph| graph.areas.get(usize::from(graph.area_at(at)?)));
            let number = self.room.as_ref().and_then(|room| room[cell].checked_sub(1));
            let room = number.and_then(|number| self.map.rooms.as_ref()?.get(number as usize));
            role = area.and_then(|area| area.role.as_deref());
            tags.extend(area.iter().flat_map(|area| &area.tags).chain(room.iter().flat_map(|room| &room.tags)));
        }
        let tags: Vec<&str> = tags.into_iter().map(String::as_str).collect();
        let fits = |i: usize, entry: &SpawnEntry| fits(i, entry) && entry.applies_in(role, &tags);
        let floor = self.map.floor_of(at).map_or(0, u32::from);
        let depth = stage.depth.saturating_add(stage.depth_per_floor.saturating_mul(floor));
        let depth = depth.saturating_add(self.curve.as_ref().map_or(0, |curve| curve.at(at)));
        let (chance, more) = stage.deeper;
        let deep = chance > 0.0 && rng.chance(chance);
        let deeper = if deep { stage.table.draw_of(depth.saturating_add(more), fits, rng) } else { None };
        deeper.or_else(|| stage.table.draw_of(depth, fits, rng))
    }

    /// Free cells for the members of a pack, the nearest ones of its group, and the name for each; `None` if there is no
    /// room for all.
    fn room_for(
        &mut self,
        entry: &'a SpawnEntry,
        group: &Grid<u32>,
        leader: u32,
        cx: &mut BuildCx<'_>,
    ) -> Result<Option<Vec<(u32, &'a str)>>, BuildError> {
        let mut names = Vec::new();
        for member in &entry.with {
            let count = cx.rng.range(member.count[0], member.count[1]) as usize;
            names.extend(std::iter::repeat_n(member.name.as_str(), count));
        }
        let (Some((passages, seen)), Some(_), false) = (&mut self.ways, self.pack, entry.with.is_empty()) else {
            return Ok(entry.with.is_empty().then(Vec::new));
        };
        self.searches = self.searches.wrapping_add(1);
        let (mut queue, mut at, mut cells) = (vec![(leader, 0)], 0, Vec::new());
        seen[leader] = self.searches;
        let is_enough =
            |cells: &[(u32, u32)], steps| cells.len() >= names.len() && cells.last().is_none_or(|last| last.0 < steps);
        while let Some(&(here, steps)) = queue.get(at).filter(|&&(_, steps)| !is_enough(&cells, steps)) {
            at += 1;
            if here != leader && self.free[here] && group[here] == group[leader] {
                cells.push((steps, here));
            }
            for next in passages.neighbors(here).filter(|_| steps < entry.spread) {
                if std::mem::replace(&mut seen[next], self.searches) != self.searches {
                    queue.push((next, steps + 1));
                }
            }
        }
        cx.work(at as u32)?;
        // Of cells that are equally far away, none is favored.
        cells.chunk_by_mut(|a, b| a.0 == b.0).for_each(|cells| cx.rng.shuffle(cells));
        let cells = cells.into_iter().map(|(_, cell)| cell);
        Ok((cells.len() >= names.len()).then(|| cells.zip(names).collect()))
    }

    /// Places a spawn, and its pack if it leads one.
    fn place(&mut self, entry: &SpawnEntry, cell: u32, members: Vec<(u32, &str)>, cx: &mut BuildCx<'_>) {
        let pack = self.pack.filter(|_| !entry.with.is_empty());
        self.put(cell, &entry.name, pack, cx);
        members.into_iter().for_each(|(cell, name)| self.put(cell, name, pack, cx));
        self.pack = if pack.is_some() { pack.and_then(|pack| pack.checked_add(1)) } else { self.pack };
    }

    fn put(&mut self, cell: u32, what: &str, pack: Option<u16>, cx: &mut BuildCx<'_>) {
        self.free[cell] = false;
        let spawn = Spawn::new(self.size.point(cell), what);
        self.map.spawns.push(match pack {
            Some(pack) => spawn.in_pack(pack),
            None => spawn,
        });
        if cx.step_is_due(1) {
            cx.step_frame(self.map, "");
        }
    }
}
