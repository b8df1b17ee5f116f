//! A history as pictures of the same size.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, Frame, FrameKind, History, Size};

use super::Pace;
use crate::RenderError;
use crate::changes::Changes;
use crate::picture::canvas::blank;
use crate::picture::{Kind, Painter, Style, picture_size, possible, show_changes};

/// How to show a history, found in one pass without drawing.
#[derive(Debug)]
pub(super) struct Reel<'a> {
    history: &'a History,
    style: &'a Style,
    /// The size of the first map; maps of other sizes are scaled.
    like: Size,
    /// For each stage the kind that fits its result, so that the kind does not change within the stage.
    kinds: Vec<Kind>,
    /// The pixels of all pictures.
    pub(super) size: (u32, u32),
}

impl<'a> Reel<'a> {
    pub(super) fn new(history: &'a History, style: &'a Style) -> Result<Self, RenderError> {
        let mut reel = Reel { history, style, like: Size::default(), kinds: Vec::new(), size: (0, 0) };
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
            let (kind, style) = reel.look(frame, map);
            let (w, h) = picture_size(map, &Style { kind, ..style })?;
            reel.size = (reel.size.0.max(w), reel.size.1.max(h));
        }
        style.claim(reel.size.0.into(), reel.size.1.into())?;
        if history.frames().is_empty() { Err(RenderError::NoFrames) } else { Ok(reel) }
    }

    /// The kind of a frame, and the style that draws its map about as large as the first one. A failed stage has no result
    /// to choose the kind by.
    fn look(&self, frame: &Frame, map: &BuilderMap) -> (Kind, Style) {
        let style = Style { flat: true, ..self.style.sized(map.size(), self.like) };
        let kind = self.kinds.get(frame.stage.index).copied().unwrap_or(self.style.kind);
        (possible(map, kind, &style), style)
    }

    /// Draws one frame, as large as its map is.
    pub(super) fn picture(&self, nth: usize) -> Result<RgbaImage, RenderError> {
        let mut replay = self.history.replay();
        let mut before: Option<BuilderMap> = None;
        for frame in self.history.frames().iter().take(nth) {
            replay.next_frame();
            if self.style.changes && frame.kind == FrameKind::Stage {
                before = Some(replay.map().clone());
            }
        }
        let frame = replay.next_frame().ok_or(RenderError::NoFrames)?;
        let map = replay.map();
        let (kind, style) = self.look(frame, map);
        let mut image = Painter::default().draw(map, kind, &style)?;
        let shows = style.changes && frame.kind == FrameKind::Stage;
        let changed = before.filter(|_| shows).and_then(|before| Changes::between(&before, map).cells);
        if let Some(cells) = changed {
            show_changes(&mut image, &cells, kind, &style);
        }
        Ok(image)
    }

    /// All frames, each in the middle of its picture and with its time.
    pub(super) fn pictures(&self, pace: Pace) -> impl Iterator<Item = Result<(RgbaImage, u16), RenderError>> {
        let (mut replay, mut painter) = (self.history.replay(), Painter::default());
        std::iter::from_fn(move || {
            let frame = replay.next_frame()?;
            let delay = if frame.kind == FrameKind::Stage { pace.stage } else { pace.step };
            let (kind, style) = self.look(frame, replay.map());
            let drawn = painter.draw(replay.map(), kind, &style);
            Some(drawn.map(|picture| (self.centered(picture), delay)))
        })
    }

    fn centered(&self, picture: RgbaImage) -> RgbaImage {
        let (w, h) = self.size;
        if picture.dimensions() == (w, h) {
            return picture;
        }
        let mut image = blank(w, h, self.style.theme.paper);
        let corner = (w.saturating_sub(picture.width()) / 2, h.saturating_sub(picture.height()) / 2);
        image.paste(corner, &picture);
        image
    }
}
