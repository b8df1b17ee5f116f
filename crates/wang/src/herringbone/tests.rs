//! Herringbone tiles against their definition: laid in the classic steps they cover everything once and every edge
//! agrees; maps show the plane, closed by walls or repeated; templates are read as they were written.

mod images;

use std::collections::BTreeMap;

use mapwright_core::{BuilderChain, BuilderMap, Dir, Grid, Point, Size, Tile, Wrap};

use super::lattice::Edge;
use super::*;
use crate::MatchOn;

const SIZES: [(u16, u16); 9] = [(1, 1), (1, 2), (1, 40), (40, 1), (2, 2), (5, 8), (33, 7), (70, 41), (64, 32)];

/// Two colors on every edge and single cells: 128 pieces.
fn small() -> HerringboneTemplate {
    let piece = |form, code: u8| {
        let edges = [0, 1, 2, 3, 4, 5].map(|bit| code >> bit & 1);
        HerringbonePiece { form, colors: edges, cells: Grid::new(super::template::size_of(form, 1), Tile(code)) }
    };
    let pieces = Form::ALL.into_iter().flat_map(|form| (0..64).map(move |code| piece(form, code)));
    HerringboneTemplate::new(1, pieces.collect()).expect("a complete template")
}

fn build(template: HerringboneTemplate, (w, h): (u16, u16), wrap: Wrap, seed: u64) -> BuilderMap {
    let builder = HerringboneWang { template };
    BuilderChain::start_with(Size::new(w, h), builder).wrap(wrap).build(seed).expect("a map")
}

/// Tiles laid by hand: along every diagonal of the pattern a horizontal tile, an vertical one to its right, and so on, each
/// diagonal four units from the next.
fn by_hand(from: i64, to: i64) -> Vec<(Form, i64, i64)> {
    let mut laid = Vec::new();
    for diagonal in (from - to - 4..=to - from + 4).filter(|diagonal| diagonal % 4 == 0) {
        for y in from - 2..=to {
            laid.push((Form::Horizontal, diagonal + y, y));
            laid.push((Form::Vertical, diagonal + y - 1, y));
        }
    }
    laid
}

#[test]
fn every_unit_has_one_tile_and_every_edge_two_that_agree() {
    let template = HerringboneTemplate::dungeon(5).expect("a dungeon");
    for seed in 0..3 {
        let plane = Herringbone::new(seed, &template);
        for (x0, y0) in [(-20i64, -20i64), (0, 0), (1 << 40, -7), (i64::MIN + 103, 5)] {
            let mut covered = BTreeMap::new();
            let mut edges: BTreeMap<Edge, Vec<u8>> = BTreeMap::new();
            for (form, x, y) in by_hand(0, 39) {
                let (x, y) = (x0 - x0.rem_euclid(4) + x, y0 - y0.rem_euclid(4) + y);
                let laid = plane.piece_at(x, y);
                assert_eq!((laid.form, laid.at), (form, (x, y)));
                let (w, h) = form.units();
                for (dx, dy) in (0..w.into()).flat_map(|dx| (0..h.into()).map(move |dy| (dx, dy))) {
                    assert_eq!(plane.piece_at(x + dx, y + dy), laid, "both halves tell the same tile");
                    *covered.entry((x + dx, y + dy)).or_insert(0) += 1;
                }
                let piece = &template.pieces()[laid.piece];
                assert_eq!((piece.form, piece.colors), (laid.form, laid.colors));
                for (edge, color) in rim(form, x, y).into_iter().zip(piece.colors) {
                    edges.entry(edge).or_default().push(color);
                }
            }
            assert!(covered.values().all(|&tiles| tiles == 1));
            let inner = edges.values().filter(|colors| colors.len() == 2).count();
            assert!(edges.values().all(|colors| colors.len() < 3 && colors.iter().all(|&color| color == colors[0])));
            assert!(inner > 1500, "{inner} edges between tiles");
        }
    }
}

/// The edges round a tile, clockwise, by walking round it.
fn rim(form: Form, x: i64, y: i64) -> [Edge; 6] {
    let (w, h) = form.units();
    let (w, h) = (i64::from(w), i64::from(h));
    let top = (0..w).map(|i| Edge::North(x + i, y));
    let right = (0..h).map(|i| Edge::West(x + w, y + i));
    let bottom = (0..w).rev().map(|i| Edge::North(x + i, y + h));
    let left = (0..h).rev().map(|i| Edge::West(x, y + i));
    let rim: Vec<Edge> = top.chain(right).chain(bottom).chain(left).collect();
    rim.try_into().expect("six edges")
}

#[test]
fn maps_show_the_plane_inside_their_walls() {
    for template in [small(), HerringboneTemplate::dungeon(5).expect("a dungeon"), HerringboneTemplate::default()] {
        for (size, wrap) in SIZES.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
            let map = build(template.clone(), size, wrap, 5);
            let period = 4 * template.unit();
            let repeats = |length: u16, wraps: bool| {
                (wraps && length.is_multiple_of(period)).then_some(u32::from(length / template.unit()))
            };
            let (across, down) = (repeats(size.0, wrap.x()), repeats(size.1, wrap.y()));
            let plane = Herringbone::new(5, &template).repeated(across, down);
            for (p, &tile) in map.tiles.iter() {
                let is_rim = across.is_none() && (p.x == 0 || p.x + 1 == size.0)
                    || down.is_none() && (p.y == 0 || p.y + 1 == size.1);
                let expected = if is_rim { Tile::WALL } else { plane.tile(p.x.into(), p.y.into()) };
                // The rim may close the way to a door, which is floor then.
                let is_cut_off = expected == Tile::DOOR && tile == Tile::FLOOR;
                assert!(tile == expected || is_cut_off, "{size:?} {wrap} {p}");
            }
        }
    }
}

#[test]
fn windows_show_the_plane_up_to_its_ends() {
    let size = Size::new(31, 12);
    let places = [-7, 1 << 40, i64::MIN, i64::MIN + 2, i64::MAX - 40, i64::MAX - 5, i64::MAX];
    for template in [small(), HerringboneTemplate::dungeon(5).expect("a dungeon"), HerringboneTemplate::default()] {
        let plane = Herringbone::new(5, &template);
        let chain = BuilderChain::start_with(size, HerringboneWang { template: template.clone() });
        for (x, y) in places.into_iter().flat_map(|x| places.map(|y| (x, y))) {
            let map = chain.start_window(5, (x, y), size).expect("a window");
            for (p, &tile) in map.tiles.iter() {
                // Beyond the last place there is nothing to compare with.
                let (Some(x), Some(y)) = (x.checked_add(p.x.into()), y.checked_add(p.y.into())) else { continue };
                assert_eq!(tile, plane.tile(x, y), "unit {}: ({x}, {y})", template.unit());
            }
        }
    }
}

#[test]
fn a_repeated_plane_meets_itself() {
    let template = small();
    for (across, down) in [(4, 4), (8, 4), (12, 16)] {
        let plane = Herringbone::new(3, &template).repeated(Some(across), Some(down));
        let (w, h) = (i64::from(across), i64::from(down));
        for (x, y) in (-9..w + 9).flat_map(|x| (-9..h + 9).map(move |y| (x, y))) {
            let (here, home) = (plane.piece_at(x, y), plane.piece_at(x.rem_euclid(w), y.rem_euclid(h)));
            assert_eq!((here.form, here.colors, here.piece), (home.form, home.colors, home.piece));
        }
    }
    // A length that the pattern does not fit repeats nothing.
    let plane = Herringbone::new(3, &template);
    let refused = plane.repeated(Some(6), Some(0));
    assert!((0..40).all(|x| refused.piece_at(x, 1) == plane.piece_at(x, 1)));
}

/// Across each edge of a dungeon one can step exactly if its color is 1.
#[test]
fn doors_are_where_edges_are_open() {
    for unit in [5, 6, 8, 13] {
        let template = HerringboneTemplate::dungeon(unit).expect("a dungeon");
        let (plane, n) = (Herringbone::new(9, &template), i64::from(unit));
        let open = |x: i64, y: i64| !plane.tile(x, y).is_solid();
        let mut found = [0, 0];
        for (_, x, y) in by_hand(0, 15) {
            let laid = plane.piece_at(x, y);
            for (edge, color) in laid.form.places(MatchOn::Edges, x, y).into_iter().zip(laid.colors) {
                let steps = (0..n).filter(|i| match edge {
                    Edge::North(x, y) => open(x * n + i, y * n) && open(x * n + i, y * n - 1),
                    Edge::West(x, y) => open(x * n, y * n + i) && open(x * n - 1, y * n + i),
                    Edge::Corner(..) => false,
                });
                assert_eq!(steps.count() > 0, color == 1, "unit {unit}: {edge:?}");
                found[usize::from(color)] += 1;
            }
        }
        // Both colors are equally likely: six standard deviations.
        let (all, off) = (found[0] + found[1], i64::from(found[0]) - i64::from(found[1]));
        assert!(off * off < 36 * i64::from(all), "{found:?}");
    }
}

/// Within a piece every open cell can be reached from every other, so the edges alone tell what is joined.
#[test]
fn pieces_are_joined_within() {
    for unit in [5, 7, 8, 16, 64] {
        for piece in HerringboneTemplate::dungeon(unit).expect("a dungeon").pieces() {
            let cells = &piece.cells;
            let is_open = |p: &Point| cells.get(*p).is_some_and(|tile| !tile.is_solid());
            let open: Vec<Point> = cells.size().points().filter(is_open).collect();
            assert_eq!(open.is_empty(), piece.colors == [0; 6]);
            let mut seen = Grid::new(cells.size(), false);
            let mut reached: Vec<Point> = open.iter().take(1).copied().collect();
            reached.iter().for_each(|&p| seen[p] = true);
            let mut next = 0;
            while let Some(&p) = reached.get(next) {
                next += 1;
                let steps = Dir::ALL.map(Dir::delta).into_iter().filter_map(|(dx, dy)| {
                    Some(Point::new(p.x.checked_add_signed(dx as i16)?, p.y.checked_add_signed(dy as i16)?))
                });
                for q in steps.filter(is_open) {
                    if !std::mem::replace(&mut seen[q], true) {
                        reached.push(q);
                    }
                }
            }
            assert_eq!(reached.len(), open.len(), "{piece:?}");
        }
    }
}

#[test]
fn pieces_with_the_same_edges_take_turns() {
    let template = HerringboneTemplate::default();
    let plane = Herringbone::new(1, &template);
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    for (x, y) in (0..400).flat_map(|x| (0..400).map(move |y| (x, y))) {
        let laid = plane.piece_at(x, y);
        *counts.entry(laid.piece).or_default() += u32::from(laid.at == (x, y));
    }
    // 80,000 tiles of 512 pieces: 156 each, within six standard deviations.
    assert_eq!(counts.len(), 512);
    assert!(counts.values().all(|&n| n.abs_diff(156) < 75), "{counts:?}");
}

#[test]
fn templates_are_read_as_they_were_written() {
    for template in [small_tiles(), HerringboneTemplate::dungeon(5).expect("a dungeon"), HerringboneTemplate::default()]
    {
        assert_eq!(template.to_string().parse(), Ok(template.clone()));
    }
}

/// Half pieces of one cell, of tiles that have a glyph and a color.
fn small_tiles() -> HerringboneTemplate {
    let pieces = small().pieces().to_vec().into_iter().map(|piece| {
        let cells = piece.cells.map(|tile| if tile.0 % 3 == 0 { Tile::WALL } else { Tile::GRASS });
        HerringbonePiece { cells, ..piece }
    });
    HerringboneTemplate::new(1, pieces.collect()).expect("a complete template")
}

#[test]
fn mistakes_in_a_text_are_named() {
    let check = |text: &str, message: &str| {
        assert_eq!(text.parse::<HerringboneTemplate>().map_err(|error| error.to_string()), Err(message.to_owned()));
    };
    check("", "line 1: found ``; expected `herringbone` and the cells of half a piece, then `corners` or nothing");
    for head in ["herringbone x", "herringbone 3 edges", "herringbone 3 corners 4"] {
        let expected = "`herringbone` and the cells of half a piece, then `corners` or nothing";
        check(head, &format!("line 1: found `{head}`; expected {expected}"));
    }
    check("herringbone 0", "half a tile has 0 cells a side; expected 1 to 255");
    check("herringbone 256", "half a tile has 256 cells a side; expected 1 to 255");
    check("herringbone 1", "a template of 0 pieces; expected 1 to 65535");
    let head = "`horizontal` or `vertical` and six colors from 0 to 7";
    check(
        "herringbone 1\n\n// two\nslant 0 0 0 0 0 0\n..",
        &format!("line 4: found `slant 0 0 0 0 0 0`; expected {head}"),
    );
    check("herringbone 1\nhorizontal 0 0 0 0 0\n..", &format!("line 2: found `horizontal 0 0 0 0 0`; expected {head}"));
    check(
        "herringbone 1\nhorizontal 0 0 0 0 0 8\n..",
        &format!("line 2: found `horizontal 0 0 0 0 0 8`; expected {head}"),
    );
    check("herringbone 1\nhorizontal 0 0 0 0 0 0\n...", "line 3: found `...`; expected a row of 2 glyphs");
    check("herringbone 1\nhorizontal 0 0 0 0 0 0", "line 2: found ``; expected a row of 2 glyphs");
    check("herringbone 1\nhorizontal 0 0 0 0 0 0\n.?", "line 3: found `?`; expected a glyph of the palette");
    check(
        "herringbone 1\nhorizontal 0 0 0 0 0 0\n..",
        "no vertical piece has the edges 0 0 0 0 0 0, clockwise from the top left",
    );
    check(
        "herringbone 1 corners\nhorizontal 0 0 0 0 1 0\n..\nvertical 0 0 0 0 0 0\n.\n.",
        "no horizontal piece has the corners 0 0 0 0 0 0, clockwise from the top left; 2 more are missing: every combination of \
         colors needs a piece",
    );
    check(
        "herringbone 1\nhorizontal 0 0 0 0 0 1\n..\nvertical 0 0 0 0 0 0\n.\n.",
        "no horizontal piece has the edges 0 0 0 0 0 0, clockwise from the top left",
    );
}

#[test]
fn mistakes_in_pieces_are_named() {
    let piece = |w, h, color| HerringbonePiece {
        form: Form::Horizontal,
        colors: [0, 0, 0, 0, 0, color],
        cells: Grid::new(Size::new(w, h), Tile::FLOOR),
    };
    let check = |unit, pieces: Vec<HerringbonePiece>, message: &str| {
        assert_eq!(HerringboneTemplate::new(unit, pieces).unwrap_err().to_string(), message);
    };
    check(2, vec![piece(4, 2, 0), piece(4, 3, 0)], "piece 2 has 4x3 cells; expected 4x2");
    check(2, vec![piece(4, 2, 8)], "piece 1 has the color 8; expected 0 to 7");
    for unit in [0, 4, 65] {
        let expected = format!("half a tile of the dungeon has {unit} cells a side; expected 5 to 64");
        assert_eq!(HerringboneTemplate::dungeon(unit).unwrap_err().to_string(), expected);
    }
}
