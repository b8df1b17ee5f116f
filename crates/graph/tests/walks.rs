//! Distances, components and longest paths against their definitions.

use mapwright_core::{BuilderMap, Grid, MapRng, Passages, Sides, Size, Tile, Wrap};
use mapwright_graph::{Components, UNREACHED, dead_ends, distances, farthest, longest_path, reachable};

/// A map with walls, sides on every other one, and a few portals.
fn random_map(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let walls = f64::from(rng.below(6)) / 10.0;
    map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(walls)).for_each(|tile| *tile = Tile::WALL);
    map.sides = rng.chance(0.5).then(|| Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
    for _ in 0..rng.below(4) {
        map.portals.push((size.point(rng.below(size.area())), size.point(rng.below(size.area()))));
    }
    map
}

fn maps() -> impl Iterator<Item = BuilderMap> {
    let mut rng = MapRng::new(41);
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 5), (5, 8), (13, 6)].map(|(w, h)| Size::new(w, h));
    let kinds = sizes.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap)));
    kinds.flat_map(|kind| [kind; 20]).map(move |(size, wrap)| random_map(size, wrap, &mut rng))
}

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
        }
        let source = rng.below(passages.area());
        let found = distances(&passages, [source]);
        let reached: Vec<u32> = found.as_slice().iter().copied().filter(|&steps| steps != UNREACHED).collect();
        let (cell, steps) = farthest(&passages, source);
        assert_eq!((found[cell], Some(&steps)), (steps, reached.iter().max()));
        assert_eq!(reachable(&passages, source), found.map(|&steps| steps != UNREACHED));
    }
    // A source that is not on the map is no source.
    assert_eq!(distances(&Passages::lattice(Size::new(2, 1), Wrap::None), [7]).as_slice(), [UNREACHED; 2]);
}

#[test]
fn components_are_what_can_be_reached_from_one_another() {
    for map in maps() {
        let passages = map.passages();
        let components = Components::of(&map, &passages);
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
        let largest = components.largest().map(|(_, size)| size);
        assert_eq!(largest, components.sizes.iter().copied().max());
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
                for dir in lattice.ways(cell).iter() {
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
            let ends = (0..size.area()).filter(|&cell| tree.ways(cell).len() == 1);
            assert_eq!(dead_ends(&tree).collect::<Vec<_>>(), ends.collect::<Vec<_>>());
        }
    }
}
