//! Maps in built-in tilesets, and the template of each kind of tileset.

use mapwright::builders::*;
use mapwright::prelude::*;
use mapwright::render::{
    RgbaImage, Sheet, Tileset, TilesetKind, TilesetTemplate, contact_sheet, draw_with_tileset, tileset_template,
};

use crate::{Outcome, Picture};

pub(crate) fn pictures() -> Vec<Picture> {
    let template = |kind: TilesetKind| {
        let style = TilesetTemplate { tile_px: 48, captions: true, ..TilesetTemplate::default() };
        Picture::full(&format!("tileset-{kind}"), move || Ok(tileset_template(kind, &style)?))
    };
    TilesetKind::ALL.into_iter().map(template).chain([Picture::small("tileset-wall", wall)]).collect()
}

/// A window for each tileset, and a herringbone dungeon.
fn wall() -> Outcome<RgbaImage> {
    let windows = [
        ("terrain: corner-16", tiled(chain(WangTiles { on: MatchOn::Corners, ..WangTiles::default() }), "terrain")?),
        (
            "terrain3: corner-81",
            tiled(chain(WangTiles { on: MatchOn::Corners, colors: 3, ..WangTiles::default() }), "terrain3")?,
        ),
        ("paths: edge-16", tiled(chain(Backtracker::default()).with(LoopInjector::braid(0.4)), "paths")?),
        ("walls: blob-47", tiled(cave()?, "walls")?),
        ("pipes: edge-16", tiled(chain(PrimMaze::default()), "pipes")?),
        ("herringbone dungeon", dungeon()?),
    ];
    let pictures: Vec<(&str, &RgbaImage)> = windows.iter().map(|(caption, picture)| (*caption, picture)).collect();
    let sheet = Sheet { title: Some("Tilesets".to_owned()), columns: Some(3), ..Sheet::default() };
    Ok(contact_sheet(&pictures, &sheet)?)
}

fn chain(initial: impl InitialMapBuilder + 'static) -> BuilderChain {
    BuilderChain::start_with(Size::new(30, 22), initial)
}

fn cave() -> Outcome<BuilderChain> {
    let rule = "B5678/S45678".parse()?;
    Ok(chain(CellularAutomata { wall_chance: 0.47, rounds: 4, rule, ..CellularAutomata::default() }))
}

fn tiled(chain: BuilderChain, name: &str) -> Outcome<RgbaImage> {
    Ok(draw_with_tileset(&chain.build(7)?, &Tileset::shipped(name, 16)?)?)
}

fn dungeon() -> Outcome<RgbaImage> {
    let chain = BuilderChain::start_with(Size::new(80, 58), HerringboneWang::default())
        .with(Start::default())
        .with(CullUnreachable::default())
        .with(Exit::default());
    let style = Style { scale: 6, margin: Some(0), ..Style::default() };
    Ok(draw(&chain.build(3)?, &style)?)
}
