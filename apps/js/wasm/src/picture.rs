//! Pictures: what the page asks for, and pixels.

use mapwright::core::BuilderMap;
use mapwright::render::image::imageops;
use mapwright::render::{Kind, RgbaImage, Style, Theme, Tileset, draw, draw_with_tileset};
use mapwright_bindings::read_theme;
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;

/// The most pixels of a picture on the page: 64 MB.
const MOST_PIXELS: u64 = 1 << 24;

/// How to draw, from the page's JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Look {
    /// `auto`, `tiles`, `maze`, `pipes` or `regions`.
    pub(crate) kind: String,
    /// Pixels a cell.
    pub(crate) scale: u32,
    margin: Option<u32>,
    tint: bool,
    plain: bool,
    areas: bool,
    graph: bool,
    walk: bool,
    changes: bool,
    /// A built-in tileset in place of all that.
    pub(crate) tileset: String,
    /// A theme by its name or as JSON; empty for the default.
    theme: String,
    #[serde(skip)]
    colors: Theme,
}

impl Look {
    pub(crate) fn parse(json: &str) -> Result<Look, Fault> {
        let mut look: Look = serde_json::from_str(json).map_err(Fault::of)?;
        if !look.theme.is_empty() {
            look.colors = read_theme(&look.theme)?;
        }
        Ok(look)
    }

    pub(crate) fn style(&self) -> Style {
        let kind = match self.kind.as_str() {
            "tiles" => Kind::Tiles,
            "maze" => Kind::Maze,
            "pipes" => Kind::Pipes,
            "regions" => Kind::Regions,
            _ => Kind::Auto,
        };
        Style {
            kind,
            scale: self.scale.max(1),
            margin: self.margin,
            tint: self.tint,
            marks: !self.plain,
            areas: self.areas,
            graph: self.graph,
            changes: self.changes,
            walk: self.walk.then_some(usize::MAX),
            theme: self.colors.clone(),
            max_pixels: MOST_PIXELS,
            ..Style::default()
        }
    }
}

/// A finished map.
pub(crate) fn picture(map: &BuilderMap, look: &Look) -> Result<Picture, Fault> {
    if !look.tileset.is_empty() {
        let tileset = Tileset::shipped(&look.tileset, look.scale.clamp(8, 64)).map_err(Fault::of)?;
        let image = draw_with_tileset(map, &tileset).map_err(Fault::of)?;
        let scale = image.width() / u32::from(map.size().w);
        return Ok(Picture::of_cells(image, map.size().w, scale));
    }
    let image = draw(map, &look.style()).map_err(Fault::of)?;
    Ok(Picture::of_cells(image, map.size().w, look.scale.max(1)))
}

/// Pixels, four bytes each.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Picture {
    pub(crate) image: RgbaImage,
    /// Pixels round the map.
    #[wasm_bindgen(readonly)]
    pub corner: u32,
    /// Pixels a cell.
    #[wasm_bindgen(readonly)]
    pub scale: u32,
}

impl Picture {
    /// A picture of cells that begin at a corner.
    pub(crate) fn of_cells(image: RgbaImage, columns: u16, scale: u32) -> Picture {
        let corner = image.width().saturating_sub(columns as u32 * scale) / 2;
        Picture { image, corner, scale }
    }

    /// Some of its cells, without anything around them.
    pub(crate) fn part(&self, x: u32, y: u32, w: u32, h: u32) -> Picture {
        let Picture { ref image, corner, scale } = *self;
        let part = imageops::crop_imm(image, corner + x * scale, corner + y * scale, w * scale, h * scale);
        Picture { image: part.to_image(), corner: 0, scale }
    }
}

#[wasm_bindgen]
impl Picture {
    /// Pixels across.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.image.width()
    }

    /// Pixels down.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.image.height()
    }

    /// The bytes, row by row; the picture is gone then.
    pub fn rgba(self) -> Vec<u8> {
        self.image.into_raw()
    }
}
