//! Maps for Tiled: drawn by Tiled, exported by Tiled as CSV, and read by the crate `tiled`, they are ours.
#![allow(clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use crate::clients;
use crate::pictures::{read_png, same_pixels};
use mapwright_core::{
    BuilderMap, Color, Dir, Flow, Grid, Layer, MapRng, Plane, Point, Portal, Rect, Room, Sides, Size, Spawn, Tile, Wrap,
};
use mapwright_export::{
    SHEET_NAMES, Tiled, TiledCells, TiledContent, TiledEncoding, TiledFormat, TiledMap, TiledObject, TiledPart,
    TiledProperty, TiledTile, TiledValue, csv, csv_named,
};
use mapwright_render::image::{Rgba, imageops};
use mapwright_render::{Kind, RgbaImage, Style, Theme, Tileset, TilesetKind, draw, draw_with_tileset};

const SIZES: [(u16, u16); 7] = [(1, 1), (1, 9), (9, 1), (2, 2), (5, 8), (17, 4), (23, 19)];

/// A map with everything, drawn by lot. Colors of sides and corners are at most `colors`.
fn random(rng: &mut MapRng, (w, h): (u16, u16), colors: u32) -> BuilderMap {
    let size = Size::new(w, h);
    let tiles = [0, 0, 0, 1, 2, 4, 5, 0x21, 0x80, 0x80, 0x80, 0x81, 0x83, 0xfe];
    let mut map = BuilderMap::filled(size, Wrap::ALL[rng.below(4) as usize], Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| Tile(tiles[rng.below(14) as usize]));
    let mut plane = || {
        let mut color = || u8::try_from(rng.below(colors + 1)).unwrap();
        Grid::from_fn(size, |_| Sides::from_colors([color(), color(), color(), color()]))
    };
    (map.sides, map.corners) = (Some(plane()), Some(plane()));
    map.regions = Some(Grid::from_fn(size, |_| u16::try_from(rng.below(90)).unwrap()));
    let mut cell =
        || Point::new(u16::try_from(rng.below(w.into())).unwrap(), u16::try_from(rng.below(h.into())).unwrap());
    map.rooms = Some(Room::numbered((0..3).map(|_| cell()).map(|at| Rect::new(at.x, at.y, w - at.x, 1))));
    map.portals = vec![Portal::new(cell(), cell())];
    let row = (0..w).map(|x| Point::new(x, 0)).chain((1..h).map(|y| Point::new(w - 1, y)));
    map.corridors = Some(vec![row.collect(), vec![cell()]]);
    let open: Vec<Point> = size.points().filter(|&at| map.is_open(at)).collect();
    (map.start, map.exit) = (open.first().copied(), open.last().copied());
    let what = "a \"Goblin\" & <friends>\n\tof Ærø".to_owned();
    map.spawns = open.iter().take(1).map(|&at| Spawn::new(at, what.clone())).collect();
    map.list_doors();
    map
}

fn only(part: TiledPart) -> Tiled {
    Tiled { parts: Some(vec![part]), ..Tiled::default() }
}

fn saved(map: &TiledMap, dir: &Path, format: TiledFormat) -> PathBuf {
    let path = dir.join(if format == TiledFormat::Tmj { "level.tmj" } else { "level.tmx" });
    map.save(format, &path).unwrap();
    path
}

/// What Tiled draws of a map; `None` where Tiled is not installed.
fn rasterized(map: &TiledMap, format: TiledFormat) -> Option<RgbaImage> {
    let mut program = clients::tiled("tmxrasterizer")?;
    let dir = tempfile::tempdir().unwrap();
    let (from, to) = (saved(map, dir.path(), format), dir.path().join("drawn.png"));
    clients::text(&program.arg(from).arg(&to).output().unwrap());
    Some(read_png(&to))
}

#[track_caller]
fn draws(map: &TiledMap, expected: &RgbaImage, what: &str) {
    for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
        if let Some(found) = rasterized(map, format) {
            same_pixels(&found, expected, &format!("{what} {format:?}"));
        }
    }
}

fn bare(kind: Kind, scale: u32) -> Style {
    Style { kind, scale, margin: Some(0), marks: false, repeats: true, ..Style::default() }
}

#[test]
fn tiled_draws_tiles_as_our_pictures_do() {
    let mut rng = MapRng::new(1);
    for (size, px) in SIZES.into_iter().zip([16, 5, 16, 8, 32, 1, 16]) {
        let map = random(&mut rng, size, 1);
        let tiled = Tiled { tile_px: px, ..only(TiledPart::Tiles) }.map(&map).unwrap();
        draws(&tiled, &draw(&map, &bare(Kind::Tiles, px)).unwrap(), &format!("{size:?}"));
    }
}

#[test]
fn tiled_draws_wang_tiles_as_our_pictures_do() {
    let mut rng = MapRng::new(2);
    for colors in 1..=3 {
        let map = random(&mut rng, (13, 7), colors);
        let corners = only(TiledPart::Corners).map(&map).unwrap();
        let expected = match colors {
            1 => draw_with_tileset(&map, &Tileset::shipped("terrain", 16).unwrap()),
            2 => draw_with_tileset(&map, &Tileset::shipped("terrain3", 16).unwrap()),
            _ => draw(&map, &bare(Kind::WangCorners, 16)),
        };
        draws(&corners, &expected.unwrap(), &format!("{colors} corners"));
        if colors > 1 {
            let sides = only(TiledPart::Sides).map(&map).unwrap();
            draws(&sides, &draw(&map, &bare(Kind::WangEdges, 16)).unwrap(), &format!("{colors} sides"));
        }
    }
}

#[test]
fn tiled_draws_with_the_tileset_that_it_is_given() {
    let mut rng = MapRng::new(3);
    let map = random(&mut rng, (11, 6), 3);
    for name in Tileset::shipped_names() {
        let tileset = Tileset::shipped(name, 12).unwrap();
        let part = match tileset.kind().plane() {
            Some(Plane::Corners) => TiledPart::Corners,
            Some(_) => TiledPart::Sides,
            None => TiledPart::Tiles,
        };
        let tiled = Tiled { tileset: Some(tileset.clone()), external: true, ..only(part) }.map(&map).unwrap();
        draws(&tiled, &draw_with_tileset(&map, &tileset).unwrap(), name);
    }
}

/// Walls, pixel by pixel: one is dark when it is near a side without a way, on either side of it.
fn naive_walls(map: &BuilderMap, px: u32, reach: u32, background: Color) -> RgbaImage {
    let (w, h) = (i64::from(map.size().w), i64::from(map.size().h));
    let passages = map.passages();
    // The cell at a column and row, round the wrapped borders.
    let cell = |x: i64, y: i64| {
        let x = if map.wrap.x() { x.rem_euclid(w) } else { x };
        let y = if map.wrap.y() { y.rem_euclid(h) } else { y };
        let at = Point::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        map.size().contains(at).then(|| map.size().index(at))
    };
    let px = i64::from(px);
    let is_wall = |x: i64, y: i64| {
        let (column, row) = (x.div_euclid(px), y.div_euclid(px));
        // Every cell whose walls can reach this pixel is the pixel's own or one of the eight around it.
        (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (column + dx, row + dy))).any(|(column, row)| {
            let Some(cell) = cell(column, row) else { return false };
            let (left, top) = (column * px, row * px);
            let reach = i64::from(reach);
            Dir::ALL.into_iter().filter(|&dir| !passages.dirs(cell).contains(dir)).any(|dir| {
                let (along, across, line) = match dir {
                    Dir::N => (x - left, y, top),
                    Dir::S => (x - left, y, top + px),
                    Dir::W => (y - top, x, left),
                    Dir::E => (y - top, x, left + px),
                };
                (-reach..px + reach).contains(&along) && (line - reach..line + reach).contains(&across)
            })
        })
    };
    let ink = Style::default().palette.look(Tile::WALL).color;
    RgbaImage::from_fn((w * px).try_into().unwrap(), (h * px).try_into().unwrap(), |x, y| {
        let Color(r, g, b) = if is_wall(x.into(), y.into()) { ink } else { background };
        Rgba([r, g, b, 255])
    })
}

#[test]
fn tiled_draws_sides_as_walls_without_notches() {
    let mut rng = MapRng::new(4);
    for (size, (px, reach)) in SIZES.into_iter().zip([(16, 1), (24, 2), (8, 1), (16, 1), (32, 3), (3, 1), (5, 1)]) {
        for wrap in Wrap::ALL {
            // Most sides open: corners where only the walls of others meet are what this is about.
            let mut map = BuilderMap::filled(Size::new(size.0, size.1), wrap, Tile::FLOOR);
            map.sides = Some(Grid::from_fn(map.size(), |_| {
                Sides::from_code(u8::try_from(rng.below(16) | rng.below(16) | rng.below(16)).unwrap())
            }));
            let tiled = Tiled { tile_px: px, ..only(TiledPart::Sides) }.map(&map).unwrap();
            let expected = naive_walls(&map, px, reach, Theme::default().paper);
            if let Some(found) = rasterized(&tiled, TiledFormat::Tmx) {
                same_pixels(&over(&found, Theme::default().paper), &expected, &format!("{size:?} {wrap}"));
            }
        }
    }
}

/// The picture over a ground. Nothing on it may be half transparent.
fn over(picture: &RgbaImage, Color(r, g, b): Color) -> RgbaImage {
    RgbaImage::from_fn(picture.width(), picture.height(), |x, y| {
        Rgba(match picture.get_pixel(x, y).0 {
            [_, _, _, 0] => [r, g, b, 255],
            pixel => {
                assert_eq!(pixel[3], 255);
                pixel
            }
        })
    })
}

/// The numbers that Tiled exports for a layer: those in the tileset, counted from 0, and -1 for none.
#[test]
fn tiled_exports_the_same_numbers() {
    let mut rng = MapRng::new(5);
    for (size, encoding) in SIZES.into_iter().zip(TiledEncoding::ALL.into_iter().cycle()) {
        let map = random(&mut rng, size, 2);
        let tiled = Tiled { encoding, ..Tiled::default() }.map(&map).unwrap();
        for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
            let Some(mut program) = clients::tiled("tiled") else { return };
            let dir = tempfile::tempdir().unwrap();
            let from = saved(&tiled, dir.path(), format);
            let to = dir.path().join("out.csv");
            clients::text(&program.args(["--export-map", "csv"]).arg(from).arg(&to).output().unwrap());
            let firsts = tiled.first_gids();
            for layer in &tiled.layers {
                let TiledContent::Tiles(TiledCells::Whole(cells)) = &layer.content else { continue };
                let local = |gid: u32| match firsts.iter().rev().find(|&&first| first <= gid) {
                    Some(first) => i64::from(gid - first),
                    None => -1,
                };
                let rows = cells.rows().map(|row| row.iter().map(|&gid| local(gid).to_string()).collect::<Vec<_>>());
                let expected: Vec<String> = rows.map(|row| row.join(",")).collect();
                let found = std::fs::read_to_string(dir.path().join(format!("out_{}.csv", layer.name))).unwrap();
                assert_eq!(found.trim_end(), expected.join("\n"), "{size:?} {} {encoding:?} {format:?}", layer.name);
            }
        }
    }
}

/// Without a client: the tiles' own numbers come back from what the tileset tells of its tiles.
#[test]
fn the_tileset_tells_which_tile_is_which() {
    let mut rng = MapRng::new(6);
    for (size, shades) in SIZES.into_iter().zip([true, false].into_iter().cycle()) {
        let map = random(&mut rng, size, 1);
        let tiled = Tiled { shades, ..only(TiledPart::Tiles) }.map(&map).unwrap();
        let TiledContent::Tiles(TiledCells::Whole(cells)) = &tiled.layers[0].content else { panic!("no tiles") };
        let told = |gid: &u32| {
            let tile = &tiled.sheets[0].set.tiles[*gid as usize - 1];
            let number = tile.properties.iter().find(|property| property.name == "tile").unwrap();
            match number.value {
                mapwright_export::TiledValue::Int(number) => Tile(u8::try_from(number).unwrap()),
                _ => panic!("`tile` is no number"),
            }
        };
        assert_eq!(cells.map(told), map.tiles, "{size:?}");
        assert_eq!(csv(&BuilderMap::from_tiles(cells.map(told), map.wrap)), csv(&map));
        // A tile of the palette has one number, whatever map it is on.
        let floor = &tiled.sheets[0].set.tiles[0];
        assert_eq!((floor.tile, floor.kind.as_str()), (0, "floor"));
    }
}

/// JSON and XML say the same: Tiled reads either and writes the same file.
#[test]
fn both_languages_say_the_same() {
    let mut rng = MapRng::new(7);
    for (size, external) in SIZES.into_iter().zip([true, false].into_iter().cycle()) {
        let map = random(&mut rng, size, 2);
        let recipe = "{\"width\":5,\n\"a\":\"<&>\"}".to_owned();
        let tiled = Tiled { external, seed: Some(u64::MAX), recipe: Some(recipe), ..Tiled::default() };
        let tiled = tiled.map(&map).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let mut anew = Vec::new();
        for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
            let Some(mut program) = clients::tiled("tiled") else { return };
            let (from, to) = (saved(&tiled, dir.path(), format), dir.path().join("anew.tmx"));
            let options = ["--embed-tilesets", "--export-map", "tmx"];
            clients::text(&program.args(options).arg(from).arg(&to).output().unwrap());
            anew.push(std::fs::read_to_string(to).unwrap());
        }
        assert_eq!(anew[0], anew[1], "{size:?}");
        assert!(anew[0].contains("18446744073709551615"));
        assert_eq!(anew[0].contains("type=\"spawn\""), !map.spawns.is_empty());
    }
}

fn layer_tiles(map: &tiled::Map, name: &str) -> Vec<Option<(usize, u32)>> {
    let layer = map.layers().find(|layer| layer.name == name).unwrap();
    let tiles = layer.as_tile_layer().unwrap();
    let (w, h) = (i32::try_from(map.width).unwrap(), i32::try_from(map.height).unwrap());
    let all = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
    all.map(|(x, y)| tiles.get_tile(x, y).map(|tile| (tile.tileset_index(), tile.id()))).collect()
}

#[test]
fn the_crate_tiled_reads_every_layer_object_and_property() {
    let mut rng = MapRng::new(8);
    for ((size, encoding), external) in
        SIZES.into_iter().zip(TiledEncoding::ALL.into_iter().cycle()).zip([true, false].into_iter().cycle())
    {
        let mut map = random(&mut rng, size, 2);
        map.solution = map.sides.clone();
        map.flow = Some(Flow::dry(map.size(), Point::new(0, 0)));
        let ours = Tiled { encoding, external, seed: Some(u64::MAX), ..Tiled::default() }.map(&map).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let theirs = tiled::Loader::new().load_tmx_map(saved(&ours, dir.path(), TiledFormat::Tmx)).unwrap();
        let names = |part: TiledPart| part.name();
        let parts = TiledPart::all_in(&map);
        assert!(theirs.layers().map(|layer| layer.name.clone()).eq(parts.iter().copied().map(names)));
        assert_eq!(theirs.properties["seed"], tiled::PropertyValue::StringValue(u64::MAX.to_string()));
        assert_eq!(theirs.properties["wrap"], tiled::PropertyValue::StringValue(map.wrap.to_string()));
        let firsts = ours.first_gids();
        for layer in &ours.layers {
            let TiledContent::Tiles(TiledCells::Whole(cells)) = &layer.content else { continue };
            let place = |&gid: &u32| {
                let sheet = firsts.iter().rposition(|&first| first <= gid)?;
                Some((sheet, gid - firsts[sheet]))
            };
            let expected: Vec<_> = cells.as_slice().iter().map(place).collect();
            assert_eq!(layer_tiles(&theirs, &layer.name), expected, "{size:?} {}", layer.name);
        }
        let regions = layer_tiles(&theirs, "regions").into_iter().map(|tile| tile.map_or(0, |(_, id)| id + 1));
        let expected = map.regions.as_ref().unwrap().as_slice().iter().map(|&region| u32::from(region));
        assert!(regions.eq(expected), "a region is its tile's number");
        objects_are_there(&theirs, &map);
    }
}

fn objects_are_there(theirs: &tiled::Map, map: &BuilderMap) {
    let of = |name: &str| -> Vec<tiled::ObjectData> {
        let layer = theirs.layers().find(|layer| layer.name == name);
        let group = layer.and_then(|layer| layer.as_object_layer().map(|group| group.object_data().to_vec()));
        group.unwrap_or_default()
    };
    let mut ids: Vec<u32> = ["rooms", "corridors", "portals", "spawns", "exit", "start"]
        .iter()
        .flat_map(|name| of(name))
        .map(|object| object.id())
        .collect();
    let count = ids.len();
    ids.dedup();
    assert!(ids.is_sorted() && ids.len() == count && ids.first() == Some(&1));
    let px = |cells: u16| f32::from(cells) * 16.0;
    let rooms =
        of("rooms").into_iter().map(|object| (object.user_type.clone(), object.x, object.y, object.shape.clone()));
    let expected = map.room_rects().map(|room| {
        let shape = tiled::ObjectShape::Rect { width: px(room.w), height: px(room.h) };
        ("room".to_owned(), px(room.x), px(room.y), shape)
    });
    assert!(rooms.eq(expected));
    let middle = |at: Point| (px(at.x) + 8.0, px(at.y) + 8.0);
    let places = ["spawns", "exit", "start"]
        .into_iter()
        .flat_map(of)
        .map(|object| (object.user_type.clone(), object.name.clone(), object.x, object.y));
    let marked =
        [("exit", map.exit), ("start", map.start)].into_iter().filter_map(|(name, at)| Some((name, name, at?)));
    let spawns = map.spawns.iter().map(|spawn| ("spawn", spawn.what.as_str(), spawn.at));
    let expected =
        spawns.chain(marked).map(|(kind, name, at)| (kind.to_owned(), name.to_owned(), middle(at).0, middle(at).1));
    assert!(places.eq(expected));
    // The first corridor goes along the upper border and down the right one.
    let first = &of("corridors")[0];
    let (w, h) = (map.size().w, map.size().h);
    let mut expected = vec![(0.0, 0.0), (px(w - 1), 0.0), (px(w - 1), px(h - 1))];
    expected.dedup();
    match &first.shape {
        tiled::ObjectShape::Polyline { points } => assert_eq!(*points, expected),
        other => assert!(matches!(other, tiled::ObjectShape::Point(..)) && expected.len() == 1),
    }
    assert_eq!((first.x, first.y), (8.0, 8.0));
}

/// The chunks of a window are drawn as the window would be by itself.
#[test]
fn windows_of_a_world_are_infinite_maps() {
    let mut rng = MapRng::new(9);
    let (left, top, size) = (-21i16, -5i16, Size::new(39, 27));
    let mut window = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    window.corners = Some(Grid::from_fn(size, |_| Sides::from_code(u8::try_from(rng.below(16)).unwrap())));
    let corners = window.corners.clone().unwrap();
    for encoding in TiledEncoding::ALL {
        let corners_only = Tiled { encoding, parts: Some(vec![TiledPart::Corners]), ..Tiled::default() };
        let tiled = corners_only.window(&window, (left.into(), top.into())).unwrap();
        let expected = draw_with_tileset(&window, &Tileset::shipped("terrain", 16).unwrap()).unwrap();
        for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
            // Tiled draws whole blocks of 16×16 cells, counted from the origin.
            let (right, below) = (left.rem_euclid(16).unsigned_abs(), top.rem_euclid(16).unsigned_abs());
            let Some(drawn) = rasterized(&tiled, format) else { break };
            let found = part_of(&drawn, (u32::from(right) * 16, u32::from(below) * 16), expected.dimensions());
            same_pixels(&found, &expected, &format!("{encoding:?} {format:?}"));
        }
        let dir = tempfile::tempdir().unwrap();
        let theirs = tiled::Loader::new().load_tmx_map(saved(&tiled, dir.path(), TiledFormat::Tmx)).unwrap();
        assert!(theirs.infinite());
        let layer = theirs.get_layer(0).unwrap();
        let cells = layer.as_tile_layer().unwrap();
        for (at, &colors) in corners.iter() {
            let (x, y) = (i32::from(left) + i32::from(at.x), i32::from(top) + i32::from(at.y));
            let expected = TilesetKind::Corner16.index(colors).map(u32::from);
            assert_eq!(cells.get_tile(x, y).map(|tile| tile.id()), expected, "{x}, {y}");
        }
    }
}

#[test]
fn a_window_of_a_world_may_be_a_map_of_its_size() {
    let mut window = BuilderMap::filled(Size::new(39, 27), Wrap::None, Tile::FLOOR);
    window.start = Some(Point::new(2, 3));
    let finite = Tiled { infinite: false, ..Tiled::default() };
    let (made, mut map) = (finite.window(&window, (-21, -5)).unwrap(), finite.map(&window).unwrap());
    map.properties.extend([("left", -21), ("top", -5)].map(|(name, at)| property(name, TiledValue::Int(at))));
    assert_eq!(made, map);
    let TiledContent::Tiles(TiledCells::Chunks(chunks)) =
        Tiled::default().window(&window, (-21, -5)).unwrap().layers.remove(0).content
    else {
        panic!("chunks")
    };
    let places: Vec<(i32, i32)> = chunks.iter().map(|chunk| (chunk.x, chunk.y)).collect();
    let expected = [-16, 0, 16].into_iter().flat_map(|y| [-32, -16, 0, 16].map(|x| (x, y)));
    assert_eq!(places, expected.filter(|&(_, y)| y < 22).collect::<Vec<_>>());
    assert!(chunks.iter().all(|chunk| chunk.tiles.size() == Size::new(16, 16)));
}

/// What Python's readers find: of each layer the tiles, or the classes of the objects.
const READ: &str = r#"
import json, sys
from pathlib import Path
import pytiled_parser, pytmx

def parsed(layer):
    if hasattr(layer, "tiled_objects"):
        return sorted(object.class_ for object in layer.tiled_objects)
    if layer.chunks:
        return sum(gid != 0 for chunk in layer.chunks for row in chunk.data for gid in row)
    return sum(gid != 0 for row in layer.data for gid in row)

def loaded(layer):
    if isinstance(layer, pytmx.TiledObjectGroup):
        return sorted(object.type for object in layer)
    return sum(gid != 0 for row in layer.data for gid in row)

for name in sys.argv[1:]:
    path = Path(name)
    theirs = {layer.name: parsed(layer) for layer in pytiled_parser.parse_map(path).layers}
    print(json.dumps(theirs))
    if path.suffix == ".tmx" and not path.stem.startswith("infinite"):
        others = pytmx.TiledMap(name)
        assert {layer.name: loaded(layer) for layer in others.layers} == theirs, name
"#;

/// Names that readers refuse for properties, as they have fields of these names (pytmx), or as they are orders to the
/// importer of Godot.
#[test]
fn no_property_has_a_reserved_name() {
    let reserved = [
        "id",
        "name",
        "type",
        "class",
        "x",
        "y",
        "width",
        "height",
        "rotation",
        "gid",
        "visible",
        "template",
        "properties",
        "parent",
        "points",
        "closed",
        "data",
        "opacity",
        "offsetx",
        "offsety",
        "color",
        "draworder",
        "tiles",
        "tilewidth",
        "tileheight",
        "version",
        "orientation",
        "layers",
        "filename",
        "images",
        "objects",
        "tilesets",
        "image",
        "source",
    ];
    let mut rng = MapRng::new(5);
    let map = random(&mut rng, (23, 19), 1);
    let tiled = Tiled { external: true, ..Tiled::default() }.map(&map).unwrap();
    let colored = Tiled::default().map(&random(&mut rng, (5, 5), 2)).unwrap();
    let maze = random(&mut rng, (5, 5), 1);
    let names = [&tiled, &colored, &Tiled::default().map(&maze).unwrap()];
    let mut names: Vec<&str> = names.iter().flat_map(|map| &map.sheets).map(|sheet| sheet.set.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut known = SHEET_NAMES.to_vec();
    known.sort_unstable();
    assert_eq!(names, known);
    let things = tiled.layers.iter().filter_map(|layer| match &layer.content {
        TiledContent::Objects(objects, _) => Some(objects),
        TiledContent::Tiles(_) => None,
    });
    let objects = things.flatten().flat_map(|object| &object.properties);
    let tiles = tiled.sheets.iter().flat_map(|sheet| &sheet.set.tiles).flat_map(|tile| &tile.properties);
    let all: Vec<&str> = tiled.properties.iter().chain(objects).chain(tiles).map(|one| one.name.as_str()).collect();
    assert!(all.len() > 20);
    let wrong = all.iter().find(|name| reserved.contains(name) || name.starts_with("godot_"));
    assert_eq!(wrong, None);
}

#[test]
fn readers_of_python_open_every_map() {
    let Some(python) = clients::python() else { return };
    let mut rng = MapRng::new(21);
    let dir = tempfile::tempdir().unwrap();
    let (mut paths, mut expected) = (Vec::new(), Vec::new());
    for (number, size) in SIZES.into_iter().enumerate() {
        let map = random(&mut rng, size, 1);
        for (encoding, external) in [(TiledEncoding::Csv, false), (TiledEncoding::Zlib, true)] {
            let tiled = Tiled { encoding, external, ..Tiled::default() };
            for (name, made) in [("map", tiled.map(&map)), ("infinite", tiled.window(&map, (-7, 30)))] {
                let made = made.unwrap();
                for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
                    let ending = if format == TiledFormat::Tmx { "tmx" } else { "tmj" };
                    let path = dir.path().join(format!("{name}-{number}-{external}-{ending}.{ending}"));
                    made.save(format, &path).unwrap();
                    paths.push(path.to_string_lossy().into_owned());
                    expected.push(found_in(&made));
                }
            }
        }
    }
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let printed = clients::run_python(python, READ, &paths);
    let found: Vec<serde_json::Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(found, expected);
}

/// Of each layer the number of tiles, or the classes of the objects.
fn found_in(map: &TiledMap) -> serde_json::Value {
    let tiles = |grid: &Grid<u32>| grid.as_slice().iter().filter(|&&gid| gid != 0).count();
    let layers = map.layers.iter().map(|layer| {
        let found = match &layer.content {
            TiledContent::Tiles(TiledCells::Whole(grid)) => tiles(grid).into(),
            TiledContent::Tiles(TiledCells::Chunks(chunks)) => {
                chunks.iter().map(|chunk| tiles(&chunk.tiles)).sum::<usize>().into()
            }
            TiledContent::Objects(objects, _) => {
                let mut kinds: Vec<&str> = objects.iter().map(|object| object.kind.as_str()).collect();
                kinds.sort_unstable();
                serde_json::json!(kinds)
            }
        };
        (layer.name.clone(), found)
    });
    serde_json::Value::Object(layers.collect())
}

fn property(name: &str, value: TiledValue) -> TiledProperty {
    TiledProperty { name: name.to_owned(), value }
}

fn part_of(picture: &RgbaImage, (left, top): (u32, u32), (w, h): (u32, u32)) -> RgbaImage {
    imageops::crop_imm(picture, left, top, w, h).to_image()
}

#[test]
fn layers_of_the_users_own_become_properties() {
    for size in [(1, 1), (1, 7), (5, 8)] {
        let mut map = random(&mut MapRng::new(11), size, 1);
        let layers = [
            ("moisture", Layer::from(Grid::from_fn(map.size(), |p| f32::from(p.x) + 0.5))),
            ("height", Layer::from(Grid::from_fn(map.size(), |p| i32::from(p.y) - 3))),
        ];
        map.layers.extend(layers.map(|(name, layer)| (name.to_owned(), layer)));
        let dir = tempfile::tempdir().unwrap();
        let made = Tiled::default().map(&map).unwrap();
        let theirs = tiled::Loader::new().load_tmx_map(saved(&made, dir.path(), TiledFormat::Tmx)).unwrap();
        let json = std::fs::read_to_string(saved(&made, dir.path(), TiledFormat::Tmj)).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        for name in ["moisture", "height"] {
            let (csv, property) = (csv_named(&map, name).unwrap(), format!("layer_{name}"));
            assert_eq!(csv.lines().count(), usize::from(size.1));
            assert_eq!(theirs.properties[&property], tiled::PropertyValue::StringValue(csv.clone()), "{size:?}");
            let found = json["properties"].as_array().unwrap().iter().find(|known| known["name"] == property.as_str());
            assert_eq!(found.unwrap()["value"], csv.as_str(), "{size:?}");
        }
        let tiles = only(TiledPart::Tiles).map(&map).unwrap();
        assert!(tiles.properties.iter().all(|property| !property.name.starts_with("layer_")));
    }
}

#[test]
fn no_text_of_a_map_makes_a_file_that_is_not_xml() {
    let map = random(&mut MapRng::new(10), (5, 4), 1);
    let made = || Tiled::default().map(&map).unwrap();
    let bell = || "ding\u{7}".to_owned();
    let property = || TiledProperty { name: "tags".into(), value: TiledValue::Text(bell()) };
    let check = |what: &str, spoil: &dyn Fn(&mut TiledMap)| {
        let mut map = made();
        spoil(&mut map);
        let expected = format!("the {what} \"ding\\u{{7}}\" cannot be written: XML has no character U+0007");
        for (format, name) in [(TiledFormat::Tmx, "level.tmx"), (TiledFormat::Tmj, "level.tmj")] {
            assert_eq!(map.files(format, name).unwrap_err().to_string(), expected);
        }
    };
    check("object", &|map| first_object(map).name = bell());
    check("class of an object", &|map| first_object(map).kind = bell());
    check("value of a property", &|map| first_object(map).properties.push(property()));
    check("value of a property", &|map| map.properties.push(property()));
    check("property", &|map| map.properties.push(TiledProperty { name: bell(), value: TiledValue::Bool(true) }));
    check("layer", &|map| map.layers[0].name = bell());
    check("tileset", &|map| map.sheets[0].set.name = bell());
    check("class of a tile", &|map| map.sheets[0].set.tiles.push(tile(bell(), Vec::new())));
    check("value of a property", &|map| map.sheets[0].set.tiles.push(tile("floor".into(), vec![property()])));
}

fn first_object(map: &mut TiledMap) -> &mut TiledObject {
    let objects = map.layers.iter_mut().filter_map(|layer| match &mut layer.content {
        TiledContent::Objects(objects, _) => objects.first_mut(),
        TiledContent::Tiles(_) => None,
    });
    objects.last().unwrap()
}

fn tile(kind: String, properties: Vec<TiledProperty>) -> TiledTile {
    TiledTile { tile: 0, kind, properties }
}

#[test]
fn what_cannot_be_written_is_named_before_any_file_is() {
    let mut map = random(&mut MapRng::new(10), (5, 4), 1);
    let dir = tempfile::tempdir().unwrap();
    let fails = |tiled: &Tiled, map: &BuilderMap, name: &str, format: TiledFormat, message: &str| {
        let error = tiled.map(map).and_then(|made| made.save(format, dir.path().join(name))).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "{message}");
    };
    let (any, tmx, tmj) = (Tiled::default(), TiledFormat::Tmx, TiledFormat::Tmj);
    let wants = "Tiled expects a name that ends in";
    fails(&any, &map, "level.png", tmx, &format!("the file \"level.png\" cannot be written: {wants} .tmx or .xml"));
    fails(&any, &map, "level", tmj, &format!("the file \"level\" cannot be written: {wants} .tmj or .json"));
    fails(&any, &map, ".tmx", tmx, "the file \".tmx\" cannot be written: nothing stands before its end");
    let bad = "not every system can have '?' in the name of a file";
    fails(&any, &map, "why?.tmj", tmj, &format!("the file \"why?.tmj\" cannot be written: {bad}"));
    let none = Tiled { tile_px: 0, ..Tiled::default() };
    fails(&none, &map, "level.tmx", tmx, "the size of tiles is 0; expected 1 to 1024");
    fails(
        &only(TiledPart::Solution),
        &map,
        "level.tmx",
        tmx,
        "the map has no `solution`; it has tiles, corners, regions, sides, rooms, corridors, portals, doors, spawns, exit, start",
    );
    map.spawns[0].what = "bell\u{7}".to_owned();
    let bell = "the object \"bell\\u{7}\" cannot be written: XML has no character U+0007";
    for format in [tmx, tmj] {
        let name = if format == tmx { "level.tmx" } else { "level.tmj" };
        fails(&any, &map, name, format, bell);
    }
    map.corners = None;
    let terrain = Tiled { tileset: Some(Tileset::shipped("terrain", 16).unwrap()), ..only(TiledPart::Tiles) };
    let useless = "a tileset of the kind `corner-16` shows corners, and no layer that is written has any";
    fails(&terrain, &map, "level.tmx", tmx, useless);
    map.tiles = Grid::new(Size::new(0, 3), Tile::WALL);
    fails(&only(TiledPart::Tiles), &map, "level.tmx", tmx, "a map of 0x3 has no cell to draw");
    let map = BuilderMap::filled(Size::new(1, 1), Wrap::None, Tile::WALL);
    let error = any.window(&map, (i64::MAX, 0)).unwrap_err().to_string();
    let allowed = "-67108864 to 67108864, with tiles of 16 pixels";
    assert_eq!(error, format!("the column or row of a chunk is {}; expected {allowed}", i64::MAX));
}
