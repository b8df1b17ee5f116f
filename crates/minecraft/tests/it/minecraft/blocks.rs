//! What commands do to blocks and chunks.

use super::World;
use super::command::{Block, FillMode, Position};
use super::machine::{Faulty, Outcome};
use super::world::Context;

/// More blocks than that are an error for `fill` and `clone`.
const FILL_LIMIT: i64 = 32_768;
/// More chunks than that are an error for `forceload`.
const CHUNK_LIMIT: i64 = 256;

impl World {
    /// Blocks and entities are put only where chunks are loaded, and within the heights of the world.
    pub(super) fn reach(&self, low: [i32; 3], high: [i32; 3]) -> Faulty<()> {
        if !self.state.is_in_world(low) || !self.state.is_in_world(high) {
            return Err(format!("{low:?} to {high:?} is above or below the world"));
        }
        let along = |axis: usize| (low[axis]..=high[axis]).step_by(16).chain([high[axis]]);
        let mut columns = along(0).flat_map(|x| along(2).map(move |z| [x, 0, z]));
        match columns.find(|&at| !self.state.is_loaded(at)) {
            Some(at) => Err(format!("the chunk at {at:?} is not loaded")),
            None => Ok(()),
        }
    }

    pub(super) fn fill(
        &mut self,
        from: &Position,
        to: &Position,
        block: &Block,
        mode: &FillMode,
        context: Context,
    ) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        claim(low, high, "fill")?;
        self.reach(low, high)?;
        let air = Block::parse("air", &mut self.state.names)?;
        let mut changed = 0;
        for at in cells(low, high) {
            let is_shell = (0..3).any(|axis| at[axis] == low[axis] || at[axis] == high[axis]);
            let put = match mode {
                FillMode::Replace | FillMode::Destroy => Some(block),
                FillMode::Only(only) => Some(block).filter(|_| self.is_block(at, only) == Ok(true)),
                FillMode::Keep => Some(block).filter(|_| self.state.is_air(at)),
                FillMode::Outline => Some(block).filter(|_| is_shell),
                FillMode::Hollow => Some(if is_shell { block } else { &air }),
            };
            changed += usize::from(put.is_some_and(|block| self.state.set_block(at, block)));
        }
        Ok(Outcome::count(changed))
    }

    pub(super) fn copy(
        &mut self,
        from: &Position,
        to: &Position,
        into: &Position,
        context: Context,
    ) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        claim(low, high, "clone")?;
        let into = into.block(context.at);
        let blocks: Vec<Block> = cells(low, high).map(|at| self.state.block(at).clone()).collect();
        let goals: Vec<[i32; 3]> =
            cells(low, high).map(|at| std::array::from_fn(|i| into[i] + at[i] - low[i])).collect();
        if goals.iter().any(|at| (0..3).all(|i| low[i] <= at[i] && at[i] <= high[i])) {
            return Err("clone onto itself".to_owned());
        }
        Ok(Outcome::count(goals.iter().zip(&blocks).filter(|(at, block)| self.state.set_block(**at, block)).count()))
    }

    pub(super) fn forceload(&mut self, add: bool, from: &Position, to: &Position, context: Context) -> Faulty<Outcome> {
        let (low, high) = corners(from, to, context);
        let [x0, x1] = [low[0] >> 4, high[0] >> 4];
        let [z0, z1] = [low[2] >> 4, high[2] >> 4];
        let count = i64::from(x1 - x0 + 1) * i64::from(z1 - z0 + 1);
        if count > CHUNK_LIMIT {
            return Err(format!("forceload of {count} chunks; {CHUNK_LIMIT} are allowed"));
        }
        let mut changed = 0;
        for chunk in (x0..=x1).flat_map(|x| (z0..=z1).map(move |z| (x, z))) {
            let forced = &mut self.state.forced;
            changed += usize::from(if add { forced.insert(chunk) } else { forced.remove(&chunk) });
            match add {
                true => drop(self.state.forced_since.entry(chunk).or_insert(self.state.now)),
                false => drop(self.state.forced_since.remove(&chunk)),
            }
        }
        Ok(Outcome::count(changed))
    }

    /// Whether a block is there, as `if block` and `fill … replace` ask: its states may be more than those asked for.
    pub(super) fn is_block(&mut self, at: [i32; 3], wanted: &Block) -> Faulty<bool> {
        if let Some(tag) = wanted.id.strip_prefix('#') {
            let id = self.state.block(at).id.clone();
            let list = self.block_tags.get(tag).ok_or_else(|| format!("the block tag `#{tag}` is not known"))?;
            return Ok(list.contains(&id));
        }
        let there = self.state.block(at);
        let fits = there.name == wanted.name
            || there.id == wanted.id && wanted.states.iter().all(|state| there.states.contains(state));
        let data = wanted.data.as_ref();
        Ok(fits && data.is_none_or(|wanted| self.state.block_value(at).is_some_and(|data| data.has(wanted))))
    }

    pub(super) fn same_blocks(
        &self,
        from: &Position,
        to: &Position,
        other: &Position,
        masked: bool,
        at: Context,
    ) -> usize {
        let (low, high) = corners(from, to, at);
        let other = other.block(at.at);
        let same = |at: [i32; 3]| {
            let twin = std::array::from_fn(|axis| other[axis] + at[axis] - low[axis]);
            masked && self.state.is_air(at) || self.state.block_name(at) == self.state.block_name(twin)
        };
        if cells(low, high).all(same) { cells(low, high).count() } else { 0 }
    }
}

fn corners(from: &Position, to: &Position, context: Context) -> ([i32; 3], [i32; 3]) {
    let (a, b) = (from.block(context.at), to.block(context.at));
    (std::array::from_fn(|axis| a[axis].min(b[axis])), std::array::from_fn(|axis| a[axis].max(b[axis])))
}

fn claim(low: [i32; 3], high: [i32; 3], what: &str) -> Faulty<()> {
    let volume: i64 = (0..3).map(|axis| i64::from(high[axis] - low[axis] + 1)).product();
    if volume > FILL_LIMIT { Err(format!("{what} of {volume} blocks; {FILL_LIMIT} are allowed")) } else { Ok(()) }
}

/// The blocks of a box, lowest first.
fn cells(low: [i32; 3], high: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    let row = move |y: i32, z: i32| (low[0]..=high[0]).map(move |x| [x, y, z]);
    (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).flat_map(move |z| row(y, z)))
}
