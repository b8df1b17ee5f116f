//! Levels of Mapwright in Godot 4: `Mapwright.fill(recipe, seed, layer)` in GDScript draws a level into a `TileMapLayer`.

use std::error::Error;

use godot::classes::TileMapLayer;
use godot::prelude::*;
use mapwright::core::BuilderMap;
use mapwright::recipe::Recipe;

/// The class in Godot.
#[derive(GodotClass)]
#[class(init, base = RefCounted)]
struct Mapwright;

#[godot_api]
impl Mapwright {
    /// Draws a level in place of what the layer shows: a tile's number is its column in the first row of the atlas.
    /// Returns an empty string, or what is wrong; on an error the layer is unchanged.
    #[func]
    fn fill(recipe: GString, seed: i64, mut layer: Gd<TileMapLayer>) -> GString {
        match build(&recipe.to_string(), seed) {
            Ok(map) => {
                layer.clear();
                for (at, tile) in map.tiles.iter() {
                    let cell = Vector2i::new(at.x.into(), at.y.into());
                    layer.set_cell_ex(cell).source_id(0).atlas_coords(Vector2i::new(tile.0.into(), 0)).done();
                }
                GString::new()
            }
            Err(error) => GString::from(&error.to_string()),
        }
    }
}

fn build(recipe: &str, seed: i64) -> Result<BuilderMap, Box<dyn Error>> {
    Ok(recipe.parse::<Recipe>()?.build(seed.cast_unsigned())?)
}

struct Extension;

// Godot's own entry point; gdext cannot do without the word.
#[gdextension]
unsafe impl ExtensionLibrary for Extension {}
