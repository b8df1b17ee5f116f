//! Texts, written out and read back.

use mapwright_core::text::{LineWidth, TextForm, TextStyle, WriteError, ansi_regions, ascii_palette, read_tiles, text};
use mapwright_core::{
    BuilderMap, Color, Dir, Dirs, Flow, Grid, MapRng, Palette, Passages, Point, Portal, Sides, Size, Spawn, Tile, Wrap,
    join_sides,
};
use proptest::prelude::*;

const WIDTHS: [LineWidth; 3] = [LineWidth::Compact, LineWidth::Narrow, LineWidth::Wide];

/// Box-drawing characters, light and heavy, by the lines that leave their middle: N=1 E=2 S=4 W=8.
const LIGHT: &str = " ╵╶└╷│┌├╴┘─┴┐┤┬┼";
const HEAVY: &str = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";

fn dirs(glyph: char) -> Option<Dirs> {
    let code = LIGHT.chars().position(|c| c == glyph).or_else(|| HEAVY.chars().position(|c| c == glyph))?;
    Some(Dirs::from_bits(code as u8))
}

/// One pipe tile a character.
fn read_pipes(text: &str) -> Grid<Sides> {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    Grid::from_fn(size, |p| dirs(rows[usize::from(p.y)][usize::from(p.x)]).unwrap().into())
}

/// One pipe tile three by three characters in ASCII.
fn read_ascii_pipes(text: &str) -> Grid<Sides> {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let size = Size::new((rows[0].len() / 3) as u16, (rows.len() / 3) as u16);
    Grid::from_fn(size, |p| {
        let at = |x: usize, y: usize| rows[usize::from(p.y) * 3 + y][usize::from(p.x) * 3 + x];
        assert_eq!([at(0, 0), at(2, 0), at(0, 2), at(2, 2)], [b' '; 4], "corners\n{text}");
        let arms =
            [(Dir::N, b'|', at(1, 0)), (Dir::E, b'-', at(2, 1)), (Dir::S, b'|', at(1, 2)), (Dir::W, b'-', at(0, 1))];
        assert!(arms.iter().all(|&(_, stroke, found)| found == stroke || found == b' '), "{text}");
        let open: Dirs = arms.iter().filter(|arm| arm.2 != b' ').map(|arm| arm.0).collect();
        assert_eq!(at(1, 1) == b'.', open.is_empty(), "{text}");
        open.into()
    })
}

/// The sides of cells without a line in a drawing of a maze or of regions. Each character that is a line or the end of
/// one must be the one that the lines around it ask for.
#[track_caller]
fn read_lines(text: &str, width: LineWidth) -> Grid<Sides> {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let (dx, dy) = match width {
        LineWidth::Compact => (1, 1),
        LineWidth::Narrow => (2, 2),
        LineWidth::Wide => (4, 2),
    };
    let (w, h) = ((rows[0].len() - 1) / dx, (rows.len() - 1) / dy);
    assert!(rows.iter().all(|row| row.len() == w * dx + 1) && rows.len() == h * dy + 1, "{text}");
    let is_ascii = text.is_ascii() && width != LineWidth::Compact;
    let (bar, dash) = if is_ascii { ('|', '-') } else { ('│', '─') };
    let vertex = |x: usize, y: usize| dirs(if rows[y * dy][x * dx] == '╳' { ' ' } else { rows[y * dy][x * dx] });
    // Whether a line runs to the right, or down, from a vertex.
    let across = |x: usize, y: usize| match width {
        LineWidth::Compact => vertex(x, y).unwrap().contains(Dir::E),
        _ => rows[y * dy][x * dx + 1] == dash,
    };
    let down = |x: usize, y: usize| match width {
        LineWidth::Compact => vertex(x, y).unwrap().contains(Dir::S),
        _ => rows[y * dy + 1][x * dx] == bar,
    };
    for (x, y) in (0..=h).flat_map(|y| (0..=w).map(move |x| (x, y))) {
        let lines = [
            (Dir::N, y > 0 && down(x, y.saturating_sub(1))),
            (Dir::E, x < w && across(x, y)),
            (Dir::S, y < h && down(x, y)),
            (Dir::W, x > 0 && across(x.saturating_sub(1), y)),
        ];
        let lines: Dirs = lines.into_iter().filter(|line| line.1).map(|line| line.0).collect();
        match is_ascii {
            true => assert_eq!(rows[y * dy][x * dx], if lines.is_empty() { ' ' } else { '+' }, "{text}"),
            false => assert_eq!(vertex(x, y), Some(lines), "vertex {x}, {y}\n{text}"),
        }
        let between = |line: bool, glyph: char| if line { glyph } else { ' ' };
        if x < w {
            assert!((1..dx).all(|i| rows[y * dy][x * dx + i] == between(lines.contains(Dir::E), dash)), "{text}");
        }
        if y < h {
            assert!((1..dy).all(|i| rows[y * dy + i][x * dx] == between(lines.contains(Dir::S), bar)), "{text}");
        }
    }
    Grid::from_fn(Size::new(w as u16, h as u16), |p| {
        let (x, y) = (usize::from(p.x), usize::from(p.y));
        let lines =
            [(Dir::N, across(x, y)), (Dir::E, down(x + 1, y)), (Dir::S, across(x, y + 1)), (Dir::W, down(x, y))];
        Sides::from(lines.into_iter().filter(|line| !line.1).map(|line| line.0).collect::<Dirs>())
    })
}

#[track_caller]
fn check(map: &BuilderMap, style: &TextStyle, expected: &str) {
    let written = text(map, style).unwrap();
    assert_eq!(written, expected, "\n{written}");
}

fn small_maze() -> BuilderMap {
    let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    map.sides = Some(read_pipes("╶┬╴\n╶┴╴\n"));
    map.start = Some(Point::new(0, 0));
    map.exit = Some(Point::new(2, 1));
    map.spawns.push(Spawn::new(Point::new(1, 1), "Goblin"));
    map
}

#[test]
fn a_maze_in_all_widths() {
    let map = small_maze();
    let style = |width| TextStyle { width, ..TextStyle::default() };
    check(&map, &style(LineWidth::Compact), "┌──┐\n├╴╶┤\n└──┘\n");
    check(&map, &style(LineWidth::Narrow), "┌─────┐\n│S    │\n├─╴ ╶─┤\n│  ! E│\n└─────┘\n");
    let wide = "\
┌───────────┐
│ S         │
├───╴   ╶───┤
│     !   E │
└───────────┘
";
    check(&map, &style(LineWidth::Wide), wide);
    let plain = TextStyle { marks: false, width: LineWidth::Narrow, ..TextStyle::default() };
    check(&map, &plain, "┌─────┐\n│     │\n├─╴ ╶─┤\n│     │\n└─────┘\n");
}

#[test]
fn mazes_pipes_and_tiles_in_ascii() {
    let ascii = || TextStyle { ascii: true, palette: ascii_palette(), ..TextStyle::default() };
    let mut map = small_maze();
    let narrow = TextStyle { width: LineWidth::Narrow, ..ascii() };
    check(&map, &narrow, "+-+-+-+\n|S    |\n+-+ +-+\n|  ! E|\n+-+-+-+\n");
    let wide = "+---+---+---+\n| S         |\n+---+   +---+\n|     !   E |\n+---+---+---+\n";
    check(&map, &ascii(), wide);
    map.solution = map.sides.clone();
    check(&map, &ascii(), "         \n +--+--+ \n    |    \n    |    \n +--+--+ \n         \n");
    let mut flow = mapwright_core::Flow::dry(map.size(), Point::new(0, 0));
    flow.wet[Point::new(1, 0)] = true;
    map.flow = Some(flow);
    map.sides.as_mut().unwrap()[Point::new(2, 1)] = Sides::CLOSED;
    let wet = TextStyle { heavy_wet: true, ..ascii() };
    check(&map, &wet, "         \n +--*--+ \n    |    \n    |    \n +--+- . \n         \n");
    let mut lake = BuilderMap::filled(Size::new(3, 1), Wrap::None, Tile::WALL);
    lake.tiles[Point::new(1, 0)] = Tile::DEEP_WATER;
    check(&lake, &ascii(), "#}#\n");
    let error = |map: &BuilderMap, style: TextStyle| text(map, &style).unwrap_err().to_string();
    let glyph = "the glyph `≈` of `deep water` is not ASCII; expected a palette of ASCII glyphs";
    assert_eq!(error(&lake, TextStyle { palette: Palette::default(), ..ascii() }), glyph);
    let compact = "a compact drawing cannot be in ASCII; expected a narrow or wide one";
    let form = TextForm::Maze;
    assert_eq!(error(&small_maze(), TextStyle { form, width: LineWidth::Compact, ..ascii() }), compact);
}

#[test]
fn the_ends_of_a_portal_have_one_digit() {
    let mut map = BuilderMap::filled(Size::new(12, 2), Wrap::None, Tile::FLOOR);
    map.portals = (0..12).map(|x| Portal::new((x, 0), (11 - x, 1))).collect();
    map.start = Some(Point::new(0, 0));
    map.spawns.push(Spawn::new(Point::new(1, 1), "Goblin"));
    check(&map, &TextStyle::default(), "S23456789012\n2!0987654321\n");
}

#[test]
fn wrapped_borders_are_open_where_they_lead_over() {
    let mut map = BuilderMap::filled(Size::new(2, 1), Wrap::X, Tile::FLOOR);
    map.sides = Some(Grid::new(map.size(), Sides::OPEN));
    let style = TextStyle { width: LineWidth::Narrow, ..TextStyle::default() };
    check(&map, &style, "╶───╴\n     \n╶───╴\n");
    map.wrap = Wrap::None;
    check(&map, &style, "┌───┐\n│   │\n└───┘\n");
}

#[test]
fn regions_by_the_same_lines() {
    let mut map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
    map.regions = Grid::from_vec(map.size(), vec![1, 1, 2, 2, 1, 1, 3, 2, 4, 4, 4, 2]);
    let style = |width| TextStyle { form: TextForm::Regions, width, ..TextStyle::default() };
    check(&map, &style(LineWidth::Compact), "┌─┬─┐\n│╳├┐│\n├─┴┤│\n└──┴┘\n");
    check(
        &map,
        &style(LineWidth::Narrow),
        "┌───┬───┐\n│   │   │\n│   ├─┐ │\n│   │ │ │\n├───┴─┤ │\n│     │ │\n└─────┴─┘\n",
    );
}

#[test]
fn pipes_by_their_own_sides_wet_ones_heavy() {
    let mut map = small_maze();
    map.solution = map.sides.clone();
    check(&map, &TextStyle::default(), "╶┬╴\n╶┴╴\n");
    let mut flow = mapwright_core::Flow::dry(map.size(), Point::new(0, 0));
    flow.wet[Point::new(0, 0)] = true;
    flow.wet[Point::new(1, 0)] = true;
    map.flow = Some(flow);
    check(&map, &TextStyle { heavy_wet: true, ..TextStyle::default() }, "╺┳╴\n╶┴╴\n");
    let every = (0..16).map(Sides::from_code).collect();
    let sides = Grid::from_vec(Size::new(16, 1), every);
    let mut every = BuilderMap::filled(Size::new(16, 1), Wrap::None, Tile::FLOOR);
    every.sides = sides;
    let style = TextStyle { form: TextForm::Pipes, heavy_wet: true, ..TextStyle::default() };
    check(&every, &style, &format!("{LIGHT}\n"));
    let mut flow = Flow::dry(every.size(), Point::new(0, 0));
    flow.wet = Grid::new(every.size(), true);
    every.flow = Some(flow);
    check(&every, &style, &format!("{HEAVY}\n"));
}

#[test]
fn tiles_by_their_glyphs() {
    let mut map = BuilderMap::filled(Size::new(4, 2), Wrap::None, Tile::WALL);
    map.tiles = read_tiles("#.~#\n#+.#\n", &Palette::default()).unwrap();
    map.start = Some(Point::new(1, 0));
    map.exit = Some(Point::new(2, 1));
    check(&map, &TextStyle::default(), "#S~#\n#+E#\n");
    check(&map, &TextStyle { marks: false, ..TextStyle::default() }, "#.~#\n#+.#\n");
}

#[test]
fn reading_errors_say_where() {
    let tiles = |text: &str| read_tiles(text, &Palette::default()).unwrap_err().to_string();
    assert_eq!(tiles("#.#\n#?#\n"), "line 2, column 2: `?` is not a glyph of the palette");
    assert_eq!(tiles("#.#\n#\n"), "line 2 has 1 characters; the first line has 3");
    assert_eq!(tiles(""), "the text holds no map");
    assert_eq!(tiles("\n\n"), "the text holds no map");
    let long = "#".repeat(70_000);
    assert_eq!(tiles(&long), "a map of 70000x1 is too large: expected at most 65535 cells a side");
}

#[test]
fn asking_for_what_is_not_there_is_an_error() {
    let map = BuilderMap::filled(Size::new(4, 3), Wrap::None, Tile::FLOOR);
    let error = |form| text(&map, &TextStyle { form, ..TextStyle::default() }).unwrap_err().to_string();
    assert_eq!(error(TextForm::Maze), "the map has no `sides` to draw");
    assert_eq!(error(TextForm::Pipes), "the map has no `sides` to draw");
    assert_eq!(error(TextForm::Regions), "the map has no `regions` to draw");
    let empty = BuilderMap::filled(Size::new(0, 3), Wrap::None, Tile::FLOOR);
    assert!(matches!(text(&empty, &TextStyle::default()), Err(WriteError::Empty { .. })));
}

#[test]
fn a_printed_map_is_its_text_in_the_default_style() {
    for map in [small_maze(), cave(Size::new(5, 8), Wrap::None, 1)] {
        assert_eq!(map.to_string() + "\n", text(&map, &TextStyle::default()).unwrap());
    }
    let empty = BuilderMap::filled(Size::new(0, 3), Wrap::None, Tile::FLOOR);
    assert_eq!(empty.to_string(), "a map of 0x3 has no cell to draw");
}

fn size_and_wrap() -> impl Strategy<Value = (Size, Wrap)> {
    let odd = [(1, 1), (1, 2), (2, 1), (1, 7), (7, 1), (2, 2), (5, 8)].map(|(w, h)| Size::new(w, h));
    let odd = prop::sample::select(odd.to_vec());
    let any = (1..12u16, 1..12u16).prop_map(|(w, h)| Size::new(w, h));
    (prop_oneof![odd, any], prop::sample::select(Wrap::ALL.to_vec()))
}

/// Sides of which each is open from both cells with a probability.
fn maze(size: Size, wrap: Wrap, seed: u64, open: f64) -> BuilderMap {
    let (lattice, mut rng) = (Passages::lattice(size, wrap), MapRng::new(seed));
    let mut sides = Grid::new(size, Sides::CLOSED);
    for cell in 0..size.area() {
        for dir in lattice.dirs(cell).iter().filter(|_| rng.chance(open)) {
            join_sides(&mut sides, cell, dir, lattice.step(cell, dir));
        }
    }
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    (map.sides, map.start) = (Some(sides), Some(size.center()));
    map.spawns.push(Spawn::new(size.point(rng.below(size.area())), "Goblin"));
    map
}

/// Any pipes, some of them wet.
fn pipes(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let mut map = BuilderMap::filled(size, wrap, Tile::FLOOR);
    map.sides = Some(Grid::from_fn(size, |_| Sides::from(Dirs::from_bits(rng.below(16) as u8))));
    let mut flow = Flow::dry(size, size.center());
    flow.wet = Grid::from_fn(size, |_| rng.chance(0.5));
    map.flow = Some(flow);
    map
}

/// Walls and floor without marks.
fn cave(size: Size, wrap: Wrap, seed: u64) -> BuilderMap {
    let mut rng = MapRng::new(seed);
    let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
    map.tiles = Grid::from_fn(size, |_| if rng.chance(0.6) { Tile::FLOOR } else { Tile::WALL });
    map
}

proptest! {
    /// What is read is every side that leads somewhere: all that the drawing shows.
    #[test]
    fn mazes_come_back((size, wrap) in size_and_wrap(), seed: u64, open in 0.0..1.0f64) {
        let map = maze(size, wrap, seed, open);
        let passages = map.passages();
        let ways = Grid::from_fn(size, |p| Sides::from(passages.dirs(size.index(p))));
        for width in WIDTHS {
            let written = text(&map, &TextStyle { width, ..TextStyle::default() }).unwrap();
            prop_assert_eq!(&read_lines(&written, width), &ways, "\n{}", written);
        }
        for width in [LineWidth::Narrow, LineWidth::Wide] {
            let written = text(&map, &TextStyle { width, ascii: true, ..TextStyle::default() }).unwrap();
            prop_assert!(written.is_ascii());
            prop_assert_eq!(&read_lines(&written, width), &ways, "\n{}", written);
        }
    }

    #[test]
    fn pipes_come_back((size, wrap) in size_and_wrap(), seed: u64, heavy_wet: bool) {
        let map = pipes(size, wrap, seed);
        for ascii in [false, true] {
            let written = text(&map, &TextStyle { heavy_wet, ascii, ..TextStyle::default() }).unwrap();
            let read = if ascii { read_ascii_pipes(&written) } else { read_pipes(&written) };
            prop_assert_eq!(&read, map.sides.as_ref().unwrap());
        }
    }

    #[test]
    fn tiles_come_back((size, wrap) in size_and_wrap(), seed: u64) {
        let map = cave(size, wrap, seed);
        let written = text(&map, &TextStyle::default()).unwrap();
        prop_assert_eq!(read_tiles(&written, &Palette::default()).unwrap(), map.tiles);
    }

    /// Any text is read or refused.
    #[test]
    fn readers_never_panic(text in "[#.x\n]{0,60}") {
        let _ = read_tiles(&text, &Palette::default());
    }
}

fn regions_of(cells: &[u16], w: u16) -> BuilderMap {
    let size = Size::new(w, u16::try_from(cells.len()).unwrap() / w);
    let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
    map.regions = Grid::from_vec(size, cells.to_vec());
    map
}

proptest! {
    /// A line lies between two cells just where their regions differ.
    #[test]
    fn lines_part_regions(w in 1u16..9, cells in prop::collection::vec(0u16..4, 1..60)) {
        let rows = (cells.len() as u16).div_ceil(w);
        let mut cells = cells;
        cells.resize(usize::from(rows * w), 0);
        let map = regions_of(&cells, w);
        let (regions, lattice) = (map.regions.as_ref().unwrap(), Passages::lattice(map.size(), Wrap::None));
        let is_open = |cell, dir| lattice.beside(cell, dir).is_some_and(|next| regions[next] == regions[cell]);
        let open = |p| Sides::from(Dir::ALL.into_iter().filter(|&dir| is_open(map.size().index(p), dir)).collect::<Dirs>());
        let expected = Grid::from_fn(map.size(), open);
        for width in WIDTHS {
            let style = TextStyle { form: TextForm::Regions, width, ..TextStyle::default() };
            prop_assert_eq!(&read_lines(&text(&map, &style).unwrap(), width), &expected);
            if width != LineWidth::Compact {
                let drawn = text(&map, &TextStyle { ascii: true, ..style }).unwrap();
                prop_assert_eq!(&read_lines(&drawn, width), &expected);
            }
        }
    }
}

#[test]
fn colored_regions_are_the_plain_drawing_and_codes() {
    let map = regions_of(&[1, 1, 2, 1, 0, 2], 3);
    for width in WIDTHS {
        let colored = ansi_regions(&map, width, |region| Color(9, 9, region as u8)).unwrap();
        let mut plain = String::new();
        let mut codes = 0;
        for (nth, part) in colored.split("\x1b[").enumerate() {
            let (code, rest) = part.split_once('m').filter(|_| nth > 0).unwrap_or(("", part));
            codes += usize::from(code.starts_with("30;48;2;"));
            plain += rest;
        }
        let style = TextStyle { form: TextForm::Regions, width, ..TextStyle::default() };
        assert_eq!(plain, text(&map, &style).unwrap().replace('╳', " "));
        assert!(codes >= 6, "{colored}");
        // No color runs on after the drawing or its rows.
        assert!(colored.lines().all(|line| line.ends_with("\x1b[0m")));
    }
}
