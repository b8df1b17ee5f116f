//! Places spawns in areas, one after the other.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MapRng, Plane, Planes, Point, Spawn, params};

use super::curve::DepthCurve;
use super::spawn_table::{SpawnTable, SpawnWeights};
use crate::free_cells::FreeCells;

/// Whether the area with the start gets spawns.
#[params]
pub enum StartArea {
    /// It gets none, so that the game begins safely.
    #[default]
    Empty,
    /// It gets spawns like all others.
    Stocked,
}

/// The largest number of spawns of an area that can be requested.
pub(super) const MOST: u32 = 1000;

/// The parameters shared by all stages that place spawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpawnParams<'a> {
    pub(super) table: &'a SpawnTable,
    pub(super) depth: u32,
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) chance: f64,
    pub(super) rise: u32,
}

/// The parameters that a stage shares with the others.
macro_rules! shared {
    ($stage:ident) => {
        $crate::spawns::spawner::SpawnParams {
            table: &$stage.table,
            depth: $stage.depth,
            min: $stage.min,
            max: $stage.max,
            chance: $stage.chance,
            rise: $stage.rise,
        }
    };
}
pub(super) use shared;

impl<'a> SpawnParams<'a> {
    /// The planes that a map must have.
    pub(super) fn requires(self) -> Planes {
        if self.rise > 0 { Plane::Start.into() } else { Planes::NONE }
    }

    /// Looks at the parameters, and gets ready.
    pub(super) fn spawner(self, map: &BuilderMap) -> Result<Spawner<'a>, BuildError> {
        let weights = self.check()?;
        let curve = Some(self.rise).filter(|&rise| rise > 0).map(|rise| DepthCurve::along(map, rise)).transpose()?;
        Ok(Spawner { params: self, weights, curve, free: FreeCells::from_map(map) })
    }

    pub(super) fn check(self) -> Result<SpawnWeights<'a>, BuildError> {
        if self.max < self.min {
            return Err(BuildError::parameter(
                "max",
                self.max,
                format_args!("`min`, which is {}, to {MOST}", self.min),
            ));
        }
        let deepest = self.depth.saturating_add(self.rise);
        (self.depth..deepest).try_for_each(|depth| self.table.at_depth(depth + 1).map(|_| ()))?;
        self.table.at_depth(self.depth)
    }
}

/// Places spawns in areas.
#[derive(Debug)]
pub(super) struct Spawner<'a> {
    params: SpawnParams<'a>,
    /// What may appear where neither the curve nor the place matters.
    weights: SpawnWeights<'a>,
    curve: Option<DepthCurve>,
    free: FreeCells,
}

impl Spawner<'_> {
    /// Places the spawns of an area on free cells of it, uniformly: as many as are drawn, or as there
    /// is room for. `cells` must not contain duplicates.
    pub(super) fn area(&mut self, map: &mut BuilderMap, mut cells: Vec<u32>, cx: &mut BuildCx<'_>) {
        if !cx.rng.chance(self.params.chance) {
            return;
        }
        let count = cx.rng.range(self.params.min, self.params.max);
        cells.retain(|&cell| self.free.is_free(cell));
        for _ in 0..count {
            let Some(cell) = cx.rng.swap_remove(&mut cells) else { break };
            let at = map.size().point(cell);
            self.free.take(at);
            let Some(what) = self.draw(map, at, &mut cx.rng) else { continue };
            map.spawns.push(Spawn::new(at, what));
            if cx.step_is_due(1) {
                cx.step_frame(map, "");
            }
        }
    }

    /// What appears in a cell; `None` if no entry is for such a place.
    fn draw(&self, map: &BuilderMap, at: Point, rng: &mut MapRng) -> Option<String> {
        let table = self.params.table;
        if self.curve.is_none() && !table.asks_for_place() {
            return Some(self.weights.draw(rng).to_owned());
        }
        let depth = self.params.depth.saturating_add(self.curve.as_ref().map_or(0, |curve| curve.at(at)));
        if !table.asks_for_place() {
            return Some(table.at_place(depth, None, &[])?.draw(rng).to_owned());
        }
        let area = map.graph.as_ref().and_then(|graph| graph.areas.get(usize::from(graph.area_at(at)?)));
        let room = map.room_at(at);
        let tags = area.iter().flat_map(|area| &area.tags).chain(room.iter().flat_map(|room| &room.tags));
        let tags: Vec<&str> = tags.map(String::as_str).collect();
        let weights = table.at_place(depth, area.and_then(|area| area.role.as_deref()), &tags)?;
        Some(weights.draw(rng).to_owned())
    }
}
