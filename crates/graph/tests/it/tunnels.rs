//! Tunnels against naive twins: the cheapest of two parts by relaxing every cell over and over, the spanning tree of
//! all pairs, and the best of all sets of cells on tiny maps.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, BuilderMap, Dir, Grid, MapRng, Point, Portal, Sides, Size, Tile, Wrap,
};
use mapwright_graph::{Components, Tunnel, Tunneling};

const SIZES: [(u16, u16); 8] = [(1, 1), (1, 7), (7, 1), (2, 2), (3, 2), (5, 8), (9, 9), (23, 11)];

fn parts(map: &BuilderMap) -> Components {
    Components::from_map(map, &map.passages())
}

fn tunnels(map: &BuilderMap, parts: &Components, how: Tunneling<'_>) -> Result<Vec<Tunnel>, BuildError> {
    mapwright_graph::tunnels(map, parts, how, &mut BuildCx::new(2, "tunnels", 0))
}

fn dig(map: &BuilderMap, tunnels: &[Tunnel]) -> BuilderMap {
    let (mut dug, passages) = (map.clone(), map.passages());
    tunnels.iter().for_each(|tunnel| tunnel.dig(&mut dug, &passages, Tile::FLOOR));
    dug
}

fn random_map(size: Size, wrap: Wrap, open: f64, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
        if rng.chance(open) {
            *tile = Tile::FLOOR;
        }
    });
    map
}

/// With sides of which about two in three are open, or a portal or two, or both, or neither.
fn furnish(map: &mut BuilderMap, rng: &mut MapRng) {
    let size = map.size();
    if rng.chance(0.5) {
        map.sides = Some(Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    }
    if rng.chance(0.5) {
        for _ in 0..=rng.below(2) {
            map.portals.push(Portal::new(size.point(rng.below(size.area())), size.point(rng.below(size.area()))));
        }
    }
}

/// Every step from a cell if all were open, with the direction unless it is a portal.
fn steps(map: &BuilderMap, cell: u32) -> Vec<(Option<Dir>, u32)> {
    let (size, p) = (map.size(), map.size().point(cell));
    let axis = |at: u16, by: i32, length: u16, wraps: bool| {
        let (to, length) = (i32::from(at) + by, i32::from(length));
        let inside = (0..length).contains(&to) || wraps && length > 1;
        inside.then(|| u16::try_from(to.rem_euclid(length)).unwrap())
    };
    let mut steps = Vec::new();
    for dir in Dir::ALL {
        let (dx, dy) = dir.delta();
        if let (Some(x), Some(y)) = (axis(p.x, dx, size.w, map.wrap.x()), axis(p.y, dy, size.h, map.wrap.y())) {
            steps.push((Some(dir), size.index(Point::new(x, y))));
        }
    }
    let ends = map.portals.iter().flat_map(|portal| portal.pairs());
    steps.extend(ends.filter(|&(a, b)| a == p && a != b).map(|(_, b)| (None, size.index(b))));
    steps
}

/// What a step costs: one for a solid cell, one for a closed side between open ones.
fn cost(map: &BuilderMap, here: u32, dir: Option<Dir>, next: u32) -> u32 {
    let solid = |cell: u32| map.tiles[cell].is_solid();
    let closed = |dir: Dir| {
        map.sides.as_ref().is_some_and(|sides| !sides[here].is_open(dir) || !sides[next].is_open(dir.opposite()))
    };
    u32::from(solid(next) || !solid(here) && dir.is_some_and(closed))
}

/// The cost of the cheapest tunnel from a part to each cell.
fn naive_costs(map: &BuilderMap, parts: &Components, part: u32, may_dig: impl Fn(u32) -> bool) -> Vec<Option<u32>> {
    let area = map.size().area();
    let mut costs: Vec<Option<u32>> = (0..area).map(|cell| (parts.label[cell] == part).then_some(0)).collect();
    loop {
        let before = costs.clone();
        for here in 0..area {
            let Some(so_far) = costs[here as usize] else { continue };
            for (dir, next) in steps(map, here) {
                if map.tiles[next].is_solid() && !may_dig(next) {
                    continue;
                }
                let through = so_far + cost(map, here, dir, next);
                let best = &mut costs[next as usize];
                *best = Some(best.map_or(through, |best| best.min(through)));
            }
        }
        if costs == before {
            return costs;
        }
    }
}

/// The cost of the spanning tree of all parts, by Prim's algorithm on all pairs; `None` where they cannot be joined.
fn naive_tree(map: &BuilderMap, parts: &Components, may_dig: impl Fn(u32) -> bool) -> Option<u32> {
    let n = parts.sizes.len();
    let first = |part: u32| parts.label.as_slice().iter().position(|&label| label == part).unwrap();
    let firsts: Vec<usize> = (1..=n as u32).map(first).collect();
    let pairs: Vec<Vec<Option<u32>>> = (1..=n as u32).map(|part| naive_costs(map, parts, part, &may_dig)).collect();
    let (mut joined, mut total) = (vec![0], 0);
    while joined.len() < n {
        let rest = (0..n).filter(|part| !joined.contains(part));
        let nearest = rest.filter_map(|part| {
            let cheapest = joined.iter().filter_map(|&from: &usize| pairs[from][firsts[part]]).min()?;
            Some((cheapest, part))
        });
        let (cheapest, part) = nearest.min()?;
        total += cheapest;
        joined.push(part);
    }
    Some(total)
}

/// What tunnels cost: cells, and sides that are opened between cells that were open.
fn total(map: &BuilderMap, tunnels: &[Tunnel]) -> u32 {
    let mut now = map.clone();
    let passages = map.passages();
    let mut total = 0;
    for tunnel in tunnels {
        total += tunnel.dug().len() as u32;
        for pair in tunnel.path.windows(2) {
            let step = steps(map, pair[0]).into_iter().find(|&(_, next)| next == pair[1]).unwrap();
            let both_open = pair.iter().all(|&cell| !now.tiles[cell].is_solid());
            total += if both_open { cost(&now, pair[0], step.0, pair[1]) } else { 0 };
        }
        tunnel.dig(&mut now, &passages, Tile::FLOOR);
    }
    total
}

/// Checks what must be true of every tunnel.
fn check_paths(map: &BuilderMap, tunnels: &[Tunnel], label: &str) {
    let mut open = map.tiles.map(|tile| !tile.is_solid());
    for Tunnel { path, .. } in tunnels {
        assert!(path.len() >= 2, "{label}");
        for pair in path.windows(2) {
            assert!(steps(map, pair[0]).iter().any(|&(_, next)| next == pair[1]), "{label}: {pair:?} is no step");
        }
        let (ends, inner) = ([path[0], path[path.len() - 1]], &path[1..path.len() - 1]);
        assert!(ends.iter().all(|&cell| open[cell]), "{label}: ends are open");
        for &cell in inner {
            assert!(!std::mem::replace(&mut open[cell], true), "{label}: cells between them are solid");
        }
    }
}

#[test]
fn all_parts_are_joined_on_any_map() {
    let mut rng = MapRng::new(1);
    for (w, h) in SIZES {
        for (wrap, round) in Wrap::ALL.into_iter().flat_map(|wrap| (0..40).map(move |round| (wrap, round))) {
            let mut map = random_map(Size::new(w, h), wrap, [0.05, 0.2, 0.5][round % 3], &mut rng);
            furnish(&mut map, &mut rng);
            let parts = parts(&map);
            let spare_border = round % 2 == 0;
            let found = tunnels(&map, &parts, Tunneling { keep: None, spare_border, winds: round % 4 < 2 }).unwrap();
            let label = format!("{w}x{h} {wrap} {round}");
            check_paths(&map, &found, &label);
            let dug = dig(&map, &found);
            assert!(self::parts(&dug).sizes.len() <= 1, "{label}");
            assert_eq!(found.is_empty(), parts.sizes.len() <= 1, "{label}");
            assert!(found.len() < parts.sizes.len().max(1), "{label}");
            for (before, after) in map.tiles.as_slice().iter().zip(dug.tiles.as_slice()) {
                assert!(before == after || before.is_solid() && *after == Tile::FLOOR, "{label}");
            }
            if !spare_border {
                let tree = naive_tree(&map, &parts, |_| true).unwrap();
                assert!(total(&map, &found) <= tree, "{label}");
            }
        }
    }
}

#[test]
fn two_parts_are_joined_by_the_cheapest_tunnel() {
    let mut rng = MapRng::new(3);
    let mut seen = 0;
    while seen < 400 {
        let (w, h) = SIZES[rng.below(7) as usize];
        let wrap = Wrap::ALL[rng.below(4) as usize];
        let mut map = random_map(Size::new(w, h), wrap, 0.04, &mut rng);
        furnish(&mut map, &mut rng);
        let parts = parts(&map);
        if parts.sizes.len() == 2 {
            seen += 1;
            let found = tunnels(&map, &parts, Tunneling::default()).unwrap();
            let tree = naive_tree(&map, &parts, |_| true);
            assert_eq!((found.len(), Some(total(&map, &found))), (1, tree), "{map:?}");
            assert_eq!(parts.label[found[0].path[0]] + parts.label[*found[0].path.last().unwrap()], 3);
        }
    }
}

/// Kept cells and the border, and what cannot be joined without them.
#[test]
fn what_is_kept_is_kept() {
    let mut rng = MapRng::new(4);
    let (mut n_joined, mut n_failed, mut n_border) = (0, 0, 0);
    for (w, h) in SIZES {
        for (wrap, _) in Wrap::ALL.into_iter().flat_map(|wrap| (0..40).map(move |round| (wrap, round))) {
            let mut map = random_map(Size::new(w, h), wrap, 0.15, &mut rng);
            furnish(&mut map, &mut rng);
            let parts = parts(&map);
            let share = f64::from(rng.below(10)) / 20.0;
            let keep = Grid::from_fn(map.size(), |_| rng.chance(share));
            let border = |cell: u32| steps(&map, cell).iter().filter(|(dir, _)| dir.is_some()).count() < 4;
            let how = |spare_border| Tunneling { keep: Some(&keep), spare_border, winds: false };
            let all = tunnels(&map, &parts, how(false));
            let spared = tunnels(&map, &parts, how(true));
            let tree = naive_tree(&map, &parts, |cell| !keep[cell]);
            assert_eq!(all.is_ok(), tree.is_some());
            assert_eq!(spared.is_ok(), all.is_ok(), "sparing the border fails nothing");
            let (Ok(all), Ok(spared)) = (all, spared) else {
                n_failed += 1;
                continue;
            };
            n_joined += 1;
            let dug = |found: &[Tunnel]| found.iter().flat_map(|tunnel| tunnel.dug().to_vec()).collect::<Vec<u32>>();
            assert!(dug(&all).into_iter().chain(dug(&spared)).all(|cell| !keep[cell]));
            assert!(total(&map, &all) <= tree.unwrap());
            assert_eq!(self::parts(&dig(&map, &spared)).sizes.len(), parts.sizes.len().min(1));
            if naive_tree(&map, &parts, |cell| !keep[cell] && !border(cell)).is_some() {
                assert!(!dug(&spared).into_iter().any(border), "{map:?}");
                n_border += 1;
            }
        }
    }
    assert!(n_joined.min(n_failed).min(n_border) > 100, "{n_joined} {n_failed} {n_border}");
}

/// Every map of 3×4 cells: against the fewest cells that join all, of all sets of cells there are.
#[test]
fn tiny_maps_cost_hardly_more_than_the_best() {
    let (size, n_cells) = (Size::new(3, 4), 12);
    let map_of = |open: u32, wrap| {
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        (0..n_cells).filter(|cell| open >> cell & 1 == 1).for_each(|cell| map.tiles[cell] = Tile::FLOOR);
        map
    };
    for wrap in [Wrap::None, Wrap::X] {
        let whole: Vec<bool> = (0..1 << n_cells).map(|open| parts(&map_of(open, wrap)).sizes.len() <= 1).collect();
        // More open cells by one at a time: the fewest to add, backwards from all open.
        let mut fewest = vec![0u32; 1 << n_cells];
        let (mut sum, mut best_sum) = (0, 0);
        for open in (0..1u32 << n_cells).rev() {
            if whole[open as usize] {
                continue;
            }
            let more =
                (0..n_cells).filter(|cell| open >> cell & 1 == 0).map(|cell| fewest[(open | 1 << cell) as usize]);
            let best = 1 + more.min().unwrap();
            fewest[open as usize] = best;
            let map = map_of(open, wrap);
            let parts = parts(&map);
            let found = tunnels(&map, &parts, Tunneling::default()).unwrap();
            let total = total(&map, &found);
            assert!(best <= total && total <= 2 * best, "{open:b}: {total}, best {best}");
            (sum, best_sum) = (sum + total, best_sum + best);
        }
        // Ending at what is dug already, and joining all that a dug cell touches: nearly always the best.
        assert!(sum * 100 <= best_sum * 104, "{sum} {best_sum}");
    }
}

/// A cross of four parts around one cell: one dug cell joins all.
#[test]
fn one_cell_joins_whatever_it_touches() {
    let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::WALL);
    [1, 3, 5, 7].into_iter().for_each(|cell: u32| map.tiles[cell] = Tile::FLOOR);
    let found = tunnels(&map, &parts(&map), Tunneling::default()).unwrap();
    assert_eq!(found.iter().map(|tunnel| tunnel.path.clone()).collect::<Vec<_>>(), [vec![3, 4, 1]]);
    // Sides that are closed part them still.
    map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
    let found = tunnels(&map, &parts(&map), Tunneling::default()).unwrap();
    assert_eq!(
        found.iter().map(|tunnel| tunnel.path.clone()).collect::<Vec<_>>(),
        [vec![3, 4, 1], vec![5, 4], vec![7, 4]]
    );
    assert_eq!(parts(&dig(&map, &found)).sizes, [5]);
}

#[test]
fn closed_sides_are_opened_in_color_one() {
    let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
    let sides = |colors| Sides::from_colors(colors);
    map.sides = Some(Grid::from_vec(map.size(), vec![sides([0, 3, 0, 0]), sides([2, 0, 0, 0])]).unwrap());
    let found = tunnels(&map, &parts(&map), Tunneling::default()).unwrap();
    assert_eq!(found.iter().map(|tunnel| tunnel.path.clone()).collect::<Vec<_>>(), [vec![0, 1]]);
    assert_eq!(dig(&map, &found).sides.unwrap().as_slice(), [sides([0, 3, 0, 0]), sides([2, 0, 0, 1])]);
}

#[test]
fn tunnels_are_straight_or_wind() {
    let mut map = BuilderMap::filled(Size::new(9, 9), Wrap::None, Tile::WALL);
    for p in [(1, 1), (7, 7)] {
        map.tiles[Point::from(p)] = Tile::FLOOR;
    }
    let bends = |tunnel: &Tunnel| {
        let differ = |pair: &[u32]| pair[1].wrapping_sub(pair[0]);
        let steps: Vec<u32> = tunnel.path.windows(2).map(differ).collect();
        steps.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let parts = parts(&map);
    let straight = tunnels(&map, &parts, Tunneling::default()).unwrap();
    assert!(bends(&straight[0]) <= 2, "{straight:?}");
    let mut cx = BuildCx::new(6, "tunnels", 0);
    let how = Tunneling { winds: true, ..Tunneling::default() };
    let winding: Vec<Tunnel> =
        (0..50).map(|_| mapwright_graph::tunnels(&map, &parts, how, &mut cx).unwrap().remove(0)).collect();
    assert!(winding.iter().all(|tunnel| tunnel.dug().len() == 11));
    assert!(winding.iter().map(bends).sum::<usize>() > 50 * 3);
    assert!((1..50).any(|i| winding[i] != winding[0]));
}

#[test]
fn parts_that_cannot_be_joined_are_named() {
    let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::WALL);
    [0, 2, 4].into_iter().for_each(|cell: u32| map.tiles[cell] = Tile::FLOOR);
    let keep = Grid::from_fn(map.size(), |p| p.x == 3);
    let error = tunnels(&map, &parts(&map), Tunneling { keep: Some(&keep), ..Tunneling::default() }).unwrap_err();
    assert_eq!(error.to_string(), "no tunnel may join the component at (0, 0) to the one at (4, 0)");
    assert!(matches!(error.kind, BuildErrorKind::Contradiction { at: Some(Point { x: 4, y: 0 }), .. }));
}
