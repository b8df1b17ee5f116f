//! The little pictures that looks stand for, each painted once.

use std::collections::BTreeMap;

use super::cells::PackedCell;
use image::RgbaImage;

/// Places for looks met lately; one that another look has taken is looked up in the map.
const PLACES: usize = 1 << 10;

#[derive(Debug, Default)]
pub(super) struct Stamps {
    known: BTreeMap<PackedCell, usize>,
    images: Vec<RgbaImage>,
    recent: Vec<Option<Recent>>,
}

#[derive(Clone, Copy, Debug)]
struct Recent {
    look: PackedCell,
    nth: usize,
    /// The upper left pixel of its stamp.
    pixel: [u8; 4],
}

impl Stamps {
    /// The stamp of a look; `paint` makes it when it is first met.
    pub(super) fn stamp(&mut self, look: PackedCell, paint: impl FnOnce() -> RgbaImage) -> &RgbaImage {
        let nth = self.recent(look, paint).nth;
        &self.images[nth]
    }

    /// The only pixel of a stamp that has no more.
    #[inline]
    pub(super) fn pixel(&mut self, look: PackedCell, paint: impl FnOnce() -> RgbaImage) -> [u8; 4] {
        self.recent(look, paint).pixel
    }

    #[inline]
    fn recent(&mut self, look: PackedCell, paint: impl FnOnce() -> RgbaImage) -> Recent {
        let place = (look.wrapping_mul(0x9e37_79b1) >> 22) as usize % PLACES;
        match self.recent.get(place) {
            Some(Some(recent)) if recent.look == look => *recent,
            _ => self.remember(place, look, paint),
        }
    }

    #[cold]
    fn remember(&mut self, place: usize, look: PackedCell, paint: impl FnOnce() -> RgbaImage) -> Recent {
        let nth = *self.known.entry(look).or_insert_with(|| {
            self.images.push(paint());
            self.images.len() - 1
        });
        let recent =
            Recent { look, nth, pixel: self.images[nth].get_pixel_checked(0, 0).map_or([0; 4], |pixel| pixel.0) };
        self.recent.resize(PLACES, None);
        self.recent[place] = Some(recent);
        recent
    }
}
