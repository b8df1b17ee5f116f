//! Draws maps with the tilesets that come with Mapwright, and templates to paint one's own over.
//!
//! `cargo run --release --example tilesets` writes into `out/tilesets/`: the picture wall, and for each kind of
//! tileset its template. With `-- DIR` it writes into DIR.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::Path;

use mapwright::prelude::*;
use mapwright::render::{RgbaImage, Sheet, Template, Tileset, TilesetKind, contact_sheet, template};
use mapwright::render::draw_with_tileset;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).unwrap_or("out/tilesets".to_owned());
    let out = Path::new(&out);
    std::fs::create_dir_all(out)?;
    let windows = windows()?;
    let pictures: Vec<(&str, &RgbaImage)> = windows.iter().map(|(caption, picture)| (*caption, picture)).collect();
    let sheet = Sheet { title: Some("Tilesets".to_owned()), columns: Some(3), ..Sheet::default() };
    save_png(out.join("tileset-wall.png"), &contact_sheet(&pictures, &sheet)?)?;
    for kind in TilesetKind::ALL {
        let style = Template { tile_px: 48, captions: true, ..Template::default() };
        save_png(out.join(format!("tileset-{kind}.png")), &template(kind, &style)?)?;
    }
    for name in Tileset::shipped_names() {
        for px in [16, 32] {
            let tileset = Tileset::shipped(name, px)?;
            save_png(out.join(format!("{name}-{px}.png")), &tileset.sheet(tileset.kind().columns()))?;
        }
    }
    println!("{}: the picture wall, the templates and the tilesets", out.display());
    Ok(())
}

/// A window for each tileset, and a herringbone dungeon.
fn windows() -> Result<Vec<(&'static str, RgbaImage)>, Box<dyn Error>> {
    let size = Size::new(30, 22);
    let start = |initial: Box<dyn InitialMapBuilder>| BuilderChain::start_with_boxed(size, initial);
    let caves = CellularAutomata { wall_percent: 46, rounds: 6, rule: "B5678/S45678".parse()?, ..Default::default() };
    let maze = || start(Box::new(PrimMaze::default()));
    Ok(vec![
        ("terrain: corner-16", tiled(&start(Box::new(WangCorners { colors: 2 })), "terrain")?),
        ("terrain3: corner-81", tiled(&start(Box::new(WangCorners { colors: 3 })), "terrain3")?),
        ("paths: edge-16", tiled(&start(Box::new(Backtracker::default())).with(LoopInjector::braid(0.4)), "paths")?),
        ("walls: blob-47", tiled(&start(Box::new(caves)), "walls")?),
        ("pipes: edge-16", tiled(&maze(), "pipes")?),
        ])
}

fn tiled(chain: &BuilderChain, name: &str) -> Result<RgbaImage, Box<dyn Error>> {
    Ok(draw_with_tileset(&chain.build(7)?, &Tileset::shipped(name, 16)?)?)
}
