//! Writes one level for every program that Mapwright can write for, and shows each file as its program draws it.
//!
//! `cargo run --release --example export` writes into `out/export/`; with `-- DIR` it writes into DIR. With
//! `-- --pictures DIR` it writes only the pictures for the documentation. Where a program is not installed its picture is
//! left out.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use mapwright::builders::*;
use mapwright::core::Color;
use mapwright::core::text::ascii_palette;
use mapwright::export::{Ldtk, Tiled, TiledFormat, TiledPart, XpStyle, csv, xp};
use mapwright::files::save_atomic;
use mapwright::minecraft::{Blocks, Extrusion, Version};
use mapwright::prelude::*;
use mapwright::render::image::{Rgba, RgbaImage};
use mapwright::render::svg;
use mapwright::world::{ChainWorld, WorldRect};
use serde_json::Value;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, keep) = match &args[..] {
        [] => ("out/export", true),
        [flag, dir] if flag == "--pictures" => (dir.as_str(), false),
        [dir] => (dir.as_str(), true),
        _ => return Err("usage: export [DIR | --pictures DIR]".into()),
    };
    let out = Path::new(out);
    std::fs::create_dir_all(out)?;
    let files = if keep { out.to_owned() } else { scratch()? };
    let done = tiled(&files, out).and_then(|()| ldtk(&files, out)).and_then(|()| drawn_and_built(&files));
    if !keep {
        std::fs::remove_dir_all(&files)?;
    }
    done?;
    println!("{}: a level for every program", out.display());
    Ok(())
}

/// A folder that goes again.
fn scratch() -> Outcome<PathBuf> {
    let folder = std::env::temp_dir().join(format!("mapwright-export-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The level, its seed, and the recipe as JSON.
fn level() -> Outcome<(BuilderMap, u64, String)> {
    let recipe: Recipe = include_str!("../crates/recipe/recipes/level-rooms.json").parse()?;
    Ok((recipe.build(recipe.seed())?, recipe.seed(), recipe.to_json()))
}

fn maze() -> Outcome<BuilderMap> {
    let chain = BuilderChain::start_with(Size::new(48, 26), Backtracker::default())
        .with(LoopInjector::braid(0.3))
        .with(Exit::default());
    Ok(chain.build(7)?)
}

fn tiled(files: &Path, pictures: &Path) -> Outcome<()> {
    let (map, seed, recipe) = level()?;
    let level = Tiled { tile_px: 12, seed: Some(seed), recipe: Some(recipe), ..Tiled::default() };
    let coast = WangTiles { on: MatchOn::Corners, colors: 3, ..WangTiles::default() };
    let world = ChainWorld::new(BuilderChain::start_with(Size::new(16, 16), coast), 7)?;
    let window = world.window(WorldRect::new(-32, -16, 48, 32))?;
    let corners = Tiled { tile_px: 12, seed: Some(7), parts: Some(vec![TiledPart::Corners]), ..Tiled::default() };
    let rows = [
        ("tiled", level.map(&map)?),
        ("tiled-maze", Tiled { tile_px: 18, ..Tiled::default() }.map(&maze()?)?),
        ("tiled-world", corners.window(&window, (-32, -16))?),
    ];
    for (name, made) in rows {
        for format in [TiledFormat::Tmx, TiledFormat::Tmj] {
            let end = if format == TiledFormat::Tmx { "tmx" } else { "tmj" };
            made.save(format, files.join(name).with_extension(end))?;
        }
        let picture = pictures.join(format!("export-{name}.png"));
        let mut program = Command::new("tmxrasterizer");
        program.env("QT_QPA_PLATFORM", "offscreen").arg(files.join(name).with_extension("tmx")).arg(&picture);
        match program.output() {
            Ok(output) if output.status.success() => {}
            Ok(output) => return Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
            Err(_) => println!("{}: left out, for tmxrasterizer is not installed", picture.display()),
        }
    }
    Ok(())
}

/// LDtk has no program that draws without a window, so its project is drawn here: by the file alone.
fn ldtk(files: &Path, pictures: &Path) -> Outcome<()> {
    let (map, seed, recipe) = level()?;
    let ldtk = Ldtk { tile_px: 12, seed: Some(seed), recipe: Some(recipe), ..Ldtk::default() };
    let project = ldtk.project(&map, "level.ldtk")?;
    project.save(files)?;
    let text = std::fs::read_to_string(files.join("level.ldtk"))?;
    let level = &serde_json::from_str::<Value>(&text)?["levels"][0];
    let mut canvas = Canvas::new(number(&level["pxWid"]), number(&level["pxHei"]));
    let tiled = Tiled { tile_px: 12, ..Tiled::default() }.map(&map)?;
    let sheet = |file: &str| tiled.sheets.iter().find(|sheet| file.ends_with(&format!("-{}.png", sheet.set.name)));
    for layer in level["layerInstances"].as_array().into_iter().flatten().rev() {
        let (opacity, file) = (layer["__opacity"].as_f64().unwrap_or(1.0), layer["__tilesetRelPath"].as_str());
        if let Some(sheet) = file.and_then(sheet).filter(|_| layer["visible"] == true) {
            let side = number(&layer["__gridSize"]);
            layer["gridTiles"].as_array().into_iter().flatten().for_each(|tile| {
                canvas.tile(&sheet.picture, corner(&tile["src"]), corner(&tile["px"]), side, opacity);
            });
        }
        layer["entityInstances"].as_array().into_iter().flatten().for_each(|entity| canvas.entity(entity));
    }
    Ok(save_png(pictures.join("export-ldtk.png"), &canvas.0)?)
}

/// The formats of one file.
fn drawn_and_built(files: &Path) -> Outcome<()> {
    let (map, ..) = level()?;
    let blocks = Blocks::from_map(&map, &Extrusion::default(), Version::default())?;
    let ascii = TextStyle { ascii: true, palette: ascii_palette(), ..TextStyle::default() };
    let rows = [
        ("level.csv", csv(&map).into_bytes()),
        ("level.txt", text(&map, &ascii)?.into_bytes()),
        ("level.svg", svg(&map, &Style::default())?.into_bytes()),
        ("level.xp", xp(&map, &XpStyle::default())?),
        ("level.schem", blocks.to_schem()?),
        ("level.nbt", Blocks::from_map(&small()?, &Extrusion::default(), Version::default())?.to_structure()?),
    ];
    for (name, bytes) in rows {
        save_atomic(&files.join(name), |file| file.write_all(&bytes))?;
    }
    Ok(())
}

/// A maze that a structure block holds.
fn small() -> Outcome<BuilderMap> {
    Ok(BuilderChain::start_with(Size::new(15, 15), PrimMaze::default()).build(7)?)
}

/// Draws what a project says.
struct Canvas(RgbaImage);

impl Canvas {
    fn new(w: u32, h: u32) -> Canvas {
        Canvas(RgbaImage::from_pixel(w, h, Rgba([255; 4])))
    }

    fn mix(&mut self, x: u32, y: u32, [r, g, b]: [u8; 3], opacity: f64) {
        let mut pixel = self.0.get_pixel(x, y).0;
        for (under, over) in pixel.iter_mut().zip([r, g, b]) {
            let mixed = f64::from(*under) * (1.0 - opacity) + f64::from(over) * opacity;
            *under = mixed.round().clamp(0.0, 255.0) as u8;
        }
        self.0.put_pixel(x, y, Rgba(pixel));
    }

    fn tile(&mut self, sheet: &RgbaImage, from: (u32, u32), to: (u32, u32), side: u32, opacity: f64) {
        for (x, y) in (0..side * side).map(|i| (i % side, i / side)) {
            let [r, g, b, a] = sheet.get_pixel(from.0 + x, from.1 + y).0;
            self.mix(to.0 + x, to.1 + y, [r, g, b], opacity * f64::from(a) / 255.0);
        }
    }

    /// A room as its outline; a corridor as the line through its cells; all else as a disc.
    fn entity(&mut self, entity: &Value) {
        let Color(r, g, b) = color(&entity["__smartColor"]);
        let ((left, top), w, h) = (corner(&entity["px"]), number(&entity["width"]), number(&entity["height"]));
        let cells = entity["fieldInstances"][0]["__value"].as_array();
        match entity["__identifier"].as_str() {
            Some("Room") => {
                for (x, y) in (0..w * h).map(|i| (i % w, i / w)) {
                    let rim = x.min(y).min(w - 1 - x).min(h - 1 - y);
                    self.mix(left + x, top + y, [r, g, b], if rim < 2 { 1.0 } else { 0.08 });
                }
            }
            Some("Corridor") => {
                for cell in cells.into_iter().flatten() {
                    let (x, y) = (number(&cell["cx"]) * w + w / 2, number(&cell["cy"]) * h + h / 2);
                    self.disc((f64::from(x), f64::from(y)), 1.5, [r, g, b]);
                }
            }
            _ => {
                let middle = (f64::from(left) + f64::from(w) / 2.0, f64::from(top) + f64::from(h) / 2.0);
                self.disc(middle, f64::from(w) * 0.62, [255; 3]);
                self.disc(middle, f64::from(w) * 0.48, [r, g, b]);
            }
        }
    }

    fn disc(&mut self, (mx, my): (f64, f64), radius: f64, color: [u8; 3]) {
        let reach = radius.ceil() as i64 + 1;
        for (dx, dy) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))) {
            let (x, y) = (mx.floor() + dx as f64, my.floor() + dy as f64);
            let away = ((x + 0.5 - mx).powi(2) + (y + 0.5 - my).powi(2)).sqrt();
            if x >= 0.0 && y >= 0.0 {
                self.mix(x as u32, y as u32, color, (radius + 0.5 - away).clamp(0.0, 1.0));
            }
        }
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
}

fn corner(value: &Value) -> (u32, u32) {
    (number(&value[0]), number(&value[1]))
}

fn color(value: &Value) -> Color {
    let digits = value.as_str().unwrap_or_default().trim_start_matches('#');
    let [_, r, g, b] = u32::from_str_radix(digits, 16).unwrap_or(0).to_be_bytes();
    Color(r, g, b)
}
