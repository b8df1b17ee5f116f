//! The checker: at each point where four tiles meet, do all four agree?
//!
//! Eight points at once: a word holds eight tiles of a row, a byte each, and another one their eastern neighbors.

use mapwright_core::{Corner, Dir, Sides};
use mapwright_wang::MatchOn;

/// What a checker found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Points at which four tiles meet.
    pub points: u64,
    /// Those at which they do not agree.
    pub defects: u64,
}

/// Checks the points between two rows of tiles, one below the other, and adds to what was found before.
pub fn check_rows(on: MatchOn, above: &[Sides], below: &[Sides], found: &mut Checked) {
    assert_eq!(above.len(), below.len());
    let points = above.len().saturating_sub(1);
    let wholes = points / 8 * 8;
    for i in (0..wholes).step_by(8) {
        let word = |row: &[Sides]| u64::from_le_bytes(std::array::from_fn(|k| row[k].0));
        let east = |word: u64, next: Sides| word >> 8 | u64::from(next.0) << 56;
        let (nw, sw) = (word(&above[i..i + 8]), word(&below[i..i + 8]));
        let four = [nw, east(nw, above[i + 8]), sw, east(sw, below[i + 8])];
        found.defects += u64::from(wrong(on, four).count_ones());
    }
    for i in wholes..points {
        let four = [above[i], above[i + 1], below[i], below[i + 1]];
        found.defects += u64::from(!agree(on, four));
    }
    found.points += points as u64;
}

/// Checks every point inside a plane of rows of `width` tiles.
pub fn check_plane(on: MatchOn, width: usize, tiles: &[Sides]) -> Checked {
    let mut found = Checked::default();
    let rows: Vec<&[Sides]> = tiles.chunks(width).collect();
    rows.windows(2).for_each(|pair| check_rows(on, pair[0], pair[1], &mut found));
    found
}

/// A bit for each of eight points with a defect, from the tiles north-west, north-east, south-west and south-east of
/// them.
fn wrong(on: MatchOn, [nw, ne, sw, se]: [u64; 4]) -> u64 {
    // A color moves to the two lowest bits of its byte; what comes in from the next byte lies above.
    let differ = match on {
        MatchOn::Corners => {
            let point = nw >> (2 * Corner::SE as u32);
            (point ^ ne >> (2 * Corner::SW as u32)) | (point ^ sw) | (point ^ se >> (2 * Corner::NW as u32))
        }
        _ => {
            let (e, s, w) = (2 * Dir::E as u32, 2 * Dir::S as u32, 2 * Dir::W as u32);
            (nw >> e ^ ne >> w) | (sw >> e ^ se >> w) | (nw >> s ^ sw) | (ne >> s ^ se)
        }
    };
    (differ | differ >> 1) & 0x0101_0101_0101_0101
}

/// The naive twin of [`wrong`]: whether four tiles around a point agree in all that they share.
pub fn agree(on: MatchOn, [nw, ne, sw, se]: [Sides; 4]) -> bool {
    match on {
        MatchOn::Corners => {
            let colors = [nw.corner(Corner::SE), ne.corner(Corner::SW), sw.corner(Corner::NE), se.corner(Corner::NW)];
            colors.iter().all(|&color| color == colors[0])
        }
        _ => {
            let level = |west: Sides, east: Sides| west.color(Dir::E) == east.color(Dir::W);
            let upright = |north: Sides, south: Sides| north.color(Dir::S) == south.color(Dir::N);
            level(nw, ne) && level(sw, se) && upright(nw, sw) && upright(ne, se)
        }
    }
}
