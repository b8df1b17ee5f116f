//! Both kinds of tiles against their definition: what touches agrees, every window shows the same
//! tiles, and colors are as likely and as independent as they should be.

use mapwright_core::{
    BuildError, BuilderChain, BuilderMap, Corner, Dir, Grid, InitialMapBuilder, Point, Sides, Size, Tile, Wrap,
};

use crate::{MatchOn, WangPart, WangPin, WangPlane, WangTiles};

/// Where windows are looked at: around the origin, at block borders and at the ends of all coordinates.
const PLACES: [i64; 8] = [-70, -1, 0, 63, 1 << 40, i64::MIN, i64::MAX - 64, i64::MAX];

const COLORS: [u8; 3] = [2, 3, 4];

const SIZES: [(u16, u16); 10] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 7), (7, 1), (5, 8), (64, 3), (131, 4), (60, 1200)];

const BOTH: [MatchOn; 2] = [MatchOn::Edges, MatchOn::Corners];

/// Planes of both kinds in all numbers of colors.
fn planes(seed: u64) -> impl Iterator<Item = WangPlane> {
    COLORS.into_iter().flat_map(move |colors| BOTH.map(|on| WangPlane::new(on, seed, colors).expect("colors in range")))
}

/// Planes whose colors are not equally likely.
fn weighted(seed: u64) -> impl Iterator<Item = WangPlane> {
    let weights: [&[u32]; 4] = [&[1, 3], &[2, 1], &[10, 0, 1], &[1, 2, 3, 4]];
    let plane = move |on, weights| WangPlane::weighted(on, seed, weights).expect("weights in range");
    weights.into_iter().flat_map(move |weights| BOTH.map(|on| plane(on, weights)))
}

fn row(plane: WangPlane, x: i64, y: i64, n: usize) -> Vec<Sides> {
    // The previous content must not matter.
    let mut out = vec![Sides(0xff); n];
    plane.row(x, y, &mut out);
    out
}

/// Whether the tiles at `(x, y)`, east of it, south of it and south-east of it match.
fn matches(on: MatchOn, [here, east, south, across]: [Sides; 4]) -> bool {
    match on {
        MatchOn::Edges => {
            let level = |a: Sides, b: Sides| a.color(Dir::E) == b.color(Dir::W);
            let upright = |a: Sides, b: Sides| a.color(Dir::S) == b.color(Dir::N);
            level(here, east) && level(south, across) && upright(here, south) && upright(east, across)
        }
        MatchOn::Corners => {
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

#[test]
fn all_four_tiles_at_a_point_match() {
    for plane in planes(3).chain(weighted(3)) {
        for (x0, y0) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
            for (dx, dy) in (0..4).flat_map(|dx| (0..4).map(move |dy| (dx, dy))) {
                let (x, y) = (x0.wrapping_add(dx), y0.wrapping_add(dy));
                let (east, south) = (x.wrapping_add(1), y.wrapping_add(1));
                let four = [(x, y), (east, y), (x, south), (east, south)].map(|(x, y)| plane.tile(x, y));
                assert!(matches(plane.on(), four), "{plane:?} ({x}, {y}): {four:?}");
                assert!(Dir::ALL.into_iter().all(|d| four[0].color(d) < plane.colors()));
            }
        }
    }
}

#[test]
fn every_window_shows_the_same_tiles() {
    for plane in planes(4).chain(weighted(4)) {
        for (x0, y) in PLACES.into_iter().flat_map(|x| [-1, 0, i64::MIN, i64::MAX].map(|y| (x, y))) {
            let alone: Vec<Sides> = (0..200).map(|dx| plane.tile(x0.wrapping_add(dx), y)).collect();
            assert_eq!(row(plane, x0, y, 200), alone, "{plane:?} ({x0}, {y})");
            for split in [0, 1, 5, 63, 64, 65, 128, 199, 200] {
                let first = row(plane, x0, y, split);
                let second = row(plane, x0.wrapping_add(split as i64), y, 200 - split);
                assert_eq!([first, second].concat(), alone, "{plane:?} ({x0}, {y}) split at {split}");
            }
        }
    }
}

/// Values that every version must keep: worlds depend on them. They come from a second
/// implementation, in big integers of another language.
#[test]
fn tiles_are_pinned() {
    let pinned = |plane: WangPlane| [row(plane, -2, -1, 4), row(plane, i64::MAX - 1, i64::MAX, 4)].concat();
    let tiles: Vec<Vec<u8>> = planes(7).map(|plane| pinned(plane).into_iter().map(|tile| tile.0).collect()).collect();
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
    for plane in planes(2026) {
        let k = usize::from(plane.colors());
        let rows: Vec<Vec<Sides>> = (0..h).map(|y| row(plane, -w / 2, y - h / 2, w as usize)).collect();
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
        for plane in BOTH.map(|on| WangPlane::weighted(on, 9, weights).expect("weights in range")) {
            let mut counts = vec![0u32; weights.len()];
            (0..400)
                .flat_map(|y| row(plane, -300, y, 600))
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
        .flat_map(planes)
        .flat_map(|plane| [-1, 0, 1].map(|y| row(plane, 0, y, 256)))
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
fn on_map(tiles: WangPlane, [x, east]: [i64; 2], [y, south]: [i64; 2]) -> Sides {
    match tiles.on() {
        MatchOn::Edges => {
            let west_of = |x| tiles.tile(x, y).color(Dir::W);
            let north_of = |y| tiles.tile(x, y).color(Dir::N);
            Sides::from_colors([north_of(y), west_of(east), north_of(south), west_of(x)])
        }
        MatchOn::Corners => {
            let point = |x, y| tiles.tile(x, y).corner(Corner::NW);
            Sides::from_colors([point(east, y), point(east, south), point(x, south), point(x, y)])
        }
    }
}

#[test]
fn maps_show_the_endless_plane_and_match_at_their_seams() {
    for (size, wrap) in SIZES.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
        let (w, h) = (i64::from(size.0), i64::from(size.1));
        for plane in planes(5) {
            let map = build(WangTiles { on: plane.on(), colors: plane.colors(), ..WangTiles::default() }, size, wrap);
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
                    assert!(matches(plane.on(), [tile, e, s, across]), "{plane:?} {size:?} {wrap} {p}");
                }
            }
        }
    }
}

#[test]
fn windows_of_chains_show_the_plane_everywhere() {
    let size = Size::new(70, 5);
    for (x, y) in PLACES.into_iter().flat_map(|x| PLACES.map(|y| (x, y))) {
        for plane in planes(5) {
            let chain = BuilderChain::start_with(
                size,
                WangTiles { on: plane.on(), colors: plane.colors(), ..WangTiles::default() },
            );
            let map = chain.start_window(5, (x, y), size).expect("a window");
            for (tiles, down) in plane_of(&map).rows().zip(0..) {
                assert_eq!(tiles, row(plane, x, y.wrapping_add(down), 70), "{plane:?} ({x}, {y}) row {down}");
            }
        }
    }
}

#[test]
fn parameters_out_of_range_are_named() {
    let message = |error: BuildError| error.to_string();
    let check = |tiles: WangTiles| BuilderChain::start_with(Size::new(5, 8), tiles).check().map_err(message);
    for colors in [0, 1, 5, 255] {
        let expected = format!("parameter `colors` is {colors}; expected 2 to 4");
        for on in BOTH {
            assert_eq!(WangPlane::new(on, 1, colors).map_err(message), Err(expected.clone()));
            let error = check(WangTiles { on, colors, ..WangTiles::default() });
            assert_eq!(error, Err(format!("initial wang-tiles: {expected}")));
        }
    }
    for (colors, weights, expected) in [
        (2, vec![1, 2, 3], "[1, 2, 3]; expected 2 numbers, one for each color"),
        (3, vec![1, 2], "[1, 2]; expected 3 numbers, one for each color"),
        (2, vec![0, 0], "[0, 0]; expected 2 to 4 numbers, not all 0"),
    ] {
        let error = check(WangTiles { colors, weights, ..WangTiles::default() });
        assert_eq!(error, Err(format!("initial wang-tiles: parameter `weights` is {expected}")));
    }
}

#[test]
fn weights_are_those_of_the_plane() {
    for on in BOTH {
        let map = build(WangTiles { on, weights: vec![1, 3], ..WangTiles::default() }, (30, 4), Wrap::None);
        let plane = WangPlane::weighted(on, 5, &[1, 3]).expect("weights in range");
        for (tiles, y) in plane_of(&map).rows().zip(0..) {
            assert_eq!(tiles, row(plane, 0, y, 30));
        }
    }
}

/// Every tile around a place names it by another part. A pin changes its place and no other; on wrapped axes places count
/// modulo the size.
#[test]
fn a_pin_colors_one_place_in_all_tiles_around_it() {
    use WangPart::{E, N, Ne, Nw, S, Se, Sw, W};
    type Case = (MatchOn, &'static [(i64, i64, WangPart)], &'static [(i64, i64, Dir)]);
    let cases: [Case; 5] = [
        (MatchOn::Edges, &[(3, 2, W), (2, 2, E)], &[(3, 2, Dir::W), (2, 2, Dir::E)]),
        (MatchOn::Edges, &[(0, 4, S), (0, 5, N)], &[(0, 4, Dir::S), (0, 5, Dir::N)]),
        (
            MatchOn::Corners,
            &[(1, 1, Nw), (0, 1, Ne), (0, 0, Se), (1, 0, Sw)],
            &[(1, 1, Dir::W), (0, 1, Dir::N), (0, 0, Dir::E), (1, 0, Dir::S)],
        ),
        // At seams.
        (MatchOn::Edges, &[(0, 2, W), (-1, 2, E)], &[(0, 2, Dir::W), (-1, 2, Dir::E)]),
        (
            MatchOn::Corners,
            &[(0, 0, Nw), (-1, -1, Se)],
            &[(0, 0, Dir::W), (-1, 0, Dir::N), (-1, -1, Dir::E), (0, -1, Dir::S)],
        ),
    ];
    let (w, h) = (5, 6);
    for (on, names, touching) in cases {
        for wrap in Wrap::ALL {
            let made = |pins: Vec<WangPin>| {
                let tiles = WangTiles { on, colors: 3, pins, ..WangTiles::default() };
                let map = build(tiles, (5, 6), wrap);
                plane_of(&map).clone()
            };
            let plain = made(Vec::new());
            for (&(x, y, part), color) in names.iter().flat_map(|name| (0..3).map(move |color| (name, color))) {
                let mut expected = plain.clone();
                for &(x, y, part) in touching {
                    let (x, y) =
                        (if wrap.x() { x.rem_euclid(w) } else { x }, if wrap.y() { y.rem_euclid(h) } else { y });
                    if let Some(tile) = expected.get_mut(Point::new(x as u16, y as u16)) {
                        *tile = tile.with_color(part, color);
                    }
                }
                let pin = WangPin { x, y, part, color };
                assert_eq!(made(vec![pin.clone()]), expected, "{on:?} {wrap} {pin:?}");
                // The same place, a map further on.
                let far = WangPin { x: x + w, y: y - h, ..pin.clone() };
                if wrap == Wrap::Both {
                    assert_eq!(made(vec![far]), expected, "{on:?} {pin:?}");
                }
            }
        }
    }
}

#[test]
fn pins_are_at_places_of_windows() {
    let pin = WangPin { x: i64::MIN, y: -7, part: WangPart::Nw, color: 2 };
    let tiles = WangTiles { on: MatchOn::Corners, colors: 3, pins: vec![pin], ..WangTiles::default() };
    let chain = BuilderChain::start_with(Size::new(4, 4), tiles);
    let map = chain.start_window(5, (i64::MAX - 1, -8), Size::new(4, 4)).expect("a window");
    let at = |x, y, corner| plane_of(&map)[Point::new(x, y)].corner(corner);
    let around = [at(2, 1, Corner::NW), at(1, 1, Corner::NE), at(1, 0, Corner::SE), at(2, 0, Corner::SW)];
    assert_eq!(around, [2; 4]);
}

#[test]
fn pins_that_no_tile_has_are_refused() {
    let check = |on, part, color| {
        let pins = vec![WangPin { x: 3, y: 4, part, color }];
        let tiles = WangTiles { on, pins, ..WangTiles::default() };
        let chain = BuilderChain::start_with(Size::new(5, 8), tiles);
        chain.check().map_err(|error| error.to_string())
    };
    let error = |message: &str| Err(format!("initial wang-tiles: parameter {message}"));
    assert_eq!(check(MatchOn::Edges, WangPart::N, 1), Ok(()));
    assert_eq!(check(MatchOn::Edges, WangPart::Ne, 1), error("`pins[0].part` is ne; expected a side: n, e, s or w"));
    assert_eq!(
        check(MatchOn::Corners, WangPart::W, 1),
        error("`pins[0].part` is w; expected a corner: ne, se, sw or nw")
    );
    assert_eq!(check(MatchOn::Corners, WangPart::Sw, 2), error("`pins[0].color` is 2; expected 0 to 1"));
}
