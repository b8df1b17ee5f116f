//! The orders in which tiles lie on pictures.

use super::blob::BLOB_MASKS;
use super::error::TilesetError;
use super::kind::TilesetKind;

/// The order of the tiles of a picture, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilesetOrder {
    /// Ascending indexes. It is also the order in which Tiled lists the patterns of an edge or corner set.
    #[default]
    Ascending,
    /// A blob by the number of solid cells around, and among equal numbers by ascending masks.
    BitCount,
    /// A blob by ascending masks in which the corners count more than the sides: N=1 E=2 S=4 W=8 NE=16 SE=32 SW=64 NW=128.
    SidesFirst,
    /// A blob as RPG Maker has it, 2×3 tiles (A2) or 2×5 (A4, of which only the upper 2×3 are read): each tile is put
    /// together of four quarters.
    RpgMaker,
    /// The index of the tile in each place; `None` where there is no tile. Tile 0 may be left out, and is transparent; so
    /// may one of two opposite [`halves`](TilesetKind::halves), which is put together of these.
    Listed(Vec<Option<u8>>),
}

/// The orders that have names.
const NAMED: [(&str, TilesetOrder); 4] = [
    ("ascending", TilesetOrder::Ascending),
    ("bit-count", TilesetOrder::BitCount),
    ("sides-first", TilesetOrder::SidesFirst),
    ("rpg-maker", TilesetOrder::RpgMaker),
];

impl TilesetOrder {
    /// The names that [`from_str`](str::parse) reads.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }

    /// The index of the tile in each place, if they are listed; otherwise nothing.
    pub fn listed(&self) -> &[Option<u8>] {
        match self {
            TilesetOrder::Listed(order) => order,
            _ => &[],
        }
    }

    pub(super) fn is_ascending(&self) -> bool {
        *self == TilesetOrder::Ascending
    }

    /// The only kind that has this order.
    pub(super) const fn kind(&self) -> Option<TilesetKind> {
        match self {
            TilesetOrder::Ascending | TilesetOrder::Listed(_) => None,
            TilesetOrder::BitCount | TilesetOrder::SidesFirst | TilesetOrder::RpgMaker => Some(TilesetKind::Blob47),
        }
    }

    /// The place of each tile of a blob; `None` for the other orders.
    pub(super) fn blob_places(&self) -> Option<Vec<u32>> {
        let key = |mask: u8| match self {
            TilesetOrder::BitCount => Some((mask.count_ones(), mask)),
            TilesetOrder::SidesFirst => Some((0, sides_first(mask))),
            _ => None,
        };
        let keys = BLOB_MASKS.map(key).into_iter().collect::<Option<Vec<_>>>()?;
        Some(keys.iter().map(|own| keys.iter().map(|other| u32::from(other < own)).sum()).collect())
    }
}

impl std::str::FromStr for TilesetOrder {
    type Err = TilesetError;

    fn from_str(name: &str) -> Result<Self, TilesetError> {
        let found = NAMED.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, order)| order).ok_or_else(|| TilesetError::UnknownName {
            what: "order of tiles",
            name: name.to_owned(),
            known: TilesetOrder::names().collect(),
        })
    }
}

/// Moves the sides, the even bits, below the corners.
fn sides_first(mask: u8) -> u8 {
    (0..4).map(|i| (mask >> (2 * i) & 1) << i | (mask >> (2 * i + 1) & 1) << (4 + i)).sum()
}

/// The quarters of the tile with a mask in a block of RPG Maker, which is four quarters wide and six high: for the upper
/// left, the upper right, the lower left and the lower right quarter its column and row.
pub(super) fn rpg_maker_quarters(mask: u8) -> [(u32, u32); 4] {
    let is_solid = |bit: u32| mask >> (bit % 8) & 1 == 1;
    // For each quarter the bits of its vertical, its diagonal and its horizontal neighbor.
    [(0, 7, 6, 0, 0), (0, 1, 2, 1, 0), (4, 5, 6, 0, 1), (4, 3, 2, 1, 1)].map(
        |(vertical, diagonal, horizontal, right, down)| {
            // The lower 4×4 quarters are a patch with its border, and the upper right 2×2 the corners that enter it.
            let (x, y) = match (is_solid(vertical), is_solid(horizontal)) {
                (false, false) => (3 * right, 2 + 3 * down),
                (false, true) => (2 - right, 2 + 3 * down),
                (true, false) => (3 * right, 4 - down),
                (true, true) if is_solid(diagonal) => (2 - right, 4 - down),
                (true, true) => (2 + right, down),
            };
            (x, y)
        },
    )
}
