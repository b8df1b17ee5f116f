//! Maps for programs: planes as typed arrays, the rest as JSON. Nothing of a map stays here, so nothing has to be freed.

use js_sys::{Array, Float32Array, Int32Array, Object, Reflect, Uint8Array, Uint16Array, Uint32Array};
use mapwright::core::{BuilderMap, Floor, FloorWay, Grid, Portal, Sides, Size, Tile, Wrap};
use mapwright::graph::MapExt;
use mapwright::recipe::{map_from_json, map_to_json};
use mapwright::render::{svg, write_png};
use mapwright_bindings::{PlaneCells, digest_text, field_of, planes, without_cells};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::fault::Fault;
use crate::level::chain;
use crate::picture::{Look, Picture, picture};

/// Builds a map: `{ seed, recipe, width, height, planes, fields, rest }`. Planes are typed arrays by their names, the rest is the JSON of
/// the map without their cells, and `fields` says where in it they belong. Without a seed, that of the recipe.
#[wasm_bindgen]
pub fn build(recipe: &str, seed: Option<u64>) -> Result<Object, Fault> {
    let (recipe, chain) = chain(recipe)?;
    let seed = seed.unwrap_or(recipe.seed());
    let map = to_object(chain.build(seed)?);
    put(&map, "seed", seed.into());
    put(&map, "recipe", recipe.to_json().into());
    Ok(map)
}

/// Returns a map as JavaScript has it.
pub(crate) fn to_object(map: BuilderMap) -> Object {
    let (size, arrays, fields) = (map.size(), Object::new(), Object::new());
    for (name, cells) in planes(&map) {
        put(&arrays, &name, array(cells));
        put(&fields, &name, field_of(&name).into_iter().map(JsValue::from_str).collect::<Array>().into());
    }
    let object = Object::new();
    put(&object, "width", size.w.into());
    put(&object, "height", size.h.into());
    put(&object, "planes", arrays.into());
    put(&object, "fields", fields.into());
    put(&object, "rest", map_to_json(&without_cells(map)).into());
    object
}

fn put(object: &Object, name: &str, value: JsValue) {
    // A plain object takes any property.
    let _ = Reflect::set(object, &name.into(), &value);
}

fn array(cells: PlaneCells<'_>) -> JsValue {
    match cells {
        PlaneCells::U16(cells) => Uint16Array::from(cells).into(),
        PlaneCells::U32(cells) => Uint32Array::from(cells).into(),
        PlaneCells::I32(cells) => Int32Array::from(cells).into(),
        PlaneCells::F32(cells) => Float32Array::from(cells).into(),
        bytes => Uint8Array::from(bytes.bytes().unwrap_or_default().as_slice()).into(),
    }
}

/// A map that JavaScript gives back. Each call uses it up.
#[wasm_bindgen]
#[derive(Debug)]
pub struct InputMap(pub(crate) BuilderMap);

#[wasm_bindgen]
impl InputMap {
    /// What paths and sight need: tiles, sides if there are any, borders that are joined, and both ends of each portal, four
    /// numbers each.
    #[wasm_bindgen(constructor)]
    pub fn new(
        tiles: &[u8],
        sides: Option<Vec<u8>>,
        width: u16,
        wrap: &str,
        portals: &[u16],
    ) -> Result<InputMap, Fault> {
        let rows = tiles.len().checked_div(width.into()).and_then(|rows| u16::try_from(rows).ok()).unwrap_or(0);
        let size = Size::new(width, rows);
        let cells =
            |of: &[u8]| -> Grid<u8> { Grid::from_fn(size, |at| of.get(size.index(at) as usize).copied().unwrap_or(0)) };
        let wrap = Wrap::ALL.into_iter().find(|known| known.to_string() == wrap);
        let mut map = BuilderMap::filled(size, wrap.ok_or_else(|| Fault::of("unknown borders"))?, Tile::FLOOR);
        map.tiles = cells(tiles).map(|&tile| Tile(tile));
        map.sides = sides.map(|sides| cells(&sides).map(|&sides| Sides(sides)));
        map.portals = portals.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| Portal::new((a, b), (c, d))).collect();
        Ok(InputMap(map))
    }

    /// The whole map, from its JSON.
    pub fn read(json: &str) -> Result<InputMap, Fault> {
        Ok(InputMap(map_from_json(json).map_err(Fault::of)?.0))
    }

    /// One floor as a map, with `ways`, the JSON of what leads to other floors; undefined if there is no such floor.
    pub fn floor(self, floor: u16) -> Option<Object> {
        let Floor { map, ways, .. } = self.0.floor(floor)?;
        let way = |way: &FloorWay| {
            let ((at, (floor, to)), one_way) = ((way.at, way.to), way.one_way);
            let to = format!(r#"{{"floor":{floor},"at":[{},{}]}}"#, to.x, to.y);
            format!(r#"{{"at":[{},{}],"to":{to},"oneWay":{one_way}}}"#, at.x, at.y)
        };
        let ways = ways.iter().map(way).collect::<Vec<String>>().join(",");
        let object = to_object(map);
        put(&object, "ways", format!("[{ways}]").into());
        Some(object)
    }

    /// The digest, as 16 hex digits.
    pub fn digest(self) -> String {
        digest_text(&self.0)
    }

    /// A shortest path with both its ends, a column and a row for each cell; empty if there is none.
    pub fn path(self, from_x: u16, from_y: u16, to_x: u16, to_y: u16) -> Vec<u16> {
        let path = self.0.path((from_x, from_y), (to_x, to_y)).unwrap_or_default();
        path.into_iter().flat_map(|at| [at.x, at.y]).collect()
    }

    /// A byte a cell, 1 for what is in sight of a cell.
    pub fn sight(self, x: u16, y: u16, radius: u16) -> Vec<u8> {
        self.0.sight((x, y), radius).as_slice().iter().map(|&seen| seen.into()).collect()
    }

    /// Pixels.
    pub fn picture(self, look: &str) -> Result<Picture, Fault> {
        picture(&self.0, &Look::parse(look)?)
    }

    /// A PNG file.
    pub fn png(self, look: &str) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        write_png(&picture(&self.0, &Look::parse(look)?)?.image, &mut bytes).map_err(Fault::of)?;
        Ok(bytes)
    }

    /// An SVG file.
    pub fn svg(self, look: &str) -> Result<String, Fault> {
        svg(&self.0, &Look::parse(look)?.style()).map_err(Fault::of)
    }
}
