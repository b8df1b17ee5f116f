//! Mazes, loops in mazes, and conversion between sides and tiles.
//!
//! A maze is a map with floor in every cell and a `sides` plane that joins the cells in a spanning
//! tree: there is exactly one path between any two cells. In the open cells of an existing map,
//! each connected component gets its own spanning tree.
//!
//! * Cell by cell: [`Backtracker`], [`PrimMaze`], [`HuntAndKill`], [`GrowingTree`]; edge by edge: [`KruskalMaze`].
//! * Fair to all mazes: [`Wilson`], [`AldousBroder`].
//! * Row by row, or by halves, on new maps only: [`BinaryTree`], [`Sidewinder`], [`Eller`], [`RecursiveDivision`], [`NestedMaze`].
//! * Afterwards: [`LoopInjector`], [`SidesToTiles`], [`TilesToSides`].
//! * Your own algorithm: [`Carve`], [`Carving`], [`Maze`].

mod aldous_broder;
mod backtracker;
mod binary_tree;
mod builders;
mod carving;
mod conform;
mod convert;
mod eller;
mod ground;
mod growing_tree;
mod hunt_and_kill;
mod kruskal;
mod loops;
mod max_degree;
mod nested_maze;
mod prim;
mod random_walk;
mod recursive_division;
mod root;
mod sidewinder;
mod wilson;

pub use aldous_broder::AldousBroder;
pub use backtracker::Backtracker;
pub use binary_tree::BinaryTree;
pub use carving::Carving;
pub use convert::{SidesToTiles, TilesToSides};
pub use eller::Eller;
pub use ground::{Carve, Ground, Maze};
pub use growing_tree::{GrowingTree, NextCell};
pub use hunt_and_kill::HuntAndKill;
pub use kruskal::KruskalMaze;
pub use loops::{LoopInjector, LoopRule};
pub use nested_maze::NestedMaze;
pub use prim::PrimMaze;
pub use recursive_division::RecursiveDivision;
pub use root::Root;
pub use sidewinder::Sidewinder;
pub use wilson::Wilson;

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
