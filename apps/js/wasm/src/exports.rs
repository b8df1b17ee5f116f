//! A map as files, just as the program writes them.

use mapwright::core::BuilderMap;
use mapwright::core::text::{TextStyle, ascii_palette, text};
use mapwright::export::{Ldtk, Tiled, TiledFormat, Uvtt, XpStyle, csv_named, floor_files, xp};
use mapwright::minecraft::{Blocks, Extrusion, MazePack, PipePack, Version};
use mapwright::recipe::{map_to_json, rust_program};
use mapwright::render::{
    Animation, Heading, Pace, RenderError, Style, draw_floors, fitting_scale, poster_with_stages, svg, write_png,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::built::InputMap;
use crate::fault::Fault;
use crate::files::with_files;
use crate::level::Level;

type Named = Vec<(String, Vec<u8>)>;

/// Files by name.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Files(Vec<(String, Vec<u8>)>);

#[wasm_bindgen]
impl Files {
    /// The names.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The content of the n-th.
    pub fn content(&self, nth: usize) -> Vec<u8> {
        self.0.get(nth).map(|(_, content)| content.clone()).unwrap_or_default()
    }
}

#[wasm_bindgen]
impl Level {
    /// The files of a format, whose names begin with `stem`.
    pub fn files(&self, to: &str, stem: &str) -> Result<Files, Fault> {
        let one = |end: &str, content: Vec<u8>| vec![(format!("{stem}.{end}"), content)];
        let files = match to {
            "rust" => one("rs", with_files(|files| rust_program(&self.recipe, files))?.into_bytes()),
            "recipe" => one("recipe.json", (self.recipe.to_json() + "\n").into_bytes()),
            "sheet" => one(
                "sheet.png",
                self.drawn(|level, style, out| {
                    let (recipe, size) = (&level.recipe, level.map.size());
                    let heading = Heading::of_recipe(stem, recipe.title.as_deref(), recipe.seed(), size);
                    write_png(&poster_with_stages(&level.history, &large(&level.map, style), &heading)?, out)
                })?,
            ),
            "gif" => one(
                "gif",
                self.drawn(|level, style, out| {
                    Animation::of_history(&level.history, style)?.write_gif(&Pace::default(), out, |_, _| {})
                })?,
            ),
            "apng" => one(
                "film.png",
                self.drawn(|level, style, out| {
                    Animation::of_history(&level.history, style)?.write_apng(&Pace::default(), out, |_, _| {})
                })?,
            ),
            _ => {
                let origin = (Some(self.recipe.seed()), Some(self.recipe.to_json()));
                return map_files(&self.map, origin, to, stem).map(Files);
            }
        };
        Ok(Files(files))
    }

    /// Pictures of about 800 pixels.
    fn drawn(&self, draw: impl Fn(&Level, &Style, &mut Vec<u8>) -> Result<(), RenderError>) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        let style = Style { margin: Some(0), ..Style::default() };
        draw(self, &style.fit(self.map.size(), 800), &mut out).map_err(Fault::of)?;
        Ok(out)
    }
}

#[wasm_bindgen]
impl InputMap {
    /// The files of a format, whose names begin with `stem`. What is known of them, the seed and the recipe are written into files
    /// for editors.
    pub fn files(self, to: &str, stem: &str, seed: Option<u64>, recipe: Option<String>) -> Result<Files, Fault> {
        map_files(&self.0, (seed, recipe), to, stem).map(Files)
    }
}

/// The files of a map in a format.
fn map_files(map: &BuilderMap, origin: (Option<u64>, Option<String>), to: &str, stem: &str) -> Result<Named, Fault> {
    let one = |end: &str, content: Vec<u8>| Ok(vec![(format!("{stem}.{end}"), content)]);
    match to {
        "json" => one("json", (map_to_json(map) + "\n").into_bytes()),
        "png" => {
            let mut out = Vec::new();
            let style = large(map, &Style { margin: Some(0), ..Style::default() });
            draw_floors(map, &style).and_then(|picture| write_png(&picture, &mut out)).map_err(Fault::of)?;
            one("png", out)
        }
        "svg" => by_floor(map, stem, "svg", |_, floor| {
            let style = Style { scale: 16, margin: None, floor, ..Style::default() };
            svg(map, &style).map(String::into_bytes).map_err(Fault::of)
        }),
        "uvtt" => by_floor(map, stem, "uvtt", |_, floor| {
            let mut uvtt = Uvtt::default();
            uvtt.style = Style { scale: uvtt.cell, margin: Some(0), floor, ..Style::default() };
            uvtt.write(map).map(String::into_bytes).map_err(Fault::of)
        }),
        "xp" => by_floor(map, stem, "xp", |map, _| xp(map, &XpStyle::default()).map_err(Fault::of)),
        "csv" => one("csv", csv_named(map, "tiles").map_err(Fault::of)?.into_bytes()),
        "txt" | "ascii" => {
            let mut style = TextStyle { heavy_wet: true, ..TextStyle::default() };
            if to == "ascii" {
                style = TextStyle { palette: ascii_palette(), ascii: true, ..style };
            }
            one("txt", text(map, &style).map_err(Fault::of)?.into_bytes())
        }
        "tmj" => tiled(map, origin, TiledFormat::Tmj, &format!("{stem}.tmj")),
        "tmx" => tiled(map, origin, TiledFormat::Tmx, &format!("{stem}.tmx")),
        "ldtk" => {
            let ldtk = Ldtk { seed: origin.0, recipe: origin.1, ..Ldtk::default() };
            Ok(ldtk.project(map, &format!("{stem}.ldtk")).map_err(Fault::of)?.files)
        }
        "nbt" | "schem" => {
            let blocks = Blocks::from_map(map, &Extrusion::default(), Version::default()).map_err(Fault::of)?;
            let bytes = if to == "nbt" { blocks.to_structure() } else { blocks.to_schem() };
            one(to, bytes.map_err(Fault::of)?)
        }
        "datapack" => Ok(MazePack::default().folder(map).map_err(Fault::of)?.files.into_iter().collect()),
        "pipe-pack" => Ok(PipePack::default().folder(map).map_err(Fault::of)?.files.into_iter().collect()),
        _ => Err(Fault::of(format!(
            "no format is called `{to}`; there are json, png, svg, uvtt, xp, csv, txt, tmj, tmx, ldtk, nbt, schem, datapack, \
             pipe-pack"
        ))),
    }
}

/// A file, or one for each floor if there are several.
fn by_floor(
    map: &BuilderMap,
    stem: &str,
    end: &str,
    write: impl Fn(&BuilderMap, Option<u16>) -> Result<Vec<u8>, Fault>,
) -> Result<Named, Fault> {
    if map.n_floors() == 1 {
        return Ok(vec![(format!("{stem}.{end}"), write(map, None)?)]);
    }
    let floors = (0..map.n_floors()).filter_map(|floor| Some((floor, map.floor(floor)?.map)));
    floors.map(|(nth, floor)| Ok((format!("{stem}-floor-{nth}.{end}"), write(&floor, Some(nth))?))).collect()
}

fn tiled(
    map: &BuilderMap,
    (seed, recipe): (Option<u64>, Option<String>),
    format: TiledFormat,
    name: &str,
) -> Result<Named, Fault> {
    let tiled = Tiled { seed, recipe, ..Tiled::default() };
    match map.n_floors() {
        1 => tiled.map(map).and_then(|map| map.files(format, name)),
        _ => tiled.floors(map).and_then(|floors| floor_files(&floors, format, name)),
    }
    .map_err(Fault::of)
}

/// The style of a single picture, which is larger than those of an animation.
fn large(map: &BuilderMap, style: &Style) -> Style {
    Style { scale: fitting_scale(map.size()), ..style.clone() }
}
