//! A single picture of a film.

use mapwright_core::{BuilderMap, FrameKind, History};

use super::Pace;
use super::reel::Reel;
use crate::RenderError;
use crate::changes::Changes;
use crate::picture::{Painter, Style, possible, show_changes};
use image::RgbaImage;

/// Draws one frame of a history, counted from 0, as in films. With the style's `changes`, the result of a stage
/// outlines the cells that the stage changed.
///
/// # Errors
///
/// A history without such a frame, or a map that [`draw`](crate::draw) refuses.
pub fn draw_frame(history: &History, nth: usize, style: &Style) -> Result<RgbaImage, RenderError> {
    let reel = Reel::new(history, style, &Pace::default())?;
    let mut replay = history.replay();
    let mut before: Option<BuilderMap> = None;
    for frame in history.frames().iter().take(nth) {
        replay.next_frame();
        if style.changes && frame.kind == FrameKind::Stage {
            before = Some(replay.map().clone());
        }
    }
    let frame = replay.next_frame().ok_or(RenderError::NoFrames)?;
    let (map, style) = (replay.map(), reel.style_of(replay.map()));
    let kind = possible(map, reel.kind_of(frame.stage.index), &style);
    let mut image = Painter::default().draw(map, kind, &style)?;
    let shows = style.changes && frame.kind == FrameKind::Stage;
    let changed = before.filter(|_| shows).and_then(|before| Changes::between(&before, map).cells);
    if let Some(cells) = changed {
        show_changes(&mut image, &cells, kind, &style);
    }
    Ok(image)
}
