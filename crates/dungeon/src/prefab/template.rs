//! A prefab: tiles to stamp on a map, with their marks.

use mapwright_core::{Dir, Grid, Point, Size, Spawn, Tile};

use super::error::PrefabError;
use super::legend::Meaning;

/// A hand-drawn piece of a level. Each cell is a tile, or keeps what the map has there. It may have a start, an
/// exit and spawns.
///
/// It is read from text, from the bytes of a REXPaint image, or from a file of either kind. A
/// [`Legend`](super::Legend) defines the meaning of glyphs.
///
/// ```
/// use mapwright_core::Size;
/// use mapwright_dungeon::Prefab;
///
/// let shrine: Prefab = "
/// .o.o.
/// o===o
/// .o+o.
/// ".trim().parse()?;
/// assert_eq!(shrine.size(), Size::new(5, 3));
/// assert_eq!(shrine.turned(1).size(), Size::new(3, 5));
/// assert_eq!(shrine.mirrored(), shrine, "left and right are alike");
/// # Ok::<(), mapwright_dungeon::PrefabError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefab {
    tiles: Grid<Option<Tile>>,
    start: Option<Point>,
    exit: Option<Point>,
    /// Row-major.
    spawns: Vec<Spawn>,
}

impl Prefab {
    /// The most cells of a prefab: 4096 by 4096.
    pub const MAX_CELLS: u32 = 1 << 24;

    /// A prefab from its parts. A cell that is `None` keeps what the map has there.
    ///
    /// # Errors
    ///
    /// There are no cells or too many; a start, exit or spawn is not in its own open cell.
    pub fn new(
        tiles: Grid<Option<Tile>>,
        start: Option<Point>,
        exit: Option<Point>,
        mut spawns: Vec<Spawn>,
    ) -> Result<Self, PrefabError> {
        let size = tiles.size();
        Prefab::check_size(size.w.into(), size.h.into())?;
        spawns.sort_by_key(|spawn| (spawn.at.y, spawn.at.x));
        let prefab = Prefab { tiles, start, exit, spawns };
        prefab.check_marks()?;
        Ok(prefab)
    }

    /// Only tiles.
    pub(super) const fn of_tiles(tiles: Grid<Option<Tile>>) -> Self {
        Prefab { tiles, start: None, exit: None, spawns: Vec::new() }
    }

    /// Refuses a size without cells or with too many, before allocating memory.
    pub(super) fn check_size(w: u64, h: u64) -> Result<Size, PrefabError> {
        if w == 0 || h == 0 {
            return Err(PrefabError::Empty);
        }
        match (u16::try_from(w), u16::try_from(h)) {
            (Ok(w), Ok(h)) if Size::new(w, h).area() <= Prefab::MAX_CELLS => Ok(Size::new(w, h)),
            _ => Err(PrefabError::TooLarge { w, h }),
        }
    }

    /// From the meaning of each cell, row by row.
    pub(super) fn from_meanings<'a>(
        size: Size,
        meanings: impl Iterator<Item = Result<&'a Meaning, PrefabError>>,
    ) -> Result<Self, PrefabError> {
        let mut tiles = Grid::new(size, None);
        let (mut start, mut exit, mut spawns) = (None, None, Vec::new());
        for (at, meaning) in size.points().zip(meanings) {
            let meaning = meaning?;
            tiles[at] = meaning.tile();
            match meaning {
                Meaning::Start(_) => first(&mut start, at, "start")?,
                Meaning::Exit(_) => first(&mut exit, at, "exit")?,
                Meaning::Spawn(_, what) => spawns.push(Spawn::new(at, what.clone())),
                Meaning::Keep | Meaning::Tile(_) => (),
            }
        }
        Prefab::new(tiles, start, exit, spawns)
    }

    fn check_marks(&self) -> Result<(), PrefabError> {
        if let Some((what, at)) = self.marks().find(|&(_, at)| !self.is_open(at)) {
            return Err(PrefabError::NotOpen { at, what: what.to_owned() });
        }
        // Row-major spawns: two in one cell follow each other.
        let twice = self.spawns.windows(2).find(|two| two[0].at == two[1].at).map(|two| &two[1]);
        let on_mark = self.spawns.iter().find(|spawn| [self.start, self.exit].contains(&Some(spawn.at)));
        let spawn = twice.or(on_mark).map(|spawn| (spawn.what.as_str(), spawn.at));
        let exit = self.exit.filter(|_| self.exit == self.start).map(|exit| ("exit", exit));
        match spawn.or(exit) {
            Some((what, at)) => Err(PrefabError::NotAlone { at, what: what.to_owned() }),
            None => Ok(()),
        }
    }

    fn marks(&self) -> impl Iterator<Item = (&str, Point)> {
        let named = [("start", self.start), ("exit", self.exit)];
        let spawns = self.spawns.iter().map(|spawn| (spawn.what.as_str(), spawn.at));
        named.into_iter().filter_map(|(name, at)| Some((name, at?))).chain(spawns)
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// The tile of each cell; `None` to keep the map's tile.
    pub const fn tiles(&self) -> &Grid<Option<Tile>> {
        &self.tiles
    }

    /// Where its start is, if it has one.
    pub const fn start(&self) -> Option<Point> {
        self.start
    }

    /// Where its exit is, if it has one.
    pub const fn exit(&self) -> Option<Point> {
        self.exit
    }

    /// Its spawns, row by row.
    pub fn spawns(&self) -> &[Spawn] {
        &self.spawns
    }

    fn is_open(&self, at: Point) -> bool {
        self.tiles.get(at).copied().flatten().is_some_and(|tile| !tile.is_solid())
    }

    /// The first open cell that cannot be entered from outside. `is_open` says in which columns and rows around the
    /// prefab, and among the cells that it keeps, the map is open.
    pub(super) fn sealed_cell(&self, is_open: impl Fn(i32, i32) -> bool) -> Option<Point> {
        let mut entered = Grid::new(self.size(), false);
        let mut queue = Vec::new();
        let neighbors = |p: Point| Dir::ALL.map(Dir::delta).map(|(dx, dy)| (i32::from(p.x) + dx, i32::from(p.y) + dy));
        let inside = |(x, y)| {
            let p = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
            self.tiles.get(p).copied().flatten().map(|tile| (p, tile))
        };
        for p in self.size().points().filter(|&p| self.is_open(p)) {
            if neighbors(p).into_iter().any(|(x, y)| inside((x, y)).is_none() && is_open(x, y)) {
                entered[p] = true;
                queue.push(p);
            }
        }
        while let Some(here) = queue.pop() {
            for (next, _) in neighbors(here).into_iter().filter_map(inside).filter(|(_, tile)| !tile.is_solid()) {
                if !entered[next] {
                    entered[next] = true;
                    queue.push(next);
                }
            }
        }
        self.size().points().find(|&p| self.is_open(p) && !entered[p])
    }

    /// The prefab after some quarter turns clockwise.
    #[must_use]
    pub fn turned(&self, quarters: u32) -> Self {
        let Size { w, h } = self.size();
        let (right, bottom) = (w.saturating_sub(1), h.saturating_sub(1));
        match quarters % 4 {
            1 => self.moved(Size::new(h, w), |p| Point::new(bottom - p.y, p.x)),
            2 => self.moved(Size::new(w, h), |p| Point::new(right - p.x, bottom - p.y)),
            3 => self.moved(Size::new(h, w), |p| Point::new(p.y, right - p.x)),
            _ => self.clone(),
        }
    }

    /// The prefab with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let right = self.size().w.saturating_sub(1);
        self.moved(self.size(), |p| Point::new(right - p.x, p.y))
    }

    /// The distinct prefabs made by rotation, mirroring, or both: one to eight.
    ///
    /// Each of them results from equally many rotations and mirrorings (the symmetries of a prefab are a subgroup, and
    /// these are its cosets), so drawing uniformly from the distinct ones is the same as drawing the motion uniformly.
    pub(super) fn orientations(&self, rotate: bool, mirror: bool) -> Vec<Prefab> {
        let turns = if rotate { 4 } else { 1 };
        let mut all: Vec<Prefab> = Vec::new();
        for turned in (0..turns).map(|quarters| self.turned(quarters)) {
            let mirrored = mirror.then(|| turned.mirrored());
            for prefab in [Some(turned), mirrored].into_iter().flatten() {
                if !all.contains(&prefab) {
                    all.push(prefab);
                }
            }
        }
        all
    }

    /// The prefab without the outer rows and columns that only keep the map; `None` if all of them do.
    pub(super) fn trimmed(&self) -> Option<Self> {
        let tiles = || self.tiles.iter().filter(|(_, tile)| tile.is_some()).map(|(p, _)| p);
        let (left, right) = (tiles().map(|p| p.x).min()?, tiles().map(|p| p.x).max()?);
        let (top, bottom) = (tiles().map(|p| p.y).min()?, tiles().map(|p| p.y).max()?);
        let size = Size::new(right - left + 1, bottom - top + 1);
        let to = |p: Point| Point::new(p.x - left, p.y - top);
        let tiles = Grid::from_fn(size, |p| self.tiles[Point::new(p.x + left, p.y + top)]);
        let spawns = self.spawns.iter().map(|spawn| spawn.clone().moved_to(to(spawn.at)));
        Some(Prefab { tiles, start: self.start.map(to), exit: self.exit.map(to), spawns: spawns.collect() })
    }

    /// The prefab in another size, with every cell moved.
    fn moved(&self, size: Size, to: impl Fn(Point) -> Point) -> Self {
        let mut tiles = Grid::new(size, None);
        self.tiles.iter().for_each(|(p, &tile)| tiles[to(p)] = tile);
        let mut spawns: Vec<Spawn> = self.spawns.iter().map(|spawn| spawn.clone().moved_to(to(spawn.at))).collect();
        spawns.sort_by_key(|spawn| (spawn.at.y, spawn.at.x));
        Prefab { tiles, start: self.start.map(&to), exit: self.exit.map(&to), spawns }
    }
}

/// Stores where a start or exit is, and refuses a second one.
fn first(mark: &mut Option<Point>, at: Point, what: &'static str) -> Result<(), PrefabError> {
    match *mark {
        Some(first) => Err(PrefabError::Second { at, what, first }),
        None => {
            *mark = Some(at);
            Ok(())
        }
    }
}
