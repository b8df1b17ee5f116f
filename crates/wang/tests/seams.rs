//! Worlds made in pieces have no seams: whatever the order, the threads, the size of the pieces and the place. The same
//! checker finds the seams of the classic way.
#![allow(clippy::unwrap_used)]

mod common;

use common::linked::{Linked, visit_at_random};
use common::seams::{Checked, agree, check_plane, check_rows};
use mapwright_core::{MapRng, Sides, Size};
use mapwright_wang::{ChunkPos, WangKind, WangWorld};

/// A block of chunks made in a random order by some threads, put together: its tiles, row by row.
fn in_pieces(world: &WangWorld, first: ChunkPos, columns: i32, rows: i32, seed: u64) -> Vec<Sides> {
    let size = world.chunk_size();
    let last = ChunkPos::new(first.x + (columns - 1), first.y + (rows - 1));
    let mut order: Vec<ChunkPos> = first.to(last).collect();
    MapRng::new(seed).shuffle(&mut order);
    let threads = 1 + seed as usize % 4;
    let width = columns as usize * usize::from(size.w);
    let mut plane = vec![Sides(0xff); width * rows as usize * usize::from(size.h)];
    std::thread::scope(|scope| {
        let make = |part: Vec<ChunkPos>| {
            let mut tiles = vec![Sides(0xff); part.len() * size.area() as usize];
            let chunks = tiles.chunks_mut(size.area() as usize);
            part.iter().zip(chunks).for_each(|(&chunk, out)| world.chunk_into(chunk, out).unwrap());
            (part, tiles)
        };
        let parts = order.chunks(order.len().div_ceil(threads)).map(<[ChunkPos]>::to_vec);
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || make(part))).collect();
        for (part, tiles) in workers.into_iter().map(|worker| worker.join().unwrap()) {
            for (chunk, tiles) in part.into_iter().zip(tiles.chunks(size.area() as usize)) {
                let left = (chunk.x - first.x) as usize * usize::from(size.w);
                let top = (chunk.y - first.y) as usize * usize::from(size.h);
                for (y, row) in tiles.chunks(size.w.into()).enumerate() {
                    let at = (top + y) * width + left;
                    plane[at..at + row.len()].copy_from_slice(row);
                }
            }
        }
    });
    plane
}

/// More than 10⁸ points, of both kinds, in chunks of four sizes, around the origin and at the ends of all chunks.
#[test]
fn no_point_where_four_tiles_meet_has_a_defect() {
    // Corner points of the block of chunks: around the origin, and at both ends of `i32`.
    let places =
        [(i32::MIN, i32::MIN), (-20, -300), (i32::MAX, i32::MIN), (i32::MIN, -7), (i32::MAX, i32::MAX), (-1, -1)];
    let mut found = Checked::default();
    let mut seed = 0;
    let worlds = common::worlds(11);
    for (case, &(x, y)) in (0..).zip(&places) {
        for (i, (w, h, side)) in [(1, 1, 512), (3, 5, 2_560), (8, 8, 2_560), (64, 64, 2_560)].into_iter().enumerate() {
            // All twelve worlds have their turn.
            let world = worlds[(2 * case + i) % worlds.len()].clone().with_chunk_size(Size::new(w, h)).unwrap();
            let (columns, rows) = (side / i32::from(w), side / i32::from(h));
            // The block ends with the last chunk there is, rather than to reach beyond.
            let first = ChunkPos::new(x.min(i32::MAX - (columns - 1)), y.min(i32::MAX - (rows - 1)));
            seed += 1;
            let plane = in_pieces(&world, first, columns, rows, seed);
            let (x0, y0) = (i64::from(first.x) * i64::from(w), i64::from(first.y) * i64::from(h));
            let width = columns as usize * usize::from(w);
            let mut whole = vec![Sides(0xff); width];
            for (y, row) in (y0..).zip(plane.chunks(width)) {
                world.row(x0, y, &mut whole);
                assert!(row == whole, "{world:?} from chunk {first}: row {y} is another one");
            }
            let here = check_plane(world.kind(), width, &plane);
            assert_eq!(here.defects, 0, "{world:?} from chunk {first}");
            found.points += here.points;
        }
    }
    assert!(found.points >= 100_000_000, "{} points", found.points);
}

#[test]
fn the_last_chunks_fit_what_lies_beyond_them() {
    for world in common::worlds(12) {
        for (w, h) in [(1, 1), (3, 5), (8, 8), (64, 64)] {
            let world = world.clone().with_chunk_size(Size::new(w, h)).unwrap();
            let chunk = ChunkPos::new(i32::MAX, i32::MIN);
            let (x0, y0) = world.chunk_origin(chunk);
            let tiles = world.chunk(chunk);
            let mut found = Checked::default();
            let mut row = vec![Sides(0xff); usize::from(w) + 2];
            let mut above = row.clone();
            world.row(x0 - 1, y0 - 1, &mut above);
            for (y, inside) in (y0..).zip(tiles.rows()) {
                world.row(x0 - 1, y, &mut row);
                assert_eq!(&row[1..=usize::from(w)], inside);
                check_rows(world.kind(), &above, &row, &mut found);
                above.clone_from(&row);
            }
            assert_eq!(found, Checked { points: u64::from(w + 1) * u64::from(h), defects: 0 });
        }
    }
}

/// The checker of eight points at once against four tiles at a time, on planes of random tiles.
#[test]
fn the_checker_finds_every_defect() {
    let mut rng = MapRng::new(5);
    for (kind, width) in
        [WangKind::Edges, WangKind::Corners].into_iter().flat_map(|kind| (1..40).map(move |w| (kind, w)))
    {
        // Few colors, so that some points agree.
        let plane: Vec<Sides> =
            (0..6 * width).map(|_| Sides(if rng.chance(0.8) { 0 } else { rng.below(256) as u8 })).collect();
        let points = (0..5).flat_map(|y| (0..width - 1).map(move |x| y * width + x));
        let wrong = points.filter(|&i| !agree(kind, [plane[i], plane[i + 1], plane[i + width], plane[i + width + 1]]));
        let expected = Checked { points: 5 * (width as u64 - 1), defects: wrong.count() as u64 };
        assert_eq!(check_plane(kind, width, &plane), expected, "{kind} {width}");
    }
}

/// One color of one tile is changed: of a corner the one point it touches, of a side the two at its ends.
#[test]
fn a_single_changed_color_is_found() {
    for world in common::worlds(6).into_iter().take(6) {
        let width = 60;
        let mut plane = vec![Sides(0); width * 30];
        let world = world.with_chunk_size(Size::new(width as u16, 30)).unwrap();
        world.chunk_into(ChunkPos::new(-1, 0), &mut plane).unwrap();
        let mut rng = MapRng::new(7);
        for _ in 0..200 {
            // No tile of the border, where some points lie outside.
            let at = (1 + rng.below(28) as usize) * width + 1 + rng.below(58) as usize;
            let whole = plane[at];
            let part = mapwright_core::Dir::from_index(rng.below(4));
            plane[at] = whole.with_color(part, (whole.color(part) + 1) % world.colors());
            let defects = if world.kind() == WangKind::Corners { 1 } else { 2 };
            assert_eq!(check_plane(world.kind(), width, &plane).defects, defects, "{world:?} {at} {part:?}");
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
        let mut linked = Linked::new(WangKind::Corners, 3, 2, Size::new(8, 8));
        visit_at_random(&mut linked, side, side, order);
        linked.plane(side, side)
    });
    for plane in &planes {
        let found = check_plane(WangKind::Corners, 8 * side as usize, plane);
        let meetings = f64::from((side - 1) * (side - 1));
        let (share, sigma) = (found.defects as f64 / meetings, (1.0 / 6.0 * 5.0 / 6.0 / meetings).sqrt());
        assert!((share - 1.0 / 6.0).abs() < 5.0 * sigma, "{share}");
        // Nowhere but where four chunks meet.
        for y in 0..8 * side as usize - 1 {
            let row = |y: usize| &plane[y * 8 * side as usize..(y + 1) * 8 * side as usize];
            let mut here = Checked::default();
            check_rows(WangKind::Corners, row(y), row(y + 1), &mut here);
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
    let defects = |kind, order: &dyn Fn(i32, i32) -> i32| {
        let mut chunks: Vec<(i32, i32)> = (0..40).flat_map(|y| (0..40).map(move |x| (x, y))).collect();
        chunks.sort_by_key(|&(x, y)| order(x, y));
        let mut linked = Linked::new(kind, 4, 2, Size::new(8, 8));
        chunks.into_iter().for_each(|chunk| linked.visit(chunk));
        check_plane(kind, 320, &linked.plane(40, 40)).defects
    };
    assert_eq!(defects(WangKind::Corners, &|x, y| 40 * y + x), 0);
    let chessboard = |x: i32, y: i32| (x + y) % 2;
    let half = 39.0 * 39.0 / 2.0;
    let found = defects(WangKind::Corners, &chessboard) as f64;
    assert!((found - half).abs() < 5.0 * (half / 2.0).sqrt(), "{found} of {}", 2.0 * half);
    assert_eq!(defects(WangKind::Edges, &chessboard), 0);
}
