//! Samples of wave function collapse, and tilesets for it: in the recipe, or in a file.

use std::collections::BTreeMap;

use mapwright_core::params;
use mapwright_core::{BuilderMap, Color, TemplateError, Tile};
use mapwright_dungeon::{XpCell, cells_from_xp};
use mapwright_wfc::{CollapseModel, SampleCell, SampleError, SampleLegend, TurnedTiles, WaveFunctionCollapse};

use super::files::{FileName, MapValue, pixels};
use super::info::{ParamValues, RustSource, rust_source};
use super::recipe_only::RecipeOnly;
use super::tileset_xml::turned_tiles;
use crate::Files;
use crate::error::RecipeErrorKind;
use crate::flaw::Flaw;
use crate::map_json::map_from_json;
use crate::typed;

#[params]
pub(super) struct SampleFile {
    /// The map to take pieces from. Absent: the map itself.
    sample: Option<MapValue>,
    /// The sample as a file beside the recipe: a map, a text, a PNG or an image of REXPaint; or a tileset of
    /// WaveFunctionCollapse as XML, which is rules.
    #[param(not_with = "sample")]
    file: Option<FileName>,
    /// Of a file: the tiles that colors such as `#2a5b8c`, glyphs, or the tiles of a tileset stand for.
    #[param(not_with = "sample")]
    legend: Option<BTreeMap<String, Tile>>,
    /// Of a PNG or an image of REXPaint: the colors without a name that are solid.
    #[param(not_with = "sample", expected = "a list such as [\"#2a5b8c\"]")]
    solid: Option<Vec<String>>,
    /// Of a tileset: the part of it that is used. Absent: all of it.
    #[param(not_with = "sample")]
    subset: Option<String>,
}

/// What a file holds.
enum Content {
    Map(Box<BuilderMap>, Vec<Tile>),
    Rules(TurnedTiles),
}

impl RecipeOnly<WaveFunctionCollapse> for SampleFile {
    fn defaults() -> ParamValues {
        typed::defaults::<WaveFunctionCollapse>()
    }

    fn build(self, own: ParamValues, files: &Files) -> Result<WaveFunctionCollapse, RecipeErrorKind> {
        let model = own.get("model").cloned();
        let stage = typed::read(own)?;
        let (map, file) = (self.sample, self.file);
        let how = Reading { legend: self.legend, solid: self.solid, subset: self.subset };
        let content = match (map, file) {
            (Some(map), _) => Content::Map(map.read()?.0.into(), Vec::new()),
            (None, Some(FileName(file))) => files.load("sample", &file, |bytes| how.read(bytes))?,
            (None, None) => match how.first_given() {
                Some(name) => return Err(RecipeErrorKind::missing("file", format!("a file, which `{name}` is for"))),
                None => return Ok(stage),
            },
        };
        match (content, model) {
            (Content::Map(map, unnamed), _) => Ok(WaveFunctionCollapse { sample: Some(*map), unnamed, ..stage }),
            (Content::Rules(_), Some(model)) => {
                Err(RecipeErrorKind::value("model", model, "no model beside a tileset, which is one"))
            }
            (Content::Rules(tiles), None) => Ok(WaveFunctionCollapse { model: CollapseModel::Turned(tiles), ..stage }),
        }
    }

    fn rust_source(self, own: ParamValues, files: &Files) -> Result<Option<RustSource>, RecipeErrorKind> {
        Ok(if self == SampleFile::default() { rust_source(&self.build(own, files)?) } else { None })
    }
}

/// How a file is read.
struct Reading {
    legend: Option<BTreeMap<String, Tile>>,
    solid: Option<Vec<String>>,
    subset: Option<String>,
}

impl Reading {
    /// The first parameter that is given.
    fn first_given(&self) -> Option<&'static str> {
        let given =
            [("legend", self.legend.is_some()), ("solid", self.solid.is_some()), ("subset", self.subset.is_some())];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// Reads a PNG or an image of REXPaint, if the file begins like one, a map after a brace, a tileset after `<`, otherwise text.
    fn read(&self, bytes: Vec<u8>) -> Result<Content, Flaw> {
        let is_picture = bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"\x1f\x8b");
        if is_picture {
            return self.picture(&bytes);
        }
        let text = String::from_utf8(bytes).map_err(|_| Flaw::of("neither a picture nor text"))?;
        let text = text.trim_start_matches('\u{feff}');
        let is_tileset = text.trim_start().starts_with('<');
        if self.solid.is_some() || self.subset.is_some() && !is_tileset {
            return Err(Flaw::of("`solid` is for pictures, `subset` for tilesets"));
        }
        if is_tileset {
            let none = BTreeMap::new();
            let tiles = turned_tiles(text, self.legend.as_ref().unwrap_or(&none), self.subset.as_deref())?;
            return Ok(Content::Rules(tiles));
        }
        if text.trim_start().starts_with('{') {
            return match self.legend {
                Some(_) => Err(Flaw::of("`legend` is for pictures, texts and tilesets; this is a map as JSON")),
                None => Ok(Content::Map(map_from_json(text)?.0.into(), Vec::new())),
            };
        }
        Ok(Content::Map(self.legend()?.text(text)?.into(), Vec::new()))
    }

    fn picture(&self, bytes: &[u8]) -> Result<Content, Flaw> {
        if self.subset.is_some() {
            return Err(Flaw::of("`subset` is for tilesets"));
        }
        let legend = self.legend()?;
        let sample = match bytes.starts_with(b"\x89PNG") {
            true => legend.picture(&pixels(bytes)?)?,
            false => {
                let cells = cells_from_xp(bytes, &|cell| cell_of_xp(cell, &legend))?;
                if cells.as_slice().contains(&None) {
                    return Err(Flaw::of("a cell that no layer covers"));
                }
                legend.sample(&cells.map(|cell| cell.unwrap_or(SampleCell::Tile(Tile::WALL))))?
            }
        };
        Ok(Content::Map(sample.map.into(), sample.unnamed))
    }

    /// The legend, whose colors and glyphs are told apart.
    fn legend(&self) -> Result<SampleLegend, Flaw> {
        let mut legend = SampleLegend::default();
        for (name, &tile) in self.legend.iter().flatten() {
            let mut glyphs = name.chars();
            match (name.parse::<Color>(), glyphs.next(), glyphs.next()) {
                (Ok(color), ..) => drop(legend.colors.insert(color, tile)),
                (_, Some(glyph), None) => drop(legend.glyphs.insert(glyph, tile)),
                _ => return Err(Flaw::of("`legend` has a name that is neither a color such as `#2a5b8c` nor a glyph")),
            }
        }
        for color in self.solid.iter().flatten() {
            let color = color.parse().map_err(|_| Flaw::of("`solid` has a text that is no color such as `#2a5b8c`"))?;
            legend.solid.insert(color);
        }
        Ok(legend)
    }
}

/// A full block or a blank is a pixel, of the color that one sees; any other character is a glyph.
fn cell_of_xp(cell: XpCell, legend: &SampleLegend) -> Result<SampleCell, TemplateError> {
    let XpCell { layer, at, glyph, ink, paper, .. } = cell;
    match (legend.glyphs.get(&glyph), glyph) {
        (Some(&tile), _) => Ok(SampleCell::Tile(tile)),
        (None, '█') => Ok(SampleCell::Color(ink)),
        (None, ' ' | '\0') => Ok(SampleCell::Color(paper)),
        (None, glyph) => legend.tile_of_glyph(glyph).map(SampleCell::Tile).ok_or_else(|| {
            let allowed = legend.known_glyphs();
            TemplateError::Glyph { layer: Some(layer), at, glyph, allowed }
        }),
    }
}

impl From<SampleError> for Flaw {
    fn from(error: SampleError) -> Self {
        Flaw::told(error.to_string())
    }
}
