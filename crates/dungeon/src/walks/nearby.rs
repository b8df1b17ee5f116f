//! Which places have nothing near them: a pyramid of blocks.
//!
//! Level `k` divides the field into blocks of 2ᵏ cells a side. A block is *occupied* when it holds a target,
//! and it is *near* when an occupied block has a cell at most 2ᵏ columns and 2ᵏ rows away from it. So from no
//! cell of a block that is not near can a walk meet a target before it has come more than 2ᵏ columns or rows
//! away. What is near at one level is near at the next: blocks grow, and so does the distance.
//!
//! Occupied blocks count their occupied parts, and near blocks the occupied blocks that make them so. A target
//! that comes or goes is counted up to the first level where its block stays what it is, so in most cases one.

use super::field::{At, Axis, Field};

/// The most levels: leaps of 512 cells.
const LEVELS: u32 = 9;

/// Targets on a field.
#[derive(Debug)]
pub(super) struct Nearby {
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    /// Blocks have 2ᵏ cells a side: this is k.
    shift: u32,
    x: Axis,
    y: Axis,
    columns: usize,
    /// How many of a block's four parts hold a target.
    occupied: Vec<u8>,
    /// How many occupied blocks are near a block: at most five an axis, on a wrapped one.
    near: Vec<u8>,
}

impl Nearby {
    /// No target anywhere.
    pub(super) fn new(field: &Field) -> Self {
        // Leaps of more than a quarter of the map would hardly ever find the room.
        let longest = field.x.length.max(field.y.length).cast_unsigned();
        let levels = (1..=LEVELS).take_while(|shift| longest >> shift >= 4);
        Nearby { levels: levels.map(|shift| Level::new(shift, field)).collect() }
    }

    /// How many levels there are above 0.
    pub(super) fn levels(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The highest level at which a place's block is not near; 0 when there is none.
    ///
    /// To go on from the level at which a walk was before saves nothing: half of the time it has changed.
    #[inline]
    pub(super) fn level(&self, at: At) -> usize {
        let is_near = |level: &Level| level.near[level.block(at)] > 0;
        self.levels.iter().position(is_near).unwrap_or(self.levels.len())
    }

    /// A place that was no target is one.
    #[inline]
    pub(super) fn add(&mut self, at: At) {
        for level in &mut self.levels {
            let block = level.block(at);
            level.occupied[block] += 1;
            if level.occupied[block] > 1 {
                return;
            }
            level.each_near(at, |near| *near += 1);
        }
    }

    /// A target is one no longer.
    #[inline]
    pub(super) fn remove(&mut self, at: At) {
        for level in &mut self.levels {
            let block = level.block(at);
            level.occupied[block] -= 1;
            if level.occupied[block] > 0 {
                return;
            }
            level.each_near(at, |near| *near -= 1);
        }
    }
}

impl Level {
    fn new(shift: u32, field: &Field) -> Self {
        let blocks = |axis: Axis| (axis.length.cast_unsigned() as usize).div_ceil(1 << shift);
        let columns = blocks(field.x);
        let none = vec![0; columns * blocks(field.y)];
        Level { shift, x: field.x, y: field.y, columns, occupied: none.clone(), near: none }
    }

    #[inline]
    fn block(&self, at: At) -> usize {
        let [x, y] = [at.x, at.y].map(|at| (at.cast_unsigned() >> self.shift) as usize);
        y * self.columns + x
    }

    /// Changes the count of every block that is near the one with a place.
    fn each_near(&mut self, at: At, change: impl Fn(&mut u8)) {
        let columns = near_blocks(self.x, at.x, self.shift);
        for row in near_blocks(self.y, at.y, self.shift).into_iter().flatten() {
            for columns in columns.clone() {
                let first = row * self.columns;
                self.near[first + columns.start..first + columns.end].iter_mut().for_each(&change);
            }
        }
    }
}

/// The blocks along an axis that have a cell at most 2ᵏ away from the block with a place: one range, or two
/// where the axis wraps.
fn near_blocks(axis: Axis, at: i32, shift: u32) -> [std::ops::Range<usize>; 2] {
    let (side, block) = (1i32 << shift, at >> shift << shift);
    let (first, last) = (block - side, (block + side).min(axis.length) - 1 + side);
    let of = |cell: i32| (cell.cast_unsigned() >> shift) as usize;
    let blocks = of(axis.length - 1) + 1;
    if !axis.wraps {
        return [of(first.max(0))..of(last.min(axis.length - 1)) + 1, 0..0];
    }
    let (first, last) = match () {
        () if first < 0 => (of(first + axis.length), of(last)),
        () if last >= axis.length => (of(first), of(last - axis.length)),
        () => return [of(first)..of(last) + 1, 0..0],
    };
    // The two ends may meet: then it is all of them.
    if first <= last + 1 || side * 3 >= axis.length { [0..blocks, 0..0] } else { [first..blocks, 0..last + 1] }
}

#[cfg(test)]
mod tests {
    use mapwright_core::{MapRng, Size, Wrap};

    use super::*;

    /// How far a place is from the nearest target, in columns or rows, whichever is more.
    fn distance(field: &Field, targets: &[At], at: At) -> i32 {
        let far = |to: &At| field.x.way(at.x, to.x).abs().max(field.y.way(at.y, to.y).abs());
        targets.iter().map(far).min().unwrap_or(i32::MAX)
    }

    #[test]
    fn a_level_tells_that_nothing_is_near_and_is_not_much_too_low() {
        let mut rng = MapRng::new(4);
        for (w, h) in [(10, 10), (37, 5), (5, 70), (67, 61), (130, 3)] {
            for wrap in Wrap::ALL {
                let field = Field::new(Size::new(w, h), wrap);
                let (mut nearby, mut targets) = (Nearby::new(&field), Vec::<At>::new());
                assert!(field.places().all(|at| nearby.level(at) == nearby.levels() as usize));
                for _ in 0..40 {
                    let cell = rng.below(field.x.length.cast_unsigned() * field.y.length.cast_unsigned());
                    let at = field.places().nth(cell as usize).expect("a place");
                    // Half of the changes take targets away; a place is a target once at most.
                    if targets.len() > 3 && rng.chance(0.6) {
                        let gone = rng.swap_remove(&mut targets).expect("a target");
                        nearby.remove(gone);
                    } else if !targets.contains(&at) {
                        targets.push(at);
                        nearby.add(at);
                    }
                    for at in field.places() {
                        let (level, far) = (nearby.level(at), distance(&field, &targets, at));
                        assert!(level == 0 || far > 1 << level, "{w}x{h} {wrap} {at:?}: level {level}, {far} away");
                        // Two blocks and what is left of its own lie between a place and what is not near.
                        let next = level + 1;
                        assert!(
                            next > nearby.levels() as usize || far < 3 << next,
                            "{w}x{h} {wrap} {at:?}: {level}, {far}"
                        );
                    }
                }
            }
        }
    }
}
