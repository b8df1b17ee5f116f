//! Boards: the cells to fill.

use std::fmt;
use std::str::FromStr;

use mapwright_core::{Grid, Point, Size};

use super::error::PackError;

/// The cells to fill: a rectangle, with or without holes, or any other shape.
///
/// ```
/// use mapwright_packing::Board;
///
/// let board: Board = "...\n.#.\n...".parse()?;
/// assert_eq!(board.area(), 8);
/// # Ok::<(), mapwright_packing::PackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    free: Grid<bool>,
    area: u32,
}

impl Board {
    /// The most cells of a board, including holes.
    pub const MAX_CELLS: u64 = 1 << 28;

    /// A board of the cells that are `true`.
    ///
    /// # Errors
    ///
    /// There are no free cells, or more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub fn new(free: Grid<bool>) -> Result<Self, PackError> {
        let size = free.size();
        Board::claim(size.w.into(), size.h.into())?;
        match free.as_slice().iter().filter(|&&free| free).count() {
            0 => Err(PackError::NoCells { size }),
            area => Ok(Board { free, area: u32::try_from(area).unwrap_or(u32::MAX) }),
        }
    }

    /// A rectangle without holes.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn rect(w: u16, h: u16) -> Result<Self, PackError> {
        let size = Board::claim(w.into(), h.into())?;
        Board::new(Grid::new(size, true))
    }

    /// Columns and rows, including holes.
    pub const fn size(&self) -> Size {
        self.free.size()
    }

    /// Whether the cell at `p` must be filled.
    pub fn is_free(&self, p: Point) -> bool {
        self.free.get(p).copied().unwrap_or(false)
    }

    /// The number of cells to fill.
    pub const fn area(&self) -> u32 {
        self.area
    }

    /// The cells to fill, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Point> {
        self.free.iter().filter(|&(_, &free)| free).map(|(p, _)| p)
    }

    /// A plane that is `true` for each cell to fill.
    pub const fn free(&self) -> &Grid<bool> {
        &self.free
    }

    fn claim(w: usize, h: usize) -> Result<Size, PackError> {
        let too_large = PackError::TooLarge { w, h };
        match (u16::try_from(w), u16::try_from(h)) {
            (Ok(w), Ok(h)) if u64::from(w) * u64::from(h) <= Board::MAX_CELLS => Ok(Size::new(w, h)),
            _ => Err(too_large),
        }
    }
}

/// Rows from top to bottom; `.` is a free cell, `#` or a space is a hole. Short rows end in holes.
impl FromStr for Board {
    type Err = PackError;

    fn from_str(text: &str) -> Result<Self, PackError> {
        let rows: Vec<&str> = text.lines().collect();
        let w = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let size = Board::claim(w, rows.len())?;
        let mut free = Grid::new(size, false);
        for ((row, y), line) in rows.iter().zip(0..).zip(1..) {
            for ((found, x), column) in row.chars().zip(0..).zip(1..) {
                match found {
                    '.' => free[Point::new(x, y)] = true,
                    '#' | ' ' => {}
                    _ => return Err(PackError::Board { found, row: line, column }),
                }
            }
        }
        Board::new(free)
    }
}

/// The board as a drawing that can be read back: one line for each row.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.free.rows() {
            let line: String = row.iter().map(|&free| if free { '.' } else { '#' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let board: Board = "..#\r\n.\n ..".parse().unwrap();
        assert_eq!(board.to_string(), "..#\n.##\n#..\n");
        assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        assert_eq!((board.area(), board.size()), (5, Size::new(3, 3)));
        assert!(!board.is_free(Point::new(3, 0)));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let check = |text: &str, message: &str| assert_eq!(text.parse::<Board>().unwrap_err().to_string(), message);
        check("", "a board of 0x0 has no free cell");
        check("##\n##", "a board of 2x2 has no free cell");
        check("..\n.x", "row 2, column 2 of the board: `x` is neither a free cell, `.`, nor a hole, `#`");
        assert_eq!(Board::rect(0, 3).unwrap_err().to_string(), "a board of 0x3 has no free cell");
        let huge = "a board of 65535x65535 is too large: expected at most 65535 cells a side and 2^28 in all";
        assert_eq!(Board::rect(65535, 65535).unwrap_err().to_string(), huge);
    }
}
