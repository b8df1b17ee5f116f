//! Recording a build: what is shown so far, and which blocks of cells were touched since.

use super::delta::{Delta, blank};
use super::runs::{BLOCK, Packer};
use super::view::{PlaneCell, PlaneView};
use super::{Frame, FrameKind, History};
use crate::{BuilderMap, Grid, Size, Stage};

/// The state of a recording.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    /// What the frames so far add up to.
    shown: BuilderMap,
    stage: Stage,
    steps: u64,
    /// Every how many steps a frame is kept: more than asked for once frames were thinned.
    every: u32,
    /// One bit a block of cells: touched since the last frame.
    dirty: Vec<u64>,
}

impl History {
    pub(crate) fn begin(&mut self) {
        self.frames.clear();
        self.bytes = 0;
        let stage = Stage { index: 0, name: "" };
        let shown = blank(Size::new(0, 0));
        self.recorder = Some(Box::new(Recorder { shown, stage, steps: 0, every: self.every, dirty: Vec::new() }));
    }

    pub(crate) fn finish(&mut self) {
        self.recorder = None;
    }

    pub(crate) fn begin_stage(&mut self, stage: Stage) {
        if let Some(recorder) = &mut self.recorder {
            (recorder.stage, recorder.steps) = (stage, 0);
        }
    }

    /// The result of a stage. Where it equals the frame just before it, that frame becomes the
    /// result, with its label.
    pub(crate) fn end_stage(&mut self, map: &BuilderMap) {
        let Some(recorder) = &mut self.recorder else { return };
        let delta = Delta::carry(&mut recorder.shown, map);
        let last = self.frames.last_mut().filter(|last| last.stage == recorder.stage && delta.is_empty());
        match last {
            Some(frame) => frame.kind = FrameKind::Stage,
            None => {
                let frame = recorder.frame(FrameKind::Stage, "", delta);
                self.push(frame);
            }
        }
    }

    /// A labelled frame of the whole map.
    pub(crate) fn snapshot(&mut self, map: &BuilderMap, label: &str) {
        let Some(recorder) = &mut self.recorder else { return };
        let delta = Delta::carry(&mut recorder.shown, map);
        let frame = recorder.frame(FrameKind::Step, label, delta);
        self.push(frame);
    }

    /// A frame of the whole map before its first step, where steps are recorded.
    pub(crate) fn before_steps(&mut self, map: &BuilderMap) {
        if self.every > 0 {
            self.snapshot(map, "");
        }
    }

    #[inline]
    pub(crate) fn step<const N: usize>(&mut self, plane: &impl PlaneView, touched: [u32; N]) {
        if self.every == 0 {
            return;
        }
        let Some(recorder) = &mut self.recorder else { return };
        for cell in touched {
            let block = cell as usize / BLOCK;
            match recorder.dirty.get_mut(block / 64) {
                Some(bits) => *bits |= 1 << (block % 64),
                None => recorder.grow(block, plane.size()),
            }
        }
        recorder.steps += 1;
        if recorder.steps.is_multiple_of(u64::from(recorder.every)) {
            let frame = recorder.step_frame(plane);
            self.push(frame);
        }
    }
}

impl Recorder {
    fn frame(&mut self, kind: FrameKind, label: &str, delta: Delta) -> Frame {
        self.dirty.fill(0);
        Frame { stage: self.stage, kind, label: label.to_owned(), steps: self.steps, delta }
    }

    pub(super) fn slow_down(&mut self) {
        self.every = self.every.saturating_mul(2);
    }

    #[cold]
    fn grow(&mut self, block: usize, size: Size) {
        let words = (size.area() as usize).div_ceil(64 * BLOCK);
        self.dirty.resize(words.max(self.dirty.len()), 0);
        if let Some(bits) = self.dirty.get_mut(block / 64) {
            *bits |= 1 << (block % 64);
        }
    }

    fn step_frame<P: PlaneView>(&mut self, plane: &P) -> Frame {
        let size = plane.size();
        if self.shown.size() != size {
            self.shown = blank(size);
        }
        let (shown, fresh) = P::Cell::plane(&mut self.shown);
        let blocks = self.dirty.len().min((size.area() as usize).div_ceil(64 * BLOCK));
        let bytes = carry_blocks(shown, plane, &mut self.dirty[..blocks]);
        self.frame(FrameKind::Step, "", Delta::of_runs(size, P::Cell::LAYER, fresh, bytes))
    }
}

/// Packs what changed in the marked blocks of one plane.
fn carry_blocks<P: PlaneView>(shown: &mut Grid<P::Cell>, plane: &P, dirty: &mut [u64]) -> Vec<u8> {
    let mut packer = Packer::default();
    let mut now = [P::Cell::default(); BLOCK];
    for (word, bits) in dirty.iter_mut().enumerate() {
        while *bits != 0 {
            let first = (word * 64 + bits.trailing_zeros() as usize) * BLOCK;
            let shown = &mut shown.as_mut_slice()[first..];
            let length = shown.len().min(BLOCK);
            (first as u32..).zip(&mut now[..length]).for_each(|(cell, now)| *now = plane.cell(cell));
            packer.carry(&mut shown[..length], &now[..length], first);
            *bits &= *bits - 1;
        }
    }
    packer.bytes.shrink_to_fit();
    packer.bytes
}
