//! A perfect maze over an endless plane, computed wall by wall without stored state.
//!
//! The plane is divided into blocks of 2×2 cells, which form blocks of 4×4, and so on up to the whole torus of 2⁶⁴ cells a
//! side. The two middle lines of a block divide it into four quarters, with a half-wall between each two neighbors. Three
//! of the half-walls have one door each, at a hashed place; the fourth is closed.
//!
//! **All cells are one spanning tree.** By induction over the level: a cell is a tree. If the four quarters of a block are
//! trees, so is the block: the half-walls form a ring around the quarters, so any three doors join all four, without a
//! loop. There is no other way between quarters. The last block is everything. ∎
//!
//! The wall on line `x` belongs to a block of level `x.trailing_zeros() + 1`, so a wall takes two hashes, wherever it is.
//! A hashed shift hides that the lines of high levels would cross at the origin.

use mapwright_core::{Dir, Sides, Size, mix, share};

/// A spanning tree of all cells of an endless plane. Each wall is found in constant time.
///
/// ```
/// use mapwright_core::Dir;
/// use mapwright_graph::NestedTree;
///
/// let tree = NestedTree::new(7);
/// let (x, y) = (-5_000_000_000, 12);
/// assert_eq!(tree.is_open(x, y, Dir::E), tree.is_open(x + 1, y, Dir::W));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedTree {
    /// The hash of each level.
    levels: [u64; 64],
    shift: (u64, u64),
    /// The size of a map; `None` for the torus.
    size: Option<(u64, u64)>,
}

/// The four half-walls of a block, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Top,
    Right,
    Bottom,
    Left,
}

impl NestedTree {
    /// The tree of a seed.
    pub const fn new(seed: u64) -> Self {
        NestedTree { levels: levels(seed), shift: (mix(seed, 64), mix(seed, 65)), size: None }
    }

    /// A spanning tree of the cells of a map. Blocks are cut off at its borders, and their doors are within the map, so it
    /// is a tree by the same induction.
    pub fn of_size(seed: u64, size: Size) -> Self {
        let Size { w, h } = size;
        NestedTree { levels: levels(seed), shift: (0, 0), size: Some((w.into(), h.into())) }
    }

    /// Whether the wall of a cell in a direction has a door.
    #[inline]
    pub fn is_open(&self, x: i64, y: i64, dir: Dir) -> bool {
        let (x, y) = (x.cast_unsigned().wrapping_add(self.shift.0), y.cast_unsigned().wrapping_add(self.shift.1));
        match dir {
            Dir::N => self.north(x, y),
            Dir::E => self.west(x.wrapping_add(1), y),
            Dir::S => self.north(x, y.wrapping_add(1)),
            Dir::W => self.west(x, y),
        }
    }

    /// Whether the wall north of a shifted cell has a door. The line north of row 0 is the end of the torus.
    #[inline]
    fn north(&self, x: u64, y: u64) -> bool {
        let level = y.trailing_zeros();
        if y == 0 || self.size.is_some_and(|(_, h)| y >= h) {
            return false;
        }
        let half = if x >> level & 1 == 0 { Half::Left } else { Half::Right };
        let block = block(self.row(level, y), level, x);
        self.door(level, block, half, (x, y)) == Some(x & low_bits(level))
    }

    /// Whether the wall west of a shifted cell has a door.
    #[inline]
    fn west(&self, x: u64, y: u64) -> bool {
        let level = x.trailing_zeros();
        if x == 0 || self.size.is_some_and(|(w, _)| x >= w) {
            return false;
        }
        let half = if y >> level & 1 == 0 { Half::Top } else { Half::Bottom };
        let block = block(self.row(level, y), level, x);
        self.door(level, block, half, (x, y)) == Some(y & low_bits(level))
    }

    /// The hash of a row of blocks with quarters of 2^`level` cells a side.
    #[inline]
    fn row(&self, level: u32, y: u64) -> u64 {
        mix(self.levels[level as usize & 63], y >> level >> 1)
    }

    /// Where on a half-wall of the block around a cell the door is; `None` if it is closed.
    #[inline]
    fn door(&self, level: u32, block: u64, half: Half, (x, y): (u64, u64)) -> Option<u64> {
        if let Some(size) = self.size {
            return door_of_map(size, level, block, half, (x, y));
        }
        let door = if level <= 15 { block >> (2 + 15 * half as u32) } else { mix(block, half as u64) };
        (block & 3 != half as u64).then_some(door & low_bits(level))
    }

    /// Opens the sides that have a door, for the cells of row `y` from column `x0` on. This is much faster than calling
    /// [`is_open`](Self::is_open) for each.
    pub fn join_row(&self, x0: i64, y: i64, row: &mut [Sides]) {
        let (x, y) = (x0.cast_unsigned().wrapping_add(self.shift.0), y.cast_unsigned().wrapping_add(self.shift.1));
        let end = x.wrapping_add(row.len() as u64);
        if self.size.is_some() || end < x {
            // Maps are small, and windows hardly ever reach the end of the torus.
            return self.join_one_by_one(x, y, row);
        }
        self.join_columns(x, y, row);
        self.join_line(x, y, Dir::N, row);
        self.join_line(x, y.wrapping_add(1), Dir::S, row);
    }

    fn join_one_by_one(&self, x: u64, y: u64, row: &mut [Sides]) {
        for (i, cell) in (0..).zip(row) {
            let x = x.wrapping_add(i);
            let ways =
                [self.north(x, y), self.west(x.wrapping_add(1), y), self.north(x, y.wrapping_add(1)), self.west(x, y)];
            Dir::ALL.into_iter().zip(ways).filter(|&(_, open)| open).for_each(|(dir, _)| cell.open(dir));
        }
    }

    /// Opens the sides between the cells of a row, and at its ends.
    fn join_columns(&self, x: u64, y: u64, row: &mut [Sides]) {
        let rows: [u64; 16] = std::array::from_fn(|level| self.row(level as u32, y));
        let is_open = |x: u64| {
            let level = x.trailing_zeros();
            let Some(&row) = rows.get(level as usize) else { return self.west(x, y) };
            let half = if y >> level & 1 == 0 { Half::Top } else { Half::Bottom };
            let block = block(row, level, x);
            block & 3 != half as u64 && (block >> (2 + 15 * half as u32) ^ y) & low_bits(level) == 0
        };
        let mut west = is_open(x);
        for (i, cell) in (1..).zip(row) {
            let east = is_open(x.wrapping_add(i));
            cell.0 |= u8::from(east) << EAST | u8::from(west) << WEST;
            west = east;
        }
    }

    /// Opens the sides of cells, in one direction, where the line north of shifted row `y` has doors.
    fn join_line(&self, x: u64, y: u64, dir: Dir, row: &mut [Sides]) {
        let (level, n) = (y.trailing_zeros(), row.len() as u64);
        if y == 0 || n == 0 {
            return;
        }
        let key = self.row(level, y);
        let mut corner = x & !low_bits(level) & !(1 << level);
        // At most one block per cell, and one at either end.
        while corner < x + n {
            let block = block(key, level, corner);
            for (half, from) in [(Half::Left, corner), (Half::Right, corner | 1 << level)] {
                if let Some(door) = self.door(level, block, half, (from, y))
                    && let Some(cell) = usize::try_from((from | door).wrapping_sub(x)).ok().and_then(|i| row.get_mut(i))
                {
                    cell.open(dir);
                }
            }
            let Some(next) = corner.checked_add(1 << level).and_then(|middle| middle.checked_add(1 << level)) else {
                return;
            };
            corner = next;
        }
    }
}

/// Where the two bits of these directions begin in a byte of sides.
const EAST: u32 = 2;
const WEST: u32 = 6;

/// The hash of a block, from that of its row.
#[inline]
fn block(row: u64, level: u32, x: u64) -> u64 {
    mix(row, x >> level >> 1)
}

/// The door of a half-wall where the map ends at `w` and `h`. Of a block across the end only some quarters exist, and
/// every half-wall between two of them has a door, unless all four exist.
fn door_of_map((w, h): (u64, u64), level: u32, block: u64, half: Half, (x, y): (u64, u64)) -> Option<u64> {
    let middle = |at: u64| (at >> level | 1) << level;
    let is_whole = middle(x) < w && middle(y) < h;
    if is_whole && block & 3 == half as u64 {
        return None;
    }
    let (at, end) = match half {
        Half::Top | Half::Bottom => (y, h),
        Half::Left | Half::Right => (x, w),
    };
    let length = end.saturating_sub(at & !low_bits(level)).min(1 << level);
    Some(share(mix(block, half as u64), u32::try_from(length).unwrap_or(u32::MAX)).into())
}

const fn low_bits(n: u32) -> u64 {
    (1 << n) - 1
}

const fn levels(seed: u64) -> [u64; 64] {
    let (mut levels, mut level) = ([0; 64], 0);
    while level < 64 {
        levels[level] = mix(seed, level as u64);
        level += 1;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DisjointSets;
    use mapwright_core::MapRng;

    /// Whether the open walls between the cells of a square join them in a tree.
    fn is_tree(w: u32, h: u32, is_open: impl Fn(u32, u32, Dir) -> bool) -> bool {
        let (mut sets, mut edges) = (DisjointSets::new(w * h), 0);
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            for (dir, next) in [(Dir::E, (x + 1, y)), (Dir::S, (x, y + 1))] {
                if next.0 < w && next.1 < h && is_open(x, y, dir) {
                    edges += 1;
                    if !sets.unite(y * w + x, next.1 * w + next.0) {
                        return false;
                    }
                }
            }
        }
        edges + 1 == w * h
    }

    #[test]
    fn every_aligned_block_is_a_tree() {
        let mut rng = MapRng::new(4);
        for round in 0..60 {
            let tree = NestedTree::new(rng.bits());
            let (level, corner) = (rng.below(8), |bits: u64| (bits & !low_bits(7)).cast_signed());
            // Blocks are aligned to the shifted origin.
            let x0 = corner(rng.bits()).wrapping_sub(tree.shift.0.cast_signed());
            let y0 = corner(rng.bits()).wrapping_sub(tree.shift.1.cast_signed());
            let at = |from: i64, n: u32| from.wrapping_add(n.into());
            let side = 1 << level;
            assert!(is_tree(side, side, |x, y, dir| tree.is_open(at(x0, x), at(y0, y), dir)), "{round}");
        }
    }

    #[test]
    fn maps_of_all_sizes_are_trees() {
        for (w, h) in (1..20).flat_map(|h| (1..20).map(move |w| (w, h))).chain([(1, 300), (300, 1), (65, 33), (200, 7)])
        {
            let tree = NestedTree::of_size(u64::from(w) * 1000 + u64::from(h), Size::new(w, h));
            assert!(is_tree(w.into(), h.into(), |x, y, dir| tree.is_open(x.into(), y.into(), dir)), "{w}x{h}");
            let border =
                (0..w).any(|x| tree.is_open(x.into(), 0, Dir::N) || tree.is_open(x.into(), i64::from(h) - 1, Dir::S));
            assert!(!border, "{w}x{h}");
        }
    }

    #[test]
    fn each_seed_and_each_level_has_walls_of_its_own() {
        let walls = |seed: u64, x0: u16| -> Vec<bool> {
            let tree = NestedTree::of_size(seed, Size::new(64, 64));
            let cells = (0..64_i64).flat_map(|y| (0..32_i64).map(move |x| (x + i64::from(x0), y)));
            cells.map(|(x, y)| tree.is_open(x, y, Dir::S)).collect()
        };
        assert_ne!(walls(1, 0), walls(2, 0));
        assert_ne!(walls(1, 0), walls(1, 32));
    }

    /// A door may be anywhere in its wall, also where the map ends in the middle of a block.
    #[test]
    fn every_wall_of_a_map_is_open_for_some_seed() {
        let size = Size::new(11, 6);
        let is_ever_open = |x: u16, y: u16, dir: Dir| {
            (0..2000).any(|seed| NestedTree::of_size(seed, size).is_open(x.into(), y.into(), dir))
        };
        for (x, y) in (0..size.h).flat_map(|y| (0..size.w).map(move |x| (x, y))) {
            assert!(x + 1 == size.w || is_ever_open(x, y, Dir::E), "{x},{y} east");
            assert!(y + 1 == size.h || is_ever_open(x, y, Dir::S), "{x},{y} south");
        }
    }

    #[test]
    fn rows_are_the_walls_one_by_one() {
        let mut rng = MapRng::new(5);
        for round in 0..300_u64 {
            let tree = NestedTree::new(round);
            let near_end = (i64::MAX - 40).wrapping_sub(tree.shift.0.cast_signed()).wrapping_add(i64::MIN);
            let x0 = if round % 3 == 0 { near_end } else { rng.bits().cast_signed() };
            let y = if round % 5 == 0 { tree.shift.1.wrapping_neg().cast_signed() } else { rng.bits().cast_signed() };
            let mut row = vec![Sides::CLOSED; rng.below(90) as usize];
            tree.join_row(x0, y, &mut row);
            for (i, cell) in (0..).zip(row) {
                for dir in Dir::ALL {
                    assert_eq!(cell.is_open(dir), tree.is_open(x0.wrapping_add(i), y, dir), "{round} {i} {dir:?}");
                }
            }
        }
    }

    #[test]
    fn a_wall_is_the_same_from_both_sides_and_the_torus_ends() {
        let tree = NestedTree::new(9);
        for (x, y) in [(0, 0), (i64::MAX, 3), (i64::MIN, i64::MAX), (-1, -1)] {
            assert_eq!(tree.is_open(x, y, Dir::E), tree.is_open(x.wrapping_add(1), y, Dir::W));
            assert_eq!(tree.is_open(x, y, Dir::S), tree.is_open(x, y.wrapping_add(1), Dir::N));
        }
        let first = tree.shift.0.wrapping_neg().cast_signed();
        assert!((0..1000).all(|y| !tree.is_open(first, y, Dir::W)));
    }
}
