//! Cut cells against their definition: remove a cell, and flood.

use mapwright_core::{BuilderMap, Grid, MapRng, Passages, Portal, Sides, Size, Tile, Wrap};
use mapwright_graph::articulation_points;

/// The cells whose neighbors are apart without them.
fn naive(passages: &Passages) -> Vec<u32> {
    let is_cut = |&cut: &u32| {
        let around: Vec<u32> = passages.neighbors(cut).filter(|&next| next != cut).collect();
        let mut seen = vec![false; passages.area() as usize];
        let mut stack: Vec<u32> = around.first().copied().into_iter().collect();
        while let Some(cell) = stack.pop() {
            if cell != cut && !std::mem::replace(&mut seen[cell as usize], true) {
                stack.extend(passages.neighbors(cell));
            }
        }
        around.iter().any(|&next| !seen[next as usize])
    };
    (0..passages.area()).filter(is_cut).collect()
}

/// All maps of 4x4 tiles.
#[test]
fn every_tiny_map() {
    let size = Size::new(4, 4);
    for set in 0u32..1 << 16 {
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        map.tiles = Grid::from_fn(size, |p| if set >> size.index(p) & 1 == 1 { Tile::WALL } else { Tile::FLOOR });
        let passages = map.passages();
        assert_eq!(articulation_points(&passages), naive(&passages), "{set:#x}");
    }
}

#[test]
fn random_maps_with_sides_wraps_and_portals() {
    let mut rng = MapRng::new(4);
    let mut found = 0;
    for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (2, 5), (5, 8), (13, 7)] {
        let size = Size::new(w, h);
        for wrap in Wrap::ALL {
            for _ in 0..100 {
                let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
                map.tiles = Grid::from_fn(size, |_| if rng.chance(0.25) { Tile::WALL } else { Tile::FLOOR });
                if rng.chance(0.4) {
                    map.sides = Some(Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
                }
                for _ in 0..rng.below(3) {
                    map.portals
                        .push(Portal::new(size.point(rng.below(size.area())), size.point(rng.below(size.area()))));
                }
                let passages = map.passages();
                let cut = articulation_points(&passages);
                assert_eq!(cut, naive(&passages), "{map:?}");
                found += cut.len();
            }
        }
    }
    assert!(found > 2000, "{found}");
}
