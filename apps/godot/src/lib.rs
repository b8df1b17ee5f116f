//! Levels of Mapwright in Godot 4: the class `Mapwright` builds them and fills `TileMapLayer`s.

use std::collections::HashMap;

use godot::classes::TileMapLayer;
use godot::obj::InstanceId;
use godot::prelude::*;
use mapwright::core::{BuilderMap, Point};
use mapwright::graph::MapExt;
use mapwright::recipe::map_to_json;
use mapwright_bindings::{BindingError, digest_text, read_recipe};

/// A level, and what games ask of it.
#[derive(GodotClass)]
#[class(init, base = RefCounted)]
struct Mapwright {
    map: Option<BuilderMap>,
    /// Layers that were filled, and how far.
    filled: HashMap<InstanceId, (u16, u16)>,
    base: Base<RefCounted>,
}

#[godot_api]
impl Mapwright {
    /// A level could not be built. The stage is 0 for the initial builder, i + 1 for `metas[i]`, and -1 if no stage failed;
    /// the field is the parameter that is wrong, or empty.
    #[signal]
    fn failed(message: GString, stage: i64, field: GString);

    /// Builds a level: `recipe` is the name of a built-in recipe, or JSON. True if there is one now; otherwise `failed` is
    /// emitted, and the level before stays.
    #[func]
    fn build(&mut self, recipe: GString, seed: i64) -> bool {
        match level(&recipe.to_string(), seed) {
            Ok(map) => {
                self.map = Some(map);
                true
            }
            Err(error) => {
                let stage = error.stage_index.and_then(|stage| stage.try_into().ok()).unwrap_or(-1);
                self.signals().failed().emit(&*error.message, stage, &*error.field.unwrap_or_default());
                false
            }
        }
    }

    /// Draws the level into a layer, in place of the level that this object drew there before; other cells stay. The
    /// atlas has sixteen tiles in each row: tile 128, a wall, is the first of the ninth row.
    #[func]
    fn fill(&mut self, mut layer: Gd<TileMapLayer>) {
        let Some(map) = &self.map else { return };
        let size = (map.width(), map.height());
        if let Some((w, h)) = self.filled.insert(layer.instance_id(), size) {
            for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
                layer.erase_cell(vector(Point::new(x, y)));
            }
        }
        for (at, tile) in map.tiles.iter() {
            let place = Vector2i::new((tile.0 % 16).into(), (tile.0 / 16).into());
            layer.set_cell_ex(vector(at)).source_id(0).atlas_coords(place).done();
        }
    }

    /// Columns and rows.
    #[func]
    fn size(&self) -> Vector2i {
        self.map.as_ref().map_or(Vector2i::ZERO, |map| Vector2i::new(map.width().into(), map.height().into()))
    }

    /// The tiles, row by row; those from 128 on are solid.
    #[func]
    fn tiles(&self) -> PackedByteArray {
        self.map.iter().flat_map(|map| map.tiles.as_slice()).map(|tile| tile.0).collect()
    }

    /// Where the player begins; (-1, -1) if the level has no start.
    #[func]
    fn start(&self) -> Vector2i {
        mark(self.map.as_ref().and_then(|map| map.start))
    }

    /// Where the player wants to go; (-1, -1) if the level has no exit.
    #[func]
    fn exit(&self) -> Vector2i {
        mark(self.map.as_ref().and_then(|map| map.exit))
    }

    /// The doors, as `{ cells, lock, kind }`: the number of its lock is -1 for a door without one.
    #[func]
    fn doors(&self) -> Array<VarDictionary> {
        let doors = self.map.iter().flat_map(|map| &map.doors).flatten();
        doors.map(|door| vdict! { "cells" => &vectors(&door.cells), "lock" => number(door.lock), "kind" => door.kind.name() }).collect()
    }

    /// What appears and where, as `{ at, what, key }`: the number of the lock that a key opens, -1 for all else.
    #[func]
    fn spawns(&self) -> Array<VarDictionary> {
        let spawns = self.map.iter().flat_map(|map| &map.spawns);
        spawns
            .map(|spawn| vdict! { "at" => vector(spawn.at), "what" => &*spawn.what, "key" => number(spawn.key) })
            .collect()
    }

    /// A shortest path with both its ends, through doors and portals; empty if there is none.
    #[func]
    fn path(&self, from: Vector2i, to: Vector2i) -> Array<Vector2i> {
        let path = self.map.as_ref().and_then(|map| map.path(cell(from)?, cell(to)?));
        vectors(&path.unwrap_or_default())
    }

    /// A byte for each cell, 1 for what is in sight of a cell, at most `radius` cells away.
    #[func]
    fn sight(&self, from: Vector2i, radius: u16) -> PackedByteArray {
        let seen = self.map.as_ref().and_then(|map| Some(map.sight(cell(from)?, radius)));
        seen.iter().flat_map(|seen| seen.as_slice()).map(|&seen| seen.into()).collect()
    }

    /// The digest of the level: the same as in any other language.
    #[func]
    fn digest(&self) -> GString {
        self.map.as_ref().map(digest_text).as_deref().unwrap_or_default().into()
    }

    /// All of the level as JSON: rooms, areas, layers and the rest.
    #[func]
    fn json(&self) -> GString {
        self.map.as_ref().map(map_to_json).as_deref().unwrap_or_default().into()
    }
}

fn level(recipe: &str, seed: i64) -> Result<BuilderMap, BindingError> {
    Ok(read_recipe(recipe)?.build(seed.cast_unsigned())?)
}

fn vector(at: Point) -> Vector2i {
    Vector2i::new(at.x.into(), at.y.into())
}

fn vectors(cells: &[Point]) -> Array<Vector2i> {
    cells.iter().map(|&at| vector(at)).collect()
}

fn mark(at: Option<Point>) -> Vector2i {
    at.map_or(Vector2i::new(-1, -1), vector)
}

fn cell(at: Vector2i) -> Option<Point> {
    Some(Point::new(at.x.try_into().ok()?, at.y.try_into().ok()?))
}

fn number(lock: Option<u8>) -> i64 {
    lock.map_or(-1, i64::from)
}

struct Extension;

// Godot's own entry point; gdext cannot do without the word.
#[gdextension]
unsafe impl ExtensionLibrary for Extension {}
