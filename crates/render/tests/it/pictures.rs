//! Pictures: every kind of every map, at every scale.

use std::io::Cursor;

use crate::common;
use mapwright_core::{BuilderMap, Color, Dir, Flow, Grid, Point, Portal, Sides, Size, Tile, Wrap};
use mapwright_render::image::Rgba;
use mapwright_render::{
    Hatch, Heading, Kind, RenderError, RgbaImage, Style, Theme, draw, picture_size, poster, poster_with_stages, svg,
    write_png,
};
use png::Transformations;
use proptest::prelude::*;

const KINDS: [Kind; 7] =
    [Kind::Auto, Kind::Tiles, Kind::Maze, Kind::Pipes, Kind::WangEdges, Kind::WangCorners, Kind::Regions];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_theme_draws(
        tiles in prop::collection::vec(any::<u8>(), 63),
        numbers in any::<[u8; 5]>(),
        scale in 1u32..30,
        hatch in 0usize..3,
        light in any::<bool>(),
    ) {
        let [grain, rim_width, ao, east, south] = numbers;
        let theme = Theme::default().with(|theme| {
            (theme.grain, theme.rim_width, theme.ao, theme.cast) = (grain, rim_width, ao, (east, south));
            (theme.hatch, theme.light) = ([Hatch::None, Hatch::Dyson, Hatch::Lines][hatch], light);
            theme.grid = Some(theme.ink);
        });
        let mut map = BuilderMap::filled(Size::new(9, 7), Wrap::None, Tile::FLOOR);
        for (place, tile) in (0..).zip(tiles) {
            map.tiles[place] = Tile(tile);
        }
        map.start = Some(Point::new(4, 3));
        let style = Style { theme, scale, ..Style::default() };
        prop_assert!(draw(&map, &style).is_ok());
        prop_assert!(svg(&map, &style).is_ok());
    }
}

#[test]
fn every_map_has_a_picture_of_the_size_foretold() {
    for size in common::sizes() {
        for wrap in Wrap::ALL {
            for map in common::all(size, wrap) {
                for (scale, margin) in
                    [(1, None), (2, Some(0)), (3, Some(1)), (4, None), (7, None), (8, Some(0)), (17, None)]
                {
                    for kind in KINDS {
                        let style = Style { kind, scale, margin, tint: scale % 2 == 0, ..Style::default() };
                        match draw(&map, &style) {
                            Ok(image) => {
                                assert_eq!(image.dimensions(), picture_size(&map, &style).unwrap());
                                assert!(image.pixels().all(|pixel| pixel[3] == 255));
                            }
                            Err(error) => assert!(matches!(error, RenderError::MissingPlane { .. }), "{error}"),
                        }
                    }
                    draw(&map, &Style { scale, margin, ..Style::default() }).unwrap();
                }
            }
        }
    }
}

#[test]
fn marks_off_the_map_and_a_flow_from_nowhere_are_left_out() {
    let mut map = common::pipes(Size::new(5, 8), Wrap::None, 1);
    let far = Point::new(900, 900);
    (map.start, map.exit) = (Some(far), Some(Point::new(5, 0)));
    map.portals.push(Portal::new(far, (0, 0)));
    map.spawns[0].at = far;
    map.flow = Some(Flow::dry(map.size(), far));
    for kind in [Kind::Auto, Kind::Tiles, Kind::Maze] {
        draw(&map, &Style { kind, tint: true, ..Style::default() }).unwrap();
    }
}

#[test]
fn refusals_say_why() {
    let map = common::maze(Size::new(50, 40), Wrap::None, 1, 0.0);
    let message = |style: Style| draw(&map, &style).unwrap_err().to_string();
    assert_eq!(message(Style { kind: Kind::WangCorners, ..Style::default() }), "the map has no `corners` to draw");
    assert_eq!(message(Style { kind: Kind::Regions, ..Style::default() }), "the map has no `regions` to draw");
    assert_eq!(
        message(Style { scale: 0, ..Style::default() }),
        "a scale of 0 pixels a cell draws nothing; expected 1 or more"
    );
    assert_eq!(
        message(Style { max_pixels: 1000, margin: Some(10), ..Style::default() }),
        "a picture of 820x660 pixels is too large: expected at most 1000 pixels"
    );
    assert_eq!(
        message(Style { scale: u32::MAX, margin: Some(0), ..Style::default() }),
        "a picture of 214748364750x171798691800 pixels is too large: expected at most 268435456 pixels"
    );
    let empty = BuilderMap::filled(Size::new(3, 0), Wrap::None, Tile::FLOOR);
    assert_eq!(draw(&empty, &Style::default()).unwrap_err().to_string(), "a map of 3x0 has no cell to draw");
}

/// The pixel in the middle of a cell of a picture without a margin.
fn middle(image: &RgbaImage, scale: u32, at: Point) -> Color {
    let [r, g, b, _] = image.get_pixel(u32::from(at.x) * scale + scale / 2, u32::from(at.y) * scale + scale / 2).0;
    Color(r, g, b)
}

#[test]
fn tiles_that_only_the_map_knows_have_its_colors() {
    let (clay, ash) = (Color(0xb0, 0x50, 0x30), Color(0x77, 0x77, 0x77));
    let mut map = BuilderMap::filled(Size::new(5, 3), Wrap::None, Tile::FLOOR);
    (map.tiles[6], map.tiles[8]) = (Tile(32), Tile(160));
    map.palette = [(Tile(32), clay), (Tile(160), ash), (Tile::FLOOR, ash)].into();
    for scale in [1, 2, 8, 24] {
        let style = Style { kind: Kind::Tiles, scale, margin: Some(0), ..Style::default() };
        let image = draw(&map, &style).unwrap();
        let found = [Point::new(1, 1), Point::new(3, 1)].map(|at| middle(&image, scale, at));
        assert_eq!(found, [clay, ash], "{scale}");
        assert_ne!(middle(&image, scale, Point::new(2, 1)), ash);
    }
    let drawn = svg(&map, &Style::default()).unwrap();
    assert!(drawn.contains("#b05030") && drawn.contains("#777777"));
}

#[test]
fn the_four_states_of_pipes_have_their_colors_at_every_scale() {
    let mut map = BuilderMap::filled(Size::new(4, 1), Wrap::None, Tile::FLOOR);
    map.sides = Some(Grid::new(map.size(), Sides::OPEN));
    let mut flow = Flow::dry(map.size(), Point::new(0, 0));
    flow.wet = Grid::from_vec(map.size(), vec![false, true, false, true]).unwrap();
    flow.on_ring = Grid::from_vec(map.size(), vec![false, false, true, true]).unwrap();
    map.flow = Some(flow);
    for scale in [1, 2, 3, 4, 5, 6, 7] {
        let style = Style { scale, margin: Some(0), marks: false, ..Style::default() };
        let image = draw(&map, &style).unwrap();
        let theme = &style.theme;
        let expected = [theme.dry, theme.wet, theme.dry_ring, theme.ring];
        assert_eq!([0, 1, 2, 3].map(|x| middle(&image, scale, Point::new(x, 0))), expected, "{scale}");
    }
}

#[test]
fn walls_stand_between_cells_that_are_not_joined() {
    let mut map = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::FLOOR);
    map.sides = Some(Grid::from_vec(map.size(), vec![2, 8, 0].into_iter().map(Sides::from_code).collect()).unwrap());
    let style = Style { scale: 4, margin: Some(0), marks: false, ..Style::default() };
    let image = draw(&map, &style).unwrap();
    assert_eq!(image.dimensions(), (12, 4));
    let dark = |x: u32| is_wall(image.get_pixel(x, 2).0);
    let row: String = (0..12).map(|x| if dark(x) { '#' } else { '.' }).collect();
    assert_eq!(row, "#.......####");
}

/// Whether a pixel has one of the two colors of thin walls.
fn is_wall([r, g, b, _]: [u8; 4]) -> bool {
    let theme = Theme::default();
    [theme.rock, theme.rock_far].contains(&Color(r, g, b))
}

/// On every side of every cell of a maze there is a wall just where no passage leads.
#[test]
fn walls_are_where_no_passage_is() {
    for (size, wrap) in common::sizes().into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
        let map = common::maze(size, wrap, 9, 0.2);
        let passages = map.passages();
        let style = Style { scale: 12, margin: Some(0), marks: false, ..Style::default() };
        let image = draw(&map, &style).unwrap();
        for p in size.points() {
            for dir in Dir::ALL {
                // The first, the middle or the last pixel of the cell: a wall has one on each side of its border.
                let at = |cell: u16, step: i32| u32::from(cell) * 12 + [0, 6, 11][(step + 1) as usize];
                let (dx, dy) = dir.delta();
                let leads = passages.dirs(size.index(p)).contains(dir);
                let found = is_wall(image.get_pixel(at(p.x, dx), at(p.y, dy)).0);
                assert_ne!(found, leads, "{size} {wrap} {p} {dir:?}");
            }
        }
    }
}

#[test]
fn start_and_exit_are_found_on_the_smallest_scale() {
    let mut map = BuilderMap::filled(Size::new(200, 100), Wrap::None, Tile::FLOOR);
    map.start = Some(Point::new(50, 50));
    map.exit = Some(Point::new(150, 50));
    let style = Style { scale: 1, ..Style::default() };
    let image = draw(&map, &style).unwrap();
    for color in [style.theme.start, style.theme.exit] {
        let found = image.pixels().filter(|p| p.0 == [color.0, color.1, color.2, 255]).count();
        assert!(found >= 8, "{found} pixels");
    }
}

#[test]
fn png_files_hold_the_picture() {
    let mut image = draw(&common::pipes(Size::new(5, 8), Wrap::Both, 3), &Style::default()).unwrap();
    for transparent in [false, true] {
        if transparent {
            let [r, g, b, _] = image.get_pixel(0, 0).0;
            image.put_pixel(0, 0, Rgba([r, g, b, 0]));
        }
        let mut file = Vec::new();
        write_png(&image, &mut file).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(file));
        reader.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = reader.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        assert_eq!(&bytes, image.as_raw());
    }
}

/// The margins of a sheet stay empty, however many stages there are and however narrow the map is.
#[test]
fn stages_stay_on_their_sheet() {
    let heading = Heading { title: "W".repeat(500), line: "w".repeat(500) };
    for (size, scale) in [((1, 1), 1), ((1, 7), 40), ((5, 8), 16), ((90, 4), 9)] {
        let history = common::recorded(Size::new(size.0, size.1), 0);
        let image = poster_with_stages(&history, &Style { scale, ..Style::default() }, &heading).unwrap();
        let (right, bottom, paper) = (image.width() - 22, image.height() - 22, *image.get_pixel(0, 0));
        for (x, y, pixel) in image.enumerate_pixels() {
            let is_margin = x < 22 || y < 18 || x >= right || y >= bottom;
            assert!(!is_margin || *pixel == paper, "{size:?} at {scale}: ({x}, {y})");
        }
    }
}

#[test]
fn the_widest_map_has_pictures() {
    for (size, expected) in [(Size::new(u16::MAX, 1), (65_535, 1)), (Size::new(1, u16::MAX), (1, 65_535))] {
        let map = BuilderMap::filled(size, Wrap::Both, Tile::GRASS);
        let style = Style { scale: 1, margin: Some(0), ..Style::default() };
        assert_eq!(draw(&map, &style).unwrap().dimensions(), expected);
        assert!(svg(&map, &style).is_ok() && poster(&map, &style, &Heading::default()).is_ok());
        let large = Style { scale: 65_536, ..style };
        assert!(matches!(draw(&map, &large), Err(RenderError::TooLarge { .. })));
    }
}

/// What is drawn is decided in one place: what paints and writes scenes does not see the map.
#[test]
fn no_backend_names_the_map() {
    let mut folders = vec![
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/picture").into(),
        concat!(env!("CARGO_MANIFEST_DIR"), "/src/svg").into(),
    ];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir::<std::path::PathBuf>(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let is_test = path.ends_with("land/tests.rs");
            assert!(is_test || lines.all(|line| !line.contains("BuilderMap")), "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 30, "{files} files");
}

/// Several drawings can stand in one page: ids are equal only in equal drawings.
#[test]
fn ids_of_different_drawings_differ() {
    let drawings = [1, 2].map(|seed| svg(&common::cave(Size::new(9, 7), Wrap::None, seed), &Style::default()).unwrap());
    let ids = |drawing: &str| -> Vec<String> {
        let ids = drawing.split("id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        ids.collect()
    };
    let [a, b] = drawings.each_ref().map(|drawing| ids(drawing));
    assert!(a.len() > 2 && a.iter().all(|id| !b.contains(id)), "{a:?} {b:?}");
    assert_eq!(drawings[0], svg(&common::cave(Size::new(9, 7), Wrap::None, 1), &Style::default()).unwrap());
}

/// SVG shows what pictures show: the walk, the graph, areas, depths of water, and rooms of one cell.
#[test]
fn svg_shows_what_pictures_show() {
    let mut map = BuilderMap::filled(Size::new(12, 3), Wrap::None, Tile::WATER);
    let mut under = map.clone();
    under.tiles = map.tiles.map(|_| Tile::DEEP_WATER);
    let deep = svg(&under, &Style::default());
    assert_ne!(svg(&map, &Style::default()).unwrap(), deep.unwrap());
    map.sides = Some(Grid::new(map.size(), Sides::CLOSED));
    map.regions = Some(Grid::new(map.size(), 1));
    let style = Style { kind: Kind::Maze, ..Style::default() };
    let floor = style.theme.region(1).to_string();
    assert!(svg(&map, &style).unwrap().contains(&floor), "rooms of one cell are no rock");
    let sprites = Some(std::sync::Arc::new(mapwright_render::Sprites::default()));
    let error = svg(&map, &Style { sprites, ..style }).unwrap_err();
    assert_eq!(error.to_string(), "SVG does not show sprites; draw a picture instead");
}
