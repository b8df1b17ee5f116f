//! Borders as the data of SVG paths.
//!
//! The control points of a quadratic B-spline are the middles of a border's unit steps; its knots lie halfway between
//! them. This is the contour of the field that pictures draw: straight runs stay in place and corners are rounded.
//! A built corner is a point of its own, where the line breaks.

use std::fmt::Write;

use crate::contour::{Mask, Vertex, around, is_straight};

/// A point of a closed curve: a control point, or a corner that stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Knot {
    at: Vertex,
    is_hard: bool,
}

/// The borders of a mask as the data of a path, with `unit` for the side of a cell. An even unit keeps all
/// coordinates whole. Empty if the mask is.
pub(super) fn borders(mask: &Mask, unit: i32, is_built: impl Fn(Vertex) -> bool) -> String {
    let mut data = String::new();
    let mut knots = Vec::new();
    mask.trace(|border| {
        knots.clear();
        for (nth, &(x, y)) in border.iter().enumerate() {
            let (before, after) = around(border, nth);
            let turns = (x - before.0, y - before.1) != (after.0 - x, after.1 - y);
            if turns && is_built((x, y)) {
                knots.push(Knot { at: (unit * x, unit * y), is_hard: true });
            }
            knots.push(Knot { at: (unit * (x + after.0) / 2, unit * (y + after.1) / 2), is_hard: false });
        }
        curve(&mut data, &knots);
    });
    data
}

/// Appends one closed curve.
fn curve(data: &mut String, knots: &[Knot]) {
    // Where the curve passes between two points: at the hard one if any, else halfway.
    let between = |a: Knot, b: Knot| match (a.is_hard, b.is_hard) {
        (true, _) => a.at,
        (_, true) => b.at,
        _ => ((a.at.0 + b.at.0) / 2, (a.at.1 + b.at.1) / 2),
    };
    let mut pen = None;
    for (nth, &knot) in knots.iter().enumerate() {
        let (before, after) = around(knots, nth);
        if !knot.is_hard && is_straight(before.at, knot.at, after.at) {
            continue;
        }
        let from = if knot.is_hard { knot.at } else { between(before, knot) };
        match pen {
            None => put(data, 'M', &[from]),
            Some(pen) if pen != from => put(data, 'L', &[from]),
            Some(_) => {}
        }
        pen = Some(from);
        if !knot.is_hard {
            let to = between(knot, after);
            put(data, 'Q', &[knot.at, to]);
            pen = Some(to);
        }
    }
    data.push('Z');
}

/// A command of a path, with its points.
pub(super) fn put(data: &mut String, command: char, points: &[Vertex]) {
    data.push(command);
    for (nth, (x, y)) in points.iter().enumerate() {
        // Writing to a `String` never fails.
        let _ = write!(data, "{}{x} {y}", if nth == 0 { "" } else { " " });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    fn square(is_built: impl Fn(Vertex) -> bool) -> String {
        borders(&Mask::alone(Size::new(1, 1), |_| true), 16, is_built)
    }

    #[test]
    fn built_corners_break_and_natural_ones_are_round() {
        assert_eq!(square(|_| true), "M0 0L16 0L16 16L0 16Z");
        assert_eq!(square(|_| false), "M4 4Q8 0 12 4Q16 8 12 12Q8 16 4 12Q0 8 4 4Z");
        // One corner stays; the curve leaves it straight and comes back straight.
        assert_eq!(square(|v| v == (0, 0)), "M0 0Q8 0 12 4Q16 8 12 12Q8 16 4 12Q0 8 0 0Z");
    }

    #[test]
    fn straight_runs_have_no_points_between() {
        let mask = Mask::alone(Size::new(9, 1), |_| true);
        assert_eq!(borders(&mask, 16, |_| true), "M0 0L144 0L144 16L0 16Z");
        assert_eq!(
            borders(&mask, 16, |_| false),
            "M4 4Q8 0 16 0L128 0Q136 0 140 4Q144 8 140 12Q136 16 128 16L16 16Q8 16 4 12Q0 8 4 4Z"
        );
        assert_eq!(borders(&Mask::sampled((2, 2), |_, _| false), 16, |_| true), "");
    }
}
