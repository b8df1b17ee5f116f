//! Any text is a theme that draws a small map, or an error; one that was read is written and read again the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mapwright_core::{BuilderMap, Point, Size, Spawn, Tile, Wrap};
use mapwright_render::{Style, Theme, draw, svg};

fuzz_target!(|text: &str| {
    let Ok(theme) = Theme::from_json(text) else { return };
    let json = serde_json::to_string(&theme).expect("a theme can be written");
    assert_eq!(Theme::from_json(&json).as_ref(), Ok(&theme), "what was written can be read");
    let mut map = BuilderMap::filled(Size::new(9, 7), Wrap::None, Tile::FLOOR);
    let kinds =
        [Tile::WALL, Tile::WALL, Tile::WATER, Tile::DEEP_WATER, Tile::GRASS, Tile::TREE, Tile::DOOR, Tile::ROAD];
    for (nth, &tile) in (0..40).zip(kinds.iter().cycle()) {
        map.tiles[nth] = tile;
    }
    map.start = Some(Point::new(1, 6));
    map.spawns = vec![Spawn::new(Point::new(3, 5), "torch")];
    for scale in [3, 9, 24] {
        let style = Style { theme: theme.clone(), scale, ..Style::default() };
        draw(&map, &style).expect("every theme draws");
        svg(&map, &style).expect("every theme draws");
    }
});
