//! What the tests of worlds share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod linked;
pub mod seams;

use mapwright_wang::WangWorld;

/// Worlds of both kinds in all numbers of colors, and with weights.
pub fn worlds(seed: u64) -> Vec<WangWorld> {
    let both = |make: &dyn Fn(WangWorld) -> WangWorld, colors| {
        [WangWorld::edges(seed, colors), WangWorld::corners(seed, colors)].map(|world| make(world.unwrap()))
    };
    let equal = [2, 3, 4].into_iter().flat_map(|colors| both(&|world| world, colors));
    let weights: [&[u32]; 3] = [&[1, 3], &[10, 0, 1], &[1, 2, 3, 4]];
    let weighted = weights.into_iter().flat_map(|weights| both(&|world| world.with_weights(weights).unwrap(), 2));
    equal.chain(weighted).collect()
}
