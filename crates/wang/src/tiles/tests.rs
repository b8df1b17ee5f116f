//! Both kinds of tiles against their definition: what touches agrees, every window shows the same
//! tiles, and colors are as likely and as independent as they should be.

use mapwright_core::{
    BuildError, BuilderChain, BuilderMap, Corner, Dir, Grid, InitialMapBuilder, Point, Sides, Size, Tile, Wrap,
};

use super::*;

/// Where windows are looked at: around the origin, at block borders and at the ends of all coordinates.
const PLACES: [i64; 8] = [-70, -1, 0, 63, 1 << 40, i64::MIN, i64::MAX - 64, i64::MAX];

const COLORS: [u8; 3] = [2, 3, 4];

const SIZES: [(u16, u16); 10] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (5, 8), (64, 3), (131, 4), (60, 1200)];

/// One of the two planes of tiles.
#[derive(Clone, Copy, Debug)]
enum Plane {
    Edges(EdgeWang),
    Corners(CornerWang),
}

impl Plane {
    fn all(seed: u64) -> impl Iterator<Item = Plane> {
        let edges = move |colors| Plane::Edges(EdgeWang::new(seed, colors).expect("colors in range"));
        let corners = move |colors| Plane::Corners(CornerWang::new(seed, colors).expect("colors in range"));
        COLORS.into_iter().flat_map(move |colors| [edges(colors), corners(colors)])
    }

    /// Planes whose colors are not equally likely.
    fn weighted(seed: u64) -> impl Iterator<Item = Plane> {
        let edges = move |weights| Plane::Edges(EdgeWang::weighted(seed, weights).expect("weights in range"));
        let corners = move |weights| Plane::Corners(CornerWang::weighted(seed, weights).expect("weights in range"));
        let weights: [&[u32]; 4] = [&[1, 3], &[2, 1], &[10, 0, 1], &[1, 2, 3, 4]];
        weights.into_iter().flat_map(move |weights| [edges(weights), corners(weights)])
    }

    fn colors(self) -> u8 {
        match self {
            Plane::Edges(tiles) => tiles.colors(),
            Plane::Corners(tiles) => tiles.colors(),
        }
    }

    fn tile(self, x: i64, y: i64) -> Sides {
        match self {
            Plane::Edges(tiles) => tiles.tile(x, y),
            Plane::Corners(tiles) => tiles.tile(x, y),
        }
    }

    fn row(self, x: i64, y: i64, n: usize) -> Vec<Sides> {
        // The previous content must not matter.
        let mut out = vec![Sides(0xff); n];
        match self {
            Plane::Edges(tiles) => tiles.row(x, y, &mut out),
            Plane::Corners(tiles) => tiles.row(x, y, &mut out),
        }
        out
    }

    fn window(self, x: i64, y: i64, width: usize, out: &mut [Sides]) {
        match self {
            Plane::Edges(tiles) => tiles.window(x, y, width, out),
            Plane::Corners(tiles) => tiles.window(x, y, width, out),
        }
    }

    /// Whether the tiles at `(x, y)`, east of it, south of it and south-east of it match.
    fn matches(self, [here, east, south, across]: [Sides; 4]) -> bool {
        match self {
            Plane::Edges(_) => {
                let level = |a: Sides, b: Sides| a.color(Dir::E) == b.color(Dir::W);
                let upright = |a: Sides, b: Sides| a.color(Dir::S) == b.color(Dir::N);
                level(here, east) && level(south, across) && upright(here, south) && upright(east, across)
            }
            Plane::Corners(_) => {
                let level = |a: Sides, b: Sides| {
                    a.corner(Corner::NE) == b.corner(Corner::NW) && a.corner(Corner::SE) == b.corner(Corner::SW)
                };
                let upright = |a: Sides, b: Sides| {
                    a.corner(Corner::SW) == b.corner(Corner::NW) && a.corner(Corner::SE) == b.corner(Corner::NE)
                };
                // Where four tiles meet, all of them agree.
                let meeting = here.corner(Corner::SE) == across.corner(Corner::NW)
                    && east.corner(Corner::SW) == south.corner(Corner::NE);
                level(here, east) && level(south, across) && upright(here, south) && upright(east, across) && meeting
            }
        }
    }
}

#[test]
fn all_four_tiles_at_a_point_match() {
    for plane in Plane::all(3).chain(Plane::weighted(3)) {
        for (x0, y0) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
            for (dx, dy) in (0..4).flat_map(|dx| (0..4).map(move |dy| (dx, dy))) {
                let (x, y) = (x0.wrapping_add(dx), y0.wrapping_add(dy));
                let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
                let four = [(x, y), (east, y), (x, south), (east, south)].map(|(x, y)| plane.tile(x, y));
                assert!(plane.matches(four), "{plane:?} ({x}, {y}): {four:?}");
                assert!(Dir::ALL.into_iter().all(|d| four[0].color(d) < plane.colors()));
            }
        }
    }
}

#[test]
fn every_window_shows_the_same_tiles() {
    for plane in Plane::all(4).chain(Plane::weighted(4)) {
        for (x0, y) in PLACES.into_iter().flat_map(|x| [-1, 0, i64::MIN, i64::MAX].map(|y| (x, y))) {
            let alone: Vec<Sides> = (0..200).map(|dx| plane.tile(x0.wrapping_add(dx), y)).collect();
            assert_eq!(plane.row(x0, y, 200), alone, "{plane:?} ({x0}, {y})");
            for width in [1, 3, 8, 9, 57, 63, 64, 65, 131] {
                let mut out = vec![Sides(0xff); 5 * width];
                plane.window(x0, y, width, &mut out);
                for (i, &tile) in (0..).zip(&out) {
                    let (dx, dy) = (i % width as i64, i / width as i64);
                    assert_eq!(
                        tile,
                        plane.tile(x0.wrapping_add(dx), y.wrapping_add(dy)),
                        "{plane:?} ({x0}, {y}) {width}"
                    );
                }
            }
            for split in [0, 1, 5, 63, 64, 65, 128, 199, 200] {
                let first = plane.row(x0, y, split);
                let second = plane.row(x0.wrapping_add(split as i64), y, 200 - split);
                assert_eq!([first, second].concat(), alone, "{plane:?} ({x0}, {y}) split at {split}");
            }
        }
    }
}

/// Values that every version must keep: worlds depend on them. They come from a second
/// implementation, in big integers of another language.
#[test]
fn tiles_are_pinned() {
    let pinned = |plane: Plane| [plane.row(-2, -1, 4), plane.row(i64::MAX - 1, i64::MAX, 4)].concat();
    let tiles: Vec<Vec<u8>> =
        Plane::all(7).map(|plane| pinned(plane).into_iter().map(|tile| tile.0).collect()).collect();
    let expected = [
        [84, 64, 0, 1, 20, 64, 16, 5],
        [80, 4, 21, 80, 4, 20, 20, 16],
        [168, 128, 1, 6, 40, 132, 84, 73],
        [160, 4, 25, 96, 89, 104, 37, 85],
        [92, 192, 42, 139, 60, 200, 152, 133],
        [112, 4, 29, 120, 174, 188, 54, 154],
    ];
    assert_eq!(tiles, expected);
}

/// Pearson's statistic of counts that should be equal, in standard deviations above its mean.
fn surprise(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
    let free = (counts.len() - 1) as f64;
    (chi_square - free) / (2.0 * free).sqrt()
}

/// Colors alone, whole tiles, and tiles in pairs: all combinations that the shared colors allow are
/// equally likely. Each tile is counted in one pair, so that pairs are independent. Five standard
/// deviations are allowed either way; the seed is fixed.
#[test]
fn colors_are_uniform_and_independent() {
    let (w, h) = (1024i64, 512i64);
    for plane in Plane::all(2026) {
        let k = usize::from(plane.colors());
        let rows: Vec<Vec<Sides>> = (0..h).map(|y| plane.row(-w / 2, y - h / 2, w as usize)).collect();
        let tile = |x: i64, y: i64| rows[y as usize][x as usize];
        let color = |tile: Sides, dir| usize::from(tile.color(dir));
        let mut colors = vec![0; k];
        let mut tiles = vec![0; k * k * k * k];
        for (x, y) in (0..h).step_by(2).flat_map(|y| (0..w).step_by(2).map(move |x| (x, y))) {
            Dir::ALL.into_iter().for_each(|dir| colors[color(tile(x, y), dir)] += 1);
            tiles[Dir::ALL.into_iter().fold(0, |number, dir| number * k + color(tile(x, y), dir))] += 1;
        }
        assert!(surprise(&colors).abs() < 5.0, "{plane:?}: {colors:?}");
        assert!(surprise(&tiles).abs() < 5.0, "{plane:?}: {tiles:?}");
        // The same part of a tile and of its neighbor are two places of one lattice.
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1), (8, 0), (64, 0), (0, 64)] {
            for part in Dir::ALL {
                let mut pairs = vec![0; k * k];
                let once = |at: i64, step: i64| step == 0 || at / step.abs() % 2 == 0;
                for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
                    let (x2, y2) = (x + dx, y + dy);
                    let first_of_pair = if dx != 0 { once(x, dx) } else { once(y, dy) };
                    if first_of_pair && (0..w).contains(&x2) && (0..h).contains(&y2) {
                        pairs[color(tile(x, y), part) * k + color(tile(x2, y2), part)] += 1;
                    }
                }
                assert!(surprise(&pairs).abs() < 5.0, "{plane:?} {part:?} ({dx}, {dy}): {pairs:?}");
            }
        }
    }
}

/// Each color's share is its weight's, within five standard deviations of the binomial colors.
#[test]
fn colors_have_the_shares_of_their_weights() {
    for weights in [&[1, 3][..], &[2, 1], &[10, 0, 1], &[1, 2, 3, 4], &[97, 3]] {
        let edges = EdgeWang::weighted(9, weights).expect("weights in range");
        let corners = CornerWang::weighted(9, weights).expect("weights in range");
        for plane in [Plane::Edges(edges), Plane::Corners(corners)] {
            let mut counts = vec![0u32; weights.len()];
            (0..400)
                .flat_map(|y| plane.row(-300, y, 600))
                .for_each(|tile| counts[usize::from(tile.color(Dir::W))] += 1);
            let (n, total) = (240_000.0, f64::from(weights.iter().sum::<u32>()));
            for (&count, &weight) in counts.iter().zip(weights) {
                let share = f64::from(weight) / total;
                let off = (f64::from(count) - n * share).abs();
                assert!(off <= 5.0 * (n * share * (1.0 - share)).sqrt(), "{plane:?} {weights:?}: {counts:?}");
            }
        }
    }
}

#[test]
fn other_seeds_rows_and_kinds_have_other_tiles() {
    let rows: Vec<Vec<Sides>> = [0, 1, u64::MAX]
        .into_iter()
        .flat_map(Plane::all)
        .flat_map(|plane| [-1, 0, 1].map(|y| plane.row(0, y, 256)))
        .collect();
    for (i, row) in rows.iter().enumerate() {
        assert!(rows[..i].iter().all(|other| other != row), "row {i}");
    }
}

fn build(builder: impl InitialMapBuilder + 'static, size: (u16, u16), wrap: Wrap) -> BuilderMap {
    let chain = BuilderChain::start_with(Size::new(size.0, size.1), builder).wrap(wrap);
    chain.build(5).expect("a map")
}

/// The plane of tiles that a map has, whichever it is.
fn plane_of(map: &BuilderMap) -> &Grid<Sides> {
    assert_eq!(map.sides.is_some(), map.corners.is_none());
    map.sides.as_ref().or(map.corners.as_ref()).expect("tiles")
}

/// The tile at `(x, y)` of a map, from the places of the lattice around it: those beyond a seam are
/// given as what they are modulo the size.
fn on_map(plane: Plane, [x, east]: [i64; 2], [y, south]: [i64; 2]) -> Sides {
    match plane {
        Plane::Edges(tiles) => {
            let west_of = |x| tiles.tile(x, y).color(Dir::W);
            let north_of = |y| tiles.tile(x, y).color(Dir::N);
            Sides::from_colors([north_of(y), west_of(east), north_of(south), west_of(x)])
        }
        Plane::Corners(tiles) => {
            let point = |x, y| tiles.tile(x, y).corner(Corner::NW);
            Sides::from_colors([point(east, y), point(east, south), point(x, south), point(x, y)])
        }
    }
}

#[test]
fn maps_show_the_endless_plane_and_match_at_their_seams() {
    for (size, wrap) in SIZES.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
        let (w, h) = (i64::from(size.0), i64::from(size.1));
        for plane in Plane::all(5) {
            let colors = plane.colors();
            let map = match plane {
                Plane::Edges(_) => build(WangEdges { colors }, size, wrap),
                Plane::Corners(_) => build(WangCorners { colors }, size, wrap),
            };
            assert!(map.tiles.as_slice().iter().all(|&tile| tile == Tile::FLOOR));
            let tiles = plane_of(&map);
            for (p, &tile) in tiles.iter() {
                let (x, y) = (i64::from(p.x), i64::from(p.y));
                let east = if wrap.x() { (x + 1) % w } else { x + 1 };
                let south = if wrap.y() { (y + 1) % h } else { y + 1 };
                assert_eq!(tile, on_map(plane, [x, east], [y, south]), "{plane:?} {size:?} {wrap} {p}");
                if wrap == Wrap::None {
                    assert_eq!(tile, plane.tile(x, y), "{plane:?} {size:?} {p}");
                }
                let at = |x: i64, y: i64| tiles.get(Point::new(x as u16, y as u16)).copied();
                if let (Some(e), Some(s), Some(across)) = (at(east, y), at(x, south), at(east, south)) {
                    assert!(plane.matches([tile, e, s, across]), "{plane:?} {size:?} {wrap} {p}");
                }
            }
        }
    }
}

#[test]
fn windows_of_chains_show_the_plane_everywhere() {
    let size = Size::new(70, 5);
    for (x, y) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
        for plane in Plane::all(5) {
            let colors = plane.colors();
            let chain = match plane {
                Plane::Edges(_) => BuilderChain::start_with(size, WangEdges { colors }),
                Plane::Corners(_) => BuilderChain::start_with(size, WangCorners { colors }),
            };
            let map = chain.start_window(5, (x, y), size).expect("a window");
            for (row, down) in plane_of(&map).rows().zip(0..) {
                assert_eq!(row, plane.row(x, y.wrapping_add(down), 70), "{plane:?} ({x}, {y}) row {down}");
            }
        }
    }
}

#[test]
fn colors_out_of_range_are_named() {
    let size = Size::new(5, 8);
    for colors in [0, 1, 5, 255] {
        let expected = format!("parameter `colors` is {colors}; expected 2 to 4");
        let message = |error: BuildError| error.to_string();
        assert_eq!(EdgeWang::new(1, colors).map_err(message), Err(expected.clone()));
        assert_eq!(CornerWang::new(1, colors).map_err(message), Err(expected.clone()));
        let edges = BuilderChain::start_with(size, WangEdges { colors }).check().map_err(message);
        assert_eq!(edges, Err(format!("initial wang-edges: {expected}")));
        let corners = BuilderChain::start_with(size, WangCorners { colors }).check().map_err(message);
        assert_eq!(corners, Err(format!("initial wang-corners: {expected}")));
    }
    assert!(COLORS.into_iter().all(|colors| EdgeWang::new(1, colors).is_ok() && CornerWang::new(1, colors).is_ok()));
}

#[cfg(feature = "serde")]
#[test]
fn recipes_have_one_parameter_with_a_default() {
    use serde::Deserialize;
    use serde::de::value::{Error, MapDeserializer};

    let read = |fields: &[(&'static str, u8)]| {
        let edges = WangEdges::deserialize(MapDeserializer::<_, Error>::new(fields.iter().copied()));
        let corners = WangCorners::deserialize(MapDeserializer::<_, Error>::new(fields.iter().copied()));
        (edges.map(|edges| edges.colors).map_err(|error| error.to_string()), corners.map(|corners| corners.colors).ok())
    };
    assert_eq!(read(&[]), (Ok(2), Some(2)));
    assert_eq!(read(&[("colors", 3)]), (Ok(3), Some(3)));
    assert_eq!(read(&[("tints", 3)]), (Err("unknown field `tints`, expected `colors`".into()), None));
}
