//! Distances, paths, components, rings and metrics of Mapwright maps.
//!
//! Everything here walks on [`Passages`](mapwright_core::Passages), so it works on mazes, caves, pipe
//! boards, wrapped maps and maps with portals. Cells are row-major indices, distances are steps,
//! and no search recurses.
//!
//! * Paths: [`distances`], [`path`], [`astar`], [`Pathfinder`], [`BoundedSearch`], [`longest_path`];
//!   [`MapExt`] has them as methods of maps.
//! * Connection: [`Components`], [`articulation_points`], [`bridges`], [`DisjointSets`]; [`tunnels`] joins what does not.
//! * Graphs: [`blocks`] and [`is_planar`].
//! * Sight: [`sight`], [`sight_through`], [`each_in_sight`], [`each_along_passages`].
//! * Numbers: [`Metrics`], [`wall_islands`], [`dead_ends`]; [`flow`] finds the rings of pipes.
//! * Shapes: [`Flat`] and [`Spot`] for sides as pictures, and [`NestedTree`] for an endless maze.

mod articulation_points;
mod bounded_search;
mod components;
mod cycles;
mod disjoint_sets;
mod distance;
mod flat;
mod flood;
mod islands;
#[doc(hidden)]
pub mod lanes;
mod level_metrics;
mod map_ext;
mod metrics;
mod nested_tree;
mod path;
mod pathfinder;
mod planar;
mod sight;
mod spot;
mod tunnels;
mod waves;

pub use articulation_points::articulation_points;
pub use bounded_search::BoundedSearch;
pub use components::Components;
pub use cycles::{bridges, flow};
pub use disjoint_sets::DisjointSets;
pub use distance::{AsCell, UNREACHED, distances, farthest, longest_path, nearest_source, reachable};
pub use flat::{Flat, MazeLines, TooLargeError};
pub use islands::wall_islands;
pub use map_ext::MapExt;
pub use metrics::{Metric, Metrics, dead_ends, independent_loops};
pub use nested_tree::NestedTree;
pub use path::{astar, path, turns};
pub use pathfinder::Pathfinder;
pub use planar::{blocks, is_planar};
pub use sight::{each_along_passages, each_in_sight, sight, sight_through};
pub use spot::Spot;
pub use tunnels::{Tunnel, Tunneling, possible_steps, tunnels};

/// The example of the README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
