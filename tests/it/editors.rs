//! Maps that go to an editor and come back: what was written is read, and so is what was drawn by hand.

use mapwright::core::{BuilderMap, Dir};
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
        (plain.graph, plain.proof, plain.flow) = (None, None, None);
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
