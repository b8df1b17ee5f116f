//! Maps for programs: planes as typed arrays, the rest as JSON. Nothing of a map stays here, so nothing has to be freed.

use js_sys::{Float32Array, Int32Array, Object, Reflect, Uint8Array, Uint16Array, Uint32Array};
use mapwright::core::{BuilderMap, Floor, FloorWay, Grid, Layer, Portal, Sides, Size, Tile, Wrap};
use mapwright::graph::MapExt;
use mapwright::recipe::{map_digest, map_from_json, map_to_json};
use mapwright::render::{svg, write_png};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::fault::Fault;
use crate::level::chain;
use crate::picture::{Look, Picture, picture};

/// A map, as `{ seed, width, height, planes, rest }`: planes are typed arrays by their names, the rest is the JSON of the map
/// without its cells. Without a seed, that of the recipe.
#[wasm_bindgen]
pub fn build(recipe: &str, seed: Option<u64>) -> Result<Object, Fault> {
    let (recipe, chain) = chain(recipe)?;
    let seed = seed.unwrap_or(recipe.seed());
    let map = given(chain.build(seed)?);
    put(&map, "seed", seed.into());
    Ok(map)
}

/// A map as JavaScript has it.
pub(crate) fn given(map: BuilderMap) -> Object {
    let (size, planes) = (map.size(), planes(&map));
    let object = Object::new();
    put(&object, "width", size.w.into());
    put(&object, "height", size.h.into());
    put(&object, "planes", planes.into());
    put(&object, "rest", rest(map).into());
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
    fn empty<T: Copy + Default>(plane: &mut Grid<T>) {
        *plane = Grid::new(Size::new(0, 0), T::default());
    }
    map.tiles = Grid::new(Size::new(0, 0), Tile::FLOOR);
    (map.sides, map.corners, map.solution, map.regions) = (None, None, None, None);
    map.layers.clear();
    if let Some(flow) = &mut map.flow {
        empty(&mut flow.wet);
        empty(&mut flow.on_ring);
        empty(&mut flow.rings);
    }
    if let Some(graph) = &mut map.graph {
        empty(&mut graph.area);
    }
    map_to_json(&map)
}

/// A map that JavaScript gives back. Each call uses it up.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Given(pub(crate) BuilderMap);

#[wasm_bindgen]
impl Given {
    /// What paths and sight need: tiles, sides if there are any, borders that are joined, and both ends of each portal, four
    /// numbers each.
    #[wasm_bindgen(constructor)]
    pub fn new(tiles: &[u8], sides: Option<Vec<u8>>, width: u16, wrap: &str, portals: &[u16]) -> Result<Given, Fault> {
        let rows = tiles.len().checked_div(width.into()).and_then(|rows| u16::try_from(rows).ok()).unwrap_or(0);
        let size = Size::new(width, rows);
        let cells =
            |of: &[u8]| -> Grid<u8> { Grid::from_fn(size, |at| of.get(size.index(at) as usize).copied().unwrap_or(0)) };
        let wrap = Wrap::ALL.into_iter().find(|known| known.to_string() == wrap);
        let mut map = BuilderMap::filled(size, wrap.ok_or_else(|| Fault::of("unknown borders"))?, Tile::FLOOR);
        map.tiles = cells(tiles).map(|&tile| Tile(tile));
        map.sides = sides.map(|sides| cells(&sides).map(|&sides| Sides(sides)));
        map.portals = portals.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| Portal::new((a, b), (c, d))).collect();
        Ok(Given(map))
    }

    /// The whole map, from its JSON.
    pub fn read(json: &str) -> Result<Given, Fault> {
        Ok(Given(map_from_json(json).map_err(Fault::of)?.0))
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
        let object = given(map);
        put(&object, "ways", format!("[{ways}]").into());
        Some(object)
    }

    /// The digest, as 16 hex digits.
    pub fn digest(self) -> String {
        format!("{:016x}", map_digest(&self.0))
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
