//! Polyominoes: connected shapes of cells.

use std::fmt;
use std::str::FromStr;

use mapwright_core::{D4, Point, Size};

use super::error::PieceError;

/// A connected set of cells, moved as far up and left as possible.
///
/// ```
/// use mapwright_packing::Polyomino;
///
/// let piece: Polyomino = "X../XXX".parse()?;
/// assert_eq!(piece.area(), 4);
/// assert_eq!(piece.turned().to_string(), "XX/X./X.");
/// assert_eq!(piece.orientations(true, false).len(), 4);
/// # Ok::<(), mapwright_packing::PieceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Polyomino {
    /// Sorted by row, then by column.
    cells: Vec<Point>,
}

impl Polyomino {
    /// The most columns, and rows, of a piece.
    pub const MAX_SIDE: u16 = 64;

    /// A piece of these cells, moved as far up and left as possible.
    ///
    /// # Errors
    ///
    /// There are no cells, they are not connected by their sides, or there are more columns or rows than
    /// [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn new(cells: impl IntoIterator<Item = Point>) -> Result<Self, PieceError> {
        let mut cells: Vec<Point> = cells.into_iter().collect();
        let left = cells.iter().map(|p| p.x).min().ok_or(PieceError::NoCells)?;
        let top = cells.iter().map(|p| p.y).min().ok_or(PieceError::NoCells)?;
        cells.iter_mut().for_each(|p| *p = Point::new(p.x - left, p.y - top));
        let side = |axis: fn(&Point) -> u16| cells.iter().map(axis).max().map_or(0, |last| usize::from(last) + 1);
        let (w, h) = (side(|p| p.x), side(|p| p.y));
        if w.max(h) > Self::MAX_SIDE.into() {
            return Err(PieceError::TooLarge { w, h });
        }
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        cells.dedup();
        let piece = Polyomino { cells };
        match piece.is_connected() {
            true => Ok(piece),
            false => Err(PieceError::Disconnected { text: piece.to_string() }),
        }
    }

    /// The cells, sorted by row, then by column.
    pub fn cells(&self) -> &[Point] {
        &self.cells
    }

    /// The number of cells.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Columns.
    pub fn w(&self) -> u16 {
        self.cells.iter().map(|p| p.x + 1).max().unwrap_or(0)
    }

    /// Rows.
    pub fn h(&self) -> u16 {
        self.cells.iter().map(|p| p.y + 1).max().unwrap_or(0)
    }

    /// The piece after a quarter turn clockwise.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.image(D4::new(1))
    }

    /// The piece with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.image(D4::MIRROR)
    }

    /// The distinct orientations of the piece: as it is, rotated, mirrored, or both.
    pub fn orientations(&self, turn: bool, mirror: bool) -> Vec<Polyomino> {
        let is_allowed = |symmetry: &D4| (turn || symmetry.quarters() == 0) && (mirror || !symmetry.is_mirror());
        D4::distinct(D4::all().filter(is_allowed), |symmetry| self.image(symmetry))
    }

    pub(super) fn image(&self, symmetry: D4) -> Self {
        let size = Size::new(self.w(), self.h());
        let mut cells: Vec<Point> = self.cells.iter().map(|&p| symmetry.point(p, size)).collect();
        cells.sort_unstable_by_key(|p| (p.y, p.x));
        Polyomino { cells }
    }

    fn has(&self, p: Point) -> bool {
        self.cells.binary_search_by_key(&(p.y, p.x), |q| (q.y, q.x)).is_ok()
    }

    fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.cells.len()];
        let mut open = vec![0];
        if let Some(first) = seen.first_mut() {
            *first = true;
        }
        while let Some(here) = open.pop() {
            for (next, q) in self.cells.iter().enumerate() {
                if !seen[next] && touch(self.cells[here], *q) {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    }
}

/// Whether two cells share a side.
fn touch(a: Point, b: Point) -> bool {
    a.x.abs_diff(b.x) + a.y.abs_diff(b.y) == 1
}

/// Rows from top to bottom, separated by `/` or line breaks. `X`, `x` or `#` is a cell; `.`, `_` or a space
/// is empty.
impl FromStr for Polyomino {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        let mut cells = Vec::new();
        for (y, row) in text.split(['/', '\n']).enumerate() {
            for (x, found) in row.trim_end_matches('\r').chars().enumerate() {
                match found {
                    'X' | 'x' | '#' => match (u16::try_from(x), u16::try_from(y)) {
                        (Ok(x), Ok(y)) => cells.push(Point::new(x, y)),
                        _ => return Err(PieceError::TooLarge { w: x + 1, h: y + 1 }),
                    },
                    '.' | '_' | ' ' => {}
                    _ => return Err(PieceError::Character { found, row: y + 1, column: x + 1 }),
                }
            }
        }
        // Checked before the cells are compared with one another.
        let side = usize::from(Self::MAX_SIDE);
        if cells.len() > side * side {
            return Err(PieceError::TooLarge { w: side + 1, h: side + 1 });
        }
        Polyomino::new(cells)
    }
}

/// The rows, separated by `/`.
impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.h() {
            if y > 0 {
                f.write_str("/")?;
            }
            for x in 0..self.w() {
                f.write_str(if self.has(Point::new(x, y)) { "X" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_free_polyomino_has_as_many_orientations_as_it_should() {
        let check = |text: &str, turns: usize, all: usize| {
            let piece: Polyomino = text.parse().unwrap();
            assert_eq!(piece.to_string(), text);
            assert_eq!(piece.orientations(true, false).len(), turns, "{text}");
            assert_eq!(piece.orientations(true, true).len(), all, "{text}");
            assert_eq!(piece.orientations(false, false), std::slice::from_ref(&piece));
            let back = (0..4).fold(piece.clone(), |piece, _| piece.turned());
            assert_eq!(back, piece);
            assert_eq!(piece.mirrored().mirrored(), piece);
        };
        check("X", 1, 1);
        check("XXXX", 2, 2);
        check("XX/XX", 1, 1);
        check(".X./XXX", 4, 4);
        check("X../XXX", 4, 8);
        check("XX./.XX", 2, 4);
        check(".X./XXX/.X.", 1, 1);
        check("XXX/X.X/XXX", 1, 1);
    }

    #[test]
    fn pieces_are_moved_to_the_corner_and_read_from_lines() {
        let piece: Polyomino = "....\r\n..x#\r\n...X".parse().unwrap();
        assert_eq!(piece.to_string(), "XX/.X");
        assert_eq!("\n\n  X\n  X".parse::<Polyomino>().unwrap().to_string(), "X/X");
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        let check = |text: &str, message: &str| {
            assert_eq!(text.parse::<Polyomino>().unwrap_err().to_string(), message);
        };
        check("", "a piece needs at least one cell, drawn as `X`");
        check("../..", "a piece needs at least one cell, drawn as `X`");
        check("X./.X", "the piece X./.X is disconnected: its cells must be connected by their sides");
        check("XX/Y", "row 2, column 1 of the piece: `Y` is neither a cell, `X`, nor none, `.`");
        check(&"X".repeat(65), "a piece of 65x1 is too large: expected at most 64 cells a side");
        check(&"X".repeat(70_000), "a piece of 65537x1 is too large: expected at most 64 cells a side");
    }
}
