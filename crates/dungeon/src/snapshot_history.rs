//! A frame on demand.

use mapwright_core::{BuildCx, BuildError, Builder, BuilderMap, Effect, Facts, MetaMapBuilder, Reach, Size, params};

/// Adds a labeled frame to the history.
///
/// Adds a labeled frame to the history at its place in the chain. It does not change the map.
#[derive(Eq)]
#[params]
pub struct SnapshotHistory {
    /// The label of the frame.
    pub label: String,
}

impl SnapshotHistory {
    /// A frame called `label`.
    pub fn new(label: impl Into<String>) -> Self {
        SnapshotHistory { label: label.into() }
    }
}

impl Builder for SnapshotHistory {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("snapshot-history").memory(4).title("A labeled moment").effect(Effect::Keeps).reach(Reach::Cells(0))
    }
}

impl MetaMapBuilder for SnapshotHistory {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        cx.snapshot(map, &self.label);
        Ok(())
    }
}
