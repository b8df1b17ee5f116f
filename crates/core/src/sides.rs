//! A color on each side of a cell: a maze cell, a pipe tile and an edge-matched Wang tile in one.

use crate::{Corner, Dir, Dirs};

/// Four 2-bit colors, N E S W from the low bits up; color 0 is closed.
///
/// A plane of `Sides` is a *half-edge* plane: each cell has its own sides, and two neighbors are joined when **both**
/// touching sides are open. So it can hold a maze (both halves agree), a shuffled pipe board (they may differ) or an
/// edge-matched Wang map (colors). In the corner plane of a map the same byte holds the corners NE SE SW NW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Sides(pub u8);

/// `SPREAD[code]`: the 4-bit code with each bit moved to its color's low bit.
const SPREAD: [u8; 16] = {
    let mut table = [0; 16];
    let mut code = 0u8;
    while code < 16 {
        table[code as usize] = code & 1 | (code & 2) << 1 | (code & 4) << 2 | (code & 8) << 3;
        code += 1;
    }
    table
};

impl Sides {
    /// All four sides closed.
    pub const CLOSED: Sides = Sides(0);
    /// All four sides open, color 1.
    pub const OPEN: Sides = Sides(0b01_01_01_01);

    /// The colors of the sides N E S W, two bits each.
    pub const fn from_colors(colors: [u8; 4]) -> Sides {
        let [n, e, s, w] = colors;
        Sides(n & 3 | (e & 3) << 2 | (s & 3) << 4 | (w & 3) << 6)
    }

    /// The color of a side, 0 to 3.
    #[inline]
    pub const fn color(self, dir: Dir) -> u8 {
        self.0 >> (2 * dir as u8) & 3
    }

    /// The color of a corner, if the byte is from a corner plane.
    #[inline]
    pub const fn corner(self, corner: Corner) -> u8 {
        self.0 >> (2 * corner as u8) & 3
    }

    /// The same sides with one color changed (0 to 3; higher bits are dropped).
    #[inline]
    #[must_use]
    pub const fn with_color(self, dir: Dir, color: u8) -> Sides {
        Sides(self.0 & !(3 << (2 * dir as u8)) | (color & 3) << (2 * dir as u8))
    }

    /// Whether a side has a color other than 0.
    #[inline]
    pub const fn is_open(self, dir: Dir) -> bool {
        self.color(dir) != 0
    }

    /// Opens a closed side in color 1; an open one keeps its color.
    #[inline]
    pub const fn open(&mut self, dir: Dir) {
        if !self.is_open(dir) {
            self.0 |= 1 << (2 * dir as u8);
        }
    }

    /// Closes a side.
    #[inline]
    pub const fn close(&mut self, dir: Dir) {
        self.0 &= !(3 << (2 * dir as u8));
    }

    /// The tile after `quarters` quarter turns clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, quarters: u32) -> Sides {
        Sides(self.0.rotate_left(2 * (quarters & 3)))
    }

    /// The open sides.
    #[inline]
    pub const fn dirs(self) -> Dirs {
        let open = self.0 | self.0 >> 1;
        Dirs::from_bits(open & 1 | open >> 1 & 2 | open >> 2 & 4 | open >> 3 & 8)
    }

    /// How many sides are open.
    #[inline]
    pub const fn degree(self) -> u32 {
        ((self.0 | self.0 >> 1) & 0b01_01_01_01).count_ones()
    }

    /// The classic 4-bit number: N=1 E=2 S=4 W=8 (corners: NE=1 SE=2 SW=4 NW=8).
    #[inline]
    pub const fn code(self) -> u8 {
        self.dirs().bits()
    }

    /// The tile with a classic 4-bit number; open sides get color 1.
    #[inline]
    pub const fn from_code(code: u8) -> Sides {
        Sides(SPREAD[code as usize & 15])
    }
}

impl From<Dirs> for Sides {
    fn from(dirs: Dirs) -> Sides {
        Sides::from_code(dirs.bits())
    }
}

/// The open sides.
impl From<Sides> for Dirs {
    fn from(sides: Sides) -> Dirs {
        sides.dirs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_keeps_its_four_colors() {
        for byte in 0..=255 {
            let sides = Sides(byte);
            assert_eq!(Sides::from_colors(Dir::ALL.map(|d| sides.color(d))), sides);
            assert_eq!(sides.degree(), sides.dirs().len());
            for d in Dir::ALL {
                assert_eq!(sides.is_open(d), sides.dirs().contains(d));
                assert_eq!(sides.turned(1).color(d.turned(1)), sides.color(d));
                assert_eq!(sides.turned(3).turned(1), sides);
            }
        }
    }

    #[test]
    fn codes_are_the_classic_numbers() {
        for (dir, code) in Dir::ALL.into_iter().zip([1, 2, 4, 8]) {
            assert_eq!(Sides::CLOSED.with_color(dir, 2).code(), code);
        }
        for code in 0..16 {
            assert_eq!(Sides::from_code(code).code(), code);
        }
    }

    #[test]
    fn opening_keeps_a_color_and_closing_removes_it() {
        let mut sides = Sides::CLOSED.with_color(Dir::E, 3);
        sides.open(Dir::E);
        sides.open(Dir::W);
        assert_eq!(Dir::ALL.map(|d| sides.color(d)), [0, 3, 0, 1]);
        sides.close(Dir::E);
        assert_eq!(sides.dirs(), Dirs::NONE.with(Dir::W));
    }
}
