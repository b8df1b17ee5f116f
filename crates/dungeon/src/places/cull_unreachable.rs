//! Fills in unreachable cells.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, MetaMapBuilder, Passages, Plane, Planes, Reach, Sides,
    Size, Tile, Touch, params,
};
use mapwright_graph::reachable;

/// Fills every cell that cannot be reached from the start.
///
/// Fills every cell that cannot be reached from the start with the solid tile around it: a cave's pocket becomes
/// wall, a clearing becomes trees. Walking is in four directions, so a cell between four pillars is unreachable.
///
/// An unreachable spawn is an error, unless [`LostSpawns::Drop`] is given. An unreachable exit, portals, rooms and
/// corridors are removed. Sides that face a filled cell are closed, and the solution is dropped.
#[derive(Eq)]
#[params]
pub struct CullUnreachable {
    /// Whether unreachable spawns are an error or are removed.
    pub lost_spawns: LostSpawns,
}

/// What [`CullUnreachable`] does with unreachable spawns.
#[params]
pub enum LostSpawns {
    /// The build fails, and the error names the spawn.
    #[default]
    Refuse,
    /// The spawn is removed.
    Drop,
}

impl Builder for CullUnreachable {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("cull-unreachable")
            .memory(18)
            .title("Unreached cells filled")
            .needs(Plane::Start)
            .touch(Touch::Closes)
            .also_drops(Plane::Exit)
            .reach(Reach::Global(
                "what can be reached may lie any distance away; `join-parts` leaves nothing unreachable",
            ))
    }
}

impl MetaMapBuilder for CullUnreachable {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let start = map.start()?;
        let passages = map.passages();
        cx.check()?;
        let keep = reachable(&passages, map.size().index(start));
        cx.check()?;
        if self.lost_spawns == LostSpawns::Refuse {
            refuse_lost_spawns(map, &keep)?;
        }
        let lost = open_but_not(&keep, &map.tiles);
        cx.check()?;
        wall_up(map, &passages, &lost);
        Ok(())
    }
}

fn refuse_lost_spawns(map: &BuilderMap, reached: &Grid<bool>) -> Result<(), BuildError> {
    let mut lost = map.spawns.iter().filter(|spawn| !reached[spawn.at]);
    let Some(first) = lost.next() else { return Ok(()) };
    let (what, at) = (&first.what, first.at);
    let why = match lost.count() {
        0 => format!("the spawn `{what}` at {at} cannot be reached from the start"),
        more => format!("{} spawns cannot be reached from the start, the first of them `{what}` at {at}", more + 1),
    };
    Err(BuildError::contradiction(Some(first.at), why))
}

/// The open cells that are not kept. On most maps they are few and close together, so 64 cells are checked at once
/// first.
fn open_but_not(keep: &Grid<bool>, tiles: &Grid<Tile>) -> Vec<u32> {
    let mut lost = Vec::new();
    for ((keep, tiles), first) in keep.as_slice().chunks(64).zip(tiles.as_slice().chunks(64)).zip((0..).step_by(64)) {
        let cells = || keep.iter().zip(tiles).map(|(&keep, tile)| !keep & !tile.is_solid());
        if cells().fold(false, |any, is_lost| any | is_lost) {
            lost.extend((first..).zip(cells()).filter(|&(_, is_lost)| is_lost).map(|(cell, _)| cell));
        }
    }
    lost
}

// Fills open cells, and drops what was there.

/// Fills cells with the solid tile around them. Sides that face them are closed, and the derived planes are dropped. Exit,
/// spawns and portals in these cells are removed.
pub(super) fn wall_up(map: &mut BuilderMap, passages: &Passages, cells: &[u32]) {
    for (cell, tile) in surroundings(map, passages, cells) {
        map.tiles[cell] = tile;
        close_sides(map, passages, cell);
        if let Some(regions) = &mut map.regions {
            regions[cell] = 0;
        }
    }
    if !cells.is_empty() {
        map.clear(Planes::DERIVED);
        drop_lost_places(map);
    }
}

/// Closes the sides of a cell that is solid now, and those that face it.
pub(crate) fn close_sides(map: &mut BuilderMap, passages: &Passages, cell: u32) {
    let Some(sides) = &mut map.sides else { return };
    sides[cell] = Sides::CLOSED;
    for dir in Dir::ALL {
        if let Some(beside) = passages.beside(cell, dir) {
            sides[beside].close(dir.opposite());
        }
    }
}

/// Each of some cells with the tile that fills it: the solid tile that most often touches the patch of cells it belongs
/// to, the lowest of several; or wall, where no solid tile does.
fn surroundings(map: &BuilderMap, passages: &Passages, cells: &[u32]) -> Vec<(u32, Tile)> {
    let mut waits = Grid::new(map.size(), false);
    cells.iter().for_each(|&cell| waits[cell] = true);
    let mut filled: Vec<(u32, Tile)> = Vec::with_capacity(cells.len());
    for &first in cells {
        if !std::mem::take(&mut waits[first]) {
            continue;
        }
        let patch = filled.len();
        let mut touches = [0_u32; 256];
        filled.push((first, Tile::WALL));
        let mut next = patch;
        while let Some(&(here, _)) = filled.get(next) {
            next += 1;
            for beside in Dir::ALL.into_iter().filter_map(|dir| passages.beside(here, dir)) {
                if std::mem::take(&mut waits[beside]) {
                    filled.push((beside, Tile::WALL));
                }
                touches[usize::from(map.tiles[beside].0)] += u32::from(map.tiles[beside].is_solid());
            }
        }
        let most = (Tile::SOLID_BIT..=u8::MAX).rev().max_by_key(|&tile| touches[usize::from(tile)]);
        let tile = most.filter(|&tile| touches[usize::from(tile)] > 0).map_or(Tile::WALL, Tile);
        filled[patch..].iter_mut().for_each(|cell| cell.1 = tile);
    }
    filled
}

/// Drops the exit, spawns and portals in cells that have become solid. The chain does so with rooms and corridors.
pub(crate) fn drop_lost_places(map: &mut BuilderMap) {
    let tiles = &map.tiles;
    let is_open = |p| tiles.get(p).is_some_and(|tile: &Tile| !tile.is_solid());
    map.exit = map.exit.filter(|&exit| is_open(exit));
    map.spawns.retain(|spawn| is_open(spawn.at));
    map.portals.retain(|portal| portal.ends().into_iter().all(is_open));
}
