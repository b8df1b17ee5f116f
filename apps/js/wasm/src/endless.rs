//! Windows of the endless world of a recipe.

use js_sys::Object;
use mapwright::core::Tile;
use mapwright::recipe::{template, templates};
use mapwright::render::{Style, draw};
use mapwright::world::{ChainWorld, ChunkPos, WorldRect};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::built::to_object;
use crate::fault::Fault;
use crate::level::chain;
use crate::picture::Picture;

/// What a recipe makes without end, and the tiles that the visitor changed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EndlessWorld {
    world: ChainWorld,
}

#[wasm_bindgen]
impl EndlessWorld {
    /// The world of a recipe and a seed, that of the recipe without one. A stage that cannot be endless is thrown.
    #[wasm_bindgen(constructor)]
    pub fn new(recipe: &str, seed: Option<u64>) -> Result<EndlessWorld, Fault> {
        let (recipe, chain) = chain(recipe)?;
        Ok(EndlessWorld { world: ChainWorld::new(chain, seed.unwrap_or(recipe.seed()))? })
    }

    /// A chunk as a map, see `build`.
    pub fn chunk(&self, x: i32, y: i32) -> Result<Object, Fault> {
        Ok(to_object(self.world.chunk(ChunkPos::new(x, y))?))
    }

    /// A window, drawn with so many pixels a cell.
    pub fn window(&self, x: i64, y: i64, w: u32, h: u32, scale: u32) -> Result<Picture, Fault> {
        // A cell more all around: what a cell looks like depends on its neighbors.
        let (left, top) = (x.saturating_sub(1), y.saturating_sub(1));
        let map = self.world.window(WorldRect::new(left, top, w + 2, h + 2))?;
        let origin = (left as i32, top as i32);
        let style = Style { scale, margin: Some(0), origin, ..Style::default() };
        let picture = Picture::of_cells(draw(&map, &style).map_err(Fault::of)?, map.size().w, scale);
        Ok(picture.part(1, 1, w, h))
    }

    /// Changes a tile.
    pub fn paint(&mut self, x: i64, y: i64, tile: u8) -> Result<(), Fault> {
        self.world.set_tile(x, y, Tile(tile))?;
        Ok(())
    }
}

/// The built-in recipes that make endless worlds, with line breaks between.
#[wasm_bindgen]
pub fn endless_recipes() -> String {
    let is_endless = |name: &&str| template(name).is_some_and(|recipe| EndlessWorld::new(&recipe, None).is_ok());
    templates().filter(is_endless).collect::<Vec<_>>().join("\n")
}
