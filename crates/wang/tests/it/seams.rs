//! Tiles have no seams, wherever they are made. The same checker finds the seams of the classic way.

use crate::common;
use crate::common::linked::{Linked, visit_at_random};
use crate::common::seams::{Checked, agree, check_plane, check_rows};
use mapwright_core::{MapRng, Sides, Size};
use mapwright_wang::MatchOn;

/// Four million points of each plane, around the origin and at the ends of all coordinates.
#[test]
fn no_point_where_four_tiles_meet_has_a_defect() {
    for (plane, _) in common::planes(11) {
        for (x, y) in [(-900, -700), (i64::MAX - 1000, i64::MIN + 1), (i64::MIN, i64::MAX - 999), (1 << 40, -1)] {
            let mut found = Checked::default();
            let [mut above, mut below] = [(); 2].map(|()| vec![Sides(0xff); 1024]);
            plane.row(x, y, &mut above);
            for down in 1..1024 {
                plane.row(x, y.wrapping_add(down), &mut below);
                check_rows(plane.on(), &above, &below, &mut found);
                std::mem::swap(&mut above, &mut below);
            }
            assert_eq!(found, Checked { points: 1023 * 1023, defects: 0 }, "{plane:?} from ({x}, {y})");
        }
    }
}

/// The checker of eight points at once against four tiles at a time, on planes of random tiles.
#[test]
fn the_checker_finds_every_defect() {
    let mut rng = MapRng::new(5);
    for (on, width) in [MatchOn::Edges, MatchOn::Corners].into_iter().flat_map(|on| (1..40).map(move |w| (on, w))) {
        // Few colors, so that some points agree.
        let plane: Vec<Sides> =
            (0..6 * width).map(|_| Sides(if rng.chance(0.8) { 0 } else { rng.below(256) as u8 })).collect();
        let points = (0..5).flat_map(|y| (0..width - 1).map(move |x| y * width + x));
        let wrong = points.filter(|&i| !agree(on, [plane[i], plane[i + 1], plane[i + width], plane[i + width + 1]]));
        let expected = Checked { points: 5 * (width as u64 - 1), defects: wrong.count() as u64 };
        assert_eq!(check_plane(on, width, &plane), expected, "{on:?} {width}");
    }
}

/// One color of one tile is changed: of a corner the one point it touches, of a side the two at its ends.
#[test]
fn a_single_changed_color_is_found() {
    for (tiles, _) in common::planes(6).into_iter().take(6) {
        let width = 60;
        let mut plane = vec![Sides(0); width * 30];
        plane.chunks_mut(width).zip(0..).for_each(|(row, y)| tiles.row(-60, y, row));
        let mut rng = MapRng::new(7);
        for _ in 0..200 {
            // No tile of the border, where some points lie outside.
            let at = (1 + rng.below(28) as usize) * width + 1 + rng.below(58) as usize;
            let whole = plane[at];
            let part = mapwright_core::Dir::from_index(rng.below(4));
            plane[at] = whole.with_color(part, (whole.color(part) + 1) % tiles.colors());
            let defects = if tiles.on() == MatchOn::Corners { 1 } else { 2 };
            assert_eq!(check_plane(tiles.on(), width, &plane).defects, defects, "{tiles:?} {at} {part:?}");
            plane[at] = whole;
        }
    }
}

/// The classic way in two colors, in chunks of 8 × 8 tiles visited in random order. A point has a defect when, of its
/// four chunks, the two that are made first touch in nothing but the point, and draw different colors for it: in 1/3 of
/// all orders, and then with chance 1/2. That is one point in six; on a few hundred points one sees 14 to 19 %. And
/// which of two neighbors was there first decides the colors of the border between them: 24 of 64 tiles have two points
/// on one border, of which with chance 1/2 × 3/4 one has another color in another order, so 14 % of all tiles differ,
/// and the four in the corners make it 17 %.
#[test]
fn chunks_linked_after_the_fact_have_seams() {
    let side = 120;
    let planes = [1, 2].map(|order| {
        let mut linked = Linked::new(MatchOn::Corners, 3, 2, Size::new(8, 8));
        visit_at_random(&mut linked, side, side, order);
        linked.plane(side, side)
    });
    for plane in &planes {
        let found = check_plane(MatchOn::Corners, 8 * side as usize, plane);
        let meetings = f64::from((side - 1) * (side - 1));
        let (share, sigma) = (found.defects as f64 / meetings, (1.0 / 6.0 * 5.0 / 6.0 / meetings).sqrt());
        assert!((share - 1.0 / 6.0).abs() < 5.0 * sigma, "{share}");
        // Nowhere but where four chunks meet.
        for y in 0..8 * side as usize - 1 {
            let row = |y: usize| &plane[y * 8 * side as usize..(y + 1) * 8 * side as usize];
            let mut here = Checked::default();
            check_rows(MatchOn::Corners, row(y), row(y + 1), &mut here);
            assert!(y % 8 == 7 || here.defects == 0, "row {y}");
        }
    }
    let [a, b] = &planes;
    let differ = a.iter().zip(b).filter(|(a, b)| a != b).count() as f64 / a.len() as f64;
    assert!((0.165..0.185).contains(&differ), "{differ}");
}

/// In reading order there is always a chunk to agree with; with a chessboard's white chunks first there is none: then
/// half of all points are wrong. Edges belong to two chunks only, so these fit in any order; but their tiles depend on
/// it.
#[test]
fn the_order_of_visits_decides_how_many_seams_there_are() {
    let defects = |on, order: &dyn Fn(i32, i32) -> i32| {
        let mut chunks: Vec<(i32, i32)> = (0..40).flat_map(|y| (0..40).map(move |x| (x, y))).collect();
        chunks.sort_by_key(|&(x, y)| order(x, y));
        let mut linked = Linked::new(on, 4, 2, Size::new(8, 8));
        chunks.into_iter().for_each(|chunk| linked.visit(chunk));
        check_plane(on, 320, &linked.plane(40, 40)).defects
    };
    assert_eq!(defects(MatchOn::Corners, &|x, y| 40 * y + x), 0);
    let chessboard = |x: i32, y: i32| (x + y) % 2;
    let half = 39.0 * 39.0 / 2.0;
    let found = defects(MatchOn::Corners, &chessboard) as f64;
    assert!((found - half).abs() < 5.0 * (half / 2.0).sqrt(), "{found} of {}", 2.0 * half);
    assert_eq!(defects(MatchOn::Edges, &chessboard), 0);
}
