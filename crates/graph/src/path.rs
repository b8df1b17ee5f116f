//! Paths between cells: with the fewest steps, or at the least cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use mapwright_core::{Grid, Passages, Point};

use crate::distance::{AsCell, UNREACHED, distances};

/// A shortest path from one cell to another: its cells, with both ends; `None` if there is no path.
///
/// Of several, it is the one that takes the earlier direction at the first cell where they differ: N, E, S, W, portals.
///
/// ```
/// use mapwright_core::{Passages, Point, Size, Wrap};
/// use mapwright_graph::path;
///
/// let field = Passages::lattice(Size::new(4, 3), Wrap::None);
/// assert_eq!(path(&field, 4, 2), Some(vec![4, 0, 1, 2]));
/// let corner = [(0, 1), (0, 0), (1, 0)].map(Point::from);
/// assert_eq!(path(&field, corner[0], corner[2]), Some(corner.to_vec()));
/// let ring = Passages::lattice(Size::new(6, 1), Wrap::X);
/// assert_eq!(path(&ring, 1, 5), Some(vec![1, 0, 5]));
/// ```
pub fn path<C: AsCell>(passages: &Passages, from: C, to: C) -> Option<Vec<C>> {
    let (mut here, goal) = (from.index_in(passages)?, to.index_in(passages)?);
    let left = distances(passages, [goal]);
    if left[here] == UNREACHED {
        return None;
    }
    let mut path = vec![from];
    while here != goal {
        here = passages.neighbors(here).find(|&next| left[next] < left[here])?;
        path.push(C::at_index(here, passages));
    }
    Some(path)
}

/// The cost and the cells of a cheapest path from one cell to another; `None` if there is no path.
///
/// `cost` is the cost of a step from a cell to a neighbor: at least 1 (0 counts as 1), or `None` if the step is
/// forbidden. Of several cheapest paths the result is always the same one: cells are settled in the order of total
/// estimated cost, then of remaining cost, then of their index, and each keeps the first predecessor at its cost.
///
/// This is A* (Hart, Nilsson and Raphael 1968). The remaining cost is estimated by columns and rows, the shorter way
/// around where the map wraps, or by one portal and the distance from the portal end nearest to the goal. No step
/// lowers the estimate by more than 1, so it is consistent and every cell is settled once.
///
/// ```
/// use mapwright_core::{Passages, Size, Wrap};
/// use mapwright_graph::astar;
///
/// // The middle of a field of 3×3 cells is a swamp.
/// let field = Passages::lattice(Size::new(3, 3), Wrap::None);
/// let found = astar(&field, 3, 5, |_, next| Some(if next == 4 { 9 } else { 1 }));
/// assert_eq!(found, Some((4, vec![3, 0, 1, 2, 5])));
/// ```
pub fn astar<C: AsCell>(
    passages: &Passages,
    from: C,
    to: C,
    cost: impl Fn(C, C) -> Option<u32>,
) -> Option<(u64, Vec<C>)> {
    let (from, to) = (from.index_in(passages)?, to.index_in(passages)?);
    let named = |cell: u32| C::at_index(cell, passages);
    let apart = |cell: u32| {
        let (columns, rows) = passages.apart(cell, to);
        u64::from(columns + rows)
    };
    let by_portal = passages.portal_ends().map(|end| apart(end) + 1).min().unwrap_or(u64::MAX);
    let to_come = |cell: u32| apart(cell).min(by_portal);
    let mut cost_to = Grid::new(passages.size(), u64::MAX);
    let mut came_from = Grid::new(passages.size(), UNREACHED);
    let mut queue = BinaryHeap::from([Reverse((to_come(from), to_come(from), from))]);
    cost_to[from] = 0;
    while let Some(Reverse((estimate, ahead, here))) = queue.pop() {
        if here == to {
            return Some((cost_to[to], traced(&came_from, from, to).into_iter().map(named).collect()));
        }
        if estimate - ahead > cost_to[here] {
            continue; // It has since been reached at less cost.
        }
        for next in passages.neighbors(here) {
            let Some(step) = cost(named(here), named(next)) else { continue };
            let total = cost_to[here] + u64::from(step.max(1));
            if total < cost_to[next] {
                (cost_to[next], came_from[next]) = (total, here);
                queue.push(Reverse((total + to_come(next), to_come(next), next)));
            }
        }
    }
    None
}

/// The path that leads to a cell, from its first cell.
fn traced(came_from: &Grid<u32>, from: u32, to: u32) -> Vec<u32> {
    let mut path: Vec<u32> = std::iter::successors(Some(to), |&here| (here != from).then(|| came_from[here])).collect();
    path.reverse();
    path
}

/// The cells where a path begins, turns and ends, for drawing it as lines.
///
/// Directions come from coordinates alone. Where a path crosses a wrapped border or a portal, cut it first, or both ends of
/// that step count as turns.
///
/// ```
/// use mapwright_core::Point;
/// use mapwright_graph::turns;
///
/// let path = [(0, 0), (1, 0), (2, 0), (2, 1)].map(Point::from);
/// assert_eq!(turns(&path), [path[0], path[2], path[3]]);
/// ```
pub fn turns(path: &[Point]) -> Vec<Point> {
    let step = |a: Point, b: Point| (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    let is_turn = |i: usize| i == 0 || i + 1 == path.len() || step(path[i - 1], path[i]) != step(path[i], path[i + 1]);
    (0..path.len()).filter(|&i| is_turn(i)).map(|i| path[i]).collect()
}
