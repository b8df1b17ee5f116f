//! Maps, samples, templates and tables: in the recipe, or in a file.

use std::collections::BTreeMap;
use std::path::Path;

use mapwright_core::params;
use mapwright_core::params::{Described, Schema};
use mapwright_core::{BuilderMap, Color, Dropped, Grid, ParseColorError, Size, Tile};
use mapwright_dungeon::{FromMap, SpawnTable};
use mapwright_files::Pixels;
use mapwright_wang::{HerringboneTemplate, HerringboneWang};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::info::{ParamValues, RustSource, rust_source};
use super::recipe_only::RecipeOnly;
use crate::drawn::{HowToRead, map_from_file};
use crate::error::{RecipeError, RecipeErrorKind};
use crate::flaw::Flaw;
use crate::map_json::map_from_json;
use crate::{Files, typed};

/// The most pixels of a picture.
const MOST_PIXELS: u64 = 1 << 24;

/// The name of a file beside the recipe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FileName(pub(super) String);

impl Described for FileName {
    fn schema() -> Schema {
        Schema::File
    }
}

/// A map as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MapValue(ParamValues);

impl Described for MapValue {
    fn schema() -> Schema {
        Schema::Defined("map", "a map as JSON")
    }
}

impl MapValue {
    pub(super) fn read(self) -> Result<(BuilderMap, Vec<Dropped>), RecipeErrorKind> {
        map_from_json(&Value::Object(self.0).to_string()).map_err(RecipeErrorKind::Map)
    }
}

#[params]
pub(super) struct MapSource {
    /// The map itself.
    map: Option<MapValue>,
    /// A file that holds the map, beside the recipe: JSON, or a map drawn in Tiled (`.tmx`, `.tmj`) or LDtk.
    #[param(not_with = "map")]
    file: Option<FileName>,
    /// Of a file of LDtk with several levels: the one to read.
    #[param(not_with = "map")]
    level: Option<String>,
    /// Of a file of Tiled or LDtk: the layer with the tiles. Absent: the layer `tiles`, or the only one.
    #[param(not_with = "map")]
    layer: Option<String>,
    /// Of a file of Tiled or LDtk: the tiles that numbers, classes and identifiers stand for; `empty` for cells without a tile,
    /// which are wall otherwise.
    #[param(not_with = "map")]
    legend: Option<BTreeMap<String, Tile>>,
}

impl RecipeOnly<FromMap> for MapSource {
    fn defaults() -> ParamValues {
        ParamValues::new()
    }

    fn build(self, _: ParamValues, files: &Files) -> Result<FromMap, RecipeErrorKind> {
        let (map, dropped) = match (self.map, self.file) {
            (Some(map), _) => map.read()?,
            (None, Some(FileName(file))) => {
                let legend = self.legend.unwrap_or_default();
                let how = HowToRead { level: self.level, layer: self.layer, legend, blank_is_free: false };
                // A map names its tilesets and levels from where it is.
                let beside = |name: &str| files.load("map", Path::new(&file).with_file_name(name).to_str()?, Ok).ok();
                files.load("map", &file, |content| map_from_file(&content, &how, &beside))?
            }
            (None, None) => {
                let expected = "either `map`, a map as JSON, or `file`, a file that holds one";
                return Err(RecipeErrorKind::missing("map", expected));
            }
        };
        Ok(FromMap { map, dropped })
    }
}

#[params]
pub(super) struct HerringboneFile {
    /// Half the length of a tile, in cells.
    #[param(default = 8, range = 5..=64)]
    unit: u16,
    /// Your own template, text or PNG, beside the recipe.
    #[param(not_with = "unit")]
    file: Option<FileName>,
    /// Of a PNG: the tiles that colors such as `#a7cccc` stand for.
    #[param(not_with = "unit")]
    legend: Option<BTreeMap<String, Tile>>,
}

impl RecipeOnly<HerringboneWang> for HerringboneFile {
    fn defaults() -> ParamValues {
        ParamValues::new()
    }

    fn build(self, _: ParamValues, files: &Files) -> Result<HerringboneWang, RecipeErrorKind> {
        let template = match (self.file, self.legend) {
            (Some(FileName(file)), legend) => template(files, &file, legend)?,
            (None, Some(_)) => return Err(RecipeErrorKind::missing("file", "a file, which `legend` is for")),
            (None, None) => HerringboneTemplate::dungeon(self.unit)
                .map_err(|error| RecipeErrorKind::value("unit", self.unit, error.to_string()))?,
        };
        Ok(HerringboneWang { template })
    }
}

/// The template in a file, which is a PNG if it begins as one and else text.
fn template(
    files: &Files,
    file: &str,
    legend: Option<BTreeMap<String, Tile>>,
) -> Result<HerringboneTemplate, RecipeErrorKind> {
    files.load("template", file, |bytes| {
        if bytes.starts_with(b"\x89PNG") {
            let colors = legend.iter().flatten().map(|(color, tile)| Ok((color.parse()?, *tile)));
            let colors = colors.collect::<Result<_, ParseColorError>>();
            let colors = colors.map_err(|_| Flaw::of("`legend` has a name that is no color such as `#a7cccc`"))?;
            return Ok(HerringboneTemplate::from_pixels(&pixels(&bytes)?, &colors)?);
        }
        if legend.is_some() {
            return Err(Flaw::of("`legend` is for pictures; this is text"));
        }
        let text = String::from_utf8(bytes).map_err(|_| Flaw::of("neither a PNG nor text"))?;
        Ok(text.parse::<HerringboneTemplate>()?)
    })
}

#[params]
pub(super) struct Table {
    /// A file that holds the table, beside the recipe.
    #[param(not_with = "table")]
    file: Option<FileName>,
}

impl<B: Described + Default + Serialize + DeserializeOwned> RecipeOnly<B> for Table {
    fn defaults() -> ParamValues {
        let mut defaults = typed::defaults::<B>();
        // Long, and of no use in a recipe.
        defaults.insert("table".to_owned(), Value::Null);
        defaults
    }

    fn build(self, mut own: ParamValues, files: &Files) -> Result<B, RecipeErrorKind> {
        own.retain(|name, value| name != "table" || !value.is_null());
        if let Some(FileName(file)) = self.file {
            own.insert("table".to_owned(), table(files, &file)?);
        }
        typed::read(own)
    }

    fn rust_source(self, own: ParamValues, files: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        let has_table = own.get("table").is_some_and(|table| !table.is_null()) || self.file.is_some();
        Ok(if has_table { None } else { rust_source::<B>(&self.build(own, files)?) })
    }
}

/// The spawn table in a file of JSON.
///
/// # Errors
///
/// The file cannot be read, or is not a table.
pub fn spawn_table(file: &str, files: &Files) -> Result<SpawnTable, RecipeError> {
    let read =
        |value| serde_json::from_value(value).map_err(|error| RecipeErrorKind::value("table", file, error.to_string()));
    table(files, file).and_then(read).map_err(RecipeErrorKind::in_recipe)
}

/// The table in a file. What is wrong with an entry of it is told as in a recipe.
fn table(files: &Files, file: &str) -> Result<Value, RecipeErrorKind> {
    files.load_text("spawn table", file, |text| {
        let table = crate::json::parse(text).map_err(|error| Flaw::json("not valid JSON", &error))?;
        if !table.is_array() {
            return Err(Flaw::of("not a list of spawns"));
        }
        typed::check(&SpawnTable::schema(), "table", &table)?;
        Ok(table)
    })
}

/// The pixels of a PNG, without their opacity.
pub(super) fn pixels(png: &[u8]) -> Result<Grid<Color>, Flaw> {
    let Pixels { width, height, rgba } = Pixels::from_png(png, MOST_PIXELS)?;
    let size = u16::try_from(width).ok().zip(u16::try_from(height).ok()).map(|(w, h)| Size::new(w, h));
    let colors = rgba.into_iter().map(|[r, g, b, _]| Color(r, g, b)).collect();
    let pixels = size.and_then(|size| Grid::from_vec(size, colors));
    pixels.ok_or(Flaw::of("a PNG of more than 65535 pixels a side"))
}
