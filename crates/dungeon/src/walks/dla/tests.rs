//! Lines, and the distribution of the first particles.

use mapwright_core::{BuilderChain, Wrap};

use super::*;

#[test]
fn lines_lead_step_by_step_and_straight_to_their_end() {
    for wrap in Wrap::ALL {
        let mut map = BuilderMap::filled(Size::new(12, 9), wrap, Tile::WALL);
        let mut cx = BuildCx::new(0, "", 0);
        let painter = Painter::new(Dla::default().paint(), 1, &mut map, &mut cx).expect("room");
        let field = painter.field;
        for (from, to) in field.places().flat_map(|from| field.places().map(move |to| (from, to))) {
            let (x, y) = (field.x.way(from.x, to.x), field.y.way(from.y, to.y));
            let mut line = Line::new(&painter, from, to);
            let mut at = from;
            for _ in 0..x.abs() + y.abs() {
                at = line.next(at, &painter);
                let (dx, dy) = (field.x.way(from.x, at.x), field.y.way(from.y, at.y));
                // Twice the area between the ideal line and this one's places: less than a cell aside.
                let aside = (dx * y - dy * x).abs();
                assert!(aside <= x.abs().max(y.abs()), "{wrap} {from:?} to {to:?} by {at:?}");
            }
            assert_eq!(at, to, "{wrap} {from:?}");
        }
    }
}

/// How often each cell is dug next to a floor of one cell.
fn second_cells(rule: DlaRule, size: Size, wrap: Wrap, times: u64) -> Vec<u32> {
    let mut counts = vec![0; size.area() as usize];
    // Of 101 to 200 cells: two.
    let dla = Dla { rule, floor_percent: 1, ..Dla::walk_inwards() };
    for seed in 0..times {
        let map = BuilderChain::start_with(size, dla.clone()).wrap(wrap).build(seed).expect("a map");
        let open = map.tiles.as_slice().iter().enumerate().filter(|(_, tile)| !tile.is_solid());
        open.for_each(|(cell, _)| counts[cell] += 1);
    }
    counts
}

#[test]
fn the_first_particle_comes_from_all_four_sides_alike() {
    for rule in [DlaRule::WalkInwards, DlaRule::WalkOutwards, DlaRule::CentralAttractor] {
        for wrap in [Wrap::None, Wrap::Both] {
            let size = Size::new(13, 13);
            let counts = second_cells(rule, size, wrap, 2000);
            let center = size.index(size.center()) as usize;
            let beside = [center - 13, center + 1, center + 13, center - 1].map(|cell| counts[cell]);
            assert_eq!(counts[center], 2000);
            assert_eq!(counts.iter().sum::<u32>(), 4000, "two cells are open");
            assert_eq!(beside.iter().sum::<u32>(), 2000, "{rule:?}: side by side");
            // Mean 500, standard deviation 19. A straight line that could go either way prefers one.
            let spread = if rule == DlaRule::CentralAttractor { 130 } else { 95 };
            assert!(beside.iter().all(|n| n.abs_diff(500) <= spread), "{rule:?} {wrap}: {beside:?}");
        }
    }
}

#[test]
fn inward_branches_are_thin_and_outward_floor_is_round() {
    let build = |dla: Dla| BuilderChain::start_with(Size::new(120, 120), dla).build(3).expect("a map");
    // Open cells that have only open neighbors.
    let inner = |map: &BuilderMap| {
        let passages = map.passages();
        (0..passages.area()).filter(|&cell| passages.ways(cell).len() == 4).count()
    };
    let (coral, cave) = (build(Dla::walk_inwards()), build(Dla { brush: 1, ..Dla::walk_outwards() }));
    assert!(inner(&coral) < 3600 / 4, "{}", inner(&coral));
    assert!(inner(&cave) > 3600 * 9 / 10, "{}", inner(&cave));
    // A disk of 3600 cells has a radius of 34; internal aggregation leaves no more than some cells.
    let center = cave.size().center();
    let far = |p: mapwright_core::Point| {
        let (dx, dy) = (f64::from(p.x) - f64::from(center.x), f64::from(p.y) - f64::from(center.y));
        dx.hypot(dy)
    };
    assert!(cave.size().points().all(|p| !cave.is_open(p) || far(p) < 42.0));
    assert!(cave.size().points().all(|p| cave.is_open(p) || far(p) > 26.0));
    assert!(coral.size().points().any(|p| coral.is_open(p) && far(p) > 50.0));
}
