//! Puts spawns into one area after the other.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MapRng, Plane, Planes, Point, Spawn, check_range};

use super::curve::Curve;
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
    pub(super) rise: u32,
}

impl<'a> Stock<'a> {
    /// The planes that a map must have.
    pub(super) fn requires(self) -> Planes {
        if self.rise > 0 { Plane::Start.into() } else { Planes::NONE }
    }

    /// Looks at the parameters, and gets ready.
    pub(super) fn open(self, map: &BuilderMap) -> Result<Stocker<'a>, BuildError> {
        let weights = self.check()?;
        let curve = Some(self.rise).filter(|&rise| rise > 0).map(|rise| Curve::along(map, rise)).transpose()?;
        Ok(Stocker { stock: self, weights, curve, free: FreeCells::from_map(map) })
    }

    pub(super) fn check(self) -> Result<SpawnWeights<'a>, BuildError> {
        check_range("rise", self.rise, 0..=MOST)?;
        check_range("min", self.min, 0..=MOST)?;
        if !(self.min..=MOST).contains(&self.max) {
            return Err(BuildError::parameter(
                "max",
                self.max,
                format_args!("`min`, which is {}, to {MOST}", self.min),
            ));
        }
        check_range("chance", self.chance, 0.0..=1.0)?;
        let deepest = self.depth.saturating_add(self.rise);
        (self.depth..deepest).try_for_each(|depth| self.table.at_depth(depth + 1).map(|_| ()))?;
        self.table.at_depth(self.depth)
    }
}

/// Puts spawns into areas.
#[derive(Debug)]
pub(super) struct Stocker<'a> {
    stock: Stock<'a>,
    /// What may appear where neither the curve nor the place matters.
    weights: SpawnWeights<'a>,
    curve: Option<Curve>,
    free: FreeCells,
}

impl Stocker<'_> {
    /// Gives an area its spawns, on free cells of it, all equally likely: as many as are drawn, or as there
    /// is room for. `cells` must not name one twice.
    pub(super) fn area(&mut self, map: &mut BuilderMap, mut cells: Vec<u32>, cx: &mut BuildCx<'_>) {
        if !cx.rng.chance(self.stock.chance) {
            return;
        }
        let count = cx.rng.range(self.stock.min, self.stock.max);
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
        let table = self.stock.table;
        if self.curve.is_none() && !table.asks_for_place() {
            return Some(self.weights.draw(rng).to_owned());
        }
        let depth = self.stock.depth.saturating_add(self.curve.as_ref().map_or(0, |curve| curve.at(at)));
        let area = map.graph.as_ref().and_then(|graph| graph.areas.get(usize::from(graph.area_at(at)?)));
        let room = map.room_at(at);
        let tags = area.iter().flat_map(|area| &area.tags).chain(room.iter().flat_map(|room| &room.tags));
        let tags: Vec<&str> = tags.map(String::as_str).collect();
        let weights = table.at_place(depth, area.and_then(|area| area.role.as_deref()), &tags)?;
        Some(weights.draw(rng).to_owned())
    }
}
