//! Maps for the tests.

use mapwright_core::{BuilderMap, Grid, MapRng, Portal, Sides, Size, Tile, Wrap};

/// A map with walls, sides on every other one, and a few portals.
fn random_map(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let walls = f64::from(rng.below(6)) / 10.0;
    map.tiles.as_mut_slice().iter_mut().filter(|_| rng.chance(walls)).for_each(|tile| *tile = Tile::WALL);
    map.sides = rng.chance(0.5).then(|| Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
    for _ in 0..rng.below(4) {
        map.portals.push(Portal::new(size.point(rng.below(size.area())), size.point(rng.below(size.area()))));
    }
    map
}

pub(crate) fn maps() -> impl Iterator<Item = BuilderMap> {
    let mut rng = MapRng::new(41);
    // Widths round 64 and 128: rows are searched 64 cells at a time.
    let sizes =
        [(1, 1), (1, 7), (7, 1), (2, 2), (2, 5), (5, 8), (13, 6), (63, 3), (64, 1), (65, 4), (128, 2), (130, 5)];
    let sizes = sizes.map(|(w, h)| Size::new(w, h));
    let kinds = sizes.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap)));
    kinds.flat_map(|kind| [kind; 20]).map(move |(size, wrap)| random_map(size, wrap, &mut rng))
}
