//! Kruskal's algorithm with all edges in random order.
//!
//! The order is drawn from the front: a coin for each edge says whether it belongs to the first half,
//! the first half is shuffled and tried, and of the second half only the edges whose ends are still
//! apart are looked at again, in the same way. Every order of all edges is equally likely, and an edge
//! that is dropped unseen could never have been opened. About 30 % of the edges are never shuffled, and
//! the test that drops them runs through memory in order (after Osipov, Sanders and Singler,
//! *The Filter-Kruskal Minimum Spanning Tree Algorithm*, 2009).

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, BuilderMap, Dir, Grid, InitialMapBuilder, MapRng, Passages, Plane, PlaneView,
};
use mapwright_core::{Planes, Sides, Size, Tile, Wrap};

use crate::{Root, max_degree};
use mapwright_graph::DisjointSets;

/// A maze from all edges in random order: each is opened unless its ends are joined already.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct KruskalMaze {
    /// The most open sides of a cell: 3, or 4 for no cap. A cap could part the maze where full cells
    /// happen to face each other all around some region; that is an error that another seed mends. It
    /// takes dozens of coincidences at once and has not been seen.
    pub max_degree: u8,
    /// Which cell is marked as start; the maze itself has no root.
    pub root: Root,
}

impl Default for KruskalMaze {
    fn default() -> Self {
        KruskalMaze { max_degree: 4, root: Root::Center }
    }
}

impl InitialMapBuilder for KruskalMaze {
    fn name(&self) -> &'static str {
        "kruskal-maze"
    }

    fn provides(&self) -> Planes {
        Planes::of(&[Plane::Sides, Plane::Start])
    }

    fn check(&self, size: Size) -> Result<(), BuildError> {
        max_degree::check(self.max_degree)?;
        self.root.check(size)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let root = self.root.pick(size, &mut cx.rng)?;
        cx.before_steps(&map);
        let lattice = Passages::lattice(size, cx.wrap);
        let mut rest = edges(&lattice);
        let mut maze = Forest::new(lattice, cx.wrap, self.max_degree.into());
        let mut front = Vec::new();
        while !rest.is_empty() {
            split(&mut rest, &mut front, &mut cx.rng);
            cx.rng.shuffle(&mut front);
            maze.open_all(&front, cx);
            rest.retain(|&edge| maze.may_open(edge));
        }
        if maze.n_open + 1 < size.area() {
            return Err(BuildErrorKind::GaveUp { what: "a spanning tree under the cap", tries: 1, budget: 1 }.into());
        }
        map.sides = Some(maze.sides());
        map.start = Some(root);
        Ok(map)
    }
}

/// An edge: twice the index of its western or northern cell, plus 1 if it leads south.
type Edge = u32;

/// Every edge of the lattice once, in row-major order.
fn edges(lattice: &Passages) -> Vec<Edge> {
    let mut edges = vec![0; 2 * lattice.area() as usize];
    let mut n_edges = 0;
    for cell in 0..lattice.area() {
        let ways = lattice.ways(cell);
        edges[n_edges] = cell * 2;
        n_edges += usize::from(ways.contains(Dir::E));
        edges[n_edges] = cell * 2 + 1;
        n_edges += usize::from(ways.contains(Dir::S));
    }
    edges.truncate(n_edges);
    edges
}

/// Moves each edge from `rest` to `front` with probability ½; both keep their order. A short rest moves
/// as a whole. No branch depends on a coin.
fn split(rest: &mut Vec<Edge>, front: &mut Vec<Edge>, rng: &mut MapRng) {
    front.clear();
    if rest.len() < 64 {
        std::mem::swap(rest, front);
        return;
    }
    front.resize(rest.len(), 0);
    let (mut n_front, mut n_rest) = (0, 0);
    for from in (0..rest.len()).step_by(64) {
        let coins = rng.bits();
        for i in from..rest.len().min(from + 64) {
            let heads = (coins >> (i - from) & 1) as usize;
            let edge = rest[i];
            front[n_front] = edge;
            rest[n_rest] = edge;
            n_front += heads;
            n_rest += 1 - heads;
        }
    }
    front.truncate(n_front);
    rest.truncate(n_rest);
}

/// The edges opened so far, and what they join.
struct Forest {
    size: Size,
    /// One bit an edge. A quarter of a `sides` plane: cache misses are what this algorithm waits for.
    open: Vec<u64>,
    n_open: u32,
    joined: DisjointSets,
    max_degree: u32,
    /// The lattice, where borders can be stepped over.
    wrapped: Option<Passages>,
}

impl Forest {
    fn new(lattice: Passages, wrap: Wrap, max_degree: u32) -> Self {
        let size = lattice.size();
        let open = vec![0; (2 * size.area() as usize).div_ceil(64)];
        let wrapped = (!wrap.crossings(size).is_empty()).then_some(lattice);
        Forest { size, open, n_open: 0, joined: DisjointSets::new(size.area()), max_degree, wrapped }
    }

    fn ends(&self, edge: Edge) -> (u32, u32) {
        let here = edge / 2;
        let (dir, step) = if edge.is_multiple_of(2) { (Dir::E, 1) } else { (Dir::S, u32::from(self.size.w)) };
        match &self.wrapped {
            Some(lattice) => (here, lattice.step(here, dir)),
            None => (here, here + step),
        }
    }

    fn may_open(&mut self, edge: Edge) -> bool {
        let (here, next) = self.ends(edge);
        self.joined.find(here) != self.joined.find(next)
    }

    /// Opens the edges in turn, but those whose ends are joined already. The first steps to the
    /// representatives are taken for several edges together, so that their cache misses overlap.
    fn open_all(&mut self, edges: &[Edge], cx: &mut BuildCx<'_>) {
        const AHEAD: usize = 16;
        for edges in edges.chunks(AHEAD) {
            let mut above = [(0, 0); AHEAD];
            for (above, &edge) in above.iter_mut().zip(edges) {
                let (here, next) = self.ends(edge);
                *above = (self.joined.above(here), self.joined.above(next));
            }
            for (&(a, b), &edge) in above.iter().zip(edges) {
                let (a, b) = (self.joined.find(a), self.joined.find(b));
                if a != b && !self.is_capped(edge) {
                    self.joined.unite(a, b);
                    self.n_open += 1;
                    self.open[edge as usize / 64] |= 1 << (edge % 64);
                    let (here, next) = self.ends(edge);
                    cx.step(self, [here, next]);
                }
            }
        }
    }

    fn is_capped(&self, edge: Edge) -> bool {
        let (here, next) = self.ends(edge);
        let is_full = |cell: u32| self.cell(cell).degree() >= self.max_degree;
        self.max_degree < 4 && (is_full(here) || is_full(next))
    }

    fn is_open(&self, edge: Edge) -> bool {
        self.open[edge as usize / 64] >> (edge % 64) & 1 == 1
    }

    fn sides(&self) -> Grid<Sides> {
        let mut cell = 0;
        Grid::from_fn(self.size, |_| {
            cell += 1;
            self.cell(cell - 1)
        })
    }
}

impl PlaneView for Forest {
    type Cell = Sides;
    fn size(&self) -> Size {
        self.size
    }
    fn cell(&self, cell: u32) -> Sides {
        let (area, w) = (self.size.area(), u32::from(self.size.w));
        let column = cell % w;
        let west = if column == 0 { cell + w - 1 } else { cell - 1 };
        let north = if cell < w { cell + (area - w) } else { cell - w };
        let open = |edge: Edge| u8::from(self.is_open(edge));
        Sides::from_code(open(north * 2 + 1) | open(cell * 2) << 1 | open(cell * 2 + 1) << 2 | open(west * 2) << 3)
    }
}
