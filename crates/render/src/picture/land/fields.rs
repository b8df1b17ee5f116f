//! Smooth fields over pixels, from a value for each cell.
//!
//! The field is the quadratic B-spline of the values. Where it is one half lies the border of a mask: straight borders,
//! and strips one cell wide, stay exactly in place, with a slope of 1 for each cell; only corners become round. It is
//! separable and looks at 3×3 cells. Numbers have 16 fractional bits.

use std::ops::Range;

/// 1 as a field.
pub(crate) const ONE: i32 = 1 << 16;
/// Where borders run.
pub(crate) const HALF: i32 = ONE / 2;

/// The weights of the B-spline at the pixels of a cell.
#[derive(Clone, Debug)]
pub(crate) struct Spline {
    /// In 256ths, for the cell before. Backwards, they are those for the cell after.
    before: Vec<i32>,
    after: Vec<i32>,
}

impl Spline {
    /// For cells of `scale` pixels.
    pub(crate) fn new(scale: usize) -> Spline {
        let n = 2 * scale as u64;
        let weight = |a: u64| i32::try_from(((n - a).pow(2) * 256 + n * n) / (2 * n * n)).unwrap_or(0);
        let before: Vec<i32> = (0..scale as u64).map(|i| weight(2 * i + 1)).collect();
        let after = before.iter().rev().copied().collect();
        Spline { before, after }
    }

    /// The field of 3×3 values over the pixels of the cell in their middle, row by row; only some rows of them.
    #[inline]
    pub(crate) fn over(&self, values: [[i32; 3]; 3], rows: Range<usize>, out: &mut [i32]) {
        let scale = self.before.len();
        let out = &mut out[rows.start * scale..rows.end * scale];
        if values.as_flattened().iter().all(|value| *value == values[0][0]) {
            return out.fill(values[0][0] * ONE);
        }
        for (out, y) in out.chunks_exact_mut(scale).zip(rows) {
            let (up, down) = (self.before[y], self.after[y]);
            let column = |x: usize| {
                let middle = values[1][x];
                256 * middle + up * (values[0][x] - middle) + down * (values[2][x] - middle)
            };
            let (left, here, right) = (column(0), column(1), column(2));
            if left == here && here == right {
                out.fill(here * 256);
                continue;
            }
            let (left, right, here) = (left - here, right - here, here * 256);
            for ((out, &before), &after) in out.iter_mut().zip(&self.before).zip(&self.after) {
                *out = here + before * left + after * right;
            }
        }
    }
}

/// How much of a pixel, in 256ths, lies where a field is at least one half, for cells of `scale` pixels, if the shape is
/// grown by some 256ths of a pixel.
#[inline]
pub(crate) const fn cover(field: i32, scale: i32, by: i32) -> i32 {
    let cover = (((field - HALF) * scale) >> 8) + 128 + by;
    if cover < 0 {
        0
    } else if cover > 256 {
        256
    } else {
        cover
    }
}

/// A field with the unrest of a drawing hand, from smooth noise of 0 to 255 as a field. It grows with the field, so nested
/// masks keep nested borders. Stronger noise would open and close passages.
#[inline]
pub(crate) fn unrest(field: i32, noise: i32) -> i32 {
    let field = field.clamp(0, ONE);
    let wobble = (((noise >> 16) - 128) * 9) >> 6;
    field + ((((field * (ONE - field)) >> 16) * wobble) >> 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pixels of a cell amid 3×3 that its mask covers for more than half.
    fn covered(values: [[i32; 3]; 3], scale: usize) -> Vec<bool> {
        let mut field = vec![0; scale * scale];
        Spline::new(scale).over(values, 0..scale, &mut field);
        field.into_iter().map(|field| cover(field, scale as i32, 0) > 128).collect()
    }

    #[test]
    fn weights_sum_to_one_and_are_symmetric() {
        for scale in 2..=64 {
            let mut field = vec![0; scale * scale];
            let spline = Spline::new(scale);
            spline.over([[1; 3]; 3], 0..scale, &mut field);
            assert!(field.iter().all(|&field| field == ONE), "{scale}");
            assert!((0..scale).all(|i| spline.before[i] >= 0 && spline.before[i] + spline.after[i] <= 256));
            // What is mirrored in its values is mirrored in its pixels.
            spline.over([[1, 0, 0], [0, 1, 0], [1, 1, 0]], 0..scale, &mut field);
            let mut mirrored = vec![0; scale * scale];
            spline.over([[0, 0, 1], [0, 1, 0], [0, 1, 1]], 0..scale, &mut mirrored);
            for (row, mirrored) in field.chunks(scale).zip(mirrored.chunks(scale)) {
                assert!(row.iter().eq(mirrored.iter().rev()), "{scale}");
            }
        }
    }

    #[test]
    fn straight_borders_strips_and_gaps_stay_in_place() {
        for scale in 2..=64 {
            for line in 0..8 {
                let line = [line & 1, line >> 1 & 1, line >> 2];
                let (upright, level) = ([line; 3], line.map(|value| [value; 3]));
                let expected = vec![line[1] == 1; scale * scale];
                assert_eq!(covered(upright, scale), expected, "{scale} {line:?}");
                assert_eq!(covered(level, scale), expected, "{scale} {line:?}");
            }
        }
    }

    /// The rows of a part are those of the whole.
    #[test]
    fn some_rows_are_those_of_all() {
        for scale in [1, 2, 9] {
            let (spline, values) = (Spline::new(scale), [[3, -1, 4], [1, 5, 9], [2, 6, 5]]);
            let mut all = vec![0; scale * scale];
            spline.over(values, 0..scale, &mut all);
            for from in 0..scale {
                let mut some = vec![i32::MAX; scale * scale];
                spline.over(values, from..scale, &mut some);
                assert_eq!(some[from * scale..], all[from * scale..]);
                assert!(some[..from * scale].iter().all(|&untouched| untouched == i32::MAX));
            }
        }
    }

    #[test]
    fn unrest_keeps_order_and_ends() {
        for noise in (0..=255).map(|noise| noise << 16) {
            assert_eq!((unrest(-5, noise), unrest(0, noise), unrest(ONE, noise)), (0, 0, ONE));
            let fields: Vec<i32> = (0..=256).map(|i| unrest(i * 256, noise)).collect();
            assert!(fields.windows(2).all(|pair| pair[0] <= pair[1]), "{noise}");
        }
    }
}
