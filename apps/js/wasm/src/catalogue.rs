//! What there is to choose from.

use mapwright::core::Size;
use mapwright::prelude::Palette;
use mapwright::recipe::{RandomChain, Recipe, builders, recipe_schema, template, templates};
use mapwright::render::{THEMES, Theme, Tileset};
use mapwright_bindings::recipe_json;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;

/// Builders with their parameters, built-in recipes, tiles, colors, tilesets and themes, as JSON.
#[wasm_bindgen]
pub fn catalogue() -> String {
    let all: Vec<Value> = builders().iter().map(|info| info.to_json()).collect();
    let recipes: Vec<Value> = templates().filter_map(listed).collect();
    let tilesets: Vec<&str> = Tileset::shipped_names().collect();
    json!({
        "builders": all,
        "recipes": recipes,
        "tiles": tiles(),
        "colors": colors(),
        "tilesets": tilesets,
        "themes": THEMES,
    })
    .to_string()
}

/// A built-in recipe as JSON, or one that shows a builder.
#[wasm_bindgen]
pub fn recipe(name: &str) -> Result<String, Fault> {
    Ok(recipe_json(name)?.into_owned())
}

/// The JSON Schema of recipes.
#[wasm_bindgen]
pub fn schema() -> String {
    recipe_schema().to_string()
}

/// A recipe that the random chain rolls for a depth, as JSON.
#[wasm_bindgen]
pub fn roll(seed: u64, depth: u32, width: u16, height: u16) -> Result<String, Fault> {
    let chain = RandomChain { size: Size::new(width, height), ..RandomChain::new(depth) };
    Ok(chain.recipe(seed)?.to_json())
}

fn listed(name: &'static str) -> Option<Value> {
    let text = template(name)?;
    let recipe: Recipe = text.parse().ok()?;
    let group = builders().iter().find(|info| info.name == recipe.initial.name).map(|info| info.group);
    Some(json!({ "name": name, "group": group, "json": text }))
}

fn tiles() -> Vec<Value> {
    let palette = Palette::default();
    let tile = |look: &mapwright::core::TileLook| json!({ "tile": look.tile.0, "name": look.name, "glyph": look.glyph, "color": look.color });
    palette.looks().iter().map(tile).collect()
}

fn colors() -> Value {
    let theme = Theme::default();
    json!({
        "board": theme.board, "ink": theme.ink, "dry": theme.dry, "wet": theme.wet,
        "ring": theme.ring, "dryRing": theme.dry_ring, "source": theme.source,
        "start": theme.start, "exit": theme.exit,
        "sides": theme.sides, "corners": theme.corners, "locks": theme.locks,
    })
}
