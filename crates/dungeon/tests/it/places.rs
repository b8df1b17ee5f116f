//! Start, exit and culling on drawn and random maps.

use mapwright_core::{
    BuildCx, BuildError, BuilderChain, BuilderMap, Flow, Grid, History, InitialMapBuilder, MapRng, MetaMapBuilder, Room,
};
use mapwright_core::{Point, Portal, Rect, Sides, Size, Spawn, Tile, Wrap};
use mapwright_dungeon::{
    Arena, CullUnreachable, Exit, FromMap, LostSpawns, Place, SnapshotHistory, Start, StartComponent,
};

fn apply(meta: &dyn MetaMapBuilder, map: &mut BuilderMap) -> Result<(), BuildError> {
    meta.apply(map, &mut BuildCx::new(0, meta.name(), 0))?;
    map.settle(meta.facts(map.size()).effect);
    assert_eq!(map.validate(), Ok(()));
    Ok(())
}

fn drawn(rows: &[&str]) -> BuilderMap {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    for p in size.points() {
        match rows[usize::from(p.y)].as_bytes()[usize::from(p.x)] {
            b'#' => map.tiles[p] = Tile::WALL,
            b'S' => map.start = Some(p),
            b'X' => map.exit = Some(p),
            _ => (),
        }
    }
    map
}

fn text(map: &BuilderMap) -> Vec<String> {
    let glyph = |p: Point| match map.tiles[p].is_solid() {
        true => '#',
        false if map.start == Some(p) => 'S',
        false if map.exit == Some(p) => 'X',
        false => '.',
    };
    (0..map.size().h).map(|y| (0..map.size().w).map(|x| glyph(Point::new(x, y))).collect()).collect()
}

#[test]
fn arenas_have_walls_only_where_there_are_borders() {
    let rows =
        |w, h, wrap| text(&BuilderChain::start_with(Size::new(w, h), Arena::default()).wrap(wrap).build(0).unwrap());
    assert_eq!(rows(5, 4, Wrap::None), ["#####", "#...#", "#...#", "#####"]);
    assert_eq!(rows(3, 3, Wrap::X), ["###", "...", "###"]);
    assert_eq!(rows(3, 2, Wrap::Y), ["#.#", "#.#"]);
    assert_eq!(rows(2, 2, Wrap::Both), ["..", ".."]);
    for (w, h) in [(1, 1), (1, 5), (2, 2), (2, 9), (9, 2)] {
        // Without a chain, which drops rooms without cells.
        let map = Arena::default().build(Size::new(w, h), &mut BuildCx::new(0, "arena", 0)).unwrap();
        assert!(map.tiles.as_slice().iter().all(|tile| tile.is_solid()));
        assert_eq!(map.rooms, Some(vec![]));
    }
}

#[test]
fn the_start_is_the_open_cell_nearest_to_its_area() {
    let start = |rows: &[&str], at| {
        let mut map = drawn(rows);
        apply(&Start { at, component: StartComponent::Any }, &mut map).map(|()| map.start.unwrap())
    };
    let cave = ["####.", "#..##", "#.#.#", "#####"];
    assert_eq!(start(&cave, Place::TopLeft), Ok(Point::new(1, 1)));
    assert_eq!(start(&cave, Place::TopRight), Ok(Point::new(4, 0)));
    assert_eq!(start(&cave, Place::Center), Ok(Point::new(2, 1)));
    assert_eq!(start(&cave, Place::BottomRight), Ok(Point::new(3, 2)));
    // In the largest part, unless told otherwise; never on the exit.
    let mut map = drawn(&cave);
    apply(&Start::at(Place::TopRight), &mut map).unwrap();
    assert_eq!(map.start, Some(Point::new(2, 1)));
    map.exit = map.start;
    apply(&Start::at(Place::TopRight), &mut map).unwrap();
    assert_eq!(map.start, Some(Point::new(1, 1)));
    let error = start(&["##", "##"], Place::TopLeft).unwrap_err();
    assert_eq!(error.to_string(), "the map has no free floor for a start");
    // On a map that wraps, the last column is next to the first.
    let mut map = drawn(&["##..#####."]);
    map.wrap = Wrap::X;
    apply(&Start { at: Place::TopLeft, component: StartComponent::Any }, &mut map).unwrap();
    assert_eq!(map.start, Some(Point::new(9, 0)));
}

#[test]
fn culling_fills_what_cannot_be_reached_and_forgets_what_stood_there() {
    let mut map = drawn(&["S.#..", ".##.X", "#.#.."]);
    map.rooms = Some(Room::numbered([Rect::new(0, 0, 2, 2), Rect::new(3, 0, 2, 3)]));
    map.regions = Some(Grid::new(map.size(), 4));
    map.spawns = vec![Spawn::new(Point::new(1, 0), "Kept"), Spawn::new(Point::new(1, 2), "Lost")];
    apply(&CullUnreachable { lost_spawns: LostSpawns::Drop }, &mut map).unwrap();
    assert_eq!(text(&map), ["S.###", ".####", "#####"]);
    assert_eq!((map.exit, map.spawns.len(), map.rooms), (None, 1, Some(Room::numbered([Rect::new(0, 0, 2, 2)]))));
    assert_eq!(map.regions.unwrap().as_slice(), [4, 4, 4, 0, 0, 4, 4, 4, 0, 0, 4, 0, 4, 0, 0]);
    let mut map = drawn(&["S.#..", ".##.X", "#.#.."]);
    map.portals = vec![Portal::new((0, 1), (3, 2))];
    apply(&CullUnreachable::default(), &mut map).unwrap();
    assert_eq!(text(&map), ["S.#..", ".##.X", "###.."], "portals are ways too");
}

#[test]
fn a_spawn_out_of_reach_is_refused_unless_it_may_be_lost() {
    let spawned = || {
        let mut map = drawn(&["S.#..", ".##..", "#.#.."]);
        let spawn = |x, y, what: &str| Spawn::new(Point::new(x, y), what);
        map.spawns = vec![spawn(1, 0, "Rat"), spawn(4, 2, "Crown"), spawn(1, 2, "Bat")];
        map
    };
    let error = apply(&CullUnreachable::default(), &mut spawned()).unwrap_err();
    assert_eq!(error.to_string(), "2 spawns cannot be reached from the start, the first of them `Crown` at (4, 2)");
    assert!(error.is_retryable());
    let mut map = spawned();
    map.spawns.truncate(2);
    let error = apply(&CullUnreachable::default(), &mut map).unwrap_err();
    assert_eq!(error.to_string(), "the spawn `Crown` at (4, 2) cannot be reached from the start");
    let mut map = spawned();
    apply(&CullUnreachable { lost_spawns: LostSpawns::Drop }, &mut map).unwrap();
    assert_eq!(map.spawns, spawned().spawns[..1]);
}

#[test]
fn culled_cells_get_the_solid_tile_around_them() {
    // T tree, ~ deep water, o pillar.
    let solid = [('#', Tile::WALL), ('T', Tile::TREE), ('~', Tile::DEEP_WATER), ('o', Tile::PILLAR)];
    let culled = |rows: &[&str], wrap: Wrap| -> Vec<String> {
        let mut map = drawn(rows);
        map.wrap = wrap;
        for p in map.size().points() {
            let glyph = char::from(rows[usize::from(p.y)].as_bytes()[usize::from(p.x)]);
            if let Some(&(_, tile)) = solid.iter().find(|&&(solid, _)| solid == glyph) {
                map.tiles[p] = tile;
            }
        }
        apply(&CullUnreachable::default(), &mut map).unwrap();
        let glyph = |tile: &Tile| solid.iter().find(|&&(_, solid)| solid == *tile).map_or('.', |&(glyph, _)| glyph);
        map.tiles.rows().map(|row| row.iter().map(glyph).collect()).collect()
    };
    // A clearing among trees, a pond's island, and a closet: each on its own.
    let rows = ["S.TTT.~~~", "..T.T.~.~", "..TTT.~~~", "......###", "......#.#"];
    let filled = ["..TTT.~~~", "..TTT.~~~", "..TTT.~~~", "......###", "......###"];
    assert_eq!(culled(&rows, Wrap::None), filled);
    // Most of what touches it counts, cell by cell; of two equally many, the lower number.
    assert_eq!(culled(&["S.T~", "..o.", "..T~"], Wrap::None), ["..T~", "..o~", "..T~"]);
    assert_eq!(culled(&["S.T.o"], Wrap::None), ["..TTo"]);
    // Round the map, too; and where nothing solid touches it, it becomes wall.
    assert_eq!(culled(&[".~.S.~"], Wrap::X), ["~~...~"]);
    let mut map = drawn(&["S.."]);
    map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
    apply(&CullUnreachable::default(), &mut map).unwrap();
    assert_eq!(text(&map), ["S##"]);
}

#[test]
fn culled_cells_of_a_maze_have_closed_sides_all_around() {
    let mut rng = MapRng::new(5);
    for wrap in Wrap::ALL {
        for _ in 0..50 {
            let size = Size::new(2 + rng.below(7) as u16, 2 + rng.below(7) as u16);
            let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
            map.sides = Some(Grid::from_fn(size, |_| Sides::from_code(rng.below(16) as u8)));
            map.start = Some(size.point(rng.below(size.area())));
            map.flow = Some(Flow::dry(size, size.center()));
            map.solution = map.sides.clone();
            let before = map.passages();
            let reach = mapwright_graph::reachable(&before, size.index(map.start.unwrap()));
            apply(&CullUnreachable::default(), &mut map).unwrap();
            let culled = !reach.as_slice().iter().all(|&kept| kept);
            assert_eq!((map.solution.is_none(), map.flow.is_none()), (culled, culled));
            let after = map.passages();
            for cell in 0..size.area() {
                assert_eq!(map.tiles[cell].is_solid(), !reach[cell]);
                assert_eq!(after.dirs(cell), if reach[cell] { before.dirs(cell) } else { Default::default() });
                let faces_culled = |dir| before.beside(cell, dir).is_some_and(|next| !reach[next]);
                let sides = map.sides.as_ref().unwrap()[cell];
                assert!(sides.dirs().iter().all(|dir| reach[cell] && !faces_culled(dir)));
            }
        }
    }
}

#[test]
fn a_long_corridor_is_not_cut_off() {
    // Far more steps than any cap that one might think of.
    let mut map = BuilderMap::filled(Size::new(60_000, 1), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(0, 0));
    apply(&CullUnreachable::default(), &mut map).unwrap();
    apply(&Exit::default(), &mut map).unwrap();
    assert_eq!(map.exit, Some(Point::new(59_999, 0)));
    assert!(map.tiles.as_slice().iter().all(|tile| !tile.is_solid()));
}

#[test]
fn the_exit_is_the_farthest_cell_and_never_the_start() {
    let mut rng = MapRng::new(6);
    for _ in 0..300 {
        let size = Size::new(1 + rng.below(9) as u16, 1 + rng.below(9) as u16);
        let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
        map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
            if rng.chance(0.4) {
                *tile = Tile::WALL;
            }
        });
        if apply(&Start::default(), &mut map).is_err() {
            continue;
        }
        let start = map.start.unwrap();
        let distance = mapwright_graph::distances(&map.passages(), [size.index(start)]);
        let most = distance.as_slice().iter().copied().filter(|&steps| steps != u32::MAX).max().unwrap();
        match apply(&Exit::default(), &mut map) {
            Ok(()) => {
                assert_eq!(distance[map.exit.unwrap()], most);
                assert_ne!(map.exit, map.start);
            }
            Err(error) => {
                assert_eq!(
                    error.to_string(),
                    format!("no free floor for an exit can be reached from the start at {start}")
                );
                assert_eq!(most, 0);
            }
        }
    }
}

#[test]
fn a_map_begins_another_chain() {
    let map = drawn(&["S.#", "..."]);
    let chain = |w, h| BuilderChain::start_with(Size::new(w, h), FromMap::new(map.clone())).with(Exit::default());
    assert_eq!(chain(3, 2).build(0).unwrap().exit, Some(Point::new(2, 1)));
    assert_eq!(
        chain(4, 2).build(0).unwrap_err().to_string(),
        "initial from-map: parameter `size` is 4x2; expected the map's own, 3x2"
    );
    assert_eq!(
        chain(3, 2).wrap(Wrap::X).build(0).unwrap_err().to_string(),
        "initial from-map: parameter `wrap` is x; expected none, or the map's own, none"
    );
    let mut broken = map.clone();
    broken.start = Some(Point::new(2, 0));
    assert_eq!(
        BuilderChain::start_with(map.size(), FromMap::new(broken)).check().unwrap_err().to_string(),
        "initial from-map: the stage left a broken map: `start` is at (2, 0), which is not an open cell"
    );
}

#[test]
fn a_snapshot_is_one_labelled_frame() {
    let chain =
        BuilderChain::start_with(Size::new(5, 5), Arena::default()).with(SnapshotHistory::new("before the flood"));
    let mut history = History::default();
    chain.build_with(0, &mut history).unwrap();
    let frames: Vec<_> = history.frames().iter().map(|frame| (frame.stage.name, frame.label.as_str())).collect();
    assert_eq!(frames, [("arena", ""), ("snapshot-history", "before the flood")]);
}
