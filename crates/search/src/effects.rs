//! What a stage can do to a metric, from what it touches.

use mapwright_core::{Facts, Plane};
use mapwright_graph::Metric;

/// Whether later stages may raise or lower a metric. They may also add a metric that the map lacks, or remove one; a
/// clause about a metric that the finished map lacks fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MetricEffect {
    pub(crate) may_rise: bool,
    pub(crate) may_fall: bool,
}

impl MetricEffect {
    const ANY: MetricEffect = MetricEffect { may_rise: true, may_fall: true };

    /// The value stays, there or not.
    pub(crate) const fn is_none(self) -> bool {
        !self.may_rise && !self.may_fall
    }
}

/// What a stage can do to a metric.
pub(crate) fn effect(stage: &Facts, metric: Metric) -> MetricEffect {
    let (opens_nothing, closes_nothing) = (stage.effect.opens_nothing(), stage.effect.closes_nothing());
    let changed = stage.gives.union(stage.drops());
    let keeps = |planes: &[Plane]| !planes.iter().any(|&plane| changed.contains(plane));
    let ways = MetricEffect { may_rise: !opens_nothing, may_fall: !closes_nothing };
    match metric {
        // A cell that opens beside k open cells of m parts adds k passages and one cell, and makes one part of m. So
        // loops change by k - 1 + 1 - m, and m is at most k. Two cells that become neighbors add a loop or join two parts.
        Metric::OpenCells | Metric::OpenShare | Metric::Passages | Metric::Loops => ways,
        // Every way that opens can only shorten the way to the exit, or be the first one.
        Metric::SolutionSteps if keeps(&[Plane::Start, Plane::Exit]) => {
            MetricEffect { may_rise: !closes_nothing, may_fall: !opens_nothing }
        }
        Metric::Wet | Metric::OnRing if ways.is_none() && keeps(&[Plane::Flow]) => ways,
        Metric::Rooms if ways.is_none() && keeps(&[Plane::Rooms]) => ways,
        Metric::Components
        | Metric::LargestShare
        | Metric::IsolatedShare
        | Metric::DeadEnds
        | Metric::DeadEndShare
        | Metric::CorridorShare
        | Metric::TeeShare
        | Metric::CrossShare
        | Metric::LongestPath
        | Metric::LongestPathShare
        | Metric::WallIslands
            if ways.is_none() && keeps(&[Plane::Sides]) =>
        {
            ways
        }
        _ => MetricEffect::ANY,
    }
}
