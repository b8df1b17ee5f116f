//! Puts spawns into one area after the other.

use std::ops::RangeInclusive;

use mapwright_core::{BuildCx, BuildError, BuilderMap, Spawn, check_range};

use super::spawn_table::{SpawnTable, SpawnWeights};
use crate::free_cells::FreeCells;

/// Whether the area with the start gets spawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StartArea {
    /// It gets none, so that nobody is met at once.
    #[default]
    Empty,
    /// It gets some like all others.
    Stocked,
}

/// The most spawns that one area can be asked to have.
const MOST: u32 = 1000;

/// The parameters that all stages with spawns have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stock<'a> {
    pub(super) table: &'a SpawnTable,
    pub(super) depth: u32,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) chance: f64,
}

impl<'a> Stock<'a> {
    /// Looks at the parameters, and gets ready.
    pub(super) fn open(self, map: &BuilderMap) -> Result<Stocker<'a>, BuildError> {
        let weights = self.check()?;
        Ok(Stocker { weights, count: self.min..=self.max, chance: self.chance, free: FreeCells::from_map(map) })
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

/// Puts spawns into areas.
#[derive(Debug)]
pub(super) struct Stocker<'a> {
    weights: SpawnWeights<'a>,
    count: RangeInclusive<u32>,
    chance: f64,
    free: FreeCells,
}

impl Stocker<'_> {
    /// Gives an area its spawns, on free cells of it, all equally likely: as many as are drawn, or as there
    /// is room for. `cells` must not name one twice.
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
