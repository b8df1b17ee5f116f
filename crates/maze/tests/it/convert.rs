//! Sides to tiles and back.

use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, MapRng, MetaMapBuilder, Point, Rect, Room, Size, Spawn, Tile, Wrap,
};
use mapwright_graph::{Metric, Metrics};
use mapwright_maze::{Backtracker, LoopInjector, SidesToTiles, TilesToSides};

fn braided(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let chain = BuilderChain::start_with(size, Backtracker::default()).with(LoopInjector::braid(0.5));
    let mut map = chain.wrap(wrap).build(seed).unwrap();
    let mut rng = MapRng::new(seed);
    map.exit = Some(size.point(rng.below(size.area())));
    map.spawns.push(Spawn::new(size.point(rng.below(size.area())), "Rat"));
    map
}

fn apply(meta: &dyn MetaMapBuilder, map: &mut BuilderMap) {
    meta.apply(map, &mut BuildCx::new(0, meta.name(), 0)).unwrap();
    assert_eq!(map.validate(), Ok(()));
}

/// A room of cells becomes the rectangle from the tile of its first cell to that of its last.
#[test]
fn rooms_span_the_tiles_of_their_cells() {
    let rects = [Rect::new(0, 0, 1, 1), Rect::new(2, 1, 3, 2), Rect::new(5, 0, 1, 4), Rect::new(0, 3, 4, 2)];
    let mut maze = braided(Size::new(6, 5), Wrap::None, 1);
    maze.rooms = Some(Room::numbered(rects));
    let mut map = maze;
    apply(&SidesToTiles {}, &mut map);
    for (cells, room) in rects.into_iter().zip(map.rooms.as_ref().unwrap()) {
        let tiles: Vec<Point> = cells.points().map(|cell| Point::new(2 * cell.x + 1, 2 * cell.y + 1)).collect();
        let last = room.rect.points().last();
        assert_eq!((room.rect.points().next(), last), (tiles.first().copied(), tiles.last().copied()), "{cells:?}");
    }
}

#[test]
fn tiles_keep_the_shape_of_the_maze_and_sides_come_back() {
    let mut rings = 0;
    for (w, h) in [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 8), (20, 13)] {
        for wrap in Wrap::ALL {
            for seed in 0..8 {
                let maze = braided(Size::new(w, h), wrap, seed);
                let mut map = maze.clone();
                apply(&SidesToTiles {}, &mut map);
                let wide = |cells: u16, wraps: bool| 2 * cells + u16::from(!wraps);
                assert_eq!(map.size(), Size::new(wide(w, wrap.x()), wide(h, wrap.y())));
                let (before, after) = (Metrics::new(&maze), Metrics::new(&map));
                // A post within a ring of four cells is open, and joined to the four lines around.
                let is_post = |p: &Point| p.x.is_multiple_of(2) && p.y.is_multiple_of(2) && map.is_open(*p);
                let posts = map.size().points().filter(is_post).count() as f64;
                assert_eq!(
                    after.get(Metric::Loops),
                    before.get(Metric::Loops).map(|loops| loops + 3.0 * posts),
                    "{w}x{h} {wrap}"
                );
                let sum = before
                    .get(Metric::OpenCells)
                    .zip(before.get(Metric::Passages))
                    .map(|(cells, ways)| cells + ways + posts);
                assert_eq!(after.get(Metric::OpenCells), sum);
                rings += posts as usize;
                apply(&TilesToSides {}, &mut map);
                assert_eq!(map, maze);
            }
        }
    }
    assert!(rings > 50, "{rings}");
}

/// Between cells of grass the ground is grass, and in a hall there are no pillars.
#[test]
fn open_ground_stays_open_ground() {
    let mut hall = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::GRASS);
    hall.sides = Some(mapwright_core::Grid::from_fn(hall.size(), |p| {
        let ways = [p.y > 0, p.x < 3, p.y < 2, p.x > 0];
        mapwright_core::Sides::from_code((0..4).map(|dir| u8::from(ways[dir]) << dir).sum())
    }));
    let mut map = hall.clone();
    apply(&SidesToTiles {}, &mut map);
    for (p, &tile) in map.tiles.iter() {
        let is_border = p.x == 0 || p.y == 0 || p.x == 8 || p.y == 6;
        assert_eq!(tile, if is_border { Tile::WALL } else { Tile::GRASS }, "{p}");
    }
    assert_eq!(map.tiles, mapwright_graph::Flat::from_map(&hall, 1, 1000).unwrap().tiles);
}

/// Doors have no place on the other map, so the keys of their locks go with them.
#[test]
fn keys_go_with_their_locks() {
    for meta in [&SidesToTiles {} as &dyn MetaMapBuilder, &TilesToSides {}] {
        let mut map = braided(Size::new(9, 9), Wrap::None, 3);
        map.doors = Some(vec![mapwright_core::Door::locked([Point::new(1, 1)], 4)]);
        map.spawns = vec![Spawn::key((3, 3), "Key E", 4), Spawn::key((5, 5), "Key F", 5)];
        apply(meta, &mut map);
        assert_eq!(map.spawns.iter().filter_map(|spawn| spawn.key).collect::<Vec<u8>>(), [5], "{}", meta.name());
    }
}

#[test]
fn the_picture_in_the_documentation_is_right() {
    let mut map = BuilderMap::filled(Size::new(2, 2), Wrap::None, Tile::FLOOR);
    let code = |c| mapwright_core::Sides::from_code(c);
    map.sides = mapwright_core::Grid::from_vec(map.size(), vec![code(4), code(4), code(3), code(9)]);
    apply(&SidesToTiles {}, &mut map);
    let rows: Vec<String> =
        map.tiles.rows().map(|row| row.iter().map(|tile| if tile.is_solid() { '#' } else { '.' }).collect()).collect();
    assert_eq!(rows, ["#####", "#.#.#", "#.#.#", "#...#", "#####"]);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let mut map = BuilderMap::filled(Size::new(2, 9), Wrap::None, Tile::FLOOR);
    let error = TilesToSides {}.apply(&mut map, &mut BuildCx::new(0, "tiles-to-sides", 0)).unwrap_err();
    assert_eq!(error.to_string(), "a map of 2x9 is too small: at least 3x3 is needed");
    let chain = BuilderChain::start_with(Size::new(40_000, 2), Backtracker::default()).with(SidesToTiles {});
    assert_eq!(
        chain.build(1).unwrap_err().to_string(),
        "metas[0] sides-to-tiles: a map of 40000x2 is too large to double; expected at most 32767 cells a side"
    );
}

#[test]
fn walls_on_places_of_marks_drop_the_marks() {
    let mut map = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(2, 2));
    map.exit = Some(Point::new(3, 3));
    apply(&TilesToSides {}, &mut map);
    assert_eq!((map.start, map.exit), (None, Some(Point::new(1, 1))));
}

#[test]
fn an_opening_that_leads_into_a_wall_joins_nothing() {
    // Rooms at (1, 1), (3, 1) and (5, 1); the second is solid, but both openings beside it are there.
    let mut map = BuilderMap::filled(Size::new(7, 3), Wrap::None, Tile::WALL);
    for x in [1, 2, 4, 5] {
        map.tiles[Point::new(x, 1)] = Tile::FLOOR;
    }
    apply(&TilesToSides {}, &mut map);
    assert!(map.sides.unwrap().as_slice().iter().all(|cell| cell.degree() == 0));
    assert!(map.tiles[Point::new(1, 0)].is_solid());
}
