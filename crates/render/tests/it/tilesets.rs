//! Tilesets: drawn as pixel by pixel, read as they were written, and every way to be wrong has its message.

use crate::common::{cave, maze, wang};
use mapwright_core::{BuilderMap, Grid, Point, Sides, Size, Tile, Wrap};
use mapwright_render::image::{Rgba, imageops, imageops::replace};
use mapwright_render::{
    BLOB_MASKS, RenderError, RgbaImage, Tileset, TilesetError, TilesetKind, TilesetLayout, TilesetOrder,
    TilesetTemplate, blob_index, draw_tiles, draw_tiles_into, draw_with_tileset, tile_indexes, tileset_template,
    write_png,
};
use proptest::prelude::*;

const SIZES: [(u16, u16); 6] = [(1, 1), (1, 7), (7, 1), (2, 2), (5, 8), (20, 9)];

/// Every pixel of every tile is another.
fn tileset(kind: TilesetKind, (w, h): (u32, u32)) -> Tileset {
    let tile = |index: u16| {
        RgbaImage::from_fn(w, h, |x, y| {
            let [a, b, ..] = (x * 64 + y).to_le_bytes();
            Rgba([u8::try_from(index).unwrap(), a, b, 200])
        })
    };
    Tileset::new(kind, &(0..kind.most()).map(tile).collect::<Vec<_>>()).unwrap()
}

fn bytes(image: &RgbaImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_png(image, &mut bytes).unwrap();
    bytes
}

fn layout(kind: TilesetKind) -> TilesetLayout {
    TilesetLayout { kind: Some(kind), ..TilesetLayout::default() }
}

fn map_for(kind: TilesetKind, size: Size, wrap: Wrap) -> BuilderMap {
    match kind {
        TilesetKind::Corner16 | TilesetKind::Corner81 => wang(size, true, 4, 3),
        TilesetKind::Edge81 => wang(size, false, 4, 3),
        TilesetKind::Blob47 => cave(size, wrap, 5),
        _ => maze(size, wrap, 2, 0.2),
    }
}

#[test]
fn maps_are_drawn_as_pixel_by_pixel() {
    for kind in TilesetKind::ALL {
        for tile in [(1, 1), (7, 5), (8, 8), (16, 16), (16, 9), (32, 32)] {
            let tileset = tileset(kind, tile);
            for (w, h) in SIZES {
                let map = map_for(kind, Size::new(w, h), Wrap::None);
                let indexes = tile_indexes(&map, kind).unwrap();
                let image = draw_with_tileset(&map, &tileset).unwrap();
                assert_eq!(image.dimensions(), (u32::from(w) * tile.0, u32::from(h) * tile.1));
                for (x, y, pixel) in image.enumerate_pixels() {
                    let cell = Point::new((x / tile.0) as u16, (y / tile.1) as u16);
                    let expected = tileset.tile(indexes[cell].into()).unwrap();
                    assert_eq!(pixel, expected.get_pixel(x % tile.0, y % tile.1), "{kind} {tile:?} ({x}, {y})");
                }
                let mut again = RgbaImage::from_pixel(image.width(), image.height(), Rgba([9; 4]));
                draw_tiles_into(&indexes, &tileset, &mut again).unwrap();
                assert_eq!(again, image, "memory used again");
            }
        }
    }
}

/// The eight cells around, by name, each asked for alone.
fn naive_mask(map: &BuilderMap, p: Point) -> u8 {
    let (w, h) = (i32::from(map.size().w), i32::from(map.size().h));
    let around = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    let is_solid = |(dx, dy): (i32, i32)| {
        let (mut x, mut y) = (i32::from(p.x) + dx, i32::from(p.y) + dy);
        if map.wrap.x() {
            x = (x + w) % w;
        }
        if map.wrap.y() {
            y = (y + h) % h;
        }
        let outside = x < 0 || y < 0 || x >= w || y >= h;
        outside || map.tiles[Point::new(x as u16, y as u16)].is_solid()
    };
    (0..8).map(|bit| u8::from(is_solid(around[bit])) << bit).sum()
}

#[test]
fn a_blob_looks_at_the_cells_around_over_wrapped_borders() {
    for ((w, h), wrap) in SIZES.into_iter().flat_map(|size| Wrap::ALL.map(|wrap| (size, wrap))) {
        let map = cave(Size::new(w, h), wrap, 8);
        let indexes = tile_indexes(&map, TilesetKind::Blob47).unwrap();
        for (p, &index) in indexes.iter() {
            let expected = if map.tiles[p].is_solid() { blob_index(naive_mask(&map, p)) } else { 47 };
            assert_eq!(index, expected, "{w}x{h} {wrap} {p}");
        }
    }
}

#[test]
fn sheets_are_read_again_whatever_their_layout() {
    for kind in TilesetKind::ALL {
        let tileset = tileset(kind, (12, 12));
        for columns in [1, 3, kind.columns(), kind.most()] {
            let png = bytes(&tileset.sheet(columns));
            let named = TilesetLayout { tile: Some((12, 12)), ..layout(kind) };
            // Places that are left over are empty.
            assert_eq!(Tileset::read(&png, &named).unwrap(), tileset, "{kind} in rows of {columns}");
            let in_rows = TilesetLayout { columns: Some(columns.into()), ..named };
            assert_eq!(Tileset::read(&png, &in_rows).unwrap(), tileset);
            if kind.most() % columns == 0 {
                assert_eq!(Tileset::read(&png, &layout(kind)).unwrap(), tileset, "{kind} of unknown size");
            }
        }
        let map = map_for(kind, Size::new(9, 9), Wrap::None);
        let png = bytes(&tileset.sheet(kind.columns()));
        let found = Tileset::read_for(map.planes(), &png, &TilesetLayout::default()).unwrap();
        assert_eq!((found.kind(), found), (kind, tileset));
    }
}

/// Margin, spacing, and tiles in an order of their own.
#[test]
fn margins_and_orders_are_followed() {
    let tileset = tileset(TilesetKind::Edge16, (10, 6));
    let order: Vec<Option<u8>> = (0..20).map(|place| (place < 18 && place > 1).then(|| (place * 7 + 3) % 16)).collect();
    let mut sheet = RgbaImage::from_pixel(3 * 2 + 5 * 10 + 4 * 4 - 2, 3 * 2 + 4 * 6 + 3 * 4 - 2, Rgba([1, 2, 3, 255]));
    sheet = RgbaImage::from_pixel(sheet.width() + 2, sheet.height() + 2, Rgba([1, 2, 3, 255]));
    for (place, index) in (0u32..).zip(&order) {
        let Some(index) = index else { continue };
        let (x, y) = (3 + place % 5 * 14, 3 + place / 5 * 10);
        replace(&mut sheet, &tileset.tile((*index).into()).unwrap(), x.into(), y.into());
    }
    let layout = TilesetLayout {
        tile: Some((10, 6)),
        columns: Some(5),
        margin: 3,
        spacing: 4,
        order: TilesetOrder::Listed(order.clone()),
        ..layout(TilesetKind::Edge16)
    };
    assert_eq!(Tileset::read(&bytes(&sheet), &layout).unwrap(), tileset);
    let listed = |change: &dyn Fn(&mut Vec<Option<u8>>)| {
        let mut order = order.clone();
        change(&mut order);
        TilesetLayout { order: TilesetOrder::Listed(order), ..layout.clone() }
    };
    let message = |layout: &TilesetLayout| Tileset::read(&bytes(&sheet), layout).unwrap_err().to_string();
    let wrong = |change: &dyn Fn(&mut Vec<Option<u8>>), expected: &str| {
        assert_eq!(message(&listed(change)), format!("the order of the tiles is wrong: {expected}"));
    };
    wrong(&|order| order[5] = order[6], &format!("tile {} is named twice", order[6].unwrap()));
    wrong(&|order| order[5] = None, &format!("tile {} of `edge-16` is not named", order[5].unwrap()));
    wrong(&|order| order[5] = Some(16), "tile 16 is not one of the 16 of `edge-16`");
    wrong(&|order| order.push(Some(3)), "it names 21 places, and the picture has 20");
    // Places without a tile need not be listed, and what is left over of the picture holds none.
    assert_eq!(Tileset::read(&bytes(&sheet), &listed(&|order| order.truncate(18))).unwrap(), tileset);
    let cropped = imageops::crop_imm(&sheet, 0, 0, sheet.width() - 3, sheet.height() - 3).to_image();
    assert_eq!(Tileset::read(&bytes(&cropped), &layout).unwrap(), tileset);
    let other = TilesetLayout { spacing: 7, ..layout };
    let expected = "a tileset of 72x42 pixels cannot be cut into tiles: \
                    expected tiles of 10x6 pixels in rows of 5 with a margin of 3 and a spacing of 7";
    assert_eq!(message(&other), expected);
}

/// A sheet of 7×7 places: the tiles of a blob in some order, its ground, and one empty place.
fn square(blob: &Tileset, order: &[usize]) -> RgbaImage {
    let mut sheet = RgbaImage::new(7 * 8, 7 * 8);
    for (place, &index) in (0u32..).zip(order.iter().chain(&[47])) {
        let tile = blob.tile(index.try_into().unwrap()).unwrap();
        replace(&mut sheet, &tile, (place % 7 * 8).into(), (place / 7 * 8).into());
    }
    sheet
}

#[test]
fn orders_with_names_are_read() {
    let blob = tileset(TilesetKind::Blob47, (8, 8));
    let bits = |index: usize| [0, 1, 2, 3, 4, 5, 6, 7].map(|bit| u32::from(BLOB_MASKS[index] >> bit & 1));
    let mut ascending: Vec<usize> = (0..47).collect();
    let check = |name: &str, order: &[usize]| {
        let (png, order) = (bytes(&square(&blob, order)), name.parse().unwrap());
        let layout = TilesetLayout { order, ..TilesetLayout::default() };
        assert_eq!(Tileset::read(&png, &layout).unwrap(), blob, "{name}");
    };
    check("ascending", &ascending);
    ascending.sort_by_key(|&index| bits(index).iter().sum::<u32>());
    check("bit-count", &ascending);
    ascending.sort_by_key(|&index| {
        let [n, ne, e, se, s, sw, w, nw] = bits(index);
        n + 2 * e + 4 * s + 8 * w + 16 * ne + 32 * se + 64 * sw + 128 * nw
    });
    check("sides-first", &ascending);
    let names: Vec<&str> = TilesetOrder::names().collect();
    assert_eq!(names, ["ascending", "bit-count", "sides-first", "rpg-maker"]);
    let message = "spiral".parse::<TilesetOrder>().unwrap_err().to_string();
    assert_eq!(message, format!("no order of tiles is called `spiral`; there are {}", names.join(", ")));
    let edges = TilesetLayout { order: TilesetOrder::BitCount, ..layout(TilesetKind::Edge16) };
    let message = Tileset::read(&bytes(&square(&blob, &ascending)), &edges).unwrap_err().to_string();
    assert_eq!(message, "the order of the tiles is wrong: it is for `blob-47`, not for `edge-16`");
}

/// A block of RPG Maker shows a patch of 2×2 cells and, at the upper right, the middle of a cross: the tiles that are put
/// together of it draw both as they are in the block.
#[test]
fn blocks_of_rpg_maker_are_put_together() {
    let block = RgbaImage::from_fn(24, 36, |x, y| Rgba([u8::try_from(x).unwrap(), u8::try_from(y).unwrap(), 9, 255]));
    let layout = TilesetLayout { order: TilesetOrder::RpgMaker, ..TilesetLayout::default() };
    let set = Tileset::read(&bytes(&block), &layout).unwrap();
    assert_eq!((set.kind(), set.tile_size()), (TilesetKind::Blob47, (12, 12)));
    let part = |x: u32, y: u32| imageops::crop_imm(&block, x, y, 12, 12).to_image();
    let tile = |mask: u8| set.tile(blob_index(mask).into()).unwrap();
    let [n, ne, e, se, s, sw, w, nw] = [1, 2, 4, 8, 16, 32, 64, 128];
    assert_eq!(tile(e | se | s), part(0, 12), "upper left of the patch");
    assert_eq!(tile(w | sw | s), part(12, 12), "upper right");
    assert_eq!(tile(e | ne | n), part(0, 24), "lower left");
    assert_eq!(tile(w | nw | n), part(12, 24), "lower right");
    assert_eq!(tile(n | e | s | w), part(12, 0), "the middle of a cross");
    // The inside of a patch repeats its middle: the lower right quarter of a tile lies where the next tile begins.
    let (inside, corner) = (tile(255), tile(e | se | s));
    assert_eq!(inside.get_pixel(6, 6), corner.get_pixel(6, 6));
    assert_eq!(inside.get_pixel(0, 0), tile(w | nw | n).get_pixel(0, 0));

    let with_walls = RgbaImage::from_fn(24, 60, |x, y| *block.get_pixel(x, y % 36));
    assert_eq!(Tileset::read(&bytes(&with_walls), &layout).unwrap(), set, "A4: walls below are not read");
    for (size, more) in
        [((24, 37), layout.clone()), ((22, 33), layout.clone()), ((24, 36), TilesetLayout { margin: 1, ..layout })]
    {
        let message = Tileset::read(&bytes(&RgbaImage::new(size.0, size.1)), &more).unwrap_err().to_string();
        let (w, h) = size;
        let expected = "2x3 tiles (A2) or 2x5 (A4) of an even size, without margin and spacing";
        assert_eq!(message, format!("a tileset of {w}x{h} pixels cannot be cut into tiles: expected {expected}"));
    }
}

#[test]
fn sizes_that_nobody_uses_are_not_guessed() {
    let read = |w, h| {
        Tileset::read_for(mapwright_core::Planes::NONE, &bytes(&RgbaImage::new(w, h)), &TilesetLayout::default())
    };
    let expected = "expected a grid of 16, 33, 47 to 49 or 81 square tiles of 8, 12, 16 … 64 pixels";
    for (size, fitting) in [
        ((512, 512), "; if the size of a tile is given, 128x128 would fit"),
        ((28, 28), "; if the size of a tile is given, 7x7 or 4x4 would fit"),
        ((17, 3), ""),
    ] {
        let (w, h) = size;
        let message = read(w, h).unwrap_err().to_string();
        assert_eq!(message, format!("a tileset of {w}x{h} pixels cannot be cut into tiles: {expected}{fitting}"));
    }
    // A square of 7×7 tiles, not of 4×4 of 14 pixels.
    assert_eq!(read(56, 56).map(|set| (set.kind(), set.tile_size())).unwrap(), (TilesetKind::Blob47, (8, 8)));
}

#[test]
fn wrong_pictures_are_named() {
    let sheet = tileset(TilesetKind::Edge16, (8, 8)).sheet(4);
    let message =
        |image: &RgbaImage, layout: &TilesetLayout| Tileset::read(&bytes(image), layout).unwrap_err().to_string();
    let px = |tile| TilesetLayout { tile: Some(tile), ..layout(TilesetKind::Edge16) };
    let expected = "a tileset of 32x32 pixels cannot be cut into tiles: expected tiles of 7x7 pixels";
    assert_eq!(message(&sheet, &px((7, 7))), expected);
    assert_eq!(message(&sheet, &px((8, 16))), "tiles are missing: the grid has 8, and `edge-16` needs 16");
    let expected =
        "the grid has 64 tiles, and `edge-16` has 16; a place without a tile must be transparent or of one color";
    assert_eq!(message(&sheet, &px((4, 4))), expected);
    let expected = "tiles of 0x8 pixels cannot be drawn; expected 1 to 1024 pixels a side";
    assert_eq!(message(&sheet, &px((0, 8))), expected);
    let expected = "a tileset of 32x32 pixels cannot be cut into tiles: expected a grid of 47 square tiles";
    assert_eq!(message(&sheet, &layout(TilesetKind::Blob47)), expected);
    let blob = TilesetLayout { tile: Some((8, 8)), ..layout(TilesetKind::Blob47) };
    assert_eq!(message(&sheet, &blob), "tiles are missing: the grid has 16, and `blob-47` needs 47");
    let blob = TilesetLayout { tile: Some((4, 4)), ..blob };
    let expected =
        "the grid has 64 tiles, and `blob-47` has 47 or 48; a place without a tile must be transparent or of one color";
    assert_eq!(message(&sheet, &blob), expected);
    let expected = "a grid of 16 tiles can be `edge-16` or `corner-16`: say which";
    assert_eq!(message(&sheet, &TilesetLayout::default()), expected);
    let none = TilesetLayout { tile: Some((16, 16)), ..TilesetLayout::default() };
    let expected = "a grid of 4 tiles can be no tileset: `edge-16` has 16, `edge-81` has 81, `corner-16` has 16, \
                    `corner-81` has 81, `blob-47` has 47 or 48, `twin-33` has 33";
    assert_eq!(message(&sheet, &none), expected);
    let small = TilesetLayout { max_pixels: 1023, ..layout(TilesetKind::Edge16) };
    assert_eq!(message(&sheet, &small), "a tileset of 32x32 pixels is too large: expected at most 1023 pixels");
}

#[test]
fn damaged_files_are_named_and_take_no_memory() {
    let message = |png: &[u8]| Tileset::read(png, &layout(TilesetKind::Edge16)).unwrap_err().to_string();
    assert!(message(b"").starts_with("the tileset is not a valid PNG: "), "{}", message(b""));
    assert!(message(b"GIF89a").starts_with("the tileset is not a valid PNG: "));
    let good = bytes(&tileset(TilesetKind::Edge16, (8, 8)).sheet(4));
    for cut in 0..good.len() - 12 {
        // All but the last chunk, which says only that this was the end.
        assert!(message(&good[..cut]).starts_with("the tileset is not a valid PNG: "), "cut at {cut}");
    }
    // A header that claims 60,000 by 60,000 pixels, with its checksum.
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0".to_vec();
    let sum = crc(&png[12..29]);
    png.extend(sum.to_be_bytes());
    png.extend(&good[33..]);
    assert_eq!(message(&png), "a tileset of 60000x60000 pixels is too large: expected at most 16777216 pixels");
}

/// The checksum of PNG chunks.
fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), |sum, _| step(sum)))
}

#[test]
fn every_color_type_is_read() {
    let gray = |x: u32, y: u32| u8::try_from((x * 7 + y * 13) % 256).unwrap();
    let expected = RgbaImage::from_fn(16, 16, |x, y| Rgba([gray(x, y), gray(x, y), gray(x, y), 255]));
    let pixels: Vec<u8> = expected.pixels().map(|pixel| pixel[0]).collect();
    let wide = |n: usize| pixels.iter().flat_map(|&light| vec![light; n]).collect::<Vec<u8>>();
    let opaque = |n: usize| pixels.iter().flat_map(|&light| [vec![light; n], vec![255]].concat()).collect::<Vec<u8>>();
    use png::{BitDepth, ColorType};
    for (color, depth, data) in [
        (ColorType::Grayscale, BitDepth::Eight, pixels.clone()),
        (ColorType::Grayscale, BitDepth::Sixteen, wide(2)),
        (ColorType::GrayscaleAlpha, BitDepth::Eight, opaque(1)),
        (ColorType::Rgb, BitDepth::Eight, wide(3)),
        (ColorType::Rgb, BitDepth::Sixteen, wide(6)),
        (ColorType::Rgba, BitDepth::Eight, opaque(3)),
        (ColorType::Indexed, BitDepth::Eight, pixels.clone()),
    ] {
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, 16, 16);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == ColorType::Indexed {
            encoder.set_palette((0..=255).flat_map(|light| [light; 3]).collect::<Vec<u8>>());
        }
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        let tileset = Tileset::read(&png, &layout(TilesetKind::Edge16)).unwrap();
        assert_eq!(tileset.sheet(4), expected, "{color:?} {depth:?}");
    }
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let map = BuilderMap::filled(Size::new(3, 2), Wrap::None, Tile::FLOOR);
    let message = |map: &BuilderMap, kind| tile_indexes(map, kind).unwrap_err().to_string();
    assert_eq!(message(&map, TilesetKind::Edge16), "the map has no `sides` to draw");
    assert_eq!(message(&map, TilesetKind::Corner81), "the map has no `corners` to draw");
    let mut odd = map.clone();
    odd.sides = Some(Grid::new(map.size(), Sides::CLOSED));
    odd.sides.as_mut().unwrap()[Point::new(1, 1)] = Sides::from_colors([1, 2, 0, 0]);
    let expected = "no tile of `twin-33` has the colors [1, 2, 0, 0], as the cell at (1, 1)";
    assert_eq!(message(&odd, TilesetKind::Twin33), expected);
    let tiles = tileset(TilesetKind::Edge16, (2, 2));
    let error = draw_tiles(&Grid::new(Size::new(2, 1), 16), &tiles).unwrap_err();
    assert_eq!(error.to_string(), "`edge-16` has no tile 16, requested at (0, 0)");
    let huge = tileset(TilesetKind::Edge16, (64, 64));
    let error = draw_tiles(&Grid::new(Size::new(1000, 1000), 0), &huge).unwrap_err();
    assert!(matches!(error, RenderError::TooLarge { w: 64_000, h: 64_000, .. }), "{error}");
    let few: Vec<RgbaImage> = (0..15).map(|_| RgbaImage::new(2, 2)).collect();
    let error = Tileset::new(TilesetKind::Edge16, &few).unwrap_err();
    assert_eq!(error.to_string(), "tiles are missing: the grid has 15, and `edge-16` needs 16");
    let mixed: Vec<RgbaImage> = (0..16).map(|i| RgbaImage::new(2, 2 + i / 15)).collect();
    let error = Tileset::new(TilesetKind::Edge16, &mixed).unwrap_err();
    assert_eq!(error.to_string(), "tiles of 2x3 pixels cannot be drawn; expected those of the first tile, 2x2");
}

#[test]
fn templates_are_tilesets() {
    for kind in TilesetKind::ALL {
        for (tile_px, captions) in [(1, false), (8, false), (16, true), (32, true), (64, true)] {
            let style = TilesetTemplate { tile_px, captions, ..TilesetTemplate::default() };
            let image = tileset_template(kind, &style).unwrap();
            let read = Tileset::read(&bytes(&image), &TilesetLayout { tile: Some((tile_px, tile_px)), ..layout(kind) });
            let read = read.unwrap();
            // Every tile has guides of its own, once there is room for them.
            let tiles: std::collections::BTreeSet<Vec<u8>> =
                (0..kind.most()).map(|index| read.tile(index).unwrap().into_raw()).collect();
            assert!(tile_px < 8 || tiles.len() == usize::from(kind.most()), "{kind} at {tile_px}");
        }
        let none = TilesetTemplate { tile_px: 0, ..TilesetTemplate::default() };
        assert!(matches!(tileset_template(kind, &none), Err(RenderError::ZeroScale)));
        let huge = TilesetTemplate { tile_px: 1 << 20, ..TilesetTemplate::default() };
        assert!(matches!(tileset_template(kind, &huge), Err(RenderError::TooLarge { .. })));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn whatever_bytes_are_read_or_refused(
        spoiled in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
        mended: bool,
        kind in prop::sample::select(TilesetKind::ALL.to_vec()),
        tile in prop::option::of((0u32..40, 0u32..40)),
        (margin, spacing, columns) in (0u32..5, 0u32..5, prop::option::of(0u32..20)),
    ) {
        let mut png = bytes(&tileset(TilesetKind::Edge16, (8, 8)).sheet(4));
        for (at, byte) in spoiled {
            let length = png.len();
            png[at.index(length)] = byte;
        }
        if mended {
            // So that damage inside the header gets past its checksum.
            let sum = crc(&png[12..29]);
            png[29..33].copy_from_slice(&sum.to_be_bytes());
        }
        if is_cut {
            let length = png.len();
            png.truncate(cut.index(length));
        }
        let layout = TilesetLayout {
            kind: Some(kind), tile, margin, spacing, columns, max_pixels: 1 << 16, ..TilesetLayout::default()
        };
        for layout in [layout, TilesetLayout { max_pixels: 1 << 16, ..TilesetLayout::default() }] {
            match Tileset::read(&png, &layout) {
                Ok(read) => prop_assert!(read.sheet(4).width() > 0),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn noise_is_refused(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let error = Tileset::read(&noise, &TilesetLayout::default()).unwrap_err();
        prop_assert!(matches!(error, TilesetError::Png(_)), "{error}");
    }
}
