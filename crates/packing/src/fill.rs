//! A map packed with polyominoes, each of which is a room.
//!
//! The quick scan fills the map in strips, with the kinds in random order in each cell. If the number of cells is not a
//! sum of pieces, some cells stay empty: those are rock. The scan gets as many as needed as one more
//! kind of a single cell, used where nothing else fits. If it gives up, it gets four times as many; with enough of
//! them any board can be filled without backtracking. Doubling them after every eight scans took 20 seconds for 200×150
//! cells of a piece that fits badly.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, InitialMapBuilder, Keep, Passages,
    Plane, Point, Reach, Rect, Room, Sides, Size, Tile, join_sides, params,
};

use mapwright_graph::{Components, DisjointSets};

use super::board::Board;
use super::budget::{Halt, PackOptions, Quota, SharedBudget};
use super::explain::can_sum;
use super::kinds::Kinds;
use super::piece::Polyomino;
use super::piece_set::PieceSet;
use super::problem::{PackProblem, Piece};
use super::scan::{Scan, ScanOptions};
use super::scan_board::{Route, ScanBoard};
use super::solve::SolveAnswer;

/// Rooms in the shape of polyominoes, packed without gaps.
///
/// Fills the map with polyominoes. Each piece is a region and a room, closed on all sides; doors come from
/// [`RegionDoors`](super::RegionDoors). Cells that no piece covers are rock. Pieces do not cross wrapped borders.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_packing::PolyominoFill;
///
/// let map = BuilderChain::start_with(Size::new(8, 4), PolyominoFill::default()).build(7)?;
/// assert_eq!(map.rooms.map(|rooms| rooms.len()), Some(8));
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PolyominoFill {
    /// The shapes.
    pub pieces: PieceSet,
    /// How many pieces of each shape, in order; all are used. Empty: as many as needed, in a random mix.
    #[param(range = 0..=Self::MAX_COUNT)]
    pub counts: Vec<u32>,
    /// Whether pieces may be rotated.
    #[param(default = true)]
    pub rotate: bool,
    /// Whether pieces may be mirrored.
    #[param(default = true)]
    pub mirror: bool,
}

/// The number of scans with the same number of rock cells.
const SCANS: u64 = 8;
/// How many nodes a scan may search for each cell. A scan that succeeds searches little more than one for each piece. A
/// scan that goes back often nearly always fails: 16 nodes made maps two to six times as slow and saved no rock.
///
/// A failed scan starts over with an empty map. On larger maps scans fail more often, so the work for each cell grows: some
/// maps of 1024×1024 take forty times as long as others. To search again only around the dead end would avoid this.
const NODES_A_CELL: u64 = 2;
/// How many nodes a scan of given pieces may search for each cell.
const NODES_OF_GIVEN: u64 = 16;
/// The nodes of all scans with the least rock, and of the complete search after all scans of given pieces gave up.
const NODES: u64 = 1 << 20;
/// What the program's own errors are about.
const WHAT: &str = "a packing";

impl PolyominoFill {
    /// The most pieces of a kind.
    pub const MAX_COUNT: u32 = 1 << 22;

    /// A random filling of the free cells of a board, as pieces with their cells; all other cells are rock.
    fn fill(&self, board: Board, cx: &mut BuildCx<'_>, put: &mut dyn FnMut(&[Point])) -> Result<(), BuildError> {
        let area = u64::from(board.area());
        let rock = self.least_rock(&board)?;
        let scans = SCANS.min(NODES / (area * NODES_A_CELL)).max(1);
        for nth in 0.. {
            // Given pieces leave no choice. Otherwise there is four times as much rock after each scan that gave up: with
            // enough rock a scan hardly ever goes back.
            let given = !self.counts.is_empty();
            let more = if nth < scans || given { 0 } else { rock.step << (2 * (nth - scans) + 1).min(32) };
            let budget = area * if given { NODES_OF_GIVEN } else { NODES_A_CELL } + 256;
            let problem = self.problem(&board, u32::try_from((rock.least + more).min(area)).unwrap_or(u32::MAX));
            let kinds = Kinds::of(&problem);
            let free = self.counts.is_empty();
            let last =
                kinds.kinds.iter().position(|kind| kind.area == 1).filter(|_| problem.pieces.len() > self.given());
            let choice = ScanOptions { seed: cx.rng.bits() | 1, noise: 4, free, island: 15, last };
            let scan_board = ScanBoard::new(&board, &kinds, Route { width: 4, transposed: cx.rng.chance(0.5) });
            let mut scan = Scan::new(&scan_board, &kinds, problem.spares, choice);
            let options = PackOptions::default();
            let shared = SharedBudget::new(&options);
            let mut goes_on = || cx.keep_going().is_ok();
            let ended = scan.run(&mut Quota::new(&shared, budget).asking(&mut goes_on));
            match ended {
                Ok(true) => {
                    // Single cells are first pieces, then rock.
                    let mut singles = self.singles();
                    for (kind, cells) in scan.pieces() {
                        let is_rock = Some(kind) == last && singles == 0;
                        singles = if Some(kind) == last { singles.saturating_sub(1) } else { singles };
                        if !is_rock {
                            put(&cells);
                        }
                    }
                    return Ok(());
                }
                Err(Halt::Cancelled) => return Err(BuildErrorKind::Stopped.into()),
                Ok(false) if !free => return Err(BuildError::contradiction(None, super::NoFilling::Exhausted)),
                Err(Halt::Budget) if !free && nth + 1 >= SCANS => {
                    return self.search(&problem, last.is_some(), cx, put);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The complete search for given pieces.
    fn search(
        &self,
        problem: &PackProblem,
        rock: bool,
        cx: &mut BuildCx<'_>,
        put: &mut dyn FnMut(&[Point]),
    ) -> Result<(), BuildError> {
        let options = PackOptions { nodes: NODES, memory: 1 << 26, ..PackOptions::default() };
        let solved = problem.solve_while(&options, &mut || cx.keep_going().is_ok());
        let solved = solved.map_err(|error| BuildError::contradiction(None, error))?;
        match solved.answer {
            SolveAnswer::Filled(packing) => {
                let mut cells: Vec<Vec<Point>> = vec![Vec::new(); packing.pieces.len()];
                packing.ids.iter().filter(|&(_, &id)| id > 0).for_each(|(p, &id)| cells[id as usize - 1].push(p));
                let is_room = |&(_, &piece): &(&Vec<Point>, &usize)| !rock || piece < self.given();
                cells.iter().zip(&packing.pieces).filter(is_room).for_each(|(cells, _)| put(cells));
                Ok(())
            }
            SolveAnswer::None(why) => Err(BuildError::contradiction(None, why)),
            SolveAnswer::Cancelled => Err(BuildErrorKind::Stopped.into()),
            _ => Err(BuildErrorKind::GaveUp { what: WHAT, tries: solved.nodes, budget: NODES }.into()),
        }
    }

    /// The requested number of single-cell pieces.
    fn singles(&self) -> u32 {
        let pieces = self.pieces.pieces(1);
        pieces.iter().zip(&self.counts).find(|(piece, _)| piece.shape.area() == 1).map_or(0, |(_, &count)| count)
    }

    /// The number of shapes.
    fn given(&self) -> usize {
        self.pieces.pieces(0).len()
    }

    /// The packing problem with some cells of rock: single cells, last among the pieces.
    fn problem(&self, board: &Board, rock: u32) -> PackProblem {
        let mut pieces = self.pieces.pieces(u32::MAX);
        pieces.iter_mut().zip(&self.counts).for_each(|(piece, &count)| piece.count = count);
        let single = Polyomino::new([Point::new(0, 0)]).ok().filter(|_| rock > 0);
        pieces.extend(single.map(|shape| Piece { name: "rock".into(), shape, count: rock }));
        let spares = self.counts.is_empty();
        PackProblem { board: board.clone(), pieces, turn: self.rotate, mirror: self.mirror, spares }
    }

    /// The number of cells that must stay empty.
    fn least_rock(&self, board: &Board) -> Result<Rock, BuildError> {
        let area = board.area();
        if self.counts.is_empty() {
            let kinds = Kinds::of(&self.problem(board, 0));
            let fits = |kind: &super::kinds::PieceKind| {
                kind.orientations
                    .iter()
                    .any(|orientation| orientation.w() <= board.size().w && orientation.h() <= board.size().h)
            };
            let step = kinds.kinds.iter().map(|kind| kind.area).reduce(gcd).unwrap_or(1);
            if !kinds.kinds.iter().any(fits) {
                let why = format!("no piece fits on a map of {}", board.size());
                return Err(BuildError::contradiction(None, why));
            }
            let least = least_rock(&kinds, area);
            return Ok(Rock { least: least.into(), step: step.into() });
        }
        let pieces = self.pieces.pieces(1);
        let cells = pieces.iter().zip(&self.counts).map(|(piece, &n)| piece.shape.area() as u64 * u64::from(n)).sum();
        match u64::from(area).checked_sub(cells) {
            Some(least) => Ok(Rock { least, step: 0 }),
            None => {
                let why = format!("the pieces cover {cells} cells, but the map has {area}");
                Err(BuildError::contradiction(None, why))
            }
        }
    }
}

/// The fewest cells to leave out so that the rest is a sum of pieces, if there are enough of each.
///
/// From the square of the largest piece on, every multiple of the pieces' greatest common divisor is a sum (Sylvester's
/// bound for the coin problem), so a large area can be reduced by any piece.
fn least_rock(kinds: &Kinds, area: u32) -> u32 {
    let (Some(first), Some(most)) = (kinds.kinds.first(), kinds.kinds.iter().map(|kind| kind.area).max()) else {
        return area;
    };
    let bound = most.saturating_mul(most);
    let near = if area > 4 * bound { 2 * bound + (area - 2 * bound) % first.area } else { area };
    (0..near).find(|rock| can_sum(kinds, near - rock)).unwrap_or(area)
}

/// Cells that stay empty: the fewest, and the step by which the number grows.
struct Rock {
    least: u64,
    step: u64,
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Builder for PolyominoFill {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("polyomino-fill")
            .memory(12)
            .title("Polyominoes")
            .gives([Plane::Sides, Plane::Regions, Plane::Rooms])
            .reach(Reach::BLOCK)
            .spares_kept()
    }
}

impl InitialMapBuilder for PolyominoFill {
    fn check(&self, _: Size) -> Result<(), BuildError> {
        let given = self.given();
        let allowed = format!("as many numbers as there are pieces, {given}, or none");
        let wrong = |allowed: String| Err(BuildError::parameter("counts", format!("{:?}", self.counts), allowed));
        match &self.counts[..] {
            [] => Ok(()),
            counts if counts.len() != given => wrong(allowed),
            counts if counts.iter().all(|&n| n == 0) => wrong("at least one piece".into()),
            counts if counts.iter().any(|&n| n > Self::MAX_COUNT) => wrong(format!("0 to {} each", Self::MAX_COUNT)),
            _ => Ok(()),
        }
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        self.check(size)?;
        // The search numbers every place of every piece.
        cx.claim_with(size.w.into(), size.h.into(), 60)?;
        let mut map = cx.new_map(size, Tile::WALL)?;
        let may_fill = |p: Point| map.keep_at(p) < Keep::Tile && map.may_put(p, Tile::FLOOR);
        let free = if map.kept.is_none() { Grid::new(size, true) } else { Grid::from_fn(size, may_fill) };
        let board = Board::new(free).map_err(|error| BuildError::contradiction(None, error))?;
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        self.fill(board, cx, &mut |cells| pieces.push(cells.to_vec()))?;
        let (mut sides, mut regions) = (Grid::new(size, Sides::CLOSED), Grid::new(size, 0));
        (map.sides, map.regions, map.rooms) = (Some(sides.clone()), Some(regions.clone()), Some(Vec::new()));
        let mut rooms = Vec::with_capacity(pieces.len());
        let mut last = 0;
        let n_pieces = pieces.len();
        pieces.extend(kept_parts(&map, cx));
        for (nth, cells) in pieces.iter().enumerate() {
            cx.work(1)?;
            last = number_beside(&regions, cells, last);
            lay(&mut sides, &mut regions, cells, last);
            if nth < n_pieces {
                cells.iter().for_each(|&p| map.tiles[p] = Tile::FLOOR);
            }
            if let (Some(bounds), Ok(id)) = (bounds(cells), u32::try_from(rooms.len())) {
                let mut room = Room::new(id, bounds);
                room.region = Some(last);
                room.tags.extend((nth >= n_pieces).then(|| "kept".to_owned()));
                rooms.push(room);
            }
            if cx.step_is_due(1) {
                (map.sides, map.regions) = (Some(sides.clone()), Some(regions.clone()));
                cx.step_frame(&map, "a piece");
            }
        }
        match cx.base(size).map(|base| &base.sides) {
            Some(Some(old)) => map.put_kept_sides(old, &mut sides),
            Some(None) => {
                for (cell, dir, next) in ways_in(&map, cx) {
                    join_sides(&mut sides, cell, dir, next);
                }
            }
            None => {}
        }
        (map.sides, map.regions, map.rooms) = (Some(sides), Some(regions), Some(rooms));
        Ok(map)
    }
}

/// The connected parts of the open cells whose tile is kept; each is a room.
fn kept_parts(map: &BuilderMap, cx: &BuildCx<'_>) -> Vec<Vec<Point>> {
    if map.kept.is_none() {
        return Vec::new();
    }
    let mut part = BuilderMap::filled(map.size(), map.wrap, Tile::WALL);
    let kept = map.size().points().filter(|&p| map.keep_at(p) == Keep::Tile);
    kept.for_each(|p| part.tiles[p] = map.tiles[p]);
    part.sides = cx.base(map.size()).and_then(|base| base.sides.clone());
    let parts = Components::from_map(&part, &part.passages());
    let mut cells = vec![Vec::new(); parts.sizes.len()];
    for (p, &label) in parts.label.iter() {
        if let Some(cells) = label.checked_sub(1).and_then(|nth| cells.get_mut(nth as usize)) {
            cells.push(p);
        }
    }
    cells
}

/// The edges that open cells whose tile is kept have on a new map, as later stages find them kept: all between two of them, and as
/// few others as join all that can be joined.
fn ways_in(map: &BuilderMap, cx: &mut BuildCx<'_>) -> Vec<(u32, Dir, u32)> {
    let lattice = Passages::lattice(map.size(), map.wrap);
    let is_open = |cell: u32| !map.tiles[cell].is_solid();
    let is_kept = |cell: u32| map.keep_at(lattice.point(cell)) == Keep::Tile;
    let mut joined = DisjointSets::new(lattice.area());
    let (mut inside, mut ways) = (Vec::new(), Vec::new());
    for cell in (0..lattice.area()).filter(|&cell| is_open(cell)) {
        for dir in [Dir::E, Dir::S] {
            let Some(next) = lattice.next(cell, dir).filter(|&next| is_open(next)) else { continue };
            if is_kept(cell) != is_kept(next) {
                ways.push((cell, dir, next));
                continue;
            }
            joined.unite(cell, next);
            if is_kept(cell) {
                inside.push((cell, dir, next));
            }
        }
    }
    cx.rng.shuffle(&mut ways);
    ways.retain(|&(cell, _, next)| joined.unite(cell, next));
    inside.append(&mut ways);
    inside
}

/// The next number after `last`, from 1 to 65535 cyclically, that no cell beside these has.
fn number_beside(regions: &Grid<u16>, cells: &[Point], last: u16) -> u16 {
    let next = |number: u16| number.checked_add(1).unwrap_or(1);
    let is_beside = |number: u16| {
        let beside = |p: &Point| {
            let at = [
                (p.x.wrapping_add(1), p.y),
                (p.x, p.y.wrapping_add(1)),
                (p.x.wrapping_sub(1), p.y),
                (p.x, p.y.wrapping_sub(1)),
            ];
            at.into_iter().any(|(x, y)| regions.get(Point::new(x, y)) == Some(&number))
        };
        cells.iter().any(beside)
    };
    let mut number = next(last);
    while is_beside(number) {
        number = next(number);
    }
    number
}

/// Puts a piece on the map: its number, and open sides between its own cells.
fn lay(sides: &mut Grid<Sides>, regions: &mut Grid<u16>, cells: &[Point], number: u16) {
    let size = regions.size();
    cells.iter().for_each(|&p| regions[p] = number);
    for p in cells {
        for (dir, q) in
            [(Dir::E, Point::new(p.x.saturating_add(1), p.y)), (Dir::S, Point::new(p.x, p.y.saturating_add(1)))]
        {
            if q != *p && cells.contains(&q) {
                join_sides(sides, size.index(*p), dir, size.index(q));
            }
        }
    }
}

/// The bounding box of some cells.
fn bounds(cells: &[Point]) -> Option<Rect> {
    let (left, right) = (cells.iter().map(|p| p.x).min()?, cells.iter().map(|p| p.x).max()?);
    let (top, bottom) = (cells.iter().map(|p| p.y).min()?, cells.iter().map(|p| p.y).max()?);
    Some(Rect::new(left, top, right - left + 1, bottom - top + 1))
}
