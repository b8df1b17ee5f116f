//! Ways of trodden earth through grass.

use mapwright_core::Color;

use super::{Texel, rgb, strewn, strip};
use crate::picture::canvas::mix;

const GRASS: Color = rgb(0x8f_bf_6a);
const EARTH: Color = rgb(0xd9_b9_84);
const EDGE: Color = rgb(0x9a_73_47);
const SHADE: Color = rgb(0x5f_8a_4a);

/// Half the width of a way.
const WIDTH: i64 = 190;

pub(super) fn color(place: Texel) -> Color {
    let ways = strip::open(place);
    // A way that ends, ends in a round place.
    let width = match ways.len() {
        1 if is_middle(place) => WIDTH + 70,
        _ => WIDTH,
    };
    let Some(distance) = strip::distance(place, WIDTH, 170) else { return grass(place, i64::MAX) };
    match distance - width {
        ..-60 => earth(place),
        -60..0 => mix(EARTH, EDGE, 1, 3),
        0..60 => EDGE,
        60..120 => SHADE,
        beyond => grass(place, beyond),
    }
}

fn is_middle(place: Texel) -> bool {
    super::length(place.x - strip::HALF, place.y - strip::HALF) < 420
}

fn earth(place: Texel) -> Color {
    let (dx, dy) = strewn(place, 5, 4);
    let is_pebble = dx * dx * 2 / 3 + dy * dy < 34 * 34;
    if is_pebble { mix(EARTH, EDGE, 2, 5) } else { EARTH }
}

fn grass(place: Texel, beyond: i64) -> Color {
    let (dx, dy) = strewn(place, 6, 5);
    let is_blade = (0..150).contains(&-dy) && (dx.abs() - 20 + dy / 2).abs() < 28;
    if is_blade && beyond > 200 { mix(GRASS, SHADE, 1, 2) } else { GRASS }
}
