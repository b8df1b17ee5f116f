//! Random chains: any builder of the catalogue with random parameters, on maps of random sizes and wraps.

use mapwright::core::params::{Holds, Schema};
use mapwright::core::{MapRng, Rect, Spawn};
use mapwright::prelude::*;
use mapwright::recipe::{BuilderInfo, BuilderKind, Param, StageRecipe, builders, map_to_json};
use serde_json::{Value, json};

/// A builder of the catalogue with random parameters within their ranges.
pub(crate) fn random_stage(initial: bool, rng: &mut MapRng) -> StageRecipe {
    let wanted = if initial { BuilderKind::Initial } else { BuilderKind::Meta };
    let fits: Vec<_> = builders()
        .iter()
        .filter(|info| info.name != "from-map" && (info.kind() == wanted || info.kind() == BuilderKind::Both))
        .collect();
    random_stage_of(rng.pick(&fits).unwrap(), rng)
}

/// This builder with random parameters within their ranges.
pub(crate) fn random_stage_of(info: &BuilderInfo, rng: &mut MapRng) -> StageRecipe {
    let mut stage = StageRecipe::new(info.name);
    for param in &info.params {
        let has = |(other, fitting): (&str, &[&str])| {
            stage.params.get(other).and_then(Value::as_str).is_some_and(|given| fitting.contains(&given))
        };
        if !param.only_with.is_none_or(has) {
            continue;
        }
        let Some(value) = random_value(info.name, param, rng) else { continue };
        stage.params.insert(param.name.to_owned(), value);
    }
    // Of some parameters only one may be given.
    if stage.params.get("rule").is_some_and(|rule| rule == "random") {
        let drop = if rng.chance(0.5) { "max" } else { "share" };
        stage.params.remove(drop);
    }
    // A range is given from its lower to its upper end.
    for [least, most] in [["min", "max"]] {
        if let (Some(min), Some(max)) = (stage.params.get(least).cloned(), stage.params.get(most).cloned())
            && min.as_u64() > max.as_u64()
        {
            stage.params.insert(least.to_owned(), max);
            stage.params.insert(most.to_owned(), min);
        }
    }
    stage
}

fn random_value(builder: &str, param: &Param, rng: &mut MapRng) -> Option<Value> {
    Some(match (param.name, &param.schema) {
        // Counts of rounds, walls and steps stay small: this is about sound maps, not about patience.
        ("budget" | "restarts", Schema::Int(min, _)) => json!(min + i128::from(rng.below(3))),
        // Only solid tiles are opened; doors, which are the default, are one cell long.
        ("over", _) if builder == "shortcuts" => {
            rng.pick(&[json!(["wall"]), json!(["wall", "deep-water", "chasm"])])?.clone()
        }
        ("tile", Schema::Tile(..)) if builder == "shortcuts" => {
            json!(["door", "floor", "window"][rng.below(3) as usize])
        }
        ("length", _) => json!([1, 1]),
        ("rule", Schema::Like(_)) => json!(["B05678/S05678", "B5678/S45678", "B3/S23", "B/S"][rng.below(4) as usize]),
        // A chain of its own, by default of rooms; the built-in machines.
        ("floors" | "blueprints", _) => return None,
        // These describe a file.
        ("subset" | "solid" | "legend" | "layer" | "level", _) => return None,
        ("pieces", _) => json!(["tetrominoes", "pentominoes", "XX X", "XXX XX/X."][rng.below(4) as usize]),
        ("table", _) => random_table(rng),
        ("in", _) => rng.pick(&[json!("room"), json!("area"), json!("floor"), json!({ "patch": 30 })])?.clone(),
        ("by", Schema::OneOf("SpawnGroup", _)) | ("unique", _) => match rng.below(4) {
            0 => return None,
            1 => json!({ "patch": 20 }),
            _ => of_schema(&param.schema, rng)?,
        },
        ("budget", Schema::Such(..)) => json!([rng.below(3), 3 + rng.below(9)]),
        ("quota", _) => rng.pick(&[json!([]), json!([{ "name": "Ration", "each": 0.5, "by": "room" }])])?.clone(),
        ("deeper", _) => json!([0.5, rng.below(9)]),
        ("placement", _) => random_rules(rng),
        // A room is connected, and has nothing that a level has once.
        ("template", _) if builder == "cycle-graph" => json!([["#+++#", "+...+", "#.o.#", "#+++#"], ["+..+"]]),
        ("template", _) => random_template(rng),
        ("vaults", Schema::List(..)) => (0..rng.below(4)).map(|_| random_vault(rng)).collect(),
        ("program", _) => random_program(rng),
        ("rooms", Schema::Either(_)) => json!(1 + rng.below(9)),
        ("model", _) => {
            let tiles = json!([["floor", 1 + rng.below(9)], ["wall", 3], ["water", 1]]);
            let models = [
                json!("tiled"),
                json!({ "overlapping": { "n": 2 + rng.below(4) } }),
                json!({ "chunks": { "chunk": 1 + rng.below(8) } }),
                json!({ "rules": { "tiles": tiles, "forbid": [["wall", "water"]] } }),
            ];
            rng.pick(&models)?.clone()
        }
        ("corridors", Schema::Maybe(_)) => {
            let choices =
                [Value::Null, json!({ "rooms": "relative-neighbors" }), json!({ "line": "dogleg", "width": 2 })];
            rng.pick(&choices)?.clone()
        }
        ("kinds", _) => {
            let lever = json!({ "opener": "Lever", "door": "gate", "at": "in-view", "doors": [1, 3] });
            let warden = json!({ "opener": "Warden", "door": "guard", "at": "before", "weight": 2 });
            rng.pick(&[json!([{}]), json!([lever]), json!([{}, lever, warden])])?.clone()
        }
        ("shapes", _) => {
            let cave = json!({ "shape": "cave", "weight": 3, "min_cells": 12, "max_cells": 90 });
            let deep = json!({ "shape": "circle", "min_depth": 2 });
            let drawn = json!({ "template": { "rows": ["%..+", "S.#"], "legend": {
                "%": { "any": { "#": 1, "o": 2 } }, "S": { "slot": "nook", "mirror": true } },
                "slots": { "nook": [["."], ["~"]] } } });
            let chunky = json!({ "shape": "chunky", "max_cells": 20 });
            rng.pick(&[json!([{}]), json!([cave, deep]), json!([chunky]), json!([drawn, chunky])])?.clone()
        }
        ("what", _) => {
            let (tile, floor) = (json!({ "tile": "tree" }), json!({ "tile": "floor" }));
            rng.pick(&[tile, floor, json!({ "spawn": "Chest" }), json!({ "mark": "a" })])?.clone()
        }
        (_, schema) => of_schema(schema, rng)?,
    })
}

fn of_schema(schema: &Schema, rng: &mut MapRng) -> Option<Value> {
    Some(match schema {
        Schema::Int(min, max) => {
            json!(min + i128::from(rng.below((max - min).min(40) as u32 + 1)))
        }
        Schema::Number(min, max) => json!(min + (max - min) * f64::from(rng.below(5)) / 4.0),
        Schema::Bool => json!(rng.chance(0.5)),
        Schema::Text => json!("a label"),
        Schema::Char => json!(["#", ".", "~"][rng.below(3) as usize]),
        Schema::Tile(_, 0x7F) => json!(["floor", "grass"][rng.below(2) as usize]),
        Schema::Tile(..) => json!(["floor", "wall", "deep-water", "grass"][rng.below(4) as usize]),
        Schema::OneOf(_, variants) => {
            let words: Vec<_> = variants.iter().filter(|one| matches!(one.holds, Holds::Nothing)).collect();
            json!(rng.pick(&words)?.name)
        }
        // What depends on the map, on other parameters or on files is left out.
        Schema::List(of, _) => match &**of {
            Schema::Tile(..) => rng.pick(&[json!(["floor"]), json!(["floor", "wall"]), json!([])])?.clone(),
            Schema::OneOf(_, words) if words.iter().all(|one| matches!(one.holds, Holds::Nothing)) => {
                words.iter().filter(|_| rng.chance(0.2)).map(|one| one.name).collect()
            }
            _ => json!([]),
        },
        _ => return None,
    })
}

/// What may appear, with something for every depth.
fn random_table(rng: &mut MapRng) -> Value {
    let mut entries = vec![json!({ "name": "everywhere", "weight": 1 + rng.below(9) })];
    for _ in 0..rng.below(4) {
        let min_depth = rng.below(20);
        let max_depth = min_depth + rng.below(20);
        entries.push(json!({ "name": "", "weight": rng.below(9), "min_depth": min_depth, "max_depth": max_depth }));
    }
    json!(entries)
}

/// Rules that need hardly any plane.
fn random_rules(rng: &mut MapRng) -> Value {
    let rules = [
        json!({}),
        json!({ "ground": "wide" }),
        json!({ "distances": [{ "to": "solid", "max": 2 }] }),
        json!({ "ground": "narrow", "tag": "vault" }),
        json!({ "distances": [{ "to": "start", "min": 3 }, { "to": "spawns", "min": 2 }] }),
    ];
    rules[rng.below(5) as usize].clone()
}

/// A program that ends, of rules in which any tile may stand.
fn random_program(rng: &mut MapRng) -> Value {
    let programs = [
        json!([{ "one": ".# -> ..", "steps": "20%" }]),
        json!([{ "all": "#.# -> ###" }, { "prl": ". -> #", "chance": 0.3, "steps": 2 }]),
        json!([{ "count": "* -> # if # 5..8", "steps": 3 }, { "put": "@", "at": "random" }]),
        json!([{ "markov": [{ "one": "~# -> ~~" }, { "one": ".# -> ~." }], "steps": 50 }]),
    ];
    programs[rng.below(4) as usize].clone()
}

/// A template, with choices and slots.
fn random_template(rng: &mut MapRng) -> Value {
    let glyphs: Vec<char> = "  ..##+~gr%k".chars().collect();
    let (w, h) = (1 + rng.below(9), 1 + rng.below(6));
    let row = |rng: &mut MapRng| (0..w).map(|_| *rng.pick(&glyphs).unwrap()).collect::<String>();
    let mut rows: Vec<String> = (0..h).map(|_| row(rng)).collect();
    rows[0].replace_range(..1, "S");
    let legend = json!({
        "g": { "spawn": "Goblin" }, "r": { "spawn": "Rat", "tile": "grass" }, "k": { "key": 0 },
        "%": { "any": { "#": 1, ".": 2, "g": 1 } }, "S": { "slot": "nook", "rotate": true },
    });
    json!({ "rows": rows, "legend": legend, "slots": { "nook": [["%"], ["~."]] } })
}

fn random_vault(rng: &mut MapRng) -> Value {
    json!({ "template": random_template(rng), "weight": rng.below(9), "min_depth": rng.below(3) })
}

/// A map such as no builder would make: sides that do not fit, rooms over each other or in walls, portals in walls.
fn random_map(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    let &share = rng.pick(&[0.0, 0.1, 0.5, 0.9, 1.0]).unwrap();
    let open = [Tile::FLOOR, Tile::FLOOR, Tile::GRASS, Tile::DOOR, Tile::STAIRS_DOWN];
    let tiles = map.tiles.as_mut_slice();
    tiles.iter_mut().for_each(|tile| *tile = if rng.chance(share) { open[rng.below(5) as usize] } else { *tile });
    map.sides = rng.chance(0.3).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    map.solution = map.sides.clone().filter(|_| rng.chance(0.5));
    map.corners = rng.chance(0.3).then(|| Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
    map.regions = rng.chance(0.3).then(|| Grid::from_fn(size, |_| [0, 1, 2, u16::MAX][rng.below(4) as usize]));
    let mut point = || size.point(rng.below(size.area()));
    let corners: Vec<(Point, Point)> = (0..6).map(|_| (point(), point())).collect();
    let rooms = corners.iter().map(|&(a, b)| Rect::new(a.x, a.y, (b.x + 1).saturating_sub(a.x), b.y.abs_diff(a.y)));
    let rooms = Room::numbered(rooms.filter(|room| room.fits(size)));
    let corridors: Vec<Vec<Point>> = (0..4).map(|length| (0..length).map(|_| point()).collect()).collect();
    map.rooms = rng.chance(0.6).then_some(rooms);
    map.corridors = rng.chance(0.4).then_some(corridors);
    map.portals = corners.into_iter().filter(|_| rng.chance(0.2)).map(Into::into).collect();
    let mut free: Vec<Point> = size.points().filter(|&p| map.is_open(p)).collect();
    map.start = rng.swap_remove(&mut free).filter(|_| rng.chance(0.7));
    map.exit = rng.swap_remove(&mut free).filter(|_| rng.chance(0.5));
    let spawns = (0..rng.below(4)).filter_map(|_| rng.swap_remove(&mut free));
    map.spawns = spawns.map(|at| Spawn::new(at, "somebody")).collect();
    map
}

pub(crate) fn random_recipe(seed: u64) -> Recipe {
    let mut rng = MapRng::new(seed);
    const SIZES: [(u16, u16); 9] = [(1, 1), (1, 9), (9, 1), (2, 2), (2, 7), (3, 3), (5, 8), (31, 17), (70, 40)];
    let &(width, height) = rng.pick(&SIZES).unwrap();
    let wrap = Wrap::ALL[rng.below(4) as usize];
    let initial = if rng.chance(0.2) {
        let map = random_map(Size::new(width, height), wrap, &mut rng);
        let mut stage = StageRecipe::new("from-map");
        stage.params.insert("map".to_owned(), serde_json::from_str(&map_to_json(&map)).unwrap());
        stage
    } else {
        random_stage(true, &mut rng)
    };
    let mut recipe = Recipe::new(Size::new(width, height), initial);
    (recipe.wrap, recipe.seed) = (Some(wrap), Some(seed));
    for _ in 0..rng.below(9) {
        recipe.metas.push(random_stage(false, &mut rng));
        // Most stages that need what is not there are left out, or hardly any chain would be built.
        if rng.chance(0.9) && recipe.chain().is_err() {
            recipe.metas.pop();
        }
    }
    recipe
}
