//! The symmetries of the square.

use crate::{Dir, Grid, Point, Size};

/// A symmetry of the square: perhaps a mirror that exchanges left and right, then quarter turns clockwise. The eight of them
/// are the dihedral group D4.
///
/// ```
/// use mapwright_core::{D4, Dir, Grid, Size};
///
/// let grid = Grid::from_fn(Size::new(3, 2), |at| 3 * at.y + at.x);
/// let turned = D4::new(1).grid(&grid);
/// assert_eq!((turned.size(), turned.as_slice()), (Size::new(2, 3), &[3, 0, 4, 1, 5, 2][..]));
/// assert_eq!(D4::new(1).dir(Dir::N), Dir::E);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct D4 {
    is_mirror: bool,
    quarters: u8,
}

impl D4 {
    /// The mirror that exchanges left and right.
    pub const MIRROR: D4 = D4::new(4);

    /// Returns a symmetry by its number: 0 to 3 quarter turns clockwise, plus 4 if a mirror comes first.
    pub const fn new(number: u8) -> D4 {
        D4 { is_mirror: number & 4 != 0, quarters: number % 4 }
    }

    /// Returns the symmetry that turns first and then perhaps exchanges left and right.
    pub const fn turned(quarters: u8, is_mirrored: bool) -> D4 {
        // A mirror reverses turns.
        if is_mirrored { D4::new(4 + (4 - quarters % 4) % 4) } else { D4::new(quarters % 4) }
    }

    /// Returns all eight by their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = D4> {
        (0..8).map(D4::new)
    }

    /// Returns those with turns and with mirrors, or without: turned, and each mirrored after it.
    pub fn turned_and_mirrored(turns: bool, mirrors: bool) -> impl Iterator<Item = D4> {
        let (quarters, mirrors) = (if turns { 4 } else { 1 }, if mirrors { &[false, true][..] } else { &[false] });
        (0..quarters)
            .flat_map(move |quarters| mirrors.iter().map(move |&is_mirrored| D4::turned(quarters, is_mirrored)))
    }

    /// Returns the images that some symmetries have, each once, in order.
    pub fn distinct<T: PartialEq>(symmetries: impl IntoIterator<Item = D4>, image: impl Fn(D4) -> T) -> Vec<T> {
        let mut images = Vec::new();
        for image in symmetries.into_iter().map(image) {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// Whether left and right are exchanged.
    pub const fn is_mirror(self) -> bool {
        self.is_mirror
    }

    /// Returns the number of quarter turns clockwise.
    pub const fn quarters(self) -> u8 {
        self.quarters
    }

    /// Returns the symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> D4 {
        // A mirror with turns is a reflection, which is its own inverse.
        if self.is_mirror { self } else { D4::new((4 - self.quarters) % 4) }
    }

    /// Returns the size of the image of a rectangle.
    pub const fn size(self, size: Size) -> Size {
        if self.quarters % 2 == 1 { Size::new(size.h, size.w) } else { size }
    }

    /// Returns where a cell of a rectangle goes.
    pub const fn point(self, at: Point, size: Size) -> Point {
        let (x, y) = (if self.is_mirror { size.w - 1 - at.x } else { at.x }, at.y);
        match self.quarters {
            0 => Point::new(x, y),
            1 => Point::new(size.h - 1 - y, x),
            2 => Point::new(size.w - 1 - x, size.h - 1 - y),
            _ => Point::new(y, size.w - 1 - x),
        }
    }

    /// Returns the cell of a rectangle of `size` that goes to a cell of its image.
    pub const fn source(self, at: Point, size: Size) -> Point {
        self.inverse().point(at, self.size(size))
    }

    /// Returns where a direction goes.
    pub const fn dir(self, dir: Dir) -> Dir {
        let is_across = matches!(dir, Dir::E | Dir::W);
        let dir = if self.is_mirror && is_across { dir.opposite() } else { dir };
        dir.turned(self.quarters as u32)
    }

    /// Returns the image of a grid.
    pub fn grid<T: Clone>(self, grid: &Grid<T>) -> Grid<T> {
        Grid::from_fn(self.size(grid.size()), |at| grid[self.source(at, grid.size())].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(symmetry: D4) -> String {
        let grid = Grid::from_vec(Size::new(3, 2), "abcdef".chars().collect()).unwrap();
        let image = symmetry.grid(&grid);
        let rows: Vec<String> = image.rows().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    #[test]
    fn mirrors_come_before_turns_in_numbers_and_after_them_in_turned() {
        let all: Vec<String> = D4::all().map(image).collect();
        assert_eq!(all, ["abc/def", "da/eb/fc", "fed/cba", "cf/be/ad", "cba/fed", "fc/eb/da", "def/abc", "ad/be/cf"]);
        let turned = |quarters, is_mirrored| image(D4::turned(quarters, is_mirrored));
        assert_eq!([1, 2, 3].map(|quarters| turned(quarters, true)), ["ad/be/cf", "def/abc", "fc/eb/da"]);
        assert_eq!(D4::distinct(D4::turned_and_mirrored(true, true), image).len(), 8);
        assert_eq!(D4::distinct(D4::turned_and_mirrored(false, true), image), ["abc/def", "cba/fed"]);
    }

    #[test]
    fn cells_and_directions_go_where_their_inverse_finds_them() {
        for (symmetry, (w, h)) in D4::all().flat_map(|symmetry| [(1, 1), (1, 4), (5, 8)].map(|size| (symmetry, size))) {
            let (size, back) = (Size::new(w, h), symmetry.inverse());
            assert_eq!(back.size(symmetry.size(size)), size);
            for at in size.points() {
                let image = symmetry.point(at, size);
                assert!(symmetry.size(size).contains(image));
                assert_eq!((symmetry.source(image, size), back.point(image, symmetry.size(size))), (at, at));
                for dir in Dir::ALL {
                    assert_eq!(back.dir(symmetry.dir(dir)), dir);
                    // What lies in a direction lies in its image.
                    let ahead =
                        |at: Point, dir: Dir, size: Size| size.points().find(|next| at.step(dir) == Some(*next));
                    let next = ahead(at, dir, size).map(|next| symmetry.point(next, size));
                    assert_eq!(next, ahead(image, symmetry.dir(dir), symmetry.size(size)));
                }
            }
        }
    }
}
