//! Mazes of `amaze`, `knossos`, `irrgarten` and `terrain-forge`.

use std::hint::black_box;

use amaze::generators::{
    BinaryTree4, Eller4, GrowingTree4, HuntAndKill4, Kruskal4, MazeGenerator2D, MixedCell, Prim4,
    RecursiveBacktracker4, Sidewinder4, Wilson4,
};
use amaze::preamble::{GridCoord2D, Wall4, Wall4Grid};
use knossos::maze::{
    AldousBroder, Algorithm, Bias, BinaryTree, Eller, GrowingTree, HuntAndKill, Kruskal, Method, OrthogonalMaze,
    OrthogonalMazeBuilder, Prim, RecursiveBacktracking, RecursiveDivision, Sidewinder,
};
use mapwright::prelude::Size;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use terrain_forge::{Algorithm as _, Grid, Tile, algorithms};

use super::{probe, sides};

/// Prim's maze by `amaze`: a byte of walls per room, as in all its mazes.
pub fn amaze_prim(size: Size, seed: u64) -> u64 {
    amaze_sum(size, Prim4::new_from_seed(odd(seed)))
}

/// Kruskal's maze by `amaze`.
pub fn amaze_kruskal(size: Size, seed: u64) -> u64 {
    amaze_sum(size, Kruskal4::new_from_seed(odd(seed)))
}

/// Depth-first maze by `amaze`.
pub fn amaze_backtracker(size: Size, seed: u64) -> u64 {
    amaze_sum(size, RecursiveBacktracker4::new_from_seed(odd(seed)))
}

/// Wilson's maze by `amaze`.
pub fn amaze_wilson(size: Size, seed: u64) -> u64 {
    amaze_sum(size, Wilson4::new_from_seed(odd(seed)))
}

/// Hunt-and-kill maze by `amaze`.
pub fn amaze_hunt_and_kill(size: Size, seed: u64) -> u64 {
    amaze_sum(size, HuntAndKill4::new_from_seed(odd(seed)))
}

/// Growing tree by `amaze`: the newest cell half of the time, else any.
pub fn amaze_growing_tree(size: Size, seed: u64) -> u64 {
    amaze_sum(size, GrowingTree4::new_from_seed_with_selector(odd(seed), MIXED))
}

/// Eller's maze by `amaze`. The order of a hash map decides there as well as
/// the seed, so the checksum is no more than the size.
pub fn amaze_eller(size: Size, seed: u64) -> u64 {
    amaze_maze(size, Eller4::new_from_seed(odd(seed)));
    size.area().into()
}

/// Sidewinder maze by `amaze`.
pub fn amaze_sidewinder(size: Size, seed: u64) -> u64 {
    amaze_sum(size, Sidewinder4::new_from_seed(odd(seed)))
}

/// Binary tree maze by `amaze`.
pub fn amaze_binary_tree(size: Size, seed: u64) -> u64 {
    amaze_sum(size, BinaryTree4::new_from_seed(odd(seed)))
}

/// Depth-first maze by `irrgarten`: columns of (2h+1) wall or floor bytes.
pub fn irrgarten_backtracker(size: Size, seed: u64) -> u64 {
    irrgarten_maze(size, seed).map_or(0, |maze| probe(size, |x, y| maze[2 * x + 2][2 * y + 1] == 0))
}

/// Depth-first maze by `terrain-forge`: (2w+1) x (2h+1) tiles.
pub fn terrain_forge_backtracker(size: Size, seed: u64) -> u64 {
    let grid = terrain_forge_maze(size, seed);
    probe(size, |x, y| grid[(2 * x + 2, 2 * y + 1)].is_floor())
}

/// Prim's maze by `knossos`: three bytes per room, as in all its mazes.
pub fn knossos_prim(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, Prim::new())
}

/// Kruskal's maze by `knossos`.
pub fn knossos_kruskal(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, Kruskal)
}

/// Depth-first maze by `knossos`, by its recursive algorithm.
pub fn knossos_backtracker(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, RecursiveBacktracking)
}

/// Depth-first maze by `knossos`, by its growing tree, which keeps a list.
pub fn knossos_backtracker_list(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, GrowingTree::new(Method::Newest))
}

/// Aldous and Broder's maze by `knossos`.
pub fn knossos_aldous_broder(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, AldousBroder)
}

/// Hunt-and-kill maze by `knossos`.
pub fn knossos_hunt_and_kill(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, HuntAndKill::new())
}

/// Growing tree by `knossos`: the newest cell half of the time, else any.
pub fn knossos_growing_tree(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, GrowingTree::new(Method::Newest50Random50))
}

/// Eller's maze by `knossos`.
pub fn knossos_eller(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, Eller)
}

/// Sidewinder maze by `knossos`.
pub fn knossos_sidewinder(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, Sidewinder)
}

/// Binary tree maze by `knossos`.
pub fn knossos_binary_tree(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, BinaryTree::new(Bias::NorthWest))
}

/// Recursive division by `knossos`, which carves passages as it divides.
pub fn knossos_recursive_division(size: Size, seed: u64) -> u64 {
    knossos_sum(size, seed, RecursiveDivision)
}

const MIXED: MixedCell = MixedCell { newest_probability: 0.5 };

fn amaze_sum(size: Size, generator: impl MazeGenerator2D) -> u64 {
    let grid = amaze_maze(size, generator);
    probe(size, |x, y| !grid[GridCoord2D::new(x, y)].contains(Wall4::EAST))
}

fn amaze_maze(size: Size, generator: impl MazeGenerator2D) -> Wall4Grid {
    let (w, h) = sides(size);
    black_box(generator.generate(w, h))
}

/// The random generator is the caller's choice here, so it is a fast one.
fn irrgarten_maze(size: Size, seed: u64) -> Option<irrgarten::Maze> {
    let (w, h) = pixels(size);
    let blank = irrgarten::Maze::new(w, h).ok()?;
    Some(black_box(blank.generate(&mut SmallRng::seed_from_u64(seed))))
}

fn terrain_forge_maze(size: Size, seed: u64) -> Grid<Tile> {
    let (w, h) = pixels(size);
    let mut grid = Grid::<Tile>::new(w, h);
    algorithms::Maze::default().generate(&mut grid, seed);
    black_box(grid)
}

/// A maze of `knossos` can only be read by formatting all of it, so it is not.
fn knossos_sum(size: Size, seed: u64, algorithm: impl Algorithm + 'static) -> u64 {
    knossos_maze(size, seed, algorithm);
    size.area().into()
}

fn knossos_maze(size: Size, seed: u64, algorithm: impl Algorithm + 'static) -> OrthogonalMaze {
    let (w, h) = sides(size);
    let builder = OrthogonalMazeBuilder::new().width(w).height(h);
    black_box(builder.seed(Some(seed)).algorithm(Box::new(algorithm)).build())
}

/// Seed 0 means "a random seed" to `amaze`, so every seed is made odd.
fn odd(seed: u64) -> u64 {
    seed.wrapping_mul(2).wrapping_add(1)
}

/// Sides in pixels of a maze whose walls are pixels as well.
fn pixels(size: Size) -> (usize, usize) {
    let (w, h) = sides(size);
    (2 * w + 1, 2 * h + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Size; 4] = [Size::new(5, 5), Size::new(12, 7), Size::new(7, 12), Size::new(31, 31)];

    /// A perfect maze of n rooms has n - 1 passages, a pixel each.
    #[test]
    fn pixel_mazes_hold_as_many_rooms_as_cells() {
        for size in SIZES {
            let open = 2 * size.area() as usize - 1;
            let maze = irrgarten_maze(size, 1).into_iter().flatten().flatten();
            assert_eq!(maze.filter(|&pixel| pixel == 0).count(), open);
            assert_eq!(terrain_forge_maze(size, 1).count(Tile::is_floor), open);
        }
    }

    #[test]
    fn mazes_of_amaze_are_perfect() {
        for size in SIZES {
            perfect_amaze(size, Prim4::new_from_seed(1));
            perfect_amaze(size, Kruskal4::new_from_seed(1));
            perfect_amaze(size, RecursiveBacktracker4::new_from_seed(1));
            perfect_amaze(size, Wilson4::new_from_seed(1));
            perfect_amaze(size, HuntAndKill4::new_from_seed(1));
            perfect_amaze(size, GrowingTree4::new_from_seed_with_selector(1, MIXED));
            perfect_amaze(size, Eller4::new_from_seed(1));
            perfect_amaze(size, Sidewinder4::new_from_seed(1));
            perfect_amaze(size, BinaryTree4::new_from_seed(1));
        }
    }

    #[test]
    fn mazes_of_knossos_are_perfect_but_for_eller() {
        for size in SIZES {
            let tree = size.area() as usize - 1;
            let passages = [
                knossos_passages(size, Prim::new()),
                knossos_passages(size, Kruskal),
                knossos_passages(size, RecursiveBacktracking),
                knossos_passages(size, GrowingTree::new(Method::Newest)),
                knossos_passages(size, GrowingTree::new(Method::Newest50Random50)),
                knossos_passages(size, AldousBroder),
                knossos_passages(size, HuntAndKill::new()),
                knossos_passages(size, Sidewinder),
                knossos_passages(size, BinaryTree::new(Bias::NorthWest)),
                knossos_passages(size, RecursiveDivision),
            ];
            assert_eq!(passages, [tree; 10], "{size}");
        }
    }

    /// It joins two sets of rooms by moving one room over, so it goes on to
    /// join rooms that are joined already.
    #[test]
    fn eller_of_knossos_has_loops() {
        let size = Size::new(31, 31);
        assert!(knossos_passages(size, Eller) > size.area() as usize - 1);
    }

    /// As many passages as a tree has, and every room reached.
    fn perfect_amaze(size: Size, generator: impl MazeGenerator2D) {
        let name = generator.name();
        let grid = amaze_maze(size, generator);
        let ends: usize = grid.coords().map(|room| grid.open_neighbors(room).count()).sum();
        assert_eq!(ends, 2 * (size.area() as usize - 1), "{name} {size}");
        let mut rooms = vec![GridCoord2D::new(0, 0)];
        let mut front = 0;
        while let Some(&room) = rooms.get(front) {
            front += 1;
            let fresh: Vec<_> = grid.open_neighbors(room).filter(|next| !rooms.contains(next)).collect();
            rooms.extend(fresh);
        }
        assert_eq!(rooms.len(), size.area() as usize, "{name} {size}");
    }

    /// How many passages a maze has, all of whose rooms are reached. After the
    /// left border its text has two characters a room: a space is a way south,
    /// then anything but a bar a way east.
    fn knossos_passages(size: Size, algorithm: impl Algorithm + 'static) -> usize {
        let maze = knossos_maze(size, 1, algorithm);
        assert!(maze.is_valid(), "{size}");
        let text = maze.to_string();
        let rooms = text.lines().skip(1).flat_map(|line| line.as_bytes()[1..].chunks(2));
        rooms.map(|room| usize::from(room[0] == b' ') + usize::from(room[1] != b'|')).sum()
    }
}
