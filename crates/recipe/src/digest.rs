//! The digest of a map: one number for everything in its JSON.

use std::io::{self, BufWriter, Write};

use mapwright_core::BuilderMap;

use crate::Recipe;

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

impl Recipe {
    /// What [`digest`](Self::digest) holds: this version, and the digest of a map.
    pub fn digest_of(map: &BuilderMap) -> String {
        format!("{} {:016x}", env!("CARGO_PKG_VERSION"), map_digest(map))
    }

    /// A warning, if the recipe holds the digest of its map and this map has another digest: another version of Mapwright
    /// may make another map. `None` if `seed` is not the recipe's seed.
    ///
    /// ```
    /// use mapwright_recipe::Recipe;
    ///
    /// let mut recipe: Recipe =
    ///     r#"{ "version": 1, "width": 9, "height": 5, "initial": { "use": "arena" }, "metas": [] }"#.parse()?;
    /// let map = recipe.build(0)?;
    /// recipe.digest = Some(Recipe::digest_of(&map));
    /// assert_eq!(recipe.changed(0, &map), None);
    /// # Ok::<(), mapwright_recipe::RecipeError>(())
    /// ```
    pub fn changed(&self, seed: u64, map: &BuilderMap) -> Option<String> {
        let wanted = self.digest.as_deref().filter(|_| seed == self.seed())?;
        let made = Recipe::digest_of(map);
        let digest = |text: &str| text.rsplit(' ').next().map(str::to_owned);
        let words = |text: &str| match text.split_once(' ') {
            Some((version, digest)) => format!("{digest} by version {version}"),
            None => text.to_owned(),
        };
        (digest(wanted) != digest(&made)).then(|| {
            format!("the map has changed since the recipe was stored: {}, now {}", words(wanted), words(&made))
        })
    }
}
