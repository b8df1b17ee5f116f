//! Wang tiles around kept cells.

use mapwright_core::{BuilderChain, Dir, Grid, Keep, MapRng, Passages, Size, Wrap};
use mapwright_wang::{MatchOn, WangTiles};

#[test]
fn tiles_match_around_kept_ones() {
    for seed in 0..80 {
        let (wrap, size) = (Wrap::ALL[seed as usize % 4], [Size::new(1, 6), Size::new(9, 7)][seed as usize / 4 % 2]);
        for on in [MatchOn::Edges, MatchOn::Corners] {
            let stage = WangTiles { on, colors: 3, ..WangTiles::default() };
            let chain = BuilderChain::start_with(size, stage.clone()).wrap(wrap);
            let mut base = chain.build(seed + 1000).unwrap();
            let mut rng = MapRng::new(seed);
            base.kept = Some(Grid::from_fn(size, |_| if rng.chance(0.2) { Keep::Tile } else { Keep::Free }));
            let map = chain.keep(base.clone()).build(seed).unwrap();
            let plane = |map: &mapwright_core::BuilderMap| match on {
                MatchOn::Edges => map.sides.clone().unwrap(),
                _ => map.corners.clone().unwrap(),
            };
            let (new, old, lattice) = (plane(&map), plane(&base), Passages::lattice(size, wrap));
            for (at, &tile) in new.iter() {
                assert!(base.keep_at(at) < Keep::Tile || tile == old[at], "{on:?} {seed}: {at}");
                for dir in lattice.dirs(size.index(at)).iter() {
                    let next = new[lattice.step(size.index(at), dir)];
                    // Of corners, NE SE SW NW, a side has that of its own number and the one before.
                    let (here, there) = match on {
                        MatchOn::Edges => (vec![dir], vec![dir.opposite()]),
                        _ => (vec![dir, dir.turned(3)], vec![dir.turned(1), dir.opposite()]),
                    };
                    let colors = |tile: mapwright_core::Sides, parts: Vec<Dir>| -> Vec<u8> {
                        parts.into_iter().map(|part| tile.color(part)).collect()
                    };
                    assert_eq!(colors(tile, here), colors(next, there), "{on:?} {seed}: {at} {dir:?}");
                }
            }
        }
    }
}
