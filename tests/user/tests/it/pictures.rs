//! Pictures of levels: as text, as PNG, stage by stage, as an animation, and with the game's own tiles and sprites.

use std::error::Error;
use std::sync::Arc;

use mapwright::builders::*;
use mapwright::core::Spawn;
use mapwright::prelude::*;
use mapwright::render::image::Rgba;
use mapwright::render::{
    Animation, Heading, Pace, RgbaImage, Sheet, Sprites, Tileset, TilesetKind, contact_sheet, draw_with_tileset,
    poster_with_stages, stage_pictures, write_png,
};

/// A maze with loops, an exit, and something to find at the start of a corridor.
fn maze(history: &mut History) -> Result<BuilderMap, BuildError> {
    BuilderChain::start_with(Size::new(15, 11), PrimMaze::default())
        .with(LoopInjector::braid(0.3))
        .with(Exit::default())
        .build_with(7, history)
}

/// The level of a game: rooms, doors, slimes, start and exit.
fn dungeon(history: &mut History) -> Result<BuilderMap, BuildError> {
    let table = SpawnTable::new([("Slime", 1)]);
    BuilderChain::start_with(Size::new(40, 30), BspInterior::default())
        .with(Start::at(Place::FirstRoom))
        .with(Exit::at(Place::LastRoom))
        .with(Spawns { table, count: Some([1, 3]), ..Spawns::default() })
        .with(Doors::default())
        .build_with(7, history)
}

/// Sprites of one color each, so that a test finds them again.
fn sprites() -> Result<Arc<Sprites>, Box<dyn Error>> {
    let sprite = |r, g, b| Some(RgbaImage::from_pixel(16, 16, Rgba([r, g, b, 255])));
    Ok(Arc::new(Sprites {
        tileset: Some(Tileset::shipped("walls", 16)?),
        start: sprite(1, 0, 0),
        exit: sprite(2, 0, 0),
        tiles: sprite(3, 0, 0).map(|door| (Tile::DOOR, door)).into_iter().collect(),
        spawns: sprite(4, 0, 0).map(|slime| ("Slime".to_owned(), slime)).into_iter().collect(),
        ..Sprites::default()
    }))
}

/// How many pixels have a color.
fn count(image: &RgbaImage, red: u8) -> usize {
    image.pixels().filter(|pixel| pixel.0 == [red, 0, 0, 255]).count()
}

#[test]
fn text_shows_walls_start_and_exit() -> Result<(), Box<dyn Error>> {
    let map = maze(&mut History::default())?;
    let shown = text(&map, &TextStyle::default())?;
    assert_eq!(shown.lines().count(), 2 * 11 + 1, "a line a row and the walls between");
    assert_eq!((shown.matches('S').count(), shown.matches('E').count()), (1, 1));
    assert!(text(&map, &TextStyle { ascii: true, ..TextStyle::default() })?.is_ascii());
    Ok(())
}

#[test]
fn a_png_and_a_sheet_of_many() -> Result<(), Box<dyn Error>> {
    let map = maze(&mut History::default())?;
    let style = Style { tint: true, ..Style::default() }.fit(map.size(), 400);
    let image = draw(&map, &style)?;
    assert!(image.width() <= 400 && image.height() < image.width());
    let mut png = Vec::new();
    write_png(&image, &mut png)?;
    assert!(png.starts_with(b"\x89PNG"));

    let chain = BuilderChain::start_with(Size::new(15, 11), Backtracker::default());
    let mut pictures = Vec::new();
    for (seed, map) in (0..6).zip(chain.each(0..6, |_, map| map)) {
        pictures.push((format!("seed {seed}"), draw(&map?, &style)?));
    }
    let shown: Vec<(&str, &RgbaImage)> = pictures.iter().map(|(name, image)| (name.as_str(), image)).collect();
    let sheet = Sheet { title: Some("Six mazes".to_owned()), columns: Some(3), ..Sheet::default() };
    let sheet = contact_sheet(&shown, &sheet)?;
    assert!(sheet.width() > 3 * pictures[0].1.width() && sheet.height() > 2 * pictures[0].1.height());
    Ok(())
}

#[test]
fn stages_and_a_animation() -> Result<(), Box<dyn Error>> {
    let mut history = History::every(20);
    maze(&mut history)?;
    let stages: Vec<_> = stage_pictures(&history, &Style::default())?.collect::<Result<_, _>>()?;
    let names: Vec<String> = stages.iter().map(|stage| stage.file_stem()).collect();
    assert_eq!(names, ["00-prim-maze", "01-loop-injector", "02-exit"]);
    let sheet = poster_with_stages(&history, &Style::default(), &Heading::default())?;
    assert!(sheet.width() > stages[0].image.width());

    let (mut gif, mut frames) = (Vec::new(), 0);
    let style = Style::default();
    Animation::of_history(&history, &style)?.write_gif(&Pace::default(), &mut gif, |done, _| frames = done)?;
    assert!(gif.starts_with(b"GIF89a") && frames == history.frames().len());
    Ok(())
}

#[test]
fn a_tileset_and_sprites_over_it() -> Result<(), Box<dyn Error>> {
    let mut history = History::default();
    let map = dungeon(&mut history)?;
    let walls = Tileset::shipped("walls", 16)?;
    assert_eq!(draw_with_tileset(&map, &walls)?.dimensions(), (40 * 16, 30 * 16), "the tileset alone");

    let style = Style { sprites: Some(sprites()?), margin: Some(0), ..Style::default() };
    let image = draw(&map, &style)?;
    let doors = map.tiles.as_slice().iter().filter(|&&tile| tile == Tile::DOOR).count();
    assert!(doors > 0 && !map.spawns.is_empty());
    assert_eq!([1, 2, 3].map(|red| count(&image, red)), [1, 1, doors].map(|n| n * 256), "start, exit, doors");
    // A tile is 16 pixels a side: the slime fills its cell, unless another stands on it.
    let slimes: std::collections::BTreeSet<Point> = map.spawns.iter().map(|spawn: &Spawn| spawn.at).collect();
    assert_eq!(count(&image, 4), slimes.len() * 256);

    // The same style works wherever there are pictures.
    let last = stage_pictures(&history, &style)?.last().transpose()?;
    assert_eq!(last.map(|stage| stage.image), Some(image));
    let mut gif = Vec::new();
    Animation::of_history(&history, &style)?.write_gif(&Pace::default(), &mut gif, |_, _| ())?;
    assert!(gif.starts_with(b"GIF89a"));
    Ok(())
}

#[test]
fn a_tileset_of_the_games_own() -> Result<(), Box<dyn Error>> {
    // One picture for each kind of pipe, here a shade of gray for each set of open sides.
    let kind = TilesetKind::Edge16;
    let shades: Vec<RgbaImage> =
        (0..kind.count()).map(|i| RgbaImage::from_pixel(8, 8, Rgba([i as u8 * 9, 0, 0, 255]))).collect();
    let tiles = Tileset::new(kind, &shades)?;
    let map = maze(&mut History::default())?;
    let image = draw_with_tileset(&map, &tiles)?;
    let sides = map.sides.as_ref().ok_or("a maze has sides")?;
    for (p, side) in sides.iter() {
        let pixel = image.get_pixel(u32::from(p.x) * 8, u32::from(p.y) * 8).0;
        assert_eq!(pixel[0], side.dirs().bits() * 9, "{p}");
    }
    Ok(())
}
