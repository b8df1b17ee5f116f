//! Draws maps with the tilesets that come with Mapwright, and templates to paint one's own over.
//!
//! `cargo run --release --example tilesets` writes into `out/tilesets/`: the picture wall; for each kind of tileset
//! its template, with captions and without; the tilesets that come with Mapwright, each with its set for Tiled; and
//! the template of the herringbone dungeon. With `-- DIR` it writes into DIR. With `-- --pictures DIR` it writes only
//! the wall and the captioned templates, for the documentation.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use mapwright::builders::*;
use mapwright::core::{Color, Grid};
use mapwright::export::TiledSet;
use mapwright::files::save_atomic;
use mapwright::prelude::*;
use mapwright::render::{RgbaImage, Sheet, Tileset, TilesetKind, TilesetTemplate};
use mapwright::render::{contact_sheet, draw_with_tileset, tileset_template};
use mapwright::wang::HerringboneTemplate;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, all) = match &args[..] {
        [] => ("out/tilesets", true),
        [flag, dir] if flag == "--pictures" => (dir.as_str(), false),
        [dir] => (dir.as_str(), true),
        _ => return Err("usage: tilesets [DIR | --pictures DIR]".into()),
    };
    let out = Path::new(out);
    std::fs::create_dir_all(out)?;
    save_png(out.join("tileset-wall.png"), &wall()?)?;
    for kind in TilesetKind::ALL {
        let style = TilesetTemplate { tile_px: 48, captions: true, ..TilesetTemplate::default() };
        save_png(out.join(format!("tileset-{kind}.png")), &tileset_template(kind, &style)?)?;
    }
    if all {
        write_rest(out)?;
    }
    println!("{}: the picture wall and what belongs to it", out.display());
    Ok(())
}

/// What people begin with: clean templates and whole tilesets.
fn write_rest(out: &Path) -> Outcome<()> {
    for kind in TilesetKind::ALL {
        save_png(out.join(format!("template-{kind}.png")), &tileset_template(kind, &TilesetTemplate::default())?)?;
    }
    for name in Tileset::shipped_names() {
        for px in [16, 32] {
            let (tileset, file) = (Tileset::shipped(name, px)?, format!("{name}-{px}"));
            let columns = tileset.kind().columns();
            save_png(out.join(&file).with_extension("png"), &tileset.sheet(columns))?;
            let set = TiledSet::new(tileset.kind(), tileset.tile_size(), columns, name, &format!("{file}.png"));
            for (extension, text) in [("tsx", set.to_tsx()), ("tsj", set.to_tsj())] {
                save_atomic(&out.join(&file).with_extension(extension), |writer| writer.write_all(text.as_bytes()))?;
            }
        }
    }
    let dungeon = HerringboneTemplate::default().to_pixels().ok_or("the template does not fit a picture")?;
    Ok(save_png(out.join("template-herringbone.png"), &image(&dungeon))?)
}

fn image(pixels: &Grid<Color>) -> RgbaImage {
    let bytes = pixels.as_slice().iter().flat_map(|&Color(r, g, b)| [r, g, b, 0xff]).collect();
    RgbaImage::from_raw(pixels.size().w.into(), pixels.size().h.into(), bytes).unwrap_or_default()
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
    Ok(chain(CellularAutomata { wall_percent: 47, rounds: 4, rule, ..CellularAutomata::default() }))
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
