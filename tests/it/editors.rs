//! Maps that go to an editor and come back: what was written is read, and so is what was drawn by hand.

use mapwright::core::{BuilderMap, Dir, Point};
use mapwright::export::{Ldtk, Tiled, TiledEncoding, TiledFormat};
use mapwright::recipe::{Files, Recipe, RecipeError, Registry, templates};

use crate::seeds;

type NamedFiles = Vec<(String, Vec<u8>)>;

/// The map of a recipe that reads a file, with parameters of `from-map` in JSON.
fn read(files: &NamedFiles, (w, h): (u16, u16), parameters: &str) -> Result<BuilderMap, String> {
    let recipe =
        format!(r#"{{ "version": 1, "width": {w}, "height": {h}, "initial": {{ "use": "from-map", {parameters} }} }}"#);
    let recipe: Recipe = recipe.parse().map_err(|error: RecipeError| error.to_string())?;
    let chain = Registry::shipped().chain(&recipe, &Files::in_memory(files.iter().cloned()));
    chain.map_err(|error| error.to_string())?.build(7).map_err(|error| error.to_string())
}

/// Where one can walk from each cell.
fn ways(map: &BuilderMap) -> Vec<[bool; 4]> {
    let passages = map.passages();
    (0..map.size().area()).map(|cell| Dir::ALL.map(|dir| passages.dirs(cell).contains(dir))).collect()
}

/// A map that went to an editor and back is the same, but for what no layer holds: graph, proof, flow, and custom layers. Of
/// sides in one color it is the ways that count.
#[track_caller]
fn assert_back(name: &str, back: &BuilderMap, map: &BuilderMap) {
    let plain = |map: &BuilderMap| {
        let mut plain = map.clone();
        (plain.graph, plain.proof, plain.flow, plain.kept) = (None, None, None, None);
        plain.layers.clear();
        // No object says that there are none.
        plain.rooms = plain.rooms.filter(|rooms| !rooms.is_empty());
        plain.corridors = plain.corridors.filter(|corridors| !corridors.is_empty());
        plain.doors = plain.doors.filter(|doors| !doors.is_empty());
        plain
    };
    let (mut back, mut map) = (plain(back), plain(map));
    assert_eq!(ways(&back), ways(&map), "{name}: sides");
    (back.sides, map.sides) = (None, None);
    assert_eq!(back.doors, map.doors, "{name}: doors");
    assert_eq!(back.corridors, map.corridors, "{name}: corridors");
    assert_eq!(back.rooms, map.rooms, "{name}: rooms");
    assert_eq!((&back.regions, &back.corners), (&map.regions, &map.corners), "{name}: planes");
    assert_eq!(back.solution, map.solution, "{name}: solution");
    assert_eq!(back.portals, map.portals, "{name}: portals");
    assert!(back == map, "{name}");
}

#[test]
fn what_is_written_for_an_editor_is_read_again() {
    let mut known = 0;
    let every = if seeds(1) > 1 { 1 } else { 3 };
    for (nth, name) in templates().enumerate().filter(|(nth, _)| nth % every == 0) {
        let recipe: Recipe = mapwright::recipe::template(name).unwrap().parse().unwrap();
        let map = recipe.chain().unwrap().build(recipe.seed()).unwrap();
        if map.n_floors() > 1 {
            continue;
        }
        known += 1;
        let size = (map.size().w, map.size().h);
        for (format, end) in [(TiledFormat::Tmx, "tmx"), (TiledFormat::Tmj, "tmj")] {
            let encoding = TiledEncoding::ALL[nth / 3 % 4];
            let tiled = Tiled { encoding, external: nth % 2 == 0, tile_px: 3, ..Tiled::default() };
            let files = tiled.map(&map).unwrap().files(format, &format!("level.{end}")).unwrap();
            let back = read(&files, size, &format!(r#""file": "level.{end}""#)).unwrap();
            assert_back(&format!("{name}.{end}"), &back, &map);
        }
        let files =
            Ldtk { tile_px: 3, pictures: nth % 2 == 0, ..Ldtk::default() }.project(&map, "level.ldtk").unwrap().files;
        let back = read(&files, size, r#""file": "level.ldtk""#).unwrap();
        assert_back(&format!("{name}.ldtk"), &back, &map);
    }
    assert!(known > 20, "{known} recipes of one floor");
}

/// The circle of a designer: a hall is drawn in an editor and kept, a cave is made around it, and the whole goes back.
#[test]
fn what_is_drawn_in_an_editor_is_kept_and_built_around() {
    let hall: Recipe = r#######"{ "version": 1, "width": 11, "height": 6, "initial": { "use": "prefab-level",
        "template": { "rows": ["#####+#####", "#..T......#", "+...~~....+", "#...~~..o.#", "#.........#", "#####+#####"],
                      "legend": { "T": { "spawn": "Troll" } } } } }"#######
        .parse()
        .unwrap();
    let hall = hall.build(0).unwrap();
    let tiled = Tiled { tile_px: 3, ..Tiled::default() };
    let drawn = [
        ("hall.tmx", tiled.map(&hall).unwrap().files(TiledFormat::Tmx, "hall.tmx").unwrap()),
        ("hall.tmj", tiled.map(&hall).unwrap().files(TiledFormat::Tmj, "hall.tmj").unwrap()),
        ("hall.ldtk", Ldtk { tile_px: 3, ..Ldtk::default() }.project(&hall, "hall.ldtk").unwrap().files),
    ];
    for (name, files) in drawn {
        let recipe = format!(
            r#"{{ "version": 1, "width": 44, "height": 26, "kept": [ {{ "at": [16, 9], "file": "{name}" }} ],
                "initial": {{ "use": "cellular-automata" }}, "metas": [ {{ "use": "join-components" }} ] }}"#
        );
        let recipe: Recipe = recipe.parse().unwrap();
        let chain = Registry::shipped().chain(&recipe, &Files::in_memory(files)).unwrap();
        let maps = [1, 2].map(|seed| chain.build(seed).unwrap());
        assert!(maps[0].tiles != maps[1].tiles, "{name}");
        for map in &maps {
            for (at, tile) in hall.tiles.iter() {
                assert_eq!(map.tiles[Point::new(16 + at.x, 9 + at.y)], *tile, "{name} {at}");
            }
            let trolls: Vec<Point> = map.spawns.iter().map(|spawn| spawn.at).collect();
            assert_eq!(trolls, [Point::new(19, 10)], "{name}");
            let files = tiled.map(map).unwrap().files(TiledFormat::Tmx, "level.tmx").unwrap();
            assert_back(name, &read(&files, (44, 26), r#""file": "level.tmx""#).unwrap(), map);
            let files = Ldtk { tile_px: 3, ..Ldtk::default() }.project(map, "level.ldtk").unwrap().files;
            assert_back(name, &read(&files, (44, 26), r#""file": "level.ldtk""#).unwrap(), map);
        }
    }
}

#[test]
fn windows_of_worlds_are_read_again() {
    let recipe: Recipe = mapwright::recipe::template("endless-caves").unwrap().parse().unwrap();
    let world = mapwright::world::ChainWorld::new(recipe.chain().unwrap(), 3).unwrap();
    for (place, infinite) in [((-21, 5), true), ((-21, 5), false), ((16, -32), true)] {
        let map = world.window(mapwright::world::WorldRect::new(place.0, place.1, 33, 19)).unwrap();
        let tiled = Tiled { infinite, tile_px: 2, ..Tiled::default() };
        let files = tiled.window(&map, place).unwrap().files(TiledFormat::Tmx, "level.tmx").unwrap();
        let back = read(&files, (33, 19), r#""file": "level.tmx""#).unwrap();
        assert_back(&format!("{place:?}"), &back, &map);
    }
}

/// Parts of a cell's side on the grid on which Universal VTT is drawn again: lines run between quarters of cells.
const FINE: usize = 12;

/// For each cell the part of the ground that its middle is in, once all lines and doors of a file block the way.
fn parts_of_uvtt(file: &serde_json::Value, (w, h): (usize, usize)) -> Vec<usize> {
    let mut part = vec![0; w * h * FINE * FINE];
    let at = |point: &serde_json::Value| ["x", "y"].map(|axis| point[axis].as_f64().unwrap() * FINE as f64);
    let mut block = |a: [f64; 2], b: [f64; 2]| {
        let steps = 4 * (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil() as usize;
        for step in 0..=steps {
            let t = step as f64 / steps.max(1) as f64;
            let [x, y] = [0, 1].map(|axis| (a[axis] + (b[axis] - a[axis]) * t) as usize);
            if x < w * FINE && y < h * FINE {
                part[y * w * FINE + x] = usize::MAX;
            }
        }
    };
    for line in ["line_of_sight", "objects_line_of_sight"].iter().flat_map(|key| file[*key].as_array().unwrap()) {
        line.as_array().unwrap().windows(2).for_each(|ends| block(at(&ends[0]), at(&ends[1])));
    }
    for portal in file["portals"].as_array().unwrap() {
        block(at(&portal["bounds"][0]), at(&portal["bounds"][1]));
    }
    let mut last = 0;
    for start in 0..part.len() {
        let mut waiting = vec![start];
        last += usize::from(part[start] == 0);
        while let Some(cell) = waiting.pop() {
            if part[cell] != 0 {
                continue;
            }
            part[cell] = last;
            let (x, y) = (cell % (w * FINE), cell / (w * FINE));
            waiting.extend([(x > 0).then(|| cell - 1), (x + 1 < w * FINE).then_some(cell + 1)].into_iter().flatten());
            waiting.extend(
                [(y > 0).then(|| cell - w * FINE), (y + 1 < h * FINE).then_some(cell + w * FINE)].into_iter().flatten(),
            );
        }
    }
    let middle = |cell: usize| (cell / w * FINE + FINE / 2) * w * FINE + cell % w * FINE + FINE / 2;
    (0..w * h).map(|cell| part[middle(cell)]).collect()
}

/// Where nothing but a wall or a door keeps two cells apart, a file for tabletop programs keeps them apart, and nothing else.
#[test]
fn walls_and_doors_of_uvtt_part_what_the_map_parts() {
    let names = [
        "castle-keys",
        "cave-halls",
        "temple",
        "locked-maze",
        "level-rooms",
        "archipelago",
        "cave-sanctum",
        "braided-maze",
    ];
    let mut apart = 0;
    for (name, seed) in names.into_iter().flat_map(|name| (0..seeds(3)).map(move |seed| (name, seed))) {
        let mut recipe: Recipe = mapwright::recipe::template(name).unwrap().parse().unwrap();
        recipe.want = None;
        let Ok(map) = recipe.chain().unwrap().build(seed) else { continue };
        let size = (usize::from(map.size().w), usize::from(map.size().h));
        let mut uvtt = mapwright::export::Uvtt::default();
        uvtt.cell = 2;
        let file = serde_json::from_str(&uvtt.write(&map).unwrap()).unwrap();
        let found = parts_of_uvtt(&file, size);
        // The same from the map: parts of cells that are no doors and that one can see through.
        let doors: std::collections::BTreeSet<_> =
            map.doors.iter().flatten().flat_map(|door| door.cells.iter().copied()).collect();
        let is_seen = |at| {
            let tile: mapwright::core::Tile = map.tiles[at];
            !tile.blocks_sight() && tile != mapwright::core::Tile::WINDOW && !doors.contains(&at)
        };
        let mut expected = vec![0; found.len()];
        for start in map.size().points().filter(|&at| is_seen(at)) {
            let mut waiting = vec![start];
            while let Some(at) = waiting.pop() {
                let cell = map.size().index(at) as usize;
                if expected[cell] > 0 {
                    continue;
                }
                expected[cell] = 1 + map.size().index(start) as usize;
                for dir in Dir::ALL {
                    let Some(next) = at.step(dir).filter(|next| map.size().contains(*next)) else { continue };
                    let is_open =
                        map.sides.as_ref().is_none_or(|_| map.passages().dirs(map.size().index(at)).contains(dir));
                    waiting.extend(Some(next).filter(|&next| is_open && is_seen(next)));
                }
            }
        }
        let pairs: std::collections::BTreeSet<(usize, usize)> =
            expected.iter().copied().zip(found.iter().copied()).filter(|&(expected, _)| expected > 0).collect();
        let count =
            |of: fn(&(usize, usize)) -> usize| pairs.iter().map(of).collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!(pairs.len(), count(|pair| pair.0), "{name} {seed}: a line parts what belongs together");
        assert_eq!(pairs.len(), count(|pair| pair.1), "{name} {seed}: something leaks");
        apart += pairs.len() - 1;
    }
    assert!(apart > 20, "{apart} parts");
}
