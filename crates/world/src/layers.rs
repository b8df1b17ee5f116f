//! How a chain is cut into layers.
//!
//! A layer is a grid of chunks, each made from a window of the layer below. Stages that look at a few cells around run one
//! after the other on one window, which is as much larger than the chunk as they reach together. A stage that works block
//! by block begins a new layer, whose chunks are the blocks. What it looks at then exists already, and is made once.

use mapwright_core::{BuildError, BuildErrorKind, BuilderChain, BuilderMap, Plane, Planes, Reach, Size, Stage};

use crate::WorldRect;
use crate::planes::CARRIED;

/// Stages that reach farther together do not share a window: most of it would be made many times.
const FUSED: u32 = 64;
/// The least side of chunks of stages without blocks, in cells.
const LEAST_SIDE: u32 = 64;
/// Up to this side, chunks are at least four times as long as their margin is wide. With 1024, roads between rooms take a
/// quarter longer, although fewer cells are made twice: the windows do not fit into the second-level cache.
const WIDE: u32 = 512;

/// All layers of a world.
#[derive(Debug)]
pub(crate) struct WorldPlan {
    /// From the lowest to the one that is seen.
    pub(crate) layers: Vec<WorldLayer>,
    /// The blocks of the last layer.
    pub(crate) block: Size,
    /// How near to the last coordinates a window may come.
    pub(crate) margin: u64,
}

/// Stages that share windows.
#[derive(Debug)]
pub(crate) struct WorldLayer {
    pub(crate) steps: Vec<WorldStage>,
    /// Columns and rows of its chunks.
    pub(crate) chunk: Size,
    in_blocks: bool,
}

/// A stage of a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldStage {
    pub(crate) stage: Stage,
    /// The cells that it needs on each side of what it makes.
    around: u32,
    /// The blocks of what it works on.
    pub(crate) block: Size,
    pub(crate) scale: u16,
    pub(crate) clears: Planes,
    /// What it clears and does not make anew.
    pub(crate) drops: Planes,
}

impl WorldPlan {
    pub(crate) fn new(chain: &BuilderChain) -> Result<WorldPlan, BuildError> {
        if chain.begins_with_kept() {
            let why =
                "its kept cells have a place on one map; mark cells by the stage `keep`, or keep what a stage draws";
            return Err(BuildErrorKind::Endless { why: why.into() }.into());
        }
        let (mut block, mut layers, mut planes) = (chain.size(), Vec::<WorldLayer>::new(), Planes::NONE);
        for (stage, builder) in chain.stages().zip(chain.builders()) {
            let facts = builder.facts(block);
            let around = match facts.reach {
                Reach::Cells(around) | Reach::Block { around } => u32::from(around),
                Reach::Global(why) => {
                    return Err(BuildError::from(BuildErrorKind::Endless { why: why.into() }).in_stage(stage));
                }
            };
            let (scale, clears) = (facts.scale, facts.drops());
            let step = WorldStage { stage, around, block, scale, clears, drops: clears.minus(facts.gives) };
            let in_blocks = matches!(facts.reach, Reach::Block { .. });
            let before = planes;
            if !layers.last_mut().is_some_and(|layer| layer.take(step, in_blocks)) {
                planes = planes.minus(Planes::ALL.minus(CARRIED));
                layers.push(WorldLayer { steps: vec![step], chunk: block, in_blocks });
            }
            check_planes(facts.needs, planes, before).map_err(|error| error.in_stage(stage))?;
            planes = facts.after(planes);
            block = scaled(block, step.scale).ok_or_else(|| too_large(chain, block, step))?;
        }
        let mut here = chain.size();
        for layer in &mut layers {
            here = scaled(here, layer.scale()).unwrap_or(block);
            layer.chunk = if layer.in_blocks { here } else { layer.wide_chunk(here) };
            layer.check_memory(chain)?;
        }
        let margin = layers.iter().fold(0_u64, |margin, layer| layer.margin(margin));
        Ok(WorldPlan { layers, block, margin })
    }
}

impl WorldLayer {
    /// Adds a stage, if it can share the windows of those before.
    fn take(&mut self, step: WorldStage, in_blocks: bool) -> bool {
        let shares = match (self.in_blocks, in_blocks) {
            (true, true) => step.around == 0,
            (true, false) => step.around == 0 && step.scale == 1,
            (false, true) => false,
            (false, false) => self.around() + step.around <= FUSED,
        };
        if shares {
            self.steps.push(step);
        }
        shares
    }

    /// The cells that all its stages need on each side of a chunk, at most.
    fn around(&self) -> u32 {
        self.steps.iter().map(|step| step.around).sum()
    }

    fn scale(&self) -> u16 {
        self.steps.iter().fold(1, |scale, step| scale.saturating_mul(step.scale))
    }

    /// So many blocks that a chunk is not mostly margin. Up to `WIDE` it is made from a window of at most 2¼ times its
    /// cells, and far beyond of nine times, since larger chunks would take too long and too much memory.
    fn wide_chunk(&self, block: Size) -> Size {
        let around = self.around();
        let least = LEAST_SIDE.max(around).max(WIDE.min(4 * around));
        let side = |block: u16| {
            let blocks = least.div_ceil(u32::from(block.max(1)));
            u16::try_from(blocks * u32::from(block)).unwrap_or(block)
        };
        Size::new(side(block.w), side(block.h))
    }

    /// The window that each stage needs to make an area in the end; `None` beyond the last coordinates.
    pub(crate) fn windows(&self, area: WorldRect) -> Option<Vec<WorldRect>> {
        let mut need = area;
        let mut windows = Vec::with_capacity(self.steps.len());
        for step in self.steps.iter().rev() {
            need = need.coarser(step.scale)?.grown(step.around)?;
            windows.push(need);
        }
        windows.reverse();
        Some(windows)
    }

    /// The chunk with this number.
    pub(crate) fn area(&self, (x, y): (i64, i64)) -> Option<WorldRect> {
        let Size { w, h } = self.chunk;
        let (left, top) = (x.checked_mul(w.into())?, y.checked_mul(h.into())?);
        Some(WorldRect::new(left, top, w.into(), h.into())).filter(|area| area.ends().is_some())
    }

    /// The chunks that a window touches, row by row.
    pub(crate) fn chunks(&self, window: WorldRect) -> impl Iterator<Item = (i64, i64)> {
        let Size { w, h } = self.chunk;
        let span = |from: i64, length: u32, side: u16| {
            let (side, last) = (i64::from(side.max(1)), from.saturating_add(i64::from(length) - 1));
            from.div_euclid(side)..=last.div_euclid(side)
        };
        let (columns, rows) = (span(window.x, window.w, w), span(window.y, window.h, h));
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    /// Refuses windows that take too much memory.
    fn check_memory(&self, chain: &BuilderChain) -> Result<(), BuildError> {
        let area = WorldRect::new(0, 0, self.chunk.w.into(), self.chunk.h.into());
        for (step, window) in self.steps.iter().zip(self.windows(area).unwrap_or_default()) {
            let bytes = u64::from(window.w) * u64::from(window.h) * BuilderMap::BYTES_PER_CELL;
            let limit = chain.most_memory();
            if bytes > limit || window.w.max(window.h) > u16::MAX.into() {
                let kind = BuildErrorKind::TooLarge { w: window.w, h: window.h, bytes, limit };
                return Err(BuildError::from(kind).in_stage(step.stage));
            }
        }
        Ok(())
    }

    /// How far this layer looks beyond a window, if those below look so far beyond its own: in cells of this layer.
    fn margin(&self, below: u64) -> u64 {
        let own = u64::from(self.around()) + u64::from(self.chunk.w.max(self.chunk.h));
        (below + own).saturating_mul(self.scale().into())
    }
}

/// A block of so many times as many cells a side.
fn scaled(block: Size, scale: u16) -> Option<Size> {
    Some(Size::new(block.w.checked_mul(scale)?, block.h.checked_mul(scale)?))
}

fn too_large(chain: &BuilderChain, block: Size, step: WorldStage) -> BuildError {
    let [w, h] = [block.w, block.h].map(|side| u32::from(side) * u32::from(step.scale));
    let bytes = u64::from(w) * u64::from(h) * BuilderMap::BYTES_PER_CELL;
    BuildError::from(BuildErrorKind::TooLarge { w, h, bytes, limit: chain.most_memory() }).in_stage(step.stage)
}

/// Checks that a stage finds the planes it needs. Some exist only as long as stages share windows.
fn check_planes(needs: Planes, planes: Planes, before: Planes) -> Result<(), BuildError> {
    let Some(missing) = needs.minus(planes).first() else { return Ok(()) };
    match (before.contains(missing), missing) {
        (true, Plane::Start) => {
            let why = "it needs a start, of which a world has one; use `ChainWorld::start` instead".into();
            Err(BuildErrorKind::Endless { why }.into())
        }
        (true, _) => {
            let why = format!("`{missing}` of one block says nothing about the next one");
            Err(BuildErrorKind::Endless { why }.into())
        }
        (false, _) => Err(BuildError::missing(missing)),
    }
}
