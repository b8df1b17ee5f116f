//! Why something cannot be drawn.

use mapwright_core::{BuilderMap, Grid, Plane, Point, Size};
use mapwright_files::EncodeError;

/// Why a picture, text or animation cannot be made.
#[derive(thiserror::Error, mapwright_core::ErrorDebug)]
#[non_exhaustive]
pub enum RenderError {
    /// The map has no cell.
    #[error("a map of {size} has no cell to draw")]
    Empty {
        /// The map's size.
        size: Size,
    },
    /// The map does not have the plane to draw.
    #[error("the map has no `{plane}` to draw")]
    MissingPlane {
        /// The plane.
        plane: Plane,
    },
    /// Two planes of the map have different sizes.
    #[error("`{plane}` has {found} cells, `tiles` has {size}")]
    PlaneSize {
        /// The plane that does not fit.
        plane: Plane,
        /// Its size.
        found: Size,
        /// The map's size.
        size: Size,
    },
    /// No tile of the tileset has the colors of a cell.
    #[error("no tile of `{kind}` has the colors {colors:?}, as the cell at {at}")]
    NoTile {
        /// The cell.
        at: Point,
        /// The tileset's kind.
        kind: &'static str,
        /// The colors of its sides or corners, clockwise from the north or north-east.
        colors: [u8; 4],
    },
    /// An index is past the last tile of the tileset.
    #[error("`{kind}` has no tile {index}, requested at {at}")]
    NoSuchTile {
        /// The cell.
        at: Point,
        /// The tileset's kind.
        kind: &'static str,
        /// The index.
        index: u8,
    },
    /// The map does not have this floor.
    #[error("the map has no floor {floor}; it has {n_floors}, counted from 0")]
    NoFloor {
        /// The floor.
        floor: u16,
        /// How many there are.
        n_floors: u16,
    },
    /// The style asks for what this kind of drawing does not show.
    #[error("{by} does not show {what}; draw a picture instead")]
    NotShown {
        /// What is not shown.
        what: &'static str,
        /// The kind of drawing.
        by: &'static str,
    },
    /// The scale is 0.
    #[error("a scale of 0 pixels a cell draws nothing; expected 1 or more")]
    ZeroScale,
    /// The picture would have more pixels than the style allows.
    #[error("a picture of {w}x{h} pixels is too large: expected at most {limit} pixels")]
    TooLarge {
        /// Pixels across.
        w: u64,
        /// Pixels down.
        h: u64,
        /// The most pixels allowed.
        limit: u64,
    },
    /// The history has no frames.
    #[error("the history has no frames to draw; record a build first")]
    NoFrames,
    /// A sheet or an animation has no pictures.
    #[error("a contact sheet or an animation needs at least one picture")]
    NoPictures,
    /// The pictures of an animation have different sizes.
    #[error("picture {index} has {}x{} pixels, picture 0 has {}x{}", found.0, found.1, size.0, size.1)]
    PictureSize {
        /// Which picture, from 0.
        index: usize,
        /// Its pixels, across and down.
        found: (u32, u32),
        /// Those of the first one.
        size: (u32, u32),
    },
    /// The picture cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

/// Refuses a map that cannot be drawn at all: one without cells, or with planes of different sizes.
///
/// Marks may be anywhere: in the middle of a stage, a start may be about to move.
pub(crate) fn check(map: &BuilderMap) -> Result<(), RenderError> {
    let size = map.size();
    if size.area() == 0 {
        return Err(RenderError::Empty { size });
    }
    map.mismatched_plane().map_or(Ok(()), |(plane, found)| Err(RenderError::PlaneSize { plane, found, size }))
}

/// The plane, or the error that names it.
pub(crate) fn need<T>(plane: Option<&Grid<T>>, name: Plane) -> Result<&Grid<T>, RenderError> {
    plane.ok_or(RenderError::MissingPlane { plane: name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright_core::{Flow, Sides, Tile, Wrap};

    #[test]
    fn a_map_that_cannot_be_drawn_is_named() {
        let good = BuilderMap::filled(Size::new(5, 8), Wrap::None, Tile::FLOOR);
        let check = |spoil: &dyn Fn(&mut BuilderMap), message: &str| {
            let mut map = good.clone();
            spoil(&mut map);
            assert_eq!(super::check(&map).map_err(|error| error.to_string()), Err(message.to_owned()));
        };
        assert!(super::check(&good).is_ok());
        check(&|map| map.tiles = Grid::new(Size::new(0, 3), Tile::WALL), "a map of 0x3 has no cell to draw");
        let wrong = Size::new(4, 8);
        check(&|map| map.sides = Some(Grid::new(wrong, Sides::OPEN)), "`sides` has 4x8 cells, `tiles` has 5x8");
        check(&|map| map.regions = Some(Grid::new(wrong, 1)), "`regions` has 4x8 cells, `tiles` has 5x8");
        let flow = Flow::dry(wrong, Point::new(0, 0));
        check(&|map| map.flow = Some(flow.clone()), "`flow` has 4x8 cells, `tiles` has 5x8");
    }

    #[test]
    fn messages_say_what_is_wrong_and_what_is_allowed() {
        let check = |error: RenderError, message: &str| assert_eq!(error.to_string(), message);
        check(RenderError::MissingPlane { plane: Plane::Corners }, "the map has no `corners` to draw");
        check(RenderError::ZeroScale, "a scale of 0 pixels a cell draws nothing; expected 1 or more");
        check(
            RenderError::TooLarge { w: 70_000, h: 9, limit: 500 },
            "a picture of 70000x9 pixels is too large: expected at most 500 pixels",
        );
        check(RenderError::NoFrames, "the history has no frames to draw; record a build first");
        check(RenderError::NoPictures, "a contact sheet or an animation needs at least one picture");
    }
}
