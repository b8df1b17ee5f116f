//! Corner-matched Wang tiles as terrain: marching squares with soft weights.
//!
//! At each place every corner has a weight, one at itself and none at the other corners, falling off by
//! the smooth step 3t²−2t³ along both axes. The color with the most weight wins. On a side only its two
//! corners count, so tiles that match meet without a seam; the step is flat at its ends, so shores cross
//! the side at a right angle and go on without a kink.

use image::RgbaImage;
use mapwright_core::{Corner, Grid, Sides};

use super::{Cells, PackedCell, each};
use crate::picture::canvas::{UNIT, blank, mix, paint};
use crate::picture::style::Style;

/// What the weights at one place add up to: the square of one axis' whole.
const AXIS: i64 = 1 << 12;

#[derive(Debug)]
pub(in crate::picture) struct Corners<'a> {
    pub(super) corners: &'a Grid<Sides>,
    pub(super) style: &'a Style,
}

impl Cells for Corners<'_> {
    fn looks(&self, y: u16, looks: &mut [PackedCell]) {
        each(y, looks, |at| self.corners[at].0.into());
    }

    fn paint(&self, look: PackedCell) -> RgbaImage {
        let corners = Sides(u8::try_from(look).unwrap_or(0));
        let theme = &self.style.theme;
        let scale = i64::from(self.style.scale);
        let mut stamp = blank(self.style.scale, self.style.scale, theme.paper);
        let steps: Vec<i64> = (0..scale * UNIT).map(|at| smooth(at, scale * UNIT)).collect();
        let shores = theme.corners.map(|color| mix(color, theme.ink, 3, 10));
        paint(&mut stamp, (0, 0), (scale, scale), |x, y| {
            let (best, lead) = winner(corners, steps[x as usize], steps[y as usize]);
            // The shore: where the second color is close behind. About a twelfth of a cell wide.
            let is_shore = scale >= 6 && lead < AXIS * AXIS / 5;
            Some(if is_shore { shores[best & 3] } else { theme.corners[best & 3] })
        });
        stamp
    }
}

/// The smooth step from 0 to [`AXIS`] as `at` goes from 0 to `span`.
fn smooth(at: i64, span: i64) -> i64 {
    let t = at * AXIS / span.max(1);
    t * t / AXIS * (3 * AXIS - 2 * t) / AXIS
}

/// The color with the most weight, the higher one of equals, and how far it leads.
fn winner(corners: Sides, right: i64, down: i64) -> (usize, i64) {
    let mut weights = [0i64; 4];
    for corner in Corner::ALL {
        let (across, along) = match corner {
            Corner::NE => (right, AXIS - down),
            Corner::SE => (right, down),
            Corner::SW => (AXIS - right, down),
            Corner::NW => (AXIS - right, AXIS - down),
        };
        weights[usize::from(corners.corner(corner)) & 3] += across * along;
    }
    let (mut best, mut second) = (0, 0);
    for color in 1..4 {
        if weights[color] >= weights[best] {
            (second, best) = (weights[best], color);
        } else {
            second = second.max(weights[color]);
        }
    }
    (best, weights[best] - second)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On the common side of two tiles that match, both show the same, whatever their other corners.
    #[test]
    fn tiles_that_match_meet_without_a_seam() {
        let tile = |[ne, se, sw, nw]: [u8; 4]| Sides::from_colors([ne, se, sw, nw]);
        for shared in 0..16 {
            let (top, bottom) = (shared & 3, shared >> 2);
            for others in 0..=255u8 {
                let [a, b, c, d] = [0, 2, 4, 6].map(|bit| others >> bit & 3);
                let (left, right) = (tile([top, bottom, a, b]), tile([c, d, bottom, top]));
                let (above, below) = (tile([a, bottom, top, b]), tile([bottom, c, d, top]));
                for at in (0..=AXIS).step_by(64) {
                    assert_eq!(winner(left, AXIS, at), winner(right, 0, at));
                    assert_eq!(winner(above, at, AXIS), winner(below, at, 0));
                }
            }
        }
    }

    #[test]
    fn each_corner_shows_its_own_color() {
        let tile = Sides::from_colors([0, 1, 2, 3]);
        let places = [(AXIS, 0), (AXIS, AXIS), (0, AXIS), (0, 0)];
        assert_eq!(places.map(|(x, y)| winner(tile, x, y).0), [0, 1, 2, 3]);
        assert_eq!((smooth(0, 80), smooth(40, 80), smooth(80, 80)), (0, AXIS / 2, AXIS));
    }
}
