//! A history as pictures of the same size, each with the rectangle that changed.

use std::rc::Rc;

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, FrameKind, History, Replay, Size};

use super::{Film, Pace};
use crate::RenderError;
use crate::colors::Area;
use crate::picture::canvas::blank;
use crate::picture::{Kind, Painter, Style, picture_size, possible};

/// How to show a history, found in one pass without drawing.
#[derive(Debug)]
pub(super) struct Reel<'a> {
    history: &'a History,
    style: &'a Style,
    pace: Pace,
    /// The size of the first map; maps of other sizes are scaled.
    like: Size,
    /// For each stage the kind that fits its result, so that the kind does not change within the stage.
    kinds: Vec<Kind>,
    /// The pixels of all pictures.
    size: (u32, u32),
}

/// One picture.
#[derive(Debug)]
pub(super) struct Shot {
    pub(super) image: Rc<RgbaImage>,
    /// The difference from the picture before; all of the first one.
    pub(super) changed: Area,
    /// Hundredths of a second.
    pub(super) delay: u16,
}

impl<'a> Reel<'a> {
    pub(super) fn new(history: &'a History, style: &'a Style, pace: &Pace) -> Result<Self, RenderError> {
        let mut reel = Reel { history, style, pace: *pace, like: Size::default(), kinds: Vec::new(), size: (0, 0) };
        let mut replay = history.replay();
        while let Some(frame) = replay.next_frame() {
            if frame.kind == FrameKind::Stage {
                reel.kinds.resize(frame.stage.index, Kind::Auto);
                reel.kinds.push(possible(replay.map(), style.kind, style));
            }
        }
        let mut replay = history.replay();
        while let Some(frame) = replay.next_frame() {
            let map = replay.map();
            if reel.like.area() == 0 {
                reel.like = map.size();
            }
            let style = reel.style_of(map);
            let kind = possible(map, reel.kind_of(frame.stage.index), &style);
            let (w, h) = picture_size(map, &Style { kind, ..style })?;
            reel.size = (reel.size.0.max(w), reel.size.1.max(h));
        }
        style.claim(reel.size.0.into(), reel.size.1.into())?;
        if history.frames().is_empty() { Err(RenderError::NoFrames) } else { Ok(reel) }
    }

    /// The style that draws a map about as large as the first one. Grain would fill the file.
    pub(super) fn style_of(&self, map: &BuilderMap) -> Style {
        Style { flat: true, ..self.style.sized(map.size(), self.like) }
    }

    /// The kind of a stage; a failed stage has no result to choose it by.
    pub(super) fn kind_of(&self, stage: usize) -> Kind {
        self.kinds.get(stage).copied().unwrap_or(self.style.kind)
    }
}

impl Film for Reel<'_> {
    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn len(&self) -> usize {
        self.history.frames().len()
    }

    fn shots(&self) -> impl Iterator<Item = Result<Shot, RenderError>> {
        Shots { reel: self, replay: self.history.replay(), painter: Painter::default(), shown: None, done: 0 }
    }
}

/// Draws the pictures of a reel, one after the other.
#[derive(Debug)]
struct Shots<'a> {
    reel: &'a Reel<'a>,
    replay: Replay<'a>,
    painter: Painter,
    shown: Option<Rc<RgbaImage>>,
    done: usize,
}

impl Iterator for Shots<'_> {
    type Item = Result<Shot, RenderError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frame = self.replay.next_frame()?;
        let map = self.replay.map();
        let style = self.reel.style_of(map);
        let kind = possible(map, self.reel.kind_of(frame.stage.index), &style);
        self.done += 1;
        let delay = match frame.kind {
            _ if self.done == self.reel.len() => self.reel.pace.last,
            FrameKind::Stage => self.reel.pace.stage,
            FrameKind::Step | FrameKind::Snapshot => self.reel.pace.step,
        };
        let drawn = self.painter.draw(map, kind, &style);
        Some(drawn.map(|picture| {
            let picture = self.centered(picture);
            Shot::after(&mut self.shown, picture, delay)
        }))
    }
}

impl Shot {
    /// The next picture. It replaces the one that is `shown`.
    pub(super) fn after(shown: &mut Option<Rc<RgbaImage>>, picture: RgbaImage, delay: u16) -> Shot {
        let image = Rc::new(picture);
        let changed = match shown {
            Some(shown) => Area::changed(shown, &image),
            None => Area::whole(&image),
        };
        *shown = Some(Rc::clone(&image));
        Shot { image, changed, delay }
    }
}

impl Shots<'_> {
    /// The picture, centered in the size of the reel.
    fn centered(&self, picture: RgbaImage) -> RgbaImage {
        let (w, h) = self.reel.size;
        if picture.dimensions() == (w, h) {
            return picture;
        }
        let mut image = blank(w, h, self.reel.style.theme.paper);
        let corner = (w.saturating_sub(picture.width()) / 2, h.saturating_sub(picture.height()) / 2);
        image.paste(corner, &picture);
        image
    }
}
