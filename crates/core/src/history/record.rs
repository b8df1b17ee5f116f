//! Recording a build: what is shown so far, and which blocks of cells were touched since.

use super::delta::{Delta, Layer, blank, carry_blocks};
use super::runs::{BLOCK, Cell};
use super::{Frame, FrameKind, History};
use crate::{BuilderMap, Grid, Sides, Size, Stage, Tile};

/// A value that a plane of a map holds for each cell, and that frames can show step by step.
pub trait PlaneCell: Cell + sealed::Sealed {
    #[doc(hidden)]
    const LAYER: Layer;
    #[doc(hidden)]
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Self>, bool);
}

/// A plane as it looks now: a [`Grid`], or whatever a stage keeps in its place while it works.
pub trait PlaneView {
    /// What it holds for each cell.
    type Cell: PlaneCell;
    /// Width and height.
    fn size(&self) -> Size;
    /// The value at a row-major index.
    fn cell(&self, cell: u32) -> Self::Cell;
}

impl<T: PlaneCell> PlaneView for Grid<T> {
    type Cell = T;
    fn size(&self) -> Size {
        Grid::size(self)
    }
    fn cell(&self, cell: u32) -> T {
        self[cell]
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Tile {}
    impl Sealed for crate::Sides {}
    impl Sealed for u16 {}
}

impl PlaneCell for Tile {
    const LAYER: Layer = Layer::Tiles;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Tile>, bool) {
        (&mut map.tiles, false)
    }
}

impl PlaneCell for Sides {
    const LAYER: Layer = Layer::Sides;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<Sides>, bool) {
        fresh(map.tiles.size(), &mut map.sides)
    }
}

impl PlaneCell for u16 {
    const LAYER: Layer = Layer::Regions;
    fn plane(map: &mut BuilderMap) -> (&mut Grid<u16>, bool) {
        fresh(map.tiles.size(), &mut map.regions)
    }
}

/// The plane, and whether it had to be made.
fn fresh<T: Cell>(size: Size, plane: &mut Option<Grid<T>>) -> (&mut Grid<T>, bool) {
    let is_fresh = plane.is_none();
    (plane.get_or_insert_with(|| Grid::new(size, T::default())), is_fresh)
}

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
