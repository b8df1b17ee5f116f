//! What the areas, locks and proof of a level say about it, as numbers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use mapwright_core::{BuilderMap, Dir, Door, Grid, JoinKind, LevelGraph, Passages, Point, Proof};

use crate::{UNREACHED, distances};

/// The neighbors of each area, once for each join that `is_open`.
fn neighbors(graph: &LevelGraph, is_open: impl Fn(&JoinKind) -> bool) -> Vec<Vec<usize>> {
    let mut neighbors = vec![Vec::new(); graph.areas.len()];
    for join in graph.joins.iter().filter(|join| is_open(&join.kind)) {
        let (a, b) = (usize::from(join.a), usize::from(join.b));
        if a.max(b) < neighbors.len() {
            neighbors[a].push(b);
            neighbors[b].push(a);
        }
    }
    neighbors
}

/// The areas that can be reached from one, nearest first, each with the number of joins on the way.
fn walk(neighbors: &[Vec<usize>], from: usize) -> Vec<(usize, u32)> {
    let mut seen = vec![false; neighbors.len()];
    let (mut found, mut queue) = (Vec::new(), VecDeque::from([(from, 0)]));
    seen[from] = true;
    while let Some((area, joins)) = queue.pop_front() {
        found.push((area, joins));
        for &next in &neighbors[area] {
            if !std::mem::replace(&mut seen[next], true) {
                queue.push_back((next, joins + 1));
            }
        }
    }
    found
}

/// The connected components of the areas: the areas of each, nearest to its lowest first.
fn components(neighbors: &[Vec<usize>]) -> Vec<Vec<(usize, u32)>> {
    let (mut seen, mut components) = (vec![false; neighbors.len()], Vec::new());
    for area in 0..neighbors.len() {
        if !seen[area] {
            let component = walk(neighbors, area);
            component.iter().for_each(|&(area, _)| seen[area] = true);
            components.push(component);
        }
    }
    components
}

/// The number of independent loops: joins − areas + components.
pub(crate) fn loops(graph: &LevelGraph) -> f64 {
    let neighbors = neighbors(graph, |_| true);
    let joins: usize = neighbors.iter().map(Vec::len).sum::<usize>() / 2;
    (joins + components(&neighbors).len() - neighbors.len()) as f64
}

/// The share of areas with one join.
pub(crate) fn dead_end_share(graph: &LevelGraph) -> Option<f64> {
    let neighbors = neighbors(graph, |_| true);
    share(neighbors.iter().filter(|joins| joins.len() == 1).count(), neighbors.len())
}

/// The areas on the longest shortest path that a double search finds in the largest component.
pub(crate) fn longest_path(graph: &LevelGraph) -> f64 {
    let neighbors = neighbors(graph, |_| true);
    // Of components of one size the first.
    let largest = components(&neighbors).into_iter().rev().max_by_key(Vec::len);
    let far = largest.and_then(|component| component.last().copied());
    far.map_or(0.0, |(far, _)| f64::from(walk(&neighbors, far).last().map_or(0, |&(_, joins)| joins) + 1))
}

/// The share of the walk's steps that lead to a cell where it was before.
pub(crate) fn backtrack_share(map: &BuilderMap, proof: &Proof) -> Option<f64> {
    let mut seen = Grid::new(map.size(), false);
    let again = proof.walk.iter().filter(|&&at| seen.get_mut(at).is_some_and(|seen| std::mem::replace(seen, true)));
    share(again.count(), proof.walk.len().saturating_sub(1))
}

/// The share of areas that the walk enters.
pub(crate) fn critical_share(graph: &LevelGraph, proof: &Proof) -> Option<f64> {
    let mut entered = vec![false; graph.areas.len()];
    for area in proof.walk.iter().filter_map(|&at| graph.area_at(at)) {
        if let Some(entered) = entered.get_mut(usize::from(area)) {
            *entered = true;
        }
    }
    share(entered.iter().filter(|&&entered| entered).count(), entered.len())
}

/// The most keys of which each lies behind the lock of the one before: where no way leads that does without it.
pub(crate) fn lock_chain(map: &BuilderMap, graph: &LevelGraph) -> Option<f64> {
    let area_at = |at| graph.area_at(at).map(usize::from).filter(|&area| area < graph.areas.len());
    let start = area_at(map.start?)?;
    let mut keys: Vec<(u8, Vec<usize>)> = Vec::new();
    for spawn in &map.spawns {
        let (Some(key), Some(area)) = (spawn.key, area_at(spawn.at)) else { continue };
        match keys.iter_mut().find(|(known, _)| *known == key) {
            Some((_, areas)) => areas.push(area),
            None => keys.push((key, vec![area])),
        }
    }
    // For each lock the keys that nobody reaches without it.
    let behind: Vec<Vec<usize>> = keys
        .iter()
        .map(|(lock, _)| {
            let is_open = |kind: &JoinKind| !matches!(kind, JoinKind::Locked(locks) if locks.contains(lock));
            let mut is_near = vec![false; graph.areas.len()];
            walk(&neighbors(graph, is_open), start).iter().for_each(|&(area, _)| is_near[area] = true);
            let is_far = |areas: &[usize]| areas.iter().all(|&area| !is_near[area]);
            (0..keys.len()).filter(|&key| is_far(&keys[key].1)).collect()
        })
        .collect();
    // Each round makes the chains that end in a key longer by one. Where a level cannot be won, keys may lie behind each
    // other.
    let mut longest = vec![1; keys.len()];
    for _ in 1..keys.len() {
        let before = longest.clone();
        for (key, behind) in behind.iter().enumerate() {
            for &next in behind.iter().filter(|&&next| next != key) {
                longest[next] = longest[next].max(before[key] + 1);
            }
        }
        if longest == before {
            break;
        }
    }
    longest.into_iter().max().map(f64::from)
}

/// The median over keys of the steps to the nearest door of their lock, locks or not: of two in the middle the shorter.
pub(crate) fn key_steps(map: &BuilderMap, passages: &Passages) -> Option<f64> {
    let mut keys: BTreeMap<u8, Vec<Point>> = BTreeMap::new();
    for spawn in map.spawns.iter().filter(|spawn| map.size().contains(spawn.at)) {
        spawn.key.into_iter().for_each(|key| keys.entry(key).or_default().push(spawn.at));
    }
    // Ways lead both ways, so one flood from the doors of a lock meets all of its keys.
    let steps = keys.into_iter().flat_map(|(key, keys)| {
        let doors = map.doors.iter().flatten().filter(|door| door.lock == Some(key)).flat_map(|door| &door.cells);
        let steps = distances(passages, doors.copied().filter(|&cell| map.size().contains(cell)));
        keys.into_iter().map(move |at| steps[at]).filter(|&steps| steps != UNREACHED)
    });
    let mut all: Vec<u32> = steps.collect();
    all.sort_unstable();
    all.get(all.len().saturating_sub(1) / 2).copied().map(f64::from)
}

/// How many keys lie on another floor than all doors of their lock. Those without a door do not count.
pub(crate) fn key_floors(map: &BuilderMap) -> Option<f64> {
    map.floors?;
    let (mut n_keys, mut n_far) = (0, 0);
    for (key, at) in map.spawns.iter().filter_map(|spawn| Some((spawn.key?, spawn.at))) {
        let doors = map.doors.iter().flatten().filter(|door| door.lock == Some(key));
        let mut floors = doors.flat_map(|door| &door.cells).map(|&cell| map.floor_of(cell)).peekable();
        if floors.peek().is_some() {
            n_keys += 1;
            n_far += u32::from(floors.all(|floor| floor != map.floor_of(at)));
        }
    }
    (n_keys > 0).then(|| n_far.into())
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Doors of one cell that do not stand between two walls: gates of caves, where those have none.
pub(crate) fn bare_doors(map: &BuilderMap) -> usize {
    let is_shut = |at: Point, dir: Dir| map.next(at, dir).is_none() && map.next(at, dir.opposite()).is_none();
    let is_bare = |door: &&Door| match door.cells[..] {
        [at] => !is_shut(at, Dir::N) && !is_shut(at, Dir::E),
        _ => false,
    };
    map.doors.iter().flatten().filter(is_bare).count()
}

/// Locked doors by the number of locks.
pub(crate) fn doors_a_lock(map: &BuilderMap) -> Option<f64> {
    let locks: Vec<u8> = map.doors.iter().flatten().filter_map(|door| door.lock).collect();
    let different: BTreeSet<u8> = locks.iter().copied().collect();
    (!locks.is_empty()).then(|| locks.len() as f64 / different.len() as f64)
}

#[cfg(test)]
mod tests {
    use mapwright_core::{
        Area, BuilderMap, Door, Grid, Join, JoinKind, LevelGraph, MapRng, Portal, Proof, Size, Spawn, Tile, Wrap,
    };

    use crate::{Metric, Metrics, UNREACHED, distances};

    /// A corridor of five areas, each of one cell, with gates between them; key 1 opens the second gate, key 0, behind
    /// it, the fourth.
    fn corridor() -> BuilderMap {
        let size = Size::new(9, 1);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let areas = (0..5).map(|i| Area::new((2 * i, 0))).collect();
        let mut joins: Vec<Join> = (0..4).map(|i| Join::new(i, i + 1, [(2 * i + 1, 0).into()])).collect();
        joins[1].kind = JoinKind::Locked(vec![1]);
        joins[3].kind = JoinKind::Locked(vec![0]);
        let area = Grid::from_fn(size, |at| if at.x % 2 == 0 { at.x / 2 + 1 } else { 0 });
        map.graph = Some(LevelGraph::new(area, areas, joins));
        map.doors = Some(vec![Door::locked([(3, 0).into()], 1), Door::locked([(7, 0).into()], 0)]);
        map.spawns = vec![Spawn::key((0, 0), "Key B", 1), Spawn::key((4, 0), "Key A", 0)];
        map.start = Some((2, 0).into());
        map.exit = Some((8, 0).into());
        let cells = [2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map(|x| (x, 0).into());
        map.proof = Some(Proof::new(cells.to_vec(), vec![1, 0], vec![true, true]));
        map
    }

    #[test]
    fn a_corridor_has_the_numbers_that_one_counts() {
        let map = corridor();
        let metrics = Metrics::new(&map);
        let expected = [
            (Metric::AreaCount, 5.0),
            (Metric::AreaLoops, 0.0),
            (Metric::AreaDeadEndShare, 0.4),
            (Metric::AreaLongestPath, 5.0),
            (Metric::WalkSteps, 10.0),
            (Metric::DetourShare, 1.0 - 6.0 / 10.0),
            (Metric::BacktrackShare, 0.2),
            (Metric::CriticalShare, 1.0),
            (Metric::LockChain, 2.0),
            (Metric::KeySteps, 3.0),
        ];
        for (metric, value) in expected {
            assert_eq!(metrics.get(metric), Some(value), "{metric}");
        }
        assert_eq!(metrics.get(Metric::OneWayDoors), None);
    }

    /// The definition: from each key to the nearest door of its lock.
    fn key_steps_by_keys(map: &BuilderMap) -> Option<f64> {
        let passages = map.passages();
        let steps = |spawn: &Spawn| {
            let steps = distances(&passages, [spawn.at]);
            let doors = map.doors.iter().flatten().filter(|door| door.lock == spawn.key).flat_map(|door| &door.cells);
            doors.map(|&cell| steps[cell]).min().filter(|&steps| steps != UNREACHED)
        };
        let mut all: Vec<u32> = map.spawns.iter().filter_map(steps).collect();
        all.sort_unstable();
        all.get(all.len().saturating_sub(1) / 2).map(|&steps| steps.into())
    }

    #[test]
    fn steps_from_keys_to_doors_are_those_of_walks_from_each_key() {
        let mut rng = MapRng::new(5);
        let mut n_far = 0;
        for _ in 0..300 {
            let size = Size::new(rng.range(1, 8) as u16, rng.range(1, 6) as u16);
            let wrap = *rng.pick(&[Wrap::None, Wrap::None, Wrap::X, Wrap::Y, Wrap::Both]).unwrap();
            let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
            map.tiles.iter_mut().filter(|_| rng.chance(0.3)).for_each(|(_, tile)| *tile = Tile::WALL);
            let mut at = || size.point(rng.below(size.area()));
            map.spawns = (0..5).map(|nth| Spawn::key(at(), "Key", nth % 3)).collect();
            map.doors = Some((0..4).map(|nth| Door::locked([at()], nth % 3)).collect());
            map.portals = vec![Portal::new(at(), at()), Portal::one_way(at(), at()), Portal::one_way(at(), at())];
            map.portals.retain(|portal| portal.ends().into_iter().all(|at| map.tiles[at] == Tile::FLOOR));
            let expected = key_steps_by_keys(&map);
            assert_eq!(Metrics::new(&map).get(Metric::KeySteps), expected, "{map:?}");
            n_far += u32::from(expected > Some(1.0));
        }
        assert!(n_far > 50, "{n_far}");
    }

    #[test]
    fn keys_on_other_floors_are_counted() {
        let floor = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
        assert_eq!(Metrics::new(&floor).get(Metric::Floors), None);
        let mut map = BuilderMap::stack([floor.clone(), floor]).unwrap();
        assert_eq!(
            (Metrics::new(&map).get(Metric::Floors), Metrics::new(&map).get(Metric::KeyFloors)),
            (Some(2.0), None)
        );
        map.spawns = (0..4).map(|key| Spawn::key((0, 0), "Key", key)).collect();
        let doors = [(0, 2), (1, 0), (1, 2), (2, 2)];
        let doors = doors.map(|(key, y)| Door::locked([(1, y).into()], key));
        map.doors = Some(doors.to_vec());
        // The doors of key 1 are on both floors, and key 3 has none.
        assert_eq!(Metrics::new(&map).get(Metric::KeyFloors), Some(2.0));
    }

    /// Maps from files may have keys behind each other, cells outside of the map and areas that nothing joins.
    #[test]
    fn no_map_is_too_odd_to_measure() {
        let mut map = corridor();
        map.spawns[0].at = (6, 0).into();
        map.spawns.push(Spawn::key((99, 99), "Key C", 2));
        let graph = map.graph.as_mut().unwrap();
        graph.joins.push(Join::new(7, 900, []));
        graph.joins[0].kind = JoinKind::OneWay { from: 0 };
        assert_eq!(Metrics::new(&map).get(Metric::LockChain), Some(2.0), "each of two behind the other");
        for start in [(0, 0), (99, 0)] {
            map.start = Some(start.into());
            map.proof = Some(Proof::new(vec![start.into()], vec![], vec![]));
            map.graph = Some(LevelGraph::new(Grid::new(map.size(), 3), vec![], vec![]));
            assert!(Metrics::new(&map).rows().all(|(_, value)| value.is_finite()));
        }
    }
}
