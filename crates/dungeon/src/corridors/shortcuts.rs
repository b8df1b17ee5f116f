//! Shortcuts between cells that are near each other but a long walk apart.
//!
//! A *run* is a straight row of solid cells between two open cells, its ends; no cell of it touches another open cell by
//! a side, so opening it joins its ends and nothing else. Runs are tried in random order, each once. That is enough:
//! opening only shortens walks, so a run that was passed over because its walk was short may be passed over for good.
//!
//! For the same reason a walk once found bounds every later one. Beside a run whose walk is known, a few open rows aside, is
//! a second one of the same length: its walk is at most the known one and the way to it and back. Most runs come in such
//! bundles, between two rooms, and only the first of a bundle is searched.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Facts, Grid, MetaMapBuilder, Passages, Point, Reach,
    Size, Tile, Touch, params,
};
use mapwright_graph::BoundedSearch;

/// Opens walls between cells that are a long walk apart.
///
/// Opens straight runs of solid cells between two open cells, if the walk from one to the other is long: longer than
/// `min_detour`, and longer than `ratio` times the run. So it makes loops, bridges over water, and, with a solid tile,
/// windows. Afterwards, unless `count` ends it early, no run is left with a longer walk but those that touch an opened one.
///
/// The cells of a run touch no open cell but its ends by a side, and none lies on a border that does not wrap or between two
/// floors. Cells
/// that cannot reach each other are a long walk apart too. On a map with sides use
/// `loop-injector`.
///
/// ```
/// use mapwright_core::{BuilderChain, Size, Tile};
/// use mapwright_dungeon::{BspInterior, Corridors, Shortcuts};
///
/// let doors = |map: mapwright_core::BuilderMap| map.doors.map_or(0, |doors| doors.len());
/// let tree = Corridors { loops: Some(0), ..Corridors::default() };
/// let rooms = BspInterior { corridors: Some(tree), ..BspInterior::default() };
/// let rooms = BuilderChain::start_with(Size::new(60, 40), rooms);
/// assert_eq!(doors(rooms.build(7)?), 0);
/// assert!(doors(rooms.with(Shortcuts::default()).build(7)?) > 5);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Shortcuts {
    /// The solid tiles that may be opened.
    #[param(default = vec![Tile::WALL])]
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
    pub count: Option<u32>,
}

impl Builder for Shortcuts {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("shortcuts")
            .title("Shortcuts")
            .touch(if self.tile.is_solid() { Touch::Keeps } else { Touch::Opens })
            .reach(Reach::BLOCK)
    }
}

impl MetaMapBuilder for Shortcuts {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()?;
        let wrong = |name, value: &dyn std::fmt::Display, expected| Err(BuildError::parameter(name, value, expected));
        let [least, most] = self.length;
        if least > most {
            return wrong("length", &format_args!("[{least}, {most}]"), "the smaller number first");
        }
        if let Some(tile) = self.over.iter().find(|tile| !tile.is_solid()) {
            return wrong("over", &tile.0, "solid tiles, 128 or more");
        }
        if self.over.contains(&self.tile) {
            return wrong("tile", &self.tile.0, "none of `over`");
        }
        if self.tile == Tile::DOOR && most > 1 {
            return wrong("tile", &"a door", "a floor for runs of more than one cell");
        }
        Ok(())
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        map.sound()?;
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
    end: u32,
    dir: Dir,
}

impl Shortcuts {
    /// The most cells that all searches together may visit, for each cell of the map.
    const LOOKS_PER_CELL: u64 = 20_000;

    /// What the known walks take.
    const BYTES_PER_CELL: u64 = 12;

    /// Opens runs of a map without sides, and returns the cells of each.
    pub(crate) fn open(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<Vec<Vec<Point>>, BuildError> {
        cx.claim_with(map.size().w.into(), map.size().h.into(), Self::BYTES_PER_CELL)?;
        let known = [Dir::E, Dir::S].map(|_| Grid::new(map.size(), None));
        let mut site = Site { opened: Grid::new(map.size(), false), known, passages: map.passages(), map };
        let budget = Self::LOOKS_PER_CELL * u64::from(site.passages.area());
        let ends = (0..site.passages.area()).flat_map(|end| [Dir::E, Dir::S].map(|dir| Run { end, dir }));
        let mut runs: Vec<Run> = ends.filter(|&run| site.measure(run, self).is_some()).collect();
        cx.rng.shuffle(&mut runs);
        let mut search = BoundedSearch::new(&site.passages);
        let mut all = Vec::new();
        for run in runs {
            if self.count.is_some_and(|count| all.len() as u64 >= count.into()) {
                break;
            }
            if search.looks > budget {
                let what = "long walks (a smaller `min_detour` or `ratio` takes less time)";
                return Err(BuildErrorKind::GaveUp { what, tries: search.looks, budget }.into());
            }
            let Some((length, far)) = site.measure(run, self) else { continue };
            let limit = self.min_detour.max((self.ratio * f64::from(length)) as u32);
            if site.has_known_walk(run, far, length, limit) {
                continue;
            }
            let before = search.looks;
            let mut walk = search.steps(&site.passages, run.end, far, limit);
            cx.work(u32::try_from(search.looks - before).unwrap_or(u32::MAX))?;
            if walk.is_none() {
                let along = |&cell: &u32| site.passages.beside(cell, run.dir);
                let cells: Vec<u32> = std::iter::successors(along(&run.end), along).take(length.into()).collect();
                site.fill(&cells, self.tile, cx);
                walk = (!self.tile.is_solid()).then_some(u32::from(length) + 1);
                all.push(cells.iter().map(|&cell| site.passages.point(cell)).collect());
            }
            site.known[usize::from(run.dir == Dir::S)][run.end] = walk.map(|walk| (length, walk as u16));
        }
        Ok(all)
    }
}

/// A map with its passages, kept up to date while runs are opened.
struct Site<'a> {
    map: &'a mut BuilderMap,
    passages: Passages,
    /// The cells of opened runs, which may be solid.
    opened: Grid<bool>,
    /// For runs east and for runs south, by their ends: the length of the run, and steps that suffice to walk around it.
    known: [Grid<Option<(u16, u16)>>; 2],
}

impl Site<'_> {
    /// How many cells a run has, and its other end, if it is one.
    fn measure(&self, Run { end, dir }: Run, rules: &Shortcuts) -> Option<(u16, u32)> {
        let is_open = |cell: u32| !self.map.tiles[cell].is_solid();
        if !is_open(end) {
            return None;
        }
        let [least, most] = rules.length;
        let has_border = !if dir == Dir::E { self.map.wrap.y() } else { self.map.wrap.x() };
        let mut length = 0;
        let mut here = self.passages.beside(end, dir)?;
        while !is_open(here) {
            let touches = |turn| match self.passages.beside(here, dir.turned(turn)) {
                Some(beside) => is_open(beside) || self.opened[beside],
                None => has_border,
            };
            let is_free = rules.over.contains(&self.map.tiles[here]) && !self.opened[here];
            let is_alone = length < most && is_free && !touches(1) && !touches(3);
            if !is_alone || self.map.floor_of(self.passages.point(here)).is_none() {
                return None;
            }
            length += 1;
            here = self.passages.beside(here, dir)?;
        }
        (length >= least && here != end && !self.opened[here]).then_some((length, here))
    }

    /// Whether a walk found for a run of the same length aside shows that this one's has at most `limit` steps.
    fn has_known_walk(&self, run: Run, far: u32, length: u16, limit: u32) -> bool {
        let known = &self.known[usize::from(run.dir == Dir::S)];
        [1, 3].map(|turn| run.dir.turned(turn)).into_iter().any(|aside| {
            let next =
                |&(near, far): &(u32, u32)| Some((self.passages.next(near, aside)?, self.passages.next(far, aside)?));
            let ends = std::iter::successors(next(&(run.end, far)), next);
            ends.zip(1..=limit / 2).any(|((end, _), away)| {
                known[end].is_some_and(|(cells, walk)| cells == length && u32::from(walk) + 2 * away <= limit)
            })
        })
    }

    fn fill(&mut self, cells: &[u32], tile: Tile, cx: &mut BuildCx<'_>) {
        for &cell in cells {
            self.map.tiles[cell] = tile;
            self.opened[cell] = true;
            for dir in Dir::ALL.into_iter().filter(|_| !tile.is_solid()) {
                if self.passages.beside(cell, dir).is_some_and(|next| !self.map.tiles[next].is_solid()) {
                    self.passages.join(cell, dir);
                }
            }
            cx.step(&self.map.tiles, [cell]);
        }
    }
}
