//! Shapes that fit into a room's rectangle.

use mapwright_core::{Point, Rect, RoomShape};

/// The floor of one room. It contains the room's center and is connected.
///
/// Proof. Its rows are spans around one middle, and do not get longer away from the middle row. So neighboring
/// rows share the cells at the middle of the shorter one, and all rows beyond an empty row are empty. The
/// center is off the middle by half a cell along an even length and not at all along an odd one, and even
/// 1/w² + 1/h² with both lengths 2 is not more than 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowSpans {
    /// The rectangle that the shape touches on all sides.
    frame: Rect,
    is_round: bool,
}

impl RowSpans {
    /// The shape in a room that has cells.
    pub(super) fn new(shape: RoomShape, room: Rect) -> Self {
        let frame = match shape {
            RoomShape::Circle => {
                let d = room.w.min(room.h);
                // Half lengths are rounded before subtracting, so that both have the same center.
                Rect::new(room.x + (room.w / 2 - d / 2), room.y + (room.h / 2 - d / 2), d, d)
            }
            _ => room,
        };
        RowSpans { frame, is_round: matches!(shape, RoomShape::Ellipse | RoomShape::Circle) }
    }

    /// The first column of the shape in a row, and how many there are.
    pub(super) fn row(&self, y: u16) -> (u16, u16) {
        let Rect { x, w, h, .. } = self.frame;
        let Some(row) = y.checked_sub(self.frame.y).filter(|&row| row < h) else { return (x, 0) };
        if !self.is_round {
            return (x, w);
        }
        // In half cells from the middle, the cell in a column is inside if dx² / w² + dy² / h² ≤ 1.
        let [w2, h2] = [w, h].map(|length| u64::from(length) * u64::from(length));
        let dy = (2 * i64::from(row) + 1 - i64::from(h)).unsigned_abs();
        let reach = (w2 * (h2 - dy * dy) / h2).isqrt();
        // From the middle, cells are at odd distances in half cells if the width is even, at even ones if it is odd.
        let cells = match (u64::from(w) + reach) % 2 {
            1 => reach + 1,
            _ => reach,
        };
        let cells = u16::try_from(cells).unwrap_or(w);
        (x + (w - cells) / 2, cells)
    }

    pub(super) fn contains(&self, p: Point) -> bool {
        let (first, cells) = self.row(p.y);
        p.x >= first && p.x - first < cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Size;

    #[test]
    fn shapes_are_what_the_formula_says_and_in_one_piece() {
        for size in Size::new(13, 13).points().map(|p| Size::new(p.x + 1, p.y + 1)) {
            let room = Rect::new(3, 4, size.w, size.h);
            for kind in [RoomShape::Rectangle, RoomShape::Ellipse, RoomShape::Circle] {
                let shape = RowSpans::new(kind, room);
                let frame = shape.frame;
                for p in Rect::new(0, 0, 20, 20).points() {
                    let off = |at: u16, first: u16, length: u16| {
                        2 * (i64::from(at) - i64::from(first)) + 1 - i64::from(length)
                    };
                    let (dx, dy) = (off(p.x, frame.x, frame.w), off(p.y, frame.y, frame.h));
                    let [w2, h2] = [frame.w, frame.h].map(|length| i64::from(length) * i64::from(length));
                    let inside = frame.contains(p) && (!shape.is_round || dx * dx * h2 + dy * dy * w2 <= w2 * h2);
                    assert_eq!(shape.contains(p), inside, "{kind:?} {room:?} {p}");
                    assert!(!inside || room.contains(p));
                }
                assert!(shape.contains(room.center()), "{kind:?} {room:?}");
                let rows: Vec<_> = (room.y..room.y + room.h).map(|y| shape.row(y)).filter(|row| row.1 > 0).collect();
                assert!(rows.windows(2).all(|pair| {
                    let [(a, n), (b, m)] = [pair[0], pair[1]];
                    a < b + m && b < a + n
                }));
            }
        }
    }

    #[test]
    fn the_largest_rooms_do_not_overflow() {
        let shape = RowSpans::new(RoomShape::Ellipse, Rect::new(0, 0, u16::MAX, u16::MAX));
        assert_eq!(shape.row(u16::MAX / 2), (0, u16::MAX));
        assert!(shape.row(0).1 > 0);
    }

    #[test]
    fn circles_look_round() {
        let drawn = |kind, w, h| {
            let shape = RowSpans::new(kind, Rect::new(0, 0, w, h));
            let row = |y| (0..w).map(|x| if shape.contains(Point::new(x, y)) { '.' } else { '#' }).collect::<String>();
            (0..h).map(row).collect::<Vec<_>>()
        };
        assert_eq!(drawn(RoomShape::Circle, 5, 5), ["#...#", ".....", ".....", ".....", "#...#"]);
        assert_eq!(
            drawn(RoomShape::Ellipse, 9, 6),
            ["##.....##", "#.......#", ".........", ".........", "#.......#", "##.....##"]
        );
        assert_eq!(drawn(RoomShape::Circle, 6, 4), ["##..##", "#....#", "#....#", "##..##"]);
    }
}
