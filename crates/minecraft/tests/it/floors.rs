//! Floors below each other, found from the blocks alone: one goes from floor to floor by stairs and pits, and nowhere else.
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use crate::minecraft::{Context, World};
use mapwright_core::{BuilderMap, Dir, Grid, MapRng, Passages, Point, Portal, Sides, Size, Tile, Wrap};
use mapwright_minecraft::{Blocks, Extrusion, MazePack, RoomStyle, Version};

type At = [i32; 3];

/// Floors of random walls, with stairs and pits, each in a column and row of its own.
fn tower(rng: &mut MapRng, (w, h): (u16, u16), floors: u16, has_sides: bool) -> BuilderMap {
    let size = Size::new(w, h);
    let mut random = || {
        let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
        map.tiles = Grid::from_fn(size, |_| if rng.chance(0.25) { Tile::WALL } else { Tile::FLOOR });
        map.sides = has_sides.then(|| Grid::from_fn(size, |_| Sides::from_code((rng.below(16) | rng.below(16)) as u8)));
        map
    };
    let mut map = BuilderMap::stack((0..floors).map(|_| random())).unwrap();
    let mut places: Vec<Point> = size.points().collect();
    rng.shuffle(&mut places);
    for (nth, place) in (0..).zip(places.into_iter().take(usize::from(floors - 1) * 2)) {
        let a = Point::new(place.x, place.y + nth / 2 * (h + 1));
        let b = Point::new(a.x, a.y + h + 1);
        let is_pit = nth % 2 == 1;
        let tiles = if is_pit { [Tile::FLOOR; 2] } else { [Tile::STAIRS_DOWN, Tile::STAIRS_UP] };
        [map.tiles[a], map.tiles[b]] = tiles;
        map.portals.push(match nth % 4 {
            0 => Portal::new(a, b),
            2 => Portal::new(b, a),
            _ => Portal::one_way(a, b),
        });
    }
    map
}

/// Where one gets on a map. In a pit as wide as its cell one falls before getting to the other side.
fn on_map(map: &BuilderMap, from: Point, falls: bool) -> BTreeSet<Point> {
    let passages = Passages::from_map(map);
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(at) = next.pop() {
        if !seen.insert(at) {
            continue;
        }
        next.extend(map.portals.iter().flat_map(|portal| portal.leads(at)));
        if !falls || !map.portals.iter().any(|portal| portal.one_way && portal.a == at) {
            let cell = map.size().index(at);
            next.extend(passages.dirs(cell).iter().map(|dir| map.size().point(passages.step(cell, dir))));
        }
    }
    seen
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Air,
    Scaffolding,
    Solid,
}

fn kind(block: &str) -> Kind {
    match block.strip_prefix("minecraft:").unwrap() {
        "air" => Kind::Air,
        name if name.starts_with("scaffolding") => Kind::Scaffolding,
        _ => Kind::Solid,
    }
}

/// Where the feet of a player get, who walks, climbs and falls, but does not jump.
fn in_blocks(kind: impl Fn(At) -> Kind, from: At) -> BTreeSet<At> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(at) = next.pop() {
        let [x, y, z] = at;
        let (above, below) = ([x, y + 1, z], [x, y - 1, z]);
        if [at, above].into_iter().any(|at| kind(at) == Kind::Solid) || !seen.insert(at) {
            continue;
        }
        assert!(y > -200, "fell out of the world from {from:?}");
        if kind(below) != Kind::Solid {
            next.push(below);
        }
        if kind(at) == Kind::Scaffolding {
            next.push(above);
        }
        if kind(at) == Kind::Scaffolding || kind(below) != Kind::Air {
            next.extend(Dir::ALL.map(Dir::delta).map(|(dx, dz)| [x + dx, y, z + dz]));
        }
    }
    seen
}

/// From every open cell one gets as far in blocks as on the map.
fn check_walks(map: &BuilderMap, kind: impl Fn(At) -> Kind, feet: impl Fn(Point) -> At, falls: bool) {
    let is_pit = |at: Point| map.portals.iter().any(|portal| portal.one_way && portal.a == at);
    // In a wider cell the pit is in the middle, where the feet are.
    for from in map.size().points().filter(|&at| map.is_open(at) && (falls || !is_pit(at))) {
        let seen = in_blocks(&kind, feet(from));
        let found: BTreeSet<Point> = map.size().points().filter(|&at| seen.contains(&feet(at))).collect();
        assert_eq!(found, on_map(map, from, falls), "from {from}\n{map}");
    }
}

const SIZES: [((u16, u16), u16); 6] = [((1, 2), 2), ((1, 7), 3), ((9, 1), 2), ((2, 2), 2), ((5, 8), 4), ((7, 6), 3)];

#[test]
fn structures_have_their_floors_below_each_other() {
    let extrusions = [
        r#"{}"#,
        r#"{ "ceiling": "glass" }"#,
        r#"{ "base": null, "height": 2, "cell": 1 }"#,
        r#"{ "base": "bedrock", "cell": 3, "height": 5 }"#,
    ];
    let mut rng = MapRng::new(1);
    for (nth, (size, floors)) in SIZES.into_iter().flat_map(|size| [size; 4]).enumerate() {
        let extrusion: Extrusion = serde_json::from_str(extrusions[nth / 2 % 4]).unwrap();
        let map = tower(&mut rng, size, floors, nth % 2 == 1);
        let blocks = Blocks::from_map(&map, &extrusion, Version::V1_21).unwrap();
        let [_, height, _] = blocks.size().map(i32::from);
        let layers = height / i32::from(floors);
        let (step, middle) = match (map.sides.is_some(), i32::from(extrusion.cell)) {
            (true, cell) => (cell + 1, 1 + (cell - 1) / 2),
            _ => (1, 0),
        };
        let ground = |at: Point| {
            let (floor, row) = (at.y / (size.1 + 1), at.y % (size.1 + 1));
            let y = (i32::from(floors - 1) - i32::from(floor)) * layers + 1;
            [i32::from(at.x) * step + middle, y, i32::from(row) * step + middle]
        };
        let kind = |at: At| {
            let at = at.map(|along| u16::try_from(along).unwrap_or(u16::MAX));
            match blocks.get(at) {
                Some(block) => kind(&block.to_string()),
                // The open sky.
                None if i32::from(at[1]) == height => Kind::Air,
                None => Kind::Solid,
            }
        };
        let feet = |at: Point| {
            let [x, y, z] = ground(at);
            [x, y + 1, z]
        };
        check_walks(&map, kind, feet, step <= 2);
        // What is between two floors is closed but for their stairs and pits.
        let mut holes = BTreeSet::new();
        let ceiling = i32::from(extrusion.ceiling.is_some());
        for y in (1..i32::from(floors)).flat_map(|floor| floor * layers - ceiling..floor * layers + 2) {
            for (x, z) in
                (0..i32::from(blocks.size()[0])).flat_map(|x| (0..i32::from(blocks.size()[2])).map(move |z| (x, z)))
            {
                if kind([x, y, z]) != Kind::Solid {
                    holes.insert(([x, y, z], kind([x, y, z]) == Kind::Air));
                }
            }
        }
        let upper = |portal: &Portal| if portal.a.y < portal.b.y { portal.a } else { portal.b };
        let expected = map.portals.iter().flat_map(|portal| {
            let [x, y, z] = ground(upper(portal));
            (0..ceiling + 2).map(move |down| ([x, y - down, z], portal.one_way))
        });
        assert_eq!(holes, expected.collect::<BTreeSet<_>>());
        // Every pit ends in water.
        for pit in map.portals.iter().filter(|portal| portal.one_way) {
            let below = blocks.get(ground(pit.b).map(|along| along as u16)).unwrap();
            assert_eq!(below.states().get("waterlogged").map(String::as_str), Some("true"), "{below}");
        }
    }
}

/// Where the tests build.
const HERE: [f64; 3] = [-20.3, 70.0, 41.9];

fn built(pack: &MazePack, map: &BuilderMap) -> World {
    let mut world = World::load(&pack.folder(map).unwrap(), pack.minecraft.name()).unwrap();
    world.reload().unwrap();
    world.call("maze:build", HERE).unwrap();
    world.settle(10_000).unwrap();
    world
}

/// Where one stands in the middle of a cell.
fn middle(map: &BuilderMap, room: &RoomStyle, at: Point) -> At {
    let [x, y, z] = HERE.map(|along| along.floor() as i32);
    let (d, rows) = (i32::from(room.diameter), map.floor_size().h + 1);
    let drop = i32::from(room.wall_height) + 1 + i32::from(room.ceiling.is_some());
    [x + i32::from(at.x) * d, y - i32::from(at.y / rows) * drop, z + i32::from(at.y % rows) * d]
}

#[test]
fn rooms_have_their_floors_below_each_other() {
    let rooms = [
        r#"{}"#,
        r#"{ "diameter": 3, "passage-width": 1, "wall-height": 2, "passage-height": 2 }"#,
        r#"{ "diameter": 5, "ceiling": null, "light": null, "window": null, "trim": null }"#,
    ];
    let mut rng = MapRng::new(2);
    for (nth, (size, floors)) in [((4, 3), 3), ((1, 4), 2), ((5, 1), 3), ((17, 2), 2)].into_iter().enumerate() {
        let room: RoomStyle = serde_json::from_str(rooms[nth % 3]).unwrap();
        let pack = MazePack { room: room.clone(), ..MazePack::default() };
        let map = tower(&mut rng, size, floors, nth % 2 == 0);
        let is_ticking = pack.folder(&map).unwrap().files.keys().any(|name| name.contains("tick"));
        assert!(!is_ticking, "nothing teleports");
        let mut world = built(&pack, &map);
        check_walks(&map, |at| kind(&world.block(at)), |at| middle(&map, &room, at), room.diameter == 3);
        world.call("maze:clear", HERE).unwrap();
        world.settle(10_000).unwrap();
        assert_eq!(world.blocks(), Vec::<At>::new());
        assert_eq!((world.n_entities(), world.forced_chunks()), (0, 0));
    }
}

#[test]
fn a_portal_to_another_place_of_another_floor_is_a_pad() {
    let floor = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    let mut map = BuilderMap::stack([floor.clone(), floor.clone(), floor]).unwrap();
    map.portals = vec![Portal::new((0, 0), (2, 7)), Portal::new((1, 1), (1, 4))];
    let pack = MazePack::default();
    let mut world = built(&pack, &map);
    let pads: Vec<At> = world.blocks().into_iter().filter(|&at| world.block(at) == "minecraft:lapis_block").collect();
    let mut expected = [(0, 0), (2, 7)].map(|at| middle(&map, &pack.room, at.into())).map(|[x, y, z]| [x, y - 1, z]);
    expected.sort_unstable();
    assert_eq!(pads.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from(expected));
    let [x, y, z] = middle(&map, &pack.room, Point::new(0, 0)).map(f64::from);
    let player = world.add_player("Alex", [x + 0.5, y, z + 0.5]);
    world.tick().unwrap();
    let there = world.entity(player).at.map(|along| along.floor() as i32);
    assert_eq!(there, middle(&map, &pack.room, Point::new(2, 7)));
}

#[test]
fn floors_must_fit_into_the_world() {
    let floor = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::FLOOR);
    let map = |floors: usize| BuilderMap::stack(vec![floor.clone(); floors]).unwrap();
    let pack = MazePack::default();
    assert!(pack.folder(&map(64)).is_ok());
    let message = "rooms 390 blocks high with floor and ceiling do not fit between the 384 heights of a world";
    assert_eq!(pack.folder(&map(65)).unwrap_err().to_string(), message);
    let blocks = |floors| Blocks::from_map(&map(floors), &Extrusion::default(), Version::V1_21);
    assert_eq!(blocks(76).unwrap().size(), [1, 380, 1]);
    let message = "the map becomes 385 blocks high; a world has room for 384";
    assert_eq!(blocks(77).unwrap_err().to_string(), message);
    // The lowest floor of three is twelve blocks below the first.
    let mut world = World::load(&pack.folder(&map(3)).unwrap(), pack.minecraft.name()).unwrap();
    world.reload().unwrap();
    let player = world.add_player("Alex", HERE);
    for (height, fits) in [(-52.0, false), (316.0, false), (-51.0, true)] {
        let at = [0.0, height, 0.0];
        world.run_as("function maze:build", Context { at, me: Some(player) }).unwrap();
        world.settle(100).unwrap();
        let said: Vec<String> = world.take_messages().into_iter().map(|(_, text)| text).collect();
        assert_eq!(world.blocks().is_empty(), !fits, "{height}");
        assert_eq!(said.concat().contains("stand at a height of -51 to 315"), !fits, "{said:?}");
    }
}
