//! Converts sides to tiles and back.
//!
//! A cell of a map with sides becomes a tile at an odd column and row, a *room*, with walls or openings
//! between rooms and posts where four walls meet:
//!
//! ```text
//! ┌───┬───┐    #####
//! │   │   │    #.#.#
//! │   ╵   │ →  #.#.#
//! └───────┘    #...#
//!              #####
//! ```
//!
//! On a wrapped axis the first wall is also the last one, so `w` cells become `2w` tiles there and `2w + 1` elsewhere.

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Dir, Effect, Facts, Grid, Keep, MetaMapBuilder, Need,
    Plane, Room, params,
};
use mapwright_core::{Point, Reach, Rect, Sides, Size, Tile, Wrap, join_sides};
use mapwright_graph::MazeLines;

/// Converts sides to tiles of floor and wall.
///
/// Converts a map with sides to one of tiles, twice as large, as all files and pictures of tiles show it: what lies between two
/// joined cells is their ground if they have the same, and floor otherwise; so is what lies between four cells in a ring.
/// Start, exit, rooms and other marks move along. Sides that are open from one end only become walls, and colors are lost.
#[derive(Eq)]
#[params]
pub struct SidesToTiles {}

/// Converts such tiles back to sides.
///
/// Converts a map of tiles, as made by [`SidesToTiles`], to one with sides, half as large. Each tile at an odd column
/// and row becomes a cell, and two cells are joined if the tile between them is open. Posts do not count.
#[derive(Eq)]
#[params]
pub struct TilesToSides {}

impl Builder for SidesToTiles {
    fn facts(&self, size: Size) -> Facts {
        let double = |cells: u16| cells.saturating_mul(2).saturating_add(1);
        Facts::new("sides-to-tiles")
            .memory(4)
            .title("Walls as tiles")
            .needs(Plane::Sides)
            .also_drops([Plane::Sides, Plane::Corners, Plane::Corridors, Plane::Layers, Plane::Floors])
            .spares_kept()
            .reach(Reach::Cells(1))
            .scale(2)
            .size(Size::new(double(size.w), double(size.h)))
    }
}

impl MetaMapBuilder for SidesToTiles {
    fn check_size(&self, size: Size) -> Result<(), BuildError> {
        if size.w.max(size.h) <= u16::MAX / 2 {
            return Ok(());
        }
        Err(BuildError::impossible(format!(
            "a map of {size} is too large to double; expected at most 32767 cells a side"
        )))
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.sides.as_ref().need(Plane::Sides)?;
        map.validate()?;
        let (size, lines) = (map.size(), MazeLines::of(map));
        // The wall behind the last cells of a window belongs to the next ones.
        let has_last = |wraps: bool| u32::from(!wraps && cx.origin.is_none());
        let double = |cells: u16, wraps: bool| 2 * u32::from(cells) + has_last(wraps);
        let tiles = cx.claim(double(size.w, map.wrap.x()), double(size.h, map.wrap.y()))?;
        // From cell to cell: asking each tile what it is of takes three times as long.
        let mut carved = BuilderMap::filled(tiles, map.wrap, Tile::WALL);
        for (p, &tile) in map.tiles.iter() {
            let room = room(p);
            carved.tiles[room] = tile;
            for dir in [Dir::E, Dir::S].into_iter().filter(|&dir| lines.is_open(p, dir)) {
                carved.tiles[beside(room, dir, tiles)] = lines.line(p, dir);
            }
            if lines.is_open(p, Dir::E) && lines.is_open(p, Dir::S) {
                carved.tiles[beside(beside(room, Dir::E, tiles), Dir::S, tiles)] = lines.post(p);
            }
        }
        carved.regions = map.regions.as_ref().map(|old| {
            let mut regions = Grid::new(tiles, 0);
            old.iter().for_each(|(p, &region)| regions[room(p)] = region);
            regions
        });
        carved.kept = map.kept.as_ref().map(|kept| doubled(kept, tiles, map.wrap));
        carved.rooms = map.rooms.take().map(|rooms| rooms.into_iter().map(large_room).collect());
        carry_marks(map, &mut carved, |p| Some(room(p)));
        *map = carved;
        Ok(())
    }
}

impl Builder for TilesToSides {
    fn facts(&self, size: Size) -> Facts {
        Facts::new("tiles-to-sides")
            .memory(4)
            .title("Walls as sides")
            .gives(Plane::Sides)
            .effect(Effect::Remakes)
            .refuses_kept("three of four cells become sides")
            .keeps([Plane::Sides, Plane::Regions])
            .also_drops(Plane::Layers)
            .reach(Reach::Global("two tiles become one, and blocks of odd size would have no place; begin with sides"))
            .size(Size::new((size.w / 2).max(1), (size.h / 2).max(1)))
    }
}

impl MetaMapBuilder for TilesToSides {
    fn check_size(&self, size: Size) -> Result<(), BuildError> {
        let min = Size::new(3, 3);
        if size.w.min(size.h) < 2 { Err(BuildErrorKind::TooSmall { size, min }.into()) } else { Ok(()) }
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.validate()?;
        map.sides = None;
        let (tiles, passages) = (map.size(), map.passages());
        let half = |length: u16, wraps: bool| if wraps { length / 2 } else { length.saturating_sub(1) / 2 };
        let size = Size::new(half(tiles.w, map.wrap.x()), half(tiles.h, map.wrap.y()));
        let least = |wraps: bool| if wraps { 2 } else { 3 };
        if size.area() == 0 {
            let min = Size::new(least(map.wrap.x()), least(map.wrap.y()));
            return Err(BuildErrorKind::TooSmall { size: tiles, min }.into());
        }
        let mut halved = BuilderMap::filled(cx.claim(size.w.into(), size.h.into())?, map.wrap, Tile::FLOOR);
        let lattice = halved.passages();
        let mut sides = Grid::new(size, Sides::CLOSED);
        for p in size.points() {
            let (cell, room) = (size.index(p), tiles.index(room(p)));
            halved.tiles[p] = map.tiles[room];
            for dir in [Dir::E, Dir::S] {
                let between = passages.dirs(room).contains(dir).then(|| passages.step(room, dir));
                let opens = between.is_some_and(|between| passages.dirs(between).contains(dir));
                if opens && lattice.dirs(cell).contains(dir) {
                    join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
                }
            }
        }
        halved.sides = Some(sides);
        halved.regions = map.regions.as_ref().map(|regions| Grid::from_fn(size, |p| regions[room(p)]));
        carry_marks(map, &mut halved, cell);
        *map = halved;
        Ok(())
    }
}

/// The tile of a cell.
const fn room(p: Point) -> Point {
    Point::new(2 * p.x + 1, 2 * p.y + 1)
}

/// What is kept of tiles: of a cell the same, and around one whose tile is kept all walls and openings, too.
fn doubled(kept: &Grid<Keep>, tiles: Size, wrap: Wrap) -> Grid<Keep> {
    let mut doubled = Grid::new(tiles, Keep::Free);
    for (p, &keep) in kept.iter() {
        doubled[room(p)] = keep;
        let Point { x, y } = room(p);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (i32::from(x) + dx, i32::from(y) + dy)));
        for beside in around.filter(|_| keep == Keep::Tile).filter_map(|(x, y)| wrap.cell_at(x, y, tiles)) {
            doubled[beside] = keep;
        }
    }
    doubled
}

/// The cell of a tile, if it is a room.
fn cell(p: Point) -> Option<Point> {
    (p.x % 2 == 1 && p.y % 2 == 1).then_some(Point::new(p.x / 2, p.y / 2))
}

/// The tile after a room. On a wrapped axis it may be the first tile.
const fn beside(room: Point, dir: Dir, tiles: Size) -> Point {
    match dir {
        Dir::E => Point::new((room.x + 1) % tiles.w, room.y),
        _ => Point::new(room.x, (room.y + 1) % tiles.h),
    }
}

fn large_room(mut room: Room) -> Room {
    let (Rect { x, y, w, h }, long) = (room.rect, |cells: u16| (2 * cells).saturating_sub(1));
    room.rect = Rect::new(2 * x + 1, 2 * y + 1, long(w), long(h));
    room
}

/// Moves start, exit, spawns and portals to the new positions of their cells; those without one are dropped, and the keys of
/// the locks of doors with the doors.
fn carry_marks(from: &mut BuilderMap, to: &mut BuilderMap, place: impl Fn(Point) -> Option<Point>) {
    from.clear(Plane::Doors);
    let on_map = |p: Point| place(p).filter(|&p| to.size().contains(p));
    let open = |p: Point| on_map(p).filter(|&p| to.is_open(p));
    let start = from.start.and_then(open);
    let exit = from.exit.and_then(open);
    let spawns = from.spawns.drain(..).filter_map(|spawn| open(spawn.at).map(|at| spawn.moved_to(at))).collect();
    let portals =
        from.portals.iter().filter_map(|&portal| Some(portal.between(on_map(portal.a)?, on_map(portal.b)?))).collect();
    (to.start, to.exit, to.spawns, to.portals) = (start, exit, spawns, portals);
}
