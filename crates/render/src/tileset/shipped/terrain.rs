//! Water, sand and grass in the corners of tiles: marching squares with soft weights.
//!
//! At each place every corner has a weight that falls off by the smooth step along both axes. What has the most weight
//! wins; by how much it leads tells how far the shore is. On a side only its two corners count, and the step is flat
//! at its ends, so tiles that match meet without a seam or a kink.

use mapwright_core::Color;

use super::{Place, TILE, rgb, strewn};
use crate::picture::canvas::mix;

const WATER: usize = 0;
const SAND: usize = 1;
const GRASS: usize = 2;

const COLORS: [Color; 3] = [rgb(0x4a_90_bf), rgb(0xea_d6_a4), rgb(0x8f_bf_6a)];
const FOAM: Color = rgb(0xe8_f3_f2);
const SHALLOW: Color = rgb(0x7d_b8_d8);
const EARTH: Color = rgb(0x5f_8a_4a);
const LIGHT: Color = rgb(0xb4_d8_88);

/// Water and grass.
pub(super) fn two(place: Place) -> Color {
    color(place, |corner| if corner == 0 { WATER } else { GRASS })
}

/// Water, sand and grass.
pub(super) fn three(place: Place) -> Color {
    color(place, |corner| usize::from(corner).min(GRASS))
}

fn color(place: Place, ground: impl Fn(u8) -> usize) -> Color {
    let weights = weights(place, ground);
    let (best, second) = ranked(weights);
    // In thousandths of all weight: 1000 is far from any shore.
    let lead = (weights[best] - weights[second]) * 1000 / (TILE * TILE);
    match (best, second, lead) {
        (WATER, _, ..130) => FOAM,
        (WATER, _, 130..420) => mix(SHALLOW, COLORS[WATER], u32::try_from(lead - 130).unwrap_or(0), 420),
        (WATER, ..) => ripples(place, lead),
        (SAND, WATER, ..140) => mix(COLORS[SAND], rgb(0x8a_6f_45), 2, 5),
        (SAND, GRASS, ..90) => mix(COLORS[SAND], EARTH, 1, 3),
        (SAND, ..) => grains(place, lead),
        (_, WATER, ..150) => COLORS[SAND],
        (_, WATER, 150..290) | (_, SAND, ..150) => EARTH,
        (_, WATER, 290..520) | (_, SAND, 150..380) => LIGHT,
        _ => tufts(place, lead),
    }
}

/// What each ground weighs at a place.
fn weights(place: Place, ground: impl Fn(u8) -> usize) -> [i64; 3] {
    let (right, down) = (smooth(place.x), smooth(place.y));
    let (left, up) = (TILE - right, TILE - down);
    let corners = [(1, right * up), (3, right * down), (5, left * down), (7, left * up)];
    let mut weights = [0; 3];
    let grounds = corners.map(|(corner, _)| ground(place.around[corner].unwrap_or(0)));
    for (ground, (_, weight)) in grounds.into_iter().zip(corners) {
        weights[ground] += weight;
    }
    if let Some(ground) = isthmus(grounds) {
        // Most in the middle, nothing on the sides, so that neighbors need not know.
        weights[ground] += 7 * (right * left / TILE) * (up * down / TILE);
    }
    weights
}

/// What joins two opposite corners, where all four would meet in one point: the higher of the two.
fn isthmus([ne, se, sw, nw]: [usize; 4]) -> Option<usize> {
    let rising = (ne == sw && se != ne && nw != ne).then_some(ne);
    let falling = (nw == se && ne != nw && sw != nw).then_some(nw);
    rising.max(falling)
}

/// The two with the most weight, the higher one of equals first.
fn ranked(weights: [i64; 3]) -> (usize, usize) {
    let mut order = [GRASS, SAND, WATER];
    order.sort_by_key(|&ground| std::cmp::Reverse(weights[ground]));
    (order[0], order[1])
}

/// The smooth step 3t² − 2t³ over a tile.
fn smooth(at: i64) -> i64 {
    at * at * (3 * TILE - 2 * at) / (TILE * TILE)
}

fn ripples(place: Place, lead: i64) -> Color {
    let (dx, dy) = strewn(place, 1, 2);
    // A flat wave: two arcs side by side.
    let arc = (dx.abs() - 80).pow(2) / 90;
    let is_wave = lead > 850 && dx.abs() < 160 && (dy + 50 - arc).abs() < 36;
    if is_wave { mix(COLORS[WATER], SHALLOW, 3, 5) } else { COLORS[WATER] }
}

fn grains(place: Place, lead: i64) -> Color {
    let (dx, dy) = strewn(place, 2, 4);
    let is_grain = lead > 450 && dx.abs() < 34 && dy.abs() < 34;
    if is_grain { mix(COLORS[SAND], rgb(0x8a_6f_45), 1, 4) } else { COLORS[SAND] }
}

fn tufts(place: Place, lead: i64) -> Color {
    let (dx, dy) = strewn(place, 3, 3);
    // Two blades that lean apart.
    let is_blade = (0..150).contains(&-dy) && (dx.abs() - 20 + dy / 2).abs() < 28;
    if lead > 780 && is_blade { mix(COLORS[GRASS], EARTH, 1, 2) } else { COLORS[GRASS] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tileset::TilesetKind;

    fn place(corners: [u8; 4], x: i64, y: i64) -> Place {
        let index = (0..4).map(|i| u16::from(corners[i]) * 3u16.pow(i as u32)).sum();
        Place { index, around: TilesetKind::Corner81.places(index), x, y }
    }

    #[test]
    fn tiles_that_match_meet_without_a_seam() {
        for code in 0..729 {
            let [a, b, c, d, e, f] = [1, 3, 9, 27, 81, 243].map(|weight| u8::try_from(code / weight % 3).unwrap());
            for at in (0..TILE).step_by(16) {
                // NE SE SW NW.
                let (left, right) = (place([a, b, c, d], TILE, at), place([e, f, b, a], 0, at));
                assert_eq!(three(left), three(right), "{left:?} {right:?}");
                let (above, below) = (place([c, a, b, d], at, TILE), place([a, e, f, b], at, 0));
                assert_eq!(three(above), three(below), "{above:?} {below:?}");
            }
        }
    }
}
