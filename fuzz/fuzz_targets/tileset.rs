//! Any bytes are a tileset, which is the same when its sheet is written and read again, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_render::{Tileset, TilesetKind, TilesetLayout, write_png};

fuzz_target!(|input: (u8, u8, u8, u8, Vec<u8>)| {
    let (kind, tile, margin, spacing, png) = input;
    let layout = TilesetLayout {
        kind: TilesetKind::ALL.get(usize::from(kind)).copied(),
        tile: (tile > 0).then_some((tile.into(), tile.into())),
        margin: margin.into(),
        spacing: spacing.into(),
        max_pixels: 1 << 18,
        ..TilesetLayout::default()
    };
    let Ok(tileset) = Tileset::read(&png, &layout) else { return };
    let mut again = Vec::new();
    write_png(&tileset.sheet(tileset.kind().columns()), &mut again).expect("a vector takes everything");
    let layout = TilesetLayout {
        kind: Some(tileset.kind()),
        tile: Some(tileset.tile_size()),
        columns: Some(tileset.kind().columns().into()),
        ..TilesetLayout::default()
    };
    assert_eq!(Tileset::read(&again, &layout).expect("what was written can be read"), tileset);
});
