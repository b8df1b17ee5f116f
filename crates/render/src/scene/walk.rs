//! The walk that wins a level, cut into legs.

use mapwright_core::{BuilderMap, Point, Proof};

use crate::picture::Style;

/// A walk, or its first steps.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    /// The cells of each leg, and the key that it goes for; the last goes for the exit.
    pub(crate) legs: Vec<(&'a [Point], Option<u8>)>,
    /// Where a part of the walk ends.
    pub(crate) here: Option<Point>,
}

impl<'a> Walk<'a> {
    /// The steps that the style asks for, if the map has a proof.
    pub(super) fn of(map: &'a BuilderMap, style: &Style) -> Option<Walk<'a>> {
        let (proof, steps) = map.proof.as_ref().zip(style.walk)?;
        let walk = walked(proof, steps);
        let here = walk.last().copied().filter(|_| walk.len() < proof.walk.len());
        Some(Walk { legs: legs(map, proof, walk), here })
    }
}

/// The first cells of a walk: its first cell, and `steps` more.
pub(super) fn walked(proof: &Proof, steps: usize) -> &[Point] {
    proof.walk.get(..steps.saturating_add(1)).unwrap_or(&proof.walk)
}

/// The walk cut where it takes a key: each leg begins where the one before ends.
fn legs<'a>(map: &BuilderMap, proof: &Proof, walk: &'a [Point]) -> Vec<(&'a [Point], Option<u8>)> {
    let is_at = |at: Point, key: u8| map.spawns.iter().any(|spawn| spawn.key == Some(key) && spawn.at == at);
    let (mut legs, mut from) = (Vec::new(), 0);
    for &key in &proof.keys {
        let Some(step) = walk[from..].iter().position(|&at| is_at(at, key)) else { break };
        legs.push(&walk[from..=from + step]);
        from += step;
    }
    legs.push(&walk[from.min(walk.len())..]);
    legs.into_iter().enumerate().map(|(leg, cells)| (cells, proof.keys.get(leg).copied())).collect()
}
