//! The peers: one small function per peer and work, all of one signature.
//!
//! Each builds one level from nothing through the peer's fastest public API,
//! with its seed fixed, and returns a checksum of a few probed cells. Peers
//! which give no cheap way to read a cell return the size alone; `black_box`
//! keeps their work from being optimised away.

use std::hint::black_box;

use amaze::generators::{Kruskal4, MazeGenerator2D, Prim4, RecursiveBacktracker4};
use amaze::preamble::{GridCoord2D, Wall4, Wall4Grid};
use knossos::maze::{Algorithm, GrowingTree, Kruskal, Method, OrthogonalMazeBuilder, Prim, RecursiveBacktracking};
use mapgen::MapBuilder;
use mapgen::filter::{CellularAutomata, NoiseGenerator};
use rand::SeedableRng;
use rand::rngs::{SmallRng, StdRng};
use terrain_forge::algorithms::{self, CellularConfig};
use terrain_forge::{Algorithm as _, Grid, Tile};

/// Rounds of the cellular automata; mapgen knows no other number.
const ROUNDS: usize = 15;

/// Share of open cells the automata start from, as in the peers' own examples.
const OPEN_SHARE: f64 = 0.45;

/// Prim's maze by `amaze`: a byte of walls per room.
pub fn amaze_prim(size: u16, seed: u64) -> u64 {
    amaze_maze(size, Prim4::new_from_seed(odd(seed)))
}

/// Kruskal's maze by `amaze`: a byte of walls per room.
pub fn amaze_kruskal(size: u16, seed: u64) -> u64 {
    amaze_maze(size, Kruskal4::new_from_seed(odd(seed)))
}

/// Depth-first maze by `amaze`: a byte of walls per room.
pub fn amaze_backtracker(size: u16, seed: u64) -> u64 {
    amaze_maze(size, RecursiveBacktracker4::new_from_seed(odd(seed)))
}

/// Depth-first maze by `irrgarten`: columns of (2n+1) wall or floor bytes.
pub fn irrgarten_backtracker(size: u16, seed: u64) -> u64 {
    irrgarten_maze(size, seed).map_or(0, |maze| probe(size, |at| maze[2 * at + 2][2 * at + 1] == 0))
}

/// Depth-first maze by `terrain-forge`: (2n+1) x (2n+1) tiles.
pub fn terrain_forge_backtracker(size: u16, seed: u64) -> u64 {
    let grid = terrain_forge_maze(size, seed);
    probe(size, |at| grid[(2 * at + 2, 2 * at + 1)].is_floor())
}

/// Prim's maze by `knossos`: three bytes per room.
pub fn knossos_prim(size: u16, seed: u64) -> u64 {
    knossos_maze(size, seed, Box::new(Prim::new()))
}

/// Kruskal's maze by `knossos`: three bytes per room.
pub fn knossos_kruskal(size: u16, seed: u64) -> u64 {
    knossos_maze(size, seed, Box::new(Kruskal))
}

/// Depth-first maze by `knossos`, by its truly recursive algorithm.
pub fn knossos_backtracker(size: u16, seed: u64) -> u64 {
    knossos_maze(size, seed, Box::new(RecursiveBacktracking))
}

/// Depth-first maze by `knossos`, by its growing tree, which keeps a list.
pub fn knossos_growing_tree(size: u16, seed: u64) -> u64 {
    knossos_maze(size, seed, Box::new(GrowingTree::new(Method::Newest)))
}

/// Noise and fifteen rounds of cellular automata by `mapgen`.
pub fn mapgen_cellular(size: u16, seed: u64) -> u64 {
    let side = usize::from(size);
    let map = MapBuilder::new(side, side)
        .with(NoiseGenerator::new(1.0 - OPEN_SHARE as f32))
        .with(CellularAutomata::new())
        .build_with_rng(&mut StdRng::seed_from_u64(seed));
    let map = black_box(map);
    probe(size, |at| map.is_walkable(at, at))
}

/// Noise and fifteen rounds of cellular automata by `terrain-forge`.
pub fn terrain_forge_cellular(size: u16, seed: u64) -> u64 {
    let side = usize::from(size);
    let config = CellularConfig { initial_floor_chance: OPEN_SHARE, iterations: ROUNDS, ..CellularConfig::default() };
    let mut grid = Grid::<Tile>::new(side, side);
    algorithms::CellularAutomata::new(config).generate(&mut grid, seed);
    let grid = black_box(grid);
    probe(size, |at| grid[(at, at)].is_floor())
}

fn amaze_maze(size: u16, generator: impl MazeGenerator2D) -> u64 {
    let side = usize::from(size);
    let grid: Wall4Grid = black_box(generator.generate(side, side));
    probe(size, |at| !grid[GridCoord2D::new(at, at)].contains(Wall4::EAST))
}

/// The random generator is the caller's choice here, so it is a fast one.
fn irrgarten_maze(size: u16, seed: u64) -> Option<irrgarten::Maze> {
    let side = pixels(size);
    let blank = irrgarten::Maze::new(side, side).ok()?;
    Some(black_box(blank.generate(&mut SmallRng::seed_from_u64(seed))))
}

fn terrain_forge_maze(size: u16, seed: u64) -> Grid<Tile> {
    let side = pixels(size);
    let mut grid = Grid::<Tile>::new(side, side);
    algorithms::Maze::default().generate(&mut grid, seed);
    black_box(grid)
}

/// A maze of `knossos` can only be read by formatting all of it, so it is not.
fn knossos_maze(size: u16, seed: u64, algorithm: Box<dyn Algorithm>) -> u64 {
    let side = usize::from(size);
    let builder = OrthogonalMazeBuilder::new().width(side).height(side);
    black_box(builder.seed(Some(seed)).algorithm(algorithm).build());
    u64::from(size)
}

/// Seed 0 means "a random seed" to `amaze`, so every seed is made odd.
fn odd(seed: u64) -> u64 {
    seed.wrapping_mul(2).wrapping_add(1)
}

/// Side in pixels of a maze of `size` rooms whose walls are pixels as well.
fn pixels(size: u16) -> usize {
    2 * usize::from(size) + 1
}

/// Folds up to sixteen probed places on the diagonal into a checksum.
pub fn probe(size: u16, open: impl Fn(usize) -> bool) -> u64 {
    let side = usize::from(size);
    (0..side).step_by(side / 16 + 1).fold(1, |sum, at| sum << 1 | u64::from(open(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A perfect maze of n rooms has n - 1 passages, a pixel each.
    #[test]
    fn pixel_mazes_hold_size_by_size_rooms() {
        for size in [5, 31] {
            let open = 2 * usize::from(size) * usize::from(size) - 1;
            let maze = irrgarten_maze(size, 1).into_iter().flatten().flatten();
            assert_eq!(maze.filter(|&pixel| pixel == 0).count(), open);
            assert_eq!(terrain_forge_maze(size, 1).count(Tile::is_floor), open);
        }
    }
}
