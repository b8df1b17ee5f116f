//! Herringbone tiles against their definition: laid in the classic steps they cover everything once and every edge
//! agrees; maps show the plane, closed by walls or repeated; templates are read as they were written.

use std::collections::BTreeMap;

use mapwright_core::{BuilderChain, BuilderMap, Color, Dir, Grid, MapRng, Palette, Point, Size, Tile, Wrap};

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

/// An image of `stb_herringbone_wang_tile`, drawn from where the format puts each piece.
#[derive(Clone, Copy)]
struct Image {
    on: MatchOn,
    colors: [u64; 6],
    repeats: [u64; 2],
    unit: u64,
}

impl Image {
    fn corners([a, b, c, d]: [u64; 4], repeats: [u64; 2], unit: u64) -> Self {
        Image { on: MatchOn::Corners, colors: [a, b, c, d, 1, 1], repeats, unit }
    }

    /// How many pieces are beside and below each other.
    fn counts(&self, form: Form) -> (u64, u64) {
        let [n0, n1, n2, n3, n4, n5] = self.colors;
        let [x, y] = self.repeats;
        match (self.on, form) {
            (MatchOn::Edges, Form::Horizontal) => (n0 * n1 * n2 * x, n2 * n3 * n4 * y),
            (MatchOn::Edges, Form::Vertical) => (n0 * n1 * n5 * y, n3 * n4 * n5 * x),
            (MatchOn::Corners, Form::Horizontal) => (n1 * n2 * n3 * x, n0 * n1 * n2 * y),
            (MatchOn::Corners, Form::Vertical) => (n0 * n2 * n3 * y, n0 * n1 * n3 * x),
        }
    }

    /// The column and row of a piece with these colors, clockwise, and how often it is there across and down.
    fn place(&self, form: Form, colors: [u8; 6], nth: [u64; 2]) -> (u64, u64) {
        let [n0, n1, n2, n3, n4, n5] = self.colors;
        let [x, y] = self.repeats;
        let [a, b, c, d, e, f] = colors.map(u64::from);
        match (self.on, form) {
            // Top left, left, bottom left; bottom right, right, top right.
            (MatchOn::Edges, Form::Horizontal) => {
                (a + n2 * (f + n1 * (e + n0 * nth[0])), nth[1] + y * (d + n2 * (c + n4 * b)))
            }
            // Top, right above, right below; left above, left below, bottom.
            (MatchOn::Edges, Form::Vertical) => {
                (a + n0 * (b + n1 * (c + n5 * nth[0])), nth[1] + x * (f + n5 * (e + n4 * d)))
            }
            // The upper corners from the left; the lower corners from the left.
            (MatchOn::Corners, Form::Horizontal) => {
                (a + n1 * (b + n2 * (c + n3 * nth[0])), nth[1] + y * (f + n0 * (e + n1 * d)))
            }
            // The left corners from the top; the right corners from the top.
            (MatchOn::Corners, Form::Vertical) => {
                (a + n0 * (f + n3 * (e + n2 * nth[0])), nth[1] + x * (b + n1 * (c + n0 * d)))
            }
        }
    }

    /// Kinds of the colors of a piece, clockwise, as the file numbers them.
    fn kinds(&self, form: Form) -> [usize; 6] {
        match (self.on, form) {
            (MatchOn::Edges, Form::Horizontal) => [2, 3, 4, 2, 0, 1],
            (MatchOn::Edges, Form::Vertical) => [0, 1, 5, 3, 4, 5],
            (MatchOn::Corners, Form::Horizontal) => [1, 2, 3, 2, 1, 0],
            (MatchOn::Corners, Form::Vertical) => [0, 1, 0, 3, 2, 3],
        }
    }

    /// All pieces with cells of their own, and the image.
    fn drawn(&self) -> (Vec<HerringbonePiece>, Grid<Color>) {
        let unit = u16::try_from(self.unit).unwrap_or(1);
        let [(across, down), (beside, below)] = Form::ALL.map(|form| self.counts(form));
        let w = (across * (2 * self.unit + 3)).max(beside * (self.unit + 3));
        let top = 4 + down * (self.unit + 3);
        let h = top + below * (2 * self.unit + 3);
        let size = Size::new(u16::try_from(w).expect("narrow"), u16::try_from(h).expect("low"));
        let (mut pixels, mut pieces) = (Grid::new(size, Color(255, 255, 255)), Vec::new());
        let mut rng = MapRng::new(self.unit);
        for form in Form::ALL {
            let kinds = self.kinds(form);
            let repeats = if form == Form::Horizontal { self.repeats } else { [self.repeats[1], self.repeats[0]] };
            for code in 0..8u32.pow(6) {
                let colors = [0, 3, 6, 9, 12, 15].map(|bit| (code >> bit & 7) as u8);
                if colors.iter().zip(kinds).any(|(&color, kind)| u64::from(color) >= self.colors[kind]) {
                    continue;
                }
                for nth in (0..repeats[0]).flat_map(|x| (0..repeats[1]).map(move |y| [x, y])) {
                    let inner = super::template::size_of(form, unit);
                    let cells = Grid::from_fn(inner, |_| if rng.chance(0.5) { Tile::WALL } else { Tile::FLOOR });
                    let (column, row) = self.place(form, colors, nth);
                    let x = 1 + column * (u64::from(inner.w) + 3);
                    let y = 1 + row * (u64::from(inner.h) + 3) + if form == Form::Horizontal { 2 } else { top };
                    for (p, &tile) in cells.iter() {
                        let shade = if tile == Tile::WALL { 0 } else { 250 };
                        pixels[Point::new(x as u16 + p.x, y as u16 + p.y)] = Color(shade, shade, shade);
                    }
                    pieces.push(HerringbonePiece { form, colors, cells });
                }
            }
        }
        self.sign(&mut pixels);
        (pieces, pixels)
    }

    /// Writes the numbers into the end of the first row.
    fn sign(&self, pixels: &mut Grid<Color>) {
        let [a, b, c, d, e, f] = self.colors;
        let ([x, y], unit) = (self.repeats, self.unit);
        let bytes = match self.on {
            MatchOn::Edges => [a, b, c, d, e, f, x, y, unit],
            MatchOn::Corners => [a, b, c, d, x, y, unit, 0xc0, 255],
        };
        let coded: Vec<u8> = bytes.into_iter().zip(0..).map(|(byte, nth)| (byte ^ nth * 55 % 256) as u8).collect();
        let w = pixels.size().w;
        for (nth, bgr) in coded.chunks(3).enumerate() {
            pixels[Point::new(w - 1 - nth as u16, 0)] = Color(bgr[2], bgr[1], bgr[0]);
        }
    }
}

/// Odd numbers of colors and repeats, so that no two of them can change places.
fn images() -> Vec<Image> {
    let edges = |colors, repeats, unit| Image { on: MatchOn::Edges, colors, repeats, unit };
    vec![
        edges([1, 1, 1, 1, 1, 1], [1, 1], 3),
        edges([1, 2, 3, 1, 2, 1], [2, 1], 2),
        edges([2, 1, 1, 3, 1, 2], [1, 3], 1),
        edges([3, 2, 1, 2, 3, 2], [1, 1], 1),
        edges([8, 1, 1, 1, 5, 1], [1, 2], 1),
        edges([2, 2, 2, 2, 2, 2], [2, 2], 5),
        Image::corners([1, 1, 1, 1], [1, 1], 4),
        Image::corners([1, 2, 1, 2], [3, 3], 13),
        Image::corners([2, 1, 3, 2], [1, 2], 2),
        Image::corners([4, 3, 2, 1], [1, 1], 1),
        Image::corners([2, 2, 2, 2], [2, 1], 3),
    ]
}

#[test]
fn every_piece_of_an_image_is_found_with_its_colors() {
    for image in images() {
        let (pieces, pixels) = image.drawn();
        let template = HerringboneTemplate::from_pixels(&pixels).expect("a whole image");
        assert_eq!((template.on(), u64::from(template.unit())), (image.on, image.unit));
        let sorted = |pieces: &[HerringbonePiece]| {
            let mut all: Vec<_> =
                pieces.iter().map(|one| (one.form, one.colors, one.cells.as_slice().to_vec())).collect();
            all.sort_unstable();
            all
        };
        assert!(sorted(template.pieces()) == sorted(&pieces), "{:?} {:?}", image.on, image.colors);
        assert_eq!(template.to_string().parse(), Ok(template));
    }
}

/// The bytes of a corner set of 1, 2, 1 and 2 colors, repeated 3 by 3 times, in units of 13 cells.
#[test]
fn the_first_row_is_read_backwards_and_xored() {
    let (_, pixels) = Image::corners([1, 2, 1, 2], [3, 3], 13).drawn();
    let w = pixels.size().w;
    let last = [3, 2, 1].map(|back| pixels[Point::new(w - back, 0)]);
    assert_eq!(last, [Color(71, 65, 71), Color(16, 223, 167), Color(111, 53, 1)]);
}

/// The corners round a tile, clockwise, by walking round it.
fn corners_around(form: Form, x: i64, y: i64) -> [(i64, i64); 6] {
    match form {
        Form::Horizontal => [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)],
        Form::Vertical => [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 1)],
    }
    .map(|(dx, dy)| (x.wrapping_add(dx), y.wrapping_add(dy)))
}

#[test]
fn every_corner_has_one_color() {
    for image in images().into_iter().filter(|image| image.on == MatchOn::Corners) {
        let template = HerringboneTemplate::from_pixels(&image.drawn().1).expect("a whole image");
        for seed in 0..3 {
            let plane = Herringbone::new(seed, &template);
            for (x0, y0) in [(-20i64, -20i64), (0, 0), (1 << 40, -8), (i64::MIN, i64::MAX - 3)] {
                let mut found: BTreeMap<(i64, i64), Vec<u8>> = BTreeMap::new();
                for (form, x, y) in by_hand(0, 23) {
                    let laid = plane.piece_at(x0.wrapping_add(x), y0.wrapping_add(y));
                    assert_eq!(laid.form, form);
                    let piece = &template.pieces()[laid.piece];
                    assert_eq!((piece.form, piece.colors), (laid.form, laid.colors));
                    for (corner, color) in corners_around(form, laid.at.0, laid.at.1).into_iter().zip(piece.colors) {
                        found.entry(corner).or_default().push(color);
                    }
                }
                assert!(found.values().all(|colors| colors.iter().all(|&color| color == colors[0])));
                assert!(found.values().filter(|colors| colors.len() > 2).count() > 400);
                // Each kind of corner has as many colors as the image says, numbered from the left lower one of a horizontal.
                for kind in 0..4 {
                    let of_kind = |&(x, y): &(i64, i64)| x.wrapping_sub(y).wrapping_add(1).rem_euclid(4) == kind;
                    let colors: std::collections::BTreeSet<u8> =
                        found.iter().filter(|(at, _)| of_kind(at)).map(|(_, colors)| colors[0]).collect();
                    assert_eq!(colors.len() as u64, image.colors[kind as usize]);
                }
            }
        }
        for (size, wrap) in SIZES.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
            build(template.clone(), size, wrap, 5);
        }
    }
}

#[test]
fn a_repeated_plane_of_corners_meets_itself() {
    let template =
        HerringboneTemplate::from_pixels(&Image::corners([2, 2, 2, 2], [1, 1], 1).drawn().1).expect("an image");
    let plane = Herringbone::new(3, &template).repeated(Some(8), Some(4));
    for (x, y) in (-9..17).flat_map(|x| (-9..13).map(move |y| (x, y))) {
        let (here, home) = (plane.piece_at(x, y), plane.piece_at(x.rem_euclid(8), y.rem_euclid(4)));
        assert_eq!((here.form, here.colors, here.piece), (home.form, home.colors, home.piece));
    }
}

#[test]
fn mistakes_in_an_image_are_named() {
    let small = Image::corners([1, 2, 1, 2], [1, 1], 2);
    let check = |image: Image, message: &str| {
        let (_, mut pixels) = small.drawn();
        image.sign(&mut pixels);
        let found = HerringboneTemplate::from_pixels(&pixels).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(found, Err(format!("not a template of stb_herringbone_wang_tile: {message}")));
    };
    let colors = "a first row that ends with";
    check(Image::corners([0, 2, 1, 2], [1, 1], 2), &format!("{colors} 0 colors of a kind; expected 1 to 4"));
    check(Image::corners([1, 2, 1, 5], [1, 1], 2), &format!("{colors} 5 colors of a kind; expected 1 to 4"));
    let edges = Image { on: MatchOn::Edges, colors: [1, 1, 1, 1, 1, 9], ..small };
    check(edges, &format!("{colors} 9 colors of a kind; expected 1 to 8"));
    let numbers = "expected 1 to 64, and units of 1 to 255";
    check(Image { repeats: [0, 1], ..small }, &format!("{colors} pieces repeated 0x1 times in units of 2; {numbers}"));
    check(
        Image { repeats: [1, 65], ..small },
        &format!("{colors} pieces repeated 1x65 times in units of 2; {numbers}"),
    );
    check(Image { unit: 0, ..small }, &format!("{colors} pieces repeated 1x1 times in units of 0; {numbers}"));
    check(Image { unit: 3, ..small }, "28x42 pixels, but its first row asks for 36x52");
    let tiny = Grid::new(Size::new(2, 9), Color(255, 255, 255));
    let error = HerringboneTemplate::from_pixels(&tiny).unwrap_err().to_string();
    assert_eq!(error, "not a template of stb_herringbone_wang_tile: fewer than 3 pixels across");
    let huge = Image { on: MatchOn::Edges, colors: [8; 6], repeats: [1, 1], unit: 1 };
    let mut pixels = Grid::new(Size::new(5 * 512, 6 * 1024), Color(0, 0, 0));
    huge.sign(&mut pixels);
    let error = HerringboneTemplate::from_pixels(&pixels).unwrap_err().to_string();
    assert_eq!(error, "a template of 524288 pieces; expected 1 to 65535");
}

#[test]
fn any_pixels_are_read_or_refused() {
    let mut rng = MapRng::new(9);
    let mut read = 0;
    for _ in 0..20_000 {
        let size = Size::new(1 + rng.below(60) as u16, 1 + rng.below(90) as u16);
        let shade = if rng.chance(0.5) { 0 } else { 255 };
        let mut pixels = Grid::new(size, Color(shade, shade, shade));
        if size.w > 2 {
            let mut number = |most: u32| u64::from(if rng.chance(0.02) { rng.below(256) } else { rng.range(1, most) });
            let on = if number(2) == 1 { MatchOn::Edges } else { MatchOn::Corners };
            let colors = [0; 6].map(|_| number(2));
            Image { on, colors, repeats: [number(2), number(2)], unit: number(3) }.sign(&mut pixels);
        }
        let Ok(template) = HerringboneTemplate::from_pixels(&pixels) else { continue };
        read += 1;
        let laid = Herringbone::new(3, &template).piece_at(i64::MAX, i64::MIN);
        assert_eq!(template.pieces()[laid.piece].colors, laid.colors);
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn pixels_of_other_colors_count_by_their_light() {
    let (_, mut pixels) = Image::corners([1, 1, 1, 1], [1, 1], 4).drawn();
    for (color, expected) in [
        (Color(0, 0, 0), Tile::WALL),
        (Color(90, 90, 90), Tile::WALL),
        (Color(200, 180, 160), Tile::FLOOR),
        (Color(255, 255, 255), Tile::FLOOR),
        (Palette::default().look(Tile::WATER).color, Tile::WATER),
    ] {
        pixels[Point::new(1, 3)] = color;
        let template = HerringboneTemplate::from_pixels(&pixels).expect("a good picture");
        assert_eq!(template.pieces()[0].cells[Point::new(0, 0)], expected);
    }
}
