//! Filled boards, and checking them.

use mapwright_core::{Grid, Point};

use super::error::{CheckError, PackError};
use super::kinds::Kinds;
use super::piece::Polyomino;
use super::problem::PackProblem;

/// A filled board: the piece in each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packing {
    /// For each cell the number of its piece from 1 on, in the order of the pieces' first cells, row by row;
    /// 0 for a hole.
    pub ids: Grid<u32>,
    /// For each piece, its index in the problem's pieces.
    pub pieces: Vec<usize>,
}

impl Packing {
    /// Numbers pieces by their first cells, row by row.
    pub(super) fn numbered(mut ids: Grid<u32>, kinds: &[usize]) -> Packing {
        let mut new = vec![0; kinds.len()];
        let mut pieces = Vec::with_capacity(kinds.len());
        for id in ids.as_mut_slice().iter_mut().filter(|id| **id > 0) {
            let nth = *id as usize - 1;
            if new[nth] == 0 {
                pieces.push(kinds[nth]);
                new[nth] = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
            }
            *id = new[nth];
        }
        Packing { ids, pieces }
    }
}

impl PackProblem {
    /// Checks that regions fill the board with the pieces, and finds the piece of each region. Any ids work,
    /// as long as touching pieces have different ones; 0 is a hole.
    ///
    /// # Errors
    ///
    /// The first mistake: by cells, row by row, then by counts.
    pub fn read_filling(&self, ids: &Grid<u32>) -> Result<Packing, CheckError> {
        if ids.size() != self.board.size() {
            return Err(CheckError::Size);
        }
        let wrong = |&(p, &id): &(Point, &u32)| self.board.is_free(p) != (id != 0);
        if let Some((at, &id)) = ids.iter().find(wrong) {
            return Err(CheckError::Cell { at, free: id == 0 });
        }
        let kinds = Kinds::of(self);
        let (mut regions, mut found) = (Grid::new(ids.size(), 0), Vec::new());
        for (at, _) in ids.iter().filter(|&(_, &id)| id != 0) {
            if regions[at] == 0 {
                let number = u32::try_from(found.len() + 1).unwrap_or(u32::MAX);
                let cells = flood(ids, &mut regions, at, number);
                let shape = Polyomino::new(cells.iter().copied());
                let kind = shape.as_ref().ok().and_then(|shape| kinds.of_shape(shape));
                let named = || CheckError::Shape { at, shape: drawn(shape, cells.len()) };
                found.push(kind.ok_or_else(named)?);
            }
        }
        kinds.check_counts(self, &found)?;
        Ok(Packing { ids: regions, pieces: kinds.named(&found) })
    }

    /// A filling from its pieces.
    pub(super) fn packing(&self, kinds: &Kinds, pieces: &[(usize, Vec<Point>)]) -> Packing {
        let mut ids = Grid::new(self.board.size(), 0);
        let mut found = Vec::with_capacity(pieces.len());
        for ((kind, cells), id) in pieces.iter().zip(1..) {
            found.push(*kind);
            cells.iter().for_each(|&p| ids[p] = id);
        }
        let mut packing = Packing::numbered(ids, &found);
        packing.pieces = kinds.named(&packing.pieces);
        packing
    }

    /// Reads the regions of a plane as a filling.
    ///
    /// # Errors
    ///
    /// Those of [`read_filling`](Self::read_filling).
    pub fn read_regions(&self, regions: &Grid<u16>) -> Result<Packing, CheckError> {
        self.read_filling(&regions.map(|&id| id.into()))
    }
}

fn drawn(shape: Result<Polyomino, impl Sized>, cells: usize) -> String {
    shape.map_or_else(|_| format!("{cells} cells"), |shape| shape.to_string())
}

/// Numbers the region of `at`, and lists its cells.
fn flood(ids: &Grid<u32>, regions: &mut Grid<u32>, at: Point, number: u32) -> Vec<Point> {
    let mut cells = vec![at];
    regions[at] = number;
    let mut next = 0;
    while let Some(&p) = cells.get(next) {
        next += 1;
        let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        for (dx, dy) in beside {
            let (Some(x), Some(y)) = (p.x.checked_add_signed(dx), p.y.checked_add_signed(dy)) else { continue };
            let q = Point::new(x, y);
            if ids.get(q) == Some(&ids[p]) && regions[q] == 0 {
                regions[q] = number;
                cells.push(q);
            }
        }
    }
    cells
}

impl Packing {
    /// The ids as a plane of regions: the same numbers, if there are at most 65535.
    ///
    /// # Errors
    ///
    /// There are more pieces than a plane of regions can number.
    pub fn regions(&self) -> Result<Grid<u16>, PackError> {
        let found = self.pieces.len();
        u16::try_from(found).map_err(|_| PackError::TooManyPieces { found })?;
        Ok(self.ids.map(|&id| u16::try_from(id).unwrap_or(0)))
    }
}
