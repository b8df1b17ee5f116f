//! A level with locks and keys, for the map editor Tiled and for Minecraft.

use std::collections::BTreeMap;
use std::error::Error;

use mapwright::export::{Tiled, TiledFormat};
use mapwright::levels::replay;
use mapwright::minecraft::{MazePack, Version};
use mapwright::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

const LEVEL: &str = r#"{ "version": 1, "width": 48, "height": 32, "seed": 3,
    "initial": { "use": "random-rooms" },
    "metas": [ { "use": "start", "at": "first-room" }, { "use": "exit", "at": "last-room" }, { "use": "area-graph" },
               { "use": "lock-and-key", "keys": 2 }, { "use": "solvability-validator" } ] }"#;

/// A level that can be won: the first of some seeds with gates enough for two locks.
fn level() -> Result<(u64, BuilderMap), Box<dyn Error>> {
    let recipe: Recipe = LEVEL.parse()?;
    Ok(recipe.chain()?.build_first_ok(recipe.seed(), 50)?)
}

/// The values of objects, by the name of their layer.
type Layers = BTreeMap<String, Vec<BTreeMap<String, String>>>;

/// The objects of a TMX file: the properties of each, with its `name`, `x`, `y` and the rest, by layer.
fn objects(tmx: &str) -> Result<Layers, Box<dyn Error>> {
    let (mut reader, mut layers) = (Reader::from_str(tmx), Layers::new());
    let (mut layer, mut inside) = (String::new(), false);
    loop {
        let event = reader.read_event()?;
        let (Event::Start(tag) | Event::Empty(tag)) = &event else {
            match event {
                Event::Eof => return Ok(layers),
                Event::End(tag) if tag.name().as_ref() == b"object" => inside = false,
                _ => {}
            }
            continue;
        };
        let mut values = BTreeMap::new();
        for attribute in tag.attributes() {
            let attribute = attribute?;
            values
                .insert(String::from_utf8(attribute.key.as_ref().to_vec())?, attribute.unescape_value()?.into_owned());
        }
        match tag.name().as_ref() {
            b"objectgroup" => layer = values.remove("name").unwrap_or_default(),
            b"object" => {
                inside = matches!(event, Event::Start(_));
                layers.entry(layer.clone()).or_default().push(values);
            }
            b"property" if inside => {
                let object = layers.get_mut(&layer).and_then(|objects| objects.last_mut());
                let (name, value) = (values.remove("name"), values.remove("value"));
                object.zip(name).map(|(object, name)| object.insert(name, value.unwrap_or_default()));
            }
            _ => {}
        }
    }
}

#[test]
fn the_level_can_be_won() -> Result<(), Box<dyn Error>> {
    let (_, map) = level()?;
    let proof = map.proof.as_ref().ok_or("the validator leaves a proof")?;
    replay(&map, proof)?;
    assert_eq!(proof.needed, [true, true], "no key is for nothing");
    let locks = map.doors.iter().flatten().filter_map(|door| door.lock).count();
    assert!(locks >= 2);
    // Without its keys it cannot.
    let mut robbed = map.clone();
    robbed.spawns.retain(|spawn| spawn.key.is_none());
    assert!(replay(&robbed, proof).is_err());
    Ok(())
}

#[test]
fn tiled_shows_doors_and_keys() -> Result<(), Box<dyn Error>> {
    let (seed, map) = level()?;
    let tiled = Tiled { seed: Some(seed), recipe: Some(LEVEL.to_owned()), ..Tiled::default() }.map(&map)?;
    let files = tiled.files(TiledFormat::Tmx, "level.tmx")?;
    let (name, tmx) = files.last().ok_or("a file")?;
    assert_eq!(name, "level.tmx");
    let layers = objects(std::str::from_utf8(tmx)?)?;

    let doors: Vec<Option<u8>> = layers["doors"].iter().map(|door| door.get("lock")?.parse().ok()).collect();
    assert!(doors.iter().copied().eq(map.doors.iter().flatten().map(|door| door.lock)));
    let keys: Vec<_> = layers["spawns"]
        .iter()
        .filter_map(|spawn| Some((spawn["name"].as_str(), spawn.get("key")?.as_str())))
        .collect();
    let ours: Vec<_> =
        map.spawns.iter().filter_map(|spawn| Some((spawn.what.as_str(), spawn.key?.to_string()))).collect();
    assert!(keys.iter().copied().eq(ours.iter().map(|(what, key)| (*what, key.as_str()))));
    assert_eq!(keys.len(), 2);
    // A cell is 16 pixels: a key is drawn in the middle of its cell.
    for (object, spawn) in layers["spawns"].iter().zip(&map.spawns) {
        let place = [&object["x"], &object["y"]].map(|pixels| pixels.parse::<f64>());
        let [x, y] = place.map(|pixels| pixels.map(|pixels| (pixels / 16.0) as u16));
        assert_eq!(Point::new(x?, y?), spawn.at);
    }
    assert_eq!(layers["rooms"].len(), map.rooms.iter().flatten().count());
    Ok(())
}

#[test]
fn the_same_as_json() -> Result<(), Box<dyn Error>> {
    let (_, map) = level()?;
    let files = Tiled::default().map(&map)?.files(TiledFormat::Tmj, "level.tmj")?;
    let json: Value = serde_json::from_slice(&files.last().ok_or("a file")?.1)?;
    assert_eq!((&json["width"], &json["height"]), (&48.into(), &32.into()));
    let layers = json["layers"].as_array().ok_or("layers")?;
    let names: Vec<&str> = layers.iter().filter_map(|layer| layer["name"].as_str()).collect();
    let expected = ["tiles", "regions", "rooms", "corridors", "graph", "doors", "spawns", "exit", "start"];
    assert_eq!(names, expected);
    let doors = layers.iter().find(|layer| layer["name"] == "doors").ok_or("doors")?;
    assert_eq!(doors["objects"].as_array().map(Vec::len), map.doors.as_ref().map(Vec::len));
    Ok(())
}

#[test]
fn a_data_pack_builds_it_in_minecraft() -> Result<(), Box<dyn Error>> {
    let (_, map) = level()?;
    let pack = MazePack { namespace: "vault".to_owned(), description: "Two locks".to_owned(), ..MazePack::default() };
    let folder = pack.folder(&map)?;
    let meta: Value = serde_json::from_slice(&folder.files["pack.mcmeta"])?;
    assert!(meta["pack"]["description"].to_string().contains("Two locks"));
    let build = std::str::from_utf8(&folder.files["data/vault/function/build.mcfunction"])?;
    assert!(build.lines().count() > 0);
    // Keys are no mobs of the game: markers stand where they lie.
    let all: String = folder.files.values().map(|file| String::from_utf8_lossy(file)).collect();
    assert!(all.matches("vault.spawn").count() >= 2 && all.contains("vault.spawn_key_a"));
    for minecraft in Version::ALL {
        assert!(MazePack { minecraft, ..pack.clone() }.folder(&map).is_ok(), "{minecraft}");
    }
    Ok(())
}
