//! Walls of rock over a floor, seen from the south and above: dark tops with a light rim, and a face of stone where a
//! wall ends in the south.
//!
//! The tops are everything that is solid but for the faces. A place's distance from what is no top gives the rim. Of
//! the cells around, those count that the blob's mask tells of: a corner cell is never nearer than an open side.

use mapwright_core::Color;

use super::{Place, TILE, length, rgb, strewn};
use crate::picture::canvas::mix;

const TOP: Color = rgb(0x2f_36_4a);
const RIM: Color = rgb(0x8d_96_ac);
const EDGE: Color = rgb(0x1d_22_31);
const STONE: Color = rgb(0x5d_67_80);
const MORTAR: Color = rgb(0x3c_44_5a);
const FLOOR: Color = rgb(0xe9_e4_d4);

/// How high a face is.
const FACE: i64 = 400;
/// The radius of corners that stand out.
const ROUND: i64 = 230;

pub(super) fn color(place: Place) -> Color {
    if place.index >= 47 {
        return floor(place);
    }
    match depth(place) {
        inside @ 0.. => top(place, inside),
        _ => match face(place) {
            Some(y) => stone(place, y),
            None => FLOOR,
        },
    }
}

/// How far a place is inside the tops; negative outside.
fn depth(place: Place) -> i64 {
    let solid = |at: usize| place.around[at] == Some(1);
    let [n, e, s, w] = [0, 2, 4, 6].map(solid);
    let bottom = if s { TILE } else { TILE - FACE };
    let gaps = [(n, place.y), (e, TILE - place.x), (s, bottom - place.y), (w, place.x)];
    let mut depth = gaps.into_iter().filter(|&(solid, _)| !solid).map(|(_, gap)| gap).min().unwrap_or(TILE);
    for (a, b, u, v) in [
        (n, e, place.y, TILE - place.x),
        (e, s, TILE - place.x, bottom - place.y),
        (s, w, bottom - place.y, place.x),
        (w, n, place.x, place.y),
    ] {
        if !a && !b && u < ROUND && v < ROUND {
            depth = depth.min(ROUND - length(ROUND - u, ROUND - v));
        }
    }
    // Corners that fall back. A cell in the south-east that is open leaves a face on the cell in the east.
    for (open, u, v) in [
        (n && e && !solid(1), place.y, TILE - place.x),
        (e && s && !solid(3), TILE - place.x, (TILE - FACE - place.y).max(0)),
        (s && w && !solid(5), (TILE - FACE - place.y).max(0), place.x),
        (w && n && !solid(7), place.x, place.y),
    ] {
        if open {
            depth = depth.min(length(u, v));
        }
    }
    depth
}

/// How far below the top a place on a face is.
fn face(place: Place) -> Option<i64> {
    if place.around[4] == Some(1) {
        return None;
    }
    (1..=8).map(|step| step * FACE / 8).find(|up| depth(Place { y: place.y - up, ..place }) >= 0)
}

fn top(place: Place, inside: i64) -> Color {
    match inside {
        ..60 => EDGE,
        60..150 => RIM,
        150..215 => mix(TOP, RIM, 1, 3),
        _ => {
            let (dx, dy) = strewn(place, 7, 3);
            let is_speck = inside > 300 && dx.abs() < 60 && dy.abs() < 32;
            if is_speck { mix(TOP, RIM, 1, 5) } else { TOP }
        }
    }
}

/// Two rows of stones, one half a stone aside.
fn stone(place: Place, below: i64) -> Color {
    let y = place.y - (TILE - FACE);
    let (row, aside) = if y * 2 < FACE { (y, 0) } else { (y - FACE / 2, TILE / 4) };
    let along = (place.x + aside).rem_euclid(TILE / 2);
    match () {
        () if y >= FACE - 55 => EDGE,
        () if row.rem_euclid(FACE / 2) < 45 || along < 50 => MORTAR,
        () if below <= FACE / 8 => mix(STONE, MORTAR, 1, 2),
        () if row.rem_euclid(FACE / 2) < 95 => mix(STONE, RIM, 2, 3),
        () => STONE,
    }
}

/// Flags with faint joints.
fn floor(place: Place) -> Color {
    let (dx, dy) = (place.x.min(TILE - place.x), place.y.min(TILE - place.y));
    if dx.min(dy) < 30 { mix(FLOOR, TOP, 1, 11) } else { FLOOR }
}
