//! Maps for programs: planes as typed arrays, the rest as JSON. Nothing of a map stays here, so nothing has to be freed.

use js_sys::{Float32Array, Int32Array, Object, Reflect, Uint8Array, Uint16Array, Uint32Array};
use mapwright::core::{BuilderMap, Grid, Layer, Point, Sides, Size, Tile, Wrap};
use mapwright::graph::MapExt;
use mapwright::recipe::map_to_json;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::fault::Fault;
use crate::level::chain;

/// A map, as `{ width, height, wrap, planes, rest }`: planes are typed arrays by their names, the rest is the JSON of
/// the map without its cells.
#[wasm_bindgen]
pub fn build(recipe: &str) -> Result<Object, Fault> {
    let (recipe, chain) = chain(recipe)?;
    Ok(given(chain.build(recipe.seed())?))
}

/// A map as JavaScript has it.
pub(crate) fn given(map: BuilderMap) -> Object {
    let planes = planes(&map);
    let (size, wrap) = (map.size(), map.wrap.to_string());
    let all = [
        ("width", size.w.into()),
        ("height", size.h.into()),
        ("wrap", wrap.into()),
        ("planes", planes.into()),
        ("rest", rest(map).into()),
    ];
    let object = Object::new();
    all.into_iter().for_each(|(name, value)| put(&object, name, value));
    object
}

fn put(object: &Object, name: &str, value: JsValue) {
    // A plain object takes any property.
    let _ = Reflect::set(object, &name.into(), &value);
}

fn planes(map: &BuilderMap) -> Object {
    let planes = Object::new();
    let bytes = |name: &str, cells: Vec<u8>| put(&planes, name, Uint8Array::from(cells.as_slice()).into());
    let sides = |plane: &Grid<Sides>| plane.as_slice().iter().map(|sides| sides.0).collect();
    let flags = |plane: &Grid<bool>| plane.as_slice().iter().map(|&flag| flag.into()).collect();
    bytes("tiles", map.tiles.as_slice().iter().map(|tile| tile.0).collect());
    for (name, plane) in [("sides", &map.sides), ("corners", &map.corners), ("solution", &map.solution)] {
        plane.iter().for_each(|plane| bytes(name, sides(plane)));
    }
    if let Some(regions) = &map.regions {
        put(&planes, "regions", Uint16Array::from(regions.as_slice()).into());
    }
    if let Some(flow) = &map.flow {
        bytes("wet", flags(&flow.wet));
        bytes("on_ring", flags(&flow.on_ring));
        put(&planes, "rings", Uint32Array::from(flow.rings.as_slice()).into());
    }
    if let Some(graph) = &map.graph {
        put(&planes, "areas", Uint16Array::from(graph.area.as_slice()).into());
    }
    for (name, layer) in &map.layers {
        let cells = match layer {
            Layer::U8(layer) => Uint8Array::from(layer.as_slice()).into(),
            Layer::U16(layer) => Uint16Array::from(layer.as_slice()).into(),
            Layer::I32(layer) => Int32Array::from(layer.as_slice()).into(),
            Layer::F32(layer) => Float32Array::from(layer.as_slice()).into(),
        };
        put(&planes, &format!("layers.{name}"), cells);
    }
    planes
}

/// What is not in planes.
fn rest(mut map: BuilderMap) -> String {
    map.tiles = Grid::new(Size::new(0, 0), Tile::FLOOR);
    (map.sides, map.corners, map.solution, map.regions, map.flow) = (None, None, None, None, None);
    map.layers.clear();
    if let Some(graph) = &mut map.graph {
        graph.area = Grid::new(Size::new(0, 0), 0);
    }
    map_to_json(&map)
}

/// The ground that a program walks on: what paths and sight need of a map, copied from JavaScript's arrays.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Ground(BuilderMap);

#[wasm_bindgen]
impl Ground {
    /// Tiles, sides if there are any, borders that are joined, and both ends of each portal, four numbers each.
    #[wasm_bindgen(constructor)]
    pub fn new(tiles: &[u8], sides: Option<Vec<u8>>, width: u16, wrap: &str, portals: &[u16]) -> Result<Ground, Fault> {
        let rows = tiles.len().checked_div(width.into()).and_then(|rows| u16::try_from(rows).ok()).unwrap_or(0);
        let size = Size::new(width, rows);
        let cells =
            |of: &[u8]| -> Grid<u8> { Grid::from_fn(size, |at| of.get(size.index(at) as usize).copied().unwrap_or(0)) };
        let wrap = [Wrap::None, Wrap::X, Wrap::Y, Wrap::Both].into_iter().find(|known| known.to_string() == wrap);
        let mut map = BuilderMap::filled(size, wrap.ok_or_else(|| Fault::of("unknown borders"))?, Tile::FLOOR);
        map.tiles = cells(tiles).map(|&tile| Tile(tile));
        map.sides = sides.map(|sides| cells(&sides).map(|&sides| Sides(sides)));
        map.portals =
            portals.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| (Point::new(a, b), Point::new(c, d))).collect();
        Ok(Ground(map))
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
}
