use std::collections::BTreeSet;

use mapwright_core::{Area, Grid, Join, Point, Size};

use super::*;

fn graph(n_areas: u16, joins: &[(u16, u16)]) -> LevelGraph {
    let at = Point::new(0, 0);
    let areas = (0..n_areas).map(|_| Area::new(at)).collect();
    let joins = joins.iter().map(|&(a, b)| Join::new(a, b, [at])).collect();
    LevelGraph::new(Grid::new(Size::new(1, 1), 0), areas, joins)
}

/// A set of areas or of keys, one bit each.
type Set = u32;

/// Walks through a plan, by the definition: states are an area and the keys in hand.
struct Walks {
    /// The areas that one step leads to, by the keys in hand and the area.
    ways: Vec<Vec<Set>>,
    /// The keys in each area.
    keys: Vec<Set>,
}

impl Walks {
    fn new(graph: &LevelGraph, plan: &Plan) -> Self {
        let n_areas = graph.areas.len();
        let mut keys = vec![0; n_areas];
        (0..).zip(&plan.keys).for_each(|(key, &area)| keys[usize::from(area)] |= 1 << key);
        let mut ways = vec![vec![0; n_areas]; 1 << plan.keys.len()];
        for (held, ways) in (0..).zip(&mut ways) {
            let holds = |lock| held >> lock & 1 == 1;
            for (join, &fate) in graph.joins.iter().zip(&plan.fates) {
                for (here, there, is_a) in [(join.a, join.b, true), (join.b, join.a, false)] {
                    let passes = match fate {
                        Fate::Open => true,
                        Fate::Locked(locks) => locks.iter().all(holds),
                        Fate::OneWay { from_a } => from_a == is_a,
                        Fate::Sealed => false,
                    };
                    ways[usize::from(here)] |= Set::from(passes) << there;
                }
            }
        }
        Walks { ways, keys }
    }

    /// The states after one step; keys in `without` are never taken.
    fn next(&self, (area, held): (usize, Set), without: Set) -> impl Iterator<Item = (usize, Set)> {
        let ways = self.ways[held as usize][area];
        (0..self.keys.len()).filter(move |to| ways >> to & 1 == 1).map(move |to| (to, held | self.keys[to] & !without))
    }

    /// All states from the start, area 0, in any order.
    fn states(&self, without: Set) -> Vec<(usize, Set)> {
        let mut found = vec![(0, self.keys[0] & !without)];
        let mut at = 0;
        while let Some(&here) = found.get(at) {
            for next in self.next(here, without) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
}

fn check(graph: &LevelGraph, plan: &Plan, exit: u16) {
    let (walks, exit) = (Walks::new(graph, plan), usize::from(exit));
    let mut states = walks.states(0);
    assert!(states.iter().any(|&(area, _)| area == exit), "not solvable: {plan:?}\n{graph:?}");
    for key in 0..plan.keys.len() {
        let is_needed = walks.states(1 << key).iter().all(|&(area, _)| area != exit);
        assert!(is_needed, "key {key} is not needed: {plan:?}\n{graph:?}");
    }
    // What leads to the exit, or to what does.
    let mut n_alive = 0;
    while let Some(alive) = states[n_alive..]
        .iter()
        .position(|&state| state.0 == exit || walks.next(state, 0).any(|next| states[..n_alive].contains(&next)))
    {
        states.swap(n_alive, n_alive + alive);
        n_alive += 1;
    }
    assert_eq!(states[n_alive..], [], "caught: {plan:?}\n{graph:?}");
}

/// All spanning trees, as ways up to area 0.
fn spanning_trees(graph: &LevelGraph) -> Vec<Vec<Option<Up>>> {
    let n_areas = graph.areas.len();
    let sets = (0u32..1 << graph.joins.len()).filter(|set| set.count_ones() as usize + 1 == n_areas);
    let tree = |set: u32| {
        let (mut tree, mut reached) = (vec![None; n_areas], vec![0u16]);
        let mut at = 0;
        while let Some(&area) = reached.get(at) {
            for (join, ends) in graph.joins.iter().enumerate().filter(|(join, _)| set >> join & 1 == 1) {
                let other = if ends.a == area { ends.b } else { ends.a };
                if [ends.a, ends.b].contains(&area) && !reached.contains(&other) {
                    tree[usize::from(other)] = Some(Up { join, area });
                    reached.push(other);
                }
            }
            at += 1;
        }
        (reached.len() == n_areas).then_some(tree)
    };
    sets.filter_map(tree).collect()
}

/// All connected graphs of up to five areas, every spanning tree, every exit, up to three keys, every way to treat odd
/// joins.
#[test]
fn every_small_level_is_solvable_needs_every_key_and_catches_nobody() {
    let (mut n_trees, mut n_plans, mut fates) = (0, 0, BTreeSet::new());
    for n_areas in 1..=5u16 {
        let pairs: Vec<(u16, u16)> = (0..n_areas).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        for set in 0u32..1 << pairs.len() {
            let joins: Vec<(u16, u16)> =
                (0..pairs.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| pairs[bit]).collect();
            let graph = graph(n_areas, &joins);
            for tree in spanning_trees(&graph) {
                n_trees += 1;
                for (exit, n_keys) in (0..n_areas).flat_map(|exit| (1..=3).map(move |n_keys| (exit, n_keys))) {
                    for odd_joins in [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks] {
                        let wish = Wish {
                            graph: &graph,
                            start: 0,
                            exit,
                            n_keys,
                            min_keys: 0,
                            shortcuts: (n_trees % 3) as u8,
                            odd_joins,
                            can_lock: &|_| true,
                            can_direct: &|_, _| true,
                            room: &|_| 3,
                        };
                        let plan = wish.plan_on(&tree, &mut MapRng::new(n_plans)).unwrap();
                        check(&graph, &plan, exit);
                        n_plans += 1;
                        fates.extend(plan.fates.iter().map(|fate| match fate {
                            Fate::Locked(locks) => format!("{} locks", locks.len()),
                            fate => format!("{fate:?}"),
                        }));
                    }
                }
            }
        }
    }
    // By Cayley's formula a tree of n areas is one of n^(n-2), and lies in 2^(n(n-1)/2 - (n-1)) graphs.
    assert_eq!(n_trees, 1 + 1 + 3 * 2 + 16 * 8 + 125 * 64);
    let all = ["1 locks", "2 locks", "OneWay { from_a: false }", "OneWay { from_a: true }", "Open", "Sealed"];
    assert_eq!(fates.into_iter().collect::<Vec<_>>(), all);
}

/// Larger random graphs: up to twelve areas and six keys.
#[test]
fn random_levels_too() {
    let mut rng = MapRng::new(1);
    let mut n_plans = 0;
    for seed in 0..3000 {
        let n_areas = rng.range(2, 12) as u16;
        let mut joins: Vec<(u16, u16)> = (1..n_areas).map(|b| (rng.below(u32::from(b)) as u16, b)).collect();
        for _ in 0..rng.below(8) {
            let (a, b) = (rng.below(u32::from(n_areas)) as u16, rng.below(u32::from(n_areas)) as u16);
            if a != b {
                joins.push((a.min(b), a.max(b)));
            }
        }
        let graph = graph(n_areas, &joins);
        let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][seed as usize % 3];
        let exit = rng.below(u32::from(n_areas)) as u16;
        let wish = Wish {
            graph: &graph,
            start: 0,
            exit,
            n_keys: rng.range(1, 6) as u8,
            min_keys: rng.below(2) as u8 * 6,
            shortcuts: rng.below(3) as u8,
            odd_joins,
            can_lock: &|join| join % 7 != 6 || join >= usize::from(n_areas) - 1,
            can_direct: &|join, _| join % 5 != 4,
            room: &|area| usize::from(area % 4 != 3) * 2,
        };
        if let Ok(plan) = wish.plan(&mut MapRng::new(seed)) {
            check(&graph, &plan, exit);
            n_plans += 1;
        }
    }
    assert!(n_plans > 800, "{n_plans}");
}
