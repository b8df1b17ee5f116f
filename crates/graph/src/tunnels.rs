//! Connects the components of a map by the cheapest tunnels.
//!
//! A tunnel is a path of steps, to neighbors or through portals, between two components. It costs 1 for each solid cell
//! on it, and 1 for each closed side between two open cells. The cheapest tunnels that connect all components form a
//! Steiner tree. The minimum spanning tree of the components, with the cheapest tunnel for each pair, costs at most
//! twice as much if costs are on steps (Kou, Markowsky and Berman, *A Fast Algorithm for Steiner Trees*, 1981). It is
//! enough to grow all components at once until each cell has a nearest component, and to consider tunnels through two
//! touching cells (Mehlhorn, *A Faster Approximation Algorithm for the Steiner Problem in Graphs*, 1988). Our costs on
//! cells become costs on steps if each step takes half the cost of the cells at its ends. The components themselves
//! cost nothing, so a tunnel costs the same either way. Only a cell where three or four tunnels meet is counted up to
//! twice.
//!
//! The components grow wave by wave, and the cells of a wave cost 1 more than those of the wave before. So touching
//! cells meet in order of the cost of the tunnel through them: 2k within wave k, 2k + 1 between waves k and k + 1. That
//! is Kruskal's order (1956), and almost nothing has to be stored or sorted. Growth ends with the last tunnel. Each
//! cell grows once and unites sets a few times: O(n log n) for n cells, and nearly O(n) in practice.
//!
//! Of tunnels with the same cost, those through a meeting point of most components go first. A tunnel that reaches
//! another tunnel of its component ends there, and a dug cell joins everything that touches it. So less is dug than the
//! spanning tree costs: over all maps of 3×4 cells, 3 % more than the optimum.

use std::cmp::Reverse;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Grid, Keep, Passages, Sides, Tile, join_sides};

use crate::{Components, DisjointSets, UNREACHED};

/// Where and how tunnels are dug.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tunneling<'a> {
    /// Cells that must not be dug, besides those that are kept. Sides of open cells may be opened even so.
    pub keep: Option<&'a Grid<bool>>,
    /// Whether to keep cells on the map's borders, except wrapped ones, unless components cannot be joined otherwise.
    pub spare_border: bool,
    /// Whether equally cheap tunnels are chosen at random, so that they wind. Otherwise they are straight where possible,
    /// and the first in the order of growth is taken: from row-major cells N, E, S, W.
    pub winds: bool,
}

/// A path of steps to dig along.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tunnel {
    /// At least two cells. The first and the last are open, or dug by an earlier tunnel. The cells between
    /// them are solid, and no earlier tunnel digs them. A path of two cells opens the closed sides between them.
    pub path: Vec<u32>,
}

impl Tunnel {
    /// The cells to dig, in order.
    pub fn dug(&self) -> &[u32] {
        self.path.get(1..self.path.len().saturating_sub(1)).unwrap_or(&[])
    }

    /// Digs the tunnel: turns its solid cells into `tile` and opens the sides along the path if the map has sides.
    /// `passages` may be those of the map before any tunnel.
    pub fn dig(&self, map: &mut BuilderMap, passages: &Passages, tile: Tile) {
        for &cell in self.dug() {
            map.tiles[cell] = tile;
        }
        let Some(sides) = &mut map.sides else { return };
        for pair in self.path.windows(2) {
            // None for a portal.
            let dir = Dir::ALL.into_iter().find(|&dir| passages.beside(pair[0], dir) == Some(pair[1]));
            if let Some(dir) = dir {
                join_sides(sides, pair[0], dir, pair[1]);
            }
        }
    }
}

/// Tunnels that connect all components of `map`, the cheapest first, to be dug in this order; none if there is only
/// one component.
///
/// # Errors
///
/// Components cannot be connected without digging cells that must be kept, or the build was stopped.
///
/// ```
/// use mapwright_core::{BuildCx, BuilderMap, Point, Size, Tile, Wrap};
/// use mapwright_graph::{Components, Tunneling, tunnels};
///
/// let mut map = BuilderMap::filled(Size::new(7, 1), Wrap::None, Tile::WALL);
/// for x in [0, 3, 6] {
///     map.tiles[Point::new(x, 0)] = Tile::FLOOR;
/// }
/// let passages = map.passages();
/// let components = Components::from_map(&map, &passages);
/// let joined = tunnels(&map, &components, Tunneling::default(), &mut BuildCx::new(7, "tunnels", 0))?;
/// joined.iter().for_each(|tunnel| tunnel.dig(&mut map, &passages, Tile::FLOOR));
/// assert_eq!(joined.iter().flat_map(|tunnel| tunnel.dug()).collect::<Vec<_>>(), [&1, &2, &4, &5]);
/// assert_eq!(Components::from_map(&map, &map.passages()).sizes, [7]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
pub fn tunnels(
    map: &BuilderMap,
    components: &Components,
    how: Tunneling<'_>,
    cx: &mut BuildCx<'_>,
) -> Result<Vec<Tunnel>, BuildError> {
    let mut joining = Joining::new(map, components, how.winds, cx);
    if joining.sets_left <= 1 {
        return Ok(joining.tunnels);
    }
    let has_kept = map.has_kept();
    let is_kept = |cell: u32| has_kept && map.keep_at(map.size().point(cell)) > Keep::Free;
    let may_dig = |cell: u32| how.keep.is_none_or(|keep| !keep[cell]) && !is_kept(cell);
    if how.spare_border {
        let lattice = Passages::lattice(map.size(), map.wrap);
        let inside = |cell| Dir::ALL.into_iter().all(|dir| lattice.beside(cell, dir).is_some());
        joining.grow(|cell| may_dig(cell) && inside(cell))?;
    }
    joining.grow(may_dig)?;
    match joining.apart(components) {
        None => Ok(joining.tunnels),
        Some((one, other)) => {
            let [one, other] = [one, other].map(|cell| map.size().point(cell));
            let shut = if has_kept { ": kept cells shut it in" } else { "" };
            let why = format!("no tunnel may join the component at {one} to the one at {other}{shut}");
            Err(BuildError::contradiction(Some(other), why))
        }
    }
}

/// Returns the steps that a map has once everything is dug: all but those that kept cells shut.
pub fn possible_steps(map: &BuilderMap) -> Passages {
    let mut all_open = BuilderMap::filled(map.size(), map.wrap, Tile::FLOOR);
    all_open.portals.clone_from(&map.portals);
    let mut steps = all_open.passages();
    if map.has_kept() {
        let lattice = steps.clone();
        for at in map.size().points().filter(|&at| map.keep_at(at) > Keep::Free) {
            let cell = map.size().index(at);
            for dir in Dir::ALL.into_iter().filter(|&dir| lattice.dirs(cell).contains(dir)) {
                if map.is_kept_shut(at, dir, map.size().point(lattice.step(cell, dir))) {
                    steps.part(cell, dir);
                }
            }
        }
    }
    steps
}

struct Joining<'a, 'h> {
    /// The passages if all cells and sides were open.
    steps: Passages,
    sides: Option<&'a Grid<Sides>>,
    /// The component of each open cell, or the one that a solid cell grew from; 0 for none.
    component: Grid<u32>,
    /// How many cells to dig from that component to the cell, itself included.
    depth: Grid<u32>,
    /// Which cells are open, including those dug by tunnels.
    open: Grid<bool>,
    /// Components joined so far.
    sets: DisjointSets,
    sets_left: usize,
    winds: bool,
    cx: &'a mut BuildCx<'h>,
    tunnels: Vec<Tunnel>,
}

impl<'a, 'h> Joining<'a, 'h> {
    fn new(map: &'a BuilderMap, components: &Components, winds: bool, cx: &'a mut BuildCx<'h>) -> Self {
        Joining {
            steps: possible_steps(map),
            sides: map.sides.as_ref(),
            component: components.label.clone(),
            depth: Grid::new(map.size(), UNREACHED),
            open: components.label.map(|&component| component > 0),
            sets: DisjointSets::new(u32::try_from(components.sizes.len()).unwrap_or(u32::MAX).saturating_add(1)),
            sets_left: components.sizes.len(),
            winds,
            cx,
            tunnels: Vec::new(),
        }
    }

    /// Grows all components at once through the cells that may be dug, and joins those that meet.
    fn grow(&mut self, may_dig: impl Fn(u32) -> bool) -> Result<(), BuildError> {
        self.depth.fill(UNREACHED);
        let mut wave: Vec<u32> = (0..self.steps.area()).filter(|&cell| self.open[cell]).collect();
        wave.iter().for_each(|&cell| self.depth[cell] = 0);
        for depth in 0.. {
            if wave.is_empty() || self.sets_left <= 1 {
                break;
            }
            if self.winds {
                self.cx.rng.shuffle(&mut wave);
            }
            self.meet_within(&wave, depth)?;
            wave = self.next_wave(&wave, depth, &may_dig)?;
        }
        Ok(())
    }

    /// Joins components that meet in one wave.
    fn meet_within(&mut self, wave: &[u32], depth: u32) -> Result<(), BuildError> {
        // Open neighbors in different components have closed sides between them.
        if depth == 0 && self.sides.is_none() {
            return Ok(());
        }
        for &here in wave {
            self.cx.work(1)?;
            for way in 0..self.n_ways(here) {
                let (dir, next) = self.way(here, way);
                if self.depth[next] == depth {
                    self.meet(here, dir, next);
                }
            }
        }
        Ok(())
    }

    /// The next wave. Joins components that meet between both waves.
    fn next_wave(&mut self, wave: &[u32], depth: u32, may_dig: impl Fn(u32) -> bool) -> Result<Vec<u32>, BuildError> {
        let (mut next_wave, mut meetings) = (Vec::new(), Vec::new());
        for &here in wave {
            self.cx.work(1)?;
            for way in 0..self.n_ways(here) {
                let (dir, next) = self.way(here, way);
                if self.depth[next] == UNREACHED && may_dig(next) {
                    self.depth[next] = depth + 1;
                    self.component[next] = self.component[here];
                    next_wave.push(next);
                } else if self.depth[next] == depth + 1 && self.set(here) != self.set(next) {
                    meetings.push((here, dir, next));
                }
            }
        }
        meetings.sort_by_cached_key(|&(.., next)| Reverse(self.sets_before(next, depth)));
        for (here, dir, next) in meetings {
            self.cx.work(1)?;
            self.meet(here, dir, next);
        }
        Ok(next_wave)
    }

    /// How many sets a cell touches at a depth.
    fn sets_before(&mut self, cell: u32, depth: u32) -> usize {
        let mut sets: Vec<u32> = Vec::new();
        for way in 0..self.n_ways(cell) {
            let (_, next) = self.way(cell, way);
            let set = self.set(next);
            if self.depth[next] == depth && !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets.len()
    }

    /// Digs the tunnel through two touching cells, unless their components are joined already.
    fn meet(&mut self, here: u32, dir: Option<Dir>, next: u32) {
        if !self.unite(here, next) {
            return;
        }
        let mut path = self.way_back(here, dir.map(Dir::opposite));
        path.reverse();
        path.extend(self.way_back(next, dir));
        let tunnel = Tunnel { path };
        for &cell in tunnel.dug() {
            self.open[cell] = true;
            self.join_around(cell);
        }
        self.tunnels.push(tunnel);
    }

    /// Joins the open cells that touch a dug cell.
    fn join_around(&mut self, cell: u32) {
        for way in 0..self.n_ways(cell) {
            let (dir, next) = self.way(cell, way);
            if self.open[next] && self.leads_on(cell, dir, next) {
                self.unite(cell, next);
            }
        }
    }

    /// Whether only a solid cell could separate two cells. A portal needs no open sides.
    fn leads_on(&self, here: u32, dir: Option<Dir>, next: u32) -> bool {
        let (Some(sides), Some(dir)) = (self.sides, dir) else { return true };
        sides[here].is_open(dir) && sides[next].is_open(dir.opposite())
    }

    /// From a cell back to the component it grew from, both included. `dir` is the direction to continue in.
    fn way_back(&mut self, from: u32, mut dir: Option<Dir>) -> Vec<u32> {
        let mut path = vec![from];
        let mut here = from;
        while !self.open[here] {
            let Some((way, next)) = self.step_back(here, dir) else { break };
            path.push(next);
            (here, dir) = (next, way);
        }
        path
    }

    /// A step towards the component that a cell grew from: to a cell that is open already, else straight on or at
    /// random.
    fn step_back(&mut self, here: u32, dir: Option<Dir>) -> Option<(Option<Dir>, u32)> {
        let nearer = |&(_, next): &(Option<Dir>, u32)| {
            self.component[next] == self.component[here] && (self.open[next] || self.depth[next] < self.depth[here])
        };
        let ways = (0..self.n_ways(here)).map(|way| self.way(here, way));
        let mut nearer: Vec<(Option<Dir>, u32)> = ways.filter(nearer).collect();
        if nearer.iter().any(|&(_, next)| self.open[next]) {
            nearer.retain(|&(_, next)| self.open[next]);
        }
        match self.winds {
            true => self.cx.rng.pick(&nearer).copied(),
            false => nearer.iter().find(|&&(way, _)| way == dir).or(nearer.first()).copied(),
        }
    }

    /// The set of the component that a cell grew from.
    fn set(&mut self, cell: u32) -> u32 {
        self.sets.find(self.component[cell])
    }

    /// Unites the sets of two cells. Returns whether they were different.
    fn unite(&mut self, here: u32, next: u32) -> bool {
        let were_two = self.sets.unite(self.component[here], self.component[next]);
        self.sets_left -= usize::from(were_two);
        were_two
    }

    fn n_ways(&self, cell: u32) -> usize {
        self.steps.dirs(cell).len() as usize + self.steps.portals(cell).len()
    }

    /// The `way`-th step from a cell: N, E, S, W, then portals.
    fn way(&self, cell: u32, way: usize) -> (Option<Dir>, u32) {
        let ways = self.steps.dirs(cell);
        match way.checked_sub(ways.len() as usize) {
            None => {
                let dir = ways.nth(way as u32);
                (Some(dir), self.steps.step(cell, dir))
            }
            Some(portal) => (None, self.steps.portals(cell)[portal].1),
        }
    }

    /// A cell of the first component, and one of a component that is not joined to it.
    fn apart(&mut self, components: &Components) -> Option<(u32, u32)> {
        let labels = components.label.as_slice();
        let first = (0..).zip(labels).find(|&(_, &component)| component > 0)?;
        let joined = self.sets.find(*first.1);
        let other = (0..).zip(labels).find(|&(_, &component)| component > 0 && self.sets.find(component) != joined)?;
        Some((first.0, other.0))
    }
}
