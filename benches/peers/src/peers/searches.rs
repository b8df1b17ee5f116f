//! Searches by `bracket-pathfinding`, `mapgen` and `terrain-forge` on maps
//! that are made, and brought into their form, outside of the time.

use std::collections::HashMap;
use std::hint::black_box;

use bracket_pathfinding::prelude::{BaseMap, DijkstraMap, SmallVec};
use mapgen::{CullUnreachable, DistantExit, MapBuffer, MapFilter, geometry};
use mapwright::prelude::{BuilderMap, Size};
use rand::SeedableRng;
use rand::rngs::StdRng;
use terrain_forge::spatial::{self, PathfindingConstraints};
use terrain_forge::{Grid, Tile};

use super::{probe, sides};
use crate::prepared::{carved_maze, cave, start};
use crate::row::Job;

/// Steps from the start of a cave to everywhere, by `bracket-pathfinding`.
pub fn bracket_distances(size: Size, seed: u64) -> Job {
    let map = cave(size, seed);
    let (floor, start) = (Floor::of(&map), size.index(start(&map)) as usize);
    let width = floor.width;
    Box::new(move || {
        let field = black_box(floor.distances(start));
        probe(size, |x, y| field.map[y * width + x] < f32::MAX)
    })
}

/// Steps from the start of a cave to everywhere, by `terrain-forge`.
pub fn terrain_forge_distances(size: Size, seed: u64) -> Job {
    let map = cave(size, seed);
    let (grid, start, rules) = (grid_of(&map), place(&map), four_ways());
    Box::new(move || {
        let field = black_box(spatial::dijkstra_map(&grid, &[start], &rules));
        probe(size, |x, y| field.get(x, y).is_finite())
    })
}

/// A cave culled, and its exit placed, by `mapgen`.
pub fn mapgen_cull_cave(size: Size, seed: u64) -> Job {
    mapgen_cull(&cave(size, seed))
}

/// A carved maze culled, and its exit placed, by `mapgen`.
pub fn mapgen_cull_carved(size: Size, seed: u64) -> Job {
    mapgen_cull(&carved_maze(size, seed))
}

/// A cave culled by `terrain-forge`; it has nothing that places an exit.
pub fn terrain_forge_cull_cave(size: Size, seed: u64) -> Job {
    terrain_forge_cull(&cave(size, seed))
}

/// A carved maze culled by `terrain-forge`, without an exit.
pub fn terrain_forge_cull_carved(size: Size, seed: u64) -> Job {
    terrain_forge_cull(&carved_maze(size, seed))
}

fn mapgen_cull(map: &BuilderMap) -> Job {
    let (size, buffer) = (map.size(), buffer_of(map));
    Box::new(move || {
        let done = black_box(culled_with_exit(&buffer));
        probe(size, |x, y| done.is_walkable(x, y))
    })
}

fn culled_with_exit(buffer: &MapBuffer) -> MapBuffer {
    // Neither draws a number, but both ask for a generator.
    let mut rng = StdRng::seed_from_u64(0);
    let culled = CullUnreachable::new().modify_map(&mut rng, buffer);
    DistantExit::new().modify_map(&mut rng, &culled)
}

fn terrain_forge_cull(map: &BuilderMap) -> Job {
    let (size, grid, start) = (map.size(), grid_of(map), place(map));
    Box::new(move || {
        let done = black_box(flooded(&grid, start));
        probe(size, |x, y| done[(x, y)].is_floor())
    })
}

/// All wall, but for what a flood from `start` reaches.
fn flooded(grid: &Grid<Tile>, start: (usize, usize)) -> Grid<Tile> {
    let mut kept = Grid::new(grid.width(), grid.height());
    for at in grid.flood_fill(start.0, start.1) {
        kept[at] = Tile::Floor;
    }
    kept
}

/// The tiles of a map in the form that `bracket-pathfinding` walks on.
struct Floor {
    open: Vec<bool>,
    width: usize,
}

impl Floor {
    fn of(map: &BuilderMap) -> Self {
        let open = map.tiles.as_slice().iter().map(|tile| !tile.is_solid()).collect();
        Self { open, width: map.size().w.into() }
    }

    /// Its own constructor leaves the start to be reached from its neighbors,
    /// at two steps; so the zero is written before.
    fn distances(&self, start: usize) -> DijkstraMap {
        let cells = self.open.len();
        let mut field = DijkstraMap::new_empty(self.width, cells / self.width, f32::MAX);
        field.map[start] = 0.0;
        DijkstraMap::build(&mut field, &[start], self);
        field
    }
}

impl BaseMap for Floor {
    fn get_available_exits(&self, cell: usize) -> SmallVec<[(usize, f32); 10]> {
        let (x, width) = (cell % self.width, self.width);
        let mut exits = SmallVec::new();
        let mut look = |inside: bool, next: usize| {
            if inside && self.open[next] {
                exits.push((next, 1.0));
            }
        };
        look(cell >= width, cell.wrapping_sub(width));
        look(x + 1 < width, cell + 1);
        look(cell + width < self.open.len(), cell + width);
        look(x > 0, cell.wrapping_sub(1));
        exits
    }
}

/// Steps to the four sides, of length one.
fn four_ways() -> PathfindingConstraints {
    let ways = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|way| (way, 1.0));
    PathfindingConstraints { movement_cost: HashMap::from(ways), blocked_cells: Vec::new() }
}

pub(super) fn grid_of(map: &BuilderMap) -> Grid<Tile> {
    let (w, h) = sides(map.size());
    let mut grid = Grid::new(w, h);
    for (p, _) in map.tiles.iter().filter(|(_, tile)| !tile.is_solid()) {
        grid[(p.x.into(), p.y.into())] = Tile::Floor;
    }
    grid
}

fn buffer_of(map: &BuilderMap) -> MapBuffer {
    let (w, h) = sides(map.size());
    let mut buffer = MapBuffer::new(w, h);
    buffer.walkables = map.tiles.as_slice().iter().map(|tile| !tile.is_solid()).collect();
    let (x, y) = place(map);
    buffer.starting_point = Some(geometry::Point::new(x, y));
    buffer
}

fn place(map: &BuilderMap) -> (usize, usize) {
    let start = start(map);
    (start.x.into(), start.y.into())
}

#[cfg(test)]
mod tests {
    use mapwright::graph::{UNREACHED, distances};
    use mapwright::prelude::{Point, Tile as OurTile, Wrap};

    use super::*;
    use crate::ours::culled;

    const SIZE: Size = Size::new(50, 41);

    /// Caves, carved mazes, and floor up to the border.
    fn maps() -> impl Iterator<Item = BuilderMap> {
        let mut meadow = BuilderMap::filled(Size::new(7, 4), Wrap::None, OurTile::FLOOR);
        meadow.start = Some(Point::new(6, 1));
        (1..=5).flat_map(|seed| [cave(SIZE, seed), carved_maze(SIZE, seed)]).chain([meadow])
    }

    #[test]
    fn everyone_finds_the_same_distances() {
        for map in maps() {
            let size = map.size();
            let ours = distances(&map.passages(), [size.index(start(&map))]);
            let bracket = Floor::of(&map).distances(size.index(start(&map)) as usize).map;
            let forge = spatial::dijkstra_map(&grid_of(&map), &[place(&map)], &four_ways());
            for ((p, &steps), bracket) in ours.iter().zip(bracket) {
                let expected = (steps != UNREACHED).then_some(steps as f32);
                assert_eq!(Some(bracket).filter(|&far| far < f32::MAX), expected, "{p:?}");
                let forge = forge.get(p.x.into(), p.y.into());
                assert_eq!(Some(forge).filter(|far| far.is_finite()), expected, "{p:?}");
            }
        }
    }

    #[test]
    fn terrain_forge_keeps_what_we_keep() {
        for map in maps() {
            let kept = flooded(&grid_of(&map), place(&map));
            assert!(kept == grid_of(&culled(1, map)));
        }
    }

    /// It goes diagonally too, so it may keep more, and the way to its exit
    /// may be another.
    #[test]
    fn mapgen_keeps_what_we_keep_or_more_and_places_an_exit() {
        let mut walled = 0;
        for map in maps() {
            let before = buffer_of(&map);
            let after = culled_with_exit(&before);
            let ours = culled(1, map);
            for ((was, is), kept) in before.walkables.iter().zip(&after.walkables).zip(buffer_of(&ours).walkables) {
                assert!(*is || !kept, "kept by us alone");
                assert!(*was || !is, "opened");
                walled += usize::from(*was && !is);
            }
            let exit = after.exit_point.expect("an exit");
            assert!(after.is_walkable(exit.x, exit.y));
            assert!(after.starting_point.is_some_and(|start| (start.x, start.y) != (exit.x, exit.y)));
        }
        assert!(walled > 0, "nothing was culled");
    }
}
