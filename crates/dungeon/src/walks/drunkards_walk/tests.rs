//! Compares the walk with its definition, one step and one cell at a time.

use std::collections::BTreeSet;

use mapwright_core::{BuilderChain, MapRng, Point, Wrap};

use super::*;

/// The digging of `walk` on `map`, without what makes it fast: coordinates, borders tested one by one, and a
/// set of visited places. `None` if the steps are used up.
fn naive(walk: &DrunkardsWalk, map: &BuilderMap, rng: &mut MapRng) -> Option<BuilderMap> {
    let mut map = map.clone();
    let (size, wrap) = (map.size(), map.wrap);
    let (w, h) = (i32::from(size.w), i32::from(size.h));
    let inside = |x: i32, y: i32| (wrap.x() || (1..w - 1).contains(&x)) && (wrap.y() || (1..h - 1).contains(&y));
    let wanted = (size.area() as usize * usize::from(walk.floor_percent)).div_ceil(100);
    let point = |x: i32, y: i32| Point::new(x.rem_euclid(w) as u16, y.rem_euclid(h) as u16);
    let mut floor: Vec<Point> = size.points().filter(|&p| map.is_open(p) && inside(p.x.into(), p.y.into())).collect();
    let stroke = |map: &mut BuilderMap, floor: &mut Vec<Point>, at: Point, rng: &mut MapRng| {
        let n = i32::from(walk.brush);
        let shift = if n % 2 == 0 { rng.below(4) as i32 } else { 0 };
        let (left, top) = (i32::from(at.x) - (n - 1) / 2 - shift % 2, i32::from(at.y) - (n - 1) / 2 - shift / 2);
        let square = || (top..top + n).flat_map(move |y| (left..left + n).map(move |x| (x, y)));
        let (both, none) = (Symmetry::Both, Symmetry::None);
        for image in 0..4 {
            let (mirror_x, mirror_y) = (image % 2 == 1, image / 2 == 1);
            let has_x = walk.symmetry == Symmetry::Horizontal || walk.symmetry == both;
            let has_y = walk.symmetry == Symmetry::Vertical || walk.symmetry == both;
            if walk.symmetry == none && image > 0 || mirror_x && !has_x || mirror_y && !has_y {
                continue;
            }
            let mut image: Vec<(i32, i32)> = square()
                .map(|(x, y)| (if mirror_x { w - 1 - x } else { x }, if mirror_y { h - 1 - y } else { y }))
                .collect();
            image.sort_by_key(|&(x, y)| (y, x));
            for (x, y) in image.into_iter().filter(|&(x, y)| inside(x, y)) {
                let p = point(x, y);
                if map.tiles[p].is_solid() {
                    map.tiles[p] = Tile::FLOOR;
                    floor.push(p);
                }
            }
        }
    };
    let open = |map: &BuilderMap| map.tiles.as_slice().iter().filter(|tile| !tile.is_solid()).count();
    if open(&map) >= wanted {
        return Some(map);
    }
    let center = wrap.nearest(floor.iter().copied(), size.center(), size).unwrap_or(size.center());
    if floor.is_empty() {
        stroke(&mut map, &mut floor, center, rng);
    }
    let mut seen = BTreeSet::new();
    let mut left = DrunkardsWalk::BUDGET * u64::from(size.area());
    while open(&map) < wanted {
        let mut at = if walk.begin == WalkBegin::Random { *rng.pick(&floor)? } else { center };
        let mut bits = 0;
        for step in 0..walk.lifetime? {
            if step % 32 == 0 {
                bits = rng.bits();
                left = left.checked_sub((walk.lifetime? - step).min(32).into())?;
            }
            let (dx, dy) = [(0, -1), (1, 0), (0, 1), (-1, 0)][(bits >> (2 * (step % 32)) & 3) as usize];
            let (x, y) = (i32::from(at.x) + dx, i32::from(at.y) + dy);
            if inside(x, y) {
                at = point(x, y);
            }
            if seen.insert(at) {
                stroke(&mut map, &mut floor, at, rng);
                if open(&map) >= wanted {
                    break;
                }
            }
        }
    }
    Some(map)
}

const SYMMETRIES: [Symmetry; 4] = [Symmetry::None, Symmetry::Horizontal, Symmetry::Vertical, Symmetry::Both];

#[test]
fn walks_dig_what_the_definition_says() {
    let mut dug = 0;
    for (seed, (w, h)) in (0..).zip([(3, 3), (5, 8), (8, 5), (12, 3), (16, 16), (21, 13)]) {
        for (wrap, symmetry) in Wrap::ALL.into_iter().flat_map(|wrap| SYMMETRIES.map(|symmetry| (wrap, symmetry))) {
            for (begin, brush) in
                [(WalkBegin::Center, 1), (WalkBegin::Random, 1), (WalkBegin::Random, 2), (WalkBegin::Center, 3)]
            {
                let walk = DrunkardsWalk { begin, lifetime: Some(45), floor_percent: 30, brush, symmetry };
                let mut map = BuilderMap::filled(Size::new(w, h), wrap, Tile::WALL);
                let mut cx = BuildCx::new(seed, "drunkards-walk", 0);
                let expected = naive(&walk, &map, &mut cx.rng.clone());
                match walk.dig(&mut map, &mut cx) {
                    Ok(()) => assert_eq!(Some(map), expected, "{walk:?} {w}x{h} {wrap}"),
                    // Too small, or too much border: the twin would never end, except by its budget.
                    Err(error) => assert!(expected.is_none(), "{walk:?} {w}x{h} {wrap}: {error}"),
                }
                dug += usize::from(expected.is_some());
            }
        }
    }
    assert!(dug > 300, "{dug}");
}

#[test]
fn walks_on_a_map_that_is_there_dig_what_the_definition_says() {
    for (seed, wrap) in (0..40).zip(Wrap::ALL.into_iter().cycle()) {
        let mut rng = MapRng::new(seed);
        let mut map = BuilderMap::filled(Size::new(19, 14), wrap, Tile::WALL);
        map.tiles.as_mut_slice().iter_mut().for_each(|tile| {
            if rng.chance(0.2) {
                *tile = Tile::GRASS;
            }
        });
        let begin = if seed % 2 == 0 { WalkBegin::Center } else { WalkBegin::Random };
        let symmetry = SYMMETRIES[rng.below(4) as usize];
        let walk = DrunkardsWalk { begin, lifetime: Some(70), floor_percent: 45, brush: 1, symmetry };
        let mut cx = BuildCx::new(seed, "drunkards-walk", 0);
        let expected = naive(&walk, &map, &mut cx.rng.clone()).expect("enough steps");
        walk.apply(&mut map, &mut cx).expect("enough steps");
        assert_eq!(map, expected, "{walk:?} {wrap}");
    }
}

#[test]
fn a_lifetime_of_its_own_reaches_every_corner() {
    let steps = |w, h| DrunkardsWalk::open_area().steps(Size::new(w, h));
    assert_eq!([steps(80, 50), steps(1, 1), steps(5, 8), steps(1, 900)], [400, 2, 13, 901]);
    assert_eq!(DrunkardsWalk::winding_passages().steps(Size::new(900, 900)), 100);
}

#[test]
fn a_walk_that_cannot_get_there_says_how_far_it_came() {
    // Four steps from the center: at most the 41 cells of a diamond.
    let walk = DrunkardsWalk { lifetime: Some(4), ..DrunkardsWalk::open_area() };
    let error = BuilderChain::start_with(Size::new(40, 40), walk).build(1).expect_err("too far away");
    assert_eq!(
        error.to_string(),
        "initial drunkards-walk: only 41 of 800 cells are open after 1600000 tries (budget 1600000)"
    );
    assert!(error.is_retryable());
}
