//! A plane of bits, one for each cell.

use mapwright_core::{Grid, Size, Tile};

/// A bit for each cell. Each row is padded with a word of zeros on both sides, so that windows may reach over the border.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    /// The words from one row to the next, one of which is zero.
    stride: usize,
}

impl Bits {
    /// Returns a plane of zeros for a map of this size.
    pub(crate) fn new(size: Size) -> Self {
        Bits::with(size.w.into(), size.h.into())
    }

    /// Returns a plane of zeros with these columns and rows.
    pub(crate) fn with(columns: u32, rows: u32) -> Self {
        let stride = columns.div_ceil(64) as usize + 1;
        Bits { words: vec![0; 1 + stride * rows as usize], stride }
    }

    /// Returns the bytes of a plane for a map of this size.
    pub(crate) fn bytes(size: Size) -> u64 {
        8 * (1 + (u64::from(size.w).div_ceil(64) + 1) * u64::from(size.h))
    }

    /// Returns the plane of the cells whose tile is wanted.
    pub(crate) fn of(tiles: &Grid<Tile>, is_wanted: impl Fn(Tile) -> bool) -> Self {
        let mut bits = Bits::new(tiles.size());
        for (y, row) in tiles.rows().enumerate() {
            for (word, tiles) in bits.row_mut(y).iter_mut().zip(row.chunks(64)) {
                let (eights, rest) = tiles.as_chunks::<8>();
                for (nth, eight) in eights.iter().enumerate() {
                    // Each byte is 0 or 1; the product gathers these eight bits in its highest byte.
                    let each = u64::from_le_bytes(eight.map(|tile| u8::from(is_wanted(tile))));
                    *word |= (each.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * nth);
                }
                for (nth, &tile) in rest.iter().enumerate() {
                    *word |= u64::from(is_wanted(tile)) << (8 * eights.len() + nth);
                }
            }
        }
        bits
    }

    /// Adds the bits of a plane of the same size.
    pub(crate) fn join(&mut self, other: &Bits) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Returns the words of a row, without the padding.
    #[inline]
    pub(crate) fn row(&self, y: usize) -> &[u64] {
        &self.words[1 + y * self.stride..][..self.stride - 1]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        &mut self.words[1 + y * self.stride..][..self.stride - 1]
    }

    /// Returns 64 columns of a row from `left` on, the first in the lowest bit. Columns outside of the plane are 0; `left`
    /// is at least -64.
    #[inline]
    pub(crate) fn window(&self, left: i32, y: usize) -> u64 {
        let (word, bit) = self.place(left, y);
        self.words[word] >> bit | self.words[word + 1] << 1 << (63 - bit)
    }

    /// Sets bits of a row: bit 0 is column `left`. All of them are columns of the plane.
    #[inline]
    pub(crate) fn set(&mut self, left: i32, y: usize, bits: u64) {
        let (word, bit) = self.place(left, y);
        self.words[word] |= bits << bit;
        self.words[word + 1] |= bits >> 1 >> (63 - bit);
    }

    #[inline]
    pub(crate) fn clear(&mut self, x: usize, y: usize) {
        let (word, bit) = self.place(x as i32, y);
        self.words[word] &= !(1 << bit);
    }

    #[inline]
    pub(crate) fn get(&self, x: usize, y: usize) -> bool {
        let (word, bit) = self.place(x as i32, y);
        self.words[word] >> bit & 1 == 1
    }

    /// Returns the index of the word that holds a column, and the number of its bit.
    #[inline]
    fn place(&self, x: i32, y: usize) -> (usize, u32) {
        let word = (y * self.stride + 1).wrapping_add_signed((x >> 6) as isize);
        (word, (x & 63) as u32)
    }

    /// Exchanges rows and columns of this plane, which has the given size.
    pub(crate) fn transposed(&self, size: Size) -> Self {
        let mut turned = Bits::new(Size::new(size.h, size.w));
        let mut block = [0; 64];
        for top in (0..usize::from(size.h)).step_by(64) {
            for left in (0..usize::from(size.w)).step_by(64) {
                let rows = (usize::from(size.h) - top).min(64);
                block[rows..].fill(0);
                for (nth, word) in block[..rows].iter_mut().enumerate() {
                    *word = self.row(top + nth)[left / 64];
                }
                transpose(&mut block);
                let columns = (usize::from(size.w) - left).min(64);
                for (nth, &word) in block[..columns].iter().enumerate() {
                    turned.row_mut(left + nth)[top / 64] = word;
                }
            }
        }
        turned
    }
}

/// Transposes 64 × 64 bits: exchanges the two quarters off the diagonal, then does the same in each quarter, down to single
/// bits (Warren, *Hacker's Delight*, 7-3).
fn transpose(block: &mut [u64; 64]) {
    let (mut half, mut low) = (32, u64::MAX >> 32);
    while half > 0 {
        let mut row = 0;
        while row < 64 {
            let changed = (block[row] >> half ^ block[row + half]) & low;
            block[row] ^= changed << half;
            block[row + half] ^= changed;
            row = (row + half + 1) & !half;
        }
        half /= 2;
        low ^= low << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::MapRng;

    #[test]
    fn windows_and_transposed_planes_have_the_bits_of_the_cells() {
        let mut rng = MapRng::new(3);
        for (w, h) in [(1, 1), (1, 9), (7, 1), (5, 8), (63, 3), (64, 64), (65, 2), (130, 70)] {
            let size = Size::new(w, h);
            let tiles = Grid::from_fn(size, |_| if rng.below(2) == 0 { Tile::FLOOR } else { Tile::WALL });
            let mut bits = Bits::of(&tiles, |tile| tile == Tile::FLOOR);
            assert_eq!(Bits::bytes(size), 8 * bits.words.len() as u64);
            let turned = bits.transposed(size);
            let is_set = |x: i32, y: u16| {
                u16::try_from(x)
                    .ok()
                    .filter(|&x| x < w)
                    .is_some_and(|x| tiles[mapwright_core::Point::new(x, y)] == Tile::FLOOR)
            };
            for y in 0..h {
                for left in -64..i32::from(w) {
                    let window = bits.window(left, y.into());
                    assert!((0..64).all(|nth| (window >> nth & 1 == 1) == is_set(left + nth, y)), "{size} {left} {y}");
                }
                for x in 0..w {
                    assert_eq!(bits.get(x.into(), y.into()), is_set(x.into(), y));
                    assert_eq!(turned.get(y.into(), x.into()), is_set(x.into(), y), "{size} {x} {y}");
                }
            }
            let (x, y) = (usize::from(w) - 1, usize::from(h) - 1);
            bits.clear(x, y);
            assert!(!bits.get(x, y));
            bits.set(x as i32, y, 1);
            assert!(bits.get(x, y));
        }
    }
}
