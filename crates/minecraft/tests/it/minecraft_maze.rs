//! Mazes as data packs: built in the small Minecraft, walked, and taken away again.
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::clients;
use crate::minecraft;
use crate::minecraft::{Context, World};
use mapwright_core::{BuilderMap, Dir, Grid, MapRng, Passages, Point, Portal, Sides, Size, Spawn, Tile, Wrap};
use mapwright_minecraft::{Block, MazePack, RoomStyle, Version};

/// Where the tests build: not at the origin, and not in the middle of a block.
const HERE: [f64; 3] = [-20.3, 70.0, 41.9];

/// A map with random half-edges and some walls: more than any maze can have.
fn random_map(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut rng = MapRng::for_stage(seed, "minecraft", 0);
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    for p in size.points() {
        if rng.below(12) == 0 {
            map.tiles[p] = Tile::WALL;
        }
    }
    let mut sides = Grid::new(size, Sides::CLOSED);
    for p in size.points() {
        sides[p] = Sides::from_code(u8::try_from(rng.below(16) | rng.below(16)).unwrap());
    }
    map.sides = Some(sides);
    map
}

fn pack(version: Version) -> MazePack {
    MazePack { minecraft: version, ..MazePack::default() }
}

fn load(pack: &MazePack, map: &BuilderMap) -> World {
    let folder = pack.folder(map).unwrap();
    let mut world = World::load(&folder, pack.minecraft.name()).unwrap_or_else(|why| panic!("{why}"));
    world.reload().unwrap();
    world
}

fn run(world: &mut World, command: &str) {
    world.call(command, HERE).unwrap_or_else(|why| panic!("{command}: {why}"));
    world.settle(10_000).unwrap_or_else(|why| panic!("{command}: {why}"));
}

fn built(pack: &MazePack, map: &BuilderMap) -> World {
    let mut world = load(pack, map);
    run(&mut world, "maze:build");
    world
}

/// The block in the middle of a cell at the height of the feet.
fn middle(p: Point, room: &RoomStyle) -> [i32; 3] {
    let d = i32::from(room.diameter);
    let [x, y, z] = HERE.map(|at| at.floor() as i32);
    [x + i32::from(p.x) * d, y, z + i32::from(p.y) * d]
}

/// Whether a player can stand there: air for feet and head, something below.
fn is_walkable(world: &World, [x, y, z]: [i32; 3]) -> bool {
    let is_air = |y| world.block([x, y, z]) == "minecraft:air";
    is_air(y) && is_air(y + 1) && !is_air(y - 1)
}

/// The places that one can walk to from `from` without leaving where `inside` says.
fn walk(world: &World, from: [i32; 3], inside: impl Fn([i32; 3]) -> bool) -> BTreeSet<[i32; 3]> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(at) = next.pop() {
        if inside(at) && is_walkable(world, at) && seen.insert(at) {
            next.extend(Dir::ALL.map(Dir::delta).map(|(dx, dz)| [at[0] + dx, at[1], at[2] + dz]));
        }
    }
    seen
}

/// The built blocks form exactly the map: rooms where cells are open, and a way between neighbors exactly where they
/// are joined.
fn check_walks(world: &World, map: &BuilderMap, room: &RoomStyle) {
    let (size, passages) = (map.size(), Passages::from_map(map));
    let r = i32::from(room.diameter / 2);
    for p in size.points() {
        let here = middle(p, room);
        assert_eq!(is_walkable(world, here), map.is_open(p), "{p}");
        for (dir, q) in [(Dir::E, Point::new(p.x + 1, p.y)), (Dir::S, Point::new(p.x, p.y + 1))] {
            if !size.contains(q) {
                continue;
            }
            let there = middle(q, room);
            let inside = |at: [i32; 3]| (0..3).all(|i| here[i] - r <= at[i] && at[i] <= there[i] + r);
            let goes = walk(world, here, inside).contains(&there);
            assert_eq!(goes, passages.dirs(size.index(p)).contains(dir), "{p} {dir:?}\n{map:?}");
        }
    }
    // Nowhere does a way lead out of the maze.
    let (first, last) = (middle(Point::new(0, 0), room), middle(Point::new(size.w - 1, size.h - 1), room));
    let within =
        |at: &[i32; 3], more: i32| [0, 2].iter().all(|&i| first[i] - r - more <= at[i] && at[i] <= last[i] + r + more);
    let mut seen = BTreeSet::new();
    for here in size.points().map(|p| middle(p, room)) {
        if !seen.contains(&here) {
            seen.extend(walk(world, here, |at| within(&at, 5)));
        }
    }
    assert!(seen.iter().all(|at| within(at, 0)));
}

const VERSIONS: [Version; 3] = [Version::V1_20_4, Version::V1_21, Version::V26_3];

#[test]
fn the_blocks_are_exactly_the_maze_and_nothing_is_left_when_it_is_cleared() {
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 8), (18, 3)];
    for (seed, ((w, h), wrap)) in (0..).zip(sizes.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap)))) {
        let map = random_map(Size::new(w, h), wrap, seed);
        let pack = pack(VERSIONS[seed as usize % 3]);
        let mut world = built(&pack, &map);
        check_walks(&world, &map, &pack.room);
        run(&mut world, "maze:clear");
        assert_eq!(world.blocks(), Vec::<[i32; 3]>::new());
        assert_eq!((world.n_entities(), world.forced_chunks()), (0, 0));
    }
}

#[test]
fn rooms_of_all_measures_form_the_maze() {
    let check = |json: &str| {
        let room: RoomStyle = serde_json::from_str(json).unwrap();
        for version in VERSIONS {
            let map = random_map(Size::new(4, 3), Wrap::Both, 5);
            let pack = MazePack { room: room.clone(), ..pack(version) };
            let mut world = built(&pack, &map);
            check_walks(&world, &map, &room);
            run(&mut world, "maze:clear");
            assert_eq!(world.blocks(), Vec::<[i32; 3]>::new());
        }
    };
    check(r#"{ "diameter": 3, "passage-width": 1, "wall-height": 2, "passage-height": 2 }"#);
    check(r#"{ "diameter": 5, "ceiling": null, "light": null, "window": null, "trim": null }"#);
    check(r#"{ "diameter": 9, "passage-width": 7, "wall": "oak_planks", "trim": "bookshelf" }"#);
    check(r#"{ "diameter": 31, "wall-height": 36 }"#);
}

#[test]
fn a_map_without_sides_is_built_by_its_tiles() {
    let mut map = random_map(Size::new(6, 5), Wrap::None, 3);
    map.sides = None;
    let pack = pack(Version::V1_21);
    check_walks(&built(&pack, &map), &map, &pack.room);
}

#[test]
fn the_game_can_build_it_chunk_by_chunk() {
    // 34 rooms of 7 blocks are 15 chunks, of which a player keeps 7 in each direction.
    let map = random_map(Size::new(34, 18), Wrap::Both, 8);
    for version in [Version::V1_20_4, Version::V26_3] {
        let pack = pack(version);
        let mut world = load(&pack, &map);
        world.load_chunks_after(3);
        let player = world.add_player("Alex", HERE);
        world.run_as("function maze:build", Context { at: HERE, me: Some(player) }).unwrap();
        world.settle(10_000).unwrap();
        // Of all chunks only the anchor's is still held.
        assert_eq!(world.forced_chunks(), 1);
        assert!(world.most_cost() < minecraft::LIMIT, "{}", world.most_cost());
        check_walks(&world, &map, &pack.room);
        world.run_as("function maze:clear", Context { at: HERE, me: Some(player) }).unwrap();
        world.settle(10_000).unwrap();
        assert_eq!(world.blocks(), Vec::<[i32; 3]>::new());
        assert_eq!(world.forced_chunks(), 0);
    }
}

/// Walks a player in a straight line by steps of a fifth of a block, as a sprinting player moves in a tick, a tick
/// each. Tells where they were moved to, if they were.
fn stride(world: &mut World, player: u32, dir: Dir, blocks: i32) -> Option<[f64; 3]> {
    let (dx, dz) = dir.delta();
    for _ in 0..5 * blocks {
        let [x, y, z] = world.entity(player).at;
        let to = [x + 0.2 * f64::from(dx), y, z + 0.2 * f64::from(dz)];
        world.move_to(player, to);
        world.tick().unwrap();
        if world.entity(player).at != to {
            return Some(world.entity(player).at);
        }
    }
    None
}

/// The cell of a map that a place is in.
fn cell(at: [f64; 3], room: &RoomStyle) -> (i32, i32) {
    let [x, _, z] = middle(Point::new(0, 0), room);
    let d = i32::from(room.diameter);
    let along = |at: f64, middle: i32| (at.floor() as i32 - middle + d / 2).div_euclid(d);
    (along(at[0], x), along(at[2], z))
}

#[test]
fn over_each_border_one_comes_out_on_the_other_side_where_they_are_joined() {
    let rooms = [r#"{}"#, r#"{ "diameter": 3, "passage-width": 1 }"#, r#"{ "diameter": 5, "ceiling": null }"#];
    for (nth, (wrap, json)) in Wrap::ALL.into_iter().flat_map(|wrap| rooms.map(|room| (wrap, room))).enumerate() {
        let size = Size::new(4, 3);
        let mut map = random_map(size, wrap, 20 + nth as u64);
        map.tiles = Grid::new(size, Tile::FLOOR);
        let room: RoomStyle = serde_json::from_str(json).unwrap();
        let version = VERSIONS[nth % 3];
        let mut world = built(&MazePack { room: room.clone(), ..pack(version) }, &map);
        let passages = Passages::from_map(&map);
        let player = world.add_player("Alex", HERE);
        for (p, dir) in size.points().flat_map(|p| Dir::ALL.map(|dir| (p, dir))) {
            let (dx, dz) = dir.delta();
            let (x, z) = (i32::from(p.x) + dx, i32::from(p.y) + dz);
            if (0..4).contains(&x) && (0..3).contains(&z) {
                continue;
            }
            let joined = passages.dirs(size.index(p)).contains(dir);
            let [mx, my, mz] = middle(p, &room).map(f64::from);
            world.move_to(player, [mx + 0.5, my, mz + 0.5]);
            // As far as the wall lets one go: half the hall, less half of a player.
            let hall = i32::from(room.diameter) / 2 - 1;
            assert_eq!(stride(&mut world, player, dir, hall), None, "{p} {dir:?}: moved inside of the room");
            if !joined {
                continue;
            }
            let there = stride(&mut world, player, dir, 2).unwrap_or_else(|| panic!("{p} {dir:?}: not moved"));
            let expected = (x.rem_euclid(4), z.rem_euclid(3));
            assert_eq!(cell(there, &room), expected, "{p} {dir:?} in {version}");
            // In the hall itself, not in a wall, and to stay.
            let body = [-0.3, 0.3].map(|half| [0, 2].map(|i| (there[i] + half).floor() as i32));
            let walls = body.iter().filter(|at| !is_walkable(&world, [at[0], there[1] as i32, at[1]])).count();
            assert_eq!(walls, 0, "{p} {dir:?} in {version}: in a wall at {there:?}");
            (0..3).for_each(|_| world.tick().unwrap());
            assert_eq!(world.entity(player).at, there, "{p} {dir:?}: moved again");
            let back =
                stride(&mut world, player, dir.opposite(), 2).unwrap_or_else(|| panic!("{p} {dir:?}: no way back"));
            assert_eq!(cell(back, &room), (i32::from(p.x), i32::from(p.y)));
        }
    }
}

#[test]
fn pads_lead_to_their_other_ends_once_until_stepped_off() {
    for version in VERSIONS {
        let mut map = random_map(Size::new(5, 4), Wrap::None, 2);
        map.tiles = Grid::new(map.size(), Tile::FLOOR);
        let ends =
            [((0, 0), (4, 3)), ((0, 0), (2, 1)), ((1, 1), (1, 1))].map(|(a, b)| (Point::from(a), Point::from(b)));
        map.portals = ends.map(Into::into).to_vec();
        let pack = pack(version);
        let mut world = built(&pack, &map);
        let pads: Vec<[i32; 3]> =
            world.blocks().into_iter().filter(|&at| world.block(at) == "minecraft:lapis_block").collect();
        assert_eq!(pads.len(), 6);
        let player = world.add_player("Alex", [HERE[0], HERE[1] + 40.0, HERE[2]]);
        let mut pairs = BTreeSet::new();
        for pad in pads {
            assert!(is_walkable(&world, [pad[0], pad[1] + 1, pad[2]]));
            let on = [f64::from(pad[0]) + 0.5, f64::from(pad[1]) + 1.0, f64::from(pad[2]) + 0.5];
            world.move_to(player, on);
            world.tick().unwrap();
            let there = world.entity(player).at;
            assert!(on != there);
            (0..5).for_each(|_| world.tick().unwrap());
            assert_eq!(world.entity(player).at, there, "moved back");
            // Off, and on again.
            world.move_to(player, [there[0], there[1] + 3.0, there[2]]);
            world.tick().unwrap();
            world.tick().unwrap();
            world.move_to(player, there);
            world.tick().unwrap();
            let back = world.entity(player).at;
            assert!((0..3).all(|i| (back[i] - on[i]).abs() < 0.01), "{back:?} {on:?}");
            world.move_to(player, [HERE[0], HERE[1] + 40.0, HERE[2]]);
            world.tick().unwrap();
            world.tick().unwrap();
            let mut pair = [cell(on, &pack.room), cell(there, &pack.room)];
            pair.sort_unstable();
            pairs.insert(pair);
        }
        assert_eq!(pairs, BTreeSet::from([[(0, 0), (4, 3)], [(0, 0), (2, 1)], [(1, 1), (1, 1)]]));
    }
}

#[test]
fn start_exit_and_spawns_are_in_their_rooms() {
    for version in VERSIONS {
        let mut map = random_map(Size::new(5, 4), Wrap::None, 2);
        map.tiles = Grid::new(map.size(), Tile::FLOOR);
        (map.start, map.exit) = (Some(Point::new(3, 2)), Some(Point::new(0, 3)));
        let spawn = |x, y, what: &str| Spawn::new(Point::new(x, y), what.to_owned());
        map.spawns = vec![spawn(1, 1, "Zombie"), spawn(2, 1, "Goblin"), spawn(4, 0, "Chest of gold")];
        let mut pack = pack(version);
        pack.mobs.insert("Goblin".to_owned(), "husk".to_owned());
        let mut world = built(&pack, &map);
        let floor = |p: Point| {
            let [x, y, z] = middle(p, &pack.room);
            world.block([x, y - 1, z])
        };
        assert_eq!(floor(Point::new(3, 2)), "minecraft:emerald_block");
        assert_eq!(floor(Point::new(0, 3)), "minecraft:gold_block");
        let player = world.add_player("Alex", [HERE[0], HERE[1], HERE[2] - 9.0]);
        world.run_as("function maze:start", Context { at: HERE, me: Some(player) }).unwrap();
        assert_eq!(cell(world.entity(player).at, &pack.room), (3, 2));
        let mut at = |selector: &str| {
            let found = world.select(selector);
            assert_eq!(found.len(), 1, "{selector} in {version}");
            cell(world.entity(found[0]).at, &pack.room)
        };
        assert_eq!(at("@e[type=zombie]"), (1, 1));
        assert_eq!(at("@e[type=husk]"), (2, 1));
        assert_eq!(at("@e[tag=maze.spawn_chest_of_gold]"), (4, 0));
        run(&mut world, "maze:clear");
        assert_eq!(world.n_entities(), 1, "the player");
    }
}

#[test]
fn a_second_maze_waits_for_the_first_to_be_cleared_and_none_is_built_out_of_the_world() {
    let map = random_map(Size::new(3, 2), Wrap::None, 1);
    let mut world = built(&pack(Version::V1_21), &map);
    let blocks = world.blocks();
    world.take_messages();
    let player = world.add_player("Alex", HERE);
    let mut call = |command: &str, at| {
        world.run_as(&format!("function maze:{command}"), Context { at, me: Some(player) }).unwrap();
        world.settle(100).unwrap();
        let said: Vec<String> = world.take_messages().into_iter().map(|(_, text)| text).collect();
        (said.join("\n"), world.blocks())
    };
    let (said, now) = call("build", [90.0, 70.0, 5.0]);
    assert!(said.contains("a maze already exists; run /function maze:clear first"), "{said}");
    assert_eq!(now, blocks);
    let (said, now) = call("clear", HERE);
    assert!(said.contains("cleared"), "{said}");
    assert_eq!(now.len(), 0);
    let (said, _) = call("clear", HERE);
    assert!(said.contains("there is no maze"), "{said}");
    for height in [-64.0, 316.0] {
        let (said, now) = call("build", [0.0, height, 0.0]);
        assert!(said.contains("stand at a height of -63 to 315"), "{said}");
        assert_eq!(now.len(), 0);
    }
    for height in [-63.0, 315.0] {
        assert!(call("build", [0.0, height, 0.0]).1.len() > 100);
        assert_eq!(call("clear", HERE).1.len(), 0);
    }
}

#[test]
fn mecha_reads_every_function() {
    let mut map = random_map(Size::new(18, 3), Wrap::Both, 4);
    map.tiles = Grid::new(map.size(), Tile::FLOOR);
    map.portals = vec![Portal::new((0, 0), (17, 2))];
    map.spawns = vec![Spawn::new(Point::new(1, 1), "zombie")];
    let dir = tempfile::tempdir().unwrap();
    let place = |version: Version| {
        let place = dir.path().join(version.name());
        if !place.exists() {
            pack(version).folder(&map).unwrap().save(&place).unwrap();
        }
        place
    };
    let read = |mut mecha: Command, known: &str, versions: &[Version]| {
        let output = mecha.args(["-m", known]).args(versions.iter().map(|&version| place(version))).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), said)
    };
    let Some(mecha) = clients::mecha() else { return };
    let (is_good, said) = read(mecha, "1.20", &[Version::V1_20_4]);
    assert!(is_good, "{said}");
    // 1.21 is the newest whose commands it knows.
    let (is_good, said) = read(clients::mecha().unwrap(), "1.21", &[Version::V1_21, Version::V26_3]);
    assert!(is_good, "{said}");
    // It does look at them: a wrong line in the last of the folders is found.
    let broken = place(Version::V26_3).join("data/maze/function/rooms/5.mcfunction");
    assert!(broken.is_file());
    fs::write(broken, "fill ~ ~ ~ ~1 ~1 minecraft:stone\n").unwrap();
    let (is_good, said) = read(clients::mecha().unwrap(), "1.21", &[Version::V1_21, Version::V26_3]);
    assert!(!is_good, "{said}");
}

/// What no program tells: a `fill` that is too large, a block that the version does not have, a name that nobody can
/// type.
#[test]
fn every_command_is_within_the_limits_and_every_block_exists() {
    let mut map = random_map(Size::new(18, 3), Wrap::Both, 4);
    map.portals = vec![Portal::new((0, 0), (17, 2))];
    let rooms = [r#"{}"#, r#"{ "diameter": 127, "wall-height": 100, "passage-width": 125 }"#];
    for (version, json) in Version::ALL.into_iter().flat_map(|version| rooms.map(|room| (version, room))) {
        let pack = MazePack { room: serde_json::from_str(json).unwrap(), ..pack(version) };
        let (mut fills, mut blocks) = (0, BTreeSet::new());
        for (path, content) in pack.folder(&map).unwrap().files {
            let text = String::from_utf8(content).unwrap();
            assert!(text.is_ascii() && text.ends_with('\n') && !text.contains("\n\n"), "{path}");
            let is_function = path.ends_with(".mcfunction");
            for line in text.lines().filter(|line| is_function && !line.starts_with('#')) {
                assert!(!line.starts_with(['/', ' ']) && line.len() < 1000, "{line}");
                let command = line.rsplit_once(" run ").map_or(line, |(_, command)| command);
                let words: Vec<&str> = command.split(' ').collect();
                let number = |word: &str| word[1..].parse::<i64>().unwrap_or(0);
                if words[0] == "fill" {
                    fills += 1;
                    let volume: i64 = (1..4).map(|i| number(words[i + 3]) - number(words[i]) + 1).product();
                    assert!((2..=32_768).contains(&volume), "{line}");
                    blocks.insert(words[7..].join(" "));
                }
                if words[0] == "setblock" {
                    blocks.insert(words[4..].join(" "));
                }
            }
        }
        assert!(fills > 16 && blocks.len() > 10, "{fills} {blocks:?}");
        for block in blocks {
            block.parse::<Block>().unwrap();
        }
    }
}
