//! Areas and the gates between them, on any map.
//!
//! Every row of at most `max_width` cells from wall to wall may be a gate. Cutting at all of them would split the map
//! into far too many components, most of them slices of one corridor. So gates are dropped again, the worst first, wherever
//! the area on one side is too small: below `min_cells` cells, or too small for the square of the gate's width. The
//! result is consistent by construction: areas are the components of the map without its gates, so every walk from one
//! to another passes a gate, and each gate joins exactly two areas.
//!
//! On a map of several floors, the upper end of each way between two of them is a gate too, and the cells around it are in none.
//! Such a gate is kept however small the areas are, so an area lies on one floor.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mapwright_core::{
    Area, BuildCx, BuildError, Builder, BuilderMap, Dir, Door, Effect, Facts, Grid, Join, JoinKind, LevelGraph,
    MetaMapBuilder, Passages, Plane, Point, Reach, Size, params,
};
use mapwright_graph::{Components, DisjointSets};

use crate::gates::rows;
use crate::stairs;

/// Finds the areas of a level and the narrow gates between them.
///
/// Finds the areas of a level and how they join: the map's `graph`. Every join has a gate of at most `max_width` cells,
/// so every join can be locked. A join with a locked or a one-way door in its gate says so. On a map of several floors each
/// area lies on one of them; stairs are joins, and their gate is the upper end. A pit is a one-way join.
#[derive(Eq)]
#[params]
pub struct AreaGraph {
    /// The widest gate between two areas, in cells.
    ///
    /// Corridors and doorways have 1; caves have hardly any gates below 3.
    #[param(default = 1, range = 1..=8)]
    pub max_width: u8,
    /// The smallest area behind a gate, in cells.
    ///
    /// A wide gate needs more: twice the square of its width.
    #[param(default = 12, range = 1..)]
    pub min_cells: u16,
    /// Whether gates must also block diagonal steps.
    ///
    /// Walls must be tight too.
    pub diagonal: bool,
}

impl Builder for AreaGraph {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("area-graph")
            .memory(16)
            .title("Areas and gates")
            .gives(Plane::Graph)
            .effect(Effect::Keeps)
            .reach(Reach::Global("it is about one whole level with a start and an exit, and a plane has no end"))
    }
}

impl MetaMapBuilder for AreaGraph {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        map.graph = Some(self.cut(map, cx)?);
        Ok(())
    }
}

impl AreaGraph {
    /// The graph of a map; see [`AreaGraph`].
    ///
    /// # Errors
    ///
    /// There are more than 65,535 areas.
    pub fn graph(&self, map: &BuilderMap) -> Result<LevelGraph, BuildError> {
        self.cut(map, &mut BuildCx::new(0, "area-graph", 0))
    }

    fn cut(&self, map: &BuilderMap, cx: &mut BuildCx<'_>) -> Result<LevelGraph, BuildError> {
        let passages = map.passages();
        cx.keep_going()?;
        let mut cutting = Cutting::new(map, &passages, self, cx)?;
        cutting.drop_small_areas(cx)?;
        cutting.drop_what_joins_nothing(cx)?;
        cutting.into_graph(cx)
    }

    /// The fewest cells that an area behind a gate must have.
    fn least(&self, width: usize) -> u32 {
        u32::from(self.min_cells).max(2 * (width * width) as u32)
    }
}

const NONE: u32 = u32::MAX;

/// A map cut at gates.
struct Cutting<'a> {
    map: &'a BuilderMap,
    passages: &'a Passages,
    parameters: &'a AreaGraph,
    /// The gates, best first.
    gates: Vec<GateCells>,
    /// The component of each open cell without the gates; 0 for none.
    component: Grid<u32>,
    /// Which components have become one area.
    areas: DisjointSets,
    /// The cells of each area, at its representative.
    sizes: Vec<u32>,
}

struct GateCells {
    cells: Vec<u32>,
    /// Its connected groups of cells: one for a straight row, one for each cell of a diagonal row.
    groups: Vec<Group>,
    is_dropped: bool,
    /// Whether it leads to another floor.
    is_stairs: bool,
}

struct Group {
    /// Which of the gate's cells.
    cells: Range<usize>,
    /// The components around it.
    components: Vec<u32>,
}

impl<'a> Cutting<'a> {
    fn new(
        map: &'a BuilderMap,
        passages: &'a Passages,
        parameters: &'a AreaGraph,
        cx: &mut BuildCx<'_>,
    ) -> Result<Self, BuildError> {
        let marks = map.spawns.iter().map(|spawn| spawn.at).chain(map.start).chain(map.exit);
        let marks = marks.filter(|&at| map.size().contains(at));
        let mut marked: Vec<u32> = marks.map(|at| map.size().index(at)).collect();
        let stairs = stairs::upper_ends(map);
        marked.extend(stairs.iter().flat_map(|&cell| passages.around(cell)));
        marked.sort_unstable();
        let is_marked = |cell: u32| marked.binary_search(&cell).is_ok();
        let narrow = rows(map, passages, (parameters.max_width, !parameters.diagonal), is_marked, cx)?;
        let rows = stairs.iter().map(|&cell| vec![cell]).chain(narrow.into_iter().map(|row| row.cells));
        let (gate, rows) = apart(passages, rows, cx)?;
        let is_free = |cell: u32| gate[cell as usize] == NONE && !map.tiles[cell].is_solid();
        let around = |cell: u32| {
            cx.work(1)?;
            Ok::<_, BuildError>(passages.neighbors(cell).filter(|&next| is_free(next)))
        };
        let Components { label: component, mut sizes } = Components::try_of(passages, is_free, around, |_| ())?;
        // Labels begin at 1.
        sizes.insert(0, 0);
        let mut gates = Vec::with_capacity(rows.len());
        for cells in rows {
            cx.work(1)?;
            let is_stairs = stairs.binary_search(&cells[0]).is_ok();
            gates.push(GateCells { groups: groups(passages, &cells, &component), cells, is_dropped: false, is_stairs });
        }
        let areas = DisjointSets::new(sizes.len() as u32);
        Ok(Cutting { map, passages, parameters, gates, component, areas, sizes })
    }

    /// The two areas that a gate joins; `None` if it touches fewer or more, or cannot be passed.
    fn ends(&mut self, gate: usize) -> Option<[u32; 2]> {
        let areas = &mut self.areas;
        let of = |group: &Group| -> Vec<u32> {
            let mut found: Vec<u32> = group.components.iter().map(|&component| areas.find(component)).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let groups: Vec<Vec<u32>> = self.gates[gate].groups.iter().map(of).collect();
        let ends = <[u32; 2]>::try_from(groups.iter().find(|areas| areas.len() > 1)?.as_slice()).ok()?;
        groups.iter().flatten().all(|area| ends.contains(area)).then_some(ends)
    }

    /// Merges the areas around each group of a gate with the group's cells.
    fn drop_gate(&mut self, gate: usize) {
        self.gates[gate].is_dropped = true;
        for group in &self.gates[gate].groups {
            let mut area = self.areas.find(group.components[0]);
            for &component in &group.components[1..] {
                let other = self.areas.find(component);
                if other != area {
                    let size = self.sizes[area as usize] + self.sizes[other as usize];
                    self.areas.unite(area, other);
                    area = self.areas.find(area);
                    self.sizes[area as usize] = size;
                }
            }
            self.sizes[area as usize] += group.cells.len() as u32;
        }
    }

    fn drop_small_areas(&mut self, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        for gate in (0..self.gates.len()).rev() {
            cx.work(1)?;
            let least = self.parameters.least(self.gates[gate].cells.len());
            let least = if self.gates[gate].is_stairs { 0 } else { least };
            let keeps = self.ends(gate).is_some_and(|ends| ends.iter().all(|&area| self.sizes[area as usize] >= least));
            if !keeps {
                self.drop_gate(gate);
            }
        }
        Ok(())
    }

    /// Drops gates that no longer separate anything, until all remaining gates do.
    ///
    /// There are three rounds at most. After the first, each gate that is left had two ends when it was looked at, and all
    /// its groups touch no other areas. If those two have merged since, all its groups touch the same area, so dropping it in
    /// the second round merges nothing, and the third finds nothing.
    fn drop_what_joins_nothing(&mut self, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for gate in 0..self.gates.len() {
                cx.work(1)?;
                if !self.gates[gate].is_dropped && self.ends(gate).is_none() {
                    self.drop_gate(gate);
                    changed = true;
                }
            }
        }
        Ok(())
    }

    fn into_graph(mut self, cx: &mut BuildCx<'_>) -> Result<LevelGraph, BuildError> {
        cx.keep_going()?;
        let mut number = vec![0u16; self.sizes.len()];
        let mut area = Grid::new(self.map.size(), 0u16);
        let mut n_areas = 0u16;
        for gate in self.gates.iter().filter(|gate| gate.is_dropped) {
            for group in &gate.groups {
                gate.cells[group.cells.clone()].iter().for_each(|&cell| self.component[cell] = group.components[0]);
            }
        }
        for cell in 0..self.passages.area() {
            let component = self.component[cell];
            if component == 0 {
                continue;
            }
            let root = self.areas.find(component);
            if number[root as usize] == 0 {
                n_areas = n_areas.checked_add(1).ok_or_else(too_many)?;
                number[root as usize] = n_areas;
            }
            area[cell] = number[root as usize];
        }
        cx.keep_going()?;
        let (mut joins, doors) = (Vec::new(), doors(self.map));
        for gate in 0..self.gates.len() {
            cx.work(1)?;
            if self.gates[gate].is_dropped {
                continue;
            }
            let Some(ends) = self.ends(gate) else { continue };
            let [a, b] = ends.map(|root| number[root as usize] - 1);
            let cells: Vec<Point> = self.gates[gate].cells.iter().map(|&cell| self.map.size().point(cell)).collect();
            let kind = match kind(&doors, self.passages, &area, &cells) {
                JoinKind::Open => stairs::way(self.map, self.passages, &area, &cells),
                kind => kind,
            };
            let mut join = Join::new(a.min(b), a.max(b), cells);
            join.kind = kind;
            joins.push(join);
        }
        cx.keep_going()?;
        joins.sort_by_key(|join| (join.a, join.b, join.gate.first().copied()));
        // Their lists take a while to be freed on a large map.
        for gate in self.gates {
            cx.work(1)?;
            drop(gate);
        }
        drop((self.component, self.areas));
        cx.keep_going()?;
        let areas = describe(self.map, &anchors(&area, n_areas, cx)?, &area, &joins);
        Ok(LevelGraph::new(area, areas, joins))
    }
}

/// The doors with a lock or a direction, by cell.
type DoorsByCell<'a> = BTreeMap<Point, Vec<&'a Door>>;

fn doors(map: &BuilderMap) -> DoorsByCell<'_> {
    let mut doors = DoorsByCell::new();
    for door in map.doors.iter().flatten().filter(|door| door.lock.is_some() || door.one_way.is_some()) {
        door.cells.iter().for_each(|&at| doors.entry(at).or_default().push(door));
    }
    doors
}

/// What the doors in a gate ask for: the keys that all of its cells are locked with, or else the direction of all of them.
fn kind(doors: &DoorsByCell<'_>, passages: &Passages, area: &Grid<u16>, gate: &[Point]) -> JoinKind {
    let Some(first) = gate.first().and_then(|at| doors.get(at)) else { return JoinKind::Open };
    let in_all = |is_one: &dyn Fn(&Door) -> bool| {
        gate.iter().all(|at| doors.get(at).is_some_and(|doors| doors.iter().any(|door| is_one(door))))
    };
    let locks: BTreeSet<u8> = first.iter().filter_map(|door| door.lock).collect();
    let locks: Vec<u8> = locks.into_iter().filter(|&lock| in_all(&|door| door.lock == Some(lock))).collect();
    if !locks.is_empty() {
        return JoinKind::Locked(locks);
    }
    let way = Dir::ALL.into_iter().find(|&dir| in_all(&|door| door.one_way == Some(dir)));
    let before =
        |dir: Dir| gate.iter().find_map(|&at| area[passages.next(passages.index(at), dir.opposite())?].checked_sub(1));
    let from = way.and_then(before);
    from.map_or(JoinKind::Open, |from| JoinKind::OneWay { from })
}

fn too_many() -> BuildError {
    BuildError::impossible("the map has more than 65535 areas; a larger `min_cells` gives fewer")
}

/// Rows that do not touch each other, the best first, and the index of the row in each cell.
fn apart(
    passages: &Passages,
    rows: impl Iterator<Item = Vec<u32>>,
    cx: &mut BuildCx<'_>,
) -> Result<(Vec<u32>, Vec<Vec<u32>>), BuildError> {
    let mut gate = vec![NONE; passages.area() as usize];
    let mut gates = Vec::new();
    for row in rows {
        cx.work(1)?;
        let is_free = |cell: u32| gate[cell as usize] == NONE;
        if row.iter().all(|&cell| is_free(cell) && passages.neighbors(cell).all(is_free)) {
            row.iter().for_each(|&cell| gate[cell as usize] = gates.len() as u32);
            gates.push(row);
        }
    }
    Ok((gate, gates))
}

/// The connected groups of a gate's cells, and the components around each.
fn groups(passages: &Passages, cells: &[u32], component: &Grid<u32>) -> Vec<Group> {
    let is_straight = cells.iter().all(|&cell| passages.neighbors(cell).any(|next| cells.contains(&next)));
    let length = if is_straight { cells.len().max(1) } else { 1 };
    let around = |nth: usize| {
        let own = nth * length..((nth + 1) * length).min(cells.len());
        let around = cells[own.clone()].iter().flat_map(|&cell| passages.neighbors(cell));
        let mut components: Vec<u32> = around.map(|cell| component[cell]).filter(|&component| component != 0).collect();
        components.sort_unstable();
        components.dedup();
        Group { cells: own, components }
    };
    (0..cells.len() / length).map(around).collect()
}

/// For each area, whose anchors these are, how many gates lie between it and the start, and its role.
fn describe(map: &BuilderMap, anchors: &[Point], area: &Grid<u16>, joins: &[Join]) -> Vec<Area> {
    let n_areas = anchors.len() as u16;
    let area_at = |at: Option<Point>| at.and_then(|at| area.get(at)?.checked_sub(1));
    let depths = depths(n_areas, joins.iter().map(|join| (join.a, join.b)), area_at(map.start));
    let role = |i: u16| match Some(i) {
        i if i == area_at(map.start) => Some("start".to_owned()),
        i if i == area_at(map.exit) => Some("exit".to_owned()),
        _ => None,
    };
    let describe = |(i, &anchor): (u16, &Point)| {
        let mut area = Area::new(anchor);
        (area.depth, area.role) = (depths[usize::from(i)], role(i));
        area
    };
    (0..n_areas).zip(anchors).map(describe).collect()
}

/// The cell of each area that is nearest to the mean of its cells; of several, the first. Borders count, wrapped or not.
fn anchors(area: &Grid<u16>, n_areas: u16, cx: &mut BuildCx<'_>) -> Result<Vec<Point>, BuildError> {
    let mut sums = vec![[0u64; 3]; usize::from(n_areas)];
    let cells = || area.iter().filter_map(|(at, &area)| Some((at, usize::from(area.checked_sub(1)?))));
    for (at, i) in cells() {
        let [x, y, count] = &mut sums[i];
        (*x, *y, *count) = (*x + u64::from(at.x), *y + u64::from(at.y), *count + 1);
    }
    cx.keep_going()?;
    let mut nearest = vec![(u64::MAX, Point::default()); usize::from(n_areas)];
    for (at, i) in cells() {
        let [x, y, count] = sums[i];
        let (dx, dy) = (u64::from(at.x).abs_diff(x / count), u64::from(at.y).abs_diff(y / count));
        if dx * dx + dy * dy < nearest[i].0 {
            nearest[i] = (dx * dx + dy * dy, at);
        }
    }
    cx.keep_going()?;
    Ok(nearest.into_iter().map(|(_, at)| at).collect())
}

/// The number of gates from the first area to each other; without a way, that of the deepest.
pub(crate) fn depths(n_areas: u16, joins: impl Iterator<Item = (u16, u16)>, first: Option<u16>) -> Vec<u32> {
    let mut around = vec![Vec::new(); usize::from(n_areas)];
    for (a, b) in joins {
        around[usize::from(a)].push(b);
        around[usize::from(b)].push(a);
    }
    let mut depths = vec![None; usize::from(n_areas)];
    let mut queue: Vec<u16> = first.into_iter().collect();
    queue.iter().for_each(|&area| depths[usize::from(area)] = Some(0));
    let mut at = 0;
    while let Some(&area) = queue.get(at) {
        for &next in &around[usize::from(area)] {
            if depths[usize::from(next)].is_none() {
                depths[usize::from(next)] = depths[usize::from(area)].map(|depth: u32| depth + 1);
                queue.push(next);
            }
        }
        at += 1;
    }
    let deepest = depths.iter().copied().flatten().max().unwrap_or(0);
    depths.into_iter().map(|depth| depth.unwrap_or(deepest)).collect()
}
