//! Levels of several floors, from recipes to JSON: what is asserted is read from the JSON alone.
//!
//! `MAPWRIGHT_SEEDS=1000` checks as many seeds of each number of floors.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::seeds;
use mapwright::core::{BuildErrorKind, mix};
use mapwright::levels::{replay, solvability};
use mapwright::prelude::*;
use mapwright::recipe::{map_from_json, map_to_json};
use serde_json::{Value, json};

const WIDTH: u64 = 40;
const HEIGHT: u64 = 24;

/// Rooms and caves in turn, and what follows.
fn recipe(floors: usize, metas: &Value) -> Recipe {
    let rooms = json!({ "initial": { "use": "bsp-dungeon", "corridors": { "line": "dogleg" } }, "metas": [{ "use": "doors", "chance": 0.5 }] });
    let caves = json!({ "count": 1, "initial": { "use": "cellular-automata" }, "metas": [{ "use": "join-components", "min_cells": 12 }] });
    let floors: Vec<Value> =
        (0..floors).map(|floor| if floor % 2 == 0 { rooms.clone() } else { caves.clone() }).collect();
    let recipe = json!({
        "version": 1, "width": WIDTH, "height": HEIGHT, "seed": 1,
        "initial": { "use": "floors", "floors": floors }, "metas": metas,
    });
    recipe.to_string().parse().unwrap()
}

fn levels(per_floor: u64, pits: u64, keys: usize) -> Value {
    json!([
        { "use": "stairs", "per_floor": per_floor, "pits": pits }, { "use": "start", "at": "left" }, { "use": "exit" },
        { "use": "area-graph", "max_width": 3 },
        { "use": "lock-and-key", "keys": keys, "min_keys": 1, "odd_joins": "one-way" }, { "use": "solvability-validator" },
    ])
}

/// A map as a reader of its JSON has it.
struct Read(Value);

type Cell = (u64, u64);

impl Read {
    fn of(map: &BuilderMap) -> Read {
        Read(serde_json::from_str(&map_to_json(map)).unwrap())
    }

    fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().unwrap()
    }

    fn is_open(&self, (x, y): Cell) -> bool {
        self.0["tiles"][(y * WIDTH + x) as usize].as_u64().unwrap() < 128
    }

    /// The portals: both ends, and whether they lead one way.
    fn portals(&self) -> Vec<(Cell, Cell, bool)> {
        let portals = self.0.get("portals").and_then(Value::as_array).cloned().unwrap_or_default();
        let portal = |portal: &Value| match portal {
            Value::Array(ends) => (cell(&ends[0]), cell(&ends[1]), false),
            one_way => (cell(&one_way["from"]), cell(&one_way["to"]), true),
        };
        portals.iter().map(portal).collect()
    }

    /// The steps from some cells within their floor.
    fn steps(&self, from: &[Cell]) -> BTreeMap<Cell, u64> {
        let (mut steps, mut queue) = (BTreeMap::new(), VecDeque::new());
        for &cell in from {
            steps.insert(cell, 0);
            queue.push_back(cell);
        }
        while let Some((x, y)) = queue.pop_front() {
            let next = [(x, y.wrapping_sub(1)), (x + 1, y), (x, y + 1), (x.wrapping_sub(1), y)];
            for cell in next.into_iter().filter(|&(x, y)| x < WIDTH && y < self.number("height")) {
                if self.is_open(cell) && !steps.contains_key(&cell) {
                    steps.insert(cell, steps[&(x, y)] + 1);
                    queue.push_back(cell);
                }
            }
        }
        steps
    }
}

/// Where stairs may be.
impl Read {
    /// The cells of the largest part of each floor, without doors.
    fn largest_parts(&self, floors: u64) -> BTreeSet<Cell> {
        let mut largest = BTreeSet::new();
        for floor in 0..floors {
            let (mut seen, mut best) = (BTreeSet::new(), Vec::new());
            for at in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, floor * PITCH + y))) {
                if self.is_open(at) && !seen.contains(&at) {
                    let part: Vec<Cell> = self.steps(&[at]).into_keys().collect();
                    seen.extend(part.iter().copied());
                    best = if part.len() > best.len() { part } else { best };
                }
            }
            largest.extend(best.into_iter().filter(|&(x, y)| self.0["tiles"][(y * WIDTH + x) as usize] != 1));
        }
        largest
    }

    /// Whether the open cells beside a cell are joined by those around it.
    fn goes_around(&self, (x, y): Cell) -> bool {
        let around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
        let open = around.map(|(dx, dy)| {
            let at = ((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1));
            at.0 < WIDTH && at.1 < self.number("height") && self.is_open(at)
        });
        let beside = (1..8).step_by(2).filter(|&nth| open[nth]).count();
        let joined = (1..8).step_by(2).filter(|&nth| open[nth] && open[(nth + 1) % 8] && open[(nth + 2) % 8]).count();
        beside > 0 && joined + 1 >= beside
    }
}

fn cell(value: &Value) -> Cell {
    (value[0].as_u64().unwrap(), value[1].as_u64().unwrap())
}

const PITCH: u64 = HEIGHT + 1;

/// Height, solid rows between floors, and what leads from each floor to the next.
fn check_stairs(read: &Read, floors: u64, per_floor: usize, pits: usize) {
    assert_eq!((read.number("floors"), read.number("height")), (floors, floors * PITCH - 1));
    for y in (1..floors).map(|floor| floor * PITCH - 1) {
        assert!((0..WIDTH).all(|x| !read.is_open((x, y))));
    }
    let mut found = vec![[0, 0]; floors as usize];
    let mut ends: Vec<Cell> = Vec::new();
    for (a, b, one_way) in read.portals() {
        assert_eq!((a.0, a.1 + PITCH), b, "straight down");
        found[(a.1 / PITCH) as usize][usize::from(one_way)] += 1;
        let tile = |(x, y): Cell| read.0["tiles"][(y * WIDTH + x) as usize].as_u64().unwrap();
        assert_eq!(tile(a) == 2 && tile(b) == 3, !one_way);
        for end in [a, b] {
            assert!(ends.iter().all(|other| other.0.abs_diff(end.0).max(other.1.abs_diff(end.1)) >= 3), "{end:?}");
            ends.push(end);
        }
    }
    assert!(found[..floors as usize - 1].iter().all(|found| *found == [per_floor, pits]), "{found:?}");
}

#[test]
fn stairs_join_each_floor_with_the_next_far_from_each_other() {
    for (floors, seeds) in [(2, seeds(60)), (5, seeds(30)), (26, seeds(3))] {
        let far = 0.6;
        let stairs = json!([{ "use": "stairs", "per_floor": 2, "pits": 1, "distance_share": far }]);
        let chain = recipe(floors, &stairs).chain().unwrap();
        let bare = recipe(floors, &json!([])).chain().unwrap();
        for seed in 0..seeds {
            let read = Read::of(&chain.build(seed).unwrap());
            check_stairs(&read, floors as u64, 2, 1);
            // Every floor that was one part is one, and only portals join them.
            let before = Read::of(&bare.build(seed).unwrap());
            let (portals, largest) = (read.portals(), before.largest_parts(floors as u64));
            for floor in 0..floors as u64 - 1 {
                let above: Vec<_> = portals.iter().filter(|portal| portal.1.1 / PITCH == floor).collect();
                let mut ends: Vec<Cell> = above.iter().map(|portal| portal.1).collect();
                let mut from: Vec<Cell> = above.iter().filter(|portal| !portal.2).map(|portal| portal.1).collect();
                let may = |&(x, y): &Cell| {
                    [(x, y), (x, y + PITCH)].iter().all(|at| largest.contains(at) && before.goes_around(*at))
                };
                let common: Vec<Cell> =
                    largest.iter().copied().filter(|at| at.1 / PITCH == floor).filter(may).collect();
                for &(a, _, one_way) in portals.iter().filter(|portal| portal.0.1 / PITCH == floor) {
                    if one_way {
                        // Far from all stairs of its floor.
                        from.retain(|at| {
                            portals.iter().any(|portal| !portal.2 && (portal.0 == *at || portal.1 == *at))
                        });
                    }
                    // The first of the first floor are far from a random place.
                    if from.is_empty() {
                        assert!(common.contains(&a), "{seed}: {a:?}");
                        from.push(a);
                        ends.push(a);
                        continue;
                    }
                    let steps = before.steps(&from);
                    let has_room =
                        |at: &&Cell| ends.iter().all(|end| end.0.abs_diff(at.0).max(end.1.abs_diff(at.1)) >= 3);
                    let farthest = common.iter().filter(has_room).map(|at| steps[at]).max().unwrap();
                    assert!(common.contains(&a) && steps[&a] as f64 >= far * farthest as f64, "{seed}: {a:?}");
                    from.push(a);
                    ends.push(a);
                }
            }
        }
    }
}

#[test]
fn floors_are_what_their_chains_build_alone() {
    for seed in 0..seeds(20) {
        let map = recipe(4, &json!([])).build(seed).unwrap();
        let initial = |recipe: &str| recipe.parse::<Recipe>().unwrap().chain().unwrap();
        let alone = [
            initial(
                r#"{ "version": 1, "width": 40, "height": 24, "initial": { "use": "bsp-dungeon", "corridors": { "line": "dogleg" } }, "metas": [{ "use": "doors", "chance": 0.5 }] }"#,
            ),
            initial(
                r#"{ "version": 1, "width": 40, "height": 24, "initial": { "use": "cellular-automata" }, "metas": [{ "use": "join-components", "min_cells": 12 }] }"#,
            ),
        ];
        for floor in 0..4u16 {
            let mut expected = alone[usize::from(floor) % 2].build(mix(seed, floor.into())).unwrap();
            let mut found = map.floor(floor).unwrap().map;
            // Rooms and regions have new numbers.
            for map in [&mut found, &mut expected] {
                map.rooms.iter_mut().flatten().for_each(|room| (room.id, room.region) = (0, None));
                let cells = map.regions.iter().flat_map(|regions| regions.as_slice());
                let first = cells.copied().filter(|&region| region > 0).min().unwrap_or(1);
                let cells = map.regions.iter_mut().flat_map(|regions| regions.as_mut_slice());
                cells.filter(|region| **region > 0).for_each(|region| *region -= first - 1);
                map.regions = map.regions.take().filter(|regions| regions.as_slice().iter().any(|&region| region > 0));
            }
            for doors in [&mut found.doors, &mut expected.doors] {
                *doors = doors.take().filter(|doors| !doors.is_empty());
            }
            for map in [&mut found, &mut expected] {
                map.rooms = map.rooms.take().filter(|rooms| !rooms.is_empty());
                map.corridors = map.corridors.take().filter(|corridors| !corridors.is_empty());
            }
            assert!(found == expected, "floor {floor} of seed {seed}");
        }
    }
}

#[test]
fn levels_of_several_floors_can_be_won() {
    let (mut n_keys, mut far, mut built, mut short) = (0, 0, 0, 0);
    for (floors, seeds) in [(2, seeds(40)), (5, seeds(40)), (26, seeds(3))] {
        for (per_floor, pits) in [(1, 0), (2, 1)] {
            let chain = recipe(floors, &levels(per_floor, pits, floors)).chain().unwrap();
            for seed in 0..seeds {
                let map = match chain.build(seed) {
                    Ok(map) => map,
                    Err(error) => {
                        assert!(matches!(error.kind, BuildErrorKind::FellShort { .. }), "{error}");
                        short += 1;
                        continue;
                    }
                };
                built += 1;
                let read = Read::of(&map);
                let (again, dropped) = map_from_json(&read.0.to_string()).unwrap();
                assert_eq!((again == map, dropped.len()), (true, 0));
                assert_eq!(replay(&map, map.proof.as_ref().unwrap()), Ok(()));
                assert_eq!(solvability(&map).unwrap().unwrap().faults, []);
                let floor = |at: Cell| at.1 / PITCH;
                // The start is on the first floor, the exit on the last one.
                assert_eq!((floor(cell(&read.0["start"])), floor(cell(&read.0["exit"]))), (0, floors as u64 - 1));
                // Each area lies on one floor.
                let mut areas: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
                for (nth, area) in read.0["graph"]["area"].as_array().unwrap().iter().enumerate() {
                    areas.entry(area.as_u64().unwrap()).or_default().insert(nth as u64 / WIDTH / PITCH);
                }
                areas.remove(&0);
                assert!(areas.values().all(|floors| floors.len() == 1));
                // Where one way leads down, the proof goes through every floor.
                let walk = read.0["proof"]["walk"].as_array().unwrap();
                let seen: BTreeSet<u64> = walk.iter().map(|at| floor(cell(at))).collect();
                assert_eq!(seen.len(), floors);
                let keys = read.0["spawns"].as_array().unwrap().iter().filter(|spawn| spawn["key"].is_u64());
                let mut here = 0;
                for key in keys {
                    let doors = read.0["doors"].as_array().unwrap().iter().filter(|door| door["lock"] == key["key"]);
                    let at = floor(cell(&key["at"]));
                    here += u64::from(doors.into_iter().all(|door| floor(cell(&door["cells"][0])) != at));
                    n_keys += 1;
                }
                let metrics = mapwright::graph::Metrics::new(&map);
                assert_eq!(metrics.get(mapwright::graph::Metric::KeyFloors), Some(here as f64));
                far += here;
            }
        }
    }
    assert!(short * 20 <= built, "{short} of {built}");
    assert!(far * 5 > n_keys * 2, "{far} of {n_keys}");
}

#[test]
fn stages_that_dig_leave_the_rows_between_floors_solid() {
    let recipe = |metas: &Value| {
        let floors = json!({ "use": "floors", "floors": [{ "count": 2, "initial": { "use": "arena" } }] });
        let recipe = json!({ "version": 1, "width": 21, "height": 9, "initial": floors, "metas": metas });
        recipe.to_string().parse::<Recipe>().unwrap().build(1).unwrap()
    };
    let dug = recipe(&json!([{ "use": "paint", "tile": "grass", "over": ["wall"], "share": 1.0 }]));
    for at in dug.size().points() {
        assert_eq!(dug.tiles[at].is_solid(), dug.floor_of(at).is_none(), "{at}");
    }
    let caves = recipe(&json!([{ "use": "cellular-automata" }]));
    assert!((0..21).all(|x| caves.tiles[Point::new(x, 9)].is_solid()));
}

#[test]
fn what_cannot_be_floors_is_refused_by_name() {
    let error = |initial: &Value, metas: &Value, wrap: &str| {
        let recipe =
            json!({ "version": 1, "width": 21, "height": 9, "wrap": wrap, "initial": initial, "metas": metas });
        recipe.to_string().parse::<Recipe>().unwrap().build(1).unwrap_err().to_string()
    };
    let check = |floors: &Value, message: &str| {
        assert_eq!(error(&json!({ "use": "floors", "floors": floors }), &json!([]), "none"), message);
    };
    let arena = json!({ "initial": { "use": "arena" } });
    check(
        &json!([]),
        "initial floors: parameter `floors` is a list of 0 floors, 0 rows; expected 1 or more floors, which with 9 rows each take at most 65535",
    );
    check(
        &json!([{ "count": 6600, "initial": { "use": "arena" } }]),
        "initial floors: parameter `floors` is a list of 6600 floors, 65999 rows; expected 1 or more floors, which with 9 rows each take at most 65535",
    );
    check(
        &json!([{ "count": 2 }]),
        "initial floors: parameter `floors[0].initial` is missing; expected a stage such as {\"use\": \"bsp-dungeon\"}",
    );
    check(
        &json!([arena, { "initial": { "use": "arenna" } }]),
        "initial floors: floors[1]: initial arenna: no builder is called `arenna`; did you mean `arena`?",
    );
    check(
        &json!([arena, { "initial": { "use": "arena" }, "metas": [{ "use": "exit", "at": "moon" }] }]),
        "initial floors: floors[1]: metas[0] exit: parameter `at` is \"moon\"; expected one of \"top-left\", \"top\", \"top-right\", \"left\", \"center\", \"right\", \"bottom-left\", \"bottom\", \"bottom-right\", \"farthest\", \"random\", \"first-room\", \"last-room\", \"largest-room\", \"random-room\"",
    );
    check(
        &json!([{ "initial": { "use": "arena" }, "metas": [{ "use": "exit" }] }]),
        "initial floors: floors[0]: metas[0] exit: needs `start`, which no earlier stage provides",
    );
    check(
        &json!([{ "initial": { "use": "arena", "seed": 3 } }]),
        "initial floors: floors[0]: arena: parameter `seed` is 3; expected absent: a stage of a floor is drawn anew with the stage `floors`",
    );
    check(
        &json!([arena, { "initial": { "use": "floors", "floors": [{ "initial": { "use": "arena" } }] } }]),
        "initial floors: floors[1]: a floor has no floors itself",
    );
    check(
        &json!([arena, { "initial": { "use": "prim-maze" }, "metas": [{ "use": "sides-to-tiles" }] }]),
        "initial floors: floor 1 grew to 43x19; expected 21x9, as it began",
    );
    let floors = json!({ "use": "floors", "floors": [{ "count": 2, "initial": { "use": "arena" } }] });
    assert_eq!(
        error(&floors, &json!([]), "y"),
        "initial floors: floors do not wrap from top to bottom: `wrap` is y; expected none or x"
    );
    assert_eq!(
        error(&json!({ "use": "arena" }), &json!([{ "use": "stairs" }]), "none"),
        "metas[0] stairs: needs `floors`, which no earlier stage provides (these do: floors)"
    );
    let narrow = json!({ "use": "floors", "floors": [
        { "initial": { "use": "prefab-level", "template": ["###", "#.#", "###"] } },
        { "initial": { "use": "prefab-level", "template": [".##", "###", "###"] } }] });
    let recipe = json!({ "version": 1, "width": 3, "height": 3, "initial": narrow, "metas": [{ "use": "stairs" }] });
    assert_eq!(
        recipe.to_string().parse::<Recipe>().unwrap().build(1).unwrap_err().to_string(),
        "metas[0] stairs: the floors 0 and 1 have common room for 0 of 1 stairs"
    );
}

/// Shortcuts are dug on each floor, and never through the row between two.
#[test]
fn shortcuts_stay_on_their_floor() {
    let metas = json!([{ "use": "shortcuts", "length": [1, 5], "tile": "floor", "min_detour": 2 }]);
    let mut dug = 0;
    for seed in 0..seeds(20) {
        let (before, after) = (recipe(3, &json!([])).build(seed).unwrap(), recipe(3, &metas).build(seed).unwrap());
        dug += before.size().points().filter(|&at| !before.is_open(at) && after.is_open(at)).count();
        assert_eq!(after.validate(), Ok(()));
    }
    assert!(dug > 100, "{dug}");
}

/// An arena that counts how often it is asked for its facts.
#[derive(Debug)]
struct Counted(std::sync::atomic::AtomicU32);

impl Builder for Counted {
    fn facts(&self, _: Size) -> mapwright::core::Facts {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        mapwright::core::Facts::new("counted")
    }
}

impl InitialMapBuilder for Counted {
    fn build(&self, size: Size, cx: &mut mapwright::core::BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        cx.new_map(size, Tile::FLOOR)
    }
}

/// Each level of floors within floors is refused after as many questions as the one before, not twice as many.
#[test]
fn floors_within_floors_are_refused_at_once() {
    use mapwright::builders::{FloorChain, Floors};
    let inner = std::sync::Arc::new(Counted(0.into()));
    let mut chain = FloorChain::new(1, inner.clone());
    for _ in 0..20 {
        chain = FloorChain::new(1, Floors { floors: vec![chain] });
    }
    let error = BuilderChain::start_with(Size::new(9, 9), Floors { floors: vec![chain] }).build(1).unwrap_err();
    assert_eq!(error.to_string(), "initial floors: floors[0]: a floor has no floors itself");
    let asked = inner.0.load(std::sync::atomic::Ordering::Relaxed);
    assert!(asked < 20, "{asked}");
}
