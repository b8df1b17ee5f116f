//! The connected components of a map.

use mapwright_core::{BuilderMap, Grid, Passages};

/// The connected components of a map's open cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The number of each cell's component, from 1 in row-major order of first cells; 0 for solid cells.
    pub label: Grid<u32>,
    /// The number of cells of each component: `sizes[label - 1]`.
    pub sizes: Vec<u32>,
}

impl Components {
    /// The components of `map`, whose passages are `passages`.
    pub fn from_map(map: &BuilderMap, passages: &Passages) -> Self {
        let mut components = Components { label: Grid::new(map.size(), 0), sizes: Vec::new() };
        let mut queue = Vec::new();
        for (cell, tile) in (0..passages.area()).zip(map.tiles.as_slice()) {
            if !tile.is_solid() && components.label[cell] == 0 {
                components.flood(passages, cell, &mut queue);
            }
        }
        components
    }

    /// The label and size of the largest component, the first of several; `None` if no cell is open.
    pub fn largest(&self) -> Option<(u32, u32)> {
        let most = self.sizes.iter().copied().max()?;
        let first = self.sizes.iter().position(|&size| size == most)?;
        Some((first as u32 + 1, most))
    }

    fn flood(&mut self, passages: &Passages, first: u32, queue: &mut Vec<u32>) {
        let label = self.sizes.len() as u32 + 1;
        queue.clear();
        queue.push(first);
        self.label[first] = label;
        let mut front = 0;
        while let Some(&here) = queue.get(front) {
            front += 1;
            for next in passages.neighbors(here) {
                if self.label[next] == 0 {
                    self.label[next] = label;
                    queue.push(next);
                }
            }
        }
        self.sizes.push(queue.len() as u32);
    }
}
