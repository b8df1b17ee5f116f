//! The tiles of a layer as text: numbers with commas, or bytes in Base64, compressed or not.

use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use mapwright_core::Grid;

/// How the tiles of layers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TiledEncoding {
    /// Numbers, readable for people and version control.
    #[default]
    Csv,
    /// Four bytes for each tile, the lowest first, in Base64.
    Base64,
    /// The same, compressed with zlib: the smallest files.
    Zlib,
    /// The same, compressed with gzip.
    Gzip,
}

mapwright_core::named! {
    TiledEncoding:
    Csv = "csv", Base64 = "base64", Zlib = "zlib", Gzip = "gzip",
}

impl TiledEncoding {
    /// What Tiled calls the encoding and, if any, the compression.
    pub(super) const fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            TiledEncoding::Csv => ("csv", None),
            TiledEncoding::Base64 => ("base64", None),
            TiledEncoding::Zlib => ("base64", Some("zlib")),
            TiledEncoding::Gzip => ("base64", Some("gzip")),
        }
    }

    /// The tiles as text.
    pub(super) fn text(self, tiles: &Grid<u32>) -> String {
        let bytes = || tiles.as_slice().iter().flat_map(|tile| tile.to_le_bytes()).collect::<Vec<u8>>();
        // A vector takes everything: no result is lost here.
        let packed = match self {
            TiledEncoding::Csv => return numbers(tiles, ",\n"),
            TiledEncoding::Base64 => bytes(),
            TiledEncoding::Zlib => {
                let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
                let _ = packed.write_all(&bytes());
                packed.finish().unwrap_or_default()
            }
            TiledEncoding::Gzip => {
                let mut packed = GzEncoder::new(Vec::new(), Compression::default());
                let _ = packed.write_all(&bytes());
                packed.finish().unwrap_or_default()
            }
        };
        BASE64_STANDARD.encode(packed)
    }
}

/// Row by row, with a comma between the numbers of a row, and `between` the rows.
pub(super) fn numbers(tiles: &Grid<u32>, between: &str) -> String {
    let mut text = String::with_capacity(tiles.as_slice().len() * 3);
    for (y, row) in tiles.rows().enumerate() {
        text.push_str(if y == 0 { "" } else { between });
        for (x, tile) in row.iter().enumerate() {
            let comma = if x == 0 { "" } else { "," };
            let _ = write!(text, "{comma}{tile}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    #[test]
    fn numbers_stand_in_rows() {
        let tiles = Grid::from_vec(Size::new(2, 2), vec![1, 0, 300, 4]).unwrap();
        assert_eq!(TiledEncoding::Csv.text(&tiles), "1,0,\n300,4");
        assert_eq!(TiledEncoding::Base64.text(&tiles), "AQAAAAAAAAAsAQAABAAAAA==");
    }
}
