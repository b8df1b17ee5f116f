//! Pipes of brass with collars where they meet, on a plate.

use mapwright_core::{Color, Dir};

use super::strip::{self, HALF};
use super::{TILE, Texel, length, rgb};
use crate::picture::canvas::{along, mix};

const PLATE: Color = rgb(0x3a_43_5b);
const SEAM: Color = rgb(0x2f_36_4a);
const RIVET: Color = rgb(0x6b_72_86);
const DARK: Color = rgb(0x6e_3f_22);
const BRASS: Color = rgb(0xd0_8c_42);
const SHINE: Color = rgb(0xf8_dc_a0);

/// Half the width of a pipe, of its outline and of a collar.
const WIDTH: i64 = 150;
const OUTLINE: i64 = WIDTH + 62;
const COLLAR: i64 = OUTLINE + 70;

pub(super) fn color(place: Texel) -> Color {
    if let Some(color) = collar(place) {
        return color;
    }
    let ends = strip::open(place).len() == 1;
    let middle = length(place.x - HALF, place.y - HALF);
    let Some(distance) = strip::distance(place, WIDTH, 60) else { return plate(place) };
    // A loose end is closed by a round cap.
    let distance = if ends { distance.min(middle - 90) } else { distance };
    match distance {
        ..WIDTH => brass(distance),
        WIDTH..OUTLINE => DARK,
        _ if distance < OUTLINE + 70 => mix(PLATE, SEAM, 4, 5),
        _ => plate(place),
    }
}

/// Light falls on the middle of a pipe.
fn brass(distance: i64) -> Color {
    match distance.max(0) {
        0..36 => SHINE,
        36..95 => BRASS,
        _ => mix(BRASS, DARK, 2, 5),
    }
}

/// The rings where two pipes are screwed together, half of each on either tile.
fn collar(place: Texel) -> Option<Color> {
    let (x, y) = (place.x - HALF, place.y - HALF);
    let near = |dir: &Dir| HALF - along(*dir, x, y) < 130;
    let dir = strip::open(place).iter().find(near)?;
    let off = along(dir.turned(1), x, y).abs();
    let back = HALF - along(dir, x, y);
    match off {
        COLLAR.. => None,
        _ if back >= 75 || off >= COLLAR - 58 => Some(DARK),
        0..50 => Some(SHINE),
        _ => Some(mix(BRASS, SHINE, 1, 5)),
    }
}

/// A plate a tile, with rivets where four of them meet.
fn plate(place: Texel) -> Color {
    let (dx, dy) = (place.x.min(TILE - place.x), place.y.min(TILE - place.y));
    match length(dx, dy) {
        ..90 => RIVET,
        90..140 => SEAM,
        _ if dx.min(dy) < 32 => SEAM,
        _ => PLATE,
    }
}
