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

use super::land::{Flat, is_flat};
use super::style::{Kind, Style};
use crate::error::{RenderError, need};

/// What a cell looks like, packed into one number by the kind that paints it.
pub(super) type Look = u32;

/// One of the kinds, ready to look at a map.
#[derive(Debug)]
pub(super) enum Cells<'a> {
    Flat(Flat<'a>),
    Lined(lined::Lined<'a>),
    Pipes(pipes::Pipes<'a>),
    Edges(edges::Edges<'a>),
    Corners(corners::Corners<'a>),
}

impl<'a> Cells<'a> {
    /// The cells of a map, drawn as `kind`, if that kind is painted cell by cell.
    pub(super) fn of(map: &'a BuilderMap, kind: Kind, style: &'a Style) -> Result<Option<Self>, RenderError> {
        Ok(Some(match kind {
            Kind::Regions => {
                let regions = need(map.regions.as_ref(), Plane::Regions)?;
                Cells::Lined(lined::Lined::regions(regions, map.wrap, style))
            }
            Kind::Pipes => Cells::Pipes(pipes::Pipes::new(map, need(map.sides.as_ref(), Plane::Sides)?, style)),
            Kind::WangEdges => Cells::Edges(edges::Edges { sides: need(map.sides.as_ref(), Plane::Sides)?, style }),
            Kind::WangCorners => {
                Cells::Corners(corners::Corners { corners: need(map.corners.as_ref(), Plane::Corners)?, style })
            }
            Kind::Maze => {
                need(map.sides.as_ref(), Plane::Sides)?;
                // Two or three pixels have room for a wall.
                let is_flat = is_flat(style.scale) && !(2..=3).contains(&style.scale);
                return Ok(is_flat.then(|| Cells::Flat(Flat::maze(map, style))));
            }
            Kind::Tiles | Kind::Auto => {
                let is_flat = is_flat(style.scale) && !style.repeats;
                return Ok(is_flat.then(|| Cells::Flat(Flat::new(map, style))));
            }
            Kind::Sprites => return Ok(None),
        }))
    }

    /// What the cells of a row look like. Lined kinds are asked for one more column and row: the last lines.
    pub(super) fn looks(&self, y: u16, looks: &mut [Look]) {
        fn each(y: u16, looks: &mut [Look], look: impl Fn(Point) -> Look) {
            for (x, place) in (0..).zip(looks) {
                *place = look(Point::new(x, y));
            }
        }
        match self {
            Cells::Flat(cells) => cells.looks(y, looks),
            Cells::Lined(cells) => each(y, looks, |at| cells.look(at)),
            Cells::Pipes(cells) => each(y, looks, |at| cells.look(at)),
            Cells::Edges(cells) => each(y, looks, |at| cells.look(at)),
            Cells::Corners(cells) => each(y, looks, |at| cells.look(at)),
        }
    }

    /// The picture of a look, `scale` pixels on each side.
    pub(super) fn paint(&self, look: Look) -> RgbaImage {
        match self {
            Cells::Flat(cells) => cells.paint(look),
            Cells::Lined(cells) => cells.paint(look),
            Cells::Pipes(cells) => cells.paint(look),
            Cells::Edges(cells) => cells.paint(look),
            Cells::Corners(cells) => cells.paint(look),
        }
    }
}

/// Packs small numbers into a look, lowest bits first.
#[derive(Debug, Default)]
struct Packed {
    look: Look,
    used: u32,
}

impl Packed {
    const fn with(self, value: u32, bits: u32) -> Packed {
        Packed { look: self.look | (value & ((1 << bits) - 1)) << self.used, used: self.used + bits }
    }
}

/// Takes values out of a look in the order in which they were packed.
#[derive(Debug)]
struct Unpacked(Look);

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
