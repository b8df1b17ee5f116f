//! Recording a build: the state shown so far, and the cells touched since.
//!
//! A step costs a few instructions, and a frame is proportional to the touched cells, whatever the size of the map.
//! Comparing whole maps at every frame, or the blocks of 64 cells around touched cells, made a recorded Kruskal maze of
//! 512×512 take ten times as long as an unrecorded one.

use super::cells::{CellPlane, Packed, PlaneView};
use super::delta::{Delta, blank};
use super::{Frame, FrameKind, History};
use crate::{BuilderMap, CellSet, Size, Stage};

/// The state of a recording.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    /// The sum of all frames so far.
    shown: BuilderMap,
    stage: Stage,
    steps: u64,
    /// The number of steps between frames: more than requested once frames were dropped.
    every: u32,
    /// The steps left before the next frame.
    to_go: u32,
    /// The cells that steps touched since the last frame.
    touched: CellSet,
}

impl History {
    pub(crate) fn begin(&mut self) {
        self.frames.clear();
        self.bytes = 0;
        let stage = Stage::new(0, "");
        let shown = blank(Size::new(0, 0));
        let (every, touched) = (self.every, CellSet::new(0));
        self.recorder = Some(Box::new(Recorder { shown, stage, steps: 0, every, to_go: every, touched }));
    }

    pub(crate) fn finish(&mut self) {
        self.recorder = None;
    }

    pub(crate) fn begin_stage(&mut self, stage: Stage) {
        if let Some(recorder) = &mut self.recorder {
            (recorder.stage, recorder.steps, recorder.to_go) = (stage, 0, recorder.every);
        }
    }

    /// Adds the result of a stage. If it equals the previous frame, that frame becomes the result; its label stays, but
    /// not its step number.
    pub(crate) fn end_stage(&mut self, map: &BuilderMap) {
        let Some(recorder) = &mut self.recorder else { return };
        let delta = Delta::carry(&mut recorder.shown, map);
        let last = self.frames.last_mut().filter(|last| last.stage == recorder.stage && delta.is_empty());
        match last {
            Some(frame) => {
                if frame.kind == FrameKind::Step {
                    frame.label.clear();
                }
                frame.kind = FrameKind::Stage;
            }
            None => {
                let frame = recorder.frame(FrameKind::Stage, "", delta);
                self.push(frame);
            }
        }
    }

    /// Adds a frame of the whole map. A map whose planes differ in size cannot be shown.
    pub(crate) fn frame(&mut self, map: &BuilderMap, kind: FrameKind, label: &str) {
        let Some(recorder) = self.recorder.as_mut().filter(|_| map.mismatched_plane().is_none()) else { return };
        let delta = Delta::carry(&mut recorder.shown, map);
        let frame = recorder.frame(kind, label, delta);
        self.push(frame);
    }

    /// Counts steps, and returns whether a frame is due.
    pub(crate) fn count_steps(&mut self, n: u32) -> bool {
        let Some(recorder) = self.recorder.as_mut().filter(|recorder| recorder.every > 0) else { return false };
        recorder.steps += u64::from(n);
        let is_due = n >= recorder.to_go;
        let since = if is_due { (n - recorder.to_go) % recorder.every } else { recorder.every - recorder.to_go + n };
        recorder.to_go = recorder.every - since;
        is_due
    }

    /// Whether steps inside a stage become frames.
    pub(crate) const fn records_steps(&self) -> bool {
        self.every > 0
    }

    /// Adds a frame of the whole map before its first step, if steps are recorded.
    pub(crate) fn before_steps(&mut self, map: &BuilderMap) {
        if self.every > 0 {
            self.frame(map, FrameKind::Step, "");
        }
    }

    #[inline]
    pub(crate) fn step<P: PlaneView>(
        &mut self,
        plane: CellPlane<P::Cell>,
        view: &P,
        touched: impl IntoIterator<Item = u32>,
    ) {
        if self.every == 0 {
            return;
        }
        let Some(recorder) = &mut self.recorder else { return };
        let area = view.size().area();
        if recorder.touched.bound() < area {
            recorder.touched = CellSet::new(area);
        }
        touched.into_iter().filter(|&cell| cell < area).for_each(|cell| recorder.touched.insert(cell));
        recorder.steps += 1;
        recorder.to_go -= 1;
        if recorder.to_go == 0 {
            recorder.to_go = recorder.every;
            let frame = recorder.step_frame(plane, view);
            self.push(frame);
        }
    }
}

impl Recorder {
    /// Adds a frame of the current state.
    fn frame(&mut self, kind: FrameKind, label: &str, delta: Delta) -> Frame {
        self.touched.drain(|_| ());
        Frame { stage: self.stage, kind, label: label.to_owned(), steps: self.steps, delta }
    }

    /// Halves the number of frames from here on. The next frame is as many steps away from the last one as later frames
    /// are from each other.
    pub(super) fn slow_down(&mut self) {
        self.to_go = self.to_go.saturating_add(self.every);
        self.every = self.every.saturating_mul(2);
    }

    fn step_frame<P: PlaneView>(&mut self, plane: CellPlane<P::Cell>, view: &P) -> Frame {
        let size = view.size();
        let resized = self.shown.size() != size;
        let mut delta = if resized { Delta::carry(&mut self.shown, &blank(size)) } else { Delta::default() };
        let (shown, fresh) = (plane.of)(&mut self.shown);
        let mut packed = Packed::with_room(fresh.then_some(size));
        self.touched.drain(|cell| {
            if cell < size.area() {
                let now = view.cell(cell);
                if std::mem::replace(&mut shown[cell], now) != now {
                    packed.push(cell, now);
                }
            }
        });
        delta.push((plane.part)(packed.finish(shown)));
        Frame { stage: self.stage, kind: FrameKind::Step, label: String::new(), steps: self.steps, delta }
    }
}
