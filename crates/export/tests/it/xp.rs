//! REXPaint images, read by the Python package tcod: every character and color is what it should be.
#![allow(clippy::expect_used, clippy::panic)]

use std::fs;

use crate::clients;
use mapwright_core::text::{LineWidth, TextForm, TextStyle, text};
use mapwright_core::{
    BuilderMap, Color, Dir, Flow, Grid, MapRng, Palette, Passages, Point, Portal, Sides, Size, Spawn, Tile, Wrap,
    join_sides,
};
use mapwright_export::{XpForm, XpStyle, xp};
use mapwright_render::Theme;

/// Character, its color, the ground's.
type Cell = (char, Color, Color);

const CLEAR: Color = Color(255, 0, 255);

/// Prints for each file and layer its size, and a line for each cell, row by row; and a last line for each file.
const READ: &str = r#"
import sys, tcod.console, tcod.tileset
for path in sys.argv[1:]:
    for layer in tcod.console.load_xp(path, order="C"):
        print(layer.width, layer.height)
        for y in range(layer.height):
            for x in range(layer.width):
                code = int(layer.ch[y, x])
                print(tcod.tileset.CHARMAP_CP437[code], *layer.fg[y, x], *layer.bg[y, x])
    print()
"#;

/// The layers of images as tcod sees them. It starts slowly, so all of them are read at once.
fn read(images: &[(&BuilderMap, XpStyle)]) -> Option<Vec<Vec<Grid<Cell>>>> {
    let dir = tempfile::tempdir().unwrap();
    let paths: Vec<String> =
        (0..images.len()).map(|nth| dir.path().join(format!("{nth}.xp")).to_string_lossy().into_owned()).collect();
    for ((map, style), path) in images.iter().zip(&paths) {
        fs::write(path, xp(map, style).unwrap()).unwrap();
    }
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let printed = clients::run_python(clients::python()?, READ, &paths);
    let files = printed.split_terminator("\n\n").map(layers).collect::<Vec<_>>();
    assert_eq!(files.len(), images.len());
    Some(files)
}

fn layers(printed: &str) -> Vec<Grid<Cell>> {
    let numbers = |line: &str| line.split(' ').map(|word| word.parse::<u32>().unwrap()).collect::<Vec<u32>>();
    let mut lines = printed.lines().map(numbers);
    let mut layers = Vec::new();
    while let Some(head) = lines.next() {
        let size = Size::new(head[0].try_into().unwrap(), head[1].try_into().unwrap());
        let byte = |number: u32| u8::try_from(number).unwrap();
        layers.push(Grid::from_fn(size, |_| {
            let cell = lines.next().unwrap();
            let color = |at: usize| Color(byte(cell[at]), byte(cell[at + 1]), byte(cell[at + 2]));
            (char::from_u32(cell[0]).unwrap(), color(1), color(4))
        }));
    }
    layers
}

fn every_tile(size: Size) -> BuilderMap {
    let mut rng = MapRng::new(4);
    let tiles: Vec<Tile> = Palette::default().looks().iter().map(|look| look.tile).collect();
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    map.tiles = Grid::from_fn(size, |_| *rng.pick(&tiles).unwrap());
    map
}

fn maze(size: Size, wrap: Wrap) -> BuilderMap {
    let mut rng = MapRng::new(8);
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    let mut sides = Grid::new(size, Sides::CLOSED);
    let lattice = Passages::lattice(size, wrap);
    for cell in 0..size.area() {
        for dir in lattice.dirs(cell).iter().collect::<Vec<Dir>>() {
            if rng.chance(0.4) {
                join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
            }
        }
    }
    map.sides = Some(sides);
    map.exit = Some(Point::new(size.w - 1, size.h - 1));
    map
}

fn chars(layer: &Grid<Cell>) -> String {
    layer.rows().map(|row| row.iter().map(|cell| cell.0).chain(['\n']).collect::<String>()).collect()
}

const SIZES: [(u16, u16); 4] = [(1, 1), (1, 6), (6, 1), (13, 9)];

#[test]
fn tiles_have_their_glyphs_and_colors() {
    let palette = Palette::default();
    let maps = SIZES.map(|(w, h)| every_tile(Size::new(w, h)));
    let Some(files) = read(&maps.each_ref().map(|map| (map, XpStyle::default()))) else { return };
    for (map, layers) in maps.iter().zip(files) {
        assert_eq!(layers.len(), 2);
        for (p, &(glyph, ink, ground)) in layers[0].iter() {
            let look = palette.look(map.tiles[p]);
            assert_eq!((glyph, ground), (look.glyph, look.color), "{p}");
            assert_ne!(ink, ground);
        }
        assert!(layers[1].as_slice().iter().all(|cell| cell.0 == ' ' && cell.2 == CLEAR));
    }
}

#[test]
fn marks_and_regions_have_layers_of_their_own() {
    let theme = Theme::default();
    let mut map = BuilderMap::filled(Size::new(5, 2), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(0, 0));
    map.exit = Some(Point::new(4, 1));
    map.spawns.push(Spawn::new(Point::new(2, 1), "Goblin"));
    map.portals.push(Portal::new((1, 0), (3, 0)));
    map.regions = Grid::from_vec(map.size(), vec![1, 1, 0, 2, 2, 1, 1, 1, 2, 2]);
    let plain = XpStyle { marks: false, regions: false, ..XpStyle::default() };
    let Some(files) = read(&[(&map, XpStyle::default()), (&map, plain)]) else { return };
    let [ground, marks, regions] = &files[0][..] else { panic!("{} layers", files[0].len()) };
    assert_eq!([chars(ground), chars(marks)], [".....\n.....\n", "S1 1 \n  ! E\n"]);
    let inks = [(0, 0, theme.start), (4, 1, theme.exit), (2, 1, theme.names[0]), (3, 0, theme.portals[0])];
    for (x, y, ink) in inks {
        let p = Point::new(x, y);
        assert_eq!((marks[p].1, marks[p].2), (ink, ground[p].2));
    }
    for (p, &(glyph, _, color)) in regions.iter() {
        let region = map.regions.as_ref().unwrap()[p];
        let is_clear = region == 0 || marks[p].2 != CLEAR;
        assert_eq!((glyph, color), if is_clear { (' ', CLEAR) } else { ('.', theme.region(region.into())) }, "{p}");
    }
    assert_eq!((files[1].len(), &files[1][0]), (1, ground));
}

#[test]
fn mazes_are_walls_or_lines() {
    let all = SIZES.into_iter().flat_map(|(w, h)| [Wrap::None, Wrap::Both].map(|wrap| (Size::new(w, h), wrap)));
    let mazes: Vec<BuilderMap> = all.map(|(size, wrap)| maze(size, wrap)).collect();
    let lines = || XpStyle { form: XpForm::Lines, ..XpStyle::default() };
    let images: Vec<_> = mazes.iter().flat_map(|map| [(map, XpStyle::default()), (map, lines())]).collect();
    let Some(files) = read(&images) else { return };
    for (map, files) in mazes.iter().zip(files.chunks(2)) {
        let style = TextStyle { form: TextForm::Maze, width: LineWidth::Narrow, marks: false, ..TextStyle::default() };
        let drawn = text(map, &style).unwrap();
        if map.wrap == Wrap::None {
            let wall = |glyph: char| {
                if glyph == ' ' {
                    '.'
                } else if glyph == '\n' {
                    glyph
                } else {
                    '#'
                }
            };
            assert_eq!(chars(&files[0][0]), drawn.chars().map(wall).collect::<String>());
        }
        let Size { w, h } = map.size();
        assert_eq!(files[0][1][Point::new(2 * w - 1, 2 * h - 1)].0, 'E');
        let whole = drawn.replace(['╴', '╶'], "─").replace(['╵', '╷'], "│");
        assert_eq!(chars(&files[1][0]), whole);
    }
}

#[test]
fn pipes_are_one_character_a_cell_in_the_colors_of_their_water() {
    let theme = Theme::default();
    let mut map = BuilderMap::filled(Size::new(4, 4), Wrap::None, Tile::FLOOR);
    map.sides = Some(Grid::from_fn(map.size(), |p| Sides::from_code(u8::try_from(4 * p.y + p.x).unwrap())));
    let mut flow = Flow::dry(map.size(), Point::new(3, 3));
    for (x, y, wet, ring) in [(0, 1, true, false), (1, 1, true, true), (2, 1, false, true), (3, 3, true, true)] {
        flow.wet[Point::new(x, y)] = wet;
        flow.on_ring[Point::new(x, y)] = ring;
    }
    map.flow = Some(flow);
    let Some(files) = read(&[(&map, XpStyle::default())]) else { return };
    let layers = &files[0];
    assert_eq!(chars(&layers[0]), " ╨╞└\n╥│┌├\n╡┘─┴\n┐┤┬┼\n");
    let color = |x, y| layers[0][Point::new(x, y)].1;
    assert_eq!([color(0, 0), color(0, 1), color(1, 1)], [theme.dry, theme.wet, theme.ring]);
    assert_eq!([color(2, 1), color(3, 3)], [theme.dry_ring, theme.source]);
    assert!(layers[0].as_slice().iter().all(|cell| cell.2 == theme.board));
}

#[test]
fn marks_off_the_map_are_left_out() {
    let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    map.sides = Some(Grid::new(map.size(), Sides::OPEN));
    let plain = xp(&map, &XpStyle::default()).unwrap();
    map.spawns = vec![Spawn::new(Point::new(40_000, 1), "far"), Spawn::new(Point::new(1, u16::MAX), "far")];
    assert_eq!(xp(&map, &XpStyle::default()).unwrap(), plain);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let check = |map: &BuilderMap, style: &XpStyle, message: &str| {
        assert_eq!(xp(map, style).unwrap_err().to_string(), message);
    };
    let filled = |w, h| BuilderMap::filled(Size::new(w, h), Wrap::None, Tile::FLOOR);
    let form = |form| XpStyle { form, ..XpStyle::default() };
    check(&filled(0, 3), &XpStyle::default(), "a map of 0x3 has no cell to draw");
    check(&filled(2, 3), &form(XpForm::Lines), "the map has no `sides` to draw");
    check(&filled(2, 3), &form(XpForm::Pipes), "the map has no `sides` to draw");
    check(
        &filled(4097, 2048),
        &form(XpForm::Tiles),
        "an image of 4097x2048 characters is too large: expected at most 8388608 in all",
    );
    let mut large = filled(1500, 1500);
    large.sides = Some(Grid::new(large.size(), Sides::OPEN));
    check(
        &large,
        &XpStyle::default(),
        "an image of 3001x3001 characters is too large: expected at most 8388608 in all",
    );
    let mut palette = Palette::default();
    palette.set(Tile::FLOOR, "snow", '❄', Color(255, 255, 255));
    let message = "the glyph `❄` of `snow` is not in code page 437, which REXPaint draws with";
    check(&filled(1, 1), &XpStyle { palette, ..XpStyle::default() }, message);
}

#[test]
fn the_same_map_is_the_same_file() {
    let map = every_tile(Size::new(5, 8));
    let file = || xp(&map, &XpStyle::default()).unwrap();
    assert_eq!(file(), file());
    assert_eq!(file()[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
}
