//! Levels of LDtk.

use std::collections::BTreeMap;

use serde_json::Value;

use super::drawing::{CellKind, CellLayer, Drawing, Properties, Thing, checked_size};
use super::{list, whole};
use crate::flaw::Flaw;

/// Reads a level of an LDtk project: the one with this name, or the only one. `beside` reads a level from a file of its own.
pub(super) fn drawing(
    project: &Value,
    level: Option<&str>,
    beside: &dyn Fn(&str) -> Option<Value>,
) -> Result<Drawing, Flaw> {
    let levels = list(&project["levels"]);
    let level = match (level, levels) {
        (Some(name), _) => levels.iter().find(|level| level["identifier"] == name),
        (None, [only]) => Some(only),
        (None, []) => return Err(Flaw::of("it has no levels; projects of several worlds are not read")),
        (None, _) => {
            return Err(Flaw::told(format!("it has {} levels; `level` names the one to read", levels.len())));
        }
    };
    let level = level.ok_or(Flaw::of("no level has the name that is asked for"))?;
    let apart = level["externalRelPath"].as_str().and_then(beside);
    let level = apart.as_ref().unwrap_or(level);
    if level["layerInstances"].is_null() {
        return Err(Flaw::of(
            "the level is in a file of its own, which cannot be read; expected it beside the project",
        ));
    }
    // The first layer is on top.
    let instances = || list(&level["layerInstances"]).iter().rev();
    let is_cells = |layer: &&Value| layer["__type"] != "Entities";
    let sizes: Vec<_> =
        instances().filter(is_cells).map(|layer| [whole(&layer["__cWid"]), whole(&layer["__cHei"])]).collect();
    let Some(&[w, h]) = sizes.iter().max() else { return Err(Flaw::of("the level has no layer of cells")) };
    let size = checked_size(w, h)?;
    let mut drawing = Drawing { size, properties: fields(level), ..Drawing::default() };
    for layer in instances() {
        match layer["__type"].as_str() {
            Some("Entities") => {
                drawing.things.extend(list(&layer["entityInstances"]).iter().map(|entity| thing(entity, layer)))
            }
            Some("IntGrid" | "Tiles" | "AutoLayer") if [whole(&layer["__cWid"]), whole(&layer["__cHei"])] == [w, h] => {
                drawing.layers.push(cells(layer, project, size.area() as usize)?);
            }
            _ => {}
        }
    }
    // What was drawn with tiles shows what a grid of the same name holds.
    let names: Vec<String> = drawing.layers.iter().map(|layer| format!("{}_drawn", layer.name)).collect();
    drawing.layers.retain(|layer| !names.contains(&layer.name));
    lead_portals(&mut drawing.things);
    Ok(drawing)
}

/// The values of the fields of a level or an entity.
fn fields(of: &Value) -> Properties {
    let named = |field: &Value| Some((field["__identifier"].as_str()?.to_owned(), field["__value"].clone()));
    list(&of["fieldInstances"]).iter().filter_map(named).collect()
}

/// The cells of a layer: the values of an IntGrid, or the topmost tile of each.
fn cells(layer: &Value, project: &Value, area: usize) -> Result<CellLayer, Flaw> {
    let wrong = || Flaw::of("a layer has more or fewer cells than the level");
    let mut numbers = vec![None; area];
    let is_grid = layer["__type"] == "IntGrid";
    if is_grid {
        let old = Flaw::of("an IntGrid has no `intGridCsv`; save the project with LDtk 0.8 or later");
        let values: Vec<Option<u32>> = layer["intGridCsv"].as_array().ok_or(old)?.iter().map(whole).collect();
        numbers = values.into_iter().map(|value| value.filter(|&value| value > 0)).collect();
    } else {
        let side = whole::<u64>(&layer["__gridSize"]).filter(|&side| side > 0).ok_or_else(wrong)?;
        let columns = whole::<u64>(&layer["__cWid"]).ok_or_else(wrong)?;
        for tile in list(&layer["gridTiles"]).iter().chain(list(&layer["autoLayerTiles"])) {
            let [Some(x), Some(y)] = [0, 1].map(|axis| whole::<u64>(&tile["px"][axis])) else { return Err(wrong()) };
            let place = (y / side).saturating_mul(columns).saturating_add(x / side);
            let cell = usize::try_from(place).ok().and_then(|place| numbers.get_mut(place)).ok_or_else(wrong)?;
            *cell = whole::<u32>(&tile["t"]);
        }
    }
    let kind =
        |number: u32| if is_grid { grid_value(layer, project, number) } else { tile_kind(layer, project, number) };
    let mut places = BTreeMap::new();
    let mut kinds = Vec::new();
    let cells = numbers.into_iter().map(|number| {
        number.map_or(0, |number| {
            *places.entry(number).or_insert_with(|| {
                kinds.push(kind(number));
                u32::try_from(kinds.len()).unwrap_or(0)
            })
        })
    });
    let cells: Vec<u32> = cells.collect();
    if cells.len() != area {
        return Err(wrong());
    }
    Ok(CellLayer { name: layer["__identifier"].as_str().unwrap_or_default().to_owned(), cells, kinds })
}

/// The definition with this number.
fn definition<'a>(definitions: &'a Value, uid: &Value) -> &'a Value {
    list(definitions).iter().find(|definition| definition["uid"] == *uid && !uid.is_null()).unwrap_or(&Value::Null)
}

fn grid_value(layer: &Value, project: &Value, number: u32) -> CellKind {
    let values = &definition(&project["defs"]["layers"], &layer["layerDefUid"])["intGridValues"];
    let value = list(values).iter().find(|value| whole(&value["value"]) == Some(number));
    let class = value.and_then(|value| value["identifier"].as_str()).unwrap_or_default().to_owned();
    CellKind { number, class, ..CellKind::default() }
}

/// What the custom data of a tile say, if they are an object of JSON.
fn tile_kind(layer: &Value, project: &Value, number: u32) -> CellKind {
    let set = definition(&project["defs"]["tilesets"], &layer["__tilesetDefUid"]);
    let told = list(&set["customData"]).iter().find(|told| whole(&told["tileId"]) == Some(number));
    let data: Option<Properties> = told.and_then(|told| serde_json::from_str(told["data"].as_str()?).ok());
    let properties = data.unwrap_or_default();
    let class = properties.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    CellKind { number, class, properties, wang_id: Some([0; 8]) }
}

/// An entity, in cells of its layer.
fn thing(entity: &Value, layer: &Value) -> Thing {
    let side = whole::<i64>(&layer["__gridSize"]).filter(|&side| side > 0).unwrap_or(1);
    let [x, y] = [0, 1].map(|axis| whole(&entity["__grid"][axis]).unwrap_or(0));
    let [w, h] = ["width", "height"].map(|key| whole::<i64>(&entity[key]).unwrap_or(0) / side);
    let mut properties = fields(entity);
    properties.insert("iid".to_owned(), entity["iid"].clone());
    let path = list(properties.get("path").unwrap_or(&Value::Null)).iter();
    let path = path.filter_map(|cell| Some([whole(&cell["cx"])?, whole(&cell["cy"])?])).collect();
    let class = entity["__identifier"].as_str().unwrap_or_default();
    Thing { class: class.to_lowercase(), name: class.to_owned(), rect: [x, y, w, h], path, properties }
}

/// Makes one portal of two entities that name each other, or of which one names the other.
fn lead_portals(things: &mut Vec<Thing>) {
    let is_portal = |thing: &Thing| thing.class == "portal";
    let iid = |thing: &Thing| thing.properties.get("iid").cloned().unwrap_or_default();
    let other = |thing: &Thing| thing.properties.get("other").map_or(Value::Null, |other| other["entityIid"].clone());
    let ends: Vec<(Value, Value, [i64; 2])> = things
        .iter()
        .filter(|thing| is_portal(thing))
        .map(|thing| (iid(thing), other(thing), [thing.rect[0], thing.rect[1]]))
        .collect();
    things.retain(|thing| !is_portal(thing));
    for (nth, (from, to, at)) in ends.iter().enumerate() {
        let Some(far) = ends.iter().position(|(iid, ..)| iid == to && !to.is_null()) else { continue };
        let is_mutual = ends[far].1 == *from;
        if is_mutual && far < nth {
            continue;
        }
        let properties = [("one_way".to_owned(), (!is_mutual).into())].into();
        things.push(Thing { class: "portal".to_owned(), path: vec![*at, ends[far].2], properties, ..Thing::default() });
    }
}
