//! A part of the world while stages work on it.

use mapwright_core::{BuildError, BuilderMap, Planes};

use crate::planes::{Patch, blank, bytes, copy};
use crate::{Feature, WorldRect};

/// A map that shows a rectangle of the world.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) rect: WorldRect,
    pub(crate) map: BuilderMap,
    /// Features that do not lie in it as a whole, but belong to the chunk that is being made.
    pub(crate) aside: Vec<Feature>,
}

/// A finished part of a layer. Its map has planes, but no lists.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) area: WorldRect,
    pub(crate) map: BuilderMap,
    /// Those that it owns, in order.
    pub(crate) features: Vec<Feature>,
}

impl Window {
    /// A rectangle of walls.
    pub(crate) fn new(rect: WorldRect) -> Result<Window, BuildError> {
        Ok(Window { rect, map: blank(rect.size()?), aside: Vec::new() })
    }

    /// Copies what lies in the window from a chunk. Of the features that do not fit, those stay that `own` owns.
    pub(crate) fn paste(&mut self, chunk: &Chunk, own: WorldRect) {
        let Some(both) = chunk.area.overlap(self.rect) else { return };
        if let (Some(from), Some(to)) = (both.within(chunk.area), both.within(self.rect)) {
            copy(&chunk.map, &mut self.map, Patch { from, to, size: (both.w, both.h) });
        }
        for feature in &chunk.features {
            self.put(feature.clone(), own);
        }
    }

    /// Cuts off everything outside of a rectangle.
    pub(crate) fn crop(self, rect: WorldRect, own: WorldRect) -> Result<Window, BuildError> {
        if rect == self.rect {
            return Ok(self);
        }
        let Window { rect: before, mut map, aside } = self;
        let mut cropped = Window::new(rect)?;
        if let Some(from) = rect.within(before) {
            copy(&map, &mut cropped.map, Patch { from, to: (0, 0), size: (rect.w, rect.h) });
        }
        let features = Feature::take_all(&mut map, (before.x, before.y));
        features.into_iter().chain(aside).for_each(|feature| cropped.put(feature, own));
        Ok(cropped)
    }

    fn put(&mut self, feature: Feature, own: WorldRect) {
        let owned = own.contains(feature.bounds.x, feature.bounds.y);
        self.aside.extend(feature.put(&mut self.map, self.rect).filter(|_| owned));
    }

    /// Forgets what a stage has made stale.
    pub(crate) fn forget(&mut self, planes: Planes) {
        self.aside.retain(|feature| !feature.is_in(planes));
    }

    /// The finished chunk.
    pub(crate) fn finish(self) -> Chunk {
        let Window { rect: area, mut map, mut aside } = self;
        aside.extend(Feature::take_all(&mut map, (area.x, area.y)));
        aside.sort_unstable();
        map.clear(Planes::ALL.minus(crate::planes::CARRIED));
        map.portals.clear();
        Chunk { area, map, features: aside }
    }
}

impl Chunk {
    /// How much memory it takes, but for lists in lists.
    pub(crate) fn bytes(&self) -> u64 {
        bytes(&self.map) + (self.features.len() * size_of::<Feature>()) as u64 + size_of::<Chunk>() as u64
    }
}
