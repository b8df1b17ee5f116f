//! Rows of tiles, 64 at a time, from bit planes.
//!
//! Hashed bits are interchangeable, so any bit of a word may go with any column. The
//! `x`-th of 64 columns takes bit `x / 8` of byte `x % 8`: then eight words, one for each bit of a tile,
//! become tiles by the transposition of a square of 8 × 8 bits in all bytes at once.

use mapwright_core::Sides;

/// The bit that goes with a column.
pub(super) fn bit_of(x: i64) -> u32 {
    let x = u32::from(x.to_le_bytes()[0]);
    8 * (x % 8) + x / 8 % 8
}

/// The same bits for the columns one to the east; `next` is the word of the 64 columns that follow.
#[inline(always)]
pub(super) fn east_of(word: u64, next: u64) -> u64 {
    // Byte 7 takes the next eight's byte 0.
    word >> 8 | (word >> 1 & 0x7f) << 56 | next << 63
}

/// 64 tiles, bit `p` of each from `planes[p]`. Words of eight tiles, the first in the lowest byte.
///
/// Written out pair by pair: compilers leave a loop over pairs a loop, at three times the cost, and see
/// no plane that is all 0.
#[inline(always)]
pub(super) fn tiles_of(planes: [u64; 8]) -> [u64; 8] {
    let [a, b, c, d, e, f, g, h] = planes;
    let ((a, e), (b, f)) = (exchange::<4>(a, e), exchange::<4>(b, f));
    let ((c, g), (d, h)) = (exchange::<4>(c, g), exchange::<4>(d, h));
    let ((a, c), (b, d)) = (exchange::<2>(a, c), exchange::<2>(b, d));
    let ((e, g), (f, h)) = (exchange::<2>(e, g), exchange::<2>(f, h));
    let ((a, b), (c, d)) = (exchange::<1>(a, b), exchange::<1>(c, d));
    let ((e, f), (g, h)) = (exchange::<1>(e, f), exchange::<1>(g, h));
    [a, b, c, d, e, f, g, h]
}

/// One step of the transposition: exchanges bit `STEP` of the words' numbers with that of their bits'.
#[inline(always)]
fn exchange<const STEP: u32>(low: u64, high: u64) -> (u64, u64) {
    // The bits whose number has no bit `STEP`, in every byte.
    let mask = match STEP {
        4 => 0x0f0f_0f0f_0f0f_0f0f,
        2 => 0x3333_3333_3333_3333,
        _ => 0x5555_5555_5555_5555,
    };
    (low & mask | (high & mask) << STEP, low >> STEP & mask | high & !mask)
}

/// Fills `out` with the tiles from column `x0` on. `block` is asked from west to east for the 64 tiles
/// from each column that is a multiple of 64.
#[inline(always)]
pub(super) fn fill(x0: i64, mut out: &mut [Sides], mut block: impl FnMut(i64) -> [u64; 8]) {
    let mut skip = usize::from(x0.to_le_bytes()[0] % 64);
    let mut x = x0 & !63;
    // One place that asks for blocks, for whole ones and parts: so it is compiled into the loop.
    while !out.is_empty() {
        let (now, later) = out.split_at_mut(out.len().min(64 - skip));
        write(block(x), skip, now);
        (out, skip, x) = (later, 0, x.wrapping_add(64));
    }
}

/// Writes the tiles of a block from the one numbered `skip` on, as many as `out` holds.
#[inline(always)]
fn write(words: [u64; 8], skip: usize, out: &mut [Sides]) {
    match out.as_chunks_mut() {
        (eights, []) if eights.len() == 8 => {
            for (tiles, word) in eights.iter_mut().zip(words) {
                *tiles = word.to_le_bytes().map(Sides);
            }
        }
        _ => {
            let tiles = words.map(u64::to_le_bytes);
            for (tile, &byte) in out.iter_mut().zip(&tiles.as_flattened()[skip..]) {
                *tile = Sides(byte);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::mix;

    #[test]
    fn every_tile_gets_its_own_bits() {
        let planes: [u64; 8] = std::array::from_fn(|p| mix(7, p as u64));
        let mut tiles = [Sides::CLOSED; 64];
        write(tiles_of(planes), 0, &mut tiles);
        for (x, tile) in (0..).zip(tiles) {
            for (p, plane) in planes.into_iter().enumerate() {
                assert_eq!(tile.0 >> p & 1 == 1, plane >> bit_of(x) & 1 == 1, "tile {x}, bit {p}");
            }
        }
    }

    #[test]
    fn east_is_one_column_on() {
        let (word, next) = (mix(1, 1), mix(2, 2));
        for x in 0..64 {
            let beside = if x == 63 { next >> bit_of(0) } else { word >> bit_of(x + 1) };
            assert_eq!(east_of(word, next) >> bit_of(x) & 1, beside & 1, "{x}");
        }
    }
}
