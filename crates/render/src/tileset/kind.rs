//! Kinds of tilesets: how many tiles, which tile for which cell.

use std::fmt;
use std::str::FromStr;

use mapwright_core::{Plane, Sides};

use super::blob::BLOB_MASKS;
use super::codes::{BINARY, Codes, NONE, TERNARY, TWIN, TWINS, digits};
use super::error::TilesetError;

/// Which ways of meeting its neighbors a cell can have, and how they are numbered.
///
/// Colors past the last one that a kind knows count as the last one. That keeps what matches matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TilesetKind {
    /// Sides in two colors: ways, walls, pipes. The index is N=1 E=2 S=4 W=8.
    Edge16,
    /// Sides in three colors. The index is N=1 E=3 S=9 W=27, each times its color.
    Edge81,
    /// Corners in two colors: terrain with shores. The index is NE=1 SE=2 SW=4 NW=8.
    Corner16,
    /// Corners in three colors. The index is NE=1 SE=3 SW=9 NW=27, each times its color.
    Corner81,
    /// Solid cells by the eight cells around them, in the order of [`BLOB_MASKS`](super::BLOB_MASKS); and, if the
    /// tileset has one more tile, that one for open cells.
    Blob47,
    /// Two nets of ways that share a map and never join: of the 81 tiles with sides in three colors those with one
    /// color beside 0, and the two where a straight way of one color crosses one of the other. In the order of their
    /// indexes among the 81 (Guy Walker's "twin" tileset).
    Twin33,
}

mapwright_core::named! {
    TilesetKind:
    Edge16 = "edge-16", Edge81 = "edge-81", Corner16 = "corner-16", Corner81 = "corner-81", Blob47 = "blob-47",
    Twin33 = "twin-33",
}

impl TilesetKind {
    /// How many tiles such a tileset must have.
    pub const fn count(self) -> u16 {
        match self {
            TilesetKind::Edge16 | TilesetKind::Corner16 => 16,
            TilesetKind::Edge81 | TilesetKind::Corner81 => 81,
            TilesetKind::Blob47 => 47,
            TilesetKind::Twin33 => 33,
        }
    }

    /// How many it may have: one more for a blob, the ground.
    pub const fn most(self) -> u16 {
        match self {
            TilesetKind::Blob47 => 48,
            other => other.count(),
        }
    }

    /// The number of places of the largest grid of such tiles: a blob is often a square of 49, of which one or two are empty.
    pub(super) const fn most_places(self) -> u32 {
        match self {
            TilesetKind::Blob47 => 49,
            other => other.count() as u32,
        }
    }

    /// The default number of tiles in a row.
    pub const fn columns(self) -> u16 {
        match self {
            TilesetKind::Edge16 | TilesetKind::Corner16 => 4,
            TilesetKind::Edge81 | TilesetKind::Corner81 => 9,
            TilesetKind::Blob47 => 8,
            TilesetKind::Twin33 => 11,
        }
    }

    /// The plane of a map that decides, beside its tiles; a blob needs none.
    pub const fn plane(self) -> Option<Plane> {
        match self {
            TilesetKind::Edge16 | TilesetKind::Edge81 | TilesetKind::Twin33 => Some(Plane::Sides),
            TilesetKind::Corner16 | TilesetKind::Corner81 => Some(Plane::Corners),
            TilesetKind::Blob47 => None,
        }
    }

    /// The tile with these colors on its sides, or on its corners; `None` if there is no such tile, and for a blob.
    pub const fn index(self, colors: Sides) -> Option<u8> {
        let Some(codes) = self.codes() else { return None };
        let index = codes[colors.0 as usize];
        if index == NONE { None } else { Some(index) }
    }

    /// The tiles whose left and right half make the tile of two opposite corners; `None` for all other tiles. Many tilesets
    /// lack it.
    pub const fn halves(self, index: u16) -> Option<[u16; 2]> {
        match (self, index) {
            (TilesetKind::Corner16, 0b0101) => Some([0b0100, 0b0001]),
            (TilesetKind::Corner16, 0b1010) => Some([0b1000, 0b0010]),
            _ => None,
        }
    }

    /// The tile for each byte of colors; `None` for a blob.
    pub(super) const fn codes(self) -> Option<&'static Codes> {
        match self {
            TilesetKind::Edge16 | TilesetKind::Corner16 => Some(&BINARY),
            TilesetKind::Edge81 | TilesetKind::Corner81 => Some(&TERNARY),
            TilesetKind::Twin33 => Some(&TWIN),
            TilesetKind::Blob47 => None,
        }
    }

    /// The index table, read the other way: what the tile meets at its eight places, clockwise from the north (N NE E
    /// SE S SW W NW). A color where the kind has one there; for a blob 1 for a cell like it and 0 for another. `None`
    /// where nothing counts, and everywhere for an index that the kind does not have.
    pub fn places(self, index: u16) -> [Option<u8>; 8] {
        let i = usize::from(index);
        let binary = [0, 1, 2, 3].map(|bit| u8::from(i >> bit & 1 == 1));
        let [a, b, c, d] = match self {
            _ if index >= self.count() => return [None; 8],
            TilesetKind::Edge16 | TilesetKind::Corner16 => binary,
            TilesetKind::Edge81 | TilesetKind::Corner81 => digits(i),
            TilesetKind::Twin33 => digits(TWINS[i].into()),
            TilesetKind::Blob47 => {
                let bits: [u8; 8] = std::array::from_fn(|bit| BLOB_MASKS[i] >> bit & 1);
                return bits.map(Some);
            }
        }
        .map(Some);
        match self.plane() {
            Some(Plane::Corners) => [None, a, None, b, None, c, None, d],
            _ => [a, None, b, None, c, None, d, None],
        }
    }
}

impl fmt::Display for TilesetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TilesetKind {
    type Err = TilesetError;

    fn from_str(name: &str) -> Result<Self, TilesetError> {
        let known = TilesetKind::ALL.into_iter();
        known.clone().find(|kind| kind.name() == name).ok_or_else(|| TilesetError::UnknownName {
            what: "kind of tileset",
            name: name.to_owned(),
            known: known.map(TilesetKind::name).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Corner, Dir};
    use std::collections::BTreeSet;

    /// The sum that the documentation of each kind gives.
    fn by_hand(kind: TilesetKind, sides: Sides) -> u8 {
        let color = |i: u32| sides.color(Dir::from_index(i));
        let (most, base): (u8, u8) = match kind {
            TilesetKind::Edge16 | TilesetKind::Corner16 => (1, 2),
            _ => (2, 3),
        };
        (0..4).map(|i| color(i).min(most) * base.pow(i)).sum()
    }

    #[test]
    fn indexes_are_sums_over_sides_or_corners() {
        use TilesetKind::*;
        for kind in [Edge16, Edge81, Corner16, Corner81] {
            let mut seen = BTreeSet::new();
            for sides in (0..=255).map(Sides) {
                let index = kind.index(sides).unwrap();
                assert_eq!(index, by_hand(kind, sides), "{kind} {sides:?}");
                seen.insert(u16::from(index));
            }
            assert!(seen.into_iter().eq(0..kind.count()), "{kind}");
        }
        let corners = Sides::from_colors([1, 2, 0, 2]);
        assert_eq!([Corner::NE, Corner::SE, Corner::SW, Corner::NW].map(|at| corners.corner(at)), [1, 2, 0, 2]);
        assert_eq!(Corner81.index(corners), Some(1 + 6 + 54));
    }

    #[test]
    fn twins_are_the_tiles_of_two_nets() {
        // The list of the literature.
        let single = [1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39];
        let mut listed: Vec<u8> = single.iter().flat_map(|&code| [code, 2 * code]).collect();
        listed.extend([0, 40, 80, 50, 70]);
        listed.sort_unstable();
        assert_eq!(TWINS.to_vec(), listed);
        for sides in (0..=255).map(Sides) {
            let expected = TWINS.iter().position(|&code| code == by_hand(TilesetKind::Twin33, sides));
            assert_eq!(TilesetKind::Twin33.index(sides).map(usize::from), expected, "{sides:?}");
        }
    }

    #[test]
    fn places_lead_back_to_the_index() {
        for kind in TilesetKind::ALL {
            for index in 0..kind.count() {
                let places = kind.places(index);
                let found = match kind.plane() {
                    None => {
                        let bits = (0..8).map(|bit| places[bit].unwrap() << bit);
                        super::super::blob_index(bits.sum())
                    }
                    plane => {
                        let shift = usize::from(plane == Some(Plane::Corners));
                        assert!((0..4).all(|i| places[2 * i + 1 - shift].is_none()));
                        let colors = [0, 1, 2, 3].map(|i| places[2 * i + shift].unwrap());
                        kind.index(Sides::from_colors(colors)).unwrap()
                    }
                };
                assert_eq!(u16::from(found), index, "{kind}");
            }
            assert_eq!(kind.places(kind.count()), [None; 8]);
            assert_eq!(kind.name().parse::<TilesetKind>().unwrap(), kind);
        }
    }

    #[test]
    fn unknown_kinds_are_answered_with_all() {
        let error = "edge-17".parse::<TilesetKind>().unwrap_err().to_string();
        let known = "edge-16, edge-81, corner-16, corner-81, blob-47, twin-33";
        assert_eq!(error, format!("no kind of tileset is called `edge-17`; there are {known}"));
    }
}
