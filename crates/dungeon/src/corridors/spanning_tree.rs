//! The minimum spanning tree of points, with lengths in steps.
//!
//! Few points: Prim's algorithm on all pairs (1957), as long as there are no more pairs than cells of the map. Many
//! points: each cell of the map learns its nearest point, and only points whose cells touch are tried, the nearest
//! first. By Mehlhorn's theorem these pairs contain a minimum spanning tree, if the length of a pair is measured
//! through the touching cells (*A Faster Approximation Algorithm for the Steiner Problem in Graphs*, 1988). The nearest
//! points are found by two sweeps along each axis, since a length in steps is a sum of columns and rows (Rosenfeld and
//! Pfaltz 1966).

use mapwright_core::{Grid, Point, Size, Wrap};
use mapwright_graph::DisjointSets;

use super::distance;
use super::pairs::Pair;

/// The pairs of a minimum spanning tree of all points, across the borders of a map that wraps. Taken in order, each
/// pair adds a point to those that are joined, or joins two groups of them.
pub(super) fn spanning_tree(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let n_pairs = (points.len() as u64).saturating_mul(points.len() as u64);
    if n_pairs <= u64::from(size.area()) { all_pairs(points, size, wrap) } else { touching_pairs(points, size, wrap) }
}

/// Prim's algorithm from the first point.
fn all_pairs(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(points.len());
    // Each point that is not joined yet, its steps to the nearest joined point, and that point.
    let mut rest: Vec<(u32, u32, u32)> = (1..).zip(points.iter().skip(1)).map(|(i, _)| (u32::MAX, i, 0)).collect();
    let mut last = 0;
    while !rest.is_empty() {
        let at = points[last as usize];
        for (steps, point, joined) in &mut rest {
            let new = distance(points[*point as usize], at, size, wrap);
            if new < *steps {
                (*steps, *joined) = (new, last);
            }
        }
        let Some(nearest) = (0..rest.len()).min_by_key(|&i| (rest[i].0, rest[i].1)) else { break };
        let (_, point, joined) = rest.swap_remove(nearest);
        pairs.push((joined, point));
        last = point;
    }
    pairs
}

/// Kruskal's algorithm on the points whose cells touch.
fn touching_pairs(points: &[Point], size: Size, wrap: Wrap) -> Vec<Pair> {
    let n_points = u32::try_from(points.len()).unwrap_or(u32::MAX);
    let edges = by_steps(&touching(points, size, wrap));
    let mut joined = DisjointSets::new(n_points);
    let mut pairs = Vec::with_capacity(points.len());
    for (_, a, b) in edges {
        let (one, other) = (joined.find(a), joined.find(b));
        if one != other {
            joined.unite(one, other);
            pairs.push((a, b));
        }
    }
    pairs
}

/// Sorts edges by their steps. No edge is longer than a map's width plus height, so a counting sort is faster: sorting
/// by comparison took half of the time.
fn by_steps(edges: &[Edge]) -> Vec<Edge> {
    let most = edges.iter().map(|edge| edge.0).max().unwrap_or(0);
    let mut first = vec![0; most as usize + 2];
    edges.iter().for_each(|edge| first[edge.0 as usize + 1] += 1);
    for steps in 1..first.len() {
        first[steps] += first[steps - 1];
    }
    let mut sorted = vec![(0, 0, 0); edges.len()];
    for &edge in edges {
        let place: &mut usize = &mut first[edge.0 as usize];
        sorted[*place] = edge;
        *place += 1;
    }
    sorted
}

/// The steps between two points, and both points.
type Edge = (u32, u32, u32);

/// Steps in the high half, a point's index in the low half: so the smaller number is the nearer point, and of equally
/// near points the first.
type Near = u64;
const STEP: Near = 1 << 32;
/// Farther than any cell, with room to add steps.
const FAR: Near = Near::MAX >> 1;

/// Points with touching cells: the steps between them through these cells, and both points.
fn touching(points: &[Point], size: Size, wrap: Wrap) -> Vec<Edge> {
    let mut nearest = Grid::new(size, FAR);
    let mut edges = Vec::new();
    for (number, &at) in (0..).zip(points) {
        let here = &mut nearest[at];
        if *here == FAR {
            *here = number;
        } else {
            // Two points in one cell: the first represents both.
            edges.push((0, *here as u32, number as u32));
        }
    }
    spread(&mut nearest, wrap);
    let mut add = |a: Near, b: Near| {
        let (point_a, point_b) = (a as u32, b as u32);
        if point_a != point_b {
            let steps = (a >> 32) + (b >> 32) + 1;
            edges.push((steps as u32, point_a.min(point_b), point_a.max(point_b)));
        }
    };
    let rows: Vec<&[Near]> = nearest.rows().collect();
    for (y, row) in rows.iter().enumerate() {
        row.windows(2).for_each(|pair| add(pair[0], pair[1]));
        if wrap.x() {
            add(row[row.len() - 1], row[0]);
        }
        let below = if y + 1 < rows.len() || wrap.y() { Some(rows[(y + 1) % rows.len()]) } else { None };
        row.iter().zip(below.into_iter().flatten()).for_each(|(&a, &b)| add(a, b));
    }
    edges
}

/// Finds the nearest point of every cell: along the rows, both ways, then along the columns. A wrapped axis takes two
/// rounds, because the second begins with what the first found at its end.
fn spread(nearest: &mut Grid<Near>, wrap: Wrap) {
    let (w, h) = (usize::from(nearest.size().w), usize::from(nearest.size().h));
    let rounds = |wraps: bool| if wraps { 2 } else { 1 };
    let cells = nearest.as_mut_slice();
    for row in cells.chunks_exact_mut(w) {
        let mut last = FAR;
        for _ in 0..rounds(wrap.x()) {
            row.iter_mut().for_each(|cell| last = pass(cell, last));
        }
        last = FAR;
        for _ in 0..rounds(wrap.x()) {
            row.iter_mut().rev().for_each(|cell| last = pass(cell, last));
        }
    }
    let mut last = vec![FAR; w];
    let mut pass_row = |y: usize| {
        cells[y * w..][..w].iter_mut().zip(&mut last).for_each(|(cell, last)| *last = pass(cell, *last));
    };
    (0..rounds(wrap.y())).for_each(|_| (0..h).for_each(&mut pass_row));
    (0..rounds(wrap.y())).for_each(|_| (0..h).rev().for_each(&mut pass_row));
}

/// Updates the nearest point of a cell by that of the cell before it.
fn pass(cell: &mut Near, last: Near) -> Near {
    *cell = (*cell).min(last + STEP);
    *cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    fn length(pairs: &[Pair], points: &[Point], size: Size, wrap: Wrap) -> u64 {
        pairs.iter().map(|&(a, b)| u64::from(distance(points[a as usize], points[b as usize], size, wrap))).sum()
    }

    fn joins_all(pairs: &[Pair], n_points: u32) -> bool {
        let mut sets = DisjointSets::new(n_points);
        for &(a, b) in pairs {
            let (a, b) = (sets.find(a), sets.find(b));
            sets.unite(a, b);
        }
        (0..n_points).all(|point| sets.find(point) == 0)
    }

    #[test]
    fn both_ways_find_a_tree_of_the_same_length() {
        let mut rng = MapRng::new(8);
        for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (3, 7), (5, 8), (23, 17), (64, 5)] {
            for (wrap, round) in Wrap::ALL.into_iter().flat_map(|wrap| (0..12).map(move |round| (wrap, round))) {
                let size = Size::new(w, h);
                let n_points = 1 + rng.below(size.area().min(60) + 1);
                let points: Vec<Point> = (0..n_points).map(|_| size.point(rng.below(size.area()))).collect();
                let trees = [all_pairs(&points, size, wrap), touching_pairs(&points, size, wrap)];
                for tree in &trees {
                    assert_eq!(tree.len() as u32, n_points - 1, "{size} {wrap} {round}");
                    assert!(joins_all(tree, n_points), "{size} {wrap} {round}");
                }
                let [few, many] = trees.map(|tree| length(&tree, &points, size, wrap));
                assert_eq!(few, many, "{size} {wrap} {round}");
            }
        }
    }

    #[test]
    fn no_tree_on_few_points_is_shorter() {
        // Every spanning tree of four points is three of the six pairs.
        let mut rng = MapRng::new(9);
        for wrap in Wrap::ALL {
            for _ in 0..50 {
                let size = Size::new(9, 6);
                let points: Vec<Point> = (0..4).map(|_| size.point(rng.below(size.area()))).collect();
                let pairs: Vec<Pair> = (0..4).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
                let trees = (0..64u32)
                    .filter(|set| set.count_ones() == 3)
                    .map(|set| (0..6).filter(|i| set >> i & 1 == 1).map(|i| pairs[i]).collect::<Vec<Pair>>());
                let least =
                    trees.filter(|tree| joins_all(tree, 4)).map(|tree| length(&tree, &points, size, wrap)).min();
                assert_eq!(Some(length(&spanning_tree(&points, size, wrap), &points, size, wrap)), least);
            }
        }
    }
}
