//! Bridges, articulation points and rings, by one depth-first search without recursion.
//!
//! In a depth-first search of an undirected graph every edge that is not a tree edge is a *back edge*:
//! it joins a cell to one of its ancestors (Tarjan 1974). A tree edge is a bridge exactly when no back
//! edge spans it, and a cell touches a non-bridge edge exactly when it lies on the tree path between the ends of some
//! back edge, ends included. Counting these needs no low-link numbers: each back edge adds 1 at its
//! lower end and subtracts 1 at its upper end, and the sums over subtrees are the spanning counts.

use mapwright_core::{Dirs, Flow, Passages};

/// The flow from `source` through the passages, and every ring, wet or dry.
///
/// The search starts at the source, then visits the dry components. It tries neighbors in the order N E S W, then
/// portals. Two cells joined in two ways, as on a wrapped board two cells wide, form a ring.
pub fn flow(passages: &Passages, source: u32) -> Flow {
    let mut found = Flow::dry(passages.size(), passages.point(source));
    let mut search = CycleSearch::new(passages);
    search.visit(source, |visit, _| {
        let rings = visit.spans.wrapping_add(visit.tops);
        found.wet[visit.cell] = true;
        found.rings[visit.cell] = rings;
        found.on_ring[visit.cell] = rings > 0;
    });
    for cell in 0..passages.area() {
        search.visit(cell, |visit, _| found.on_ring[visit.cell] = visit.spans.wrapping_add(visit.tops) > 0);
    }
    found
}

/// The bridges, as pairs of cells: neighbors whose only connection is the step between them.
pub fn bridges(passages: &Passages) -> Vec<(u32, u32)> {
    let mut bridges = Vec::new();
    let mut search = CycleSearch::new(passages);
    for cell in 0..passages.area() {
        search.visit(cell, |visit, parent| {
            if let Some(parent) = parent.filter(|_| visit.spans == 0) {
                bridges.push((parent.cell, visit.cell));
            }
        });
    }
    bridges
}

/// The articulation points of any passages.
///
/// A cell cuts off the subtree of a child if every back edge that leaves the subtree ends at the cell itself. Any cell
/// but the root is then an articulation point; the root is one if it has at least two children.
pub(crate) fn articulation_points_by_search(passages: &Passages) -> Vec<u32> {
    let cells = passages.area() as usize;
    // How many back edges ended at a cell when its last child was left, and how many subtrees it cuts off.
    let (mut tops, mut cut_off) = (vec![0; cells], vec![0u32; cells]);
    let mut search = CycleSearch::new(passages);
    for root in 0..passages.area() {
        search.visit(root, |visit, parent| match parent {
            Some(parent) => {
                let at = parent.cell as usize;
                let own = parent.tops - std::mem::replace(&mut tops[at], parent.tops);
                cut_off[at] += u32::from(visit.spans == own);
            }
            None => cut_off[visit.cell as usize] = cut_off[visit.cell as usize].saturating_sub(1),
        });
    }
    (0..passages.area()).filter(|&cell| cut_off[cell as usize] > 0).collect()
}

/// A cell on the path from the root of the search to where it is now.
#[derive(Clone, Copy, Debug)]
struct Visit {
    cell: u32,
    /// The ways not yet tried, without the one that led here.
    ways: Dirs,
    /// The number of portals tried.
    portals: u32,
    /// The cell whose portal led here, until one portal back to it is skipped; else `NONE`.
    came_by_portal: u32,
    /// Back edges that begin in this subtree, minus those that end in it: once the subtree is done, the number of back
    /// edges that span the edge to the parent. It may wrap below 0 until then.
    spans: u32,
    /// Back edges whose upper end is this cell.
    tops: u32,
}

const NONE: u32 = u32::MAX;

struct CycleSearch<'a> {
    passages: &'a Passages,
    /// 1 + the cell's depth in the search tree; 0 while unseen.
    depth: Vec<u32>,
    path: Vec<Visit>,
}

impl<'a> CycleSearch<'a> {
    fn new(passages: &'a Passages) -> Self {
        CycleSearch { passages, depth: vec![0; passages.area() as usize], path: Vec::new() }
    }

    /// Searches the component of `root`, unless it was seen, and calls `leave` with each of its cells
    /// and its parent once the subtree below it is done.
    fn visit(&mut self, root: u32, mut leave: impl FnMut(&Visit, Option<&Visit>)) {
        if self.depth.get(root as usize) != Some(&0) {
            return;
        }
        self.enter(root, self.passages.dirs(root), NONE);
        while let Some(here) = self.path.last_mut() {
            if let Some(dir) = here.ways.first() {
                here.ways = here.ways.without(dir);
                let next = self.passages.step(here.cell, dir);
                if self.is_new(next) {
                    self.enter(next, self.passages.dirs(next).without(dir.opposite()), NONE);
                }
            } else if let Some((next, from)) = here.next_portal(self.passages) {
                if self.is_new(next) {
                    self.enter(next, self.passages.dirs(next), from);
                }
            } else {
                let done = *here;
                self.path.pop();
                leave(&done, self.path.last());
                if let Some(parent) = self.path.last_mut() {
                    parent.spans = parent.spans.wrapping_add(done.spans);
                }
            }
        }
    }

    fn enter(&mut self, cell: u32, ways: Dirs, came_by_portal: u32) {
        self.path.push(Visit { cell, ways, portals: 0, came_by_portal, spans: 0, tops: 0 });
        self.depth[cell as usize] = self.path.len() as u32;
    }

    /// Whether an edge from the last cell of the path leads to an unseen cell. A back edge is
    /// counted; an edge to a cell farther down was counted from there.
    fn is_new(&mut self, next: u32) -> bool {
        let depth = self.depth[next as usize] as usize;
        if depth == 0 {
            return true;
        }
        if let Some((here, above)) = self.path.split_last_mut()
            && let Some(top) = above.get_mut(depth - 1)
        {
            here.spans = here.spans.wrapping_add(1);
            top.spans = top.spans.wrapping_sub(1);
            top.tops += 1;
        }
        false
    }
}

impl Visit {
    /// The next portal to try; skips the one that led here.
    fn next_portal(&mut self, passages: &Passages) -> Option<(u32, u32)> {
        let portals = passages.portals(self.cell);
        let mut next = portals.get(self.portals as usize)?.1;
        self.portals += 1;
        if self.came_by_portal == next {
            self.came_by_portal = NONE;
            next = portals.get(self.portals as usize)?.1;
            self.portals += 1;
        }
        Some((next, self.cell))
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{BuilderMap, Grid, MapRng, Point, Sides, Size, Tile, Wrap};

    use super::*;

    /// The edges of a map, each once, found from its sides alone.
    fn edges(passages: &Passages) -> Vec<(u32, u32)> {
        let mut ends: Vec<(u32, u32)> = Vec::new();
        for cell in 0..passages.area() {
            ends.extend(passages.neighbors(cell).map(|next| (cell.min(next), cell.max(next))));
        }
        // Every edge was met from both ends.
        ends.sort_unstable();
        ends.into_iter().step_by(2).collect()
    }

    fn joined(cells: u32, edges: &[(u32, u32)], from: u32) -> Vec<bool> {
        let mut seen = vec![false; cells as usize];
        seen[from as usize] = true;
        while let Some(&(a, b)) = edges.iter().find(|&&(a, b)| seen[a as usize] != seen[b as usize]) {
            seen[a as usize] = true;
            seen[b as usize] = true;
        }
        seen
    }

    /// The definition: an edge is a bridge when its ends are apart without it.
    fn naive_bridges(passages: &Passages) -> Vec<(u32, u32)> {
        let edges = edges(passages);
        let is_bridge = |&i: &usize| {
            let without: Vec<_> = edges.iter().copied().enumerate().filter(|&(j, _)| j != i).map(|(_, e)| e).collect();
            !joined(passages.area(), &without, edges[i].0)[edges[i].1 as usize]
        };
        (0..edges.len()).filter(is_bridge).map(|i| edges[i]).collect()
    }

    /// The definition of ring counts, as a recursion that knows its path.
    fn naive_rings(
        passages: &Passages,
        path: &mut Vec<u32>,
        seen: &mut Vec<u32>,
        rings: &mut [u32],
        back: Option<u32>,
    ) {
        let here = path[path.len() - 1];
        seen.push(here);
        let mut back = back;
        for next in passages.neighbors(here).collect::<Vec<u32>>() {
            if back == Some(next) && passages.has_portals() {
                // Tests with portals have no double edges, so the first edge back is the tree edge.
                back = None;
            } else if let Some(top) = path.iter().position(|&cell| cell == next) {
                path[top..].iter().for_each(|&cell| rings[cell as usize] += 1);
            } else if !seen.contains(&next) {
                path.push(next);
                naive_rings(passages, path, seen, rings, Some(here));
                path.pop();
            }
        }
    }

    fn check(map: &BuilderMap, source: u32) {
        let passages = map.passages();
        let found = flow(&passages, source);
        let edges = edges(&passages);
        let wet = joined(passages.area(), &edges, source);
        assert_eq!(found.wet.as_slice(), wet, "{map:?}");
        let bridges = naive_bridges(&passages);
        let mut found_bridges: Vec<_> =
            super::bridges(&passages).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        found_bridges.sort_unstable();
        assert_eq!(found_bridges, bridges, "{map:?}");
        for cell in 0..passages.area() {
            let touching = |list: &[(u32, u32)]| list.iter().filter(|&&(a, b)| a == cell || b == cell).count();
            let on_ring = touching(&edges) > touching(&bridges);
            assert_eq!(found.on_ring[cell], on_ring, "cell {cell} of {map:?}");
            assert_eq!(found.rings[cell] > 0, on_ring && wet[cell as usize], "cell {cell} of {map:?}");
        }
    }

    fn random_board(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
        let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
        map.sides = Some(Grid::from_fn(size, |_| Sides::from_code((rng.bits() | rng.bits()) as u8)));
        map
    }

    #[test]
    fn rings_and_bridges_match_the_definition_on_random_boards() {
        let mut rng = MapRng::new(21);
        for (w, h) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 2), (3, 4), (5, 8)] {
            for wrap in Wrap::ALL {
                for _ in 0..60 {
                    let map = random_board(Size::new(w, h), wrap, &mut rng);
                    check(&map, rng.below(map.size().area()));
                }
            }
        }
    }

    #[test]
    fn every_small_board_matches_the_definition() {
        // All ways to open or close the joints of 2×2, 2×3 and 3×3 boards.
        for (w, h) in [(2, 2), (2, 3), (3, 3)] {
            let size = Size::new(w, h);
            let full = Passages::lattice(size, Wrap::None);
            let joints: Vec<(u32, mapwright_core::Dir)> = (0..full.area())
                .flat_map(|cell| full.dirs(cell).iter().map(move |dir| (cell, dir)))
                .filter(|&(_, dir)| matches!(dir, mapwright_core::Dir::E | mapwright_core::Dir::S))
                .collect();
            for set in 0u32..1 << joints.len() {
                let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
                let mut sides = Grid::new(size, Sides::CLOSED);
                for (bit, &(cell, dir)) in joints.iter().enumerate() {
                    if set >> bit & 1 == 1 {
                        mapwright_core::join_sides(&mut sides, cell, dir, full.step(cell, dir));
                    }
                }
                map.sides = Some(sides);
                check(&map, 0);
            }
        }
    }

    #[test]
    fn ring_counts_match_a_search_that_knows_its_path() {
        let mut rng = MapRng::new(22);
        for (w, h) in [(1, 1), (3, 3), (4, 3), (5, 8), (9, 9)] {
            for portals in [0, 2] {
                for _ in 0..40 {
                    let size = Size::new(w, h);
                    let mut map = random_board(size, Wrap::None, &mut rng);
                    for _ in 0..portals {
                        let (a, b) = (size.point(rng.below(size.area())), size.point(rng.below(size.area())));
                        let near = a.x.abs_diff(b.x) + a.y.abs_diff(b.y) < 2;
                        if !near && !map.portals.contains(&(a, b).into()) && !map.portals.contains(&(b, a).into()) {
                            map.portals.push((a, b).into());
                        }
                    }
                    let passages = map.passages();
                    let source = rng.below(size.area());
                    let mut expected = vec![0; size.area() as usize];
                    if passages.has_portals() {
                        naive_rings(&passages, &mut vec![source], &mut Vec::new(), &mut expected, None);
                    } else {
                        tree_rings(&passages, source, &mut expected);
                    }
                    assert_eq!(flow(&passages, source).rings.as_slice(), expected, "{map:?} from {source}");
                }
            }
        }
    }

    /// The same without portals: the way back is known by its direction.
    fn tree_rings(passages: &Passages, source: u32, rings: &mut [u32]) {
        fn go(passages: &Passages, path: &mut Vec<u32>, seen: &mut [bool], rings: &mut [u32], back: Dirs) {
            let here = path[path.len() - 1];
            seen[here as usize] = true;
            for dir in passages.dirs(here).iter().filter(|&dir| !back.contains(dir)) {
                let next = passages.step(here, dir);
                if let Some(top) = path.iter().position(|&cell| cell == next) {
                    path[top..].iter().for_each(|&cell| rings[cell as usize] += 1);
                } else if !seen[next as usize] {
                    path.push(next);
                    go(passages, path, seen, rings, Dirs::NONE.with(dir.opposite()));
                    path.pop();
                }
            }
        }
        let mut seen = vec![false; passages.area() as usize];
        go(passages, &mut vec![source], &mut seen, rings, Dirs::NONE);
    }

    #[test]
    fn a_two_wide_torus_joined_both_ways_is_a_ring_and_a_one_wide_one_is_not() {
        let ring = |w, h, wrap| {
            let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::FLOOR);
            map.sides = Some(Grid::new(map.size(), Sides::OPEN));
            flow(&map.passages(), 0).on_ring.as_slice().to_vec()
        };
        assert_eq!(ring(2, 1, Wrap::X), [true, true]);
        assert_eq!(ring(2, 1, Wrap::None), [false, false]);
        assert_eq!(ring(1, 1, Wrap::Both), [false]);
        assert_eq!(ring(1, 3, Wrap::X), [false; 3]);
        assert_eq!(ring(1, 3, Wrap::Y), [true; 3]);
    }

    #[test]
    fn any_number_of_portals_in_a_cell_is_searched() {
        let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
        map.tiles[Point::new(1, 0)] = Tile::WALL;
        map.portals = vec![(Point::new(0, 0), Point::new(2, 0)).into(); 70_000];
        let found = flow(&map.passages(), 0);
        assert_eq!(found.rings.as_slice(), [69_999, 0, 69_999]);
    }

    #[test]
    fn dry_rings_are_found_but_not_counted() {
        let mut map = BuilderMap::filled(Size::new(5, 2), Wrap::None, Tile::FLOOR);
        let column = |x: u16| u32::from(x);
        let mut sides = Grid::new(map.size(), Sides::OPEN);
        for y in 0..2 {
            sides[Point::new(2, y)] = Sides::CLOSED;
        }
        map.sides = Some(sides);
        let found = flow(&map.passages(), column(0));
        let rows: Vec<Vec<u32>> = found.rings.rows().map(<[u32]>::to_vec).collect();
        assert_eq!(rows, [[1, 1, 0, 0, 0], [1, 1, 0, 0, 0]]);
        let on_ring: Vec<Vec<bool>> = found.on_ring.rows().map(<[bool]>::to_vec).collect();
        assert_eq!(on_ring, [[true, true, false, true, true], [true, true, false, true, true]]);
    }
}
