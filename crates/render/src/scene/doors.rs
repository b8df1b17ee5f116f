//! Doors and windows: where they lie in their cells, and the segments that close them from wall to wall.
//!
//! Each side of a door's cell is a wall (rock, a tree, a pillar, the map's edge, a closed side), the same door, another
//! one, or open. The arms of a cell lead from its middle
//!
//! 1. to the middle of each side on the same door or another one;
//! 2. to the vertex between two sides that are open or on another door, if the cell past it is a door's too, or if the
//!    steps past it do not join the two;
//! 3. to each run of sides that are walls: opposite another arm if that can be, at the corner of a run of two if an arm
//!    lies opposite that corner, and else at the middle side of the run;
//! 4. between cells with closed sides, to the vertex between a side on the same door and one that is open or on another
//!    door, if one can go on around it on one side only.
//!
//! So arms leave sectors of which each touches one set of joined cells at most. A cell with fewer than two arms parts
//! nothing; its leaf lies between what holds it best.

use std::collections::BTreeSet;

use mapwright_core::{BuilderMap, Dir, Door, DoorKind, Passages, Point, Tile};

use super::ground::is_rock;

/// A place in quarters of a cell, from the map's upper left corner.
pub type QuarterPoint = (i32, i32);

/// A direction in eighths of a turn, clockwise from the north.
pub(crate) type Eighth = usize;

/// How far the end of each eighth lies from the middle of a cell, in quarters.
const ENDS: [QuarterPoint; 8] = [(0, -2), (2, -2), (2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2)];

/// Some of the eight directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arms(u8);

impl Arms {
    const ACROSS: Arms = Arms(0b0100_0100);
    const DOWN: Arms = Arms(0b0001_0001);

    fn are_straight(self) -> bool {
        self == Arms::ACROSS || self == Arms::DOWN
    }

    const fn add(&mut self, eighth: Eighth) {
        self.0 |= 1 << (eighth % 8);
    }

    const fn has(self, eighth: Eighth) -> bool {
        self.0 >> (eighth % 8) & 1 == 1
    }
}

/// A cell of a door or a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DoorCell {
    pub(crate) at: Point,
    arms: Arms,
    /// How far beyond its vertex each slanting arm ends, in quarters, from the north-east clockwise.
    beyond: [i8; 4],
    /// Whether a straight leaf lies from west to east: between the sides that hold it better.
    pub(crate) is_across: bool,
    /// Whether it parts nothing, and an end of its leaf lies on open ground.
    pub(crate) is_freestanding: bool,
    /// Whether its picture is not a straight leaf between two opposite sides. A window holds a leaf as a wall does.
    pub(crate) is_bent: bool,
}

impl DoorCell {
    pub(crate) const fn middle(&self) -> QuarterPoint {
        (4 * self.at.x as i32 + 2, 4 * self.at.y as i32 + 2)
    }

    /// The arms, each with its end.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (Eighth, QuarterPoint)> {
        let (x, y) = self.middle();
        (0..8).filter(|&eighth| self.arms.has(eighth)).map(move |eighth| {
            let (dx, dy) = ENDS[eighth];
            let beyond = if eighth % 2 == 1 { i32::from(self.beyond[eighth / 2]) } else { 0 };
            (eighth, (x + dx + beyond * dx.signum(), y + dy + beyond * dy.signum()))
        })
    }
}

/// A door or a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SceneDoor {
    pub(crate) kind: DoorKind,
    pub(crate) lock: Option<u8>,
    pub(crate) way: Option<Dir>,
    pub(crate) is_window: bool,
    pub(crate) cells: Vec<DoorCell>,
}

impl SceneDoor {
    /// The segments that close it. Arms that go on straight are one.
    pub(crate) fn closes(&self) -> Vec<[QuarterPoint; 2]> {
        let mut pieces = Vec::new();
        for (cell, (eighth, end)) in self.cells.iter().flat_map(|cell| cell.ends().map(move |end| (cell, end))) {
            let (middle, slope) = (cell.middle(), eighth % 4);
            let line = [middle.0, middle.0 + middle.1, middle.1, middle.0 - middle.1][slope];
            pieces.push((slope, line, middle.min(end), middle.max(end)));
        }
        pieces.sort_unstable();
        pieces.dedup();
        let runs = pieces.chunk_by(|a, b| (a.0, a.1, a.3) == (b.0, b.1, b.2));
        runs.filter_map(|run| Some([run.first()?.2, run.last()?.3])).collect()
    }
}

/// What a side of a door's cell is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Wall,
    Own,
    Other,
    Open,
}

/// The surroundings of doors.
pub(super) struct DoorGround<'a> {
    /// The map with its secrets as walls.
    map: &'a BuilderMap,
    /// Where walls stand between cells.
    passages: Option<&'a Passages>,
    /// Whether rock has a square corner at a vertex.
    is_square: &'a dyn Fn(i32, i32) -> bool,
    /// The cells of all doors and windows.
    doors: BTreeSet<Point>,
}

/// Lists the doors of a map without secrets, those of tiles alone, and the windows. Listed doors can be left out.
pub(super) fn doors(
    map: &BuilderMap,
    passages: Option<&Passages>,
    with_listed: bool,
    is_square: &dyn Fn(i32, i32) -> bool,
) -> Vec<SceneDoor> {
    let listed: Vec<&Door> = map.doors.iter().flatten().filter(|_| with_listed).collect();
    let known: BTreeSet<Point> = listed.iter().flat_map(|door| door.cells.iter().copied()).collect();
    let is_door = |tile: Tile| tile == Tile::DOOR || tile == Tile::WINDOW;
    // A loop over all of a chunk is vector code, and most chunks have no door.
    let chunks = map.tiles.as_slice().chunks(64).zip((0..).step_by(64));
    let chunks = chunks.filter(|(tiles, _)| tiles.iter().fold(false, |found, &tile| found | is_door(tile)));
    let tiles = chunks.flat_map(|(tiles, first)| tiles.iter().zip(first..)).filter(|&(&tile, _)| is_door(tile));
    let shown = tiles.map(|(&tile, cell)| (map.size().point(cell), tile)).filter(|(at, _)| !known.contains(at));
    let (alone, windows): (Vec<_>, Vec<_>) = shown.partition(|&(_, tile)| tile == Tile::DOOR);
    let mut cells = known;
    cells.retain(|&at| map.size().contains(at));
    cells.extend(alone.iter().chain(&windows).map(|&(at, _)| at));
    let field = DoorGround { map, passages, is_square, doors: cells };
    let listed = listed.into_iter().map(|door| {
        let cells = field.cells(&door.cells);
        SceneDoor { kind: door.kind, lock: door.lock, way: door.one_way, is_window: false, cells }
    });
    let alone = alone.iter().chain(&windows).map(|&(at, tile)| {
        let (is_window, cells) = (tile == Tile::WINDOW, field.cells(&[at]));
        SceneDoor { kind: DoorKind::Door, lock: None, way: None, is_window, cells }
    });
    listed.chain(alone).collect()
}

impl DoorGround<'_> {
    /// The cells of a door that lie on the map.
    fn cells(&self, own: &[Point]) -> Vec<DoorCell> {
        let mut own = own.to_vec();
        own.retain(|&at| self.map.size().contains(at));
        own.sort_unstable();
        own.dedup();
        let cell = |&at: &Point| {
            let is_across = lies_across(self.map, at);
            let leaf = if is_across { Arms::ACROSS } else { Arms::DOWN };
            let arms = self.arms(at, &own, Side::Other);
            let is_leaf = arms == Arms::default();
            let arms = if is_leaf { leaf } else { arms };
            let drawn = if arms.are_straight() { arms } else { self.arms(at, &own, Side::Wall) };
            let ends = if is_across { [Dir::W, Dir::E] } else { [Dir::N, Dir::S] };
            let is_freestanding =
                is_leaf && ends.into_iter().any(|dir| self.side(at, dir, &[], Side::Other) == Side::Open);
            let beyond = if self.passages.is_some() { [0; 4] } else { [0, 1, 2, 3].map(|k| self.beyond(at, k)) };
            DoorCell {
                at,
                arms,
                beyond,
                is_across: drawn == Arms::ACROSS || drawn != Arms::DOWN && is_across,
                is_freestanding,
                is_bent: !drawn.are_straight(),
            }
        };
        own.iter().map(cell).collect()
    }

    fn beside(&self, at: Point, (dx, dy): (i32, i32)) -> Option<Point> {
        self.map.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, self.map.size())
    }

    /// Whether nobody steps into a cell.
    fn is_shut(&self, at: Option<Point>) -> bool {
        at.is_none_or(|at| {
            let tile = self.map.tiles[at];
            (is_rock(tile) || matches!(tile, Tile::TREE | Tile::PILLAR)) && !self.doors.contains(&at)
        })
    }

    /// Whether one can step from a cell to its neighbor.
    fn leads(&self, at: Option<Point>, dir: Dir) -> bool {
        let Some(at) = at else { return false };
        match self.passages {
            Some(passages) => passages.dirs(self.map.size().index(at)).contains(dir),
            None => !self.is_shut(Some(at)) && !self.is_shut(self.beside(at, dir.delta())),
        }
    }

    /// What a side is to a door of these cells, to which windows are `window`.
    fn side(&self, at: Point, dir: Dir, own: &[Point], window: Side) -> Side {
        match self.beside(at, dir.delta()).filter(|_| self.leads(Some(at), dir)) {
            None => Side::Wall,
            Some(next) if own.binary_search(&next).is_ok() => Side::Own,
            Some(next) if self.map.tiles[next] == Tile::WINDOW => window,
            Some(next) if self.doors.contains(&next) => Side::Other,
            Some(_) => Side::Open,
        }
    }

    /// The arms of a door in one of its cells; none if it parts nothing there.
    fn arms(&self, at: Point, own: &[Point], window: Side) -> Arms {
        let mut arms = Arms::default();
        let sides = Dir::ALL.map(|dir| self.side(at, dir, own, window));
        let is_passed = |k: usize| matches!(sides[k % 4], Side::Open | Side::Other);
        for (k, side) in sides.iter().enumerate() {
            if matches!(side, Side::Own | Side::Other) {
                arms.add(2 * k);
            }
            let (this, next) = (Dir::ALL[k], Dir::ALL[(k + 1) % 4]);
            let beside = |dir: Dir| self.beside(at, dir.delta());
            let past = self.beside(at, (this.delta().0 + next.delta().0, this.delta().1 + next.delta().1));
            let is_joined = self.leads(beside(this), next) && self.leads(beside(next), this);
            let ends_at_door = past.is_some_and(|past| self.doors.contains(&past));
            let goes_around = [(k, this, next), (k + 1, next, this)].into_iter().any(|(open, way, shut)| {
                is_passed(open)
                    && self.side(at, shut, own, window) == Side::Own
                    && self.leads(beside(shut), way)
                    && !self.leads(beside(way), shut)
            });
            if is_passed(k) && is_passed(k + 1) && (ends_at_door || !is_joined) || goes_around {
                arms.add(2 * k + 1);
            }
        }
        let is_wall = |k: usize| sides[k % 4] == Side::Wall;
        let runs = (0..4).filter(|&k| is_wall(k) && !is_wall(k + 3));
        let runs: Vec<(usize, usize)> = runs.map(|k| (k, (1..4).find(|&n| !is_wall(k + n)).unwrap_or(4))).collect();
        if arms.0.count_ones() as usize + runs.len() < 2 {
            return Arms::default();
        }
        for (first, length) in runs {
            let in_run = |k: usize| (k + 4 - first) % 4 < length;
            let faces = |k: usize| arms.has(2 * k + 4) || is_wall(k + 2) && !in_run((k + 2) % 4);
            match (first..first + length).rfind(|&k| faces(k)) {
                Some(k) => arms.add(2 * k),
                None if length == 2 && arms.has(2 * first + 5) => arms.add(2 * first + 1),
                None => arms.add(2 * (first + length / 2)),
            }
        }
        arms
    }

    /// How far beyond the vertex between side `k` of a cell and the next one an arm meets the walls, which are cut at
    /// natural corners.
    fn beyond(&self, at: Point, k: usize) -> i8 {
        let (dx, dy) = ENDS[2 * k + 1];
        let (x, y) = (i32::from(at.x) + i32::from(dx > 0), i32::from(at.y) + i32::from(dy > 0));
        if (self.is_square)(x, y) {
            return 0;
        }
        let rock = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| {
            let cell = self.map.wrap.cell_at(x + dx, y + dy, self.map.size());
            cell.is_some_and(|cell| is_rock(self.map.tiles[cell]) && !self.doors.contains(&cell))
        });
        match rock.iter().filter(|&&is_rock| is_rock).count() {
            1 => 1,
            3 => -1,
            2 if rock[0] == rock[3] => -1,
            _ => 0,
        }
    }
}

/// Whether a leaf lies from west to east: passages lead north and south, or the cells to the west and east hold it
/// better. Rock holds best; other doors, what is solid, and the map's edge hold half as well.
fn lies_across(map: &BuilderMap, at: Point) -> bool {
    let count = |dirs: [Dir; 2], hold: &dyn Fn(Dir) -> u32| dirs.map(hold).into_iter().sum::<u32>();
    if let Some(sides) = &map.sides {
        let opens = |dir: Dir| u32::from(sides[at].is_open(dir));
        return count([Dir::N, Dir::S], &opens) >= count([Dir::E, Dir::W], &opens);
    }
    let holds = |dir: Dir| {
        let (dx, dy) = dir.delta();
        let next = map.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, map.size());
        match next.map(|next| map.tiles[next]) {
            Some(tile) if is_rock(tile) => 2,
            Some(tile) => u32::from(tile == Tile::DOOR || tile.is_solid()),
            None => 1,
        }
    };
    count([Dir::E, Dir::W], &holds) >= count([Dir::N, Dir::S], &holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Grid, Sides, Size, Wrap};

    #[test]
    fn a_window_holds_a_leaf_as_a_wall_does() {
        let rows = ["#w#", ".+.", ".#."];
        let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
        for (at, tile) in map.tiles.iter_mut() {
            *tile = match rows[usize::from(at.y)].as_bytes()[usize::from(at.x)] {
                b'#' => Tile::WALL,
                b'w' => Tile::WINDOW,
                b'+' => Tile::DOOR,
                _ => Tile::FLOOR,
            };
        }
        let doors = doors(&map, None, true, &|_, _| true);
        let door = doors.iter().find(|door| !door.is_window).unwrap();
        assert_eq!((door.cells[0].is_bent, door.cells[0].is_across), (false, false));
        assert!(door.closes().len() > 1, "light is stopped from the window's corners on");
    }

    #[test]
    fn a_leaf_lies_between_what_holds_it() {
        let mut map = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
        let middle = Point::new(1, 1);
        assert!(lies_across(&map, middle), "of equals, across");
        map.tiles[Point::new(1, 0)] = Tile::TREE;
        assert!(!lies_across(&map, middle));
        map.tiles[Point::new(0, 1)] = Tile::WALL;
        assert!(lies_across(&map, middle), "rock holds better than a tree");
        assert!(lies_across(&map, Point::new(2, 0)), "between a tree and the map's edge");
        assert!(!lies_across(&map, Point::new(0, 2)), "between a wall and the map's edge");
        let mut sides = Grid::new(map.size(), Sides::CLOSED);
        sides[middle].open(Dir::W);
        map.sides = Some(sides);
        assert!(!lies_across(&map, middle), "it closes the passage to the west");
    }
}
