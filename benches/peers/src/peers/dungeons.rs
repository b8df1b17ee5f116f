//! Caves and dungeons of `mapgen` and `terrain-forge`. What each is asked for
//! stands in one place, beside the work, and is as near to ours as it can get.

use std::hint::black_box;

use mapgen::filter::drunkard::DrunkardsWalk;
use mapgen::filter::{
    BspInterior, BspRooms, CellularAutomata, NearestCorridors, NoiseGenerator, SimpleRooms, VoronoiHive,
};
use mapgen::{MapBuffer, MapBuilder, MapFilter};
use mapwright::prelude::Size;
use rand::SeedableRng;
use rand::rngs::StdRng;
use terrain_forge::algorithms::{
    self, Bsp, BspConfig, CellularConfig, Dla, DlaConfig, DrunkardConfig, DrunkardWalk, SimpleRoomsConfig, Voronoi,
    VoronoiConfig,
};
use terrain_forge::{Algorithm, Grid, Tile};

use super::{probe, sides};

/// Rounds of the cellular automata; mapgen knows no other number.
const ROUNDS: usize = 15;

/// Share of open cells the automata start from, as in the peers' own examples.
const OPEN_SHARE: f64 = 0.45;

/// Noise and fifteen rounds of cellular automata by `mapgen`.
pub fn mapgen_cellular(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, vec![NoiseGenerator::new(1.0 - OPEN_SHARE as f32), CellularAutomata::new()])
}

/// Noise and fifteen rounds of cellular automata by `terrain-forge`.
pub fn terrain_forge_cellular(size: Size, seed: u64) -> u64 {
    let config = CellularConfig { initial_floor_chance: OPEN_SHARE, iterations: ROUNDS, ..CellularConfig::default() };
    terrain_forge_sum(size, seed, algorithms::CellularAutomata::new(config))
}

/// Walks of 400 steps by `mapgen`, from the center, until half is open.
pub fn mapgen_open_area(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, vec![DrunkardsWalk::open_area()])
}

/// Walks of 400 steps by `mapgen`, from anywhere, until half is open.
pub fn mapgen_open_halls(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, vec![DrunkardsWalk::open_halls()])
}

/// One walk by `terrain-forge`, from the center, until half is open.
pub fn terrain_forge_walk(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, endless_walk())
}

/// Diffusion-limited aggregation by `terrain-forge` until a quarter is open.
pub fn terrain_forge_dla(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, quarter_dla(size))
}

/// Cells of 64 seeds by `mapgen`, with walls between them.
pub fn mapgen_voronoi(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, vec![VoronoiHive::new()])
}

/// Cells of 64 seeds by `terrain-forge`, each all floor or all wall.
pub fn terrain_forge_voronoi(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, voronoi_64())
}

/// Thirty tries at a room by `mapgen`, joined to their nearest.
pub fn mapgen_rooms(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, rooms())
}

/// Thirty tries at a room by `terrain-forge`, each joined to the one before.
pub fn terrain_forge_rooms(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, forged_rooms())
}

/// 240 tries at a room by splitting, by `mapgen`, joined to their nearest.
pub fn mapgen_bsp_rooms(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, bsp_rooms())
}

/// A room in each part of a split plane by `terrain-forge`, at its defaults.
pub fn terrain_forge_bsp_rooms(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, Bsp::default())
}

/// A plane split into rooms by `mapgen`, each joined to the next.
pub fn mapgen_bsp_interior(size: Size, seed: u64) -> u64 {
    mapgen_sum(size, seed, vec![BspInterior::new()])
}

/// A plane split to the end by `terrain-forge`; nothing it has is nearer.
pub fn terrain_forge_bsp_interior(size: Size, seed: u64) -> u64 {
    terrain_forge_sum(size, seed, bsp_to_the_end())
}

type Filters = Vec<Box<dyn MapFilter>>;

fn rooms() -> Filters {
    vec![SimpleRooms::new(), NearestCorridors::new()]
}

fn bsp_rooms() -> Filters {
    vec![BspRooms::new(), NearestCorridors::new()]
}

fn endless_walk() -> DrunkardWalk {
    DrunkardWalk::new(DrunkardConfig { floor_percent: 0.5, max_iterations: usize::MAX })
}

/// A particle that starts on floor stays there and is lost. While a share `f`
/// of the map is open, n particles open `n (1 - f)` cells; so it takes
/// `-ln(1 - f)` particles a cell to open a share `f`, when none gives up.
fn quarter_dla(size: Size) -> Dla {
    let num_particles = (-0.75_f64.ln() * f64::from(size.area())) as usize;
    Dla::new(DlaConfig { num_particles, max_walk_steps: usize::MAX })
}

fn voronoi_64() -> Voronoi {
    Voronoi::new(VoronoiConfig { num_points: 64, ..VoronoiConfig::default() })
}

/// It makes three tries a room.
fn forged_rooms() -> algorithms::SimpleRooms {
    let config =
        SimpleRoomsConfig { min_room_size: 6, max_room_size: 10, max_rooms: 10, ..SimpleRoomsConfig::default() };
    algorithms::SimpleRooms::new(config)
}

fn bsp_to_the_end() -> Bsp {
    Bsp::new(BspConfig { min_room_size: 8, max_depth: usize::MAX, room_padding: 0 })
}

fn mapgen_sum(size: Size, seed: u64, filters: Filters) -> u64 {
    let map = mapgen_map(size, seed, filters);
    probe(size, |x, y| map.is_walkable(x, y))
}

fn mapgen_map(size: Size, seed: u64, filters: Filters) -> MapBuffer {
    let (w, h) = sides(size);
    let mut builder = MapBuilder::new(w, h);
    for filter in filters {
        builder.with(filter);
    }
    black_box(builder.build_with_rng(&mut StdRng::seed_from_u64(seed)))
}

fn terrain_forge_sum(size: Size, seed: u64, algorithm: impl Algorithm<Tile>) -> u64 {
    let grid = terrain_forge_grid(size, seed, algorithm);
    probe(size, |x, y| grid[(x, y)].is_floor())
}

fn terrain_forge_grid(size: Size, seed: u64, algorithm: impl Algorithm<Tile>) -> Grid<Tile> {
    let (w, h) = sides(size);
    let mut grid = Grid::<Tile>::new(w, h);
    algorithm.generate(&mut grid, seed);
    black_box(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(80, 50);

    /// Open cells in percent, and in how many parts they lie.
    fn shape(grid: &Grid<Tile>) -> (usize, usize) {
        let open = grid.count(Tile::is_floor);
        (100 * open / (grid.width() * grid.height()), grid.flood_regions().len())
    }

    fn mapgen_shape(seed: u64, filters: Filters) -> (usize, usize) {
        let map = mapgen_map(SIZE, seed, filters);
        let mut grid = Grid::new(map.width, map.height);
        for (at, _) in map.walkables.iter().enumerate().filter(|(_, open)| **open) {
            grid[(at % map.width, at / map.width)] = Tile::Floor;
        }
        shape(&grid)
    }

    fn terrain_forge_shape(seed: u64, algorithm: impl Algorithm<Tile>) -> (usize, usize) {
        shape(&terrain_forge_grid(SIZE, seed, algorithm))
    }

    #[test]
    fn walks_open_half_and_aggregation_a_quarter() {
        for seed in 1..=3 {
            assert!((50..55).contains(&mapgen_shape(seed, vec![DrunkardsWalk::open_halls()]).0));
            let (open, parts) = mapgen_shape(seed, vec![DrunkardsWalk::open_area()]);
            assert!((50..55).contains(&open) && parts == 1, "{open} % in {parts} parts");
            assert_eq!(terrain_forge_shape(seed, endless_walk()), (50, 1));
            let (open, parts) = terrain_forge_shape(seed, quarter_dla(SIZE));
            assert!((22..=28).contains(&open) && parts == 1, "{open} % in {parts} parts");
        }
    }

    #[test]
    fn voronoi_cells_are_parted() {
        for seed in 1..=5 {
            let (open, parts) = mapgen_shape(seed, vec![VoronoiHive::new()]);
            assert!((30..90).contains(&open) && parts > 1, "{open} % in {parts} parts");
            let (open, parts) = terrain_forge_shape(seed, voronoi_64());
            assert!((20..80).contains(&open) && parts > 1, "{open} % in {parts} parts");
        }
    }

    #[test]
    fn rooms_are_joined() {
        for seed in 1..=5 {
            for (open, parts) in [
                mapgen_shape(seed, rooms()),
                mapgen_shape(seed, bsp_rooms()),
                mapgen_shape(seed, vec![BspInterior::new()]),
                terrain_forge_shape(seed, forged_rooms()),
                terrain_forge_shape(seed, Bsp::default()),
                terrain_forge_shape(seed, bsp_to_the_end()),
            ] {
                assert!((10..90).contains(&open) && parts == 1, "{seed}: {open} % in {parts} parts");
            }
        }
    }
}
