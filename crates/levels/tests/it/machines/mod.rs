//! Machines on many levels, checked from the map alone: what they are made of, where it is, and that the level is still won.
//!
//! `MAPWRIGHT_SEEDS=1000` builds as many seeds of each level.

use std::collections::BTreeSet;

use crate::common;
use mapwright_core::{
    BuildCx, BuilderChain, BuilderMap, DoorKind, Legend, Meaning, MetaMapBuilder, Point, Size, Spawn, Template, Tile,
    Wrap,
};
use mapwright_dungeon::{
    BspDungeon, CellularAutomata, Corridors, CullUnreachable, DistanceRule, Exit, Landmark, Place, Scattered, Start,
    Steps,
};
use mapwright_levels::{
    Allow, AreaGraph, Blueprint, GraphLayout, LockAndKey, MachineArea, MachineFeature, MachineLock, Machines, Rooms,
    SolvabilityValidator, Unsolvable, replay, solvability,
};

mod errors;

use crate::common::level;
use crate::seeds;

/// The chain of a level with locks, up to the machines.
fn chains() -> Vec<(&'static str, BuilderChain)> {
    let size = Size::new(80, 50);
    let locks = || LockAndKey { keys: 3, min_keys: Some(0), ..LockAndKey::default() };
    let layout = GraphLayout { rooms: Rooms::Count(14), ..GraphLayout::default() };
    let rooms = BuilderChain::start_with(size, BspDungeon::default())
        .with(Corridors::default())
        .with(Start { at: Place::FirstRoom, ..Start::default() })
        .with(Exit::default());
    let caves = BuilderChain::start_with(size, CellularAutomata::default())
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default());
    vec![
        ("layout", BuilderChain::start_with(size, layout).with(locks())),
        ("rooms", rooms.with(AreaGraph::default()).with(locks())),
        ("caves", caves.with(AreaGraph::default()).with(locks())),
    ]
}

/// Steps from some cells over open ones, as far as `may` says.
fn steps(map: &BuilderMap, from: &[Point], may: impl Fn(Point) -> bool) -> Vec<Option<u32>> {
    let index = |p: Point| usize::from(p.y) * usize::from(map.size().w) + usize::from(p.x);
    let mut steps = vec![None; map.size().area() as usize];
    let mut queue = from.to_vec();
    queue.iter().for_each(|&p| steps[index(p)] = Some(0));
    let mut next = 0;
    while let Some(&p) = queue.get(next) {
        next += 1;
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let Some(q) = p.offset(dx, dy).filter(|&q| map.size().contains(q)) else { continue };
            if !map.tiles[q].is_solid() && may(q) && steps[index(q)].is_none() {
                steps[index(q)] = steps[index(p)].map(|steps| steps + 1);
                queue.push(q);
            }
        }
    }
    steps
}

/// What walks reach without a key, one flood after another; one-way doors go both ways.
fn reached(map: &BuilderMap, without: Option<u8>) -> BTreeSet<Point> {
    let mut held = BTreeSet::new();
    loop {
        let is_shut = |at: Point| {
            let here = map.doors.iter().flatten().filter(|door| door.cells.contains(&at));
            here.clone().any(|door| door.is_secret())
                || here.filter_map(|door| door.lock).any(|lock| !held.contains(&lock))
        };
        let seen = steps(map, &[map.start.unwrap()], |at| !is_shut(at));
        let seen: BTreeSet<Point> = map.size().points().zip(seen).filter_map(|(p, steps)| steps.map(|_| p)).collect();
        let keys = map.spawns.iter().filter(|spawn| seen.contains(&spawn.at)).filter_map(|spawn| spawn.key);
        let keys: BTreeSet<u8> = keys.filter(|&key| Some(key) != without).collect();
        if keys == held {
            return seen;
        }
        held = keys;
    }
}

/// The machines of a map: their areas and blueprints.
fn machines(map: &BuilderMap, blueprints: &[Blueprint]) -> Vec<(u16, Blueprint)> {
    let areas = map.graph.as_ref().unwrap().areas.iter().enumerate();
    let machine = |(i, area): (usize, &mapwright_core::Area)| {
        area.tags.iter().find(|tag| *tag == "machine")?;
        let blueprint = blueprints.iter().find(|blueprint| area.tags.contains(&blueprint.name)).unwrap();
        let is_secret = |lock: &MachineLock| lock.door == DoorKind::Secret;
        let has = |tag: &str| area.tags.iter().any(|other| other == tag);
        assert_eq!(has("vault"), blueprint.lock.as_ref().is_some_and(|lock| !is_secret(lock)));
        assert_eq!(has("secret"), blueprint.lock.as_ref().is_some_and(is_secret));
        Some((i as u16, blueprint.clone()))
    };
    areas.filter_map(machine).collect()
}

fn cells_of(map: &BuilderMap, area: u16) -> Vec<Point> {
    let graph = map.graph.as_ref().unwrap();
    map.size().points().filter(|&at| graph.area_at(at) == Some(area)).collect()
}

fn gates_of(map: &BuilderMap, area: u16) -> Vec<Point> {
    let joins = map.graph.as_ref().unwrap().joins.iter().filter(|join| join.a == area || join.b == area);
    joins.flat_map(|join| join.gate.iter().copied()).collect()
}

fn check_area(before: &BuilderMap, map: &BuilderMap, area: u16, blueprint: &Blueprint, context: &str) {
    let joins = |map: &BuilderMap| {
        map.graph.as_ref().unwrap().joins.iter().filter(|join| join.a == area || join.b == area).count()
    };
    let MachineArea { cells: [least, most], joins: wanted, .. } = blueprint.area;
    assert!((least as usize..=most as usize).contains(&cells_of(before, area).len()), "{context}");
    assert!(wanted.is_none_or(|wanted| usize::from(wanted) == joins(map)), "{context}");
    let (cells, gates) = (cells_of(map, area), gates_of(map, area));
    assert!(!cells.contains(&map.start.unwrap()), "{context}");
    assert_eq!(gates, gates_of(before, area), "{context}: the gates stay");
    // One part without its gates, into which each of them leads.
    let inside = steps(map, &cells[..1], |p| cells.contains(&p));
    assert_eq!(inside.iter().flatten().count(), cells.len(), "{context}: one part");
    for gate in &gates {
        let is_beside = |cell: &&Point| cell.manhattan(*gate) == 1;
        let was = cells_of(before, area).iter().filter(is_beside).count();
        assert_eq!(cells.iter().filter(is_beside).count(), was, "{context}: what is beside the gate {gate} stays open");
    }
}

fn check_features(map: &BuilderMap, area: u16, blueprint: &Blueprint, context: &str) {
    let (cells, gates) = (cells_of(map, area), gates_of(map, area));
    let from_entrance = steps(map, &gates, |_| true);
    let named = |name: &str| -> Vec<Point> {
        let here = map.spawns.iter().filter(|spawn| spawn.what == name && cells.contains(&spawn.at));
        here.map(|spawn| spawn.at).collect()
    };
    let index = |p: Point| map.size().index(p) as usize;
    for feature in &blueprint.features {
        let places = match &feature.what {
            Some(Scattered::Spawn(name)) => named(name),
            Some(Scattered::Tile(tile)) => cells.iter().copied().filter(|&p| map.tiles[p] == *tile).collect(),
            _ => continue,
        };
        if let (Some([least, most]), Some(Scattered::Spawn(_))) = (feature.count, &feature.what) {
            assert!((least as usize..=most as usize).contains(&places.len()), "{context}: {feature:?}");
        }
        for (&p, &q) in places.iter().flat_map(|p| places.iter().map(move |q| (p, q))) {
            let too_near = p.euclidean_squared(q) < u64::from(feature.spacing).pow(2);
            assert!(p == q || !too_near || matches!(feature.what, Some(Scattered::Tile(_))), "{context}: {feature:?}");
        }
        for rule in feature.placement.distances.iter().filter(|rule| rule.steps == Steps::Walk) {
            let steps = match &rule.to {
                Landmark::Entrance => from_entrance.clone(),
                Landmark::Spawn(name) => steps(map, &named(name), |_| true),
                _ => continue,
            };
            for &p in &places {
                assert!(steps[index(p)].is_none_or(|steps| steps >= rule.min), "{context}: {feature:?} at {p}");
                let is_near = steps[index(p)].is_some_and(|steps| steps <= rule.max);
                assert!(rule.max == u32::MAX || is_near, "{context}: {feature:?} at {p}");
            }
        }
    }
}

fn check(before: &BuilderMap, map: &BuilderMap, blueprints: &[Blueprint], context: &str) {
    map.validate().unwrap();
    let old: BTreeSet<u8> = before.spawns.iter().filter_map(|spawn| spawn.key).collect();
    let found = solvability(map).unwrap().unwrap();
    assert_eq!(replay(map, &found.proof), Ok(()), "{context}");
    let machines = machines(map, blueprints);
    let (all, graph) = (reached(map, None), map.graph.as_ref().unwrap());
    let mut new = Vec::new();
    for (area, blueprint) in &machines {
        let context = format!("{context}, {}", blueprint.name);
        check_area(before, map, *area, blueprint, &context);
        check_features(map, *area, blueprint, &context);
        let gates = gates_of(map, *area);
        let inside: BTreeSet<Point> = cells_of(map, *area).into_iter().chain(gates.iter().copied()).collect();
        let door = map.doors.iter().flatten().find(|door| door.cells == gates);
        match &blueprint.lock {
            None => {}
            Some(lock) if lock.door == DoorKind::Secret => {
                assert!(door.unwrap().is_secret(), "{context}");
                assert!(inside.is_disjoint(&all), "{context}: nobody is inside before it is found");
            }
            Some(lock) => {
                let key = door.unwrap().lock.unwrap();
                let lost: BTreeSet<Point> = all.difference(&reached(map, Some(key))).copied().collect();
                assert_eq!(lost, inside, "{context}: a vault and nothing else is behind its lock");
                let spawn = map.spawns.iter().find(|spawn| spawn.key == Some(key)).unwrap();
                assert!(spawn.what.starts_with(&lock.opener), "{context}");
                new.push(key);
            }
        }
        if let Some(holds) = &blueprint.holds {
            let here: Vec<&Spawn> = map.spawns.iter().filter(|spawn| inside.contains(&spawn.at)).collect();
            let holders = here.iter().filter(|spawn| spawn.what == *holds);
            let on_holder = holders.filter(|holder| here.iter().any(|key| key.key.is_some() && key.at == holder.at));
            assert_eq!(on_holder.count(), 1, "{context}: the key is on it");
        }
    }
    // The old keys stay in their areas, and are needed as before; the new ones are not, and that is all.
    for spawn in before.spawns.iter().filter(|spawn| spawn.key.is_some()) {
        let now = map.spawns.iter().find(|now| now.key == spawn.key).unwrap();
        assert_eq!(graph.area_at(now.at), before.graph.as_ref().unwrap().area_at(spawn.at), "{context}");
    }
    new.sort_unstable();
    let first = old.last().map_or(0, |key| key + 1);
    assert_eq!(new, (first..).take(new.len()).collect::<Vec<u8>>(), "{context}");
    for fault in &found.faults {
        assert!(matches!(fault, Unsolvable::UnneededKey { key, .. } if new.contains(key)), "{context}: {fault}");
    }
    assert_eq!(found.faults.len(), new.len(), "{context}");
}

#[test]
fn levels_with_machines_are_what_their_blueprints_say() {
    let blueprints = Blueprint::shipped();
    assert!(blueprints.len() >= 20);
    let mut seen = BTreeSet::new();
    for (name, chain) in chains() {
        let (mut wanted, mut built) = (0, 0);
        for seed in 0..seeds(40) {
            let Ok(before) = chain.build(seed) else { continue };
            let mut map = before.clone();
            let most = 1 + (seed % 4) as u32;
            let stage = Machines { count: [0, most], ..Machines::default() };
            let mut cx = BuildCx::new(seed, "machines", 1);
            stage.apply(&mut map, &mut cx).unwrap();
            check(&before, &map, &blueprints, &format!("{name}, seed {seed}"));
            seen.extend(machines(&map, &blueprints).into_iter().map(|(_, blueprint)| blueprint.name));
            let mut map = before.clone();
            let stage = Machines { count: [most, most], ..stage };
            built += u32::from(stage.apply(&mut map, &mut BuildCx::new(seed, "machines", 1)).is_ok());
            wanted += 1;
        }
        assert!(built * 20 >= wanted * 19 || name == "caves", "{name}: {built} of {wanted} levels get all machines");
        assert!(built * 2 > wanted, "{name}: {built} of {wanted}");
    }
    let never: Vec<&String> = blueprints.iter().map(|one| &one.name).filter(|name| !seen.contains(*name)).collect();
    assert!(never.is_empty(), "never built: {never:?}");
}

#[test]
fn the_validator_accepts_vaults_as_what_is_not_needed() {
    let vault = Blueprint { lock: Some(MachineLock::default()), ..Blueprint::new("hoard", [spawns("Gold", [1, 1])]) };
    let chain = |allow| {
        let layout = GraphLayout { rooms: Rooms::Count(14), ..GraphLayout::default() };
        BuilderChain::start_with(Size::new(64, 44), layout)
            .with(Machines { count: [1, 1], blueprints: Some(vec![vault.clone()]), ..Machines::default() })
            .with(SolvabilityValidator { allow, ..SolvabilityValidator::default() })
    };
    let mut refused = 0;
    for seed in 0..20 {
        if chain(vec![Allow::Unneeded]).build(seed).is_ok() {
            let error = chain(vec![]).build(seed).unwrap_err().to_string();
            assert!(error.contains("is not needed"), "{error}");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
}

fn spawns(name: &str, count: [u32; 2]) -> MachineFeature {
    MachineFeature::spawns(name, count)
}

const SIDE_ROOM: [&str; 6] =
    ["############", "#...@#.....#", "#....#.....#", "#..........#", "#X...#.....#", "############"];

fn drawn(rows: &[&str]) -> BuilderMap {
    let mut map = level(rows);
    map.graph = Some(AreaGraph { min_cells: 4, ..AreaGraph::default() }.graph(&map).unwrap());
    map
}

/// One machine of this blueprint.
fn one(blueprint: Blueprint) -> Machines {
    Machines { count: [1, 1], blueprints: Some(vec![blueprint]), ..Machines::default() }
}

fn vault(name: &str) -> Blueprint {
    Blueprint { lock: Some(MachineLock::default()), ..Blueprint::new(name, [spawns("Gold", [3, 3])]) }
}

fn apply(map: &mut BuilderMap, stage: &Machines) -> Result<(), mapwright_core::BuildError> {
    stage.apply(map, &mut BuildCx::new(3, "machines", 0))
}

#[test]
fn what_is_a_dead_end_and_what_is_not() {
    let mut map = drawn(&SIDE_ROOM);
    apply(&mut map, &one(vault("side"))).unwrap();
    check(&drawn(&SIDE_ROOM), &map, &[vault("side")], "a side room");
    // The exit, a key, a wrong size.
    let with = |row: &'static str| [SIDE_ROOM[0], SIDE_ROOM[1], row, SIDE_ROOM[3], "#....#.....#", SIDE_ROOM[5]];
    let small = Blueprint { area: MachineArea { cells: [1, 10], ..MachineArea::default() }, ..vault("small") };
    let key = [SIDE_ROOM[0], SIDE_ROOM[1], "#....#..a..#", SIDE_ROOM[3], SIDE_ROOM[4], SIDE_ROOM[5]];
    for (rows, blueprint) in [(with("#....#..X..#"), vault("a")), (key, vault("b")), (SIDE_ROOM, small)] {
        let mut map = drawn(&rows);
        let error = apply(&mut map, &one(blueprint.clone())).unwrap_err();
        assert_eq!(error.to_string(), "only 0 of 1 machines fit");
        assert_eq!(map, drawn(&rows), "all or nothing");
        apply(&mut map, &Machines { count: [0, 2], ..one(blueprint.clone()) }).unwrap();
        assert_eq!(machines(&map, &[blueprint]), []);
        assert_eq!(map.doors, drawn(&rows).doors.or(Some(Vec::new())), "the stage promises doors");
    }
    // A key in the doorway would be behind the new lock.
    let mut map = drawn(&SIDE_ROOM);
    let gate = map.graph.as_ref().unwrap().joins[0].gate[0];
    map.spawns.push(Spawn::key(gate, "Key H", 7));
    assert_eq!(apply(&mut map, &one(vault("c"))).unwrap_err().to_string(), "only 0 of 1 machines fit");
}

#[test]
fn a_key_is_moved_and_a_lever_is_not() {
    let held = Blueprint { holds: Some("Altar".into()), ..Blueprint::new("held", [spawns("Altar", [1, 1])]) };
    let with = |name: &str| {
        let mut map = drawn(&SIDE_ROOM);
        map.spawns.push(Spawn::key((9, 2), name, 0));
        map
    };
    let mut map = with("Key A");
    apply(&mut map, &one(held.clone())).unwrap();
    let [altar, key] = &map.spawns[..] else { panic!("{:?}", map.spawns) };
    assert_eq!((altar.what.as_str(), key.what.as_str(), key.key), ("Altar", "Key A", Some(0)));
    assert_eq!(altar.at, key.at);
    let error = apply(&mut with("Lever A"), &one(held)).unwrap_err();
    assert_eq!(error.to_string(), "only 0 of 1 machines fit");
}

/// A key that lies in an area with a locked door stays where it is: what is behind the door is no place for it.
#[test]
fn no_key_goes_behind_a_door_in_its_own_area() {
    let held = Blueprint { holds: Some("Altar".into()), ..Blueprint::new("held", [spawns("Altar", [1, 1])]) };
    let mut map = drawn(&SIDE_ROOM);
    map.spawns.push(Spawn::key((9, 2), "Key A", 0));
    map.doors = Some(vec![mapwright_core::Door::locked([Point::new(8, 1)], 0)]);
    assert_eq!(apply(&mut map, &one(held)).unwrap_err().to_string(), "only 0 of 1 machines fit");
}

/// A stage that promises a layer gives it, whichever machine is drawn.
#[test]
fn layers_of_marks_are_there_without_a_mark() {
    let mark = MachineFeature::new(Scattered::Mark("floods".into()), Some([1, 1]));
    let rare = Blueprint { weight: 0, ..Blueprint::new("rare", [mark]) };
    let mut map = drawn(&SIDE_ROOM);
    let stage = Machines { count: [1, 1], blueprints: Some(vec![rare, vault("a")]), ..Machines::default() };
    apply(&mut map, &stage).unwrap();
    assert!(map.layers.contains_key("floods"));
}

/// Solid features as many as fit: the area stays one part, and its gates lead into it.
#[test]
fn solid_features_part_nothing() {
    let trees = MachineFeature::new(Scattered::Tile(Tile::TREE), None);
    let blueprint = Blueprint::new("wood", [trees, spawns("Elf", [1, 1])]);
    for seed in 0..60 {
        let before = drawn(&SIDE_ROOM);
        let mut map = before.clone();
        one(blueprint.clone()).apply(&mut map, &mut BuildCx::new(seed, "machines", 0)).unwrap();
        let trees = map.tiles.iter().filter(|(_, tile)| **tile == Tile::TREE).count();
        assert!(trees >= 3, "{trees}");
        check(&before, &map, std::slice::from_ref(&blueprint), &format!("seed {seed}"));
    }
}

/// A drawing lies in its area, whole and in one piece with it; with choices it is drawn anew each time.
#[test]
fn drawings_lie_in_their_area_and_part_nothing() {
    let legend = Legend::default().with('g', Meaning::spawn("Guard")).with('%', Meaning::any([('#', 1), ('~', 1)]));
    let drawing = Template::from_text("%##\n#g#\n#+#", &legend).unwrap();
    let guarded = MachineFeature { spacing: 2, ..MachineFeature::drawn(drawing, Some([1, 2])) };
    let near = DistanceRule::near(Landmark::Spawn("Guard".into()), 4);
    let blueprint = Blueprint {
        area: MachineArea { cells: [30, 400], wide: 5, ..MachineArea::default() },
        ..Blueprint::new("post", [guarded, spawns("Gold", [1, 3]).at(near)])
    };
    let stage = Machines { count: [0, 3], blueprints: Some(vec![blueprint.clone()]), ..Machines::default() };
    let (mut posts, mut pools) = (0, 0);
    for (name, chain) in chains() {
        for seed in 0..seeds(40) {
            let Ok(before) = chain.build(seed) else { continue };
            let mut map = before.clone();
            stage.apply(&mut map, &mut BuildCx::new(seed, "machines", 1)).unwrap();
            let context = format!("{name}, seed {seed}");
            check(&before, &map, std::slice::from_ref(&blueprint), &context);
            let guards = map.spawns.iter().filter(|spawn| spawn.what == "Guard").map(|spawn| spawn.at);
            for guard in guards {
                let around = map.size().points().filter(|p| p.x.abs_diff(guard.x) <= 1 && p.y.abs_diff(guard.y) <= 1);
                let tiles: Vec<Tile> = around.map(|p| map.tiles[p]).collect();
                let count = |tile| tiles.iter().filter(|&&other| other == tile).count();
                pools += count(Tile::WATER);
                posts += 1;
                assert_eq!(count(Tile::WALL) + count(Tile::WATER), 7, "{context}: {tiles:?}");
                assert_eq!((count(Tile::DOOR), count(Tile::FLOOR)), (1, 1), "{context}: {tiles:?}");
            }
        }
    }
    assert!(posts > 40 && pools * 4 > posts && pools * 4 < posts * 3, "{pools} of {posts}");
}

/// An area is as wide as the largest square in it.
#[test]
fn hallways_are_not_wide() {
    for (wide, is_built) in [(1, true), (4, true), (5, false)] {
        let area = MachineArea { wide, ..MachineArea::default() };
        let mut map = drawn(&SIDE_ROOM);
        let found = apply(&mut map, &one(Blueprint { area, ..vault("side") })).is_ok();
        assert_eq!(found, is_built, "{wide}");
    }
}

#[test]
fn one_of_several_and_outside() {
    let either = |name: &str| MachineFeature { one_of: Some("prize".into()), ..spawns(name, [1, 1]) };
    let away = MachineFeature { outside: true, ..spawns("Map", [1, 1]) };
    let blueprint = Blueprint::new("choice", [either("Sword"), either("Bow"), either("Staff"), away]);
    let mut drawn_often = [0; 3];
    for seed in 0..300 {
        let mut map = drawn(&SIDE_ROOM);
        one(blueprint.clone()).apply(&mut map, &mut BuildCx::new(seed, "machines", 0)).unwrap();
        let area = machines(&map, std::slice::from_ref(&blueprint))[0].0;
        let [prize, away] = &map.spawns[..] else { panic!("{:?}", map.spawns) };
        let area_at = |at| map.graph.as_ref().unwrap().area_at(at);
        assert_eq!((away.what.as_str(), area_at(prize.at)), ("Map", Some(area)));
        assert!(area_at(away.at).is_some_and(|other| other != area));
        drawn_often[["Sword", "Bow", "Staff"].iter().position(|name| *name == prize.what).unwrap()] += 1;
    }
    // 100 expected; the standard deviation is 8.2.
    assert!(drawn_often.iter().all(|&n: &i32| (n - 100).abs() <= 33), "{drawn_often:?}");
}

#[test]
fn any_map_gives_machines_or_an_error() {
    let mut rng = mapwright_core::MapRng::new(5);
    for (w, h) in [(1, 1), (1, 9), (9, 1), (5, 8), (16, 12), (30, 20)] {
        for wrap in [Wrap::None, Wrap::X, Wrap::Both] {
            for seed in 0..8 {
                let map = common::random_map(Size::new(w, h), wrap, &mut rng);
                let Some(mut map) = common::with_doors(map, &mut rng) else { continue };
                map.graph = Some(AreaGraph { min_cells: 3, ..AreaGraph::default() }.graph(&map).unwrap());
                let mut next = map.clone();
                let stage = Machines { count: [0, 3], ..Machines::default() };
                match stage.apply(&mut next, &mut BuildCx::new(seed, "machines", 0)) {
                    Ok(()) => next.validate().unwrap(),
                    Err(_) => assert_eq!(next, map),
                }
            }
        }
    }
}
