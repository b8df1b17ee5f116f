//! The four directions, the four corners, and sets of directions.

/// A side of a cell, clockwise from north.
#[crate::params(exhaustive)]
#[derive(PartialOrd, Ord)]
#[repr(u8)]
pub enum Dir {
    /// Up, towards row 0.
    N,
    /// Right.
    E,
    /// Down.
    S,
    /// Left, towards column 0.
    W,
}

impl Dir {
    /// North, east, south, west.
    pub const ALL: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];

    /// The direction `i` quarter turns clockwise from north.
    #[inline]
    pub const fn from_index(i: u32) -> Dir {
        // Not `ALL[i]`: compilers see that this needs no work, but would look it up in the array.
        match i & 3 {
            0 => Dir::N,
            1 => Dir::E,
            2 => Dir::S,
            _ => Dir::W,
        }
    }

    /// The way back.
    #[inline]
    pub const fn opposite(self) -> Dir {
        self.turned(2)
    }

    /// The direction after `quarters` quarter turns clockwise.
    #[inline]
    pub const fn turned(self, quarters: u32) -> Dir {
        Dir::from_index((self as u32).wrapping_add(quarters))
    }

    /// The step as (columns, rows).
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Dir::N => (0, -1),
            Dir::E => (1, 0),
            Dir::S => (0, 1),
            Dir::W => (-1, 0),
        }
    }
}

/// A corner of a cell, clockwise from north-east.
#[crate::params(exhaustive)]
#[derive(PartialOrd, Ord)]
#[repr(u8)]
pub enum Corner {
    /// Top right.
    #[serde(rename = "ne")]
    NE,
    /// Bottom right.
    #[serde(rename = "se")]
    SE,
    /// Bottom left.
    #[serde(rename = "sw")]
    SW,
    /// Top left.
    #[serde(rename = "nw")]
    NW,
}

impl Corner {
    /// North-east, south-east, south-west, north-west.
    pub const ALL: [Corner; 4] = [Corner::NE, Corner::SE, Corner::SW, Corner::NW];
}

/// A set of directions: bit 0 north, bit 1 east, bit 2 south, bit 3 west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dirs(u8);

/// `NTH[set][k]` is the k-th direction of the set, clockwise from north.
const NTH: [[Dir; 4]; 16] = {
    let mut table = [[Dir::N; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut k, mut d) = (0, 0);
        while d < 4 {
            if set >> d & 1 == 1 {
                table[set][k] = Dir::ALL[d];
                k += 1;
            }
            d += 1;
        }
        set += 1;
    }
    table
};

impl Dirs {
    /// No direction.
    pub const NONE: Dirs = Dirs(0);
    /// All four.
    pub const ALL: Dirs = Dirs(15);

    /// The set with these four bits; higher bits are dropped.
    #[inline]
    pub const fn from_bits(bits: u8) -> Dirs {
        Dirs(bits & 15)
    }

    /// The four bits, N=1 E=2 S=4 W=8.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set holds `dir`.
    #[inline]
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 == 1
    }

    /// The set with `dir` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, dir: Dir) -> Dirs {
        Dirs(self.0 | 1 << dir as u8)
    }

    /// The set without `dir`.
    #[inline]
    #[must_use]
    pub const fn without(self, dir: Dir) -> Dirs {
        Dirs(self.0 & !(1 << dir as u8))
    }

    /// The directions that are not in the set.
    #[inline]
    #[must_use]
    pub const fn complement(self) -> Dirs {
        Dirs(!self.0 & 15)
    }

    /// The directions of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Dirs) -> Dirs {
        Dirs(self.0 & !other.0)
    }

    /// Every direction after `quarters` quarter turns clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, quarters: u32) -> Dirs {
        let twice = self.0 | self.0 << 4;
        Dirs(twice >> (4 - (quarters & 3)) & 15)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `k`-th direction, clockwise from north. `k` must be less than [`len`](Self::len).
    #[inline]
    pub const fn nth(self, k: u32) -> Dir {
        NTH[self.0 as usize & 15][k as usize & 3]
    }

    /// The first direction, clockwise from north.
    #[inline]
    pub const fn first(self) -> Option<Dir> {
        if self.0 == 0 { None } else { Some(Dir::from_index(self.0.trailing_zeros())) }
    }

    /// The directions clockwise from north.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let dir = rest.first()?;
            rest = Dirs(rest.0 & (rest.0 - 1));
            Some(dir)
        })
    }
}

impl FromIterator<Dir> for Dirs {
    fn from_iter<I: IntoIterator<Item = Dir>>(dirs: I) -> Dirs {
        dirs.into_iter().fold(Dirs::NONE, Dirs::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_clockwise() {
        assert_eq!(Dir::ALL.map(|d| d.turned(1)), [Dir::E, Dir::S, Dir::W, Dir::N]);
        assert_eq!(Dir::ALL.map(|d| d.turned(u32::MAX)), Dir::ALL.map(|d| d.turned(3)));
        assert_eq!(Dir::ALL.map(Dir::opposite), [Dir::S, Dir::W, Dir::N, Dir::E]);
        for d in Dir::ALL {
            let ((dx, dy), (bx, by)) = (d.delta(), d.opposite().delta());
            assert_eq!((dx + bx, dy + by), (0, 0));
        }
    }

    #[test]
    fn sets_list_what_they_hold() {
        for bits in 0..16 {
            let set = Dirs::from_bits(bits);
            let listed: Vec<Dir> = set.iter().collect();
            let held: Vec<Dir> = Dir::ALL.into_iter().filter(|&d| set.contains(d)).collect();
            assert_eq!(listed, held);
            assert_eq!(set.len() as usize, held.len());
            assert!((0..set.len()).map(|k| set.nth(k)).eq(held.iter().copied()));
            assert_eq!(held.iter().copied().collect::<Dirs>(), set);
            for quarters in 0..6 {
                assert_eq!(set.turned(quarters), held.iter().map(|d| d.turned(quarters)).collect());
            }
            for other in (0..16).map(Dirs::from_bits) {
                assert_eq!(set.minus(other), held.iter().copied().filter(|&d| !other.contains(d)).collect());
            }
        }
    }
}
