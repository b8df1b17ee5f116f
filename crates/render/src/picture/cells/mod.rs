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
use mapwright_core::Point;

pub(crate) use pipes::elbow;

use super::land::FlatGround;
use super::style::Style;
use crate::scene::{Scene, SceneGround};

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

/// The cells of a scene, if its ground is painted cell by cell.
pub(super) fn of<'a>(scene: &'a Scene<'_>, style: &'a Style) -> Option<Box<dyn Cells + 'a>> {
    Some(match &scene.ground {
        SceneGround::Regions(regions) => Box::new(lined::Lined::regions(regions, scene.wrap, style)),
        SceneGround::Pipes { sides, flow } => {
            Box::new(pipes::Pipes { sides, flow: *flow, passages: scene.passages.as_ref()?, style })
        }
        SceneGround::Edges(sides) => Box::new(edges::EdgeCells { sides, style }),
        SceneGround::Corners(corners) => Box::new(corners::Corners { corners, style }),
        SceneGround::Flat { tiles, regions } => Box::new(FlatGround::new(scene, tiles, *regions, style)),
        SceneGround::Terrain(_) | SceneGround::Sprites { .. } => return None,
    })
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
