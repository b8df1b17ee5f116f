//! Maps of Tiled.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use serde_json::Value;

use super::drawing::{CellKind, CellLayer, Drawing, Properties, Thing, checked_size};
use super::{MOST_CELLS, list, number, whole};
use crate::flaw::Flaw;

/// The bits of a number that turn or mirror the tile.
const FLAGS: u32 = 0xf000_0000;

/// A rectangle of cells of a layer: its column, row, width and height, and its numbers.
struct Part {
    at: [i64; 2],
    size: [u64; 2],
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
    let (mut parted, mut things) = (Vec::new(), Vec::new());
    let mut waiting: Vec<&Value> = list(&map["layers"]).iter().rev().collect();
    while let Some(layer) = waiting.pop() {
        match layer["type"].as_str() {
            Some("tilelayer") => parted.push((layer["name"].as_str().unwrap_or_default().to_owned(), parts(layer)?)),
            Some("objectgroup") => {
                things.extend(list(&layer["objects"]).iter().map(|object| thing(object, [tile_w, tile_h])))
            }
            Some("group") => waiting.extend(list(&layer["layers"]).iter().rev()),
            _ => {}
        }
    }
    // An infinite map is as large as what is drawn on it.
    let is_infinite = matches!(&map["infinite"], Value::Bool(true)) || map["infinite"] == "1";
    let ([left, top], size) = match is_infinite {
        true => bounds(&parted),
        false => ([0, 0], [whole(&map["width"]), whole(&map["height"])]),
    };
    let size = checked_size(size[0], size[1])?;
    let layers = parted.into_iter().map(|(name, parts)| {
        let mut numbers = vec![0; size.area() as usize];
        for Part { at, size: [w, _], numbers: part } in parts {
            for (i, number) in (0..).zip(part).filter(|(_, number)| *number != 0) {
                let (x, y) = (at[0] - left + i % w.max(1) as i64, at[1] - top + i / w.max(1) as i64);
                let inside =
                    u16::try_from(x).ok().filter(|x| *x < size.w).zip(u16::try_from(y).ok().filter(|y| *y < size.h));
                let (x, y) = inside.ok_or(Flaw::of("a layer has cells outside of the map"))?;
                numbers[usize::from(y) * usize::from(size.w) + usize::from(x)] = number & !FLAGS;
            }
        }
        Ok(layer(name, numbers, &sets))
    });
    let layers = layers.collect::<Result<Vec<_>, Flaw>>()?;
    for thing in &mut things {
        thing.rect = [thing.rect[0] - left, thing.rect[1] - top, thing.rect[2], thing.rect[3]];
        thing.path.iter_mut().for_each(|cell| *cell = [cell[0] - left, cell[1] - top]);
    }
    Ok(Drawing { size, properties: properties(map), layers, things })
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
        let size = [&of["width"], &of["height"]].map(whole);
        let area = checked_size(size[0], size[1])?.area() as usize;
        let at = [&of["x"], &of["y"]].map(|place| whole(place).unwrap_or(0));
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
        Ok(Part { at, size: [size[0].unwrap_or(0), size[1].unwrap_or(0)], numbers })
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

/// Left, top, width and height of what is drawn on all layers.
fn bounds(layers: &[(String, Vec<Part>)]) -> ([i64; 2], [Option<u64>; 2]) {
    let cells = || {
        layers.iter().flat_map(|(_, parts)| parts).flat_map(|part| {
            let w = part.size[0].max(1) as i64;
            let drawn = (0..).zip(&part.numbers).filter(|(_, number)| **number != 0);
            drawn.map(move |(i, _): (i64, _)| [part.at[0].saturating_add(i % w), part.at[1].saturating_add(i / w)])
        })
    };
    let side = |axis: usize| {
        let (from, to) = cells().map(|cell| cell[axis]).fold((i64::MAX, i64::MIN), |(a, b), at| (a.min(at), b.max(at)));
        if from > to { (0, 0) } else { (from, to.abs_diff(from).saturating_add(1)) }
    };
    let ((left, w), (top, h)) = (side(0), side(1));
    ([left, top], [Some(w), Some(h)])
}

/// An object, in cells.
fn thing(object: &Value, px: [f64; 2]) -> Thing {
    let along = |key: &str| number(&object[key]).unwrap_or(0.0);
    let (x, y) = (along("x"), along("y"));
    let cell = |x: f64, y: f64| [(x / px[0]).floor() as i64, (y / px[1]).floor() as i64];
    let [column, row] = cell(x, y);
    let path = points(&object["polyline"]).into_iter().map(|(dx, dy)| cell(x + dx, y + dy)).collect();
    let [w, h] = [(along("width") / px[0]).round() as i64, (along("height") / px[1]).round() as i64];
    Thing {
        class: class(object).to_lowercase(),
        name: object["name"].as_str().unwrap_or_default().to_owned(),
        rect: [column, row, w, h],
        path,
        properties: properties(object),
    }
}

/// The points of a line, beside its object.
fn points(line: &Value) -> Vec<(f64, f64)> {
    match line {
        Value::String(text) => {
            let point = |point: &str| point.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
            text.split_whitespace().filter_map(point).collect()
        }
        other => list(other).iter().filter_map(|point| number(&point["x"]).zip(number(&point["y"]))).collect(),
    }
}
