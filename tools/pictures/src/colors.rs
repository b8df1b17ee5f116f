//! Fewer colors, for smaller files.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use mapwright::render::RgbaImage;

/// Replaces every color by a more frequent one that differs by at most `off` in each channel, if there is one: what is
/// large keeps its color, and smooth noise compresses.
pub(crate) fn merge(picture: &mut RgbaImage, off: u8) {
    let mut counts: BTreeMap<[u8; 4], u32> = BTreeMap::new();
    picture.pixels().for_each(|pixel| *counts.entry(pixel.0).or_default() += 1);
    let mut colors: Vec<[u8; 4]> = counts.keys().copied().collect();
    colors.sort_by_key(|color| Reverse(counts[color]));
    let mut kept: Vec<[u8; 4]> = Vec::new();
    let mut becomes = BTreeMap::new();
    for color in colors {
        let distance = |other: &&[u8; 4]| color.iter().zip(**other).map(|(a, b)| a.abs_diff(b)).max();
        let near = kept.iter().filter(|other| distance(other) <= Some(off)).min_by_key(distance).copied();
        if near.is_none() {
            kept.push(color);
        }
        becomes.insert(color, near.unwrap_or(color));
    }
    picture.pixels_mut().for_each(|pixel| pixel.0 = becomes[&pixel.0]);
}
