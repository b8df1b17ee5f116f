//! Kruskal's algorithm with all edges in random order.
//!
//! The order is drawn from the front. A coin flip for each edge says whether it belongs to the first half. The first
//! half is shuffled and tried; of the second half, only the edges whose ends are still unconnected are processed
//! further, in the same way. Every order of all edges is equally likely, and a dropped edge could never have been
//! opened. About 30 % of the edges are never shuffled, and the test that drops them reads memory in order (after
//! Osipov, Sanders and Singler, *The Filter-Kruskal Minimum Spanning Tree Algorithm*, 2009). On maps that exceed the cache a
//! cell takes longer, as edges in random order read memory at random.

use mapwright_core::{BuildCx, BuildError, Dir, Grid, MapRng, Passages, PlaneView, Sides, Size, params};
use mapwright_graph::DisjointSets;

use crate::ground::{Carve, Ground, GroundSteps, shipped};
use crate::{Root, max_degree};

/// A maze that opens its edges in random order (Kruskal).
///
/// A maze that opens all edges in random order, except those whose ends are already connected.
#[derive(Eq)]
#[params]
pub struct KruskalMaze {
    /// The most open sides of a cell; 4 means no cap.
    ///
    /// A cap can split the maze where full cells enclose a region. On a whole map that takes dozens of
    /// coincidences and has not been observed; within an existing map it happens occasionally. The components are
    /// then joined anyway, and the tree is rearranged nearby to restore the cap. Where no rearrangement is found
    /// or possible, as at a crossing of four corridors, a cell keeps four open sides. So may a cell beside kept cells.
    #[param(default = 4, range = 3..=4)]
    pub max_degree: u8,
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Carve for KruskalMaze {
    shipped!("kruskal-maze", "A maze from all sides at once");
    const MEMORY: u64 = 28;
    /// Each cell has two edges, and edges are numbered.
    const MOST_CELLS: u32 = 1 << 31;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let (max_degree, is_whole) = (u32::from(self.max_degree), ground.is_whole);
        let ways = (max_degree < 4).then(|| ground.passages.clone());
        let mut rest = edges(&ground.passages);
        let mut maze = Forest::new(ground.passages, max_degree);
        let mut front = Vec::new();
        while !rest.is_empty() {
            split(&mut rest, &mut front, &mut cx.rng);
            cx.rng.shuffle(&mut front);
            maze.open_all(&front, cx)?;
            rest.retain(|&edge| maze.may_open(edge));
        }
        let mut sides = maze.sides();
        let is_spanned = is_whole && maze.n_open + 1 == sides.size().area();
        if let Some(ways) = ways.filter(|_| !is_spanned) {
            max_degree::join_stranded(&mut sides, &ways, maze.joined, max_degree, cx)?;
        }
        Ok(sides)
    }
}

/// An edge: twice the index of its western or northern cell, plus 1 if it leads south.
type Edge = u32;

/// Every edge of the lattice once, in row-major order.
fn edges(lattice: &Passages) -> Vec<Edge> {
    let mut edges = vec![0; 2 * lattice.area() as usize];
    let mut n_edges = 0;
    for cell in 0..lattice.area() {
        let ways = lattice.dirs(cell);
        edges[n_edges] = cell * 2;
        n_edges += usize::from(ways.contains(Dir::E));
        edges[n_edges] = cell * 2 + 1;
        n_edges += usize::from(ways.contains(Dir::S));
    }
    edges.truncate(n_edges);
    edges
}

/// Moves each edge from `rest` to `front` with probability ½; both keep their order. A short rest moves
/// as a whole. No branch depends on a coin flip.
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

/// The edges opened so far, and the sets that they connect.
struct Forest {
    size: Size,
    /// One bit for each edge, a quarter of a `sides` plane: this algorithm mostly waits for cache misses.
    open: Vec<u64>,
    n_open: u32,
    joined: DisjointSets,
    max_degree: u32,
    steps: GroundSteps,
}

impl Forest {
    fn new(ways: Passages, max_degree: u32) -> Self {
        let size = ways.size();
        let open = vec![0; (2 * size.area() as usize).div_ceil(64)];
        Forest {
            size,
            open,
            n_open: 0,
            joined: DisjointSets::new(size.area()),
            max_degree,
            steps: GroundSteps::new(ways),
        }
    }

    fn ends(&self, edge: Edge) -> (u32, u32) {
        let here = edge / 2;
        (here, self.steps.step(here, if edge.is_multiple_of(2) { Dir::E } else { Dir::S }))
    }

    fn may_open(&mut self, edge: Edge) -> bool {
        let (here, next) = self.ends(edge);
        self.joined.find(here) != self.joined.find(next)
    }

    /// Opens the edges in turn, except those whose ends are already connected. The first steps to the
    /// representatives are taken for several edges together, so that their cache misses overlap.
    fn open_all(&mut self, edges: &[Edge], cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        const AHEAD: usize = 16;
        for edges in edges.chunks(AHEAD) {
            cx.work(AHEAD as u32)?;
            let mut above = [(0, 0); AHEAD];
            for (above, &edge) in above.iter_mut().zip(edges) {
                let (here, next) = self.ends(edge);
                *above = (self.joined.above(here), self.joined.above(next));
            }
            for (&(a, b), &edge) in above.iter().zip(edges) {
                // The cap is checked only where it matters.
                let may_open =
                    self.max_degree == 4 || self.joined.find(a) != self.joined.find(b) && !self.is_capped(edge);
                if may_open && self.joined.unite(a, b) {
                    self.n_open += 1;
                    self.open[edge as usize / 64] |= 1 << (edge % 64);
                    let (here, next) = self.ends(edge);
                    cx.step(self, [here, next]);
                }
            }
        }
        Ok(())
    }

    fn is_capped(&self, edge: Edge) -> bool {
        let (here, next) = self.ends(edge);
        let is_full = |cell: u32| self.cell(cell).degree() >= self.max_degree;
        is_full(here) || is_full(next)
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
