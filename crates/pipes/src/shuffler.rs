//! The pipe shuffler: turns every tile of a board.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, MetaMapBuilder, Need, Plane, Reach, Sides, Size, params,
};

/// Rotates every tile and keeps the solution.
///
/// Rotates each cell by a random number of quarter turns, and keeps the original sides as the map's
/// `solution`. An existing solution is kept. Cells whose turn would change a kept side stay as they are.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Facts, Grid, InitialMapBuilder, Sides, Tile};
/// # #[derive(Debug)]
/// # struct Crosses;
/// # impl Builder for Crosses {
/// #     fn facts(&self, _: Size) -> Facts { Facts::new("crosses").gives(mapwright_core::Plane::Sides) }
/// # }
/// # impl InitialMapBuilder for Crosses {
/// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
/// #         let mut map = cx.new_map(size, Tile::FLOOR)?;
/// #         map.sides = Some(Grid::new(size, Sides::OPEN));
/// #         Ok(map)
/// #     }
/// # }
/// use mapwright_pipes::PipeShuffler;
///
/// let map = BuilderChain::start_with(Size::new(7, 7), Crosses).with(PipeShuffler::default()).build(7)?;
/// assert_eq!(map.solution, map.sides, "a cross looks the same whichever way it is turned");
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct PipeShuffler {}

impl Builder for PipeShuffler {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("pipe-shuffler")
            .memory(3)
            .title("Turned pipes")
            .needs(Plane::Sides)
            .gives(Plane::Solution)
            .keeps(Plane::Solution)
            .reach(Reach::Cells(0))
            .spares_kept()
    }
}

impl MetaMapBuilder for PipeShuffler {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.clear(self.facts(map.size()).drops());
        let mut sides = map.sides.take().need(Plane::Sides)?;
        map.solution.get_or_insert_with(|| sides.clone());
        let old = map.kept.is_some().then(|| sides.clone());
        turn(&mut sides, cx);
        if let Some(old) = old {
            for (at, &old) in old.iter() {
                if map.kept_sides(at).iter().any(|dir| sides[at].color(dir) != old.color(dir)) {
                    sides[at] = old;
                }
            }
        }
        map.sides = Some(sides);
        Ok(())
    }
}

/// Turns every cell.
fn turn(sides: &mut Grid<Sides>, cx: &mut BuildCx<'_>) {
    if let Some((x, y)) = cx.origin {
        let (bits, width) = (cx.cell_bits(0), usize::from(sides.size().w).max(1));
        for (row, y) in sides.as_mut_slice().chunks_mut(width).zip(y..) {
            row.iter_mut().zip(x..).for_each(|(cell, x)| *cell = cell.turned(bits.at(x, y) as u32 & 3));
        }
        return;
    }
    // One draw holds the quarter turns of 32 cells.
    for cells in sides.as_mut_slice().chunks_mut(32) {
        let mut turns = cx.rng.bits();
        for cell in cells {
            *cell = cell.turned(turns as u32 & 3);
            turns >>= 2;
        }
    }
}
