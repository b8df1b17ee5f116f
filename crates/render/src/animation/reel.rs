//! A history as pictures of the same size.

use crate::raster::Raster;
use image::RgbaImage;
use mapwright_core::{BuilderMap, Frame, FrameKind, History, Size};

use super::pace::Pace;
use crate::RenderError;
use crate::changes::Changes;
use crate::draw::floor_rows;
use crate::moments::{Moment, Moments};
use crate::picture::canvas::blank;
use crate::picture::{Kind, Layout, Painter, Style, show_changes};
use crate::scene::{Scene, possible};

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
        let mut moments = Moments::of(history, style.secrets);
        while let Some(Moment { frame, map, .. }) = moments.next_stage() {
            reel.kinds.resize(frame.stage.index, Kind::Auto);
            reel.kinds.push(possible(&map, style.kind, style));
        }
        let mut moments = Moments::of(history, style.secrets);
        while let Some(Moment { frame, map, .. }) = moments.next_frame() {
            if reel.like.area() == 0 {
                reel.like = map.size();
            }
            let (kind, style) = reel.look(frame, &map);
            let layout = Layout::of(map.size(), kind, &style)?;
            reel.size = (reel.size.0.max(layout.w), reel.size.1.max(layout.h));
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
        let mut moments = Moments::of(self.history, self.style.secrets);
        if self.style.changes {
            moments = moments.remembering();
        }
        for _ in 0..nth {
            moments.next_frame();
        }
        let Moment { frame, map, before } = moments.next_frame().ok_or(RenderError::NoFrames)?;
        let (kind, style) = self.look(frame, &map);
        let scene = Scene::of(&map, kind, &style)?;
        let mut image = Painter::default().draw(&scene, &style)?;
        let before = before.filter(|_| frame.kind == FrameKind::Stage);
        if let Some(cells) = before.and_then(|before| Changes::between(before, &map).cells) {
            show_changes(&mut image, &cells, kind, &style);
        }
        match floor_rows(&map, &style)? {
            Some(rows) => Layout::of(map.size(), kind, &style)?.rows(&image, &scene, rows, &style),
            None => Ok(image),
        }
    }

    /// All frames, each in the middle of its picture and with its time.
    pub(super) fn pictures(&self, pace: Pace) -> impl Iterator<Item = Result<(RgbaImage, u16), RenderError>> {
        let (mut moments, mut painter) = (Moments::of(self.history, self.style.secrets), Painter::default());
        std::iter::from_fn(move || {
            let Moment { frame, map, .. } = moments.next_frame()?;
            let delay = if frame.kind == FrameKind::Stage { pace.stage } else { pace.step };
            let (kind, style) = self.look(frame, &map);
            let drawn = Scene::of(&map, kind, &style).and_then(|scene| painter.draw(&scene, &style));
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
