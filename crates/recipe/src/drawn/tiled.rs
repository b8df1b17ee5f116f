//! Maps of Tiled.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use mapwright_core::{Point, Size};
use serde_json::Value;

use super::drawing::{CellKind, CellLayer, Drawing, Properties, Thing, checked_size};
use super::{MOST_CELLS, list, number, whole};
use crate::flaw::Flaw;

/// The bits of a number that turn or mirror the tile.
const FLAGS: u32 = 0xf000_0000;

/// A rectangle of cells of a layer: its column, row, width and height, and its numbers.
struct Part {
    at: [i64; 2],
    size: Size,
    numbers: Vec<u32>,
}

/// Reads a map of Tiled. `tileset` reads one of its tilesets from a file of its own.
pub(super) fn drawing(map: &Value, tileset: &dyn Fn(&str) -> Option<Value>) -> Result<Drawing, Flaw> {
    if map["orientation"].as_str().is_some_and(|orientation| orientation != "orthogonal") {
        return Err(Flaw::of("its orientation is not orthogonal; other maps of Tiled are not read"));
    }
    let sets: Vec<(u32, Value)> = list(&map["tilesets"]).iter().map(|set| numbered(set, tileset)).collect();
    let px = [&map["tilewidth"], &map["tileheight"]].map(|px| number(px).filter(|&px| px >= 1.0));
    let [Some(tile_w), Some(tile_h)] = px else { return Err(Flaw::of("the size of its tiles is missing")) };
    let (mut parted, mut objects) = (Vec::new(), Vec::new());
    let mut waiting: Vec<&Value> = list(&map["layers"]).iter().rev().collect();
    while let Some(layer) = waiting.pop() {
        match layer["type"].as_str() {
            Some("tilelayer") => parted.push((layer["name"].as_str().unwrap_or_default().to_owned(), parts(layer)?)),
            Some("objectgroup") => objects.extend(list(&layer["objects"])),
            Some("group") => waiting.extend(list(&layer["layers"]).iter().rev()),
            _ => {}
        }
    }
    // An infinite map is as large as what is drawn on it.
    let is_infinite = map["infinite"] == true || map["infinite"] == "1";
    let (corner, size) = match is_infinite {
        true => bounds(&parted),
        false => ([0, 0], [whole(&map["width"]), whole(&map["height"])]),
    };
    let size = checked_size(size[0], size[1])?;
    let layers = parted.into_iter().map(|(name, parts)| Ok(layer(name, numbers(parts, corner, size)?, &sets)));
    let layers = layers.collect::<Result<_, Flaw>>()?;
    let things = objects.into_iter().map(|object| thing(object, [tile_w, tile_h], corner)).collect();
    Ok(Drawing { size, properties: properties(map), layers, things })
}

/// The numbers of a layer's tiles, from its parts. `corner`: the column and row of the map's upper left cell.
fn numbers(parts: Vec<Part>, corner: [i64; 2], size: Size) -> Result<Vec<u32>, Flaw> {
    let mut numbers = vec![0; size.area() as usize];
    for part in parts {
        for (cell, number) in part.drawn() {
            let at = [0, 1].map(|axis| u16::try_from(cell[axis] - corner[axis]).ok());
            let at = at[0].zip(at[1]).map(|(x, y)| Point::new(x, y)).filter(|&at| size.contains(at));
            let at = at.ok_or(Flaw::of("a layer has cells outside of the map"))?;
            numbers[size.index(at) as usize] = number & !FLAGS;
        }
    }
    Ok(numbers)
}

impl Part {
    /// The cells with a tile, and its number.
    fn drawn(&self) -> impl Iterator<Item = ([i64; 2], u32)> + '_ {
        let (w, [x, y]) = (i64::from(self.size.w), self.at);
        let cells = (0..).zip(&self.numbers).map(move |(i, &number)| ([x + i % w, y + i / w], number));
        cells.filter(|&(_, number)| number != 0)
    }
}

/// A tileset with the number of its first tile.
fn numbered(set: &Value, tileset: &dyn Fn(&str) -> Option<Value>) -> (u32, Value) {
    let read = set["source"].as_str().and_then(tileset);
    (whole(&set["firstgid"]).unwrap_or(1), read.unwrap_or_else(|| set.clone()))
}

/// The properties of a map, a tile or an object.
fn properties(of: &Value) -> Properties {
    let named = |property: &Value| Some((property["name"].as_str()?.to_owned(), property["value"].clone()));
    list(&of["properties"]).iter().filter_map(named).collect()
}

fn class(of: &Value) -> &str {
    let class = of["class"].as_str().filter(|class| !class.is_empty());
    class.or(of["type"].as_str()).unwrap_or_default()
}

/// A layer of which the numbers count through all tilesets.
fn layer(name: String, numbers: Vec<u32>, sets: &[(u32, Value)]) -> CellLayer {
    let mut places = BTreeMap::new();
    let mut kinds = Vec::new();
    let cells = numbers.into_iter().map(|number| {
        if number == 0 {
            return 0;
        }
        *places.entry(number).or_insert_with(|| {
            kinds.push(kind(number, sets));
            u32::try_from(kinds.len()).unwrap_or(0)
        })
    });
    CellLayer { name, cells: cells.collect(), kinds }
}

/// What the tileset says of a tile.
fn kind(gid: u32, sets: &[(u32, Value)]) -> CellKind {
    let set = sets.iter().filter(|(first, _)| *first <= gid).max_by_key(|(first, _)| *first);
    let Some((first, set)) = set else { return CellKind { number: gid, wang_id: Some([0; 8]), ..CellKind::default() } };
    let number = gid - first;
    let tile = list(&set["tiles"]).iter().find(|tile| whole(&tile["id"]) == Some(number));
    let wang_tiles = list(&set["wangsets"]).iter().flat_map(|set| list(&set["wangtiles"]));
    let wang_tile = wang_tiles.into_iter().find(|tile| whole(&tile["tileid"]) == Some(number));
    CellKind {
        number,
        class: tile.map_or("", class).to_owned(),
        properties: tile.map(properties).unwrap_or_default(),
        wang_id: Some(wang_tile.and_then(|tile| wang_id(&tile["wangid"])).unwrap_or([0; 8])),
    }
}

fn wang_id(id: &Value) -> Option<[u8; 8]> {
    let colors: Option<Vec<u8>> = match id {
        Value::String(text) => text.split(',').map(|color| color.trim().parse().ok()).collect(),
        other => list(other).iter().map(whole).collect(),
    };
    colors?.try_into().ok()
}

/// The cells of a layer: all of them, or those of its chunks.
fn parts(layer: &Value) -> Result<Vec<Part>, Flaw> {
    let (encoding, compression) = (layer["encoding"].as_str(), layer["compression"].as_str().unwrap_or_default());
    let part = |of: &Value| {
        let size = checked_size(whole(&of["width"]), whole(&of["height"]))?;
        let area = size.area() as usize;
        let at = [&of["x"], &of["y"]].map(|place| whole::<i32>(place).unwrap_or(0).into());
        let elements = list(&of["tiles"]);
        let numbers = match (&of["data"], encoding) {
            // One element a tile, as old versions write.
            _ if !elements.is_empty() => elements.iter().map(|tile| whole(&tile["gid"]).or(Some(0))).collect(),
            (Value::String(text), Some("base64")) => unpacked(text, compression, area)?,
            (Value::String(text), _) => text.split(',').map(|number| number.trim().parse().ok()).collect(),
            (numbers, _) => list(numbers).iter().map(whole).collect(),
        };
        let numbers = numbers.filter(|numbers: &Vec<u32>| numbers.len() == area);
        let numbers = numbers.ok_or(Flaw::of("the data of a layer are not as many numbers as it has cells"))?;
        Ok(Part { at, size, numbers })
    };
    match list(&layer["chunks"]) {
        [] if layer["data"].is_null() && layer["tiles"].is_null() => Ok(Vec::new()),
        [] => Ok(vec![part(layer)?]),
        chunks => {
            let side = |size: &Value| whole::<u64>(size).unwrap_or(0);
            let cells = chunks.iter().map(|chunk| side(&chunk["width"]).saturating_mul(side(&chunk["height"])));
            if cells.fold(0, u64::saturating_add) > 2 * MOST_CELLS {
                return Err(Flaw::of("the chunks of a layer have too many cells"));
            }
            chunks.iter().map(part).collect()
        }
    }
}

/// The numbers of a text in Base64, four bytes each, compressed or not. No more is unpacked than the cells need.
fn unpacked(text: &str, compression: &str, area: usize) -> Result<Option<Vec<u32>>, Flaw> {
    let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|_| Flaw::of("the data of a layer are not Base64"))?;
    let most = 4 * area as u64 + 1;
    let mut plain = Vec::new();
    let read = match compression {
        "" => bytes.as_slice().take(most).read_to_end(&mut plain),
        "zlib" => ZlibDecoder::new(&*bytes).take(most).read_to_end(&mut plain),
        "gzip" => GzDecoder::new(&*bytes).take(most).read_to_end(&mut plain),
        _ => {
            return Err(Flaw::of(
                "the compression of a layer is neither zlib nor gzip; choose one in the map's properties",
            ));
        }
    };
    read.map_err(|_| Flaw::of("the data of a layer cannot be decompressed"))?;
    let numbers = plain.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    Ok(plain.len().is_multiple_of(4).then(|| numbers.collect()))
}

/// The upper left cell of what is drawn on all layers, and its width and height.
fn bounds(layers: &[(String, Vec<Part>)]) -> ([i64; 2], [Option<u64>; 2]) {
    let cells = || layers.iter().flat_map(|(_, parts)| parts).flat_map(Part::drawn).map(|(cell, _)| cell);
    let side = |axis: usize| {
        let (from, to) = cells().fold((i64::MAX, i64::MIN), |(a, b), cell| (a.min(cell[axis]), b.max(cell[axis])));
        if from > to { (0, 0) } else { (from, to.abs_diff(from) + 1) }
    };
    let ((left, w), (top, h)) = (side(0), side(1));
    ([left, top], [Some(w), Some(h)])
}

/// An object, in cells from the upper left one.
fn thing(object: &Value, px: [f64; 2], corner: [i64; 2]) -> Thing {
    let along = |key: &str| number(&object[key]).unwrap_or(0.0);
    // That of an object with a tile is its lower left corner.
    let at = [along("x"), along("y") - if object["gid"].is_null() { 0.0 } else { along("height") }];
    let cells = |length: f64, axis: usize| (length / px[axis]).clamp(-1e9, 1e9);
    let cell = |[dx, dy]: [f64; 2]| {
        [(0, dx), (1, dy)].map(|(axis, beside)| cells(at[axis] + beside, axis).floor() as i64 - corner[axis])
    };
    let [column, row] = cell([0.0, 0.0]);
    let [w, h] = [cells(along("width"), 0), cells(along("height"), 1)].map(|side| side.round() as i64);
    Thing {
        class: class(object).to_lowercase(),
        name: object["name"].as_str().unwrap_or_default().to_owned(),
        rect: [column, row, w, h],
        path: points(&object["polyline"]).into_iter().map(cell).collect(),
        properties: properties(object),
    }
}

/// The points of a line, beside its object.
fn points(line: &Value) -> Vec<[f64; 2]> {
    match line {
        Value::String(text) => {
            let point = |point: &str| point.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
            text.split_whitespace().filter_map(point).collect()
        }
        other => list(other).iter().filter_map(|point| Some([number(&point["x"])?, number(&point["y"])?])).collect(),
    }
}
