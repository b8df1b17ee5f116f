//! Kept cells: builders build around them, and nothing is put there.

use std::ops::ControlFlow;

use mapwright_core::{
    BuildOptions, Builder, BuilderChain, BuilderMap, Dir, Grid, InitialMapBuilder, Keep, MapRng, Passages, Point,
    Progress, Room, Size, Spawn, Tile, Wrap,
};
use mapwright_dungeon::{
    Accretion, BspDungeon, BspInterior, CellularAutomata, Corridors, Dla, Doors, DrunkardsWalk, Exit, FromMap,
    JoinComponents, PrefabVaults, RandomRooms, Scatter, Scattered, SpawnEntry, SpawnQuota, SpawnTable, Spawns, Start,
};
use mapwright_graph::Components;

const SIZE: Size = Size::new(60, 40);

/// A map of another seed of which a part of 12x9 cells is kept, or some cells anywhere.
fn base(seed: u64) -> BuilderMap {
    let mut map = BuilderChain::start_with(SIZE, RandomRooms::default()).build(seed + 1000).unwrap();
    let mut rng = MapRng::new(seed);
    let (x, y) = (rng.below(60 - 12) as u16, rng.below(40 - 9) as u16);
    let level = Keep::ALL[1 + rng.below(2) as usize];
    let is_part = |at: Point| (x..x + 12).contains(&at.x) && (y..y + 9).contains(&at.y);
    map.kept = Some(match seed % 4 {
        0 => Grid::from_fn(SIZE, |_| if rng.chance(0.02) { level } else { Keep::Free }),
        _ => Grid::from_fn(SIZE, |at| if is_part(at) { level } else { Keep::Free }),
    });
    map
}

/// Builds, and returns the map and how many kept cells were put back.
fn build(chain: &BuilderChain, seed: u64) -> (BuilderMap, u32) {
    let mut count = 0;
    let mut watch = |progress: Progress<'_>| {
        if let Progress::PutBack(_, put_back) = progress {
            count += put_back;
        }
        ControlFlow::Continue(())
    };
    let map = chain.build_with(seed, BuildOptions::new().observe(&mut watch)).unwrap();
    (map, count)
}

/// The open cells of each kept part, in order.
fn parts(base: &BuilderMap) -> Vec<Vec<Point>> {
    let field = Passages::lattice(base.size(), base.wrap);
    let is_part = |cell: u32| base.keep_at(field.point(cell)) != Keep::Free && !base.tiles[cell].is_solid();
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let around = |cell: u32| field.neighbors(cell).filter(|&next| is_part(next));
    let mut found = |cells: &[u32]| parts.push(cells.iter().map(|&cell| field.point(cell)).collect());
    Components::of(&field, is_part, around, &mut found);
    parts.iter_mut().for_each(|cells| cells.sort_unstable());
    parts.sort_unstable();
    parts
}

fn is_kept(room: &Room) -> bool {
    room.tags.iter().any(|tag| tag == "kept")
}

fn sorted_cells(map: &BuilderMap, room: &Room) -> Vec<Point> {
    let mut cells: Vec<Point> = map.cells_of_room(room).collect();
    cells.sort_unstable();
    cells
}

#[test]
fn rooms_are_beside_kept_parts_which_are_rooms_too() {
    let apart: [fn() -> Box<dyn InitialMapBuilder>; 3] = [
        || Box::new(RandomRooms { corridors: None, ..RandomRooms::default() }),
        || Box::new(BspDungeon { corridors: None, ..BspDungeon::default() }),
        || Box::new(Accretion { max_loops: Some(0), ..Accretion::default() }),
    ];
    for builder in apart {
        let (mut n_rooms, mut n_parts) = (0, 0);
        for seed in 0..crate::seeds(40) {
            let (base, builder) = (base(seed), builder());
            let name = format!("{} {seed}", builder.name());
            let chain = BuilderChain::start_with(SIZE, builder).keep(base.clone());
            let (map, put_back) = build(&chain, seed);
            let rooms = map.rooms.as_deref().unwrap();
            let mut listed: Vec<Vec<Point>> =
                rooms.iter().filter(|room| is_kept(room)).map(|room| sorted_cells(&map, room)).collect();
            listed.sort_unstable();
            assert_eq!(listed, parts(&base), "{name}");
            n_parts += listed.len();
            for room in rooms.iter().filter(|room| !is_kept(room)) {
                n_rooms += 1;
                for at in sorted_cells(&map, room) {
                    assert_eq!(map.keep_at(at), Keep::Free, "{name}: {at}");
                    let is_open_part = |x: u16, y: u16| map.keep_at((x, y)) != Keep::Free && map.is_open((x, y));
                    let near = (at.x - 1..=at.x + 1).flat_map(|x| (at.y - 1..=at.y + 1).map(move |y| (x, y)));
                    assert!(near.into_iter().all(|(x, y)| !is_open_part(x, y)), "{name}: {at}");
                }
            }
            if !chain.builders().next().unwrap().facts(SIZE).spares_kept {
                continue;
            }
            assert_eq!(put_back, 0, "{name}");
        }
        assert!(n_rooms > 4 * 40 && n_parts > 40, "{n_rooms} {n_parts}");
    }
}

#[test]
fn rooms_wall_to_wall_leave_kept_cells() {
    for seed in 0..crate::seeds(40) {
        let interior = BspInterior { corridors: None, ..BspInterior::default() };
        let (map, put_back) = build(&BuilderChain::start_with(SIZE, interior).keep(base(seed)), seed);
        assert_eq!(put_back, 0, "{seed}");
        assert!(map.rooms.iter().flatten().all(|room| map.cells_of_room(room).next().is_some()), "{seed}");
    }
}

#[test]
fn corridors_and_tunnels_reach_kept_rooms() {
    for seed in 0..crate::seeds(40) {
        let base = base(4 * seed + 1);
        let rooms = RandomRooms { corridors: None, ..RandomRooms::default() };
        let chain = BuilderChain::start_with(SIZE, rooms).keep(base.clone()).with(Corridors::default());
        let Ok(map) = chain.with(JoinComponents::default()).build(seed) else { continue };
        let rooms = map.rooms.iter().flatten().filter(|room| is_kept(room)).count();
        assert_eq!(rooms, parts(&base).len(), "{seed}");
    }
}

/// Everything is dug but what is kept solid: rooms of one component of that are joined.
#[test]
fn corridors_join_all_rooms_that_kept_cells_do_not_shut_in() {
    let (mut n_joined, mut n_apart) = (0, 0);
    for seed in 0..crate::seeds(60) {
        let mut base = base(seed);
        if seed % 3 == 0 {
            // A hall without doors.
            let is_inside = |at: Point| (31..38).contains(&at.x) && (16..20).contains(&at.y);
            let hall = || SIZE.points().filter(|at| (30..39).contains(&at.x) && (15..21).contains(&at.y));
            hall().for_each(|at| base.tiles[at] = if is_inside(at) { Tile::FLOOR } else { Tile::WALL });
            base.keep_cells(hall(), Keep::Tile);
        }
        let rooms = RandomRooms { corridors: None, ..RandomRooms::default() };
        let chain = BuilderChain::start_with(SIZE, rooms).keep(base.clone()).with(Corridors::default());
        let map = chain.build(seed).unwrap();
        let field = Passages::lattice(SIZE, map.wrap);
        let is_rock = |cell: u32| base.keep_at(field.point(cell)) != Keep::Free && base.tiles[cell].is_solid();
        let mut reached = Grid::new(SIZE, 0u32);
        let mut n_parts = 0;
        let mut found = |cells: &[u32]| {
            n_parts += 1;
            cells.iter().for_each(|&cell| reached[cell] = n_parts);
        };
        let around = |cell: u32| field.neighbors(cell).filter(|&next| !is_rock(next));
        Components::of(&field, |cell| !is_rock(cell), around, &mut found);
        let open = Components::from_map(&map, &map.passages());
        let cells: Vec<Point> = map.rooms.iter().flatten().flat_map(|room| map.cells_of_room(room)).collect();
        for pair in cells.windows(2).filter(|pair| pair.iter().all(|&at| map.is_open(at))) {
            let is_joinable = reached[pair[0]] == reached[pair[1]];
            let is_joined = open.label[pair[0]] == open.label[pair[1]];
            assert_eq!(is_joined, is_joinable, "{seed}: {pair:?}");
            *(if is_joined { &mut n_joined } else { &mut n_apart }) += 1;
        }
    }
    assert!(n_joined > 10_000 && n_apart > 10, "{n_joined} {n_apart}");
}

/// Each door of a drawn hall leads to the rest of the map, not only through the hall.
#[test]
fn drawn_doors_lead_somewhere() {
    let rows = ["####+####", "#.......#", "+.......+", "#.......#", "####+####"];
    let mut base = BuilderMap::filled(SIZE, Wrap::None, Tile::WALL);
    let is_hall = |at: Point| (25..34).contains(&at.x) && (17..22).contains(&at.y);
    for at in SIZE.points().filter(|&at| is_hall(at)) {
        let glyph = rows[usize::from(at.y - 17)].as_bytes()[usize::from(at.x - 25)];
        base.tiles[at] = match glyph {
            b'+' => Tile::DOOR,
            b'.' => Tile::FLOOR,
            _ => Tile::WALL,
        };
    }
    base.keep_cells(SIZE.points().filter(|&at| is_hall(at)), Keep::Tile);
    let builders: [fn() -> Box<dyn InitialMapBuilder>; 4] = [
        || Box::new(CellularAutomata::default()),
        || Box::new(BspDungeon::default()),
        || Box::new(Accretion::default()),
        || Box::new(RandomRooms::default()),
    ];
    for (nth, builder) in builders.into_iter().enumerate() {
        for seed in 0..crate::seeds(20) {
            let chain = BuilderChain::start_with(SIZE, builder()).keep(base.clone());
            let joined = chain.with(JoinComponents { min_cells: 8, ..JoinComponents::default() });
            let (mut map, put_back) = build(&joined, seed);
            assert_eq!(put_back, 0);
            for at in SIZE.points().filter(|&at| is_hall(at)) {
                map.tiles[at] = Tile::WALL;
            }
            let components = Components::from_map(&map, &map.passages());
            assert_eq!(components.sizes.len(), 1, "{nth} {seed}");
            for at in [(29, 16), (29, 22), (24, 19), (34, 19)] {
                assert!(map.is_open(at), "{nth} {seed} {at:?}");
            }
        }
    }
}

/// A door that is put beside kept cells leads somewhere.
#[test]
fn doors_beside_kept_cells_are_open_on_two_opposite_sides() {
    let (mut n_doors, mut n_near) = (0, 0);
    for seed in 0..crate::seeds(60) {
        let base = base(seed);
        let builders: [fn() -> Box<dyn InitialMapBuilder>; 2] =
            [|| Box::new(RandomRooms::default()), || Box::new(Accretion::default())];
        for builder in builders {
            let chain = BuilderChain::start_with(SIZE, builder()).keep(base.clone());
            let Ok(map) = chain.with(JoinComponents::default()).with(Doors::default()).build(seed) else { continue };
            let passages = map.passages();
            for at in SIZE.points().filter(|at| map.tiles[*at] == Tile::DOOR) {
                let cell = SIZE.index(at);
                let dirs = passages.dirs(cell);
                let ways = [[Dir::N, Dir::S], [Dir::W, Dir::E]];
                assert!(ways.into_iter().any(|way| way.into_iter().all(|dir| dirs.contains(dir))), "{seed}: {at}");
                n_doors += 1;
                let near = passages.neighbors(cell).any(|next| map.kept.as_ref().unwrap()[next] != Keep::Free);
                n_near += u32::from(near);
            }
        }
    }
    assert!(n_doors > 1000 && n_near > 30, "{n_doors} {n_near}");
}

#[test]
fn walks_and_particles_turn_back_at_kept_rock() {
    let diggers: [fn() -> Box<dyn InitialMapBuilder>; 6] = [
        || Box::new(DrunkardsWalk::default()),
        || Box::new(DrunkardsWalk { share: 0.3, ..DrunkardsWalk::winding_passages() }),
        || Box::new(DrunkardsWalk { share: 0.3, ..DrunkardsWalk::fearful_symmetry() }),
        || Box::new(Dla::walk_inwards()),
        || Box::new(Dla::walk_outwards()),
        || Box::new(Dla::insectoid()),
    ];
    // A room with one door, in the middle.
    let mut base = BuilderMap::filled(SIZE, Wrap::None, Tile::WALL);
    for at in SIZE.points().filter(|at| (25..35).contains(&at.x) && (17..23).contains(&at.y)) {
        base.tiles[at] = Tile::GRASS;
    }
    base.tiles[Point::new(30, 16)] = Tile::FLOOR;
    let is_room = |at: Point| (24..36).contains(&at.x) && (16..24).contains(&at.y);
    base.kept = Some(Grid::from_fn(SIZE, |at| if is_room(at) { Keep::Tile } else { Keep::Free }));
    for (nth, digger) in diggers.into_iter().enumerate() {
        for seed in 0..4 {
            let (map, put_back) = build(&BuilderChain::start_with(SIZE, digger()).keep(base.clone()), seed);
            assert_eq!(put_back, 0, "{nth} {seed}");
            // Those that begin in the middle leave by the door.
            let components = Components::from_map(&map, &map.passages());
            let is_whole = components.sizes.len() == 1;
            assert!(is_whole || nth > 1, "{nth} {seed}: {:?}", components.sizes);
        }
    }
}

#[test]
fn caves_grow_around_kept_cells() {
    for seed in 0..20 {
        let chain = BuilderChain::start_with(SIZE, CellularAutomata::default()).keep(base(seed));
        assert_eq!(build(&chain.with(CellularAutomata::default()), seed).1, 0, "{seed}");
    }
}

#[test]
fn nothing_is_put_on_kept_tiles() {
    let scattered = Scatter { what: Scattered::Spawn("Rat".to_owned()), share: 0.5, ..Scatter::default() };
    let table = SpawnTable::new([SpawnEntry::new("Orc", 1)]);
    let spawns = Spawns { table, quota: vec![SpawnQuota::total("Ration", 5)], ..Spawns::default() };
    for seed in 0..crate::seeds(20) {
        let mut map = BuilderChain::start_with(SIZE, RandomRooms::default()).build(seed).unwrap();
        // Half of the map, with what stands there.
        map.kept = Some(Grid::from_fn(SIZE, |at| if at.x < 30 { Keep::Tile } else { Keep::Free }));
        let Some(own) = SIZE.points().find(|&at| at.x < 30 && map.is_open(at)) else { continue };
        map.spawns.push(Spawn::new(own, "Dragon"));
        let chain = || BuilderChain::start_with(SIZE, FromMap::new(map.clone()));
        let vaults = PrefabVaults { max: 20, repeat: true, ..PrefabVaults::default() };
        let full = chain().with(Start::default()).with(Exit::default()).with(vaults);
        let (full, put_back) = build(&full.with(spawns.clone()).with(scattered.clone()), seed);
        assert_eq!(put_back, 0, "{seed}");
        let on_kept: Vec<Point> = full.marked().filter(|&at| full.keep_at(at) == Keep::Tile).collect();
        assert_eq!(on_kept, [own], "{seed}");
        assert!(full.spawns.len() > 6, "{seed}");
        // A start that is kept stays.
        map.spawns.clear();
        map.start = Some(own);
        let moved = BuilderChain::start_with(SIZE, FromMap::new(map)).with(Start::default()).build(seed).unwrap();
        assert_eq!(moved.start, Some(own), "{seed}");
    }
}
