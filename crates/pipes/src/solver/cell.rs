//! What is known about one tile, in sixteen bits, with its tables.
//!
//! A tile has at most four *orientations*: the distinct sets of open sides that it can be turned to. Two quarter turns
//! that look the same are one orientation, so two solutions differ exactly when some tile's orientation differs.

use mapwright_core::{Dir, Dirs};

/// Bits 0–3: the orientations that are still possible. Bits 4–6: the kind. Bit 7: the tile is in the queue. Bits 8–11:
/// sides propagated to the neighbors as open, 12–15: as closed. More may be known than is propagated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

/// Kinds of tiles: empty, dead end, straight, corner, tee, cross.
const KINDS: usize = 6;

/// `ORIENTATIONS[kind][i]` is the i-th orientation, as the bits of `Dirs`.
const ORIENTATIONS: [[u8; 4]; KINDS] =
    [[0, 0, 0, 0], [1, 2, 4, 8], [5, 10, 0, 0], [3, 6, 12, 9], [7, 14, 13, 11], [15, 0, 0, 0]];

/// How many orientations a kind has.
const N_ORIENTATIONS: [u32; KINDS] = [1, 4, 2, 4, 4, 1];

/// The kind of each set of open sides.
const KIND_OF: [u8; 16] = {
    let mut table = [0; 16];
    let mut kind = 0;
    while kind < KINDS {
        let mut i = 0;
        while i < N_ORIENTATIONS[kind] as usize {
            table[ORIENTATIONS[kind][i] as usize] = kind as u8;
            i += 1;
        }
        kind += 1;
    }
    table
};

/// `KNOWN[kind << 4 | possible]`: the sides open in every possible orientation, and from bit 4 on those closed
/// in every one.
const KNOWN: [u8; 128] = {
    let mut table = [0xff; 128];
    let mut kind = 0;
    while kind < KINDS {
        let mut possible = 0;
        while possible < 16 {
            let mut i = 0;
            while i < 4 {
                if possible >> i & 1 == 1 {
                    let open = ORIENTATIONS[kind][i];
                    table[kind << 4 | possible] &= open | (!open & 15) << 4;
                }
                i += 1;
            }
            possible += 1;
        }
        kind += 1;
    }
    table
};

/// `FITTING[kind][known]`: the orientations that are open and closed where `known` says so.
const FITTING: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut kind = 0;
    while kind < KINDS {
        let mut known = 0;
        while known < 256 {
            let mut i = 0;
            while i < N_ORIENTATIONS[kind] as usize {
                let open = ORIENTATIONS[kind][i] as usize;
                if known & 15 & !open == 0 && known >> 4 & open == 0 {
                    table[kind][known] |= 1 << i;
                }
                i += 1;
            }
            known += 1;
        }
        kind += 1;
    }
    table
};

const QUEUED: u16 = 1 << 7;

/// What is known about a side, or propagated to its neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Open,
    Closed,
    Unknown,
}

impl Cell {
    /// A tile of which only the kind is known.
    pub(crate) const fn unknown(tile: Dirs) -> Self {
        let kind = KIND_OF[tile.bits() as usize];
        Cell(FITTING[kind as usize][0] as u16 | (kind as u16) << 4)
    }

    #[inline]
    const fn kind(self) -> usize {
        (self.0 >> 4 & 7) as usize
    }

    /// The possible orientations, one bit each.
    #[inline]
    pub(crate) const fn possible(self) -> u8 {
        (self.0 & 15) as u8
    }

    #[inline]
    pub(crate) const fn with_possible(self, possible: u8) -> Self {
        Cell(self.0 & !15 | possible as u16)
    }

    /// Whether at most one orientation is left.
    #[inline]
    pub(crate) const fn is_settled(self) -> bool {
        let possible = self.possible();
        possible & possible.wrapping_sub(1) == 0
    }

    /// How many sides a tile of this kind has open.
    #[inline]
    pub(crate) const fn degree(self) -> u32 {
        ORIENTATIONS[self.kind() % KINDS][0].count_ones()
    }

    /// The open sides in the i-th orientation.
    #[inline]
    pub(crate) const fn orientation(self, i: u32) -> u8 {
        ORIENTATIONS[self.kind() % KINDS][(i & 3) as usize]
    }

    /// The open sides in the first orientation that is possible.
    pub(crate) const fn first(self) -> Dirs {
        Dirs::from_bits(self.orientation(self.possible().trailing_zeros()))
    }

    /// The possible-bit of the orientation with these open sides; 0 if the tile has none like it.
    pub(crate) const fn bit_of(self, open: Dirs) -> u8 {
        self.fitting(open.bits() | open.complement().bits() << 4)
    }

    /// All orientations that fit known sides: open ones in bits 0–3, closed ones in bits 4–7.
    #[inline]
    pub(crate) const fn fitting(self, known: u8) -> u8 {
        FITTING[self.kind()][known as usize]
    }

    /// The sides that are the same in all possible orientations: open in bits 0–3, closed in bits 4–7.
    #[inline]
    pub(crate) const fn known(self) -> u8 {
        KNOWN[(self.0 & 127) as usize]
    }

    /// The sides propagated to its neighbors, in the same form.
    #[inline]
    pub(crate) const fn propagated(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    pub(crate) const fn with_propagated(self, propagated: u8) -> Self {
        Cell(self.0 & 0xff | (propagated as u16) << 8)
    }

    /// What is propagated of one side.
    #[inline]
    pub(crate) const fn side(self, dir: Dir) -> Side {
        match self.0 >> (8 + dir as u8) & 0b1_0001 {
            0 => Side::Unknown,
            1 => Side::Open,
            _ => Side::Closed,
        }
    }

    /// The sides that are not propagated.
    #[inline]
    pub(crate) const fn unpropagated(self) -> Dirs {
        let propagated = self.propagated();
        Dirs::from_bits(!(propagated | propagated >> 4))
    }

    #[inline]
    pub(crate) const fn is_queued(self) -> bool {
        self.0 & QUEUED != 0
    }

    #[inline]
    pub(crate) const fn queued(self, queued: bool) -> Self {
        Cell(if queued { self.0 | QUEUED } else { self.0 & !QUEUED })
    }

    /// Another tile at the same cell: propagated sides stay, and so does what follows from them.
    pub(crate) const fn replaced(self, tile: Dirs) -> Self {
        let kind = KIND_OF[tile.bits() as usize];
        Cell(self.0 & 0xff80 | (kind as u16) << 4 | FITTING[kind as usize][self.propagated() as usize] as u16)
    }
}

impl Side {
    /// What the touching side must be to agree with this one, as known sides.
    #[inline]
    pub(crate) const fn known(self, dir: Dir) -> u8 {
        match self {
            Side::Open => 1 << dir as u8,
            Side::Closed => 16 << dir as u8,
            Side::Unknown => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_has_the_orientations_that_turning_gives_it() {
        for tile in (0..16).map(Dirs::from_bits) {
            let cell = Cell::unknown(tile);
            let mut expected: Vec<u8> = (0..4).map(|quarters| tile.turned(quarters).bits()).collect();
            expected.sort_unstable();
            expected.dedup();
            let mut found: Vec<u8> =
                (0..4).filter(|i| cell.possible() >> i & 1 == 1).map(|i| cell.orientation(i)).collect();
            found.sort_unstable();
            assert_eq!(found, expected);
            assert_eq!(cell.degree(), tile.len());
            assert_eq!(cell.with_possible(cell.bit_of(tile)).first(), tile);
        }
    }

    #[test]
    fn known_sides_and_fitting_orientations_follow_the_definition() {
        for tile in (0..16).map(Dirs::from_bits) {
            let cell = Cell::unknown(tile);
            let all: Vec<u32> = (0..4).filter(|i| cell.possible() >> i & 1 == 1).collect();
            for possible in 1..16 {
                let some: Vec<u8> =
                    all.iter().filter(|&&i| possible >> i & 1 == 1).map(|&i| cell.orientation(i)).collect();
                let cell = cell.with_possible(possible & cell.possible());
                if !some.is_empty() {
                    let open = some.iter().fold(15, |open, o| open & o);
                    let closed = some.iter().fold(15, |closed, o| closed & !o);
                    assert_eq!(cell.known(), open | closed << 4);
                    assert_eq!(cell.is_settled(), some.len() == 1);
                }
            }
            for known in 0..=255u8 {
                let fits = |&&i: &&u32| {
                    let open = cell.orientation(i);
                    known & 15 & !open == 0 && known >> 4 & open == 0
                };
                let expected = all.iter().filter(fits).fold(0, |bits, i| bits | 1 << i);
                assert_eq!(cell.fitting(known), expected);
            }
        }
    }
}
