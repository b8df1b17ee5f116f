//! Narrow places: rows of open cells from wall to wall.
//!
//! A row of cells along an axis that is closed at both ends, or along a diagonal between two solid cells, can only be
//! passed through its cells: steps go along the axes, so none crosses a diagonal between two of its cells. Whether a
//! row separates anything depends on the rest of the map; the caller checks that.

use std::cmp::Reverse;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Dir, Join, LevelGraph, Passages, Point, Size, Tile};

/// The most bytes that a row takes, with what it becomes in the graph.
const BYTES_PER_ROW: u64 = 120;

/// A row of cells that may become a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) cells: Vec<u32>,
    /// How good a gate it is, by priority: fewer cells, a door tile, the mouth of a room.
    rank: (Reverse<usize>, bool, bool, Reverse<u32>),
}

/// All rows of at most `max_width` cells, the best gates first, without cells for which `is_taken` holds.
pub(crate) fn rows(
    map: &BuilderMap,
    passages: &Passages,
    (max_width, may_be_diagonal): (u8, bool),
    is_taken: impl Fn(u32) -> bool,
    cx: &mut BuildCx<'_>,
) -> Result<Vec<Row>, BuildError> {
    let search = GateSearch { map, passages, max_width: usize::from(max_width) };
    let (mut rows, mut claimed): (Vec<Row>, usize) = (Vec::new(), 0);
    for cell in (0..passages.area()).filter(|&cell| !map.tiles[cell].is_solid()) {
        cx.work(1)?;
        if rows.len() >= claimed {
            claimed = (rows.len() + rows.len() / 2).max(64);
            let (Size { w, h }, area) = (passages.size(), u64::from(passages.area()));
            cx.claim_with(w.into(), h.into(), (BYTES_PER_ROW * claimed as u64).div_ceil(area))?;
        }
        for along in [Dir::E, Dir::S] {
            if !passages.dirs(cell).contains(along.opposite()) {
                rows.extend(search.straight(cell, along).and_then(|cells| search.row(cells, Some(along))));
            }
        }
        if may_be_diagonal && map.sides.is_none() && max_width > 1 {
            for down in [Dir::N, Dir::S] {
                rows.extend(search.diagonal(cell, down).and_then(|cells| search.row(cells, None)));
            }
        }
    }
    cx.keep_going()?;
    rows.retain(|row| !row.cells.iter().any(|&cell| is_taken(cell)));
    cx.keep_going()?;
    // Sorted runs are merged in no time; and one may stop between them.
    for run in rows.chunks_mut(1 << 15) {
        run.sort_by_key(|row| Reverse(row.rank));
        cx.keep_going()?;
    }
    rows.sort_by_key(|row| Reverse(row.rank));
    cx.keep_going()?;
    Ok(rows)
}

struct GateSearch<'a> {
    map: &'a BuilderMap,
    passages: &'a Passages,
    max_width: usize,
}

impl GateSearch<'_> {
    /// The cells from `first` on until there is no way along; `None` for too many.
    fn straight(&self, first: u32, along: Dir) -> Option<Vec<u32>> {
        let mut cells = vec![first];
        let mut here = first;
        while self.passages.dirs(here).contains(along) {
            here = self.passages.step(here, along);
            if cells.len() == self.max_width || here == first {
                return None;
            }
            cells.push(here);
        }
        Some(cells)
    }

    /// The open cells to the north-east or south-east of `first`, which is the first of its row.
    fn diagonal(&self, first: u32, vertical: Dir) -> Option<Vec<u32>> {
        let before = self.corner(first, vertical.opposite(), Dir::W);
        if before.is_some_and(|cell| !self.map.tiles[cell].is_solid()) {
            return None;
        }
        let mut cells = vec![first];
        let mut here = first;
        while let Some(next) = self.corner(here, vertical, Dir::E).filter(|&next| !self.map.tiles[next].is_solid()) {
            if cells.len() == self.max_width || next == first {
                return None;
            }
            here = next;
            cells.push(here);
        }
        // One cell alone is a straight row already.
        (cells.len() > 1).then_some(cells)
    }

    fn corner(&self, cell: u32, vertical: Dir, horizontal: Dir) -> Option<u32> {
        self.passages.beside(self.passages.beside(cell, vertical)?, horizontal)
    }

    fn row(&self, mut cells: Vec<u32>, along: Option<Dir>) -> Option<Row> {
        // Whatever is left of a row by itself would be an area, not a gate: a straight one, or any cell of a diagonal.
        let leads_on = |&cell: &u32| self.passages.neighbors(cell).any(|next| !cells.contains(&next));
        let leads_on = if along.is_some() { cells.iter().any(leads_on) } else { cells.iter().all(leads_on) };
        if !leads_on || cells.iter().any(|&cell| !self.passages.portals(cell).is_empty()) {
            return None;
        }
        let is_door = cells.iter().all(|&cell| self.map.tiles[cell] == Tile::DOOR);
        let is_mouth = along.is_some_and(|along| self.is_mouth(&cells, along));
        let first = cells.first().copied()?;
        cells.sort_unstable();
        Some(Row { rank: (Reverse(cells.len()), is_door, is_mouth, Reverse(first)), cells })
    }

    /// Whether the way through a straight row widens on one side, where the wall with the gate ends.
    fn is_mouth(&self, cells: &[u32], along: Dir) -> bool {
        let across = along.turned(1);
        let widens = |side: Dir| {
            let beside = cells.iter().filter(|&&cell| self.passages.dirs(cell).contains(side));
            let mut beside = beside.map(|&cell| self.passages.step(cell, side));
            beside.next().is_some_and(|cell| {
                let ways = self.passages.dirs(cell);
                ways.contains(along) && ways.contains(along.opposite())
            })
        };
        widens(across) || widens(across.opposite())
    }
}

/// Returns the shortest run of a gate's cells from one of its areas to the other; of runs of one cell, the first that lies
/// between two walls once the rest of the gate is wall.
pub(crate) fn narrowest(passages: &Passages, graph: &LevelGraph, join: &Join) -> Option<Vec<Point>> {
    let gate: Vec<u32> = join.gate.iter().map(|&at| passages.index(at)).collect();
    let touches = |cell: u32, area: u16| passages.neighbors(cell).any(|next| graph.area[next] == area + 1);
    // The other cells of the gate become wall.
    let is_shut = |cell: u32, dir: Dir| passages.next(cell, dir).is_none_or(|next| gate.contains(&next));
    let has_jambs = |cell: u32| [Dir::N, Dir::E].iter().any(|&dir| is_shut(cell, dir) && is_shut(cell, dir.opposite()));
    let fits = |&cell: &u32| touches(cell, join.a) && touches(cell, join.b) && has_jambs(cell);
    if let Some(cell) = gate.iter().copied().find(fits) {
        return Some(vec![passages.point(cell)]);
    }
    // Each cell with the place of the one before it; the first ones have their own.
    let first = gate.iter().copied().filter(|&cell| touches(cell, join.a));
    let mut seen: Vec<(u32, usize)> = first.enumerate().map(|(i, cell)| (cell, i)).collect();
    let mut at = 0;
    while let Some(&(cell, before)) = seen.get(at) {
        if touches(cell, join.b) {
            let mut run = vec![passages.point(cell)];
            let (mut here, mut before) = (at, before);
            while before != here {
                run.push(passages.point(seen[before].0));
                (here, before) = (before, seen[before].1);
            }
            return Some(run);
        }
        for next in passages.neighbors(cell).filter(|next| gate.contains(next)) {
            if seen.iter().all(|&(other, _)| other != next) {
                seen.push((next, at));
            }
        }
        at += 1;
    }
    None
}
