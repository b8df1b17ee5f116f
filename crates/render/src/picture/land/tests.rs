//! What every land must keep, whatever its map: passages, nesting, windows, wraps, shade.

use mapwright_core::{BuilderMap, Grid, MapRng, Point, Size, Tile, Wrap};

use super::fields::{HALF, cover, unrest};
use super::noise::Noise;
use super::*;
use crate::picture::canvas::blank;
use crate::picture::style::{Edges, Kind};
use crate::picture::theme::{THEMES, theme};

/// How far away a cell may be that a pixel depends on: water is told apart up to 6 cells from land, land under rock and
/// under things lies up to 4 cells from what tells of it, and fields reach one cell on.
const REACH: u16 = 11;

/// Looks at the land of a map.
fn land<T>(map: &BuilderMap, style: &Style, look: impl FnOnce(&Landscape<'_>) -> T) -> T {
    let scene = Scene::of(map, Kind::Tiles, style).unwrap();
    look(&Landscape::of(&scene, scene.ground.terrain().unwrap(), style))
}

fn picture(map: &BuilderMap, style: &Style) -> Vec<u8> {
    let (w, h) = (u32::from(map.size().w) * style.scale, u32::from(map.size().h) * style.scale);
    let mut image = blank(w, h, style.theme.paper);
    land(map, style, |land| land.paint(&mut image, w as usize * 4, 0));
    image.into_raw()
}

fn random(size: Size, wrap: Wrap, rng: &mut MapRng, tiles: &[Tile]) -> BuilderMap {
    BuilderMap::from_tiles(Grid::from_fn(size, |_| *rng.pick(tiles).unwrap()), wrap)
}

/// The field of the rock's border over a whole map.
fn border(map: &BuilderMap, style: &Style) -> Vec<i32> {
    land(map, style, border_of)
}

fn border_of(land: &Landscape<'_>) -> Vec<i32> {
    let (scale, stride) = (land.scale, land.terrain.axes.w as usize * land.scale);
    let mut whole = vec![0; stride * land.terrain.axes.h as usize * scale];
    let (mut field, mut rest) = (vec![0; scale * scale], vec![0; scale * scale]);
    for (x, y) in land.terrain.axes.cells() {
        let mut noise = Noise::default();
        noise.fill(land.places, y, noise::purpose::UNREST, 1);
        land.border((x, y), noise.around(x, false), 0..scale, &mut field, &mut rest);
        for (row, field) in field.chunks(scale).enumerate() {
            let start = (y as usize * scale + row) * stride + x as usize * scale;
            whole[start..start + scale].copy_from_slice(field);
        }
    }
    whole
}

/// The number of each place's component among the open ones, by steps to the four sides; 0 where it is closed.
fn components(w: usize, open: &[bool]) -> Vec<usize> {
    let mut found = vec![0; open.len()];
    let mut count = 0;
    for start in 0..open.len() {
        if !open[start] || found[start] > 0 {
            continue;
        }
        count += 1;
        found[start] = count;
        let mut queue = vec![start];
        while let Some(at) = queue.pop() {
            let x = at % w;
            let beside = [
                (x > 0).then(|| at - 1),
                (x + 1 < w).then(|| at + 1),
                at.checked_sub(w),
                (at + w < open.len()).then(|| at + w),
            ];
            for next in beside.into_iter().flatten().filter(|&next| open[next]) {
                if found[next] == 0 {
                    found[next] = count;
                    queue.push(next);
                }
            }
        }
    }
    found
}

#[test]
fn no_passage_opens_or_closes() {
    let mut rng = MapRng::new(11);
    let size = Size::new(12, 9);
    for (nth, scale) in (8..=20).chain([27, 40, 64]).cycle().take(1000).enumerate() {
        let rock = [30, 45, 60][nth % 3];
        let mut map = random(size, Wrap::None, &mut rng, &[Tile::FLOOR]);
        map.tiles = map.tiles.map(|_| if rng.below(100) < rock { Tile::WALL } else { Tile::FLOOR });
        for edges in [Edges::Natural, Edges::Auto] {
            // Elsewhere in the world, unrest is another.
            let style = Style { scale, edges, origin: (12 * nth as i32, -9 * nth as i32), ..Style::default() };
            let field = border(&map, &style);
            let w = usize::from(size.w) * scale as usize;
            let is_open: Vec<bool> = field.iter().map(|&field| cover(field, scale as i32, 0) < 128).collect();
            let pixels = components(w, &is_open);
            let open: Vec<bool> = map.tiles.as_slice().iter().map(|tile| !tile.is_solid()).collect();
            let cells = components(size.w.into(), &open);
            let middle = |at: Point| {
                let place = |cell: u16| usize::from(cell) * scale as usize + scale as usize / 2;
                place(at.y) * w + place(at.x)
            };
            let mut names = std::collections::BTreeMap::new();
            for at in size.points() {
                let (cell, pixel) = (cells[size.index(at) as usize], pixels[middle(at)]);
                assert_eq!(cell > 0, pixel > 0, "the middle of {at} at {scale} pixels, {rock} % rock");
                let name = *names.entry(cell).or_insert(pixel);
                assert_eq!(name, pixel, "{at} at {scale} pixels, {rock} % rock, {edges:?}");
            }
            let different: std::collections::BTreeSet<_> = names.values().collect();
            assert_eq!(different.len(), names.len(), "no two parts have joined: {scale} pixels, {rock} % rock");
        }
    }
}

/// Lines of sight cut corners where pictures round them: what lies a quarter of a cell or more from any line is rock or
/// open ground in both.
#[test]
fn lines_of_sight_follow_natural_borders() {
    let mut rng = MapRng::new(12);
    let (size, scale) = (Size::new(14, 10), 16);
    for rock in [30, 45, 60] {
        let mut map = random(size, Wrap::None, &mut rng, &[Tile::FLOOR]);
        map.tiles = map.tiles.map(|_| if rng.below(100) < rock { Tile::WALL } else { Tile::FLOOR });
        let style = Style { scale, edges: Edges::Natural, ..Style::default() };
        let (field, w, h) = (border(&map, &style), i32::from(size.w) * 16, i32::from(size.h) * 16);
        let walls = crate::sight_lines(&map, &style).unwrap().walls;
        // A pixel's middle has odd coordinates in halves of a pixel, of which a quarter of a cell has 8.
        let is_open = |x: i32, y: i32| {
            let (x, y) = (2 * x + 1, 2 * y + 1);
            let crossed = walls.iter().flat_map(|line| line.windows(2)).filter(|pair| {
                let [(ax, ay), (bx, by)] = [pair[0], pair[1]].map(|(x, y)| (8 * x, 8 * y));
                (ay > y) != (by > y) && ((bx - ax) * (y - ay) > (x - ax) * (by - ay)) == (by > ay)
            });
            crossed.count() % 2 == 1
        };
        for (x, y) in (4..h - 4).flat_map(|y| (4..w - 4).map(move |x| (x, y))) {
            let is_inside = is_open(x, y);
            let around = [(-4, 0), (4, 0), (0, -4), (0, 4), (-3, -3), (3, -3), (-3, 3), (3, 3)];
            if around.into_iter().all(|(dx, dy)| is_open(x + dx, y + dy) == is_inside) {
                let covered = cover(field[(y * w + x) as usize], 16, 0);
                assert_eq!(covered < 128, is_inside, "({x}, {y}), {rock} % rock");
            }
        }
    }
}

/// A cell of four pixels has room for a tree: nothing that stops a walk is left out.
#[test]
fn things_are_seen_in_small_cells() {
    let middle = Point::new(2, 2);
    for scale in 4..=8 {
        let style = Style { scale, ..Style::default() };
        let floor = BuilderMap::filled(Size::new(5, 5), Wrap::None, Tile::FLOOR);
        let tiles =
            [Tile::TREE, Tile::PILLAR, Tile::WINDOW, Tile::BRIDGE, Tile::DOOR, Tile::STAIRS_DOWN, Tile::STAIRS_UP];
        for tile in tiles {
            let mut map = floor.clone();
            map.tiles[middle] = tile;
            assert_ne!(picture(&map, &style), picture(&floor, &style), "{tile:?} at {scale}");
        }
    }
}

#[test]
fn small_cells_are_square() {
    let mut rng = MapRng::new(5);
    let map = random(Size::new(9, 7), Wrap::None, &mut rng, &[Tile::FLOOR, Tile::WALL]);
    for scale in [4, 5, 7] {
        let field = border(&map, &Style { scale, edges: Edges::Natural, ..Style::default() });
        let w = 9 * scale as usize;
        for (at, field) in field.into_iter().enumerate() {
            let cell = Point::new((at % w / scale as usize) as u16, (at / w / scale as usize) as u16);
            assert_eq!(field > HALF, map.tiles[cell].is_solid());
        }
    }
}

#[test]
fn covers_never_grow_with_rank() {
    let mut rng = MapRng::new(2);
    let spline = Spline::new(13);
    let mut fields = [vec![0; 169], vec![0; 169], vec![0; 169]];
    for _ in 0..300 {
        let ranks = [0; 3].map(|_: i32| [0; 3].map(|_: i32| rng.below(3) as i32));
        let noise = (rng.below(256) as i32) << 16;
        for (rank, field) in fields.iter_mut().enumerate() {
            spline.over(ranks.map(|row| row.map(|there| i32::from(there >= rank as i32))), 0..13, field);
        }
        for ((low, middle), high) in fields[0].iter().zip(&fields[1]).zip(&fields[2]) {
            let covers = [low, middle, high].map(|&field| cover(unrest(field, noise), 13, 0));
            assert!(covers[0] >= covers[1] && covers[1] >= covers[2], "{ranks:?}");
        }
    }
}

/// All tiles that a landscape may have.
const TILES: [Tile; 23] = [
    Tile::FLOOR,
    Tile::FLOOR,
    Tile::FLOOR,
    Tile::GRASS,
    Tile::GRASS,
    Tile::WALL,
    Tile::WALL,
    Tile::WALL,
    Tile::WALL,
    Tile::WATER,
    Tile::WATER,
    Tile::DEEP_WATER,
    Tile::DEEP_WATER,
    Tile::SAND,
    Tile::GRAVEL,
    Tile::ROAD,
    Tile::TREE,
    Tile::PILLAR,
    Tile::WINDOW,
    Tile::CHASM,
    Tile::BRIDGE,
    Tile::DOOR,
    Tile::STAIRS_UP,
];

/// A landscape: random tiles, each four cells wide and high, with some single ones.
fn landscape(size: Size, wrap: Wrap, rng: &mut MapRng) -> BuilderMap {
    let coarse = random(Size::new(size.w.div_ceil(4), size.h.div_ceil(4)), wrap, rng, &TILES);
    let mut map = random(size, wrap, rng, &TILES);
    for at in size.points() {
        if rng.below(10) > 0 {
            map.tiles[at] = coarse.tiles[Point::new(at.x / 4, at.y / 4)];
        }
    }
    map
}

#[test]
fn a_window_is_a_part_of_the_whole() {
    let mut rng = MapRng::new(21);
    let (size, window) = (Size::new(44, 40), Size::new(20, 17));
    for (nth, name) in ["atlas", "parchment", "blueprint", "print"].into_iter().enumerate() {
        for (edges, scale) in [(Edges::Natural, 11), (Edges::Built, 16), (Edges::Natural, 5)] {
            let map = landscape(size, Wrap::None, &mut rng);
            // A part of the map with enough around it.
            let from = Point::new(REACH + nth as u16, REACH);
            let around = Size::new(window.w.min(size.w - 2 * REACH - 4) + 2 * REACH, window.h + 2 * REACH);
            let corner = Point::new(from.x - REACH, from.y - REACH);
            let mut part = BuilderMap::filled(around, Wrap::None, Tile::WALL);
            part.tiles = Grid::from_fn(around, |at| map.tiles[Point::new(at.x + corner.x, at.y + corner.y)]);
            let style = Style { scale, edges, theme: theme(name).unwrap(), origin: (-7, 1000), ..Style::default() };
            let moved = (style.origin.0 + i32::from(corner.x), style.origin.1 + i32::from(corner.y));
            let (whole, alone) = (picture(&map, &style), picture(&part, &Style { origin: moved, ..style.clone() }));
            let row = |picture: &[u8], w: u16, x: u16, y: u32| {
                let start = (y as usize * usize::from(w) * scale as usize + usize::from(x) * scale as usize) * 4;
                picture[start..start + usize::from(around.w - 2 * REACH) * scale as usize * 4].to_vec()
            };
            for y in 0..u32::from(around.h - 2 * REACH) * scale {
                let there = row(&whole, size.w, from.x, y + u32::from(from.y) * scale);
                let here = row(&alone, around.w, REACH, y + u32::from(REACH) * scale);
                assert!(there == here, "{name} {edges:?} {scale}, row {y} of pixels");
            }
        }
    }
}

#[test]
fn a_wrapping_map_can_be_moved() {
    let mut rng = MapRng::new(22);
    for (name, scale) in [("atlas", 12), ("parchment", 16), ("print", 9)] {
        let size = Size::new(17, 13);
        let map = landscape(size, Wrap::Both, &mut rng);
        let mut there = map.clone();
        there.tiles = Grid::from_fn(size, |at| map.tiles[Point::new((at.x + 5) % 17, (at.y + 3) % 13)]);
        for edges in [Edges::Natural, Edges::Built] {
            let style = Style { scale, edges, theme: theme(name).unwrap(), ..Style::default() };
            let whole = picture(&map, &style);
            let moved = picture(&there, &Style { origin: (5, 3), ..style.clone() });
            let (w, h) = (17 * scale as usize, 13 * scale as usize);
            let differ = (0..w * h)
                .filter(|at| {
                    let (x, y) = ((at % w + 5 * scale as usize) % w, (at / w + 3 * scale as usize) % h);
                    let from = (y * w + x) * 4;
                    whole[from..from + 4] != moved[at * 4..at * 4 + 4]
                })
                .count();
            assert_eq!(differ, 0, "{name} {edges:?}");
        }
    }
}

/// A lone lake on an island, or a wood, changes no pixel of shade.
#[test]
fn only_rock_casts() {
    for name in THEMES {
        let style = Style { scale: 16, theme: theme(name).unwrap(), ..Style::default() };
        let plain =
            Style { theme: style.theme.clone().with(|theme| (theme.ao, theme.cast) = (0, (0, 0))), ..style.clone() };
        let mut map = BuilderMap::filled(Size::new(9, 9), Wrap::None, Tile::FLOOR);
        for x in 3..6 {
            (3..6).for_each(|y| map.tiles[Point::new(x, y)] = Tile::DEEP_WATER);
        }
        assert!(picture(&map, &style) == picture(&map, &plain), "{name}");
        map.tiles[Point::new(4, 4)] = Tile::WALL;
        assert_eq!(picture(&map, &style) == picture(&map, &plain), style.theme.ao == 0, "{name}");
    }
}

#[test]
fn every_map_can_be_painted() {
    let mut rng = MapRng::new(30);
    for (w, h) in [(1, 1), (1, 7), (6, 1), (2, 2), (9, 5)] {
        for wrap in Wrap::ALL {
            let map = random(Size::new(w, h), wrap, &mut rng, &TILES);
            for (name, scale) in THEMES.into_iter().zip([4, 7, 8, 13, 24]).chain([("atlas", 10), ("parchment", 5)]) {
                for edges in [Edges::Auto, Edges::Natural] {
                    let style = Style { scale, edges, theme: theme(name).unwrap(), ..Style::default() };
                    assert!(picture(&map, &style).chunks(4).all(|pixel| pixel[3] == 255));
                }
            }
        }
    }
}
