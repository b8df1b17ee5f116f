//! Mazes, loops in mazes, and conversion between sides and tiles.

use mapwright_maze::{
    AldousBroder, Backtracker, BinaryTree, Eller, GrowingTree, HuntAndKill, KruskalMaze, LoopInjector,
};
use mapwright_maze::{NestedMaze, PrimMaze, RecursiveDivision, SidesToTiles, Sidewinder, TilesToSides, Wilson};

use super::{BuilderInfo, typed_both, typed_initial, typed_meta};

pub(super) fn builders() -> Vec<BuilderInfo> {
    vec![
        typed_both::<PrimMaze>(),
        typed_both::<KruskalMaze>(),
        typed_both::<Backtracker>(),
        typed_both::<Wilson>(),
        typed_both::<AldousBroder>(),
        typed_both::<HuntAndKill>(),
        typed_both::<GrowingTree>(),
        typed_initial::<BinaryTree>(),
        typed_initial::<Sidewinder>(),
        typed_initial::<Eller>(),
        typed_initial::<RecursiveDivision>(),
        typed_initial::<NestedMaze>(),
        typed_meta::<LoopInjector>(),
        typed_meta::<SidesToTiles>(),
        typed_meta::<TilesToSides>(),
    ]
}
