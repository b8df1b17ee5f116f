//! Ways from the middle of a tile to its sides, as a distance: how far a place is from the nearest center line.

use mapwright_core::{Dir, Dirs};

use super::{TILE, Texel, length};
use crate::picture::canvas::along;

/// From the middle to a side.
pub(super) const HALF: i64 = TILE / 2;

/// The sides that a tile's ways lead to.
pub(super) fn open(place: Texel) -> Dirs {
    let is_open = |dir: &Dir| place.around[2 * *dir as usize].is_some_and(|color| color > 0);
    Dir::ALL.into_iter().filter(is_open).collect()
}

/// How far a place is from the center line of ways that are 2 × `width` wide: straight ways, a quarter circle for a
/// bend, and where ways part, corners rounded with radius `round`. `None` where the tile has no way.
///
/// On a side nothing but that side's own way counts, as all others are at least half a tile off. So ways that meet
/// fit, as long as `width` and `round` together stay below that.
pub(super) fn distance(place: Texel, width: i64, round: i64) -> Option<i64> {
    let open = open(place);
    let (x, y) = (place.x - HALF, place.y - HALF);
    let first = open.first()?;
    let second = open.nth(1);
    if open.len() == 2 && second != first.opposite() {
        let (u, v) = (HALF - along(first, x, y), HALF - along(second, x, y));
        return Some((length(u, v) - HALF).abs());
    }
    let arms = open.iter().map(|dir| {
        let (out, off) = (along(dir, x, y), along(dir.turned(1), x, y));
        length(off, out.min(0))
    });
    let forks = open.iter().filter(|dir| open.contains(dir.turned(1))).filter_map(|dir| {
        let inner = width + round;
        let (u, v) = (along(dir, x, y), along(dir.turned(1), x, y));
        let is_near = 0 <= u && u < inner && 0 <= v && v < inner;
        is_near.then(|| width + round - length(inner - u, inner - v))
    });
    arms.chain(forks).min()
}
