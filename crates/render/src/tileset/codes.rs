//! From the colors of four sides, or of four corners, to the index of a tile.

use mapwright_core::Sides;

/// No tile has these colors.
pub(super) const NONE: u8 = 0xff;

/// The tile for each byte of colors.
pub(super) type Codes = [u8; 256];

/// The base-3 codes of the 33 twin tiles, ascending.
pub(super) const TWINS: [u8; 33] = {
    let (mut codes, mut found, mut code) = ([0; 33], 0, 0);
    while code < 81 {
        if is_twin(digits(code)) {
            codes[found] = code as u8;
            found += 1;
        }
        code += 1;
    }
    codes
};

/// Two colors: every color but 0 is 1.
pub(super) const BINARY: Codes = table(false, false);
/// Three colors: every color past 2 is 2.
pub(super) const TERNARY: Codes = table(true, false);
/// Three colors, where the tile is one of the twins.
pub(super) const TWIN: Codes = table(true, true);

/// The colors behind a code in base 3, the lowest digit first.
pub(super) const fn digits(code: usize) -> [u8; 4] {
    [(code % 3) as u8, (code / 3 % 3) as u8, (code / 9 % 3) as u8, (code / 27 % 3) as u8]
}

/// Whether two nets of ways, in color 1 and in color 2, can share a tile: one of them alone, or both straight, one
/// across the other.
const fn is_twin([n, e, s, w]: [u8; 4]) -> bool {
    let one = n != 2 && e != 2 && s != 2 && w != 2;
    let two = n != 1 && e != 1 && s != 1 && w != 1;
    let crossing = n == s && e == w && n != e && n != 0 && e != 0;
    one || two || crossing
}

const fn table(ternary: bool, twin: bool) -> Codes {
    let (mut codes, mut byte) = ([NONE; 256], 0);
    while byte < 256 {
        let sides = Sides(byte as u8);
        codes[byte] = match (ternary, twin) {
            (false, _) => sides.code(),
            (true, false) => base_3(sides),
            (true, true) => place(base_3(sides)),
        };
        byte += 1;
    }
    codes
}

const fn base_3(sides: Sides) -> u8 {
    let (mut code, mut weight, mut i) = (0, 1, 0);
    while i < 4 {
        let color = sides.0 >> (2 * i) & 3;
        code += weight * if color == 3 { 2 } else { color };
        weight *= 3;
        i += 1;
    }
    code
}

const fn place(code: u8) -> u8 {
    let mut i = 0;
    while i < TWINS.len() {
        if TWINS[i] == code {
            return i as u8;
        }
        i += 1;
    }
    NONE
}
