//! Boards to test with, and a search through all arrangements that shares no code and no rule with the solver.
#![allow(dead_code, reason = "each test file uses a part")]

use mapwright_core::{Dir, Dirs, Grid, MapRng, Point, Size, Wrap};
use mapwright_pipes::{PipePuzzle, turned};

/// A board and its barriers, from which neighbors are found by coordinates alone.
#[derive(Clone, Debug)]
pub struct Board {
    pub size: Size,
    pub wrap: Wrap,
    pub tiles: Grid<Dirs>,
    pub source: Point,
    pub barriers: Vec<(Point, Dir)>,
}

impl Board {
    pub fn puzzle(&self) -> PipePuzzle {
        let puzzle = PipePuzzle::new(self.tiles.clone(), self.wrap, self.source).unwrap();
        self.barriers.iter().fold(puzzle, |puzzle, &(at, dir)| puzzle.with_barrier(at, dir))
    }

    pub fn beyond(&self, at: Point, dir: Dir) -> Option<Point> {
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
    pub fn is_solved(&self, tiles: &Grid<Dirs>) -> bool {
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
    pub fn brute_force(&self, limit: usize) -> Vec<Grid<Dirs>> {
        let points: Vec<Point> = self.size.points().collect();
        let mut laid = Grid::from_fn(self.size, |p| if self.tiles[p].is_empty() { Dirs::NONE } else { Dirs::ALL });
        let mut found = Vec::new();
        self.lay(&points, &mut laid, limit, &mut found);
        found
    }

    fn lay(&self, rest: &[Point], laid: &mut Grid<Dirs>, limit: usize, found: &mut Vec<Grid<Dirs>>) {
        if found.len() >= limit || !self.all_wet(|p| laid[p]) {
            return;
        }
        let Some((&p, rest)) = rest.split_first() else {
            found.push(laid.clone());
            return;
        };
        let mut tried = Vec::new();
        let before = laid[p];
        for tile in (0..4).map(|quarters| turned(self.tiles[p], quarters)) {
            if !tried.contains(&tile) {
                tried.push(tile);
                laid[p] = tile;
                self.lay(rest, laid, limit, found);
            }
        }
        laid[p] = before;
    }

    /// Every tile turned at random.
    pub fn shuffle(&mut self, rng: &mut MapRng) {
        self.tiles = Grid::from_fn(self.size, |p| turned(self.tiles[p], rng.below(4)));
    }
}

/// What a random board is made of.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// The chance of a hole.
    pub holes: f64,
    /// The chance of a barrier at each side.
    pub barriers: f64,
    /// The chance of each further joint, once all is joined.
    pub loops: f64,
    /// The chance of another tile in a place.
    pub noise: f64,
}

/// A tree through all cells that hang together with a random source, with rings and noise added, shuffled.
pub fn random_board(size: Size, wrap: Wrap, mix: Mix, rng: &mut MapRng) -> Board {
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
