//! Walks through a level, one step at a time.

use mapwright_core::{BuilderMap, Dir, Door, DoorKind, Dropped, KeyName, Passages, Point};

use crate::keys::Keys;
use crate::steps::WalkStep;

/// Walks through a level: picks up keys, and respects locks and one-way doors. Secrets are walls until they are found.
///
/// ```
/// use mapwright_core::{BuilderMap, Dir, Door, Point, Size, Spawn, Tile, Wrap};
/// use mapwright_levels::Explorer;
///
/// let mut map = BuilderMap::filled(Size::new(4, 1), Wrap::None, Tile::FLOOR);
/// (map.start, map.exit) = (Some(Point::new(1, 0)), Some(Point::new(3, 0)));
/// map.doors = Some(vec![Door::locked([Point::new(2, 0)], 0)]);
/// map.spawns = vec![Spawn::key((0, 0), "Key A", 0)];
///
/// let mut explorer = Explorer::new(map)?;
/// assert_eq!(explorer.step(Dir::E).unwrap_err().to_string(), "the door at (2, 0) is locked; it takes key A");
/// for dir in [Dir::W, Dir::E, Dir::E, Dir::E] {
///     explorer.step(dir)?;
/// }
/// assert_eq!((explorer.at(), explorer.keys(), explorer.steps()), (Point::new(3, 0), vec![0], 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explorer {
    map: BuilderMap,
    passages: Passages,
    at: Point,
    keys: Keys,
    steps: u32,
}

/// What stops a step.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum Stopped {
    /// There is no way.
    #[error("there is a wall")]
    Wall,
    /// A locked door, and the key is missing.
    #[error("the door at {at} is locked; it takes key {}", KeyName(*lock))]
    Locked {
        /// The door.
        at: Point,
        /// The key that it takes.
        lock: u8,
    },
    /// A one-way door in another direction.
    #[error("the door at {at} can only be passed {}", heading(*.way))]
    OneWay {
        /// The door.
        at: Point,
        /// The direction in which it can be passed.
        way: Dir,
    },
    /// No portal begins here.
    #[error("there is no portal")]
    NoPortal,
}

/// The direction of a step, in words.
const fn heading(way: Dir) -> &'static str {
    match way {
        Dir::N => "heading north",
        Dir::E => "heading east",
        Dir::S => "heading south",
        Dir::W => "heading west",
    }
}

/// A map without a place to walk from.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error, mapwright_core::ErrorDebug)]
#[error("{}", at.map_or("the map has no start".to_owned(), |at| format!("nobody can stand at {at}, which is solid or outside the map")))]
pub struct NoStart {
    /// The place that cannot be used, if there is one.
    pub at: Option<Point>,
}

impl Explorer {
    /// An explorer at the start of a map.
    ///
    /// # Errors
    ///
    /// The map has no start, or one that is solid or outside.
    pub fn new(map: BuilderMap) -> Result<Explorer, NoStart> {
        let at = map.start.ok_or(NoStart { at: None })?;
        if !map.is_open(at) {
            return Err(NoStart { at: Some(at) });
        }
        Explorer::resume(map, at, [], 0)
    }

    /// An explorer in the middle of a walk: at a cell, with keys in hand, after so many steps. For saved games; with the
    /// feature `serde` an explorer can be saved whole.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Dir, Size, Tile, Wrap};
    /// use mapwright_levels::Explorer;
    ///
    /// let cave = BuilderMap::filled(Size::new(4, 1), Wrap::None, Tile::FLOOR);
    /// let mut explorer = Explorer::resume(cave, (1, 0), [3], 20)?;
    /// explorer.step(Dir::E)?;
    /// let saved = (explorer.map().clone(), explorer.at(), explorer.keys(), explorer.steps());
    /// let again = Explorer::resume(saved.0, saved.1, saved.2, saved.3)?;
    /// assert_eq!((again.at(), again.keys(), again.steps()), ((2, 0).into(), vec![3], 21));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The cell is outside the map. A solid one is allowed: an [`edit`](Self::edit) may have left the walker in it.
    pub fn resume(
        map: BuilderMap,
        at: impl Into<Point>,
        keys: impl IntoIterator<Item = u8>,
        steps: u32,
    ) -> Result<Explorer, NoStart> {
        let at = at.into();
        if !map.size().contains(at) {
            return Err(NoStart { at: Some(at) });
        }
        let mut explorer = Explorer { passages: map.passages(), map, at, keys: keys.into_iter().collect(), steps };
        explorer.take();
        Ok(explorer)
    }

    /// The level.
    pub const fn map(&self) -> &BuilderMap {
        &self.map
    }

    /// Changes the level: digs, walls up, moves what lies there. Marks that no longer fit are dropped as
    /// [`BuilderMap::repair`] says, and returned. Who stands in a cell that is solid now can go nowhere until it is dug out.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Dir, Point, Size, Spawn, Tile, Wrap};
    /// use mapwright_levels::Explorer;
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// (map.start, map.tiles[1]) = (Some(Point::new(0, 0)), Tile::WALL);
    /// map.spawns = vec![Spawn::new((2, 0), "Gold")];
    /// let mut explorer = Explorer::new(map)?;
    /// assert!(explorer.step(Dir::E).is_err());
    /// explorer.edit(|map| map.tiles[1] = Tile::FLOOR);
    /// explorer.step(Dir::E)?;
    /// let dropped = explorer.edit(|map| map.tiles[2] = Tile::WALL);
    /// assert_eq!(dropped.len(), 1, "the gold is gone");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit(&mut self, change: impl FnOnce(&mut BuilderMap)) -> Vec<Dropped> {
        change(&mut self.map);
        let dropped = self.map.repair();
        self.passages = self.map.passages();
        self.take();
        dropped
    }

    /// The current cell.
    pub const fn at(&self) -> Point {
        self.at
    }

    /// The keys in hand, in order.
    pub fn keys(&self) -> Vec<u8> {
        self.keys.iter().collect()
    }

    /// The number of steps so far.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// Takes a key into the hand, wherever it lies: a game may open a lock in its own way, by a lever or a puzzle.
    pub fn take_key(&mut self, key: u8) {
        self.keys.insert(key);
    }

    /// Whether a door can be entered with the keys in hand. Directions do not matter; a secret that is not found cannot.
    pub fn is_unlocked(&self, door: &Door) -> bool {
        !door.is_secret() && door.lock.is_none_or(|lock| self.keys.contains(lock))
    }

    /// Finds the secrets in a cell: they are doors from now on, on the map as well. Says whether there was one.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Dir, Door, Point, Size, Tile, Wrap};
    /// use mapwright_levels::{Explorer, Stopped};
    ///
    /// let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    /// (map.start, map.doors) = (Some(Point::new(0, 0)), Some(vec![Door::secret([Point::new(1, 0)])]));
    /// let mut explorer = Explorer::new(map)?;
    /// assert_eq!(explorer.step(Dir::E), Err(Stopped::Wall));
    /// assert!(explorer.find((1, 0)) && !explorer.find((1, 0)));
    /// explorer.step(Dir::E)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&mut self, at: impl Into<Point>) -> bool {
        let at = at.into();
        let secrets = self.map.doors.iter_mut().flatten().filter(|door| door.is_secret() && door.cells.contains(&at));
        secrets.map(|door| door.kind = DoorKind::Door).count() > 0
    }

    /// The passages of the level while the doors that lack their key are shut: for paths, and for monsters. One-way
    /// doors count as open both ways.
    pub fn passages(&self) -> Passages {
        let shut = self.map.doors.iter().flatten().filter(|door| !self.is_unlocked(door)).flat_map(|door| &door.cells);
        let mut passages = self.passages.clone();
        for &cell in shut.filter(|&&cell| self.map.size().contains(cell)) {
            passages.close(self.map.size().index(cell));
        }
        passages
    }

    /// The cell that a step would lead to, or what would stop it.
    ///
    /// # Errors
    ///
    /// What stops it: a wall, a border, a locked door, or a one-way door from behind.
    pub fn look(&self, dir: Dir) -> Result<Point, Stopped> {
        let to = self.beside(dir).ok_or(Stopped::Wall)?;
        self.check_doors(to, WalkStep::Dir(dir))?;
        Ok(to)
    }

    /// The direction of the step that leads to a cell beside this one; `None` if no step leads there now.
    pub fn way_to(&self, at: Point) -> Option<Dir> {
        Dir::ALL.into_iter().find(|&dir| self.look(dir) == Ok(at))
    }

    /// Makes a step, and picks up keys.
    ///
    /// # Errors
    ///
    /// As [`look`](Self::look).
    pub fn step(&mut self, dir: Dir) -> Result<(), Stopped> {
        self.look(dir).map(|to| self.go(to))
    }

    /// Makes the step to a cell: beside this one, or at the far end of a portal. So a proof can be walked cell by cell.
    ///
    /// # Errors
    ///
    /// The cell is neither beside this one nor at the far end of a portal, or something stops the step.
    pub fn step_to(&mut self, at: impl Into<Point>) -> Result<(), Stopped> {
        let at = at.into();
        let sides = Dir::ALL.into_iter().filter_map(|dir| Some((self.beside(dir)?, WalkStep::Dir(dir))));
        let steps = sides.chain(self.through_portals()).filter(|&(to, _)| to == at).collect();
        self.take_first(steps, Stopped::Wall)
    }

    /// Where the portals of this cell lead, in the order of the map's list. [`step_to`](Self::step_to) goes to one of them.
    pub fn portals(&self) -> Vec<Point> {
        self.through_portals().map(|(to, _)| to).collect()
    }

    fn through_portals(&self) -> impl Iterator<Item = (Point, WalkStep)> {
        let portals = self.map.portals.iter().enumerate();
        let steps = portals.flat_map(|(nth, portal)| portal.leads(self.at).map(move |to| (to, WalkStep::Portal(nth))));
        steps.filter(|&(to, _)| self.map.is_open(to))
    }

    /// Goes through a portal of this cell: the first that can be passed.
    ///
    /// # Errors
    ///
    /// This cell has none, or none that can be passed.
    pub fn enter_portal(&mut self) -> Result<(), Stopped> {
        self.take_first(self.through_portals().collect(), Stopped::NoPortal)
    }

    /// Takes the first way that no door stops; `none` is the error if there are no ways at all.
    fn take_first(&mut self, steps: Vec<(Point, WalkStep)>, none: Stopped) -> Result<(), Stopped> {
        let mut first = None;
        for (to, step) in steps {
            match self.check_doors(to, step) {
                Ok(()) => {
                    self.go(to);
                    return Ok(());
                }
                Err(stopped) => _ = first.get_or_insert(stopped),
            }
        }
        Err(first.unwrap_or(none))
    }

    /// The cell beside this one to which a way leads, doors or not. A change of the map may have left this cell outside.
    fn beside(&self, dir: Dir) -> Option<Point> {
        let here = Some(self.at).filter(|&at| self.map.size().contains(at))?;
        let to = self.passages.next(self.map.size().index(here), dir)?;
        Some(self.map.size().point(to))
    }

    fn go(&mut self, to: Point) {
        (self.at, self.steps) = (to, self.steps.saturating_add(1));
        self.take();
    }

    fn check_doors(&self, to: Point, step: WalkStep) -> Result<(), Stopped> {
        self.map.doors.iter().flatten().try_for_each(|door| self.pass(door, to, step))
    }

    /// Whether a door allows a step: its lock matters on entry, its direction on entry and exit.
    fn pass(&self, door: &Door, to: Point, step: WalkStep) -> Result<(), Stopped> {
        let (was, is) = (door.cells.contains(&self.at), door.cells.contains(&to));
        if was == is {
            return Ok(());
        }
        let at = if is { to } else { self.at };
        match (door.one_way, door.lock) {
            _ if is && door.is_secret() => Err(Stopped::Wall),
            (Some(way), _) if step != WalkStep::Dir(way) => Err(Stopped::OneWay { at, way }),
            (_, Some(lock)) if is && !self.is_unlocked(door) => Err(Stopped::Locked { at, lock }),
            _ => Ok(()),
        }
    }

    fn take(&mut self) {
        let here = self.map.spawns.iter().filter(|spawn| spawn.at == self.at);
        here.filter_map(|spawn| spawn.key).for_each(|key| self.keys.insert(key));
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{Portal, Size, Tile, Wrap};

    use super::*;

    fn row(width: u16) -> BuilderMap {
        let mut map = BuilderMap::filled(Size::new(width, 1), Wrap::None, Tile::FLOOR);
        map.start = Some(Point::new(0, 0));
        map
    }

    #[test]
    fn one_way_doors_open_in_their_direction_only() {
        let mut map = row(3);
        map.doors = Some(vec![Door::one_way([Point::new(1, 0)], Dir::E)]);
        let mut explorer = Explorer::new(map).unwrap();
        explorer.step(Dir::E).unwrap();
        let stopped = Stopped::OneWay { at: Point::new(1, 0), way: Dir::E };
        assert_eq!(explorer.step(Dir::W), Err(stopped));
        explorer.step(Dir::E).unwrap();
        assert_eq!(explorer.step(Dir::W), Err(stopped));
        assert_eq!(explorer.step(Dir::N), Err(Stopped::Wall));
    }

    #[test]
    fn locked_doors_are_shut_until_their_key_is_taken() {
        let mut map = row(5);
        map.doors = Some(vec![Door::locked([Point::new(2, 0), Point::new(9, 9)], 3)]);
        map.portals = vec![Portal::new((2, 0), (4, 0))];
        let mut explorer = Explorer::new(map).unwrap();
        explorer.step(Dir::E).unwrap();
        let reached = |explorer: &Explorer| {
            let seen = mapwright_graph::reachable(&explorer.passages(), 0);
            seen.as_slice().iter().filter(|&&seen| seen).count()
        };
        assert_eq!((explorer.look(Dir::W), reached(&explorer)), (Ok(Point::new(0, 0)), 2));
        assert_eq!(explorer.look(Dir::E), Err(Stopped::Locked { at: Point::new(2, 0), lock: 3 }));
        assert_eq!([(0, 0), (1, 0), (2, 0)].map(|at| explorer.way_to(at.into())), [Some(Dir::W), None, None]);
        explorer.take_key(2);
        assert_eq!(reached(&explorer), 2);
        explorer.take_key(3);
        assert_eq!((explorer.keys(), reached(&explorer)), (vec![2, 3], 5));
        assert_eq!((explorer.look(Dir::E), explorer.at()), (Ok(Point::new(2, 0)), Point::new(1, 0)));
    }

    #[test]
    fn portals_lead_both_ways() {
        let mut map = row(4);
        map.tiles[1] = Tile::WALL;
        map.portals = vec![Portal::new((0, 0), (2, 0))];
        let mut explorer = Explorer::new(map).unwrap();
        assert_eq!(explorer.step(Dir::E), Err(Stopped::Wall));
        explorer.enter_portal().unwrap();
        explorer.step(Dir::E).unwrap();
        assert_eq!(explorer.enter_portal(), Err(Stopped::NoPortal));
        explorer.step(Dir::W).unwrap();
        explorer.enter_portal().unwrap();
        assert_eq!(explorer.at(), Point::new(0, 0));
    }

    #[test]
    fn nobody_walks_without_a_start() {
        let mut map = BuilderMap::filled(Size::new(2, 2), Wrap::None, Tile::FLOOR);
        let message = |map: &BuilderMap| Explorer::new(map.clone()).unwrap_err().to_string();
        assert_eq!(message(&map), "the map has no start");
        map.start = Some(Point::new(2, 0));
        assert_eq!(message(&map), "nobody can stand at (2, 0), which is solid or outside the map");
        (map.start, map.tiles[0_u32]) = (Some(Point::new(0, 0)), Tile::WALL);
        assert_eq!(message(&map), "nobody can stand at (0, 0), which is solid or outside the map");
    }
}
