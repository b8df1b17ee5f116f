//! Places spawns in areas, one after the other.

use std::ops::RangeInclusive;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Spawn, check_range};

use super::spawn_table::{SpawnTable, SpawnWeights};
use crate::free_cells::FreeCells;

/// Whether the area with the start gets spawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StartArea {
    /// It gets none, so that the game begins safely.
    #[default]
    Empty,
    /// It gets spawns like all others.
    Stocked,
}

/// The largest number of spawns of an area that can be requested.
const MOST: u32 = 1000;

/// The parameters shared by all stages that place spawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpawnParams<'a> {
    pub(super) table: &'a SpawnTable,
    pub(super) depth: u32,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) chance: f64,
}

impl<'a> SpawnParams<'a> {
    /// Checks the parameters and prepares to place spawns.
    pub(super) fn spawner(self, map: &BuilderMap) -> Result<Spawner<'a>, BuildError> {
        let weights = self.check()?;
        Ok(Spawner { weights, count: self.min..=self.max, chance: self.chance, free: FreeCells::from_map(map) })
    }

    pub(super) fn check(self) -> Result<SpawnWeights<'a>, BuildError> {
        check_range("min", self.min, 0..=MOST)?;
        if !(self.min..=MOST).contains(&self.max) {
            return Err(BuildError::parameter(
                "max",
                self.max,
                format_args!("`min`, which is {}, to {MOST}", self.min),
            ));
        }
        check_range("chance", self.chance, 0.0..=1.0)?;
        self.table.at_depth(self.depth)
    }
}

/// Places spawns in areas.
#[derive(Debug)]
pub(super) struct Spawner<'a> {
    weights: SpawnWeights<'a>,
    count: RangeInclusive<u32>,
    chance: f64,
    free: FreeCells,
}

impl Spawner<'_> {
    /// Places the spawns of an area on free cells of it, uniformly: as many as are drawn, or as there
    /// is room for. `cells` must not contain duplicates.
    pub(super) fn area(&mut self, map: &mut BuilderMap, mut cells: Vec<u32>, cx: &mut BuildCx<'_>) {
        if !cx.rng.chance(self.chance) {
            return;
        }
        let count = cx.rng.range(*self.count.start(), *self.count.end());
        cells.retain(|&cell| self.free.is_free(cell));
        for _ in 0..count {
            let Some(cell) = cx.rng.swap_remove(&mut cells) else { break };
            let at = map.size().point(cell);
            self.free.take(at);
            map.spawns.push(Spawn::new(at, self.weights.draw(&mut cx.rng).to_owned()));
            if cx.step_is_due(1) {
                cx.step_frame(map, "");
            }
        }
    }
}
