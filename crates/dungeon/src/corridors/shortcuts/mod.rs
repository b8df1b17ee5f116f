//! Shortcuts between cells that are near each other but a long walk apart.
//!
//! A *run* is a straight row of solid cells between two open cells, its ends; no cell of it touches another open cell by
//! a side, so opening it joins its ends and nothing else. Runs are tried in random order, each once. That is enough:
//! opening only shortens walks, so a run that was passed over because its walk was short may be passed over for good.
//!
//! For the same reason a walk once found bounds every later one. Beside a run whose walk is known, a few open rows aside,
//! is a second one of the same length: its walk is at most the known one and the way to it and back. Most runs come in such
//! bundles, between two rooms, and only the first of a bundle is searched. Often not even that: a row of open cells beside
//! a run, from one end's row to the other's, is a walk too.
//!
//! All of this is done with bits, a word for 64 cells. [`RunBoard`] has the cells, and says of many runs at once which need
//! no search; [`Balls`] searches near the ends of a run. A walk that may lead over a border, through a portal or far away
//! is searched cell by cell.
//!
//! What did not make it faster: trying doors first, leaving out needless runs before the shuffle (another map), following
//! the front of a ball instead of all its rows, words of 128 bits.

mod balls;
mod board;

use mapwright_core::params::check_order;
use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Effect, Facts, Keep, MetaMapBuilder, Passages,
    Point, Reach, Size, Tile, params,
};
use mapwright_graph::BoundedSearch;

use crate::bits::Bits;
use balls::Balls;
use board::{RunBoard, Wraps};

/// Opens walls between cells that are a long walk apart.
///
/// Opens straight runs of solid cells between two open cells, if the walk from one to the other is long: longer than
/// `min_detour`, and longer than `ratio` times the run. So it makes loops, bridges over water, and, with a solid tile,
/// windows. Afterwards, unless `max` ends it early, no run is left with a longer walk but those that touch an opened one.
///
/// The cells of a run touch no open cell but its ends by a side, no end is a door unless the tile is solid, and none lies on
/// a border that does not wrap or between two floors. Cells that cannot reach each other are a long walk apart too. On a map with sides use `loop-injector`.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{BspInterior, Corridors, Shortcuts};
///
/// let doors = |map: mapwright_core::BuilderMap| map.doors.map_or(0, |doors| doors.len());
/// let tree = Corridors { max_loops: Some(0), ..Corridors::default() };
/// let rooms = BspInterior { corridors: Some(tree), ..BspInterior::default() };
/// let rooms = BuilderChain::start_with(Size::new(60, 40), rooms);
/// assert_eq!(doors(rooms.build(7)?), 0);
/// assert!(doors(rooms.with(Shortcuts::default()).build(7)?) > 5);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Shortcuts {
    /// The solid tiles that may be opened.
    #[param(default = vec![Tile::WALL], range = Tile::SOLID)]
    pub over: Vec<Tile>,
    /// The fewest and the most cells of a run.
    #[param(default = [1, 1], range = 1..=64, expected = "two integers from 1 to 64 such as [1, 3]")]
    pub length: [u16; 2],
    /// What a run becomes.
    ///
    /// Doors are one cell long. A solid tile, such as a window, opens no way.
    #[param(default = Tile::DOOR)]
    pub tile: Tile,
    /// The longest walk that is left alone, in steps.
    #[param(default = 20, range = 0..=1000)]
    pub min_detour: u32,
    /// The longest walk that is left alone, in lengths of the run.
    #[param(default = 1.0, range = 1.0..=1000.0)]
    pub ratio: f64,
    /// The most to open.
    pub max: Option<u32>,
}

impl Builder for Shortcuts {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("shortcuts")
            .memory(8)
            .title("Shortcuts")
            .spares_kept()
            .effect(if self.tile.is_solid() { Effect::Keeps } else { Effect::Opens })
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for Shortcuts {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        let wrong = |name, value: &dyn std::fmt::Display, expected| Err(BuildError::parameter(name, value, expected));
        check_order(&self.length).map_err(|error| error.within("length"))?;
        if self.over.contains(&self.tile) {
            return wrong("tile", &self.tile, "none of `over`");
        }
        if self.tile == Tile::DOOR && self.length[1] > 1 {
            return wrong("tile", &"a door", "a floor for runs of more than one cell");
        }
        Ok(())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.validate()?;
        if map.sides.is_some() {
            let why = "shortcuts are dug through cells, and this map has sides; use `loop-injector`".to_owned();
            return Err(BuildErrorKind::Impossible { why }.into());
        }
        map.clear(self.facts(map.size()).drops());
        let opened = self.open(map, cx)?;
        if self.tile == Tile::FLOOR {
            map.corridors.iter_mut().for_each(|corridors| corridors.extend(opened.iter().cloned()));
        }
        Ok(())
    }
}

/// A run, seen from the end that comes first.
#[derive(Clone, Copy, Debug)]
struct Run {
    end: Point,
    /// Its cells.
    n: u8,
    dir: Dir,
}

impl Run {
    /// Returns its first end in the coordinates of the board on which it goes down.
    #[inline]
    fn on_board(self) -> (u16, u16) {
        if self.dir == Dir::S { (self.end.x, self.end.y) } else { (self.end.y, self.end.x) }
    }

    /// Returns its cell number `k`, counted from 1, across the border if the map wraps. The number after the last is its
    /// other end.
    fn cell(self, k: u16, Size { w, h }: Size) -> Point {
        let on = |from: u16, length: u16| ((u32::from(from) + u32::from(k)) % u32::from(length)) as u16;
        let Point { x, y } = self.end;
        if self.dir == Dir::S { Point::new(x, on(y, h)) } else { Point::new(on(x, w), y) }
    }
}

impl Shortcuts {
    /// The most rows and cells that all searches together may look at, for each cell of the map. With a limit of a thousand
    /// steps, a search covers a small map, so the work for each cell grows with the map until it is larger than that.
    const LOOKS_PER_CELL: u64 = 20_000;

    /// Opens runs of a map without sides, and returns the cells of each.
    pub(crate) fn open(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<Vec<Vec<Point>>, BuildError> {
        let Size { w, h } = map.size();
        let area = u64::from(map.size().area());
        cx.claim_with(w.into(), h.into(), RunMap::bytes(map.size()).div_ceil(area.max(1)))?;
        let budget = Self::LOOKS_PER_CELL * area;
        let mut run_map = RunMap::new(map, &self.over);
        let mut runs = run_map.runs(self.length, cx)?;
        let lists = (2 * size_of_val(runs.as_slice())) as u64;
        cx.claim_with(w.into(), h.into(), (RunMap::bytes(Size::new(w, h)) + lists).div_ceil(area.max(1)))?;
        cx.shuffle(&mut runs)?;
        let mut all = Vec::new();
        let mut looks = 0;
        for run in runs {
            cx.work(1)?;
            if self.max.is_some_and(|count| all.len() as u64 >= count.into()) {
                break;
            }
            if looks > budget {
                let what = "long walks (a smaller `min_detour` or `ratio` takes less time)";
                return Err(BuildErrorKind::GaveUp { what, tries: looks, budget }.into());
            }
            let limit = self.min_detour.max((self.ratio * f64::from(run.n)) as u32);
            if run_map.is_known(run, limit) || !self.tile.is_solid() && run_map.ends_at_a_door(run) {
                continue;
            }
            let walk = run_map.walk(run, limit);
            let seen = run_map.looks();
            cx.work(u32::try_from(seen - looks).unwrap_or(u32::MAX))?;
            looks = seen;
            if walk.is_none() {
                let cells: Vec<Point> = (1..=u16::from(run.n)).map(|k| run.cell(k, run_map.map.size())).collect();
                run_map.fill(&cells, self.tile, cx);
                all.push(cells);
            }
            if let Some(walk) = walk.or((!self.tile.is_solid()).then_some(u32::from(run.n) + 1)) {
                run_map.mark_needless(run, walk, limit);
            }
        }
        Ok(all)
    }
}

/// A map with its boards, which are kept up to date while runs are opened.
struct RunMap<'a> {
    map: &'a mut BuilderMap,
    /// For runs east, and for runs south.
    boards: [RunBoard; 2],
    balls: Balls,
    /// The search cell by cell, made when it is first needed.
    search: Option<(Passages, BoundedSearch)>,
}

impl<'a> RunMap<'a> {
    /// Returns the bytes of a map with boards, of its search cell by cell, and of the list of runs: each cell is the first of at most
    /// one run.
    fn bytes(size: Size) -> u64 {
        let turned = Size::new(size.h, size.w);
        let bytes_per_cell = (size_of::<Run>() + size_of::<u8>() + size_of::<u64>()) as u64;
        2 * RunBoard::bytes(size) + RunBoard::bytes(turned) + bytes_per_cell * u64::from(size.area())
    }

    fn new(map: &'a mut BuilderMap, tiles: &[Tile]) -> Self {
        let (size, wrap) = (map.size(), map.wrap);
        let open = Bits::of(&map.tiles, |tile| !tile.is_solid());
        let mut over = Bits::new(size);
        for &wanted in tiles {
            over.join(&Bits::of(&map.tiles, |tile| tile == wanted));
        }
        for y in (0..size.h).filter(|&y| map.floor_of(Point::new(0, y)).is_none()) {
            over.row_mut(y.into()).fill(0);
        }
        if map.kept.is_some() {
            for at in size.points().filter(|&at| map.keep_at(at) > Keep::Free) {
                over.clear(at.x.into(), at.y.into());
            }
        }
        let (turned, wraps) = (Size::new(size.h, size.w), Wraps { rows: wrap.y(), columns: wrap.x() });
        let around = Wraps { rows: wraps.columns, columns: wraps.rows };
        let east = RunBoard::new(turned, around, open.transposed(size), over.transposed(size));
        let south = RunBoard::new(size, wraps, open, over);
        RunMap { map, boards: [east, south], balls: Balls::new(), search: None }
    }

    /// Returns all runs, row-major by their first ends, east before south.
    fn runs(&self, [least, most]: [u16; 2], cx: &mut BuildCx<'_>) -> Result<Vec<Run>, BuildError> {
        let Size { w, h } = self.map.size();
        let [east, south] = &self.boards;
        let starts = [east.starts().transposed(Size::new(h, w)), south.starts()];
        let mut runs = Vec::new();
        for y in 0..h {
            let n_before = runs.len();
            let rows = starts.each_ref().map(|starts| starts.row(y.into()));
            for (word, (&east, &south)) in rows[0].iter().zip(rows[1]).enumerate() {
                let mut left = east | south;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let end = Point::new((64 * word) as u16 + bit as u16, y);
                    for (dir, starts) in [(Dir::E, east), (Dir::S, south)] {
                        if starts >> bit & 1 == 0 {
                            continue;
                        }
                        let run = Run { end, n: 0, dir };
                        let (x, y) = run.on_board();
                        let n = self.board(dir).length(x, y, most).filter(|&n| n >= least);
                        runs.extend(n.map(|n| Run { n: n as u8, ..run }));
                    }
                }
            }
            cx.work((runs.len() - n_before) as u32 + u32::from(w) / 64)?;
        }
        Ok(runs)
    }

    #[inline]
    fn board(&self, dir: Dir) -> &RunBoard {
        &self.boards[usize::from(dir == Dir::S)]
    }

    /// Whether a run needs no search: another run was opened through it or beside it, or a short walk is known. May mark
    /// other runs as needless.
    #[inline]
    fn is_known(&mut self, run: Run, limit: u32) -> bool {
        let ((x, y), n) = (run.on_board(), u16::from(run.n));
        let straight = u32::from(n) + 1;
        let board = &mut self.boards[usize::from(run.dir == Dir::S)];
        if board.is_needless(x, y) || !board.is_run(x, y, n) {
            return true;
        }
        if limit < straight || board.is_over_border(y, n) {
            return false;
        }
        let crossing = board.crossing(x, y, n, (limit - straight) / 2);
        if let Some(column) = crossing {
            board.mark_needless(column, y, n, straight, limit);
        }
        crossing.is_some()
    }

    /// Whether a run ends at a door. Opening it would put a door before a door, or take a jamb from one.
    fn ends_at_a_door(&self, run: Run) -> bool {
        let tiles = &self.map.tiles;
        tiles[run.end] == Tile::DOOR || tiles[run.cell(u16::from(run.n) + 1, self.map.size())] == Tile::DOOR
    }

    /// Returns the steps between the ends, or `None` if there are more than `limit`.
    fn walk(&mut self, run: Run, limit: u32) -> Option<u32> {
        let ((x, y), n) = (run.on_board(), u16::from(run.n));
        let straight = u32::from(n) + 1;
        // Twice the radius, less one for odd walks, is the longest walk within the limit.
        let radius = (limit + straight % 2) / 2;
        let board = &self.boards[usize::from(run.dir == Dir::S)];
        let is_plain = self.map.portals.is_empty() && board.is_inside(x, y, n, radius);
        if is_plain && limit < straight {
            return None;
        }
        if is_plain && radius <= balls::MAX_RADIUS {
            return board.walk(&mut self.balls, x, y, n, radius);
        }
        let size = self.map.size();
        let (passages, search) = self.search.get_or_insert_with(|| {
            let passages = self.map.passages();
            let search = BoundedSearch::new(&passages);
            (passages, search)
        });
        search.steps(passages, size.index(run.end), size.index(run.cell(n + 1, size)), limit)
    }

    /// Returns how many rows and cells all searches have looked at.
    fn looks(&self) -> u64 {
        self.balls.looks + self.search.as_ref().map_or(0, |(_, search)| search.looks)
    }

    /// Marks runs beside this one as needless, given the steps of a walk around it.
    #[inline]
    fn mark_needless(&mut self, run: Run, walk: u32, limit: u32) {
        let ((x, y), n) = (run.on_board(), u16::from(run.n));
        let board = &mut self.boards[usize::from(run.dir == Dir::S)];
        if !board.is_over_border(y, n) {
            board.mark_needless(x, y, n, walk, limit);
        }
    }

    /// Opens the cells of a run.
    fn fill(&mut self, cells: &[Point], tile: Tile, cx: &mut BuildCx<'_>) {
        for &at in cells {
            self.map.tiles[at] = tile;
            let [east, south] = &mut self.boards;
            east.open_cell(at.y, at.x, !tile.is_solid());
            south.open_cell(at.x, at.y, !tile.is_solid());
            let cell = self.map.size().index(at);
            if let Some((passages, _)) = self.search.as_mut().filter(|_| !tile.is_solid()) {
                for dir in Dir::ALL {
                    if passages.beside(cell, dir).is_some_and(|next| !self.map.tiles[next].is_solid()) {
                        passages.join(cell, dir);
                    }
                }
            }
            cx.step(&self.map.tiles, [cell]);
        }
    }
}
