//! A map as files, just as the program writes them.

use mapwright::core::text::{TextStyle, ascii_palette, text};
use mapwright::export::{Ldtk, Tiled, TiledFormat, XpStyle, csv_named, xp};
use mapwright::minecraft::{MazePack, PipePack};
use mapwright::recipe::rust_program;
use mapwright::render::{Animation, Heading, Pace, Style, draw, fitting_scale, poster_with_stages, svg, write_png};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::files::with_files;
use crate::level::Level;

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
            "json" => one("json", self.json().into_bytes()),
            "recipe" => one("recipe.json", (self.recipe.to_json() + "\n").into_bytes()),
            "png" => {
                one("png", self.drawn(|level, style, out| write_png(&draw(&level.map, &large(level, style))?, out))?)
            }
            "sheet" => one(
                "sheet.png",
                self.drawn(|level, style, out| {
                    let (recipe, size) = (&level.recipe, level.map.size());
                    let heading = Heading::of_recipe(stem, recipe.title.as_deref(), recipe.seed(), size);
                    write_png(&poster_with_stages(&level.history, &large(level, style), &heading)?, out)
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
            "svg" => one("svg", svg(&self.map, &Style::default()).map_err(Fault::of)?.into_bytes()),
            "csv" => one("csv", csv_named(&self.map, "tiles").map_err(Fault::of)?.into_bytes()),
            "ascii" => {
                let style =
                    TextStyle { palette: ascii_palette(), heavy_wet: true, ascii: true, ..TextStyle::default() };
                one("txt", text(&self.map, &style).map_err(Fault::of)?.into_bytes())
            }
            "xp" => one("xp", xp(&self.map, &XpStyle::default()).map_err(Fault::of)?),
            "tmj" => self.tiled(TiledFormat::Tmj, &format!("{stem}.tmj"))?,
            "tmx" => self.tiled(TiledFormat::Tmx, &format!("{stem}.tmx"))?,
            "ldtk" => {
                let ldtk =
                    Ldtk { seed: Some(self.recipe.seed()), recipe: Some(self.recipe.to_json()), ..Ldtk::default() };
                ldtk.project(&self.map, &format!("{stem}.ldtk")).map_err(Fault::of)?.files
            }
            "datapack" => MazePack::default().folder(&self.map).map_err(Fault::of)?.files.into_iter().collect(),
            "pipe-pack" => PipePack::default().folder(&self.map).map_err(Fault::of)?.files.into_iter().collect(),
            _ => return Err(Fault::of(format!("no format is called `{to}`"))),
        };
        Ok(Files(files))
    }

    fn tiled(&self, format: TiledFormat, name: &str) -> Result<Vec<(String, Vec<u8>)>, Fault> {
        let tiled = Tiled { seed: Some(self.recipe.seed()), recipe: Some(self.recipe.to_json()), ..Tiled::default() };
        tiled.map(&self.map).and_then(|map| map.files(format, name)).map_err(Fault::of)
    }

    /// A picture of about 800 pixels.
    fn drawn(
        &self,
        draw: impl Fn(&Level, &Style, &mut Vec<u8>) -> Result<(), mapwright::render::RenderError>,
    ) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        let style = Style { margin: Some(0), ..Style::default() };
        draw(self, &style.fit(self.map.size(), 800), &mut out).map_err(Fault::of)?;
        Ok(out)
    }
}

/// The style of a single picture, which is larger than those of an animation.
fn large(level: &Level, style: &Style) -> Style {
    Style { scale: fitting_scale(level.map.size()), ..style.clone() }
}
