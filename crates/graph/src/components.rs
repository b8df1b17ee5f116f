//! The connected components of a map.

use std::convert::Infallible;

use mapwright_core::{BuilderMap, Grid, Passages};

/// The connected components of a map's open cells, or of other cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The number of each cell's component, from 1 in row-major order of first cells; 0 for solid and other cells.
    pub label: Grid<u32>,
    /// The number of cells of each component: `sizes[label - 1]`.
    pub sizes: Vec<u32>,
}

impl Components {
    /// The components of `map`, whose passages are `passages`.
    pub fn from_map(map: &BuilderMap, passages: &Passages) -> Self {
        Components::of(passages, |cell| !map.tiles[cell].is_solid(), |cell| passages.neighbors(cell), |_| ())
    }

    /// Labels the cells of `passages` that fit. `around` returns the cells of the same component that are one step from a
    /// cell. Calls `found` with the cells of each component, by their distance from the first one.
    ///
    /// ```
    /// use mapwright_core::{Passages, Size, Wrap};
    /// use mapwright_graph::Components;
    ///
    /// let field = Passages::lattice(Size::new(3, 2), Wrap::None);
    /// let fits = |cell: u32| cell != 1 && cell != 4;
    /// let mut columns = Vec::new();
    /// let components = Components::of(
    ///     &field,
    ///     fits,
    ///     |cell| field.neighbors(cell).filter(|&next| fits(next)),
    ///     |cells| columns.push(cells.to_vec()),
    /// );
    /// assert_eq!(columns, [[0, 3], [2, 5]]);
    /// assert_eq!(components.label.as_slice(), [1, 0, 2, 1, 0, 2]);
    /// ```
    pub fn of<I: Iterator<Item = u32>>(
        passages: &Passages,
        fits: impl Fn(u32) -> bool,
        around: impl Fn(u32) -> I,
        found: impl FnMut(&[u32]),
    ) -> Self {
        let Ok(components) = Components::try_of(passages, fits, |cell| Ok::<I, Infallible>(around(cell)), found);
        components
    }

    /// Labels cells as [`of`](Self::of) does.
    ///
    /// # Errors
    ///
    /// The first error of `around`.
    pub fn try_of<I: Iterator<Item = u32>, E>(
        passages: &Passages,
        fits: impl Fn(u32) -> bool,
        mut around: impl FnMut(u32) -> Result<I, E>,
        mut found: impl FnMut(&[u32]),
    ) -> Result<Self, E> {
        let mut components = Components { label: Grid::new(passages.size(), 0), sizes: Vec::new() };
        let mut queue = Vec::new();
        for first in 0..passages.area() {
            if components.label[first] == 0 && fits(first) {
                components.flood(first, &mut around, &mut queue)?;
                found(&queue);
            }
        }
        Ok(components)
    }

    /// The label and size of the largest component, the first of several; `None` if no cell is open.
    pub fn largest(&self) -> Option<(u32, u32)> {
        let most = self.sizes.iter().copied().max()?;
        let first = self.sizes.iter().position(|&size| size == most)?;
        Some((first as u32 + 1, most))
    }

    fn flood<I: Iterator<Item = u32>, E>(
        &mut self,
        first: u32,
        mut around: impl FnMut(u32) -> Result<I, E>,
        queue: &mut Vec<u32>,
    ) -> Result<(), E> {
        let label = self.sizes.len() as u32 + 1;
        queue.clear();
        queue.push(first);
        self.label[first] = label;
        let mut front = 0;
        while let Some(&here) = queue.get(front) {
            front += 1;
            for next in around(here)? {
                if self.label[next] == 0 {
                    self.label[next] = label;
                    queue.push(next);
                }
            }
        }
        self.sizes.push(queue.len() as u32);
        Ok(())
    }
}
