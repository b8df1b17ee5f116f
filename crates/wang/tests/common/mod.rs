//! What the tests of worlds share.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod linked;
pub mod seams;

use mapwright_wang::World;

/// Worlds of both kinds in all numbers of colors, and with weights.
pub fn worlds(seed: u64) -> Vec<World> {
    let both = |make: &dyn Fn(World) -> World, colors| {
        [World::edges(seed, colors), World::corners(seed, colors)].map(|world| make(world.unwrap()))
    };
    let equal = [2, 3, 4].into_iter().flat_map(|colors| both(&|world| world, colors));
    let weights: [&[u32]; 3] = [&[1, 3], &[10, 0, 1], &[1, 2, 3, 4]];
    let weighted = weights.into_iter().flat_map(|weights| both(&|world| world.with_weights(weights).unwrap(), 2));
    equal.chain(weighted).collect()
}
