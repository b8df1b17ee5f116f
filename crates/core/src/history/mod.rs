//! The history of a map: a frame after each stage, and after every n-th step inside one.
//!
//! A frame holds only what changed since the previous frame, cell by cell or plane by plane. [`History::replay`] walks
//! forward in place. Frames and bytes have budgets; beyond them, every second step frame is dropped, so a history of
//! any length keeps an even pace. Stage frames always stay.

mod cells;
mod delta;
mod record;

pub use cells::{CellPlane, PlaneCell, PlaneView};

use crate::{BuilderMap, Size, Stage};
use delta::{Delta, blank};
use record::Recorder;

/// A recording of one build.
///
/// ```
/// # use mapwright_core::{BuildCx, BuildError, Builder, BuilderChain, BuilderMap, Facts, History, InitialMapBuilder, Size, Tile};
/// # #[derive(Debug)]
/// # struct Meadow;
/// # impl Builder for Meadow {
/// #     fn facts(&self, _: Size) -> Facts { Facts::new("meadow") }
/// # }
/// # impl InitialMapBuilder for Meadow {
/// #     fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
/// #         cx.new_map(size, Tile::GRASS)
/// #     }
/// # }
/// let chain = BuilderChain::start_with(Size::new(9, 5), Meadow);
/// let mut history = History::default();
/// let map = chain.build_with(7, &mut history)?;
/// let mut replay = history.replay();
/// while let Some(frame) = replay.next_frame() {
///     println!("{}", frame.stage);
/// }
/// assert_eq!(replay.map(), &map);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct History {
    /// The number of steps inside a stage between frames; 0 for no step frames.
    pub every: u32,
    /// How many frames to keep before step frames are dropped.
    pub max_frames: usize,
    /// How many bytes of frames to keep before step frames are dropped.
    pub max_bytes: usize,
    frames: Vec<Frame>,
    bytes: usize,
    recorder: Option<Box<Recorder>>,
}

/// One moment of a build.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The stage.
    pub stage: Stage,
    /// The kind of moment.
    pub kind: FrameKind,
    /// The label that the stage gave it; often empty.
    pub label: String,
    /// The number of steps that the stage had made.
    pub steps: u64,
    delta: Delta,
}

/// What kind of moment a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameKind {
    /// A step inside a stage; it may be dropped.
    Step,
    /// A labeled moment that a stage requested; it may be dropped too.
    Snapshot,
    /// The result of a stage; it always stays.
    Stage,
}

impl Default for History {
    /// Stage frames only, with budgets of 10,000 frames and 256 MiB.
    fn default() -> Self {
        History { every: 0, max_frames: 10_000, max_bytes: 256 << 20, frames: Vec::new(), bytes: 0, recorder: None }
    }
}

impl History {
    /// A history that also keeps every n-th step.
    pub fn every(n: u32) -> Self {
        History { every: n, ..History::default() }
    }

    /// The frames from first to last.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The size of all frames, in bytes.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Walks through the frames from the first.
    pub fn replay(&self) -> Replay<'_> {
        Replay { frames: self.frames.iter(), map: blank(Size::new(0, 0)) }
    }

    fn push(&mut self, frame: Frame) {
        self.bytes += frame.bytes();
        self.frames.push(frame);
        if self.frames.len() > self.max_frames || self.bytes > self.max_bytes {
            self.thin();
        }
    }

    /// Drops every second step frame and merges its changes into the next frame. The last frame stays, because the next
    /// one builds on it.
    fn thin(&mut self) {
        let last = self.frames.len() - 1;
        let mut kept: Vec<Frame> = Vec::with_capacity(self.frames.len());
        let mut dropped: Option<Delta> = None;
        let mut drop_next = true;
        for (i, mut frame) in std::mem::take(&mut self.frames).into_iter().enumerate() {
            if let Some(earlier) = dropped.take() {
                frame.delta = earlier.then(frame.delta);
            }
            let droppable = frame.kind != FrameKind::Stage && i != last;
            if droppable && drop_next {
                dropped = Some(frame.delta);
            } else {
                kept.push(frame);
            }
            drop_next = !(droppable && drop_next);
        }
        if let Some(recorder) = self.recorder.as_mut().filter(|_| kept.len() <= last) {
            recorder.slow_down();
        }
        self.bytes = kept.iter().map(Frame::bytes).sum();
        self.frames = kept;
    }
}

impl Frame {
    fn bytes(&self) -> usize {
        size_of::<Frame>() + self.label.len() + self.delta.bytes()
    }
}

/// The map of a history at one frame, moving forward.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    frames: std::slice::Iter<'a, Frame>,
    map: BuilderMap,
}

impl<'a> Replay<'a> {
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
