//! The blob: 47 tiles for the 256 ways in which the eight cells around a cell can be like it or not.
//!
//! A corner shows only where both sides beside it are alike too: else the tile ends before it gets there. So 256
//! masks come down to 47 pictures (Guy Walker's "blob" tileset).

/// The masks of the 47 tiles, in ascending order: a tile's index is its place here.
///
/// A mask has a bit for each of the eight cells around a cell that is like it, clockwise from the north: N=1 NE=2 E=4
/// SE=8 S=16 SW=32 W=64 NW=128.
pub const BLOB_MASKS: [u8; 47] = {
    let (mut masks, mut found, mut mask) = ([0; 47], 0, 0);
    while mask < 256 {
        if blob_mask(mask as u8) as usize == mask {
            masks[found] = mask as u8;
            found += 1;
        }
        mask += 1;
    }
    masks
};

const INDEXES: [u8; 256] = {
    let (mut indexes, mut index) = ([0; 256], 0);
    let mut mask = 0;
    while mask < 256 {
        while BLOB_MASKS[index] != blob_mask(mask as u8) {
            index = (index + 1) % BLOB_MASKS.len();
        }
        indexes[mask] = index as u8;
        mask += 1;
    }
    indexes
};

/// The mask without the corners that do not show: a corner counts only when both its sides do.
pub const fn blob_mask(mask: u8) -> u8 {
    // Sides are the even bits. A corner's sides are the bits before and after it, round the cell.
    let corners = mask & mask.rotate_left(1) & mask.rotate_right(1) & 0b1010_1010;
    mask & 0b0101_0101 | corners
}

/// The tile, 0 to 46, for any of the 256 masks.
#[inline]
pub const fn blob_index(mask: u8) -> u8 {
    INDEXES[mask as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Corner by corner, by name.
    fn naive(mask: u8) -> u8 {
        let [n, ne, e, se, s, sw, w, nw] = [0, 1, 2, 3, 4, 5, 6, 7].map(|bit| mask >> bit & 1 == 1);
        let kept = [n, ne && n && e, e, se && s && e, s, sw && s && w, w, nw && n && w];
        (0..8).map(|bit| u8::from(kept[bit]) << bit).sum()
    }

    #[test]
    fn every_mask_has_the_tile_of_what_shows_of_it() {
        let mut seen = BTreeSet::new();
        for mask in 0..=255 {
            assert_eq!(blob_mask(mask), naive(mask));
            assert_eq!(BLOB_MASKS[usize::from(blob_index(mask))], naive(mask));
            seen.insert(blob_index(mask));
        }
        assert!(seen.into_iter().eq(0..47));
        assert!(BLOB_MASKS.is_sorted());
    }
}
