//! The cells around a cell.

use mapwright_core::Size;

use super::wave::Wave;

/// The cells within a distance of another, each once and with the larger of its distances in columns and in rows, also
/// across wrapped borders.
pub(super) fn square(wave: &Wave, center: u32, reach: u32) -> Vec<(u32, u32)> {
    let Size { w, h } = wave.size();
    let middle = wave.size().point(center);
    let columns = span(middle.x.into(), w.into(), reach, wave.wrap().x());
    let rows = span(middle.y.into(), h.into(), reach, wave.wrap().y());
    let across = |&(y, dy): &(u32, u32)| columns.iter().map(move |&(x, dx)| (y * u32::from(w) + x, dx.max(dy)));
    rows.iter().flat_map(across).collect()
}

/// The positions on an axis within a distance of another, each with its distance.
fn span(middle: u32, length: u32, reach: u32, wraps: bool) -> Vec<(u32, u32)> {
    let places = 0..length;
    let distance = |place: u32| {
        let apart = place.abs_diff(middle);
        if wraps { apart.min(length - apart) } else { apart }
    };
    if wraps || reach >= length {
        return places.map(|place| (place, distance(place))).filter(|&(_, far)| far <= reach).collect();
    }
    let near = middle.saturating_sub(reach)..length.min(middle + reach + 1);
    near.map(|place| (place, distance(place))).collect()
}
