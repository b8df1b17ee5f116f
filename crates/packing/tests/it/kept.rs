//! Packed floors around kept cells.

use mapwright_core::{BuilderChain, BuilderMap, Grid, Keep, MapRng, Size, Tile, Wrap};
use mapwright_graph::Components;
use mapwright_packing::{PolyominoFill, RegionDoors};

/// A map on which some rectangles of floor, or of wall, are kept.
fn drawn(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    let mut kept = Grid::new(size, Keep::Free);
    for tile in [Tile::GRASS, Tile::WALL, Tile::SAND] {
        let (a, b) = (size.point(rng.below(size.area())), size.point(rng.below(size.area())));
        let is_inside = |at: u16, a: u16, b: u16| (a.min(b)..=a.max(b)).contains(&at) && at <= a.min(b) + 4;
        for at in size.points().filter(|at| is_inside(at.x, a.x, b.x) && is_inside(at.y, a.y, b.y)) {
            (kept[at], map.tiles[at]) = (Keep::Tile, tile);
        }
    }
    map.kept = Some(kept);
    map
}

#[test]
fn doors_join_what_is_drawn_to_what_is_packed() {
    let mut rng = MapRng::new(3);
    let mut n_built = 0;
    for seed in 0..120 {
        let size = [Size::new(5, 8), Size::new(16, 9), Size::new(20, 20)][seed as usize % 3];
        let base = drawn(size, Wrap::ALL[seed as usize % 4], &mut rng);
        let chain = BuilderChain::start_with(size, PolyominoFill::default()).wrap(base.wrap).keep(base.clone());
        let Ok(map) = chain.with(RegionDoors { loop_chance: 0.0 }).build(seed) else { continue };
        n_built += 1;
        let parts = |map: &BuilderMap| Components::from_map(map, &map.passages()).sizes.len();
        let mut open = map.clone();
        open.sides = None;
        assert_eq!(parts(&map), parts(&open), "{seed}: all that touch are joined");
        for at in size.points().filter(|&at| base.keep_at(at) == Keep::Tile) {
            assert_eq!(map.tiles[at], base.tiles[at]);
            assert_eq!(map.regions.as_ref().is_some_and(|regions| regions[at] > 0), map.is_open(at), "{seed}: {at}");
        }
        let is_kept = |room: &&mapwright_core::Room| room.tags.iter().any(|tag| tag == "kept");
        let n_kept = map.rooms.iter().flatten().filter(is_kept).count();
        assert!(n_kept > 0 || !size.points().any(|at| base.keep_at(at) == Keep::Tile && map.is_open(at)));
    }
    assert!(n_built > 90, "{n_built}");
}
