use std::collections::BTreeSet;

use mapwright_core::{Area, BuildCx, Grid, Join, Point, Size};

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
    fn new(graph: &LevelGraph, plan: &Plan, secrets_are_shut: bool) -> Self {
        let n_areas = graph.areas.len();
        let mut keys = vec![0; n_areas];
        (0..).zip(&plan.openers).for_each(|(key, opener)| keys[usize::from(opener.area)] |= 1 << key);
        let mut ways = vec![vec![0; n_areas]; 1 << plan.openers.len()];
        for (held, ways) in (0..).zip(&mut ways) {
            let holds = |lock| held >> lock & 1 == 1;
            for (join, &outcome) in graph.joins.iter().zip(&plan.outcomes) {
                for (here, there, is_a) in [(join.a, join.b, true), (join.b, join.a, false)] {
                    let passes = match outcome {
                        JoinOutcome::Open => !matches!(join.kind, JoinKind::OneWay { from } if from != here),
                        JoinOutcome::Secret => !secrets_are_shut,
                        JoinOutcome::Locked(locks) => locks.iter().all(holds),
                        JoinOutcome::OneWay { from_a } => from_a == is_a,
                        JoinOutcome::Sealed => false,
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

/// What is wrong with a plan, with secrets shut and with all of them found.
fn fault(graph: &LevelGraph, plan: &Plan, exit: u16) -> Option<String> {
    let has_secrets = plan.outcomes.contains(&JoinOutcome::Secret);
    [true, false].into_iter().filter(|&shut| shut || has_secrets).find_map(|shut| {
        let (walks, exit) = (Walks::new(graph, plan, shut), usize::from(exit));
        let mut states = walks.states(0);
        if !states.iter().any(|&(area, _)| area == exit) {
            return Some("not solvable".to_owned());
        }
        let wins = |without| walks.states(without).iter().any(|&(area, _)| area == exit);
        if let Some(key) = (0..plan.openers.len()).find(|key| wins(1 << key)) {
            return Some(format!("key {key} is not needed"));
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
        (n_alive < states.len()).then(|| format!("caught in {:?}", &states[n_alive..]))
    })
}

fn check(graph: &LevelGraph, plan: &Plan, exit: u16) {
    assert_eq!(fault(graph, plan, exit), None, "{plan:?}\n{graph:?}");
}

fn kinds(most: u8) -> Vec<LockKind> {
    let lever = LockKind { opener: "Lever".into(), door: DoorKind::Gate, doors: [1, most], ..LockKind::default() };
    vec![LockKind { weight: 2, ..LockKind::default() }, LockKind { at: OpenerPosition::Near, ..lever }]
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
/// joins; with several doors a lock, one-way joins from the start, and secrets.
#[test]
fn every_small_level_is_solvable_needs_every_key_and_catches_nobody() {
    let (mut n_trees, mut n_plans, mut outcomes) = (0, 0, BTreeSet::new());
    for n_areas in 1..=5u16 {
        let pairs: Vec<(u16, u16)> = (0..n_areas).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        for set in 0u32..1 << pairs.len() {
            let joins: Vec<(u16, u16)> =
                (0..pairs.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| pairs[bit]).collect();
            let mut graph = graph(n_areas, &joins);
            for tree in spanning_trees(&graph) {
                n_trees += 1;
                // Joins outside of the tree may be one-way from the start.
                for (i, join) in graph.joins.iter_mut().enumerate() {
                    let is_tree = tree.iter().flatten().any(|up| up.join == i);
                    let way = if is_tree { 0 } else { (n_trees as usize + i) % 4 };
                    join.kind = match way {
                        1 => JoinKind::OneWay { from: join.a },
                        2 => JoinKind::OneWay { from: join.b },
                        _ => JoinKind::Open,
                    };
                }
                for (exit, n_keys) in (0..n_areas).flat_map(|exit| (1..=3).map(move |n_keys| (exit, n_keys))) {
                    for odd_joins in [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks] {
                        let planner = Planner {
                            graph: &graph,
                            start: 0,
                            exit,
                            n_keys,
                            min_keys: 0,
                            shortcuts: (n_trees % 3) as u8,
                            odd_joins,
                            kinds: &kinds(1 + n_keys),
                            secrets: (n_plans % 3) as u8,
                            can_lock: &|_| true,
                            can_wall_up: &|_| true,
                            can_hide: &|_| true,
                            can_direct: &|_, _| true,
                            room: &|_| 3,
                            spots: &|_, _, _| Vec::new(),
                        };
                        let plan = planner.plan_on(&tree, &mut BuildCx::new(n_plans, "lock-and-key", 0)).unwrap();
                        check(&graph, &plan, exit);
                        n_plans += 1;
                        outcomes.extend(plan.outcomes.iter().map(|outcome| match outcome {
                            JoinOutcome::Locked(locks) => format!("{} locks", locks.len()),
                            outcome => format!("{outcome:?}"),
                        }));
                    }
                }
            }
        }
    }
    // By Cayley's formula a tree of n areas is one of n^(n-2), and lies in 2^(n(n-1)/2 - (n-1)) graphs.
    assert_eq!(n_trees, 1 + 1 + 3 * 2 + 16 * 8 + 125 * 64);
    let all = ["1 locks", "2 locks", "OneWay { from_a: false }", "OneWay { from_a: true }", "Open", "Sealed", "Secret"];
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), all);
}

/// How many random graphs are tried.
const GRAPHS: u64 = 120_000;

/// A random graph of up to `most` areas, connected by joins that lead both ways.
fn random_graph(most: u16, rng: &mut MapRng) -> LevelGraph {
    let n_areas = rng.range(2, most.into()) as u16;
    let mut joins: Vec<(u16, u16)> = (1..n_areas).map(|b| (rng.below(u32::from(b)) as u16, b)).collect();
    for _ in 0..rng.below(8) {
        let (a, b) = (rng.below(u32::from(n_areas)) as u16, rng.below(u32::from(n_areas)) as u16);
        if a != b {
            joins.push((a.min(b), a.max(b)));
        }
    }
    let mut graph = graph(n_areas, &joins);
    for join in &mut graph.joins[usize::from(n_areas) - 1..] {
        if rng.chance(0.4) {
            join.kind = JoinKind::OneWay { from: if rng.chance(0.5) { join.a } else { join.b } };
        }
    }
    // Part of the level may be behind a one-way join, and is lost then.
    if rng.chance(0.2)
        && let Some(join) = graph.joins.get_mut(rng.below(u32::from(n_areas)) as usize)
    {
        join.kind = JoinKind::OneWay { from: join.a };
    }
    graph
}

/// Random graphs against a search of all states, with secrets shut and found. Without the rule that no secret is on the way
/// to the end of a one-way join, some would catch a walk.
#[test]
fn random_levels_too() {
    let mut rng = MapRng::new(1);
    let (mut n_plans, mut n_locks, mut n_doors, mut n_secrets, mut n_stay, mut n_sealed) = (0, 0, 0, 0, 0, 0);
    let mut n_caught = 0;
    for seed in 0..GRAPHS {
        let graph = random_graph(if seed % 4 == 0 { 12 } else { 8 }, &mut rng);
        let odd_joins = [OddJoins::Seal, OddJoins::OneWay, OddJoins::TwoLocks][seed as usize % 3];
        let exit = rng.below(graph.areas.len() as u32) as u16;
        let strict = seed % 2 == 0;
        let can_wall_up = |join: usize| seed % 3 > 0 || join % 6 != 5;
        let planner = Planner {
            graph: &graph,
            start: 0,
            exit,
            n_keys: rng.range(1, 6) as u8,
            min_keys: rng.below(2) as u8 * 6,
            shortcuts: rng.below(3) as u8,
            odd_joins,
            kinds: &kinds(4),
            secrets: rng.below(4) as u8,
            can_lock: &|join| !strict || join % 7 != 6 || join >= graph.areas.len() - 1,
            can_wall_up: &can_wall_up,
            can_hide: &|_| true,
            can_direct: &|join, _| !strict || join % 5 != 4,
            room: &|area| if strict { usize::from(area % 4 != 3) * 2 } else { 6 },
            spots: &|_, _, _| Vec::new(),
        };
        let tree = planner.tree(&mut MapRng::new(seed));
        let Ok(plan) = planner.plan_on(&tree, &mut BuildCx::new(seed, "lock-and-key", 0)) else { continue };
        check(&graph, &plan, exit);
        n_plans += 1;
        n_locks += plan.openers.len();
        n_secrets += plan.outcomes.iter().filter(|&&outcome| outcome == JoinOutcome::Secret).count();
        for (join, &outcome) in graph.joins.iter().zip(&plan.outcomes) {
            let one_way = matches!(join.kind, JoinKind::OneWay { .. });
            n_stay += usize::from(one_way && outcome == JoinOutcome::Open);
            n_sealed += usize::from(one_way && outcome == JoinOutcome::Sealed);
        }
        assert!((0..).zip(&plan.outcomes).all(|(join, &outcome)| can_wall_up(join) || outcome != JoinOutcome::Sealed));
        for lock in 0..plan.openers.len() as u8 {
            let has_lock = |up: &&Up| plan.outcomes[up.join] == JoinOutcome::Locked(std::iter::once(lock).collect());
            n_doors += usize::from(tree.iter().flatten().filter(has_lock).count() > 1);
        }
        // The same without the rule about ends of one-way joins.
        let mut careless = plan.clone();
        careless
            .outcomes
            .iter_mut()
            .filter(|outcome| **outcome == JoinOutcome::Secret)
            .for_each(|outcome| *outcome = JoinOutcome::Open);
        let targets: Vec<u16> = std::iter::once(exit).chain(plan.openers.iter().map(|opener| opener.area)).collect();
        planner
            .unused(&tree, &careless.outcomes, &targets)
            .into_iter()
            .for_each(|join| careless.outcomes[join] = JoinOutcome::Secret);
        n_caught += u64::from(fault(&graph, &careless, exit).is_some());
    }
    let counts = [n_plans, n_locks, n_doors * 4, n_secrets * 2, n_stay * 8, n_sealed * 8];
    assert!(counts.iter().all(|&count| 2 * count as u64 > GRAPHS), "{counts:?}");
    assert!(n_caught * 1000 > GRAPHS, "{n_caught}");
}

#[test]
fn steps_to_an_area_are_those_of_both_ways_up() {
    for seed in 0..300 {
        let mut rng = MapRng::new(seed);
        let n_areas = 1 + rng.below(12) as u16;
        let up = |area: u16, rng: &mut MapRng| Up { join: 0, area: rng.below(area.into()) as u16 };
        // Area 0 is the root; some areas are not reached.
        let mut tree: Vec<Option<Up>> = vec![None];
        for area in 1..n_areas {
            let up = up(area, &mut rng);
            let is_reached = up.area == 0 || tree[usize::from(up.area)].is_some();
            tree.push(Some(up).filter(|_| is_reached && rng.chance(0.9)));
        }
        let way = |area: u16| std::iter::once(area).chain(Planner::ways_up(&tree, area).map(|up| up.area));
        let is_reached = |area: u16| way(area).last() == Some(0);
        for to in (0..n_areas).filter(|&to| is_reached(to)) {
            let steps = steps_to(&tree, to);
            for area in (0..n_areas).filter(|&area| is_reached(area)) {
                let nearest =
                    way(area).zip(0..).find_map(|(here, n)| Some(n + way(to).position(|other| other == here)?));
                assert_eq!(Some(steps[usize::from(area)] as usize), nearest, "{tree:?} from {area} to {to}");
            }
        }
    }
}
