//! The tiles of a layer as text: numbers with commas, or bytes in Base64, compressed or not.

use std::fmt::Write as _;
use std::io::Write as _;

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
        match self {
            TiledEncoding::Csv => numbers(tiles),
            TiledEncoding::Base64 => base64(&bytes()),
            TiledEncoding::Zlib => {
                let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
                // A vector takes everything: nothing is lost with this result, nor with the next.
                let _ = packed.write_all(&bytes());
                base64(&packed.finish().unwrap_or_default())
            }
            TiledEncoding::Gzip => {
                let mut packed = GzEncoder::new(Vec::new(), Compression::default());
                let _ = packed.write_all(&bytes());
                base64(&packed.finish().unwrap_or_default())
            }
        }
    }
}

/// Row by row, with a comma after every number but the last.
fn numbers(tiles: &Grid<u32>) -> String {
    let mut text = String::with_capacity(tiles.as_slice().len() * 3);
    for (y, row) in tiles.rows().enumerate() {
        text.push_str(if y == 0 { "" } else { ",\n" });
        for (x, tile) in row.iter().enumerate() {
            let comma = if x == 0 { "" } else { "," };
            let _ = write!(text, "{comma}{tile}");
        }
    }
    text
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    #[test]
    fn base_64_is_that_of_the_standard() {
        for (bytes, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn numbers_stand_in_rows() {
        let tiles = Grid::from_vec(Size::new(2, 2), vec![1, 0, 300, 4]).unwrap();
        assert_eq!(TiledEncoding::Csv.text(&tiles), "1,0,\n300,4");
        assert_eq!(TiledEncoding::Base64.text(&tiles), "AQAAAAAAAAAsAQAABAAAAA==");
    }
}
