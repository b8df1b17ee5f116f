//! The ring validator: finds wet cells and rings.

use mapwright_core::{
    BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, MetaMapBuilder, Need, Plane, Reach, Size, params,
};
use mapwright_graph::flow;

/// Finds the cells connected to the start, and all rings.
///
/// Finds the rings of a map and reports them: it changes no pipe and refuses no map.
///
/// It fills the map's `flow`: which cells are connected to the start, how many rings of the search tree pass through
/// each of them, and which cells are on a ring, wet or dry. See [`flow`] for the search.
#[derive(Eq)]
#[params]
pub struct RingValidator {}

impl Builder for RingValidator {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("ring-validator")
            .memory(36)
            .title("Wet pipes and rings")
            .needs([Plane::Sides, Plane::Start])
            .gives(Plane::Flow)
            .effect(Effect::Keeps)
            .reach(Reach::Global("a ring of pipes may be of any length"))
    }
}

impl MetaMapBuilder for RingValidator {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.sides.as_ref().need(Plane::Sides)?;
        let source = map.start()?;
        // One flow at a time, so that the map does not take more memory than claimed.
        map.flow = None;
        map.flow = Some(flow(&map.passages(), map.size().index(source)));
        Ok(())
    }
}
