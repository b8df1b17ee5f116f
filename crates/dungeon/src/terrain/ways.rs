//! Closing cells without parting those that stay open.
//!
//! The open cells that are to be closed part the others into dry parts. Dry parts that were joined are joined again by
//! fords: cells that stay open after all. To find few of them, every wet cell goes to the dry part that is nearest to
//! it, in one search from all of them; where the cells of two parts meet, they have a crossing, as long as the ways
//! back to both. Kruskal's algorithm takes the shortest crossings that join parts (Mehlhorn, *A faster approximation
//! algorithm for the Steiner problem in graphs*, 1988).
//!
//! All parts that were joined are joined again. Proof: take a path between two of them. Each wet cell on it belongs to
//! some part, as the path itself leads to one. So from part to part along the path there are crossings, and a spanning
//! forest of the crossings joins whatever crossings join. The ways back from a crossing run through cells of the one
//! part only, so they end there.

use mapwright_core::{Grid, Passages, Tile};
use mapwright_graph::DisjointSets;

use super::patches::{NONE, Parts, parts};

/// Cells to be closed, on the passages of the map as it still is.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    passages: &'a Passages,
    tiles: &'a Grid<Tile>,
    wet: &'a mut Grid<bool>,
}

impl<'a> Ways<'a> {
    pub(super) const fn new(passages: &'a Passages, tiles: &'a Grid<Tile>, wet: &'a mut Grid<bool>) -> Self {
        Ways { passages, tiles, wet }
    }

    /// The dry part of each cell, and the cells of all parts, part by part, with their ends.
    fn parts(&self) -> Parts {
        parts(self.passages, |cell| !self.tiles[cell].is_solid() && !self.wet[cell])
    }

    /// Floods the crumbs: dry parts of fewer than `least` cells that touch a wet cell and of which every cell may be
    /// wet.
    pub(super) fn flood_crumbs(&mut self, least: u32, may_be_wet: &Grid<bool>) {
        let (_, cells, ends) = self.parts();
        let mut first = 0;
        for end in ends {
            let part = &cells[std::mem::replace(&mut first, end)..end];
            let is_crumb = part.len() < least as usize
                && part.iter().all(|&cell| may_be_wet[cell])
                && part.iter().any(|&cell| self.passages.neighbors(cell).any(|next| self.wet[next]));
            if is_crumb {
                part.iter().for_each(|&cell| self.wet[cell] = true);
            }
        }
    }

    /// Makes the cells of the fords dry again, and returns them in order.
    pub(super) fn ford(self) -> Vec<u32> {
        let (mut part, mut queue, ends) = self.parts();
        let n_parts = ends.len() as u32;
        let mut back = vec![NONE; part.len()];
        let mut steps = vec![0u32; part.len()];
        let mut crossings = Vec::new();
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            at += 1;
            for next in self.passages.neighbors(here) {
                let (own, other) = (part[here as usize], part[next as usize]);
                if other == NONE {
                    part[next as usize] = own;
                    back[next as usize] = here;
                    steps[next as usize] = steps[here as usize] + 1;
                    queue.push(next);
                } else if other != own && here < next {
                    // The other one sees the same crossing.
                    crossings.push((steps[here as usize] + steps[next as usize], here, next));
                }
            }
        }
        crossings.sort_unstable();
        let mut joined = DisjointSets::new(n_parts);
        let mut fords = Vec::new();
        for (_, a, b) in crossings {
            if joined.unite(part[a as usize], part[b as usize]) {
                for mut cell in [a, b] {
                    while self.wet[cell] {
                        self.wet[cell] = false;
                        fords.push(cell);
                        cell = back[cell as usize];
                    }
                }
            }
        }
        fords.sort_unstable();
        fords
    }
}
