//! Pictures of any kind, one after the other.

use std::rc::Rc;

use image::RgbaImage;

use super::{Film, Pace, Shot};
use crate::RenderError;

/// Pictures drawn by number, so that at most two exist at a time.
#[derive(Debug)]
pub(super) struct Pictures<F> {
    draw: F,
    pace: Pace,
    count: usize,
    size: (u32, u32),
}

impl<F: Fn(usize) -> Result<RgbaImage, RenderError>> Pictures<F> {
    /// `count` pictures, all as large as the first.
    pub(super) fn new(count: usize, draw: F, pace: &Pace) -> Result<Self, RenderError> {
        if count == 0 {
            return Err(RenderError::NoPictures);
        }
        let size = draw(0)?.dimensions();
        Ok(Pictures { draw, pace: *pace, count, size })
    }
}

impl<F: Fn(usize) -> Result<RgbaImage, RenderError>> Film for Pictures<F> {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn len(&self) -> usize {
        self.count
    }

    fn shots(&self) -> impl Iterator<Item = Result<Shot, RenderError>> {
        let mut shown: Option<Rc<RgbaImage>> = None;
        (0..self.count).map(move |index| {
            let picture = (self.draw)(index)?;
            let (found, size) = (picture.dimensions(), self.size);
            if found != size {
                return Err(RenderError::PictureSize { index, found, size });
            }
            let delay = if index + 1 == self.count { self.pace.last } else { self.pace.step };
            Ok(Shot::after(&mut shown, picture, delay))
        })
    }
}
