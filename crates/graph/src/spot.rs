//! Sides as a picture: cells become squares, with lines one place thick between them and posts where lines cross.

use mapwright_core::{Dir, Point, Size};

/// What a place of the picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The inside of a cell.
    Cell(Point),
    /// The line between a cell and the next one to the east or south.
    Line(Point, Dir),
    /// The post at the south-east corner of a cell.
    Post(Point),
}

impl Spot {
    /// What is at a place of the picture of a map of `size` whose cells are `pitch` places apart, 2 or more. The first
    /// line lies before the first cells; it belongs to the last ones, across the border.
    ///
    /// ```
    /// use mapwright_core::{Dir, Point, Size};
    /// use mapwright_graph::Spot;
    ///
    /// let size = Size::new(3, 1);
    /// let row: Vec<Spot> = (0..5).map(|x| Spot::at(Point::new(x, 1), 2, size)).collect();
    /// let cell = |x| Point::new(x, 0);
    /// let [first, line] = [Spot::Cell(cell(0)), Spot::Line(cell(0), Dir::E)];
    /// assert_eq!(row, [Spot::Line(cell(2), Dir::E), first, line, Spot::Cell(cell(1)), Spot::Line(cell(1), Dir::E)]);
    /// assert_eq!(Spot::at(Point::new(0, 0), 2, size), Spot::Post(cell(2)));
    /// ```
    #[inline]
    pub const fn at(place: Point, pitch: u16, size: Size) -> Spot {
        let ((x, on_column), (y, on_row)) = (along(place.x, pitch, size.w), along(place.y, pitch, size.h));
        let cell = Point::new(x, y);
        match (on_column, on_row) {
            (false, false) => Spot::Cell(cell),
            (true, false) => Spot::Line(cell, Dir::E),
            (false, true) => Spot::Line(cell, Dir::S),
            (true, true) => Spot::Post(cell),
        }
    }
}

/// The cell of a place along one axis, and whether the place is on the line after it.
const fn along(at: u16, pitch: u16, length: u16) -> (u16, bool) {
    match (at / pitch, at % pitch) {
        (0, 0) => (length - 1, true),
        (nth, 0) => (nth - 1, true),
        (nth, _) => (nth, false),
    }
}
