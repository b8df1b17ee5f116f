//! One value for each cell of a map, row-major.

use std::ops::{Index, IndexMut, Range};

use crate::{Point, Size};

/// A row-major plane with exactly one value for each cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    size: Size,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A plane with the same value everywhere.
    pub fn new(size: Size, value: T) -> Self {
        Grid { size, cells: vec![value; size.area() as usize] }
    }

    /// Sets every cell.
    pub fn fill(&mut self, value: T) {
        self.cells.fill(value);
    }
}

impl<T> Grid<T> {
    /// A plane whose cells are computed from their points, in row-major order.
    pub fn from_fn(size: Size, cell: impl FnMut(Point) -> T) -> Self {
        let mut cells = Vec::with_capacity(size.area() as usize);
        cells.extend(size.points().map(cell));
        Grid { size, cells }
    }

    /// A plane from row-major values; `None` unless there is exactly one for each cell.
    pub fn from_vec(size: Size, cells: Vec<T>) -> Option<Self> {
        (cells.len() == size.area() as usize).then_some(Grid { size, cells })
    }

    /// Width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The value at `p`, if `p` is inside.
    #[inline]
    pub fn get(&self, p: impl Into<Point>) -> Option<&T> {
        let p = p.into();
        if self.size.contains(p) { self.cells.get(self.size.index(p) as usize) } else { None }
    }

    /// The mutable value at `p`, if `p` is inside.
    #[inline]
    pub fn get_mut(&mut self, p: impl Into<Point>) -> Option<&mut T> {
        let p = p.into();
        if self.size.contains(p) { self.cells.get_mut(self.size.index(p) as usize) } else { None }
    }

    /// All values, row-major.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.cells
    }

    /// All values, mutable, row-major.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The values, row-major, without their size.
    pub fn into_vec(self) -> Vec<T> {
        self.cells
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.cells.chunks_exact(usize::from(self.size.w).max(1))
    }

    /// The rows from top to bottom, mutable.
    pub fn rows_mut(&mut self) -> impl ExactSizeIterator<Item = &mut [T]> {
        self.cells.chunks_exact_mut(usize::from(self.size.w).max(1))
    }

    /// The row at `y`; empty if it is outside.
    pub fn row(&self, y: u16) -> &[T] {
        self.rows().nth(y.into()).unwrap_or_default()
    }

    /// Every point with its value, row-major.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &T)> {
        self.size.points().zip(&self.cells)
    }

    /// Every point with its value, mutable, row-major.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Point, &mut T)> {
        self.size.points().zip(&mut self.cells)
    }

    /// Some rows as a plane, as far as there are any.
    pub(crate) fn of_rows(&self, rows: &Range<u16>) -> Grid<T>
    where
        T: Clone,
    {
        let n_rows = self.rows().len() as u16;
        let (from, to) = (rows.start.min(n_rows), rows.end.min(n_rows));
        let w = usize::from(self.size.w);
        let cells = self.cells[usize::from(from) * w..usize::from(to.max(from)) * w].to_vec();
        Grid { size: Size::new(self.size.w, to.saturating_sub(from)), cells }
    }

    /// A plane of the same size with every value converted.
    pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { size: self.size, cells: self.cells.iter().map(value).collect() }
    }
}

/// Every point with its value, row-major. [`Grid::iter`] does the same without a call for each cell.
impl<'a, T> IntoIterator for &'a Grid<T> {
    type Item = (Point, &'a T);
    type IntoIter = Box<dyn Iterator<Item = (Point, &'a T)> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl<T> Index<Point> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, p: Point) -> &T {
        assert!(self.size.contains(p), "{p} is outside {}", self.size);
        &self.cells[self.size.index(p) as usize]
    }
}

impl<T> IndexMut<Point> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, p: Point) -> &mut T {
        assert!(self.size.contains(p), "{p} is outside {}", self.size);
        &mut self.cells[self.size.index(p) as usize]
    }
}

/// Column and row, counted from the top left corner.
impl<T> Index<(u16, u16)> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, p: (u16, u16)) -> &T {
        &self[Point::from(p)]
    }
}

impl<T> IndexMut<(u16, u16)> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, p: (u16, u16)) -> &mut T {
        &mut self[Point::from(p)]
    }
}

/// Row-major cell indices, as [`Size::index`] gives them.
impl<T> Index<u32> for Grid<T> {
    type Output = T;
    #[inline]
    fn index(&self, cell: u32) -> &T {
        &self.cells[cell as usize]
    }
}

impl<T> IndexMut<u32> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, cell: u32) -> &mut T {
        &mut self.cells[cell as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_indices_name_the_same_cell() {
        let size = Size::new(5, 8);
        let grid = Grid::from_fn(size, |p| u32::from(p.y) * 100 + u32::from(p.x));
        for (p, &value) in grid.iter() {
            assert_eq!(value, u32::from(p.y) * 100 + u32::from(p.x));
            assert_eq!([grid[size.index(p)], grid[(p.x, p.y)]], [grid[p]; 2]);
        }
        assert_eq!(grid.rows().len(), 8);
        assert_eq!([grid.get((5, 0)), grid.get((0, 8))], [None; 2]);
        let mut doubled = grid.clone();
        doubled.iter_mut().for_each(|(_, value)| *value *= 2);
        doubled.rows_mut().for_each(|row| row[4] = 0);
        assert_eq!([doubled[(3, 7)], doubled[(4, 7)]], [2 * grid[(3, 7)], 0]);
    }

    #[test]
    fn a_plane_needs_one_value_a_cell() {
        assert!(Grid::from_vec(Size::new(2, 3), vec![0u8; 5]).is_none());
        assert!(Grid::from_vec(Size::new(2, 3), vec![0u8; 6]).is_some());
        assert_eq!(Grid::new(Size::new(0, 9), 1u8).rows().len(), 0);
    }
}
