//! Recursive division (Buck, *Mazes for Programmers*, 2015), with a stack instead of recursion.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Dir, Facts, Grid, InitialMapBuilder, MapRng, Plane, Reach, Rect, params,
};
use mapwright_core::{Sides, Size, Tile};

use crate::Root;
use crate::conform::conform;
use crate::nested_maze::join_blocks;

/// A hall divided again and again by walls with one gap.
///
/// A maze of walls in an empty hall: a wall with one gap splits the field, then each half,
/// until no field is wider than one cell.
///
/// A field is split across its longer side, a square either way. The maze has long straight walls and few gaps
/// between distant places. About 27 % of the cells are dead ends. Wrapped borders are walls.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_graph::{Metric, Metrics};
/// use mapwright_maze::RecursiveDivision;
///
/// let map = BuilderChain::start_with(Size::new(31, 21), RecursiveDivision::default()).build(7)?;
/// let metrics = Metrics::new(&map);
/// assert_eq!([Metric::Components, Metric::Loops].map(|metric| metrics.get(metric)), [Some(1.0), Some(0.0)]);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct RecursiveDivision {
    /// The cell marked as start. The maze itself has no root.
    pub root: Root,
}

impl Builder for RecursiveDivision {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("recursive-division")
            .memory(4)
            .title("Division by walls")
            .gives([Plane::Sides, Plane::Start])
            .reach(Reach::BLOCK)
            .spares_kept()
    }
}

impl InitialMapBuilder for RecursiveDivision {
    fn check(&self, size: Size) -> Result<(), BuildError> {
        self.root.check(size)
    }

    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        map.start = Some(self.root.pick_new(&map, &mut cx.rng)?);
        map.sides = Some(hall(size));
        cx.before_steps(&map);
        let mut sides = map.sides.take().unwrap_or_else(|| hall(size));
        let mut rest = vec![Rect::new(0, 0, size.w, size.h)];
        while let Some(mut field) = rest.pop() {
            cx.work(8)?;
            // The second half of a field comes next, and the first waits.
            while field.w > 1 && field.h > 1 {
                let [first, second] = divide(field, &mut sides, cx);
                if first.w > 1 && first.h > 1 {
                    rest.push(first);
                }
                field = second;
            }
        }
        if let Some(place) = cx.origin {
            join_blocks(&mut sides, place, cx);
        }
        map.sides = Some(conform(&map, cx.base(size).and_then(|base| base.sides.clone()).as_ref(), sides, cx)?);
        Ok(map)
    }
}

/// A hall with no walls but those around it.
fn hall(size: Size) -> Grid<Sides> {
    let mut sides = Grid::new(size, Sides::OPEN);
    let w = usize::from(size.w);
    let cells = sides.as_mut_slice();
    cells.iter_mut().take(w).for_each(|sides| sides.close(Dir::N));
    cells.iter_mut().rev().take(w).for_each(|sides| sides.close(Dir::S));
    for row in cells.chunks_exact_mut(w.max(1)) {
        row[0].close(Dir::W);
        row[w - 1].close(Dir::E);
    }
    sides
}

/// Splits a field by a wall with a gap, and returns its two halves.
fn divide(field: Rect, sides: &mut Grid<Sides>, cx: &mut BuildCx<'_>) -> [Rect; 2] {
    let Rect { x, y, w, h } = field;
    let is_level = w < h || w == h && cx.rng.chance(0.5);
    let columns = u32::from(sides.size().w);
    let first = u32::from(y) * columns + u32::from(x);
    // The side of each cell along the wall that is closed, and the steps across the wall and along it.
    let (halves, cut, length, dir, across, along) = if is_level {
        let cut = draw(h - 1, &mut cx.rng);
        ([Rect::new(x, y, w, cut + 1), Rect::new(x, y + cut + 1, w, h - cut - 1)], cut, w, Dir::S, columns, 1)
    } else {
        let cut = draw(w - 1, &mut cx.rng);
        ([Rect::new(x, y, cut + 1, h), Rect::new(x + cut + 1, y, w - cut - 1, h)], cut, h, Dir::E, 1, columns)
    };
    let gap = draw(length, &mut cx.rng);
    let mut here = first + u32::from(cut) * across;
    for run in [gap, length - gap - 1] {
        for _ in 0..run {
            sides[here].close(dir);
            sides[here + across].close(dir.opposite());
            cx.step(sides, [here, here + across]);
            here += along;
        }
        here += along;
    }
    halves
}

/// A number below `n`.
fn draw(n: u16, rng: &mut MapRng) -> u16 {
    rng.below(n.into()) as u16
}
