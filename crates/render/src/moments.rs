//! A history as maps, one after the other.

use std::borrow::Cow;

use mapwright_core::{BuilderMap, Frame, FrameKind, History, Replay, Secrets};

/// Goes through the frames of a history.
#[derive(Debug)]
pub(crate) struct Moments<'a> {
    replay: Replay<'a>,
    secrets: Secrets,
    /// The result of the stage before, and whether it is asked for.
    before: Option<BuilderMap>,
    remembers: bool,
    is_stage: bool,
}

/// A frame, and the map as it is to be shown.
#[derive(Debug)]
pub(crate) struct Moment<'m> {
    pub(crate) frame: &'m Frame,
    pub(crate) map: Cow<'m, BuilderMap>,
    /// The result of the stage before, if moments remember it.
    pub(crate) before: Option<&'m BuilderMap>,
}

impl<'a> Moments<'a> {
    pub(crate) fn of(history: &'a History, secrets: Secrets) -> Moments<'a> {
        Moments { replay: history.replay(), secrets, before: None, remembers: false, is_stage: false }
    }

    /// Remembers the result of the stage before.
    pub(crate) fn remembering(self) -> Moments<'a> {
        Moments { remembers: true, ..self }
    }

    /// Goes on to the next frame.
    pub(crate) fn next_frame(&mut self) -> Option<Moment<'_>> {
        let frame = self.step()?;
        Some(Moment { frame, map: self.secrets.map(self.replay.map()), before: self.before.as_ref() })
    }

    /// Goes on to the result of the next stage.
    pub(crate) fn next_stage(&mut self) -> Option<Moment<'_>> {
        let frame = std::iter::from_fn(|| self.step()).find(|frame| frame.kind == FrameKind::Stage)?;
        Some(Moment { frame, map: self.secrets.map(self.replay.map()), before: self.before.as_ref() })
    }

    fn step(&mut self) -> Option<&'a Frame> {
        if self.remembers && self.is_stage {
            self.before = Some(self.secrets.map(self.replay.map()).into_owned());
        }
        let frame = self.replay.next_frame()?;
        self.is_stage = frame.kind == FrameKind::Stage;
        Some(frame)
    }
}
