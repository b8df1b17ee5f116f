//! After any chain a map says what is there: doors are doors, and lists agree with the cells.

use std::collections::BTreeMap;

use mapwright::builders::{BinaryTree, CellularAutomata, Scatter};
use mapwright::core::{BuildCx, Dir, Door, Facts, Reach};
use mapwright::graph::{Components, Metric, Metrics, UNREACHED, distances, sight};
use mapwright::prelude::*;
use mapwright::recipe::{Registry, map_from_json, map_to_json, template, templates};
use mapwright::world::{ChainWorld, WorldRect};

/// What is wrong with the lists of a map.
fn faults(map: &BuilderMap) -> Vec<String> {
    let mut faults = door_faults(map);
    let mut add = |what: &str, at: Point| faults.push(format!("{what} {at}"));
    for path in map.corridors.iter().flatten() {
        path.iter().filter(|&&at| !map.is_open(at)).for_each(|&at| add("a corridor in a wall", at));
    }
    for room in map.rooms.iter().flatten() {
        if !map.cells_of_room(room).any(|at| map.is_open(at)) {
            add("a room without a cell", room.rect.center());
        }
    }
    faults
}

/// What is wrong with the doors of a map, by the definition: each cell of a door tile is listed, and once, or once for each of
/// its locks; a plain door is a gap.
fn door_faults(map: &BuilderMap) -> Vec<String> {
    let mut faults = Vec::new();
    let mut listed: BTreeMap<Point, Vec<&Door>> = BTreeMap::new();
    for door in map.doors.iter().flatten() {
        door.cells.iter().for_each(|&at| listed.entry(at).or_default().push(door));
        faults.extend(door_fault(map, door).map(|why| format!("{why} {:?}", door.cells)));
    }
    for (at, doors) in &listed {
        if doors.len() > 1 && doors.iter().any(|door| door.lock.is_none()) {
            faults.push(format!("listed twice {at}"));
        }
    }
    let unlisted = map.tiles.iter().filter(|(at, tile)| **tile == Tile::DOOR && !listed.contains_key(at));
    faults.extend(unlisted.map(|(at, _)| format!("not listed {at}")));
    faults
}

fn door_fault(map: &BuilderMap, door: &Door) -> Option<&'static str> {
    let passages = map.passages();
    let cells: Vec<u32> = door.cells.iter().map(|&at| map.size().index(at)).collect();
    let next = |cell: u32, dir: Dir| passages.next(cell, dir).filter(|next| !cells.contains(next));
    let out: Vec<u32> =
        cells.iter().flat_map(|&cell| Dir::ALL.into_iter().filter_map(move |dir| next(cell, dir))).collect();
    let is_plain = door.lock.is_none() && door.one_way.is_none() && !door.is_secret();
    if cells.is_empty() || door.cells.iter().any(|&at| !map.is_open(at)) {
        return Some("a door in a wall");
    }
    let portals = cells.iter().filter(|&&cell| !passages.portals(cell).is_empty()).count();
    let off = |cell: u32, dir| passages.beside(cell, dir).is_none();
    if !is_plain {
        return (out.len() + portals < 2).then_some("a special door that leads nowhere");
    }
    if door.cells.iter().any(|&at| map.tiles[at] != Tile::DOOR) {
        return Some("no door tile");
    }
    if out.iter().any(|&cell| map.tiles[cell] == Tile::DOOR) {
        return Some("a door on a door");
    }
    if out.len() < 2 && !cells.iter().any(|&cell| Dir::ALL.into_iter().any(|dir| off(cell, dir))) {
        return Some("a door that leads nowhere");
    }
    if let [cell] = cells[..] {
        let has = |dir: Dir| next(cell, dir).is_some() || off(cell, dir);
        let is_gap = |across: Dir| {
            let along = across.turned(1);
            has(across)
                && has(across.opposite())
                && next(cell, along).is_none()
                && next(cell, along.opposite()).is_none()
        };
        return (!is_gap(Dir::N) && !is_gap(Dir::E)).then_some("a door without jambs");
    }
    None
}

/// Chains that spoil doors and lists, each with its size, from the kinds of faults that were found.
fn spoilers() -> Vec<(String, Recipe)> {
    let rooms = [
        r#"{"use": "random-rooms"}"#,
        r#"{"use": "random-rooms", "corridors": {"width": 2, "line": "slanting"}}"#,
        r#"{"use": "bsp-dungeon"}"#,
        r#"{"use": "bsp-interior"}"#,
        r#"{"use": "accretion"}"#,
        r#"{"use": "voronoi-cells", "walls": "full", "sites": 12}"#,
    ];
    let after = [
        r#"{"use": "paint", "tile": "deep water", "scale": 4}"#,
        r#"{"use": "paint", "tile": "deep water", "by": "room"}"#,
        r#"{"use": "prefab-vaults", "max": 6, "repeat": true}"#,
        r#"{"use": "scatter", "what": {"tile": "pillar"}, "share": 0.2}"#,
        r#"{"use": "room-drawer", "chance": 1}"#,
        r#"{"use": "room-exploder"}"#,
        r#"{"use": "drunkards-walk", "share": 0.35}"#,
        r#"{"use": "shortcuts", "min_detour": 5}"#,
        r#"{"use": "portals"}"#,
        r#"{"use": "tight-walls"}"#,
        r#"{"use": "cull-unreachable"}"#,
        r#"{"use": "corridors", "rooms": "in-order", "line": "slanting"}"#,
        r#"{"use": "prefab-section"}"#,
        r#"{"use": "area-graph"}, {"use": "lock-and-key", "keys": 2, "min_keys": 0}"#,
    ];
    let mut all = Vec::new();
    for (nth, first) in rooms.into_iter().enumerate() {
        for (other, last) in after.into_iter().enumerate() {
            let doors = if nth == 5 {
                r#"{"use": "region-doors"}, {"use": "rooms-from-regions"}"#
            } else {
                r#"{"use": "doors"}"#
            };
            let wrap = if (nth + other) % 4 == 3 { "both" } else { "none" };
            let (w, h) = [(30, 22), (47, 33), (23, 40)][(nth + other) % 3];
            let text = format!(
                r#"{{"version": 1, "width": {w}, "height": {h}, "wrap": "{wrap}", "initial": {first},
                "metas": [{doors}, {{"use": "start"}}, {{"use": "exit"}}, {last}]}}"#
            );
            all.push((format!("{first} {last} {w}x{h} {wrap}"), text.parse().unwrap()));
        }
    }
    all
}

#[test]
fn doors_are_doors_and_lists_agree_with_cells() {
    let recipes = templates().map(|name| (name.to_owned(), template(name).unwrap().parse().unwrap()));
    let mut found: BTreeMap<String, (u32, String)> = BTreeMap::new();
    let mut built = 0;
    for (name, recipe) in recipes.chain(spoilers()) {
        let chain: BuilderChain = recipe.chain().unwrap();
        for seed in 0..crate::seeds(4) {
            let Ok(map) = chain.build(seed) else { continue };
            built += 1;
            for fault in faults(&map) {
                let kind: String =
                    fault.chars().take_while(|c| !c.is_ascii_digit() && *c != '[' && *c != '(').collect();
                let entry = found.entry(format!("{name}: {kind}")).or_insert((0, format!("seed {seed}: {fault}")));
                entry.0 += 1;
            }
        }
    }
    assert!(built > 400, "{built}");
    let found: Vec<String> =
        found.iter().map(|(what, (n, first))| format!("{what}: {n} times, first {first}")).collect();
    assert!(found.is_empty(), "{} kinds in {built} maps:\n{}", found.len(), found.join("\n"));
}

/// The maps of a recipe on some seeds.
fn maps(text: &str, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, BuilderMap)> {
    let chain = text.parse::<Recipe>().unwrap().chain().unwrap();
    seeds.filter_map(move |seed| Some((seed, chain.build(seed).ok()?)))
}

/// What building a recipe that is wrong says.
fn refusal(text: &str) -> String {
    let chain = text.parse::<Recipe>().unwrap().chain();
    chain.map_or_else(|error| error.to_string(), |chain| chain.build(1).unwrap_err().to_string())
}

#[test]
fn wide_doors_stay_whole() {
    let text = r#"{"version": 1, "width": 40, "height": 30, "initial": {"use": "random-rooms", "corridors": {"width": 2}},
        "metas": [{"use": "doors"}, {"use": "start"}, {"use": "scatter", "what": {"tile": "pillar"}, "max": 9}]}"#;
    let before = text.replace(r#", {"use": "scatter", "what": {"tile": "pillar"}, "max": 9}"#, "");
    let mut n_wide = 0;
    for ((seed, before), (_, after)) in maps(&before, 0..20).zip(maps(text, 0..20)) {
        let wide = |map: &BuilderMap| {
            let mut wide: Vec<Vec<Point>> = map.doors.iter().flatten().map(|door| door.cells.clone()).collect();
            wide.sort_unstable();
            wide
        };
        assert_eq!(wide(&before), wide(&after), "{seed}");
        n_wide += wide(&after).iter().filter(|cells| cells.len() > 1).count();
    }
    assert!(n_wide > 20, "{n_wide}");
}

#[test]
fn drawn_doors_keep_their_locks() {
    let template = r#"{"rows": ["%%%%%", "%.A.%", "%%B%%"], "legend": {"A": {"key": 3}, "B": {"lock": 3}}}"#;
    let template = template.replace('%', "#");
    let stages = [
        format!(r#"{{"use": "prefab-section", "template": {template}}}"#),
        format!(r#"{{"use": "prefab-vaults", "vaults": [{{"template": {template}}}], "min": 1, "max": 1}}"#),
    ];
    for stage in stages {
        let text = format!(
            r#"{{"version": 1, "width": 20, "height": 14, "initial": {{"use": "arena"}}, "metas": [{stage}]}}"#
        );
        let mut n_built = 0;
        for (seed, map) in maps(&text, 0..10) {
            let locks: Vec<Option<u8>> = map.doors.iter().flatten().map(|door| door.lock).collect();
            assert_eq!((locks, map.spawns[0].key), (vec![Some(3)], Some(3)), "{seed} {stage}");
            n_built += 1;
        }
        assert_eq!(n_built, 10, "{stage}");
    }
}

#[test]
fn what_must_appear_can_be_reached() {
    let text = r#"{"version": 1, "width": 24, "height": 16,
        "initial": {"use": "cellular-automata", "wall_chance": 0.45, "rounds": 4, "rule": "B5678/S45678"},
        "metas": [{"use": "start"}, {"use": "spawns", "count": [0, 0], "quota": [{"name": "Ration", "total": 4}],
            "in": {"patch": 40}}]}"#;
    let mut n_pockets = 0;
    for (seed, map) in maps(text, 0..100) {
        let steps = distances(&map.passages(), map.start);
        assert!(map.spawns.len() == 4 && map.spawns.iter().all(|spawn| steps[spawn.at] != UNREACHED), "{seed}");
        n_pockets += usize::from(map.tiles.iter().any(|(at, tile)| !tile.is_solid() && steps[at] == UNREACHED));
    }
    assert!(n_pockets > 20, "{n_pockets}");
}

#[test]
fn patches_of_solid_paint_are_large_enough() {
    let text = r#"{"version": 1, "width": 24, "height": 16, "initial": {"use": "bsp-dungeon"}, "metas": [{"use": "start"},
        {"use": "paint", "tile": "deep water", "share": 0.35, "scale": 4, "octaves": 4, "min_cells": 6}]}"#;
    let mut n_patches = 0;
    for (seed, map) in maps(text, 0..80) {
        let mut water = BuilderMap::filled(map.size(), map.wrap, Tile::WALL);
        map.tiles
            .iter()
            .filter(|(_, tile)| **tile == Tile::DEEP_WATER)
            .for_each(|(at, _)| water.tiles[at] = Tile::FLOOR);
        let patches = Components::from_map(&water, &water.passages()).sizes;
        assert!(patches.iter().all(|&size| size >= 6), "{seed}: {patches:?}");
        n_patches += patches.len();
    }
    assert!(n_patches > 80, "{n_patches}");
}

#[test]
fn packs_stand_on_all_sides() {
    let text = r#"{"version": 1, "width": 25, "height": 25, "initial": {"use": "arena"}, "metas": [{"use": "spawns", "count": [1, 1],
        "table": [{"name": "Wolf", "weight": 1, "with": [{"name": "Cub", "count": [1, 1]}]}]}]}"#;
    let mut sides = [0; 4];
    for (_, map) in maps(text, 0..400) {
        let [wolf, cub] = [map.spawns[0].at, map.spawns[1].at];
        let side = Dir::ALL.iter().position(|dir| map.next(wolf, *dir) == Some(cub)).unwrap();
        sides[side] += 1;
    }
    // A quarter of 400 each, and five standard deviations.
    assert!(sides.iter().all(|n: &i32| n.abs_diff(100) < 45), "{sides:?}");
}

#[test]
fn the_first_stairs_favor_no_corner() {
    let text = r#"{"version": 1, "width": 30, "height": 20,
        "initial": {"use": "floors", "floors": [{"count": 2, "initial": {"use": "arena"}}]}, "metas": [{"use": "stairs"}]}"#;
    let mut quarters = [0; 4];
    for (_, map) in maps(text, 0..400) {
        let at = map.portals[0].a;
        quarters[usize::from(at.x >= 15) + 2 * usize::from(at.y >= 10)] += 1;
    }
    assert!(quarters.iter().all(|n: &i32| n.abs_diff(100) < 45), "{quarters:?}");
}

#[test]
fn density_is_the_same_on_maps_and_in_worlds() {
    let scatter = |density| Scatter { share: density, spacing: 3, ..Scatter::default() };
    let hall = CellularAutomata { wall_chance: 0.0, rounds: 0, ..CellularAutomata::default() };
    let chain = || BuilderChain::start_with(Size::new(200, 200), hall.clone());
    let n_of = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::GRAVEL).count() as f64;
    for density in [0.02, 0.05, 0.2] {
        let map = n_of(&chain().with(scatter(density)).build(1).unwrap());
        let world = ChainWorld::new(chain().with(scatter(density)), 1).unwrap();
        let window = n_of(&world.window(WorldRect::new(0, 0, 200, 200)).unwrap());
        assert!((map / window - 1.0).abs() < 0.1, "{density}: {map} {window}");
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let stage = |stage: &str| refusal(&format!(r#"{{"version": 1, "width": 30, "height": 20, "initial": {stage}}}"#));
    assert_eq!(
        stage(r#"{"use": "accretion", "shapes": [{"shape": "box", "min_cells": 13, "max_cells": 13}]}"#),
        "initial accretion: parameter `shapes[0].min_cells` is 13; expected fewer, or a larger `max_cells`: no box was drawn with 13 to 13 cells"
    );
    assert_eq!(
        stage(r#"{"use": "accretion", "shapes": [{"min_depth": 5, "max_depth": 2}]}"#),
        "initial accretion: parameter `shapes[0].max_depth` is 2; expected at least `min_depth`, which is 5"
    );
    assert_eq!(
        stage(
            r#"{"use": "wang-tiles", "pins": [{"x": 0, "y": 0, "part": "e", "color": 1}, {"x": 1, "y": 0, "part": "w", "color": 0}]}"#
        ),
        "initial wang-tiles: parameter `pins[1].color` is 0; expected 1, the color that pins[0] gives the same side or corner"
    );
}

#[test]
fn rewriting_fills_and_paths_do_what_they_say() {
    let rewrite = |more: &str| {
        let text = format!(r#"{{"version": 1, "width": 11, "height": 3, "initial": {{"use": "rewrite", {more}}}}}"#);
        maps(&text, 1..2).next().unwrap().1
    };
    let walls = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|tile| tile.is_solid()).count();
    let own = rewrite(r##""fill": "R", "symbols": {"R": "floor"}, "program": [{"one": "R -> #", "steps": 5}]"##);
    assert_eq!(walls(&own), 5);
    let rats =
        rewrite(r##""fill": "K", "symbols": {"K": {"spawn": "Rat"}}, "program": [{"one": "K -> #", "steps": 5}]"##);
    assert_eq!((walls(&rats), rats.spawns.len()), (5, 28));
    let program = r##"{"put": "R", "at": [1, 1]}, {"put": "R", "at": [9, 1]}, {"put": "G", "at": [5, 1]},
        {"markov": [{"one": "GR -> GG"}, {"path": "G", "from": "R", "to": "G", "on": "#"}]}"##;
    let roads = rewrite(&format!(r##""symbols": {{"R": "sand", "G": "grass"}}, "program": [{program}]"##));
    let row: Vec<Tile> = (1..10).map(|x| roads.tiles[Point::new(x, 1)]).collect();
    assert_eq!(row, [Tile::GRASS; 9], "both roads are painted");
}

/// No wall of a few cells between two parts of a map is left where a door could be.
#[test]
fn regions_are_joined_where_a_door_can_be() {
    let text = r#"{"version": 1, "width": 30, "height": 22, "initial": {"use": "voronoi-cells", "walls": "full", "sites": 9},
        "metas": [{"use": "region-doors"}]}"#;
    let mut n_parts = 0;
    for (seed, map) in maps(text, 0..100) {
        let parts = Components::from_map(&map, &map.passages());
        n_parts += parts.sizes.len();
        for (at, _) in map.tiles.iter().filter(|(_, tile)| !tile.is_solid()) {
            for (dx, dy) in [(1, 0), (0, 1)] {
                let cell = |k: i32| at.offset(k * dx, k * dy).filter(|&p| map.size().contains(p));
                let aside = |p: Point| [1, -1].iter().any(|k| p.offset(k * dy, k * dx).is_some_and(|p| map.is_open(p)));
                let n = (1..=3).take_while(|&k| cell(k).is_some_and(|p| !map.is_open(p) && !aside(p))).count() as i32;
                let is_end = |p: Point| map.is_open(p) && map.tiles[p] != Tile::DOOR;
                let joins = |p: Point| is_end(p) && parts.label[p] != parts.label[at];
                let joins = n > 0 && is_end(at) && cell(n + 1).is_some_and(joins);
                assert!(!joins, "{seed}: {at}");
            }
        }
    }
    assert!(n_parts >= 100);
}

#[test]
fn an_empty_list_of_doors_is_kept_in_files() {
    let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    for doors in [None, Some(Vec::new())] {
        map.doors = doors;
        assert_eq!(map_from_json(&map_to_json(&map)).unwrap().0, map);
    }
}

#[test]
fn sight_ends_at_doors_and_goes_over_water() {
    let mut map = BuilderMap::filled(Size::new(7, 1), Wrap::None, Tile::FLOOR);
    let seen = |map: &BuilderMap| sight(map, Point::new(0, 0), 9).as_slice().iter().filter(|&&seen| seen).count();
    for (tile, sees) in [(Tile::DEEP_WATER, 7), (Tile::WINDOW, 7), (Tile::CHASM, 7), (Tile::DOOR, 4), (Tile::WALL, 4)] {
        map.tiles[3] = tile;
        assert_eq!(seen(&map), sees, "{tile:?}");
    }
    // In a maze of sides, too.
    let chain = BuilderChain::start_with(Size::new(7, 1), BinaryTree::default());
    let mut maze = chain.build(1).unwrap();
    assert_eq!(seen(&maze), 7);
    maze.tiles[3] = Tile::DOOR;
    assert_eq!(seen(&maze), 4);
}

/// Draws a pillar where the numbers of a place say so.
#[derive(Debug)]
struct Pillars;

impl Builder for Pillars {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("pillars").reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for Pillars {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        let mut map = cx.new_map(size, Tile::FLOOR)?;
        let (left, top) = cx.origin.unwrap_or((0, 0));
        for p in size.points() {
            if cx.bits_at((left + i64::from(p.x), top + i64::from(p.y)), 0).is_multiple_of(3) {
                map.tiles[p] = Tile::PILLAR;
            }
        }
        Ok(map)
    }
}

/// A builder around another one.
#[derive(Debug)]
struct Wrapper;

impl Builder for Wrapper {
    fn facts(&self, _: Size) -> Facts {
        Facts::new("wrapper").reach(Reach::Cells(0))
    }
}

impl InitialMapBuilder for Wrapper {
    fn build(&self, size: Size, cx: &mut BuildCx<'_>) -> Result<BuilderMap, BuildError> {
        Pillars.build(size, &mut cx.child("pillars", 0))
    }
}

#[test]
fn a_builder_in_another_has_no_seams_in_a_world() {
    let world = || ChainWorld::new(BuilderChain::start_with(Size::new(16, 16), Wrapper), 5).unwrap();
    let whole = world().window(WorldRect::new(-16, -16, 48, 48)).unwrap();
    let part = world().window(WorldRect::new(-3, 2, 20, 9)).unwrap();
    for (p, tile) in part.tiles.iter() {
        assert_eq!(*tile, whole.tiles[Point::new(p.x + 13, p.y + 18)], "{p}");
    }
    assert!(part.tiles.as_slice().contains(&Tile::PILLAR));
}

#[test]
fn floors_have_stages_of_the_registry() {
    let registry = Registry::shipped().initial("pillars", |_| Ok(Pillars));
    let text = r#"{"version": 1, "width": 9, "height": 9,
        "initial": {"use": "floors", "floors": [{"count": 2, "initial": {"use": "pillars"}}]}}"#;
    let (recipe, chain) = registry.parse(text).unwrap();
    assert!(chain.build(recipe.seed()).unwrap().tiles.as_slice().contains(&Tile::PILLAR));
}

/// A wide gate of a cave is narrowed to a cell between two walls, unless it has none. The metric `bare_doors` counts the rest.
#[test]
fn narrow_gates_stand_between_walls_where_they_can() {
    let text = r#"{"version": 1, "width": 60, "height": 40,
        "initial": {"use": "cellular-automata", "wall_chance": 0.45, "rounds": 6, "rule": "B5678/S45678"},
        "metas": [{"use": "join-components"}, {"use": "start"}, {"use": "exit"}, {"use": "area-graph", "max_width": 3}LOCKS]}"#;
    let locks = r#", {"use": "lock-and-key", "keys": 3, "min_keys": 1, "narrow": true}"#;
    let open = text.replace("LOCKS", "").parse::<Recipe>().unwrap().chain().unwrap();
    let (mut n_between, mut n_bare) = (0, 0);
    for (seed, map) in maps(&text.replace("LOCKS", locks), 0..100) {
        let before = open.build(seed).unwrap();
        let graph = before.graph.as_ref().unwrap();
        for door in map.doors.iter().flatten().filter(|door| door.cells.len() == 1) {
            let at = door.cells[0];
            let join = graph.joins.iter().find(|join| join.gate.contains(&at)).unwrap();
            let has_jambs = |cell: &Point| {
                let shut = |dir: Dir| before.next(*cell, dir).is_none_or(|next| join.gate.contains(&next));
                [Dir::N, Dir::E].iter().any(|&dir| shut(dir) && shut(dir.opposite()))
            };
            let touches = |cell: &Point, area: u16| {
                Dir::ALL.iter().any(|&dir| before.next(*cell, dir).and_then(|p| graph.area_at(p)) == Some(area))
            };
            let fits = |cell: &&Point| has_jambs(cell) && touches(cell, join.a) && touches(cell, join.b);
            assert!(has_jambs(&at) || !join.gate.iter().any(|cell| fits(&cell)), "{seed}: {at}");
            n_between += usize::from(has_jambs(&at));
        }
        let is_bare = |cell: Point| {
            Dir::ALL[..2].iter().all(|&dir| map.next(cell, dir).is_some() || map.next(cell, dir.opposite()).is_some())
        };
        let singles = map.doors.iter().flatten().filter(|door| door.cells.len() == 1);
        let bare = singles.filter(|door| is_bare(door.cells[0])).count();
        assert_eq!(Metrics::new(&map).get(Metric::BareDoors).unwrap_or(0.0), bare as f64, "{seed}");
        n_bare += bare;
    }
    assert!(n_between > 50 && n_bare > 0, "{n_between} {n_bare}");
}
