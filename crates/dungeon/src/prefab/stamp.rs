//! Stamps a prefab on a map: its tiles and its marks.

use std::collections::BTreeSet;

use mapwright_core::{
    BuildCx, BuilderMap, Dir, Grid, Keep, Meaning, Passages, Point, Sides, Size, Template, Tile, Wrap,
};

use crate::places::{ExitTile, put_exit, put_start};

/// A prefab at a place on a map. All positions are in map coordinates. What lies beyond a border is cut off, or
/// continues on the other side if the axis wraps.
#[derive(Clone, Copy, Debug)]
pub(super) struct StampedTemplate<'a> {
    pub(super) template: &'a Template,
    /// The position of the prefab's top left cell, which may be beyond a border.
    pub(super) corner: (i32, i32),
    /// The map's size.
    pub(super) size: Size,
    /// The axes on which the prefab may cross the map's borders.
    pub(super) wrap: Wrap,
    /// Cells of the prefab that become wall.
    pub(super) closed: &'a [Point],
}

impl StampedTemplate<'_> {
    /// The map's cells that get a tile of the prefab, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Point, Tile)> {
        let tiles = self.template.tiles().iter();
        let tile = |at, tile| if self.closed.contains(&at) { Tile::WALL } else { tile };
        tiles.filter_map(move |(at, &own)| Some((self.on_map(at)?, tile(at, own?))))
    }

    /// The plain doors of the prefab's outline that lead nowhere: no open cell is outside of them, and at most one inside.
    pub(super) fn blind_doors(&self, map: &BuilderMap) -> Vec<Point> {
        let tiles = self.template.tiles();
        let is_plain = |at: Point| matches!(self.template.meaning(at), Some(Meaning::Tile(Tile::DOOR)));
        let is_blind = |at: Point| {
            let (mut inside, mut sides) = (0, 0);
            for (dx, dy) in Dir::ALL.map(Dir::delta) {
                let (x, y) = (i32::from(at.x) + dx, i32::from(at.y) + dy);
                let own = u16::try_from(x).ok().zip(u16::try_from(y).ok()).and_then(|(x, y)| tiles.get((x, y)));
                match own.copied().flatten() {
                    Some(tile) => inside += u32::from(!tile.is_solid()),
                    None if self.cell_at(x, y).is_some_and(|next| map.is_open(next)) => return false,
                    None => sides += 1,
                }
            }
            sides > 0 && inside < 2 && self.on_map(at).is_none_or(|at| map.may_put(at, Tile::WALL))
        };
        tiles.size().points().filter(|&at| is_plain(at) && is_blind(at)).collect()
    }

    /// The map's cell under a cell of the prefab.
    fn on_map(&self, at: Point) -> Option<Point> {
        self.cell_at(at.x.into(), at.y.into())
    }

    /// The map's cell at a column and row relative to the prefab's top left cell, also outside of the prefab.
    pub(super) fn cell_at(&self, x: i32, y: i32) -> Option<Point> {
        self.wrap.cell_at(self.corner.0 + x, self.corner.1 + y, self.size)
    }

    /// Whether a cell of the map gets a tile of the prefab.
    fn covers(&self, p: Point) -> bool {
        let back = |at: u16, corner: i32, length: u16, wraps: bool| {
            let offset = i32::from(at) - corner;
            u16::try_from(if wraps { offset.rem_euclid(i32::from(length)) } else { offset }).ok()
        };
        let x = back(p.x, self.corner.0, self.size.w, self.wrap.x());
        let y = back(p.y, self.corner.1, self.size.h, self.wrap.y());
        x.zip(y).and_then(|(x, y)| self.template.tiles().get(Point::new(x, y))).is_some_and(Option::is_some)
    }
}

/// Stamps a template on a map without [derived planes](mapwright_core::Planes::DERIVED). Start, exit, spawns and portals
/// under its tiles are replaced by its own. Solid cells lose their region. On a map with sides, its open cells are joined to
/// each other and to all open cells next to them. `passages` are those of the map, and are kept up to date. Kept cells stay,
/// with what stands there.
///
/// Rooms and corridors are left to the stage: see [`drop_lost_places`](crate::places::drop_lost_places).
pub(super) fn stamp(map: &mut BuilderMap, placed: &StampedTemplate<'_>, passages: &mut Passages, cx: &mut BuildCx<'_>) {
    let refused = put_tiles(map, placed, cx);
    join(map, placed, passages);
    let kept = map.kept.as_ref();
    let is_kept = |at: Point| kept.is_some_and(|kept| kept.get(at) == Some(&Keep::Tile));
    map.start = map.start.filter(|&start| !placed.covers(start) || is_kept(start));
    map.exit = map.exit.filter(|&exit| !placed.covers(exit) || is_kept(exit));
    map.spawns.retain(|spawn| !placed.covers(spawn.at) || is_kept(spawn.at));
    let (moves_start, moves_exit) = (!map.start.is_some_and(is_kept), !map.exit.is_some_and(is_kept));
    map.portals.retain(|portal| !portal.ends().into_iter().any(|end| placed.covers(end)));
    let (template, place) = (placed.template, |at| placed.on_map(at).filter(|at| !refused.contains(at)));
    if let Some(start) = template.start().and_then(place).filter(|_| moves_start) {
        put_start(map, start);
    }
    if let Some(exit) = template.exit().and_then(place).filter(|_| moves_exit) {
        put_exit(map, exit, ExitTile::Keep);
    }
    template.put_marks(map, place);
}

/// Writes the tiles, one step for each row. Returns the cells that are kept, where nothing may be put.
fn put_tiles(map: &mut BuilderMap, placed: &StampedTemplate<'_>, cx: &mut BuildCx<'_>) -> BTreeSet<Point> {
    let (size, mut refused) = (map.size(), BTreeSet::new());
    let cells: Vec<(Point, Tile)> = placed.cells().collect();
    for row in cells.chunk_by(|(a, _), (b, _)| a.y == b.y) {
        for &(p, tile) in row {
            if map.keep_at(p) == Keep::Tile || !map.put(p, tile) {
                refused.insert(p);
                continue;
            }
            if let Some(regions) = map.regions.as_mut().filter(|_| tile.is_solid()) {
                regions[p] = 0;
            }
        }
        cx.step(&map.tiles, row.iter().map(|&(p, _)| size.index(p)));
    }
    refused
}

/// Joins and separates the stamped cells and their neighbors. The sides of kept cells stay.
fn join(map: &mut BuilderMap, placed: &StampedTemplate<'_>, passages: &mut Passages) {
    let (size, tiles, kept) = (map.size(), &map.tiles, map.kept.as_ref());
    let is_kept = |cell: u32| kept.is_some_and(|kept| kept[cell] == Keep::Tile);
    if let Some(sides) = &mut map.sides {
        for cell in placed.cells().map(|(p, _)| size.index(p)).filter(|&cell| !is_kept(cell)) {
            for dir in Dir::ALL.into_iter().filter(|&dir| !passages.beside(cell, dir).is_some_and(is_kept)) {
                sides[cell].close(dir);
            }
        }
    }
    for cell in placed.cells().map(|(p, _)| size.index(p)) {
        for dir in Dir::ALL {
            let Some(next) = passages.beside(cell, dir) else { continue };
            let (stays, back) = (is_kept(cell) || is_kept(next), dir.opposite());
            let leads = |sides: &Grid<Sides>| !stays || sides[cell].is_open(dir) && sides[next].is_open(back);
            let is_open = [cell, next].iter().all(|&at| !tiles[at].is_solid()) && map.sides.as_ref().is_none_or(leads);
            if is_open {
                passages.join(cell, dir)
            } else {
                passages.part(cell, dir)
            }
            let Some(sides) = map.sides.as_mut().filter(|_| !stays) else { continue };
            if is_open {
                mapwright_core::join_sides(sides, cell, dir, next);
            } else {
                sides[next].close(back);
            }
        }
    }
}
