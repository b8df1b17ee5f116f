//! Makes the lists of a map agree with its cells again, after a stage has changed them.
//!
//! A stage that digs or fills does not update doors, corridors and rooms. The chain does so after each stage. A plain door
//! that no longer fills a gap in a wall becomes floor. One that filled none before the stage was drawn so, and stays. Locked,
//! secret and one-way doors always stay, because keys and proofs depend on them. Stages that close cells spare the cells
//! around all doors: they ask [`may_block`](BuilderMap::may_block).

use std::collections::BTreeSet;

use crate::{BuilderMap, Dir, Door, Effect, Grid, Point, Size, Tile, gather};

impl BuilderMap {
    /// Makes lists agree with the cells after a stage that has changed the ways so much: each door tile is listed, in one
    /// entry with those of the same gap; plain doors that fill no gap become floor; what is solid now leaves corridors and
    /// rooms. A chain does so after each stage. Call it after a stage that you run yourself.
    pub fn settle(&mut self, touch: Effect) {
        self.list_doors();
        self.drop_false_doors(&[]);
        self.settle_lists(touch);
    }

    /// Returns the cells of the plain doors that fill no gap, sorted.
    pub(crate) fn odd_doors(&self) -> Vec<Point> {
        let odd = self.doors.iter().flatten().filter(|door| door.is_plain() && !self.is_gap(&door.cells));
        let mut odd: Vec<Point> = odd.flat_map(|door| &door.cells).copied().collect();
        odd.sort_unstable();
        odd
    }

    /// Makes rooms and corridors agree with the cells after a stage that has changed the ways so much.
    pub(crate) fn settle_lists(&mut self, touch: Effect) {
        if !touch.closes_nothing() {
            self.split_corridors();
            self.drop_closed_rooms();
        }
    }

    /// Gives every door tile a door: those that have none become doors without a lock, row by row. Door tiles that fill a
    /// gap between two walls become one door. A chain does so after each stage; call it on maps that you draw yourself.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Door, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(5, 1), Wrap::None, Tile::FLOOR);
    /// (map.tiles[1], map.tiles[3]) = (Tile::DOOR, Tile::DOOR);
    /// map.doors = Some(vec![Door::locked([Point::new(3, 0)], 0)]);
    /// map.list_doors();
    /// assert_eq!(map.doors, Some(vec![Door::locked([Point::new(3, 0)], 0), Door::new([Point::new(1, 0)])]));
    /// ```
    pub fn list_doors(&mut self) {
        // Every stage asks. Without a branch for each cell, a processor compares many at once.
        let has_door = |cells: &[Tile]| cells.iter().fold(false, |found, &tile| found | (tile == Tile::DOOR));
        if !self.tiles.as_slice().chunks(1024).any(has_door) {
            return;
        }
        let mut doors = self.doors.take().unwrap_or_default();
        let listed = gather::set(doors.iter().flat_map(|door| &door.cells).copied());
        let is_new = |&(at, &tile): &(Point, &Tile)| tile == Tile::DOOR && !listed.contains(&at);
        let mut left = gather::set(self.tiles.iter().filter(is_new).map(|(at, _)| at));
        let mut new: Vec<Vec<Point>> = Vec::new();
        for along in [Dir::E, Dir::S] {
            let gaps = self.rows_of(&left, along).filter(|cells| self.is_gap(cells)).collect::<Vec<_>>();
            gaps.iter().flatten().for_each(|at| _ = left.remove(at));
            new.extend(gaps);
        }
        new.extend(left.into_iter().map(|at| vec![at]));
        new.sort_unstable_by_key(|cells| cells.first().map(|at| (at.y, at.x)));
        doors.extend(new.into_iter().map(Door::new));
        self.doors = Some(doors);
    }

    /// Returns the rows of two or more of these cells, each as long as ways lead on, from its first cell.
    fn rows_of<'a>(&'a self, cells: &'a BTreeSet<Point>, along: Dir) -> impl Iterator<Item = Vec<Point>> + 'a {
        let next = move |&at: &Point, dir| self.next(at, dir).filter(|next| cells.contains(next));
        let firsts = cells.iter().filter(move |at| next(at, along.opposite()).is_none());
        let rows =
            firsts.map(move |&first| std::iter::successors(Some(first), |at| next(at, along)).collect::<Vec<_>>());
        rows.filter(|row| row.len() > 1)
    }

    /// Whether cells are a gap in a wall that a door can fill.
    ///
    /// They lie in a row, or on a diagonal. Nothing leads on along the row. From each cell of a row a way leads to both
    /// sides, and from a diagonal as a whole. None of these ways leads to a door. A border that does not wrap is a way out.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Point, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(5, 3), Wrap::None, Tile::FLOOR);
    /// (map.tiles[2], map.tiles[12]) = (Tile::WALL, Tile::WALL);
    /// assert!(map.is_gap(&[Point::new(2, 1)]));
    /// assert!(!map.is_gap(&[Point::new(1, 1)]));
    /// map.tiles[6] = Tile::DOOR;
    /// assert!(!map.is_gap(&[Point::new(2, 1)]));
    /// ```
    pub fn is_gap(&self, cells: &[Point]) -> bool {
        if let [at] = *cells
            && let Some(is_gap) = self.is_gap_inside(at)
        {
            return is_gap;
        }
        let gap = Gap { map: self, cells: gather::set(cells.iter().copied()) };
        let may_be_diagonal = cells.len() > 1 && self.sides.is_none();
        !gap.touches_a_door()
            && ([Dir::E, Dir::S].into_iter().any(|along| gap.is_row(along))
                || may_be_diagonal && [Dir::E, Dir::W].into_iter().any(|side| gap.is_diagonal(side)))
    }

    /// The same for a single cell that is on no border of a map without sides.
    fn is_gap_inside(&self, at: Point) -> Option<bool> {
        let Size { w, h } = self.size();
        let is_inside = (1..w.max(1) - 1).contains(&at.x) && (1..h.max(1) - 1).contains(&at.y);
        if !is_inside || self.sides.is_some() {
            return None;
        }
        let (cell, down) = (self.size().index(at), u32::from(w));
        let around = [cell - down, cell + 1, cell + down, cell - 1].map(|cell| self.tiles[cell]);
        let [n, e, s, w] = around.map(|tile| !tile.is_solid());
        let is_row = n && s && !e && !w || e && w && !n && !s;
        Some(is_row && !self.tiles[cell].is_solid() && !around.contains(&Tile::DOOR))
    }

    /// Returns the cells that a stage may close: neither start, exit, spawns, portals and doors nor the cells from which a
    /// step leads to a door. Whoever closes cells asks this, but for stages that are meant to cut ways.
    ///
    /// ```
    /// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
    ///
    /// let mut map = BuilderMap::filled(Size::new(6, 1), Wrap::None, Tile::FLOOR);
    /// (map.tiles[1], map.start) = (Tile::DOOR, Some((4, 0).into()));
    /// map.list_doors();
    /// assert_eq!(map.may_block().as_slice(), [false, false, false, true, false, true]);
    /// ```
    pub fn may_block(&self) -> Grid<bool> {
        let mut may = Grid::new(self.size(), true);
        let keep = |at: Point| may.get_mut(at).into_iter().for_each(|may| *may = false);
        self.marked().chain(self.doorways()).for_each(keep);
        may
    }

    /// Returns the cells of start, exit, spawns and both ends of all portals; some of them twice.
    pub fn marked(&self) -> impl Iterator<Item = Point> {
        let spawns = self.spawns.iter().map(|spawn| spawn.at);
        let portals = self.portals.iter().flat_map(|portal| portal.ends());
        self.start.into_iter().chain(self.exit).chain(spawns).chain(portals)
    }

    /// Returns the cells of all doors, listed or not, and those from which a step leads to one; some of them twice.
    pub fn doorways(&self) -> impl Iterator<Item = Point> {
        let listed = self.doors.iter().flatten().flat_map(|door| door.cells.iter().copied());
        let drawn = self.tiles.iter().filter(|(_, tile)| **tile == Tile::DOOR).map(|(at, _)| at);
        listed
            .chain(drawn)
            .flat_map(move |at| Dir::ALL.into_iter().filter_map(move |dir| self.next(at, dir)).chain([at]))
    }

    /// Turns plain doors that fill no gap into floor, but those in the cells `odd`. The last of the list go first, so that of
    /// two doors that touch the older one stays.
    ///
    /// One pass is enough. A door that was kept stays one when a later door of the pass becomes floor: that cell was open
    /// before, so no jamb is lost, and it is no longer a door, so none is touched.
    pub(crate) fn drop_false_doors(&mut self, odd: &[Point]) {
        let Some(mut doors) = self.doors.take() else { return };
        list_once(&mut doors);
        let mut kept = Vec::with_capacity(doors.len());
        while let Some(mut door) = doors.pop() {
            // A cell off the map is an error of the stage, which the chain tells.
            if door.is_plain() && door.cells.iter().all(|&at| self.size().contains(at)) {
                door.cells.retain(|at| self.tiles.get(*at) == Some(&Tile::DOOR));
                let is_odd = |at| odd.binary_search(at).is_ok();
                if door.cells.is_empty() || !door.cells.iter().all(is_odd) && !self.is_gap(&door.cells) {
                    door.cells.into_iter().for_each(|at| self.tiles[at] = Tile::FLOOR);
                    continue;
                }
            }
            kept.push(door);
        }
        kept.reverse();
        self.doors = Some(kept);
    }

    /// Leaves the open parts of corridors that are closed somewhere.
    fn split_corridors(&mut self) {
        let (Some(corridors), tiles) = (&mut self.corridors, &self.tiles) else { return };
        let is_solid = |at: &Point| tiles.get(*at).is_some_and(|tile| tile.is_solid());
        if corridors.iter().flatten().any(is_solid) {
            let parts = corridors.iter().flat_map(|path| path.split(is_solid)).filter(|part| !part.is_empty());
            *corridors = parts.map(<[Point]>::to_vec).collect();
        }
    }

    /// Drops the rooms without an open cell.
    fn drop_closed_rooms(&mut self) {
        let Some(mut rooms) = self.rooms.take() else { return };
        rooms.retain(|room| !room.rect.fits(self.size()) || self.cells_of_room(room).any(|at| self.is_open(at)));
        self.rooms = Some(rooms);
    }
}

/// Takes cells from plain doors that an earlier door has, or one with a lock, a direction or a secret.
fn list_once(doors: &mut [Door]) {
    let mut cells: Vec<Point> = doors.iter().flat_map(|door| &door.cells).copied().collect();
    cells.sort_unstable();
    if cells.windows(2).all(|two| two[0] != two[1]) {
        return;
    }
    let special = doors.iter().filter(|door| !door.is_plain());
    let mut taken = gather::set(special.flat_map(|door| &door.cells).copied());
    doors.iter_mut().filter(|door| door.is_plain()).for_each(|door| door.cells.retain(|&at| taken.insert(at)));
}

/// Cells that may be a gap in a wall.
struct Gap<'a> {
    map: &'a BuilderMap,
    cells: BTreeSet<Point>,
}

impl Gap<'_> {
    /// Where a way leads from one of the cells to another cell.
    fn leads(&self, at: Point, dir: Dir) -> Option<Point> {
        self.map.next(at, dir).filter(|next| !self.cells.contains(next))
    }

    fn leads_out(&self, at: Point, dir: Dir) -> bool {
        let (dx, dy) = dir.delta();
        let is_off = self.map.wrap.cell_at(i32::from(at.x) + dx, i32::from(at.y) + dy, self.map.size()).is_none();
        is_off || self.leads(at, dir).is_some()
    }

    fn touches_a_door(&self) -> bool {
        let mut next =
            self.cells.iter().flat_map(|&at| Dir::ALL.into_iter().filter_map(move |dir| self.leads(at, dir)));
        next.any(|next| self.map.tiles[next] == Tile::DOOR)
    }

    fn is_row(&self, along: Dir) -> bool {
        let across = along.turned(1);
        let n_links =
            self.cells.iter().filter(|&&at| self.map.next(at, along).is_some_and(|next| self.cells.contains(&next)));
        n_links.count() + 1 == self.cells.len()
            && self.cells.iter().all(|&at| {
                let is_shut = self.leads(at, along).is_none() && self.leads(at, along.opposite()).is_none();
                is_shut && self.leads_out(at, across) && self.leads_out(at, across.opposite())
            })
    }

    /// Whether the cells go down on a diagonal to the east or west.
    fn is_diagonal(&self, side: Dir) -> bool {
        let corner = |at: Point, side: Dir, down: Dir| {
            let (x, y) = (i32::from(at.x) + side.delta().0, i32::from(at.y) + down.delta().1);
            self.map.wrap.cell_at(x, y, self.map.size())
        };
        let follows = |at: Point, side, down| corner(at, side, down).is_some_and(|next| self.cells.contains(&next));
        let n_links = self.cells.iter().filter(|&&at| follows(at, side, Dir::S)).count();
        let is_shut = |at: Point, side, down| {
            follows(at, side, down) || corner(at, side, down).is_none_or(|end| !self.map.is_open(end))
        };
        let leads_to = |dirs: [Dir; 2]| self.cells.iter().any(|&at| dirs.iter().any(|&dir| self.leads_out(at, dir)));
        n_links + 1 == self.cells.len()
            && self.cells.iter().all(|&at| is_shut(at, side, Dir::S) && is_shut(at, side.opposite(), Dir::N))
            && leads_to([Dir::N, side])
            && leads_to([Dir::S, side.opposite()])
    }
}
