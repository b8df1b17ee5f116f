//! Whether a graph can be drawn without crossings (Demoucron, Malgrange and Pertuiset 1964): a cycle divides the plane in
//! two faces; then path after path is drawn into a face that has both its ends, and splits it.

/// Returns the biconnected components of a graph of `n` nodes, as lists of edges: no single node disconnects one.
///
/// ```
/// use mapwright_graph::{blocks, is_planar};
///
/// let pairs = |n: u16| (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect::<Vec<_>>();
/// let is_drawable = |n: u16| blocks(n.into(), &pairs(n)).iter().all(|block| is_planar(block));
/// assert!(is_drawable(4) && !is_drawable(5));
/// ```
pub fn blocks(n: usize, edges: &[(u16, u16)]) -> Vec<Vec<(usize, usize)>> {
    let mut search = BlockSearch { around: around(n, edges), depth: vec![0; n], stack: Vec::new(), blocks: Vec::new() };
    for root in 0..n {
        if search.depth[root] == 0 {
            search.low(root, 0, 1);
        }
    }
    search.blocks
}

/// Whether a biconnected component can be drawn without crossings.
pub fn is_planar(block: &[(usize, usize)]) -> bool {
    let n = block.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let mut drawing = Drawing { block, is_node: vec![false; n], is_edge: vec![false; block.len()], faces: Vec::new() };
    let Some(&(a, b)) = block.first() else { return true };
    drawing.is_edge[0] = true;
    let Some(cycle) = drawing.path(a, |node| node == b) else { return true };
    drawing.faces.push(cycle.clone());
    drawing.add(cycle);
    while let Some(edge) = drawing.is_edge.iter().position(|drawn| !drawn) {
        if !drawing.extend(edge) {
            return false;
        }
    }
    true
}

fn around(n: usize, edges: &[(u16, u16)]) -> Vec<Vec<usize>> {
    let mut around = vec![Vec::new(); n];
    for &(a, b) in edges {
        around[usize::from(a)].push(usize::from(b));
        around[usize::from(b)].push(usize::from(a));
    }
    around
}

/// Hopcroft and Tarjan's search for blocks (1973).
struct BlockSearch {
    around: Vec<Vec<usize>>,
    /// From 1; 0 for unseen.
    depth: Vec<usize>,
    stack: Vec<(usize, usize)>,
    blocks: Vec<Vec<(usize, usize)>>,
}

impl BlockSearch {
    /// The least depth that a node and those below it reach. As deep as the graph has nodes: a few hundred.
    fn low(&mut self, node: usize, parent: usize, depth: usize) -> usize {
        self.depth[node] = depth;
        let mut low = depth;
        for next in self.around[node].clone() {
            if self.depth[next] == 0 {
                let start = self.stack.len();
                self.stack.push((node, next));
                let below = self.low(next, node, depth + 1);
                if below >= depth {
                    self.blocks.push(self.stack.split_off(start));
                }
                low = low.min(below);
            } else if (next != parent || depth == 1) && self.depth[next] < depth {
                self.stack.push((node, next));
                low = low.min(self.depth[next]);
            }
        }
        low
    }
}

struct Drawing<'a> {
    block: &'a [(usize, usize)],
    is_node: Vec<bool>,
    is_edge: Vec<bool>,
    /// The nodes around each face.
    faces: Vec<Vec<usize>>,
}

impl Drawing<'_> {
    /// Draws a path into a face that has all ends of the bridge of an edge; false if there is none.
    fn extend(&mut self, edge: usize) -> bool {
        // A bridge with a single face has no choice, so it goes first; all others have the same ones left afterwards.
        let mut best: Option<(Vec<usize>, usize)> = None;
        let mut seen = self.is_edge.clone();
        for edge in edge..self.block.len() {
            if seen[edge] {
                continue;
            }
            let ends = self.ends(edge, &mut seen);
            let fits = |face: &Vec<usize>| ends.iter().all(|end| face.contains(end));
            let faces: Vec<usize> = (0..self.faces.len()).filter(|&face| fits(&self.faces[face])).collect();
            if best.as_ref().is_none_or(|(fewest, _)| faces.len() < fewest.len()) {
                best = Some((faces, edge));
            }
        }
        let Some((faces, edge)) = best else { return true };
        let Some(&face) = faces.first() else { return false };
        let Some(path) = self.path_through(edge) else { return true };
        let (first, last) = (path[0], path[path.len() - 1]);
        let around = self.faces.swap_remove(face);
        let at = |node| around.iter().position(|&other| other == node).unwrap_or(0);
        let (i, j) = (at(first), at(last));
        let way = |from: usize, to: usize| -> Vec<usize> {
            let n = around.len();
            (0..=(to + n - from) % n).map(|k| around[(from + k) % n]).collect()
        };
        // From the first to the last node one way round, and back along the path; and the other way round.
        let inner = &path[1..path.len() - 1];
        self.faces.push(way(i, j).into_iter().chain(inner.iter().rev().copied()).collect());
        self.faces.push(way(j, i).into_iter().chain(inner.iter().copied()).collect());
        self.add(path);
        true
    }

    /// The drawn nodes where the bridge of an edge ends; marks the edges of that bridge. A bridge holds the edges that are
    /// joined by undrawn nodes.
    fn ends(&self, edge: usize, seen: &mut [bool]) -> Vec<usize> {
        let (mut ends, mut stack) = (Vec::new(), vec![edge]);
        seen[edge] = true;
        while let Some(edge) = stack.pop() {
            let (a, b) = self.block[edge];
            for node in [a, b] {
                if self.is_node[node] {
                    ends.push(node);
                    continue;
                }
                for (next, &(a, b)) in self.block.iter().enumerate() {
                    if (a == node || b == node) && !std::mem::replace(&mut seen[next], true) {
                        stack.push(next);
                    }
                }
            }
        }
        ends
    }

    /// A path of undrawn nodes through an edge, from a drawn node to another.
    fn path_through(&self, edge: usize) -> Option<Vec<usize>> {
        let (a, b) = self.block[edge];
        if self.is_node[a] && self.is_node[b] {
            return Some(vec![a, b]);
        }
        let first = if self.is_node[a] || self.is_node[b] { None } else { self.path(a, |node| self.is_node[node]) };
        // From a drawn end on; where neither end is drawn, from the end of the way out of one.
        let (from, next) = match first {
            Some(way) => (way[way.len() - 1], way[way.len() - 2]),
            None if self.is_node[a] => (a, b),
            None => (b, a),
        };
        let mut path = vec![from];
        path.extend(self.path(next, |node| self.is_node[node] && node != from)?);
        Some(path)
    }

    /// A shortest path along undrawn edges from a node to another kind of node, through undrawn ones.
    fn path(&self, from: usize, is_goal: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let mut before = vec![None; self.is_node.len()];
        before[from] = Some(from);
        let (mut queue, mut at) = (vec![from], 0);
        while let Some(&here) = queue.get(at) {
            if is_goal(here) {
                let mut path = vec![here];
                while path[path.len() - 1] != from {
                    path.push(before[path[path.len() - 1]]?);
                }
                path.reverse();
                return Some(path);
            }
            at += 1;
            if self.is_node[here] && here != from {
                continue;
            }
            for (edge, &(a, b)) in self.block.iter().enumerate() {
                let next = if a == here { b } else { a };
                if !self.is_edge[edge] && (a == here || b == here) && before[next].is_none() {
                    before[next] = Some(here);
                    queue.push(next);
                }
            }
        }
        None
    }

    /// Marks the nodes and edges of a path as drawn.
    fn add(&mut self, path: Vec<usize>) {
        for step in path.windows(2) {
            let is_it = |&(a, b): &(usize, usize)| [(a, b), (b, a)].contains(&(step[0], step[1]));
            if let Some(edge) = self.block.iter().position(is_it) {
                self.is_edge[edge] = true;
            }
        }
        path.iter().for_each(|&node| self.is_node[node] = true);
        if self.faces.len() == 1 {
            self.faces.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planar(n: usize, edges: &[(u16, u16)]) -> bool {
        blocks(n, edges).iter().all(|block| is_planar(block))
    }

    fn complete(n: u16) -> Vec<(u16, u16)> {
        (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect()
    }

    /// Whether a graph of five or six nodes has K5 or K3,3 as a minor, by contracting and deleting edges.
    fn has_kuratowski_minor(edges: &[(u16, u16)]) -> bool {
        let mut nodes: Vec<u16> = edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let joined = |a: u16, b: u16| edges.contains(&(a.min(b), a.max(b)));
        if nodes.len() == 5 && edges.len() == 10 {
            return true;
        }
        if nodes.len() == 6 {
            for (b, c) in (1..6).flat_map(|b| (1..b).map(move |c| (b, c))) {
                let half = [nodes[0], nodes[b], nodes[c]];
                let other: Vec<u16> = nodes.iter().copied().filter(|node| !half.contains(node)).collect();
                if half.iter().all(|&a| other.iter().all(|&b| joined(a, b))) {
                    return true;
                }
            }
        }
        edges.iter().any(|&(a, b)| {
            let moved = |node| if node == b { a } else { node };
            let mut left: Vec<(u16, u16)> = edges
                .iter()
                .map(|&(x, y)| (moved(x).min(moved(y)), moved(x).max(moved(y))))
                .filter(|(x, y)| x != y)
                .collect();
            left.sort_unstable();
            left.dedup();
            left.len() >= 9 && has_kuratowski_minor(&left)
        })
    }

    #[test]
    fn every_graph_of_five_and_many_of_six_and_seven_nodes() {
        let mut n_crossed = 0;
        for (n, step) in [(5u16, 1usize), (6, 23), (7, 6007)] {
            let all = complete(n);
            for set in (0u64..1 << all.len()).step_by(step) {
                let edges: Vec<_> = (0..all.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| all[bit]).collect();
                let crossed = has_kuratowski_minor(&edges);
                assert_eq!(planar(n.into(), &edges), !crossed, "{edges:?}");
                n_crossed += u32::from(crossed);
            }
        }
        assert!(n_crossed > 10, "{n_crossed}");
    }

    #[test]
    fn grids_wheels_and_subdivided_graphs() {
        let grid: Vec<_> = (0..100u16)
            .flat_map(|i| [(i % 10 < 9).then_some((i, i + 1)), (i < 90).then_some((i, i + 10))])
            .flatten()
            .collect();
        assert!(planar(100, &grid));
        let wheel: Vec<_> = (1..50).flat_map(|i| [(0, i), (i, if i == 49 { 1 } else { i + 1 })]).collect();
        assert!(planar(50, &wheel));
        let subdivided: Vec<_> = (5u16..).zip(complete(5)).flat_map(|(mid, (a, b))| [(a, mid), (mid, b)]).collect();
        assert!(!planar(15, &subdivided));
        let mut torus = grid;
        torus.extend((0..10).flat_map(|i| [(i, i + 90), (10 * i, 10 * i + 9)]));
        assert!(!planar(100, &torus));
    }
}
