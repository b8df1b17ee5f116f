//! Walls that hold diagonal steps.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, Keep, MetaMapBuilder, Passages, Planes, Reach, Size,
    Tile, params,
};

use crate::is_on_border;

/// Closes the leaks of walls for diagonal steps.
///
/// Closes the leaks of walls for games with diagonal steps. A leak is a square of 2×2 cells with two open and two solid
/// ones across from each other: in four directions the walls hold, in eight they do not.
///
/// A leak is filled where that parts nothing and makes no other leak, and where nothing stands; otherwise one of its
/// walls is dug. After that, whatever can be reached in eight directions can be reached in four. Digging may join
/// components.
///
/// Leaks between kept cells stay.
///
/// A map with sides stays as it is: sides have no corners to slip through.
#[derive(Copy, Eq)]
#[params]
pub struct TightWalls {}

impl Builder for TightWalls {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("tight-walls")
            .memory(8)
            .title("Walls without leaks")
            .spares_kept()
            .reach(Reach::Global("closing a leak may open another one beside it, and so on, any distance away"))
    }
}

impl MetaMapBuilder for TightWalls {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.validate()?;
        if map.sides.is_some() {
            return Ok(());
        }
        let lattice = Passages::lattice(map.size(), map.wrap);
        let leaks = leaks(&map.tiles, &lattice);
        let per_cell = (LEAK_BYTES * leaks.len() as u64).div_ceil(map.size().area().into());
        cx.claim_with(map.size().w.into(), map.size().h.into(), per_cell)?;
        cx.keep_going()?;
        if leaks.is_empty() {
            return Ok(());
        }
        map.clear(Planes::DERIVED);
        let (mut may_block, passages) = (map.may_block(), map.passages());
        if map.has_kept() {
            map.size().points().filter(|&at| map.keep_at(at) > Keep::Free).for_each(|at| may_block[at] = false);
        }
        let mut filler = LeakFiller { map, lattice: &lattice, passages, may_block, cx };
        for leak in &leaks {
            filler.cx.work(1)?;
            filler.fill(leak);
        }
        // Digging only opens cells, so it ends. Whatever leaks after a round touches a cell that was dug in it.
        let mut corners: Vec<u32> = (0..lattice.area()).collect();
        while !corners.is_empty() {
            let mut dug_around = Vec::new();
            for leak in corners.iter().filter_map(|&corner| square(&lattice, corner)) {
                cx.work(1)?;
                if leak.is_one(&map.tiles) {
                    let walls = leak.walls(&map.tiles, &lattice);
                    let may = |&cell: &u32| map.may_put(lattice.point(cell), Tile::FLOOR);
                    let Some(cell) = walls.into_iter().find(may) else { continue };
                    map.tiles[cell] = Tile::FLOOR;
                    cx.step(&map.tiles, [cell]);
                    dug_around.extend(corners_at(&lattice, cell));
                }
            }
            dug_around.sort_unstable();
            dug_around.dedup();
            corners = dug_around;
        }
        Ok(())
    }
}

/// The most bytes that a leak takes, in a list that has just doubled.
const LEAK_BYTES: u64 = 3 * size_of::<Leak>() as u64;

/// Two cells and, across from them, two others.
#[derive(Clone, Copy, Debug)]
struct Leak {
    cells: [u32; 2],
    others: [u32; 2],
}

impl Leak {
    fn is_one(&self, tiles: &Grid<Tile>) -> bool {
        let solid = |cells: [u32; 2]| cells.map(|cell| tiles[cell].is_solid());
        let (cells, others) = (solid(self.cells), solid(self.others));
        cells[0] == cells[1] && others[0] == others[1] && cells[0] != others[0]
    }

    fn open_cells(&self, tiles: &Grid<Tile>) -> [u32; 2] {
        if tiles[self.cells[0]].is_solid() { self.others } else { self.cells }
    }

    /// The walls, one of which is to be dug: first one inside the map, if there is one.
    fn walls(&self, tiles: &Grid<Tile>, lattice: &Passages) -> [u32; 2] {
        let [a, b] = if tiles[self.cells[0]].is_solid() { self.cells } else { self.others };
        if is_on_border(lattice.size(), lattice.point(a)) { [b, a] } else { [a, b] }
    }
}

/// The square with a cell in its northwestern corner, if the map has one there.
fn square(lattice: &Passages, cell: u32) -> Option<Leak> {
    let (east, south) = (lattice.next(cell, Dir::E)?, lattice.next(cell, Dir::S)?);
    Some(Leak { cells: [cell, lattice.next(east, Dir::S)?], others: [east, south] })
}

/// The northwestern corners of the four squares around a cell.
fn corners_at(lattice: &Passages, cell: u32) -> impl Iterator<Item = u32> {
    let west = lattice.next(cell, Dir::W);
    let north = |cell: Option<u32>| cell.and_then(|cell| lattice.next(cell, Dir::N));
    [Some(cell), west, north(Some(cell)), north(west)].into_iter().flatten()
}

fn leaks(tiles: &Grid<Tile>, lattice: &Passages) -> Vec<Leak> {
    let squares = (0..lattice.area()).filter_map(|cell| square(lattice, cell));
    squares.filter(|leak| leak.is_one(tiles)).collect()
}

/// How many of the four squares around a cell are leaks.
fn leaks_at(tiles: &Grid<Tile>, lattice: &Passages, cell: u32) -> usize {
    let squares = corners_at(lattice, cell).filter_map(|corner| square(lattice, corner));
    squares.filter(|leak| leak.is_one(tiles)).count()
}

/// Fills cells of leaks.
struct LeakFiller<'a, 'h> {
    map: &'a mut BuilderMap,
    lattice: &'a Passages,
    passages: Passages,
    may_block: Grid<bool>,
    cx: &'a mut BuildCx<'h>,
}

impl LeakFiller<'_, '_> {
    /// Fills one of the open cells of a leak, if that parts nothing and leaves fewer leaks.
    fn fill(&mut self, leak: &Leak) {
        if !leak.is_one(&self.map.tiles) {
            return;
        }
        let solid = self.map.tiles[leak.walls(&self.map.tiles, self.lattice)[0]];
        for cell in leak.open_cells(&self.map.tiles) {
            if !self.may_block[cell] || !self.passages.may_close(cell) {
                continue;
            }
            let before = leaks_at(&self.map.tiles, self.lattice, cell);
            let old = std::mem::replace(&mut self.map.tiles[cell], solid);
            if leaks_at(&self.map.tiles, self.lattice, cell) < before {
                Dir::ALL.into_iter().for_each(|dir| self.passages.part(cell, dir));
                if let Some(regions) = &mut self.map.regions {
                    regions[cell] = 0;
                }
                self.cx.step(&self.map.tiles, [cell]);
                return;
            }
            self.map.tiles[cell] = old;
        }
    }
}
