//! Maps of Tiled as its own program draws them.

use std::process::Command;

use mapwright::builders::*;
use mapwright::export::{Tiled, TiledFormat, TiledMap, TiledPart};
use mapwright::prelude::*;
use mapwright::render::RgbaImage;
use mapwright::world::{ChainWorld, WorldRect};

use crate::{Outcome, Picture, read_png, recipe};

pub(crate) fn pictures() -> Vec<Picture> {
    vec![
        Picture::small("export-tiled", || by_tiled(&level()?)),
        Picture::small("export-tiled-maze", || by_tiled(&maze()?)),
        Picture::small("export-tiled-world", || by_tiled(&world()?)),
    ]
}

fn level() -> Outcome<TiledMap> {
    let recipe = recipe("level-rooms")?;
    Ok(Tiled { tile_px: 12, ..Tiled::default() }.map(&recipe.build(recipe.seed())?)?)
}

fn maze() -> Outcome<TiledMap> {
    let chain = BuilderChain::start_with(Size::new(48, 26), Backtracker::default())
        .with(LoopInjector::braid(0.3))
        .with(Exit::default());
    Ok(Tiled { tile_px: 18, ..Tiled::default() }.map(&chain.build(7)?)?)
}

fn world() -> Outcome<TiledMap> {
    let coast = WangTiles { on: MatchOn::Corners, colors: 3, ..WangTiles::default() };
    let world = ChainWorld::new(BuilderChain::start_with(Size::new(16, 16), coast), 7)?;
    let window = world.window(WorldRect::new(-32, -16, 48, 32))?;
    let corners = Tiled { tile_px: 12, parts: Some(vec![TiledPart::Corners]), ..Tiled::default() };
    Ok(corners.window(&window, (-32, -16))?)
}

fn by_tiled(map: &TiledMap) -> Outcome<RgbaImage> {
    let folder = tempfile::tempdir()?;
    let (file, picture) = (folder.path().join("map.tmx"), folder.path().join("map.png"));
    map.save(TiledFormat::Tmx, &file)?;
    let mut program = Command::new("tmxrasterizer");
    let done = program.env("QT_QPA_PLATFORM", "offscreen").args([&file, &picture]).output();
    let done = done.map_err(|error| format!("tmxrasterizer, which comes with Tiled: {error}"))?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
    }
    read_png(&picture)
}
