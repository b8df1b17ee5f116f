//! LDtk projects: read by the crate `ldtk2` and by ldtkpy, both made from LDtk's own schema, they are ours.
#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use crate::clients;
use crate::pictures::{read_png, same_pixels};
use ldtk2::{EntityInstance, LayerInstance, LdtkJson};
use mapwright_core::{BuilderMap, Flow, Grid, MapRng, Point, Portal, Rect, Room, Sides, Size, Spawn, Tile, Wrap};
use mapwright_export::{Ldtk, TiledPart};
use mapwright_render::image::imageops;
use mapwright_render::{Kind, RgbaImage, Style, Tileset, TilesetKind, draw};
use serde_json::Value;

const SIZES: [(u16, u16); 6] = [(1, 1), (1, 9), (9, 1), (2, 2), (5, 8), (23, 19)];

fn random(rng: &mut MapRng, (w, h): (u16, u16), colors: u32) -> BuilderMap {
    let size = Size::new(w, h);
    let tiles = [0, 0, 0, 1, 2, 4, 5, 0x21, 0x80, 0x80, 0x80, 0x81, 0x83, 0xfe];
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| Tile(tiles[rng.below(14) as usize]));
    let mut plane = || {
        let mut color = || u8::try_from(rng.below(colors + 1)).unwrap();
        Grid::from_fn(size, |_| Sides::from_colors([color(), color(), color(), color()]))
    };
    (map.sides, map.corners, map.solution) = (Some(plane()), Some(plane()), Some(plane()));
    map.flow = Some(Flow::dry(size, Point::new(0, 0)));
    map.regions = Some(Grid::from_fn(size, |_| u16::try_from(rng.below(90)).unwrap()));
    let mut cell =
        || Point::new(u16::try_from(rng.below(w.into())).unwrap(), u16::try_from(rng.below(h.into())).unwrap());
    map.rooms = Some(Room::numbered((0..3).map(|_| cell()).map(|at| Rect::new(at.x, at.y, w - at.x, 1))));
    map.portals = vec![Portal::new(cell(), cell()), Portal::one_way(cell(), cell())];
    map.corridors = Some(vec![(0..w).map(|x| Point::new(x, 0)).collect(), vec![], vec![cell()]]);
    let open: Vec<Point> = size.points().filter(|&at| map.is_open(at)).collect();
    (map.start, map.exit) = (open.first().copied(), open.last().copied());
    map.spawns = open.iter().take(2).map(|&at| Spawn::new(at, "a \"Goblin\"\n& \u{7}")).collect();
    map
}

/// Three floors with stairs and a pit.
fn tower(rng: &mut MapRng) -> BuilderMap {
    let mut floor = || {
        let mut map = random(rng, (7, 5), 3);
        map.wrap = Wrap::X;
        map
    };
    let mut map = BuilderMap::stack([floor(), floor(), floor()]).unwrap();
    map.portals.extend([Portal::new((2, 3), (2, 9)), Portal::one_way((0, 7), (0, 13))]);
    map
}

fn text(ldtk: &Ldtk, map: &BuilderMap) -> String {
    let project = ldtk.project(map, "level.ldtk").unwrap();
    String::from_utf8(project.files.last().unwrap().1.clone()).unwrap()
}

fn layer<'a>(project: &'a LdtkJson, name: &str) -> &'a LayerInstance {
    let layers = project.levels[0].layer_instances.as_ref().unwrap();
    layers.iter().find(|layer| layer.identifier == name).unwrap_or_else(|| panic!("no layer {name}"))
}

/// The types of `ldtk2` have a field for every property of the schema, and may lack none that is required. So what it
/// writes has all that can be there; what we have must be the same, and what we lack must be nothing.
fn same(ours: &Value, theirs: &Value, at: &str) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (name, value) in ours.iter().filter(|(name, _)| *name != "__header__") {
                let other = theirs.get(name).unwrap_or_else(|| panic!("the schema has no {at}.{name}"));
                same(value, other, &format!("{at}.{name}"));
            }
            for (name, value) in theirs.iter().filter(|(name, _)| !ours.contains_key(*name)) {
                assert!(value.is_null(), "{at}.{name} is missing");
            }
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            assert_eq!(ours.len(), theirs.len(), "{at}");
            ours.iter()
                .zip(theirs)
                .enumerate()
                .for_each(|(i, (ours, theirs))| same(ours, theirs, &format!("{at}[{i}]")));
        }
        (Value::Number(ours), Value::Number(theirs)) => assert_eq!(ours.as_f64(), theirs.as_f64(), "{at}"),
        _ => assert_eq!(ours, theirs, "{at}"),
    }
}

#[test]
fn every_field_is_one_of_the_schema_and_none_is_missing() {
    let mut rng = MapRng::new(1);
    let maps: Vec<BuilderMap> = SIZES.into_iter().map(|size| random(&mut rng, size, 3)).collect();
    for (map, pictures) in maps.into_iter().chain([tower(&mut MapRng::new(8))]).zip([true, false].into_iter().cycle()) {
        let text = text(&Ldtk { pictures, seed: Some(7), ..Ldtk::default() }, &map);
        let theirs: LdtkJson = serde_json::from_str(&text).unwrap();
        same(&serde_json::from_str(&text).unwrap(), &serde_json::to_value(theirs).unwrap(), "");
    }
}

#[test]
fn ldtk2_reads_the_same_grids() {
    let mut rng = MapRng::new(2);
    for size in SIZES {
        let map = random(&mut rng, size, 3);
        let project: LdtkJson = serde_json::from_str(&text(&Ldtk::default(), &map)).unwrap();
        let sides = |plane: &Option<Grid<Sides>>| plane.as_ref().unwrap().map(|sides| u32::from(sides.0) + 1);
        let grids = [
            ("Tiles", map.tiles.map(|tile| u32::from(tile.0) + 1)),
            ("Sides", sides(&map.sides)),
            ("Corners", sides(&map.corners)),
            ("Solution", sides(&map.solution)),
            ("Regions", map.regions.as_ref().unwrap().map(|&region| region.into())),
        ];
        for (name, expected) in grids {
            let layer = layer(&project, name);
            assert_eq!((layer.c_wid, layer.c_hei), (size.0.into(), size.1.into()));
            assert!(
                layer.int_grid_csv.iter().copied().eq(expected.as_slice().iter().map(|&value| i64::from(value))),
                "{name}"
            );
            let defs = project.defs.layers.iter().find(|def| def.uid == layer.layer_def_uid).unwrap();
            assert_eq!(defs.identifier, name);
            let known: BTreeSet<i64> = defs.int_grid_values.iter().map(|value| value.value).collect();
            assert!(layer.int_grid_csv.iter().all(|value| *value == 0 || known.contains(value)), "{name}");
        }
        let wall = project.defs.layers.iter().find(|def| def.identifier == "Tiles").unwrap();
        let wall = wall.int_grid_values.iter().find(|value| value.value == i64::from(Tile::WALL.0) + 1).unwrap();
        assert_eq!((wall.identifier.as_deref(), wall.color.as_str()), (Some("wall"), "#2f364a"));
    }
}

/// Puts the tiles of a layer together, as LDtk does.
fn drawn(layer: &LayerInstance, sheet: &RgbaImage) -> RgbaImage {
    let px = u32::try_from(layer.grid_size).unwrap();
    let number = |value: i64| u32::try_from(value).unwrap();
    let mut picture = RgbaImage::new(number(layer.c_wid) * px, number(layer.c_hei) * px);
    for tile in &layer.grid_tiles {
        let columns = sheet.width() / px;
        assert_eq!(
            (number(tile.src[0]), number(tile.src[1])),
            (number(tile.t) % columns * px, number(tile.t) / columns * px)
        );
        assert_eq!(tile.d, [tile.px[1] / layer.grid_size * layer.c_wid + tile.px[0] / layer.grid_size]);
        let part = imageops::crop_imm(sheet, number(tile.src[0]), number(tile.src[1]), px, px);
        imageops::replace(&mut picture, &*part, tile.px[0], tile.px[1]);
    }
    picture
}

#[test]
fn tile_layers_put_together_are_our_pictures() {
    let mut rng = MapRng::new(3);
    for (size, px) in SIZES.into_iter().zip([16, 8, 16, 5, 32, 16]) {
        let map = random(&mut rng, size, 3);
        let dir = tempfile::tempdir().unwrap();
        let made = Ldtk { tile_px: px, ..Ldtk::default() }.project(&map, "level.ldtk").unwrap();
        made.save(dir.path()).unwrap();
        let text = std::fs::read_to_string(dir.path().join("level.ldtk")).unwrap();
        let project: LdtkJson = serde_json::from_str(&text).unwrap();
        for (name, kind) in [("Tiles", Kind::Tiles), ("Corners", Kind::WangCorners), ("Sides", Kind::WangEdges)] {
            let layer = layer(&project, &format!("{name}_drawn"));
            let sheet = read_png(&dir.path().join(layer.tileset_rel_path.as_ref().unwrap()));
            let def = project.defs.tilesets.iter().find(|def| Some(def.uid) == layer.tileset_def_uid).unwrap();
            assert_eq!((def.px_wid, def.px_hei), (sheet.width().into(), sheet.height().into()));
            let style = Style { kind, scale: px, margin: Some(0), marks: false, repeats: true, ..Style::default() };
            let expected = draw(&map, &style).unwrap();
            same_pixels(&drawn(layer, &sheet), &expected, &format!("{name} {size:?}"));
        }
    }
}

fn entities<'a>(project: &'a LdtkJson, name: &str) -> Vec<&'a EntityInstance> {
    let all = &layer(project, "Entities").entity_instances;
    all.iter().filter(|entity| entity.identifier == name).collect()
}

#[test]
fn entities_stand_where_they_should_and_know_what_they_are() {
    let mut rng = MapRng::new(4);
    for size in SIZES {
        let map = random(&mut rng, size, 1);
        let project: LdtkJson = serde_json::from_str(&text(&Ldtk::default(), &map)).unwrap();
        let at = |entity: &EntityInstance| {
            assert_eq!(entity.px, [entity.grid[0] * 16, entity.grid[1] * 16]);
            Point::new(entity.grid[0].try_into().unwrap(), entity.grid[1].try_into().unwrap())
        };
        let value = |entity: &EntityInstance| entity.field_instances[0].value.clone().unwrap();
        assert!(entities(&project, "Start").into_iter().map(at).eq(map.start));
        assert!(entities(&project, "Exit").into_iter().map(at).eq(map.exit));
        let spawns = entities(&project, "Spawn").into_iter().map(|entity| (at(entity), value(entity)));
        assert!(spawns.eq(map.spawns.iter().map(|spawn| (spawn.at, Value::from(spawn.what.as_str())))));
        let rooms = entities(&project, "Room")
            .into_iter()
            .map(|room| (at(room), room.width / 16, room.height / 16, value(room)));
        let expected = (1..).zip(map.room_rects());
        assert!(rooms.eq(expected.map(|(n, room)| (
            Point::new(room.x, room.y),
            room.w.into(),
            room.h.into(),
            Value::from(n)
        ))));
        let corridors = entities(&project, "Corridor").into_iter().map(value);
        let cells =
            |path: &Vec<Point>| path.iter().map(|at| serde_json::json!({ "cx": at.x, "cy": at.y })).collect::<Value>();
        assert!(corridors.eq(map.corridors.iter().flatten().filter(|path| !path.is_empty()).map(cells)));
        // Of two portals each names the other, unless there is no way back.
        let portals = entities(&project, "Portal");
        assert!(portals.iter().map(|portal| at(portal)).eq(map.portals.iter().flat_map(|portal| portal.ends())));
        for (pair, portal) in portals.chunks(2).zip(&map.portals) {
            assert_eq!(value(pair[0])["entityIid"], *pair[1].iid);
            let back = pair[1].field_instances[0].value.clone().map(|value| value["entityIid"].clone());
            assert_eq!(back, (!portal.one_way).then(|| Value::from(&*pair[0].iid)));
            assert_eq!(value(pair[0])["levelIid"], *project.levels[0].iid);
            assert_eq!(value(pair[0])["layerIid"], *layer(&project, "Entities").iid);
        }
    }
}

/// All values of a name, anywhere.
fn all<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get(name));
            fields.values().for_each(|value| all(value, name, found));
        }
        Value::Array(list) => list.iter().for_each(|value| all(value, name, found)),
        _ => {}
    }
}

#[test]
fn names_are_unique_and_the_same_every_time() {
    let map = random(&mut MapRng::new(5), (9, 7), 3);
    let ldtk = Ldtk { seed: Some(u64::MAX), recipe: Some("{\n}".to_owned()), ..Ldtk::default() };
    let first = text(&ldtk, &map);
    assert_eq!(first, text(&ldtk, &map));
    let project: Value = serde_json::from_str(&first).unwrap();
    let other: Value = serde_json::from_str(&text(&Ldtk { seed: Some(1), ..ldtk }, &map)).unwrap();
    let mut iids = Vec::new();
    [&project, &other].into_iter().for_each(|project| all(project, "iid", &mut iids));
    assert_eq!(iids.iter().collect::<std::collections::HashSet<_>>().len(), iids.len());
    let mut uids = Vec::new();
    all(&project, "uid", &mut uids);
    let uids: Vec<u64> = uids.into_iter().map(|uid| uid.as_u64().unwrap()).collect();
    assert_eq!(uids.iter().collect::<BTreeSet<_>>().len(), uids.len());
    assert!(uids.iter().max() < project["nextUid"].as_u64().as_ref());
    let fields = &project["levels"][0]["fieldInstances"];
    assert_eq!(fields[1]["__value"], "18446744073709551615");
    assert_eq!(fields[2]["__value"], "{\n}");
}

/// ldtkpy reads a project with checks of every type, and writes what we wrote. Skipped where it is not installed.
#[test]
fn ldtkpy_reads_and_writes_the_same() {
    let program = "
import json, sys
from ldtkpy.api import ldtk_json_from_dict, ldtk_json_to_dict
read = json.load(open(sys.argv[1], encoding='utf-8'))
project = ldtk_json_from_dict(read)
again = ldtk_json_to_dict(project)
print(json.dumps(again))
";
    let mut rng = MapRng::new(6);
    let mut maps: Vec<BuilderMap> = SIZES.into_iter().map(|size| random(&mut rng, size, 3)).collect();
    maps.push(tower(&mut rng));
    for map in maps {
        let Some(python) = clients::python() else { return };
        let dir = tempfile::tempdir().unwrap();
        Ldtk::default().project(&map, "level.ldtk").unwrap().save(dir.path()).unwrap();
        let path = dir.path().join("level.ldtk");
        let again: Value =
            serde_json::from_str(&clients::run_python(python, program, &[path.to_str().unwrap()])).unwrap();
        let ours: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        held(&again, &ours, "");
    }
}

/// All that the one has, the other has too. ldtkpy knows nothing of what came after LDtk 1.4, and leaves it out.
fn held(some: &Value, all: &Value, at: &str) {
    match (some, all) {
        (Value::Object(some), Value::Object(all)) => {
            some.iter()
                .for_each(|(name, value)| held(value, all.get(name).unwrap_or(&Value::Null), &format!("{at}.{name}")));
        }
        (Value::Array(some), Value::Array(all)) => {
            assert_eq!(some.len(), all.len(), "{at}");
            some.iter().zip(all).for_each(|(some, all)| held(some, all, &format!("{at}[]")));
        }
        (Value::Number(some), Value::Number(all)) => assert_eq!(some.as_f64(), all.as_f64(), "{at}"),
        _ => assert_eq!(some, all, "{at}"),
    }
}

#[test]
fn what_cannot_be_written_is_named() {
    let map = random(&mut MapRng::new(7), (5, 4), 1);
    let fails = |ldtk: &Ldtk, map: &BuilderMap, file: &str, message: &str| {
        assert_eq!(ldtk.project(map, file).unwrap_err().to_string(), message);
    };
    let any = Ldtk::default();
    fails(&any, &map, "a.json", "the file \"a.json\" cannot be written: LDtk expects a name that ends in .ldtk");
    fails(&any, &map, ".ldtk", "the file \".ldtk\" cannot be written: nothing stands before its end");
    let wants = "LDtk expects a letter or `_` first, then letters, digits and `_`";
    for level in ["", "1st", "the level", "Ærø"] {
        let named = Ldtk { level: level.to_owned(), ..Ldtk::default() };
        fails(&named, &map, "a.ldtk", &format!("the level \"{level}\" cannot be written: {wants}"));
    }
    let tiles: Vec<RgbaImage> = (0..16).map(|_| RgbaImage::new(8, 4)).collect();
    let tileset = Some(Tileset::new(TilesetKind::Edge16, &tiles).unwrap());
    let allowed = "tiles as high as they are wide: LDtk has no others";
    fails(
        &Ldtk { tileset, ..Ldtk::default() },
        &map,
        "a.ldtk",
        &format!("the size of tiles is 8x4; expected {allowed}"),
    );
    let bare = BuilderMap::filled(Size::new(2, 2), Wrap::None, Tile::WALL);
    let parts = Some(vec![TiledPart::Rooms]);
    fails(&Ldtk { parts, ..Ldtk::default() }, &bare, "a.ldtk", "the map has no `rooms`; it has tiles");
}

#[test]
fn layers_with_alike_names_have_identifiers_of_their_own() {
    let mut map = random(&mut MapRng::new(3), (5, 4), 1);
    let names = ["a-b", "a_b", "a b", "a_b_2"];
    map.layers = names.map(|name| (name.to_owned(), Grid::new(map.size(), 1u8).into())).into_iter().collect();
    let project: LdtkJson = serde_json::from_str(&text(&Ldtk::default(), &map)).unwrap();
    let all: Vec<&str> = project.defs.layers.iter().map(|def| def.identifier.as_str()).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
    assert_eq!(all.iter().filter(|name| name.starts_with("layer_")).count(), names.len());
    let placed = project.levels[0].layer_instances.as_ref().unwrap();
    assert!(placed.iter().map(|layer| layer.identifier.as_str()).eq(all));
}
