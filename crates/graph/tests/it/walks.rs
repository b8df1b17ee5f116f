//! Distances, components and longest paths against their definitions.

use std::cmp::Reverse;

use crate::common::maps;
use mapwright_core::{BuilderMap, Grid, MapRng, Passages, Sides, Size, Tile, Wrap};
use mapwright_graph::{Components, UNREACHED, dead_ends, distances, farthest, longest_path, nearest_source, reachable};

/// Distances by the definition: no cell is more than one step farther than any neighbor.
fn relaxed(passages: &Passages, sources: &[u32]) -> Vec<u32> {
    let mut distance = vec![UNREACHED; passages.area() as usize];
    sources.iter().for_each(|&source| distance[source as usize] = 0);
    loop {
        let before = distance.clone();
        for cell in 0..passages.area() {
            for next in passages.neighbors(cell) {
                let through = distance[cell as usize].saturating_add(1);
                distance[next as usize] = distance[next as usize].min(through);
            }
        }
        if distance == before {
            return distance;
        }
    }
}

#[test]
fn distances_are_the_fewest_steps_from_the_nearest_source() {
    let mut rng = MapRng::new(42);
    for map in maps() {
        let passages = map.passages();
        for n_sources in [0, 1, 3] {
            let sources: Vec<u32> = (0..n_sources).map(|_| rng.below(passages.area())).collect();
            let found = distances(&passages, sources.iter().copied());
            assert_eq!(found.as_slice(), relaxed(&passages, &sources));
            let apart: Vec<_> = sources.iter().map(|&source| distances(&passages, [source])).collect();
            let nearest = |cell: u32| {
                let steps = |i: &u32| apart[*i as usize][cell];
                (0..n_sources).filter(|i| steps(i) != UNREACHED).min_by_key(steps).unwrap_or(UNREACHED)
            };
            let naive: Vec<u32> = (0..passages.area()).map(nearest).collect();
            assert_eq!(nearest_source(&passages, sources).as_slice(), naive, "{map:?}");
        }
        let source = rng.below(passages.area());
        let found = distances(&passages, [source]);
        let reached: Vec<u32> = found.as_slice().iter().copied().filter(|&steps| steps != UNREACHED).collect();
        let (cell, steps) = farthest(&passages, source);
        assert_eq!((found[cell], Some(&steps)), (steps, reached.iter().max()));
        assert_eq!(reachable(&passages, source), found.map(|&steps| steps != UNREACHED));
    }
}

#[test]
fn a_source_outside_the_map_reaches_nothing() {
    for (w, h) in [(1, 1), (2, 1), (64, 2), (65, 3)] {
        let passages = Passages::lattice(Size::new(w, h), Wrap::None);
        for source in [passages.area(), passages.area() + 1, 2 * passages.area(), u32::MAX] {
            assert!(distances(&passages, [source]).as_slice().iter().all(|&steps| steps == UNREACHED));
            assert!(nearest_source(&passages, [source]).as_slice().iter().all(|&place| place == UNREACHED));
            assert!(reachable(&passages, source).as_slice().iter().all(|&reached| !reached));
        }
        // A place in the list counts, whether or not its cell is on the map.
        assert!(nearest_source(&passages, [passages.area(), 0]).as_slice().iter().all(|&place| place == 1));
    }
}

/// A queue: the cells in the order in which they are reached, with their distances.
fn queue(passages: &Passages, source: u32) -> Vec<(u32, u32)> {
    let mut seen = vec![false; passages.area() as usize];
    let mut order = vec![(source, 0)];
    seen[source as usize] = true;
    let mut front = 0;
    while let Some(&(here, steps)) = order.get(front) {
        front += 1;
        for next in passages.neighbors(here) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                order.push((next, steps + 1));
            }
        }
    }
    order
}

#[test]
fn of_several_farthest_cells_the_first_in_a_queue_is_found() {
    let mut rng = MapRng::new(44);
    let mut ties = 0;
    for map in maps() {
        let passages = map.passages();
        let source = rng.below(passages.area());
        let order = queue(&passages, source);
        let most = order[order.len() - 1].1;
        let farthest_cells: Vec<u32> =
            order.iter().filter(|&&(_, steps)| steps == most).map(|&(cell, _)| cell).collect();
        ties += u32::from(farthest_cells.len() > 1);
        assert_eq!(farthest(&passages, source), (farthest_cells[0], most), "{map:?} from {source}");
    }
    assert!(ties > 100, "{ties}");
}

#[test]
fn a_snake_through_all_rows_is_reached_to_its_end() {
    // One corridor that goes to and fro over whole rows: carries run through every word from both ends.
    for (w, h) in [(1, 5), (64, 4), (65, 7), (200, 31)] {
        let size = Size::new(w, h);
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        let mut sides = Grid::new(size, Sides::CLOSED);
        let lattice = Passages::lattice(size, Wrap::None);
        let at = |i: u32| {
            let (x, y) = (i % u32::from(w), i / u32::from(w));
            y * u32::from(w) + if y % 2 == 0 { x } else { u32::from(w) - 1 - x }
        };
        for i in 1..size.area() {
            let dir = lattice.dirs(at(i - 1)).iter().find(|&dir| lattice.step(at(i - 1), dir) == at(i));
            mapwright_core::join_sides(&mut sides, at(i - 1), dir.unwrap(), at(i));
        }
        map.sides = Some(sides);
        let passages = map.passages();
        for source in [0, at(size.area() / 2), at(size.area() - 1)] {
            assert!(reachable(&passages, source).as_slice().iter().all(|&reached| reached));
        }
        assert_eq!(farthest(&passages, 0), (at(size.area() - 1), size.area() - 1));
    }
}

#[test]
fn components_are_what_can_be_reached_from_one_another() {
    for map in maps() {
        let passages = map.passages();
        let components = Components::from_map(&map, &passages);
        let mut first_of_part = vec![];
        for cell in 0..passages.area() {
            let label = components.label[cell];
            assert_eq!(label == 0, map.tiles[cell].is_solid());
            if label == 0 {
                continue;
            }
            if label as usize > first_of_part.len() {
                first_of_part.push(cell);
                let reach = reachable(&passages, cell);
                assert_eq!(
                    components.sizes[label as usize - 1] as usize,
                    reach.as_slice().iter().filter(|&&r| r).count()
                );
            }
            assert!(reachable(&passages, first_of_part[label as usize - 1])[cell]);
        }
        assert_eq!(first_of_part.len(), components.sizes.len());
        let by_size = |&label: &u32| (components.sizes[label as usize - 1], Reverse(label));
        let largest = (1..=components.sizes.len() as u32).max_by_key(by_size);
        assert_eq!(components.largest(), largest.map(|label| (label, components.sizes[label as usize - 1])));
    }
}

#[test]
fn the_longest_path_of_a_tree_is_its_diameter() {
    let mut rng = MapRng::new(43);
    for (w, h) in [(1, 1), (1, 9), (4, 3), (7, 5)] {
        for _ in 0..30 {
            // A random spanning tree: joints in random order that join what was apart.
            let size = Size::new(w, h);
            let lattice = Passages::lattice(size, Wrap::None);
            let mut tree = lattice.clone();
            let mut joints = Vec::new();
            for cell in 0..lattice.area() {
                for dir in lattice.dirs(cell).iter() {
                    tree.part(cell, dir);
                    joints.push((cell, dir));
                }
            }
            rng.shuffle(&mut joints);
            for (cell, dir) in joints {
                if distances(&tree, [cell])[lattice.step(cell, dir)] == UNREACHED {
                    tree.join(cell, dir);
                }
            }
            let diameter = (0..size.area()).map(|cell| farthest(&tree, cell).1).max();
            let (a, b, steps) = longest_path(&tree, rng.below(size.area()));
            assert_eq!(Some(steps), diameter);
            assert_eq!(distances(&tree, [a])[b], steps);
            let ends = (0..size.area()).filter(|&cell| tree.dirs(cell).len() == 1);
            assert_eq!(dead_ends(&tree).collect::<Vec<_>>(), ends.collect::<Vec<_>>());
        }
    }
}
