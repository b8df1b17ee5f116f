//! The places of the lattice between the tiles.

use std::fmt;

use mapwright_core::{Corner, Dir};

/// A place of the lattice that has one color, which all tiles that touch it share: a point, where four tiles meet,
/// or an edge, where two do.
///
/// Each place has a unique name, by the tile to its south-east: [`corner`](Self::corner) and [`side`](Self::side)
/// find it. Places are ordered row by row.
///
/// ```
/// use mapwright_core::{Corner, Dir};
/// use mapwright_wang::Place;
///
/// assert_eq!(Place::side(3, 5, Dir::E), Place::side(4, 5, Dir::W));
/// assert_eq!(Place::corner(3, 5, Corner::SE), Place::corner(4, 6, Corner::NW));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The row of the tile.
    pub y: i64,
    /// The column of the tile.
    pub x: i64,
    /// Which part of the tile.
    pub part: PlacePart,
}

/// The part of a tile that names a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PlacePart {
    /// The north-west corner.
    Corner,
    /// The north side.
    North,
    /// The west side.
    West,
}

impl Place {
    /// A corner of tile `(x, y)`.
    pub const fn corner(x: i64, y: i64, corner: Corner) -> Place {
        let (dx, dy) = match corner {
            Corner::NE => (1, 0),
            Corner::SE => (1, 1),
            Corner::SW => (0, 1),
            Corner::NW => (0, 0),
        };
        Place { x: x.wrapping_add(dx), y: y.wrapping_add(dy), part: PlacePart::Corner }
    }

    /// A side of tile `(x, y)`.
    pub const fn side(x: i64, y: i64, side: Dir) -> Place {
        match side {
            Dir::N => Place { x, y, part: PlacePart::North },
            Dir::E => Place { x: x.wrapping_add(1), y, part: PlacePart::West },
            Dir::S => Place { x, y: y.wrapping_add(1), part: PlacePart::North },
            Dir::W => Place { x, y, part: PlacePart::West },
        }
    }

    /// The tiles that touch the place, as columns and rows, each with the part of its byte that holds the place's
    /// color: a corner is where its byte has the direction of the same number.
    pub(super) fn tiles(self) -> impl Iterator<Item = (i64, i64, Dir)> {
        let step = move |&(dx, dy, part): &(i64, i64, Dir)| (self.x.wrapping_add(dx), self.y.wrapping_add(dy), part);
        self.part.touching().iter().map(step)
    }
}

impl PlacePart {
    pub(super) const ALL: [PlacePart; 3] = [PlacePart::Corner, PlacePart::North, PlacePart::West];

    /// The tiles that touch such a place, as steps from the tile that names it.
    pub(super) const fn touching(self) -> &'static [(i64, i64, Dir)] {
        match self {
            // The bytes have NE SE SW NW where those of sides have N E S W.
            PlacePart::Corner => &[(0, 0, Dir::W), (-1, 0, Dir::N), (-1, -1, Dir::E), (0, -1, Dir::S)],
            PlacePart::North => &[(0, 0, Dir::N), (0, -1, Dir::S)],
            PlacePart::West => &[(0, 0, Dir::W), (-1, 0, Dir::E)],
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.part {
            PlacePart::Corner => "north-west corner",
            PlacePart::North => "north side",
            PlacePart::West => "west side",
        };
        write!(f, "the {part} of tile ({}, {})", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::Sides;

    /// Every tile that touches a place gives it the same name.
    #[test]
    fn all_tiles_around_a_place_name_it_alike() {
        for (x, y) in [(0, 0), (-7, 3), (i64::MIN, i64::MAX), (i64::MAX, i64::MIN)] {
            for corner in Corner::ALL {
                let place = Place::corner(x, y, corner);
                assert_eq!(place.tiles().count(), 4);
                for (x, y, part) in place.tiles() {
                    assert_eq!(Place::corner(x, y, Corner::ALL[part as usize]), place);
                }
            }
            for side in Dir::ALL {
                let place = Place::side(x, y, side);
                assert_eq!(place.tiles().count(), 2);
                for (x, y, side) in place.tiles() {
                    assert_eq!(Place::side(x, y, side), place);
                }
            }
        }
    }

    #[test]
    fn corners_lie_where_directions_do() {
        let tile = Sides::from_colors([0, 1, 2, 3]);
        for (corner, dir) in Corner::ALL.into_iter().zip(Dir::ALL) {
            assert_eq!(tile.corner(corner), tile.color(dir));
        }
    }
}
