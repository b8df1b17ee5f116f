//! Mazes in the shape of an existing map.

use mapwright_core::{BuildCx, BuildError, BuilderChain, BuilderMap, Dir, Flow, Grid, InitialMapBuilder, MapRng, Room};
use mapwright_core::{MetaMapBuilder, Plane, Planes, Point, Portal, Rect, Sides, Size, Spawn, Tile, Wrap};
use mapwright_graph::{Components, independent_loops};
use mapwright_maze::{
    AldousBroder, Backtracker, GrowingTree, HuntAndKill, KruskalMaze, NextCell, PrimMaze, Root, Wilson,
};

fn mazes(root: Root) -> Vec<Box<dyn MetaMapBuilder>> {
    let growing = |choice| Box::new(GrowingTree { choice, root, ..GrowingTree::default() });
    vec![
        Box::new(PrimMaze { max_degree: 3, root }),
        Box::new(PrimMaze { max_degree: 4, root }),
        Box::new(KruskalMaze { max_degree: 3, root }),
        Box::new(KruskalMaze { max_degree: 4, root }),
        Box::new(Backtracker { root }),
        Box::new(Wilson { root }),
        Box::new(AldousBroder { root }),
        Box::new(HuntAndKill { root }),
        growing(NextCell::Newest),
        growing(NextCell::Random),
        Box::new(GrowingTree { oldest: 1, root, ..GrowingTree::default() }),
    ]
}

fn apply(maze: &dyn MetaMapBuilder, map: &mut BuilderMap, seed: u64) -> Result<(), BuildError> {
    maze.apply(map, &mut BuildCx::new(seed, maze.name(), 0))?;
    assert_eq!(map.validate(), Ok(()));
    Ok(())
}

/// A map whose cells are solid with probability `share`.
fn noise(size: Size, wrap: Wrap, share: f64, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    for tile in map.tiles.as_mut_slice() {
        *tile = if rng.chance(share) { [Tile::WALL, Tile::TREE][rng.below(2) as usize] } else { *tile };
    }
    map
}

/// A cave: noise, and some rounds in which each cell does as most around it.
fn cave(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = noise(size, wrap, 0.43, rng);
    let lattice = mapwright_core::Passages::lattice(size, wrap);
    for _ in 0..4 {
        let before = map.tiles.clone();
        for cell in 0..lattice.area() {
            let solid = lattice.neighbors(cell).chain([cell]).filter(|&near| before[near].is_solid()).count();
            map.tiles[cell] = if 2 * solid > lattice.neighbors(cell).count() + 1 { Tile::WALL } else { Tile::FLOOR };
        }
    }
    map
}

/// One tree for each part of the mask, no more and no less, and closed sides in solid cells.
#[track_caller]
fn assert_trees(map: &BuilderMap, mask: &BuilderMap) {
    let bare = |map: &BuilderMap| {
        let mut map = map.clone();
        map.portals.clear();
        map
    };
    let mut terrain = bare(mask);
    terrain.sides = None;
    let (map, passages) = (bare(map), bare(map).passages());
    let parts = Components::from_map(&map, &passages);
    assert_eq!(parts, Components::from_map(&terrain, &terrain.passages()), "the parts of the mask");
    assert_eq!(independent_loops(&passages, &parts), 0);
    for (p, cell) in map.sides.as_ref().unwrap().iter() {
        assert_eq!(cell.dirs(), passages.dirs(map.size().index(p)), "{p}: halves agree, and lead to open cells");
        assert!(cell.0 & 0b10_10_10_10 == 0, "open sides have color 1");
    }
}

#[test]
fn every_part_gets_a_spanning_tree() {
    let mut rng = MapRng::new(12);
    for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (2, 7), (5, 8), (31, 17), (64, 40)] {
        for (wrap, share) in Wrap::ALL.into_iter().flat_map(|wrap| [0.0, 0.05, 0.3, 0.5].map(|share| (wrap, share))) {
            for root in [Root::Center, Root::Random, Root::At(Point::new(w - 1, 0))] {
                let size = Size::new(w, h);
                let mut mask =
                    if share == 0.5 { cave(size, wrap, &mut rng) } else { noise(size, wrap, share, &mut rng) };
                mask.portals = (0..4)
                    .map(|_| <(Point, Point)>::from([(); 2].map(|()| size.point(rng.below(size.area())))).into())
                    .collect();
                for maze in mazes(root) {
                    let mut map = mask.clone();
                    match apply(&*maze, &mut map, rng.bits()) {
                        Ok(()) => assert_trees(&map, &mask),
                        Err(error) => {
                            assert!(mask.tiles.as_slice().iter().all(|tile| tile.is_solid()));
                            assert_eq!(error.to_string(), "the map has no open cell for the start of a maze");
                        }
                    }
                    assert_eq!(map.tiles, mask.tiles);
                }
            }
        }
    }
}

#[test]
fn a_map_without_walls_gets_the_same_maze_as_a_new_map() {
    for (w, h) in [(1, 6), (2, 2), (5, 8), (30, 20)] {
        for wrap in Wrap::ALL {
            fn same<M: InitialMapBuilder + MetaMapBuilder + Clone + 'static>(maze: &M, size: Size, wrap: Wrap) {
                let new = BuilderChain::start_with(size, maze.clone()).wrap(wrap).build(3).unwrap();
                let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
                apply(maze, &mut map, 3).unwrap();
                assert_eq!(map, new, "{maze:?}");
            }
            let size = Size::new(w, h);
            same(&PrimMaze::default(), size, wrap);
            same(&PrimMaze { max_degree: 4, root: Root::At(Point::new(0, 1)) }, size, wrap);
            same(&KruskalMaze { max_degree: 3, root: Root::Center }, size, wrap);
            same(&Backtracker { root: Root::Random }, size, wrap);
            same(&Wilson::default(), size, wrap);
            same(&AldousBroder::default(), size, wrap);
            same(&HuntAndKill::default(), size, wrap);
            same(&GrowingTree::default(), size, wrap);
        }
    }
}

#[test]
fn the_start_is_the_open_cell_nearest_to_the_root() {
    // The center is (2, 2), and the open cells are at distances 4, 5 and 2 (squared).
    let rows = [".####", "#####", "##.##", "###.#", "#####"];
    let mut mask = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::WALL);
    let is_floor = |p: &Point| rows[usize::from(p.y)].as_bytes()[usize::from(p.x)] == b'.';
    mask.size().points().filter(is_floor).for_each(|p| mask.tiles[p] = Tile::FLOOR);
    for maze in mazes(Root::Center) {
        let start = |mask: &BuilderMap| {
            let mut map = mask.clone();
            apply(&*maze, &mut map, 1).map(|()| map.start.unwrap())
        };
        assert_eq!(start(&mask), Ok(Point::new(2, 2)), "it is open");
        let mut closed = mask.clone();
        closed.tiles[Point::new(2, 2)] = Tile::WALL;
        assert_eq!(start(&closed), Ok(Point::new(3, 3)), "the nearest");
    }
    for maze in mazes(Root::At(Point::new(4, 4))) {
        let start = |wrap| {
            let mut map = mask.clone();
            map.wrap = wrap;
            map.tiles[Point::new(3, 3)] = Tile::WALL;
            apply(&*maze, &mut map, 1).map(|()| map.start.unwrap())
        };
        assert_eq!([start(Wrap::None), start(Wrap::Both)], [Ok(Point::new(2, 2)), Ok(Point::new(0, 0))]);
        let mut small = BuilderMap::filled(Size::new(3, 3), Wrap::None, Tile::FLOOR);
        let error = apply(&*maze, &mut small, 1).unwrap_err();
        assert_eq!(error.to_string(), "parameter `root` is (4, 4); expected a cell of the 3x3 map");
    }
    // A random root is any open cell: three of them, 200 times each, six standard deviations.
    let mut counts = [0; 25];
    for seed in 0..600 {
        let mut map = mask.clone();
        apply(&Backtracker { root: Root::Random }, &mut map, seed).unwrap();
        counts[mask.size().index(map.start.unwrap()) as usize] += 1;
    }
    assert!([0, 12, 18].iter().all(|&cell: &usize| (counts[cell] - 200i32).abs() < 70), "{counts:?}");
}

#[test]
fn what_the_maze_makes_stale_goes_and_the_rest_stays() {
    let size = Size::new(7, 5);
    let mut mask = noise(size, Wrap::None, 0.0, &mut MapRng::new(1));
    mask.tiles[Point::new(3, 2)] = Tile::WALL;
    mask.tiles[Point::new(4, 2)] = Tile::DOOR;
    mask.sides = Some(Grid::new(size, Sides(0xff)));
    mask.corners = Some(Grid::new(size, Sides(0x1b)));
    mask.solution = mask.sides.clone();
    mask.flow = Some(Flow::dry(size, Point::new(0, 0)));
    mask.regions = Some(Grid::new(size, 4));
    mask.rooms = Some(Room::numbered([Rect::new(0, 0, 3, 3)]));
    mask.corridors = Some(vec![vec![Point::new(5, 1)]]);
    mask.portals = vec![Portal::new((0, 0), (6, 4))];
    mask.start = Some(Point::new(1, 1));
    mask.exit = Some(Point::new(6, 4));
    mask.spawns = vec![Spawn::new(Point::new(2, 2), "Newt")];
    for maze in mazes(Root::Center) {
        let mut map = mask.clone();
        apply(&*maze, &mut map, 9).unwrap();
        assert_trees(&map, &mask);
        let mut expected = mask.clone();
        (expected.solution, expected.flow) = (None, None);
        (expected.start, expected.sides) = (Some(Point::new(3, 1)), map.sides.clone());
        assert_eq!(map, expected);
        assert_eq!(maze.facts(mask.size()).drops(), Planes::DERIVED);
        assert_eq!(maze.facts(mask.size()).gives, Planes::of(&[Plane::Sides, Plane::Start]));
    }
    // A map that no stage can rely on is refused.
    mask.exit = Some(Point::new(3, 2));
    let error = Backtracker::default().apply(&mut mask, &mut BuildCx::new(1, "backtracker", 0)).unwrap_err();
    assert_eq!(error.to_string(), "the stage left a broken map: `exit` is at (3, 2), which is not an open cell");
}

/// The least that the most open sides of a cell can be in a spanning tree of a mask, by trying every set of edges.
fn least_degree(mask: &BuilderMap) -> u32 {
    let ways = mask.passages();
    let edges: Vec<(u32, Dir)> = (0..ways.area())
        .flat_map(|cell| [(cell, Dir::E), (cell, Dir::S)])
        .filter(|&(cell, dir)| ways.dirs(cell).contains(dir))
        .collect();
    let parts = Components::from_map(mask, &ways);
    let wanted = parts.sizes.iter().sum::<u32>() - parts.sizes.len() as u32;
    let degree_of = |set: u32| {
        let mut map = mask.clone();
        let mut sides = Grid::new(map.size(), Sides::CLOSED);
        for (i, &(cell, dir)) in edges.iter().enumerate() {
            if set >> i & 1 == 1 {
                mapwright_core::join_sides(&mut sides, cell, dir, ways.step(cell, dir));
            }
        }
        let most = sides.as_slice().iter().map(|cell| cell.degree()).max().unwrap();
        map.sides = Some(sides);
        (Components::from_map(&map, &map.passages()).sizes == parts.sizes).then_some(most)
    };
    let sets = (0..1u32 << edges.len()).filter(|set| set.count_ones() == wanted);
    sets.filter_map(degree_of).min().unwrap()
}

/// On every mask of 4×3 cells that has stranded cells under a cap, it is kept unless it cannot be.
#[test]
fn the_cap_holds_wherever_it_can() {
    let mut over = 0;
    for code in 1u32..1 << 12 {
        let mut mask = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::WALL);
        (0..12).filter(|cell| code >> cell & 1 == 1).for_each(|cell| mask.tiles[cell] = Tile::FLOOR);
        for seed in 0..4 {
            for maze in
                [&PrimMaze::default() as &dyn MetaMapBuilder, &KruskalMaze { max_degree: 3, root: Root::Center }]
            {
                let mut map = mask.clone();
                apply(maze, &mut map, seed).unwrap();
                let most = map.sides.as_ref().unwrap().as_slice().iter().map(|cell| cell.degree()).max().unwrap();
                if most == 4 {
                    over += 1;
                    assert_eq!(least_degree(&mask), 4, "{:?}", mask.tiles);
                    assert_trees(&map, &mask);
                }
            }
        }
    }
    assert!(over > 20, "crossings of four corridors: {over}");
}

#[test]
fn stranded_cells_are_joined_and_the_cap_is_kept_nearly_always() {
    // Regions of 30×20 cells with holes in one of twenty cells.
    let mut rng = MapRng::new(3);
    let (mut n_over, mut n_cells) = (0, 0);
    for seed in 0..300 {
        for maze in [&PrimMaze::default() as &dyn MetaMapBuilder, &KruskalMaze { max_degree: 3, root: Root::Center }] {
            let mask = noise(Size::new(30, 20), Wrap::ALL[seed as usize % 4], 0.05, &mut rng);
            let mut map = mask.clone();
            apply(maze, &mut map, seed).unwrap();
            assert_trees(&map, &mask);
            let degrees = map.sides.as_ref().unwrap().as_slice().iter().map(|cell| cell.degree());
            n_over += degrees.filter(|&degree| degree > 3).count();
            n_cells += 600;
        }
    }
    assert_eq!(n_over, 0, "of {n_cells}");
}
