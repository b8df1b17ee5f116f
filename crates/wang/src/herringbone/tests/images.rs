//! Images of templates against where the format puts each piece; planes of pieces that agree on corners.

use std::collections::BTreeMap;

use mapwright_core::{Color, Grid, MapRng, Palette, Point, Size, Tile, Wrap};

use super::super::*;
use super::{SIZES, build, by_hand};
use crate::MatchOn;

/// An image of `stb_herringbone_wang_tile`, drawn from where the format puts each piece.
#[derive(Clone, Copy)]
struct DrawnImage {
    on: MatchOn,
    colors: [u64; 6],
    repeats: [u64; 2],
    unit: u64,
}

impl DrawnImage {
    fn corners([a, b, c, d]: [u64; 4], repeats: [u64; 2], unit: u64) -> Self {
        DrawnImage { on: MatchOn::Corners, colors: [a, b, c, d, 1, 1], repeats, unit }
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
                    let inner = super::super::template::size_of(form, unit);
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
        let coded: Vec<u8> = bytes.into_iter().zip(0..).map(|(byte, nth)| (byte ^ (nth * 55 % 256)) as u8).collect();
        let w = pixels.size().w;
        for (nth, bgr) in coded.chunks(3).enumerate() {
            pixels[Point::new(w - 1 - nth as u16, 0)] = Color(bgr[2], bgr[1], bgr[0]);
        }
    }
}

/// Odd numbers of colors and repeats, so that no two of them can change places.
fn images() -> Vec<DrawnImage> {
    let edges = |colors, repeats, unit| DrawnImage { on: MatchOn::Edges, colors, repeats, unit };
    vec![
        edges([1, 1, 1, 1, 1, 1], [1, 1], 3),
        edges([1, 2, 3, 1, 2, 1], [2, 1], 2),
        edges([2, 1, 1, 3, 1, 2], [1, 3], 1),
        edges([3, 2, 1, 2, 3, 2], [1, 1], 1),
        edges([8, 1, 1, 1, 5, 1], [1, 2], 1),
        edges([2, 2, 2, 2, 2, 2], [2, 2], 5),
        DrawnImage::corners([1, 1, 1, 1], [1, 1], 4),
        DrawnImage::corners([1, 2, 1, 2], [3, 3], 13),
        DrawnImage::corners([2, 1, 3, 2], [1, 2], 2),
        DrawnImage::corners([4, 3, 2, 1], [1, 1], 1),
        DrawnImage::corners([2, 2, 2, 2], [2, 1], 3),
    ]
}

#[test]
fn every_piece_of_an_image_is_found_with_its_colors() {
    for image in images() {
        let (pieces, pixels) = image.drawn();
        let template = HerringboneTemplate::from_pixels(&pixels, &BTreeMap::new()).expect("a whole image");
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
    let (_, pixels) = DrawnImage::corners([1, 2, 1, 2], [3, 3], 13).drawn();
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
        let template = HerringboneTemplate::from_pixels(&image.drawn().1, &BTreeMap::new()).expect("a whole image");
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
        HerringboneTemplate::from_pixels(&DrawnImage::corners([2, 2, 2, 2], [1, 1], 1).drawn().1, &BTreeMap::new())
            .expect("an image");
    let plane = Herringbone::new(3, &template).repeated(Some(8), Some(4));
    for (x, y) in (-9..17).flat_map(|x| (-9..13).map(move |y| (x, y))) {
        let (here, home) = (plane.piece_at(x, y), plane.piece_at(x.rem_euclid(8), y.rem_euclid(4)));
        assert_eq!((here.form, here.colors, here.piece), (home.form, home.colors, home.piece));
    }
}

#[test]
fn colors_of_pixels_are_tiles() {
    let (_, pixels) = DrawnImage::corners([1, 2, 1, 2], [1, 1], 3).drawn();
    let read = |dark: Color, light: Color, legend: &BTreeMap<Color, Tile>| {
        let painted = pixels.map(|&color| match color {
            Color(0, 0, 0) => dark,
            Color(250, 250, 250) => light,
            color => color,
        });
        let template = HerringboneTemplate::from_pixels(&painted, legend).expect("a whole image");
        template.pieces().iter().map(|piece| piece.cells.clone()).collect::<Vec<_>>()
    };
    let (black, white, teal, none) = (Color(0, 0, 0), Color(255, 255, 255), Color(0xa7, 0xcc, 0xcc), BTreeMap::new());
    let expected = |dark: Tile, light: Tile| {
        let drawn = read(black, Color(250, 250, 250), &none).into_iter();
        drawn.map(|cells| cells.map(|tile| if tile.is_solid() { dark } else { light })).collect::<Vec<_>>()
    };
    assert_eq!(read(black, white, &none), expected(Tile::WALL, Tile::FLOOR));
    // What nobody has painted is white.
    assert_eq!(read(teal, white, &none), expected(Tile::FLOOR, Tile::WALL));
    assert_eq!(read(black, teal, &none), expected(Tile::WALL, Tile::FLOOR));
    let grass = Palette::default().looks().iter().find(|look| look.tile == Tile::GRASS).expect("a look").color;
    assert_eq!(read(grass, white, &none), expected(Tile::GRASS, Tile::FLOOR));
    assert_eq!(read(teal, white, &[(teal, Tile::PILLAR)].into()), expected(Tile::PILLAR, Tile::FLOOR));
    assert_eq!(read(teal, white, &[(white, Tile::WATER)].into()), expected(Tile::FLOOR, Tile::WATER));
}

#[test]
fn mistakes_in_an_image_are_named() {
    let small = DrawnImage::corners([1, 2, 1, 2], [1, 1], 2);
    let check = |image: DrawnImage, message: &str| {
        let (_, mut pixels) = small.drawn();
        image.sign(&mut pixels);
        let found =
            HerringboneTemplate::from_pixels(&pixels, &BTreeMap::new()).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(found, Err(format!("not a template of stb_herringbone_wang_tile: {message}")));
    };
    let colors = "a first row that ends with";
    check(DrawnImage::corners([0, 2, 1, 2], [1, 1], 2), &format!("{colors} 0 colors of a kind; expected 1 to 4"));
    check(DrawnImage::corners([1, 2, 1, 5], [1, 1], 2), &format!("{colors} 5 colors of a kind; expected 1 to 4"));
    let edges = DrawnImage { on: MatchOn::Edges, colors: [1, 1, 1, 1, 1, 9], ..small };
    check(edges, &format!("{colors} 9 colors of a kind; expected 1 to 8"));
    let numbers = "expected 1 to 64, and units of 1 to 255";
    check(
        DrawnImage { repeats: [0, 1], ..small },
        &format!("{colors} pieces repeated 0x1 times in units of 2; {numbers}"),
    );
    check(
        DrawnImage { repeats: [1, 65], ..small },
        &format!("{colors} pieces repeated 1x65 times in units of 2; {numbers}"),
    );
    check(DrawnImage { unit: 0, ..small }, &format!("{colors} pieces repeated 1x1 times in units of 0; {numbers}"));
    check(DrawnImage { unit: 3, ..small }, "28x42 pixels, but its first row asks for 36x52");
    let tiny = Grid::new(Size::new(2, 9), Color(255, 255, 255));
    let error = HerringboneTemplate::from_pixels(&tiny, &BTreeMap::new()).unwrap_err().to_string();
    assert_eq!(error, "not a template of stb_herringbone_wang_tile: fewer than 3 pixels across");
    let huge = DrawnImage { on: MatchOn::Edges, colors: [8; 6], repeats: [1, 1], unit: 1 };
    let mut pixels = Grid::new(Size::new(5 * 512, 6 * 1024), Color(0, 0, 0));
    huge.sign(&mut pixels);
    let error = HerringboneTemplate::from_pixels(&pixels, &BTreeMap::new()).unwrap_err().to_string();
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
            DrawnImage { on, colors, repeats: [number(2), number(2)], unit: number(3) }.sign(&mut pixels);
        }
        let Ok(template) = HerringboneTemplate::from_pixels(&pixels, &BTreeMap::new()) else { continue };
        read += 1;
        let laid = Herringbone::new(3, &template).piece_at(i64::MAX, i64::MIN);
        assert_eq!(template.pieces()[laid.piece].colors, laid.colors);
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn pixels_of_other_colors_count_by_their_light() {
    let (_, mut pixels) = DrawnImage::corners([1, 1, 1, 1], [1, 1], 4).drawn();
    for (color, expected) in [
        (Color(0, 0, 0), Tile::WALL),
        (Color(90, 90, 90), Tile::WALL),
        (Color(200, 180, 160), Tile::FLOOR),
        (Palette::default().look(Tile::WATER).color, Tile::WATER),
    ] {
        pixels[Point::new(1, 3)] = color;
        let template = HerringboneTemplate::from_pixels(&pixels, &BTreeMap::new()).expect("a good picture");
        assert_eq!(template.pieces()[0].cells[Point::new(0, 0)], expected);
    }
}
