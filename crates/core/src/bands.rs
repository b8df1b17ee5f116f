//! Work on one large map, cut into bands of rows.

/// The fewest bytes of a band. Smaller maps are not cut: to hand a band to another core takes some microseconds.
const BAND: usize = 1 << 16;
/// The most bands: a band may have to prepare something.
const MOST: usize = 32;

/// Passes the rows of a plane to `fill`, in bands of whole rows, with the number of the first row of each. With the feature
/// `parallel` the bands run on all cores. So what a band gets must not depend on another: then the plane is the same
/// on any number of cores.
///
/// ```
/// use mapwright_core::bands;
///
/// let mut plane = vec![0; 6];
/// bands(&mut plane, 3, |first, band| {
///     for (row, y) in band.chunks_mut(3).zip(first..) {
///         row.fill(y);
///     }
/// });
/// assert_eq!(plane, [0, 0, 0, 1, 1, 1]);
/// ```
pub fn bands<T: Send>(cells: &mut [T], width: usize, fill: impl Fn(usize, &mut [T]) + Sync) {
    let width = width.max(1);
    let rows = (BAND / (size_of::<T>() * width).max(1)).max(1).max(cells.len().div_ceil(width).div_ceil(MOST));
    let length = rows * width;
    #[cfg(feature = "parallel")]
    if cells.len() > length {
        use rayon::prelude::*;
        let bands = cells.par_chunks_mut(length).enumerate();
        return bands.for_each(|(nth, band)| fill(nth * rows, band));
    }
    cells.chunks_mut(length).enumerate().for_each(|(nth, band)| fill(nth * rows, band));
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn bands_hold_all_rows_and_are_few() {
        for (width, rows) in [(1, 1), (BAND, 1), (BAND, 31), (BAND, 32), (BAND, 33), (BAND, 63), (BAND, 64), (7, 5)] {
            let seen = Mutex::new(Vec::new());
            bands(&mut vec![0_u8; width * rows], width, |first, band| {
                seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((first, band.len() / width));
            });
            let mut seen = seen.into_inner().unwrap_or_default();
            seen.sort_unstable();
            assert!(seen.len() <= MOST, "{} bands of {rows} rows", seen.len());
            assert!(seen.iter().flat_map(|&(first, rows)| first..first + rows).eq(0..rows));
        }
    }
}
