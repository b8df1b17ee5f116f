//! A map of walls with 64 cells in a word, inside a frame one cell wide.
//!
//! Row by row, cell `x` is bit `x % 64` of word `x / 64`. A row has at least two bits more than the map
//! has columns: the one after its last cell, and the last bit of its last word, right before the next row's first cell.
//! Together with a row above and one below, these bits are the frame: what neighbors see beyond the borders. So code
//! that reads neighbors needs no borders and no ends of rows: it runs over all words of many rows as one flat slice.
//! Bits between the frame and the next row have no meaning.

use mapwright_core::{CellBits, MapRng, Size, Tile, Wrap, bands, params};

use mapwright_graph::lanes::{bernoulli, bernoulli_by, low_bits, pack, set_bit};

/// What cells at a border that does not wrap see beyond it.
#[params]
pub enum Border {
    /// The outermost ring of cells is always wall, so nothing leads off the map.
    #[default]
    Solid,
    /// Walls: caves close before the border, but may touch it.
    Wall,
    /// Floor: caves continue across the border.
    Open,
}

/// The walls of a map with their frame, one bit for each cell.
#[derive(Clone, Debug)]
pub(crate) struct Bitmap {
    size: Size,
    /// The number of words in a row.
    stride: usize,
    /// One word, the row above the map, its rows, the row below it, one word.
    words: Vec<u64>,
}

impl Bitmap {
    /// Without walls.
    pub(crate) fn new(size: Size) -> Self {
        let stride = (usize::from(size.w) + 2).div_ceil(64);
        let words = vec![0; stride * (usize::from(size.h) + 2) + 2];
        Bitmap { size, stride, words }
    }

    /// Each cell is wall with probability `threshold` / 2³², row by row.
    pub(crate) fn noise(size: Size, threshold: u64, rng: &mut MapRng) -> Self {
        let mut map = Bitmap::new(size);
        for row in map.rows_mut() {
            let mut rest = u32::from(size.w);
            for word in row {
                *word = bernoulli(threshold, low_bits(rest.min(64)), rng);
                rest = rest.saturating_sub(64);
            }
        }
        map
    }

    /// The same on an endless plane: the cells from column `x` and row `y` on. 64 places side by side share their bits.
    pub(crate) fn noise_at(size: Size, threshold: u64, (x, y): (i64, i64), bits: CellBits) -> Self {
        let mut map = Bitmap::new(size);
        for (row, y) in map.rows_mut().zip(y..) {
            let drawn = bits.row(y);
            let places = |block: i64| {
                let mut nth = 0;
                bernoulli_by(threshold, !0, || {
                    nth += 1;
                    drawn.nth_at(block, nth)
                })
            };
            let (skip, mut block) = (x.rem_euclid(64), x >> 6);
            let mut here = places(block);
            for (word, i) in row.iter_mut().zip(0..) {
                if i * 64 >= u32::from(size.w) {
                    break;
                }
                block = block.wrapping_add(1);
                let next = places(block);
                *word = (u128::from(next) << 64 | u128::from(here)).wrapping_shr(skip as u32) as u64;
                here = next;
            }
        }
        map
    }

    /// Walls where tiles are solid.
    pub(crate) fn of_tiles(size: Size, tiles: &[Tile]) -> Self {
        Bitmap::of(size, tiles, |tile| tile.is_solid())
    }

    /// Walls where the values of cells say so.
    pub(crate) fn of<T>(size: Size, cells: &[T], is_wall: impl Fn(&T) -> bool) -> Self {
        let mut map = Bitmap::new(size);
        for (row, cells) in map.rows_mut().zip(cells.chunks(usize::from(size.w).max(1))) {
            for (word, cells) in row.iter_mut().zip(cells.chunks(64)) {
                *word = pack(cells, &is_wall);
            }
        }
        map
    }

    /// Takes the walls of another map of the same size where a mask has walls.
    pub(crate) fn take(&mut self, other: &Bitmap, mask: &Bitmap) {
        for ((word, other), mask) in self.words.iter_mut().zip(&other.words).zip(&mask.words) {
            *word ^= (*word ^ other) & mask;
        }
    }

    /// Writes wall and floor to every tile.
    pub(crate) fn write_tiles(&self, tiles: &mut [Tile]) {
        let width = usize::from(self.size.w).max(1);
        bands(tiles, width, |first, band| {
            let rows = self.words[1 + (1 + first) * self.stride..].chunks_exact(self.stride);
            rows.zip(band.chunks_mut(width)).for_each(|(row, tiles)| write_row(row, tiles));
        });
    }

    /// Sets the frame according to `border` and `wrap`. With [`Border::Solid`] the outermost ring becomes wall.
    pub(crate) fn frame(&mut self, border: Border, wrap: Wrap) {
        let (stride, rows) = (self.stride, usize::from(self.size.h));
        let beyond = if border == Border::Open { 0 } else { !0 };
        let row = |r: usize| 1 + r * stride..1 + (r + 1) * stride;
        if wrap.y() {
            self.words.copy_within(row(rows), row(0).start);
            self.words.copy_within(row(1), row(rows + 1).start);
        } else {
            self.words[row(0)].fill(beyond);
            self.words[row(rows + 1)].fill(beyond);
            if border == Border::Solid {
                self.words[row(1)].fill(!0);
                self.words[row(rows)].fill(!0);
            }
        }
        // Columns, counted from the word that ends with the bit before a row's first cell.
        let (before, first, after) = (63, 64, 64 + usize::from(self.size.w));
        match border {
            _ if wrap.x() => {
                self.each_row(|row| set_bit(row, before, get(row, after - 1)));
                self.each_row(|row| set_bit(row, after, get(row, first)));
            }
            Border::Solid => {
                // The ring is always wall, so what lies beyond it does not matter.
                self.each_row(|row| set_bit(row, first, true));
                self.each_row(|row| set_bit(row, after - 1, true));
            }
            Border::Wall | Border::Open => {
                self.each_row(|row| set_bit(row, before, border != Border::Open));
                self.each_row(|row| set_bit(row, after, border != Border::Open));
            }
        }
    }

    /// Every row, including those of the frame, from the word that ends with the bit before its first cell.
    ///
    /// Changes one bit of each row at a time: two consecutive changes of one word would wait for each other.
    fn each_row(&mut self, change: impl Fn(&mut [u64])) {
        for r in 0..usize::from(self.size.h) + 2 {
            change(&mut self.words[r * self.stride..][..=self.stride]);
        }
    }

    /// The number of words in a row.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// All words: one, the frame's upper row, the map's rows, the frame's lower row, one.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words[1 + self.stride..].chunks_exact_mut(self.stride).take(self.size.h.into())
    }
}

fn get(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

/// Writes the tiles of a row.
fn write_row(row: &[u64], tiles: &mut [Tile]) {
    for (word, tiles) in row.iter().zip(tiles.chunks_mut(64)) {
        let (eights, rest) = tiles.as_chunks_mut();
        for (tiles, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
            *tiles = eight_tiles(byte);
        }
        let last = word >> (8 * eights.len() % 64);
        for (tile, bit) in rest.iter_mut().zip(0..) {
            *tile = if last >> bit & 1 == 1 { Tile::WALL } else { Tile::FLOOR };
        }
    }
}

/// Eight tiles from eight bits, the lowest first.
fn eight_tiles(bits: u8) -> [Tile; 8] {
    // Each byte keeps its own bit, then a sum that overflows into the solid bit if the bit is set.
    let own = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let solid = (own + 0x0040_6070_787c_7e7f) & 0x8080_8080_8080_8080;
    solid.to_le_bytes().map(Tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes whose rows end before, at and after the end of a word.
    const WIDTHS: [u16; 14] = [1, 2, 5, 8, 61, 62, 63, 64, 65, 66, 126, 127, 128, 130];

    #[test]
    fn tiles_come_back() {
        let mut rng = MapRng::new(3);
        for (w, h) in WIDTHS.into_iter().flat_map(|w| [(w, 1), (w, 3)]) {
            let size = Size::new(w, h);
            let random = |_| if rng.chance(0.5) { Tile::WALL } else { Tile::FLOOR };
            let tiles: Vec<Tile> = (0..size.area()).map(random).collect();
            let mut read = vec![Tile::GRASS; tiles.len()];
            Bitmap::of_tiles(size, &tiles).write_tiles(&mut read);
            assert_eq!(read, tiles, "{size}");
        }
    }

    #[test]
    fn noise_has_the_density_it_should_and_no_pattern() {
        let mut rng = MapRng::new(5);
        let size = Size::new(1000, 400);
        let n = f64::from(size.area());
        for percent in [0u8, 1, 10, 33, 50, 55, 77, 99, 100] {
            let p = f64::from(percent) / 100.0;
            let map = Bitmap::noise(size, mapwright_core::threshold(p), &mut rng);
            let mut tiles = vec![Tile::GRASS; size.area() as usize];
            map.write_tiles(&mut tiles);
            let count = tiles.iter().filter(|tile| tile.is_solid()).count() as f64;
            // Five standard deviations of the sum over as many independent cells; 0 at 0 % and 100 %.
            assert!((count - n * p).abs() <= 5.0 * (n * p * (1.0 - p)).sqrt(), "{percent}: {count}");
            let both = |a: &[Tile], b: &[Tile]| {
                let pairs = a.iter().zip(b).filter(|(a, b)| a.is_solid() && b.is_solid()).count();
                let (n, q) = (a.len() as f64, p * p);
                // Neighboring pairs share cells, which at most doubles the deviation.
                assert!((pairs as f64 - n * q).abs() <= 10.0 * (n * q * (1.0 - q)).sqrt(), "{percent}: {pairs}");
            };
            both(&tiles[1..], &tiles[..tiles.len() - 1]);
            both(&tiles[1000..], &tiles[..tiles.len() - 1000]);
            both(&tiles[64..], &tiles[..tiles.len() - 64]);
        }
    }

    #[test]
    fn low_bits_go_up_to_a_whole_word() {
        assert_eq!([0, 1, 63, 64].map(low_bits), [0, 1, u64::MAX >> 1, u64::MAX]);
    }
}
