//! Unique numbers and names.

use mapwright_core::{BuilderMap, mix};

/// Hands out the *uids* of definitions, which count up, and the *iids* of everything else.
///
/// An iid is globally unique: two levels in one project must not share one. So it depends on the seed, the name of the
/// level and the tiles, and is the same in each run.
#[derive(Debug)]
pub(super) struct Ids {
    hash: u64,
    uid: u32,
    iid: u64,
}

impl Ids {
    pub(super) fn new(map: &BuilderMap, seed: Option<u64>, level: &str) -> Ids {
        let size = map.size();
        let start = mix(mix(seed.unwrap_or(0), u64::from(size.w)), u64::from(size.h));
        let named = level.bytes().fold(start, |hash, byte| mix(hash, byte.into()));
        let hash = map.tiles.as_slice().iter().fold(named, |hash, tile| mix(hash, tile.0.into()));
        Ids { hash, uid: 1, iid: 0 }
    }

    pub(super) fn uid(&mut self) -> u32 {
        self.uid += 1;
        self.uid - 1
    }

    /// The uid that comes next, which the project notes.
    pub(super) const fn next_uid(&self) -> u32 {
        self.uid
    }

    /// A UUID of version 8 (RFC 9562): one made as its maker sees fit.
    pub(super) fn iid(&mut self) -> String {
        self.iid += 1;
        let (high, low) = (mix(self.hash, 2 * self.iid), mix(self.hash, 2 * self.iid + 1));
        let high = high & 0xffff_ffff_ffff_0fff | 0x8000;
        let low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
        let (a, b, c) = (high >> 32, high >> 16 & 0xffff, high & 0xffff);
        format!("{a:08x}-{b:04x}-{c:04x}-{:04x}-{:012x}", low >> 48, low & 0xffff_ffff_ffff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Size, Tile, Wrap};
    use std::collections::BTreeSet;

    #[test]
    fn iids_are_the_same_every_time_and_never_twice() {
        let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::WALL);
        let mut other = map.clone();
        other.tiles[0u32] = Tile::FLOOR;
        let take = |map: &BuilderMap, seed, level: &str| {
            let mut ids = Ids::new(map, seed, level);
            (0..50).map(|_| ids.iid()).collect::<Vec<_>>()
        };
        assert_eq!(take(&map, Some(7), "a"), take(&map, Some(7), "a"));
        let all =
            [take(&map, Some(7), "a"), take(&map, Some(8), "a"), take(&map, Some(7), "b"), take(&other, Some(7), "a")];
        assert_eq!(all.iter().flatten().collect::<BTreeSet<_>>().len(), 200);
        for iid in all.iter().flatten() {
            let lengths: Vec<usize> = iid.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12]);
            assert_eq!((&iid[14..15], "89ab".contains(&iid[19..20])), ("8", true), "{iid}");
        }
    }
}
