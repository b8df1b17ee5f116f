//! Portals: two-way steps between distant cells.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use mapwright_core::{
    BuildCx, BuildError, BuildErrorKind, Builder, BuilderMap, Facts, MapRng, MetaMapBuilder, Passages, Portal, Reach,
    Size, params,
};
use mapwright_core::{Plane, Planes};
use mapwright_graph::{Components, distances, reachable};

use crate::free_cells::FreeCells;

/// Adds portals between distant cells.
///
/// Adds pairs of portals: extra two-way steps between distant cells. Every portal has its own cell, without start,
/// exit or spawn, and one of its ends can be reached from the start.
///
/// ```
/// use mapwright_core::{BuilderChain, Size};
/// use mapwright_dungeon::{Arena, Start, Portals};
///
/// let chain = BuilderChain::start_with(Size::new(40, 9), Arena::default())
///     .with(Start::default())
///     .with(Portals { max: 2, min_distance: 15, ..Portals::default() });
/// assert_eq!(chain.build(1)?.portals.len(), 2);
/// # Ok::<(), mapwright_core::BuildError>(())
/// ```
#[derive(Eq)]
#[params]
pub struct Portals {
    /// The most pairs.
    #[param(default = 3, range = 1..=Self::MAX_COUNT)]
    pub max: u16,
    /// `shortcut` joins distant cells that the start can reach; `join` connects unreachable components.
    pub rule: PortalRule,
    /// The shortest path between the two ends, in steps.
    #[param(default = 20, range = Self::DISTANCES, only_with(rule = "shortcut"))]
    pub min_distance: u32,
}

/// Which cells portals join.
#[params]
pub enum PortalRule {
    /// Two cells that can both be reached from the start. Makes as many pairs as it finds; it is an error if it finds
    /// none.
    #[default]
    Shortcut,
    /// A reachable cell and an unreachable one, which connects its component: the largest component first. If
    /// everything can be reached, it does nothing.
    Join,
}

impl Portals {
    const MAX_COUNT: u16 = 100;
    const DISTANCES: RangeInclusive<u32> = 2..=1_000_000;
    /// The number of searches in addition to one for each pair.
    const SPARE_TRIES: u64 = 16;
}

impl Builder for Portals {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("portals")
            .memory(36)
            .title("Portals")
            .needs(Plane::Start)
            .keeps(Plane::Solution)
            .spares_kept()
            .reach(Reach::Global("it joins any two places of a map"))
    }
}

impl MetaMapBuilder for Portals {
    fn check(&self) -> Result<(), BuildError> {
        self.check_ranges()
    }

    fn apply(&self, map: &mut BuilderMap, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        self.check()?;
        let start = map.size().index(map.start()?);
        match self.rule {
            PortalRule::Shortcut => self.shortcuts(map, start, cx),
            PortalRule::Join => self.join(map, start, cx),
        }
    }
}

impl Portals {
    fn shortcuts(&self, map: &mut BuilderMap, start: u32, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let free = FreeCells::from_map(map);
        let mut passages = map.passages();
        cx.keep_going()?;
        let reached = reachable(&passages, start);
        let mut ends: Vec<u32> = (0..passages.area()).filter(|&cell| reached[cell] && free.is_free(cell)).collect();
        let (mut added, mut tries, budget) = (0, 0, u64::from(self.max) + Self::SPARE_TRIES);
        let mut outermost = None;
        while added < self.max && tries < budget {
            tries += 1;
            cx.keep_going()?;
            let Some(one) = outermost.take().or_else(|| cx.rng.pick(&ends).copied()) else { break };
            match self.far_end(&passages, &ends, one, &mut cx.rng) {
                Ok(other) => {
                    add(map, one, other, cx);
                    added += 1;
                    passages = map.passages();
                    ends.retain(|&cell| cell != one && cell != other);
                }
                // From the far end of a short path there may be a longer one.
                Err(farthest) => outermost = Some(farthest).filter(|_| tries % 2 == 1),
            }
        }
        match added {
            0 => Err(BuildErrorKind::GaveUp { what: "two free cells far enough apart", tries, budget }.into()),
            _ => Ok(()),
        }
    }

    /// A random cell that is far enough from `one`, or else the farthest one.
    fn far_end(&self, passages: &Passages, ends: &[u32], one: u32, rng: &mut MapRng) -> Result<u32, u32> {
        let steps = distances(passages, [one]);
        let far: Vec<u32> = ends.iter().copied().filter(|&cell| steps[cell] >= self.min_distance).collect();
        let farthest = || ends.iter().copied().max_by_key(|&cell| steps[cell]).unwrap_or(one);
        rng.pick(&far).copied().ok_or_else(farthest)
    }

    fn join(&self, map: &mut BuilderMap, start: u32, cx: &mut BuildCx<'_>) -> Result<(), BuildError> {
        let components = Components::from_map(map, &map.passages());
        let free = FreeCells::from_map(map);
        let cells_of = |wanted: u32| -> Vec<u32> {
            let cells = (0..).zip(components.label.as_slice());
            cells.filter(|&(cell, &label)| label == wanted && free.is_free(cell)).map(|(cell, _)| cell).collect()
        };
        let home = components.label[start];
        let mut near = cells_of(home);
        for label in largest_with_room(&components, &free).filter(|&label| label != home).take(self.max.into()) {
            cx.keep_going()?;
            let mut far = cells_of(label);
            let (one, other) = (cx.rng.swap_remove(&mut near), cx.rng.swap_remove(&mut far));
            let (Some(one), Some(other)) = (one, other) else {
                let at = map.size().point(start);
                let why = format!("no free cell for a portal can be reached from the start at {at}");
                return Err(BuildError::contradiction(Some(at), why));
            };
            add(map, one, other, cx);
            near.append(&mut far);
        }
        Ok(())
    }
}

/// The labels of the components that have a free cell, the largest first.
fn largest_with_room(components: &Components, free: &FreeCells) -> impl Iterator<Item = u32> {
    let mut has_room = vec![false; components.sizes.len() + 1];
    for (cell, &label) in (0..).zip(components.label.as_slice()) {
        has_room[label as usize] |= free.is_free(cell);
    }
    let sizes = (1..).zip(&components.sizes).filter(|&(label, _): &(u32, _)| has_room[label as usize]);
    let mut found: Vec<(u32, u32)> = sizes.map(|(label, &size)| (label, size)).collect();
    found.sort_by_key(|&(_, size)| Reverse(size));
    found.into_iter().map(|(label, _)| label)
}

fn add(map: &mut BuilderMap, one: u32, other: u32, cx: &mut BuildCx<'_>) {
    map.portals.push(Portal::new(map.size().point(one), map.size().point(other)));
    map.clear(Planes::DERIVED.minus(Plane::Solution.into()));
    if cx.step_is_due(1) {
        cx.step_frame(map, &format!("portal {}", map.portals.len()));
    }
}
