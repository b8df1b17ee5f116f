//! Boards to test with, and a search through all arrangements that shares no code and no rule with the solver.

use mapwright_core::{Dir, Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_pipes::PipePuzzle;

/// A board and its barriers, from which neighbors are found by coordinates alone.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) size: Size,
    pub(crate) wrap: Wrap,
    pub(crate) tiles: Grid<Dirs>,
    pub(crate) source: Point,
    pub(crate) barriers: Vec<(Point, Dir)>,
}

impl Board {
    pub(crate) fn puzzle(&self) -> PipePuzzle {
        let puzzle = PipePuzzle::new(self.tiles.clone(), self.wrap, self.source).unwrap();
        self.barriers.iter().fold(puzzle, |puzzle, &(at, dir)| puzzle.with_barrier(at, dir))
    }

    pub(crate) fn beyond(&self, at: Point, dir: Dir) -> Option<Point> {
        let axis = |at: u16, by: i32, length: u16, wraps: bool| {
            let to = i32::from(at) + by;
            let inside = (0..i32::from(length)).contains(&to);
            (inside || wraps && length > 1).then(|| to.rem_euclid(i32::from(length)) as u16)
        };
        let (dx, dy) = dir.delta();
        let x = axis(at.x, dx, self.size.w, self.wrap.x())?;
        let next = Point::new(x, axis(at.y, dy, self.size.h, self.wrap.y())?);
        let barred = self.barriers.iter().any(|&(p, d)| (p, d) == (at, dir) || (p, d) == (next, dir.opposite()));
        (!barred).then_some(next)
    }

    /// The definition: every tile that is not empty is joined to the source.
    pub(crate) fn is_solved(&self, tiles: &Grid<Dirs>) -> bool {
        self.all_wet(|p| tiles[p])
    }

    fn all_wet(&self, tile: impl Fn(Point) -> Dirs) -> bool {
        let mut wet = vec![self.source];
        let mut next = 0;
        while let Some(&p) = wet.get(next) {
            next += 1;
            for dir in tile(p).iter() {
                if let Some(q) = self.beyond(p, dir)
                    && tile(q).contains(dir.opposite())
                    && !wet.contains(&q)
                {
                    wet.push(q);
                }
            }
        }
        self.size.points().all(|p| tile(p).is_empty() || wet.contains(&p))
    }

    /// The first solutions, at most `limit`. Lays tile after tile; as long as even crosses in all places still to
    /// come could not make every tile wet, there is no use in going on.
    pub(crate) fn brute_force(&self, limit: usize) -> Vec<Grid<Dirs>> {
        let index = |p: Point| usize::from(p.y) * usize::from(self.size.w) + usize::from(p.x);
        let mut search = Search {
            beyond: self.size.points().map(|p| Dir::ALL.map(|dir| self.beyond(p, dir).map(index))).collect(),
            tiles: self.tiles.as_slice(),
            source: index(self.source),
            laid: self.tiles.iter().map(|(_, tile)| if tile.is_empty() { Dirs::NONE } else { Dirs::ALL }).collect(),
            limit,
            found: Vec::new(),
        };
        search.lay(0);
        search.found.into_iter().map(|tiles| Grid::from_vec(self.size, tiles).unwrap()).collect()
    }

    /// Every tile turned at random.
    pub(crate) fn shuffle(&mut self, rng: &mut MapRng) {
        self.tiles = Grid::from_fn(self.size, |p| self.tiles[p].turned(rng.below(4)));
    }
}

struct Search<'a> {
    beyond: Vec<[Option<usize>; 4]>,
    tiles: &'a [Dirs],
    source: usize,
    laid: Vec<Dirs>,
    limit: usize,
    found: Vec<Vec<Dirs>>,
}

impl Search<'_> {
    fn lay(&mut self, at: usize) {
        if self.found.len() >= self.limit || !self.all_wet() {
            return;
        }
        let Some(&tile) = self.tiles.get(at) else {
            self.found.push(self.laid.clone());
            return;
        };
        let before = self.laid[at];
        let turns = [0, 1, 2, 3].map(|quarters| tile.turned(quarters));
        for (i, turn) in turns.iter().enumerate() {
            if !turns[..i].contains(turn) {
                self.laid[at] = *turn;
                self.lay(at + 1);
            }
        }
        self.laid[at] = before;
    }

    /// The definition once more, on bits: cells are at most 16.
    fn all_wet(&self) -> bool {
        let (mut wet, mut rest) = (1u16 << self.source, vec![self.source]);
        while let Some(at) = rest.pop() {
            for dir in self.laid[at].iter() {
                if let Some(next) = self.beyond[at][dir as usize]
                    && wet >> next & 1 == 0
                    && self.laid[next].contains(dir.opposite())
                {
                    wet |= 1 << next;
                    rest.push(next);
                }
            }
        }
        (0..self.laid.len()).all(|at| wet >> at & 1 == 1 || self.laid[at].is_empty())
    }
}

/// What a random board is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    /// The chance of a hole.
    pub(crate) holes: f64,
    /// The chance of a barrier at each side.
    pub(crate) barriers: f64,
    /// The chance of each further joint, once all is joined.
    pub(crate) loops: f64,
    /// The chance of another tile in a place.
    pub(crate) noise: f64,
}

/// A tree through all cells that hang together with a random source, with rings and noise added, shuffled.
pub(crate) fn random_board(size: Size, wrap: Wrap, mix: Mix, rng: &mut MapRng) -> Board {
    let source = size.point(rng.below(size.area()));
    let mut board = Board { size, wrap, tiles: Grid::new(size, Dirs::NONE), source, barriers: Vec::new() };
    let all: Vec<(Point, Dir)> = size.points().flat_map(|p| Dir::ALL.map(|dir| (p, dir))).collect();
    board.barriers = all.iter().copied().filter(|_| rng.chance(mix.barriers / 2.0)).collect();
    let hole: Vec<Point> = size.points().filter(|&p| p != source && rng.chance(mix.holes)).collect();
    let mut seen = vec![source];
    let mut sides: Vec<(Point, Dir)> = all.clone();
    // Growing from a random side each time gives the short dead ends of Prim's mazes.
    loop {
        rng.shuffle(&mut sides);
        let grows = |&&(p, dir): &&(Point, Dir)| {
            let next = board.beyond(p, dir);
            seen.contains(&p) && next.is_some_and(|next| !seen.contains(&next) && !hole.contains(&next))
        };
        let Some(&(p, dir)) = sides.iter().find(grows) else { break };
        let next = board.beyond(p, dir).unwrap();
        board.tiles[p] = board.tiles[p].with(dir);
        board.tiles[next] = board.tiles[next].with(dir.opposite());
        seen.push(next);
    }
    for (p, dir) in all {
        if let Some(next) = board.beyond(p, dir).filter(|next| seen.contains(next) && seen.contains(&p))
            && rng.chance(mix.loops / 2.0)
        {
            board.tiles[p] = board.tiles[p].with(dir);
            board.tiles[next] = board.tiles[next].with(dir.opposite());
        }
    }
    for p in size.points() {
        if rng.chance(mix.noise) {
            board.tiles[p] = Dirs::from_bits(rng.below(16) as u8);
        }
    }
    board.shuffle(rng);
    board
}
