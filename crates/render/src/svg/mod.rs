//! Scenes as SVG: crisp at any scale, for print and for the web.
//!
//! A cell is 16 units wide, so that all coordinates are whole. Each ground is one path with the same rounded borders as
//! in pictures; later paths cover earlier ones, so no seams show between them. Grounds run on under the rock
//! and are clipped by the floor.
//!
//! Ids begin with the hash of the whole text, so that several drawings can stand in one page: equal ids mean equal
//! drawings. While the text grows, `@` stands for that.

mod icons;
mod land;
mod level;
mod path;
mod pipes;
mod things;
mod wang;

use std::fmt::Write;
use std::ops::Range;

use mapwright_core::lines::Lines;
use mapwright_core::{Color, Grid, Point, Size};

use crate::picture::Style;
use crate::scene::{Scene, SceneGround};

/// The side of a cell: with sixteenths as units, all coordinates are whole.
pub(crate) const CELL: i32 = 16;

/// Writes a scene, or some of its rows. The style's scale is in pixels; a margin adds paper around the map.
pub(crate) fn write(scene: &Scene<'_>, rows: Range<u16>, style: &Style) -> String {
    let mut text = String::new();
    open(&mut text, scene.size.w, rows, style);
    match &scene.ground {
        SceneGround::Pipes { sides, flow } => pipes::write(&mut text, scene, sides, *flow, style),
        SceneGround::Edges(sides) => wang::write_edges(&mut text, sides, style),
        SceneGround::Corners(corners) => wang::write_corners(&mut text, corners, style),
        SceneGround::Regions(regions) => self::regions(&mut text, scene, regions, style),
        SceneGround::Terrain(terrain) => land::write(&mut text, scene, terrain, style),
        // Neither comes at the scale of SVG, without sprites.
        SceneGround::Flat { .. } | SceneGround::Sprites { .. } => {}
    }
    level::write(&mut text, scene, style);
    icons::write(&mut text, scene, style);
    text += "</g>\n</svg>\n";
    text.replace('@', &format!("m{:016x}-", fnv1a(text.as_bytes())))
}

/// The FNV-1a hash of some bytes.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writing to a `String` never fails.
macro_rules! put {
    ($text:expr, $($arg:tt)*) => {{ let _ = write!($text, $($arg)*); }};
}
use put;

/// The head: the paper, and a group that ends where the map does.
fn open(text: &mut String, columns: u16, rows: Range<u16>, style: &Style) {
    let (size, top) = (Size::new(columns, rows.end - rows.start), u64::from(rows.start) * CELL.unsigned_abs() as u64);
    let [w, h] = [size.w, size.h].map(|cells| u64::from(cells) * CELL.unsigned_abs() as u64);
    let pixels = |cells: u16| u64::from(cells) * u64::from(style.scale) + 2 * u64::from(style.margin_px());
    // The margin in hundredths of a unit.
    let margin = u64::from(style.margin_px()) * u64::from(CELL.unsigned_abs()) * 100 / u64::from(style.scale);
    let units = |hundredths: u64| match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, part) => format!("{whole}.{part:02}"),
    };
    let from = |at: u64| match 100 * at < margin {
        true => format!("-{}", units(margin - 100 * at)),
        false => units(100 * at - margin),
    };
    let (left, upper) = (from(0), from(top));
    let (wide, high) = (units(100 * w + 2 * margin), units(100 * h + 2 * margin));
    put!(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" ", pixels(size.w), pixels(size.h));
    put!(text, "viewBox=\"{left} {upper} {wide} {high}\">\n");
    if margin > 0 {
        let paper = style.theme.paper;
        put!(text, "<rect x=\"{left}\" y=\"{upper}\" width=\"{wide}\" height=\"{high}\" fill=\"{paper}\"/>\n");
    }
    let y = if top > 0 { format!(" y=\"{top}\"") } else { String::new() };
    put!(text, "<clipPath id=\"@map\"><rect{y} width=\"{w}\" height=\"{h}\"/></clipPath>\n");
    *text += "<g clip-path=\"url(#@map)\">\n";
}

/// A rectangle over the whole map.
fn cover(text: &mut String, size: Size, color: Color) {
    let [w, h] = [size.w, size.h].map(|cells| i32::from(cells) * CELL);
    put!(text, "<rect width=\"{w}\" height=\"{h}\" fill=\"{color}\"/>\n");
}

/// Thin lines between all cells.
fn lattice(text: &mut String, size: Size, attributes: &str) {
    let [w, h] = [size.w, size.h].map(|cells| i32::from(cells) * CELL);
    *text += "<path d=\"";
    for x in 1..size.w {
        put!(text, "M{} 0v{h}", i32::from(x) * CELL);
    }
    for y in 1..size.h {
        put!(text, "M0 {}h{w}", i32::from(y) * CELL);
    }
    put!(text, "\" fill=\"none\" {attributes}/>\n");
}

fn regions(text: &mut String, scene: &Scene<'_>, regions: &Grid<u16>, style: &Style) {
    let theme = &style.theme;
    runs(text, scene.size, |p| Some(theme.region(regions[p].into()).to_string()));
    let (data, color) = (lines(&Lines::borders(regions, scene.wrap)), theme.ink);
    put!(text, "<path d=\"{data}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"square\"/>\n");
}

/// A rectangle for each run of cells with one fill, without smoothed edges, so that no seams show between them.
fn runs(text: &mut String, size: Size, fill: impl Fn(Point) -> Option<String>) {
    *text += "<g shape-rendering=\"crispEdges\">\n";
    for y in 0..size.h {
        let mut x = 0;
        while x < size.w {
            let own = fill(Point::new(x, y));
            let end = (x..size.w).find(|&x| fill(Point::new(x, y)) != own).unwrap_or(size.w);
            if let Some(fill) = own {
                let [left, top, w] = [x, y, end - x].map(|cells| i32::from(cells) * CELL);
                put!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"{w}\" height=\"{CELL}\" fill=\"{fill}\"/>\n");
            }
            x = end;
        }
    }
    *text += "</g>\n";
}

/// All lines as the data of a path: runs across, then down.
fn lines(lines: &Lines) -> String {
    let units = |cells: u16| i32::from(cells) * CELL;
    let mut data = String::new();
    for (x, y, length) in lines.runs_across() {
        put!(data, "M{} {}h{}", units(x), units(y), units(length));
    }
    for (x, y, length) in lines.runs_down() {
        put!(data, "M{} {}v{}", units(x), units(y), units(length));
    }
    data
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::draw::svg;
    use crate::picture::{Edges, Kind, THEMES, theme};
    use mapwright_core::{BuilderMap, Door, Flow, MapRng, Sides, Tile, Wrap};
    use quick_xml::Reader;
    use quick_xml::events::Event;

    fn style() -> Style {
        Style { scale: 10, margin: Some(5), ..Style::default() }
    }

    /// The data of every path, after a look at the whole: it is XML, ids are unique, and each one that is used is there.
    fn paths(drawing: &str) -> Vec<String> {
        let mut reader = Reader::from_str(drawing);
        let (mut ids, mut uses, mut paths) = (BTreeSet::new(), Vec::new(), Vec::new());
        loop {
            let event = reader.read_event().unwrap();
            if let Event::Start(tag) | Event::Empty(tag) = &event {
                for attribute in tag.attributes().map(Result::unwrap) {
                    let value = attribute.unescape_value().unwrap().into_owned();
                    uses.extend(value.strip_prefix("url(#").and_then(|id| id.strip_suffix(')')).map(str::to_owned));
                    match attribute.key.as_ref() {
                        b"id" => assert!(ids.insert(value.clone()), "`{value}` twice"),
                        b"href" => uses.extend(value.strip_prefix('#').map(str::to_owned)),
                        b"d" => paths.push(value),
                        _ => {}
                    }
                }
            }
            if event == Event::Eof {
                break;
            }
        }
        assert!(uses.iter().all(|id| ids.contains(id)), "{uses:?} of {ids:?}");
        paths
    }

    /// A random map with every kind of tile.
    fn every_tile(rng: &mut MapRng, size: Size, wrap: Wrap) -> BuilderMap {
        let mut map = BuilderMap::filled(size, wrap, Tile::WALL);
        let tiles = [0, 0, 0, 1, 2, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9, 0x7f, 0x80, 0x80, 0x80, 0x81, 0x82, 0x83, 0x84, 0xff];
        map.tiles = Grid::from_fn(size, |_| Tile(tiles[rng.below(tiles.len() as u32) as usize]));
        let at = Point::new(rng.below(size.w.into()) as u16, rng.below(size.h.into()) as u16);
        map.doors = Some(vec![Door::locked([at], 200), Door::one_way([at], mapwright_core::Dir::S)]);
        (map.start, map.exit) = (Some(at), Some(Point::new(0, 0)));
        map
    }

    #[test]
    fn drawings_are_sound_xml_in_every_theme_and_kind() {
        let mut rng = MapRng::new(4);
        for size in [Size::new(1, 1), Size::new(1, 6), Size::new(9, 1), Size::new(8, 7)] {
            for wrap in Wrap::ALL {
                let mut map = every_tile(&mut rng, size, wrap);
                let looks = THEMES.map(|name| Style { theme: theme(name).unwrap(), ..style() });
                looks.iter().for_each(|style| drop(paths(&svg(&map, style).unwrap())));
                map.sides = Some(Grid::from_fn(size, |_| Sides(rng.below(256) as u8)));
                map.corners = map.sides.clone();
                map.regions = Some(Grid::from_fn(size, |_| rng.below(4) as u16));
                let mut flow = Flow::dry(size, Point::new(0, 0));
                flow.wet = Grid::from_fn(size, |_| rng.chance(0.5));
                flow.on_ring = Grid::from_fn(size, |_| rng.chance(0.5));
                map.flow = Some(flow);
                for kind in [Kind::Tiles, Kind::Maze, Kind::Pipes, Kind::WangEdges, Kind::WangCorners, Kind::Regions] {
                    let drawing = svg(&map, &Style { kind, tint: true, ..style() }).unwrap();
                    paths(&drawing);
                    assert!(
                        drawing.matches("<path").count() + drawing.matches("<rect").count() > 2,
                        "{kind:?} is blank"
                    );
                }
            }
        }
    }

    /// Where a curve of `M`, `L`, `Q` and `Z` with absolute points passes, as closed lines of short steps.
    fn flatten(data: &str) -> Vec<Vec<(i64, i64)>> {
        // In 64ths of a unit, so that all steps are whole.
        const FINE: i64 = 64;
        let mut lines: Vec<Vec<(i64, i64)>> = Vec::new();
        for part in data.split_inclusive('Z') {
            let mut line: Vec<(i64, i64)> = Vec::new();
            let body = part.strip_suffix('Z').expect("every path closes");
            for command in body.split(['M', 'L', 'Q']).skip(1) {
                let numbers: Vec<i64> = command.split(' ').map(|n| n.parse::<i64>().unwrap() * FINE).collect();
                match numbers[..] {
                    [x, y] => line.push((x, y)),
                    [cx, cy, x, y] => {
                        let (x0, y0) = *line.last().unwrap();
                        let at = |t: i64, a: i64, b: i64, c: i64| {
                            ((8 - t) * (8 - t) * a + 2 * t * (8 - t) * b + t * t * c) / 64
                        };
                        line.extend((1..=8).map(|t| (at(t, x0, cx, x), at(t, y0, cy, y))));
                    }
                    _ => panic!("{command}"),
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Whether a place, in 64ths of a unit, lies inside closed lines by the even-odd rule.
    fn inside(lines: &[Vec<(i64, i64)>], (x, y): (i64, i64)) -> bool {
        let crossings = lines.iter().flat_map(|line| {
            (0..line.len()).map(move |nth| (line[nth], line[(nth + 1) % line.len()])).filter(
                move |&((ax, ay), (bx, by))| {
                    let is_above = |at: i64| at > y;
                    is_above(ay) != is_above(by) && ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) == (by > ay)
                },
            )
        });
        crossings.count() % 2 == 1
    }

    #[test]
    fn the_floor_holds_the_middles_of_open_cells() {
        let mut rng = MapRng::new(5);
        for edges in [Edges::Auto, Edges::Built, Edges::Natural] {
            for rock in [0.3, 0.45, 0.7] {
                let size = Size::new(12, 9);
                let mut map = BuilderMap::filled(size, Wrap::None, Tile::FLOOR);
                map.tiles = Grid::from_fn(size, |_| if rng.chance(rock) { Tile::WALL } else { Tile::FLOOR });
                let drawing = svg(&map, &Style { edges, ..style() }).unwrap();
                let floor = drawing.split("-floor\" d=\"").nth(1).unwrap().split('"').next().unwrap();
                let lines = flatten(floor);
                for p in size.points() {
                    let middle = [p.x, p.y].map(|at| (16 * i64::from(at) + 8) * 64);
                    assert_eq!(inside(&lines, (middle[0], middle[1])), map.is_open(p), "{p} {edges:?}");
                }
            }
        }
    }

    #[test]
    fn regions_and_mazes_have_cells_and_lines() {
        let mut map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
        map.regions = Grid::from_vec(map.size(), vec![1, 1, 2, 1, 0, 2]);
        let drawing = svg(&map, &style()).unwrap();
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\" viewBox=\"-8 -8 64 48\">";
        assert_eq!(drawing.lines().next(), Some(head));
        let rows: Vec<&str> = drawing.lines().filter(|line| line.contains("height=\"16\"")).collect();
        assert_eq!(rows.len(), 5, "{drawing}");
        assert!(rows[0].starts_with("<rect x=\"0\" y=\"0\" width=\"32\" height=\"16\" fill=\"#"));
        assert!(drawing.contains("<path d=\"M0 0h48M16 16h16M0 32h48M0 0v32M16 16v16M32 0v32M48 0v32\""), "{drawing}");
        map.sides = Some(Grid::new(map.size(), Sides::OPEN));
        let maze = svg(&map, &style()).unwrap();
        assert!(maze.contains("-walls\" d=\"M0 0h48M0 32h48M0 0v32M48 0v32\""), "{maze}");
        let error = svg(&map, &Style { scale: 0, ..style() }).unwrap_err();
        assert_eq!(error.to_string(), "a scale of 0 pixels a cell draws nothing; expected 1 or more");
    }
}
