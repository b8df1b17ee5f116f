//! Voronoi cells: where their walls stand, and what they keep apart.

use mapwright_core::{BuilderChain, BuilderMap, Passages, Point, Size, Tile, Wrap};
use mapwright_dungeon::{CellWalls, DistanceMetric, VoronoiCells};

const METRICS: [DistanceMetric; 3] = [DistanceMetric::Euclidean, DistanceMetric::Manhattan, DistanceMetric::Chebyshev];
const SIZES: [(u16, u16); 8] = [(1, 1), (1, 7), (7, 1), (2, 2), (3, 3), (5, 8), (31, 17), (70, 40)];

/// Checks the maps of nine seeds on all sizes and wraps, with all metrics.
fn check_all(walls: CellWalls, check: impl Fn(&BuilderMap, &Passages)) {
    for (seed, (w, h)) in (0..).zip(SIZES) {
        for (metric, wrap) in METRICS.into_iter().flat_map(|metric| Wrap::ALL.map(|wrap| (metric, wrap))) {
            let size = Size::new(w, h);
            let chain = BuilderChain::start_with(size, VoronoiCells { sites: 9, metric, walls }).wrap(wrap);
            check(&chain.build(seed).unwrap(), &Passages::lattice(size, wrap));
        }
    }
}

fn is_border(p: Point, map: &BuilderMap) -> bool {
    let (size, wrap) = (map.size(), map.wrap);
    !wrap.x() && (p.x == 0 || p.x + 1 == size.w) || !wrap.y() && (p.y == 0 || p.y + 1 == size.h)
}

/// The cells that touch a cell at a side or a corner.
fn around(lattice: &Passages, cell: u32) -> impl Iterator<Item = u32> {
    let beside = mapwright_core::Dir::ALL.into_iter().filter_map(move |dir| Some((dir, lattice.beside(cell, dir)?)));
    beside.flat_map(move |(dir, next)| [Some(next), lattice.beside(next, dir.turned(1))]).flatten()
}

#[test]
fn gaps_are_left_where_fewer_than_two_neighbors_are_of_other_seeds() {
    check_all(CellWalls::Gaps, |map, lattice| {
        let regions = map.regions.as_ref().unwrap();
        for p in map.size().points() {
            let others = lattice.neighbors(map.size().index(p)).filter(|&next| regions[next] != regions[p]).count();
            let wall = is_border(p, map) || others >= 2;
            assert_eq!(map.tiles[p], if wall { Tile::WALL } else { Tile::FLOOR }, "{} {} {p}", map.size(), map.wrap);
        }
        let mut numbers: Vec<u16> = regions.as_slice().to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let n_seeds = map.size().area().min(9) as u16;
        assert_eq!(numbers, Vec::from_iter(1..=n_seeds), "every seed has its own cell at least");
    });
}

#[test]
fn full_walls_are_tight_for_steps_in_all_eight_directions() {
    check_all(CellWalls::Full, |map, lattice| {
        let regions = map.regions.as_ref().unwrap();
        for p in map.size().points() {
            let cell = map.size().index(p);
            let others = Vec::from_iter(around(lattice, cell).filter(|&next| regions[next] != regions[p]));
            let is_wall = map.tiles[p].is_solid();
            let leak = others.iter().find(|&&next| !is_wall && !map.tiles[next].is_solid());
            assert_eq!(leak, None, "{} {}: {p} touches another's cell", map.size(), map.wrap);
            // No wall but for a reason: a cell of another seed beside it, or the border.
            assert!(!is_wall || !others.is_empty() || is_border(p, map), "{} {} {p}", map.size(), map.wrap);
        }
    });
}

#[test]
fn seeds_are_as_many_as_there_are_cells_at_most() {
    let build = |seeds, w, h| {
        let voronoi = VoronoiCells { sites: seeds, metric: DistanceMetric::Manhattan, ..VoronoiCells::default() };
        BuilderChain::start_with(Size::new(w, h), voronoi).build(3)
    };
    assert_eq!(build(65535, 3, 2).unwrap().regions.unwrap().as_slice(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(build(1, 4, 4).unwrap().regions.unwrap().as_slice(), [1; 16]);
    // The last number there is.
    let regions = build(65535, 260, 255).unwrap().regions.unwrap();
    assert_eq!(regions.as_slice().iter().max(), Some(&65535));
    let error = build(0, 4, 4).unwrap_err();
    assert_eq!(error.to_string(), "initial voronoi-cells: parameter `sites` is 0; expected 1 or more");
}

#[test]
fn tiny_maps_are_made_at_once() {
    for size in Size::new(12, 12).points().map(|p| Size::new(p.x + 1, p.y + 1)) {
        for (metric, wrap) in METRICS.into_iter().flat_map(|metric| Wrap::ALL.map(|wrap| (metric, wrap))) {
            let voronoi = VoronoiCells { metric, ..VoronoiCells::default() };
            BuilderChain::start_with(size, voronoi).wrap(wrap).build(5).unwrap();
        }
    }
}
