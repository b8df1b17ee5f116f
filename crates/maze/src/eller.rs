//! Eller's algorithm: a maze made row by row that remembers only the last row (Buck, *Mazes for Programmers*, 2015).
//!
//! It knows which cells of a row are connected through the rows above. Neighbors that are not may be joined, and some
//! cells of each connected set, at least one, continue in the next row. These are drawn uniformly from all non-empty
//! subsets of the set; other ways to ensure at least one are visible in the dead ends.

use mapwright_core::{BuildCx, BuildError, Dir, Grid, MapRng, Sides, join_sides, params};
use mapwright_graph::DisjointSets;

use crate::Root;
use crate::ground::{Carve, Ground, shipped};

/// A maze made row by row.
///
/// A maze made row by row from the top, each row only from the one above.
///
/// 29 % of the cells are dead ends, and there is little grain for a maze made in one direction. The last row joins
/// the sets that remain, and may be one long corridor. No passage crosses a wrapped border.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::Eller;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), Eller::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[params]
pub struct Eller {
    /// The probability that neighbors in a row are joined.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub horizontal_chance: f64,
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Carve for Eller {
    shipped!("eller", "A maze row by row");
    const MEMORY: u64 = 6;

    fn carve(&self, ground: Ground, cx: &mut BuildCx<'_>) -> Result<Grid<Sides>, BuildError> {
        let size = ground.passages.size();
        let mut sides = Grid::new(size, Sides::CLOSED);
        let (w, h) = (u32::from(size.w), u32::from(size.h));
        let (mut joined, mut downs) = (DisjointSets::new(w), Vec::new());
        for row in 0..h {
            cx.work(w)?;
            let is_last = row + 1 == h;
            let mut set = joined.find(0);
            for here in 0..w - 1 {
                let next_set = joined.find(here + 1);
                let before = std::mem::replace(&mut set, next_set);
                if before != next_set && (is_last || cx.rng.chance(self.horizontal_chance)) {
                    joined.unite(before, next_set);
                    set = before.min(next_set);
                    let cell = row * w + here;
                    join_sides(&mut sides, cell, Dir::E, cell + 1);
                    cx.step(&sides, [cell, cell + 1]);
                }
            }
            if !is_last {
                joined = descend(&mut joined, w, &mut cx.rng, &mut downs);
                for cell in downs.drain(..).map(|here| row * w + here) {
                    join_sides(&mut sides, cell, Dir::S, cell + w);
                    cx.step(&sides, [cell, cell + w]);
                }
            }
        }
        Ok(sides)
    }
}

/// The cells of a set in the current row.
#[derive(Clone, Copy, Default)]
struct Set {
    n_cells: u32,
    /// For each of the first cells that is still to come, a bit that says whether it continues. Never all 0.
    go_on: u32,
    /// The number of cells met so far.
    n_met: u32,
    /// The first cell that continues, plus 1.
    first: u32,
}

/// Chooses from each set of a row the cells that continue in the next row, appends them to `downs`, and returns
/// the sets of that row.
fn descend(joined: &mut DisjointSets, w: u32, rng: &mut MapRng, downs: &mut Vec<u32>) -> DisjointSets {
    // In a set with more cells, at least one of the first 31 continues. The one choice in 2³¹ where none of them does
    // is missing.
    const BITS: u32 = 31;
    let mut sets = vec![Set::default(); w as usize];
    (0..w).for_each(|here| sets[joined.find(here) as usize].n_cells += 1);
    let mut below = DisjointSets::new(w);
    for here in 0..w {
        let set = &mut sets[joined.find(here) as usize];
        if set.n_met % BITS == 0 {
            let n_bits = (set.n_cells - set.n_met).min(BITS);
            set.go_on = rng.range(u32::from(set.n_met == 0), (1 << n_bits) - 1);
        }
        set.n_met += 1;
        if set.go_on & 1 == 1 {
            downs.push(here);
            if set.first == 0 {
                set.first = here + 1;
            } else {
                below.unite(set.first - 1, here);
            }
        }
        set.go_on >>= 1;
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of 1, 3 and 34 cells: every non-empty subset of the small ones is equally likely, and of the
    /// large one each cell goes on every other time.
    #[test]
    fn each_set_goes_on_with_any_of_its_cells() {
        let mut rng = MapRng::new(6);
        let mut subsets = [0; 8];
        let mut large = [0; 40];
        for _ in 0..7000 {
            let mut joined = DisjointSets::new(40);
            // 0 and 2 and 4; 1; 3 and 5 and all from there on.
            [2, 4].into_iter().for_each(|cell| assert!(joined.unite(0, cell)));
            (5..40).for_each(|cell| assert!(joined.unite(3, cell)));
            let mut went = Vec::new();
            let mut below = descend(&mut joined, 40, &mut rng, &mut went);
            assert!(went.contains(&1));
            subsets
                [[0, 2, 4].iter().enumerate().map(|(i, cell)| usize::from(went.contains(cell)) << i).sum::<usize>()] +=
                1;
            went.iter().for_each(|&cell| large[cell as usize] += 1);
            for a in 0..40 {
                for b in 0..40 {
                    let both = went.contains(&a) && went.contains(&b) && joined.find(a) == joined.find(b);
                    assert_eq!(below.find(a) == below.find(b), both || a == b);
                }
            }
        }
        // Six standard deviations.
        assert!(subsets[0] == 0 && subsets[1..].iter().all(|n: &i32| (n - 1000).abs() < 176), "{subsets:?}");
        assert!(large[5..].iter().all(|n: &i32| (n - 3500).abs() < 251), "{large:?}");
    }
}
