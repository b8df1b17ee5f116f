//! The kinds of pictures, each as two functions: what a cell looks like, in one number, and the
//! little picture that such a number stands for.
//!
//! A map has far fewer looks than cells, so each look is painted once and copied everywhere; and of an
//! animation only the cells whose look changed are copied again.

mod corners;
mod edges;
mod lined;
mod pipes;
pub(super) mod sprites;

use image::RgbaImage;
use mapwright_core::{BuilderMap, Plane, Point};

pub(crate) use pipes::elbow;

use super::land::{FlatGround, is_flat};
use super::style::{Kind, Style};
use crate::error::{RenderError, need};

/// What a cell looks like, packed into one number by the kind that paints it.
pub(super) type PackedCell = u32;

/// One of the kinds, ready to look at a map.
pub(super) trait Cells {
    /// What the cells of a row look like. Lined kinds are asked for one more column and row: the last lines.
    fn looks(&self, y: u16, looks: &mut [PackedCell]);

    /// The picture of a look, `scale` pixels on each side.
    fn paint(&self, look: PackedCell) -> RgbaImage;
}

/// Looks at each cell of a row.
fn each(y: u16, looks: &mut [PackedCell], look: impl Fn(Point) -> PackedCell) {
    (0..).zip(looks).for_each(|(x, place)| *place = look(Point::new(x, y)));
}

/// The cells of a map, drawn as `kind`, if that kind is painted cell by cell.
pub(super) fn of<'a>(
    map: &'a BuilderMap,
    kind: Kind,
    style: &'a Style,
) -> Result<Option<Box<dyn Cells + 'a>>, RenderError> {
    Ok(Some(match kind {
        Kind::Regions => {
            let regions = need(map.regions.as_ref(), Plane::Regions)?;
            Box::new(lined::Lined::regions(regions, map.wrap, style))
        }
        Kind::Pipes => Box::new(pipes::Pipes::new(map, need(map.sides.as_ref(), Plane::Sides)?, style)),
        Kind::WangEdges => Box::new(edges::EdgeCells { sides: need(map.sides.as_ref(), Plane::Sides)?, style }),
        Kind::WangCorners => Box::new(corners::Corners { corners: need(map.corners.as_ref(), Plane::Corners)?, style }),
        Kind::Maze => {
            need(map.sides.as_ref(), Plane::Sides)?;
            // Two or three pixels have room for a wall.
            if !is_flat(style.scale) || (2..=3).contains(&style.scale) {
                return Ok(None);
            }
            Box::new(FlatGround::maze(map, style))
        }
        Kind::Tiles | Kind::Auto if is_flat(style.scale) && !style.repeats => Box::new(FlatGround::new(map, style)),
        Kind::Tiles | Kind::Auto | Kind::Sprites => return Ok(None),
    }))
}

/// Packs small numbers into a look, lowest bits first.
#[derive(Debug, Default)]
struct Packed {
    look: PackedCell,
    used: u32,
}

impl Packed {
    const fn with(self, value: u32, bits: u32) -> Packed {
        Packed { look: self.look | (value & ((1 << bits) - 1)) << self.used, used: self.used + bits }
    }
}

/// Takes values out of a look in the order in which they were packed.
#[derive(Debug)]
struct Unpacked(PackedCell);

impl Unpacked {
    const fn take(&mut self, bits: u32) -> u32 {
        let value = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        value
    }

    const fn flag(&mut self) -> bool {
        self.take(1) == 1
    }
}
