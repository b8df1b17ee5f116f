//! A frame on demand.

use mapwright_core::{BuildCx, BuildError, BuilderMap, MetaMapBuilder, Promises, Reach, builder};

/// Adds a labeled frame to the history at its place in the chain. It does not change the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
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

builder!(SnapshotHistory, "snapshot-history"; reach: |_, _| Reach::Cells(0), promises: |_| Promises::KEEPS_WAYS);

impl MetaMapBuilder for SnapshotHistory {
    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        cx.snapshot(map, &self.label);
        Ok(())
    }
}
