//! Walking through a history, one frame after the other, in place.

use super::delta::blank;
use super::{Frame, FrameKind};
use crate::{BuilderMap, Size};

/// The map of a history at one frame, moving forward.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    frames: std::slice::Iter<'a, Frame>,
    map: BuilderMap,
}

impl<'a> Replay<'a> {
    pub(super) fn new(frames: &'a [Frame]) -> Self {
        Replay { frames: frames.iter(), map: blank(Size::new(0, 0)) }
    }

    /// Advances to the next frame; [`map`](Self::map) then returns its map.
    pub fn next_frame(&mut self) -> Option<&'a Frame> {
        let frame = self.frames.next()?;
        frame.delta.apply(&mut self.map);
        Some(frame)
    }

    /// Advances to the next result of a stage.
    pub fn next_stage(&mut self) -> Option<&'a Frame> {
        while let Some(frame) = self.next_frame() {
            if frame.kind == FrameKind::Stage {
                return Some(frame);
            }
        }
        None
    }

    /// The map at the current frame; before the first frame, a map without cells.
    pub const fn map(&self) -> &BuilderMap {
        &self.map
    }
}
