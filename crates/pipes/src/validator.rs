//! The ring validator: what is wet, and what lies on a ring.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Flow, MetaMapBuilder, Need, Plane, Planes};
use mapwright_graph::Rings;

/// Floods from the map's start and fills `flow`: the wet cells, for each of them how many independent rings
/// of the search tree pass through it, and every cell on a ring, wet or dry.
///
/// The search tries neighbors in the order N E S W and never recurses; see [`Rings`] for the method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RingValidator {}

impl Builder for RingValidator {
    fn name(&self) -> &'static str {
        "ring-validator"
    }

    fn requires(&self) -> Planes {
        Planes::of(&[Plane::Sides, Plane::Start])
    }

    fn provides(&self) -> Planes {
        Plane::Flow.into()
    }
}

impl MetaMapBuilder for RingValidator {
    fn apply(&self, map: &mut BuilderMap, _: &mut BuildCx<'_>) -> Result<(), BuildError> {
        map.sides.as_ref().need(Plane::Sides)?;
        let source = map.start.need(Plane::Start)?;
        let Rings { wet, rings, on_ring } = Rings::search(&map.passages(), map.size().index(source));
        map.flow = Some(Flow { source, wet, rings, on_ring });
        Ok(())
    }
}
