//! What the tests of planes share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod linked;
pub mod seams;

use mapwright_wang::{MatchOn, WangPlane};

/// Planes of both kinds in all numbers of colors, and with weights; each with its weights.
pub fn planes(seed: u64) -> Vec<(WangPlane, Vec<u32>)> {
    let weights: [&[u32]; 6] = [&[1, 1], &[1, 1, 1], &[1, 1, 1, 1], &[1, 3], &[10, 0, 1], &[1, 2, 3, 4]];
    let plane = |on, weights: &[u32]| (WangPlane::weighted(on, seed, weights).unwrap(), weights.to_vec());
    weights.into_iter().flat_map(|weights| [MatchOn::Edges, MatchOn::Corners].map(|on| plane(on, weights))).collect()
}
