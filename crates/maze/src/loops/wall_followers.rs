//! Loops that defeat wall followers.
//!
//! A walker with a hand on a wall follows one connected piece of wall and visits only cells that touch
//! it. So if no piece of wall touches both the start and the exit, a follower of either hand never
//! arrives. The fewest walls to open are a minimum cut between the walls around the start and those
//! around the exit. Opening a wall only adds ways, so no path is lost.
//!
//! The cut is a minimum vertex cut by augmenting paths (Ford and Fulkerson 1956, with each tile split into an
//! entrance and an exit as in Even 1975). Walls touch at sides and at corners, because a walker that
//! steps in four directions cannot slip between two tiles that touch at a corner. A cut has about as
//! many tiles as start or exit have walls around them, so it takes at most a dozen searches.

use mapwright_core::{BuildCx, BuildError, Grid, Passages, Point, Size, Wrap};
use mapwright_graph::Spot;

use super::walls::{Wall, Walls};

/// Opens the fewest walls such that no piece of wall touches both start and exit.
pub(super) fn open(walls: &mut Walls<'_>, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
    let (start, exit) = (walls.map.start()?, walls.map.exit()?);
    let has_sides = walls.map.sides.is_some();
    let picture = if has_sides { picture_of_sides(walls, cx)? } else { picture_of_tiles(walls, cx)? };
    let size = picture.size();
    let spot =
        |p: Point| if has_sides { Point::new(2 * p.x + 1, 2 * p.y + 1) } else { spot_of_tile(p, walls.map.wrap) };
    let cut = Cut::new(picture, walls.map.wrap).between(spot(start), spot(exit), cx)?;
    let tiles = cut.ok_or_else(|| {
        let why = "the walls around start and exit cannot be separated, as both touch the border or each other";
        BuildError::contradiction(Some(exit), format_args!("{why}; the exit is at {exit}"))
    })?;
    for tile in tiles.into_iter().map(|tile| size.point(tile)) {
        if has_sides {
            if let Spot::Line(cell, dir) = Spot::at(tile, 2, walls.map.size()) {
                walls.open(Wall { here: walls.map.size().index(cell), dir }, cx);
            }
        } else {
            let first = spot_of_tile(Point::new(0, 0), walls.map.wrap);
            walls.dig(walls.map.size().index(Point::new(tile.x - first.x, tile.y - first.y)), cx);
        }
    }
    Ok(())
}

/// A map with sides as tiles: rooms at odd positions, walls between them, posts where four walls meet.
/// On a wrapped axis the first wall is also the last one, so there is one tile less.
fn picture_of_sides(walls: &Walls<'_>, cx: &BuildCx<'_>) -> Result<Grid<Material>, BuildError> {
    let (size, wrap) = (walls.map.size(), walls.map.wrap);
    let length = |cells: u16, wraps: bool| 2 * u32::from(cells) + u32::from(!wraps);
    let places = numbered(cx.claim_with(length(size.w, wrap.x()), length(size.h, wrap.y()), 8)?)?;
    Ok(Grid::from_fn(places, |place| match Spot::at(place, 2, size) {
        Spot::Cell(cell) if walls.map.is_open(cell) => Material::Open,
        Spot::Line(cell, dir) => {
            let wall = Wall { here: size.index(cell), dir };
            match walls.beyond(wall) {
                Some(_) => Material::Soft,
                None if walls.passages.dirs(wall.here).contains(dir) => Material::Open,
                None => Material::Hard,
            }
        }
        _ => Material::Hard,
    }))
}

/// A map of tiles with one more ring around it, except where it wraps: outside of the map is wall too.
/// Tiles on the border stay.
fn picture_of_tiles(walls: &Walls<'_>, cx: &BuildCx<'_>) -> Result<Grid<Material>, BuildError> {
    let (size, wrap) = (walls.map.size(), walls.map.wrap);
    let length = |cells: u16, wraps: bool| u32::from(cells) + 2 * u32::from(!wraps);
    let places = numbered(cx.claim_with(length(size.w, wrap.x()), length(size.h, wrap.y()), 8)?)?;
    let mut picture = Grid::new(places, Material::Hard);
    for (p, tile) in walls.map.tiles.iter() {
        let on_border = !wrap.x() && (p.x == 0 || p.x == size.w - 1) || !wrap.y() && (p.y == 0 || p.y == size.h - 1);
        picture[spot_of_tile(p, wrap)] = match tile.is_solid() {
            false => Material::Open,
            true if on_border || !walls.may_dig(size.index(p)) => Material::Hard,
            true => Material::Soft,
        };
    }
    Ok(picture)
}

/// Refuses a picture with more cells than a cut can number.
fn numbered(places: Size) -> Result<Size, BuildError> {
    if places.area() < Cut::PLACES {
        return Ok(places);
    }
    Err(BuildError::impossible(format!("a minimum cut through {places} walls and rooms is too large")))
}

fn spot_of_tile(p: Point, wrap: Wrap) -> Point {
    Point::new(p.x + u16::from(!wrap.x()), p.y + u16::from(!wrap.y()))
}

/// A cell of a picture of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Material {
    /// No wall.
    Open,
    /// A wall that may be opened.
    Soft,
    /// A wall that must stay.
    Hard,
}

/// A tile's entrance or exit.
type WallNode = u32;

const NONE: u32 = u32::MAX;

/// A picture of walls, and the paths of wall found in it so far, no two through the same soft tile.
#[derive(Debug)]
struct Cut {
    lattice: Passages,
    material: Grid<Material>,
    is_target: Grid<bool>,
    /// For each soft tile on a path the tile before and after it; `NONE` off all paths. The first and
    /// last tiles of a path have themselves there.
    before: Grid<u32>,
    after: Grid<u32>,
    /// For each node the node from which the current search reached it.
    parent: Vec<WallNode>,
}

impl Cut {
    /// The bound on the cells of a picture: each has two nodes, and one number means none.
    const PLACES: u32 = 1 << 31;

    fn new(material: Grid<Material>, wrap: Wrap) -> Self {
        let size: Size = material.size();
        let parent = vec![NONE; 2 * size.area() as usize];
        let none = Grid::new(size, NONE);
        let lattice = Passages::lattice(size, wrap);
        Cut { lattice, material, is_target: Grid::new(size, false), before: none.clone(), after: none, parent }
    }

    /// The soft tiles that separate the walls around `a` from the walls around `b`, or `None` if hard
    /// walls join them. Cells that touch cannot be separated either: a walker that keeps turning to one side
    /// goes around the point between them, with or without walls.
    fn between(mut self, a: Point, b: Point, cx: &mut BuildCx<'_>) -> Result<Option<Vec<u32>>, BuildError> {
        let (a, b) = (self.lattice.index(a), self.lattice.index(b));
        if a == b || self.lattice.around(a).any(|cell| cell == b) {
            return Ok(None);
        }
        let is_wall = |cell: &u32| self.material[*cell] != Material::Open;
        let sources: Vec<u32> = self.lattice.around(a).filter(is_wall).collect();
        let targets: Vec<u32> = self.lattice.around(b).filter(is_wall).collect();
        targets.into_iter().for_each(|target| self.is_target[target] = true);
        if self.hard_walls_join(&sources, cx)? {
            return Ok(None);
        }
        while let Some(last) = self.search(&sources, cx)? {
            self.add_path(last);
        }
        let reached = |node: WallNode| self.parent[node as usize] != NONE;
        let is_cut = |&cell: &u32| self.material[cell] == Material::Soft && reached(2 * cell) && !reached(2 * cell + 1);
        Ok(Some((0..self.lattice.area()).filter(is_cut).collect()))
    }

    fn hard_walls_join(&self, sources: &[u32], cx: &mut BuildCx<'_>) -> Result<bool, BuildError> {
        let mut seen = Grid::new(self.material.size(), false);
        let mut stack: Vec<u32> = sources.to_vec();
        while let Some(cell) = stack.pop() {
            if self.material[cell] != Material::Hard || std::mem::replace(&mut seen[cell], true) {
                continue;
            }
            if self.is_target[cell] {
                return Ok(true);
            }
            cx.work(1)?;
            stack.extend(self.lattice.around(cell));
        }
        Ok(false)
    }

    /// Searches for one more path of wall and returns its last node, if there is one. A node is twice a cell, plus 1
    /// for its exit; a hard tile is only an exit, since any number of paths may run through it.
    fn search(&mut self, sources: &[u32], cx: &mut BuildCx<'_>) -> Result<Option<WallNode>, BuildError> {
        self.parent.fill(NONE);
        let mut queue: Vec<WallNode> = Vec::new();
        for &source in sources {
            let node = self.entrance(source);
            self.reach(node, node, &mut queue);
        }
        let mut front = 0;
        while let Some(&node) = queue.get(front) {
            front += 1;
            cx.work(1)?;
            let (cell, is_exit) = (node / 2, node % 2 == 1);
            if is_exit && self.is_target[cell] {
                return Ok(Some(node));
            }
            if !is_exit {
                // Through the tile if no path uses it yet, else back along that path.
                let before = self.before[cell];
                if before == NONE {
                    self.reach(node + 1, node, &mut queue);
                } else if before != cell {
                    self.reach(2 * before + 1, node, &mut queue);
                }
                continue;
            }
            if self.material[cell] == Material::Soft && self.before[cell] != NONE {
                self.reach(node - 1, node, &mut queue);
            }
            for next in self.lattice.around(cell) {
                self.step(node, next, &mut queue);
            }
        }
        Ok(None)
    }

    /// Continues from a tile's exit to a tile that it touches.
    fn step(&mut self, node: WallNode, next: u32, queue: &mut Vec<WallNode>) {
        let cell = node / 2;
        if self.material[next] != Material::Open {
            self.reach(self.entrance(next), node, queue);
        }
        // Back along a path from a soft tile into this hard tile.
        let leads_here = self.material[cell] == Material::Hard && self.after[next] == cell;
        if leads_here && self.material[next] == Material::Soft {
            self.reach(2 * next + 1, node, queue);
        }
    }

    fn entrance(&self, cell: u32) -> WallNode {
        2 * cell + u32::from(self.material[cell] == Material::Hard)
    }

    fn reach(&mut self, node: WallNode, from: WallNode, queue: &mut Vec<WallNode>) {
        if self.parent[node as usize] == NONE {
            self.parent[node as usize] = from;
            queue.push(node);
        }
    }

    /// Adds the path that ends in `last` to the set of paths, undoing those that it ran back along.
    fn add_path(&mut self, last: WallNode) {
        let mut nodes = vec![last];
        let mut node = last;
        while self.parent[node as usize] != node {
            node = self.parent[node as usize];
            nodes.push(node);
        }
        nodes.reverse();
        let first = nodes[0];
        if self.material[first / 2] == Material::Soft {
            self.before[first / 2] = first / 2;
        }
        for (&from, &to) in nodes.iter().zip(&nodes[1..]) {
            let (here, next) = (from / 2, to / 2);
            let leaves = from % 2 == 1;
            if here == next {
                // Backwards through a tile: no path uses it any more.
                if leaves {
                    (self.before[here], self.after[here]) = (NONE, NONE);
                }
            } else if leaves && self.entrance(next) == to {
                self.after[here] = next;
                self.before[next] = here;
            }
        }
        self.after[last / 2] = last / 2;
    }
}

#[cfg(test)]
mod tests {
    use mapwright_core::MapRng;

    use super::*;

    /// Whether a piece of wall touches both cells without the tiles of `gone`.
    fn joined(material: &Grid<Material>, wrap: Wrap, gone: &[u32], a: u32, b: u32) -> bool {
        let mut material = material.clone();
        gone.iter().for_each(|&cell| material[cell] = Material::Open);
        let cut = Cut::new(material, wrap);
        let is_wall = |cell: &u32| cut.material[*cell] != Material::Open;
        let mut seen = vec![false; cut.lattice.area() as usize];
        let mut stack: Vec<u32> = cut.lattice.around(a).filter(is_wall).collect();
        while let Some(cell) = stack.pop() {
            if !std::mem::replace(&mut seen[cell as usize], true) {
                stack.extend(cut.lattice.around(cell).filter(is_wall));
            }
        }
        cut.lattice.around(b).any(|cell| seen[cell as usize])
    }

    /// The size of the smallest set of soft tiles that separates them, by trying all sets of up to four.
    fn fewest(material: &Grid<Material>, wrap: Wrap, a: u32, b: u32) -> Option<usize> {
        fn any(soft: &[u32], n: usize, gone: &mut Vec<u32>, apart: &dyn Fn(&[u32]) -> bool) -> bool {
            if n == 0 {
                return apart(gone);
            }
            (0..soft.len()).any(|i| {
                gone.push(soft[i]);
                let found = any(&soft[i + 1..], n - 1, gone, apart);
                gone.pop();
                found
            })
        }
        let soft: Vec<u32> = (0..material.size().area()).filter(|&cell| material[cell] == Material::Soft).collect();
        let apart = |gone: &[u32]| !joined(material, wrap, gone, a, b);
        (0..=4).find(|&n| any(&soft, n, &mut Vec::new(), &apart))
    }

    #[test]
    fn cuts_are_the_smallest_there_are() {
        let mut rng = MapRng::new(71);
        let mut cx = BuildCx::new(1, "cut", 0);
        let mut sizes = [0; 6];
        for round in 0..4000 {
            let size = Size::new(4 + rng.below(4) as u16, 3 + rng.below(3) as u16);
            let wrap = Wrap::ALL[round % 4];
            let walls = 0.3 + f64::from(rng.below(5)) / 10.0;
            let material = Grid::from_fn(size, |_| match rng.chance(walls) {
                false => Material::Open,
                true if rng.chance(0.15) => Material::Hard,
                true => Material::Soft,
            });
            let (a, b) = (rng.below(size.area()), rng.below(size.area()));
            let touching = a == b || Cut::new(material.clone(), wrap).lattice.around(a).any(|cell| cell == b);
            if touching || material[a] != Material::Open || material[b] != Material::Open {
                continue;
            }
            let cut = Cut::new(material.clone(), wrap).between(size.point(a), size.point(b), &mut cx).unwrap();
            match (cut, fewest(&material, wrap, a, b)) {
                (Some(cut), Some(fewest)) => {
                    assert_eq!(cut.len(), fewest, "{material:?} {wrap} {a} {b}");
                    assert!(!joined(&material, wrap, &cut, a, b));
                    sizes[fewest] += 1;
                }
                (Some(cut), None) => assert!(cut.len() > 4),
                (None, Some(fewest)) => panic!("{fewest} tiles part them: {material:?} {wrap} {a} {b}"),
                (None, None) => sizes[5] += 1,
            }
        }
        assert!(sizes.iter().all(|&n| n > 10), "every case came up: {sizes:?}");
    }

    #[test]
    fn pictures_that_cannot_be_numbered_are_refused() {
        assert!(numbered(Size::new(65535, 32767)).is_ok());
        assert!(!numbered(Size::new(65535, 65535)).unwrap_err().is_retryable());
        assert!(u64::from(Cut::PLACES) * 2 <= u64::from(u32::MAX) + 1);
    }
}
