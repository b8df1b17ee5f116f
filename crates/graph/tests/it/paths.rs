//! Paths against their definitions.

use crate::common::maps;
use mapwright_core::{MapRng, Passages, Size, Wrap};
use mapwright_graph::{UNREACHED, astar, distances, path};

/// Whether each cell is a neighbor of the one before.
fn is_walk(passages: &Passages, path: &[u32]) -> bool {
    path.windows(2).all(|pair| passages.neighbors(pair[0]).any(|next| next == pair[1]))
}

#[test]
fn a_path_is_as_short_as_can_be_and_the_first_of_its_kind() {
    let mut rng = MapRng::new(61);
    for map in maps() {
        let passages = map.passages();
        let (from, to) = (rng.below(passages.area()), rng.below(passages.area()));
        let steps = distances(&passages, [from])[to];
        let Some(found) = path(&passages, from, to) else {
            assert_eq!(steps, UNREACHED);
            continue;
        };
        assert_eq!((found[0], found[found.len() - 1]), (from, to));
        assert_eq!(found.len() as u32, steps + 1);
        assert!(is_walk(&passages, &found));
        // No earlier direction would have led to a path as short.
        for (pair, left) in found.windows(2).zip((0..steps).rev()) {
            let earlier = passages.neighbors(pair[0]).take_while(|&next| next != pair[1]);
            { earlier }.for_each(|next| assert!(distances(&passages, [next])[to] > left, "{map:?} {found:?}"));
        }
    }
}

/// The least cost to each cell: no step makes any of them cheaper.
fn relaxed(passages: &Passages, from: u32, cost: impl Fn(u32, u32) -> Option<u32>) -> Vec<Option<u64>> {
    let mut costs = vec![None; passages.area() as usize];
    costs[from as usize] = Some(0);
    loop {
        let before = costs.clone();
        for here in 0..passages.area() {
            for next in passages.neighbors(here) {
                let through = costs[here as usize].zip(cost(here, next)).map(|(so_far, step)| so_far + u64::from(step));
                let old = costs[next as usize];
                costs[next as usize] = old.into_iter().chain(through).min();
            }
        }
        if costs == before {
            return costs;
        }
    }
}

#[test]
fn a_star_finds_the_least_cost_on_all_wraps_and_through_portals() {
    let mut rng = MapRng::new(62);
    let (mut found, mut by_portal) = (0, 0);
    for map in maps() {
        let passages = map.passages();
        let (from, to) = (rng.below(passages.area()), rng.below(passages.area()));
        for most in [1, 2, 9, 1000] {
            let key = rng.bits();
            let cost = |here: u32, next: u32| {
                let drawn = MapRng::new(key ^ u64::from(here) << 32 ^ u64::from(next)).below(most + 1);
                (drawn < most).then_some(1 + drawn)
            };
            let expected = relaxed(&passages, from, cost)[to as usize];
            let result = astar(&passages, from, to, cost);
            assert_eq!(result.as_ref().map(|(total, _)| *total), expected, "{map:?} {from} {to}");
            let Some((total, path)) = result else { continue };
            assert_eq!((path[0], path[path.len() - 1]), (from, to));
            assert!(is_walk(&passages, &path));
            assert_eq!(path.windows(2).map(|pair| u64::from(cost(pair[0], pair[1]).unwrap())).sum::<u64>(), total);
            found += 1;
            let jumps = |pair: &[u32]| !passages.dirs(pair[0]).iter().any(|dir| passages.step(pair[0], dir) == pair[1]);
            by_portal += u32::from(path.windows(2).any(jumps));
        }
    }
    assert!(found > 500 && by_portal > 50, "{found} found, {by_portal} by portal");
}

#[test]
fn a_star_with_equal_costs_is_as_short_as_a_path() {
    for map in maps() {
        let passages = map.passages();
        let (from, to) = (0, passages.area() - 1);
        let steps = astar(&passages, from, to, |_, _| Some(0)).map(|(steps, _)| steps);
        assert_eq!(steps, path(&passages, from, to).map(|path| path.len() as u64 - 1));
    }
}

#[test]
fn cells_outside_the_map_have_no_path() {
    let passages = Passages::lattice(Size::new(3, 2), Wrap::Both);
    for (from, to) in [(6, 0), (0, 6), (u32::MAX, u32::MAX)] {
        assert_eq!((path(&passages, from, to), astar(&passages, from, to, |_, _| Some(1))), (None, None));
    }
    assert_eq!(path(&passages, 5, 5), Some(vec![5]));
    assert_eq!(astar(&passages, 5, 5, |_, _| None), Some((0, vec![5])));
}
