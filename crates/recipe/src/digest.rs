//! The digest of a map: one number for everything in its JSON.

use std::io::{self, BufWriter, Write};

use mapwright_core::BuilderMap;

/// FNV-1a, 64 bits, by Fowler, Noll and Vo.
struct Fnv(u64);

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The FNV-1a hash of the bytes that `mapwright build -o map.json` writes: the map as JSON and a line break. It is the same
/// on every platform, and is shown as 16 hex digits.
///
/// ```
/// use mapwright_core::{BuilderMap, Size, Tile, Wrap};
/// use mapwright_recipe::map_digest;
///
/// let floor = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::FLOOR);
/// let wall = BuilderMap::filled(Size::new(2, 1), Wrap::None, Tile::WALL);
/// assert_eq!(map_digest(&floor), map_digest(&floor.clone()));
/// assert_ne!(map_digest(&floor), map_digest(&wall));
/// ```
pub fn map_digest(map: &BuilderMap) -> u64 {
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    let mut text = BufWriter::new(&mut fnv);
    // Hashing does not fail.
    let _ = serde_json::to_writer(&mut text, map);
    let _ = text.write_all(b"\n").and_then(|()| text.flush());
    drop(text);
    fnv.0
}
